/* Compiled with -fno-math-errno and -fno-trapping-math, without which no root or choice of two
 * floats becomes a vector instruction; neither changes a value. */
#include "client/view/tools/row.h"

#include "client/view/tools/pixel.h"

#include <math.h>

/* The loader's choice does not get along with the sanitizers, which start later than it does. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(DW_DCHECKS)
#define DW_VECTORISED __attribute__((target_clones("avx2", "default")))
#else
#define DW_VECTORISED
#endif

DW_VECTORISED
void dw_row_fill(uint32_t *row, int count, uint32_t colour)
{
    for (int i = 0; i < count; i++) {
        row[i] = colour | 0xff000000U;
    }
}

DW_VECTORISED
void dw_row_blend(uint32_t *row, int count, uint32_t colour, uint32_t alpha)
{
    for (int i = 0; i < count; i++) {
        row[i] = dw_pixel_blend(row[i], colour, alpha);
    }
}

/* A pixel of coverage 0 gets weight 0, which leaves it as it is. */
DW_VECTORISED
void dw_row_cover(uint32_t *row, const float *coverage, int count, uint32_t colour, uint32_t alpha)
{
    const float full = (float)alpha;
    for (int i = 0; i < count; i++) {
        const int32_t a = (int32_t)(full * coverage[i] + 0.5F);
        row[i] = dw_pixel_blend(row[i], colour, (uint32_t)a);
    }
}

static inline float clamp01(float value)
{
    return dw_lesser(dw_greater(value, 0.0F), 1.0F);
}

/* Signed distance from the middle of pixel (x, y) to the box, negative inside. */
static inline float round_distance(const dw_row_round *box, int x, float qy)
{
    const float qx = fabsf((float)x + 0.5F - box->middle_x) - box->half_width + box->radius;
    const float ox = dw_greater(qx, 0.0F);
    const float oy = dw_greater(qy, 0.0F);
    return sqrtf(ox * ox + oy * oy) + dw_lesser(dw_greater(qx, qy), 0.0F) - box->radius;
}

static inline float distance_down(const dw_row_round *box, int y)
{
    return fabsf((float)y + 0.5F - box->middle_y) - box->half_height + box->radius;
}

DW_VECTORISED
void dw_row_round_fill(float *coverage, const dw_row_round *box, int x, int y, int count)
{
    const dw_row_round b = *box;
    const float qy = distance_down(&b, y);
    for (int i = 0; i < count; i++) {
        coverage[i] = clamp01(0.5F - round_distance(&b, x + i, qy));
    }
}

DW_VECTORISED
void dw_row_round_frame(float *coverage, const dw_row_round *box, float half, int x, int y,
                        int count)
{
    const dw_row_round b = *box;
    const float qy = distance_down(&b, y);
    for (int i = 0; i < count; i++) {
        const float edge = fabsf(round_distance(&b, x + i, qy)) - half;
        coverage[i] = clamp01(0.5F - edge);
    }
}

DW_VECTORISED
void dw_row_round_shadow(float *coverage, const dw_row_round *box, float slope, int x, int y,
                         int count)
{
    const dw_row_round b = *box;
    const float qy = distance_down(&b, y);
    for (int i = 0; i < count; i++) {
        const float t = clamp01(0.5F - round_distance(&b, x + i, qy) * slope);
        coverage[i] = t * t * (3.0F - 2.0F * t);
    }
}

DW_VECTORISED
void dw_row_line_cover(float *coverage, const dw_row_line *line, int x, int y, int count)
{
    const dw_row_line l = *line;
    const float py = (float)y + 0.5F - l.y0;
    for (int i = 0; i < count; i++) {
        const float px = (float)(x + i) + 0.5F - l.x0;
        const float along = clamp01((px * l.dx + py * l.dy) / l.length_squared);
        const float ox = px - along * l.dx;
        const float oy = py - along * l.dy;
        coverage[i] = clamp01(l.reach - sqrtf(ox * ox + oy * oy));
    }
}

DW_VECTORISED
void dw_row_arc_cover(float *coverage, const dw_row_arc *arc, int x, int y, int count)
{
    const dw_row_arc a = *arc;
    const float dy = (float)y + 0.5F - a.y;
    for (int i = 0; i < count; i++) {
        const float dx = (float)(x + i) + 0.5F - a.x;
        const float ring = clamp01(0.5F + a.half - fabsf(sqrtf(dx * dx + dy * dy) - a.radius));
        const float after = clamp01(0.5F + a.ax * dy - a.ay * dx);
        const float before = clamp01(0.5F - a.bx * dy + a.by * dx);
        const float wedge = a.wide ? dw_greater(after, before) : dw_lesser(after, before);
        coverage[i] = ring * wedge;
    }
}

DW_VECTORISED
void dw_row_convex(float *coverage, const dw_row_side *sides, int side_count, int x, int y,
                   int count)
{
    for (int i = 0; i < count; i++) {
        coverage[i] = -1e9F;
    }
    for (int s = 0; s < side_count; s++) {
        const dw_row_side side = sides[s];
        const float down = side.ny * ((float)y + 0.5F);
        for (int i = 0; i < count; i++) {
            const float d = side.nx * ((float)(x + i) + 0.5F) + down - side.offset;
            coverage[i] = dw_greater(coverage[i], d);
        }
    }
    for (int i = 0; i < count; i++) {
        coverage[i] = clamp01(0.5F - coverage[i]);
    }
}

DW_VECTORISED
void dw_row_glow(float *coverage, float middle_x, float middle_y, float scale, int x, int y,
                 int count)
{
    const float dy = (float)y + 0.5F - middle_y;
    for (int i = 0; i < count; i++) {
        const float dx = (float)(x + i) + 0.5F - middle_x;
        const float t = clamp01(1.0F - (dx * dx + dy * dy) * scale);
        coverage[i] = t * t;
    }
}

/* The products fit 16 bits, which doubles what a vector holds. */
DW_VECTORISED
void dw_row_light(uint8_t *restrict out, const uint8_t *restrict ink, const uint8_t *restrict warm,
                  const int16_t *restrict warmth, const int16_t *restrict tint, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        const int16_t difference = (int16_t)(warm[i] - ink[i]);
        const int16_t lit = (int16_t)(ink[i] + ((int16_t)(difference * warmth[i]) >> 7));
        const int16_t sum = (int16_t)(lit + tint[i]);
        out[i] = (uint8_t)(sum > 255 ? 255 : sum);
    }
}

DW_VECTORISED
void dw_row_light_plain(uint8_t *restrict out, const uint8_t *restrict ink,
                        const uint8_t *restrict warm, int warmth, int bytes)
{
    const int16_t by = (int16_t)warmth;
    for (int i = 0; i < bytes; i++) {
        const int16_t difference = (int16_t)(warm[i] - ink[i]);
        out[i] = (uint8_t)(ink[i] + ((int16_t)(difference * by) >> 7));
    }
}

DW_VECTORISED
void dw_row_shade(uint8_t *restrict bytes, const uint16_t *restrict keep,
                  const uint16_t *restrict add, int count)
{
    for (int i = 0; i < count; i++) {
        bytes[i] = (uint8_t)((uint16_t)(bytes[i] * keep[i] + add[i]) >> 8);
    }
}

DW_VECTORISED
void dw_row_soften_across(uint16_t *restrict to, const uint16_t *restrict from, int count)
{
    for (int i = 0; i < count; i++) {
        to[i] = (uint16_t)((from[i - 4] + 2 * from[i] + from[i + 4]) >> 2);
    }
}

DW_VECTORISED
void dw_row_soften_down(uint16_t *restrict out, const uint16_t *restrict above,
                        const uint16_t *restrict middle, const uint16_t *restrict below, int count)
{
    for (int i = 0; i < count; i++) {
        out[i] = (uint16_t)((above[i] + 2 * middle[i] + below[i]) >> 2);
    }
}

DW_VECTORISED
void dw_row_mix_cells(uint64_t *restrict mixed, const uint64_t *restrict near,
                      const uint64_t *restrict far, int count)
{
    for (int i = 0; i < count; i++) {
        mixed[i] = near[i] + near[i] + near[i] + far[i];
    }
}

/* Warmth as 7 bits in each channel, so that its product with a byte fits 16 bits. */
static inline uint64_t spread_warmth(uint64_t cell)
{
    const uint64_t two = cell >> 57 | (cell >> 57) << 16;
    return two | two << 32;
}

/* 4080 * 16 = 65280: the high byte of each 16 bits is the value 0 .. 255, and what is below is
 * dithered away, so that slow gradients show no bands. */
DW_VECTORISED
void dw_row_enlarge_cells(uint64_t *restrict warmth, uint64_t *restrict tint,
                          const uint64_t *restrict mixed, int count, int odd)
{
    const uint64_t bytes = UINT64_C(0x000000ff00ff00ff);
    const uint64_t colours = UINT64_C(0x0000ffffffffffff);
    const uint64_t lanes = UINT64_C(0x0000000100010001);
    const uint64_t first = lanes * (odd ? 0xc0U : 0x20U);
    const uint64_t second = lanes * (odd ? 0x60U : 0xa0U);
    for (int i = 0; i < count; i++) {
        const uint64_t middle = mixed[i] + mixed[i] + mixed[i];
        const uint64_t left = middle + mixed[i - 1];
        const uint64_t right = middle + mixed[i + 1];
        warmth[2 * i] = spread_warmth(left);
        warmth[2 * i + 1] = spread_warmth(right);
        tint[2 * i] = ((left & colours) + first) >> 8 & bytes;
        tint[2 * i + 1] = ((right & colours) + second) >> 8 & bytes;
    }
}
