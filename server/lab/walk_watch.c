#include "server/lab/walk_watch.h"

#include <math.h>

enum {
    SAMPLE_TICKS = DW_TICKS_PER_SECOND / 2,
    STUCK_TICKS = DW_TICKS_PER_SECOND,
    STUCK_MM = 100,
    ARRIVED_MM = 700 /* A guard that is as near has arrived (RULES.md 6.14). */
};

/* The square root is exact to the last bit on every machine (IEEE 754). */
static double distance(dw_vec a, dw_vec b)
{
    const double x = (double)a.x - (double)b.x;
    const double y = (double)a.y - (double)b.y;
    return sqrt(x * x + y * y);
}

static bool is_within(dw_vec a, dw_vec b, int32_t mm)
{
    return dw_distance_squared(a, b) <= DW_MM((int64_t)mm) * DW_MM((int64_t)mm);
}

/* A body that has just appeared, or is gone, has walked nothing. */
static void walk(dw_walk_watch *watch, const dw_world *world)
{
    const uint32_t count = dw_actor_count(world);
    for (uint32_t a = 0; a < count; a++) {
        dw_watched_body *body = &watch->bodies[a];
        const dw_vec now = world->actors[a].body.position;
        const bool present = dw_is_present(&world->actors[a]);
        if (present && body->present) {
            body->path += distance(body->position, now);
        }
        body->position = now;
        body->present = present;
    }
}

/* Between each two of a team, which are `count` bodies one after the other. */
static void sample_distances(const dw_watched_body *bodies, uint32_t count, dw_watched_team *team)
{
    for (uint32_t one = 0; one < count; one++) {
        for (uint32_t other = 0; other < one && bodies[one].present; other++) {
            if (bodies[other].present) {
                team->apart += distance(bodies[one].position, bodies[other].position);
                team->pairs++;
            }
        }
    }
}

void dw_walk_watch_tick(dw_walk_watch *watch, const dw_world *world)
{
    walk(watch, world);
    if (world->tick % SAMPLE_TICKS == 0) {
        const uint32_t guards = world->guard_count;
        sample_distances(watch->bodies, guards, &watch->guard_team);
        sample_distances(watch->bodies + guards, DW_INTRUDERS_MAX, &watch->intruder_team);
    }
}

void dw_walk_watch_look(dw_walk_watch *watch, dw_match_row *row, const dw_world *world,
                        const dw_mind_view *view, uint32_t look_ticks)
{
    const uint16_t g = (uint16_t)(view->body - 1);
    dw_watched_guard *guard = &watch->guards[g];
    const dw_vec now = watch->bodies[g].position;
    const dw_vec step = world->guards[g].command.step;
    const bool wants = step.x != 0 || step.y != 0;
    if (!wants || guard->anchor_tick == 0 || !is_within(guard->anchor, now, STUCK_MM)) {
        guard->anchor = now;
        guard->anchor_tick = world->tick;
        return;
    }
    const uint32_t ticks = world->tick - guard->anchor_tick;
    if (ticks >= STUCK_TICKS) {
        const bool first = ticks < STUCK_TICKS + look_ticks;
        row->stuck_ticks += first ? ticks : look_ticks;
    }
}

static void end_leg(dw_walk_watch *watch, dw_match_row *row, const dw_leg_measure *measure,
                    uint16_t g)
{
    dw_watched_guard *guard = &watch->guards[g];
    const dw_watched_body *body = &watch->bodies[g];
    const dw_nav_query query = {.from = guard->from, .to = body->position, .room = DW_NONE};
    dw_nav_path path;
    guard->under_way = false;
    if (dw_nav_find(measure->nav, measure->search, &query, &path) == DW_NAV_FOUND) {
        row->legs++;
        watch->legs_path += body->path - guard->path_before;
        watch->legs_shortest += path.length;
    }
}

void dw_walk_watch_legs(dw_walk_watch *watch, dw_match_row *row, const dw_leg_measure *measure,
                        const dw_mind_view *view)
{
    const uint16_t g = (uint16_t)(view->body - 1);
    dw_watched_guard *guard = &watch->guards[g];
    const dw_watched_body *body = &watch->bodies[g];
    if (guard->under_way && dw_vec_equal(guard->target, view->target)) {
        if (is_within(body->position, guard->target, ARRIVED_MM)) {
            end_leg(watch, row, measure, g);
        }
        return;
    }
    /* A chased intruder is a new goal in each tick, and ends no leg. */
    guard->under_way = view->path_count > 0 && body->present &&
                       !is_within(body->position, view->target, ARRIVED_MM);
    guard->target = view->target;
    guard->from = body->position;
    guard->path_before = body->path;
}

static uint64_t to_mm(double units)
{
    return (uint64_t)llround(units / DW_UNITS_PER_MM);
}

static uint64_t mean_apart_mm(const dw_watched_team *team)
{
    return team->pairs == 0 ? 0 : to_mm(team->apart / (double)team->pairs);
}

void dw_walk_watch_finish(const dw_walk_watch *watch, const dw_world *world, dw_match_row *row)
{
    double guards = 0;
    double intruders = 0;
    for (uint32_t a = 0; a < dw_actor_count(world); a++) {
        *(a < world->guard_count ? &guards : &intruders) += watch->bodies[a].path;
    }
    row->guards_path_mm = to_mm(guards);
    row->intruders_path_mm = to_mm(intruders);
    row->guards_apart_mm = mean_apart_mm(&watch->guard_team);
    row->intruders_apart_mm = mean_apart_mm(&watch->intruder_team);
    row->legs_path_mm = to_mm(watch->legs_path);
    row->legs_shortest_mm = to_mm(watch->legs_shortest);
    row->legs_per_mille =
        row->legs_shortest_mm == 0
            ? 0
            : (1000 * row->legs_path_mm + row->legs_shortest_mm / 2) / row->legs_shortest_mm;
}
