#include "server/guard/walker.h"

#include "common/base/check.h"
#include "common/base/hash.h"

void dw_walker_reset(dw_walker *walker)
{
    *walker = (dw_walker){.state = DW_WALKER_IDLE, .last_door = DW_NONE};
}

void dw_walker_stop(dw_walker *walker)
{
    walker->state = DW_WALKER_IDLE;
    walker->count = 0;
    walker->at = 0;
    walker->blocked_ticks = 0;
}

static void take_path(dw_walker *walker, const dw_nav_path *path)
{
    const uint32_t count = path->count < DW_WALKER_POINTS_MAX ? path->count : DW_WALKER_POINTS_MAX;
    for (uint32_t i = 0; i < count; i++) {
        walker->points[i] = path->points[i];
    }
    walker->count = (uint16_t)count;
    walker->at = 0;
    walker->state = count > 0 ? DW_WALKER_GOING : DW_WALKER_NO_WAY;
}

void dw_walker_go(dw_walker *walker, const dw_brain_setup *setup, dw_vec from, dw_vec target,
                  const dw_vec *others, uint32_t other_count)
{
    dw_rect extra[DW_NAV_EXTRA_MAX];
    uint32_t extra_count = other_count < DW_NAV_EXTRA_MAX ? other_count : DW_NAV_EXTRA_MAX;
    for (uint32_t i = 0; i < extra_count; i++) {
        extra[i] = dw_rect_around(others[i], DW_BODY_HALF);
    }
    dw_nav_query query = {
        .from = from,
        .to = target,
        .extra = extra,
        .extra_count = extra_count,
        .room = DW_NONE,
    };
    dw_nav_path path;
    dw_nav_result result = dw_nav_find(setup->nav, setup->search, &query, &path);
    if (result != DW_NAV_FOUND && extra_count > 0) {
        query.extra_count = 0;
        result = dw_nav_find(setup->nav, setup->search, &query, &path);
    }
    const uint16_t blocked_ticks = walker->blocked_ticks;
    dw_walker_stop(walker);
    walker->blocked_ticks = blocked_ticks;
    walker->target = target;
    walker->before = from;
    take_path(walker, &path);
    if (result != DW_NAV_FOUND && walker->count <= 1) {
        walker->state = DW_WALKER_NO_WAY;
    }
}

/* Gap between the body's square and the doorway, on the axis where it is larger. */
static int32_t doorway_gap(const dw_map *map, uint16_t door, dw_vec position)
{
    const dw_vec nearest = dw_rect_nearest(map->doors[door].doorway, position);
    const int32_t x = nearest.x > position.x ? nearest.x - position.x : position.x - nearest.x;
    const int32_t y = nearest.y > position.y ? nearest.y - position.y : position.y - nearest.y;
    return (x > y ? x : y) - DW_BODY_HALF;
}

/* The nearest door of the room, at most `reach` off, whose doorway a body on the leg gets into. */
static uint16_t door_on_leg(const dw_map *map, const dw_percepts *percepts, dw_vec from, dw_vec to,
                            int32_t reach)
{
    const dw_room *room = &map->rooms[percepts->room];
    uint16_t found = DW_NONE;
    for (uint16_t i = 0; i < room->door_count; i++) {
        const uint16_t door = room->doors[i];
        const int32_t gap = doorway_gap(map, door, percepts->position);
        if (gap <= reach &&
            dw_segment_enters(from, to, dw_rect_grown(map->doors[door].doorway, DW_BODY_HALF))) {
            found = door;
            reach = gap - 1;
        }
    }
    return found;
}

/* The door that comes next on the way and is near enough to be opened. A leg may go straight
 * through one doorway after the other, so it is the geometry that counts, from where he is now. */
static uint16_t door_ahead(const dw_walker *walker, const dw_brain_setup *setup,
                           const dw_percepts *percepts)
{
    const int32_t reach = DW_MM(setup->rules->door_open_distance);
    const dw_rect near = dw_rect_around(percepts->position, DW_BODY_HALF + reach);
    dw_vec from = percepts->position;
    for (uint16_t i = walker->at; i < walker->count && dw_rect_holds_closed(near, from); i++) {
        const dw_vec to = walker->points[i].position;
        const uint16_t door =
            dw_vec_equal(from, to) ? DW_NONE : door_on_leg(setup->map, percepts, from, to, reach);
        if (door != DW_NONE) {
            return door;
        }
        from = to;
    }
    return DW_NONE;
}

static bool guard_near_door(const dw_map *map, uint16_t door, const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        if (doorway_gap(map, door, percepts->guards[i].position) < DW_BODY_SIZE) {
            return true;
        }
    }
    return false;
}

static void work_doors(dw_walker *walker, const dw_brain_setup *setup, const dw_percepts *percepts,
                       dw_guard_command *command)
{
    const dw_map *map = setup->map;
    const uint16_t ahead =
        walker->state == DW_WALKER_GOING ? door_ahead(walker, setup, percepts) : DW_NONE;
    command->open_door = ahead;
    for (uint16_t i = 0; i < map->rooms[percepts->room].door_count; i++) {
        const uint16_t door = map->rooms[percepts->room].doors[i];
        if (dw_rect_overlaps(map->doors[door].doorway,
                             dw_rect_around(percepts->position, DW_BODY_HALF))) {
            walker->last_door = door;
        }
    }
    if (walker->last_door == DW_NONE || walker->last_door == ahead ||
        doorway_gap(map, walker->last_door, percepts->position) < 0) {
        return;
    }
    if (!guard_near_door(map, walker->last_door, percepts)) {
        command->close_door = walker->last_door;
    }
    walker->last_door = DW_NONE;
}

/* Walks along the points for `budget` units of length and gives back where that ends. */
static dw_vec advance(dw_walker *walker, dw_vec position, int32_t budget)
{
    while (walker->at < walker->count && budget > 0) {
        const dw_vec to = walker->points[walker->at].position;
        const dw_vec way = dw_vec_sub(to, position);
        /* Rounded up, so that several legs in one tick never add up to more than the budget. */
        int64_t length = (int64_t)dw_isqrt((uint64_t)dw_dot(way, way));
        length += length * length < dw_dot(way, way) ? 1 : 0;
        if (length <= budget) {
            position = to;
            budget -= (int32_t)length;
            walker->at++;
            continue;
        }
        /* Rounded to nearest, the same way on both sides of zero. */
        const int64_t half = length / 2;
        const int64_t x = (int64_t)way.x * budget;
        const int64_t y = (int64_t)way.y * budget;
        position.x += (int32_t)((x + (x < 0 ? -half : half)) / length);
        position.y += (int32_t)((y + (y < 0 ? -half : half)) / length);
        budget = 0;
    }
    return position;
}

void dw_walker_step(dw_walker *walker, const dw_brain_setup *setup, const dw_percepts *percepts,
                    int32_t speed, int32_t turn_bam, dw_guard_command *command)
{
    const dw_vec position = percepts->position;
    if (walker->state == DW_WALKER_GOING) {
        const int64_t progress = dw_distance_squared(walker->before, position);
        /* A slide that keeps half of the step is none (RULES.md section 1, movement). */
        const int64_t half = speed / 2;
        const bool stuck = percepts->shortened && progress < half * half;
        walker->blocked_ticks = stuck ? (uint16_t)(walker->blocked_ticks + 1) : 0;
    }
    work_doors(walker, setup, percepts, command);
    walker->before = position;
    if (walker->state != DW_WALKER_GOING) {
        return;
    }
    const dw_vec next = advance(walker, position, speed);
    command->step = dw_vec_sub(next, position);
    if (command->step.x != 0 || command->step.y != 0) {
        const uint16_t wanted = dw_angle_bam(command->step.x, command->step.y);
        command->heading_bam = dw_turn_towards_bam(percepts->heading_bam, wanted, turn_bam);
    }
    if (walker->at >= walker->count) {
        walker->state = DW_WALKER_ARRIVED;
    }
}

uint64_t dw_walker_hash(const dw_walker *walker, uint64_t hash)
{
    hash = dw_hash_u64(hash, (uint64_t)walker->state | (uint64_t)walker->count << 8 |
                                 (uint64_t)walker->at << 24 | (uint64_t)walker->last_door << 40);
    hash = dw_hash_u64(hash, walker->blocked_ticks);
    return dw_hash_pair(hash, walker->target.x, walker->target.y);
}

void dw_walker_explain(const dw_walker *walker, dw_explanation *explanation)
{
    explanation->target = walker->target;
    explanation->path_count = 0;
    for (uint16_t i = walker->at;
         i < walker->count && explanation->path_count < DW_COUNT_OF(explanation->path); i++) {
        explanation->path[explanation->path_count++] = walker->points[i].position;
    }
}
