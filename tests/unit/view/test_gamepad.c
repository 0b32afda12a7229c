/* A gamepad that SDL makes for the test: plays, steps through menus, comes and goes. */
#include "client/view/app_input.h"
#include "common/base/check.h"
#include "tests/support/test.h"

#include <SDL.h>
#include <string.h>

static dw_app_input input;
static dw_menu menu;
static dw_play play;
static dw_bindings bindings;
static SDL_Joystick *stick; /* The test's end of the device. */

/* Everything that SDL has to tell. Gives the last choice. */
static dw_choice take_events(void)
{
    SDL_Event event;
    dw_choice choice = DW_CHOICE_NONE;
    const dw_app_target target = {.menu = &menu, .play = &play, .bindings = &bindings};
    SDL_JoystickUpdate();
    while (SDL_PollEvent(&event) != 0) {
        const dw_app_wish wish = dw_app_input_event(&input, &target, &event);
        choice = wish.choice != DW_CHOICE_NONE ? wish.choice : choice;
    }
    return choice;
}

static dw_choice push_button(SDL_GameControllerButton button, bool down)
{
    assert_int_equal(SDL_JoystickSetVirtualButton(stick, button, down ? 1 : 0), 0);
    return take_events();
}

/* Cross and stick, as the program asks once a frame. */
static dw_choice step_at(uint64_t now_ns)
{
    const dw_app_target target = {.menu = &menu, .play = &play, .bindings = &bindings};
    return dw_app_input_step(&input, &target, now_ns);
}

static void push_axis(SDL_GameControllerAxis axis, int value)
{
    assert_int_equal(SDL_JoystickSetVirtualAxis(stick, axis, (int16_t)value), 0);
    (void)take_events();
}

static void plug(void)
{
    const int device = SDL_JoystickAttachVirtual(
        SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX, SDL_CONTROLLER_BUTTON_MAX, 0);
    assert_true(device >= 0);
    stick = SDL_JoystickOpen(device);
    assert_non_null(stick);
    /* At rest a trigger of SDL stands at its lowest value. */
    (void)SDL_JoystickSetVirtualAxis(stick, SDL_CONTROLLER_AXIS_TRIGGERLEFT, SDL_JOYSTICK_AXIS_MIN);
    (void)SDL_JoystickSetVirtualAxis(stick, SDL_CONTROLLER_AXIS_TRIGGERRIGHT,
                                     SDL_JOYSTICK_AXIS_MIN);
    (void)take_events();
}

static int find_device(void)
{
    for (int i = 0; i < SDL_NumJoysticks(); i++) {
        if (SDL_JoystickIsVirtual(i) == SDL_TRUE) {
            return i;
        }
    }
    return -1;
}

static void unplug(void)
{
    SDL_JoystickClose(stick);
    stick = NULL;
    assert_int_equal(SDL_JoystickDetachVirtual(find_device()), 0);
    (void)take_events();
}

static int open_all(void **state)
{
    (void)state;
    input = (dw_app_input){.keys = {.open = false}};
    dw_gamepad_init(&input.gamepad);
    bindings = dw_bindings_default();
    dw_play_init(&play);
    play.world.has_own = true;
    play.world.own_state = DW_SLOT_ALIVE;
    play.drawn = true;
    play.phase = DW_PHASE_PLAY;
    play.controls.stick_gaits = true;
    dw_menu_init(&menu, "", "");
    plug();
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    dw_app_input_close(&input);
    if (stick != NULL) {
        unplug();
    }
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    return 0;
}

static void a_gamepad_that_is_plugged_in_is_named_and_plays(void **state)
{
    (void)state;
    assert_non_null(input.gamepad.open);
    assert_non_null(strstr(play.feed.notice, dw_gamepad_name(&input.gamepad)));
    push_axis(SDL_CONTROLLER_AXIS_LEFTX, 23000);
    dw_intent intent = dw_play_intent(&play);
    assert_int_equal(intent.direction, DW_EAST);
    assert_int_equal(intent.buttons, 0);
    push_axis(SDL_CONTROLLER_AXIS_LEFTX, 32767);
    assert_int_equal(dw_play_intent(&play).buttons, DW_BUTTON_SPRINT);
    push_axis(SDL_CONTROLLER_AXIS_LEFTX, 13000);
    assert_int_equal(dw_play_intent(&play).buttons, DW_BUTTON_CROUCH);
    push_axis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767); /* A trigger is a button. */
    assert_int_equal(dw_play_intent(&play).buttons, DW_BUTTON_SPRINT);
    push_axis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, SDL_JOYSTICK_AXIS_MIN);
    (void)push_button(SDL_CONTROLLER_BUTTON_A, true);
    intent = dw_play_intent(&play);
    assert_int_equal(intent.buttons & DW_BUTTON_USE, DW_BUTTON_USE);
    assert_true(play.controls.gamepad);
    (void)push_button(SDL_CONTROLLER_BUTTON_A, false);
    assert_int_equal(dw_play_intent(&play).buttons & DW_BUTTON_USE, 0);
}

static void a_body_stops_when_its_gamepad_is_unplugged(void **state)
{
    (void)state;
    push_axis(SDL_CONTROLLER_AXIS_LEFTX, 32767);
    assert_int_equal(dw_play_intent(&play).direction, DW_EAST);
    unplug();
    assert_null(input.gamepad.open);
    assert_int_equal(dw_play_intent(&play).direction, DW_STAND);
    assert_string_equal(play.feed.notice, "The gamepad is unplugged");
    assert_false(play.controls.gamepad); /* Hints name keys again. */
    plug();
    assert_non_null(input.gamepad.open);
    push_axis(SDL_CONTROLLER_AXIS_LEFTY, 32767);
    assert_int_equal(dw_play_intent(&play).direction, DW_SOUTH);
}

static void the_menu_opens_steps_and_closes_by_gamepad(void **state)
{
    (void)state;
    uint64_t now_ns = 0;
    (void)push_button(SDL_CONTROLLER_BUTTON_START, true);
    (void)push_button(SDL_CONTROLLER_BUTTON_START, false);
    assert_int_equal(menu.page, DW_PAGE_PAUSE);
    assert_int_equal(menu.chosen, 0);
    push_axis(SDL_CONTROLLER_AXIS_LEFTY, 32767); /* The stick steps at once, */
    (void)step_at(now_ns);
    assert_int_equal(menu.chosen, 1);
    (void)step_at(now_ns + 100000000U);
    assert_int_equal(menu.chosen, 1);
    (void)step_at(now_ns + 450000000U); /* and again when held. */
    assert_int_equal(menu.chosen, 2);
    push_axis(SDL_CONTROLLER_AXIS_LEFTY, 0);
    (void)step_at(now_ns + 500000000U);
    (void)push_button(SDL_CONTROLLER_BUTTON_DPAD_UP, true);
    (void)step_at(now_ns + 510000000U);
    assert_int_equal(menu.chosen, 1);
    (void)push_button(SDL_CONTROLLER_BUTTON_DPAD_UP, false);
    assert_int_equal(push_button(SDL_CONTROLLER_BUTTON_B, true), DW_CHOICE_RESUME);
    /* What was held in the menu does not walk in the match. */
    assert_int_equal(dw_play_intent(&play).direction, DW_STAND);
}

static void tap(SDL_GameControllerButton button)
{
    (void)push_button(button, true);
    (void)push_button(button, false);
}

static void the_briefing_follows_the_help_and_closes_by_the_same_button(void **state)
{
    (void)state;
    play.board.known = true;
    for (uint8_t page = 1; page <= DW_HELP_PAGES; page++) {
        tap(SDL_CONTROLLER_BUTTON_BACK);
        assert_int_equal(play.help, page);
        assert_false(play.board.briefing);
    }
    tap(SDL_CONTROLLER_BUTTON_BACK);
    assert_int_equal(play.help, 0);
    assert_true(play.board.briefing);
    tap(SDL_CONTROLLER_BUTTON_BACK);
    assert_int_equal(play.help, 0);
    assert_false(play.board.briefing);
    play.board.question = 1; /* The briefing would hide it. */
    for (uint8_t page = 0; page <= DW_HELP_PAGES; page++) {
        tap(SDL_CONTROLLER_BUTTON_BACK);
    }
    assert_int_equal(play.help, 0);
    assert_false(play.board.briefing);
}

/* A step of the cross, and then A. */
static void step_and_type(SDL_GameControllerButton way, uint64_t now_ns)
{
    (void)push_button(way, true);
    (void)step_at(now_ns);
    (void)push_button(way, false);
    (void)step_at(now_ns + 1);
    tap(SDL_CONTROLLER_BUTTON_A);
}

static void a_name_is_typed_on_the_keyboard_on_the_screen(void **state)
{
    (void)state;
    dw_menu_open(&menu, DW_PAGE_START, "");
    menu.chosen = 1; /* The name. */
    (void)push_button(SDL_CONTROLLER_BUTTON_A, true);
    assert_true(input.keys.open);
    (void)push_button(SDL_CONTROLLER_BUTTON_A, false);
    step_and_type(SDL_CONTROLLER_BUTTON_DPAD_DOWN, 1000); /* From q: a, */
    assert_int_equal(menu.chosen, 1);                     /* not the next item. */
    tap(SDL_CONTROLLER_BUTTON_LEFTSTICK);
    step_and_type(SDL_CONTROLLER_BUTTON_DPAD_RIGHT, 2000); /* S, */
    tap(SDL_CONTROLLER_BUTTON_LEFTSTICK);
    step_and_type(SDL_CONTROLLER_BUTTON_DPAD_LEFT, 3000); /* a again, */
    (void)push_button(SDL_CONTROLLER_BUTTON_X, true);     /* which is erased. */
    step_and_type(SDL_CONTROLLER_BUTTON_DPAD_LEFT, 4000); /* Round the end: '. */
    assert_string_equal(menu.fields[DW_FIELD_NAME].text, "aS'");
    assert_int_equal(push_button(SDL_CONTROLLER_BUTTON_START, true), DW_CHOICE_NONE);
    assert_false(input.keys.open);
    assert_int_equal(menu.page, DW_PAGE_START);
}

static void letters_of_other_languages_are_on_the_keyboard_too(void **state)
{
    (void)state;
    dw_field field;
    dw_pad_keys keys;
    dw_field_init(&field, 60, "");
    dw_pad_keys_open(&keys);
    keys.accents = true;
    for (uint8_t column = 0; column < DW_PAD_KEYS_COLUMNS; column++) {
        keys.column = column;
        (void)dw_pad_keys_press(&keys, SDL_CONTROLLER_BUTTON_A, &field);
    }
    assert_string_equal(field.text, "áčďéěíňóřš");
    keys.capitals = true;
    keys.column = 9;
    (void)dw_pad_keys_press(&keys, SDL_CONTROLLER_BUTTON_A, &field);
    assert_string_equal(field.text, "áčďéěíňóřšŠ");
    keys.row = DW_PAD_KEYS_ROWS - 1; /* The last of the wide keys. */
    keys.column = 8;
    assert_int_equal(dw_pad_keys_press(&keys, SDL_CONTROLLER_BUTTON_A, &field), DW_PAD_DONE);
    assert_false(keys.open);
}

static void the_menu_of_a_match_opens_the_chat_with_a_keyboard(void **state)
{
    (void)state;
    const dw_app_target target = {.menu = &menu, .play = &play, .bindings = &bindings};
    (void)push_button(SDL_CONTROLLER_BUTTON_START, true);
    menu.chosen = 3; /* Write to the others. */
    assert_int_equal(push_button(SDL_CONTROLLER_BUTTON_A, true), DW_CHOICE_ACTION);
    (void)push_button(SDL_CONTROLLER_BUTTON_A, false);
    assert_int_equal(dw_menu_item_action(&menu), DW_ACTION_CHAT);
    dw_menu_open(&menu, DW_PAGE_NONE, "");
    dw_app_input_action(&input, &target, DW_ACTION_CHAT);
    assert_true(play.chatting && input.keys.open);
    step_and_type(SDL_CONTROLLER_BUTTON_DPAD_RIGHT, 1000);
    assert_string_equal(play.chat.text, "w");
    assert_int_equal(dw_play_intent(&play).direction, DW_STAND);
    (void)push_button(SDL_CONTROLLER_BUTTON_B, true); /* Says nothing. */
    assert_false(play.chatting);
}

static void the_keyboard_on_the_screen_goes_with_what_was_typed(void **state)
{
    (void)state;
    const dw_app_target target = {.menu = &menu, .play = &play, .bindings = &bindings};
    play.controls.gamepad = true;
    dw_app_input_action(&input, &target, DW_ACTION_CHAT);
    assert_true(play.chatting && input.keys.open);
    dw_play_chat_key(&play, NULL, SDL_SCANCODE_ESCAPE); /* By the other keyboard. */
    assert_false(play.chatting);
    (void)step_at(1000);
    dw_play_action(&play, DW_ACTION_CHAT, true);
    assert_true(play.chatting);
    assert_false(input.keys.open);
}

static void over_a_replay_the_menu_asks_why_somebody_was_seen(void **state)
{
    (void)state;
    static const dw_action actions[] = {
        DW_ACTION_REPLAY_WHY,  DW_ACTION_REPLAY_GHOSTS, DW_ACTION_REPLAY_VIEW,   DW_ACTION_OVERVIEW,
        DW_ACTION_REPLAY_CLIP, DW_ACTION_REPLAY_SLOWER, DW_ACTION_REPLAY_FASTER, DW_ACTION_CHAT};
    dw_menu_open(&menu, DW_PAGE_PAUSE_REPLAY, "");
    for (uint32_t i = 0; i < DW_COUNT_OF(actions); i++) {
        (void)dw_menu_button(&menu, SDL_CONTROLLER_BUTTON_DPAD_DOWN);
        assert_int_equal(dw_menu_button(&menu, SDL_CONTROLLER_BUTTON_A), DW_CHOICE_ACTION);
        assert_int_equal(dw_menu_item_action(&menu), actions[i]);
    }
    assert_int_equal(dw_bindings_find(&bindings, dw_binding_pad(SDL_CONTROLLER_BUTTON_RIGHTSTICK),
                                      DW_IN_WATCH | DW_IN_REPLAY),
                     DW_ACTION_REPLAY_WHY);
}

static void a_button_is_rebound_by_pressing_it(void **state)
{
    (void)state;
    menu.keys = (dw_key_rows){.bindings = &bindings, .row = DW_ACTION_USE - 1, .slot = DW_BIND_PAD};
    dw_menu_open(&menu, DW_PAGE_KEYS, "");
    (void)push_button(SDL_CONTROLLER_BUTTON_A, true);
    (void)push_button(SDL_CONTROLLER_BUTTON_A, false);
    assert_true(menu.keys.captures);
    push_axis(SDL_CONTROLLER_AXIS_TRIGGERLEFT, 32767); /* Of crouching: asks again. */
    push_axis(SDL_CONTROLLER_AXIS_TRIGGERLEFT, SDL_JOYSTICK_AXIS_MIN);
    assert_true(menu.keys.captures);
    push_axis(SDL_CONTROLLER_AXIS_TRIGGERLEFT, 32767);
    assert_false(menu.keys.captures);
    assert_int_equal(dw_bindings_find(&bindings, dw_binding_pad(DW_PAD_TRIGGER_LEFT), DW_IN_PLAY),
                     DW_ACTION_USE);
}

int main(void)
{
    (void)SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    (void)SDL_SetHint(SDL_HINT_JOYSTICK_HIDAPI, "0"); /* Devices of the machine stay out of it. */
    (void)SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    if (SDL_Init(SDL_INIT_GAMECONTROLLER) != 0) {
        (void)fprintf(stderr, "no gamepads: %s\n", SDL_GetError());
        return 1;
    }
#define TEST(test) cmocka_unit_test_setup_teardown(test, open_all, close_all)
    const struct CMUnitTest tests[] = {
        TEST(a_gamepad_that_is_plugged_in_is_named_and_plays),
        TEST(a_body_stops_when_its_gamepad_is_unplugged),
        TEST(the_menu_opens_steps_and_closes_by_gamepad),
        TEST(the_briefing_follows_the_help_and_closes_by_the_same_button),
        TEST(a_name_is_typed_on_the_keyboard_on_the_screen),
        TEST(letters_of_other_languages_are_on_the_keyboard_too),
        TEST(the_menu_of_a_match_opens_the_chat_with_a_keyboard),
        TEST(the_keyboard_on_the_screen_goes_with_what_was_typed),
        TEST(over_a_replay_the_menu_asks_why_somebody_was_seen),
        TEST(a_button_is_rebound_by_pressing_it),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SDL_Quit();
    return failed;
}
