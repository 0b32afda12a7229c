/* places.h - places that a guard draws for himself (server/RULES.md 5.17): from his own
 * random stream, tested for collision, room and the condition at hand; at most 100 draws, 10 a
 * tick. Owns: how many have been drawn. Reads the map and nothing that moves, so that draws tell
 * nothing. No allocation. */
#ifndef DW_MIND_PLACES_H
#define DW_MIND_PLACES_H

#include "common/base/rng.h"
#include "server/sim/brain.h"

enum { DW_DRAWS_A_TICK = 10, DW_DRAWS_MAX = 100 };

typedef struct dw_place_wish {
    uint16_t room;
    bool sees;           /* With a line of sight to `target`, at height `level`, */
    dw_vec target;       /* every leaf counted as open. */
    uint8_t level;       /* dw_sight_level */
    int32_t doorway_gap; /* Units that he keeps off each doorway of the room; less in the second
                            half of the draws, for in a closet there is no place but near it. */
    dw_vec near;         /* Of those drawn in a tick the one nearest to this is taken. */
} dw_place_wish;

typedef enum dw_place_result {
    DW_PLACE_DRAWING, /* Ten more in the next tick. */
    DW_PLACE_FOUND,
    DW_PLACE_NONE /* All draws are used up: stay. */
} dw_place_result;

/* `draws` counts; set it to 0 for a new place. */
dw_place_result dw_place_draw(uint8_t *draws, const dw_brain_setup *setup, dw_rng *rng,
                              const dw_place_wish *wish, dw_vec *place);

/* A line of sight with every leaf open: for points in one room or its doorways. */
bool dw_place_sees(const dw_brain_setup *setup, dw_vec place, dw_vec point, uint8_t level);

#endif
