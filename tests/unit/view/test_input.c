#include "client/view/model/input.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void press(dw_controls *controls, SDL_Scancode key, bool down)
{
    dw_controls_set(controls, dw_input_key_action(key), down);
}

static void keys_give_eight_directions(void **state)
{
    (void)state;
    static const struct {
        SDL_Scancode first, second;
        dw_direction direction;
    } cases[] = {{SDL_SCANCODE_D, SDL_SCANCODE_D, DW_EAST},
                 {SDL_SCANCODE_D, SDL_SCANCODE_S, DW_SOUTH_EAST},
                 {SDL_SCANCODE_S, SDL_SCANCODE_S, DW_SOUTH},
                 {SDL_SCANCODE_A, SDL_SCANCODE_DOWN, DW_SOUTH_WEST},
                 {SDL_SCANCODE_LEFT, SDL_SCANCODE_LEFT, DW_WEST},
                 {SDL_SCANCODE_A, SDL_SCANCODE_W, DW_NORTH_WEST},
                 {SDL_SCANCODE_UP, SDL_SCANCODE_UP, DW_NORTH},
                 {SDL_SCANCODE_RIGHT, SDL_SCANCODE_UP, DW_NORTH_EAST}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        dw_controls controls = {0};
        press(&controls, cases[i].first, true);
        press(&controls, cases[i].second, true);
        assert_int_equal(dw_controls_intent(&controls).direction, cases[i].direction);
    }
}

static void opposite_keys_cancel_and_two_keys_of_one_way_count_once(void **state)
{
    (void)state;
    dw_controls controls = {0};
    press(&controls, SDL_SCANCODE_A, true);
    press(&controls, SDL_SCANCODE_D, true);
    assert_int_equal(dw_controls_intent(&controls).direction, DW_STAND);
    press(&controls, SDL_SCANCODE_RIGHT, true);
    press(&controls, SDL_SCANCODE_D, false);
    press(&controls, SDL_SCANCODE_A, false);
    assert_int_equal(dw_controls_intent(&controls).direction, DW_EAST);
    press(&controls, SDL_SCANCODE_RIGHT, false);
    assert_int_equal(dw_controls_intent(&controls).direction, DW_STAND);
}

static void a_tap_of_use_between_two_ticks_is_not_lost(void **state)
{
    (void)state;
    dw_controls controls = {0};
    press(&controls, SDL_SCANCODE_E, true);
    press(&controls, SDL_SCANCODE_E, false);
    assert_int_equal(dw_controls_intent(&controls).buttons, DW_BUTTON_USE);
    assert_int_equal(dw_controls_intent(&controls).buttons, 0);
    press(&controls, SDL_SCANCODE_SPACE, true);
    assert_int_equal(dw_controls_intent(&controls).buttons, DW_BUTTON_USE);
    assert_int_equal(dw_controls_intent(&controls).buttons, DW_BUTTON_USE);
}

static void crouch_wins_over_sprint(void **state)
{
    (void)state;
    dw_controls controls = {0};
    press(&controls, SDL_SCANCODE_LSHIFT, true);
    assert_int_equal(dw_controls_intent(&controls).buttons, DW_BUTTON_SPRINT);
    press(&controls, SDL_SCANCODE_LCTRL, true);
    assert_int_equal(dw_controls_intent(&controls).buttons, DW_BUTTON_CROUCH);
    press(&controls, SDL_SCANCODE_LCTRL, false);
    assert_int_equal(dw_controls_intent(&controls).buttons, DW_BUTTON_SPRINT);
}

static void c_keeps_the_crouch_until_it_or_sprint_is_pressed(void **state)
{
    (void)state;
    dw_controls controls = {0};
    press(&controls, SDL_SCANCODE_C, true);
    press(&controls, SDL_SCANCODE_C, false);
    assert_int_equal(dw_controls_intent(&controls).buttons, DW_BUTTON_CROUCH);
    dw_controls_release(&controls);
    assert_int_equal(dw_controls_intent(&controls).buttons, DW_BUTTON_CROUCH);
    press(&controls, SDL_SCANCODE_LSHIFT, true);
    assert_int_equal(dw_controls_intent(&controls).buttons, DW_BUTTON_SPRINT);
}

static void releasing_all_stops_the_body(void **state)
{
    (void)state;
    dw_controls controls = {0};
    press(&controls, SDL_SCANCODE_W, true);
    press(&controls, SDL_SCANCODE_E, true);
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_LEFTX, 32767);
    dw_controls_release(&controls);
    const dw_intent intent = dw_controls_intent(&controls);
    assert_int_equal(intent.direction, DW_STAND);
    assert_int_equal(intent.buttons, 0);
    /* The key comes up later: that must not count below zero. */
    press(&controls, SDL_SCANCODE_W, false);
    press(&controls, SDL_SCANCODE_W, true);
    assert_int_equal(dw_controls_intent(&controls).direction, DW_NORTH);
}

static void the_stick_gives_the_nearest_of_eight_directions(void **state)
{
    (void)state;
    for (int degrees = 0; degrees < 360; degrees++) {
        if (degrees % 45 == 22 || degrees % 45 == 23) {
            continue; /* On the border either is right. */
        }
        const float turn = (float)degrees * 0.0174532925F;
        const int eighth = (degrees + 22) / 45 % 8;
        assert_int_equal(dw_input_direction(cosf(turn), sinf(turn)), DW_EAST + eighth);
    }
    assert_int_equal(dw_input_direction(0.2F, -0.2F), DW_STAND);
}

static void gamepad_and_keys_make_valid_intents(void **state)
{
    (void)state;
    dw_controls controls = {0};
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_LEFTX, -32768);
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767);
    dw_controls_set(&controls, dw_input_button_action(SDL_CONTROLLER_BUTTON_A), true);
    const dw_intent intent = dw_controls_intent(&controls);
    assert_true(dw_intent_valid(intent));
    assert_int_equal(intent.direction, DW_WEST);
    assert_int_equal(intent.buttons, DW_BUTTON_SPRINT | DW_BUTTON_USE);
}

static void triggers_and_shoulders_change_the_gait(void **state)
{
    (void)state;
    static const struct {
        SDL_GameControllerAxis axis;
        int16_t value;
        uint8_t buttons;
    } rows[] = {{SDL_CONTROLLER_AXIS_TRIGGERLEFT, 32767, DW_BUTTON_CROUCH},
                {SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767, DW_BUTTON_SPRINT},
                {SDL_CONTROLLER_AXIS_TRIGGERLEFT, 13000, 0}, /* Under 0.4. */
                {SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 13000, 0},
                {SDL_CONTROLLER_AXIS_TRIGGERLEFT, 13200, DW_BUTTON_CROUCH},
                {SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 13200, DW_BUTTON_SPRINT},
                {SDL_CONTROLLER_AXIS_RIGHTX, 32767, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dw_controls controls = {0};
        dw_controls_axis(&controls, rows[i].axis, rows[i].value);
        const dw_intent intent = dw_controls_intent(&controls);
        assert_int_equal(intent.buttons, rows[i].buttons);
        assert_int_equal(intent.direction, DW_STAND);
    }
    dw_controls controls = {0};
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_LEFTY, 32767);
    assert_int_equal(dw_controls_intent(&controls).direction, DW_SOUTH);
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_LEFTY, 11300); /* In the dead zone. */
    assert_int_equal(dw_controls_intent(&controls).direction, DW_STAND);
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_LEFTY, 11700);
    assert_int_equal(dw_controls_intent(&controls).direction, DW_SOUTH);
    press(&controls, SDL_SCANCODE_D, true); /* Keys win over the stick. */
    assert_int_equal(dw_controls_intent(&controls).direction, DW_EAST);
}

static void each_button_of_a_gamepad_has_its_action(void **state)
{
    (void)state;
    static const struct {
        SDL_GameControllerButton button;
        dw_action action;
    } rows[] = {{SDL_CONTROLLER_BUTTON_A, DW_ACTION_USE},
                {SDL_CONTROLLER_BUTTON_X, DW_ACTION_USE},
                {SDL_CONTROLLER_BUTTON_B, DW_ACTION_CROUCH_TOGGLE},
                {SDL_CONTROLLER_BUTTON_LEFTSTICK, DW_ACTION_CROUCH_TOGGLE},
                {SDL_CONTROLLER_BUTTON_LEFTSHOULDER, DW_ACTION_CROUCH},
                {SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, DW_ACTION_SPRINT},
                {SDL_CONTROLLER_BUTTON_Y, DW_ACTION_NEXT},
                {SDL_CONTROLLER_BUTTON_RIGHTSTICK, DW_ACTION_OVERVIEW},
                {SDL_CONTROLLER_BUTTON_START, DW_ACTION_MENU},
                {SDL_CONTROLLER_BUTTON_BACK, DW_ACTION_HELP},
                {SDL_CONTROLLER_BUTTON_DPAD_UP, DW_ACTION_UP},
                {SDL_CONTROLLER_BUTTON_DPAD_DOWN, DW_ACTION_DOWN},
                {SDL_CONTROLLER_BUTTON_DPAD_LEFT, DW_ACTION_LEFT},
                {SDL_CONTROLLER_BUTTON_DPAD_RIGHT, DW_ACTION_RIGHT},
                {SDL_CONTROLLER_BUTTON_GUIDE, DW_ACTION_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(dw_input_button_action(rows[i].button), rows[i].action);
    }
}

static void each_key_of_the_help_page_has_its_action(void **state)
{
    (void)state;
    static const struct {
        SDL_Scancode key;
        dw_action action;
    } rows[] = {{SDL_SCANCODE_RSHIFT, DW_ACTION_SPRINT}, {SDL_SCANCODE_RCTRL, DW_ACTION_CROUCH},
                {SDL_SCANCODE_T, DW_ACTION_CHAT},        {SDL_SCANCODE_RETURN, DW_ACTION_CHAT},
                {SDL_SCANCODE_KP_ENTER, DW_ACTION_CHAT}, {SDL_SCANCODE_H, DW_ACTION_HELP},
                {SDL_SCANCODE_F1, DW_ACTION_HELP},       {SDL_SCANCODE_ESCAPE, DW_ACTION_MENU},
                {SDL_SCANCODE_TAB, DW_ACTION_NEXT},      {SDL_SCANCODE_HOME, DW_ACTION_OVERVIEW},
                {SDL_SCANCODE_O, DW_ACTION_LAYERS},      {SDL_SCANCODE_Z, DW_ACTION_THROW},
                {SDL_SCANCODE_Y, DW_ACTION_NONE},        {SDL_SCANCODE_1, DW_ACTION_NONE},
                {SDL_SCANCODE_UNKNOWN, DW_ACTION_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(dw_input_key_action(rows[i].key), rows[i].action);
    }
    for (uint32_t layer = 0; layer < DW_LAYER_COUNT; layer++) {
        const int letter = dw_layer_key((dw_layer)layer) - 'A';
        assert_int_equal(dw_input_key_action((SDL_Scancode)(SDL_SCANCODE_A + letter)),
                         DW_ACTION_LAYER + layer);
    }
}

/* A key without a press, and a gamepad, outlive a release of all. */
static void release_keeps_what_is_no_key(void **state)
{
    (void)state;
    dw_controls controls = {.gamepad = true};
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_TRIGGERLEFT, 32767);
    dw_controls_release(&controls);
    assert_true(controls.gamepad);
    assert_int_equal(dw_controls_intent(&controls).buttons, 0);
    press(&controls, SDL_SCANCODE_C, true);
    press(&controls, SDL_SCANCODE_C, false);
    press(&controls, SDL_SCANCODE_C, true);
    assert_int_equal(dw_controls_intent(&controls).buttons, 0); /* Pressed again: stands up. */
}

static void each_action_has_a_key(void **state)
{
    (void)state;
    for (dw_action action = DW_ACTION_UP; action < DW_ACTION_COUNT; action++) {
        int keys = 0;
        for (int key = 0; key < SDL_NUM_SCANCODES; key++) {
            keys += dw_input_key_action((SDL_Scancode)key) == action ? 1 : 0;
        }
        assert_true(keys >= 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_give_eight_directions),
        cmocka_unit_test(opposite_keys_cancel_and_two_keys_of_one_way_count_once),
        cmocka_unit_test(a_tap_of_use_between_two_ticks_is_not_lost),
        cmocka_unit_test(crouch_wins_over_sprint),
        cmocka_unit_test(c_keeps_the_crouch_until_it_or_sprint_is_pressed),
        cmocka_unit_test(releasing_all_stops_the_body),
        cmocka_unit_test(the_stick_gives_the_nearest_of_eight_directions),
        cmocka_unit_test(gamepad_and_keys_make_valid_intents),
        cmocka_unit_test(triggers_and_shoulders_change_the_gait),
        cmocka_unit_test(each_button_of_a_gamepad_has_its_action),
        cmocka_unit_test(each_key_of_the_help_page_has_its_action),
        cmocka_unit_test(release_keeps_what_is_no_key),
        cmocka_unit_test(each_action_has_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
