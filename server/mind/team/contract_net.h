/* contract_net.h - tasks that one guard calls out and others bid for (Smith, "The contract net
 * protocol", 1980): the guard that lost sight of an intruder calls doors to watch and rooms to
 * search, and awards each to the lowest bid. Both sides are conversations (conversation.h), so that
 * what gets lost or fails costs time alone. Owns: the calls that the guard has made, with the bids
 * for them, and the tasks that it was called for. Does not know what a task is worth or whether the
 * guard is free: brains/sectors.c decides. No allocation.
 * Cost: a tick, one look at each call and task. */
#ifndef DW_MIND_CONTRACT_NET_H
#define DW_MIND_CONTRACT_NET_H

#include "server/mind/team/conversation.h"
#include "server/mind/team/team_radio.h"

enum { DW_NET_CALLS_MAX = 12, DW_NET_BIDS_MAX = 4, DW_NET_TASKS_MAX = 12, DW_NET_TRIED_MAX = 24 };

/* With a door: wait for the intruder that was lost in `room` behind that door. Else search. */
#define DW_NET_PLACE_FIELDS(X, A, M)                                                               \
    X(u16, room)                                                                                   \
    X(u16, door) /* Or DW_NONE. */                                                                 \
    X(u8, slot)  /* The intruder that it is about. */

typedef struct dw_net_place {
    DW_FIELDS_MEMBERS(DW_NET_PLACE_FIELDS)
} dw_net_place;
typedef dw_net_place dw_field_net_place;

#define DW_NET_BID_FIELDS(X, A, M)                                                                 \
    X(u8, guard)                                                                                   \
    X(u32, number) /* Of the message. */                                                           \
    X(i32, bid_mm)

typedef struct dw_net_bid {
    DW_FIELDS_MEMBERS(DW_NET_BID_FIELDS)
} dw_net_bid;
typedef dw_net_bid dw_field_net_bid;

#define DW_NET_CALL_FIELDS(X, A, M)                                                                \
    X(conversation, talk)                                                                          \
    X(net_place, place)                                                                            \
    X(u8, last) /* dw_radio_kind that was heard last. */                                           \
    X(u8, bid_count)                                                                               \
    A(net_bid, bids, DW_NET_BIDS_MAX, it->bid_count) /* The lowest first. */

typedef struct dw_net_call {
    DW_FIELDS_MEMBERS(DW_NET_CALL_FIELDS)
} dw_net_call;
typedef dw_net_call dw_field_net_call;

#define DW_NET_TASK_FIELDS(X, A, M)                                                                \
    X(conversation, talk)                                                                          \
    X(net_place, place)                                                                            \
    X(u32, message) /* Id of the last one that was heard: the cause of what the guard does. */     \
    X(u32, sent)    /* When that was said. */

typedef struct dw_net_task {
    DW_FIELDS_MEMBERS(DW_NET_TASK_FIELDS)
} dw_net_task;
typedef dw_net_task dw_field_net_task;

/* What the guard's own calls are about: an intruder that it has reported, or lost sight of. */
#define DW_NET_LOSS_FIELDS(X, A, M)                                                                \
    X(u32, tick)                                                                                   \
    X(u32, until) /* No calls from then on; 0: none at all. */                                     \
    X(u16, room)                                                                                   \
    X(u8, slot)                                                                                    \
    X(vec, place)                                                                                  \
    X(u8, tried_count)                                                                             \
    A(net_place, tried, DW_NET_TRIED_MAX, it->tried_count) /* Called, and not failed. */

typedef struct dw_net_loss {
    DW_FIELDS_MEMBERS(DW_NET_LOSS_FIELDS)
} dw_net_loss;
typedef dw_net_loss dw_field_net_loss;

#define DW_CONTRACT_NET_FIELDS(X, A, M)                                                            \
    X(talker, talker)                                                                              \
    X(net_loss, loss)                                                                              \
    X(u8, call_count)                                                                              \
    X(u8, task_count)                                                                              \
    A(net_call, calls, DW_NET_CALLS_MAX, it->call_count)                                           \
    A(net_task, tasks, DW_NET_TASKS_MAX, it->task_count)

typedef struct dw_contract_net {
    DW_FIELDS_MEMBERS(DW_CONTRACT_NET_FIELDS)
} dw_contract_net;
typedef dw_contract_net dw_field_contract_net;

void dw_contract_net_reset(dw_contract_net *net, uint16_t guard);

/* Once a tick: forgets what has ended, by a message or by its time. A place whose guard failed or
 * fell silent may be called again. */
void dw_contract_net_tidy(dw_contract_net *net, uint32_t tick);

/* The room is called out now, and nobody has said yet what came of it. */
bool dw_contract_net_is_called(const dw_contract_net *net, uint16_t room);

/* The same of a door. */
bool dw_contract_net_calls_door(const dw_contract_net *net, uint16_t door);

/* The place was called since the loss. */
bool dw_contract_net_has_tried(const dw_contract_net *net, uint16_t room, uint16_t door);

/* A step of a conversation that another guard has said. */
void dw_contract_net_hear(dw_contract_net *net, const dw_think *think,
                          const dw_radio_message *message);

/* Calls a task out. False: the guard has no room for it, or too much to say. */
bool dw_contract_net_call(dw_contract_net *net, const dw_think *think, dw_team_radio *radio,
                          const dw_net_place *place);

/* The call whose time for bids is over and which has the lowest bid of all, of a guard that works
 * on no other task of this caller; `bid` is that bid. Without such a bid the first such call, and
 * `bid` is NULL. NULL: no call is due. */
dw_net_call *dw_contract_net_due(dw_contract_net *net, const dw_think *think,
                                 const dw_net_bid **bid);

/* To the guard of that bid; with NULL the call is withdrawn. False: too much to say. */
bool dw_contract_net_award(dw_contract_net *net, const dw_think *think, dw_team_radio *radio,
                           dw_net_call *call, const dw_net_bid *bid);

/* The first task in that state, or NULL: OPEN waits for a bid, AWARDED for a yes. */
dw_net_task *dw_contract_net_task(dw_contract_net *net, dw_talk_state state);

/* The guard's own next step about a task: BID, AGREE, REFUSE, DONE, FAILED. An agreement holds for
 * `work_ticks`. False: too much to say. */
typedef struct dw_net_answer {
    dw_radio_kind kind;
    int32_t bid_mm;
    uint32_t work_ticks;
} dw_net_answer;
bool dw_contract_net_answer(dw_contract_net *net, const dw_think *think, dw_team_radio *radio,
                            dw_net_task *task, const dw_net_answer *answer);

/* Loaded calls and tasks name only what the map has. */
bool dw_contract_net_is_sound(const dw_contract_net *net, const dw_map *map);

DW_FIELDS_INNER(net_place, DW_NET_PLACE_FIELDS);
DW_FIELDS_INNER(net_bid, DW_NET_BID_FIELDS);
DW_FIELDS_INNER(net_call, DW_NET_CALL_FIELDS);
DW_FIELDS_INNER(net_task, DW_NET_TASK_FIELDS);
DW_FIELDS_INNER(net_loss, DW_NET_LOSS_FIELDS);
DW_FIELDS_INLINE(contract_net, DW_CONTRACT_NET_FIELDS);
DW_FIELDS_PART(contract_net);

#endif
