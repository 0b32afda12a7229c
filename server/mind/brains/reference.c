/* reference.c - the brain `reference`: sections 3 to 6 of server/RULES.md. A tick in order:
 * beliefs, goal (goals.c), radio, and one step of what the goal asks for. */
#include "common/base/check.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/mind/brains/mind.h"

static dw_status reference_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    dw_mind *mind = DW_ARENA_NEW(arena, dw_mind);
    if (mind == NULL) {
        return DW_MEMORY;
    }
    mind->setup = *setup;
    *memory = mind;
    return dw_mover_create(&mind->mover, arena, setup);
}

static void reference_reset(void *memory, uint64_t seed)
{
    dw_mind *mind = memory;
    mind->goal = DW_GOAL_PATROL;
    mind->cause = DW_CAUSE_START;
    mind->cause_id = 0;
    mind->since = 0;
    mind->tick = 0;
    mind->quarry = DW_SLOT_NONE;
    mind->search_bid = (dw_team_bid){.door = DW_NONE, .room = DW_NONE};
    dw_beliefs_reset(&mind->beliefs);
    dw_team_radio_reset(&mind->radio);
    dw_chase_reset(&mind->chase, seed);
    dw_intercept_reset(&mind->task, seed);
    dw_search_reset(&mind->search, seed);
    dw_patrol_reset(&mind->patrol, &mind->setup, seed);
    dw_mover_reset(&mind->mover, seed);
}

/* Calm: his rounds. On the alert: faster, and rooms are searched, not looked into. */
static void patrol(dw_mind *mind, const dw_percepts *percepts, dw_guard_command *command)
{
    const dw_brain_setup *setup = &mind->setup;
    const uint16_t room = dw_patrol_room(&mind->patrol, setup);
    const bool alert = mind->beliefs.agitation > 0;
    mind->patrol.peeps = !alert;
    const int32_t speed = alert ? setup->rules->alert_speed_mm_s : setup->rules->calm_speed_mm_s;
    if (!alert || setup->map->rooms[room].kind == DW_ROOM_CORRIDOR) {
        mind->search.phase = DW_SEARCH_NOTHING;
        dw_patrol_think(&mind->patrol, &mind->mover, setup, percepts, speed, command);
        return;
    }
    if (dw_search_room(&mind->search) != room) {
        dw_search_only(&mind->search, setup, room);
    }
    if (dw_search_step(&mind->search, &mind->mover, setup, percepts, speed, command) !=
        DW_SEARCH_GOES_ON) {
        mind->search.phase = DW_SEARCH_NOTHING;
        dw_patrol_skip(&mind->patrol, setup);
    }
}

static void go_to_last_known(dw_mind *mind, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_mover_step(&mind->mover, &mind->setup, percepts,
                  dw_chase_speed(mind->setup.rules, percepts->position, mind->mover.goal),
                  mind->setup.rules->hurry_turn_rate_bam, command);
    if (mind->mover.state != DW_MOVER_GOING) {
        dw_mind_search_from(mind, percepts, percepts->room,
                            mind->mover.state == DW_MOVER_ARRIVED ? DW_CAUSE_ARRIVAL
                                                                  : DW_CAUSE_BLOCKED);
    }
}

static void intercept(dw_mind *mind, const dw_percepts *percepts, dw_guard_command *command)
{
    switch (dw_intercept_step(&mind->task, &mind->mover, &mind->setup, percepts, command)) {
    case DW_INTERCEPT_GOES_ON:
    case DW_INTERCEPT_NOT_HERE:
        break;
    case DW_INTERCEPT_TIRED:
        dw_mind_search_from(mind, percepts, mind->task.order.room, DW_CAUSE_TIMER);
        break;
    case DW_INTERCEPT_INSIDE:
        dw_mind_search_from(mind, percepts, mind->task.order.room, DW_CAUSE_ARRIVAL);
        break;
    }
}

/* Somebody is there, and he is not sure yet: he stops and looks at him. */
static bool stares(dw_mind *mind, const dw_percepts *percepts, dw_guard_command *command)
{
    const dw_percept_intruder *suspect = NULL;
    for (uint8_t i = 0; i < percepts->intruder_count && suspect == NULL; i++) {
        suspect = percepts->intruders[i].seen ? &percepts->intruders[i] : NULL;
    }
    if (suspect == NULL) {
        return false;
    }
    const dw_vec way = dw_vec_sub(suspect->position, percepts->position);
    dw_mover_stop(&mind->mover);
    dw_mover_step(&mind->mover, &mind->setup, percepts, 0, mind->setup.rules->hurry_turn_rate_bam,
                  command);
    dw_search_look_again(&mind->search);
    command->heading_bam = dw_turn_towards_bam(percepts->heading_bam, dw_angle_bam(way.x, way.y),
                                               mind->setup.rules->hurry_turn_rate_bam);
    return true;
}

static void search(dw_mind *mind, const dw_percepts *percepts, dw_guard_command *command)
{
    if (stares(mind, percepts, command)) {
        return;
    }
    const uint16_t room = dw_search_room(&mind->search);
    switch (dw_search_step(&mind->search, &mind->mover, &mind->setup, percepts,
                           mind->setup.rules->chase_near_speed_mm_s, command)) {
    case DW_SEARCH_GOES_ON:
        return;
    case DW_SEARCH_ROOM_DONE:
        dw_team_radio_say_clear(&mind->radio, &mind->beliefs, room);
        break;
    case DW_SEARCH_GAVE_UP:
        break;
    }
    dw_mind_search_on(mind, percepts, DW_CAUSE_DONE, percepts->tick);
}

static dw_mood mood_of(const dw_mind *mind)
{
    const bool has_him = mind->goal == DW_GOAL_LAST_KNOWN && mind->quarry != DW_SLOT_NONE &&
                         mind->beliefs.of[mind->quarry].detected;
    if (mind->goal == DW_GOAL_CHASE || has_him) {
        return DW_MOOD_CHASING; /* Out of sight for a moment he has not given up. */
    }
    if (mind->beliefs.suspects != 0) {
        return DW_MOOD_SUSPICIOUS;
    }
    return mind->beliefs.agitation > 0 ? DW_MOOD_ALERT : DW_MOOD_CALM;
}

static void reference_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_mind *mind = memory;
    mind->tick = percepts->tick;
    dw_beliefs_perceive(&mind->beliefs, &mind->setup, percepts);
    const dw_percept_intruder *target = dw_mind_choose_goal(mind, percepts);
    dw_team_radio_speak(&mind->radio, &mind->setup, &mind->beliefs, percepts, command);
    command->mood = (uint8_t)mood_of(mind);
    switch ((dw_goal)mind->goal) {
    case DW_GOAL_CHASE:
        DW_CHECK(target != NULL);
        dw_chase_step(&mind->chase, &mind->mover, &mind->setup, percepts, target, command);
        break;
    case DW_GOAL_INTERCEPT:
    case DW_GOAL_LIE_IN_WAIT:
        intercept(mind, percepts, command);
        break;
    case DW_GOAL_LAST_KNOWN:
        go_to_last_known(mind, percepts, command);
        break;
    case DW_GOAL_SEARCH:
        search(mind, percepts, command);
        break;
    case DW_GOAL_PATROL:
    case DW_GOAL_COUNT:
        patrol(mind, percepts, command);
        break;
    }
}

static void reference_explain(const void *memory, dw_mind_view *explanation)
{
    dw_mind_explain(memory, explanation);
}

static DW_FIELDS_DIGEST(mind, DW_MIND_FIELDS)

    static uint64_t reference_hash(const void *memory, uint64_t hash)
{
    dw_digest digest = {.hash = hash};
    dw_digest_mind(&digest, memory);
    return dw_digest_end(&digest);
}

const dw_brain_kind dw_brain_reference = {
    .name = "reference",
    .create = reference_create,
    .reset = reference_reset,
    .think = reference_think,
    .explain = reference_explain,
    .hash = reference_hash,
};
