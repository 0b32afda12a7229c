/* geometry.c - exact tests of a segment against a rectangle, in 64-bit integers. */
#include "common/world/geometry.h"

/* A line's distance from a rectangle's centre against the rectangle's half width along the line's
 * normal, both doubled to stay whole: negative inside, 0 for a line that grazes. */
static int64_t normal_gap(dw_vec a, dw_vec d, dw_rect r)
{
    const int64_t off = (int64_t)d.x * ((int64_t)r.min.y + r.max.y - 2 * (int64_t)a.y) -
                        (int64_t)d.y * ((int64_t)r.min.x + r.max.x - 2 * (int64_t)a.x);
    const int64_t wide = (int64_t)(d.x < 0 ? -d.x : d.x) * (r.max.y - r.min.y) +
                         (int64_t)(d.y < 0 ? -d.y : d.y) * (r.max.x - r.min.x);
    return (off < 0 ? -off : off) - wide;
}

bool dw_segment_enters(dw_vec a, dw_vec b, dw_rect r)
{
    const int32_t left = a.x < b.x ? a.x : b.x;
    const int32_t right = a.x < b.x ? b.x : a.x;
    const int32_t top = a.y < b.y ? a.y : b.y;
    const int32_t bottom = a.y < b.y ? b.y : a.y;
    /* An open rectangle has room around each of its points, so that the open and the closed segment
     * meet it alike, and the axes' tests are strict. */
    if (right <= r.min.x || left >= r.max.x || bottom <= r.min.y || top >= r.max.y) {
        return false;
    }
    /* A flat one has no inside. */
    return r.min.x < r.max.x && r.min.y < r.max.y && normal_gap(a, dw_vec_sub(b, a), r) < 0;
}

/* The part of the line a + t * d, as t = numerator / denominator, that lies in a slab. */
typedef struct span {
    int64_t low, high; /* Numerators. */
    int64_t scale;     /* Denominator, positive. */
} span;

/* False when the line runs beside the slab. */
static bool slab_span(int32_t from, int32_t step, int32_t low, int32_t high, span *out)
{
    if (step == 0) {
        *out = (span){0, 1, 1};
        return from >= low && from <= high;
    }
    const int64_t near = (int64_t)low - from;
    const int64_t far = (int64_t)high - from;
    *out = step > 0 ? (span){near, far, step} : (span){-far, -near, -(int64_t)step};
    return true;
}

bool dw_segment_meets_closed(dw_vec a, dw_vec b, dw_rect r)
{
    const dw_vec d = dw_vec_sub(b, a);
    span x, y;
    if (!slab_span(a.x, d.x, r.min.x, r.max.x, &x) || !slab_span(a.y, d.y, r.min.y, r.max.y, &y)) {
        return false;
    }
    /* The line is in the rectangle for t in [max(lows), min(highs)], which has to hold a t of the
     * open interval 0 .. 1. */
    if (x.low >= x.scale || y.low >= y.scale || (d.x != 0 && x.high <= 0) ||
        (d.y != 0 && y.high <= 0)) {
        return false;
    }
    return (d.x == 0 || d.y == 0 || (x.low * y.scale <= y.high * x.scale)) &&
           (d.x == 0 || d.y == 0 || (y.low * x.scale <= x.high * y.scale));
}
