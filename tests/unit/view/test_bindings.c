/* Which keys and buttons do what, and what they are called. */
#include "client/view/model/bindings.h"
#include "client/view/texts/say.h"
#include "tests/support/test.h"

#include <string.h>

static const dw_binding none = {DW_DEVICE_NONE, 0};

static void each_action_has_a_key_or_a_button_by_default(void **state)
{
    (void)state;
    for (dw_action action = DW_ACTION_NONE + 1; action < DW_ACTION_COUNT; action++) {
        const dw_action_row *row = dw_action_row_of(action);
        uint32_t count = 0;
        for (dw_bind_slot slot = 0; slot < DW_BIND_SLOTS; slot++) {
            const uint16_t device = row->defaults[slot].device;
            count += device != DW_DEVICE_NONE ? 1 : 0;
            assert_true(device == DW_DEVICE_NONE ||
                        device == (slot == DW_BIND_MOUSE ? DW_DEVICE_MOUSE
                                   : slot == DW_BIND_PAD ? DW_DEVICE_PAD
                                                         : DW_DEVICE_KEY));
        }
        assert_true(count > 0 && row->where != 0);
        for (dw_action other = DW_ACTION_NONE + 1; other < action; other++) {
            assert_string_not_equal(row->word, dw_action_row_of(other)->word);
        }
    }
}

static void each_action_has_a_label_of_its_own_in_each_language(void **state)
{
    (void)state;
    for (int language = 0; language < DW_LANGUAGE_COUNT; language++) {
        dw_say_in((dw_language)language);
        for (dw_action action = DW_ACTION_NONE + 1; action < DW_ACTION_COUNT; action++) {
            assert_non_null(dw_action_label(action));
            assert_true(dw_action_label(action)[0] != '\0');
            for (dw_action other = DW_ACTION_NONE + 1; other < action; other++) {
                assert_string_not_equal(dw_action_label(action), dw_action_label(other));
            }
        }
    }
    dw_say_in(DW_LANGUAGE_ENGLISH);
}

static void no_two_actions_share_a_key_where_both_count(void **state)
{
    (void)state;
    for (dw_action action = DW_ACTION_NONE + 1; action < DW_ACTION_COUNT; action++) {
        for (dw_bind_slot slot = 0; slot < DW_BIND_SLOTS; slot++) {
            const dw_binding binding = dw_action_row_of(action)->defaults[slot];
            assert_int_equal(dw_bindings_conflict(NULL, action, binding), DW_ACTION_NONE);
        }
    }
}

static void a_key_means_what_counts_where_it_is_pressed(void **state)
{
    (void)state;
    const dw_binding r = dw_binding_key(SDL_SCANCODE_R);
    const dw_binding space = dw_binding_key(SDL_SCANCODE_SPACE);
    assert_int_equal(dw_bindings_find(NULL, r, DW_IN_PLAY), DW_ACTION_TOOL);
    assert_int_equal(dw_bindings_find(NULL, r, DW_IN_WATCH), DW_ACTION_LAYER_RADIO);
    assert_int_equal(dw_bindings_find(NULL, r, DW_IN_MENU), DW_ACTION_NONE);
    assert_int_equal(dw_bindings_find(NULL, space, DW_IN_PLAY), DW_ACTION_USE);
    assert_int_equal(dw_bindings_find(NULL, space, DW_IN_WATCH), DW_ACTION_NONE);
    assert_int_equal(dw_bindings_find(NULL, space, DW_IN_WATCH | DW_IN_REPLAY),
                     DW_ACTION_REPLAY_PAUSE);
    assert_int_equal(dw_bindings_find(NULL, none, DW_IN_ALL), DW_ACTION_NONE);
    assert_int_equal(dw_bindings_find(NULL, dw_binding_key(SDL_SCANCODE_KP_ENTER), DW_IN_PLAY),
                     DW_ACTION_CHAT);
}

static void a_key_that_is_given_away_is_lost_by_its_old_action_alone(void **state)
{
    (void)state;
    dw_bindings bindings = dw_bindings_default();
    const dw_binding q = dw_binding_key(SDL_SCANCODE_Q);
    assert_int_equal(dw_bindings_conflict(&bindings, DW_ACTION_PING, q), DW_ACTION_SIGNS);
    dw_bindings_set(&bindings, DW_ACTION_PING, DW_BIND_KEY, q);
    assert_int_equal(dw_bindings_find(&bindings, q, DW_IN_PLAY), DW_ACTION_PING);
    assert_int_equal(bindings.of[DW_ACTION_SIGNS][DW_BIND_KEY].device, DW_DEVICE_NONE);
    assert_int_equal(bindings.of[DW_ACTION_SIGNS][DW_BIND_PAD].device, DW_DEVICE_PAD);
    /* It never counts where a body is there: no conflict. */
    assert_int_equal(dw_bindings_find(&bindings, q, DW_IN_WATCH | DW_IN_REPLAY),
                     DW_ACTION_REPLAY_WHY);
    /* The same key twice for one action is one. */
    dw_bindings_set(&bindings, DW_ACTION_PING, DW_BIND_KEY_2, q);
    assert_int_equal(bindings.of[DW_ACTION_PING][DW_BIND_KEY].device, DW_DEVICE_NONE);
    dw_bindings_set(&bindings, DW_ACTION_PING, DW_BIND_KEY_2, none);
    assert_int_equal(dw_bindings_find(&bindings, q, DW_IN_PLAY), DW_ACTION_NONE);
}

static void a_replay_is_watched_so_their_keys_conflict(void **state)
{
    (void)state;
    const dw_binding v = dw_binding_key(SDL_SCANCODE_V);
    assert_int_equal(dw_bindings_conflict(NULL, DW_ACTION_REPLAY_PAUSE, v), DW_ACTION_LAYER_SIGHT);
    assert_int_equal(dw_bindings_conflict(NULL, DW_ACTION_SIGNS, v), DW_ACTION_NONE);
}

static void every_name_of_the_file_means_its_key_again(void **state)
{
    (void)state;
    uint32_t named = 0;
    char name[DW_BINDING_NAME];
    dw_binding back;
    for (dw_device device = DW_DEVICE_KEY; device <= DW_DEVICE_PAD; device++) {
        for (uint16_t code = 1; code < SDL_NUM_SCANCODES; code++) {
            const dw_binding binding = device == DW_DEVICE_KEY
                                           ? dw_binding_key((SDL_Scancode)code)
                                           : (dw_binding){(uint8_t)device, code};
            dw_binding_name(binding, name);
            if (name[0] == '\0' || strcmp(name, "none") == 0) {
                continue;
            }
            assert_null(strstr(name, " or ")); /* Stands between two keys of the file. */
            if (dw_binding_parse(device, name, &back)) {
                named++;
                assert_true(dw_binding_same(back, binding) || device == DW_DEVICE_KEY);
            }
        }
    }
    assert_true(named > 200);
    for (dw_action action = DW_ACTION_NONE + 1; action < DW_ACTION_COUNT; action++) {
        for (dw_bind_slot slot = 0; slot < DW_BIND_SLOTS; slot++) {
            const dw_binding binding = dw_action_row_of(action)->defaults[slot];
            dw_binding_name(binding, name);
            assert_true(binding.device == DW_DEVICE_NONE ||
                        (dw_binding_parse((dw_device)binding.device, name, &back) &&
                         dw_binding_same(back, binding)));
        }
    }
    assert_false(dw_binding_parse(DW_DEVICE_KEY, "Any key", &back));
    assert_false(dw_binding_parse(DW_DEVICE_PAD, "q", &back));
    assert_false(dw_binding_parse(DW_DEVICE_MOUSE, "a", &back));
}

static void hints_name_the_bound_key_of_the_device_in_hand(void **state)
{
    (void)state;
    char text[DW_BINDINGS_TEXT];
    char hint[DW_BINDING_NAME];
    dw_bindings bindings = dw_bindings_default();
    dw_bindings_hint(&bindings, DW_ACTION_USE, false, hint);
    assert_string_equal(hint, "E");
    dw_bindings_hint(&bindings, DW_ACTION_USE, true, hint);
    assert_string_equal(hint, "A");
    dw_bindings_hint(&bindings, DW_ACTION_VOTE_YES, true, hint);
    assert_string_equal(hint, "F3"); /* A gamepad has no button for it. */
    dw_bindings_text(&bindings, DW_ACTION_USE, false, text);
    assert_string_equal(text, "E / Space");
    dw_bindings_text(&bindings, DW_ACTION_SPRINT, false, text);
    assert_string_equal(text, "Shift"); /* The right one needs no words. */
    dw_bindings_text(&bindings, DW_ACTION_CHAT, true, text);
    assert_string_equal(text, "none");
    dw_bindings_row(&bindings, DW_ACTION_UP, 4, false, text);
    assert_string_equal(text, "W A S D");
    dw_bindings_set(&bindings, DW_ACTION_USE, DW_BIND_KEY, none);
    dw_bindings_hint(&bindings, DW_ACTION_USE, false, hint);
    assert_string_equal(hint, "Space");
    dw_bindings_set(&bindings, DW_ACTION_USE, DW_BIND_KEY_2, none);
    dw_bindings_set(&bindings, DW_ACTION_USE, DW_BIND_MOUSE, dw_binding_mouse(SDL_BUTTON_X1));
    dw_bindings_hint(&bindings, DW_ACTION_USE, false, hint);
    assert_string_equal(hint, "Mouse 4");
}

static void keys_that_write_are_told_from_those_that_do_not(void **state)
{
    (void)state;
    assert_true(dw_binding_types(dw_binding_key(SDL_SCANCODE_A)));
    assert_true(dw_binding_types(dw_binding_key(SDL_SCANCODE_SPACE)));
    assert_true(dw_binding_types(dw_binding_key(SDL_SCANCODE_KP_5)));
    assert_false(dw_binding_types(dw_binding_key(SDL_SCANCODE_F11)));
    assert_false(dw_binding_types(dw_binding_key(SDL_SCANCODE_PAGEUP)));
    assert_false(dw_binding_types(dw_binding_key(SDL_SCANCODE_RETURN)));
    assert_false(dw_binding_types(dw_binding_key(SDL_SCANCODE_DELETE)));
    assert_false(dw_binding_types(dw_binding_pad(SDL_CONTROLLER_BUTTON_A)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_action_has_a_key_or_a_button_by_default),
        cmocka_unit_test(each_action_has_a_label_of_its_own_in_each_language),
        cmocka_unit_test(no_two_actions_share_a_key_where_both_count),
        cmocka_unit_test(a_key_means_what_counts_where_it_is_pressed),
        cmocka_unit_test(a_key_that_is_given_away_is_lost_by_its_old_action_alone),
        cmocka_unit_test(a_replay_is_watched_so_their_keys_conflict),
        cmocka_unit_test(every_name_of_the_file_means_its_key_again),
        cmocka_unit_test(hints_name_the_bound_key_of_the_device_in_hand),
        cmocka_unit_test(keys_that_write_are_told_from_those_that_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
