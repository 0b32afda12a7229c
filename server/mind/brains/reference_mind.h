/* reference_mind.h - the inside of the brain `reference`: which goals there are, and what each of
 * them works with. Private to server/mind; others look in through dw_mind_view. */
#ifndef DW_MIND_REFERENCE_MIND_H
#define DW_MIND_REFERENCE_MIND_H

#include "server/mind/beliefs.h"
#include "server/mind/skills/chase.h"
#include "server/mind/skills/hold.h"
#include "server/mind/skills/intercept.h"
#include "server/mind/skills/last_known.h"
#include "server/mind/skills/patrol.h"
#include "server/mind/skills/search.h"
#include "server/mind/team/board_duty.h"
#include "server/mind/team/contract.h"
#include "server/mind/team/contract_net.h"
#include "server/mind/team/zone_duty.h"

/* The main goals of server/RULES.md 5.2; the substitute goals are the mover's. */
typedef enum dw_goal {
    DW_GOAL_PATROL,
    DW_GOAL_CHASE,
    DW_GOAL_INTERCEPT,
    DW_GOAL_LIE_IN_WAIT,
    DW_GOAL_LAST_KNOWN,
    DW_GOAL_SEARCH,
    DW_GOAL_HOLD,
    DW_GOAL_BOARD,
    DW_GOAL_COUNT
} dw_goal;

/* What a guard adds to its bid when it is after something else already (4.41, 4.68). */
enum { DW_REFERENCE_BUSY_MM = 5000 };

/* What each tick needs comes first: see DW_BRAIN_HOT_BYTES. */
#define DW_REFERENCE_FIELDS(X, A, M)                                                               \
    X(u8, goal)   /* dw_goal */                                                                    \
    X(u8, cause)  /* dw_cause */                                                                   \
    X(u8, quarry) /* The intruder that the goal is about, or DW_SLOT_NONE. */                      \
    X(u32, cause_id)                                                                               \
    X(u32, since)                                                                                  \
    X(u32, tick) /* Of the last percepts. */                                                       \
    X(patrol, patrol)                                                                              \
    X(chase, chase)                                                                                \
    X(intercept, task)                                                                             \
    X(team_bid, search_bid) /* What the guard has said about the room that it searches. */         \
    X(beliefs, beliefs)                                                                            \
    X(team_radio, radio)                                                                           \
    X(mover, mover)                                                                                \
    X(search, search)                                                                              \
    A(contracts, contracts, 1, dw_strategy_makes_offers(&it->setup.rules->strategy))               \
    A(hold, hold, 1, dw_strategy_makes_offers(&it->setup.rules->strategy))                         \
    A(zone_duty, duty, 1, it->setup.zones != NULL ? 1 : 0)                                         \
    A(board_duty, notes, 1, it->setup.rules->strategy.board != 0 ? 1 : 0)                          \
    A(contract_net, net, 1, (uint32_t)it->setup.rules->strategy.contracts)

typedef struct dw_reference_mind {
    dw_brain_setup setup;
    DW_FIELDS_MEMBERS(DW_REFERENCE_FIELDS)
} dw_reference_mind;
typedef dw_reference_mind dw_field_reference_mind;
DW_FIELDS_AND(dw_reference_mind, DW_REFERENCE_FIELDS, sizeof(dw_brain_setup));

/* What makes a mind take a goal: a cause, with the id of the message or else the tick. */
typedef struct dw_goal_trigger {
    dw_cause kind;
    uint32_t id;
} dw_goal_trigger;

/* The goal that the percepts and messages of this tick ask for (goals.c). Returns the intruder to
 * chase, or NULL. */
const dw_percept_intruder *dw_reference_choose_goal(dw_reference_mind *mind, const dw_think *think);

/* Back to the patrol where it was broken off. */
void dw_reference_resume_patrol(dw_reference_mind *mind, const dw_think *think,
                                dw_goal_trigger cause);

static inline void dw_reference_set_goal(dw_reference_mind *mind, const dw_think *think,
                                         dw_goal goal, dw_goal_trigger cause)
{
    mind->goal = (uint8_t)goal;
    mind->cause = (uint8_t)cause.kind;
    mind->cause_id = cause.id;
    mind->since = think->percepts->tick;
}

/* sectors.c, with `contracts` alone: the quarry is lost where `belief` says; a message that may
 * belong to a conversation, or tell where that intruder is; once a tick, after the goal is chosen.
 * The calls about an intruder that was caught end. */
void dw_sectors_lose(dw_reference_mind *mind, const dw_think *think, const dw_belief *belief);
void dw_sectors_hear(dw_reference_mind *mind, const dw_think *think,
                     const dw_radio_message *message);
void dw_sectors_think(dw_reference_mind *mind, const dw_think *think);
void dw_sectors_end_calls(dw_contract_net *net, uint8_t slot);

/* The next goal when one has come to its end by itself. */
void dw_reference_search_from(dw_reference_mind *mind, const dw_think *think, uint16_t room,
                              dw_cause cause);
void dw_reference_search_on(dw_reference_mind *mind, const dw_think *think, dw_goal_trigger cause);

/* A guard that searches, once a tick: says again that the room is its own (4.97). */
void dw_reference_keep_room(dw_reference_mind *mind, const dw_think *think);

#endif
