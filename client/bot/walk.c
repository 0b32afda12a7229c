#include "client/bot/walk.h"

#include "client/bot/guard_kind.h"
#include "common/base/check.h"

#include <stdlib.h>

enum {
    STILL_TICKS = 20,                      /* Without progress for this long it is blocked. */
    STILL_DISTANCE = 60 * DW_UNITS_PER_MM, /* Progress is at least this far. */
    NEAR_BODY = 2000 * DW_UNITS_PER_MM,    /* Bodies within this distance can block it. */
    USE_AGAIN_TICKS = 30,                  /* Time for a door to open, */
    USE_AGAIN_SPREAD_TICKS = 20,           /* and a drawn extra. */
    DETOUR_TICKS = 90,                     /* Then others have moved on. */
    WAIT_TICKS_LOW = 15,
    WAIT_TICKS_HIGH = 45, /* Drawn, so that two bots do not wait in step. */
    FAILURES_MAX = 8
};

void dw_walk_start(dw_walk *walk, dw_vec goal, int32_t tolerance, uint32_t tick)
{
    walk->planned = false;
    walk->goal = goal;
    walk->tolerance = tolerance;
    walk->still_since = tick;
    walk->use_tick = 0;
    walk->detour_until = 0;
    walk->wait_until = 0;
    walk->failures = 0;
}

static uint32_t near_bodies(const dw_bot_view *view, const dw_map *map, dw_rect *extra)
{
    const dw_snapshot *snapshot = view->snapshot;
    uint32_t count = 0;
    for (uint32_t i = 0; i < snapshot->body_count && count < DW_FOLLOWER_EXTRA_MAX; i++) {
        const dw_snapshot_body *row = &snapshot->bodies[i];
        const bool guards = row->role == DW_ROLE_GUARD;
        const dw_kind *kind = guards ? dw_guard_kind(view, row->id) : NULL;
        if (guards ? kind->body.solid == 0 : view->rules->intruders_collide == 0) {
            continue;
        }
        const dw_vec position = {dw_snapshot_restore(row->x, map->bounds.min.x),
                                 dw_snapshot_restore(row->y, map->bounds.min.y)};
        if (abs(position.x - view->body.position.x) < NEAR_BODY &&
            abs(position.y - view->body.position.y) < NEAR_BODY) {
            extra[count++] = dw_rect_around(position, guards ? dw_kind_half(kind) : DW_BODY_HALF);
        }
    }
    return count;
}

/* Plans from where the body is; with `detour` around the bodies nearby. */
static bool plan(dw_walk *walk, const dw_bot_ground *ground, const dw_bot_view *view, bool detour)
{
    dw_rect extra[DW_FOLLOWER_EXTRA_MAX];
    const uint32_t extra_count = detour ? near_bodies(view, ground->map, extra) : 0;
    const dw_nav_query query = {.from = view->body.position,
                                .to = walk->goal,
                                .extra = extra,
                                .extra_count = extra_count,
                                .room = DW_NONE};
    dw_nav_path *path = ground->path;
    if (dw_nav_find(ground->nav, ground->search, &query, path) != DW_NAV_FOUND) {
        return false;
    }
    dw_path_follower_start(&walk->follower, path, extra, extra_count);
    walk->planned = true;
    walk->detour_until = extra_count > 0 ? view->tick + DETOUR_TICKS : 0;
    walk->still_at = view->body.position;
    walk->still_since = view->tick;
    return true;
}

/* Opens a closed leaf on the path: presses once it is in reach, and gives it time. */
static void open_door(dw_walk *walk, const dw_walk_order *order, uint16_t door, dw_intent *intent)
{
    const dw_bot_view *view = order->view;
    if (door == DW_NONE || dw_door_set_has(&view->doors, door)) {
        return;
    }
    const dw_use use = dw_intruder_choose_use(order->ground->map, &view->doors, view->rules,
                                              view->body.position, NULL);
    if (use.kind != DW_USE_DOOR || use.index != door) {
        return; /* Another door is still nearer. */
    }
    if (walk->use_tick == 0 || (int32_t)(view->tick - walk->use_tick) >= USE_AGAIN_TICKS) {
        /* Drawn, so that two bots that press in the same tick do not open and shut it for ever. */
        walk->use_tick =
            view->tick + (uint32_t)dw_rng_between(order->rng, 0, USE_AGAIN_SPREAD_TICKS);
        intent->buttons |= DW_BUTTON_USE;
    }
}

static dw_walk_result wait_a_while(dw_walk *walk, const dw_bot_view *view, dw_rng *rng)
{
    walk->wait_until = view->tick + (uint32_t)dw_rng_between(rng, WAIT_TICKS_LOW, WAIT_TICKS_HIGH);
    walk->planned = false;
    return ++walk->failures < FAILURES_MAX ? DW_WALK_GOING : DW_WALK_FAILED;
}

/* True when it has made no progress for a while. */
static bool is_blocked(dw_walk *walk, const dw_bot_view *view)
{
    if (dw_distance_squared(walk->still_at, view->body.position) >
        (int64_t)STILL_DISTANCE * STILL_DISTANCE) {
        walk->still_at = view->body.position;
        walk->still_since = view->tick;
        walk->failures = 0;
    }
    return view->tick - walk->still_since >= STILL_TICKS;
}

dw_walk_result dw_walk_step(dw_walk *walk, const dw_walk_order *order, dw_bot_decision *decision)
{
    const dw_bot_ground *ground = order->ground;
    const dw_bot_view *view = order->view;
    *decision = (dw_bot_decision){{.direction = DW_STAND}, 1};
    if (view->tick < walk->wait_until) {
        return DW_WALK_GOING;
    }
    const bool stale = walk->planned && walk->detour_until != 0 && view->tick >= walk->detour_until;
    if ((!walk->planned || stale) && !plan(walk, ground, view, false)) {
        return DW_WALK_FAILED;
    }
    const dw_follow_order follow = {.ground = ground,
                                    .rules = view->rules,
                                    .position = view->body.position,
                                    .gait = order->gait,
                                    .hold = order->hold,
                                    .tolerance = walk->tolerance};
    uint16_t door = DW_NONE;
    const dw_follow_result result =
        dw_path_follower_step(&walk->follower, &follow, &decision->intent, &decision->hold, &door);
    if (result == DW_FOLLOW_ARRIVED) {
        walk->planned = false;
        return DW_WALK_ARRIVED;
    }
    if (result == DW_FOLLOW_LOST) {
        walk->planned = false;
        return ++walk->failures < FAILURES_MAX ? DW_WALK_GOING : DW_WALK_FAILED;
    }
    open_door(walk, order, door, &decision->intent);
    if (!is_blocked(walk, view)) {
        return DW_WALK_GOING;
    }
    if (!plan(walk, ground, view, true)) {
        return wait_a_while(walk, view, order->rng); /* A body fills the passage: let it pass. */
    }
    return ++walk->failures < FAILURES_MAX ? DW_WALK_GOING : DW_WALK_FAILED;
}
