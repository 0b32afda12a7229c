#include "client/view/scene/sight_compose.h"

#include "client/view/scene/sight_cells.h"
#include "client/view/tools/row.h"

#include <string.h>

/* A run of blocks that are alike: first cell, and the one after the last. */
typedef struct run {
    int from, to;
} run;

/* The next run of blocks from `block` on whose marks are `wanted`; false after the last one. */
static bool next_run(const dw_sight_light *light, const uint8_t *marks, int *block, run *out)
{
    int b = *block;
    while (b < light->blocks_x && marks[b] == 0) {
        b++;
    }
    if (b == light->blocks_x) {
        return false;
    }
    out->from = b * DW_CELL_BLOCK;
    while (b < light->blocks_x && marks[b] != 0) {
        b++;
    }
    out->to = dw_sight_block_end(light, b - 1);
    *block = b;
    return true;
}

static const uint8_t *marks_of(const dw_sight_light *light, const uint8_t *marks, int row)
{
    const int inside = row < 0 ? 0 : (row >= light->cells_y ? light->cells_y - 1 : row);
    return marks + (ptrdiff_t)inside * light->blocks_x;
}

/* Softening reaches one cell further, into the blocks around. */
static void spread_marks(dw_sight_light *light)
{
    for (int y = 0; y < light->cells_y; y++) {
        const uint8_t *above = marks_of(light, light->lit, y - 1);
        const uint8_t *at = marks_of(light, light->lit, y);
        const uint8_t *below = marks_of(light, light->lit, y + 1);
        uint8_t *soft = light->soft + (ptrdiff_t)y * light->blocks_x;
        uint8_t before = 0;
        uint8_t here = above[0] | at[0] | below[0];
        for (int b = 0; b < light->blocks_x; b++) {
            const uint8_t after =
                b + 1 < light->blocks_x ? above[b + 1] | at[b + 1] | below[b + 1] : 0;
            soft[b] = before | here | after;
            before = here;
            here = after;
        }
    }
}

/* One row of the separable kernel 1 2 1 across, at a quarter of the sum. Computes what the rows
 * above and below need as well. */
static void soften_across(dw_sight_light *light, int y, uint16_t *to)
{
    const uint16_t *from = light->cells + (ptrdiff_t)y * light->cells_x * DW_CELL_CHANNELS;
    const uint8_t *above = marks_of(light, light->soft, y - 1);
    const uint8_t *at = marks_of(light, light->soft, y);
    const uint8_t *below = marks_of(light, light->soft, y + 1);
    const int last = (light->cells_x - 1) * DW_CELL_CHANNELS;
    for (int b = 0; b < light->blocks_x; b++) {
        light->needed[b] = above[b] | at[b] | below[b];
    }
    run r;
    for (int b = 0; next_run(light, light->needed, &b, &r);) {
        const int first = r.from > 1 ? r.from : 1;
        const int end = r.to < light->cells_x - 1 ? r.to : light->cells_x - 1;
        const ptrdiff_t at_first = (ptrdiff_t)first * DW_CELL_CHANNELS;
        if (end > first) {
            dw_row_soften_across(to + at_first, from + at_first, (end - first) * DW_CELL_CHANNELS);
        }
    }
    for (int c = 0; c < DW_CELL_CHANNELS; c++) {
        const int right = light->cells_x > 1 ? DW_CELL_CHANNELS + c : c;
        const int left = light->cells_x > 1 ? last - DW_CELL_CHANNELS + c : c;
        to[c] = (uint16_t)((3 * from[c] + from[right]) >> 2);
        to[last + c] = (uint16_t)((3 * from[last + c] + from[left]) >> 2);
    }
}

void dw_sight_light_finish(dw_sight_light *light)
{
    const ptrdiff_t stride = (ptrdiff_t)light->cells_x * DW_CELL_CHANNELS;
    uint16_t *rows[3];
    spread_marks(light);
    for (int i = 0; i < 3; i++) {
        rows[i] = light->blurred + i * stride;
    }
    soften_across(light, 0, rows[1]);
    memcpy(rows[0], rows[1], sizeof(uint16_t) * (size_t)stride);
    for (int y = 0; y < light->cells_y; y++) {
        uint16_t *out = light->cells + y * stride;
        if (y + 1 < light->cells_y) {
            soften_across(light, y + 1, rows[2]);
        } else {
            memcpy(rows[2], rows[1], sizeof(uint16_t) * (size_t)stride);
        }
        run r;
        for (int b = 0; next_run(light, marks_of(light, light->soft, y), &b, &r);) {
            const ptrdiff_t at = (ptrdiff_t)r.from * DW_CELL_CHANNELS;
            dw_row_soften_down(out + at, rows[0] + at, rows[1] + at, rows[2] + at,
                               (r.to - r.from) * DW_CELL_CHANNELS);
        }
        uint16_t *free_row = rows[0];
        rows[0] = rows[1];
        rows[1] = rows[2];
        rows[2] = free_row;
    }
}

/* What row y of the screen is made of: the row of cells that it lies in, and the next one. */
typedef struct row_pair {
    const uint64_t *near, *far;
} row_pair;

static row_pair pair_of(dw_sight_light *light, int y)
{
    const int near = y / 2;
    int far = y % 2 == 0 ? near - 1 : near + 1;
    far = far < 0 ? 0 : (far >= light->cells_y ? light->cells_y - 1 : far);
    const uint8_t *a = marks_of(light, light->soft, near);
    const uint8_t *b = marks_of(light, light->soft, far);
    for (int i = 0; i < light->blocks_x; i++) {
        const int before = i > 0 ? a[i - 1] | b[i - 1] : 0;
        const int after = i + 1 < light->blocks_x ? a[i + 1] | b[i + 1] : 0;
        light->needed[i] = (uint8_t)(before | a[i] | b[i] | after);
    }
    return (row_pair){(const uint64_t *)light->cells + (ptrdiff_t)near * light->cells_x,
                      (const uint64_t *)light->cells + (ptrdiff_t)far * light->cells_x};
}

/* Enlarges cells of two rows into pixels of row y: nearest cell three parts, the next one part, on
 * both axes, so that a value comes out 16 times as large. */
static void enlarge(dw_sight_light *light, row_pair pair, int y, run r)
{
    const int first = r.from > 0 ? r.from - 1 : 0;
    const int end = r.to < light->cells_x ? r.to + 1 : light->cells_x;
    uint64_t *mixed = light->upper + 1;
    dw_row_mix_cells(mixed + first, pair.near + first, pair.far + first, end - first);
    if (r.from == 0) {
        mixed[-1] = mixed[0];
    }
    if (r.to == light->cells_x) {
        mixed[light->cells_x] = mixed[light->cells_x - 1];
    }
    dw_row_enlarge_cells(light->warmth + 2 * (ptrdiff_t)r.from, light->tint + 2 * (ptrdiff_t)r.from,
                         mixed + r.from, r.to - r.from, y % 2);
}

/* Pixels from x on to `to` of row y. */
static void compose_lit(const dw_sight_light *light, dw_tiles *tiles, const dw_camera *camera,
                        uint32_t *out, int y, run pixels)
{
    for (int x = pixels.from; x < pixels.to;) {
        const uint32_t *ink = NULL;
        const uint32_t *warm = NULL;
        const int span = dw_tiles_span(tiles, camera, x, y, &ink, &warm);
        const int count = span < pixels.to - x ? span : pixels.to - x;
        dw_row_light((uint8_t *)(out + x), (const uint8_t *)ink, (const uint8_t *)warm,
                     (const int16_t *)(light->warmth + x), (const int16_t *)(light->tint + x),
                     4 * count);
        x += count;
    }
}

static void compose_plain(dw_tiles *tiles, const dw_camera *camera, uint32_t *out, int y,
                          run pixels, int warmth)
{
    for (int x = pixels.from; x < pixels.to;) {
        const uint32_t *from = NULL;
        const int span = dw_tiles_plain_span(tiles, camera, x, y, warmth, &from);
        const int count = span < pixels.to - x ? span : pixels.to - x;
        memcpy(out + x, from, sizeof *out * (size_t)count);
        x += count;
    }
}

void dw_sight_light_compose(dw_sight_light *light, dw_tiles *tiles, const dw_camera *camera,
                            dw_canvas *canvas)
{
    const int width = light->width < canvas->width ? light->width : canvas->width;
    const int plain = (int)((light->plain >> 48) * 16U >> 9); /* As an enlarged cell has it. */
    for (int y = 0; y < light->height && y < canvas->height; y++) {
        uint32_t *out = canvas->pixels + (ptrdiff_t)y * canvas->stride;
        const row_pair pair = pair_of(light, y);
        int done = 0;
        run r;
        for (int b = 0; next_run(light, light->needed, &b, &r);) {
            const run lit = {2 * r.from, 2 * r.to < width ? 2 * r.to : width};
            compose_plain(tiles, camera, out, y, (run){done, lit.from}, plain);
            enlarge(light, pair, y, r);
            compose_lit(light, tiles, camera, out, y, lit);
            done = lit.to;
        }
        compose_plain(tiles, camera, out, y, (run){done, width}, plain);
    }
}
