/* bench_crowd.h - measures what guards cost when many matches take turns, and the memory of a
 * match. Matches lie one after the other in one block, as in a server, and run a tick each in turn,
 * so that no match finds its state in the caches. Intents come from scripts: no bot runs in the
 * measured time. */
#ifndef DW_BENCH_CROWD_H
#define DW_BENCH_CROWD_H

#include "server/bench/bench_table.h"
#include "server/lab/lab_data.h"
#include "server/sim/sim.h"

/* The intents of one match, so that it can be run again without bots. */
typedef struct dw_bench_script {
    uint64_t seed;
    uint32_t ticks, capacity;
    uint8_t intruders;
    dw_intent *intents; /* `intruders` for each tick. */
    bool *chase;        /* By tick: at least one guard chases. NULL: not recorded. */
    uint64_t hash;      /* At the end. */
    bool failed;        /* Out of memory while it was recorded. */
} dw_bench_script;

void dw_bench_script_begin(const dw_bench_script *script, dw_sim *sim);
void dw_bench_script_step(const dw_bench_script *script, dw_sim *sim, uint32_t tick);

/* A simulation on that data, all guards with that brain. */
dw_sim_config dw_bench_sim_config(const dw_map *map, const dw_nav *nav, const dw_nav_set *sizes,
                                  const dw_ruleset *rules, const dw_brain_kind *brain);

typedef struct dw_bench_crowd {
    const char *prefix; /* Prefix of the rows' names: "", "big_". */
    const dw_map *map;
    const dw_nav *nav;
    const dw_nav_set *sizes;
    const dw_ruleset *rules;
    const dw_brain_kind *brain;         /* Of all guards, */
    const dw_brain_kind *const *brains; /* or of each. NULL: `brain` for all. */
    const dw_bench_script *scripts;
    uint32_t script_count;
    uint32_t matches;
    double mean_budget_us, p99_budget_us;
    bool long_ticks; /* True: a tick lasts long enough to be measured in processor time, and p99 is
                        of a guard's share of it. False: p99 is of the whole tick, by the clock. */
} dw_bench_crowd;

/* Adds PREFIXus_per_guard_tick: the whole tick of the world divided by its guards, in processor
 * time, the fastest of three runs over the same ticks. Also adds PREFIXworld_tick_p99_us, or
 * PREFIXguard_tick_p99_us with long_ticks. */
DW_MUST_USE dw_status dw_bench_measure_crowd(dw_bench_table *table, const dw_bench_crowd *crowd,
                                             dw_error *error);

/* Adds rows with the prefix big_: 64 guards on `museum`, whose posts are taken several times, and
 * 16 intruders that wander at random. With `sensors` the prefix is sensors_, and each guard has a
 * ray fan and a motion detector besides its eyes. */
DW_MUST_USE dw_status dw_bench_measure_big(dw_bench_table *table, const dw_brain_kind *brain,
                                           bool sensors, dw_error *error);

/* Adds rows with the prefix mixed_: 64 actors on `museum-robots` with ruleset `night`, in equal
 * parts of each kind that the map has, each with the brain of its kind, and 16 such intruders. */
DW_MUST_USE dw_status dw_bench_measure_mixed(dw_bench_table *table, dw_error *error);

/* Adds MAP_match_bytes of the shipped maps, for a match as a server makes it, and
 * hot_state_bytes. */
DW_MUST_USE dw_status dw_bench_measure_memory(dw_bench_table *table, const dw_brain_kind *brain,
                                              dw_error *error);

#endif
