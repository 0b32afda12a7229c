/* played_round.h - a recorded round as spectators steer through it: which tick is shown, the way to
 * another one, what happened when.
 * Owns: the clock, the saved states and the events that the index (playback_index.h) has found, and
 * the rows of those who watch. The simulation is the match's, which lends it. Does not know:
 * messages, files, threads, time: the caller says how many ticks of the world a step may take.
 * Cost: a seek loads a saved state and plays at most the ticks up to the next one; memory is taken
 * at creation, and saved states come from the index. Not thread-safe. */
#ifndef DW_SESSION_PLAYED_ROUND_H
#define DW_SESSION_PLAYED_ROUND_H

#include "server/session/playback/ghost_trail.h"
#include "server/session/playback/playback_clock.h"
#include "server/session/playback/playback_index.h"
#include "server/session/snapshot_history.h"

enum { DW_PLAYBACK_SIGHTINGS_MAX = 4096, DW_PLAYBACK_WHYS_MAX = 8 };

/* One spectator of the playback, by its place among the spectators of the match. */
typedef struct dw_playback_viewer {
    bool watches;   /* Has asked to; else it is a client that knows nothing of playbacks. */
    bool may_steer; /* As the host says. */
    bool told;      /* The state has been sent once. */
    bool ghosts;    /* Is sent them. */
    uint8_t view;
    uint16_t next_event;  /* The first one that it has not been sent. */
    uint32_t events_tick; /* When it was sent some last. */
    uint8_t why_count;
    uint16_t whys[DW_PLAYBACK_WHYS_MAX]; /* Sightings that it has asked about. */
    dw_snapshot_history history;         /* Of its view, when that is not the common one. */
} dw_playback_viewer;

typedef struct dw_playback_stats {
    uint64_t seeks;      /* That have arrived. */
    uint64_t seek_ticks; /* Ticks of the world that were played for them. */
} dw_playback_stats;

typedef struct dw_played_round dw_played_round;
struct dw_played_round {
    dw_replay *replay;
    const dw_replay_header *header;
    dw_brain_library brains; /* Out of files, as the replay holds them. */
    dw_playback_clock clock;
    dw_replay_player player; /* Its simulation is the match's. */
    dw_playback_eyes eyes;
    uint32_t slice;  /* Ticks of the world in one step of the match, at most. */
    bool cut;        /* The recording ends before its round. */
    bool differs;    /* The recording is another round behind `clock.length`. */
    uint8_t outcome; /* dw_outcome at the end; NONE when cut. */
    uint8_t winner;
    uint32_t ready;                   /* As of the index. */
    uint32_t told_ready, told_events; /* What those who watch have been told of it. */
    uint32_t keyframe_count, keyframes_max;
    dw_playback_keyframe **keyframes; /* Ticks ascend. */
    size_t keyframe_bytes;
    uint32_t event_count;
    dw_playback_event *events; /* DW_PLAYBACK_EVENTS_MAX of them. */
    uint32_t sighting_count;
    dw_playback_sighting *sightings; /* DW_PLAYBACK_SIGHTINGS_MAX of them; events ascend. */
    dw_ghost_trails ghosts;          /* The host's: as far as they have been read. */
    bool ghosts_complete;            /* None are read any more, or ever. */
    bool ghosts_wanted;              /* Somebody has asked for them. */
    uint32_t viewers_max;
    dw_playback_viewer *viewers;
    dw_arena arena;                       /* Of all of these. */
    char steerer[DW_PLAYER_NAME_MAX + 1]; /* Who has steered last. */
    dw_playback_stats stats;
};

/* For up to `viewers_max` spectators; `replay` outlives it. DW_RANGE: longer than the protocol can
 * say; DW_INVALID: a record or a brain in it is not valid. */
DW_MUST_USE dw_status dw_played_round_create(dw_played_round **out, dw_replay *replay,
                                             uint32_t viewers_max, dw_error *error);
void dw_played_round_destroy(dw_played_round *playback);

/* The simulation that it plays in, of the map, rules and brains of the replay. */
DW_MUST_USE dw_status dw_played_round_begin(dw_played_round *playback, dw_sim *sim,
                                            dw_error *error);

/* Takes over a segment of the index, in order. */
void dw_played_round_take(dw_played_round *playback, dw_playback_segment *segment);

/* Plays one tick of the round. False: the recording is at its end, or differs from here on. */
bool dw_played_round_play(dw_played_round *playback);

/* Goes on towards the target of the clock, by at most `slice` ticks. True when it is reached: the
 * caller makes a new epoch of it. */
bool dw_played_round_approach(dw_played_round *playback);

/* The sighting that is that event, or NULL. */
const dw_playback_sighting *dw_played_round_why(const dw_played_round *playback, uint16_t event);

/* Another client has the place; or nobody. */
void dw_played_round_reset_viewer(dw_played_round *playback, uint32_t index);

/* What the viewer with that view is shown now: bodies, doors and items. Not for the view of all. */
void dw_played_round_fill(dw_played_round *playback, uint8_t view, dw_snapshot *out);

#endif
