/* goals.c - which goal applies (server/RULES.md 5.2 to 5.5): what a sighting, a loss, a message or
 * the end of the last goal makes of it. */
#include "common/base/check.h"
#include "server/mind/brains/reference_mind.h"
#include "server/mind/team/cutoff.h"

#include <string.h>

enum { FRESH_TICKS = 600 }; /* How long a guard remembers another intruder that it saw meanwhile. */

static dw_goal_trigger now(dw_cause kind, const dw_think *think)
{
    return (dw_goal_trigger){kind, think->percepts->tick};
}

static dw_goal_trigger told(const dw_radio_message *message)
{
    return (dw_goal_trigger){DW_CAUSE_MESSAGE, message->id};
}

void dw_reference_resume_patrol(dw_reference_mind *mind, const dw_think *think,
                                dw_goal_trigger cause)
{
    mind->quarry = DW_SLOT_NONE;
    dw_search_stop(&mind->search);
    dw_patrol_begin(&mind->patrol);
    dw_team_radio_forget_rooms(&mind->radio);
    dw_reference_set_goal(mind, think, DW_GOAL_PATROL, cause);
}

static int32_t bid_for_room(const dw_think *think, uint16_t room)
{
    const dw_vec middle = dw_rect_centre(think->setup->map->rooms[room].area);
    return dw_team_bid_mm(think, middle);
}

static bool searches_apart(const dw_think *think)
{
    return think->setup->rules->strategy.search_apart != 0;
}

static void list_rooms(dw_reference_mind *mind, const dw_think *think, uint16_t room)
{
    dw_search_list(&mind->search, think->setup, room);
    if (searches_apart(think) ||
        dw_strategy_has_come_to(think->setup->rules->strategy.thorough_agitation,
                                mind->beliefs.agitation)) {
        dw_search_list_adjoining(&mind->search, think->setup);
    }
}

static bool has_contracts(const dw_think *think)
{
    return think->setup->rules->strategy.contracts != 0;
}

void dw_reference_search_on(dw_reference_mind *mind, const dw_think *think, dw_goal_trigger cause)
{
    const uint32_t tick = think->percepts->tick;
    while (dw_search_next(&mind->search, think->setup, tick)) {
        const uint16_t room = dw_search_room(&mind->search);
        const dw_team_bid bid = {
            .door = DW_NONE, .room = room, .bid_mm = bid_for_room(think, room), .tick = tick};
        mind->search_bid = bid;
        if (room == think->percepts->room && !searches_apart(think)) {
            return;
        }
        if (has_contracts(think) && dw_contract_net_is_called(mind->net, room)) {
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
    if (searches_apart(think) && held > 0 && held % half == 0) {
        dw_team_radio_say_takes(&mind->radio, &mind->search_bid, true);
    }
}

void dw_reference_search_from(dw_reference_mind *mind, const dw_think *think, uint16_t room,
                              dw_cause cause)
{
    dw_reference_set_goal(mind, think, DW_GOAL_SEARCH, now(cause, think));
    list_rooms(mind, think, room);
    dw_reference_search_on(mind, think, now(cause, think));
}

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

/* Somebody is in another guard's zone: to the door that leads there, or on patrol when none does.
 */
static void keep_border(dw_reference_mind *mind, const dw_think *think,
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
    if (mind->goal != DW_GOAL_LIE_IN_WAIT || mind->task.door != door) {
        mind->task.waits = false;
        dw_search_stop(&mind->search);
        dw_mover_stop(&mind->mover);
    }
    dw_intercept_begin_keep(&mind->task, think, &mind->radio, order, door);
    dw_reference_set_goal(mind, think, DW_GOAL_LIE_IN_WAIT, cause);
}

/* What the guard was after is in another guard's zone. */
static void return_to_border(dw_reference_mind *mind, const dw_think *think, dw_cause cause)
{
    const dw_intercept_order order = {.sent = think->percepts->tick, .room = mind->duty->room};
    keep_border(mind, think, &order, now(cause, think));
}

/* A guard that hears a report and sees no intruder itself breaks off what it does. */
static void obey(dw_reference_mind *mind, const dw_think *think, const dw_radio_message *report)
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
        dw_reference_set_goal(mind, think, DW_GOAL_SEARCH, told(report));
        list_rooms(mind, think, report->room);
        dw_reference_search_on(mind, think, told(report));
        return;
    }
    dw_intercept_order order = dw_intercept_order_of(report);
    int32_t answer = think->setup->rules->strategy.answer;
    if (think->setup->zones != NULL) {
        if (!dw_is_in_zone(think->setup, report->room)) {
            keep_border(mind, think, &order, told(report));
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
    dw_search_stop(&mind->search);
    dw_mover_stop(&mind->mover);
    if (answer == DW_ANSWER_INTERCEPT && think->setup->map->rooms[report->room].door_count == 1) {
        dw_reference_set_goal(mind, think, DW_GOAL_LIE_IN_WAIT, told(report));
        dw_intercept_begin_wait(&mind->task, think, &order);
    } else {
        dw_reference_set_goal(mind, think, DW_GOAL_INTERCEPT, told(report));
        dw_intercept_begin(&mind->task, think, &mind->radio, &order);
    }
}

static void hear_clear(dw_reference_mind *mind, const dw_think *think,
                       const dw_radio_message *message)
{
    dw_search_note(&mind->search, message->room, message->sent);
    if (mind->goal == DW_GOAL_LIE_IN_WAIT && mind->task.order.room == message->room &&
        mind->task.order.sent < message->sent) {
        dw_reference_resume_patrol(mind, think, told(message));
    } else if (mind->goal == DW_GOAL_SEARCH && dw_search_room(&mind->search) == message->room &&
               (searches_apart(think) || think->percepts->room != message->room)) {
        dw_reference_search_on(mind, think, told(message));
    }
}

static void hear_claim(dw_reference_mind *mind, const dw_think *think,
                       const dw_radio_message *message)
{
    dw_team_radio_hear_claim(&mind->radio, message);
    if (mind->goal == DW_GOAL_INTERCEPT &&
        dw_intercept_is_outbid(&mind->task, &mind->radio, think->setup)) {
        const dw_intercept_order order = mind->task.order;
        dw_reference_set_goal(mind, think, DW_GOAL_INTERCEPT, told(message));
        dw_mover_stop(&mind->mover);
        dw_intercept_begin(&mind->task, think, &mind->radio, &order);
        return;
    }
    const uint16_t room =
        mind->goal == DW_GOAL_SEARCH ? dw_search_room(&mind->search) : (uint16_t)DW_NONE;
    const bool may_leave =
        searches_apart(think) || (room != think->percepts->room && mind->search.at > 0);
    if (room != DW_NONE && may_leave &&
        dw_team_radio_is_taken(&mind->radio, think->setup, &mind->search_bid)) {
        dw_reference_search_on(mind, think, told(message));
    }
}

/* To the last known position of the quarry. */
static void go_to_last_known(dw_reference_mind *mind, const dw_think *think, dw_goal_trigger cause)
{
    const dw_belief *belief = &mind->beliefs.of[mind->quarry];
    dw_reference_set_goal(mind, think, DW_GOAL_LAST_KNOWN, cause);
    dw_last_known_begin(think, dw_last_known_position(think->setup, belief, think->percepts->room));
}

/* The intruder that the guard sensed last, if that was lately and nobody has searched the room
 * since; else DW_SLOT_NONE. */
static uint8_t next_quarry(const dw_reference_mind *mind, const dw_percepts *percepts)
{
    uint8_t best = DW_SLOT_NONE;
    for (uint32_t left = mind->beliefs.known; left != 0; left &= left - 1) {
        const uint8_t s = (uint8_t)__builtin_ctz(left);
        const dw_belief *belief = &mind->beliefs.of[s];
        const bool own = belief->source == DW_BELIEF_SEEN || belief->source == DW_BELIEF_TOUCHED;
        if (own && percepts->tick - belief->tick < FRESH_TICKS &&
            mind->search.searched_tick[belief->room] <= belief->tick &&
            (best == DW_SLOT_NONE || belief->tick > mind->beliefs.of[best].tick)) {
            best = s;
        }
    }
    return best;
}

/* The intruder is caught: there is no more to do about it. */
static void drop_quarry(dw_reference_mind *mind, const dw_think *think, uint32_t slot,
                        dw_goal_trigger cause)
{
    dw_beliefs_forget(&mind->beliefs, slot);
    dw_team_radio_forget_report(&mind->radio, slot);
    if (mind->goal == DW_GOAL_PATROL || mind->quarry != slot) {
        return;
    }
    const uint8_t other = next_quarry(mind, think->percepts);
    if (other != DW_SLOT_NONE) {
        mind->quarry = other;
        dw_search_stop(&mind->search);
        go_to_last_known(mind, think, cause);
    } else {
        dw_reference_resume_patrol(mind, think, cause);
    }
}

/* Which of the intruders that others have reported lately is this guard's, or DW_SLOT_NONE.
 * Reporters keep their own target; the others divide the rest in turn, by the order of guards and
 * slots, which needs no further messages. */
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
    const uint32_t turn = mind->setup.guard - (uint32_t)__builtin_popcountll(tellers & before);
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
        const int32_t bid = bid_for_room(think, message->room);
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
        if (dw_is_in_zone(think->setup, message->room)) {
            return message;
        }
        chosen = !hunts || message->slot == mind->quarry ? message : chosen;
    }
    return chosen;
}

/* What the guard does about reports: at once, or when the others' offers have shown that it is its
 * turn. */
static void answer(dw_reference_mind *mind, const dw_think *think)
{
    const dw_radio_message *due = dw_contracts_due_answer(mind->contracts, think);
    const dw_radio_message *report =
        think->setup->zones != NULL ? choose_zone_report(mind, think) : choose_report(mind, think);
    if (report != NULL && think->setup->rules->strategy.answerers_max > 0 &&
        report->room != think->percepts->room) {
        if (!is_on_it(mind, think->percepts, report)) {
            const int32_t busy = mind->goal == DW_GOAL_PATROL ? 0 : DW_REFERENCE_BUSY_MM;
            dw_contracts_offer_answer(mind->contracts, think, &mind->radio, report,
                                      bid_for_room(think, report->room) + busy);
        }
        report = NULL;
    }
    if (report != NULL || due != NULL) {
        obey(mind, think, report != NULL ? report : due);
    }
}

static void hear(dw_reference_mind *mind, const dw_think *think, bool sees_somebody)
{
    for (uint8_t i = 0; i < think->percepts->heard_count; i++) {
        const dw_radio_message *message = &think->percepts->heard[i];
        if (has_contracts(think)) {
            dw_sectors_hear(mind, think, message);
        }
        switch ((dw_radio_kind)message->kind) {
        case DW_RADIO_REPORT:
            dw_beliefs_hear(&mind->beliefs, think->setup, message);
            if (think->setup->zones != NULL) {
                dw_zone_duty_hear(mind->duty, think->setup, message);
            }
            break;
        case DW_RADIO_CLEAR:
            hear_clear(mind, think, message);
            break;
        case DW_RADIO_TAKES:
            hear_claim(mind, think, message);
            break;
        case DW_RADIO_CAUGHT:
            drop_quarry(mind, think, message->slot, told(message));
            break;
        case DW_RADIO_OFFER:
        case DW_RADIO_HOLDS:
            dw_contracts_hear(mind->contracts, think, message);
            break;
        case DW_RADIO_MISSING:
            dw_contracts_hear(mind->contracts, think, message);
            dw_beliefs_agitate(&mind->beliefs, message->agitation);
            break;
        case DW_RADIO_BOARD:
            if (think->setup->rules->strategy.board != 0) {
                dw_board_duty_hear(mind->notes, think);
            }
            break;
        default:
            break;
        }
    }
    if (!sees_somebody && mind->goal != DW_GOAL_HOLD) {
        answer(mind, think);
    }
}

/* The exit or the objective, for a guard that has nothing more urgent to do. */
static void hold(dw_reference_mind *mind, const dw_think *think)
{
    if (mind->goal == DW_GOAL_HOLD) {
        if (!dw_contracts_keep_post(mind->contracts, think, &mind->radio,
                                    (dw_task)mind->hold->task)) {
            dw_reference_resume_patrol(mind, think, now(DW_CAUSE_DONE, think));
        }
        return;
    }
    if (mind->goal != DW_GOAL_PATROL && mind->goal != DW_GOAL_SEARCH) {
        return;
    }
    const dw_task task =
        dw_contracts_take_post(mind->contracts, think, &mind->radio, mind->beliefs.agitation);
    uint16_t room;
    dw_vec middle;
    if (task != DW_TASK_NONE && dw_post_place(think->setup->map, task, &room, &middle)) {
        mind->quarry = DW_SLOT_NONE;
        dw_search_stop(&mind->search);
        dw_hold_begin(mind->hold, think, task, room, middle);
        dw_reference_set_goal(mind, think, DW_GOAL_HOLD, now(DW_CAUSE_DONE, think));
    }
}

/* In the guard room: writes and reads, and acts on what it has read. Elsewhere: goes there when it
 * has to, from its patrol or after the first room of a search. */
static void look_after_board(dw_reference_mind *mind, const dw_think *think)
{
    dw_board_duty *notes = mind->notes;
    notes->owed &= mind->beliefs.known; /* Nobody asks for an intruder that is caught. */
    if (think->percepts->board != NULL) {
        dw_board_duty_write(notes, think, &mind->radio, &mind->beliefs);
        dw_radio_message row;
        const bool goes = dw_board_duty_read(notes, think, &mind->beliefs, &row);
        if (mind->goal == DW_GOAL_BOARD && !dw_board_duty_is_due(notes)) {
            dw_reference_resume_patrol(mind, think, now(DW_CAUSE_ARRIVAL, think));
        }
        if (goes) {
            obey(mind, think, &row);
        }
        return;
    }
    const bool is_free =
        mind->goal == DW_GOAL_PATROL || (mind->goal == DW_GOAL_SEARCH && mind->search.at > 0);
    if (is_free && dw_board_duty_is_due(notes)) {
        const dw_intercept_order there = {.sent = think->percepts->tick,
                                          .room = dw_map_board(think->setup->map)};
        dw_search_stop(&mind->search);
        dw_mover_stop(&mind->mover);
        dw_reference_set_goal(mind, think, DW_GOAL_BOARD, now(DW_CAUSE_DONE, think));
        dw_intercept_begin(&mind->task, think, &mind->radio, &there);
    }
}

/* The chased intruder is no longer sensed. */
static void lose(dw_reference_mind *mind, const dw_think *think)
{
    if (mind->beliefs.of[mind->quarry].source == DW_BELIEF_NONE) {
        dw_reference_resume_patrol(mind, think, now(DW_CAUSE_CAUGHT, think));
    } else {
        go_to_last_known(mind, think, now(DW_CAUSE_LOST, think));
        if (has_contracts(think)) {
            dw_sectors_lose(mind, think, &mind->beliefs.of[mind->quarry]);
        }
    }
}

const dw_percept_intruder *dw_reference_choose_goal(dw_reference_mind *mind, const dw_think *think)
{
    const uint16_t caught = think->percepts->caught;
    for (uint32_t s = 0; caught != 0 && s < DW_INTRUDERS_MAX; s++) {
        if ((caught >> s & 1) != 0) {
            dw_team_radio_say_caught(&mind->radio, &mind->beliefs, (uint8_t)s);
            if (has_contracts(think)) {
                dw_sectors_end_calls(mind->net, (uint8_t)s);
            }
            drop_quarry(mind, think, s, now(DW_CAUSE_CAUGHT, think));
        }
    }
    const dw_percept_intruder *target = dw_chase_begin(&mind->chase, think);
    if (target != NULL && think->setup->zones != NULL &&
        !dw_zone_duty_chases(mind->duty, think, &mind->radio, target)) {
        target = NULL;
        if (mind->goal == DW_GOAL_CHASE) {
            return_to_border(mind, think, DW_CAUSE_DONE);
        }
    }
    if (target != NULL) {
        dw_search_stop(&mind->search);
        dw_search_reopen(&mind->search, target->room);
        if (mind->goal != DW_GOAL_CHASE) {
            dw_mover_drop_substitute(&mind->mover);
        }
        if (mind->goal != DW_GOAL_CHASE || mind->quarry != target->slot) {
            mind->quarry = target->slot;
            dw_reference_set_goal(mind, think, DW_GOAL_CHASE, now(DW_CAUSE_SIGHTING, think));
        }
    } else if (mind->goal == DW_GOAL_CHASE) {
        lose(mind, think);
    }
    dw_contracts_miss(mind->contracts, think, &mind->radio, &mind->beliefs);
    const bool hunts = mind->goal == DW_GOAL_LAST_KNOWN || mind->goal == DW_GOAL_SEARCH;
    if (hunts && think->setup->zones != NULL && dw_zone_duty_is_late(mind->duty, think)) {
        return_to_border(mind, think, DW_CAUSE_TIMER);
        dw_zone_duty_reset(mind->duty);
    }
    hear(mind, think, target != NULL);
    if (target == NULL && think->setup->rules->strategy.board != 0) {
        look_after_board(mind, think);
    }
    if (target == NULL && dw_strategy_makes_offers(&think->setup->rules->strategy) != 0) {
        hold(mind, think);
    }
    if (has_contracts(think)) {
        dw_sectors_think(mind, think);
    }
    return target;
}
