/* How a person throws: aim.c, throwing.c, flights.c and what play.c makes of them. */
#include "client/view/pages/play.h"
#include "client/view/pages/throwing.h"
#include "common/world/throw.h"
#include "tests/support/test.h"
#include "view_scene.h"

static dw_view_fixture fixture;
static dw_play play;
static dw_ruleset rules;

static int open_play(void **state)
{
    (void)state;
    assert_true(dw_view_fixture_open(&fixture, "reference", true));
    rules = fixture.rules;
    rules.tools = 1;
    dw_play_init(&play);
    play.drawn = true;
    play.phase = DW_PHASE_PLAY;
    play.rules = &rules;
    play.world = fixture.world;
    play.world.own_coins = 3;
    play.world.own_baits = 1;
    play.camera = (dw_camera){.x = play.world.own_x,
                              .y = play.world.own_y,
                              .scale = 80.0,
                              .target_scale = 80.0,
                              .width = 1280,
                              .height = 720};
    return 0;
}

static int close_play(void **state)
{
    (void)state;
    dw_view_fixture_close(&fixture);
    return 0;
}

/* The mouse, 2 m to the right of the body. */
static void point_east(void)
{
    dw_aim_point(&play.controls.aim, 640.0F + 160.0F, 360.0F);
}

static void hold_and_let_go_throws_once_where_the_mouse_points(void **state)
{
    (void)state;
    point_east();
    dw_play_action(&play, DW_ACTION_THROW, true);
    assert_int_equal(dw_intent_tool(dw_play_intent(&play)), DW_TOOL_NONE);
    dw_play_action(&play, DW_ACTION_RIGHT, true);
    dw_play_action(&play, DW_ACTION_THROW, false);
    const dw_intent intent = dw_play_intent(&play);
    assert_true(dw_intent_valid(intent));
    assert_int_equal(dw_intent_tool(intent), DW_TOOL_COIN);
    assert_int_equal(intent.throw_heading, 0);
    assert_int_equal(intent.throw_distance, 2000 / DW_THROW_STEP_MM);
    assert_int_equal(intent.direction, DW_EAST); /* It walks on. */
    assert_int_equal(dw_intent_tool(dw_play_intent(&play)), DW_TOOL_NONE);
}

static void what_is_cancelled_is_not_thrown(void **state)
{
    (void)state;
    dw_play_action(&play, DW_ACTION_THROW, true);
    dw_controls_release(&play.controls); /* The menu opens. */
    dw_play_action(&play, DW_ACTION_THROW, false);
    assert_int_equal(dw_intent_tool(dw_play_intent(&play)), DW_TOOL_NONE);
}

static void digits_choose_the_tool_and_an_empty_hand_is_told(void **state)
{
    (void)state;
    for (uint32_t digit = 1; digit <= 2; digit++) {
        dw_play_pick(&play, digit);
        dw_play_action(&play, DW_ACTION_THROW, true);
        dw_play_action(&play, DW_ACTION_THROW, false);
        assert_int_equal(dw_intent_tool(dw_play_intent(&play)), digit);
    }
    play.world.own_baits = 0;
    dw_play_action(&play, DW_ACTION_THROW, true);
    dw_play_action(&play, DW_ACTION_THROW, false);
    assert_int_equal(dw_intent_tool(dw_play_intent(&play)), DW_TOOL_NONE);
    assert_string_equal(play.feed.notice, "You have none left to throw");
}

static void one_throw_is_in_the_air_at_once(void **state)
{
    (void)state;
    play.seconds = 10.0;
    play.flights.rows[play.world.own_slot] =
        (dw_flight){.tool = DW_TOOL_COIN, .born = 9.8, .lasts_s = 0.5};
    for (int i = 0; i < 2; i++) {
        dw_play_action(&play, DW_ACTION_THROW, true);
        dw_play_action(&play, DW_ACTION_THROW, false);
        assert_int_equal(dw_intent_tool(dw_play_intent(&play)),
                         i == 0 ? DW_TOOL_NONE : DW_TOOL_COIN);
        play.seconds = 10.4;
    }
    assert_string_equal(play.feed.notice, "Your last throw is still in the air");
}

static void the_right_stick_aims_and_its_press_throws(void **state)
{
    (void)state;
    play.controls.gamepad = true;
    dw_play_action(&play, DW_ACTION_THROW, true); /* At rest it throws nothing. */
    dw_play_action(&play, DW_ACTION_THROW, false);
    assert_int_equal(dw_intent_tool(dw_play_intent(&play)), DW_TOOL_NONE);
    dw_controls_axis(&play.controls, SDL_CONTROLLER_AXIS_RIGHTY, 16384);
    dw_play_action(&play, DW_ACTION_TOOL, true);
    dw_play_action(&play, DW_ACTION_THROW, true);
    const dw_intent intent = dw_play_intent(&play);
    assert_int_equal(dw_intent_tool(intent), DW_TOOL_BAIT);
    assert_int_equal(intent.throw_heading, 64);
    assert_int_equal(intent.throw_distance, rules.throw_mm_max / 2 / DW_THROW_STEP_MM);
}

static void nobody_throws_without_tools_or_a_living_body(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        rules.tools = i == 0 ? 0 : 1;
        play.world.own_state = i == 1 ? DW_SLOT_CAUGHT : DW_SLOT_ALIVE;
        play.phase = i == 2 ? DW_PHASE_COUNTDOWN : DW_PHASE_PLAY;
        dw_play_action(&play, DW_ACTION_THROW, true);
        dw_play_action(&play, DW_ACTION_THROW, false);
        assert_int_equal(dw_intent_tool(dw_play_intent(&play)), DW_TOOL_NONE);
    }
}

/* The arc ends where the server lets the throw land. */
static void the_arc_shows_what_will_be_thrown(void **state)
{
    (void)state;
    const dw_throwing from = {.aim = &play.controls.aim,
                              .rules = &rules,
                              .world = &play.world,
                              .camera = &play.camera,
                              .flights = &play.flights};
    dw_aim_line line;
    assert_false(dw_throwing_line(&from, fixture.map, &line));
    dw_aim_hold(&play.controls.aim, true);
    uint32_t cut = 0;
    for (int i = 0; i < 64; i++) {
        dw_aim_point(&play.controls.aim, (float)(20 * i), (float)(11 * i));
        assert_true(dw_throwing_line(&from, fixture.map, &line));
        const dw_vec own = {(int32_t)play.world.own_x, (int32_t)play.world.own_y};
        const dw_intent intent = dw_throwing_intent(&from, (dw_intent){.direction = DW_STAND});
        const dw_throw thrown = dw_throw_fly(fixture.map, &play.world.doors, &rules, own, intent);
        assert_true((int32_t)line.to_x == thrown.landing.x &&
                    (int32_t)line.to_y == thrown.landing.y);
        cut += line.cut ? 1 : 0;
    }
    assert_in_range(cut, 1, 63);
}

static void a_flight_begins_at_its_thrower_and_lasts_by_its_length(void **state)
{
    (void)state;
    dw_flights flights = {0};
    const dw_vec origin = fixture.map->bounds.min;
    const dw_client_event event = {
        .kind = DW_CLIENT_EVENT_THROWN,
        .a = (uint16_t)(play.world.own_slot + 16 * DW_TOOL_BAIT),
        .b = dw_snapshot_quantise((int32_t)play.world.own_x + DW_MM(4000), origin.x),
        .c = dw_snapshot_quantise((int32_t)play.world.own_y, origin.y)};
    dw_flights_event(&flights, &event, &play.world, fixture.map, &rules, 5.0);
    const dw_flight *flight = &flights.rows[play.world.own_slot];
    assert_int_equal(flight->tool, DW_TOOL_BAIT);
    assert_true(flight->from_x == play.world.own_x && flight->from_y == play.world.own_y);
    assert_in_range((int32_t)(flight->lasts_s * 1000.0), 498, 502); /* 4 m at 8 m/s. */
    assert_true(dw_flight_part(flight, 5.0) == 0.0);
    assert_true(dw_flight_part(flight, 5.6) > 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hold_and_let_go_throws_once_where_the_mouse_points,
                                        open_play, close_play),
        cmocka_unit_test_setup_teardown(what_is_cancelled_is_not_thrown, open_play, close_play),
        cmocka_unit_test_setup_teardown(digits_choose_the_tool_and_an_empty_hand_is_told, open_play,
                                        close_play),
        cmocka_unit_test_setup_teardown(one_throw_is_in_the_air_at_once, open_play, close_play),
        cmocka_unit_test_setup_teardown(the_right_stick_aims_and_its_press_throws, open_play,
                                        close_play),
        cmocka_unit_test_setup_teardown(nobody_throws_without_tools_or_a_living_body, open_play,
                                        close_play),
        cmocka_unit_test_setup_teardown(the_arc_shows_what_will_be_thrown, open_play, close_play),
        cmocka_unit_test_setup_teardown(a_flight_begins_at_its_thrower_and_lasts_by_its_length,
                                        open_play, close_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
