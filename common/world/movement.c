/* movement.c - a step goes along x, then along y; each axis stops at what it meets, so that bodies
 * slide along walls. */
#include "common/world/movement.h"

#include "common/base/check.h"
#include "common/world/solid_index.h"

/* cos 45 degrees in 1/65536. */
enum { DIAGONAL = 46341 };

/* Solids near one body: beyond this a look-up in the grid is no help. */
enum { NEAR_MAX = 32 };

dw_vec dw_direction_step(dw_direction direction, int32_t speed_mm_s)
{
    static const int8_t steps[DW_DIRECTION_COUNT][2] = {
        [DW_STAND] = {0, 0},  [DW_EAST] = {1, 0},         [DW_SOUTH_EAST] = {1, 1},
        [DW_SOUTH] = {0, 1},  [DW_WEST] = {-1, 0},        [DW_SOUTH_WEST] = {-1, 1},
        [DW_NORTH] = {0, -1}, [DW_NORTH_WEST] = {-1, -1}, [DW_NORTH_EAST] = {1, -1}};
    DW_CHECK(direction < DW_DIRECTION_COUNT);
    const int8_t *step = steps[direction];
    const int32_t length = step[0] != 0 && step[1] != 0
                               ? (int32_t)(((int64_t)speed_mm_s * DIAGONAL) >> 16)
                               : speed_mm_s;
    return (dw_vec){step[0] * length, step[1] * length};
}

uint16_t dw_direction_heading(dw_direction direction)
{
    DW_CHECK(direction < DW_DIRECTION_COUNT);
    return direction == DW_STAND ? 0 : (uint16_t)((direction - DW_EAST) * (DW_BAM_QUARTER / 2));
}

static bool is_active(const dw_solid *solid, const dw_door_set *open)
{
    return solid->kind != DW_SOLID_LEAF || !dw_door_set_has(open, solid->index);
}

/* How far the interval `low` .. `high` may go by `step` before its inside meets that of `near` ..
 * `far`. An interval that overlaps it already may go unless the overlap would grow. The result has
 * the sign of `step`. */
static int32_t axis_limit(int32_t low, int32_t high, int32_t near, int32_t far, int32_t step)
{
    if (step < 0) {
        return -axis_limit(-high, -low, -far, -near, -step);
    }
    if (far <= low) {
        return step; /* Behind. */
    }
    const int32_t gap = near - high;
    if (gap >= 0) {
        return gap < step ? gap : step;
    }
    return low < near && high < far ? 0 : step;
}

/* The rectangle `body` going by `step` along one axis; how far it gets with `obstacle` there. */
static int32_t step_limit(dw_rect body, dw_rect obstacle, int32_t step, bool along_x)
{
    if (along_x) {
        if (obstacle.min.y >= body.max.y || obstacle.max.y <= body.min.y) {
            return step;
        }
        return axis_limit(body.min.x, body.max.x, obstacle.min.x, obstacle.max.x, step);
    }
    if (obstacle.min.x >= body.max.x || obstacle.max.x <= body.min.x) {
        return step;
    }
    return axis_limit(body.min.y, body.max.y, obstacle.min.y, obstacle.max.y, step);
}

static int32_t shorter(int32_t a, int32_t b)
{
    return (a < 0 ? -a : a) < (b < 0 ? -b : b) ? a : b;
}

/* What a body could meet in one move: looked up once, tried for each axis and at the end. */
typedef struct near_solids {
    const dw_door_set *open;
    const dw_solid *solids; /* Open leaves and things further off may be among them. */
    uint32_t count;
    dw_solid found[NEAR_MAX];
} near_solids;

/* All solids that the closed rectangle touches, some twice. Where too many crowd, all of the map.
 */
static void find_near(near_solids *near, const dw_map *map, const dw_door_set *open, dw_rect reach)
{
    const dw_solid_index *index = map->index;
    const dw_cell_range cells = dw_solid_index_cells(index, reach);
    near->open = open;
    near->solids = near->found;
    near->count = 0;
    for (int32_t row = cells.top; row <= cells.bottom; row++) {
        /* The cells of a row lie one after the other. */
        const uint32_t first = (uint32_t)(row * index->columns + cells.left);
        const uint32_t last = (uint32_t)(row * index->columns + cells.right);
        for (uint32_t i = index->cell_start[first]; i < index->cell_start[last + 1]; i++) {
            const dw_solid *solid = &index->solids[i];
            if (!dw_rect_touches(solid->area, reach) || !is_active(solid, open)) {
                continue;
            }
            if (near->count == NEAR_MAX) {
                near->solids = index->all;
                near->count = index->all_count;
                return;
            }
            near->found[near->count++] = *solid;
        }
    }
}

/* The part of `step` that the solids leave. */
static int32_t limit_by_solids(const near_solids *near, dw_rect body, int32_t step, bool along_x)
{
    dw_rect sweep = body;
    if (along_x) {
        sweep.min.x += step < 0 ? step : 0;
        sweep.max.x += step > 0 ? step : 0;
    } else {
        sweep.min.y += step < 0 ? step : 0;
        sweep.max.y += step > 0 ? step : 0;
    }
    for (uint32_t i = 0; i < near->count; i++) {
        const dw_solid *solid = &near->solids[i];
        if (dw_rect_overlaps(solid->area, sweep) && is_active(solid, near->open)) {
            step = shorter(step, step_limit(body, solid->area, step, along_x));
        }
    }
    return step;
}

/* The part of `step` that the other bodies leave; those that cut it to that are set in `held`. */
static int32_t limit_by_bodies(dw_rect body, const dw_rect *bodies, uint32_t count, int32_t step,
                               bool along_x, uint32_t *first_held)
{
    int32_t limit = step;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t mine = step_limit(body, bodies[i], step, along_x);
        if (mine != step && (mine < 0 ? -mine : mine) < (limit < 0 ? -limit : limit)) {
            limit = mine;
            *first_held = i;
        }
    }
    return limit;
}

static void add_touched(dw_move_result *result, uint32_t body)
{
    for (uint32_t i = 0; i < result->touched_count; i++) {
        if (result->touched[i] == body) {
            return;
        }
    }
    if (result->touched_count < DW_TOUCHED_MAX) {
        result->touched[result->touched_count++] = (uint8_t)body;
    }
}

/* One axis of a move: changes `result`. */
static void move_along(const near_solids *near, int32_t half, const dw_rect *bodies,
                       uint32_t body_count, int32_t step, bool along_x, dw_move_result *result)
{
    if (step == 0) {
        return;
    }
    const dw_rect body = dw_rect_around(result->position, half);
    uint32_t first_held = body_count;
    const int32_t solid_limit = limit_by_solids(near, body, step, along_x);
    const int32_t body_limit =
        limit_by_bodies(body, bodies, body_count, step, along_x, &first_held);
    const int32_t limit = shorter(solid_limit, body_limit);
    if (limit != step) {
        result->shortened = true;
        result->hit_solid = result->hit_solid || solid_limit == limit;
        for (uint32_t i = first_held; body_limit == limit && i < body_count; i++) {
            if (step_limit(body, bodies[i], step, along_x) == limit) {
                add_touched(result, i);
            }
        }
    }
    if (along_x) {
        result->position.x += limit;
    } else {
        result->position.y += limit;
    }
}

static bool touches_solid(const near_solids *near, dw_rect body)
{
    for (uint32_t i = 0; i < near->count; i++) {
        if (dw_rect_touches(near->solids[i].area, body) &&
            is_active(&near->solids[i], near->open)) {
            return true;
        }
    }
    return false;
}

/* The body and where it would be after the whole step. */
static dw_rect swept(dw_rect body, dw_vec step)
{
    body.min.x += step.x < 0 ? step.x : 0;
    body.max.x += step.x > 0 ? step.x : 0;
    body.min.y += step.y < 0 ? step.y : 0;
    body.max.y += step.y > 0 ? step.y : 0;
    return body;
}

dw_move_result dw_move(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec step,
                       int32_t half, const dw_rect *bodies, uint32_t body_count)
{
    DW_CHECK(body_count <= UINT8_MAX);
    near_solids near;
    find_near(&near, map, open, swept(dw_rect_around(from, half), step));
    dw_move_result result = {.position = from};
    move_along(&near, half, bodies, body_count, step.x, true, &result);
    move_along(&near, half, bodies, body_count, step.y, false, &result);
    const dw_rect body = dw_rect_around(result.position, half);
    if (!result.hit_solid) {
        result.hit_solid = touches_solid(&near, body);
    }
    for (uint32_t i = 0; i < body_count; i++) {
        if (dw_rect_touches(body, bodies[i])) {
            add_touched(&result, i);
        }
    }
    return result;
}

bool dw_place_free(const dw_map *map, const dw_door_set *open, dw_vec centre, int32_t half)
{
    const dw_rect body = dw_rect_around(centre, half);
    const dw_solid_index *index = map->index;
    const dw_cell_range cells = dw_solid_index_cells(index, body);
    for (int32_t row = cells.top; row <= cells.bottom; row++) {
        const uint32_t first = (uint32_t)(row * index->columns + cells.left);
        const uint32_t last = (uint32_t)(row * index->columns + cells.right);
        for (uint32_t i = index->cell_start[first]; i < index->cell_start[last + 1]; i++) {
            if (dw_rect_overlaps(index->solids[i].area, body) &&
                is_active(&index->solids[i], open)) {
                return false;
            }
        }
    }
    return true;
}

bool dw_leaf_blocked_by(const dw_map *map, uint16_t door, dw_vec centre, int32_t half)
{
    DW_CHECK(door < map->door_count);
    const dw_door *it = &map->doors[door];
    return dw_rect_overlaps(it->half[it->leaf].area, dw_rect_around(centre, half));
}
