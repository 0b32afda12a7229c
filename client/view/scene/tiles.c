#include "client/view/scene/tiles.h"

#include "client/view/scene/draw_map.h"
#include "client/view/tools/card.h"
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
    double scale;            /* Pixels a unit of what is painted. */
    dw_palette_name palette; /* Of what is painted. */
    dw_canvas overview[DW_DRAWING_COUNT];
    double overview_x, overview_y, overview_scale;
    uint32_t stretched[DW_DRAWING_COUNT][DW_TILE_SIDE]; /* A span of it, enlarged. */
    uint32_t mixed[DW_TILE_SIDE];
    struct dw_card *card; /* NULL: the tiles have their pixels here. */
    uint32_t epoch;       /* Of the card's pictures. */
    dw_canvas scratch;    /* A tile on its way up. */
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
    tiles->palette = dw_palette_chosen();
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
    dw_canvas_destroy(&tiles->scratch);
    free(tiles);
}

static dw_status take_pixels(tile *t)
{
    dw_status status = dw_canvas_resize(&t->mixed, DW_TILE_SIDE, DW_TILE_SIDE);
    for (int d = 0; d < DW_DRAWING_COUNT && status == DW_OK; d++) {
        status = dw_canvas_resize(&t->drawings[d], DW_TILE_SIDE, DW_TILE_SIDE);
    }
    return status;
}

/* Makes the pictures on the card, and puts the overview there. */
static dw_status take_pictures(dw_tiles *tiles, dw_card *card)
{
    dw_status status = dw_canvas_resize(&tiles->scratch, DW_TILE_SIDE, DW_TILE_SIDE);
    for (int d = 0; d < DW_DRAWING_COUNT && status == DW_OK; d++) {
        const dw_picture overview =
            d == DW_DRAWING_INK ? DW_PICTURE_OVERVIEW_INK : DW_PICTURE_OVERVIEW_WARM;
        const dw_picture pieces =
            d == DW_DRAWING_INK ? DW_PICTURE_TILES_INK : DW_PICTURE_TILES_WARM;
        const dw_canvas *from = &tiles->overview[d];
        status = dw_card_make(card, overview, from->width, from->height, false);
        if (status == DW_OK) {
            dw_card_put(card, overview, 0, 0, from->width, from->height, from->pixels,
                        from->stride);
            status = dw_card_make(card, pieces, tiles->columns * DW_TILE_SIDE,
                                  tiles->rows * DW_TILE_SIDE, false);
        }
    }
    return status;
}

static dw_status take_room(dw_tiles *tiles, dw_card *card)
{
    if (card != NULL) {
        return take_pictures(tiles, card);
    }
    dw_status status = DW_OK;
    for (int32_t i = 0; i < tiles->columns * tiles->rows && status == DW_OK; i++) {
        status = take_pixels(&tiles->tiles[i]);
    }
    return status;
}

dw_status dw_tiles_resize(dw_tiles *tiles, int width, int height, dw_card *card)
{
    /* One tile more than fits, as the first may be cut, and a ring on both sides. */
    const int32_t columns = width / DW_TILE_SIDE + 2 + 2 * RING;
    const int32_t rows = height / DW_TILE_SIDE + 2 + 2 * RING;
    const bool has_pictures = card == NULL || dw_card_claim(card, tiles, &tiles->epoch);
    const bool has_colours = tiles->palette == dw_palette_chosen();
    if (columns == tiles->columns && rows == tiles->rows && card == tiles->card && has_pictures &&
        has_colours) {
        return DW_OK;
    }
    drop_tiles(tiles);
    if (!has_colours && paint_overview(tiles) != DW_OK) {
        return DW_MEMORY;
    }
    tiles->tiles = calloc((size_t)columns * (size_t)rows, sizeof *tiles->tiles);
    if (tiles->tiles == NULL) {
        return DW_MEMORY;
    }
    tiles->columns = columns;
    tiles->rows = rows;
    tiles->card = card;
    const dw_status status = take_room(tiles, card);
    if (status != DW_OK) {
        drop_tiles(tiles);
    }
    return status;
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
        dw_canvas *canvas = tiles->card != NULL ? &tiles->scratch : &t->drawings[d];
        dw_draw_map(canvas, tiles->map, (double)(column * DW_TILE_SIDE) / tiles->scale,
                    (double)(row * DW_TILE_SIDE) / tiles->scale, tiles->scale, (dw_drawing)d);
        if (tiles->card != NULL) {
            const ptrdiff_t place = t - tiles->tiles;
            dw_card_put(tiles->card,
                        d == DW_DRAWING_INK ? DW_PICTURE_TILES_INK : DW_PICTURE_TILES_WARM,
                        (int)(place % tiles->columns) * DW_TILE_SIDE,
                        (int)(place / tiles->columns) * DW_TILE_SIDE, DW_TILE_SIDE, DW_TILE_SIDE,
                        canvas->pixels, canvas->stride);
        }
    }
}

/* Which tiles the screen shows: the world's pixel in its top left corner, and numbers of tiles. */
typedef struct tile_range {
    int64_t left, top, column0, column1, row0, row1;
} tile_range;

static tile_range range_of(const dw_camera *camera)
{
    const double scale = dw_camera_pixels_per_unit(camera);
    const int64_t left = first_pixel(camera->x, scale, camera->width);
    const int64_t top = first_pixel(camera->y, scale, camera->height);
    return (tile_range){.left = left,
                        .top = top,
                        .column0 = floor_divide(left, DW_TILE_SIDE),
                        .column1 = floor_divide(left + camera->width - 1, DW_TILE_SIDE),
                        .row0 = floor_divide(top, DW_TILE_SIDE),
                        .row1 = floor_divide(top + camera->height - 1, DW_TILE_SIDE)};
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
    const tile_range range = range_of(camera);
    uint32_t missing = 0;
    for (int ring = 0; ring <= RING; ring++) {
        for (int64_t row = range.row0 - ring; row <= range.row1 + ring; row++) {
            for (int64_t column = range.column0 - ring; column <= range.column1 + ring; column++) {
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

static dw_clip whole_screen(const dw_draw_list *list)
{
    return (dw_clip){0, 0, list->width, list->height};
}

/* The overview enlarged over the screen, and paper beyond its edge. */
static void draw_overview(const dw_tiles *tiles, const dw_camera *camera, dw_draw_list *list,
                          dw_picture into, dw_picture from)
{
    const double width = tiles->overview[0].width / tiles->overview_scale;
    const double height = tiles->overview[0].height / tiles->overview_scale;
    const dw_atlas_place white = dw_atlas_white();
    dw_draw_list_use(list, into, DW_PICTURE_ATLAS, DW_MIX_COPY, whole_screen(list));
    dw_draw_list_quad(list,
                      &(dw_quad){0.0F, 0.0F, (float)list->width, (float)list->height, white.u0,
                                 white.v0, white.u1, white.v1, dw_palette(DW_TINT_NIGHT)});
    dw_draw_list_use(list, into, from, DW_MIX_COPY, whole_screen(list));
    dw_draw_list_quad(list, &(dw_quad){dw_camera_screen_x(camera, tiles->overview_x),
                                       dw_camera_screen_y(camera, tiles->overview_y),
                                       dw_camera_screen_x(camera, tiles->overview_x + width),
                                       dw_camera_screen_y(camera, tiles->overview_y + height), 0.0F,
                                       0.0F, 1.0F, 1.0F, 0xffffffffU});
}

static void draw_tile(dw_tiles *tiles, const tile_range *range, int64_t column, int64_t row,
                      dw_draw_list *list)
{
    const ptrdiff_t place = place_of(tiles, column, row) - tiles->tiles;
    const float x = (float)(column * DW_TILE_SIDE - range->left);
    const float y = (float)(row * DW_TILE_SIDE - range->top);
    const float u = (float)(place % tiles->columns) / (float)tiles->columns;
    const ptrdiff_t line = place / tiles->columns;
    const float v = (float)line / (float)tiles->rows;
    dw_draw_list_quad(list, &(dw_quad){x, y, x + DW_TILE_SIDE, y + DW_TILE_SIDE, u, v,
                                       u + 1.0F / (float)tiles->columns,
                                       v + 1.0F / (float)tiles->rows, 0xffffffffU});
}

void dw_tiles_draw(dw_tiles *tiles, const dw_camera *camera, dw_draw_list *list)
{
    static const dw_picture into[] = {DW_PICTURE_SCREEN, DW_PICTURE_WARM};
    static const dw_picture pieces[] = {DW_PICTURE_TILES_INK, DW_PICTURE_TILES_WARM};
    static const dw_picture overviews[] = {DW_PICTURE_OVERVIEW_INK, DW_PICTURE_OVERVIEW_WARM};
    const tile_range range = range_of(camera);
    const bool fits = dw_camera_pixels_per_unit(camera) == tiles->scale;
    bool complete = fits;
    for (int64_t row = range.row0; row <= range.row1; row++) {
        for (int64_t column = range.column0; column <= range.column1; column++) {
            complete = complete && has(tiles, column, row);
        }
    }
    for (int d = 0; d < DW_DRAWING_COUNT; d++) {
        if (!complete) {
            draw_overview(tiles, camera, list, into[d], overviews[d]);
        }
        dw_draw_list_use(list, into[d], pieces[d], DW_MIX_COPY, whole_screen(list));
        for (int64_t row = range.row0; fits && row <= range.row1; row++) {
            for (int64_t column = range.column0; column <= range.column1; column++) {
                if (has(tiles, column, row)) {
                    draw_tile(tiles, &range, column, row, list);
                }
            }
        }
    }
}
