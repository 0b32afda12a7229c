/* conversation.h - which step of a conversation may follow which, for one of the two who talk.
 * Protocols are tables: telling, asking for something, and the contract net (Smith, "The contract
 * net protocol", 1980; the names of the steps are those of FIPA, "Communicative act library",
 * 2002). Owns: the state of a conversation, what its next message has to answer, and until when it
 * waits. Each wait has a deadline, after which the conversation is over: what got lost blocks
 * nobody. A step that the table does not have is refused and counted.
 *
 * Knows nothing of what the guards talk about, and moves nobody. Pure, no allocation.
 * Cost: one pass over the table for a step. */
#ifndef DW_MIND_CONVERSATION_H
#define DW_MIND_CONVERSATION_H

#include "server/sim/radio.h"

/* What a message does. The kinds of state.h that are no steps of a conversation inform. */
typedef enum dw_performative {
    DW_SAY_INFORM,
    DW_SAY_REQUEST,
    DW_SAY_AGREE,
    DW_SAY_REFUSE,
    DW_SAY_CALL,
    DW_SAY_BID,
    DW_SAY_AWARD,
    DW_SAY_DONE,
    DW_SAY_FAILED,
    DW_SAY_COUNT
} dw_performative;

dw_performative dw_performative_of(dw_radio_kind kind);

typedef enum dw_talk_protocol {
    DW_TALK_TELL, /* inform */
    DW_TALK_ASK,  /* request; agree or refuse; done, failed or inform */
    DW_TALK_HIRE, /* call; bid or refuse; award; agree or refuse; done or failed */
    DW_TALK_PROTOCOL_COUNT
} dw_talk_protocol;

/* The opener sends the first message, to one guard or to all. */
typedef enum dw_talk_role { DW_TALK_OPENER, DW_TALK_ANSWERER } dw_talk_role;

typedef enum dw_talk_state {
    DW_TALK_IDLE,    /* Nothing was said yet. */
    DW_TALK_OPEN,    /* Asked or called, not answered. */
    DW_TALK_BIDDING, /* A bid was made, and nothing is awarded. */
    DW_TALK_AWARDED, /* Not confirmed. */
    DW_TALK_WORKING, /* Agreed: the result is due. */
    DW_TALK_ENDED,
    DW_TALK_STATE_COUNT
} dw_talk_state;

/* The state after that step by the guard of role `speaker`, as the guard of role `role` keeps it;
 * DW_TALK_STATE_COUNT: the step is illegal. */
dw_talk_state dw_talk_next(dw_talk_protocol protocol, dw_talk_role role, dw_talk_state from,
                           dw_talk_role speaker, dw_performative performative);

/* Guards count from 1 here, as in the receiver of a message; 0 is any guard. The name of a
 * conversation is made of its opener and the opener's number of the first message. */
#define DW_CONVERSATION_FIELDS(X, A, M)                                                            \
    X(u8, state)    /* dw_talk_state */                                                            \
    X(u8, protocol) /* dw_talk_protocol */                                                         \
    X(u8, role)     /* dw_talk_role */                                                             \
    X(u8, partner)                                                                                 \
    X(u32, said)  /* Number of the own last message; 0: none. The partner's next answers it. */    \
    X(u32, heard) /* Number of the partner's last message, which the own next one answers. */      \
    X(u32, name)                                                                                   \
    X(u32, deadline) /* The last tick of the wait. */

typedef struct dw_conversation {
    DW_FIELDS_MEMBERS(DW_CONVERSATION_FIELDS)
} dw_conversation;
typedef dw_conversation dw_field_conversation;
DW_FIELDS_INLINE(conversation, DW_CONVERSATION_FIELDS);

/* What the conversations of a guard share. */
#define DW_TALKER_FIELDS(X, A, M) X(u32, number) /* Of its last message in any conversation. */

typedef struct dw_talker {
    DW_FIELDS_MEMBERS(DW_TALKER_FIELDS)
    uint32_t guard;
    uint32_t refused, timed_out; /* Since creation: for measurements alone. */
} dw_talker;
typedef dw_talker dw_field_talker;
DW_FIELDS_AND(dw_talker, DW_TALKER_FIELDS, 3 * sizeof(uint32_t));
DW_FIELDS_INLINE(talker, DW_TALKER_FIELDS);

/* The guard takes a step: kind, receiver and deadline of `message` say which one, and its content
 * is the caller's. So is `reply_to` of an award: the number of the bid that wins. Fills in the rest
 * of the header. On an idle conversation this opens it. False: the step is illegal; refused and
 * counted, and nothing changes. */
bool dw_conversation_say(dw_conversation *it, dw_talker *talker, dw_radio_message *message);

/* A message of the others. An idle conversation begins with one that opens. Refused and counted
 * are: an illegal step, another sender than the partner, an answer to an old message, one that
 * comes too late. What others say to each other is no step, and not counted; but an award to
 * another guard refuses the own bid. */
bool dw_conversation_hear(dw_conversation *it, dw_talker *talker, const dw_radio_message *message,
                          uint32_t tick);

/* Whether this message belongs to it. */
static inline bool dw_conversation_has(const dw_conversation *it, const dw_radio_message *message)
{
    return it->state != DW_TALK_IDLE && it->name == message->conversation;
}

static inline bool dw_conversation_is_on(const dw_conversation *it)
{
    return it->state != DW_TALK_IDLE && it->state != DW_TALK_ENDED;
}

/* Once a tick: ends and counts a conversation whose wait is over; true in that tick. */
bool dw_conversation_times_out(dw_conversation *it, dw_talker *talker, uint32_t tick);

bool dw_conversation_is_sound(const dw_conversation *it);

#endif
