/* nav_oracle.h - free space and shortest paths the slow way, for tests of common/nav.
 * Shares no code with it: a place is free if it lies in no open rectangle, a step is free if it
 * enters none (integer tests of its own), and the shortest path is Dijkstra over the visibility
 * graph of all corners. */
#ifndef DW_TESTS_NAV_ORACLE_H
#define DW_TESTS_NAV_ORACLE_H

#include "common/world/geometry.h"

enum { DW_ORACLE_RECTS_MAX = 96, DW_ORACLE_POINTS_MAX = 4 * DW_ORACLE_RECTS_MAX + 2 };

/* Solids as the centre of the body meets them: grown, open. `bounds` is closed. */
typedef struct dw_oracle {
    dw_rect bounds;
    dw_rect rects[DW_ORACLE_RECTS_MAX];
    uint32_t count;
} dw_oracle;

bool dw_oracle_free(const dw_oracle *oracle, dw_vec p);
bool dw_oracle_visible(const dw_oracle *oracle, dw_vec a, dw_vec b);

/* Negative when there is no way. Both ends are free. */
double dw_oracle_length(const dw_oracle *oracle, dw_vec from, dw_vec to);

/* The squared distance from `p` to the nearest free place, or -1. With `reachable`
 * not NULL only places count to which there is a way from that one. */
int64_t dw_oracle_nearest(const dw_oracle *oracle, dw_vec p, const dw_vec *reachable);

#endif
