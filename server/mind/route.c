#include "server/mind/route.h"

#include "common/base/check.h"

enum {
    EXPANSIONS_A_TICK = 256,
    REPLAN_TICKS = 15, /* How old a path among others may be. */
    BLOCKED_REPLAN_TICKS = 5,
    REPLAN_SHORTENED_TICKS = 3,
    REPLAN_NEAR_TICKS = 5, /* Others come and go: not each of them is worth a new plan. */
    QUESTIONS = 3,
    ROUND_MM = 2500, /* A path round somebody is at most this much longer, else it is blocked. */
    GOAL_NEAR_MM = 700,
    LOOK_AHEAD_MM = 200
};

dw_status dw_route_create(dw_route *route, dw_arena *arena, const dw_brain_setup *setup)
{
    return dw_path_service_create(&route->paths, arena, setup->nav, setup->searches, setup->guard,
                                  EXPANSIONS_A_TICK);
}

void dw_route_reset(dw_route *route)
{
    dw_path_service *paths = route->paths;
    *route = (dw_route){.paths = paths};
    dw_path_service_reset(paths);
}

void dw_route_drop_path(dw_route *route)
{
    dw_walker_reset(&route->walker);
    dw_walker_reset(&route->plain);
}

void dw_route_forget(dw_route *route)
{
    dw_path_service_cancel(route->paths);
    dw_route_drop_path(route);
    route->asking = DW_ROUTE_ASKS_NOTHING;
    route->age = 0;
    route->blocked = 0;
}

bool dw_route_is_due(const dw_route *route, const dw_percepts *percepts, const dw_traffic *traffic)
{
    const bool lost = route->walker.count == 0;
    return route->asking == DW_ROUTE_ASKS_NOTHING &&
           ((lost && (route->blocked == 0 || route->age >= BLOCKED_REPLAN_TICKS)) ||
            (traffic->near != route->near && route->age >= REPLAN_NEAR_TICKS) ||
            (traffic->near > 0 && route->age >= REPLAN_TICKS) ||
            (percepts->shortened && route->age >= REPLAN_SHORTENED_TICKS));
}

static void ask(dw_route *route, const dw_think *think, const dw_traffic *traffic,
                const dw_route_wish *wish, dw_route_asking asking)
{
    dw_path_question question;
    question.from = think->percepts->position;
    question.to = wish->to;
    question.excluded = think->shut != NULL ? *think->shut : (dw_door_set){{0}};
    if (wish->avoided != DW_NONE) {
        dw_door_set_put(&question.excluded, wish->avoided, true);
    }
    question.room = DW_NONE;
    question.extra_count = asking == DW_ROUTE_ASKS_PLAIN ? 0 : traffic->solid_count;
    for (uint32_t i = 0; i < question.extra_count; i++) {
        question.extra[i] = traffic->solids[i];
    }
    const dw_route_weights *weights =
        think->weights != NULL ? think->weights : dw_nav_floor_weights(think->setup->nav);
    route->handle = dw_path_service_ask(route->paths, &question, weights);
    route->asking = (uint8_t)asking;
    route->near = traffic->near;
    route->age = 0;
    route->plans++;
}

void dw_route_ask(dw_route *route, const dw_think *think, const dw_traffic *traffic,
                  const dw_route_wish *wish)
{
    ask(route, think, traffic, wish, DW_ROUTE_ASKS_PLAIN);
}

void dw_route_go_plain(dw_route *route)
{
    route->walker = route->plain;
    dw_walker_reset(&route->plain);
}

/* An answer with others in the way. PENDING: the next question is asked. */
static dw_route_result take_among_others(dw_route *route, const dw_think *think,
                                         dw_traffic *traffic, const dw_route_wish *wish,
                                         const dw_nav_path *path)
{
    const dw_route_asking asked = (dw_route_asking)route->asking;
    route->asking = DW_ROUTE_ASKS_NOTHING;
    if (path != NULL && path->to_moved && path->length < DW_MM(GOAL_NEAR_MM)) {
        return DW_ROUTE_GOAL_TAKEN;
    }
    if (path != NULL && (int64_t)path->length <= route->plain_length + DW_MM(ROUND_MM)) {
        dw_walker_take(&route->walker, path);
        dw_walker_reset(&route->plain);
        route->blocked = 0;
        return DW_ROUTE_FOUND;
    }
    if (asked == DW_ROUTE_ASKS_ANY) {
        return DW_ROUTE_BLOCKED;
    }
    dw_traffic_view either_side = wish->view;
    either_side.keeps_right = false;
    either_side.overtakes = true;
    dw_traffic_look(traffic, think->percepts, &either_side);
    ask(route, think, traffic, wish, DW_ROUTE_ASKS_ANY);
    return DW_ROUTE_PENDING;
}

static dw_route_result take_plain(dw_route *route, const dw_think *think, const dw_traffic *traffic,
                                  const dw_route_wish *wish, const dw_nav_path *path)
{
    route->asking = DW_ROUTE_ASKS_NOTHING;
    if (path == NULL) {
        dw_walker_reset(&route->walker);
        return DW_ROUTE_NONE;
    }
    route->plain_length = (int64_t)path->length;
    if (traffic->solid_count > 0) {
        dw_walker_take(&route->plain, path);
        ask(route, think, traffic, wish, DW_ROUTE_ASKS_RIGHT);
        return DW_ROUTE_PENDING;
    }
    dw_walker_take(&route->walker, path);
    route->blocked = 0;
    return DW_ROUTE_FOUND;
}

dw_route_result dw_route_take(dw_route *route, const dw_think *think, dw_traffic *traffic,
                              const dw_route_wish *wish)
{
    dw_route_result result = DW_ROUTE_PENDING;
    for (int i = 0; i < QUESTIONS && route->asking != DW_ROUTE_ASKS_NOTHING; i++) {
        dw_nav_path path;
        const dw_path_state state = dw_path_service_take(route->paths, route->handle, &path);
        if (state == DW_PATH_PENDING) {
            return DW_ROUTE_PENDING;
        }
        const dw_nav_path *found = state == DW_PATH_FOUND ? &path : NULL;
        result = route->asking == DW_ROUTE_ASKS_PLAIN
                     ? take_plain(route, think, traffic, wish, found)
                     : take_among_others(route, think, traffic, wish, found);
    }
    return result;
}

dw_vec dw_route_ahead(const dw_route *route, dw_vec position)
{
    return dw_vec_sub(dw_walker_ahead(&route->walker, position, DW_MM(LOOK_AHEAD_MM)), position);
}

/* A move goes along x first, then along y; whether nothing is in its way. */
static bool is_free_move(const dw_think *think, const dw_traffic *traffic, dw_vec to)
{
    const dw_vec from = think->percepts->position;
    dw_nav_query query = {.from = from,
                          .to = {to.x, from.y},
                          .extra = traffic->bodies,
                          .extra_count = traffic->body_count,
                          .room = DW_NONE};
    if (!dw_nav_straight(think->setup->nav, &query, NULL)) {
        return false;
    }
    query.from = query.to;
    query.to = to;
    return dw_nav_straight(think->setup->nav, &query, NULL);
}

dw_vec dw_route_advance(dw_route *route, const dw_think *think, const dw_traffic *traffic,
                        int32_t speed)
{
    dw_walker *walker = &route->walker;
    const uint16_t at = walker->at;
    const dw_vec next = dw_walker_advance(walker, think->percepts->position, speed);
    const bool bends = walker->at > at && !dw_vec_equal(next, walker->points[at]);
    if (bends && !is_free_move(think, traffic, next)) {
        walker->at = (uint16_t)(at + 1);
        return walker->points[at];
    }
    return next;
}

bool dw_route_has_arrived(dw_route *route, dw_vec position)
{
    dw_walker *walker = &route->walker;
    if (walker->count == 0 || !dw_walker_arrived(walker)) {
        return false;
    }
    if (walker->cut || !dw_vec_equal(position, walker->points[walker->count - 1])) {
        dw_walker_reset(walker); /* The goal is elsewhere: the next plan begins here. */
        return false;
    }
    return true;
}

void dw_route_explain(const dw_route *route, dw_mind_view *view)
{
    const dw_walker *walker = &route->walker;
    view->path_count = 0;
    for (uint16_t i = walker->at; i < walker->count && view->path_count < DW_COUNT_OF(view->path);
         i++) {
        view->path[view->path_count++] = walker->points[i];
    }
}

DW_FIELDS_IO(extern, route, DW_ROUTE_FIELDS);
