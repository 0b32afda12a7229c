#include "client/view/scene/sight_light.h"

#include "client/view/scene/sight_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void drop(dw_sight_light *light)
{
    free(light->cells);
    free(light->blurred);
    free(light->edges);
    free(light->lit);
    free(light->soft);
    free(light->needed);
    free(light->upper);
    free(light->warmth);
    free(light->tint);
    *light = (dw_sight_light){0};
}

dw_status dw_sight_light_resize(dw_sight_light *light, int width, int height, int side)
{
    if (width < 1 || height < 1 || side < 2 || width > DW_CANVAS_SIDE_MAX ||
        height > DW_CANVAS_SIDE_MAX) {
        return DW_RANGE;
    }
    drop(light);
    const size_t x = (size_t)(width + side - 1) / (size_t)side;
    const size_t y = (size_t)(height + side - 1) / (size_t)side;
    light->cells = calloc(x * y * DW_CELL_CHANNELS, sizeof *light->cells);
    light->blurred = calloc(3 * x * DW_CELL_CHANNELS, sizeof *light->blurred);
    light->edges = calloc((x + 2) * y, sizeof *light->edges);
    const size_t blocks = (x + DW_CELL_BLOCK - 1) / DW_CELL_BLOCK;
    light->lit = calloc(blocks * y, 1);
    light->soft = calloc(blocks * y, 1);
    light->needed = calloc(blocks, 1);
    light->upper = calloc(x + 2, sizeof *light->upper);
    light->warmth = calloc(2 * x, sizeof *light->warmth);
    light->tint = calloc(2 * x, sizeof *light->tint);
    if (light->cells == NULL || light->blurred == NULL || light->edges == NULL ||
        light->lit == NULL || light->soft == NULL || light->needed == NULL ||
        light->upper == NULL || light->warmth == NULL || light->tint == NULL) {
        drop(light);
        return DW_MEMORY;
    }
    light->width = width;
    light->height = height;
    light->side = side;
    light->cells_x = (int)x;
    light->cells_y = (int)y;
    light->blocks_x = (int)blocks;
    memset(light->soft, 1, blocks * y); /* The first clear writes all. */
    return DW_OK;
}

dw_status dw_sight_light_create(dw_sight_light **out, int width, int height)
{
    dw_sight_light *light = calloc(1, sizeof *light);
    if (light == NULL) {
        return DW_MEMORY;
    }
    const dw_status status = dw_sight_light_resize(light, width, height, 2);
    if (status != DW_OK) {
        free(light);
        return status;
    }
    *out = light;
    return DW_OK;
}

void dw_sight_light_destroy(dw_sight_light *light)
{
    if (light != NULL) {
        drop(light);
        free(light);
    }
}

void dw_sight_light_clear(dw_sight_light *light, float warmth)
{
    const uint64_t cell = (uint64_t)(warmth * (float)DW_CELL_ONE + 0.5F) << 48;
    const bool all = cell != light->plain;
    light->plain = cell;
    for (int y = 0; y < light->cells_y; y++) {
        uint64_t *cells = (uint64_t *)light->cells + (ptrdiff_t)y * light->cells_x;
        const uint8_t *soft = light->soft + (ptrdiff_t)y * light->blocks_x;
        const uint8_t *lit = light->lit + (ptrdiff_t)y * light->blocks_x;
        for (int b = 0; b < light->blocks_x; b++) {
            const int to = dw_sight_block_end(light, b);
            for (int x = b * DW_CELL_BLOCK; (all || (soft[b] | lit[b]) != 0) && x < to; x++) {
                cells[x] = cell;
            }
        }
    }
    memset(light->lit, 0, (size_t)light->blocks_x * (size_t)light->cells_y);
}

void dw_sight_light_remember(dw_sight_light *light, const dw_camera *camera,
                             const dw_memory_grid *grid, float warmth)
{
    const double cell = grid->cell;
    const float half = 0.5F * (float)light->side;
    const double step =
        (dw_camera_world_x(camera, (float)light->side) - dw_camera_world_x(camera, 0.0F)) / cell;
    const double left = (dw_camera_world_x(camera, half) - grid->origin.x) / cell - 0.5;
    for (int y = 0; y < light->cells_y; y++) {
        const double at =
            (dw_camera_world_y(camera, (float)(light->side * y) + half) - grid->origin.y) / cell -
            0.5;
        const int row = (int)floor(at);
        if (row < 0 || row + 1 >= grid->rows) {
            continue;
        }
        const float down = (float)(at - row);
        const uint8_t *upper = grid->seen + (ptrdiff_t)row * grid->columns;
        const uint8_t *lower = upper + grid->columns;
        uint16_t *cells = light->cells + (ptrdiff_t)y * light->cells_x * DW_CELL_CHANNELS;
        uint8_t *lit = light->lit + (ptrdiff_t)y * light->blocks_x;
        for (int x = 0; x < light->cells_x; x++) {
            const float sx = (float)(left + step * x);
            const int column = (int)sx;
            if (sx < 0.0F || column + 1 >= grid->columns) {
                continue;
            }
            const float along = sx - (float)column;
            const float a =
                (float)upper[column] + (float)(upper[column + 1] - upper[column]) * along;
            const float b =
                (float)lower[column] + (float)(lower[column + 1] - lower[column]) * along;
            const float level = (a + (b - a) * down) * warmth * ((float)DW_CELL_ONE / 255.0F);
            lit[x / DW_CELL_BLOCK] |= level >= 1.0F ? 1 : 0;
            cells[(ptrdiff_t)x * DW_CELL_CHANNELS + DW_CELL_WARMTH] =
                (uint16_t)((float)cells[(ptrdiff_t)x * DW_CELL_CHANNELS + DW_CELL_WARMTH] + level);
        }
    }
}

/* Adds one row's part of an edge: the signed area to the right of it, as steps in a row that a
 * running sum turns into coverage. What lies left of the picture covers the whole row. */
static void edge_row(float *row, float from_x, float to_x, float height, int cells_x)
{
    const float limit = (float)cells_x;
    float x0 = dw_lesser(from_x, to_x);
    float x1 = dw_greater(from_x, to_x);
    if (x1 <= 0.0F) {
        row[0] += height;
        return;
    }
    if (x0 >= limit) {
        return;
    }
    const float per_x = height / dw_greater(x1 - x0, 1e-6F);
    if (x0 < 0.0F) {
        row[0] += -x0 * per_x;
        height += x0 * per_x;
        x0 = 0.0F;
    }
    if (x1 > limit) {
        height -= (x1 - limit) * per_x;
        x1 = limit;
    }
    const int first = (int)x0;
    const int last = (int)x1;
    if (first == last) {
        const float middle = (x0 + x1) * 0.5F - (float)first;
        row[first] += height * (1.0F - middle);
        row[first + 1] += height * middle;
        return;
    }
    /* A flat edge covers several cells of the row: each gets its trapezium. */
    const float slope = height / (x1 - x0);
    float before = 0.0F;
    for (int i = first; i <= last; i++) {
        const float a = dw_greater(x0, (float)i);
        const float b = dw_lesser(x1, (float)i + 1.0F);
        const float rise = slope * (b - a);
        const float area = before + rise * (1.0F - ((a + b) * 0.5F - (float)i));
        row[i] += area;
        before = rise - rise * (1.0F - ((a + b) * 0.5F - (float)i));
    }
    row[last + 1] += before;
}

static void add_edge(dw_sight_light *light, float x0, float y0, float x1, float y1)
{
    const float sign = y0 < y1 ? 1.0F : -1.0F;
    if (y0 > y1) {
        const float tx = x0;
        const float ty = y0;
        x0 = x1;
        y0 = y1;
        x1 = tx;
        y1 = ty;
    }
    if (y0 == y1 || y1 <= 0.0F || y0 >= (float)light->cells_y) {
        return;
    }
    const float slope = (x1 - x0) / (y1 - y0);
    const int first = (int)dw_greater(y0, 0.0F);
    const int last = (int)dw_lesser(ceilf(y1), (float)light->cells_y);
    for (int y = first; y < last; y++) {
        const float top = dw_greater(y0, (float)y);
        const float bottom = dw_lesser(y1, (float)y + 1.0F);
        edge_row(light->edges + (ptrdiff_t)y * (light->cells_x + 2), x0 + (top - y0) * slope,
                 x0 + (bottom - y0) * slope, sign * (bottom - top), light->cells_x);
    }
}

/* What a beam is in cells, worked out once. */
typedef struct cell_beam {
    float x, y, per_reach_squared;
    float warmth[2],
        tint[2][3]; /* At the far end, and how much more at the eye; times DW_CELL_ONE. */
} cell_beam;

static cell_beam to_cells(const dw_camera *camera, const dw_beam *beam, float per_pixel)
{
    const float reach = dw_greater(dw_camera_pixels(camera, beam->reach) * per_pixel, 1.0F);
    cell_beam out = {.x = dw_camera_screen_x(camera, beam->eye_x) * per_pixel,
                     .y = dw_camera_screen_y(camera, beam->eye_y) * per_pixel,
                     .per_reach_squared = 1.0F / (reach * reach)};
    out.warmth[0] = beam->far_warmth * (float)DW_CELL_ONE;
    out.warmth[1] = (beam->near_warmth - beam->far_warmth) * (float)DW_CELL_ONE;
    for (int c = 0; c < 3; c++) {
        const float level = (float)(beam->tint >> (8 * c) & 0xffU) / 255.0F * (float)DW_CELL_ONE;
        out.tint[0][c] = level * beam->far_tint;
        out.tint[1][c] = level * (beam->near_tint - beam->far_tint);
    }
    return out;
}

/* Turns a row of steps into coverage and lights its cells; leaves the steps zero. */
static void light_row(const dw_sight_light *light, const cell_beam *beam, int y, int from, int to)
{
    float *steps = light->edges + (ptrdiff_t)y * (light->cells_x + 2);
    uint16_t *cells = light->cells + (ptrdiff_t)y * light->cells_x * DW_CELL_CHANNELS;
    uint8_t *lit = light->lit + (ptrdiff_t)y * light->blocks_x;
    const float dy = (float)y + 0.5F - beam->y;
    float sum = 0.0F;
    for (int x = from; x < to; x++) {
        sum += steps[x];
        steps[x] = 0.0F;
        const float coverage = dw_lesser(fabsf(sum), 1.0F);
        if (coverage < 0.004F) {
            continue;
        }
        lit[x / DW_CELL_BLOCK] = 1;
        const float dx = (float)x + 0.5F - beam->x;
        const float t = dw_greater(1.0F - (dx * dx + dy * dy) * beam->per_reach_squared, 0.0F);
        const float near = t * t;
        uint16_t *cell = cells + (ptrdiff_t)x * DW_CELL_CHANNELS;
        const float warmth = coverage * (beam->warmth[0] + beam->warmth[1] * near);
        const float had = (float)cell[DW_CELL_WARMTH];
        cell[DW_CELL_WARMTH] = (uint16_t)(had + warmth * (1.0F - had / (float)DW_CELL_ONE));
        for (int c = 0; c < 3; c++) {
            const float level =
                (float)cell[c] + coverage * (beam->tint[0][c] + beam->tint[1][c] * near);
            cell[c] = (uint16_t)dw_lesser(level, (float)DW_CELL_ONE);
        }
    }
    steps[light->cells_x] = 0.0F;
    steps[light->cells_x + 1] = 0.0F;
}

void dw_sight_light_add(dw_sight_light *light, const dw_camera *camera, const dw_beam *beam,
                        const dw_vec *points, uint32_t point_count)
{
    if (point_count < 3) {
        return;
    }
    const float per_pixel = 1.0F / (float)light->side;
    float low_x = 1e9F;
    float high_x = -1e9F;
    float low_y = 1e9F;
    float high_y = -1e9F;
    float before_x = dw_camera_screen_x(camera, points[point_count - 1].x) * per_pixel;
    float before_y = dw_camera_screen_y(camera, points[point_count - 1].y) * per_pixel;
    for (uint32_t i = 0; i < point_count; i++) {
        const float x = dw_camera_screen_x(camera, points[i].x) * per_pixel;
        const float y = dw_camera_screen_y(camera, points[i].y) * per_pixel;
        add_edge(light, before_x, before_y, x, y);
        low_x = dw_lesser(low_x, x);
        high_x = dw_greater(high_x, x);
        low_y = dw_lesser(low_y, y);
        high_y = dw_greater(high_y, y);
        before_x = x;
        before_y = y;
    }
    const cell_beam in_cells = to_cells(camera, beam, per_pixel);
    const int x0 = (int)dw_lesser(dw_greater(low_x, 0.0F), (float)light->cells_x);
    const int x1 = (int)dw_lesser(dw_greater(ceilf(high_x), 0.0F), (float)light->cells_x);
    const int y0 = (int)dw_lesser(dw_greater(low_y, 0.0F), (float)light->cells_y);
    const int y1 = (int)dw_lesser(dw_greater(ceilf(high_y), 0.0F), (float)light->cells_y);
    for (int y = y0; y < y1; y++) {
        light_row(light, &in_cells, y, x0, x1);
        /* Rounding may leave a step just behind the box. */
        light->edges[(ptrdiff_t)y * (light->cells_x + 2) + x1] = 0.0F;
    }
}

float dw_sight_light_warmth_at(const dw_sight_light *light, float sx, float sy)
{
    const float x = sx / (float)light->side;
    const float y = sy / (float)light->side;
    if (!(x >= 0.0F && y >= 0.0F && x < (float)light->cells_x && y < (float)light->cells_y)) {
        return 0.0F;
    }
    const ptrdiff_t at = ((ptrdiff_t)(int)y * light->cells_x + (int)x) * DW_CELL_CHANNELS;
    return (float)light->cells[at + DW_CELL_WARMTH] / (float)DW_CELL_ONE;
}
