/* walk.h - walks a bot to a goal on a map with doors and other bodies: plans a path, follows it,
 * opens doors on it, and plans again when something blocks it.
 * Owns: the goal, the path, the patience. Knows what a dw_bot_view knows. No allocation. */
#ifndef DW_BOT_WALK_H
#define DW_BOT_WALK_H

#include "client/bot/bot_view.h"
#include "client/bot/path_follower.h"
#include "common/base/rng.h"

/* The intent, and for how many ticks it may be kept. */
typedef struct dw_bot_decision {
    dw_intent intent;
    uint32_t hold;
} dw_bot_decision;

typedef enum dw_walk_result {
    DW_WALK_GOING,
    DW_WALK_ARRIVED,
    DW_WALK_FAILED /* There is no path, or it was blocked too often. */
} dw_walk_result;

typedef struct dw_walk {
    bool planned;
    dw_vec goal;
    int32_t tolerance;
    dw_path_follower follower;
    dw_vec still_at; /* Position and tick of the last progress. */
    uint32_t still_since;
    uint32_t use_tick;     /* When it last pressed the key, or a little later. */
    uint32_t detour_until; /* The path goes around bodies until then. */
    uint32_t wait_until;   /* Stands until then and lets others pass. */
    uint8_t failures;
} dw_walk;

/* Sets a new goal. The first step plans the path. */
void dw_walk_start(dw_walk *walk, dw_vec goal, int32_t tolerance, uint32_t tick);

typedef struct dw_walk_order {
    const dw_bot_ground *ground;
    const dw_bot_view *view;
    dw_rng *rng;
    dw_gait gait;  /* The fastest that is wanted. */
    uint32_t hold; /* The longest hold that is wanted. */
} dw_walk_order;

/* Decides for the view's tick. */
dw_walk_result dw_walk_step(dw_walk *walk, const dw_walk_order *order, dw_bot_decision *decision);

#endif
