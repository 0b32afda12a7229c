/* lessons.h: what comes often counts less, what came before a sighting counts more. */
#include "server/mind/data/lessons.h"
#include "tests/support/test.h"

#define NOISE (1u << DW_LESSON_noise)
#define TRAIL (1u << DW_LESSON_trail)

static const dw_lesson_gains gains[DW_LESSON_COUNT] = {
    [DW_LESSON_noise] = {.habituation = 200, .sensitisation = 300, .cue = 250},
    [DW_LESSON_trail] = {.habituation = 0, .sensitisation = 300, .cue = 0},
};

static void rest(dw_lessons *lessons, uint32_t ticks)
{
    for (uint32_t tick = 0; tick < ticks; tick++) {
        dw_lessons_step(lessons, gains, 0, false);
    }
}

static int32_t noise_weight(const dw_lessons *lessons)
{
    return lessons->of[DW_LESSON_noise].weight;
}

static void each_harmless_noise_counts_a_fifth_less_than_the_one_before(void **state)
{
    (void)state;
    dw_lessons lessons;
    dw_lessons_reset(&lessons);
    dw_lessons_step(&lessons, gains, NOISE, false);
    assert_int_equal(lessons.suspicion, 200);
    assert_int_equal(noise_weight(&lessons), 800);
    rest(&lessons, 300);
    lessons.suspicion = 0;
    const int32_t before = noise_weight(&lessons); /* A little has come back. */
    assert_true(before > 800 && before < 900);
    dw_lessons_step(&lessons, gains, NOISE, false);
    assert_int_equal(lessons.suspicion, 200 * before / 1000);
    assert_int_equal(noise_weight(&lessons), before - before / 5);
}

static void a_noise_without_a_pause_counts_once(void **state)
{
    (void)state;
    dw_lessons lessons;
    dw_lessons_reset(&lessons);
    for (uint32_t tick = 0; tick < 30; tick++) {
        dw_lessons_step(&lessons, gains, tick % 10 == 0 ? NOISE : 0, false);
    }
    assert_int_equal(noise_weight(&lessons), 800);
    assert_in_range(lessons.suspicion, 180, 200); /* It has begun to fade. */
}

static void a_minute_of_rest_brings_back_what_habit_took(void **state)
{
    (void)state;
    dw_lessons lessons;
    dw_lessons_reset(&lessons);
    for (uint32_t i = 0; i < 10; i++) {
        dw_lessons_step(&lessons, gains, NOISE, false);
        rest(&lessons, DW_LESSON_GAP_TICKS);
    }
    assert_true(noise_weight(&lessons) < 400);
    rest(&lessons, 3600);
    assert_int_equal(noise_weight(&lessons), 1000);
    assert_int_equal(lessons.suspicion, 0);
}

static void a_sighting_makes_all_stimuli_count_more_for_a_while(void **state)
{
    (void)state;
    dw_lessons lessons;
    dw_lessons_reset(&lessons);
    dw_lessons_step(&lessons, gains, 0, true);
    assert_int_equal(noise_weight(&lessons), 1300);
    assert_int_equal(lessons.of[DW_LESSON_trail].weight, 1300);
    assert_int_equal(lessons.of[DW_LESSON_bark].weight, 1000); /* It does not learn of barks. */
    for (uint32_t tick = 0; tick < 500; tick++) {
        dw_lessons_step(&lessons, gains, 0, true); /* The same sighting. */
    }
    assert_true(noise_weight(&lessons) < 1300);
    rest(&lessons, 3600);
    assert_int_equal(noise_weight(&lessons), 1000);
}

static void a_noise_before_a_sighting_stays_a_cue(void **state)
{
    (void)state;
    dw_lessons lessons;
    dw_lessons_reset(&lessons);
    dw_lessons_step(&lessons, gains, NOISE, false);
    rest(&lessons, DW_LESSON_CUE_TICKS - 1);
    dw_lessons_step(&lessons, gains, 0, true);
    assert_int_equal(noise_weight(&lessons), 1550); /* 1000, 250 as a cue, 300 for a while. */
    rest(&lessons, 7200);
    assert_int_equal(noise_weight(&lessons), 1250);
    dw_lessons_step(&lessons, gains, NOISE, false);
    assert_int_equal(lessons.suspicion, 250); /* 200 without the lesson. */
}

static void a_noise_long_before_a_sighting_is_no_cue(void **state)
{
    (void)state;
    dw_lessons lessons;
    dw_lessons_reset(&lessons);
    dw_lessons_step(&lessons, gains, NOISE, false);
    rest(&lessons, DW_LESSON_CUE_TICKS);
    dw_lessons_step(&lessons, gains, 0, true);
    rest(&lessons, 7200);
    assert_int_equal(noise_weight(&lessons), 1000);
}

static void weights_and_suspicion_have_a_largest_value(void **state)
{
    (void)state;
    dw_lessons lessons;
    dw_lessons_reset(&lessons);
    for (uint32_t i = 0; i < 200; i++) {
        dw_lessons_step(&lessons, gains, NOISE, false);
        rest(&lessons, DW_LESSON_GAP_TICKS);
        dw_lessons_step(&lessons, gains, NOISE | TRAIL, true);
        assert_true(dw_lessons_are_sound(&lessons));
        rest(&lessons, DW_LESSON_GAP_TICKS);
    }
    assert_int_equal(lessons.of[DW_LESSON_noise].normal, DW_LESSON_WEIGHT_MAX);
    assert_in_range(lessons.suspicion, 900, DW_SUSPICION_MAX);
}

static void without_gains_nothing_is_learned(void **state)
{
    (void)state;
    static const dw_lesson_gains none[DW_LESSON_COUNT];
    dw_lessons lessons;
    dw_lessons_reset(&lessons);
    for (uint32_t i = 0; i < 1000; i++) {
        dw_lessons_step(&lessons, none, i % 100 == 0 ? 15 : 0, i % 90 == 0);
    }
    for (uint32_t k = 0; k < DW_LESSON_COUNT; k++) {
        assert_int_equal(lessons.of[k].weight, DW_LESSON_WEIGHT_NORMAL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_harmless_noise_counts_a_fifth_less_than_the_one_before),
        cmocka_unit_test(a_noise_without_a_pause_counts_once),
        cmocka_unit_test(a_minute_of_rest_brings_back_what_habit_took),
        cmocka_unit_test(a_sighting_makes_all_stimuli_count_more_for_a_while),
        cmocka_unit_test(a_noise_before_a_sighting_stays_a_cue),
        cmocka_unit_test(a_noise_long_before_a_sighting_is_no_cue),
        cmocka_unit_test(weights_and_suspicion_have_a_largest_value),
        cmocka_unit_test(without_gains_nothing_is_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
