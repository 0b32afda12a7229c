/* Compiled with -fno-math-errno and -fno-trapping-math, without which no root or choice of two
 * floats becomes a vector instruction; neither changes a value. */
#include "client/view/tools/row.h"

#include "client/view/tools/pixel.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* The loader's choice does not get along with the sanitizers, which start later than it does. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(DW_DCHECKS)
#define DW_VECTORISED __attribute__((target_clones("avx2", "default")))
#else
#define DW_VECTORISED
#endif

/* Inside each clone, with its instructions. */
#define IN_CLONES static inline __attribute__((always_inline))

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

/* The next multiple of what a vector holds: loops to there have no rest that goes pixel by pixel,
 * which costs most in the short rows of lines and rims. */
static inline int whole_vectors(int count)
{
    return (count + DW_ROW_LANES - 1) & -DW_ROW_LANES;
}

/* All ones for pixels before `count`: a choice would split the loop there, into rests. */
static inline uint32_t mask_before(int i, int count)
{
    return 0U - (uint32_t)(i < count);
}

/* A pixel of coverage 0 gets weight 0, which leaves it as it is; so do those after the last one. */
IN_CLONES void cover(uint32_t *restrict row, const float *restrict coverage, int count, int room,
                     uint32_t colour, uint32_t alpha)
{
    const float full = (float)alpha;
    const int whole = whole_vectors(count);
    if (whole > room) {
        for (int i = 0; i < count; i++) {
            const int32_t a = (int32_t)(full * coverage[i] + 0.5F);
            row[i] = dw_pixel_blend(row[i], colour, (uint32_t)a);
        }
        return;
    }
    for (int i = 0; i < whole; i++) {
        const int32_t a = (int32_t)(full * coverage[i] + 0.5F);
        row[i] = dw_pixel_blend(row[i], colour, (uint32_t)a & mask_before(i, count));
    }
}

DW_VECTORISED
void dw_row_cover(uint32_t *restrict row, const float *restrict coverage, int count, int room,
                  uint32_t colour, uint32_t alpha)
{
    cover(row, coverage, count, room, colour, alpha);
}

static inline uint32_t stencil_alpha(uint32_t coverage, uint32_t alpha)
{
    return (coverage * alpha * 0x8081U) >> 23; /* Divided by 255. */
}

/* Eight pixels and their coverage as vectors by name: the compiler's own choice would be vectors of
 * 32 bytes of coverage, and glyphs are not that wide. */
typedef uint32_t pixel_lanes __attribute__((vector_size(4 * DW_ROW_LANES)));
typedef uint8_t coverage_lanes __attribute__((vector_size(DW_ROW_LANES)));

/* What dw_pixel_blend does. */
IN_CLONES void blend_lanes(uint32_t *row, const pixel_lanes *alpha, uint32_t colour)
{
    pixel_lanes below;
    memcpy(&below, row, sizeof below);
    const pixel_lanes weight = *alpha + (*alpha >> 7);
    const pixel_lanes rest = 256U - weight;
    const pixel_lanes rb =
        (below & 0x00ff00ffU) * rest + (colour & 0x00ff00ffU) * weight + 0x00800080U;
    const pixel_lanes g =
        (below & 0x0000ff00U) * rest + (colour & 0x0000ff00U) * weight + 0x00008000U;
    below = 0xff000000U | (rb >> 8 & 0x00ff00ffU) | (g >> 8 & 0x0000ff00U);
    memcpy(row, &below, sizeof below);
}

/* Whole vectors, also a little past the end of the row. Most of a glyph is empty. */
IN_CLONES void lay_row(uint32_t *row, const uint8_t *coverage, int count, uint32_t colour)
{
    const pixel_lanes numbers = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int x = 0; x < count; x += DW_ROW_LANES) {
        uint64_t any;
        coverage_lanes bytes;
        memcpy(&any, coverage + x, sizeof any);
        memcpy(&bytes, &any, sizeof bytes);
        if (any != 0) {
            const pixel_lanes wide = __builtin_convertvector(bytes, pixel_lanes);
            const pixel_lanes alpha = (wide * (colour >> 24) * 0x8081U) >> 23;
            const pixel_lanes counts = (pixel_lanes)(numbers < (uint32_t)(count - x));
            const pixel_lanes shown = alpha & counts;
            blend_lanes(row + x, &shown, colour);
        }
    }
}

DW_VECTORISED
void dw_row_stencil_lay(uint32_t *pixels, int stride, int room, const dw_row_stencil *stencil,
                        uint32_t colour)
{
    const int count = stencil->count;
    const int whole = whole_vectors(count);
    for (int y = 0; y < stencil->rows; y++) {
        const uint8_t *coverage = stencil->coverage + (ptrdiff_t)y * stencil->pitch;
        uint32_t *row = pixels + (ptrdiff_t)y * stride;
        if (whole <= room && whole <= stencil->end - coverage) {
            lay_row(row, coverage, count, colour);
            continue;
        }
        for (int x = 0; x < count; x++) {
            row[x] = dw_pixel_blend(row[x], colour, stencil_alpha(coverage[x], colour >> 24));
        }
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
void dw_row_round_fill(float *restrict coverage, const dw_row_round *box, int x, int y, int count)
{
    const int whole = whole_vectors(count);
    const dw_row_round b = *box;
    const float qy = distance_down(&b, y);
    for (int i = 0; i < whole; i++) {
        coverage[i] = clamp01(0.5F - round_distance(&b, x + i, qy));
    }
}

DW_VECTORISED
void dw_row_round_frame(float *restrict coverage, const dw_row_round *box, float half, int x, int y,
                        int count)
{
    const int whole = whole_vectors(count);
    const dw_row_round b = *box;
    const float qy = distance_down(&b, y);
    for (int i = 0; i < whole; i++) {
        const float edge = fabsf(round_distance(&b, x + i, qy)) - half;
        coverage[i] = clamp01(0.5F - edge);
    }
}

DW_VECTORISED
void dw_row_round_shadow(float *restrict coverage, const dw_row_round *box, float slope, int x,
                         int y, int count)
{
    const int whole = whole_vectors(count);
    const dw_row_round b = *box;
    const float qy = distance_down(&b, y);
    for (int i = 0; i < whole; i++) {
        const float t = clamp01(0.5F - round_distance(&b, x + i, qy) * slope);
        coverage[i] = t * t * (3.0F - 2.0F * t);
    }
}

/* The position on a dash that is nearest to `along`, both from the start of the line. */
IN_CLONES float on_dash(const dw_row_line *l, float along)
{
    const float on_line = dw_lesser(dw_greater(along, 0.0F), l->length);
    /* The gap after a dash belongs to it in its first half, and to the next one then. */
    const int32_t number = (int32_t)(on_line * l->per_period + 0.25F);
    const float from = dw_lesser((float)number, l->last_dash) * l->period;
    return dw_lesser(dw_greater(on_line, from), from + l->dash);
}

IN_CLONES void line_cover(float *restrict coverage, const dw_row_line *line, int x, int y,
                          int count)
{
    const dw_row_line l = *line;
    const int whole = whole_vectors(count);
    const float py = (float)y + 0.5F - l.y0;
    for (int i = 0; i < whole; i++) {
        const float px = (float)(x + i) + 0.5F - l.x0;
        const float along = on_dash(&l, px * l.dx + py * l.dy);
        const float ox = px - along * l.dx;
        const float oy = py - along * l.dy;
        coverage[i] = clamp01(l.reach - sqrtf(ox * ox + oy * oy));
    }
}

DW_VECTORISED
void dw_row_line_lay(uint32_t *pixels, int stride, const dw_row_box *box, const dw_row_line *line,
                     uint32_t colour)
{
    float coverage[DW_ROW_PIECE] = {0.0F};
    for (int y = box->y0; y < box->y1; y++) {
        uint32_t *row = pixels + (ptrdiff_t)y * stride;
        const float middle = line->x0 + ((float)y + 0.5F - line->y0) * line->across;
        const int from = (int)dw_greater(middle - line->side, (float)box->x0);
        const int to = (int)dw_lesser(middle + line->side, (float)box->x1);
        for (int x = from; x < to; x += DW_ROW_PIECE) {
            const int count = to - x < DW_ROW_PIECE ? to - x : DW_ROW_PIECE;
            line_cover(coverage, line, x, y, count);
            cover(row + x, coverage, count, box->width - x, colour, colour >> 24);
        }
    }
}

DW_VECTORISED
void dw_row_arc_cover(float *restrict coverage, const dw_row_arc *arc, int x, int y, int count)
{
    const int whole = whole_vectors(count);
    const dw_row_arc a = *arc;
    const float dy = (float)y + 0.5F - a.y;
    for (int i = 0; i < whole; i++) {
        const float dx = (float)(x + i) + 0.5F - a.x;
        const float ring = clamp01(0.5F + a.half - fabsf(sqrtf(dx * dx + dy * dy) - a.radius));
        const float after = clamp01(0.5F + a.ax * dy - a.ay * dx);
        const float before = clamp01(0.5F - a.bx * dy + a.by * dx);
        const float wedge = a.wide ? dw_greater(after, before) : dw_lesser(after, before);
        coverage[i] = ring * wedge;
    }
}

DW_VECTORISED
void dw_row_convex(float *restrict coverage, const dw_row_side *sides, int side_count, int x, int y,
                   int count)
{
    const int whole = whole_vectors(count);
    for (int i = 0; i < whole; i++) {
        coverage[i] = -1e9F;
    }
    for (int s = 0; s < side_count; s++) {
        const dw_row_side side = sides[s];
        const float down = side.ny * ((float)y + 0.5F);
        for (int i = 0; i < whole; i++) {
            const float d = side.nx * ((float)(x + i) + 0.5F) + down - side.offset;
            coverage[i] = dw_greater(coverage[i], d);
        }
    }
    for (int i = 0; i < whole; i++) {
        coverage[i] = clamp01(0.5F - coverage[i]);
    }
}

DW_VECTORISED
void dw_row_glow(float *restrict coverage, float middle_x, float middle_y, float scale, int x,
                 int y, int count)
{
    const int whole = whole_vectors(count);
    const float dy = (float)y + 0.5F - middle_y;
    for (int i = 0; i < whole; i++) {
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
