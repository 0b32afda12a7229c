/* explain.c - the mind of a `reference` guard as a structure and a sentence: what spectators, the
 * log and the lab read. */
#include "common/base/check.h"
#include "server/mind/brains/mind.h"

#include <stdio.h>

_Static_assert((int)DW_SEARCH_PIECES_MAX <= (int)DW_MIND_PIECES_MAX, "all are told");

static const char *room_name(const dw_mind *mind, uint16_t room)
{
    return room != DW_NONE ? mind->setup.map->rooms[room].name : "?";
}

static void tell_reason(const dw_mind *mind, dw_mind_view *out)
{
    const size_t size = sizeof out->sentence;
    const unsigned who = mind->quarry + 1u;
    const char *room = room_name(mind, out->room);
    switch ((dw_goal)mind->goal) {
    case DW_GOAL_CHASE:
        (void)snprintf(out->sentence, size, "Has intruder %u in %s.", who, room);
        break;
    case DW_GOAL_INTERCEPT:
        (void)snprintf(out->sentence, size, "Heads intruder %u off on the way out of %s.", who,
                       room);
        break;
    case DW_GOAL_LIE_IN_WAIT:
        (void)snprintf(out->sentence, size, "Intruder %u has to come out of %s here.", who, room);
        break;
    case DW_GOAL_LAST_KNOWN:
        (void)snprintf(out->sentence, size, "Had intruder %u last in %s.", who, room);
        break;
    case DW_GOAL_SEARCH:
        (void)snprintf(out->sentence, size, "Searches %s, %u spots left.", room, mind->search.left);
        break;
    case DW_GOAL_PATROL:
    case DW_GOAL_COUNT:
        (void)snprintf(out->sentence, size, "His rounds%s: %s.",
                       mind->beliefs.agitation > 0 ? ", on the alert" : "", room);
        break;
    }
}

static uint16_t room_of_goal(const dw_mind *mind)
{
    switch ((dw_goal)mind->goal) {
    case DW_GOAL_CHASE:
    case DW_GOAL_LAST_KNOWN:
        return mind->beliefs.of[mind->quarry].room;
    case DW_GOAL_INTERCEPT:
    case DW_GOAL_LIE_IN_WAIT:
        return mind->task.order.room;
    case DW_GOAL_SEARCH:
        return dw_search_room(&mind->search);
    case DW_GOAL_PATROL:
    case DW_GOAL_COUNT:
        break;
    }
    return dw_patrol_room(&mind->patrol, &mind->setup);
}

static void tell_beliefs(const dw_mind *mind, dw_mind_view *out)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const dw_belief *belief = &mind->beliefs.of[s];
        if (belief->source == DW_BELIEF_NONE) {
            continue;
        }
        out->intruders[out->intruder_count++] = (dw_mind_intruder){
            .slot = (uint8_t)s,
            .source = belief->source,
            .told_by = belief->source == DW_BELIEF_TOLD ? (uint8_t)(belief->told_by + 1) : 0,
            .confidence = dw_belief_confidence(belief, mind->tick),
            .room = belief->room,
            .tick = belief->tick,
            .place = belief->place,
        };
    }
}

static uint16_t door_of_goal(const dw_mind *mind)
{
    const bool at_door = mind->goal == DW_GOAL_INTERCEPT || mind->goal == DW_GOAL_LIE_IN_WAIT;
    return at_door ? mind->task.door : (uint16_t)DW_NONE;
}

/* What of the room he has looked behind, and which rooms he need not search again. */
static void tell_search(const dw_mind *mind, dw_mind_view *out)
{
    const dw_search *search = &mind->search;
    dw_search_explain(search, out);
    for (uint8_t i = 0; i < search->piece_count && search->phase != DW_SEARCH_NOTHING; i++) {
        out->pieces[out->piece_count++] = (dw_mind_piece){search->pieces[i], search->sides[i]};
    }
    for (uint16_t room = 0;
         room < mind->setup.map->room_count && out->clear_count < DW_MIND_ROOMS_MAX; room++) {
        if (dw_search_is_fresh(search, mind->setup.rules, room, mind->tick)) {
            out->clear[out->clear_count++] = (dw_mind_room){room, search->searched_tick[room]};
        }
    }
}

void dw_mind_explain(const dw_mind *mind, dw_mind_view *explanation)
{
    static const char *const goals[DW_GOAL_COUNT] = {
        [DW_GOAL_PATROL] = "patrol",         [DW_GOAL_CHASE] = "chase",
        [DW_GOAL_INTERCEPT] = "head off",    [DW_GOAL_LIE_IN_WAIT] = "lie in wait",
        [DW_GOAL_LAST_KNOWN] = "last place", [DW_GOAL_SEARCH] = "search",
    };
    static const char *const substitutes[] = {
        [DW_MOVER_WALKS] = "",
        [DW_MOVER_WAITS] = "waits for a doorway",
        [DW_MOVER_SIDE_STEPS] = "steps aside",
        [DW_MOVER_LEAVES_DOORWAY] = "leaves the doorway",
        [DW_MOVER_GETS_UNSTUCK] = "gets unstuck",
    };
    DW_CHECK(mind->goal < DW_GOAL_COUNT);
    *explanation = (dw_mind_view){.room = room_of_goal(mind), .door = door_of_goal(mind)};
    (void)snprintf(explanation->goal, sizeof explanation->goal, "%s", goals[mind->goal]);
    tell_reason(mind, explanation);
    dw_mover_explain(&mind->mover, explanation);
    explanation->cause = mind->cause;
    explanation->cause_id = mind->cause_id;
    explanation->since = mind->since;
    (void)snprintf(explanation->doing, sizeof explanation->doing, "%s",
                   substitutes[mind->mover.note]);
    explanation->agitation = mind->beliefs.agitation;
    tell_beliefs(mind, explanation);
    tell_search(mind, explanation);
}
