/* kick_vote.h - one vote, to send a player away, to restart the round or for another map: which
 * slots have said what, and when it is decided. Owns: the subject (such as the accused slot), the
 * votes that were given, the end. Works on slots, votes and ticks; knows no client, address or
 * message. Pure; O(slots) a call; no allocation. */
#ifndef DW_SESSION_KICK_VOTE_H
#define DW_SESSION_KICK_VOTE_H

#include "common/base/fields.h"
#include "common/world/state.h"
#include "protocol/message.h"

enum {
    DW_KICK_VOTE_TICKS = 25 * DW_TICKS_PER_SECOND,
    DW_KICK_VOTE_YES_MIN = 2, /* To send a player away. */
    /* Between two calls of a client, and from joining to the first. */
    DW_KICK_VOTE_WAIT_TICKS = 60 * DW_TICKS_PER_SECOND,
    /* For this long the address of a player who was voted out stays out of the match. */
    DW_KICK_VOTE_BAR_TICKS = 300 * DW_TICKS_PER_SECOND
};

#define DW_KICK_VOTE_FIELDS(X, A, M)                                                               \
    X(u32, number) /* From 1; 0: there was none yet. */                                            \
    X(u8, phase)   /* dw_vote_phase; of the last one when none is on. */                           \
    X(u8, accused) /* As in dw_vote_state. */                                                      \
    X(u8, caller)                                                                                  \
    X(u32, end_tick)                                                                               \
    X(u32, yes) /* Bit s: the player in slot s said so. */                                         \
    X(u32, no)

typedef struct dw_kick_vote {
    DW_FIELDS_MEMBERS(DW_KICK_VOTE_FIELDS)
} dw_kick_vote;
typedef dw_kick_vote dw_field_kick_vote;

/* The voices that count; each is the slots that share it. */
typedef struct dw_kick_voices {
    uint32_t count;
    uint32_t slots[DW_INTRUDERS_MAX];
} dw_kick_voices;

typedef struct dw_kick_counts {
    uint8_t yes, no; /* A voice says yes when some of its slots do and none says no. */
    uint8_t needed;  /* More than half of all voices; at least DW_KICK_VOTE_YES_MIN for a player. */
} dw_kick_counts;

void dw_kick_vote_init(dw_kick_vote *vote);
bool dw_kick_vote_is_on(const dw_kick_vote *vote);

/* The next vote; none may be on. `caller`: a slot, which says yes by calling, or DW_SLOT_NONE. */
void dw_kick_vote_begin(dw_kick_vote *vote, uint32_t tick, uint8_t accused, uint8_t caller);

/* False, and nothing changes: no vote of that number is on, the slot is the accused, or it has
 * spoken before. */
bool dw_kick_vote_say(dw_kick_vote *vote, uint32_t number, uint8_t slot, bool yes);

/* The player is gone: what was said in that slot does not count for the next one in it. */
void dw_kick_vote_forget(dw_kick_vote *vote, uint8_t slot);

dw_kick_counts dw_kick_vote_count(const dw_kick_vote *vote, const dw_kick_voices *voices);

/* True when the vote has just ended: it has its yes, it can no longer get them, or the time is
 * over. `phase` says how. */
bool dw_kick_vote_judge(dw_kick_vote *vote, uint32_t tick, const dw_kick_voices *voices);

#endif
