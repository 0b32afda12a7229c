#include "server/bench/bench_paths.h"

#include "common/base/hash.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "server/lab/movingai.h"
#include "server/lab/percentile.h"
#ifdef DW_BENCH_DETOUR
#include "server/bench/bench_detour.h"
#endif

#include <stdio.h>
#include <stdlib.h>

enum { SEARCH_BYTES = 64 << 20, MESH_BYTES = 256 << 20 };

static const double P99 = 0.99;
#ifdef DW_BENCH_DETOUR
static const double FLOAT_ERROR = 1e-4; /* Detour's coordinates are floats. */
#endif

/* The answers of one finder: lengths in units, negative where there is no path. */
typedef struct finder_run {
    uint64_t *nanoseconds;
    double *lengths;
    double mean_us;
} finder_run;

typedef double (*find_path)(void *finder, dw_vec from, dw_vec to);

static dw_status make_run(finder_run *run, uint32_t count, dw_error *error)
{
    run->nanoseconds = calloc(count + (size_t)1, sizeof *run->nanoseconds);
    run->lengths = calloc(count + (size_t)1, sizeof *run->lengths);
    if (run->nanoseconds == NULL || run->lengths == NULL) {
        (void)dw_fail(error, DW_MEMORY, "out of memory");
        return DW_MEMORY;
    }
    return DW_OK;
}

static void drop_run(finder_run *run)
{
    free(run->nanoseconds);
    free(run->lengths);
}

static void time_paths(const dw_bench_paths *paths, find_path find, void *finder, finder_run *run)
{
    for (uint32_t k = 0; k < paths->count; k++) {
        (void)find(finder, paths->from[k], paths->to[k]);
    }
    double sum = 0;
    for (uint32_t k = 0; k < paths->count; k++) {
        const uint64_t start = dw_clock_ns();
        run->lengths[k] = find(finder, paths->from[k], paths->to[k]);
        run->nanoseconds[k] = dw_clock_ns() - start;
        sum += (double)run->nanoseconds[k];
    }
    run->mean_us = paths->count == 0 ? 0 : sum / paths->count / 1000;
}

static void add_row(dw_bench_table *table, const dw_bench_paths *paths, const char *what,
                    double value, double budget, uint64_t work)
{
    char name[DW_BENCH_NAME_MAX + 1];
    (void)snprintf(name, sizeof name, "%s_%s", paths->name, what);
    dw_bench_add(
        table,
        (dw_bench_figure){
            .what = name, .count = paths->count, .value = value, .budget = budget, .work = work});
}

/* Hashes lengths rounded to units: the last digits of a double are not work. */
static uint64_t hash_lengths(const finder_run *run, uint32_t count)
{
    uint64_t hash = DW_HASH_START;
    for (uint32_t k = 0; k < count; k++) {
        hash = dw_hash_u64(hash, (uint64_t)(int64_t)run->lengths[k]);
    }
    return hash;
}

typedef struct our_finder {
    const dw_nav *nav;
    dw_nav_search *search;
    dw_nav_path path;
} our_finder;

static double find_ours(void *finder, dw_vec from, dw_vec to)
{
    our_finder *ours = finder;
    const dw_nav_query query = {.from = from, .to = to, .room = DW_NONE};
    return dw_nav_find(ours->nav, ours->search, &query, &ours->path) == DW_NAV_FOUND
               ? ours->path.length
               : -1;
}

#ifdef DW_BENCH_DETOUR
static double find_detours(void *finder, dw_vec from, dw_vec to)
{
    return dw_detour_find(finder, from, to);
}

/* Times as ratios to ours, and by how much the other finder's paths exceed the shortest. */
static dw_status measure_detour(dw_bench_table *table, const dw_bench_paths *paths,
                                const finder_run *ours, double ours_p99_us, dw_error *error)
{
    dw_detour *detour = NULL;
    finder_run run = {0};
    dw_status status = dw_detour_create(&detour, paths->nav, error);
    if (status == DW_OK) {
        status = make_run(&run, paths->count, error);
    }
    if (status == DW_OK) {
        time_paths(paths, find_detours, detour, &run);
        const uint64_t work = hash_lengths(&run, paths->count);
        double excess = 0;
        double worst = 0;
        uint32_t both = 0;
        uint32_t missed = 0;
        uint32_t shorter = 0;
        for (uint32_t k = 0; k < paths->count; k++) {
            missed += ours->lengths[k] >= 0 && run.lengths[k] < 0;
            if (ours->lengths[k] > 0 && run.lengths[k] > 0) {
                const double more = run.lengths[k] / ours->lengths[k] - 1;
                excess += more;
                worst = more > worst ? more : worst;
                shorter += more < -FLOAT_ERROR;
                both++;
            }
        }
        const double p99_us = dw_percentile(run.nanoseconds, paths->count, P99) / 1000;
        add_row(table, paths, "detour_mean_us", run.mean_us, 0, work);
        add_row(table, paths, "detour_p99_us", p99_us, 0, work);
        add_row(table, paths, "detour_mean_ratio", run.mean_us / ours->mean_us, 0, work);
        add_row(table, paths, "detour_p99_ratio", p99_us / ours_p99_us, 0, work);
        add_row(table, paths, "detour_excess_mean", both == 0 ? 0 : excess / both, 0, work);
        add_row(table, paths, "detour_excess_max", worst, 0, work);
        add_row(table, paths, "detour_missed", missed, 0, work);
        add_row(table, paths, "detour_shorter", shorter, 0, work);
    }
    drop_run(&run);
    dw_detour_destroy(detour);
    return status;
}
#endif

dw_status dw_bench_measure_paths(dw_bench_table *table, const dw_bench_paths *paths,
                                 dw_error *error)
{
    static our_finder ours;
    dw_arena scratch = {0};
    finder_run run = {0};
    ours.nav = paths->nav;
    dw_status status = make_run(&run, paths->count, error);
    if (status == DW_OK && (dw_arena_create(&scratch, SEARCH_BYTES) != DW_OK ||
                            dw_nav_search_create(&ours.search, &scratch, paths->nav) != DW_OK)) {
        status = dw_fail(error, DW_MEMORY, "out of memory");
    }
    if (status == DW_OK) {
        time_paths(paths, find_ours, &ours, &run);
        const uint64_t work = hash_lengths(&run, paths->count);
        const double p99_us = dw_percentile(run.nanoseconds, paths->count, P99) / 1000;
        add_row(table, paths, "mean_us", run.mean_us, paths->mean_budget_us, work);
        add_row(table, paths, "p99_us", p99_us, paths->p99_budget_us, work);
#ifdef DW_BENCH_DETOUR
        status = measure_detour(table, paths, &run, p99_us, error);
#endif
    }
    dw_arena_destroy(&scratch);
    drop_run(&run);
    return status;
}

static dw_status measure_scenario(dw_bench_table *table, dw_bench_paths *paths,
                                  const dw_movingai_map *map, const dw_movingai_scenario *scenario,
                                  dw_error *error)
{
    dw_arena arena;
    dw_vec *ends = malloc((2 * (size_t)scenario->count + 1) * sizeof *ends);
    if (ends == NULL || dw_arena_create(&arena, MESH_BYTES) != DW_OK) {
        free(ends);
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    for (uint32_t k = 0; k < scenario->count; k++) {
        const dw_movingai_problem *problem = &scenario->problems[k];
        ends[k] = dw_movingai_centre(problem->start_x, problem->start_y);
        ends[scenario->count + k] = dw_movingai_centre(problem->goal_x, problem->goal_y);
    }
    dw_status status = dw_movingai_build_nav(&paths->nav, &arena, map, error);
    if (status == DW_OK) {
        paths->from = ends;
        paths->to = ends + scenario->count;
        paths->count = scenario->count;
        status = dw_bench_measure_paths(table, paths, error);
    }
    dw_arena_destroy(&arena);
    free(ends);
    return status;
}

dw_status dw_bench_movingai(dw_bench_table *table, const char *folder, const char *name,
                            double mean_budget_us, double p99_budget_us, dw_error *error)
{
    char path[DW_PATH_MAX];
    dw_movingai_map map = {0};
    dw_movingai_scenario scenario = {0};
    (void)snprintf(path, sizeof path, "%s/%s.map", folder, name);
    dw_status status = dw_movingai_read_map(path, &map, error);
    if (status == DW_OK) {
        (void)snprintf(path, sizeof path, "%s/%s.map.scen", folder, name);
        status = dw_movingai_read_scenario(path, &map, &scenario, error);
    }
    if (status == DW_OK) {
        dw_bench_paths paths = {
            .name = name, .mean_budget_us = mean_budget_us, .p99_budget_us = p99_budget_us};
        status = measure_scenario(table, &paths, &map, &scenario, error);
    }
    dw_movingai_drop_scenario(&scenario);
    dw_movingai_drop_map(&map);
    return status;
}
