/* The menu of signs: two digits, a click or a gamepad choose, on any window; and what keys make of
 * it on the screen of a match. No window, no server. */
#include "client/core/roster.h"
#include "client/view/model/hud_text.h"
#include "client/view/model/sign_menu.h"
#include "client/view/pages/play.h"
#include "tests/support/test.h"
#include "view_scene.h"

#include <stdio.h>

static void two_digits_choose_a_sign_and_close_the_menu(void **state)
{
    (void)state;
    for (uint32_t sign = 1; sign < DW_SIGN_COUNT; sign++) {
        dw_sign_menu menu = {0};
        dw_sign_menu_toggle(&menu);
        assert_true(menu.open);
        const uint32_t column = dw_sign_menu_column((dw_sign)sign);
        const uint32_t row = dw_sign_menu_row((dw_sign)sign);
        assert_int_equal((column - 1) * 4 + row, sign);
        assert_int_equal(dw_sign_menu_digit(&menu, column), DW_SIGN_NONE);
        assert_true(menu.open);
        assert_int_equal(menu.column, column);
        assert_int_equal(dw_sign_menu_digit(&menu, row), sign);
        assert_false(menu.open);
        assert_int_equal(menu.column, 0);
    }
}

static void each_sign_has_a_cell_of_its_own_on_any_window(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        float ui;
    } windows[] = {{1280, 720, 1.0F}, {800, 600, 0.75F}, {640, 400, 0.55F}, {2560, 1440, 2.0F}};
    for (size_t w = 0; w < sizeof windows / sizeof windows[0]; w++) {
        const float ui = windows[w].ui;
        const dw_box box = dw_sign_menu_box(windows[w].width, windows[w].height, ui);
        assert_true(box.x0 >= 0.0F && box.y0 >= 0.0F && box.x1 <= (float)windows[w].width &&
                    box.y1 <= (float)windows[w].height);
        for (int sign = 1; sign < DW_SIGN_COUNT; sign++) {
            const dw_box cell = dw_sign_menu_cell(box, ui, (dw_sign)sign);
            assert_true(cell.x0 >= box.x0 && cell.y0 >= box.y0 && cell.x1 <= box.x1 &&
                        cell.y1 <= box.y1);
            const float x = (cell.x0 + cell.x1) * 0.5F;
            const float y = (cell.y0 + cell.y1) * 0.5F;
            assert_int_equal(dw_sign_menu_at(box, ui, x, y), sign);
        }
        assert_int_equal(dw_sign_menu_at(box, ui, box.x0 - 1.0F, box.y0 - 1.0F), DW_SIGN_NONE);
        assert_int_equal(dw_sign_menu_at(box, ui, box.x0 + 1.0F, box.y0 + 1.0F), DW_SIGN_NONE);
    }
}

static void a_gamepad_moves_the_mark_round_the_edges(void **state)
{
    (void)state;
    dw_sign_menu menu = {.open = true};
    assert_int_equal(dw_sign_menu_take(&menu), DW_SIGN_NONE); /* No mark yet: it stays open. */
    assert_true(menu.open);
    dw_sign_menu_move(&menu, 1, 0); /* The first move sets the mark. */
    assert_int_equal(menu.marked, DW_SIGN_WAIT);
    dw_sign_menu_move(&menu, -1, 0);
    assert_int_equal(menu.marked, DW_SIGN_LEFT);
    dw_sign_menu_move(&menu, 0, -1);
    assert_int_equal(menu.marked, DW_SIGN_NO);
    dw_sign_menu_move(&menu, 1, 1);
    assert_int_equal(menu.marked, DW_SIGN_WAIT);
    dw_sign_menu_move(&menu, 1, 2);
    assert_int_equal(menu.marked, DW_SIGN_DECOY);
    assert_int_equal(dw_sign_menu_take(&menu), DW_SIGN_DECOY);
    assert_false(menu.open);
}

static dw_play play;

static int open_play(void **state)
{
    (void)state;
    dw_play_init(&play);
    play.drawn = true;
    play.world.has_own = true;
    play.world.own_state = DW_SLOT_ALIVE;
    play.camera = (dw_camera){
        .x = 100.0, .y = 200.0, .scale = 76.0, .target_scale = 76.0, .width = 1280, .height = 720};
    return 0;
}

static void press(dw_action action)
{
    dw_play_action(&play, action, true);
    dw_play_action(&play, action, false);
}

static void keys_open_the_menu_and_ask_for_a_sign(void **state)
{
    (void)state;
    assert_int_equal(dw_bindings_find(NULL, dw_binding_key(SDL_SCANCODE_Q), DW_IN_PLAY),
                     DW_ACTION_SIGNS);
    assert_int_equal(dw_bindings_find(NULL, dw_binding_key(SDL_SCANCODE_X), DW_IN_PLAY),
                     DW_ACTION_PING);
    dw_play_pick(&play, 2); /* The menu is closed: a digit does nothing for a player. */
    assert_int_equal(play.signs.column, 0);
    press(DW_ACTION_SIGNS);
    assert_true(play.signs.open);
    dw_play_pick(&play, 9);
    assert_int_equal(play.signs.column, 0);
    dw_play_pick(&play, 2);
    dw_play_action(&play, DW_ACTION_RIGHT, true); /* The player walks on. */
    assert_int_equal(dw_play_intent(&play).direction, DW_EAST);
    dw_play_pick(&play, 3);
    assert_int_equal(play.asked_sign, DW_SIGN_DECOY);
    assert_false(play.signs.open);
    press(DW_ACTION_SIGNS);
    press(DW_ACTION_SIGNS);
    assert_false(play.signs.open);
}

static void a_gamepad_chooses_with_the_cross_and_a(void **state)
{
    (void)state;
    play.controls.gamepad = true;
    press(DW_ACTION_SIGNS); /* Y */
    assert_true(play.signs.open);
    press(DW_ACTION_DOWN);
    press(DW_ACTION_DOWN);
    dw_play_action(&play, DW_ACTION_USE, true);
    assert_int_equal(play.asked_sign, DW_SIGN_GO);
    assert_int_equal(dw_play_intent(&play).buttons & DW_BUTTON_USE, 0); /* A was the menu's. */
}

static void a_ping_is_what_the_mouse_points_at(void **state)
{
    (void)state;
    dw_play_ping(&play, 640.0F, 360.0F);
    assert_true(play.asks_ping);
    assert_int_equal(play.asked_ping.x, 100);
    assert_int_equal(play.asked_ping.y, 200);
    dw_play_ping(&play, 640.0F + 76.0F, 360.0F);
    assert_in_range(play.asked_ping.x, 100 + DW_MM(1000) - 2, 100 + DW_MM(1000) + 2);
}

static void nobody_signals_without_a_living_body(void **state)
{
    (void)state;
    play.world.own_state = DW_SLOT_CAUGHT;
    press(DW_ACTION_SIGNS);
    dw_play_ping(&play, 640.0F, 360.0F);
    assert_false(play.signs.open || play.asks_ping);
    play.world.own_state = DW_SLOT_ALIVE;
    play.world.has_own = false;
    press(DW_ACTION_SIGNS);
    dw_play_ping(&play, 640.0F, 360.0F);
    assert_false(play.signs.open || play.asks_ping);
}

static const dw_feed_line *last_line(const dw_feed *feed)
{
    return &feed->chat[feed->chat_count - 1];
}

static void each_new_signal_is_shown_for_five_seconds_and_logged_once(void **state)
{
    (void)state;
    static dw_view_fixture fixture;
    assert_true(dw_view_fixture_open(&fixture, "reference", true));
    const char *name = dw_round_name(&fixture.round, 1);
    const dw_vec kitchen = dw_rect_centre(fixture.map->rooms[2].area);
    static dw_feed feed;
    dw_signals signals = {0};
    dw_signals_put(&signals, &(dw_signal){.tick = 70, .slot = 1, .sign = DW_SIGN_HELP});
    for (int frame = 0; frame < 3; frame++) {
        dw_feed_signals(&feed, &signals, 0, fixture.map, &fixture.round, 10.0 + frame);
    }
    char expected[DW_FEED_TEXT];
    (void)snprintf(expected, sizeof expected, "%s: [Help]", name);
    assert_int_equal(feed.chat_count, 1);
    assert_string_equal(last_line(&feed)->text, expected);
    assert_int_equal(last_line(&feed)->slot, 1);
    assert_true(dw_feed_signal_strength(&feed.signs[1], 10.1) == 1.0F);
    assert_true(dw_feed_signal_strength(&feed.signs[1], 14.9) > 0.0F);
    assert_true(dw_feed_signal_strength(&feed.signs[1], 15.0) <= 0.0F);
    assert_true(dw_feed_signal_strength(&feed.signs[2], 10.1) <= 0.0F);

    dw_signals_put(&signals, &(dw_signal){.tick = 90, .slot = 1, .position = kitchen});
    dw_signals_put(&signals, &(dw_signal){.tick = 90, .slot = 2, .sign = DW_SIGN_GO});
    dw_feed_signals(&feed, &signals, 1U << 2, fixture.map, &fixture.round, 20.0);
    char room[DW_NAME_SIZE];
    dw_hud_in_sentence(room, fixture.map->rooms[2].name);
    (void)snprintf(expected, sizeof expected, "%s: [ping: %s]", name, room);
    assert_int_equal(feed.chat_count, 2); /* Slot 2 is muted. */
    assert_string_equal(last_line(&feed)->text, expected);
    assert_int_equal(feed.pings[1].position.x, kitchen.x);
    assert_int_equal(feed.signs[2].tick, 0);
    dw_feed_hide_chat(&feed, name);
    assert_int_equal(feed.chat_count, 0);
    dw_feed_reset(&feed);
    assert_int_equal(feed.signs[1].tick, 0);
    assert_int_equal(feed.pings[1].tick, 0);
    dw_view_fixture_close(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_digits_choose_a_sign_and_close_the_menu),
        cmocka_unit_test(each_sign_has_a_cell_of_its_own_on_any_window),
        cmocka_unit_test(a_gamepad_moves_the_mark_round_the_edges),
        cmocka_unit_test(each_new_signal_is_shown_for_five_seconds_and_logged_once),
        cmocka_unit_test_setup(keys_open_the_menu_and_ask_for_a_sign, open_play),
        cmocka_unit_test_setup(a_gamepad_chooses_with_the_cross_and_a, open_play),
        cmocka_unit_test_setup(a_ping_is_what_the_mouse_points_at, open_play),
        cmocka_unit_test_setup(nobody_signals_without_a_living_body, open_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
