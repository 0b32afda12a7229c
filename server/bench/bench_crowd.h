/* bench_crowd.h - what guards cost where many matches take turns, and what a match takes.
 * Matches lie one after the other in one block, as they do in a server, and run a tick of each in
 * turn, so that none finds its state in the caches. Intents come from scripts: no bot runs in the
 * measured time. */
#ifndef DW_BENCH_CROWD_H
#define DW_BENCH_CROWD_H

#include "server/bench/bench_table.h"
#include "server/lab/lab_data.h"
#include "server/sim/sim.h"

/* What one match is played with, over and over. */
typedef struct dw_bench_script {
    uint64_t seed;
    uint32_t ticks;
    uint8_t intruders;
    const dw_intent *intents; /* `intruders` for each tick. */
} dw_bench_script;

typedef struct dw_bench_crowd {
    const char *prefix; /* Of the rows' names: "", "big_". */
    const dw_map *map;
    const dw_nav *nav;
    const dw_ruleset *rules;
    const dw_brain_kind *brain;
    const dw_bench_script *scripts;
    uint32_t script_count;
    uint32_t matches;
    double mean_budget_us, p99_budget_us;
    bool long_ticks; /* A tick lasts long enough to be measured in processor time, and p99 is of a
                        guard's share in it; else it is of the whole tick, by the clock. */
} dw_bench_crowd;

/* Rows PREFIXus_per_guard_tick (the whole tick of the world divided by its guards, in processor
 * time; the fastest of three runs over the same ticks), and PREFIXworld_tick_p99_us, or
 * PREFIXguard_tick_p99_us with long_ticks. */
DW_MUST_USE dw_status dw_bench_measure_crowd(dw_bench_table *table, const dw_bench_crowd *crowd,
                                             dw_error *error);

/* 64 guards, the posts of `museum` taken several times, and 16 intruders who do not know what they
 * want, on that map: rows with the prefix big_. */
DW_MUST_USE dw_status dw_bench_measure_big(dw_bench_table *table, const dw_brain_kind *brain,
                                           dw_error *error);

/* Rows MAP_match_bytes of the shipped maps, as a server makes a match, and hot_state_bytes. */
DW_MUST_USE dw_status dw_bench_measure_memory(dw_bench_table *table, const dw_brain_kind *brain,
                                              dw_error *error);

#endif
