/* lattice.h - positions that an intruder can reach to the unit, and the moves between them.
 * The spacing is a whole number of sprinted ticks, so that a body which begins at a spawn stands
 * exactly on a position after each move, and the world after any chain of moves is known. Doorways
 * are narrower than the spacing: each has a lane of its own, whose offset from the lattice is a sum
 * of steps of all three gaits. Moves run along the axes; diagonal steps have lengths of their own.
 * Owns: positions, moves, and how many ticks each position is from the objectives and the exit at
 * least. Knows the public map and the ruleset, no guards. Built once a map; read-only then. */
#ifndef DW_LAB_LATTICE_H
#define DW_LAB_LATTICE_H

#include "common/world/intruder.h"

#define DW_LATTICE_FAR UINT32_MAX /* Ticks to what cannot be reached. */

/* One tick of a move. */
typedef struct dw_lattice_step {
    dw_intent intent;
    dw_vec offset; /* From where the move began to where this tick ends. */
} dw_lattice_step;

typedef struct dw_lattice_move {
    uint32_t first, count; /* In `steps`. */
} dw_lattice_move;

typedef struct dw_lattice_edge {
    uint32_t to;
    uint16_t move;
    uint16_t door; /* The doorway that it leads through, or DW_NONE. */
    bool opens;    /* The door is closed before and after: the move opens and closes it. */
} dw_lattice_edge;

typedef struct dw_lattice_node {
    dw_vec position;
    uint16_t room;
    bool exit;  /* In the exit. */
    bool takes; /* An objective that lies where it did at the start is in reach. */
    uint16_t edge_count;
    uint32_t edge_first;
    uint32_t ticks_to_exit;
    uint32_t ticks_to_win; /* To an objective and then to the exit. */
} dw_lattice_node;

typedef struct dw_lattice {
    const dw_map *map;
    dw_ruleset rules;
    int32_t spacing;                 /* Units. */
    uint32_t node_count, edge_count; /* Node 0 is the first spawn. */
    uint32_t move_count, step_count;
    dw_lattice_node *nodes;
    dw_lattice_edge *edges; /* Those of a node lie together. */
    dw_lattice_move *moves;
    dw_lattice_step *steps;
} dw_lattice;

/* Made by dw_lattice_layout_create. */
void dw_lattice_destroy(dw_lattice *lattice);

/* Everything that can be taken, where it lies at the start. */
static inline dw_usables dw_lattice_items(const dw_map *map)
{
    dw_usables items = {.count = 0};
    for (uint16_t i = 0; i < map->item_count; i++) {
        dw_usables_add_item(&items, i, map->items[i].area, map->items[i].furniture);
    }
    return items;
}

#endif
