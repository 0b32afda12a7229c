/* movement.h - how a body moves: x first, then y, each up to contact (server/RULES.md 1.13).
 * Shared by the server's tick and the client's prediction, so that both compute the same. Solids
 * and bodies are open sets: contact is free, and a body can enter a gap exactly as wide as it is.
 * Cost: solids of the index cells touched; no allocation; pure. */
#ifndef DW_WORLD_MOVEMENT_H
#define DW_WORLD_MOVEMENT_H

#include "common/world/map.h"

/* Where a body is and how it goes: of a guard or an intruder, on the server and in a client's
 * prediction. */
typedef struct dw_body {
    dw_vec position;
    uint16_t heading_bam;
    bool crouching;
    bool sprinting; /* Moving at sprint speed in this tick. */
    bool moving;    /* It wanted to move in this tick. */
} dw_body;

/* What a player asks for in one tick. */
typedef struct dw_intent {
    uint8_t direction; /* dw_direction */
    uint8_t buttons;   /* DW_BUTTON_* */
} dw_intent;

/* Clockwise from +x, in steps of 45 degrees; 0 stands still. */
typedef enum dw_direction {
    DW_STAND,
    DW_EAST,
    DW_SOUTH_EAST,
    DW_SOUTH,
    DW_SOUTH_WEST,
    DW_WEST,
    DW_NORTH_WEST,
    DW_NORTH,
    DW_NORTH_EAST,
    DW_DIRECTION_COUNT
} dw_direction;

enum {
    DW_BUTTON_CROUCH = 1,
    DW_BUTTON_SPRINT = 2, /* Crouch wins over sprint. */
    DW_BUTTON_USE = 4,
    DW_BUTTONS_ALL = 7
};

static inline bool dw_intent_valid(dw_intent intent)
{
    return intent.direction < DW_DIRECTION_COUNT && (intent.buttons & ~DW_BUTTONS_ALL) == 0;
}

/* The step of one tick at `speed` mm/s: `speed` units along an axis, speed * 46341 >> 16 on each
 * axis diagonally. */
dw_vec dw_direction_step(dw_direction direction, int32_t speed_mm_s);
uint16_t dw_direction_heading(dw_direction direction); /* DW_STAND gives 0. */

enum { DW_TOUCHED_MAX = 8 };

typedef struct dw_move_result {
    dw_vec position;
    bool shortened; /* The step was not made in full. */
    bool hit_solid; /* Ended in contact with, or was shortened by, a wall, furniture or leaf. */
    uint8_t touched_count;
    uint8_t touched[DW_TOUCHED_MAX]; /* Indices into `bodies` of those that shortened the move or
                                        that it ends in contact with: touch. */
} dw_move_result;

/* Moves the square of half side `half` at `from` by `step`, past solids (walls, furniture, closed
 * leaves) and the squares of other `bodies`, of any size. Whatever the body already overlaps at
 * `from` does not hold it: it may leave, never get deeper. */
dw_move_result dw_move(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec step,
                       int32_t half, const dw_rect *bodies, uint32_t body_count);

/* No solid's interior meets the square. */
bool dw_place_free(const dw_map *map, const dw_door_set *open, dw_vec centre, int32_t half);

/* The closed leaf of `door` would overlap the square at `centre`. */
bool dw_leaf_blocked_by(const dw_map *map, uint16_t door, dw_vec centre, int32_t half);

#endif
