/* brain_effort.h - what a brain takes to write, and how good the plans of a planning brain are.
 * Reads programs; plays nothing. Not for a tick. */
#ifndef DW_LAB_BRAIN_EFFORT_H
#define DW_LAB_BRAIN_EFFORT_H

#include "server/sim/brain.h"

typedef struct dw_brain_effort {
    uint32_t rows;  /* States and transitions, nodes, goals and actions, options, plans. */
    uint32_t lines; /* Of the file; 0: the brain is in C. */
    uint32_t plans; /* Situations of a planner from which both searches were made; 0: no planner. */
    double plan_cost_ratio; /* Sum of their costs over that of the cheapest by exhaustive search. */
} dw_brain_effort;

dw_brain_effort dw_brain_effort_of(const dw_brain_kind *kind);

#endif
