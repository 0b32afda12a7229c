/* walk.h - from here to there on a map with doors and other bodies: plans, follows, opens the doors
 * on the way, and plans anew when something stands in it.
 * Owns: the goal, the path, the patience. Knows what a bot_view knows. No allocation. */
#ifndef DW_BOT_WALK_H
#define DW_BOT_WALK_H

#include "client/bot/path_follower.h"
#include "common/base/rng.h"
#include "protocol/snapshot.h"

/* All that a bot may base its decision on: what any client has. The lab fills it in from the
 * interest filter, without a network. */
typedef struct dw_bot_view {
    uint32_t tick; /* The tick that the intent is for. */
    const dw_ruleset *rules;
    dw_intruder_body body;       /* Own, predicted up to the tick before. */
    dw_door_set doors;           /* As last known, the own use key predicted. */
    const dw_snapshot *snapshot; /* The newest: others, objective, own slot and state. */
} dw_bot_view;

typedef enum dw_walk_result {
    DW_WALK_GOING,
    DW_WALK_ARRIVED,
    DW_WALK_FAILED /* There is no way, or patience is at its end. */
} dw_walk_result;

typedef struct dw_walk {
    bool planned;
    dw_vec goal;
    int32_t tolerance;
    dw_path_follower follower;
    dw_vec still_at;       /* Where it was when it last got on, */
    uint32_t still_since;  /* and when. */
    uint32_t use_tick;     /* When it last pressed the key, or a little later. */
    uint32_t detour_until; /* The plan goes round bodies until then. */
    uint32_t wait_until;   /* Stands and lets others pass. */
    uint8_t failures;
} dw_walk;

/* A new goal; nothing is planned before the first step. */
void dw_walk_start(dw_walk *walk, dw_vec goal, int32_t tolerance, uint32_t tick);

/* The intent for the view's tick. */
dw_walk_result dw_walk_step(dw_walk *walk, const dw_bot_ground *ground, const dw_bot_view *view,
                            dw_gait gait, uint32_t hold_wanted, dw_rng *rng, dw_intent *intent,
                            uint32_t *hold);

#endif
