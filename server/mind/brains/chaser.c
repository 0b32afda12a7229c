/* chaser.c - the brains `null`, `patrol-only` and `chaser`: no radio, no team.
 * The chaser walks his rounds; whom he has detected and senses he chases, at the speeds of the
 * ruleset; where he lost him he goes and looks round, then he goes back to his rounds. */
#include "common/base/check.h"
#include "server/mind/beliefs.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/mind/brains/chaser_mind.h"

#include <stdio.h>

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
    mind->suspicious = false;
    mind->target_slot = DW_SLOT_NONE;
    mind->look_ticks = 0;
    mind->look_left = 0;
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

/* Whom to chase: the one he is after already, as long as he senses him, else the nearest (ties: the
 * lower slot). NULL when he senses nobody whom he has detected. */
static const dw_percept_intruder *choose_target(const dw_chaser_mind *mind,
                                                const dw_percepts *percepts)
{
    const dw_percept_intruder *best = NULL;
    int64_t best_distance = 0;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_percept_intruder *sensed = &percepts->intruders[i];
        if (!sensed->detected) {
            continue;
        }
        if (mind->goal == GOAL_CHASE && sensed->slot == mind->target_slot) {
            return sensed;
        }
        const int64_t distance = dw_distance_squared(percepts->position, sensed->position);
        if (best == NULL || distance < best_distance) {
            best = sensed;
            best_distance = distance;
        }
    }
    return best;
}

static void face(const dw_ruleset *rules, const dw_percepts *percepts, dw_vec target,
                 dw_guard_command *command)
{
    const dw_vec way = dw_vec_sub(target, percepts->position);
    if (way.x != 0 || way.y != 0) {
        command->heading_bam = dw_turn_towards_bam(
            percepts->heading_bam, dw_angle_bam(way.x, way.y), rules->hurry_turn_rate_bam);
    }
}

static void chase(dw_chaser_mind *mind, const dw_percepts *percepts,
                  const dw_percept_intruder *target, dw_guard_command *command)
{
    const dw_ruleset *rules = mind->setup.rules;
    if (mind->goal != GOAL_CHASE) {
        dw_mover_drop_substitute(&mind->mover);
    }
    if (mind->goal != GOAL_CHASE || mind->target_slot != target->slot) {
        set_goal(mind, GOAL_CHASE, DW_CAUSE_SIGHTING, percepts->tick);
    }
    mind->alert = true;
    mind->target_slot = target->slot;
    mind->last_known = target->position;
    mind->last_room = target->room;
    const int64_t distance = dw_distance(percepts->position, target->position);
    if (target->seen && distance <= DW_MM((int64_t)rules->chase_stop_distance_mm)) {
        dw_mover_drop_substitute(&mind->mover);
        dw_mover_stop(&mind->mover);
    } else {
        dw_mover_follow(&mind->mover, target->position);
    }
    const bool far = distance > DW_MM((int64_t)rules->chase_near_distance_mm);
    dw_mover_step(&mind->mover, &mind->setup, percepts,
                  far ? rules->chase_far_speed_mm_s : rules->chase_near_speed_mm_s,
                  rules->hurry_turn_rate_bam, command);
    face(rules, percepts, target->position, command);
}

/* To where he had him last; there he looks round for a while. */
static void look_for_him(dw_chaser_mind *mind, const dw_percepts *percepts,
                         dw_guard_command *command)
{
    const dw_ruleset *rules = mind->setup.rules;
    if (mind->goal == GOAL_CHASE) {
        set_goal(mind, GOAL_LAST_KNOWN, DW_CAUSE_LOST, percepts->tick);
        dw_mover_go(&mind->mover, mind->last_known);
    }
    if (mind->goal == GOAL_LAST_KNOWN) {
        dw_mover_step(&mind->mover, &mind->setup, percepts, rules->chase_near_speed_mm_s,
                      rules->hurry_turn_rate_bam, command);
        if (mind->mover.state == DW_MOVER_GOING) {
            return;
        }
        set_goal(mind, GOAL_LOOK,
                 mind->mover.state == DW_MOVER_ARRIVED ? DW_CAUSE_ARRIVAL : DW_CAUSE_BLOCKED,
                 percepts->tick);
        mind->look_ticks =
            dw_look_ticks(rules, &mind->setup.map->rooms[percepts->room], percepts->position);
        mind->look_left = mind->look_ticks;
        dw_mover_stop(&mind->mover);
        return;
    }
    dw_mover_step(&mind->mover, &mind->setup, percepts, rules->chase_near_speed_mm_s,
                  rules->hurry_turn_rate_bam, command);
    command->heading_bam = dw_look_heading(
        &mind->setup.map->rooms[percepts->room], percepts->position, percepts->heading_bam,
        mind->look_ticks, mind->look_left, rules->look_turn_rate_bam);
    mind->look_left--;
    if (mind->look_left == 0) {
        set_goal(mind, GOAL_PATROL, DW_CAUSE_DONE, percepts->tick);
        dw_patrol_resume(&mind->patrol);
    }
}

static bool is_suspicious(const dw_ruleset *rules, const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        if (dw_belief_is_suspicion(rules, percepts->intruders[i].meter)) {
            return true;
        }
    }
    return false;
}

static void chaser_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_chaser_mind *mind = memory;
    const dw_ruleset *rules = mind->setup.rules;
    const dw_percept_intruder *target = mind->chases ? choose_target(mind, percepts) : NULL;
    mind->suspicious = mind->chases && is_suspicious(rules, percepts);
    if (target != NULL) {
        chase(mind, percepts, target, command);
    } else if (mind->goal != GOAL_PATROL) {
        look_for_him(mind, percepts, command);
    } else {
        dw_patrol_think(&mind->patrol, &mind->mover, &mind->setup, percepts,
                        mind->alert ? rules->alert_speed_mm_s : rules->calm_speed_mm_s, command);
    }
    if (target != NULL) {
        command->mood = DW_MOOD_CHASING;
    } else if (mind->suspicious) {
        command->mood = DW_MOOD_SUSPICIOUS;
    } else {
        command->mood = mind->alert ? DW_MOOD_ALERT : DW_MOOD_CALM;
    }
}

static void chaser_explain(const void *memory, dw_mind_view *explanation)
{
    const dw_chaser_mind *mind = memory;
    static const char *const goals[] = {"patrol", "chase", "last place", "look round"};
    *explanation = (dw_mind_view){.room = DW_NONE, .door = DW_NONE};
    (void)snprintf(explanation->goal, sizeof explanation->goal, "%s", goals[mind->goal]);
    explanation->cause = mind->cause;
    explanation->cause_id = mind->since;
    explanation->since = mind->since;
    dw_mover_explain(&mind->mover, explanation);
    const dw_room *rooms = mind->setup.map->rooms;
    if (mind->goal == GOAL_PATROL) {
        explanation->room = dw_patrol_room(&mind->patrol, &mind->setup);
        (void)snprintf(explanation->sentence, sizeof explanation->sentence, "His rounds: %s.",
                       rooms[explanation->room].name);
    } else {
        explanation->room = mind->last_room;
        (void)snprintf(explanation->sentence, sizeof explanation->sentence, "%s intruder %u in %s.",
                       mind->goal == GOAL_CHASE ? "Has" : "Lost", mind->target_slot + 1u,
                       mind->last_room != DW_NONE ? rooms[mind->last_room].name : "?");
    }
}

static DW_FIELDS_DIGEST(chaser_mind, DW_CHASER_FIELDS)

    static uint64_t chaser_hash(const void *memory, uint64_t hash)
{
    dw_digest digest = {.hash = hash};
    dw_digest_chaser_mind(&digest, memory);
    return dw_digest_end(&digest);
}

const dw_brain_kind dw_brain_chaser = {
    .name = "chaser",
    .create = chaser_create,
    .reset = chaser_reset,
    .think = chaser_think,
    .explain = chaser_explain,
    .hash = chaser_hash,
};

const dw_brain_kind dw_brain_patrol_only = {
    .name = "patrol-only",
    .create = chaser_create,
    .reset = patrol_reset,
    .think = chaser_think,
    .explain = chaser_explain,
    .hash = chaser_hash,
};
