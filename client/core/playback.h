/* playback.h - what a spectator knows of a recorded round that its server plays: where the round
 * stands, the events that are listed so far, and why an intruder was seen.
 * Owns: copies. Knows no map: the caller checks what an event names before it puts it in. No
 * allocation after creation. Clients that spectate have one (about 200 KB). */
#ifndef DW_CLIENT_CORE_PLAYBACK_H
#define DW_CLIENT_CORE_PLAYBACK_H

#include "common/base/arena.h"
#include "protocol/playback.h"

typedef struct dw_playback {
    dw_playback_state now;    /* `tick` 0: no recording is played. */
    dw_playback_state before; /* The state that `now` replaced, in the same epoch; or as `now`. */
    uint32_t event_count;
    dw_playback_event events[DW_PLAYBACK_EVENTS_MAX]; /* Ticks ascend. */
    bool has_sighting;
    dw_playback_sighting sighting; /* The newest one that was told. */
} dw_playback;

DW_MUST_USE dw_status dw_playback_create(dw_playback **out, dw_arena *arena);

/* Another connection. */
void dw_playback_reset(dw_playback *playback);

static inline bool dw_playback_runs(const dw_playback *playback)
{
    return playback != NULL && playback->now.tick != 0;
}

/* True when the state begins another epoch: all that was shown before is forgotten. DW_INVALID for
 * a state that goes back in time. */
DW_MUST_USE dw_status dw_playback_take(dw_playback *playback, const dw_playback_state *state,
                                       bool *new_epoch);

/* DW_INVALID when the rows do not follow those that are listed. */
DW_MUST_USE dw_status dw_playback_list(dw_playback *playback, const dw_playback_events *events);

/* The tick of the recorded round at a tick of the stream, with fractions. */
double dw_playback_shown_at(const dw_playback *playback, double stream_tick);

/* Index of the first event at `tick` or later; `event_count` when all are earlier. */
uint32_t dw_playback_find(const dw_playback *playback, uint32_t tick);

#endif
