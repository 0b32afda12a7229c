/* chaser.c - the brains `chaser` and `patrol-only`: no radio, no team.
 * The chaser walks its patrol. An intruder that it has detected and senses it chases, at the speeds
 * of the ruleset. Where it lost the intruder it goes and looks round, then back to the patrol. */
#include "server/mind/beliefs.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/mind/brains/chaser_mind.h"
#include "server/mind/brains/explain.h"
#include "server/mind/shut_doors.h"
#include "server/mind/torch_manners.h"

typedef enum chaser_goal { GOAL_PATROL, GOAL_CHASE, GOAL_LAST_KNOWN, GOAL_LOOK } chaser_goal;

static dw_status chaser_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    dw_chaser_mind *mind = DW_ARENA_NEW(arena, dw_chaser_mind);
    if (mind == NULL) {
        return DW_MEMORY;
    }
    mind->setup = *setup;
    *memory = mind;
    return dw_mover_create(&mind->mover, arena, setup);
}

static void set_goal(dw_chaser_mind *mind, chaser_goal goal, dw_cause cause, uint32_t tick)
{
    mind->goal = (uint8_t)goal;
    mind->cause = (uint8_t)cause;
    mind->since = tick;
}

static void begin(dw_chaser_mind *mind, uint64_t seed, bool chases)
{
    mind->chases = chases;
    dw_mover_reset(&mind->mover, seed);
    dw_patrol_reset(&mind->patrol, &mind->setup, seed);
    set_goal(mind, GOAL_PATROL, DW_CAUSE_START, 0);
    mind->alert = false;
    mind->target_slot = DW_SLOT_NONE;
    mind->look = (dw_look_round){.ticks = 0};
    mind->last_known = (dw_vec){0, 0};
    mind->last_room = DW_NONE;
}

static void chaser_reset(void *memory, uint64_t seed)
{
    begin(memory, seed, true);
}

static void patrol_reset(void *memory, uint64_t seed)
{
    begin(memory, seed, false);
}

/* The intruder to chase: the one that is chased already, while it is sensed; else the nearest, on
 * ties the lower slot. NULL when no detected intruder is sensed. */
static const dw_percept_intruder *choose_target(const dw_chaser_mind *mind,
                                                const dw_percepts *percepts)
{
    const dw_percept_intruder *best = NULL;
    int32_t best_distance = 0;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_percept_intruder *sensed = &percepts->intruders[i];
        if (!sensed->detected) {
            continue;
        }
        if (mind->goal == GOAL_CHASE && sensed->slot == mind->target_slot) {
            return sensed;
        }
        const int32_t distance =
            dw_nav_route_length(mind->setup.nav, percepts->position, sensed->position);
        if (best == NULL || distance < best_distance) {
            best = sensed;
            best_distance = distance;
        }
    }
    return best;
}

static void chase(dw_chaser_mind *mind, const dw_think *think, const dw_percept_intruder *target)
{
    const dw_ruleset *rules = think->setup->rules;
    const dw_kind *kind = think->setup->kind;
    if (mind->goal != GOAL_CHASE) {
        dw_mover_drop_substitute(&mind->mover);
    }
    if (mind->goal != GOAL_CHASE || mind->target_slot != target->slot) {
        set_goal(mind, GOAL_CHASE, DW_CAUSE_SIGHTING, think->percepts->tick);
    }
    mind->alert = true;
    mind->target_slot = target->slot;
    mind->last_known = target->position;
    mind->last_room = target->room;
    const int64_t distance = dw_distance(think->percepts->position, target->position);
    const bool near = target->seen && distance <= dw_chase_stop_distance(think->setup);
    const bool far = distance > DW_MM((int64_t)rules->chase_near_distance_mm);
    dw_chase_close_in(think, target->position, near, target->position,
                      far ? kind->gaits.far.speed_mm_s : kind->gaits.near.speed_mm_s);
}

/* To the last known position, and there a look round. */
static void look_for_target(dw_chaser_mind *mind, const dw_think *think)
{
    const uint32_t tick = think->percepts->tick;
    if (mind->goal == GOAL_CHASE) {
        set_goal(mind, GOAL_LAST_KNOWN, DW_CAUSE_LOST, tick);
        dw_last_known_begin(think, mind->last_known);
    }
    if (mind->goal == GOAL_LAST_KNOWN) {
        const dw_skill_state state = dw_last_known_step(think);
        if (state != DW_SKILL_RUNNING) {
            set_goal(mind, GOAL_LOOK, state == DW_SKILL_DONE ? DW_CAUSE_ARRIVAL : DW_CAUSE_BLOCKED,
                     tick);
            dw_look_round_begin(&mind->look, think);
            dw_mover_stop(&mind->mover);
        }
        return;
    }
    dw_mover_step(&mind->mover, think, think->speed, think->setup->kind->turn_rates.hurried_bam);
    if (dw_look_round_step(&mind->look, think) == DW_SKILL_DONE) {
        set_goal(mind, GOAL_PATROL, DW_CAUSE_DONE, tick);
        dw_patrol_begin(&mind->patrol);
    }
}

static bool is_suspicious(const dw_kind_eyes *eyes, const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        if (dw_belief_is_suspicion(eyes, percepts->intruders[i].meter)) {
            return true;
        }
    }
    return false;
}

static void chaser_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_chaser_mind *mind = memory;
    const dw_kind *kind = mind->setup.kind;
    dw_door_set keyless;
    dw_think think = {.setup = &mind->setup,
                      .percepts = percepts,
                      .command = command,
                      .mover = &mind->mover,
                      .shut = dw_shut_doors_keyless(&keyless, &mind->setup, percepts)};
    const dw_percept_intruder *target = mind->chases ? choose_target(mind, percepts) : NULL;
    if (target != NULL) {
        chase(mind, &think, target);
    } else if (mind->goal != GOAL_PATROL) {
        think.speed = kind->gaits.near.speed_mm_s;
        look_for_target(mind, &think);
    } else {
        think.speed = mind->alert ? kind->gaits.alert.speed_mm_s : kind->gaits.calm.speed_mm_s;
        (void)dw_patrol_step(&mind->patrol, &think);
    }
    dw_torch_manners_step(&think, mind->alert);
    if (target != NULL) {
        command->mood = DW_MOOD_CHASING;
    } else if (mind->chases && is_suspicious(&kind->senses.eyes, percepts)) {
        command->mood = DW_MOOD_SUSPICIOUS;
    } else {
        command->mood = mind->alert ? DW_MOOD_ALERT : DW_MOOD_CALM;
    }
}

static void chaser_explain(const void *memory, dw_mind_view *view)
{
    const dw_chaser_mind *mind = memory;
    static const char *const goals[] = {"patrol", "chase", "last known position", "look round"};
    const dw_explained_goal goal = {.name = goals[mind->goal],
                                    .cause = mind->cause,
                                    .cause_id = mind->since,
                                    .since = mind->since};
    dw_explain_begin(view, &goal, &mind->mover);
    if (mind->goal == GOAL_PATROL) {
        dw_patrol_explain(&mind->patrol, &mind->setup, mind->alert, view);
    } else if (mind->goal == GOAL_CHASE) {
        dw_chase_explain(mind->target_slot, mind->last_room, &mind->setup, view);
    } else {
        dw_last_known_explain(mind->target_slot, mind->last_room, &mind->setup, view);
    }
}

DW_FIELDS_STATE(static, chaser_mind, DW_CHASER_FIELDS);

static uint64_t chaser_hash(const void *memory, uint64_t hash)
{
    dw_digest digest = {.hash = hash};
    dw_digest_chaser_mind(&digest, memory);
    return dw_digest_end(&digest);
}

static void chaser_save(const void *memory, dw_state_writer *writer)
{
    dw_save_chaser_mind(writer, memory);
}

static bool is_sound(const dw_chaser_mind *mind)
{
    const dw_map *map = mind->setup.map;
    return mind->goal <= GOAL_LOOK && mind->cause < DW_CAUSE_COUNT &&
           dw_is_room_or_none(map, mind->last_room) &&
           dw_patrol_is_sound(&mind->patrol, &mind->setup) && dw_mover_is_sound(&mind->mover, map);
}

static void chaser_load(void *memory, dw_state_reader *reader)
{
    chaser_reset(memory, 0);
    dw_load_chaser_mind(reader, memory);
    (void)dw_state_require(reader, !reader->failed && is_sound(memory));
    if (reader->failed) {
        chaser_reset(memory, 0);
    }
}

static void chaser_count(const void *memory, dw_brain_counters *out)
{
    dw_mover_count(&((const dw_chaser_mind *)memory)->mover, out);
}

const dw_brain_kind dw_brain_chaser = {
    .name = "chaser",
    .create = chaser_create,
    .reset = chaser_reset,
    .think = chaser_think,
    .explain = chaser_explain,
    .hash = chaser_hash,
    .save = chaser_save,
    .load = chaser_load,
    .count = chaser_count,
};

const dw_brain_kind dw_brain_patrol_only = {
    .name = "patrol-only",
    .create = chaser_create,
    .reset = patrol_reset,
    .think = chaser_think,
    .explain = chaser_explain,
    .hash = chaser_hash,
    .save = chaser_save,
    .load = chaser_load,
    .count = chaser_count,
};
