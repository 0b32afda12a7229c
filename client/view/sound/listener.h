/* listener.h - what is heard becomes what is played. The client is told of noises, events and
 * bodies; each of them becomes at most one cue. Also the heartbeat, and how tense the music is.
 * Owns: a short queue of cues, the steps of bodies in view, landings that are due.
 * Knows no sound device, and nothing that the client was not told:
 *  - A player in a match with hearing hears noises by the server's messages (PROTOCOL.md, sounds),
 *    the own steps by prediction, and teammates in view by their movement.
 *  - Without hearing, a player hears what is in view: steps, leaves that move, guards that speak.
 *  - A person that watches hears what is in the picture.
 * Pure; times are seconds of the view. No allocation. Cost: under 5 us a frame. */
#ifndef DW_VIEW_LISTENER_H
#define DW_VIEW_LISTENER_H

#include "client/core/client.h"
#include "client/view/model/flights.h"
#include "client/view/sound/cue.h"
#include "client/view/sound/footsteps.h"

enum { DW_CUES_MAX = 32 };

/* What the listener looks at; all of it borrowed. */
typedef struct dw_listener_view {
    const dw_map *map;
    const dw_ruleset *rules;
    const dw_drawn_world *world;
    const dw_camera *camera;
    const dw_flights *flights; /* They have a throw before its event comes here. */
    const dw_round *round;     /* NULL before the first. */
    double now;
} dw_listener_view;

typedef struct dw_landing {
    double at; /* 0: nothing is in the air. */
    double x, y;
    uint8_t effect;
} dw_landing;

typedef struct dw_listener {
    dw_cue cues[DW_CUES_MAX]; /* A ring. */
    uint8_t first, count;
    dw_walker own;
    dw_walker walkers[DW_FOOTSTEPS_IDS]; /* By body. */
    uint8_t moods[DW_FOOTSTEPS_IDS];
    dw_landing landings[DW_INTRUDERS_MAX]; /* By thrower. */
    uint32_t sign_ticks[DW_INTRUDERS_MAX]; /* Of the newest that was played. */
    uint32_t ping_ticks[DW_INTRUDERS_MAX];
    uint32_t take; /* Of the next step. */
    uint8_t leaf;  /* What the last event of a door said. */
    double leaf_at;
    double hey_at;             /* When a guard in sight last said that it has detected somebody. */
    double radio_at, chase_at; /* When the last one was played. */
    double beat_at;            /* Of the last heartbeat. */
    float alarm;               /* Of the house, 0 .. 1, at `alarm_at`; it fades. */
    double alarm_at;
    uint8_t phase; /* 1 + dw_round_phase, as of the last step; 0: none yet. */
} dw_listener;

/* Forgets all: another match. */
void dw_listener_reset(dw_listener *listener);

/* A noise that the server told. */
void dw_listener_noise(dw_listener *listener, const dw_listener_view *view,
                       const dw_sound_heard *heard);
void dw_listener_event(dw_listener *listener, const dw_listener_view *view,
                       const dw_client_event *event);
/* The team's signs and pings, but for the slots in `muted` (bit s). */
void dw_listener_signals(dw_listener *listener, const dw_listener_view *view,
                         const dw_signals *signals, uint32_t muted);

/* In each frame, when the world was composed: steps, landings, heartbeat, phases of the round. */
void dw_listener_step(dw_listener *listener, const dw_listener_view *view);

/* How tense it is now, 0 .. 1; 0 outside of play. */
float dw_listener_danger(const dw_listener *listener, const dw_listener_view *view);

/* Takes the oldest cue out; false when none waits. Of more than DW_CUES_MAX the newest are
 * left out. */
bool dw_listener_pop(dw_listener *listener, dw_cue *cue);

#endif
