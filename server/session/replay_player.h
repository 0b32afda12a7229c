/* replay_player.h - plays a recorded round into a simulation, record by record, and compares each
 * tick with what was recorded. Owns: nothing; the replay and the simulation are lent. Knows no
 * watcher, no seek and no clock. Cost of a tick: that of the simulation. */
#ifndef DW_SESSION_REPLAY_PLAYER_H
#define DW_SESSION_REPLAY_PLAYER_H

#include "protocol/replay/replay_reader.h"
#include "server/mind/data/library.h"
#include "server/sim/sim.h"

typedef struct dw_replay_player {
    const dw_brain_library *library; /* Or NULL. */
    dw_replay *replay;
    const dw_replay_header *header;
    dw_sim *sim;
    uint64_t chain;      /* Of the intents that were played, as REPLAY.md has it. */
    uint64_t hash;       /* Of the state after the last tick. */
    uint32_t ticks;      /* That were played and compared. */
    bool ended;          /* There is no further record. */
    uint32_t differs_at; /* The first tick that differs; 0 = none, or the start of the round. */
    bool intents_differ; /* There: the intents are not those that were recorded. */
} dw_replay_player;

/* The brains out of files that the replay holds, into an empty library of the caller. The replay
 * stays where it is. */
DW_MUST_USE dw_status dw_replay_read_brains(dw_replay *replay, dw_brain_library *library,
                                            dw_error *error);

/* The brains of the guards, by the names in the header; `library` NULL: brains in C alone. The
 * error names one that is not known. */
DW_MUST_USE dw_status dw_replay_brains(const dw_replay_header *header,
                                       const dw_brain_library *library,
                                       const dw_brain_kind *brains[DW_GUARDS_MAX], dw_error *error);

/* A simulation for the round in `arena`, with its navigation; `sizes` outlives it. */
DW_MUST_USE dw_status dw_replay_make_sim(const dw_replay_header *header,
                                         const dw_brain_library *library, dw_arena *arena,
                                         dw_nav_set *sizes, dw_sim **out, dw_error *error);

/* The simulation at the start of the round, and the player before its first record. `sim` is of the
 * map, ruleset and brains of the replay. DW_DIFFERS: another state than was recorded. */
DW_MUST_USE dw_status dw_replay_player_begin(dw_replay_player *player, dw_replay *replay,
                                             const dw_brain_library *library, dw_sim *sim,
                                             dw_error *error);

/* Reads the next record and applies it; behind the last one it sets `ended` instead. DW_DIFFERS
 * when the tick or the end is not what was recorded: the error says what. */
DW_MUST_USE dw_status dw_replay_player_next(dw_replay_player *player, dw_replay_record *record,
                                            dw_error *error);

#endif
