/* roadmap.h - a graph of positions and the straight lines between them: a lattice in every room and
 * two positions in every doorway. For bots that choose paths by the risk of being seen, which
 * shortest paths (common/nav) do not consider. Owns: the graph and the scratch of one search. Knows
 * only the public map. Cost: a search visits every position, some 100 us for 1000 of them. No
 * allocation after creation. One thread. */
#ifndef DW_BOT_ROADMAP_H
#define DW_BOT_ROADMAP_H

#include "common/nav/nav.h"

enum {
    DW_ROADMAP_NODES_MAX = 2400,
    DW_ROADMAP_LINKS_MAX = 16,
    DW_ROADMAP_PRICE_ONE = 16 /* At this price a path costs its length. */
};
#define DW_ROADMAP_NO_COST UINT32_MAX

typedef struct dw_roadmap_node {
    dw_vec position;
    uint16_t room;
    uint16_t door; /* The door in whose doorway it is, or DW_NONE. */
    uint8_t link_count;
    uint16_t links[DW_ROADMAP_LINKS_MAX];
    uint16_t lengths_mm[DW_ROADMAP_LINKS_MAX];
} dw_roadmap_node;

typedef struct dw_roadmap {
    const dw_map *map;
    const dw_nav *nav;
    int32_t step; /* Of the lattice. */
    uint32_t node_count;
    dw_roadmap_node *nodes; /* Ordered by room. */
    uint16_t *room_start;   /* Index of each room's first node; one entry more than rooms. */
    /* Of the last search: */
    uint32_t *cost;      /* Price times millimetres; DW_ROADMAP_NO_COST: not reached. */
    uint32_t *length_mm; /* Of the path there. */
    uint16_t *previous;  /* On the path; DW_NONE at its first node. */
    uint32_t heap_count;
    uint16_t *heap, *heap_at;
} dw_roadmap;

/* Map and mesh must outlive it. DW_MEMORY when the arena is too small. */
DW_MUST_USE dw_status dw_roadmap_create(dw_roadmap **out, dw_arena *arena, const dw_map *map,
                                        const dw_nav *nav, dw_error *error);

/* The price of a millimetre from `node` on, at least DW_ROADMAP_PRICE_ONE; 0: no path leads on.
 * Called once for each node. */
typedef uint32_t (*dw_roadmap_price)(void *context, uint16_t node);

/* Finds the cheapest paths from the positions `from` to every node (E. W. Dijkstra, "A note on two
 * problems in connexion with graphs", 1959). When it calls `price` for a node, the node's cost and
 * length are final. */
void dw_roadmap_search(dw_roadmap *roadmap, const dw_vec *from, uint32_t from_count,
                       dw_roadmap_price price, void *context);

/* The nearest node in the room of `position` with a straight walk between them; without one, the
 * nearest node in the room. DW_NONE when the room has none. */
uint16_t dw_roadmap_nearest(const dw_roadmap *roadmap, dw_vec position);

/* The first `points_max` nodes of the last search's path to `node`. Returns their number. */
uint32_t dw_roadmap_path(const dw_roadmap *roadmap, uint16_t node, uint16_t *points,
                         uint32_t points_max);

#endif
