/* The picture of a map, read back from its file: each pixel that lies within one thing has the
 * colour of that thing. The test says for itself what lies on top at a point. */
#include "tests/support/test.h"

#include "common/platform/file.h"
#include "server/lab/lab_data.h"
#include "server/lab/map_picture.h"
#include "tests/support/scene.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <unistd.h>

enum { MARGIN_MM = 400, SCALE = 50, DOT_GAP_MM = 350, DOT_MM = 45 };

typedef struct picture {
    uint32_t width, height;
    uint8_t *pixels;
} picture;

static picture draw(const dw_map *map, const dw_ruleset *rules, uint32_t scale)
{
    char path[] = "duskwatch-picture-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    (void)close(file);
    dw_error error = {{0}};
    if (dw_map_picture_write(map, rules, scale, path, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGB;
    picture out = {image.width, image.height, malloc(PNG_IMAGE_SIZE(image))};
    assert_non_null(out.pixels);
    assert_true(png_image_finish_read(&image, NULL, out.pixels, 0, NULL));
    (void)remove(path);
    return out;
}

static uint32_t shaded(uint32_t colour, uint32_t percent)
{
    return ((colour >> 16) * percent / 100) << 16 | ((colour >> 8 & 255) * percent / 100) << 8 |
           (colour & 255) * percent / 100;
}

static const uint32_t floors[DW_FLOOR_COUNT] = {0xd8c29d, 0xd5dddf, 0xc9a9a4, 0xc4c3bc, 0xa9c08f};

static bool in_disc(dw_vec centre, int32_t radius, dw_vec p)
{
    return dw_distance(centre, p) < radius;
}

static uint32_t furniture_at(const dw_map *map, const dw_furniture *piece, dw_vec p)
{
    const uint32_t base = floors[map->rooms[piece->room].floor];
    const uint32_t percent = piece->height > 700 ? 38 : piece->height >= 300 ? 62 : 86;
    return shaded(base, dw_rect_holds(dw_rect_grown(piece->area, -DW_MM(30)), p) ? percent
                                                                                 : percent - 14);
}

static uint32_t door_at(const dw_door *door, dw_vec p)
{
    return !door->starts_open && dw_rect_holds(door->half[door->leaf].area, p) ? 0xb97a3c
                                                                               : 0x8a937d;
}

/* What a person sees at a point of the map, but for the dots of patrols. */
static uint32_t colour_at(const dw_map *map, dw_vec p)
{
    if (dw_rect_holds(map->items[0].area, p)) {
        return 0xf2c14e;
    }
    for (uint32_t s = 0; s < map->spawn_count; s++) {
        if (in_disc(map->spawns[s], DW_BODY_HALF, p)) {
            return 0x2f7fd0;
        }
    }
    for (uint32_t g = 0; g < map->guard_count; g++) {
        if (in_disc(map->guards[g].spawn, DW_BODY_HALF, p)) {
            return 0xc83c3c;
        }
    }
    for (uint32_t d = 0; d < map->door_count; d++) {
        if (dw_rect_holds(map->doors[d].doorway, p)) {
            return door_at(&map->doors[d], p);
        }
    }
    for (uint32_t w = 0; w < map->wall_count; w++) {
        if (dw_rect_holds(map->walls[w], p)) {
            return 0x2c2f3a;
        }
    }
    for (uint32_t f = map->furniture_count; f > 0; f--) { /* The last one lies on top. */
        if (dw_rect_holds(map->furniture[f - 1].area, p)) {
            return furniture_at(map, &map->furniture[f - 1], p);
        }
    }
    if (dw_rect_holds(map->exit, p)) {
        return 0x6fb98f;
    }
    const uint16_t room = dw_map_room_at(map, p);
    return room == DW_NONE ? 0x171a21 : floors[map->rooms[room].floor];
}

/* The point of the map at a position in the picture, in pixels. One unit less: an edge that falls
 * onto the middle of a sample belongs to the side before it. */
static dw_vec point_at(const dw_map *map, double x, double y)
{
    const double units = 1000.0 * DW_UNITS_PER_MM / SCALE;
    return (dw_vec){map->bounds.min.x - DW_MM(MARGIN_MM) + (int32_t)(x * units) - 1,
                    map->bounds.min.y - DW_MM(MARGIN_MM) + (int32_t)(y * units) - 1};
}

static dw_vec stop_centre(const dw_map *map, const dw_patrol *patrol, uint32_t stop)
{
    return dw_rect_centre(map->rooms[patrol->stops[stop % patrol->stop_count]].area);
}

/* Whether a patrol's line of dots runs within `mm` of a point. */
static bool near_patrol(const dw_map *map, dw_vec p, int32_t mm)
{
    for (uint32_t g = 0; g < map->guard_count; g++) {
        const dw_patrol *patrol = &map->patrols[map->guards[g].patrol];
        for (uint32_t i = 0; i < patrol->stop_count; i++) {
            const dw_vec a = stop_centre(map, patrol, i);
            const dw_vec b = stop_centre(map, patrol, i + 1);
            const double dx = b.x - a.x;
            const double dy = b.y - a.y;
            const double length = dx * dx + dy * dy;
            double along = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
            along = along < 0 ? 0 : along > 1 ? 1 : along;
            const dw_vec nearest = {a.x + (int32_t)(along * dx), a.y + (int32_t)(along * dy)};
            if (in_disc(nearest, DW_MM(mm), p)) {
                return true;
            }
        }
    }
    return false;
}

static uint32_t pixel(const picture *it, uint32_t x, uint32_t y)
{
    const uint8_t *at = &it->pixels[3 * ((size_t)y * it->width + x)];
    return (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
}

/* A disc is drawn in rows, so that its edge is not compared. */
static bool near_disc_edge(const dw_map *map, dw_vec p)
{
    const uint32_t count = (uint32_t)map->spawn_count + map->guard_count;
    for (uint32_t k = 0; k < count; k++) {
        const dw_vec centre =
            k < map->spawn_count ? map->spawns[k] : map->guards[k - map->spawn_count].spawn;
        if (abs(dw_distance(centre, p) - DW_BODY_HALF) < DW_MM(30)) {
            return true;
        }
    }
    return false;
}

/* A pixel is the mean of 3 x 3 samples. */
static uint32_t mean_at(const dw_map *map, uint32_t x, uint32_t y)
{
    uint32_t sum[3] = {0};
    for (uint32_t k = 0; k < 9; k++) {
        const uint32_t row = k / 3;
        const uint32_t colour =
            colour_at(map, point_at(map, x + (k % 3 + 0.5) / 3, y + (row + 0.5) / 3));
        for (uint32_t channel = 0; channel < 3; channel++) {
            sum[channel] += colour >> 8 * channel & 255;
        }
    }
    return sum[2] / 9 << 16 | sum[1] / 9 << 8 | sum[0] / 9;
}

static bool check_pixel(const dw_map *map, const picture *it, uint32_t x, uint32_t y)
{
    const dw_vec middle = point_at(map, x + 0.5, y + 0.5);
    if (near_patrol(map, middle, 90) || near_disc_edge(map, middle)) {
        return false;
    }
    const uint32_t wanted = mean_at(map, x, y);
    if (pixel(it, x, y) != wanted) {
        fail_msg("%s: pixel %u, %u is %06x, not %06x", map->name, x, y, pixel(it, x, y), wanted);
    }
    return true;
}

static void check_dots(const dw_map *map, const picture *it)
{
    for (uint32_t g = 0; g < map->guard_count; g++) {
        const dw_patrol *patrol = &map->patrols[map->guards[g].patrol];
        const uint32_t own =
            (0xa0 + g * 23 % 80) << 16 | (0x30 + g * 61 % 120) << 8 | (0x40 + g * 97 % 150);
        uint32_t seen = 0;
        for (uint32_t y = 0; y < it->height; y++) {
            for (uint32_t x = 0; x < it->width; x++) {
                if (pixel(it, x, y) == own) {
                    assert_true(near_patrol(map, point_at(map, x + 0.5, y + 0.5), DOT_MM + 20));
                    seen++;
                }
            }
        }
        double metres = 0;
        for (uint32_t i = 0; i < patrol->stop_count; i++) {
            metres += dw_distance(stop_centre(map, patrol, i), stop_centre(map, patrol, i + 1)) /
                      (1000.0 * DW_UNITS_PER_MM);
        }
        const double dots = metres * 1000 / DOT_GAP_MM;
        assert_true(seen > dots * 8 && seen < dots * 13);
    }
}

static void check_map(const char *name)
{
    dw_lab_data data;
    dw_error error = {{0}};
    assert_int_equal(dw_lab_data_read(&data, name, NULL, false, &error), DW_OK);
    picture it = draw(data.map, &data.rules, SCALE);
    const double metre = 1000.0 * DW_UNITS_PER_MM;
    const dw_rect bounds = data.map->bounds;
    assert_int_equal(it.width, ((bounds.max.x - bounds.min.x) / metre + 0.8) * SCALE + 0.5);
    assert_int_equal(it.height, ((bounds.max.y - bounds.min.y) / metre + 0.8) * SCALE + 0.5);
    uint32_t compared = 0;
    for (uint32_t y = 0; y < it.height; y++) {
        for (uint32_t x = 0; x < it.width; x++) {
            compared += check_pixel(data.map, &it, x, y);
        }
    }
    print_message("%s: %u of %u pixels\n", name, compared, it.width * it.height);
    assert_true(compared > it.width * it.height * 0.9);
    check_dots(data.map, &it);
    free(it.pixels);
    dw_lab_data_destroy(&data);
}

static void each_pixel_has_the_colour_of_what_lies_on_top(void **state)
{
    (void)state;
    check_map("training");
    check_map("reference");
}

static void a_picture_that_would_be_too_large_is_refused(void **state)
{
    (void)state;
    dw_lab_data data;
    dw_error error = {{0}};
    assert_int_equal(dw_lab_data_read(&data, "training", NULL, false, &error), DW_OK);
    const double metres =
        (data.map->bounds.max.x - data.map->bounds.min.x) / (1000.0 * DW_UNITS_PER_MM) + 0.8;
    const uint32_t most = (uint32_t)(DW_PICTURE_SIDE_MAX / metres);
    assert_int_equal(dw_map_picture_write(data.map, &data.rules, most + 1, "too-large.png", &error),
                     DW_RANGE);
    assert_non_null(strstr(error.text, "8192"));
    assert_int_not_equal(access("too-large.png", F_OK), 0);
    assert_int_equal(dw_map_picture_write(data.map, &data.rules, 0, "too-small.png", &error),
                     DW_RANGE);
    assert_int_equal(
        dw_map_picture_write(data.map, &data.rules, SCALE, "no/such/folder.png", &error), DW_IO);
    assert_non_null(strstr(error.text, "no/such/folder.png: "));
    dw_lab_data_destroy(&data);
}

/* ---- light and devices ---- */

enum { LAMP_SHADE = 0xffe99a, UNLIT_SHADE = 0x595135, DEVICE_SHADE = 0xd06aff };

/* A dark hall of 8 x 6 m with a tall shelf east of the lamp, a switch, and a device in the corner.
 */
static dw_scene *open_dark_hall(void)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 8000, 6000);
    dw_scene_set_light(scene, hall, 0);
    const uint16_t wall = dw_scene_switch(scene, "wall", 4000, 0);
    (void)dw_scene_lamp(scene, 2500, 3000, 4000, 100, wall);
    (void)dw_scene_furniture(scene, 4000, 2500, 400, 1000, 900);
    dw_scene_spawn(scene, 700, 5400);
    dw_scene_exit(scene, 200, 5000, 1000, 800);
    dw_scene_objective(scene, 7500, 5500, 100, 100);
    (void)dw_scene_patrol(scene, "post", "hall");
    (void)dw_scene_guard(scene, "eye", 7000, 500, 180, "post");
    return scene;
}

static uint32_t pixel_at_mm(const picture *it, int32_t x, int32_t y)
{
    return pixel(it, (uint32_t)(x + MARGIN_MM) * SCALE / 1000,
                 (uint32_t)(y + MARGIN_MM) * SCALE / 1000);
}

static uint32_t count_pixels(const picture *it, uint32_t colour)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < it->height; y++) {
        for (uint32_t x = 0; x < it->width; x++) {
            count += pixel(it, x, y) == colour;
        }
    }
    return count;
}

/* A dot that lies across pixels leaves some of what is below in each of them. */
static bool is_nearly(uint32_t pixel_colour, uint32_t colour)
{
    for (uint32_t shift = 0; shift < 24; shift += 8) {
        if (abs((int)(pixel_colour >> shift & 255) - (int)(colour >> shift & 255)) > 64) {
            return false;
        }
    }
    return true;
}

/* Dots of an outline are 100 mm apart: one lies within 80 mm of each of its points. */
static bool shows_near(const picture *it, int32_t x, int32_t y, uint32_t colour)
{
    for (int32_t off = 0; off < 81; off++) {
        const int32_t at_x = x + (off % 9 - 4) * 20;
        const int32_t at_y = y + (off / 9 - 4) * 20;
        if (is_nearly(pixel_at_mm(it, at_x, at_y), colour)) {
            return true;
        }
    }
    return false;
}

static void a_dark_room_is_light_where_its_lamp_shines(void **state)
{
    (void)state;
    dw_scene *scene = open_dark_hall();
    const dw_ruleset rules = dw_ruleset_reference();
    picture it = draw(dw_scene_build(scene), &rules, SCALE);
    assert_int_equal(pixel_at_mm(&it, 2500, 3000), LAMP_SHADE);
    assert_int_equal(pixel_at_mm(&it, 4100, 50), LAMP_SHADE); /* The switch. */
    /* 1 m from the lamp 75 of 100 are left: 83 % of the floor's colour; behind the shelf 35 %. */
    assert_int_equal(pixel_at_mm(&it, 2530, 4050), shaded(floors[DW_FLOOR_WOOD], 82));
    assert_int_equal(pixel_at_mm(&it, 5030, 3050), shaded(floors[DW_FLOOR_WOOD], 35));
    assert_true(shows_near(&it, 100, 3000, LAMP_SHADE));   /* What it lights ends at the wall, */
    assert_true(shows_near(&it, 2500, 100, LAMP_SHADE));   /* and at that one, */
    assert_false(shows_near(&it, 7900, 3000, LAMP_SHADE)); /* but it does not get there. */
    free(it.pixels);
    dw_scene_set_lamp_off(scene, 0);
    it = draw(dw_scene_build(scene), &rules, SCALE);
    assert_int_equal(pixel_at_mm(&it, 2500, 3000), UNLIT_SHADE);
    assert_int_equal(pixel_at_mm(&it, 2530, 4050), shaded(floors[DW_FLOOR_WOOD], 35));
    free(it.pixels);
    dw_scene_destroy(scene);
}

static void a_device_is_a_square_with_the_outline_of_its_sector(void **state)
{
    (void)state;
    dw_scene *scene = open_dark_hall();
    dw_ruleset rules = dw_ruleset_reference();
    picture it = draw(dw_scene_build(scene), &rules, SCALE);
    assert_int_equal(pixel_at_mm(&it, 7000, 500), 0xc83c3c);
    assert_int_equal(count_pixels(&it, DEVICE_SHADE), 0);
    free(it.pixels);
    rules.kinds[0].body.size_mm = 0;
    rules.kinds[0].senses.eyes.range_mm = 2000;
    it = draw(dw_scene_build(scene), &rules, SCALE);
    assert_int_equal(count_pixels(&it, 0xc83c3c), 0);
    assert_int_equal(pixel_at_mm(&it, 7000, 500), DEVICE_SHADE);
    /* The arc of the range: 2 m off at each angle, dots 100 mm apart at most. */
    for (int32_t degrees = 120; degrees <= 170; degrees += 10) {
        const double angle = degrees * 3.14159265358979 / 180;
        assert_true(shows_near(&it, (int32_t)(7000 + 2000 * cos(angle)),
                               (int32_t)(500 + 2000 * sin(angle)), DEVICE_SHADE));
    }
    free(it.pixels);
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pixel_has_the_colour_of_what_lies_on_top),
        cmocka_unit_test(a_dark_room_is_light_where_its_lamp_shines),
        cmocka_unit_test(a_device_is_a_square_with_the_outline_of_its_sector),
        cmocka_unit_test(a_picture_that_would_be_too_large_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
