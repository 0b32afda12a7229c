/* row.h - rows of pixels and of coverage, the inner loops of drawing on the processor.
 * Owns nothing. Each call works on neighbours of one row with straight loops without branches,
 * which the compiler turns into vector instructions; on x86-64 twice, and the loader takes the
 * wider ones where the processor has them. Both give the same bytes: whole numbers, or IEEE
 * operations in the order written. Pixels are 0xAARRGGBB and stay opaque. */
#ifndef DW_VIEW_ROW_H
#define DW_VIEW_ROW_H

#include <stdint.h>

enum {
    DW_ROW_PIECE = 256, /* Coverage is computed for at most that many pixels at once. */
    DW_ROW_LANES = 8    /* It is written in whole vectors: up to the next multiple of these. */
};

/* A box with round corners; what is worked out once for all of its rows. */
typedef struct dw_row_round {
    float middle_x, middle_y, half_width, half_height, radius;
} dw_row_round;

/* A line with round ends, or one of dashes: then each dash has them. */
typedef struct dw_row_line {
    float x0, y0, dx, dy, length;   /* From its start; the direction is 1 long. */
    float reach;                    /* Half of the width and half a pixel. */
    float dash, period, per_period; /* A dash; it and a gap; 1 over that. */
    float last_dash;                /* The number of the last one. A line without gaps is one. */
    float across, side;             /* In each row the line goes on by `across` pixels, and touches
                                     * no pixel further than `side` from there. */
} dw_row_line;

/* A part of a ring, between the directions a and b. */
typedef struct dw_row_arc {
    float x, y, radius, half, ax, ay, bx, by;
    int wide; /* More than half a turn. */
} dw_row_arc;

/* The side of a polygon: distance = nx * x + ny * y - offset, outside above 0. */
typedef struct dw_row_side {
    float nx, ny, offset;
} dw_row_side;

void dw_row_fill(uint32_t *row, int count, uint32_t colour);

/* The colour laid over the pixels: with one alpha (0 .. 255), or with a coverage 0 .. 1 for
 * each. `room`: how many pixels there are from `row` on; those after `count` keep their colour. */
void dw_row_blend(uint32_t *row, int count, uint32_t colour, uint32_t alpha);
void dw_row_cover(uint32_t *restrict row, const float *restrict coverage, int count, int room,
                  uint32_t colour, uint32_t alpha);

/* Coverage of pixels x .. x + count - 1 of row y, for up to DW_ROW_PIECE pixels. */
void dw_row_round_fill(float *restrict coverage, const dw_row_round *box, int x, int y, int count);
void dw_row_round_frame(float *restrict coverage, const dw_row_round *box, float half, int x, int y,
                        int count);
void dw_row_round_shadow(float *restrict coverage, const dw_row_round *box, float slope, int x,
                         int y, int count);
void dw_row_arc_cover(float *restrict coverage, const dw_row_arc *arc, int x, int y, int count);
void dw_row_convex(float *restrict coverage, const dw_row_side *sides, int side_count, int x, int y,
                   int count);
/* Pixels that may be touched, half-open, of a picture that is `width` wide. */
typedef struct dw_row_box {
    int x0, y0, x1, y1, width;
} dw_row_box;

/* The colour laid over a picture along the line. */
void dw_row_line_lay(uint32_t *pixels, int stride, const dw_row_box *box, const dw_row_line *line,
                     uint32_t colour);

/* A part of a stencil: rows of coverage 0 .. 255. */
typedef struct dw_row_stencil {
    const uint8_t *coverage, *end; /* Its first byte; the end of what may be read. */
    int pitch, count, rows;        /* Bytes from row to row, and how many of them count. */
} dw_row_stencil;

/* The colour laid over rows of `stride` pixels; `room` as above. */
void dw_row_stencil_lay(uint32_t *pixels, int stride, int room, const dw_row_stencil *stencil,
                        uint32_t colour);

/* `scale`: 1 over the radius squared. */
void dw_row_glow(float *restrict coverage, float middle_x, float middle_y, float scale, int x,
                 int y, int count);

/* out = ink + (warm - ink) * warmth / 128 + tint, at most 255, for each byte. Warmth is 0 .. 127.
 */
void dw_row_light(uint8_t *restrict out, const uint8_t *restrict ink, const uint8_t *restrict warm,
                  const int16_t *restrict warmth, const int16_t *restrict tint, int bytes);

/* The same with one warmth and without a tint. */
void dw_row_light_plain(uint8_t *restrict out, const uint8_t *restrict ink,
                        const uint8_t *restrict warm, int warmth, int bytes);

/* Cells of light have four channels of 16 bits: three colours up to 4080, and warmth in the
 * highest. The kernel 1 2 1 across, of `count` channels (the neighbours of the first and last cell
 * are there), and down, each at a quarter of the sum. */
void dw_row_soften_across(uint16_t *restrict to, const uint16_t *restrict from, int count);
void dw_row_soften_down(uint16_t *restrict out, const uint16_t *restrict above,
                        const uint16_t *restrict middle, const uint16_t *restrict below, int count);

/* Three parts of the near cell and one of the far. */
void dw_row_mix_cells(uint64_t *restrict mixed, const uint64_t *restrict near,
                      const uint64_t *restrict far, int count);

/* Two pixels from each mixed cell and its neighbours: warmth in all four channels, as dw_row_light
 * wants it, and the tint. `odd`: of an odd row. */
void dw_row_enlarge_cells(uint64_t *restrict warmth, uint64_t *restrict tint,
                          const uint64_t *restrict mixed, int count, int odd);

/* out = (out * keep + add) / 256 for each byte. */
void dw_row_shade(uint8_t *restrict bytes, const uint16_t *restrict keep,
                  const uint16_t *restrict add, int count);

#endif
