/* path_follower.h - walks an any-angle path with eight directions and three gaits.
 * A step is taken when it brings the body nearer to the next corner of the path (or, once it is
 * seen, to the one behind it) and keeps it in sight, fast gaits first; where no step does,
 * manoeuvre.h finds a few that do. The walls do the rest: contact is free, and sliding along them
 * aligns exactly. So a path through gaps that are hardly wider than the body is walked to its end.
 * Owns: the path and how far it got. Does not open doors (walk.h does). No allocation. */
#ifndef DW_BOT_PATH_FOLLOWER_H
#define DW_BOT_PATH_FOLLOWER_H

#include "client/bot/ground.h"

enum { DW_FOLLOWER_EXTRA_MAX = 8 };

typedef enum dw_gait { DW_GAIT_CROUCH, DW_GAIT_WALK, DW_GAIT_SPRINT } dw_gait;

typedef enum dw_follow_result {
    DW_FOLLOW_GOING,
    DW_FOLLOW_ARRIVED,
    DW_FOLLOW_LOST /* The path cannot be gone on with from here: plan anew. */
} dw_follow_result;

typedef struct dw_path_follower {
    uint32_t next; /* The point that the body heads for. */
    uint32_t count;
    dw_vec points[DW_NAV_PATH_POINTS_MAX];
    uint32_t extra_count; /* Bodies that the path goes round. */
    dw_rect extra[DW_FOLLOWER_EXTRA_MAX];
    uint8_t direction; /* Of the last step: kept while it is good enough. */
    uint8_t blind_ticks;
    uint8_t failed_searches;
    uint8_t plan_at; /* In the manoeuvre under way; at its count: none. */
    dw_manoeuvre plan;
    dw_vec plan_from; /* Where the body must be for its next step. */
} dw_path_follower;

void dw_path_follower_start(dw_path_follower *follower, const dw_nav_path *path,
                            const dw_rect *extra, uint32_t extra_count);

typedef struct dw_follow_order {
    const dw_bot_ground *ground;
    const dw_ruleset *rules;
    dw_vec position;
    dw_gait gait;      /* The fastest that is wanted. */
    uint32_t hold;     /* For how many ticks the intent will be kept at least, if the way allows. */
    int32_t tolerance; /* How near the last point is there. */
} dw_follow_order;

/* The intent for the next tick. `hold` (may be NULL) becomes the number of ticks for which it may
 * be kept: 1 where it is narrow. `door` (may be NULL) becomes the first door between the body and
 * the point that it heads for, or DW_NONE. */
dw_follow_result dw_path_follower_step(dw_path_follower *follower, const dw_follow_order *order,
                                       dw_intent *intent, uint32_t *hold, uint16_t *door);

#endif
