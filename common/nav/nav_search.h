/* nav_search.h - the scratch of one search: open list, roots, and the overlay that extra solids
 * need. Private to common/nav. Owns: everything that changes during a search. */
#ifndef DW_NAV_NAV_SEARCH_H
#define DW_NAV_NAV_SEARCH_H

#include "common/nav/nav_mesh.h"

enum {
    DW_OVERLAY_PIECES_MAX = 384,    /* What extra solids leave of the cells that they meet. */
    DW_OVERLAY_CELLS_MAX = 640,     /* Those and their neighbours. */
    DW_OVERLAY_EDGES_MAX = 2048,    /* Of all these. */
    DW_OVERLAY_VERTICES_MAX = 1024, /* Ends of new portals. */
};

/* How much of everything a search has room for. What does not fit is left out, safely: nodes and
 * roots are counted as dropped, extra solids swallow the cells that they meet. */
typedef struct dw_search_sizes {
    uint32_t extra_max;
    uint32_t node_max;
    uint32_t root_max; /* 0: one for each vertex, found without a look-up. */
    uint32_t piece_max, cell_max, edge_max, vertex_max;
    uint32_t affected_max; /* Cells that extra solids meet. */
} dw_search_sizes;

/* The mesh as the extra solids of one query change it: the cells that they meet are replaced by
 * pieces, the neighbours of these get new lists of edges, all other cells stay. */
typedef struct dw_overlay {
    bool on;
    bool overflowed; /* A limit above was met: what did not fit counts as solid. */
    uint32_t cell_count;
    uint32_t piece_count; /* The first cells; their ids follow those of the mesh. */
    uint32_t vertex_count;
    uint32_t affected_count;
    dw_mesh_cell *cells;
    dw_mesh_edge *edges;
    dw_vec *vertices;
    uint16_t *vertex_hash; /* Slots with the number of a vertex plus 1. */
    uint32_t vertex_slots; /* A power of two. */
    uint32_t *affected;    /* Cells of the mesh, and where their pieces start. */
    uint32_t *pieces;      /* By place in `affected`: first piece; two more at the end, so that the
                              place after the last has none: cells beyond affected_max are there. */
} dw_overlay;

/* What the search knows of one cell of the mesh; it holds if the stamp is the search's. */
typedef struct dw_cell_mark {
    uint32_t stamp;
    uint32_t overlay; /* 0, or DW_OVERLAY_GONE + place in `affected`, or DW_OVERLAY_CHANGED + place
                         in the overlay's cells. */
    uint32_t chain;   /* DW_CHAIN + the edge towards the target inside of a dead end, and
                         DW_REACHED. */
} dw_cell_mark;

#define DW_OVERLAY_GONE    UINT32_C(0x80000000)
#define DW_OVERLAY_CHANGED UINT32_C(0x40000000)
#define DW_CHAIN           UINT32_C(0x80000000)
#define DW_REACHED         UINT32_C(0x40000000)
#define DW_MARK_VALUE      UINT32_C(0x3fffffff)

/* The shortest known path to a point where paths bend. */
typedef struct dw_nav_root {
    double length;
    uint32_t parent; /* A root. */
    uint32_t stamp;
    uint16_t turns; /* Which bends round it were followed. */
    bool bound_known;
    float bound; /* A lower bound of the distance from here to the target. */
} dw_nav_root;

typedef enum dw_nav_node_kind {
    DW_NODE_CONE,  /* All that is seen through a portal between two directions. */
    DW_NODE_TURN,  /* Round a corner, between two directions. */
    DW_NODE_POINT, /* Through a portal that is a point, in all directions. */
    DW_NODE_GOAL
} dw_nav_node_kind;

/* Directions are exact: they run from the root to corners of the mesh, never to computed points. */
typedef struct dw_nav_node {
    double length; /* From the start to the root. */
    dw_vec root;
    dw_vec low, high;         /* high lies at the larger angle. */
    const dw_mesh_edge *edge; /* The portal gone through. */
    uint32_t root_id;         /* Of a free node: the next free one. */
    uint32_t from : 28;       /* The cell left, or DW_NODE_FROM_NONE. */
    uint32_t kind : 2;        /* dw_nav_node_kind */
    uint32_t low_is_end : 1;  /* The direction is that of the portal's end a, */
    uint32_t high_is_end : 1; /* or b. */
} dw_nav_node;

#define DW_NODE_FROM_NONE UINT32_C(0x0fffffff)

typedef struct dw_nav_open {
    double estimate;
    uint32_t node;
} dw_nav_open;

typedef enum dw_nav_state {
    DW_SEARCH_IDLE,
    DW_SEARCH_RUNNING,
    DW_SEARCH_ENDED /* `gave_up` and the goal's root say how. */
} dw_nav_state;

struct dw_nav_search {
    const dw_nav *nav;
    dw_mesh_filter filter;
    dw_rect holes[DW_NAV_EXTRA_MAX]; /* The extra solids, grown. */
    uint32_t hole_count;
    dw_vec start, target;
    bool from_moved, to_moved;
    bool gave_up; /* The target is the nearest point that can be reached. */
    dw_nav_state state;
    uint32_t goal_root; /* Where the last leg starts. */
    uint32_t best_root; /* The nearest to the target yet, for the partial path. */
    double best_distance;
    uint32_t expansions;
    dw_nav_open held; /* The best of the newest nodes; node DW_MESH_NONE: none. */
    uint32_t stamp;
    uint32_t start_id; /* The root that is the start. */
    uint64_t dropped;  /* Nodes and roots for which there was no room. */
    dw_search_sizes sizes;
    uint32_t node_used, node_free; /* The free ones are linked by `root_id`. */
    uint32_t open_count;
    dw_nav_node *nodes;
    dw_nav_open *open;
    /* By vertex, first those of the mesh; the start is the last. With sizes.root_max in the order
     * in which they are met: then root_vertex says which vertex each is, and root_slots, a hash
     * table, has its number plus 1. */
    dw_nav_root *roots;
    uint32_t *root_vertex;
    uint16_t *root_slots; /* NULL: by vertex. */
    uint32_t root_count, root_slot_count;
    dw_cell_mark *marks;
    uint32_t *piece_reach; /* reach_stamp of pieces. */
    uint32_t *queue;       /* As many as cells and pieces; what can be reached. Lies where the
                              nodes do, which are not in use when it is. */
    double *spread;        /* While distances of all vertices are wanted; else NULL. */
    double most;           /* The length of the shortest path to the target yet. */
    bool landmarks_on;
    float landmark_low[DW_LANDMARKS], landmark_high[DW_LANDMARKS];
    dw_overlay overlay;
};

/* An extra solid meets the cell, so that pieces stand for it, or nothing. */
static inline bool dw_search_gone(const dw_nav_search *s, uint32_t id)
{
    return id < s->nav->cell_count && s->marks[id].stamp == s->stamp &&
           (s->marks[id].overlay & DW_OVERLAY_GONE) != 0;
}

/* The mark of a cell, to write. */
static inline dw_cell_mark *dw_search_mark(dw_nav_search *s, uint32_t id)
{
    dw_cell_mark *mark = &s->marks[id];
    if (mark->stamp != s->stamp) {
        *mark = (dw_cell_mark){.stamp = s->stamp};
    }
    return mark;
}

/* The cell, not gone, and its edges as the query sees them. */
static inline const dw_mesh_cell *dw_search_cell(const dw_nav_search *s, uint32_t id,
                                                 const dw_mesh_edge **edges)
{
    if (s->overlay.on) {
        uint32_t place = DW_MESH_NONE;
        if (id >= s->nav->cell_count) {
            place = id - s->nav->cell_count;
        } else if (s->marks[id].stamp == s->stamp && s->marks[id].overlay != 0) {
            place = s->marks[id].overlay & DW_MARK_VALUE;
        }
        if (place != DW_MESH_NONE) {
            const dw_mesh_cell *cell = &s->overlay.cells[place];
            *edges = s->overlay.edges + cell->first;
            return cell;
        }
    }
    const dw_mesh_cell *cell = &s->nav->cells[id];
    *edges = s->nav->edges + cell->first;
    return cell;
}

/* The vertex of a root that is not the start. */
static inline uint32_t dw_search_root_vertex(const dw_nav_search *s, uint32_t root)
{
    return s->root_slots == NULL ? root : s->root_vertex[root];
}

#endif
