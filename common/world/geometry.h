/* geometry.h - points and axis-aligned rectangles in units of 1/60 mm (fixed.h), exact tests.
 * Coordinates stay within +-2^26 (over a kilometre), so that products of differences fit int64.
 * Pure, header only. */
#ifndef DW_WORLD_GEOMETRY_H
#define DW_WORLD_GEOMETRY_H

#include "common/base/fixed.h"

#include <stdbool.h>
#include <stdint.h>

enum { DW_COORDINATE_MAX = 1 << 26 };

typedef struct dw_vec {
    int32_t x, y;
} dw_vec;

/* min <= max on both axes; equal ones make a segment or a point. */
typedef struct dw_rect {
    dw_vec min, max;
} dw_rect;

static inline dw_vec dw_vec_add(dw_vec a, dw_vec b)
{
    return (dw_vec){a.x + b.x, a.y + b.y};
}

static inline dw_vec dw_vec_sub(dw_vec a, dw_vec b)
{
    return (dw_vec){a.x - b.x, a.y - b.y};
}

static inline bool dw_vec_equal(dw_vec a, dw_vec b)
{
    return a.x == b.x && a.y == b.y;
}

static inline int64_t dw_dot(dw_vec a, dw_vec b)
{
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

/* Positive when `b` lies clockwise of `a` on the screen (y points down). */
static inline int64_t dw_cross(dw_vec a, dw_vec b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static inline int64_t dw_distance_squared(dw_vec a, dw_vec b)
{
    const dw_vec d = dw_vec_sub(b, a);
    return dw_dot(d, d);
}

/* Rounded down to whole units. */
static inline int32_t dw_distance(dw_vec a, dw_vec b)
{
    return (int32_t)dw_isqrt((uint64_t)dw_distance_squared(a, b));
}

/* The square of side 2 * half around `centre`: a body. */
static inline dw_rect dw_rect_around(dw_vec centre, int32_t half)
{
    return (dw_rect){{centre.x - half, centre.y - half}, {centre.x + half, centre.y + half}};
}

static inline dw_rect dw_rect_grown(dw_rect r, int32_t by)
{
    return (dw_rect){{r.min.x - by, r.min.y - by}, {r.max.x + by, r.max.y + by}};
}

static inline dw_vec dw_rect_centre(dw_rect r)
{
    return (dw_vec){r.min.x + (r.max.x - r.min.x) / 2, r.min.y + (r.max.y - r.min.y) / 2};
}

/* Half-open: the left and top edges belong to the rectangle. */
static inline bool dw_rect_holds(dw_rect r, dw_vec p)
{
    return p.x >= r.min.x && p.x < r.max.x && p.y >= r.min.y && p.y < r.max.y;
}

static inline bool dw_rect_holds_closed(dw_rect r, dw_vec p)
{
    return p.x >= r.min.x && p.x <= r.max.x && p.y >= r.min.y && p.y <= r.max.y;
}

/* Strictly inside: the edges do not belong to it. */
static inline bool dw_rect_holds_inside(dw_rect r, dw_vec p)
{
    return p.x > r.min.x && p.x < r.max.x && p.y > r.min.y && p.y < r.max.y;
}

/* The open interiors meet. Contact alone does not count. */
static inline bool dw_rect_overlaps(dw_rect a, dw_rect b)
{
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

/* The closed rectangles meet, contact included. */
static inline bool dw_rect_touches(dw_rect a, dw_rect b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

static inline bool dw_rect_contains(dw_rect outer, dw_rect inner)
{
    return inner.min.x >= outer.min.x && inner.max.x <= outer.max.x && inner.min.y >= outer.min.y &&
           inner.max.y <= outer.max.y;
}

/* What both hold; min beyond max on an axis when that is nothing. */
static inline dw_rect dw_rect_common(dw_rect a, dw_rect b)
{
    return (dw_rect){
        {a.min.x > b.min.x ? a.min.x : b.min.x, a.min.y > b.min.y ? a.min.y : b.min.y},
        {a.max.x < b.max.x ? a.max.x : b.max.x, a.max.y < b.max.y ? a.max.y : b.max.y}};
}

/* The point of the closed rectangle that is nearest to `p`. */
static inline dw_vec dw_rect_nearest(dw_rect r, dw_vec p)
{
    return (dw_vec){p.x < r.min.x ? r.min.x : (p.x > r.max.x ? r.max.x : p.x),
                    p.y < r.min.y ? r.min.y : (p.y > r.max.y ? r.max.y : p.y)};
}

/* The open segment a-b (a != b) meets the open rectangle. Separating axes: x, y and the segment's
 * normal; exact. */
bool dw_segment_enters(dw_vec a, dw_vec b, dw_rect r);

/* The open segment a-b meets the closed rectangle (which may be a segment or a point). */
bool dw_segment_meets_closed(dw_vec a, dw_vec b, dw_rect r);

#endif
