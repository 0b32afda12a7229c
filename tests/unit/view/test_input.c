#include "client/view/model/input.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* In a match, with the keys of the start. */
static void press(dw_controls *controls, SDL_Scancode key, bool down)
{
    dw_controls_set(controls, dw_bindings_find(NULL, dw_binding_key(key), DW_IN_PLAY), down);
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
    assert_int_equal(dw_input_direction(0.15F, -0.15F), DW_STAND);
}

static void gamepad_and_keys_make_valid_intents(void **state)
{
    (void)state;
    dw_controls controls = {0};
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_LEFTX, -32768);
    dw_controls_set(&controls,
                    dw_bindings_find(NULL, dw_binding_pad(DW_PAD_TRIGGER_RIGHT), DW_IN_PLAY), true);
    dw_controls_set(&controls,
                    dw_bindings_find(NULL, dw_binding_pad(SDL_CONTROLLER_BUTTON_A), DW_IN_PLAY),
                    true);
    const dw_intent intent = dw_controls_intent(&controls);
    assert_true(dw_intent_valid(intent));
    assert_int_equal(intent.direction, DW_WEST);
    assert_int_equal(intent.buttons, DW_BUTTON_SPRINT | DW_BUTTON_USE);
}

static void a_stick_at_rest_does_not_walk(void **state)
{
    (void)state;
    dw_controls controls = {0};
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_LEFTY, 32767);
    assert_int_equal(dw_controls_intent(&controls).direction, DW_SOUTH);
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_LEFTY, 8100); /* In the dead zone. */
    assert_int_equal(dw_controls_intent(&controls).direction, DW_STAND);
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_LEFTY, 8300);
    assert_int_equal(dw_controls_intent(&controls).direction, DW_SOUTH);
    press(&controls, SDL_SCANCODE_D, true); /* Keys win over the stick. */
    assert_int_equal(dw_controls_intent(&controls).direction, DW_EAST);
}

static uint8_t gait_at(dw_controls *controls, double part)
{
    dw_controls_axis(controls, SDL_CONTROLLER_AXIS_LEFTX, (int16_t)(part * 32767.0));
    return dw_controls_intent(controls).buttons;
}

static void the_stick_sneaks_walks_and_sprints_by_how_far_it_is_pushed(void **state)
{
    (void)state;
    dw_controls controls = {.stick_gaits = true};
    assert_int_equal(gait_at(&controls, 0.4), DW_BUTTON_CROUCH);
    assert_int_equal(gait_at(&controls, 0.7), 0);
    assert_int_equal(gait_at(&controls, 1.0), DW_BUTTON_SPRINT);
    assert_int_equal(gait_at(&controls, 0.87), DW_BUTTON_SPRINT); /* It does not flicker. */
    assert_int_equal(gait_at(&controls, 0.8), 0);
    press(&controls, SDL_SCANCODE_LCTRL, true); /* A key says more than the stick. */
    assert_int_equal(gait_at(&controls, 1.0), DW_BUTTON_CROUCH);
    controls = (dw_controls){.stick_gaits = false};
    assert_int_equal(gait_at(&controls, 0.4), 0);
    assert_int_equal(gait_at(&controls, 1.0), 0);
}

static void a_body_that_sneaks_by_stick_stays_down_when_it_is_let_go(void **state)
{
    (void)state;
    dw_controls controls = {.stick_gaits = true};
    for (int i = 0; i < 12; i++) {
        (void)gait_at(&controls, 0.4);
    }
    assert_int_equal(gait_at(&controls, 0.0), DW_BUTTON_CROUCH);
    dw_controls_release(&controls); /* The menu opens. */
    assert_int_equal(dw_controls_rest(&controls).buttons, DW_BUTTON_CROUCH);
    controls = (dw_controls){.stick_gaits = true};
    for (int i = 0; i < 12; i++) {
        (void)gait_at(&controls, 0.4);
    }
    (void)gait_at(&controls, 0.0);
    press(&controls, SDL_SCANCODE_C, true); /* Stands up. */
    assert_int_equal(dw_controls_intent(&controls).buttons, 0);
    /* A stick on its way back passes that part, and means nothing by it. */
    (void)gait_at(&controls, 0.8);
    (void)gait_at(&controls, 0.4);
    assert_int_equal(gait_at(&controls, 0.0), 0);
}

/* It may mean another action by then: the body was caught, or the person has rebound it. */
static void a_key_that_comes_up_ends_what_it_was_pressed_for(void **state)
{
    (void)state;
    dw_controls controls = {0};
    const dw_binding r = dw_binding_key(SDL_SCANCODE_R);
    const dw_binding d = dw_binding_key(SDL_SCANCODE_D);
    assert_true(dw_controls_note(&controls, r, DW_ACTION_TOOL));
    assert_true(dw_controls_note(&controls, d, DW_ACTION_RIGHT));
    assert_int_equal(dw_controls_lift(&controls, r), DW_ACTION_TOOL);
    assert_int_equal(dw_controls_lift(&controls, r), DW_ACTION_NONE);
    dw_controls_release(&controls);
    assert_int_equal(dw_controls_lift(&controls, d), DW_ACTION_NONE);
    for (uint32_t i = 0; i < DW_HELD_MAX; i++) {
        assert_true(dw_controls_note(&controls, dw_binding_pad(i), DW_ACTION_USE));
    }
    assert_false(dw_controls_note(&controls, d, DW_ACTION_RIGHT));
}

/* A key without a press, and a gamepad, outlive a release of all. */
static void release_keeps_what_is_no_key(void **state)
{
    (void)state;
    dw_controls controls = {.gamepad = true};
    dw_controls_axis(&controls, SDL_CONTROLLER_AXIS_LEFTX, 32767);
    dw_controls_release(&controls);
    assert_true(controls.gamepad);
    assert_int_equal(dw_controls_intent(&controls).direction, DW_STAND);
    assert_int_equal(dw_controls_intent(&controls).buttons, 0);
    press(&controls, SDL_SCANCODE_C, true);
    press(&controls, SDL_SCANCODE_C, false);
    press(&controls, SDL_SCANCODE_C, true);
    assert_int_equal(dw_controls_intent(&controls).buttons, 0); /* Pressed again: stands up. */
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
        cmocka_unit_test(a_stick_at_rest_does_not_walk),
        cmocka_unit_test(the_stick_sneaks_walks_and_sprints_by_how_far_it_is_pushed),
        cmocka_unit_test(a_body_that_sneaks_by_stick_stays_down_when_it_is_let_go),
        cmocka_unit_test(a_key_that_comes_up_ends_what_it_was_pressed_for),
        cmocka_unit_test(release_keeps_what_is_no_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
