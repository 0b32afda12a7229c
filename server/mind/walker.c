#include "server/mind/walker.h"

void dw_walker_reset(dw_walker *walker)
{
    walker->count = 0;
    walker->at = 0;
    walker->cut = false;
}

void dw_walker_take(dw_walker *walker, const dw_nav_path *path)
{
    const uint32_t count = path->count < DW_WALKER_POINTS_MAX ? path->count : DW_WALKER_POINTS_MAX;
    for (uint32_t i = 0; i < count; i++) {
        walker->points[i] = path->points[i].position;
    }
    walker->count = (uint16_t)count;
    walker->cut = path->cut || count < path->count;
    walker->at = count > 1 ? 1 : 0; /* The first point is where it started. */
}

/* Walks along the points from `*at` on. Returns where that ends, and in `at` the next point. */
static dw_vec follow(const dw_walker *walker, dw_vec position, int32_t length, uint16_t *at)
{
    while (*at < walker->count && length > 0) {
        const dw_vec to = walker->points[*at];
        const dw_vec way = dw_vec_sub(to, position);
        /* Rounded up, so that several legs in one tick never add up to more than the length. */
        int64_t leg = (int64_t)dw_isqrt((uint64_t)dw_dot(way, way));
        leg += leg * leg < dw_dot(way, way) ? 1 : 0;
        if (leg <= length) {
            position = to;
            length -= (int32_t)leg;
            (*at)++;
            continue;
        }
        /* Rounded to nearest, the same way on both sides of zero. */
        const int64_t half = leg / 2;
        const int64_t x = (int64_t)way.x * length;
        const int64_t y = (int64_t)way.y * length;
        position.x += (int32_t)((x + (x < 0 ? -half : half)) / leg);
        position.y += (int32_t)((y + (y < 0 ? -half : half)) / leg);
        length = 0;
    }
    return position;
}

dw_vec dw_walker_ahead(const dw_walker *walker, dw_vec position, int32_t length)
{
    uint16_t at = walker->at;
    return follow(walker, position, length, &at);
}

dw_vec dw_walker_advance(dw_walker *walker, dw_vec position, int32_t length)
{
    return follow(walker, position, length, &walker->at);
}

DW_FIELDS_IO(extern, walker, DW_WALKER_FIELDS);
