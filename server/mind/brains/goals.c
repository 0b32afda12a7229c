/* goals.c - which goal applies (server/RULES.md 5.2 to 5.5): what a sighting, a loss, a message or
 * the end of the last goal makes of it. */
#include "common/base/check.h"
#include "server/mind/brains/reference_mind.h"

enum { FRESH_TICKS = 600 }; /* How long a guard remembers another intruder that it saw meanwhile. */

/* What the guard was after is in another guard's zone. */
static void return_to_border(dw_reference_mind *mind, const dw_think *think, dw_cause cause)
{
    const dw_intercept_order order = {.sent = think->percepts->tick, .room = mind->duty->room};
    dw_reference_keep_border(mind, think, &order, dw_reference_now(cause, think));
}

static void hear_clear(dw_reference_mind *mind, const dw_think *think,
                       const dw_radio_message *message)
{
    dw_search_note(&mind->search, message->room, message->sent);
    if (mind->goal == DW_GOAL_LIE_IN_WAIT && mind->task.order.room == message->room &&
        mind->task.order.sent < message->sent) {
        dw_reference_resume_patrol(mind, think, dw_reference_told(message));
    } else if (mind->goal == DW_GOAL_SEARCH && dw_search_room(&mind->search) == message->room &&
               (dw_reference_searches_apart(think) || think->percepts->room != message->room)) {
        dw_reference_search_on(mind, think, dw_reference_told(message));
    }
}

static void hear_claim(dw_reference_mind *mind, const dw_think *think,
                       const dw_radio_message *message)
{
    dw_team_radio_hear_claim(&mind->radio, message);
    dw_reference_leave_to_nearer(mind, think, message);
    const bool has_begun = mind->errand == NULL || !mind->errand->fresh;
    if (mind->goal == DW_GOAL_INTERCEPT && has_begun &&
        dw_intercept_is_outbid(&mind->task, &mind->radio, think->setup)) {
        dw_errand errand = dw_reference_errand(mind, DW_GOAL_INTERCEPT, dw_reference_told(message));
        errand.order = mind->task.order;
        dw_reference_take(mind, think, &errand);
        return;
    }
    const uint16_t room =
        mind->goal == DW_GOAL_SEARCH ? dw_search_room(&mind->search) : (uint16_t)DW_NONE;
    const bool may_leave = dw_reference_searches_apart(think) ||
                           (room != think->percepts->room && mind->search.at > 0);
    if (room != DW_NONE && may_leave &&
        dw_team_radio_is_taken(&mind->radio, think->setup, &mind->search_bid)) {
        dw_reference_search_on(mind, think, dw_reference_told(message));
    }
}

/* To the last known position of the quarry. */
static void go_to_last_known(dw_reference_mind *mind, const dw_think *think, dw_goal_trigger cause)
{
    const dw_errand errand = dw_reference_errand(mind, DW_GOAL_LAST_KNOWN, cause);
    dw_reference_take(mind, think, &errand);
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
        go_to_last_known(mind, think, cause);
    } else {
        dw_reference_resume_patrol(mind, think, cause);
    }
}

static void hear(dw_reference_mind *mind, const dw_think *think, bool sees_somebody)
{
    for (uint8_t i = 0; i < think->percepts->heard_count; i++) {
        const dw_radio_message *message = &think->percepts->heard[i];
        if (message->kind == DW_RADIO_REQUEST && message->conversation == 0) {
            if (!sees_somebody && mind->goal != DW_GOAL_HOLD) {
                dw_reference_follow_order(mind, think, message);
            }
            continue;
        }
        if (dw_reference_has_contracts(think)) {
            dw_sectors_hear(mind, think, message);
        }
        switch ((dw_radio_kind)message->kind) {
        case DW_RADIO_REPORT:
            dw_reference_sensitise(mind, think);
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
            dw_reference_sensitise(mind, think);
            drop_quarry(mind, think, message->slot, dw_reference_told(message));
            break;
        case DW_RADIO_OFFER:
        case DW_RADIO_HOLDS:
            dw_contracts_hear(mind->contracts, think, message);
            break;
        case DW_RADIO_MISSING:
            dw_reference_sensitise(mind, think);
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
    if (!sees_somebody && mind->goal != DW_GOAL_HOLD &&
        dw_reference_accepts(mind, DW_GOAL_INTERCEPT)) {
        dw_reference_answer(mind, think);
    }
}

/* The exit or the objective, for a guard that has nothing more urgent to do. */
static void hold(dw_reference_mind *mind, const dw_think *think)
{
    if (mind->goal == DW_GOAL_HOLD) {
        if (!dw_contracts_keep_post(mind->contracts, think, &mind->radio,
                                    (dw_task)mind->hold->task)) {
            dw_reference_resume_patrol(mind, think, dw_reference_now(DW_CAUSE_DONE, think));
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
        dw_errand errand =
            dw_reference_errand(mind, DW_GOAL_HOLD, dw_reference_now(DW_CAUSE_DONE, think));
        errand.quarry = DW_SLOT_NONE;
        errand.task = (uint8_t)task;
        errand.room = room;
        errand.middle = middle;
        dw_reference_take(mind, think, &errand);
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
            dw_reference_resume_patrol(mind, think, dw_reference_now(DW_CAUSE_ARRIVAL, think));
        }
        if (goes) {
            dw_reference_obey(mind, think, &row);
        }
        return;
    }
    const bool is_free =
        mind->goal == DW_GOAL_PATROL || (mind->goal == DW_GOAL_SEARCH && mind->search.at > 0);
    if (is_free && dw_board_duty_is_due(notes)) {
        dw_errand errand =
            dw_reference_errand(mind, DW_GOAL_BOARD, dw_reference_now(DW_CAUSE_DONE, think));
        errand.order = (dw_intercept_order){.sent = think->percepts->tick,
                                            .room = dw_map_board(think->setup->map)};
        dw_reference_take(mind, think, &errand);
    }
}

/* The chased intruder is no longer sensed. */
static void lose(dw_reference_mind *mind, const dw_think *think)
{
    if (mind->beliefs.of[mind->quarry].source == DW_BELIEF_NONE) {
        dw_reference_resume_patrol(mind, think, dw_reference_now(DW_CAUSE_CAUGHT, think));
    } else {
        go_to_last_known(mind, think, dw_reference_now(DW_CAUSE_LOST, think));
        if (dw_reference_has_contracts(think)) {
            dw_sectors_lose(mind, think, &mind->beliefs.of[mind->quarry]);
        }
    }
}

void dw_reference_chase(dw_reference_mind *mind, const dw_think *think,
                        const dw_percept_intruder *target)
{
    dw_search_stop(&mind->search);
    dw_search_reopen(&mind->search, target->room);
    if (mind->goal != DW_GOAL_CHASE) {
        dw_mover_drop_substitute(&mind->mover);
    }
    if (mind->goal != DW_GOAL_CHASE || mind->quarry != target->slot) {
        mind->quarry = target->slot;
        dw_reference_set_goal(mind, think, DW_GOAL_CHASE,
                              dw_reference_now(DW_CAUSE_SIGHTING, think));
    }
}

const dw_percept_intruder *dw_reference_choose_goal(dw_reference_mind *mind, const dw_think *think)
{
    const uint16_t caught = think->percepts->caught;
    for (uint32_t s = 0; caught != 0 && s < DW_INTRUDERS_MAX; s++) {
        if ((caught >> s & 1) != 0) {
            dw_team_radio_say_caught(&mind->radio, &mind->beliefs, (uint8_t)s);
            if (dw_reference_has_contracts(think)) {
                dw_sectors_end_calls(mind->net, (uint8_t)s);
            }
            drop_quarry(mind, think, s, dw_reference_now(DW_CAUSE_CAUGHT, think));
        }
    }
    const dw_percept_intruder *target = dw_chase_begin(&mind->chase, think);
    if (target != NULL || caught != 0) {
        dw_reference_sensitise(mind, think);
    }
    if (target != NULL && think->setup->zones != NULL &&
        !dw_zone_duty_chases(mind->duty, think, &mind->radio, target)) {
        target = NULL;
        if (mind->goal == DW_GOAL_CHASE) {
            return_to_border(mind, think, DW_CAUSE_DONE);
        }
    }
    if (target != NULL && mind->errand == NULL) {
        dw_reference_chase(mind, think, target);
    } else if (target != NULL && dw_reference_accepts(mind, DW_GOAL_CHASE)) {
        mind->goal = DW_GOAL_CHASE; /* What it is about to do. */
        mind->quarry = target->slot;
    } else if (target == NULL && mind->goal == DW_GOAL_CHASE) {
        lose(mind, think);
    }
    dw_contracts_miss(mind->contracts, think, &mind->radio, &mind->beliefs);
    const bool hunts = mind->goal == DW_GOAL_LAST_KNOWN || mind->goal == DW_GOAL_SEARCH;
    if (hunts && think->setup->zones != NULL && dw_zone_duty_is_late(mind->duty, think)) {
        return_to_border(mind, think, DW_CAUSE_TIMER);
        dw_zone_duty_reset(mind->duty);
    }
    hear(mind, think, target != NULL);
    if (target == NULL && think->setup->rules->strategy.board != 0 &&
        dw_reference_accepts(mind, DW_GOAL_BOARD)) {
        look_after_board(mind, think);
    }
    if (target == NULL && dw_strategy_makes_offers(&think->setup->rules->strategy) != 0 &&
        dw_reference_accepts(mind, DW_GOAL_HOLD)) {
        hold(mind, think);
    }
    if (dw_reference_has_contracts(think)) {
        dw_sectors_think(mind, think);
    }
    dw_reference_heed_hints(mind, think);
    return target;
}
