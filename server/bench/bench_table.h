/* bench_table.h - what a benchmark prints: a CSV row for each figure as soon as it is known, and at
 * the end one JSON line. Owns: the figures of one run. Knows nothing of what is measured.
 *
 *     what,count,value,budget,ratio,met,work
 *
 * `ratio` is the share of the budget that is used up: at most 1 means met, for least values (times
 * real time) as well as for most values (microseconds); then `met` says yes, else no. `work` is a
 * hash of what the measured calls gave back: runs with equal hashes did equal work. */
#ifndef DW_BENCH_TABLE_H
#define DW_BENCH_TABLE_H

#include "common/base/status.h"

#include <stdint.h>

enum { DW_BENCH_FIGURES_MAX = 64, DW_BENCH_NAME_MAX = 47 };

/* A budget of 0: none. */
typedef struct dw_bench_figure {
    const char
        *what;      /* The unit comes last: "sight_reference_ns". Also the key in the JSON line. */
    uint64_t count; /* Of measured calls. */
    double value;
    double budget;
    bool at_least; /* True: the budget is the least that the value may be. */
    uint64_t work;
} dw_bench_figure;

typedef struct dw_bench_table {
    const char *name; /* "nav" */
    uint32_t count;
    dw_bench_figure figures[DW_BENCH_FIGURES_MAX];
    char names[DW_BENCH_FIGURES_MAX][DW_BENCH_NAME_MAX + 1];
} dw_bench_table;

/* Prints the heading. `name` must outlive the table. */
void dw_bench_begin(dw_bench_table *table, const char *name);

/* Prints a row and keeps it. */
void dw_bench_add(dw_bench_table *table, dw_bench_figure figure);

/* Prints the JSON line: `bench`, each figure by its name, `ratios` of those with a budget, and
 * `over_budget`, the number of missed budgets. */
void dw_bench_end(const dw_bench_table *table);

#endif
