/* roadmap.h - places to stand, and the straight ways between them: a lattice in every room and two
 * places in every doorway. For bots that choose their way by what it costs to be seen on it, which
 * shortest paths (common/nav) know nothing of. Owns: the graph and the scratch of one search.
 * Knows only the public map. Cost: a search visits every place, some 100 us on 1000 of them.
 * No allocation after it was made. One thread. */
#ifndef DW_BOT_ROADMAP_H
#define DW_BOT_ROADMAP_H

#include "common/nav/nav.h"

enum {
    DW_ROADMAP_NODES_MAX = 2400,
    DW_ROADMAP_LINKS_MAX = 16,
    DW_ROADMAP_PRICE_ONE = 16 /* A way at this price costs its length. */
};
#define DW_ROADMAP_NO_COST UINT32_MAX

typedef struct dw_roadmap_node {
    dw_vec place;
    uint16_t room;
    uint16_t door; /* In whose doorway it is, or DW_NONE. */
    uint8_t link_count;
    uint16_t links[DW_ROADMAP_LINKS_MAX];
    uint16_t lengths_mm[DW_ROADMAP_LINKS_MAX];
} dw_roadmap_node;

typedef struct dw_roadmap {
    const dw_map *map;
    const dw_nav *nav;
    int32_t step; /* Of the lattice. */
    uint32_t node_count;
    dw_roadmap_node *nodes; /* By room. */
    uint16_t *room_start;   /* A room, + 1; into `nodes`. */
    /* Of the last search: */
    uint32_t *cost;      /* Price times millimetres, DW_ROADMAP_NO_COST where it did not get. */
    uint32_t *length_mm; /* Of that way, where it got. */
    uint16_t *previous;  /* DW_NONE at those that the way begins with. */
    uint32_t heap_count;
    uint16_t *heap, *heap_at;
} dw_roadmap;

/* Map and mesh must outlive it. DW_MEMORY when the arena is too small. */
DW_MUST_USE dw_status dw_roadmap_create(dw_roadmap **out, dw_arena *arena, const dw_map *map,
                                        const dw_nav *nav, dw_error *error);

/* What a millimetre of way from `node` on costs, at least DW_ROADMAP_PRICE_ONE; 0: no way leads on.
 * Asked once a node. */
typedef uint32_t (*dw_roadmap_price)(void *context, uint16_t node);

/* The cheapest ways to everywhere, each from whichever of the places `from` is cheapest (E. W.
 * Dijkstra, "A note on two problems in connexion with graphs", 1959). When a node's price is asked,
 * its cost and length stand. */
void dw_roadmap_search(dw_roadmap *roadmap, const dw_vec *from, uint32_t from_count,
                       dw_roadmap_price price, void *context);

/* The node of its room that is nearest to `place` and from which one walks there straight; failing
 * that the nearest of all in the room. DW_NONE when the room has none. */
uint16_t dw_roadmap_nearest(const dw_roadmap *roadmap, dw_vec place);

/* The way of the last search to `node`, from its beginning; the first `points_max` points. Gives
 * back their number. */
uint32_t dw_roadmap_way(const dw_roadmap *roadmap, uint16_t node, uint16_t *points,
                        uint32_t points_max);

#endif
