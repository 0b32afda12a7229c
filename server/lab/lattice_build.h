/* lattice_build.h - a lattice while it is made: adds positions and the moves between them.
 * Owns: the lists that grow. Private to lattice_layout.c, which lays the positions out, and to
 * lattice_lanes.c, which leads them through the doorways. */
#ifndef DW_LAB_LATTICE_BUILD_H
#define DW_LAB_LATTICE_BUILD_H

#include "server/lab/lattice.h"

enum { DW_LATTICE_MOVE_TICKS_MAX = 4096 };

typedef struct dw_lattice_intents {
    uint32_t count;
    dw_intent ticks[DW_LATTICE_MOVE_TICKS_MAX];
} dw_lattice_intents;

typedef struct dw_lattice_raw_edge {
    uint32_t from;
    dw_lattice_edge edge;
} dw_lattice_raw_edge;

typedef struct dw_lattice_build {
    dw_lattice *lattice;
    dw_door_set closed; /* All doors. */
    dw_vec corner;      /* Of the position in column 0 and row 0. */
    int32_t columns, rows;
    uint32_t *node_at; /* Node + 1 of each position of the lattice; 0: a body does not fit. */
    uint32_t node_capacity, edge_capacity, move_capacity, step_capacity;
    uint32_t raw_count;
    dw_lattice_raw_edge *raw;
    bool out_of_memory;
} dw_lattice_build;

/* The gaits of straight moves, as buttons. Where nobody hears, walking is worth nothing. */
enum { DW_LATTICE_GAITS_MAX = 3 };
static const uint8_t dw_lattice_gaits[DW_LATTICE_GAITS_MAX] = {DW_BUTTON_SPRINT, DW_BUTTON_CROUCH,
                                                               0};
static inline size_t dw_lattice_gait_count(const dw_ruleset *rules)
{
    return rules->hearing != 0 ? DW_LATTICE_GAITS_MAX : DW_LATTICE_GAITS_MAX - 1;
}

/* Whether a move of that gait has the length of `rows` spacings, and its ticks. */
bool dw_lattice_straight(const dw_lattice_build *build, dw_direction direction, uint8_t buttons,
                         int32_t rows, dw_lattice_intents *out);

/* Adds a position where a body fits beside closed leaves; gives back the node + 1, or 0. */
uint32_t dw_lattice_add_node(dw_lattice_build *build, dw_vec position);

/* Whether a body that begins there makes each step in full. `end` becomes where it arrives. */
bool dw_lattice_walkable(const dw_lattice_build *build, dw_vec from,
                         const dw_lattice_intents *intents, const dw_door_set *open, dw_vec *end);

void dw_lattice_add_edge(dw_lattice_build *build, uint32_t from, const dw_lattice_edge *edge,
                         const dw_lattice_intents *intents);

/* Adds the move between two nodes and its reverse, if a body can make it beside closed leaves. */
bool dw_lattice_join(dw_lattice_build *build, uint32_t from, uint32_t to,
                     const dw_lattice_intents *intents);

#endif
