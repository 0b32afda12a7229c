/* compare_cell.h - all matches of one brain against one policy, as a comparison of brains needs
 * them: how each seed ended, how the minds behaved (mind_watch.h), and what a guard costs.
 * Owns: the outcomes, on the heap, until destroyed. Cost: a match for each seed, and a second one
 * without bots for those that are timed. */
#ifndef DW_LAB_COMPARE_CELL_H
#define DW_LAB_COMPARE_CELL_H

#include "server/lab/mind_watch.h"

typedef struct dw_compare_plan {
    const dw_lab_data *data;
    uint64_t first_seed;
    uint32_t seeds;
    uint32_t timed; /* The first of the seeds, up to all. */
    uint8_t intruders;
    uint32_t ticks_max;
} dw_compare_plan;

typedef struct dw_compare_cell {
    const dw_brain_kind *brain;
    const dw_policy *policy;
    uint32_t seeds;
    uint32_t won; /* By the intruders. */
    bool *wins;   /* By seed. */
    dw_mind_tally tally;
    uint64_t timed_guard_ticks;
    uint64_t timed_ns; /* Processor time of the world's ticks with their guards. */
} dw_compare_cell;

/* Plays the cell. A stop by signal ends it early: `seeds` says how many were played. */
DW_MUST_USE dw_status dw_compare_cell_play(dw_compare_cell *cell, const dw_compare_plan *plan,
                                           const dw_brain_kind *brain, const dw_policy *policy,
                                           dw_error *error);
void dw_compare_cell_destroy(dw_compare_cell *cell);

#endif
