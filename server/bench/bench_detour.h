/* bench_detour.h - Detour (recastnavigation) in the same free space, for comparison in benchmarks
 * alone. Built only with DW_BENCH_DETOUR. Its polygons are our cells, cut so that no polygon has
 * more corners than Detour takes, and no corner lies on another polygon's side. Corridors of width
 * 0 and single points, which Detour can't represent, are left out. */
#ifndef DW_BENCH_DETOUR_H
#define DW_BENCH_DETOUR_H

#include "common/nav/nav.h"

typedef struct dw_detour dw_detour;

/* DW_RANGE when the mesh is too large for one tile of Detour. */
DW_MUST_USE dw_status dw_detour_create(dw_detour **out, const dw_nav *nav, dw_error *error);
void dw_detour_destroy(dw_detour *detour);

/* The length in units of Detour's path: nearest polygons of both ends, corridor, string pulling.
 * Negative without a path that reaches `to`. */
double dw_detour_find(dw_detour *detour, dw_vec from, dw_vec to);

#endif
