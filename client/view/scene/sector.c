#include "client/view/scene/sector.h"

#include <math.h>

#define TURN     6.28318530717958647692
#define ARC_STEP (TURN / 90.0)

/* A polygon as it is cut, in the order of its corners. While the outline of the whole runs outside
 * of the circle, the cut one follows the circle from where it left to where it comes back. */
typedef struct cutter {
    dw_vec eye;
    double range;
    dw_vec *points;
    uint32_t count;
    bool outside;
    bool entered_first; /* It began outside: the last arc closes the outline. */
    double left_at, entered_at;
} cutter;

static void add(cutter *c, double x, double y)
{
    if (c->count < DW_VISIBILITY_POINTS_MAX) {
        c->points[c->count++] =
            (dw_vec){c->eye.x + (int32_t)lround(x), c->eye.y + (int32_t)lround(y)};
    }
}

/* Between two angles, without its ends. */
static void add_arc(cutter *c, double from, double to)
{
    const double sweep = to >= from ? to - from : to - from + TURN;
    const int steps = (int)ceil(sweep / ARC_STEP);
    for (int i = 1; i < steps; i++) {
        const double angle = from + sweep * i / steps;
        add(c, c->range * cos(angle), c->range * sin(angle));
    }
}

static void enter(cutter *c, double x, double y)
{
    const double angle = atan2(y, x);
    if (c->outside) {
        add_arc(c, c->left_at, angle);
    } else {
        c->entered_first = true;
        c->entered_at = angle;
    }
    c->outside = false;
    add(c, x, y);
}

static void leave(cutter *c, double x, double y)
{
    add(c, x, y);
    c->outside = true;
    c->left_at = atan2(y, x);
}

/* The edge from a to b, relative to the eye; `a` itself is added when it is inside. */
static void cut_edge(cutter *c, dw_vec a, dw_vec b)
{
    const double ax = a.x;
    const double ay = a.y;
    const double dx = (double)b.x - a.x;
    const double dy = (double)b.y - a.y;
    const double over = ax * ax + ay * ay - c->range * c->range;
    if (over <= 0.0) {
        add(c, ax, ay);
    }
    const double square = dx * dx + dy * dy;
    const double half = ax * dx + ay * dy;
    const double root = half * half - square * over;
    if (square <= 0.0 || root <= 0.0) {
        return; /* It misses the circle. */
    }
    const double first = (-half - sqrt(root)) / square;
    const double second = (-half + sqrt(root)) / square;
    if (over > 0.0 && first > 0.0 && first < 1.0) {
        enter(c, ax + dx * first, ay + dy * first);
    }
    if (second > 0.0 && second < 1.0 && (over <= 0.0 || first > 0.0)) {
        leave(c, ax + dx * second, ay + dy * second);
    }
}

uint32_t dw_sector_cut(dw_vec eye, int32_t range, const dw_vec *whole, uint32_t count,
                       dw_vec points[DW_VISIBILITY_POINTS_MAX])
{
    cutter c = {.eye = eye, .range = range, .points = points};
    for (uint32_t i = 0; i < count; i++) {
        cut_edge(&c, dw_vec_sub(whole[i], eye), dw_vec_sub(whole[(i + 1) % count], eye));
    }
    if (c.count == 0 && count > 0) {
        add_arc(&c, 0.0, TURN); /* All of the outline lies beyond. */
        add(&c, c.range, 0.0);
    } else if (c.outside && c.entered_first) {
        add_arc(&c, c.left_at, c.entered_at);
    }
    return c.count;
}

uint32_t dw_sector_outline_of(dw_sector_outline *out, const dw_map *map, const dw_door_set *open,
                              const dw_drawn_body *body, dw_sector sector)
{
    const dw_vec eye = {(int32_t)lround(body->x), (int32_t)lround(body->y)};
    const int32_t range = sector.range_mm > 0 ? sector.range_mm * DW_UNITS_PER_MM : DW_MAP_SIDE_MAX;
    const dw_visibility seen = {
        .map = map,
        .open = open,
        .eye = eye,
        .range = range,
        .heading_bam = (uint16_t)((int32_t)((double)body->heading * DW_BAM_TURN) & 0xffff),
        .fov_bam = sector.field_of_view_bam,
        .level = sector.level};
    if (sector.range_mm <= 0) {
        return dw_visibility_polygon(&seen, out->points, DW_VISIBILITY_POINTS_MAX);
    }
    const uint32_t count = dw_visibility_polygon(&seen, out->whole, DW_VISIBILITY_POINTS_MAX);
    return dw_sector_cut(eye, range, out->whole, count, out->points);
}
