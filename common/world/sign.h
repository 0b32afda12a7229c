/* sign.h - what intruders tell each other during a round: 16 signs, and pings on the map.
 * Owns: the list of signs, the steps of a ping, the rate of one sender, and a table of what
 * arrived. The match, the wire, bots and clients share it. Knows nothing of who may hear a signal
 * (server/session). The simulation and the guards know nothing of signals.
 * Pure; cost: a table has two entries a slot. No allocation. */
#ifndef DW_WORLD_SIGN_H
#define DW_WORLD_SIGN_H

#include "common/world/geometry.h"
#include "common/world/map.h"

/* Identifier, word of tables and tests, text for people. The wire sends their number, so new signs
 * are appended. */
#define DW_SIGNS(X)                                                                                \
    X(WAIT, "wait", "Wait")                                                                        \
    X(GO, "go", "Go")                                                                              \
    X(FOLLOW, "follow", "Follow me")                                                               \
    X(HIDE, "hide", "Hide")                                                                        \
    X(GUARD, "guard", "Guard here")                                                                \
    X(CLEAR, "clear", "Clear")                                                                     \
    X(DECOY, "decoy", "I draw them off")                                                           \
    X(HELP, "help", "Help")                                                                        \
    X(HAVE, "have", "I have it")                                                                   \
    X(TAKE, "take", "Take it")                                                                     \
    X(EXIT, "exit", "At the exit")                                                                 \
    X(DOOR, "door", "At the door")                                                                 \
    X(LEFT, "left", "Left")                                                                        \
    X(RIGHT, "right", "Right")                                                                     \
    X(YES, "yes", "Yes")                                                                           \
    X(NO, "no", "No")

typedef enum dw_sign {
    DW_SIGN_NONE, /* Of a signal: it is a ping. */
#define DW_SIGN_ENUM(name, word, text) DW_SIGN_##name,
    DW_SIGNS(DW_SIGN_ENUM)
#undef DW_SIGN_ENUM
        DW_SIGN_COUNT
} dw_sign;

const char *dw_sign_word(dw_sign sign);
const char *dw_sign_text(dw_sign sign);

enum {
    DW_PING_STEP_MM = 500,
    DW_PING_STEPS_MAX = DW_COORDINATE_MAX / (DW_PING_STEP_MM * DW_UNITS_PER_MM),
    DW_SIGNAL_REST_TICKS = DW_TICKS_PER_SECOND /* Between two signs, or two pings, of a sender. */
};

/* The nearest position whose coordinates are multiples of DW_PING_STEP_MM, at most
 * DW_PING_STEPS_MAX of them; from halfway on the greater one. */
dw_vec dw_ping_round(dw_vec position);

/* One sign or one ping. */
typedef struct dw_signal {
    uint32_t tick;   /* When the match took it; 0: there is no signal. */
    uint8_t slot;    /* The sender. */
    uint8_t sign;    /* dw_sign; NONE: a ping. */
    dw_vec position; /* Of a ping, rounded; else 0, 0. */
} dw_signal;

/* What of a signal travels: the sign, or the ping's position, rounded. */
dw_signal dw_signal_asked(const dw_signal *signal);

/* Whether a ping is that of a position within the map's bounds. True for signs. */
bool dw_signal_on_map(const dw_signal *signal, const dw_map *map);

/* The newest sign and the newest ping of each sender that arrived. */
typedef struct dw_signals {
    dw_signal signs[DW_INTRUDERS_MAX];
    dw_signal pings[DW_INTRUDERS_MAX];
} dw_signals;

/* In place of the sender's last one of that kind. */
void dw_signals_put(dw_signals *signals, const dw_signal *signal);

/* When one sender's last sign and last ping were taken; 0: never. */
typedef struct dw_signal_rest {
    uint32_t sign_tick, ping_tick;
} dw_signal_rest;

/* Whether the sender may send one now: `rest_ticks` after the last one of its kind. True counts it
 * as sent. */
bool dw_signal_rest_pass(dw_signal_rest *rest, const dw_signal *signal, uint32_t rest_ticks);

#endif
