/* round_machine.h - the phases of a match: lobby, countdown, play, result, next round
 * (server/RULES.md 7.1 to 7.6). Owns: phase, round number, and the ticks of their changes. Knows
 * players only as a count and the world only as its outcome. Pure; O(1) a tick; ticks are the
 * server's. */
#ifndef DW_SESSION_ROUND_MACHINE_H
#define DW_SESSION_ROUND_MACHINE_H

#include "common/base/fields.h"
#include "common/world/ruleset.h"
#include "common/world/state.h"
#include "protocol/protocol.h"

#include <stdbool.h>

#define DW_ROUND_MACHINE_FIELDS(X, A, M)                                                           \
    X(u32, round)      /* From 1. */                                                               \
    X(u8, phase)       /* dw_round_phase */                                                        \
    X(u8, outcome)     /* dw_outcome; NONE but in RESULT. */                                       \
    X(u8, winner)      /* Slot of the carrier that won, else DW_SLOT_NONE. */                      \
    X(u32, start_tick) /* Of the phase. */                                                         \
    X(u32, end_tick)   /* 0 = not known. */

typedef struct dw_round_machine {
    DW_FIELDS_MEMBERS(DW_ROUND_MACHINE_FIELDS)
} dw_round_machine;
typedef dw_round_machine dw_field_round_machine;

/* What the match has to do now; each is returned once. */
typedef enum dw_round_change {
    DW_ROUND_SAME,
    DW_ROUND_WAITING, /* Still in the lobby, but `end_tick` has changed: tell the clients. */
    DW_ROUND_COUNTDOWN,
    DW_ROUND_LOBBY_AGAIN, /* Too few are left during the countdown. */
    DW_ROUND_PLAY,        /* This tick is the first of the round's world. */
    DW_ROUND_NEXT         /* The result was shown: lobby of the next round. */
} dw_round_change;

void dw_round_machine_init(dw_round_machine *machine, uint32_t tick);

/* At the start of a tick. `ready` counts connected players who will have a body. */
dw_round_change dw_round_machine_advance(dw_round_machine *machine, const dw_ruleset *rules,
                                         uint32_t tick, uint32_t ready);

/* Nobody needs more time: a lobby that only waits is over at this tick. */
void dw_round_machine_hurry(dw_round_machine *machine, uint32_t tick);

/* The round is decided, at a tick of PLAY (or of any phase with ABORTED). */
void dw_round_machine_end(dw_round_machine *machine, const dw_ruleset *rules, uint32_t tick,
                          dw_outcome outcome, uint8_t winner);

/* From lobby or countdown: the same round's lobby from its start. */
void dw_round_machine_restart_lobby(dw_round_machine *machine, uint32_t tick);

/* Nobody is there to see the result: straight to the next lobby. */
void dw_round_machine_skip_result(dw_round_machine *machine, uint32_t tick);

#endif
