/* reference_mind.h - the inside of the brain `reference`: which goals there are, and what each of
 * them works with. Private to server/mind; others look in through dw_mind_view. */
#ifndef DW_MIND_REFERENCE_MIND_H
#define DW_MIND_REFERENCE_MIND_H

#include "server/mind/beliefs.h"
#include "server/mind/brains/errand.h"
#include "server/mind/curiosity.h"
#include "server/mind/skills/chase.h"
#include "server/mind/skills/hold.h"
#include "server/mind/skills/investigate.h"
#include "server/mind/skills/last_known.h"
#include "server/mind/skills/patrol.h"
#include "server/mind/skills/put_right.h"
#include "server/mind/skills/search.h"
#include "server/mind/team/board_duty.h"
#include "server/mind/team/contract.h"
#include "server/mind/team/contract_net.h"
#include "server/mind/team/lead_duty.h"
#include "server/mind/team/notice_offer.h"
#include "server/mind/team/radio_round.h"
#include "server/mind/team/zone_duty.h"

/* What a guard adds to its bid when it is after something else already (4.41, 4.68). */
enum { DW_REFERENCE_BUSY_MM = 5000 };

/* With `evidence` a guard also remembers that the objective is missing, whatever the strategy. */
static inline uint32_t dw_reference_uses_contracts(const dw_ruleset *rules)
{
    return rules->evidence != 0 ? 1 : dw_strategy_makes_offers(&rules->strategy);
}

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
    A(contracts, contracts, 1, dw_reference_uses_contracts(it->setup.rules))                       \
    A(hold, hold, 1, dw_strategy_makes_offers(&it->setup.rules->strategy))                         \
    A(zone_duty, duty, 1, it->setup.zones != NULL ? 1 : 0)                                         \
    A(board_duty, notes, 1, it->setup.rules->strategy.board != 0 ? 1 : 0)                          \
    X(contract_net_part, net) /* With `contracts`. */                                              \
    A(curiosity, curiosity, 1, (uint32_t)it->setup.rules->investigate)                             \
    A(investigate, investigate, 1, (uint32_t)it->setup.rules->investigate)                         \
    A(notice_offer, notice, 1, it->setup.has_notices ? 1 : 0)                                      \
    X(lead_duty_part, lead) /* Of a kind that leads. */                                            \
    A(evidence, evidence, 1, it->setup.rules->evidence != 0 ? 1 : 0)                               \
    A(put_right, repair, 1, it->setup.rules->evidence != 0 ? 1 : 0)                                \
    A(radio_round, round, 1, dw_radio_round_is_held(it->setup.rules) ? 1 : 0)                      \
    X(errand_part, errand) /* Of a brain that is data; others begin an errand at once. */

typedef struct dw_reference_mind {
    dw_brain_setup setup;
    DW_FIELDS_MEMBERS(DW_REFERENCE_FIELDS)
} dw_reference_mind;
typedef dw_reference_mind dw_field_reference_mind;
DW_FIELDS_AND(dw_reference_mind, DW_REFERENCE_FIELDS, sizeof(dw_brain_setup));
DW_FIELDS_DECLARE(reference_mind);

/* What makes a mind take a goal: a cause, with the id of the message or else the tick. */
typedef struct dw_goal_trigger {
    dw_cause kind;
    uint32_t id;
} dw_goal_trigger;

static inline dw_goal_trigger dw_reference_now(dw_cause kind, const dw_think *think)
{
    return (dw_goal_trigger){kind, think->percepts->tick};
}

static inline dw_goal_trigger dw_reference_told(const dw_radio_message *message)
{
    return (dw_goal_trigger){DW_CAUSE_MESSAGE, message->id};
}

static inline bool dw_reference_searches_apart(const dw_think *think)
{
    return think->setup->rules->strategy.search_apart != 0;
}

static inline bool dw_reference_has_contracts(const dw_think *think)
{
    return think->setup->rules->strategy.contracts != 0;
}

/* An errand with this goal about the intruder that the mind is after already. */
static inline dw_errand dw_reference_errand(const dw_reference_mind *mind, dw_goal goal,
                                            dw_goal_trigger cause)
{
    return (dw_errand){.goal = (uint8_t)goal,
                       .cause = (uint8_t)cause.kind,
                       .cause_id = cause.id,
                       .quarry = mind->quarry,
                       .room = DW_NONE,
                       .door = DW_NONE};
}

/* Whether the brain has use for errands with this goal: each but that of a brain which is data. A
 * guard says nothing of what it will not do. */
static inline bool dw_reference_accepts(const dw_reference_mind *mind, dw_goal goal)
{
    return mind->errand == NULL || goal == DW_GOAL_PATROL ||
           ((uint32_t)mind->errand->accepts >> goal & 1) != 0;
}

/* next_goal.c: begins the errand, or keeps it for a brain that is data. `mind->goal` tells the rest
 * of the tick what the guard is about to do. */
void dw_reference_begin(dw_reference_mind *mind, const dw_think *think, const dw_errand *errand);
void dw_reference_take(dw_reference_mind *mind, const dw_think *think, const dw_errand *errand);

/* reference.c: the parts of a dw_brain_kind, for brains that have such a mind in theirs. */
DW_MUST_USE dw_status dw_reference_init(dw_reference_mind *mind, dw_arena *arena,
                                        const dw_brain_setup *setup);
void dw_reference_reset(dw_reference_mind *mind, uint64_t seed, bool leads);
bool dw_reference_is_sound(const dw_reference_mind *mind);
void dw_reference_explain_goal(const dw_reference_mind *mind, dw_mind_view *out);
void dw_reference_explain_memory(const dw_reference_mind *mind, dw_mind_view *view);

/* goal_steps.c: what agitation makes of this tick; words, looks and torch; one tick of the goal,
 * with the intruder to chase or NULL. */
void dw_reference_agitate(const dw_reference_mind *mind, dw_think *think);
void dw_reference_speak(dw_reference_mind *mind, const dw_think *think);
void dw_reference_step_goal(dw_reference_mind *mind, dw_think *think,
                            const dw_percept_intruder *target);

/* One tick of a chase begins: the search before it is over. */
void dw_reference_chase(dw_reference_mind *mind, const dw_think *think,
                        const dw_percept_intruder *target);

/* The goal that the percepts and messages of this tick ask for (goals.c). Returns the intruder to
 * chase, or NULL. */
const dw_percept_intruder *dw_reference_choose_goal(dw_reference_mind *mind, const dw_think *think);

/* next_goal.c: back to the patrol where it was broken off. */
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

/* next_goal.c: the rooms that a search from `room` on is about; the search; its next room, or the
 * patrol after the last. */
void dw_reference_list_rooms(dw_reference_mind *mind, const dw_think *think, uint16_t room);
void dw_reference_search_from(dw_reference_mind *mind, const dw_think *think, uint16_t room,
                              dw_goal_trigger cause);
void dw_reference_search_on(dw_reference_mind *mind, const dw_think *think, dw_goal_trigger cause);

/* answers.c: what a guard that sees no intruder does about the reports of this tick, at once or
 * when the others' offers have shown that it is its turn. */
void dw_reference_answer(dw_reference_mind *mind, const dw_think *think);

/* It breaks off what it does, unless that is about `report` already. */
void dw_reference_obey(dw_reference_mind *mind, const dw_think *think,
                       const dw_radio_message *report);

/* A captain sends this guard there: it goes in, whatever the strategy says of answers. */
void dw_reference_follow_order(dw_reference_mind *mind, const dw_think *think,
                               const dw_radio_message *order);

/* Somebody is in another guard's zone: to the door that leads there, or on patrol when none does.
 */
void dw_reference_keep_border(dw_reference_mind *mind, const dw_think *think,
                              const dw_intercept_order *order, dw_goal_trigger cause);

/* curious.c, with `investigate` alone: once a tick, after the goal is chosen; one tick of the goal;
 * another guard has said what it goes to see; somebody was there for certain. */
void dw_reference_heed_hints(dw_reference_mind *mind, const dw_think *think);
void dw_reference_investigate(dw_reference_mind *mind, dw_think *think);
void dw_reference_leave_to_nearer(dw_reference_mind *mind, const dw_think *think,
                                  const dw_radio_message *claim);
void dw_reference_sensitise(dw_reference_mind *mind, const dw_think *think);

/* notices.c, with devices alone: once a tick, after the goal is chosen, all that was heard of
 * notices, and what is due. */
void dw_reference_heed_notices(dw_reference_mind *mind, const dw_think *think);

/* heed.c, with `evidence` alone: once a tick, what is not as the guard remembers it; and one tick
 * of DW_GOAL_PUT_RIGHT. */
void dw_reference_heed(dw_reference_mind *mind, const dw_think *think);
void dw_reference_put_right(dw_reference_mind *mind, dw_think *think);

/* next_goal.c: a guard that searches, once a tick, says again that the room is its own (4.97). */
void dw_reference_keep_room(dw_reference_mind *mind, const dw_think *think);

#endif
