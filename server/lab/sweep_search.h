/* sweep_search.h - in which order the points of a sweep are measured.
 * Owns: the golden-section search over whole numbers, and the grid. Knows no match: a point is one
 * or two whole numbers, and what is measured there is how far the win rate is from its target, with
 * its sign. No point is measured twice. Pure but for `measure`. */
#ifndef DW_LAB_SWEEP_SEARCH_H
#define DW_LAB_SWEEP_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

enum { DW_SWEEP_FIELDS_MAX = 2 };

typedef struct dw_sweep_range {
    int32_t low, high; /* low < high; both are measured. */
} dw_sweep_range;

/* Measures at `values`, one for each range. False ends the search. */
typedef bool dw_sweep_measure(void *context, const int32_t *values, double *offset);

/* Golden-section search for the smallest |offset| (J. Kiefer, "Sequential minimax search for a
 * maximum", 1953): both ends, then points that cut the longer part of what is left. Each of these
 * leaves 0.62 of it. Finds the best whole number when |offset| first falls and then rises; a
 * stretch where it stays the same may lie before or behind the best.
 * Measures at most `points_max` >= 3 points. False: `measure` ended it. */
bool dw_sweep_golden(const dw_sweep_range *range, uint32_t points_max, dw_sweep_measure *measure,
                     void *context);

/* `steps` >= 2 values of each of `count` ranges, evenly from low to high, the last range fastest; a
 * range with fewer whole numbers gives all of them. False: `measure` ended it. */
bool dw_sweep_grid(const dw_sweep_range *ranges, uint32_t count, uint32_t steps,
                   dw_sweep_measure *measure, void *context);

/* How many values of a range a grid measures. */
uint32_t dw_sweep_grid_size(const dw_sweep_range *range, uint32_t steps);

#endif
