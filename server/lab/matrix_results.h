/* matrix_results.h - what the rows of a matrix say: counts of each cell, pairs of cells, games.
 * Owns: the cells. Knows no file and no text. Cost: one pass over the rows; O(seeds) for a pair. */
#ifndef DW_LAB_MATRIX_RESULTS_H
#define DW_LAB_MATRIX_RESULTS_H

#include "server/lab/equilibrium.h"
#include "server/lab/matrix_plan.h"
#include "server/lab/matrix_rows.h"
#include "server/lab/statistics.h"

enum { DW_DETECTION_BINS = 7 };

/* Bins of the first detection, by their last second; then come "later" and "never". */
#define DW_DETECTION_SECONDS(X) X(5) X(10) X(20) X(60) X(180)

typedef struct dw_matrix_cell {
    uint32_t won, lost, timeouts;           /* By outcome; the intruders win or do not. */
    uint64_t detections[DW_DETECTION_BINS]; /* Matches by the time of the first detection. */
    uint64_t chases[DW_MATCH_CHASE_BINS];
    uint64_t sums[DW_MATCH_COLUMN_COUNT]; /* Of the columns that are numbers. */
} dw_matrix_cell;

/* What orders to intercept and to lie in wait came to, and searches, over all matches of a cell. An
 * order worked when the guard saw the intruder, or the intruder turned back, within 20 s after the
 * guard arrived. */
typedef struct dw_team_figures {
    uint64_t ends[DW_ORDER_END_COUNT]; /* Of both kinds of orders. */
    uint64_t worked;
    uint64_t search_ticks, search_ticks_again;
} dw_team_figures;

typedef struct dw_matrix_results {
    const dw_matrix_plan *plan;
    const dw_matrix_row *rows;
    dw_matrix_cell *cells;
    const dw_heat *heats; /* By dw_matrix_plan_heat. NULL: not known; set by the owner. */
    uint32_t replays;     /* Seeds of a compared cell that are kept as replays; set by the owner. */
} dw_matrix_results;

/* All rows must be there. DW_MEMORY. */
DW_MUST_USE dw_status dw_matrix_results_create(dw_matrix_results *results,
                                               const dw_matrix_plan *plan,
                                               const dw_matrix_row *rows);
void dw_matrix_results_destroy(dw_matrix_results *results);

dw_team_figures dw_matrix_team(const dw_matrix_cell *cell);

/* 100 * part / whole; 0 of nothing. */
double dw_percent(uint64_t part, uint64_t whole);

typedef enum dw_matrix_side { DW_MATRIX_GUARDS, DW_MATRIX_INTRUDERS } dw_matrix_side;

/* Two cells seed by seed, with the matches that `side` wins. A time-out counts for the guards. */
dw_pairs dw_matrix_pairs(const dw_matrix_results *results, uint32_t first, uint32_t second,
                         dw_matrix_side side);

/* Of one map and number of intruders: guards choose the row, intruders the column; a payoff is the
 * number of matches that the side wins. */
dw_game dw_matrix_game(const dw_matrix_results *results, uint32_t map, uint32_t count);

#endif
