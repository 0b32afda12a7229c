/* playback_index.h - goes through a recorded round ahead of those who watch it, and notes what they
 * need: saved states to jump to, events for the time line, the reasons of sightings.
 * Owns: a simulation of its own, a reader of its own, and what a segment holds until it is taken.
 * Does not know: clients, threads, time. The caller may run it in a thread of its own: it shares
 * nothing with the playback but the bytes of the replay and its brains, which nobody changes.
 * Cost: that of the simulation, the filter and the watch; memory from the heap. Not for a tick. */
#ifndef DW_SESSION_PLAYBACK_INDEX_H
#define DW_SESSION_PLAYBACK_INDEX_H

#include "protocol/playback.h"
#include "server/session/playback/playback_eyes.h"
#include "server/session/replay_player.h"

enum {
    DW_KEYFRAME_TICKS = DW_TICKS_PER_SECOND, /* From one saved state to the next, at least. */
    DW_KEYFRAME_BYTES_MAX = 64 << 20,        /* Of all; then the distance grows. */
    DW_SEGMENT_EVENTS_MAX = 1024,
    DW_SEGMENT_SIGHTINGS_MAX = 512
};

/* The state of a round between two ticks. */
typedef struct dw_playback_keyframe {
    uint32_t tick;
    uint64_t chain, hash;
    dw_replay_mark mark;
    dw_playback_memory memories[DW_INTRUDERS_MAX];
    uint32_t size;
    uint8_t bytes[]; /* Of dw_sim_save. */
} dw_playback_keyframe;

/* A part of the round. From the heap, like its keyframe. */
typedef struct dw_playback_segment {
    uint32_t ready;   /* The last tick that was gone through. */
    bool ended;       /* There is no further segment. */
    dw_status status; /* DW_DIFFERS: the round is another one behind `ready`; `error` says how. */
    dw_error error;
    dw_playback_keyframe *keyframe; /* At `ready`, or NULL. */
    uint32_t event_count, sighting_count;
    dw_playback_event events[DW_SEGMENT_EVENTS_MAX];
    dw_playback_sighting sightings[DW_SEGMENT_SIGHTINGS_MAX];
} dw_playback_segment;

typedef struct dw_playback_index dw_playback_index;

/* `replay` and `brains`, those that it holds, outlive the index; `length` is its number of ticks.
 */
DW_MUST_USE dw_status dw_playback_index_create(dw_playback_index **out, const dw_replay *replay,
                                               const dw_brain_library *brains, uint32_t length,
                                               dw_error *error);
void dw_playback_index_destroy(dw_playback_index *index);

/* The next segment: about a second of the round, more where nothing is noted. Not after one that
 * has `ended`. DW_MEMORY: try again, or leave it. */
DW_MUST_USE dw_status dw_playback_index_run(dw_playback_index *index, dw_playback_segment **out);
void dw_playback_segment_free(dw_playback_segment *segment);

#endif
