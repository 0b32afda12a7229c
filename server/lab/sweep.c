#include "server/lab/sweep.h"

#include "common/base/check.h"
#include "server/lab/matrix_progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 256, VALUE_NAME_SIZE = 120 };

/* "report_ticks=60", or with a second field "report_ticks=60,door_rest_ticks=20": label and folder
 * of a point. */
static void point_name(const dw_sweep *sweep, const int32_t *values, char name[NAME_SIZE])
{
    char parts[DW_SWEEP_FIELDS_MAX][VALUE_NAME_SIZE] = {"", ""};
    for (uint32_t f = 0; f < sweep->field_count; f++) {
        char value[DW_SWEEP_VALUE_SIZE];
        dw_sweep_field_value(&sweep->fields[f], values[f], value);
        (void)snprintf(parts[f], sizeof parts[f], "%s%s=%s", f > 0 ? "," : "",
                       dw_sweep_field_name(&sweep->fields[f]), value);
    }
    (void)snprintf(name, NAME_SIZE, "%s%s", parts[0], parts[1]);
}

/* What contradicts itself at a corner is refused; relations between fields are orders, so that
 * points between good corners are good. */
static dw_status check_corners(dw_sweep *sweep, dw_error *error)
{
    for (uint32_t corner = 0; corner < 1u << sweep->field_count; corner++) {
        int32_t values[DW_SWEEP_FIELDS_MAX] = {0};
        for (uint32_t f = 0; f < sweep->field_count; f++) {
            const dw_sweep_range *range = &sweep->fields[f].range;
            values[f] = (corner >> f & 1) != 0 ? range->high : range->low;
        }
        const dw_status status =
            dw_sweep_fields_set(sweep->plan, sweep->fields, sweep->field_count, values, error);
        if (status != DW_OK) {
            char name[NAME_SIZE];
            point_name(sweep, values, name);
            dw_error_prefix(error, name);
            dw_error_prefix(error, "--field");
            return status;
        }
    }
    return DW_OK;
}

static uint64_t points_wanted(const dw_sweep *sweep)
{
    uint64_t points = sweep->steps;
    if (sweep->method == DW_SWEEP_GRID) {
        points = 1;
        for (uint32_t f = 0; f < sweep->field_count; f++) {
            points *= dw_sweep_grid_size(&sweep->fields[f].range, sweep->steps);
        }
    }
    return points;
}

dw_status dw_sweep_create(dw_sweep *sweep, dw_error *error)
{
    sweep->points = NULL;
    sweep->cells = NULL;
    sweep->against_rows = NULL;
    sweep->point_count = 0;
    sweep->run = (dw_matrix_run){0};
    sweep->stopped = false;
    const uint64_t points = points_wanted(sweep);
    if (points > DW_SWEEP_POINTS_MAX) {
        return dw_fail(error, DW_RANGE, "--steps %u: %llu points, at most %d", sweep->steps,
                       (unsigned long long)points, DW_SWEEP_POINTS_MAX);
    }
    if (sweep->method == DW_SWEEP_GOLDEN && sweep->field_count > 1) {
        return dw_fail(error, DW_INVALID, "--method golden takes one --field");
    }
    if (sweep->method == DW_SWEEP_GOLDEN && sweep->steps < 3) {
        return dw_fail(error, DW_RANGE, "--steps %u: --method golden needs at least 3",
                       sweep->steps);
    }
    const dw_status status = check_corners(sweep, error);
    if (status != DW_OK) {
        return status;
    }
    sweep->cell_count = sweep->plan->cell_count / sweep->plan->guards_count;
    sweep->points = calloc((size_t)points, sizeof *sweep->points);
    sweep->cells = calloc((size_t)points * sweep->cell_count, sizeof *sweep->cells);
    if (sweep->points == NULL || sweep->cells == NULL) {
        dw_sweep_destroy(sweep);
        return dw_fail(error, DW_MEMORY, "no memory for %llu points", (unsigned long long)points);
    }
    return DW_OK;
}

void dw_sweep_destroy(dw_sweep *sweep)
{
    free(sweep->points);
    free(sweep->cells);
    free(sweep->against_rows);
    sweep->points = NULL;
    sweep->cells = NULL;
    sweep->against_rows = NULL;
}

static double share_won(const dw_sweep *sweep, const dw_sweep_cell *cell)
{
    return (double)cell->won / sweep->plan->seed_count;
}

bool dw_sweep_cell_in_band(const dw_sweep *sweep, const dw_sweep_cell *cell)
{
    const double share = share_won(sweep, cell);
    return share >= sweep->band.low && share <= sweep->band.high;
}

static void take_cell(const dw_sweep *sweep, dw_sweep_point *point, dw_sweep_cell *cell,
                      const dw_matrix_results *results)
{
    const dw_matrix_plan *plan = sweep->plan;
    const dw_matrix_cell *counts = &results->cells[cell->cell];
    cell->won = counts->won;
    cell->lost = counts->lost;
    cell->timeouts = counts->timeouts;
    if (dw_sweep_compares(sweep)) {
        dw_matrix_cell_key other = dw_matrix_plan_key(plan, cell->cell);
        other.guards = 1;
        cell->pairs = dw_matrix_pairs(results, cell->cell, dw_matrix_plan_cell(plan, &other),
                                      DW_MATRIX_GUARDS);
        point->gain += dw_pairs_difference(&cell->pairs) / sweep->cell_count;
    }
    const double offset = share_won(sweep, cell) - sweep->target;
    point->offset = fabs(offset) > fabs(point->offset) ? offset : point->offset;
    point->in_band = point->in_band && dw_sweep_cell_in_band(sweep, cell);
}

/* The point becomes the next of the sweep. */
static dw_status take_point(dw_sweep *sweep, const int32_t *values, const dw_matrix_rows *rows,
                            dw_error *error)
{
    const dw_matrix_plan *plan = sweep->plan;
    dw_matrix_results results;
    if (dw_matrix_results_create(&results, plan, rows->rows) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "no memory for the results");
    }
    dw_sweep_point *point = &sweep->points[sweep->point_count];
    *point = (dw_sweep_point){
        .in_band = true,
        .cells = &sweep->cells[(size_t)sweep->point_count * sweep->cell_count],
    };
    memcpy(point->values, values, sweep->field_count * sizeof *values);
    uint32_t taken = 0;
    for (uint32_t cell = 0; cell < plan->cell_count; cell++) {
        if (dw_matrix_plan_key(plan, cell).guards == 0) {
            point->cells[taken].cell = cell;
            take_cell(sweep, point, &point->cells[taken++], &results);
        }
    }
    sweep->point_count++;
    dw_matrix_results_destroy(&results);
    return DW_OK;
}

/* When only the strategy of the first guards changes, the second guards play the same matches at
 * each point: those of the first point serve for all. */
static bool against_stays(const dw_sweep *sweep)
{
    bool stays = dw_sweep_compares(sweep);
    for (uint32_t f = 0; f < sweep->field_count; f++) {
        stays = stays && dw_ruleset_is_of_strategy(sweep->fields[f].index);
    }
    return stays;
}

static dw_status share_against(dw_sweep *sweep, dw_matrix_rows *rows, dw_error *error)
{
    const dw_matrix_plan *plan = sweep->plan;
    const bool first = sweep->against_rows == NULL;
    if (first) {
        sweep->against_rows = calloc(rows->count, sizeof *sweep->against_rows);
        if (sweep->against_rows == NULL) {
            return dw_fail(error, DW_MEMORY, "no memory for %u rows", rows->count);
        }
    }
    for (uint32_t match = 0; match < rows->count; match++) {
        if (dw_matrix_plan_key(plan, match / plan->seed_count).guards == 0) {
            continue;
        }
        if (first) {
            sweep->against_rows[match] = rows->rows[match];
        } else if (!rows->rows[match].done) {
            rows->rows[match] = sweep->against_rows[match];
            rows->done++;
        }
    }
    return DW_OK;
}

static dw_status play_point(dw_sweep *sweep, const char *name, dw_matrix_rows *rows,
                            dw_error *error)
{
    char label[NAME_SIZE];
    (void)snprintf(label, sizeof label, "sweep point %u, %.200s", sweep->point_count + 1, name);
    dw_progress_resume(label, rows->done, rows->count);
    dw_status status = DW_OK;
    if (sweep->against_rows != NULL) {
        status = share_against(sweep, rows, error);
    }
    dw_matrix_run run = {0};
    if (status == DW_OK) {
        status = dw_matrix_run_all(label, sweep->plan, rows, sweep->processes, &run, error);
    }
    sweep->run.played += run.played;
    sweep->run.wall_s += run.wall_s;
    sweep->run.processor_s += run.processor_s;
    sweep->stopped = rows->done < rows->count;
    if (status == DW_OK && !sweep->stopped && sweep->against_rows == NULL && against_stays(sweep)) {
        status = share_against(sweep, rows, error);
    }
    return status;
}

static dw_status measure_point(dw_sweep *sweep, const int32_t *values, dw_error *error)
{
    char name[NAME_SIZE];
    char folder[DW_PATH_MAX];
    point_name(sweep, values, name);
    if (sweep->folder != NULL &&
        snprintf(folder, sizeof folder, "%s/%s", sweep->folder, name) >= (int)sizeof folder) {
        return dw_fail(error, DW_RANGE, "%s: the path is too long", sweep->folder);
    }
    dw_status status =
        dw_sweep_fields_set(sweep->plan, sweep->fields, sweep->field_count, values, error);
    uint64_t hash = 0;
    if (status == DW_OK) {
        status = dw_matrix_plan_hash(sweep->plan, &hash, error);
    }
    dw_matrix_rows rows;
    if (status == DW_OK) {
        status = dw_matrix_rows_open(&rows, sweep->folder != NULL ? folder : NULL, hash,
                                     sweep->plan, error);
    }
    if (status != DW_OK) {
        return status;
    }
    status = play_point(sweep, name, &rows, error);
    if (status == DW_OK && !sweep->stopped) {
        status = take_point(sweep, values, &rows, error);
    }
    dw_matrix_rows_close(&rows);
    return status;
}

typedef struct measure_task {
    dw_sweep *sweep;
    dw_status status;
    dw_error *error;
} measure_task;

static bool measure(void *context, const int32_t *values, double *offset)
{
    measure_task *task = context;
    dw_sweep *sweep = task->sweep;
    task->status = measure_point(sweep, values, task->error);
    if (task->status != DW_OK || sweep->stopped) {
        return false;
    }
    const dw_sweep_point *point = &sweep->points[sweep->point_count - 1];
    sweep->tell(sweep, point);
    *offset = point->offset;
    return true;
}

dw_status dw_sweep_run_all(dw_sweep *sweep, dw_error *error)
{
    measure_task task = {.sweep = sweep, .status = DW_OK, .error = error};
    dw_sweep_range ranges[DW_SWEEP_FIELDS_MAX];
    for (uint32_t f = 0; f < sweep->field_count; f++) {
        ranges[f] = sweep->fields[f].range;
    }
    const bool complete =
        sweep->method == DW_SWEEP_GOLDEN
            ? dw_sweep_golden(ranges, sweep->steps, measure, &task)
            : dw_sweep_grid(ranges, sweep->field_count, sweep->steps, measure, &task);
    DW_CHECK(complete || sweep->stopped || task.status != DW_OK);
    return task.status;
}

/* Whether `one` comes before `other`. */
static bool is_better(const dw_sweep *sweep, const dw_sweep_point *one, const dw_sweep_point *other)
{
    if (one->in_band != other->in_band) {
        return one->in_band;
    }
    if (one->in_band && dw_sweep_compares(sweep)) {
        return one->gain > other->gain;
    }
    return fabs(one->offset) < fabs(other->offset);
}

const dw_sweep_point *dw_sweep_best(const dw_sweep *sweep)
{
    DW_CHECK(sweep->point_count > 0);
    const dw_sweep_point *best = &sweep->points[0];
    for (uint32_t i = 1; i < sweep->point_count; i++) {
        best = is_better(sweep, &sweep->points[i], best) ? &sweep->points[i] : best;
    }
    return best;
}
