/* reference.c - the brain `reference`: sections 3 to 6 of server/RULES.md. A tick in order:
 * beliefs, goal (goals.c), radio, and one step of the skill that the goal asks for
 * (goal_steps.c). */
#include "server/mind/brains/brain_kinds.h"
#include "server/mind/brains/explain.h"
#include "server/mind/brains/reference_mind.h"
#include "server/mind/shut_doors.h"

#include <stdio.h>

dw_status dw_reference_init(dw_reference_mind *mind, dw_arena *arena, const dw_brain_setup *setup)
{
    mind->setup = *setup;
    if (setup->rules->strategy.contracts != 0) {
        mind->net = DW_ARENA_NEW(arena, dw_contract_net);
        if (mind->net == NULL) {
            return DW_MEMORY;
        }
    }
    if (setup->kind->lead.crew_max > 0) {
        mind->lead = DW_ARENA_NEW(arena, dw_lead_duty);
        if (mind->lead == NULL) {
            return DW_MEMORY;
        }
    }
    return dw_mover_create(&mind->mover, arena, setup);
}

static dw_status reference_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    dw_reference_mind *mind = DW_ARENA_NEW(arena, dw_reference_mind);
    *memory = mind;
    return mind != NULL ? dw_reference_init(mind, arena, setup) : DW_MEMORY;
}

void dw_reference_reset(dw_reference_mind *mind, uint64_t seed, bool leads)
{
    mind->goal = DW_GOAL_PATROL;
    mind->cause = DW_CAUSE_START;
    mind->cause_id = 0;
    mind->since = 0;
    mind->tick = 0;
    mind->quarry = DW_SLOT_NONE;
    mind->search_bid = (dw_team_bid){.door = DW_NONE, .room = DW_NONE};
    dw_beliefs_reset(&mind->beliefs);
    dw_team_radio_reset(&mind->radio);
    dw_contracts_reset(mind->contracts);
    dw_hold_reset(mind->hold, seed);
    dw_zone_duty_reset(mind->duty);
    dw_board_duty_reset(mind->notes);
    if (mind->net != NULL) {
        dw_contract_net_reset(mind->net, mind->setup.guard);
    }
    dw_curiosity_reset(mind->curiosity);
    dw_investigate_reset(mind->investigate);
    dw_notice_offer_reset(mind->notice);
    if (mind->lead != NULL) {
        dw_lead_duty_reset(mind->lead, &mind->setup, leads);
    }
    dw_evidence_reset(mind->evidence, mind->setup.map);
    dw_radio_round_reset(mind->round);
    *mind->repair = (dw_put_right){.phase = DW_PUT_RIGHT_LOOKING};
    dw_chase_reset(&mind->chase, seed);
    dw_intercept_reset(&mind->task, seed);
    dw_search_reset(&mind->search, seed);
    dw_patrol_reset(&mind->patrol, &mind->setup, seed);
    dw_mover_reset(&mind->mover, seed);
    if (mind->errand != NULL) {
        *mind->errand = (dw_errand){.quarry = DW_SLOT_NONE, .room = DW_NONE, .door = DW_NONE};
    }
}

static void reference_reset(void *memory, uint64_t seed)
{
    dw_reference_reset(memory, seed, false);
}

static void reference_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_reference_mind *mind = memory;
    dw_door_set keyless;
    dw_think think = {.setup = &mind->setup,
                      .percepts = percepts,
                      .command = command,
                      .mover = &mind->mover,
                      .shut = dw_shut_doors_keyless(&keyless, &mind->setup, percepts)};
    mind->tick = percepts->tick;
    dw_beliefs_perceive(&mind->beliefs, &mind->setup, percepts);
    const dw_percept_intruder *target = dw_reference_choose_goal(mind, &think);
    if (mind->setup.has_notices) {
        dw_reference_heed_notices(mind, &think);
    }
    if (mind->setup.rules->evidence != 0) {
        dw_reference_heed(mind, &think);
    }
    dw_reference_agitate(mind, &think);
    dw_reference_speak(mind, &think);
    dw_reference_step_goal(mind, &think, target);
    if (mind->setup.rules->evidence != 0) {
        dw_evidence_note_deeds(mind->evidence, &think);
    }
}

static void explain_beliefs(const dw_reference_mind *mind, dw_mind_view *out)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const dw_belief *belief = &mind->beliefs.of[s];
        if (belief->source == DW_BELIEF_NONE) {
            continue;
        }
        out->intruders[out->intruder_count++] = (dw_mind_intruder){
            .slot = (uint8_t)s,
            .source = belief->source,
            .told_by = belief->source == DW_BELIEF_TOLD ? (uint8_t)(belief->told_by + 1) : 0,
            .confidence = dw_belief_confidence(belief, mind->tick),
            .room = belief->room,
            .tick = belief->tick,
            .place = belief->place,
        };
    }
}

void dw_reference_explain_goal(const dw_reference_mind *mind, dw_mind_view *out)
{
    const dw_brain_setup *setup = &mind->setup;
    switch ((dw_goal)mind->goal) {
    case DW_GOAL_CHASE:
        dw_chase_explain(mind->quarry, mind->beliefs.of[mind->quarry].room, setup, out);
        break;
    case DW_GOAL_INTERCEPT:
    case DW_GOAL_LIE_IN_WAIT:
        dw_intercept_explain(&mind->task, mind->quarry, setup, out);
        break;
    case DW_GOAL_BOARD:
        out->room = mind->task.order.room;
        (void)snprintf(out->sentence, sizeof out->sentence, "Goes to the board to %s, in %s.",
                       mind->notes->owed != 0 ? "write" : "read",
                       setup->map->rooms[out->room].name);
        break;
    case DW_GOAL_LAST_KNOWN:
        dw_last_known_explain(mind->quarry, mind->beliefs.of[mind->quarry].room, setup, out);
        break;
    case DW_GOAL_SEARCH:
        dw_search_explain(&mind->search, setup, out);
        break;
    case DW_GOAL_HOLD:
        dw_hold_explain(mind->hold, setup, out);
        break;
    case DW_GOAL_INVESTIGATE:
        dw_investigate_explain(mind->investigate, setup, out);
        break;
    case DW_GOAL_PUT_RIGHT:
        dw_put_right_explain(mind->evidence, setup, out);
        break;
    case DW_GOAL_PATROL:
    case DW_GOAL_COUNT:
        dw_patrol_explain(&mind->patrol, setup, mind->beliefs.agitation > 0, out);
        break;
    }
}

void dw_reference_explain_memory(const dw_reference_mind *mind, dw_mind_view *view)
{
    view->agitation = mind->beliefs.agitation;
    explain_beliefs(mind, view);
    dw_search_explain_rooms(&mind->search, &mind->setup, mind->tick, view);
}

_Static_assert((int)DW_SEARCH_PIECES_MAX <= (int)DW_MIND_PIECES_MAX, "all are told");

static void reference_explain(const void *memory, dw_mind_view *view)
{
    const dw_reference_mind *mind = memory;
    static const char *const goals[DW_GOAL_COUNT] = {
        [DW_GOAL_PATROL] = "patrol",
        [DW_GOAL_CHASE] = "chase",
        [DW_GOAL_INTERCEPT] = "intercept",
        [DW_GOAL_LIE_IN_WAIT] = "lie in wait",
        [DW_GOAL_LAST_KNOWN] = "last known position",
        [DW_GOAL_SEARCH] = "search",
        [DW_GOAL_HOLD] = "hold",
        [DW_GOAL_BOARD] = "board",
        [DW_GOAL_INVESTIGATE] = "investigate",
        [DW_GOAL_PUT_RIGHT] = "put right",
    };
    const dw_explained_goal goal = {.name = goals[mind->goal],
                                    .cause = mind->cause,
                                    .cause_id = mind->cause_id,
                                    .since = mind->since};
    dw_explain_begin(view, &goal, &mind->mover);
    dw_reference_explain_goal(mind, view);
    dw_reference_explain_memory(mind, view);
}

DW_FIELDS_STATE(extern, reference_mind, DW_REFERENCE_FIELDS);

static uint64_t reference_hash(const void *memory, uint64_t hash)
{
    dw_digest digest = {.hash = hash};
    dw_digest_reference_mind(&digest, memory);
    return dw_digest_end(&digest);
}

static void reference_save(const void *memory, dw_state_writer *writer)
{
    dw_save_reference_mind(writer, memory);
}

bool dw_reference_is_sound(const dw_reference_mind *mind)
{
    const dw_map *map = mind->setup.map;
    const bool has_quarry = mind->quarry < DW_INTRUDERS_MAX;
    const bool needs_belief = mind->goal == DW_GOAL_CHASE || mind->goal == DW_GOAL_LAST_KNOWN;
    return mind->goal < DW_GOAL_COUNT && mind->cause < DW_CAUSE_COUNT &&
           (has_quarry || (mind->quarry == DW_SLOT_NONE && !needs_belief)) &&
           (mind->goal != DW_GOAL_SEARCH || mind->search.phase != DW_SEARCH_NOTHING) &&
           dw_patrol_is_sound(&mind->patrol, &mind->setup) &&
           dw_beliefs_are_sound(&mind->beliefs, map) && dw_team_radio_is_sound(&mind->radio, map) &&
           dw_intercept_is_sound(&mind->task, map) && dw_mover_is_sound(&mind->mover, map) &&
           dw_search_is_sound(&mind->search, map) && dw_hold_is_sound(mind->hold, map) &&
           (mind->goal != DW_GOAL_HOLD || mind->hold->room != DW_NONE) &&
           dw_contracts_are_sound(mind->contracts, map) && dw_zone_duty_is_sound(mind->duty, map) &&
           (mind->net == NULL || dw_contract_net_is_sound(mind->net, map)) &&
           dw_notice_offer_is_sound(mind->notice, map) &&
           dw_radio_round_is_sound(mind->round, map) && dw_evidence_is_sound(mind->evidence, map) &&
           dw_put_right_is_sound(mind->repair) &&
           (mind->goal != DW_GOAL_PUT_RIGHT || mind->evidence->kind != DW_EVIDENCE_NONE) &&
           (mind->lead == NULL || dw_lead_duty_is_sound(mind->lead, &mind->setup)) &&
           dw_curiosity_is_sound(mind->curiosity, map) &&
           dw_investigate_is_sound(mind->investigate, map) &&
           (mind->goal != DW_GOAL_INVESTIGATE || mind->investigate->room != DW_NONE) &&
           (mind->errand == NULL || dw_errand_is_sound(mind->errand, map));
}

static void reference_load(void *memory, dw_state_reader *reader)
{
    reference_reset(memory, 0);
    dw_load_reference_mind(reader, memory);
    (void)dw_state_require(reader, !reader->failed && dw_reference_is_sound(memory));
    if (reader->failed) {
        reference_reset(memory, 0);
    }
}

static void reference_count(const void *memory, dw_brain_counters *out)
{
    const dw_reference_mind *mind = memory;
    dw_mover_count(&mind->mover, out);
    if (mind->net != NULL) {
        out->steps_refused = mind->net->talker.refused;
        out->waits_timed_out = mind->net->talker.timed_out;
    }
}

const dw_brain_kind dw_brain_reference = {
    .name = "reference",
    .create = reference_create,
    .reset = reference_reset,
    .think = reference_think,
    .explain = reference_explain,
    .hash = reference_hash,
    .save = reference_save,
    .load = reference_load,
    .count = reference_count,
};
