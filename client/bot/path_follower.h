/* path_follower.h - walks an any-angle path with eight directions and three gaits.
 * It takes a step that brings the body nearer to the next corner of the path (or, with a clear
 * line, to the one behind it) and keeps that line clear, fast gaits first. Where no step does,
 * manoeuvre.h finds a few that do. Sliding along walls aligns the body exactly. So it walks paths
 * to their ends even through gaps hardly wider than the body. Owns: the path and how far the body
 * is on it. Does not open doors (walk.h does). No allocation. */
#ifndef DW_BOT_PATH_FOLLOWER_H
#define DW_BOT_PATH_FOLLOWER_H

#include "client/bot/ground.h"

enum { DW_FOLLOWER_EXTRA_MAX = 8 };

typedef enum dw_gait { DW_GAIT_CROUCH, DW_GAIT_WALK, DW_GAIT_SPRINT } dw_gait;

typedef enum dw_follow_result {
    DW_FOLLOW_GOING,
    DW_FOLLOW_ARRIVED,
    DW_FOLLOW_LOST /* The body cannot continue on the path: plan again. */
} dw_follow_result;

typedef struct dw_path_follower {
    uint32_t next; /* Index of the point that the body walks to. */
    uint32_t count;
    dw_vec points[DW_NAV_PATH_POINTS_MAX];
    uint32_t extra_count; /* Bodies that the path goes around. */
    dw_rect extra[DW_FOLLOWER_EXTRA_MAX];
    uint8_t direction; /* Of the last step; kept while it is good enough. */
    uint8_t blind_ticks;
    uint8_t failed_searches;
    uint8_t plan_at; /* Next step of `plan`; plan.count: no manoeuvre in progress. */
    dw_manoeuvre plan;
    dw_vec plan_from; /* Where the body must be for that step. */
} dw_path_follower;

void dw_path_follower_start(dw_path_follower *follower, const dw_nav_path *path,
                            const dw_rect *extra, uint32_t extra_count);

typedef struct dw_follow_order {
    const dw_bot_ground *ground;
    const dw_ruleset *rules;
    dw_vec position;
    dw_gait gait;      /* The fastest that is wanted. */
    uint32_t hold;     /* The longest hold that is wanted. */
    int32_t tolerance; /* This near to the last point is arrived. */
} dw_follow_order;

/* Decides the intent for the next tick. `hold` (may be NULL) becomes the number of ticks for which
 * it may be kept: 1 where there is little room. `door` (may be NULL) becomes the first door between
 * the body and the next point, or DW_NONE. */
dw_follow_result dw_path_follower_step(dw_path_follower *follower, const dw_follow_order *order,
                                       dw_intent *intent, uint32_t *hold, uint16_t *door);

#endif
