/* goals.c - which goal applies (server/RULES.md 5.2 to 5.5): what a sighting, a loss, a message or
 * the end of the goal before make of it. */
#include "common/base/check.h"
#include "server/mind/brains/mind.h"

enum { FRESH_TICKS = 600 }; /* So long he does not forget another whom he saw meanwhile. */

static void set_goal(dw_mind *mind, dw_goal goal, dw_cause cause, uint32_t cause_id, uint32_t tick)
{
    mind->goal = (uint8_t)goal;
    mind->cause = (uint8_t)cause;
    mind->cause_id = cause_id;
    mind->since = tick;
}

/* Back to the patrol where it was broken off. */
static void resume_patrol(dw_mind *mind, const dw_percepts *percepts, dw_cause cause,
                          uint32_t cause_id)
{
    mind->quarry = DW_SLOT_NONE;
    mind->search.phase = DW_SEARCH_NOTHING;
    dw_patrol_resume(&mind->patrol);
    dw_team_radio_forget_rooms(&mind->radio);
    set_goal(mind, DW_GOAL_PATROL, cause, cause_id, percepts->tick);
}

static int32_t bid_for_room(const dw_mind *mind, const dw_percepts *percepts, uint16_t room)
{
    const dw_vec middle = dw_rect_centre(mind->setup.map->rooms[room].area);
    return dw_distance(percepts->position, middle) / DW_UNITS_PER_MM;
}

void dw_mind_search_on(dw_mind *mind, const dw_percepts *percepts, dw_cause cause,
                       uint32_t cause_id)
{
    while (dw_search_next(&mind->search, &mind->setup, percepts->tick)) {
        const uint16_t room = dw_search_room(&mind->search);
        const dw_team_bid bid = {.door = DW_NONE,
                                 .room = room,
                                 .bid_mm = bid_for_room(mind, percepts, room),
                                 .tick = percepts->tick};
        mind->search_bid = bid;
        if (room == percepts->room) {
            return;
        }
        if (!dw_team_radio_is_taken(&mind->radio, &mind->setup, &bid)) {
            dw_team_radio_say_takes(&mind->radio, &bid);
            return;
        }
    }
    resume_patrol(mind, percepts, cause, cause_id);
}

void dw_mind_search_from(dw_mind *mind, const dw_percepts *percepts, uint16_t room, dw_cause cause)
{
    set_goal(mind, DW_GOAL_SEARCH, cause, percepts->tick, percepts->tick);
    dw_search_list(&mind->search, &mind->setup, room);
    dw_mind_search_on(mind, percepts, cause, percepts->tick);
}

/* He is about that already: a second voice changes nothing. */
static bool is_on_it(const dw_mind *mind, const dw_percepts *percepts,
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

/* Who hears a report and sees no intruder himself breaks off what he does. */
static void obey(dw_mind *mind, const dw_percepts *percepts, const dw_radio_message *report)
{
    if (is_on_it(mind, percepts, report)) {
        return;
    }
    mind->quarry = report->slot;
    if (percepts->room == report->room) {
        set_goal(mind, DW_GOAL_SEARCH, DW_CAUSE_MESSAGE, report->id, percepts->tick);
        dw_search_list(&mind->search, &mind->setup, report->room);
        dw_search_reopen(&mind->search, report->room); /* He is there now, whoever looked before. */
        dw_mind_search_on(mind, percepts, DW_CAUSE_MESSAGE, report->id);
        return;
    }
    dw_search_reopen(&mind->search, report->room);
    mind->search.phase = DW_SEARCH_NOTHING;
    dw_mover_stop(&mind->mover);
    if (mind->setup.map->rooms[report->room].door_count == 1) {
        set_goal(mind, DW_GOAL_LIE_IN_WAIT, DW_CAUSE_MESSAGE, report->id, percepts->tick);
        dw_intercept_ambush(&mind->task, &mind->setup, report);
    } else {
        set_goal(mind, DW_GOAL_INTERCEPT, DW_CAUSE_MESSAGE, report->id, percepts->tick);
        dw_intercept_begin(&mind->task, &mind->radio, &mind->setup, percepts, report);
    }
}

static void hear_clear(dw_mind *mind, const dw_percepts *percepts, const dw_radio_message *message)
{
    dw_search_note(&mind->search, message->room, message->sent);
    if (mind->goal == DW_GOAL_LIE_IN_WAIT && mind->task.order.room == message->room &&
        mind->task.order.sent < message->sent) {
        resume_patrol(mind, percepts, DW_CAUSE_MESSAGE, message->id);
    } else if (mind->goal == DW_GOAL_SEARCH && percepts->room != message->room &&
               dw_search_room(&mind->search) == message->room) {
        dw_mind_search_on(mind, percepts, DW_CAUSE_MESSAGE, message->id);
    }
}

static void hear_claim(dw_mind *mind, const dw_percepts *percepts, const dw_radio_message *message)
{
    dw_team_radio_hear_claim(&mind->radio, message);
    if (mind->goal == DW_GOAL_INTERCEPT &&
        dw_intercept_is_outbid(&mind->task, &mind->radio, &mind->setup)) {
        const dw_radio_message order = mind->task.order;
        set_goal(mind, DW_GOAL_INTERCEPT, DW_CAUSE_MESSAGE, message->id, percepts->tick);
        dw_mover_stop(&mind->mover);
        dw_intercept_begin(&mind->task, &mind->radio, &mind->setup, percepts, &order);
        return;
    }
    const uint16_t room =
        mind->goal == DW_GOAL_SEARCH ? dw_search_room(&mind->search) : (uint16_t)DW_NONE;
    if (room != DW_NONE && room != percepts->room && mind->search.at > 0 &&
        dw_team_radio_is_taken(&mind->radio, &mind->setup, &mind->search_bid)) {
        dw_mind_search_on(mind, percepts, DW_CAUSE_MESSAGE, message->id);
    }
}

/* To where he had his quarry last. */
static void go_where_he_was(dw_mind *mind, const dw_percepts *percepts, dw_cause cause,
                            uint32_t cause_id)
{
    const dw_belief *belief = &mind->beliefs.of[mind->quarry];
    set_goal(mind, DW_GOAL_LAST_KNOWN, cause, cause_id, percepts->tick);
    dw_mover_go(&mind->mover, dw_last_known(&mind->setup, belief, percepts->room));
}

/* The one whom he has seen or felt last, lately, and whose room nobody has searched since; else
 * DW_SLOT_NONE. */
static uint8_t whom_else(const dw_mind *mind, const dw_percepts *percepts)
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

/* Somebody is caught: there is no more to do about him. */
static void drop_quarry(dw_mind *mind, const dw_percepts *percepts, uint32_t slot, dw_cause cause,
                        uint32_t cause_id)
{
    dw_beliefs_forget(&mind->beliefs, slot);
    dw_team_radio_forget_report(&mind->radio, slot);
    if (mind->goal == DW_GOAL_PATROL || mind->quarry != slot) {
        return;
    }
    const uint8_t other = whom_else(mind, percepts);
    if (other != DW_SLOT_NONE) {
        mind->quarry = other;
        mind->search.phase = DW_SEARCH_NOTHING;
        go_where_he_was(mind, percepts, cause, cause_id);
    } else {
        resume_patrol(mind, percepts, cause, cause_id);
    }
}

/* Of the intruders whom others have reported lately the one who is his, or DW_SLOT_NONE. Who has
 * reported is about his own; the rest share them by turns, in order of guards and slots, so that
 * all who have heard the same split without a word. */
static uint8_t share_of(const dw_mind *mind, uint32_t tick)
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

/* The report of this tick that he acts on: that of his share; of others the nearest room, unless
 * he is after his share already. His own news, if newer, counts for more. NULL: none. */
static const dw_radio_message *choose_report(const dw_mind *mind, const dw_percepts *percepts)
{
    const uint8_t share = share_of(mind, percepts->tick);
    const bool is_after_it = mind->goal != DW_GOAL_PATROL && mind->quarry == share;
    const dw_radio_message *nearest = NULL;
    int32_t nearest_bid = 0;
    for (uint8_t i = 0; i < percepts->heard_count; i++) {
        const dw_radio_message *message = &percepts->heard[i];
        if (message->kind != DW_RADIO_REPORT ||
            mind->beliefs.of[message->slot].source != DW_BELIEF_TOLD) {
            continue;
        }
        if (message->slot == share) {
            return message;
        }
        const int32_t bid = bid_for_room(mind, percepts, message->room);
        if (!is_after_it && (nearest == NULL || bid < nearest_bid)) {
            nearest = message;
            nearest_bid = bid;
        }
    }
    return nearest;
}

static void hear(dw_mind *mind, const dw_percepts *percepts, bool sees_somebody)
{
    for (uint8_t i = 0; i < percepts->heard_count; i++) {
        const dw_radio_message *message = &percepts->heard[i];
        switch ((dw_radio_kind)message->kind) {
        case DW_RADIO_REPORT:
            dw_beliefs_hear(&mind->beliefs, &mind->setup, message);
            break;
        case DW_RADIO_CLEAR:
            hear_clear(mind, percepts, message);
            break;
        case DW_RADIO_TAKES:
            hear_claim(mind, percepts, message);
            break;
        case DW_RADIO_CAUGHT:
            drop_quarry(mind, percepts, message->slot, DW_CAUSE_MESSAGE, message->id);
            break;
        case DW_RADIO_NONE:
        case DW_RADIO_KIND_COUNT:
            break;
        }
    }
    const dw_radio_message *order = sees_somebody ? NULL : choose_report(mind, percepts);
    if (order != NULL) {
        obey(mind, percepts, order);
    }
}

/* Whom he chased he no longer senses. */
static void lose(dw_mind *mind, const dw_percepts *percepts)
{
    if (mind->beliefs.of[mind->quarry].source == DW_BELIEF_NONE) {
        resume_patrol(mind, percepts, DW_CAUSE_CAUGHT, percepts->tick);
        return;
    }
    go_where_he_was(mind, percepts, DW_CAUSE_LOST, percepts->tick);
}

const dw_percept_intruder *dw_mind_choose_goal(dw_mind *mind, const dw_percepts *percepts)
{
    for (uint32_t s = 0; percepts->caught != 0 && s < DW_INTRUDERS_MAX; s++) {
        if ((percepts->caught >> s & 1) != 0) {
            dw_team_radio_say_caught(&mind->radio, &mind->beliefs, (uint8_t)s);
            drop_quarry(mind, percepts, s, DW_CAUSE_CAUGHT, percepts->tick);
        }
    }
    const dw_percept_intruder *target = dw_chase_choose(&mind->chase, mind->setup.rules, percepts);
    if (target != NULL) {
        mind->search.phase = DW_SEARCH_NOTHING;
        dw_search_reopen(&mind->search, target->room);
        if (mind->goal != DW_GOAL_CHASE) {
            dw_mover_drop_substitute(&mind->mover);
        }
        if (mind->goal != DW_GOAL_CHASE || mind->quarry != target->slot) {
            mind->quarry = target->slot;
            set_goal(mind, DW_GOAL_CHASE, DW_CAUSE_SIGHTING, percepts->tick, percepts->tick);
        }
    } else if (mind->goal == DW_GOAL_CHASE) {
        lose(mind, percepts);
    }
    hear(mind, percepts, target != NULL);
    return target;
}
