/* walker.h - a guard's legs: a path, the place on it, and the step of the next tick.
 * Owns: one path. Knows nothing of goals. Exact integer speed: the steps of a way add up to its
 * length, and bends are walked round within a tick. No allocation; the search is the match's. */
#ifndef DW_GUARD_WALKER_H
#define DW_GUARD_WALKER_H

#include "server/sim/brain.h"

enum { DW_WALKER_POINTS_MAX = 96 };

typedef enum dw_walker_state {
    DW_WALKER_IDLE, /* No way to go. */
    DW_WALKER_GOING,
    DW_WALKER_ARRIVED, /* At the end of the way. */
    DW_WALKER_NO_WAY   /* There is none; the walker stands. */
} dw_walker_state;

typedef struct dw_walker {
    uint8_t state;          /* dw_walker_state */
    uint16_t count, at;     /* points[at] is walked to now. */
    uint16_t last_door;     /* Whose doorway he is in or has just left; DW_NONE. */
    uint16_t blocked_ticks; /* Ticks in a row with hardly any progress. */
    dw_vec target;
    dw_vec before; /* Where the last step started. */
    dw_nav_point points[DW_WALKER_POINTS_MAX];
} dw_walker;

void dw_walker_reset(dw_walker *walker);

/* Plans the way from where he is. `others` (centres of guards in the way) are walked around; when
 * that leaves no way, they are ignored, for they may move on. */
void dw_walker_go(dw_walker *walker, const dw_brain_setup *setup, dw_vec from, dw_vec target,
                  const dw_vec *others, uint32_t other_count);

/* Takes the end of the way away; he stands. */
void dw_walker_stop(dw_walker *walker);

/* The next step at `speed` mm/s into `command`: step, heading (turning at most `turn_bam` a tick
 * towards where he walks) and doors: opens the next one in time, closes the one he left unless
 * another guard is at it. */
void dw_walker_step(dw_walker *walker, const dw_brain_setup *setup, const dw_percepts *percepts,
                    int32_t speed, int32_t turn_bam, dw_guard_command *command);

uint64_t dw_walker_hash(const dw_walker *walker, uint64_t hash);
void dw_walker_explain(const dw_walker *walker, dw_explanation *explanation);

#endif
