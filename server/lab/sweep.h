/* sweep.h - one matrix for each point of a sweep, and how far its win rates are from a band.
 * Owns: the points with their counts, in the order in which they were measured. A point is a value
 * for each field. Its cells are those of the plan that the first guards play; when the plan has two
 * ways of guards, each cell is compared with that of the second, seed by seed.
 * A point is in the band when all of its cells are. Its distance from the target is that of its
 * worst cell. */
#ifndef DW_LAB_SWEEP_H
#define DW_LAB_SWEEP_H

#include "server/lab/matrix_results.h"
#include "server/lab/matrix_run.h"
#include "server/lab/sweep_field.h"

enum { DW_SWEEP_POINTS_MAX = 400 };

typedef enum dw_sweep_method { DW_SWEEP_GRID, DW_SWEEP_GOLDEN } dw_sweep_method;

typedef struct dw_sweep_cell {
    uint32_t cell; /* Of the plan. */
    uint32_t won, lost, timeouts;
    dw_pairs pairs; /* Matches that the guards win, first and second guards. */
} dw_sweep_cell;

typedef struct dw_sweep_point {
    int32_t values[DW_SWEEP_FIELDS_MAX];
    double offset; /* Win rate less target, of the cell that is furthest from it. */
    double gain;   /* Mean over the cells of the paired difference. */
    bool in_band;
    dw_sweep_cell *cells;
} dw_sweep_point;

typedef struct dw_sweep dw_sweep;

struct dw_sweep {
    dw_matrix_plan *plan; /* One or two ways of guards. */
    uint32_t field_count;
    dw_sweep_field fields[DW_SWEEP_FIELDS_MAX];
    dw_interval band; /* Shares of matches that the intruders win. */
    double target;
    dw_sweep_method method;
    uint32_t steps; /* Of the grid, or greatest number of points. */
    uint32_t processes;
    const char *folder; /* Keeps a journal of each point there; NULL: nowhere. */
    void (*tell)(const dw_sweep *sweep, const dw_sweep_point *point); /* After each point. */
    /* Below: of dw_sweep_run_all. */
    uint32_t cell_count; /* Of a point. */
    uint32_t point_count;
    dw_sweep_point *points;
    dw_sweep_cell *cells;        /* Behind the points. */
    dw_matrix_row *against_rows; /* Of the first point, while they hold for all. */
    dw_matrix_run run;
    bool stopped;
};

/* Refuses, before a match is played, what the method cannot do. The members above the line are set
 * by the caller. On failure nothing is held and the error is complete. */
DW_MUST_USE dw_status dw_sweep_create(dw_sweep *sweep, dw_error *error);
void dw_sweep_destroy(dw_sweep *sweep);

/* Measures all points. DW_OK with `stopped`: SIGINT or SIGTERM came. */
DW_MUST_USE dw_status dw_sweep_run_all(dw_sweep *sweep, dw_error *error);

/* Of the points in the band the one whose guards gain most over the second guards; with one way of
 * guards, or with no point in the band, the point that is nearest to the target. Of equals the
 * first. */
const dw_sweep_point *dw_sweep_best(const dw_sweep *sweep);

bool dw_sweep_cell_in_band(const dw_sweep *sweep, const dw_sweep_cell *cell);

static inline bool dw_sweep_compares(const dw_sweep *sweep)
{
    return sweep->plan->guards_count == 2;
}

#endif
