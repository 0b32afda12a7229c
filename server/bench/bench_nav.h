/* bench_nav.h - `duskwatch-lab bench nav`: what paths, lines of sight and visibility polygons cost
 * beside the budgets of DESIGN.md section 9. */
#ifndef DW_BENCH_NAV_H
#define DW_BENCH_NAV_H

int dw_bench_nav_main(int argc, char **argv);

#endif
