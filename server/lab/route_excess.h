/* route_excess.h - how much more than the cheapest path a guard's path costs where rooms and doors
 * cost differently: for weights at random, over all pairs of rooms of a map, against the oracle.
 * Owns the draws and the sums. Cost: a second for the reference map, half a minute for the museum.
 */
#ifndef DW_LAB_ROUTE_EXCESS_H
#define DW_LAB_ROUTE_EXCESS_H

#include "common/base/rng.h"
#include "server/lab/route_oracle.h"

typedef struct dw_route_excess_order {
    const dw_map *map;
    const dw_nav *nav;
    dw_nav_search *search;
    dw_arena *arena;  /* Of the oracle; left as it was. */
    double low, high; /* Factors of rooms, drawn evenly by their logarithm. */
} dw_route_excess_order;

/* Sums over pairs of rooms. An excess is a share: 0.01 is 1 %. */
typedef struct dw_route_excess {
    uint32_t pairs, above; /* `above`: those of more than 3 %. */
    double sum, worst, least;
    double plain; /* The sum for plain paths, which know of no weights. */
} dw_route_excess;

dw_vec dw_route_excess_draw_point(const dw_route_excess_order *order, dw_rng *rng, dw_rect area);

/* A factor for each room; one door in four costs up to 5 m. */
void dw_route_excess_draw_weights(const dw_route_excess_order *order, dw_rng *rng,
                                  dw_route_weights *weights);

/* Draws weights and a free position in each room, and adds all pairs of rooms to `sum`. DW_MEMORY:
 * the arena is too small. */
DW_MUST_USE dw_status dw_route_excess_add(const dw_route_excess_order *order, dw_rng *rng,
                                          dw_route_excess *sum);

#endif
