/* next_goal.c - how errands begin, and what follows when a goal has come to its end: a search from
 * room to room, and the patrol after it (server/RULES.md 5.42 to 5.51). */
#include "server/mind/brains/reference_mind.h"

static void begin_patrol(dw_reference_mind *mind)
{
    dw_search_stop(&mind->search);
    dw_patrol_begin(&mind->patrol);
    dw_team_radio_forget_rooms(&mind->radio);
}

static void begin_search(dw_reference_mind *mind, const dw_think *think, const dw_errand *errand)
{
    if (errand->form == DW_ERRAND_ONE_ROOM) {
        mind->search_bid =
            (dw_team_bid){.door = DW_NONE, .room = errand->room, .tick = think->percepts->tick};
        dw_mover_stop(&mind->mover);
        dw_search_begin_room(&mind->search, think->setup, errand->room);
        dw_team_radio_say_takes(&mind->radio, &mind->search_bid, false);
        return;
    }
    dw_reference_list_rooms(mind, think, errand->room);
    dw_reference_search_on(mind, think,
                           (dw_goal_trigger){(dw_cause)errand->cause, errand->cause_id});
}

/* To a door or a room, or in wait at a door. `on_it`: it keeps that door already. */
static void begin_intercept(dw_reference_mind *mind, const dw_think *think, const dw_errand *errand,
                            bool on_it)
{
    if (!on_it) {
        dw_search_stop(&mind->search);
        dw_mover_stop(&mind->mover);
    }
    if (errand->form == DW_ERRAND_KEEPS) {
        mind->task.waits = mind->task.waits && on_it;
        dw_intercept_begin_keep(&mind->task, think, &mind->radio, &errand->order, errand->door);
    } else if (errand->goal == DW_GOAL_LIE_IN_WAIT) {
        dw_intercept_begin_wait(&mind->task, think, &errand->order);
    } else {
        dw_intercept_begin(&mind->task, think, &mind->radio, &errand->order);
    }
}

static void begin_listening(dw_reference_mind *mind, const dw_think *think)
{
    const dw_hint hint = dw_curiosity_hint(mind->curiosity);
    dw_investigate_turn_to(mind->investigate, &hint);
    dw_investigate_listen(mind->investigate, think, DW_INVESTIGATE_LISTENS,
                          think->setup->rules->listen_ticks);
}

void dw_reference_begin(dw_reference_mind *mind, const dw_think *think, const dw_errand *errand)
{
    const bool keeps_it = errand->form == DW_ERRAND_KEEPS && mind->goal == DW_GOAL_LIE_IN_WAIT &&
                          mind->task.door == errand->door;
    mind->quarry = errand->quarry;
    dw_reference_set_goal(mind, think, (dw_goal)errand->goal,
                          (dw_goal_trigger){(dw_cause)errand->cause, errand->cause_id});
    switch ((dw_goal)errand->goal) {
    case DW_GOAL_LAST_KNOWN:
        dw_search_stop(&mind->search);
        dw_last_known_begin(think,
                            dw_last_known_position(think->setup, &mind->beliefs.of[errand->quarry],
                                                   think->percepts->room));
        break;
    case DW_GOAL_SEARCH:
        begin_search(mind, think, errand);
        break;
    case DW_GOAL_INTERCEPT:
    case DW_GOAL_LIE_IN_WAIT:
    case DW_GOAL_BOARD:
        begin_intercept(mind, think, errand, keeps_it);
        break;
    case DW_GOAL_HOLD:
        dw_search_stop(&mind->search);
        dw_hold_begin(mind->hold, think, (dw_task)errand->task, errand->room, errand->middle);
        break;
    case DW_GOAL_INVESTIGATE:
        dw_search_stop(&mind->search);
        begin_listening(mind, think);
        break;
    case DW_GOAL_PUT_RIGHT:
        dw_search_stop(&mind->search);
        dw_put_right_begin(mind->repair, think);
        break;
    case DW_GOAL_PATROL:
    case DW_GOAL_CHASE:
    case DW_GOAL_COUNT:
        begin_patrol(mind);
        break;
    }
}

void dw_reference_take(dw_reference_mind *mind, const dw_think *think, const dw_errand *errand)
{
    if (mind->errand == NULL) {
        dw_reference_begin(mind, think, errand);
        return;
    }
    const uint16_t accepts = mind->errand->accepts;
    *mind->errand = *errand;
    mind->errand->accepts = accepts;
    mind->errand->fresh = true;
    mind->errand->made = think->percepts->tick;
    if (!dw_reference_accepts(mind, (dw_goal)errand->goal)) {
        mind->errand->goal = DW_GOAL_PATROL;
    }
    mind->goal = mind->errand->goal;
    mind->quarry = errand->quarry;
}

void dw_reference_resume_patrol(dw_reference_mind *mind, const dw_think *think,
                                dw_goal_trigger cause)
{
    dw_errand errand = dw_reference_errand(mind, DW_GOAL_PATROL, cause);
    errand.quarry = DW_SLOT_NONE;
    dw_reference_take(mind, think, &errand);
}

void dw_reference_list_rooms(dw_reference_mind *mind, const dw_think *think, uint16_t room)
{
    dw_search_list(&mind->search, think->setup, room);
    if (dw_reference_searches_apart(think) ||
        dw_strategy_has_come_to(think->setup->rules->strategy.thorough_agitation,
                                mind->beliefs.agitation)) {
        dw_search_list_adjoining(&mind->search, think->setup);
    }
}

void dw_reference_search_on(dw_reference_mind *mind, const dw_think *think, dw_goal_trigger cause)
{
    const uint32_t tick = think->percepts->tick;
    while (dw_search_next(&mind->search, think->setup, tick)) {
        const uint16_t room = dw_search_room(&mind->search);
        const dw_team_bid bid = {.door = DW_NONE,
                                 .room = room,
                                 .bid_mm = dw_team_bid_for_room_mm(think, room),
                                 .tick = tick};
        mind->search_bid = bid;
        if (room == think->percepts->room && !dw_reference_searches_apart(think)) {
            return;
        }
        if (dw_reference_has_contracts(think) && dw_contract_net_is_called(mind->net, room)) {
            continue; /* It has called that one out. */
        }
        if (!dw_team_radio_is_taken(&mind->radio, think->setup, &bid)) {
            dw_team_radio_say_takes(&mind->radio, &bid, false);
            return;
        }
    }
    dw_reference_resume_patrol(mind, think, cause);
}

void dw_reference_keep_room(dw_reference_mind *mind, const dw_think *think)
{
    const uint32_t half = (uint32_t)think->setup->rules->claim_ticks / 2 + 1;
    const uint32_t held = think->percepts->tick - mind->search_bid.tick;
    if (dw_reference_searches_apart(think) && held > 0 && held % half == 0) {
        dw_team_radio_say_takes(&mind->radio, &mind->search_bid, true);
    }
}

void dw_reference_search_from(dw_reference_mind *mind, const dw_think *think, uint16_t room,
                              dw_goal_trigger cause)
{
    dw_errand errand = dw_reference_errand(mind, DW_GOAL_SEARCH, cause);
    errand.room = room;
    dw_reference_take(mind, think, &errand);
}
