/* state.h - the words for the states of a world: slots, rounds, items, guards.
 * Owns: enums that the simulation, the minds, the wire and the clients share, and their texts. The
 * wire sends the same numbers (protocol.c asserts each), so new values are appended.
 * Knows nothing of who stores or sends them. Pure. */
#ifndef DW_WORLD_STATE_H
#define DW_WORLD_STATE_H

#include <stdbool.h>
#include <stdint.h>

enum { DW_SLOT_NONE = 255 }; /* No intruder; of a client: no body, a spectator. */

/* What has become of the player in a slot. */
typedef enum dw_slot_state {
    DW_SLOT_EMPTY,
    DW_SLOT_ALIVE,
    DW_SLOT_CAUGHT,
    DW_SLOT_DROPPED,  /* Connection lost; the body still stands there. */
    DW_SLOT_OUT,      /* Left, or dropped for too long. */
    DW_SLOT_WATCHING, /* Joined during a round; plays from the next one. */
    DW_SLOT_STATE_COUNT
} dw_slot_state;

/* How a round ended. */
typedef enum dw_outcome {
    DW_OUTCOME_NONE,
    DW_OUTCOME_WON,     /* The carrier reached the exit. */
    DW_OUTCOME_LOST,    /* Nobody is left. */
    DW_OUTCOME_TIMEOUT, /* The time limit passed. */
    DW_OUTCOME_ABORTED, /* The server drains, or nobody is connected any more. */
    DW_OUTCOME_COUNT
} dw_outcome;

const char *dw_outcome_word(dw_outcome outcome);

/* What an item is for. */
typedef enum dw_item_kind {
    DW_ITEM_OBJECTIVE, /* Wins a heist when an intruder carries it to the exit. */
    DW_ITEM_DOCUMENT,  /* What a mission asks for. */
    DW_ITEM_KEY,       /* Opens a lock. */
    DW_ITEM_KIND_COUNT
} dw_item_kind;

typedef enum dw_item_state {
    DW_ITEM_HOME,
    DW_ITEM_CARRIED,
    DW_ITEM_DROPPED,
    DW_ITEM_DELIVERED,
    DW_ITEM_STATE_COUNT
} dw_item_state;

/* Whether an item of that state can be taken. */
static inline bool dw_item_lies(uint8_t state)
{
    return state == DW_ITEM_HOME || state == DW_ITEM_DROPPED;
}

/* Which side a body is on, and what it may do there. */
typedef enum dw_role { DW_ROLE_GUARD, DW_ROLE_INTRUDER, DW_ROLE_COUNT } dw_role;

/* How a guard looks to everybody who sees it. */
typedef enum dw_mood {
    DW_MOOD_CALM,
    DW_MOOD_ALERT,      /* On the alert, searching. */
    DW_MOOD_SUSPICIOUS, /* Its meter against an intruder rises. */
    DW_MOOD_CHASING,
    DW_MOOD_COUNT
} dw_mood;

/* Why a guard has its goal: identifier, word of logs and tables, sentence for people. */
#define DW_CAUSES(X)                                                                               \
    X(START, "start", "The round began")                                                           \
    X(SIGHTING, "sighting", "Has detected somebody")                                               \
    X(LOST, "lost", "Lost sight of somebody")                                                      \
    X(CAUGHT, "caught", "Somebody was caught")                                                     \
    X(MESSAGE, "message", "Was told")                                                              \
    X(ARRIVAL, "arrival", "Got there")                                                             \
    X(BLOCKED, "blocked", "Found no path")                                                         \
    X(TIMER, "timer", "Time is up")                                                                \
    X(DONE, "done", "Had nothing more urgent to do")                                               \
    X(NOISE, "noise", "Heard a noise")                                                             \
    X(TRAIL, "trail", "Smelled a trail")                                                           \
    X(NEED, "need", "Was hungry, tired or frightened")                                             \
    X(EVIDENCE, "evidence", "Found something changed")

typedef enum dw_cause {
#define DW_CAUSE_ENUM(name, word, text) DW_CAUSE_##name,
    DW_CAUSES(DW_CAUSE_ENUM)
#undef DW_CAUSE_ENUM
        DW_CAUSE_COUNT
} dw_cause;

/* "unknown" and "" for a number that is not a cause. */
const char *dw_cause_word(dw_cause value);
const char *dw_cause_text(dw_cause value);

/* How a guard knows where an intruder is. */
typedef enum dw_belief_source {
    DW_BELIEF_NONE,
    DW_BELIEF_SEEN,
    DW_BELIEF_TOUCHED,
    DW_BELIEF_TOLD,
    DW_BELIEF_SOURCE_COUNT
} dw_belief_source;

/* What guards say over the radio. */
typedef enum dw_radio_kind {
    DW_RADIO_NONE,
    DW_RADIO_REPORT,  /* The last known position of an intruder is in this room. */
    DW_RADIO_CLEAR,   /* The sender has searched the room. */
    DW_RADIO_TAKES,   /* The sender intercepts at a door, or searches a room. */
    DW_RADIO_CAUGHT,  /* The sender has seen an intruder caught. */
    DW_RADIO_OFFER,   /* The sender offers to do a task (dw_task), with its bid. */
    DW_RADIO_HOLDS,   /* The sender holds the exit or the objective. */
    DW_RADIO_MISSING, /* The sender sees that the objective is gone from its place in this room. */
    /* Steps of conversations (server/mind/team/conversation.h). */
    DW_RADIO_REQUEST, /* One guard is to do something. */
    DW_RADIO_CALL,    /* Who does it? Bids, please. */
    DW_RADIO_BID,
    DW_RADIO_AWARD,  /* The receiver is to do it. */
    DW_RADIO_AGREE,  /* The sender does it. */
    DW_RADIO_REFUSE, /* The sender does not, or has withdrawn its call. */
    DW_RADIO_DONE,
    DW_RADIO_FAILED,
    DW_RADIO_BOARD,  /* There is something to read on the board. */
    DW_RADIO_NOTICE, /* Somebody or something is in this room: of a device, or of evidence. */
    DW_RADIO_KIND_COUNT
} dw_radio_kind;

/* What guards give out among themselves by offers. */
typedef enum dw_task {
    DW_TASK_NONE,
    DW_TASK_ANSWER, /* To answer a report. */
    DW_TASK_EXIT,   /* To hold the exit. */
    DW_TASK_OBJECTIVE,
    DW_TASK_LOOK, /* To look what a device has noticed. */
    DW_TASK_WELL, /* None: all is well (server/RULES.md 5.88). */
    DW_TASK_COUNT
} dw_task;

#endif
