/* places.h - positions that a guard draws at random (server/RULES.md 5.17): from its own
 * stream, tested for collision, room and the condition at hand, with a bound on the draws. Reads
 * the map and nothing that moves, unless the caller's query names it, so that draws tell a guard
 * nothing. No allocation. */
#ifndef DW_MIND_PLACES_H
#define DW_MIND_PLACES_H

#include "common/world/world_fields.h"
#include "server/mind/think.h"

enum { DW_DRAWS_A_TICK = 10, DW_DRAWS_MAX = 100 };

/* What the drawn position has to meet. */
typedef struct dw_place_wish {
    uint16_t room;
    bool sees;           /* With a line of sight to `target`, at height `level`, */
    dw_vec target;       /* every leaf counted as open. */
    uint8_t level;       /* dw_sight_level */
    int32_t doorway_gap; /* Units kept off each doorway of the room. Half of the draws heed it: in a
                            closet each position is near the door. */
    bool nearest;        /* Of those drawn in a tick take the nearest to `near`, else the first. */
    dw_vec near;
} dw_place_wish;

typedef enum dw_place_result {
    DW_PLACE_DRAWING, /* More draws in the next tick. */
    DW_PLACE_FOUND,
    DW_PLACE_NONE /* All draws are used up. */
} dw_place_result;

/* `draws` counts; set it to 0 for a new position. */
dw_place_result dw_place_draw(uint8_t *draws, const dw_brain_setup *setup, dw_rng *rng,
                              const dw_place_wish *wish, dw_vec *place);

/* One draw: a position in `area` that is free for a body, and for the query's extra solids. False
 * when something is there. */
bool dw_place_draw_in(const dw_brain_setup *setup, dw_rng *rng, dw_rect area,
                      const dw_nav_query *query, dw_vec *place);

/* One draw in a room. */
bool dw_place_draw_in_room(const dw_brain_setup *setup, dw_rng *rng, uint16_t room, dw_vec *place);

/* A line of sight with every leaf open: for points in one room or its doorways. */
bool dw_place_sees(const dw_brain_setup *setup, dw_vec place, dw_vec point, uint8_t level);

#endif
