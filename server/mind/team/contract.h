/* contract.h - tasks that guards give out among themselves by bids, as in a contract net (Smith,
 * "The contract net protocol", 1980): who answers a report when not all do, and who holds the exit
 * or the objective (section 4 of server/RULES.md). A guard offers with its bid, waits until the
 * others' offers can have reached it, and takes the task when too few are lower. A task that is
 * held is claimed again and again; when its holder falls silent it is given out anew.
 * Owns: offers that wait for their deadline, and until when a task is somebody's.
 * No message is ever needed twice: one that is lost delays a task, and blocks nobody. No
 * allocation. */
#ifndef DW_MIND_CONTRACT_H
#define DW_MIND_CONTRACT_H

#include "server/mind/team/team_radio.h"

/* The guard has offered to answer a report. */
#define DW_ANSWER_OFFER_FIELDS(X, A, M)                                                            \
    X(u32, deadline) /* Tick; 0: no offer stands. */                                               \
    X(i32, bid_mm)                                                                                 \
    X(u16, room)       /* That the offers are about, */                                            \
    X(u32, since)      /* and when it was reported. */                                             \
    X(u64, lower)      /* Bit g: guard g has offered and goes before this one. */                  \
    X(message, report) /* The latest about that intruder. */

typedef struct dw_answer_offer {
    DW_FIELDS_MEMBERS(DW_ANSWER_OFFER_FIELDS)
} dw_answer_offer;
typedef dw_answer_offer dw_field_answer_offer;

/* The exit or the objective. By dw_task: posts come before other tasks. */
enum { DW_POSTS_END = DW_TASK_OBJECTIVE + 1 };

#define DW_POST_FIELDS(X, A, M)                                                                    \
    X(u32, deadline) /* Of an own offer; 0: none stands. */                                        \
    X(u32, taken_until)                                                                            \
    X(i32, bid_mm)                                                                                 \
    X(flag, outbid)

typedef struct dw_post {
    DW_FIELDS_MEMBERS(DW_POST_FIELDS)
} dw_post;
typedef dw_post dw_field_post;

#define DW_CONTRACTS_FIELDS(X, A, M)                                                               \
    X(answer_offer, answer)                                                                        \
    X(flag, missing) /* The objective is gone from its place, as the guard has seen or heard. */   \
    A(post, posts, DW_POSTS_END, DW_POSTS_END)

typedef struct dw_contracts {
    DW_FIELDS_MEMBERS(DW_CONTRACTS_FIELDS)
} dw_contracts;
typedef dw_contracts dw_field_contracts;

void dw_contracts_reset(dw_contracts *contracts);

/* When the offers of all others that heard the same are here. */
uint32_t dw_offer_deadline(const dw_think *think);

/* The other guard's offer goes before the own one. */
bool dw_offer_is_lower(const dw_think *think, const dw_radio_message *offer, int32_t bid_mm);

/* The guard would answer the report, and so would others: offers, for later. */
void dw_contracts_offer_answer(dw_contracts *contracts, const dw_think *think, dw_team_radio *radio,
                               const dw_radio_message *report, int32_t bid_mm);

/* The report that the guard is to answer now, or NULL. */
const dw_radio_message *dw_contracts_due_answer(dw_contracts *contracts, const dw_think *think);

/* OFFER, HOLDS and MISSING of others. */
void dw_contracts_hear(dw_contracts *contracts, const dw_think *think,
                       const dw_radio_message *message);

/* The guard sees that the objective is gone, and nobody has told it so: says it, once a round. */
void dw_contracts_miss(dw_contracts *contracts, const dw_think *think, dw_team_radio *radio,
                       dw_beliefs *beliefs);

/* The room with the middle of what is held, and that middle. False: this map has no such room. */
bool dw_post_place(const dw_map *map, dw_task task, uint16_t *room, dw_vec *middle);

/* A guard that is free to hold a post, once a tick: offers, or finds that a post is its own from
 * now on, and says so. Returns the task, or DW_TASK_NONE. */
dw_task dw_contracts_take_post(dw_contracts *contracts, const dw_think *think, dw_team_radio *radio,
                               uint8_t agitation);

/* The holder, once a tick: says that it still holds. False: another guard does, with more right, or
 * there is nothing left to hold. */
bool dw_contracts_keep_post(dw_contracts *contracts, const dw_think *think, dw_team_radio *radio,
                            dw_task task);

/* A loaded offer names only what the map has. */
bool dw_contracts_are_sound(const dw_contracts *contracts, const dw_map *map);

DW_FIELDS_INNER(answer_offer, DW_ANSWER_OFFER_FIELDS);
DW_FIELDS_INNER(post, DW_POST_FIELDS);
DW_FIELDS_INLINE(contracts, DW_CONTRACTS_FIELDS);

#endif
