#include "server/lab/sweep_output.h"

#include "common/base/check.h"
#include "server/lab/matrix_csv.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { REAL_DIGITS = 9, VALUE_WIDTH_MIN = 10 };

static int value_width(const dw_sweep *sweep, uint32_t field)
{
    const int length = (int)strlen(dw_sweep_field_name(&sweep->fields[field]));
    return length > VALUE_WIDTH_MIN ? length : VALUE_WIDTH_MIN;
}

void dw_sweep_table_head(FILE *out, const dw_sweep *sweep)
{
    const dw_matrix_plan *plan = sweep->plan;
    (void)fprintf(out, "%s", plan->guards[0].name);
    if (dw_sweep_compares(sweep)) {
        (void)fprintf(out, " against %s (points that the guards' share gains)",
                      plan->guards[1].name);
    }
    (void)fprintf(out, "; the intruders are to win %.1f to %.1f %%, best %.1f %%\n",
                  100 * sweep->band.low, 100 * sweep->band.high, 100 * sweep->target);
    for (uint32_t f = 0; f < sweep->field_count; f++) {
        (void)fprintf(out, "%*s ", value_width(sweep, f), dw_sweep_field_name(&sweep->fields[f]));
    }
    (void)fprintf(out, "%-16s %5s %-12s %7s %23s", "map", "count", "intruders", "matches",
                  "intruders win, % (95 %)");
    if (dw_sweep_compares(sweep)) {
        (void)fprintf(out, " %23s %8s", "points gained (95 %)", "p");
    }
    (void)fputs("  in band\n", out);
}

static void put_cell(FILE *out, const dw_sweep *sweep, const dw_sweep_point *point,
                     const dw_sweep_cell *cell)
{
    const dw_matrix_plan *plan = sweep->plan;
    const dw_matrix_cell_key key = dw_matrix_plan_key(plan, cell->cell);
    for (uint32_t f = 0; f < sweep->field_count; f++) {
        char value[DW_SWEEP_VALUE_SIZE];
        dw_sweep_field_value(&sweep->fields[f], point->values[f], value);
        (void)fprintf(out, "%*s ", value_width(sweep, f), value);
    }
    const dw_interval interval = dw_wilson(cell->won, plan->seed_count);
    char share[64];
    (void)snprintf(share, sizeof share, "%.1f (%.1f to %.1f)", 100.0 * cell->won / plan->seed_count,
                   100 * interval.low, 100 * interval.high);
    (void)fprintf(out, "%-16s %5u %-12s %7u %23s", dw_matrix_plan_map(plan, key.map),
                  plan->counts[key.count], plan->policies[key.policy]->name, plan->seed_count,
                  share);
    if (dw_sweep_compares(sweep)) {
        const dw_interval gain = dw_pairs_interval(&cell->pairs);
        (void)snprintf(share, sizeof share, "%+.1f (%+.1f to %+.1f)",
                       100 * dw_pairs_difference(&cell->pairs), 100 * gain.low, 100 * gain.high);
        (void)fprintf(out, " %23s %8.4f", share, dw_mcnemar(&cell->pairs));
    }
    (void)fprintf(out, "  %s\n", dw_sweep_cell_in_band(sweep, cell) ? "yes" : "no");
}

void dw_sweep_table_point(FILE *out, const dw_sweep *sweep, const dw_sweep_point *point)
{
    for (uint32_t i = 0; i < sweep->cell_count; i++) {
        put_cell(out, sweep, point, &point->cells[i]);
    }
}

static char *ruleset_of(const dw_sweep *sweep, const dw_sweep_point *point)
{
    char *text =
        dw_sweep_fields_ruleset(sweep->plan, sweep->fields, sweep->field_count, point->values);
    DW_CHECK(text != NULL);
    return text;
}

/* More often than not such a field is not read: another one takes its place. */
static bool all_points_alike(const dw_sweep *sweep)
{
    const size_t size = sweep->cell_count * sizeof *sweep->cells;
    bool alike = sweep->point_count > 1;
    for (uint32_t p = 1; p < sweep->point_count && alike; p++) {
        alike = memcmp(sweep->points[0].cells, sweep->points[p].cells, size) == 0;
    }
    return alike;
}

void dw_sweep_table_best(FILE *out, const dw_sweep *sweep)
{
    const dw_sweep_point *best = dw_sweep_best(sweep);
    char *ruleset = ruleset_of(sweep, best);
    if (all_points_alike(sweep)) {
        (void)fputs(
            "\nAll points have the same results. A field that the strategy has too, such as\n"
            "strategy.report_ticks, takes the place of that of the ruleset.\n",
            out);
    }
    if (!best->in_band) {
        (void)fprintf(out, "\nNo point is in the band. The nearest, %.1f points from the target:\n",
                      100 * (best->offset < 0 ? -best->offset : best->offset));
    } else if (dw_sweep_compares(sweep)) {
        (void)fprintf(out, "\nIn the band the guards gain most, %+.1f points, with:\n",
                      100 * best->gain);
    } else {
        (void)fprintf(out, "\nIn the band, and nearest to the target:\n");
    }
    (void)fprintf(out, "%s\n", ruleset);
    free(ruleset);
}

static void put_csv_cell(FILE *out, const dw_sweep *sweep, const dw_sweep_point *point,
                         const dw_sweep_cell *cell)
{
    const dw_matrix_plan *plan = sweep->plan;
    const dw_matrix_cell_key key = dw_matrix_plan_key(plan, cell->cell);
    for (uint32_t f = 0; f < sweep->field_count; f++) {
        char value[DW_SWEEP_VALUE_SIZE];
        dw_sweep_field_value(&sweep->fields[f], point->values[f], value);
        (void)fprintf(out, "%s,", value);
    }
    dw_matrix_csv_text(out, dw_matrix_plan_map(plan, key.map));
    (void)fputc(',', out);
    dw_matrix_csv_text(out, plan->guards[0].name);
    const dw_interval interval = dw_wilson(cell->won, plan->seed_count);
    (void)fprintf(out, ",%s,%u,%u,%u,%u,%u,%.6f,%.6f,%.6f,%d", plan->policies[key.policy]->name,
                  plan->counts[key.count], plan->seed_count, cell->won, cell->lost, cell->timeouts,
                  (double)cell->won / plan->seed_count, interval.low, interval.high,
                  dw_sweep_cell_in_band(sweep, cell));
    if (dw_sweep_compares(sweep)) {
        const dw_pairs *pairs = &cell->pairs;
        const dw_interval gain = dw_pairs_interval(pairs);
        (void)fputc(',', out);
        dw_matrix_csv_text(out, plan->guards[1].name);
        (void)fprintf(out, ",%u,%u,%.6f,%.6f,%.6f,%.6f", pairs->first_only, pairs->second_only,
                      dw_pairs_difference(pairs), gain.low, gain.high, dw_mcnemar(pairs));
    }
    (void)fputc('\n', out);
}

void dw_sweep_csv_write(FILE *out, const void *sweep_of)
{
    const dw_sweep *sweep = sweep_of;
    for (uint32_t f = 0; f < sweep->field_count; f++) {
        (void)fprintf(out, "%s,", dw_sweep_field_name(&sweep->fields[f]));
    }
    (void)fputs("map,guards,intruders,count,matches,won,lost,timeout,share,share_low,share_high,"
                "in_band",
                out);
    (void)fputs(dw_sweep_compares(sweep) ? ",against,guards_only,against_only,gain,gain_low,"
                                           "gain_high,mcnemar_p\n"
                                         : "\n",
                out);
    for (uint32_t p = 0; p < sweep->point_count; p++) {
        for (uint32_t i = 0; i < sweep->cell_count; i++) {
            put_csv_cell(out, sweep, &sweep->points[p], &sweep->points[p].cells[i]);
        }
    }
}

static void put(json_t *object, const char *key, json_t *value)
{
    const int failed = json_object_set_new(object, key, value);
    DW_CHECK(failed == 0);
}

static json_t *cell_json(const dw_sweep *sweep, const dw_sweep_cell *cell)
{
    const dw_matrix_plan *plan = sweep->plan;
    const dw_matrix_cell_key key = dw_matrix_plan_key(plan, cell->cell);
    const dw_interval interval = dw_wilson(cell->won, plan->seed_count);
    json_t *out = json_pack(
        "{s:s, s:I, s:s, s:I, s:I, s:I, s:I, s:{s:f, s:f, s:f}, s:b}", "map",
        dw_matrix_plan_map(plan, key.map), "count", (json_int_t)plan->counts[key.count],
        "intruders", plan->policies[key.policy]->name, "matches", (json_int_t)plan->seed_count,
        "won", (json_int_t)cell->won, "lost", (json_int_t)cell->lost, "timeout",
        (json_int_t)cell->timeouts, "intruders_win", "share", (double)cell->won / plan->seed_count,
        "low", interval.low, "high", interval.high, "in_band", dw_sweep_cell_in_band(sweep, cell));
    if (dw_sweep_compares(sweep)) {
        const dw_interval gain = dw_pairs_interval(&cell->pairs);
        put(out, "gain",
            json_pack("{s:I, s:I, s:f, s:f, s:f, s:f}", "guards_only",
                      (json_int_t)cell->pairs.first_only, "against_only",
                      (json_int_t)cell->pairs.second_only, "difference",
                      dw_pairs_difference(&cell->pairs), "low", gain.low, "high", gain.high,
                      "mcnemar_p", dw_mcnemar(&cell->pairs)));
    }
    return out;
}

static json_t *point_json(const dw_sweep *sweep, const dw_sweep_point *point)
{
    json_t *values = json_object();
    for (uint32_t f = 0; f < sweep->field_count; f++) {
        char value[DW_SWEEP_VALUE_SIZE];
        dw_sweep_field_value(&sweep->fields[f], point->values[f], value);
        const bool is_word = dw_ruleset_word(sweep->fields[f].index, point->values[f]) != NULL;
        put(values, dw_sweep_field_name(&sweep->fields[f]),
            is_word ? json_string(value) : json_integer(point->values[f]));
    }
    json_t *cells = json_array();
    for (uint32_t i = 0; i < sweep->cell_count; i++) {
        const int failed = json_array_append_new(cells, cell_json(sweep, &point->cells[i]));
        DW_CHECK(failed == 0);
    }
    char *text = ruleset_of(sweep, point);
    json_t *out =
        json_pack("{s:o, s:f, s:b, s:o, s:o}", "values", values, "offset", point->offset, "in_band",
                  point->in_band, "cells", cells, "ruleset", json_loads(text, 0, NULL));
    free(text);
    DW_CHECK(out != NULL);
    return out;
}

void dw_sweep_json_write(FILE *out, const void *sweep_of)
{
    const dw_sweep *sweep = sweep_of;
    const dw_matrix_plan *plan = sweep->plan;
    json_t *all =
        json_pack("{s:{s:s, s:s, s:s, s:I, s:I, s:I, s:f, s:f, s:f}}", "setup", "method",
                  sweep->method == DW_SWEEP_GOLDEN ? "golden" : "grid", "ruleset", plan->ruleset,
                  "guards", plan->guards[0].name, "ticks_max", (json_int_t)plan->ticks_max,
                  "first_seed", (json_int_t)plan->first_seed, "last_seed",
                  (json_int_t)(plan->first_seed + plan->seed_count - 1), "band_low",
                  sweep->band.low, "band_high", sweep->band.high, "target", sweep->target);
    DW_CHECK(all != NULL);
    if (dw_sweep_compares(sweep)) {
        put(json_object_get(all, "setup"), "against", json_string(plan->guards[1].name));
    }
    json_t *points = json_array();
    for (uint32_t p = 0; p < sweep->point_count; p++) {
        const int failed = json_array_append_new(points, point_json(sweep, &sweep->points[p]));
        DW_CHECK(failed == 0);
    }
    put(all, "points", points);
    put(all, "best", json_integer((json_int_t)(dw_sweep_best(sweep) - sweep->points)));
    const int failed = json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(REAL_DIGITS));
    DW_CHECK(failed == 0 || ferror(out)); /* The caller asks the stream. */
    (void)fputc('\n', out);
    json_decref(all);
}
