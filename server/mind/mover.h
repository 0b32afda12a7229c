/* mover.h - how a guard gets to a place: plans, walks, keeps to the right, queues at doorways, gets
 * out of others' way and unstuck (RULES.md sections 5, goals 1 to 3, and 6).
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
typedef struct dw_mover {
    dw_path_service *paths;
    dw_door_manners doors;
    dw_rng rng;
    uint8_t state;    /* dw_mover_state */
    uint8_t note;     /* dw_mover_note */
    uint8_t question; /* What the plan under way was asked for: dw_mover_question. */
    bool asked;
    bool follows; /* The goal is somebody whom he keeps his eyes on. */
    dw_path_handle handle;
    dw_vec goal;      /* The main one. */
    uint16_t avoided; /* The door that the main way must not use, or DW_NONE. */
    dw_vec main_way;  /* Where the main way last led; he faces there while he steps aside. */
    dw_vec detour;    /* The substitute, while detour_left > 0. */
    uint16_t detour_left;
    uint16_t plan_age;
    uint8_t near;          /* Others who counted in the last plan. */
    uint16_t still_ticks;  /* Wants to go and hardly does. */
    uint16_t window_ticks; /* Since window_start. */
    dw_vec window_start;
    uint16_t blocked_plans; /* Plans in a row without a way. */
    uint16_t short_falls;   /* Ways that ended beside the goal since somebody stands on it. */
    uint16_t waited;        /* Ticks in a row in a door's queue. */
    bool stood_aside;       /* In this wait. */
    dw_mover_stats stats;
    dw_walker walker;
    int64_t plain_length; /* Of the way with nobody in it, in units, */
    dw_walker plain;      /* and that way. */
} dw_mover;

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

uint64_t dw_mover_hash(const dw_mover *mover, uint64_t hash);
void dw_mover_explain(const dw_mover *mover, dw_explanation *explanation);

#endif
