/* bench_sim.h - `duskwatch-lab bench sim`: what a tick of the world costs, guards and all, beside
 * its budgets. */
#ifndef DW_BENCH_SIM_H
#define DW_BENCH_SIM_H

/* The JSON line has times_real_time and us_per_guard_tick among its keys. */
int dw_bench_sim_main(int argc, char **argv);

#endif
