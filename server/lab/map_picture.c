#include "server/lab/map_picture.h"

#include "common/base/check.h"
#include "common/world/light.h"
#include "common/world/visibility.h"

#include <png.h>
#include <stdlib.h>

enum {
    MARGIN_MM = 400,
    SAMPLES = 3, /* Each pixel is the mean of 3 x 3 samples. */
    OUTLINE_GAP_MM = 100,
    OUTLINE_DOT_MM = 20,
    DEVICE_HALF_MM = 150
};

typedef struct colour {
    uint8_t r, g, b;
} colour;

static const colour background = {0x17, 0x1a, 0x21};
static const colour wall_colour = {0x2c, 0x2f, 0x3a};
static const colour door_colour = {0xb9, 0x7a, 0x3c};
static const colour open_colour = {0x8a, 0x93, 0x7d};
static const colour exit_colour = {0x6f, 0xb9, 0x8f};
static const colour spawn_colour = {0x2f, 0x7f, 0xd0};
static const colour guard_colour = {0xc8, 0x3c, 0x3c};
static const colour device_colour = {0xd0, 0x6a, 0xff};
static const colour lamp_colour = {0xff, 0xe9, 0x9a};
static const colour thing_colour = {0xf2, 0xc1, 0x4e};

static const colour floor_colours[DW_FLOOR_COUNT] = {
    [DW_FLOOR_WOOD] = {0xd8, 0xc2, 0x9d},   [DW_FLOOR_TILE] = {0xd5, 0xdd, 0xdf},
    [DW_FLOOR_CARPET] = {0xc9, 0xa9, 0xa4}, [DW_FLOOR_STONE] = {0xc4, 0xc3, 0xbc},
    [DW_FLOOR_GRASS] = {0xa9, 0xc0, 0x8f},  [DW_FLOOR_GRAVEL] = {0xb8, 0xae, 0xa0},
    [DW_FLOOR_WATER] = {0x8f, 0xb6, 0xcf},  [DW_FLOOR_METAL] = {0xaa, 0xb0, 0xb8},
};

/* Samples of the whole picture: SAMPLES for each pixel and axis. */
typedef struct canvas {
    const dw_map *map;
    const dw_ruleset *rules;
    uint32_t width, height; /* Pixels. */
    double samples_per_unit;
    colour *samples;
} canvas;

static int64_t to_sample(const canvas *c, int32_t units, int32_t origin)
{
    const double from = (double)(units - origin + DW_MM(MARGIN_MM));
    return (int64_t)(from * c->samples_per_unit + 0.5);
}

/* The samples of a rectangle, cut to the picture. */
typedef struct sample_box {
    int64_t x0, x1, y0, y1;
} sample_box;

static int64_t clamped(int64_t value, int64_t high)
{
    if (value < 0) {
        return 0;
    }
    return value > high ? high : value;
}

static sample_box box_of(const canvas *c, dw_rect r)
{
    const int64_t wide = (int64_t)c->width * SAMPLES;
    const int64_t high = (int64_t)c->height * SAMPLES;
    return (sample_box){clamped(to_sample(c, r.min.x, c->map->bounds.min.x), wide),
                        clamped(to_sample(c, r.max.x, c->map->bounds.min.x), wide),
                        clamped(to_sample(c, r.min.y, c->map->bounds.min.y), high),
                        clamped(to_sample(c, r.max.y, c->map->bounds.min.y), high)};
}

static void fill_rect(canvas *c, dw_rect r, colour with)
{
    const sample_box box = box_of(c, r);
    for (int64_t y = box.y0; y < box.y1; y++) {
        for (int64_t x = box.x0; x < box.x1; x++) {
            c->samples[y * c->width * SAMPLES + x] = with;
        }
    }
}

static colour shade(colour base, int32_t percent)
{
    return (colour){(uint8_t)(base.r * percent / 100), (uint8_t)(base.g * percent / 100),
                    (uint8_t)(base.b * percent / 100)};
}

static void shade_rect(canvas *c, dw_rect r, int32_t percent)
{
    const sample_box box = box_of(c, r);
    for (int64_t y = box.y0; y < box.y1; y++) {
        for (int64_t x = box.x0; x < box.x1; x++) {
            colour *sample = &c->samples[y * c->width * SAMPLES + x];
            *sample = shade(*sample, percent);
        }
    }
}

static void fill_disc(canvas *c, dw_vec centre, int32_t radius, colour with)
{
    for (int32_t y = -radius; y < radius; y += DW_UNITS_PER_MM * 4) {
        const int64_t half =
            (int64_t)dw_isqrt((uint64_t)((int64_t)radius * radius - (int64_t)y * y));
        const dw_rect row = {{centre.x - (int32_t)half, centre.y + y},
                             {centre.x + (int32_t)half, centre.y + y + DW_UNITS_PER_MM * 5}};
        fill_rect(c, row, with);
    }
}

/* A line of discs, so that patrols show without hiding what is below. */
static void dot_line(canvas *c, dw_vec from, dw_vec to, colour with)
{
    const int32_t length = dw_distance(from, to);
    const int32_t gap = DW_MM(350);
    for (int32_t at = 0; at < length; at += gap) {
        const dw_vec p = {from.x + (int32_t)((int64_t)(to.x - from.x) * at / length),
                          from.y + (int32_t)((int64_t)(to.y - from.y) * at / length)};
        fill_disc(c, p, DW_MM(45), with);
    }
}

/* `p`, or the point at `range` on the line from `eye` to it. */
static dw_vec within_range(dw_vec eye, int32_t range, dw_vec p)
{
    const int64_t distance = dw_distance(eye, p);
    if (distance <= range) {
        return p;
    }
    return (dw_vec){eye.x + (int32_t)((int64_t)(p.x - eye.x) * range / distance),
                    eye.y + (int32_t)((int64_t)(p.y - eye.y) * range / distance)};
}

/* The outline of what is seen from a point, up to its range, as fine dots. */
static void draw_outline(canvas *c, const dw_visibility *seen, colour with)
{
    static dw_vec points[DW_VISIBILITY_POINTS_MAX];
    const uint32_t count = dw_visibility_polygon(seen, points, DW_VISIBILITY_POINTS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const dw_vec from = points[i];
        const dw_vec to = points[(i + 1) % count];
        const int32_t length = dw_distance(from, to);
        for (int32_t at = 0; at < length; at += DW_MM(OUTLINE_GAP_MM)) {
            const dw_vec p = {from.x + (int32_t)((int64_t)(to.x - from.x) * at / length),
                              from.y + (int32_t)((int64_t)(to.y - from.y) * at / length)};
            fill_disc(c, within_range(seen->eye, seen->range, p), DW_MM(OUTLINE_DOT_MM), with);
        }
    }
}

static void draw_furniture(canvas *c, const dw_furniture *piece)
{
    const colour base = floor_colours[c->map->rooms[piece->room].floor];
    int32_t percent = 86; /* Low furniture hides no body. */
    if (piece->height > DW_HEIGHT_HIDES_STANDING) {
        percent = 38;
    } else if (piece->height >= DW_HEIGHT_HIDES_CROUCHING) {
        percent = 62;
    }
    fill_rect(c, piece->area, shade(base, percent - 14));
    const dw_rect inner = dw_rect_grown(piece->area, -DW_MM(30));
    if (inner.min.x < inner.max.x && inner.min.y < inner.max.y) {
        fill_rect(c, inner, shade(base, percent));
    }
}

/* The sector of one sensor of a device; `range_mm` 0: any distance. */
static void draw_sector(canvas *c, const dw_door_set *open, const dw_guard_post *post,
                        int32_t field_of_view_bam, int32_t range_mm)
{
    const dw_visibility seen = {.map = c->map,
                                .open = open,
                                .eye = post->spawn,
                                .range = range_mm > 0 ? DW_MM(range_mm) : DW_MAP_SIDE_MAX,
                                .heading_bam = post->heading_bam,
                                .fov_bam = field_of_view_bam,
                                .level = DW_SIGHT_OVER_MIDDLE};
    draw_outline(c, &seen, device_colour);
}

/* A device is a square with the outlines of what its eyes and its motion detector can see. */
static void draw_device(canvas *c, const dw_guard_post *post)
{
    const dw_kind *kind = &c->rules->kinds[post->kind];
    const dw_door_set open = dw_map_doors_at_start(c->map);
    if (kind->senses.eyes.meter_near > 0) {
        draw_sector(c, &open, post, kind->senses.eyes.field_of_view_bam,
                    kind->senses.eyes.range_mm);
    }
    if (kind->senses.motion.range_mm > 0) {
        draw_sector(c, &open, post, kind->senses.motion.field_of_view_bam,
                    kind->senses.motion.range_mm);
    }
    fill_rect(c, dw_rect_around(post->spawn, DW_MM(DEVICE_HALF_MM)), device_colour);
}

static void draw_rounds(canvas *c)
{
    const dw_map *map = c->map;
    for (uint16_t g = 0; g < map->guard_count; g++) {
        if (c->rules->kinds[map->guards[g].kind].body.size_mm == 0) {
            draw_device(c, &map->guards[g]);
            continue;
        }
        const dw_patrol *patrol = &map->patrols[map->guards[g].patrol];
        const colour mine = {(uint8_t)(0xa0 + g * 23 % 80), (uint8_t)(0x30 + g * 61 % 120),
                             (uint8_t)(0x40 + g * 97 % 150)};
        for (uint16_t i = 0; i < patrol->stop_count; i++) {
            const uint16_t next = patrol->stops[(i + 1) % patrol->stop_count];
            dot_line(c, dw_rect_centre(map->rooms[patrol->stops[i]].area),
                     dw_rect_centre(map->rooms[next].area), mine);
        }
        fill_disc(c, map->guards[g].spawn, DW_BODY_HALF, guard_colour);
    }
}

enum { LIGHT_SQUARE = 100 * DW_UNITS_PER_MM, UNLIT_PERCENT = 35 };

static colour lamp_shade(const dw_lamp *lamp)
{
    return lamp->starts_on ? lamp_colour : shade(lamp_colour, UNLIT_PERCENT);
}

/* Darkens the rooms to the light at the start of a round, square by square, before anything marks
 * places on them. A dark room still shows what is in it. */
static void draw_light(canvas *c)
{
    const dw_map *map = c->map;
    const dw_door_set open = dw_map_doors_at_start(map);
    for (uint16_t r = 0; r < map->room_count; r++) {
        const dw_rect room = map->rooms[r].area;
        if (map->rooms[r].light == DW_LIGHT_MAX) {
            continue;
        }
        for (int32_t y = room.min.y; y < room.max.y; y += LIGHT_SQUARE) {
            for (int32_t x = room.min.x; x < room.max.x; x += LIGHT_SQUARE) {
                const dw_vec middle = {x + LIGHT_SQUARE / 2, y + LIGHT_SQUARE / 2};
                const int32_t light = dw_light_at(map, &open, 0, middle, r);
                shade_rect(c, (dw_rect){{x, y}, {x + LIGHT_SQUARE, y + LIGHT_SQUARE}},
                           UNLIT_PERCENT + (100 - UNLIT_PERCENT) * light / DW_LIGHT_MAX);
            }
        }
    }
    for (uint16_t i = 0; i < map->lamp_count; i++) {
        const dw_visibility shines = {.map = map,
                                      .open = &open,
                                      .eye = map->lamps[i].position,
                                      .range = map->lamps[i].range,
                                      .fov_bam = DW_BAM_TURN,
                                      .level = DW_SIGHT_OVER_MIDDLE};
        draw_outline(c, &shines, lamp_shade(&map->lamps[i]));
    }
    for (uint16_t i = 0; i < map->lamp_count; i++) {
        fill_disc(c, map->lamps[i].position, DW_MM(120), lamp_shade(&map->lamps[i]));
    }
    for (uint16_t i = 0; i < map->switch_count; i++) {
        fill_rect(c, map->switches[i].area, lamp_colour);
    }
}

static void draw(canvas *c)
{
    const dw_map *map = c->map;
    for (size_t i = 0; i < (size_t)c->width * c->height * SAMPLES * SAMPLES; i++) {
        c->samples[i] = background;
    }
    for (uint16_t r = 0; r < map->room_count; r++) {
        fill_rect(c, map->rooms[r].area, floor_colours[map->rooms[r].floor]);
    }
    fill_rect(c, map->exit, exit_colour);
    for (uint16_t f = 0; f < map->furniture_count; f++) {
        draw_furniture(c, &map->furniture[f]);
    }
    for (uint16_t w = 0; w < map->wall_count; w++) {
        fill_rect(c, map->walls[w], wall_colour);
    }
    for (uint16_t d = 0; d < map->door_count; d++) {
        const dw_door *door = &map->doors[d];
        fill_rect(c, door->doorway, open_colour);
        if (!door->starts_open) {
            fill_rect(c, door->half[door->leaf].area, door_colour);
        }
    }
    draw_light(c);
    draw_rounds(c);
    for (uint16_t s = 0; s < map->spawn_count; s++) {
        fill_disc(c, map->spawns[s], DW_BODY_HALF, spawn_colour);
    }
    for (uint16_t i = 0; i < map->item_count; i++) {
        fill_rect(c, map->items[i].area, thing_colour);
    }
}

/* Each pixel becomes the mean of its samples. */
static void average(const canvas *c, uint8_t *pixels)
{
    const size_t wide = (size_t)c->width * SAMPLES;
    for (size_t at = 0; at < (size_t)c->width * c->height; at++) {
        const colour *first = &c->samples[at / c->width * SAMPLES * wide + at % c->width * SAMPLES];
        uint32_t sum[3] = {0};
        for (size_t i = 0; i < SAMPLES * SAMPLES; i++) {
            const colour *sample = &first[i / SAMPLES * wide + i % SAMPLES];
            sum[0] += sample->r;
            sum[1] += sample->g;
            sum[2] += sample->b;
        }
        for (size_t channel = 0; channel < 3; channel++) {
            pixels[3 * at + channel] = (uint8_t)(sum[channel] / (SAMPLES * SAMPLES));
        }
    }
}

static dw_status write_png(const canvas *c, const char *path, dw_error *error)
{
    uint8_t *pixels = malloc((size_t)c->width * c->height * 3);
    if (pixels == NULL) {
        return dw_fail(error, DW_MEMORY, "%s: out of memory", path);
    }
    average(c, pixels);
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = c->width,
        .height = c->height,
        .format = PNG_FORMAT_RGB,
    };
    const bool written = png_image_write_to_file(&image, path, 0, pixels, 0, NULL) != 0;
    free(pixels);
    return written ? DW_OK : dw_fail(error, DW_IO, "%s: %s", path, image.message);
}

dw_status dw_map_picture_write(const dw_map *map, const dw_ruleset *rules,
                               uint32_t pixels_per_metre, const char *path, dw_error *error)
{
    const dw_rect area = dw_rect_grown(map->bounds, DW_MM(MARGIN_MM));
    const double pixels_per_unit = (double)pixels_per_metre / (1000.0 * DW_UNITS_PER_MM);
    canvas c = {
        .map = map,
        .rules = rules,
        .width = (uint32_t)((double)(area.max.x - area.min.x) * pixels_per_unit + 0.5),
        .height = (uint32_t)((double)(area.max.y - area.min.y) * pixels_per_unit + 0.5),
        .samples_per_unit = pixels_per_unit * SAMPLES,
    };
    if (c.width == 0 || c.height == 0 || c.width > DW_PICTURE_SIDE_MAX ||
        c.height > DW_PICTURE_SIDE_MAX) {
        return dw_fail(error, DW_RANGE, "%s: %u x %u pixels, a side has 1 to %d", path, c.width,
                       c.height, DW_PICTURE_SIDE_MAX);
    }
    c.samples = malloc((size_t)c.width * c.height * SAMPLES * SAMPLES * sizeof *c.samples);
    if (c.samples == NULL) {
        return dw_fail(error, DW_MEMORY, "%s: no memory for %u x %u pixels", path, c.width,
                       c.height);
    }
    draw(&c);
    const dw_status status = write_png(&c, path, error);
    free(c.samples);
    return status;
}
