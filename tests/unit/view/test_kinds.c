/* Guards of all kinds as pixels: each looks like itself, is as large as its body, and shows what it
 * senses; and the sectors of eyes and detectors against a slow judge. */
#include "tests/support/test.h"

#include "client/view/scene/draw_bodies.h"
#include "client/view/scene/draw_sensors.h"
#include "client/view/scene/draw_sight.h"
#include "client/view/scene/sector.h"
#include "client/view/tools/palette.h"
#include "common/base/check.h"
#include "common/base/rng.h"
#include "tests/unit/view/view_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 200, LOOKS = DW_KIND_LOOK_COUNT + 1 }; /* A box is a detector or a microphone. */

/* One guard in the middle of an empty picture, 100 pixels a metre. */
typedef struct portrait {
    dw_text_kit *text;
    dw_canvas canvas;
    dw_drawn_world world;
    dw_ruleset rules;
    dw_camera camera;
} portrait;

static portrait it;

static int open_portrait(void **state)
{
    (void)state;
    dw_error error = {""};
    memset(&it, 0, sizeof it);
    it.rules = dw_ruleset_reference();
    it.camera = (dw_camera){.scale = 100.0, .width = SIDE, .height = SIDE};
    it.world = (dw_drawn_world){.own_slot = DW_SLOT_NONE, .body_count = 1};
    it.world.bodies[0] = (dw_drawn_body){.id = 1, .role = DW_ROLE_GUARD, .age = 3.0F, .kind = 1};
    it.world.kinds[0] = dw_kind_guard();
    return dw_canvas_resize(&it.canvas, SIDE, SIDE) == DW_OK &&
                   dw_text_create(&it.text, &error) == DW_OK
               ? 0
               : -1;
}

static int close_portrait(void **state)
{
    (void)state;
    dw_text_destroy(it.text);
    dw_canvas_destroy(&it.canvas);
    return 0;
}

static void paint(void)
{
    const dw_pen pen = {&it.canvas, it.text, 1.0F};
    const dw_bodies_view view = {
        .world = &it.world, .rules = &it.rules, .camera = &it.camera, .seconds = 1.0};
    dw_canvas_clear(&it.canvas, 0xff000000);
    dw_draw_bodies(&pen, &view);
}

/* The sides of the box around all that is bright. */
static int extent(void)
{
    int low = SIDE;
    int high = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const uint32_t pixel = it.canvas.pixels[i / SIDE * it.canvas.stride + i % SIDE];
        if ((pixel & 0xffU) + (pixel >> 8 & 0xffU) + (pixel >> 16 & 0xffU) > 150) {
            low = i % SIDE < low ? i % SIDE : low;
            high = i % SIDE > high ? i % SIDE : high;
        }
    }
    return high - low + 1;
}

static void choose(int look)
{
    dw_kind *kind = &it.world.kinds[0];
    kind->look = look < DW_KIND_LOOK_COUNT ? look : DW_KIND_LOOK_BOX;
    kind->senses.motion.range_mm = look == DW_KIND_LOOK_COUNT ? 4000 : 0;
}

static void each_kind_has_a_look_of_its_own(void **state)
{
    (void)state;
    static uint32_t pictures[LOOKS][SIDE * SIDE];
    for (int look = 0; look < LOOKS; look++) {
        choose(look);
        paint();
        for (int row = 0; row < SIDE; row++) {
            memcpy(pictures[look] + (ptrdiff_t)row * SIDE,
                   it.canvas.pixels + (ptrdiff_t)row * it.canvas.stride, SIDE * sizeof(uint32_t));
        }
        for (int other = 0; other < look; other++) {
            int apart = 0;
            for (int i = 0; i < SIDE * SIDE; i++) {
                apart += pictures[look][i] != pictures[other][i] ? 1 : 0;
            }
            if (apart < 120) {
                fail_msg("looks %d and %d differ by %d pixels alone", look, other, apart);
            }
        }
    }
}

static void a_body_is_drawn_in_its_size(void **state)
{
    (void)state;
    static const int32_t looks[] = {DW_KIND_LOOK_GUARD, DW_KIND_LOOK_DOG, DW_KIND_LOOK_CAT,
                                    DW_KIND_LOOK_ROBOT};
    for (size_t i = 0; i < DW_COUNT_OF(looks); i++) {
        choose(looks[i]);
        it.world.kinds[0].body.size_mm = 400;
        paint();
        const int small = extent();
        it.world.kinds[0].body.size_mm = 1200;
        paint();
        const int large = extent();
        assert_in_range(small, 36, 60);
        assert_in_range(large, small * 27 / 10, small * 33 / 10);
    }
    choose(DW_KIND_LOOK_CAMERA); /* It has no body, and is drawn all the same. */
    it.world.kinds[0].body.size_mm = 0;
    paint();
    assert_in_range(extent(), 20, 45);
}

static void a_sleeper_is_drawn_so(void **state)
{
    (void)state;
    for (int look = DW_KIND_LOOK_DOG; look <= DW_KIND_LOOK_CAT; look++) {
        static uint32_t awake[SIDE * SIDE];
        choose(look);
        it.world.bodies[0].flags = 0;
        paint();
        memcpy(awake, it.canvas.pixels, sizeof awake);
        it.world.bodies[0].flags = DW_BODY_ASLEEP;
        paint();
        int apart = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            apart += awake[i] != it.canvas.pixels[i] ? 1 : 0;
        }
        assert_true(apart > 300);
    }
}

/* Rule 8.34: an ear in the place of the sign of its mood, also over a calm one. */
static void a_guard_that_listens_has_an_ear_over_it(void **state)
{
    (void)state;
    static uint32_t plain[SIDE * SIDE];
    choose(DW_KIND_LOOK_GUARD);
    for (uint8_t mood = DW_MOOD_CALM; mood <= DW_MOOD_SUSPICIOUS; mood++) {
        it.world.bodies[0].mood = mood;
        it.world.bodies[0].flags = 0;
        paint();
        memcpy(plain, it.canvas.pixels, sizeof plain);
        it.world.bodies[0].flags = DW_BODY_LISTENS;
        paint();
        int apart = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            apart += plain[i] != it.canvas.pixels[i] ? 1 : 0;
        }
        assert_true(apart > 100);
    }
    it.world.bodies[0].mood = DW_MOOD_CALM;
    it.world.bodies[0].flags = 0;
}

/* The light of a guard alone, at points within its field of view and beyond. */
typedef struct lit {
    dw_view_fixture fixture;
    dw_sight_light *light;
    dw_camera camera;
    dw_sector_outline outline;
} lit;

static void open_light(lit *of)
{
    assert_true(dw_view_fixture_open(&of->fixture, "museum", false));
    dw_view_fixture_kinds(&of->fixture, 38500, 7000);
    dw_drawn_world *world = &of->fixture.world;
    world->body_count = 1;
    world->bodies[0].heading = 0.0F;
    world->bodies[0].mood = DW_MOOD_CALM;
    world->kinds[0] = dw_kind_guard();
    dw_camera_fit(&of->camera, of->fixture.map->bounds, 900, 620,
                  (dw_box){0.0F, 0.0F, 900.0F, 620.0F});
    assert_int_equal(dw_sight_light_create(&of->light, 900, 620), DW_OK);
}

static void close_light(lit *of)
{
    dw_sight_light_destroy(of->light);
    dw_view_fixture_close(&of->fixture);
}

/* How much brighter it is `ahead_mm` before the guard than behind it. */
static float light_ahead(lit *of, int32_t ahead_mm)
{
    const dw_sight_scene scene = {.map = of->fixture.map,
                                  .rules = &of->fixture.rules,
                                  .world = &of->fixture.world,
                                  .camera = &of->camera};
    dw_draw_sight(of->light, &scene, NULL, &of->outline);
    const dw_drawn_body *guard = &of->fixture.world.bodies[0];
    const float y = dw_camera_screen_y(&of->camera, guard->y);
    const float ahead = dw_camera_screen_x(&of->camera, guard->x + DW_MM(ahead_mm));
    const float behind = dw_camera_screen_x(&of->camera, guard->x - DW_MM(1500));
    return dw_sight_light_warmth_at(of->light, ahead, y) -
           dw_sight_light_warmth_at(of->light, behind, y);
}

static void light_is_what_the_kind_senses(void **state)
{
    (void)state;
    static lit of;
    open_light(&of);
    dw_kind *kind = &of.fixture.world.kinds[0];
    assert_true(light_ahead(&of, 3000) > 0.1F);
    kind->senses.eyes.range_mm = 2000;
    assert_true(light_ahead(&of, 1200) > 0.1F);
    assert_true(fabsf(light_ahead(&of, 3000)) < 0.01F);
    of.fixture.world.bodies[0].flags = DW_BODY_ASLEEP; /* Its eyes are shut. */
    assert_true(fabsf(light_ahead(&of, 1200)) < 0.01F);
    of.fixture.world.bodies[0].flags = 0;
    kind->senses.eyes.meter_near = 0; /* It has none. */
    assert_true(fabsf(light_ahead(&of, 1200)) < 0.01F);
    kind->senses.motion.range_mm = 2000;
    assert_true(light_ahead(&of, 1200) > 0.03F);
    assert_true(fabsf(light_ahead(&of, 3000)) < 0.01F);
    close_light(&of);
}

static bool is_drawn(const dw_canvas *canvas, const dw_camera *camera, double x, double y)
{
    const int sx = (int)dw_camera_screen_x(camera, x);
    const int sy = (int)dw_camera_screen_y(camera, y);
    return (canvas->pixels[(ptrdiff_t)sy * canvas->stride + sx] & 0xffffffU) != 0;
}

static void rays_are_drawn_up_to_what_they_meet(void **state)
{
    (void)state;
    static lit of;
    open_light(&of);
    dw_canvas canvas = {0};
    assert_int_equal(dw_canvas_resize(&canvas, 900, 620), DW_OK);
    const dw_pen pen = {&canvas, it.text, 1.0F};
    dw_drawn_world *world = &of.fixture.world;
    const dw_drawn_body *robot = &world->bodies[0];
    world->kinds[0].senses.rays.count = 1; /* Straight ahead. */
    world->kinds[0].senses.rays.range_mm = 4000;
    const dw_sensors_view view = {
        .map = of.fixture.map, .rules = &of.fixture.rules, .world = world, .camera = &of.camera};
    for (int in_the_way = 0; in_the_way <= 1; in_the_way++) {
        world->has_own = in_the_way == 1;
        world->own_x = robot->x + DW_MM(2000);
        world->own_y = robot->y;
        dw_canvas_clear(&canvas, 0xff000000);
        dw_draw_sensors(&pen, &view, &of.outline);
        assert_true(is_drawn(&canvas, &of.camera, robot->x + DW_MM(1000), robot->y));
        assert_int_equal(is_drawn(&canvas, &of.camera, robot->x + DW_MM(3000), robot->y),
                         in_the_way == 0);
        assert_false(is_drawn(&canvas, &of.camera, robot->x + DW_MM(4500), robot->y));
    }
    dw_canvas_destroy(&canvas);
    close_light(&of);
}

/* By the crossings of a line to the right. */
static bool is_within(const dw_vec *points, uint32_t count, dw_vec at)
{
    bool within = false;
    for (uint32_t i = 0; i < count; i++) {
        const dw_vec a = points[i];
        const dw_vec b = points[(i + 1) % count];
        if ((a.y > at.y) != (b.y > at.y) &&
            (double)at.x < a.x + ((double)at.y - a.y) / ((double)b.y - a.y) * (b.x - a.x)) {
            within = !within;
        }
    }
    return within;
}

static void a_sector_is_cut_off_round_at_its_range(void **state)
{
    (void)state;
    static dw_sector_outline outline;
    dw_view_fixture fixture;
    assert_true(dw_view_fixture_open(&fixture, "museum", false));
    dw_rng rng;
    dw_rng_init(&rng, 9, 4);
    uint32_t inside = 0;
    uint32_t beyond = 0;
    for (int round = 0; round < 300; round++) {
        const dw_room *room = &fixture.map->rooms[dw_rng_below(&rng, fixture.map->room_count)];
        const dw_drawn_body body = {
            .x = dw_rng_between(&rng, room->area.min.x + DW_MM(400), room->area.max.x - DW_MM(400)),
            .y = dw_rng_between(&rng, room->area.min.y + DW_MM(400), room->area.max.y - DW_MM(400)),
            .heading = (float)dw_rng_below(&rng, 1000) / 1000.0F};
        const dw_sector sector = {
            .range_mm = dw_rng_between(&rng, 500, 9000),
            .field_of_view_bam = round % 4 == 0 ? DW_BAM_TURN : dw_rng_between(&rng, 4000, 60000),
            .level = DW_SIGHT_OVER_MIDDLE};
        const uint32_t count =
            dw_sector_outline_of(&outline, fixture.map, &fixture.world.doors, &body, sector);
        if (count == 0) {
            continue; /* In a piece of furniture. */
        }
        static dw_sector_outline whole;
        const dw_sector far = {.field_of_view_bam = sector.field_of_view_bam,
                               .level = sector.level};
        const uint32_t whole_count =
            dw_sector_outline_of(&whole, fixture.map, &fixture.world.doors, &body, far);
        const double range = DW_MM((double)sector.range_mm);
        for (int i = 0; i < 200; i++) {
            const int32_t reach = (int32_t)(1.3 * range);
            const dw_vec at = {(int32_t)body.x + dw_rng_between(&rng, -reach, reach),
                               (int32_t)body.y + dw_rng_between(&rng, -reach, reach)};
            const double away = hypot(at.x - body.x, at.y - body.y);
            if (fabs(away - range) < 0.005 * range) {
                continue; /* The arc is made of chords. */
            }
            const bool covered = is_within(whole.points, whole_count, at) && away < range;
            if (is_within(outline.points, count, at) != covered) {
                /* Beside an edge that was rounded to whole units. */
                const dw_vec near = {at.x + (at.x > body.x ? -60 : 60), at.y};
                const dw_vec next = {at.x, at.y + (at.y > body.y ? -60 : 60)};
                assert_true(is_within(outline.points, count, near) == covered ||
                            is_within(outline.points, count, next) == covered);
            }
            inside += covered ? 1 : 0;
            beyond += away >= range ? 1 : 0;
        }
    }
    assert_true(inside > 5000 && beyond > 5000);
    dw_view_fixture_close(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_kind_has_a_look_of_its_own, open_portrait,
                                        close_portrait),
        cmocka_unit_test_setup_teardown(a_body_is_drawn_in_its_size, open_portrait, close_portrait),
        cmocka_unit_test_setup_teardown(a_sleeper_is_drawn_so, open_portrait, close_portrait),
        cmocka_unit_test_setup_teardown(a_guard_that_listens_has_an_ear_over_it, open_portrait,
                                        close_portrait),
        cmocka_unit_test_setup_teardown(light_is_what_the_kind_senses, open_portrait,
                                        close_portrait),
        cmocka_unit_test_setup_teardown(rays_are_drawn_up_to_what_they_meet, open_portrait,
                                        close_portrait),
        cmocka_unit_test(a_sector_is_cut_off_round_at_its_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
