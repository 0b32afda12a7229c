/* The list in which keys are chosen: by keyboard, mouse and gamepad, with conflicts said. */
#include "client/view/pages/menu.h"
#include "tests/support/test.h"

#include <string.h>

static dw_bindings bindings;
static dw_menu menu;

static int open_page(void **state)
{
    (void)state;
    bindings = dw_bindings_default();
    dw_menu_init(&menu, "", "");
    menu.keys = (dw_key_rows){.bindings = &bindings, .shown = 16};
    dw_menu_open(&menu, DW_PAGE_KEYS, "");
    return 0;
}

static void go_to(dw_action action)
{
    while (menu.keys.row + 1 < (uint32_t)action) {
        (void)dw_menu_key(&menu, SDL_SCANCODE_DOWN, false);
    }
    assert_int_equal(menu.keys.row + 1, action);
}

static void a_new_key_is_asked_for_and_taken(void **state)
{
    (void)state;
    const dw_binding key = dw_binding_key(SDL_SCANCODE_F7);
    go_to(DW_ACTION_SIGNS);
    assert_false(dw_menu_capture(&menu, key)); /* Not asked for yet. */
    (void)dw_menu_key(&menu, SDL_SCANCODE_RETURN, false);
    assert_true(menu.keys.captures);
    assert_true(dw_menu_capture(&menu, dw_binding_mouse(SDL_BUTTON_X1))); /* No key. */
    assert_true(menu.keys.captures);
    assert_true(dw_menu_capture(&menu, key));
    assert_false(menu.keys.captures);
    assert_int_equal(dw_bindings_find(&bindings, key, DW_IN_PLAY), DW_ACTION_SIGNS);
    assert_string_equal(menu.keys.note, "Signs to the team: F7");
}

static void escape_leaves_the_key_as_it_was(void **state)
{
    (void)state;
    (void)dw_menu_key(&menu, SDL_SCANCODE_RETURN, false);
    assert_true(dw_menu_capture(&menu, dw_binding_key(SDL_SCANCODE_ESCAPE)));
    assert_false(menu.keys.captures);
    assert_int_equal(dw_bindings_find(&bindings, dw_binding_key(SDL_SCANCODE_W), DW_IN_PLAY),
                     DW_ACTION_UP);
}

static void a_key_of_another_action_is_named_and_must_be_pressed_twice(void **state)
{
    (void)state;
    const dw_binding q = dw_binding_key(SDL_SCANCODE_Q);
    go_to(DW_ACTION_PING);
    (void)dw_menu_button(&menu, SDL_CONTROLLER_BUTTON_A);
    assert_true(dw_menu_capture(&menu, q));
    assert_true(menu.keys.captures);
    assert_non_null(strstr(menu.keys.note, "Signs to the team"));
    assert_int_equal(dw_bindings_find(&bindings, q, DW_IN_PLAY), DW_ACTION_SIGNS);
    assert_true(dw_menu_capture(&menu, q));
    assert_int_equal(dw_bindings_find(&bindings, q, DW_IN_PLAY), DW_ACTION_PING);
    assert_int_equal(bindings.of[DW_ACTION_SIGNS][DW_BIND_KEY].device, DW_DEVICE_NONE);
}

static void mouse_and_gamepad_have_columns_of_their_own(void **state)
{
    (void)state;
    go_to(DW_ACTION_USE);
    (void)dw_menu_key(&menu, SDL_SCANCODE_RIGHT, false);
    (void)dw_menu_key(&menu, SDL_SCANCODE_RIGHT, false);
    assert_int_equal(menu.keys.slot, DW_BIND_MOUSE);
    (void)dw_menu_key(&menu, SDL_SCANCODE_RETURN, false);
    assert_true(dw_menu_capture(&menu, dw_binding_mouse(SDL_BUTTON_X1)));
    (void)dw_menu_button(&menu, SDL_CONTROLLER_BUTTON_DPAD_RIGHT);
    (void)dw_menu_button(&menu, SDL_CONTROLLER_BUTTON_A);
    assert_true(dw_menu_capture(&menu, dw_binding_pad(SDL_CONTROLLER_BUTTON_PADDLE1)));
    char text[DW_BINDINGS_TEXT];
    dw_bindings_text(&bindings, DW_ACTION_USE, false, text);
    assert_string_equal(text, "E / Space / Mouse 4");
    dw_bindings_text(&bindings, DW_ACTION_USE, true, text);
    assert_string_equal(text, "Paddle 1");
    (void)dw_menu_button(&menu, SDL_CONTROLLER_BUTTON_X); /* None. */
    dw_bindings_text(&bindings, DW_ACTION_USE, true, text);
    assert_string_equal(text, "none");
}

static void nobody_can_lock_themselves_out(void **state)
{
    (void)state;
    go_to(DW_ACTION_MENU);
    (void)dw_menu_key(&menu, SDL_SCANCODE_RETURN, false);
    assert_false(menu.keys.captures);
    assert_string_equal(menu.keys.note, "Esc always keeps its meaning.");
    (void)dw_menu_key(&menu, SDL_SCANCODE_BACKSPACE, false);
    assert_int_equal(dw_bindings_find(&bindings, dw_binding_key(SDL_SCANCODE_ESCAPE), DW_IN_PLAY),
                     DW_ACTION_MENU);
}

static void a_click_on_a_cell_asks_for_its_key_and_reset_brings_all_back(void **state)
{
    (void)state;
    dw_canvas canvas = {.width = 1280, .height = 720};
    const dw_pen pen = {.canvas = &canvas, .ui = 1.0F};
    const float top = (720.0F - dw_menu_layouts[DW_PAGE_KEYS].height) * 0.5F + 58.0F + 24.0F;
    (void)dw_menu_mouse(&menu, &pen, 640.0F - 430.0F + 460.0F, top + 25.0F * 2.0F + 10.0F, true);
    assert_int_equal(menu.keys.row + 1, DW_ACTION_DOWN);
    assert_int_equal(menu.keys.slot, DW_BIND_KEY_2);
    assert_true(menu.keys.captures);
    assert_true(dw_menu_capture(&menu, dw_binding_key(SDL_SCANCODE_KP_2)));
    assert_int_equal(dw_bindings_find(&bindings, dw_binding_key(SDL_SCANCODE_KP_2), DW_IN_PLAY),
                     DW_ACTION_DOWN);
    const dw_bindings first = dw_bindings_default();
    dw_key_rows_reset(&menu.keys);
    assert_memory_equal(&bindings, &first, sizeof first);
}

static void the_last_row_leads_to_the_buttons_and_the_wheel_stays_in_the_list(void **state)
{
    (void)state;
    go_to((dw_action)(DW_ACTION_COUNT - 1));
    assert_in_range(menu.keys.row, menu.keys.top, menu.keys.top + menu.keys.shown - 1);
    dw_menu_wheel(&menu, 100);
    assert_int_equal(menu.keys.top, DW_ACTION_COUNT - 1 - menu.keys.shown);
    (void)dw_menu_key(&menu, SDL_SCANCODE_DOWN, false);
    assert_int_equal(dw_menu_key(&menu, SDL_SCANCODE_RETURN, false), DW_CHOICE_RESET_KEYS);
    dw_menu_wheel(&menu, -100);
    assert_int_equal(menu.keys.top, 0);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup(test, open_page)
    const struct CMUnitTest tests[] = {
        TEST(a_new_key_is_asked_for_and_taken),
        TEST(escape_leaves_the_key_as_it_was),
        TEST(a_key_of_another_action_is_named_and_must_be_pressed_twice),
        TEST(mouse_and_gamepad_have_columns_of_their_own),
        TEST(nobody_can_lock_themselves_out),
        TEST(a_click_on_a_cell_asks_for_its_key_and_reset_brings_all_back),
        TEST(the_last_row_leads_to_the_buttons_and_the_wheel_stays_in_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
