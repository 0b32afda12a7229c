#include "client/view/scene/camera.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const dw_rect house = {{DW_MM(-2000), DW_MM(500)}, {DW_MM(15500), DW_MM(12170)}};

static dw_camera make_camera(void)
{
    dw_camera camera;
    dw_camera_fit(&camera, house, 1280, 720, (dw_box){224.0F, 88.0F, 1252.0F, 664.0F});
    return camera;
}

static void fitting_shows_the_whole_house_inside_the_box(void **state)
{
    (void)state;
    const dw_camera camera = make_camera();
    const dw_box box = dw_camera_box(&camera, house);
    assert_true(box.x0 >= 223.5F && box.x1 <= 1252.5F && box.y0 >= 87.5F && box.y1 <= 664.5F);
    /* One side of the box is used up. */
    assert_true(box.y1 - box.y0 > 575.0F || box.x1 - box.x0 > 1027.0F);
    assert_true(fabsf((box.x0 + box.x1) * 0.5F - 738.0F) < 1.0F);
}

static void screen_and_world_are_inverse(void **state)
{
    (void)state;
    const dw_camera camera = make_camera();
    for (int i = -500; i < 2000; i += 73) {
        const float s = (float)i;
        assert_true(fabsf(dw_camera_screen_x(&camera, dw_camera_world_x(&camera, s)) - s) < 0.01F);
        assert_true(fabsf(dw_camera_screen_y(&camera, dw_camera_world_y(&camera, s)) - s) < 0.01F);
    }
    assert_true(fabsf(dw_camera_pixels(&camera, DW_CAMERA_UNITS_PER_METRE) - (float)camera.scale) <
                0.001F);
}

static void what_is_under_the_mouse_stays_there_while_zooming(void **state)
{
    (void)state;
    dw_camera camera = make_camera();
    const double x = dw_camera_world_x(&camera, 700.0F);
    const double y = dw_camera_world_y(&camera, 300.0F);
    const double before = camera.scale;
    dw_camera_zoom_at(&camera, 700.0F, 300.0F, 1.5);
    int frames = 0;
    while (dw_camera_update(&camera, 1.0 / 60.0)) {
        assert_true(fabsf(dw_camera_screen_x(&camera, x) - 700.0F) < 0.05F);
        assert_true(fabsf(dw_camera_screen_y(&camera, y) - 300.0F) < 0.05F);
        assert_true(++frames < 60);
    }
    assert_true(fabs(camera.scale / before - 1.5) < 1e-9);
    assert_true(fabsf(dw_camera_screen_x(&camera, x) - 700.0F) < 0.05F);
}

static void the_scale_has_limits(void **state)
{
    (void)state;
    dw_camera camera = make_camera();
    dw_camera_zoom_at(&camera, 10.0F, 10.0F, 1e9);
    while (dw_camera_update(&camera, 1.0 / 60.0)) {
    }
    assert_true(fabs(camera.scale - DW_CAMERA_SCALE_MAX) < 1e-9);
    dw_camera_zoom_to(&camera, 0.0);
    while (dw_camera_update(&camera, 1.0 / 60.0)) {
    }
    assert_true(fabs(camera.scale - DW_CAMERA_SCALE_MIN) < 1e-9);
}

static void the_middle_never_leaves_the_house(void **state)
{
    (void)state;
    dw_camera camera = make_camera();
    dw_camera_pan(&camera, 1e6F, -1e6F);
    assert_true(camera.x >= house.min.x && camera.y <= house.max.y);
    dw_camera_follow(&camera, 1e9, 1e9, 0.0, 0.1);
    assert_true(camera.x <= house.max.x && camera.y <= house.max.y);
}

static void following_halves_the_way_in_a_half_life(void **state)
{
    (void)state;
    dw_camera camera = make_camera();
    const double start = camera.x;
    const double target = start + 60000.0;
    for (int i = 0; i < 12; i++) {
        dw_camera_follow(&camera, target, camera.y, 0.2, 1.0 / 60.0);
    }
    assert_true(fabs(camera.x - (start + 30000.0)) < 1.0);
}

static void a_player_sees_little_but_the_house(void **state)
{
    (void)state;
    dw_camera camera = make_camera();
    const double margin = DW_MM(1000);
    camera.scale = 90.0;
    camera.target_scale = 90.0;
    dw_camera_follow_inside(&camera, house.min.x, house.min.y, margin, 0.0, 0.1);
    assert_true(fabs(dw_camera_world_x(&camera, 0.0F) - (house.min.x - margin)) < 2.0);
    assert_true(fabs(dw_camera_world_y(&camera, 0.0F) - (house.min.y - margin)) < 2.0);
    /* A house smaller than the screen is in the middle. */
    camera.scale = 20.0;
    camera.target_scale = 20.0;
    dw_camera_follow_inside(&camera, house.min.x, house.min.y, margin, 0.0, 0.1);
    assert_true(fabs(camera.x - (house.min.x + (house.max.x - house.min.x) / 2.0)) < 1.0);
}

static void a_snapped_camera_lies_on_whole_pixels(void **state)
{
    (void)state;
    dw_camera camera = make_camera();
    camera.scale = 76.37;
    for (int i = 0; i < 50; i++) {
        camera.x += 777.7;
        camera.y += 333.3;
        const dw_camera snapped = dw_camera_snapped(&camera);
        const double left = dw_camera_world_x(&snapped, 0.0F) * 76.37 / DW_CAMERA_UNITS_PER_METRE;
        const double top = dw_camera_world_y(&snapped, 0.0F) * 76.37 / DW_CAMERA_UNITS_PER_METRE;
        assert_true(fabs(left - round(left)) < 1e-6 && fabs(top - round(top)) < 1e-6);
        assert_true(fabs(snapped.x - camera.x) * 76.37 / DW_CAMERA_UNITS_PER_METRE <= 0.5001);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fitting_shows_the_whole_house_inside_the_box),
        cmocka_unit_test(screen_and_world_are_inverse),
        cmocka_unit_test(what_is_under_the_mouse_stays_there_while_zooming),
        cmocka_unit_test(the_scale_has_limits),
        cmocka_unit_test(the_middle_never_leaves_the_house),
        cmocka_unit_test(following_halves_the_way_in_a_half_life),
        cmocka_unit_test(a_player_sees_little_but_the_house),
        cmocka_unit_test(a_snapped_camera_lies_on_whole_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
