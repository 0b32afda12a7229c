/* goal_steps.c - one tick of the goal that a guard of the brain `reference` has: sections 3 to 6 of
 * server/RULES.md. The skills do the work; what follows when one has come to its end is decided
 * here. */
#include "common/base/check.h"
#include "server/mind/brains/reference_mind.h"
#include "server/mind/torch_manners.h"

/* An intruder of that set is in sight, and the guard is not sure yet: it stops and looks. */
static bool stares_at(dw_reference_mind *mind, const dw_think *think, uint32_t slots)
{
    const dw_percepts *percepts = think->percepts;
    const int32_t turn_bam = think->setup->kind->turn_rates.hurried_bam;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        if (percepts->intruders[i].seen && (slots >> percepts->intruders[i].slot & 1) != 0) {
            dw_mover_stop(&mind->mover);
            dw_mover_step(&mind->mover, think, 0, turn_bam);
            dw_search_look_again(&mind->search);
            dw_face_point(think, percepts->intruders[i].position, turn_bam);
            return true;
        }
    }
    return false;
}

static bool stares(dw_reference_mind *mind, const dw_think *think)
{
    return stares_at(mind, think, UINT32_MAX);
}

/* Calm: the patrol. On the alert: faster, and rooms are searched, not just looked into. */
static void patrol(dw_reference_mind *mind, dw_think *think)
{
    const uint32_t suspects = mind->beliefs.suspects; /* A glimpse is not enough here. */
    if (think->setup->rules->patrol_stares != 0 && stares_at(mind, think, suspects)) {
        dw_patrol_begin(&mind->patrol); /* It goes on to a new position in the same room. */
        return;
    }
    const dw_kind *kind = think->setup->kind;
    const uint16_t room = dw_patrol_room(&mind->patrol, think->setup);
    const bool alert = mind->beliefs.agitation > 0;
    mind->patrol.peeps = !alert;
    think->speed = alert ? kind->gaits.alert.speed_mm_s : kind->gaits.calm.speed_mm_s;
    if (!alert || think->setup->map->rooms[room].kind == DW_ROOM_CORRIDOR) {
        dw_search_stop(&mind->search);
        (void)dw_patrol_step(&mind->patrol, think);
        return;
    }
    if (dw_search_room(&mind->search) != room) {
        dw_search_begin_room(&mind->search, think->setup, room);
    }
    if (dw_search_step(&mind->search, think) != DW_SKILL_RUNNING) {
        dw_search_stop(&mind->search);
        dw_patrol_skip(&mind->patrol, think->setup);
    }
}

static void go_to_last_known(dw_reference_mind *mind, dw_think *think)
{
    think->speed = dw_chase_speed(think->setup, think->percepts->position, mind->mover.goal);
    const dw_skill_state state = dw_last_known_step(think);
    if (state != DW_SKILL_RUNNING) {
        dw_reference_search_from(
            mind, think, think->percepts->room,
            dw_reference_now(state == DW_SKILL_DONE ? DW_CAUSE_ARRIVAL : DW_CAUSE_BLOCKED, think));
    }
}

static void intercept(dw_reference_mind *mind, dw_think *think)
{
    const dw_skill_state state = dw_intercept_step(&mind->task, think);
    if (state == DW_SKILL_FAILED && think->setup->zones != NULL) {
        dw_reference_resume_patrol(mind, think, dw_reference_now(DW_CAUSE_TIMER, think));
    } else if (state != DW_SKILL_RUNNING) {
        dw_reference_search_from(
            mind, think, mind->task.order.room,
            dw_reference_now(state == DW_SKILL_DONE ? DW_CAUSE_ARRIVAL : DW_CAUSE_TIMER, think));
    }
}

/* At the board goals.c ends this; a guard that cannot get there gives it up. */
static void go_to_board(dw_reference_mind *mind, dw_think *think)
{
    if (dw_intercept_step(&mind->task, think) != DW_SKILL_RUNNING) {
        dw_board_duty_reset(mind->notes);
        dw_reference_resume_patrol(mind, think, dw_reference_now(DW_CAUSE_BLOCKED, think));
    }
}

/* A captain leaves an intruder to others that are nearer: it stands and keeps its eyes on it. */
static void chase(dw_reference_mind *mind, dw_think *think, const dw_percept_intruder *target)
{
    if (mind->lead == NULL || !dw_lead_duty_stands_back(mind->lead, think, target)) {
        (void)dw_chase_step(&mind->chase, think, target);
        return;
    }
    const int32_t turn_bam = think->setup->kind->turn_rates.hurried_bam;
    dw_mover_stop(&mind->mover);
    dw_mover_step(&mind->mover, think, 0, turn_bam);
    dw_face_point(think, target->position, turn_bam);
}

static void search(dw_reference_mind *mind, dw_think *think)
{
    if (stares(mind, think)) {
        return;
    }
    const dw_kind *kind = think->setup->kind;
    const uint16_t room = dw_search_room(&mind->search);
    const bool runs = dw_reference_has_contracts(think) && think->percepts->room != room;
    think->speed = runs ? kind->gaits.intercept.speed_mm_s : kind->gaits.near.speed_mm_s;
    dw_reference_keep_room(mind, think);
    const dw_skill_state state = dw_search_step(&mind->search, think);
    if (state == DW_SKILL_DONE) {
        dw_team_radio_say_clear(&mind->radio, &mind->beliefs, room);
    }
    if (state != DW_SKILL_RUNNING) {
        dw_reference_search_on(mind, think, dw_reference_now(DW_CAUSE_DONE, think));
    }
}

static dw_mood mood_of(const dw_reference_mind *mind)
{
    /* An intruder that is out of sight for a moment is still chased. */
    const bool pursues = mind->goal == DW_GOAL_LAST_KNOWN && mind->quarry != DW_SLOT_NONE &&
                         mind->beliefs.of[mind->quarry].detected;
    if (mind->goal == DW_GOAL_CHASE || pursues) {
        return DW_MOOD_CHASING;
    }
    if (mind->beliefs.suspects != 0 || mind->goal == DW_GOAL_INVESTIGATE) {
        return DW_MOOD_SUSPICIOUS;
    }
    return mind->beliefs.agitation > 0 ? DW_MOOD_ALERT : DW_MOOD_CALM;
}

void dw_reference_agitate(const dw_reference_mind *mind, dw_think *think)
{
    const dw_strategy *strategy = &mind->setup.rules->strategy;
    const uint8_t agitation = mind->beliefs.agitation;
    think->searches_thoroughly = dw_strategy_has_come_to(strategy->thorough_agitation, agitation);
    think->shuts_doors = dw_strategy_has_come_to(strategy->shut_doors_agitation, agitation);
}

void dw_reference_speak(dw_reference_mind *mind, const dw_think *think)
{
    mind->notes->owed |= dw_team_radio_speak(&mind->radio, think, &mind->beliefs);
    if (mind->lead != NULL) {
        dw_lead_duty_step(mind->lead, think, &mind->radio);
    }
    think->command->mood = (uint8_t)mood_of(mind);
    think->command->listens = mind->goal == DW_GOAL_INVESTIGATE && mind->beliefs.suspects == 0;
    dw_torch_manners_step(think, mind->beliefs.agitation > 0 || mind->goal == DW_GOAL_SEARCH);
}

void dw_reference_step_goal(dw_reference_mind *mind, dw_think *think,
                            const dw_percept_intruder *target)
{
    switch ((dw_goal)mind->goal) {
    case DW_GOAL_CHASE:
        DW_CHECK(target != NULL);
        chase(mind, think, target);
        break;
    case DW_GOAL_INTERCEPT:
    case DW_GOAL_LIE_IN_WAIT:
        intercept(mind, think);
        break;
    case DW_GOAL_BOARD:
        go_to_board(mind, think);
        break;
    case DW_GOAL_LAST_KNOWN:
        go_to_last_known(mind, think);
        break;
    case DW_GOAL_SEARCH:
        search(mind, think);
        break;
    case DW_GOAL_HOLD:
        if (!stares(mind, think)) {
            think->speed = mind->setup.kind->gaits.near.speed_mm_s;
            (void)dw_hold_step(mind->hold, think);
        }
        break;
    case DW_GOAL_INVESTIGATE:
        if (!stares(mind, think)) {
            dw_reference_investigate(mind, think);
        }
        break;
    case DW_GOAL_PUT_RIGHT:
        if (!stares(mind, think)) {
            dw_reference_put_right(mind, think);
        }
        break;
    case DW_GOAL_PATROL:
    case DW_GOAL_COUNT:
        patrol(mind, think);
        break;
    }
}
