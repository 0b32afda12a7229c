/* path_command.c - `duskwatch-lab path`: solves a MovingAI scenario and compares with its optima.
 */
#include "server/lab/path_command.h"

#include "common/platform/clock.h"
#include "common/platform/options.h"
#include "server/lab/movingai.h"
#include "server/lab/percentile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] = "duskwatch-lab path";

enum { ARENA_BYTES = 256 << 20 };

typedef struct path_run {
    dw_movingai_map map;
    dw_movingai_scenario scenario;
    dw_arena arena;
    const dw_nav *nav;
    dw_nav_search *search;
    uint64_t *nanoseconds; /* By problem. */
    uint32_t solved, unreachable, disagreements;
    uint64_t expansions;
} path_run;

static dw_status load(path_run *run, const char *map_path, const char *scenario_path,
                      dw_error *error)
{
    dw_status status = dw_movingai_read_map(map_path, &run->map, error);
    if (status != DW_OK) {
        return status;
    }
    status = dw_movingai_read_scenario(scenario_path, &run->map, &run->scenario, error);
    if (status != DW_OK) {
        return status;
    }
    run->nanoseconds = calloc((size_t)run->scenario.count + 1, sizeof(*run->nanoseconds));
    if (run->nanoseconds == NULL || dw_arena_create(&run->arena, ARENA_BYTES) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    status = dw_movingai_build_nav(&run->nav, &run->arena, &run->map, error);
    if (status != DW_OK) {
        dw_error_prefix(error, map_path);
        return status;
    }
    status = dw_nav_search_create(&run->search, &run->arena, run->nav);
    return status == DW_OK ? DW_OK : dw_fail(error, status, "%s: out of memory", map_path);
}

static dw_nav_result solve(path_run *run, const dw_movingai_problem *problem, dw_nav_path *path)
{
    const dw_nav_query query = {.from = dw_movingai_centre(problem->start_x, problem->start_y),
                                .to = dw_movingai_centre(problem->goal_x, problem->goal_y),
                                .room = DW_NONE};
    return dw_nav_find(run->nav, run->search, &query, path);
}

static void judge(path_run *run, uint32_t index, dw_nav_result result, double cells)
{
    const dw_movingai_problem *problem = &run->scenario.problems[index];
    const bool same = problem->start_x == problem->goal_x && problem->start_y == problem->goal_y;
    const bool solvable = same || problem->octile_optimum > 0;
    const bool solved = result == DW_NAV_FOUND;
    run->solved += solved;
    run->unreachable += !solved;
    if (solved != solvable || (solved && dw_movingai_is_longer(problem, cells))) {
        run->disagreements++;
        (void)fprintf(stderr, "%s: problem %u: %s, length %.6f, octile optimum %g\n", PROGRAM,
                      index, solved ? "solved" : "no path", cells, problem->octile_optimum);
    }
}

/* One pass untimed, so that code and mesh are in the caches as in a server that runs; then each
 * problem once against the clock. */
static void measure(path_run *run, FILE *csv)
{
    static dw_nav_path path;
    for (uint32_t k = 0; k < run->scenario.count; k++) {
        (void)solve(run, &run->scenario.problems[k], &path);
    }
    if (csv != NULL) {
        (void)fprintf(csv, "index,length,octile_optimum,expansions,nanoseconds\n");
    }
    for (uint32_t k = 0; k < run->scenario.count; k++) {
        const uint64_t before = dw_clock_ns();
        const dw_nav_result result = solve(run, &run->scenario.problems[k], &path);
        run->nanoseconds[k] = dw_clock_ns() - before;
        run->expansions += dw_nav_expansions(run->search);
        const double cells = path.length / DW_MOVINGAI_CELL;
        judge(run, k, result, cells);
        if (csv != NULL) {
            (void)fprintf(csv, "%u,%.9f,%g,%u,%llu\n", k, result == DW_NAV_FOUND ? cells : 0.0,
                          run->scenario.problems[k].octile_optimum, dw_nav_expansions(run->search),
                          (unsigned long long)run->nanoseconds[k]);
        }
    }
}

static void print_summary(path_run *run)
{
    const uint32_t count = run->scenario.count;
    double sum = 0;
    for (uint32_t k = 0; k < count; k++) {
        sum += (double)run->nanoseconds[k];
    }
    (void)printf("{\"solved\": %u, \"unreachable\": %u, \"disagreements\": %u, "
                 "\"mean_us\": %.3f, \"p50_us\": %.3f, \"p99_us\": %.3f, "
                 "\"expansions_mean\": %.3f}\n",
                 run->solved, run->unreachable, run->disagreements,
                 count == 0 ? 0 : sum / count / 1000,
                 dw_percentile(run->nanoseconds, count, 0.5) / 1000,
                 dw_percentile(run->nanoseconds, count, 0.99) / 1000,
                 count == 0 ? 0 : (double)run->expansions / count);
}

static int run_path(path_run *run, const char *map, const char *scenario, const char *csv_path)
{
    dw_error error = {{0}};
    if (load(run, map, scenario, &error) != DW_OK) {
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
    }
    FILE *csv = NULL;
    if (csv_path != NULL) {
        csv = fopen(csv_path, "w");
        if (csv == NULL) {
            (void)dw_fail(&error, DW_IO, "%s: %s", csv_path, strerror(errno));
            return dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
        }
    }
    measure(run, csv);
    if (csv != NULL && (ferror(csv) != 0) + (fclose(csv) != 0) != 0) {
        (void)dw_fail(&error, DW_IO, "%s: could not be written", csv_path);
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
    }
    print_summary(run);
    return run->disagreements == 0 ? DW_EXIT_DONE : DW_EXIT_CHECK_FAILED;
}

int dw_lab_path_main(int argc, char **argv)
{
    const char *map = NULL;
    const char *scenario = NULL;
    const char *csv = NULL;
    const dw_option options[] = {
        {"map", DW_OPTION_TEXT, &map, "FILE", "MovingAI map (needed)", 0, 0, NULL},
        {"scen", DW_OPTION_TEXT, &scenario, "FILE", "MovingAI scenario for that map (needed)", 0, 0,
         NULL},
        {"csv", DW_OPTION_TEXT, &csv, "FILE", "write a row for each problem", 0, 0, NULL},
    };
    const dw_command command = {.program = PROGRAM,
                                .purpose = "Solves the problems of a MovingAI scenario.",
                                .options = options,
                                .option_count = sizeof(options) / sizeof(options[0])};
    int first_operand = 0;
    const dw_options_result parsed = dw_options_parse(&command, argc, argv, &first_operand);
    if (parsed != DW_OPTIONS_RUN) {
        return parsed == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    if (map == NULL || scenario == NULL) {
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, "--map and --scen are needed");
    }
    path_run run = {0};
    const int status = run_path(&run, map, scenario, csv);
    dw_arena_destroy(&run.arena);
    free(run.nanoseconds);
    dw_movingai_drop_scenario(&run.scenario);
    dw_movingai_drop_map(&run.map);
    return status;
}
