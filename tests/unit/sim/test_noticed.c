#include "server/sim/noticed.h"
#include "tests/support/test.h"

static dw_percepts hears(uint32_t tick, int32_t x_mm, int32_t level_db10)
{
    dw_percepts percepts = {.tick = tick, .stimulus_count = 1};
    percepts.stimuli[0] = (dw_stimulus){
        .kind = DW_STIMULUS_NOISE, .position = {DW_MM(x_mm), 0}, .strength = level_db10};
    return percepts;
}

static void noises_from_elsewhere_stand_apart_the_newest_first(void **state)
{
    (void)state;
    dw_noticed noticed = {0};
    dw_mind_view view = {0};
    for (uint32_t i = 0; i < DW_MIND_NOISES_MAX + 1; i++) {
        const dw_percepts percepts = hears(10 + i, (int32_t)(i * 5000), 300 + 10 * (int32_t)i);
        dw_noticed_take(&noticed, &percepts);
    }
    dw_noticed_explain(&noticed, 20, &view);
    assert_int_equal(view.noise_count, DW_MIND_NOISES_MAX);
    for (uint32_t i = 0; i < DW_MIND_NOISES_MAX; i++) {
        assert_int_equal(view.noises[i].level_db, 30 + DW_MIND_NOISES_MAX - i);
        assert_int_equal(view.noises[i].tick, 10 + DW_MIND_NOISES_MAX - i);
    }
}

static void steps_that_go_on_are_one_noise_where_the_last_was(void **state)
{
    (void)state;
    dw_noticed noticed = {0};
    dw_mind_view view = {0};
    for (uint32_t i = 0; i < 20; i++) {
        const dw_percepts percepts = hears(10 + 30 * i, (int32_t)(i * 700), 320);
        dw_noticed_take(&noticed, &percepts);
    }
    dw_noticed_explain(&noticed, 600, &view);
    assert_int_equal(view.noise_count, 1);
    assert_int_equal(view.noises[0].place.x, DW_MM(19 * 700));
}

static void own_side_counts_only_as_an_alarm_and_all_is_forgotten_in_time(void **state)
{
    (void)state;
    dw_noticed noticed = {0};
    dw_mind_view view = {0};
    dw_percepts percepts = hears(10, 0, 400);
    percepts.stimuli[0].from_own_side = true;
    dw_noticed_take(&noticed, &percepts);
    dw_noticed_explain(&noticed, 10, &view);
    assert_int_equal(view.noise_count, 0);
    percepts.stimuli[0].is_alarm = true;
    dw_noticed_take(&noticed, &percepts);
    dw_noticed_explain(&noticed, 10 + DW_NOTICED_TICKS, &view);
    assert_int_equal(view.noise_count, 1);
    assert_int_equal(view.noises[0].alarm, 1);
    dw_noticed_explain(&noticed, 11 + DW_NOTICED_TICKS, &view);
    assert_int_equal(view.noise_count, 0);
}

static void a_lamp_stays_noticed_until_it_is_seen_as_at_the_start(void **state)
{
    (void)state;
    dw_noticed noticed = {0};
    dw_mind_view view = {0};
    dw_percepts percepts = {.tick = 1, .signs = {.switches = 6, .worked = 4}};
    dw_noticed_take(&noticed, &percepts);
    percepts.signs.switches = percepts.signs.worked = 0; /* Out of view. */
    dw_noticed_take(&noticed, &percepts);
    dw_noticed_explain(&noticed, 2, &view);
    assert_int_equal(view.switches, 4);
    percepts.signs.switches = 4;
    dw_noticed_take(&noticed, &percepts);
    dw_noticed_explain(&noticed, 3, &view);
    assert_int_equal(view.switches, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noises_from_elsewhere_stand_apart_the_newest_first),
        cmocka_unit_test(steps_that_go_on_are_one_noise_where_the_last_was),
        cmocka_unit_test(own_side_counts_only_as_an_alarm_and_all_is_forgotten_in_time),
        cmocka_unit_test(a_lamp_stays_noticed_until_it_is_seen_as_at_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
