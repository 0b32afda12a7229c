/* round_report.h - what a host is told of each round: that it has begun, and in the end how it went
 * and what became of each player that had a body in it.
 * Owns: the words for a player's outcome. Does not know: files, clocks, maps' names; the host adds
 * what it wants to keep. A report is a value without pointers, so that it can be queued as bytes.
 * The seed of the round is not part of it. */
#ifndef DW_SESSION_ROUND_REPORT_H
#define DW_SESSION_ROUND_REPORT_H

#include "common/world/state.h"
#include "protocol/protocol.h"
#include "protocol/seal/seal_keys.h"
#include "server/session/round_tally.h"

/* What became of one player in a round: identifier and word. */
#define DW_FATES(X)                                                                                \
    X(ESCAPED, "escaped") /* Brought the objective out. */                                         \
    X(CAUGHT, "caught")                                                                            \
    X(LEFT, "left")     /* Quit, or was sent away. */                                              \
    X(LOST, "lost")     /* The connection was lost, and had not come back by the end. */           \
    X(INSIDE, "inside") /* Still in the house when the round ended. */

typedef enum dw_fate {
#define DW_FATE_ENUM(name, word) DW_FATE_##name,
    DW_FATES(DW_FATE_ENUM)
#undef DW_FATE_ENUM
        DW_FATE_COUNT
} dw_fate;

const char *dw_fate_word(dw_fate fate);

enum { DW_ROUND_BRAINS_TEXT = 64 };

/* All players of a round are there from its first tick (server/RULES.md 7.8). */
typedef struct dw_round_player {
    uint8_t slot;
    uint8_t fate; /* dw_fate */
    bool has_identity;
    bool gone;          /* Before the end. */
    uint32_t gone_tick; /* Of the round; with `gone`. */
    uint8_t identity[DW_SEAL_KEY_SIZE];
    char name[DW_PLAYER_NAME_MAX + 1];
} dw_round_player;

typedef struct dw_round_report {
    uint16_t match;
    uint16_t guards;
    uint32_t round;
    uint32_t ticks;
    uint8_t outcome;                   /* dw_outcome, not NONE. */
    int32_t points;                    /* Of the team, in a mission; else 0. */
    char brains[DW_ROUND_BRAINS_TEXT]; /* Each brain of the guards once: "dog+reference". */
    dw_round_figures figures;
    uint32_t player_count;
    dw_round_player players[DW_INTRUDERS_MAX]; /* In the order in which they were done. */
} dw_round_report;

/* Called within a tick: neither waits. A round that has begun ends, unless the match does. */
typedef struct dw_round_output {
    void *context;
    void (*begun)(void *context, uint16_t match);
    void (*ended)(void *context, const dw_round_report *report);
} dw_round_output;

#endif
