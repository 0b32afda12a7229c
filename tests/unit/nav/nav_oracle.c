#include "tests/unit/nav/nav_oracle.h"

#include <math.h>
#include <stddef.h>

bool dw_oracle_free(const dw_oracle *oracle, dw_vec p)
{
    if (p.x < oracle->bounds.min.x || p.x > oracle->bounds.max.x || p.y < oracle->bounds.min.y ||
        p.y > oracle->bounds.max.y) {
        return false;
    }
    for (uint32_t k = 0; k < oracle->count; k++) {
        const dw_rect r = oracle->rects[k];
        if (p.x > r.min.x && p.x < r.max.x && p.y > r.min.y && p.y < r.max.y) {
            return false;
        }
    }
    return true;
}

/* A line misses an open rectangle when all four corners lie on one closed side of it. */
static bool line_misses(dw_vec a, dw_vec b, dw_rect r)
{
    const int64_t dx = (int64_t)b.x - a.x;
    const int64_t dy = (int64_t)b.y - a.y;
    bool left = false;
    bool right = false;
    for (uint32_t k = 0; k < 4; k++) {
        const int64_t x = (int64_t)(k % 2 == 0 ? r.min.x : r.max.x) - a.x;
        const int64_t y = (int64_t)(k / 2 == 0 ? r.min.y : r.max.y) - a.y;
        const int64_t side = dx * y - dy * x;
        left = left || side < 0;
        right = right || side > 0;
    }
    return !(left && right);
}

bool dw_oracle_visible(const dw_oracle *oracle, dw_vec a, dw_vec b)
{
    if (a.x == b.x && a.y == b.y) {
        return dw_oracle_free(oracle, a);
    }
    for (uint32_t k = 0; k < oracle->count; k++) {
        const dw_rect r = oracle->rects[k];
        if ((a.x <= r.min.x && b.x <= r.min.x) || (a.x >= r.max.x && b.x >= r.max.x) ||
            (a.y <= r.min.y && b.y <= r.min.y) || (a.y >= r.max.y && b.y >= r.max.y)) {
            continue;
        }
        if (!line_misses(a, b, r)) {
            return false;
        }
    }
    return true;
}

static uint32_t collect_corners(const dw_oracle *oracle, dw_vec *points)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < oracle->count; k++) {
        for (uint32_t n = 0; n < 4; n++) {
            const dw_rect r = oracle->rects[k];
            const dw_vec p = {n % 2 == 0 ? r.min.x : r.max.x, n / 2 == 0 ? r.min.y : r.max.y};
            if (dw_oracle_free(oracle, p)) {
                points[count++] = p;
            }
        }
    }
    return count;
}

/* Distances from points[0]; negative where there is no way. */
static void dijkstra(const dw_oracle *oracle, const dw_vec *points, uint32_t count,
                     double *distances)
{
    bool done[DW_ORACLE_POINTS_MAX] = {false};
    for (uint32_t k = 0; k < count; k++) {
        distances[k] = k == 0 ? 0 : -1;
    }
    for (;;) {
        uint32_t best = count;
        for (uint32_t k = 0; k < count; k++) {
            if (!done[k] && distances[k] >= 0 &&
                (best == count || distances[k] < distances[best])) {
                best = k;
            }
        }
        if (best == count) {
            return;
        }
        done[best] = true;
        for (uint32_t k = 0; k < count; k++) {
            const double step =
                hypot((double)points[k].x - points[best].x, (double)points[k].y - points[best].y);
            if (!done[k] && (distances[k] < 0 || distances[best] + step < distances[k]) &&
                dw_oracle_visible(oracle, points[best], points[k])) {
                distances[k] = distances[best] + step;
            }
        }
    }
}

double dw_oracle_length(const dw_oracle *oracle, dw_vec from, dw_vec to)
{
    dw_vec points[DW_ORACLE_POINTS_MAX] = {from, to};
    double distances[DW_ORACLE_POINTS_MAX];
    const uint32_t count = 2 + collect_corners(oracle, points + 2);
    dijkstra(oracle, points, count, distances);
    return distances[1];
}

static uint32_t collect_lines(const dw_oracle *oracle, bool across, int32_t own, int32_t *lines)
{
    uint32_t count = 0;
    lines[count++] = own;
    lines[count++] = across ? oracle->bounds.min.x : oracle->bounds.min.y;
    lines[count++] = across ? oracle->bounds.max.x : oracle->bounds.max.y;
    for (uint32_t k = 0; k < oracle->count; k++) {
        lines[count++] = across ? oracle->rects[k].min.x : oracle->rects[k].min.y;
        lines[count++] = across ? oracle->rects[k].max.x : oracle->rects[k].max.y;
    }
    return count;
}

int64_t dw_oracle_nearest(const dw_oracle *oracle, dw_vec p, const dw_vec *reachable)
{
    int32_t xs[3 + 2 * DW_ORACLE_RECTS_MAX];
    int32_t ys[3 + 2 * DW_ORACLE_RECTS_MAX];
    const uint32_t nx = collect_lines(oracle, true, p.x, xs);
    const uint32_t ny = collect_lines(oracle, false, p.y, ys);
    dw_vec points[DW_ORACLE_POINTS_MAX];
    double distances[DW_ORACLE_POINTS_MAX];
    uint32_t count = 0;
    if (reachable != NULL) {
        points[0] = *reachable;
        count = 1 + collect_corners(oracle, points + 1);
        dijkstra(oracle, points, count, distances);
    }
    int64_t best = -1;
    for (uint32_t j = 0; j < ny; j++) {
        for (uint32_t i = 0; i < nx; i++) {
            const dw_vec q = {xs[i], ys[j]};
            const int64_t squared = dw_distance_squared(p, q);
            if ((best >= 0 && squared >= best) || !dw_oracle_free(oracle, q)) {
                continue;
            }
            bool counts = reachable == NULL;
            for (uint32_t k = 0; k < count && !counts; k++) {
                counts = distances[k] >= 0 && dw_oracle_visible(oracle, points[k], q);
            }
            if (counts) {
                best = squared;
            }
        }
    }
    return best;
}
