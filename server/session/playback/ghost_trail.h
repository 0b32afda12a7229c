/* ghost_trail.h - where the players of an earlier recorded round went, to be drawn as ghosts beside
 * the round that is shown.
 * Owns: the trails, from the heap. Knows replays; no files, clients, threads or time. Cost of
 * reading: the simulation of the earlier round. Not for a tick; a look at a trail is O(1). */
#ifndef DW_SESSION_GHOST_TRAIL_H
#define DW_SESSION_GHOST_TRAIL_H

#include "protocol/playback.h"
#include "protocol/replay/replay_reader.h"

enum {
    DW_GHOST_SAMPLE_TICKS = DW_TICKS_PER_SECOND / 10,
    DW_GHOST_SAMPLES_MAX = 30 * 60 * 10 /* Half an hour; a longer trail ends there. */
};

typedef struct dw_ghost_sample {
    uint16_t x, y;
    uint8_t heading, flags;
} dw_ghost_sample;

/* From the first tick to the one in which the body was gone. */
typedef struct dw_ghost_trail {
    uint8_t slot;  /* Of this player in the round that is shown. */
    uint8_t tries; /* As in dw_ghost. */
    uint32_t count;
    dw_ghost_sample samples[DW_GHOST_SAMPLES_MAX];
} dw_ghost_trail;

/* Those of all earlier rounds that were found, in the order of dw_ghosts. */
typedef struct dw_ghost_trails {
    uint8_t tries;
    uint32_t count;
    dw_ghost_trail *rows[DW_GHOSTS_MAX];
} dw_ghost_trails;

/* Whether the earlier round is of the same map, and somebody of `shown` played in it. */
bool dw_ghost_trails_fit(const dw_replay_header *shown, const dw_replay_header *earlier);

/* Plays a round that fits, and appends the trails of players that are in both: those of the next
 * try. Between two ticks it asks `stop`, and gives up where that is true. DW_FULL: there is no
 * place for another one; any other status: the round cannot be played here, and the error says why.
 * Without DW_OK nothing is appended. */
DW_MUST_USE dw_status dw_ghost_trails_read(dw_ghost_trails *trails, const dw_replay_header *shown,
                                           dw_replay *earlier, bool (*stop)(void *context),
                                           void *context, dw_error *error);
void dw_ghost_trails_clear(dw_ghost_trails *trails);

/* Where the trail was at that tick of its round; false when it was over. */
bool dw_ghost_trail_at(const dw_ghost_trail *trail, uint32_t tick, dw_ghost *out);

#endif
