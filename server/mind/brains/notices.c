/* notices.c - what a notice of a device, or of a guard that found evidence, makes of a guard
 * (server/RULES.md 10.20 to 10.22): of the guards on patrol the nearest one goes and searches the
 * room. Each offers with its bid, as for a report, and waits for the others' offers. */
#include "server/mind/brains/reference_mind.h"

/* A guard that cannot agree with the others stays where it is: else all of them would go. */
static bool can_agree(const dw_strategy *strategy)
{
    return strategy->talk != 0 && strategy->board == 0;
}

/* Whether it goes and looks at all: on patrol, suspecting nobody, in a room that nobody has taken
 * but the one that said so. */
static bool is_free(const dw_reference_mind *mind, const dw_think *think,
                    const dw_notice_offer *offer)
{
    const dw_brain_setup *setup = think->setup;
    const uint16_t room = offer->room;
    const dw_team_bid bid = {
        .door = DW_NONE, .room = room, .bid_mm = offer->bid_mm, .tick = think->percepts->tick};
    return mind->goal == DW_GOAL_PATROL && dw_reference_accepts(mind, DW_GOAL_SEARCH) &&
           mind->beliefs.suspects == 0 && can_agree(&setup->rules->strategy) &&
           (setup->zones == NULL || dw_is_in_zone(setup, room)) &&
           !dw_team_radio_is_taken_beside(&mind->radio, setup, &bid, offer->sender);
}

static void hear_notice(dw_reference_mind *mind, const dw_think *think,
                        const dw_radio_message *notice)
{
    dw_reference_sensitise(mind, think);
    const dw_notice_offer offer = {.deadline = dw_offer_deadline(think),
                                   .made = think->percepts->tick,
                                   .message = notice->id,
                                   .bid_mm = dw_team_bid_for_room_mm(think, notice->room),
                                   .room = notice->room,
                                   .sender = notice->sender};
    if (mind->notice->deadline != 0 || !is_free(mind, think, &offer)) {
        return; /* A device that still senses something says so again. */
    }
    *mind->notice = offer;
    dw_team_radio_say_offer(&mind->radio, DW_TASK_LOOK, offer.room, offer.bid_mm);
}

void dw_reference_heed_notices(dw_reference_mind *mind, const dw_think *think)
{
    dw_notice_offer *offer = mind->notice;
    for (uint8_t i = 0; i < think->percepts->heard_count; i++) {
        const dw_radio_message *message = &think->percepts->heard[i];
        if (message->kind == DW_RADIO_NOTICE) {
            hear_notice(mind, think, message);
        } else if (message->kind == DW_RADIO_OFFER) {
            dw_notice_offer_hear(offer, think, message);
        }
    }
    if (offer->deadline == 0 || think->percepts->tick < offer->deadline) {
        return;
    }
    offer->deadline = 0;
    if (!offer->outbid && is_free(mind, think, offer)) {
        dw_search_reopen(&mind->search, offer->room); /* Somebody may be there now. */
        dw_reference_search_from(mind, think, offer->room,
                                 (dw_goal_trigger){DW_CAUSE_MESSAGE, offer->message});
    }
}
