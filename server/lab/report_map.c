/* report_map.c - the colour of a square goes with the square root of its count: guards stand at
 * their posts a hundred times longer than anywhere else, and the paths between have to be seen. */
#include "server/lab/report_map.h"

#include "server/lab/report_page.h"

#include <inttypes.h>
#include <math.h>
#include <png.h>
#include <stdlib.h>

enum { LEVELS = 16, CHANNELS = 4, UNITS_PER_CM = DW_MM(10), PNG_BYTES_MAX = 1 << 16 };

static int32_t to_cm(int32_t units)
{
    return units / UNITS_PER_CM;
}

static void put_rect(FILE *out, const char *style, const dw_map *map, dw_rect area)
{
    const dw_vec o = map->bounds.min;
    const int32_t x = to_cm(area.min.x - o.x);
    const int32_t y = to_cm(area.min.y - o.y);
    (void)fprintf(out,
                  "<rect class=\"%s\" x=\"%" PRId32 "\" y=\"%" PRId32 "\" width=\"%" PRId32
                  "\" height=\"%" PRId32 "\"/>",
                  style, x, y, to_cm(area.max.x - o.x) - x, to_cm(area.max.y - o.y) - y);
}

static void put_view_box(FILE *out, const dw_map *map)
{
    (void)fprintf(out, "viewBox=\"0 0 %" PRId32 " %" PRId32 "\"",
                  to_cm(map->bounds.max.x - map->bounds.min.x),
                  to_cm(map->bounds.max.y - map->bounds.min.y));
}

void dw_report_map_define(FILE *out, const dw_map *map, uint32_t index)
{
    (void)fprintf(
        out, "<svg class=\"hidden\" xmlns=\"http://www.w3.org/2000/svg\"><symbol id=\"map%u\" ",
        index);
    put_view_box(out, map);
    (void)fputs(">\n", out);
    for (uint16_t i = 0; i < map->room_count; i++) {
        put_rect(out, "floor", map, map->rooms[i].area);
    }
    put_rect(out, "exit", map, map->exit);
    for (uint16_t i = 0; i < map->furniture_count; i++) {
        put_rect(out, "piece", map, map->furniture[i].area);
    }
    for (uint16_t i = 0; i < map->wall_count; i++) {
        put_rect(out, "wall", map, map->walls[i]);
    }
    for (uint16_t i = 0; i < map->door_count; i++) {
        put_rect(out, "door", map, map->doors[i].half[map->doors[i].leaf].area);
    }
    for (uint16_t i = 0; i < map->item_count; i++) {
        put_rect(out, "item", map, map->items[i].area);
    }
    (void)fputs("</symbol></svg>\n", out);
}

/* From a clear yellow to a dense purple; 0 is clear as glass. */
static void make_palette(uint8_t palette[LEVELS][CHANNELS])
{
    static const int32_t first[CHANNELS] = {250, 180, 40, 90};
    static const int32_t last[CHANNELS] = {120, 10, 90, 240};
    for (int32_t level = 0; level < LEVELS; level++) {
        for (int32_t c = 0; c < CHANNELS; c++) {
            const int32_t value =
                level == 0 ? 0 : first[c] + (last[c] - first[c]) * (level - 1) / (LEVELS - 2);
            palette[level][c] = (uint8_t)value;
        }
    }
}

static size_t make_png(const dw_heat_grid *grid, const uint32_t *counts, uint32_t most,
                       uint8_t *png)
{
    uint8_t palette[LEVELS][CHANNELS];
    static uint8_t pixels[DW_HEAT_SQUARES_MAX];
    make_palette(palette);
    for (uint32_t i = 0; i < grid->columns * grid->rows; i++) {
        const double share = most == 0 ? 0 : (double)counts[i] / most;
        pixels[i] = (uint8_t)ceil((LEVELS - 1) * sqrt(share));
    }
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = grid->columns,
        .height = grid->rows,
        .format = PNG_FORMAT_RGBA_COLORMAP,
        .colormap_entries = LEVELS,
    };
    png_alloc_size_t size = PNG_BYTES_MAX;
    return png_image_write_to_memory(&image, png, &size, 0, pixels, 0, palette) != 0 ? size : 0;
}

static void put_base64(FILE *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < size; at += 3) {
        const size_t left = size - at;
        const uint32_t three = (uint32_t)bytes[at] << 16 |
                               (left > 1 ? (uint32_t)bytes[at + 1] << 8 : 0) |
                               (left > 2 ? bytes[at + 2] : 0u);
        for (uint32_t i = 0; i < 4; i++) {
            (void)fputc(i <= left ? digits[three >> (18 - 6 * i) & 63] : '=', out);
        }
    }
}

dw_status dw_report_map_figure(FILE *out, const dw_map *map, uint32_t index, const uint32_t *counts,
                               const char *caption)
{
    const dw_heat_grid grid = dw_heat_grid_of(map);
    uint64_t sum = 0;
    uint32_t most = 0;
    for (uint32_t i = 0; i < grid.columns * grid.rows; i++) {
        sum += counts[i];
        most = counts[i] > most ? counts[i] : most;
    }
    uint8_t *png = malloc(PNG_BYTES_MAX);
    const size_t size = png != NULL ? make_png(&grid, counts, most, png) : 0;
    if (size == 0) {
        free(png);
        return DW_MEMORY;
    }
    (void)fputs("<figure><svg class=\"map\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" ",
                out);
    put_view_box(out, map);
    (void)fprintf(out,
                  "><use href=\"#map%u\"/><image preserveAspectRatio=\"none\" width=\"%" PRIu32
                  "\" height=\"%" PRIu32 "\" href=\"data:image/png;base64,",
                  index, grid.columns * (uint32_t)to_cm(grid.side),
                  grid.rows * (uint32_t)to_cm(grid.side));
    put_base64(out, png, size);
    free(png);
    (void)fputs("\"/></svg><figcaption>", out);
    dw_page_text(out, caption);
    (void)fprintf(out, ": %" PRIu64 ", at most %" PRIu32 " in a square</figcaption></figure>\n",
                  sum, most);
    return DW_OK;
}
