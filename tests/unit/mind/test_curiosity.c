/* curiosity.h: how much noises count, which of them, and what a guard gets used to. */
#include "common/base/check.h"
#include "server/mind/curiosity.h"
#include "tests/support/test.h"

enum { THRESHOLD_DB10 = 200, TEN_DB10 = 100, OF_TEN_DB = 350, JUST_HEARD = 100 };

typedef struct listener {
    dw_ruleset rules;
    dw_kind kind;
    dw_brain_setup setup;
    dw_percepts percepts;
    dw_think think;
    dw_curiosity curiosity;
} listener;

static listener *new_listener(void)
{
    static listener it;
    it = (listener){.rules = dw_ruleset_reference(), .kind = dw_kind_guard()};
    it.kind.senses.ears.threshold_db10 = THRESHOLD_DB10;
    it.setup = (dw_brain_setup){.rules = &it.rules, .kind = &it.kind};
    it.think = (dw_think){.setup = &it.setup, .percepts = &it.percepts};
    dw_curiosity_reset(&it.curiosity);
    return &it;
}

/* A tick in which it hears that noise. */
static void hear_at(listener *it, int32_t x_mm, int32_t level_db10)
{
    it->percepts.tick++;
    it->percepts.stimulus_count = 1;
    it->percepts.stimuli[0] =
        (dw_stimulus){.position = {DW_MM(x_mm), 0}, .room = 0, .strength = level_db10};
    dw_curiosity_step(&it->curiosity, &it->think);
    it->percepts.stimulus_count = 0;
}

static void pass(listener *it, uint32_t ticks)
{
    for (uint32_t tick = 0; tick < ticks; tick++) {
        it->percepts.tick++;
        dw_curiosity_step(&it->curiosity, &it->think);
    }
}

static int32_t points_of_noise_at(listener *it, int32_t x_mm)
{
    dw_curiosity_drop(&it->curiosity);
    hear_at(it, x_mm, THRESHOLD_DB10 + TEN_DB10);
    return it->curiosity.points;
}

static void find_nothing_at(listener *it, int32_t x_mm)
{
    (void)points_of_noise_at(it, x_mm);
    dw_curiosity_find_nothing(&it->curiosity, &it->think);
    assert_int_equal(it->curiosity.points, 0);
}

static void a_noise_counts_by_how_loud_it_is_and_fades(void **state)
{
    (void)state;
    listener *it = new_listener();
    hear_at(it, 0, THRESHOLD_DB10);
    assert_int_equal(it->curiosity.points, JUST_HEARD);
    pass(it, 10);
    assert_int_equal(it->curiosity.points, JUST_HEARD - 30);
    pass(it, 100);
    assert_int_equal(it->curiosity.points, 0);
    assert_int_equal(points_of_noise_at(it, 0), OF_TEN_DB);
    hear_at(it, 0, THRESHOLD_DB10 + TEN_DB10);
    assert_int_equal(it->curiosity.points, 2 * OF_TEN_DB - 3);
    hear_at(it, 0, 900);
    assert_int_equal(it->curiosity.points, DW_CURIOSITY_POINTS_MAX);
}

static void the_noise_that_counts_most_is_the_one(void **state)
{
    (void)state;
    listener *it = new_listener();
    hear_at(it, 1000, THRESHOLD_DB10 + TEN_DB10);
    hear_at(it, 5000, THRESHOLD_DB10);
    assert_int_equal(it->curiosity.place.x, DW_MM(1000));
    pass(it, 80); /* 350 points fade to 107. */
    hear_at(it, 5000, THRESHOLD_DB10);
    assert_int_equal(it->curiosity.place.x, DW_MM(1000));
    pass(it, 3);
    hear_at(it, 5000, THRESHOLD_DB10);
    assert_int_equal(it->curiosity.place.x, DW_MM(5000));
    hear_at(it, 1000, THRESHOLD_DB10); /* Of equal ones the later. */
    assert_int_equal(it->curiosity.place.x, DW_MM(1000));
}

static void a_guard_gets_used_to_a_place_and_forgets_it(void **state)
{
    (void)state;
    listener *it = new_listener();
    find_nothing_at(it, 0);
    assert_int_equal(points_of_noise_at(it, 2000), OF_TEN_DB * 80 / 100);
    assert_int_equal(points_of_noise_at(it, 2001), OF_TEN_DB);
    find_nothing_at(it, 0);
    assert_int_equal(points_of_noise_at(it, 0), OF_TEN_DB * 80 / 100 * 80 / 100);
    pass(it, 3598);
    assert_int_equal(points_of_noise_at(it, 0), OF_TEN_DB);
    find_nothing_at(it, 0); /* It begins anew. */
    assert_int_equal(points_of_noise_at(it, 0), OF_TEN_DB * 80 / 100);
}

static void a_guard_is_used_to_four_places(void **state)
{
    (void)state;
    listener *it = new_listener();
    for (int32_t i = 0; i < DW_HABITS_MAX; i++) {
        find_nothing_at(it, i * 3000);
    }
    find_nothing_at(it, 0); /* The second place is the oldest now. */
    find_nothing_at(it, 30000);
    assert_int_equal(points_of_noise_at(it, 30000), OF_TEN_DB * 80 / 100);
    assert_int_equal(points_of_noise_at(it, 3000), OF_TEN_DB);
    assert_int_equal(points_of_noise_at(it, 0), OF_TEN_DB * 80 / 100 * 80 / 100);
}

static void a_guard_on_edge_heeds_noises_more_and_is_used_to_nothing(void **state)
{
    (void)state;
    listener *it = new_listener();
    find_nothing_at(it, 0);
    dw_curiosity_sensitise(&it->curiosity, &it->think);
    assert_int_equal(points_of_noise_at(it, 0), OF_TEN_DB * 130 / 100);
    pass(it, 3599);
    assert_int_equal(points_of_noise_at(it, 0), OF_TEN_DB);
}

static void its_own_sides_noises_are_nothing_alarms_excepted(void **state)
{
    (void)state;
    listener *it = new_listener();
    it->percepts.stimulus_count = 1;
    it->percepts.stimuli[0] = (dw_stimulus){.from_own_side = true, .strength = 500};
    dw_curiosity_step(&it->curiosity, &it->think);
    assert_int_equal(it->curiosity.points, 0);
    it->percepts.stimuli[0].is_alarm = true;
    dw_curiosity_step(&it->curiosity, &it->think);
    assert_int_equal(it->curiosity.points, 100 + 25 * 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_noise_counts_by_how_loud_it_is_and_fades),
        cmocka_unit_test(the_noise_that_counts_most_is_the_one),
        cmocka_unit_test(a_guard_gets_used_to_a_place_and_forgets_it),
        cmocka_unit_test(a_guard_is_used_to_four_places),
        cmocka_unit_test(a_guard_on_edge_heeds_noises_more_and_is_used_to_nothing),
        cmocka_unit_test(its_own_sides_noises_are_nothing_alarms_excepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
