/* bench_nav.h - `duskwatch-lab bench nav`: the cost of paths, lines of sight and visibility
 * polygons, beside their budgets. */
#ifndef DW_BENCH_NAV_H
#define DW_BENCH_NAV_H

int dw_bench_nav_main(int argc, char **argv);

#endif
