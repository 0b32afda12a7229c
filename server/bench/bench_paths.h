/* bench_paths.h - the cost of finding paths in one mesh: each query once against the clock, after
 * an untimed pass over all. Code and mesh are then in the caches, as in a running server. */
#ifndef DW_BENCH_PATHS_H
#define DW_BENCH_PATHS_H

#include "common/nav/nav.h"
#include "server/bench/bench_table.h"

typedef struct dw_bench_paths {
    const char *name; /* Name of the map; rows are NAME_mean_us, NAME_p99_us and more. */
    const dw_nav *nav;
    const dw_vec *from, *to;
    uint32_t count;
    double mean_budget_us, p99_budget_us; /* 0: none. */
} dw_bench_paths;

/* Adds the rows of this mesh, and Detour's rows in the same mesh if the lab was built with it
 * (bench_detour.h). DW_MEMORY. */
DW_MUST_USE dw_status dw_bench_measure_paths(dw_bench_table *table, const dw_bench_paths *paths,
                                             dw_error *error);

/* The rows of FOLDER/NAME.map and its scenario, FOLDER/NAME.map.scen. */
DW_MUST_USE dw_status dw_bench_movingai(dw_bench_table *table, const char *folder, const char *name,
                                        double mean_budget_us, double p99_budget_us,
                                        dw_error *error);

#endif
