/* answers.c - what a report makes of a guard (server/RULES.md 4.15 to 4.20, 4.37, 4.38, 4.86):
 * which report is its own to answer, and how it answers. */
#include "server/mind/brains/reference_mind.h"
#include "server/mind/team/cutoff.h"

#include <string.h>

/* The guard is about that already: a second report changes nothing. */
static bool is_on_it(const dw_reference_mind *mind, const dw_percepts *percepts,
                     const dw_radio_message *report)
{
    switch ((dw_goal)mind->goal) {
    case DW_GOAL_INTERCEPT:
    case DW_GOAL_LIE_IN_WAIT:
        return mind->task.order.room == report->room;
    case DW_GOAL_SEARCH:
        return percepts->room == report->room && dw_search_room(&mind->search) == report->room;
    case DW_GOAL_LAST_KNOWN:
        return mind->quarry == report->slot && percepts->room == report->room;
    default:
        return false;
    }
}

void dw_reference_keep_border(dw_reference_mind *mind, const dw_think *think,
                              const dw_intercept_order *order, dw_goal_trigger cause)
{
    const dw_brain_setup *setup = think->setup;
    const uint16_t door =
        dw_zones_border(setup->zones, setup->map, setup->nav, setup->guard, order->room);
    if (door == DW_NONE) {
        if (mind->goal != DW_GOAL_PATROL) {
            dw_reference_resume_patrol(mind, think, cause);
        }
        return;
    }
    dw_errand errand = dw_reference_errand(mind, DW_GOAL_LIE_IN_WAIT, cause);
    errand.form = DW_ERRAND_KEEPS;
    errand.door = door;
    errand.order = *order;
    dw_reference_take(mind, think, &errand);
}

void dw_reference_obey(dw_reference_mind *mind, const dw_think *think,
                       const dw_radio_message *report)
{
    if (is_on_it(mind, think->percepts, report)) {
        return;
    }
    dw_search_reopen(&mind->search, report->room); /* The intruder is there now. */
    if (think->setup->rules->strategy.answer == DW_ANSWER_CALL &&
        think->percepts->room != report->room) {
        return; /* The reporter calls out what there is to do. */
    }
    mind->quarry = report->slot;
    if (think->percepts->room == report->room) {
        dw_reference_search_from(mind, think, report->room, dw_reference_told(report));
        return;
    }
    dw_intercept_order order = dw_intercept_order_of(report);
    int32_t answer = think->setup->rules->strategy.answer;
    if (think->setup->zones != NULL) {
        if (!dw_hunts_in(think->setup, report->room)) {
            dw_reference_keep_border(mind, think, &order, dw_reference_told(report));
            return;
        }
        answer = DW_ANSWER_GO;
    }
    if (answer == DW_ANSWER_CUTOFF) {
        uint16_t doors[DW_RADIO_DOORS_MAX];
        const uint8_t count = dw_cutoff_doors(think, report, doors);
        if (count > 0) {
            order.door_count = count;
            memcpy(order.doors, doors, count * sizeof doors[0]);
        }
    } else if (answer == DW_ANSWER_RANDOM) {
        dw_intercept_draw_doors(&mind->task, think->setup->map, &order);
    } else if (answer == DW_ANSWER_GO) {
        order.door_count = 0;
    }
    const bool waits =
        answer == DW_ANSWER_INTERCEPT && think->setup->map->rooms[report->room].door_count == 1;
    dw_errand errand = dw_reference_errand(mind, waits ? DW_GOAL_LIE_IN_WAIT : DW_GOAL_INTERCEPT,
                                           dw_reference_told(report));
    errand.order = order;
    dw_reference_take(mind, think, &errand);
}

void dw_reference_follow_order(dw_reference_mind *mind, const dw_think *think,
                               const dw_radio_message *order)
{
    if (order->receiver != mind->setup.guard + 1u || order->room == DW_NONE) {
        return;
    }
    dw_search_reopen(&mind->search, order->room);
    mind->quarry = order->slot;
    if (think->percepts->room == order->room) {
        dw_search_stop(&mind->search);
        dw_mover_stop(&mind->mover);
        dw_reference_search_from(mind, think, order->room, dw_reference_told(order));
        return;
    }
    dw_errand errand = dw_reference_errand(mind, DW_GOAL_INTERCEPT, dw_reference_told(order));
    errand.order = (dw_intercept_order){.sent = order->sent, .room = order->room};
    dw_reference_take(mind, think, &errand);
}

/* Which of the intruders that others have reported lately is this guard's, or DW_SLOT_NONE.
 * Reporters keep their own target; the others but devices divide the rest in turn, by the order of
 * guards and slots, which needs no further messages. */
static uint8_t share_of(const dw_reference_mind *mind, uint32_t tick)
{
    const uint32_t lately = (uint32_t)mind->setup.rules->claim_ticks;
    uint8_t slots[DW_INTRUDERS_MAX];
    uint32_t count = 0;
    uint64_t tellers = 0;
    for (uint32_t left = mind->beliefs.known; left != 0; left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        const dw_belief *belief = &mind->beliefs.of[s];
        if (belief->source == DW_BELIEF_TOLD && tick - belief->tick < lately) {
            slots[count++] = (uint8_t)s;
            tellers |= UINT64_C(1) << belief->told_by;
        }
    }
    if (count == 0) {
        return DW_SLOT_NONE;
    }
    const uint64_t before = (UINT64_C(1) << mind->setup.guard) - 1;
    const uint64_t hunters = dw_guards_with_bodies(mind->setup.map, mind->setup.rules->kinds);
    const uint32_t turn = (uint32_t)__builtin_popcountll(hunters & ~tellers & before);
    return slots[turn % count];
}

/* A report that tells the guard more than it has sensed itself. */
static bool tells_more(const dw_reference_mind *mind, const dw_radio_message *message)
{
    return message->kind == DW_RADIO_REPORT &&
           mind->beliefs.of[message->slot].source == DW_BELIEF_TOLD;
}

/* The report of this tick that the guard acts on, or NULL: that of its share; of others the nearest
 * room, unless it is after its share already. A newer belief of its own counts for more. */
static const dw_radio_message *choose_report(const dw_reference_mind *mind, const dw_think *think)
{
    const dw_percepts *percepts = think->percepts;
    const uint8_t share = share_of(mind, percepts->tick);
    const bool is_after_it = mind->goal != DW_GOAL_PATROL && mind->quarry == share;
    const dw_radio_message *nearest = NULL;
    int32_t nearest_bid = 0;
    for (uint8_t i = 0; i < percepts->heard_count; i++) {
        const dw_radio_message *message = &percepts->heard[i];
        if (!tells_more(mind, message)) {
            continue;
        }
        if (message->slot == share) {
            return message;
        }
        const int32_t bid = dw_team_bid_for_room_mm(think, message->room);
        if (!is_after_it && (nearest == NULL || bid < nearest_bid)) {
            nearest = message;
            nearest_bid = bid;
        }
    }
    return nearest;
}

/* The same for a guard with a zone: a report from its zone goes before all others, and a guard that
 * hunts there breaks off only for the intruder that it hunts. */
static const dw_radio_message *choose_zone_report(const dw_reference_mind *mind,
                                                  const dw_think *think)
{
    const dw_percepts *percepts = think->percepts;
    const bool hunts = mind->goal != DW_GOAL_PATROL && mind->goal != DW_GOAL_LIE_IN_WAIT;
    const dw_radio_message *chosen = NULL;
    for (uint8_t i = 0; i < percepts->heard_count; i++) {
        const dw_radio_message *message = &percepts->heard[i];
        if (!tells_more(mind, message)) {
            continue;
        }
        if (dw_hunts_in(think->setup, message->room)) {
            return message;
        }
        chosen = !hunts || message->slot == mind->quarry ? message : chosen;
    }
    return chosen;
}

void dw_reference_answer(dw_reference_mind *mind, const dw_think *think)
{
    const dw_radio_message *due = dw_contracts_due_answer(mind->contracts, think);
    const dw_radio_message *report =
        think->setup->zones != NULL ? choose_zone_report(mind, think) : choose_report(mind, think);
    if (report != NULL && think->setup->rules->strategy.answerers_max > 0 &&
        report->room != think->percepts->room) {
        if (!is_on_it(mind, think->percepts, report)) {
            const int32_t busy = mind->goal == DW_GOAL_PATROL ? 0 : DW_REFERENCE_BUSY_MM;
            dw_contracts_offer_answer(mind->contracts, think, &mind->radio, report,
                                      dw_team_bid_for_room_mm(think, report->room) + busy);
        }
        report = NULL;
    }
    if (report != NULL || due != NULL) {
        dw_reference_obey(mind, think, report != NULL ? report : due);
    }
}
