/* The lessons of the tutorial: when each is learned, and what it says. */
#include "client/view/model/tutorial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static dw_tutorial tutorial;
static dw_drawn_world world;
static dw_round round_on;
static double now;

static int begin(void **state)
{
    (void)state;
    world = (dw_drawn_world){.has_own = true, .own_slot = 0, .own_state = DW_SLOT_ALIVE};
    round_on = (dw_round){.round = 1, .phase = DW_PHASE_PLAY, .winner = DW_SLOT_NONE};
    now = 10.0;
    dw_say_in(DW_LANGUAGE_ENGLISH);
    dw_tutorial_begin(&tutorial, now);
    return 0;
}

static void frame(uint8_t buttons)
{
    now += 1.0 / 60.0;
    dw_tutorial_step(&tutorial, &world, &round_on, (dw_intent){.buttons = buttons}, now);
}

/* 30 mm a frame. */
static void walk(int frames, uint8_t flags)
{
    world.own_flags = flags;
    for (int i = 0; i < frames; i++) {
        world.own_x += DW_MM(30);
        frame(0);
    }
}

static void press_use(void)
{
    frame(DW_BUTTON_USE);
    frame(0);
}

static void gaits_are_learned_by_walking_in_them(void **state)
{
    (void)state;
    walk(60, 0);
    assert_int_equal(tutorial.lesson, DW_LESSON_WALK);
    walk(10, 0);
    assert_int_equal(tutorial.lesson, DW_LESSON_CROUCH);
    walk(200, 0); /* Upright does not count, */
    assert_int_equal(tutorial.lesson, DW_LESSON_CROUCH);
    world.own_x += DW_MM(9000); /* nor does being placed anew. */
    walk(60, DW_BODY_CROUCHING);
    assert_int_equal(tutorial.lesson, DW_LESSON_CROUCH);
    walk(10, DW_BODY_CROUCHING);
    assert_int_equal(tutorial.lesson, DW_LESSON_SPRINT);
    walk(70, DW_BODY_SPRINTING);
    assert_int_equal(tutorial.lesson, DW_LESSON_DOOR);
}

static void the_way_from_a_door_to_the_exit_is_explained(void **state)
{
    (void)state;
    tutorial.lesson = DW_LESSON_DOOR;
    frame(0);
    dw_door_set_put(&world.doors, 1, true);
    frame(0);
    assert_int_equal(tutorial.lesson, DW_LESSON_LIGHT);
    press_use(); /* Nobody has read it yet. */
    assert_int_equal(tutorial.lesson, DW_LESSON_LIGHT);
    now += 3.0;
    press_use();
    assert_int_equal(tutorial.lesson, DW_LESSON_GUARDS);
    now += 3.0;
    press_use();
    assert_int_equal(tutorial.lesson, DW_LESSON_TAKE);
    world.own_flags = DW_BODY_CARRYING;
    frame(0);
    assert_int_equal(tutorial.lesson, DW_LESSON_LEAVE);
    world.own_flags = 0; /* It is lost again. */
    frame(0);
    assert_int_equal(tutorial.lesson, DW_LESSON_TAKE);
    round_on.phase = DW_PHASE_RESULT;
    round_on.outcome = DW_OUTCOME_WON;
    frame(0);
    assert_int_equal(tutorial.lesson, DW_LESSON_DONE);
    frame(0);
    assert_int_equal(tutorial.lesson, DW_LESSON_DONE);
}

static void what_was_done_early_is_not_asked_for_again(void **state)
{
    (void)state;
    world.own_flags = DW_BODY_CARRYING;
    frame(0);
    assert_int_equal(tutorial.lesson, DW_LESSON_LEAVE);
}

static void each_lesson_can_be_skipped_and_the_last_one_ends_it(void **state)
{
    (void)state;
    for (int lesson = DW_LESSON_WALK; lesson < DW_LESSON_COUNT; lesson++) {
        assert_int_equal(tutorial.lesson, lesson);
        dw_tutorial_skip(&tutorial, now);
    }
    assert_int_equal(tutorial.lesson, DW_LESSON_OFF);
    dw_tutorial_skip(&tutorial, now);
    frame(0);
    assert_int_equal(tutorial.lesson, DW_LESSON_OFF);
}

static void nothing_is_learned_while_no_round_is_on(void **state)
{
    (void)state;
    round_on.phase = DW_PHASE_LOBBY;
    walk(200, 0);
    assert_int_equal(tutorial.lesson, DW_LESSON_WALK);
    dw_tutorial_step(&tutorial, &world, NULL, (dw_intent){.buttons = 0}, now);
}

static void lessons_name_the_keys_that_are_bound(void **state)
{
    (void)state;
    char text[DW_TUTORIAL_TEXT];
    dw_bindings bindings = dw_bindings_default();
    tutorial.lesson = DW_LESSON_TAKE;
    dw_tutorial_text(&tutorial, &bindings, false, "documents", text);
    assert_non_null(strstr(text, "go up to the documents and press E."));
    dw_bindings_set(&bindings, DW_ACTION_USE, DW_BIND_KEY, dw_binding_key(SDL_SCANCODE_F));
    dw_tutorial_text(&tutorial, &bindings, false, "documents", text);
    assert_non_null(strstr(text, "press F."));
    tutorial.lesson = DW_LESSON_WALK;
    dw_tutorial_text(&tutorial, &bindings, false, "documents", text);
    assert_non_null(strstr(text, "W A S D"));
    dw_tutorial_text(&tutorial, &bindings, true, "documents", text);
    assert_non_null(strstr(text, "Left stick"));
    for (int language = 0; language < DW_LANGUAGE_COUNT; language++) {
        dw_say_in((dw_language)language);
        for (int lesson = DW_LESSON_WALK; lesson < DW_LESSON_COUNT; lesson++) {
            tutorial.lesson = (uint8_t)lesson;
            dw_tutorial_text(&tutorial, &bindings, false, "documents", text);
            assert_true(strlen(text) > 20 && strlen(text) < DW_TUTORIAL_TEXT - 1);
            assert_null(strchr(text, '{'));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define BEGUN(test) cmocka_unit_test_setup(test, begin)
        BEGUN(gaits_are_learned_by_walking_in_them),
        BEGUN(the_way_from_a_door_to_the_exit_is_explained),
        BEGUN(what_was_done_early_is_not_asked_for_again),
        BEGUN(each_lesson_can_be_skipped_and_the_last_one_ends_it),
        BEGUN(nothing_is_learned_while_no_round_is_on),
        BEGUN(lessons_name_the_keys_that_are_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
