/* playback.h - what server and client tell each other about a recorded round that is played to
 * spectators: messages 10, 50 to 52 and 55 (PROTOCOL.md). Owns: the structs and their limits. Knows
 * neither files nor how a recording is played. Pure values.
 *
 * Two clocks stand side by side. The stream tick is that of snapshots, events and minds, and always
 * rises. The shown tick is that of the recorded round, from 0 to its length. */
#ifndef DW_PROTOCOL_PLAYBACK_H
#define DW_PROTOCOL_PLAYBACK_H

#include "common/world/map.h"
#include "common/world/mind_view.h"
#include "protocol/protocol.h"

enum {
    DW_PLAYBACK_TICK_MAX = (1 << 24) - 1, /* More than a recording can hold. */
    DW_PLAYBACK_SPEED_NORMAL = 8,         /* Speeds are in eighths, */
    DW_PLAYBACK_SPEED_MAX = 128,          /* from 1/8 to 16. */
    DW_PLAYBACK_STEP_MAX = 600,
    DW_PLAYBACK_EVENTS_MAX = 16384, /* Of a recording; later ones are not listed. */
    DW_PLAYBACK_ROWS_MAX = 32,      /* Events in one message. */
    DW_PLAYBACK_SAMPLES_MAX = 32,   /* Of a meter that rises. */
    DW_PLAYBACK_NO_LIGHT = 101,     /* In place of a light: the ruleset has none. */
    /* What a client is shown: all; what the intruder in a slot could know; what a guard believed.
     */
    DW_PLAYBACK_VIEW_ALL = 0,
    DW_PLAYBACK_VIEW_SLOTS = 1,                                          /* + slot */
    DW_PLAYBACK_VIEW_GUARDS = DW_PLAYBACK_VIEW_SLOTS + DW_INTRUDERS_MAX, /* + guard's index */
    DW_PLAYBACK_VIEW_END = DW_PLAYBACK_VIEW_GUARDS + DW_GUARDS_MAX
};

/* Name, lowest and highest value. */
#define DW_STEERS(X)                                                                               \
    X(WATCH, 0, 0)                                                                                 \
    X(SEEK, 0, DW_PLAYBACK_TICK_MAX)                                                               \
    X(PAUSE, 0, 1)                                                                                 \
    X(SPEED, 1, DW_PLAYBACK_SPEED_MAX)                                                             \
    X(STEP, -DW_PLAYBACK_STEP_MAX, DW_PLAYBACK_STEP_MAX) /* Not 0. */                              \
    X(VIEW, 0, DW_PLAYBACK_VIEW_END - 1)                                                           \
    X(WHY, 0, DW_PLAYBACK_EVENTS_MAX - 1)                                                          \
    X(GHOSTS, 0, 1)

typedef enum dw_steer_action {
#define DW_STEER_ENUM(name, low, high) DW_STEER_##name,
    DW_STEERS(DW_STEER_ENUM)
#undef DW_STEER_ENUM
        DW_STEER_COUNT
} dw_steer_action;

typedef struct dw_steer {
    uint8_t action; /* dw_steer_action */
    int32_t value;
} dw_steer;

enum {
    DW_PLAYBACK_PAUSED = 1,
    DW_PLAYBACK_SEEKING = 2,   /* On the way to `shown`; the picture stands still. */
    DW_PLAYBACK_MAY_STEER = 4, /* The receiver. */
    DW_PLAYBACK_CUT = 8,       /* The recording ends before its round does. */
    DW_PLAYBACK_DIFFERS = 16,  /* Behind its length this program computes another world. */
    DW_PLAYBACK_FLAGS_ALL = 31
};

typedef struct dw_playback_state {
    uint32_t tick;       /* Of the stream, when this holds. */
    uint32_t shown;      /* Of the recorded round, then. */
    uint32_t length;     /* Of the recorded round. */
    uint8_t speed;       /* In eighths. */
    uint8_t flags;       /* DW_PLAYBACK_* */
    uint32_t epoch;      /* From 1; rises with each seek. */
    uint32_t epoch_tick; /* Snapshots and minds up to this stream tick are of an earlier epoch. */
    uint32_t ready;      /* Shown tick up to which all events are listed. */
    uint16_t events;     /* Listed up to now. */
    uint8_t view;        /* Of the receiver. */
    char steerer[DW_PLAYER_NAME_MAX + 1]; /* Who has steered last; empty: nobody. */
} dw_playback_state;

/* What a, b and c are; 0 where not named. A guard is named by its body in spectators' snapshots. */
#define DW_PLAYBACK_EVENTS(X)                                                                      \
    X(SIGHTING) /* a = guard, b = slot, c = 0 by sight, 1 by touch: its meter became full. */      \
    X(LOST)     /* a = guard, b = slot: no longer full. */                                         \
    X(REPORT)   /* a = guard, b = slot, c = room: says by radio where somebody is. */              \
    X(CLEAR)    /* a = guard, c = room: says by radio that it is clear. */                         \
    X(MISSING)  /* a = guard, c = room: says that the objective is gone. */                        \
    X(NOTICE)   /* a = guard, c = room: a device, or something changed. */                         \
    X(TASK)     /* a = guard; b = 0 covers door c; in room c: 1 searches, 2 holds the exit,        \
                   3 holds the objective's place. */                                               \
    X(ORDER)    /* a = guard that says it, b = guard that is told, c = room + 1 or 0: a request    \
                   or an award by radio. */                                                        \
    X(CAUGHT)   /* a = guard, b = slot */                                                          \
    X(TAKEN)    /* a = slot, b = item */                                                           \
    X(DROPPED)  /* a = slot, b = item */                                                           \
    X(HANDED)   /* a = slot, b = item, c = slot of the mate */                                     \
    X(SLOT)     /* a = slot, b = dw_slot_state: the player dropped, came back or went. */          \
    X(END)      /* a = dw_outcome, b = slot of the winner or DW_SLOT_NONE */                       \
    X(PART)     /* a = number of a part of the mission (message 57), b = 0 done, 1 failed. */

typedef enum dw_playback_event_kind {
#define DW_PLAYBACK_EVENT_ENUM(name) DW_PLAYBACK_EVENT_##name,
    DW_PLAYBACK_EVENTS(DW_PLAYBACK_EVENT_ENUM)
#undef DW_PLAYBACK_EVENT_ENUM
        DW_PLAYBACK_EVENT_COUNT
} dw_playback_event_kind;

typedef struct dw_playback_event {
    uint32_t tick; /* Shown tick. */
    uint8_t kind;  /* dw_playback_event_kind */
    uint8_t a, b;
    uint16_t c;
} dw_playback_event;

/* Whether a, b and c are in the ranges of the kind. */
bool dw_playback_event_valid(const dw_playback_event *event);

/* A part of the list. */
typedef struct dw_playback_events {
    uint16_t first;                               /* Number of the first row, from 0. */
    uint8_t count;                                /* From 1 in a message. */
    dw_playback_event rows[DW_PLAYBACK_ROWS_MAX]; /* Ticks ascend. */
} dw_playback_events;

typedef enum dw_sighting_sense {
    DW_SIGHTING_SIGHT,
    DW_SIGHTING_TOUCH,
    DW_SIGHTING_SENSE_COUNT
} dw_sighting_sense;

enum {
    DW_SIGHTING_CROUCHING = 1,
    DW_SIGHTING_SPRINTING = 2,
    DW_SIGHTING_CARRYING = 4,
    DW_SIGHTING_MOVING = 8,
    DW_SIGHTING_POSTURES_ALL = 15,
    DW_SIGHTING_DISTANCE_MAX_CM = 250000,
    DW_SIGHTING_ANGLE_MAX = 64
};

/* Why a guard detected an intruder. The glimpse is when its meter began to rise. */
typedef struct dw_playback_sighting {
    uint16_t event;                  /* Number in the list. */
    uint32_t tick;                   /* When the meter was full. */
    uint32_t glimpse_ticks;          /* Before that. */
    uint8_t guard;                   /* Body. */
    uint8_t slot;                    /* Of the intruder. */
    uint8_t sense;                   /* dw_sighting_sense */
    uint32_t distance_cm;            /* Centre to centre, when the meter was full, */
    uint32_t glimpse_distance_cm;    /* and at the glimpse. */
    uint8_t angle;                   /* Off the guard's heading at the glimpse, 128ths of a turn. */
    uint8_t light;                   /* At the intruder, or DW_PLAYBACK_NO_LIGHT. */
    uint8_t posture;                 /* DW_SIGHTING_* */
    uint16_t room;                   /* Of the intruder. */
    char goal[DW_MIND_WORD_MAX + 1]; /* Of the guard at the glimpse, */
    uint8_t cause;                   /* dw_cause: why it had that goal, */
    uint32_t cause_ticks;            /* and how long before `tick` that was. */
    uint8_t sample_count;            /* From 2 on. */
    uint8_t samples[DW_PLAYBACK_SAMPLES_MAX]; /* The meter in percent, evenly from glimpse to tick.
                                               */
} dw_playback_sighting;

enum {
    DW_GHOSTS_MAX = 8,     /* In one message. */
    DW_GHOST_TRIES_MAX = 4 /* Earlier rounds that have ghosts. */
};

/* The body of a player in an earlier recorded round, at the same tick of it. Values as in a
 * snapshot (snapshot.h). */
typedef struct dw_ghost {
    uint8_t slot;  /* Of the same player in the round that is shown. */
    uint8_t tries; /* 1: the round of this player before the one that is shown, and so on. */
    uint16_t x, y;
    uint8_t heading;
    uint8_t flags; /* DW_BODY_CROUCHING, _SPRINTING, _CARRYING */
} dw_ghost;

typedef struct dw_ghosts {
    uint32_t tick;    /* Of the stream. */
    uint8_t complete; /* 1: no further earlier round will be found. */
    uint8_t tries;    /* Earlier rounds that were found. */
    uint8_t count;
    dw_ghost rows[DW_GHOSTS_MAX]; /* By tries, then by slot, both ascending. */
} dw_ghosts;

#endif
