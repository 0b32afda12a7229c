/* mover.h - how a guard gets to a goal: plans, walks, keeps to the right, queues at doorways, steps
 * out of others' way and gets unstuck (section 6 of server/RULES.md).
 * Owns: the main goal, and a substitute goal that never loses it; the route to it, the manners at
 * doors, a random stream for side-steps. Decides from percepts alone. All memory is taken at
 * creation. */
#ifndef DW_MIND_MOVER_H
#define DW_MIND_MOVER_H

#include "server/mind/door_manners.h"
#include "server/mind/progress.h"
#include "server/mind/route.h"

/* How the main goal stands. */
typedef enum dw_mover_state {
    DW_MOVER_IDLE,    /* Nowhere to go. */
    DW_MOVER_GOING,   /* Walking, waiting or planning. */
    DW_MOVER_ARRIVED, /* At the main goal, or as near as one can get. */
    DW_MOVER_NO_PATH  /* No path, even with nobody in it; or patience is at its end. */
} dw_mover_state;

/* What the guard does about it at the moment. From WAITS_ASIDE on the guard is on a detour:
 * `detour` counts, for `detour_left` more ticks. The last three are the substitute goals. */
typedef enum dw_mover_doing {
    DW_MOVER_WALKS,
    DW_MOVER_WAITS,       /* In line: for a doorway, or behind a guard that does. */
    DW_MOVER_WAITS_ASIDE, /* ... on the right, so that others can pass. */
    DW_MOVER_SIDE_STEPS,  /* Blocked. */
    DW_MOVER_LEAVES_DOORWAY,
    DW_MOVER_GETS_UNSTUCK,
    DW_MOVER_DOING_COUNT
} dw_mover_doing;

/* A guard gets most doorways within a few ticks: to tell of such waits would only flicker. */
enum { DW_MOVER_WAIT_SHOWN = 20 /* `waits` from which on a guard is said to wait. */ };

/* For those who look on; decides nothing. */
typedef struct dw_mover_stats {
    uint64_t detours[DW_MOVER_DOING_COUNT]; /* Begun since creation, by what the guard does. */
    uint8_t waits; /* Rises in each tick of waiting in line, and falls faster while it walks. */
} dw_mover_stats;

#define DW_MOVER_FIELDS(X, A, M)                                                                   \
    X(u8, state)         /* dw_mover_state */                                                      \
    X(u8, doing)         /* dw_mover_doing */                                                      \
    X(flag, follows)     /* The goal is somebody to keep in sight. */                              \
    X(flag, stood_aside) /* In this wait. */                                                       \
    X(u16, avoided)      /* The door that the main path must not use, or DW_NONE. */               \
    X(u16, waited)       /* Ticks in a row in a queue at a door. */                                \
    X(u16, detour_left)  /* Ticks. */                                                              \
    X(vec, detour)                                                                                 \
    X(vec, goal)      /* The main one. */                                                          \
    X(vec, direction) /* Of the main path; faced while stepping aside. */                          \
    X(rng, rng)                                                                                    \
    X(door_manners, doors)                                                                         \
    X(progress, progress)                                                                          \
    X(route, route)

struct dw_mover {
    dw_mover_stats stats;
    DW_FIELDS_MEMBERS(DW_MOVER_FIELDS)
};
typedef dw_mover dw_field_mover;
DW_FIELDS_AND(dw_mover, DW_MOVER_FIELDS, sizeof(dw_mover_stats));

DW_MUST_USE dw_status dw_mover_create(dw_mover *mover, dw_arena *arena,
                                      const dw_brain_setup *setup);
void dw_mover_reset(dw_mover *mover, uint64_t seed);

/* What the mover and its lane of the planner have counted. */
void dw_mover_count(const dw_mover *mover, dw_brain_counters *out);

/* A new main goal; a substitute that is under way is brought to its end. The path is planned in the
 * next step after that. */
void dw_mover_go(dw_mover *mover, dw_vec goal);

/* The same by a path that does not use `door`. */
void dw_mover_go_round(dw_mover *mover, dw_vec goal, uint16_t door);

/* The goal moves with an intruder that is chased: a new plan only when the old one is no good. */
void dw_mover_follow(dw_mover *mover, dw_vec goal);

/* No main goal; a substitute that is under way is brought to its end. */
void dw_mover_stop(dw_mover *mover);

/* Ends a substitute at once: a chase comes first. */
void dw_mover_drop_substitute(dw_mover *mover);

/* One tick, once for each tick whatever the state: fills in step, heading (turning at most
 * `turn_bam` towards where the guard walks), doors and the sign that it waits. */
void dw_mover_step(dw_mover *mover, const dw_think *think, int32_t speed, int32_t turn_bam);

/* A loaded mover names only what the map has. */
bool dw_mover_is_sound(const dw_mover *mover, const dw_map *map);
DW_FIELDS_INLINE(mover, DW_MOVER_FIELDS);

#endif
