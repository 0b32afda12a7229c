/* needs.h: levels that rise and fall by whole points, with two thresholds each. */
#include "server/mind/needs.h"
#include "tests/support/test.h"

static dw_kind hungry_kind(void)
{
    dw_kind kind = dw_kind_guard();
    kind.needs.hunger = (dw_kind_need){.point_ticks = 10, .start = 300, .low = 100, .high = 400};
    kind.needs.energy = (dw_kind_need){.point_ticks = 8, .start = 210, .low = 200, .high = 300};
    kind.needs.fear = (dw_kind_need){.point_ticks = 2, .start = 0, .low = 200, .high = 600};
    return kind;
}

static void run(dw_needs *needs, const dw_kind *kind, uint32_t ticks, bool rests)
{
    for (uint32_t tick = 0; tick < ticks; tick++) {
        dw_needs_step(needs, kind, rests);
    }
}

static void hunger_rises_by_a_point_in_its_time_and_ends_with_a_meal(void **state)
{
    (void)state;
    const dw_kind kind = hungry_kind();
    dw_needs needs;
    dw_needs_reset(&needs, &kind);
    assert_int_equal(needs.hunger.points, 300);
    run(&needs, &kind, 999, false);
    assert_int_equal(needs.hunger.points, 399);
    assert_false(needs.hunger.presses);
    run(&needs, &kind, 1, false);
    assert_int_equal(needs.hunger.points, 400);
    assert_true(needs.hunger.presses);
    run(&needs, &kind, 100000, false);
    assert_int_equal(needs.hunger.points, DW_NEED_POINTS_MAX);
    dw_needs_eat(&needs, &kind);
    assert_int_equal(needs.hunger.points, 0);
    assert_false(needs.hunger.presses);
}

static void energy_falls_awake_and_rises_faster_at_rest(void **state)
{
    (void)state;
    const dw_kind kind = hungry_kind();
    dw_needs needs;
    dw_needs_reset(&needs, &kind);
    run(&needs, &kind, 79, false);
    assert_false(needs.energy.presses);
    run(&needs, &kind, 1, false);
    assert_int_equal(needs.energy.points, 200);
    assert_true(needs.energy.presses);
    run(&needs, &kind, 24 * 8, true); /* 96 points. */
    assert_int_equal(needs.energy.points, 296);
    assert_true(needs.energy.presses); /* Between the thresholds nothing changes. */
    run(&needs, &kind, 8, true);
    assert_false(needs.energy.presses);
    run(&needs, &kind, 99 * 8, false);
    assert_int_equal(needs.energy.points, 201);
    assert_false(needs.energy.presses);
}

static void fear_fades_and_lasts_down_to_the_lower_threshold(void **state)
{
    (void)state;
    const dw_kind kind = hungry_kind();
    dw_needs needs;
    dw_needs_reset(&needs, &kind);
    dw_needs_frighten(&needs, &kind, 599);
    assert_false(needs.fear.presses);
    dw_needs_frighten(&needs, &kind, 1);
    assert_true(needs.fear.presses);
    run(&needs, &kind, 2 * 399, false);
    assert_int_equal(needs.fear.points, 201);
    assert_true(needs.fear.presses);
    run(&needs, &kind, 2, false);
    assert_false(needs.fear.presses);
    dw_needs_frighten(&needs, &kind, 5000);
    assert_int_equal(needs.fear.points, DW_NEED_POINTS_MAX);
}

/* However the level moves about one threshold: it presses once and ceases once. */
static void a_level_about_one_threshold_does_not_flicker(void **state)
{
    (void)state;
    const dw_kind kind = hungry_kind();
    dw_needs needs;
    dw_needs_reset(&needs, &kind);
    dw_needs_frighten(&needs, &kind, 610);
    uint32_t changes = 0;
    bool pressed = needs.fear.presses;
    for (uint32_t i = 0; i < 2000; i++) {
        dw_needs_step(&needs, &kind, false);
        if (i % 20 == 0 && i < 1000) {
            dw_needs_frighten(&needs, &kind, 10);
        }
        changes += needs.fear.presses != pressed ? 1 : 0;
        pressed = needs.fear.presses;
    }
    assert_int_equal(changes, 1);
}

static void a_kind_without_needs_wants_nothing(void **state)
{
    (void)state;
    const dw_kind kind = dw_kind_guard();
    dw_needs needs;
    dw_needs_reset(&needs, &kind);
    dw_needs_frighten(&needs, &kind, 1000);
    run(&needs, &kind, 100000, false);
    assert_false(needs.hunger.presses || needs.energy.presses || needs.fear.presses);
    assert_int_equal(needs.fear.points, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hunger_rises_by_a_point_in_its_time_and_ends_with_a_meal),
        cmocka_unit_test(energy_falls_awake_and_rises_faster_at_rest),
        cmocka_unit_test(fear_fades_and_lasts_down_to_the_lower_threshold),
        cmocka_unit_test(a_level_about_one_threshold_does_not_flicker),
        cmocka_unit_test(a_kind_without_needs_wants_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
