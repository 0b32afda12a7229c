#include "client/view/scene/draw_light.h"

#include "client/view/tools/draw_list.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/row.h"
#include "common/world/light.h"

#include <stdlib.h>
#include <string.h>

enum {
    CELL_MM = 125,
    CELLS_MAX = 40000, /* A larger map has larger cells. */
    PAINT = 2,         /* Darkness is mixed for squares of this many pixels a side. */
    SHADES = 256,      /* From light to dark. */
    DARK_MAX = 122,    /* Of 255, where no light is at all: one still reads the plan. */
    WARM_MAX = 52,     /* Of 255, right below a lamp. */
    WARM_FROM = 20     /* Percent of light from which a place has the colour of lamp light. */
};

static bool is_light_everywhere(const dw_map *map)
{
    bool light = true;
    for (uint16_t i = 0; i < map->room_count; i++) {
        light = light && map->rooms[i].light == DW_LIGHT_MAX;
    }
    return light;
}

static size_t cell_count(const dw_dark_grid *grid)
{
    return (size_t)grid->columns * (size_t)grid->rows;
}

dw_status dw_dark_grid_create(dw_dark_grid *grid, const dw_map *map)
{
    *grid = (dw_dark_grid){.map = map, .origin = map->bounds.min, .cell = DW_MM(CELL_MM)};
    if (is_light_everywhere(map)) {
        return DW_OK;
    }
    const int64_t width = map->bounds.max.x - map->bounds.min.x;
    const int64_t height = map->bounds.max.y - map->bounds.min.y;
    while (width / grid->cell * (height / grid->cell) > CELLS_MAX) {
        grid->cell *= 2;
    }
    grid->columns = (int)(width / grid->cell) + 1;
    grid->rows = (int)(height / grid->cell) + 1;
    grid->dark = calloc(2 * cell_count(grid), 1);
    grid->shown = grid->dark != NULL ? grid->dark + cell_count(grid) : NULL;
    return grid->dark != NULL ? DW_OK : DW_MEMORY;
}

void dw_dark_grid_destroy(dw_dark_grid *grid)
{
    free(grid->dark);
    *grid = (dw_dark_grid){0};
}

static bool is_current(const dw_dark_grid *grid, const dw_door_set *doors, dw_switch_set worked)
{
    return grid->known && grid->worked == worked &&
           memcmp(grid->doors.bits, doors->bits, sizeof doors->bits) == 0;
}

static dw_vec middle_of(const dw_dark_grid *grid, int column, int row)
{
    return (dw_vec){grid->origin.x + column * grid->cell + grid->cell / 2,
                    grid->origin.y + row * grid->cell + grid->cell / 2};
}

void dw_dark_grid_update(dw_dark_grid *grid, const dw_door_set *doors, dw_switch_set worked)
{
    if (grid->dark == NULL || is_current(grid, doors, worked)) {
        return;
    }
    grid->known = true;
    grid->doors = *doors;
    grid->worked = worked;
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const dw_vec at = middle_of(grid, column, row);
            const uint16_t room = dw_map_room_at(grid->map, at);
            const int32_t light =
                room != DW_NONE ? dw_light_at(grid->map, doors, worked, at, room) : 0;
            grid->dark[(ptrdiff_t)row * grid->columns + column] = (uint8_t)(DW_LIGHT_MAX - light);
        }
    }
    memcpy(grid->shown, grid->dark, cell_count(grid));
}

static int cell_at(int32_t offset, int32_t cell, int count)
{
    const int at = offset < 0 ? 0 : (int)(offset / cell);
    return at < count ? at : count - 1;
}

/* Looks only at the cells within its range. */
static void shine(dw_dark_grid *grid, const dw_door_set *doors, const dw_torch *torch)
{
    const dw_vec from = dw_vec_sub(torch->field.from, grid->origin);
    const int x0 = cell_at(from.x - torch->range, grid->cell, grid->columns);
    const int x1 = cell_at(from.x + torch->range, grid->cell, grid->columns);
    const int y0 = cell_at(from.y - torch->range, grid->cell, grid->rows);
    const int y1 = cell_at(from.y + torch->range, grid->cell, grid->rows);
    for (int row = y0; row <= y1; row++) {
        for (int column = x0; column <= x1; column++) {
            const dw_vec at = middle_of(grid, column, row);
            const int32_t light =
                dw_torch_light_at(torch, grid->map, doors, at, dw_map_room_at(grid->map, at));
            uint8_t *shown = &grid->shown[(ptrdiff_t)row * grid->columns + column];
            *shown = DW_LIGHT_MAX - light < *shown ? (uint8_t)(DW_LIGHT_MAX - light) : *shown;
        }
    }
}

void dw_dark_grid_shine(dw_dark_grid *grid, const dw_door_set *doors, const dw_torch *torches,
                        uint32_t count)
{
    if (grid->dark == NULL || (count == 0 && !grid->torched)) {
        return;
    }
    memcpy(grid->shown, grid->dark, cell_count(grid));
    for (uint32_t i = 0; i < count; i++) {
        shine(grid, doors, &torches[i]);
    }
    grid->torched = count > 0;
}

/* Where a point lies between the middles of two cells of a row or column. */
typedef struct between {
    int low, high;
    float part;
} between;

/* `at`: in cells, from the middle of the first one. */
static inline between between_cells(float at, int count)
{
    const float within = at < 0.0F ? 0.0F : at;
    const int low = (int)within < count ? (int)within : count - 1;
    return (between){
        .low = low, .high = low + 1 < count ? low + 1 : low, .part = within - (float)low};
}

static inline float mixed(const uint8_t *row, between x)
{
    return (float)row[x.low] + (float)(row[x.high] - row[x.low]) * x.part;
}

/* What is laid over a part of the picture that is that dark, as four channels of 16 bits: a byte
 * of a pixel becomes (byte * keep + add) / 256. */
typedef struct shade {
    uint64_t keep, add;
} shade;

static uint32_t channel(dw_colour colour, int shift)
{
    return colour >> shift & 0xffU;
}

static shade make_shade(dw_colour colour, uint32_t alpha)
{
    const uint32_t weight = alpha + (alpha >> 7); /* As in dw_pixel_blend. */
    shade out = {0, 0};
    for (int c = 0; c < 4; c++) {
        const uint64_t value = channel(colour, 8 * c) * weight + 0x80U;
        out.keep |= (uint64_t)(256U - weight) << (16 * c);
        out.add |= value << (16 * c);
    }
    return out;
}

/* A colour, multiplied with its alpha or not, all of them 0 .. 1. */
typedef struct light_mix {
    float red, green, blue, alpha;
} light_mix;

/* Night over dark parts (`dark`: 0 .. 1), and over lit ones the colour of lamps: both in one blend.
 * A person sees where the light ends even on the blueprint, which has no brightness to lose. The
 * result is premultiplied. */
static light_mix mix_light(float dark)
{
    const dw_colour night = dw_palette_shadow(0xff);
    const dw_colour lamp = dw_palette(DW_TINT_ACCENT);
    const float lit = dw_greater((1.0F - dark) * DW_LIGHT_MAX - WARM_FROM, 0.0F) /
                      (float)(DW_LIGHT_MAX - WARM_FROM);
    const float warm = lit * WARM_MAX / 255.0F;
    const float black = dark * DARK_MAX / 255.0F * (1.0F - warm);
    return (light_mix){.red = (float)channel(lamp, 16) * warm + (float)channel(night, 16) * black,
                       .green = (float)channel(lamp, 8) * warm + (float)channel(night, 8) * black,
                       .blue = (float)channel(lamp, 0) * warm + (float)channel(night, 0) * black,
                       .alpha = warm + black};
}

static uint32_t byte_of(float value)
{
    return (uint32_t)dw_lesser(value + 0.5F, 255.0F);
}

static void mix_shades(shade shades[SHADES])
{
    for (int i = 0; i < SHADES; i++) {
        const light_mix mix = mix_light((float)i / (float)(SHADES - 1));
        const float both = dw_greater(mix.alpha, 1.0F / 255.0F);
        const dw_colour colour = 0xff000000U | byte_of(mix.red / both) << 16 |
                                 byte_of(mix.green / both) << 8 | byte_of(mix.blue / both);
        shades[i] = make_shade(colour, (uint32_t)(mix.alpha * 255.0F + 0.5F));
    }
}

void dw_dark_grid_colours(uint32_t colours[256])
{
    for (int i = 0; i < 256; i++) {
        const light_mix mix = mix_light(dw_lesser((float)i / (float)DW_LIGHT_MAX, 1.0F));
        colours[i] = byte_of(mix.alpha * 255.0F) << 24 | byte_of(mix.red) << 16 |
                     byte_of(mix.green) << 8 | byte_of(mix.blue);
    }
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "channels are in the order of bytes");

enum { RUN = 256 }; /* Pixels of a row that are shaded at once: whole squares. */

/* What is laid over a run of pixels. */
typedef struct shaded_run {
    uint64_t keep[RUN], add[RUN];
} shaded_run;

static void lay_run(dw_canvas *canvas, const shaded_run *run, int x, int y, int count)
{
    uint32_t *pixels = canvas->pixels + (ptrdiff_t)y * canvas->stride + x;
    dw_row_shade((uint8_t *)pixels, (const uint16_t *)run->keep, (const uint16_t *)run->add,
                 4 * count);
}

/* A row of squares of pixels: two rows of cells mixed, from column `left` on. */
typedef struct square_row {
    const uint8_t *upper, *lower;
    int columns;
    float down, left, step; /* In cells. */
} square_row;

/* Of the squares from number `first` on. */
static void mix_run(shaded_run *run, const square_row *row, const shade shades[SHADES], int first,
                    int count)
{
    for (int i = 0; i < count; i += PAINT) {
        const int square = first + i / PAINT;
        const between along = between_cells(row->left + row->step * (float)square, row->columns);
        const float above = mixed(row->upper, along);
        const float dark = above + (mixed(row->lower, along) - above) * row->down;
        const shade *over = &shades[(int)(dark * ((float)(SHADES - 1) / DW_LIGHT_MAX))];
        for (int k = i; k < i + PAINT; k++) {
            run->keep[k] = over->keep;
            run->add[k] = over->add;
        }
    }
}

/* The squares of pixels of one room. */
static void shade_box(dw_canvas *canvas, const dw_camera *camera, const dw_dark_grid *grid,
                      const shade shades[SHADES], dw_box box)
{
    const int x0 = (int)dw_greater(box.x0, (float)canvas->clip_x0);
    const int y0 = (int)dw_greater(box.y0, (float)canvas->clip_y0);
    const int x1 = (int)dw_lesser(box.x1, (float)canvas->clip_x1);
    const int y1 = (int)dw_lesser(box.y1, (float)canvas->clip_y1);
    /* From the middle of a square of pixels to that of the next, in cells. */
    const float step = (float)(PAINT / dw_camera_pixels_per_unit(camera) / grid->cell);
    const float left =
        (float)((dw_camera_world_x(camera, (float)x0 + 0.5F * PAINT) - grid->origin.x) /
                    grid->cell -
                0.5);
    const float top =
        (float)((dw_camera_world_y(camera, (float)y0 + 0.5F * PAINT) - grid->origin.y) /
                    grid->cell -
                0.5);
    shaded_run run = {{0}, {0}};
    for (int j = 0; y0 + j * PAINT < y1; j++) {
        const between down = between_cells(top + step * (float)j, grid->rows);
        const square_row row = {.upper = grid->shown + (ptrdiff_t)down.low * grid->columns,
                                .lower = grid->shown + (ptrdiff_t)down.high * grid->columns,
                                .columns = grid->columns,
                                .down = down.part,
                                .left = left,
                                .step = step};
        const int high = y0 + (j + 1) * PAINT <= y1 ? PAINT : y1 - y0 - j * PAINT;
        for (int x = x0; x < x1; x += RUN) {
            const int count = x + RUN <= x1 ? RUN : x1 - x;
            mix_run(&run, &row, shades, (x - x0) / PAINT, count);
            for (int k = 0; k < high; k++) {
                lay_run(canvas, &run, x, y0 + j * PAINT + k, count);
            }
        }
    }
}

/* The same for a card, which has the grid as a picture. */
static void shade_box_on_card(dw_draw_list *list, const dw_camera *camera, const dw_dark_grid *grid,
                              dw_box box)
{
    const float x0 = (float)(int)dw_greater(box.x0, 0.0F);
    const float y0 = (float)(int)dw_greater(box.y0, 0.0F);
    const float x1 = (float)(int)dw_lesser(box.x1, (float)list->width);
    const float y1 = (float)(int)dw_lesser(box.y1, (float)list->height);
    if (!(x0 < x1 && y0 < y1)) {
        return;
    }
    const double width = (double)grid->columns * grid->cell;
    const double height = (double)grid->rows * grid->cell;
    const float u0 = (float)((dw_camera_world_x(camera, x0) - grid->origin.x) / width);
    const float u1 = (float)((dw_camera_world_x(camera, x1) - grid->origin.x) / width);
    const float v0 = (float)((dw_camera_world_y(camera, y0) - grid->origin.y) / height);
    const float v1 = (float)((dw_camera_world_y(camera, y1) - grid->origin.y) / height);
    dw_draw_list_quad(list, &(dw_quad){x0, y0, x1, y1, dw_greater(u0, 0.0F), dw_greater(v0, 0.0F),
                                       dw_lesser(u1, 1.0F), dw_lesser(v1, 1.0F), 0xffffffffU});
}

static void draw_on_card(dw_draw_list *list, const dw_camera *camera, const dw_dark_grid *grid)
{
    dw_draw_list_use(list, DW_PICTURE_SCREEN, DW_PICTURE_DARKNESS, DW_MIX_PREMULTIPLIED,
                     (dw_clip){0, 0, list->width, list->height});
    for (uint16_t i = 0; i < grid->map->room_count; i++) {
        shade_box_on_card(list, camera, grid, dw_camera_box(camera, grid->map->rooms[i].area));
    }
}

/* Room by room: outside of the house there is nothing to light. */
void dw_draw_darkness(dw_canvas *canvas, const dw_camera *camera, const dw_dark_grid *grid)
{
    if (grid->dark == NULL) {
        return;
    }
    if (canvas->list != NULL) {
        draw_on_card(canvas->list, camera, grid);
        return;
    }
    shade shades[SHADES];
    mix_shades(shades);
    for (uint16_t i = 0; i < grid->map->room_count; i++) {
        shade_box(canvas, camera, grid, shades, dw_camera_box(camera, grid->map->rooms[i].area));
    }
}

/* A lit lamp is a bright bulb with a bloom, one that is out an empty socket. */
void dw_draw_lamp(dw_canvas *canvas, float x, float y, float size, bool lit)
{
    const dw_colour on = dw_palette(DW_TINT_ACCENT);
    if (lit) {
        dw_canvas_glow(canvas, x, y, size * 5.0F, dw_colour_fade(on, 0.30F));
        dw_canvas_disc(canvas, x, y, size * 0.62F, dw_palette_shadow(0x90));
        dw_canvas_disc(canvas, x, y, size * 0.50F, on);
        dw_canvas_disc(canvas, x, y, size * 0.28F, dw_palette(DW_TINT_LAMP));
    } else {
        dw_canvas_disc(canvas, x, y, size * 0.55F, dw_palette_shadow(0xb0));
        dw_canvas_ring(canvas, x, y, size * 0.45F, dw_greater(size * 0.16F, 1.0F),
                       dw_palette(DW_TINT_TEXT_FAINT));
    }
}

bool dw_switch_is_lit(const dw_map *map, uint32_t wall_switch, dw_switch_set worked)
{
    bool lit = false;
    for (uint32_t i = 0; i < map->lamp_count; i++) {
        lit = lit ||
              (map->lamps[i].wall_switch == wall_switch && dw_lamp_is_lit(&map->lamps[i], worked));
    }
    return lit;
}

/* A dark plate in the wall. Its rocker lies up and has the colour of lamps while they are lit. */
void dw_draw_switch(dw_canvas *canvas, float x, float y, float size, bool lit)
{
    const dw_box plate = {x - 0.44F * size, y - 0.62F * size, x + 0.44F * size, y + 0.62F * size};
    const float rise = lit ? -0.22F * size : 0.22F * size;
    const dw_box rocker = {x - 0.22F * size, y + rise - 0.22F * size, x + 0.22F * size,
                           y + rise + 0.22F * size};
    dw_canvas_round_rect(canvas, plate, size * 0.18F, dw_palette(DW_TINT_METER_TRACK));
    dw_canvas_round_frame(canvas, plate, size * 0.18F, 1.0F, dw_palette(DW_TINT_INK_LINE));
    dw_canvas_round_rect(canvas, rocker, size * 0.10F,
                         dw_palette(lit ? DW_TINT_ACCENT : DW_TINT_TEXT_FAINT));
}

void dw_draw_lamps(dw_canvas *canvas, const dw_camera *camera, const dw_map *map,
                   dw_switch_set worked)
{
    const float size = dw_camera_pixels(camera, DW_MM(140));
    for (uint32_t i = 0; i < map->switch_count; i++) {
        const dw_vec at = dw_rect_centre(map->switches[i].area);
        dw_draw_switch(canvas, dw_camera_screen_x(camera, at.x), dw_camera_screen_y(camera, at.y),
                       dw_greater(size * 1.1F, 6.0F), dw_switch_is_lit(map, i, worked));
    }
    for (uint32_t i = 0; i < map->lamp_count; i++) {
        const dw_vec at = map->lamps[i].position;
        dw_draw_lamp(canvas, dw_camera_screen_x(camera, at.x), dw_camera_screen_y(camera, at.y),
                     dw_greater(size, 5.0F), dw_lamp_is_lit(&map->lamps[i], worked));
    }
}
