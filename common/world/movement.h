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

/* What a player asks for in one tick. Without a tool heading and distance are 0. */
typedef struct dw_intent {
    uint8_t direction;      /* dw_direction */
    uint8_t buttons;        /* DW_BUTTON_* */
    uint8_t throw_heading;  /* Of a tool that is thrown: 256ths of a turn, */
    uint8_t throw_distance; /* and steps of DW_THROW_STEP_MM. */
    uint8_t answer;         /* To the question of a mission: 1 the first option; 0: none. */
} dw_intent;

enum { DW_ANSWERS_MAX = 4 };

enum { DW_THROW_STEP_MM = 50 };

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
    DW_BUTTONS_ALL = 7,    /* Those that go together in any way. */
    DW_BUTTON_COIN = 8,    /* Throws a coin in this tick, */
    DW_BUTTON_BAIT = 16,   /* or a bait. */
    DW_BUTTONS_TOOLS = 24, /* At most one of these. */
    DW_BUTTONS_END = 32
};

/* What an intruder can throw. */
typedef enum dw_tool { DW_TOOL_NONE, DW_TOOL_COIN, DW_TOOL_BAIT, DW_TOOL_COUNT } dw_tool;

static inline dw_tool dw_intent_tool(dw_intent intent)
{
    if ((intent.buttons & DW_BUTTON_COIN) != 0) {
        return DW_TOOL_COIN;
    }
    return (intent.buttons & DW_BUTTON_BAIT) != 0 ? DW_TOOL_BAIT : DW_TOOL_NONE;
}

/* The same intent without what is done once: what stands in for a missing one. */
static inline dw_intent dw_intent_held(dw_intent intent)
{
    return (dw_intent){.direction = intent.direction,
                       .buttons = intent.buttons & (DW_BUTTON_CROUCH | DW_BUTTON_SPRINT)};
}

static inline bool dw_intent_same(dw_intent a, dw_intent b)
{
    return a.direction == b.direction && a.buttons == b.buttons &&
           a.throw_heading == b.throw_heading && a.throw_distance == b.throw_distance &&
           a.answer == b.answer;
}

static inline bool dw_intent_valid(dw_intent intent)
{
    const bool throws = dw_intent_tool(intent) != DW_TOOL_NONE;
    return intent.direction < DW_DIRECTION_COUNT && intent.buttons < DW_BUTTONS_END &&
           (intent.buttons & DW_BUTTONS_TOOLS) != DW_BUTTONS_TOOLS &&
           intent.answer <= DW_ANSWERS_MAX &&
           (throws || (intent.throw_heading == 0 && intent.throw_distance == 0));
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
