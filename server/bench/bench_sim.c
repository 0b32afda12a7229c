#include "server/bench/bench_sim.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/platform/clock.h"
#include "common/platform/options.h"
#include "server/bench/bench_crowd.h"
#include "server/bench/bench_table.h"
#include "server/lab/lab_match.h"
#include "server/mind/brains/brains.h"

#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] = "duskwatch-lab bench sim";

enum {
    TICKS_A_SECOND = 60,
    TICKS_MAX = 36000,
    SEEDS_MAX = 1000,
    MATCH_BYTES = 16 << 20, /* Address space; untouched pages cost nothing. */
    CROWD = 8               /* Intruders of the matches that run interleaved. */
};

/* The budgets. */
static const double REAL_TIME_LEAST = 3000, CHASE_REAL_TIME_LEAST = 1000;
static const double GUARD_MEAN_BUDGET_US = 1.5, GUARD_P99_BUDGET_US = 50;

typedef struct sim_bench {
    dw_rules_choice rules;
    dw_lab_data data;
    const dw_brain_kind *brain;
    const dw_policy *policy;
    uint32_t seeds, matches;
    dw_bench_table table;
} sim_bench;

static void record_tick(void *context, const dw_intent *intents, const dw_world *world)
{
    dw_bench_script *s = context;
    if (s->ticks == s->capacity && !s->failed) {
        const uint32_t capacity = s->capacity * 2 + 1024;
        dw_intent *grown = realloc(s->intents, (size_t)capacity * s->intruders * sizeof *grown);
        s->intents = grown != NULL ? grown : s->intents;
        bool *flags = realloc(s->chase, capacity * sizeof *flags);
        s->chase = flags != NULL ? flags : s->chase;
        s->failed = grown == NULL || flags == NULL;
        s->capacity = s->failed ? s->capacity : capacity;
    }
    if (s->failed) {
        return;
    }
    memcpy(s->intents + (size_t)s->ticks * s->intruders, intents,
           s->intruders * sizeof *s->intents);
    bool chase = false;
    for (uint16_t g = 0; g < world->guard_count; g++) {
        chase = chase || world->guards[g].command.mood == DW_MOOD_CHASING;
    }
    s->chase[s->ticks++] = chase;
}

static void drop_scripts(dw_bench_script *scripts, uint32_t count)
{
    for (uint32_t k = 0; scripts != NULL && k < count; k++) {
        free(scripts[k].intents);
        free(scripts[k].chase);
    }
    free(scripts);
}

static dw_status create_match(const sim_bench *bench, uint8_t intruders,
                              const dw_lab_watcher *watcher, dw_lab_match **out, dw_error *error)
{
    const dw_lab_match_config config = {.data = &bench->data,
                                        .brain = bench->brain,
                                        .policy = bench->policy,
                                        .intruders = intruders,
                                        .ticks_max = TICKS_MAX,
                                        .watcher = watcher};
    return dw_lab_match_create(out, &config, error);
}

/* Plays seeds 1.. with bots and keeps their intents. NULL: the error says why. */
static dw_bench_script *record(const sim_bench *bench, uint8_t intruders, dw_error *error)
{
    dw_bench_script *scripts = calloc(bench->seeds, sizeof *scripts);
    if (scripts == NULL) {
        (void)dw_fail(error, DW_MEMORY, "out of memory");
        return NULL;
    }
    dw_lab_watcher watcher = {.tick = record_tick};
    dw_lab_match *match = NULL;
    dw_status status = create_match(bench, intruders, &watcher, &match, error);
    for (uint32_t k = 0; status == DW_OK && k < bench->seeds; k++) {
        scripts[k] = (dw_bench_script){.seed = k + 1, .intruders = intruders};
        watcher.context = &scripts[k];
        dw_lab_result result;
        dw_lab_match_run(match, scripts[k].seed, &result);
        scripts[k].hash = result.hash;
        status = scripts[k].failed ? dw_fail(error, DW_MEMORY, "out of memory") : DW_OK;
    }
    if (match != NULL) {
        dw_lab_match_destroy(match);
    }
    if (status != DW_OK) {
        drop_scripts(scripts, bench->seeds);
        return NULL;
    }
    return scripts;
}

static void add_times_real_time(sim_bench *bench, const char *what, uint64_t ticks,
                                uint64_t nanoseconds, double least, uint64_t work)
{
    const double seconds = (double)nanoseconds * 1e-9;
    dw_bench_add(
        &bench->table,
        (dw_bench_figure){.what = what,
                          .count = ticks,
                          .value = seconds > 0 ? (double)ticks / TICKS_A_SECOND / seconds : 0,
                          .budget = ticks > 0 ? least : 0,
                          .at_least = true,
                          .work = work});
}

/* Seeds back to back as `duskwatch-lab play` runs them, bots and their snapshots included. */
static dw_status measure_play(sim_bench *bench, dw_error *error)
{
    dw_lab_match *match = NULL;
    const dw_status status = create_match(bench, 1, NULL, &match, error);
    if (status != DW_OK) {
        return status;
    }
    dw_lab_result result;
    dw_lab_match_run(match, 1, &result); /* Warms up. */
    uint64_t ticks = 0;
    uint64_t chase = 0;
    uint64_t work = DW_HASH_START;
    const uint64_t start = dw_clock_thread_ns();
    for (uint64_t seed = 1; seed <= bench->seeds; seed++) {
        dw_lab_match_run(match, seed, &result);
        ticks += result.ticks;
        chase += result.chase_ticks;
        work = dw_hash_u64(work, result.hash);
    }
    const uint64_t took = dw_clock_thread_ns() - start;
    dw_lab_match_destroy(match);
    add_times_real_time(bench, "times_real_time", ticks, took, REAL_TIME_LEAST, work);
    dw_bench_add(&bench->table,
                 (dw_bench_figure){.what = "chase_share",
                                   .count = ticks,
                                   .value = ticks > 0 ? (double)chase / (double)ticks : 0,
                                   .work = work});
    return DW_OK;
}

static dw_status create_sim(const sim_bench *bench, dw_arena *arena, dw_sim **out, dw_error *error)
{
    if (dw_arena_create(arena, MATCH_BYTES) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_sim_config config = dw_bench_sim_config(
        bench->data.map, bench->data.nav, &bench->data.sizes, &bench->data.rules, bench->brain);
    return dw_sim_create(out, arena, &config, error);
}

/* The world alone, with the recorded intents. Ticks of a chase are counted apart. */
static dw_status measure_world(sim_bench *bench, dw_error *error)
{
    dw_bench_script *scripts = record(bench, 1, error);
    if (scripts == NULL) {
        return DW_MEMORY;
    }
    dw_arena arena = {0};
    dw_sim *sim = NULL;
    const dw_status status = create_sim(bench, &arena, &sim, error);
    uint64_t took[2] = {0};
    uint64_t ticks[2] = {0};
    uint64_t work = DW_HASH_START;
    for (uint32_t k = 0; status == DW_OK && k < bench->seeds; k++) {
        const dw_bench_script *s = &scripts[k];
        dw_bench_script_begin(s, sim);
        uint64_t last = dw_clock_ns();
        for (uint32_t tick = 0; tick < s->ticks; tick++) {
            dw_bench_script_step(s, sim, tick);
            const uint64_t now = dw_clock_ns();
            took[s->chase[tick]] += now - last;
            ticks[s->chase[tick]]++;
            last = now;
        }
        DW_CHECK(dw_sim_hash(sim) == s->hash); /* The same match. */
        work = dw_hash_u64(work, s->hash);
    }
    if (status == DW_OK) {
        add_times_real_time(bench, "world_times_real_time", ticks[0] + ticks[1], took[0] + took[1],
                            0, work);
        add_times_real_time(bench, "chase_times_real_time", ticks[1], took[1],
                            CHASE_REAL_TIME_LEAST, work);
    }
    dw_arena_destroy(&arena);
    drop_scripts(scripts, bench->seeds);
    return status;
}

/* Eight intruders against the guards of the map, in matches that take turns. */
static dw_status measure_guards(sim_bench *bench, dw_error *error)
{
    dw_bench_script *scripts = record(bench, CROWD, error);
    if (scripts == NULL) {
        return DW_MEMORY;
    }
    const dw_bench_crowd crowd = {.prefix = "",
                                  .map = bench->data.map,
                                  .nav = bench->data.nav,
                                  .sizes = &bench->data.sizes,
                                  .rules = &bench->data.rules,
                                  .brain = bench->brain,
                                  .scripts = scripts,
                                  .script_count = bench->seeds,
                                  .matches = bench->matches,
                                  .mean_budget_us = GUARD_MEAN_BUDGET_US,
                                  .p99_budget_us = GUARD_P99_BUDGET_US};
    const dw_status status = dw_bench_measure_crowd(&bench->table, &crowd, error);
    drop_scripts(scripts, bench->seeds);
    return status;
}

static int run(sim_bench *bench, const char *map, const char *brain, const char *policy)
{
    dw_error error = {{0}};
    bench->policy = dw_policy_find(policy);
    if (bench->policy == NULL) {
        (void)dw_fail(&error, DW_NOT_FOUND, "--policy %s: unknown policy", policy);
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
    }
    if (dw_lab_data_read(&bench->data, map, &bench->rules, true, &error) != DW_OK) {
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
    }
    if (dw_brain_files_find(&bench->data.library, brain, &bench->brain, &error) != DW_OK) {
        dw_lab_data_destroy(&bench->data);
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
    }
    const bool fits = bench->data.map->guard_count > 0 && bench->data.map->intruders_max >= CROWD;
    if (fits) {
        dw_bench_begin(&bench->table, "sim");
    } else {
        (void)dw_fail(&error, DW_RANGE, "--map %s: needs guards, and spawns for %d intruders", map,
                      CROWD);
    }
    const bool measured =
        fits && measure_play(bench, &error) == DW_OK && measure_world(bench, &error) == DW_OK &&
        measure_guards(bench, &error) == DW_OK &&
        dw_bench_measure_big(&bench->table, bench->brain, false, &error) == DW_OK &&
        dw_bench_measure_big(&bench->table, bench->brain, true, &error) == DW_OK &&
        dw_bench_measure_mixed(&bench->table, &error) == DW_OK &&
        dw_bench_measure_memory(&bench->table, bench->brain, &error) == DW_OK;
    dw_lab_data_destroy(&bench->data);
    if (!measured) {
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
    }
    dw_bench_end(&bench->table);
    return DW_EXIT_DONE;
}

int dw_bench_sim_main(int argc, char **argv)
{
    const char *map = "reference";
    const char *brain = dw_brain_default()->name;
    const char *policy = "rush";
    static sim_bench bench;
    int64_t seeds = 50;
    int64_t matches = 500;
    const dw_option options[] = {
        {"map", DW_OPTION_TEXT, &map, "NAME-or-FILE", "map, default: reference", 0, 0, NULL},
        {"brain", DW_OPTION_TEXT, &brain, "NAME-or-FILE", "brain of all guards", 0, 0, NULL},
        {"ruleset", DW_OPTION_TEXT, &bench.rules.ruleset, "NAME-or-FILE",
         "ruleset, default: reference", 0, 0, NULL},
        {"strategy", DW_OPTION_TEXT, &bench.rules.strategy, "NAME-or-FILE",
         "strategy of the guards, default: that of the ruleset", 0, 0, NULL},
        {"policy", DW_OPTION_TEXT, &policy, "NAME", "how the bots play, default: rush", 0, 0, NULL},
        {"seeds", DW_OPTION_INT, &seeds, "N", "seeds 1 to N back to back, default: 50", 1,
         SEEDS_MAX, NULL},
        {"matches", DW_OPTION_INT, &matches, "N", "matches that run interleaved, default: 500", 1,
         4000, NULL},
    };
    const dw_command command = {
        .program = PROGRAM,
        .purpose = "Measures the cost of a tick of the world and compares it with its budgets.",
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result parsed = dw_options_parse(&command, argc, argv, &first);
    if (parsed != DW_OPTIONS_RUN) {
        return parsed == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    bench.seeds = (uint32_t)seeds;
    bench.matches = (uint32_t)matches;
    return run(&bench, map, brain, policy);
}
