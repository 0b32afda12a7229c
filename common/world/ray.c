/* ray.c - where a ray enters a rectangle is a fraction of the ray; fractions are compared by
 * products, so that nothing is rounded before the hit is known. */
#include "common/world/ray.h"

#include "common/base/check.h"
#include "common/world/grid_walk.h"

/* Numerator and denominator of the part of the ray before a point; denominator > 0. */
typedef struct fraction {
    int64_t top, bottom;
} fraction;

typedef struct cast {
    const dw_map *map;
    const dw_door_set *open;
    dw_ray ray;
    dw_vec step;
    int32_t left, top, right, bottom; /* The box around the ray up to the best hit or beyond. */
    fraction at;                      /* Of the best hit. */
    dw_ray_target target;
    uint16_t index;
} cast;

static bool is_less(fraction a, fraction b)
{
    return a.top * b.bottom < b.top * a.bottom;
}

/* The closed interval low..high on one axis narrows the part of the ray that lies inside. False
 * when no part is left. */
static bool clip(int32_t from, int32_t step, int32_t low, int32_t high, fraction *enter,
                 fraction *leave)
{
    if (step == 0) {
        return from >= low && from <= high;
    }
    const bool forward = step > 0;
    const int64_t length = forward ? step : -(int64_t)step;
    const fraction in = {forward ? (int64_t)low - from : (int64_t)from - high, length};
    const fraction out = {forward ? (int64_t)high - from : (int64_t)from - low, length};
    *enter = is_less(*enter, in) ? in : *enter;
    *leave = is_less(out, *leave) ? out : *leave;
    return true;
}

/* Whether the ray touches the closed rectangle beyond its start, and from which part of it on. */
static bool meets(const cast *it, dw_rect r, fraction *enter)
{
    fraction leave = {1, 1};
    *enter = (fraction){0, 1};
    return clip(it->ray.from.x, it->step.x, r.min.x, r.max.x, enter, &leave) &&
           clip(it->ray.from.y, it->step.y, r.min.y, r.max.y, enter, &leave) &&
           !is_less(leave, *enter) && leave.top > 0;
}

/* Whether the ray touches the closed rectangle: separating axes, without a fraction. */
static inline bool crosses(const cast *it, dw_rect r)
{
    if (it->right < r.min.x || it->left > r.max.x || it->bottom < r.min.y || it->top > r.max.y) {
        return false;
    }
    const dw_vec from = it->ray.from;
    const int64_t off = (int64_t)it->step.x * ((int64_t)r.min.y + r.max.y - 2 * (int64_t)from.y) -
                        (int64_t)it->step.y * ((int64_t)r.min.x + r.max.x - 2 * (int64_t)from.x);
    const int64_t wide = (int64_t)(it->right - it->left) * (r.max.y - r.min.y) +
                         (int64_t)(it->bottom - it->top) * (r.max.x - r.min.x);
    return (off < 0 ? -off : off) <= wide;
}

static bool is_in_the_way(const cast *it, const dw_solid *solid)
{
    switch ((dw_solid_kind)solid->kind) {
    case DW_SOLID_WALL:
        return true;
    case DW_SOLID_LEAF:
        return !dw_door_set_has(it->open, solid->index);
    default:
        return it->map->furniture[solid->index].height >= it->ray.height;
    }
}

static dw_ray_target target_of(const dw_solid *solid)
{
    switch ((dw_solid_kind)solid->kind) {
    case DW_SOLID_WALL:
        return DW_RAY_WALL;
    case DW_SOLID_LEAF:
        return DW_RAY_LEAF;
    default:
        return DW_RAY_FURNITURE;
    }
}

/* Takes it when it is nearer than the best hit, or as near and earlier in the list. */
static void consider(cast *it, dw_rect area, dw_ray_target target, uint16_t index)
{
    fraction enter;
    if (!meets(it, area, &enter)) {
        return;
    }
    if (it->target != DW_RAY_NOTHING) {
        const int64_t order = enter.top * it->at.bottom - it->at.top * enter.bottom;
        const bool earlier = target < it->target || (target == it->target && index < it->index);
        if (order > 0 || (order == 0 && !earlier)) {
            return;
        }
    }
    it->at = enter;
    it->target = target;
    it->index = index;
}

static inline void look_in_cell(cast *it, const dw_solid_index *index, uint32_t cell)
{
    const dw_solid *solid = &index->solids[index->cell_start[cell]];
    const dw_solid *end = &index->solids[index->cell_start[cell + 1]];
    for (; solid < end; solid++) {
        if (crosses(it, solid->area) && is_in_the_way(it, solid)) {
            consider(it, solid->area, target_of(solid), solid->index);
        }
    }
}

/* Whether the best hit lies in that cell or before it: cells further on hold nothing nearer. */
static inline bool is_reached(const cast *it, const dw_solid_index *index, int32_t column,
                              int32_t row)
{
    if (it->target == DW_RAY_NOTHING) {
        return false;
    }
    const int64_t side = INT64_C(1) << index->shift;
    const dw_vec from = dw_vec_sub(it->ray.from, index->origin);
    const bool east = it->step.x >= 0;
    const bool south = it->step.y >= 0;
    const int64_t edge_x = (column + (east ? 1 : 0)) * side;
    const int64_t edge_y = (row + (south ? 1 : 0)) * side;
    const int64_t room_x = east ? edge_x - from.x : from.x - edge_x;
    const int64_t room_y = south ? edge_y - from.y : from.y - edge_y;
    const int64_t far_x = east ? it->step.x : -(int64_t)it->step.x;
    const int64_t far_y = south ? it->step.y : -(int64_t)it->step.y;
    return it->at.top * far_x <= room_x * it->at.bottom &&
           it->at.top * far_y <= room_y * it->at.bottom;
}

dw_ray_hit dw_ray_cast(const dw_map *map, const dw_door_set *open, const dw_ray *ray,
                       const dw_rect *bodies, uint32_t body_count)
{
    const dw_vec step = dw_vec_sub(ray->to, ray->from);
    DW_DCHECK(step.x < DW_RAY_LENGTH_MAX && step.x > -DW_RAY_LENGTH_MAX);
    DW_DCHECK(step.y < DW_RAY_LENGTH_MAX && step.y > -DW_RAY_LENGTH_MAX);
    cast it = {.map = map,
               .open = open,
               .ray = *ray,
               .step = step,
               .left = step.x < 0 ? ray->to.x : ray->from.x,
               .right = step.x < 0 ? ray->from.x : ray->to.x,
               .top = step.y < 0 ? ray->to.y : ray->from.y,
               .bottom = step.y < 0 ? ray->from.y : ray->to.y,
               .at = {1, 1},
               .target = DW_RAY_NOTHING,
               .index = DW_NONE};
    for (uint32_t i = 0; i < body_count; i++) {
        if (crosses(&it, bodies[i])) {
            consider(&it, bodies[i], DW_RAY_BODY, (uint16_t)i);
        }
    }
    const dw_solid_index *index = map->index;
    dw_grid_walk walk = dw_grid_walk_begin(index, ray->from, ray->to);
    do {
        if (!dw_grid_walk_is_inside(&walk, index)) {
            break; /* Walls close the house: nothing lies out there. */
        }
        look_in_cell(&it, index, dw_grid_walk_cell(&walk, index));
    } while (!is_reached(&it, index, walk.column, walk.row) && dw_grid_walk_next(&walk));
    const dw_vec point = {ray->from.x + (int32_t)(step.x * it.at.top / it.at.bottom),
                          ray->from.y + (int32_t)(step.y * it.at.top / it.at.bottom)};
    return (dw_ray_hit){
        .point = point,
        .distance = dw_distance(ray->from, point),
        .target = (uint8_t)it.target,
        .index = it.index,
    };
}
