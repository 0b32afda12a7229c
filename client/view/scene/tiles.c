#include "client/view/scene/tiles.h"

#include "client/view/scene/draw_map.h"
#include "client/view/tools/row.h"

#include <math.h>
#include <stdlib.h>

/* The overview shows the map with this margin of paper around it. */
#define OVERVIEW_MARGIN_UNITS (4.0 * 1000.0 * DW_UNITS_PER_MM)

enum { OVERVIEW_SIDE = 1280, RING = 1 };

typedef struct tile {
    int32_t column, row;
    bool painted;
    dw_canvas drawings[DW_DRAWING_COUNT];
    dw_canvas mixed;  /* Both, where the light is the same everywhere. */
    int mixed_warmth; /* Of 128; -1 = not mixed yet. */
} tile;

struct dw_tiles {
    const dw_map *map;
    /* A torus of tiles: a tile is stored at (column mod columns, row mod rows), so a new tile
     * overwrites one that has left the screen. */
    int32_t columns, rows;
    tile *tiles;
    double scale; /* Pixels a unit of what is painted. */
    dw_canvas overview[DW_DRAWING_COUNT];
    double overview_x, overview_y, overview_scale;
    uint32_t stretched[DW_DRAWING_COUNT][DW_TILE_SIDE]; /* A span of it, enlarged. */
    uint32_t mixed[DW_TILE_SIDE];
};

/* The world pixel in the screen's left column (top row). */
static int64_t first_pixel(double middle, double scale, int extent)
{
    return (int64_t)llround(middle * scale - extent / 2.0);
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static tile *place_of(dw_tiles *tiles, int64_t column, int64_t row)
{
    const int64_t x = column - floor_divide(column, tiles->columns) * tiles->columns;
    const int64_t y = row - floor_divide(row, tiles->rows) * tiles->rows;
    return &tiles->tiles[y * tiles->columns + x];
}

static dw_status paint_overview(dw_tiles *tiles)
{
    const dw_rect b = tiles->map->bounds;
    const double width = b.max.x - b.min.x + 2.0 * OVERVIEW_MARGIN_UNITS;
    const double height = b.max.y - b.min.y + 2.0 * OVERVIEW_MARGIN_UNITS;
    tiles->overview_scale = OVERVIEW_SIDE / fmax(width, height);
    tiles->overview_x = b.min.x - OVERVIEW_MARGIN_UNITS;
    tiles->overview_y = b.min.y - OVERVIEW_MARGIN_UNITS;
    for (int d = 0; d < DW_DRAWING_COUNT; d++) {
        const dw_status status =
            dw_canvas_resize(&tiles->overview[d], (int)ceil(width * tiles->overview_scale),
                             (int)ceil(height * tiles->overview_scale));
        if (status != DW_OK) {
            return status;
        }
        dw_draw_map(&tiles->overview[d], tiles->map, tiles->overview_x, tiles->overview_y,
                    tiles->overview_scale, (dw_drawing)d);
    }
    return DW_OK;
}

dw_status dw_tiles_create(dw_tiles **out, const dw_map *map, dw_error *error)
{
    dw_tiles *tiles = calloc(1, sizeof *tiles);
    if (tiles == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for drawing the map");
    }
    tiles->map = map;
    const dw_status status = paint_overview(tiles);
    if (status != DW_OK) {
        dw_tiles_destroy(tiles);
        return dw_fail(error, status, "no memory for an overview of map \"%s\"", map->name);
    }
    *out = tiles;
    return DW_OK;
}

static void drop_tiles(dw_tiles *tiles)
{
    for (int32_t i = 0; i < tiles->columns * tiles->rows; i++) {
        for (int d = 0; d < DW_DRAWING_COUNT; d++) {
            dw_canvas_destroy(&tiles->tiles[i].drawings[d]);
        }
        dw_canvas_destroy(&tiles->tiles[i].mixed);
    }
    free(tiles->tiles);
    tiles->tiles = NULL;
    tiles->columns = 0;
    tiles->rows = 0;
}

void dw_tiles_destroy(dw_tiles *tiles)
{
    if (tiles == NULL) {
        return;
    }
    drop_tiles(tiles);
    for (int d = 0; d < DW_DRAWING_COUNT; d++) {
        dw_canvas_destroy(&tiles->overview[d]);
    }
    free(tiles);
}

dw_status dw_tiles_resize(dw_tiles *tiles, int width, int height)
{
    /* One tile more than fits, as the first may be cut, and a ring on both sides. */
    const int32_t columns = width / DW_TILE_SIDE + 2 + 2 * RING;
    const int32_t rows = height / DW_TILE_SIDE + 2 + 2 * RING;
    if (columns == tiles->columns && rows == tiles->rows) {
        return DW_OK;
    }
    drop_tiles(tiles);
    tiles->tiles = calloc((size_t)columns * (size_t)rows, sizeof *tiles->tiles);
    if (tiles->tiles == NULL) {
        return DW_MEMORY;
    }
    tiles->columns = columns;
    tiles->rows = rows;
    for (int32_t i = 0; i < columns * rows; i++) {
        tile *t = &tiles->tiles[i];
        dw_status status = dw_canvas_resize(&t->mixed, DW_TILE_SIDE, DW_TILE_SIDE);
        for (int d = 0; d < DW_DRAWING_COUNT && status == DW_OK; d++) {
            status = dw_canvas_resize(&t->drawings[d], DW_TILE_SIDE, DW_TILE_SIDE);
        }
        if (status != DW_OK) {
            drop_tiles(tiles);
            return status;
        }
    }
    return DW_OK;
}

static bool has(dw_tiles *tiles, int64_t column, int64_t row)
{
    const tile *t = place_of(tiles, column, row);
    return t->painted && t->column == column && t->row == row;
}

static void paint(dw_tiles *tiles, int64_t column, int64_t row)
{
    tile *t = place_of(tiles, column, row);
    t->column = (int32_t)column;
    t->row = (int32_t)row;
    t->painted = true;
    t->mixed_warmth = -1;
    for (int d = 0; d < DW_DRAWING_COUNT; d++) {
        dw_draw_map(&t->drawings[d], tiles->map, (double)(column * DW_TILE_SIDE) / tiles->scale,
                    (double)(row * DW_TILE_SIDE) / tiles->scale, tiles->scale, (dw_drawing)d);
    }
}

uint32_t dw_tiles_update(dw_tiles *tiles, const dw_camera *camera, uint32_t budget)
{
    if (camera->scale != camera->target_scale) {
        return 0;
    }
    const double scale = dw_camera_pixels_per_unit(camera);
    if (scale != tiles->scale) {
        tiles->scale = scale;
        for (int32_t i = 0; i < tiles->columns * tiles->rows; i++) {
            tiles->tiles[i].painted = false;
        }
    }
    const int64_t left = first_pixel(camera->x, scale, camera->width);
    const int64_t top = first_pixel(camera->y, scale, camera->height);
    const int64_t column0 = floor_divide(left, DW_TILE_SIDE);
    const int64_t column1 = floor_divide(left + camera->width - 1, DW_TILE_SIDE);
    const int64_t row0 = floor_divide(top, DW_TILE_SIDE);
    const int64_t row1 = floor_divide(top + camera->height - 1, DW_TILE_SIDE);
    uint32_t missing = 0;
    for (int ring = 0; ring <= RING; ring++) {
        for (int64_t row = row0 - ring; row <= row1 + ring; row++) {
            for (int64_t column = column0 - ring; column <= column1 + ring; column++) {
                if (has(tiles, column, row)) {
                    continue;
                }
                if (budget > 0) {
                    paint(tiles, column, row);
                    budget--;
                } else if (ring == 0) {
                    missing++;
                }
            }
        }
    }
    return missing;
}

/* The nearest pixels of the overview; paper beyond its edge. */
static void stretch_overview(dw_tiles *tiles, const dw_camera *camera, int x, int y, int count)
{
    const double ratio = tiles->overview_scale / dw_camera_pixels_per_unit(camera);
    const double world_x = dw_camera_world_x(camera, (float)x + 0.5F);
    const double world_y = dw_camera_world_y(camera, (float)y + 0.5F);
    const double sy = (world_y - tiles->overview_y) * tiles->overview_scale;
    const double first = (world_x - tiles->overview_x) * tiles->overview_scale;
    for (int i = 0; i < count; i++) {
        const double sx = first + ratio * i;
        const bool inside = sx >= 0.0 && sy >= 0.0 && sx < tiles->overview[0].width &&
                            sy < tiles->overview[0].height;
        for (int d = 0; d < DW_DRAWING_COUNT; d++) {
            const dw_canvas *from = &tiles->overview[d];
            tiles->stretched[d][i] =
                inside ? from->pixels[(ptrdiff_t)sy * from->stride + (ptrdiff_t)sx]
                       : dw_palette(DW_TINT_NIGHT);
        }
    }
}

/* What is shown from pixel (x, y) of the screen on. */
typedef struct span {
    tile *tile; /* NULL: the overview stands in. */
    ptrdiff_t start;
    int count;
} span;

static span span_at(dw_tiles *tiles, const dw_camera *camera, int x, int y)
{
    const double scale = dw_camera_pixels_per_unit(camera);
    const int64_t at_x = first_pixel(camera->x, scale, camera->width) + x;
    const int64_t at_y = first_pixel(camera->y, scale, camera->height) + y;
    const int64_t column = floor_divide(at_x, DW_TILE_SIDE);
    const int64_t row = floor_divide(at_y, DW_TILE_SIDE);
    const int inside = (int)(at_x - column * DW_TILE_SIDE);
    const int left = camera->width - x;
    const bool here = scale == tiles->scale && has(tiles, column, row);
    return (span){.tile = here ? place_of(tiles, column, row) : NULL,
                  .start = (ptrdiff_t)(at_y - row * DW_TILE_SIDE) * DW_TILE_SIDE + inside,
                  .count = DW_TILE_SIDE - inside < left ? DW_TILE_SIDE - inside : left};
}

int dw_tiles_span(dw_tiles *tiles, const dw_camera *camera, int x, int y, const uint32_t **ink,
                  const uint32_t **warm)
{
    const span s = span_at(tiles, camera, x, y);
    if (s.tile != NULL) {
        *ink = s.tile->drawings[DW_DRAWING_INK].pixels + s.start;
        *warm = s.tile->drawings[DW_DRAWING_WARM].pixels + s.start;
        return s.count;
    }
    stretch_overview(tiles, camera, x, y, s.count);
    *ink = tiles->stretched[DW_DRAWING_INK];
    *warm = tiles->stretched[DW_DRAWING_WARM];
    return s.count;
}

static void mix(uint32_t *out, const uint32_t *ink, const uint32_t *warm, int warmth, int count)
{
    dw_row_light_plain((uint8_t *)out, (const uint8_t *)ink, (const uint8_t *)warm, warmth,
                       4 * count);
}

int dw_tiles_plain_span(dw_tiles *tiles, const dw_camera *camera, int x, int y, int warmth,
                        const uint32_t **pixels)
{
    const span s = span_at(tiles, camera, x, y);
    tile *t = s.tile;
    if (t == NULL) {
        stretch_overview(tiles, camera, x, y, s.count);
        uint32_t *ink = tiles->stretched[DW_DRAWING_INK];
        mix(tiles->mixed, ink, tiles->stretched[DW_DRAWING_WARM], warmth, s.count);
        *pixels = tiles->mixed;
        return s.count;
    }
    if (t->mixed_warmth != warmth) {
        t->mixed_warmth = warmth;
        mix(t->mixed.pixels, t->drawings[DW_DRAWING_INK].pixels,
            t->drawings[DW_DRAWING_WARM].pixels, warmth, DW_TILE_SIDE * DW_TILE_SIDE);
    }
    *pixels = t->mixed.pixels + s.start;
    return s.count;
}
