/* brain_compare.c - the comparison of forms of mind: what each brain gains, how it behaves, what it
 * costs and what it takes to write. The first brain is what the others are compared with. */
#include "server/lab/brain_compare.h"

#include "common/base/check.h"
#include "common/platform/options.h"
#include "common/platform/signal.h"
#include "server/host/brain_files.h"
#include "server/lab/brain_effort.h"
#include "server/lab/compare_cell.h"
#include "server/lab/seeds.h"
#include "server/lab/statistics.h"
#include "server/mind/brains/brains.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char program[] = "duskwatch-lab brain compare";

enum { NAMES_MAX = 8, LIST_SIZE = 400, TICKS_MAX = 36000, TICKS_A_MINUTE = 3600 };

/* A difference of at most this many points, and reactions that differ by at most this many ticks,
 * count as equal; a brain may cost twice what the first one costs. */
static const double EQUAL_POINTS = 5.0, EQUAL_TICKS = 2.0, COST_MOST = 2.0;

typedef struct names {
    char text[LIST_SIZE];
    uint32_t count;
    const char *of[NAMES_MAX];
} names;

typedef struct comparison {
    dw_lab_data data;
    dw_compare_plan plan;
    uint32_t brain_count, policy_count;
    const dw_brain_kind *brains[NAMES_MAX];
    const dw_policy *policies[NAMES_MAX];
    dw_compare_cell cells[NAMES_MAX][NAMES_MAX]; /* By brain and policy. */
} comparison;

static dw_status split(names *out, const char *flag, const char *text, dw_error *error)
{
    out->count = 0;
    if ((size_t)snprintf(out->text, sizeof out->text, "%s", text) >= sizeof out->text) {
        return dw_fail(error, DW_RANGE, "%s: the list is too long", flag);
    }
    char *rest = out->text;
    for (char *name = strtok_r(rest, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
        if (out->count == NAMES_MAX) {
            return dw_fail(error, DW_RANGE, "%s: at most %d names", flag, NAMES_MAX);
        }
        out->of[out->count++] = name;
    }
    return out->count > 0 ? DW_OK : dw_fail(error, DW_INVALID, "%s: no name", flag);
}

static dw_status take_names(comparison *it, const char *brains, const char *policies,
                            dw_error *error)
{
    names list;
    dw_status status = split(&list, "--brains", brains, error);
    for (uint32_t i = 0; status == DW_OK && i < list.count; i++) {
        status = dw_brain_files_find(&it->data.library, list.of[i], &it->brains[i], error);
        it->brain_count = i + 1;
    }
    if (status == DW_OK) {
        status = split(&list, "--policies", policies, error);
    }
    for (uint32_t i = 0; status == DW_OK && i < list.count; i++) {
        it->policies[i] = dw_policy_find(list.of[i]);
        it->policy_count = i + 1;
        if (it->policies[i] == NULL) {
            status = dw_fail(error, DW_NOT_FOUND, "--policies: unknown policy \"%s\"", list.of[i]);
        }
    }
    return status;
}

static dw_status play_all(comparison *it, dw_error *error)
{
    for (uint32_t p = 0; p < it->policy_count; p++) {
        for (uint32_t b = 0; b < it->brain_count && !dw_signal_stop_asked(); b++) {
            (void)fprintf(stderr, "%s: %s against %s, %u matches\n", program, it->brains[b]->name,
                          it->policies[p]->name, it->plan.seeds);
            const dw_status status = dw_compare_cell_play(&it->cells[b][p], &it->plan,
                                                          it->brains[b], it->policies[p], error);
            if (status != DW_OK) {
                return status;
            }
        }
    }
    return dw_signal_stop_asked() ? dw_fail(error, DW_LOST, "stopped by a signal") : DW_OK;
}

static dw_pairs pairs_of(const dw_compare_cell *one, const dw_compare_cell *other)
{
    dw_pairs out = {.total = one->seeds};
    for (uint32_t k = 0; k < one->seeds; k++) {
        out.first_only += one->wins[k] && !other->wins[k] ? 1 : 0;
        out.second_only += !one->wins[k] && other->wins[k] ? 1 : 0;
    }
    return out;
}

/* An interval without 0 is a difference; else it is equal when it is small enough to call it so. */
static const char *judge_points(const dw_pairs *pairs)
{
    const dw_interval interval = dw_pairs_interval(pairs);
    if (interval.low > 0 || interval.high < 0) {
        return "different";
    }
    const double points = 100 * dw_pairs_difference(pairs);
    return points <= EQUAL_POINTS && points >= -EQUAL_POINTS ? "equal" : "unclear";
}

static void print_wins(const comparison *it)
{
    (void)printf(
        "Intruders' wins, %% of %u matches of the same seeds; difference from %s in points "
        "(95 %%)\n\n",
        it->plan.seeds, it->brains[0]->name);
    (void)printf("| policy | brain | wins (95 %%) | difference | |\n|---|---|---|---|---|\n");
    for (uint32_t p = 0; p < it->policy_count; p++) {
        for (uint32_t b = 0; b < it->brain_count; b++) {
            const dw_compare_cell *cell = &it->cells[b][p];
            const dw_interval wins = dw_wilson(cell->won, cell->seeds);
            (void)printf("| %s | %s | %.1f (%.1f to %.1f) |", it->policies[p]->name,
                         it->brains[b]->name, 100.0 * cell->won / cell->seeds, 100 * wins.low,
                         100 * wins.high);
            if (b == 0) {
                (void)printf(" | |\n");
                continue;
            }
            const dw_pairs pairs = pairs_of(cell, &it->cells[0][p]);
            const dw_interval points = dw_pairs_interval(&pairs);
            (void)printf(" %+.1f (%+.1f to %+.1f) | %s |\n", 100 * dw_pairs_difference(&pairs),
                         100 * points.low, 100 * points.high, judge_points(&pairs));
        }
    }
}

/* All cells of one brain together. */
static dw_compare_cell sum_of(const comparison *it, uint32_t brain)
{
    dw_compare_cell sum = {.brain = it->brains[brain]};
    for (uint32_t p = 0; p < it->policy_count; p++) {
        const dw_compare_cell *cell = &it->cells[brain][p];
        dw_mind_tally_add(&sum.tally, &cell->tally);
        sum.timed_guard_ticks += cell->timed_guard_ticks;
        sum.timed_ns += cell->timed_ns;
    }
    return sum;
}

typedef struct figures {
    double reaction_p50, reaction_p99; /* Ticks. */
    double changes, unprompted;        /* A guard and minute. */
    double explained;                  /* Percent. */
    double us;                         /* A guard and tick. */
} figures;

static figures figures_of(const dw_compare_cell *sum)
{
    const dw_mind_tally *tally = &sum->tally;
    const double minutes = (double)tally->guard_ticks / TICKS_A_MINUTE;
    return (figures){
        .reaction_p50 = dw_mind_tally_reaction(tally, 50),
        .reaction_p99 = dw_mind_tally_reaction(tally, 99),
        .changes = minutes > 0 ? tally->changes / minutes : 0,
        .unprompted = minutes > 0 ? tally->unprompted / minutes : 0,
        .explained = tally->changes > 0 ? 100.0 * tally->explained / tally->changes : 100,
        .us = sum->timed_guard_ticks > 0
                  ? (double)sum->timed_ns / 1000.0 / (double)sum->timed_guard_ticks
                  : 0,
    };
}

static bool is_near(double a, double b, double most)
{
    return a - b <= most && b - a <= most;
}

static void print_row(const figures *own, const figures *first, const dw_brain_effort *effort,
                      const char *name)
{
    const bool equal = is_near(own->reaction_p50, first->reaction_p50, EQUAL_TICKS) &&
                       is_near(own->reaction_p99, first->reaction_p99, EQUAL_TICKS);
    (void)printf("| %s | %.0f, %.0f, %s | %.2f | %.2f | %.2f |", name, own->reaction_p50,
                 own->reaction_p99, equal ? "equal" : "different", own->changes, own->unprompted,
                 own->explained);
    if (own->us > 0 && first->us > 0) {
        const double ratio = own->us / first->us;
        (void)printf(" %.3f, %.2f times, %s |", own->us, ratio,
                     ratio <= COST_MOST ? "within 2 times" : "over 2 times");
    } else {
        (void)printf(" - |"); /* `--timed 0`: nothing was measured. */
    }
    if (effort->plans > 0) {
        (void)printf(" %.3f over %u plans |", effort->plan_cost_ratio, effort->plans);
    } else {
        (void)printf(" - |");
    }
    if (effort->lines > 0) {
        (void)printf(" %u, %u |\n", effort->rows, effort->lines);
    } else {
        (void)printf(" in C |\n");
    }
}

static int print_behaviour(const comparison *it)
{
    (void)printf("\n| brain | reaction p50, p99 in ticks | changes a guard and minute | "
                 "... without a stimulus in 2 s | explained, %% | us a guard and tick | plan cost "
                 "over the best | rows, lines |\n|---|---|---|---|---|---|---|---|\n");
    figures first = {.us = 0};
    int exit_status = DW_EXIT_DONE;
    for (uint32_t b = 0; b < it->brain_count; b++) {
        const dw_compare_cell sum = sum_of(it, b);
        const figures own = figures_of(&sum);
        const dw_brain_effort effort = dw_brain_effort_of(it->brains[b]);
        first = b == 0 ? own : first;
        print_row(&own, &first, &effort, it->brains[b]->name);
        if (sum.tally.explained < sum.tally.changes) {
            (void)fprintf(stderr, "%s: %s: a change whose cause was not found: %s\n", program,
                          it->brains[b]->name, sum.tally.unexplained);
            exit_status = DW_EXIT_CHECK_FAILED;
        }
    }
    return exit_status;
}

static int compare(comparison *it, const char *brains, const char *policies)
{
    dw_error error;
    dw_status status = take_names(it, brains, policies, &error);
    if (status == DW_OK) {
        status = play_all(it, &error);
    }
    int exit_status = DW_EXIT_USAGE;
    if (status == DW_OK) {
        print_wins(it);
        exit_status = print_behaviour(it);
    }
    for (uint32_t b = 0; b < it->brain_count; b++) {
        for (uint32_t p = 0; p < it->policy_count; p++) {
            dw_compare_cell_destroy(&it->cells[b][p]);
        }
    }
    return status == DW_OK ? exit_status : dw_options_fail(program, exit_status, error.text);
}

typedef struct compare_options {
    const char *map, *brains, *policies, *seeds;
    dw_rules_choice rules;
    int64_t intruders, timed;
} compare_options;

static int run(const compare_options *options)
{
    dw_error error;
    uint64_t last;
    comparison *it = calloc(1, sizeof *it);
    if (it == NULL) {
        return dw_options_fail(program, DW_EXIT_INTERNAL, "out of memory");
    }
    dw_status status = dw_seeds_parse(options->seeds, &it->plan.first_seed, &last, &error);
    if (status == DW_OK && last - it->plan.first_seed >= 1000000) {
        status = dw_fail(&error, DW_RANGE, "--seeds: at most a million");
    }
    if (status == DW_OK) {
        status = dw_lab_data_read(&it->data, options->map, &options->rules, true, &error);
    }
    if (status != DW_OK) {
        free(it);
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    it->plan.data = &it->data;
    it->plan.seeds = (uint32_t)(last - it->plan.first_seed + 1);
    it->plan.timed = (uint32_t)options->timed;
    it->plan.intruders = (uint8_t)options->intruders;
    it->plan.ticks_max = TICKS_MAX;
    const int exit_status =
        options->intruders > it->data.map->intruders_max
            ? dw_options_fail(program, DW_EXIT_USAGE, "--intruders: more than the map has room for")
            : compare(it, options->brains, options->policies);
    dw_lab_data_destroy(&it->data);
    free(it);
    return exit_status;
}

int dw_lab_brain_compare_main(int argc, char **argv)
{
    compare_options chosen = {.map = "reference",
                              .brains = "reference,guard-fsm,guard-tree,guard-goap",
                              .policies = "rush,careful,shadow",
                              .seeds = "1-300",
                              .rules = {.ruleset = "standard"},
                              .intruders = 1,
                              .timed = 20};
    const dw_option options[] = {
        {"map", DW_OPTION_TEXT, &chosen.map, "NAME-or-FILE", "map, default: reference", 0, 0, NULL},
        {"ruleset", DW_OPTION_TEXT, &chosen.rules.ruleset, "NAME-or-FILE",
         "ruleset, default: standard", 0, 0, NULL},
        {"strategy", DW_OPTION_TEXT, &chosen.rules.strategy, "NAME-or-FILE",
         "how guards work together, default: as the ruleset says", 0, 0, NULL},
        {"brains", DW_OPTION_TEXT, &chosen.brains, "A,B",
         "brains of all guards, by name or file; the others are compared with the first; default: "
         "reference,guard-fsm,guard-tree,guard-goap",
         0, 0, NULL},
        {"policies", DW_OPTION_TEXT, &chosen.policies, "P,Q",
         "how the bots play, default: rush,careful,shadow", 0, 0, NULL},
        {"intruders", DW_OPTION_INT, &chosen.intruders, "N", "number of intruders, default: 1", 1,
         DW_INTRUDERS_MAX, NULL},
        {"seeds", DW_OPTION_TEXT, &chosen.seeds, "A-B", "the same for all, default: 1-300", 0, 0,
         NULL},
        {"timed", DW_OPTION_INT, &chosen.timed, "N",
         "how many seeds of each pair are played again to measure the cost, default: 20", 0,
         1000000, NULL},
    };
    const dw_command command = {
        .program = program,
        .purpose = "Plays brains against the same intruders on the same seeds, and prints one "
                   "table: wins, reactions, changes and their causes, cost, size. Exit status 1: "
                   "a change of what a guard does has no cause that can be found again.",
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    return run(&chosen);
}
