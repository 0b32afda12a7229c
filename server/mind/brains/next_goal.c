/* next_goal.c - what follows when a goal has come to its end: a search from room to room, and the
 * patrol after it (server/RULES.md 5.42 to 5.51). */
#include "server/mind/brains/reference_mind.h"

void dw_reference_resume_patrol(dw_reference_mind *mind, const dw_think *think,
                                dw_goal_trigger cause)
{
    mind->quarry = DW_SLOT_NONE;
    dw_search_stop(&mind->search);
    dw_patrol_begin(&mind->patrol);
    dw_team_radio_forget_rooms(&mind->radio);
    dw_reference_set_goal(mind, think, DW_GOAL_PATROL, cause);
}

static void list_rooms(dw_reference_mind *mind, const dw_think *think, uint16_t room)
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
    dw_reference_set_goal(mind, think, DW_GOAL_SEARCH, cause);
    list_rooms(mind, think, room);
    dw_reference_search_on(mind, think, cause);
}
