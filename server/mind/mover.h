/* mover.h - how a guard gets to a place: plans, walks, keeps to the right, queues at doorways, gets
 * out of others' way and unstuck (section 6 of server/RULES.md).
 * Owns: the main goal, and a substitute goal that never loses it; a path, a lane of the planning
 * service, the guard's stream of random numbers for side-steps. Decides from percepts alone. All
 * memory is taken at creation. */
#ifndef DW_MIND_MOVER_H
#define DW_MIND_MOVER_H

#include "common/base/rng.h"
#include "server/mind/door_manners.h"
#include "server/mind/path_service.h"
#include "server/mind/traffic.h"

typedef enum dw_mover_state {
    DW_MOVER_IDLE,    /* Nowhere to go. */
    DW_MOVER_GOING,   /* Walking, waiting or planning. */
    DW_MOVER_ARRIVED, /* At the main goal, or as near as one can get. */
    DW_MOVER_NO_WAY   /* There is none, even with nobody in it; or patience is at its end. */
} dw_mover_state;

/* What he does about it at the moment; for explanations and tests. */
typedef enum dw_mover_note {
    DW_MOVER_WALKS,
    DW_MOVER_WAITS,          /* For a doorway, or behind one who does. */
    DW_MOVER_SIDE_STEPS,     /* Goal 3: blocked. */
    DW_MOVER_LEAVES_DOORWAY, /* Goal 2. */
    DW_MOVER_GETS_UNSTUCK    /* Goal 1. */
} dw_mover_note;

/* Planning among others asks up to three questions, one after the other, mostly within a tick. */
typedef enum dw_mover_question {
    DW_MOVER_ASKS_PLAIN, /* With nobody in the way: which way, and how long it is. */
    DW_MOVER_ASKS_RIGHT, /* Round others, on the right of who comes. */
    DW_MOVER_ASKS_ANY    /* Round others, on either side. */
} dw_mover_question;

typedef struct dw_mover_stats {
    uint64_t plans, side_steps, unstuck, doorways_left, gave_up;
    uint32_t blocked_ticks_max; /* Longest time without getting on, waiting not counted. */
} dw_mover_stats;

/* What each tick needs comes first. */
#define DW_MOVER_FIELDS(X, A, M)                                                                   \
    X(door_manners, doors)                                                                         \
    X(rng, rng)                                                                                    \
    X(u8, state)    /* dw_mover_state */                                                           \
    X(u8, note)     /* dw_mover_note */                                                            \
    X(u8, question) /* What the plan under way was asked for: dw_mover_question. */                \
    X(flag, asked)                                                                                 \
    X(flag, follows)     /* The goal is somebody to keep in sight. */                              \
    X(flag, stood_aside) /* In this wait. */                                                       \
    X(u8, near)          /* Others who counted in the last plan. */                                \
    X(u16, avoided)      /* The door that the main way must not use, or DW_NONE. */                \
    X(path_handle, handle)                                                                         \
    X(vec, goal)     /* The main one. */                                                           \
    X(vec, main_way) /* Where the main way last led; faced while stepping aside. */                \
    X(vec, detour)   /* The substitute, while detour_left > 0. */                                  \
    X(u16, detour_left)                                                                            \
    X(u16, plan_age)                                                                               \
    X(u16, still_ticks)  /* Wants to go and hardly does. */                                        \
    X(u16, window_ticks) /* Since window_start. */                                                 \
    X(vec, window_start)                                                                           \
    X(u16, blocked_plans) /* Plans in a row without a way. */                                      \
    X(u16, short_falls)   /* Ways that ended beside the goal since somebody stands on it. */       \
    X(u16, waited)        /* Ticks in a row in a queue at a door. */                               \
    X(i64, plain_length)  /* Of the way with nobody in it, in units, */                            \
    X(walker, plain)      /* and that way. */                                                      \
    X(walker, walker)                                                                              \
    X(path_lane, paths)

typedef struct dw_mover {
    dw_mover_stats stats;
    DW_FIELDS_MEMBERS(DW_MOVER_FIELDS)
} dw_mover;
typedef dw_mover dw_field_mover;
DW_FIELDS_AND(dw_mover, DW_MOVER_FIELDS, sizeof(dw_mover_stats));

DW_MUST_USE dw_status dw_mover_create(dw_mover *mover, dw_arena *arena,
                                      const dw_brain_setup *setup);
void dw_mover_reset(dw_mover *mover, uint64_t seed);

/* A new main goal; a substitute that is under way is brought to its end. The way is planned in the
 * next step after that. */
void dw_mover_go(dw_mover *mover, dw_vec goal);

/* The same by a way that does not use `door`. */
void dw_mover_go_round(dw_mover *mover, dw_vec goal, uint16_t door);

/* The goal moves with somebody who is chased: planned anew only when the old plan is no good. */
void dw_mover_follow(dw_mover *mover, dw_vec goal);

/* No main goal; a substitute that is under way is brought to its end. */
void dw_mover_stop(dw_mover *mover);

/* Whatever he does on the way: somebody is there, and comes first (goal 4). */
void dw_mover_drop_substitute(dw_mover *mover);

/* One tick, once for each tick whatever the state: fills in step, heading (turning at most
 * `turn_bam` towards where he walks), doors and the sign that he waits. */
void dw_mover_step(dw_mover *mover, const dw_brain_setup *setup, const dw_percepts *percepts,
                   int32_t speed, int32_t turn_bam, dw_guard_command *command);

void dw_digest_mover(dw_digest *digest, const dw_mover *mover);
void dw_mover_explain(const dw_mover *mover, dw_mind_view *explanation);

#endif
