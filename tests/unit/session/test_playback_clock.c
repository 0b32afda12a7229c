/* The clock of a playback: which tick is shown, and when clients have to be told. */
#include "server/session/playback/playback_clock.h"
#include "tests/support/test.h"

/* Runs stream ticks `from` + 1 .. `to`; the world does all that is due. */
static void run(dw_playback_clock *clock, uint32_t from, uint32_t to)
{
    for (uint32_t tick = from + 1; tick <= to; tick++) {
        const uint32_t due = dw_playback_clock_due(clock);
        dw_playback_clock_move(clock, due, due);
    }
}

static void each_speed_shows_what_the_standard_promises(void **state)
{
    (void)state;
    for (uint32_t speed = 1; speed <= DW_PLAYBACK_SPEED_MAX; speed++) {
        dw_playback_clock clock;
        dw_playback_clock_init(&clock, 5000);
        dw_playback_clock_set_speed(&clock, (uint8_t)speed);
        const uint32_t first =
            dw_playback_clock_due(&clock); /* The tick in which clients learn it. */
        dw_playback_clock_move(&clock, first, first);
        assert_true(dw_playback_clock_tells(&clock, 1));
        dw_playback_clock_told(&clock, 1);
        for (uint32_t t = 1; t <= 300; t++) {
            const uint32_t due = dw_playback_clock_due(&clock);
            dw_playback_clock_move(&clock, due, due);
            const uint32_t promised = first + t * speed / 8;
            assert_int_equal(clock.shown, promised < 5000 ? promised : 5000);
            /* Clients count on from a whole tick. */
            assert_true(clock.eighths == 0 || (t * speed) % 8 != 0);
        }
    }
}

static void it_pauses_at_the_end_by_itself_and_goes_on_after_a_seek(void **state)
{
    (void)state;
    dw_playback_clock clock;
    dw_playback_clock_init(&clock, 100);
    run(&clock, 0, 99);
    assert_false(clock.paused);
    run(&clock, 99, 130);
    assert_int_equal(clock.shown, 100);
    assert_true(clock.paused && clock.changed);
    dw_playback_clock_seek(&clock, 40);
    assert_int_equal(dw_playback_clock_due(&clock), 0);
    dw_playback_clock_arrive(&clock, 131);
    assert_int_equal(clock.shown, 40);
    assert_int_equal(clock.epoch, 2);
    assert_int_equal(clock.jumped, 131);
    run(&clock, 131, 140);
    assert_int_equal(clock.shown, 40); /* Still paused. */
    dw_playback_clock_pause(&clock, false);
    run(&clock, 140, 150);
    assert_int_equal(clock.shown, 50);
}

static void the_last_of_several_seeks_counts_and_steps_count_from_it(void **state)
{
    (void)state;
    dw_playback_clock clock;
    dw_playback_clock_init(&clock, 100);
    dw_playback_clock_seek(&clock, 10);
    dw_playback_clock_seek(&clock, 4000);
    assert_int_equal(clock.target, 100);
    dw_playback_clock_seek(&clock, 7);
    dw_playback_clock_step(&clock, -1);
    assert_int_equal(clock.target, 6);
    dw_playback_clock_step(&clock, -600);
    assert_int_equal(clock.target, 0);
    dw_playback_clock_step(&clock, 600);
    assert_int_equal(clock.target, 100);
    dw_playback_clock_arrive(&clock, 9);
    assert_true(clock.paused);
    assert_int_equal(clock.epoch, 2);
}

static void clients_are_told_of_each_change_and_once_a_second(void **state)
{
    (void)state;
    dw_playback_clock clock;
    dw_playback_clock_init(&clock, 10000);
    assert_true(dw_playback_clock_tells(&clock, 1));
    dw_playback_clock_told(&clock, 1);
    for (uint32_t tick = 2; tick < 61; tick++) {
        assert_false(dw_playback_clock_tells(&clock, tick));
    }
    assert_true(dw_playback_clock_tells(&clock, 61));
    dw_playback_clock_told(&clock, 61);
    dw_playback_clock_pause(&clock, true);
    assert_true(dw_playback_clock_tells(&clock, 62));
    dw_playback_clock_told(&clock, 62);
    /* A world that is slower than the clock is another promise. */
    dw_playback_clock_pause(&clock, false);
    dw_playback_clock_set_speed(&clock, 128);
    dw_playback_clock_told(&clock, 63);
    assert_int_equal(dw_playback_clock_due(&clock), 16);
    dw_playback_clock_move(&clock, 16, 5);
    assert_int_equal(clock.shown, 5);
    assert_true(dw_playback_clock_tells(&clock, 64));
}

static void a_shorter_recording_takes_the_clock_back(void **state)
{
    (void)state;
    dw_playback_clock clock;
    dw_playback_clock_init(&clock, 1000);
    run(&clock, 0, 500);
    dw_playback_clock_shorten(&clock, 600);
    assert_int_equal(clock.shown, 500);
    assert_false(clock.seeking);
    dw_playback_clock_shorten(&clock, 300);
    assert_int_equal(clock.shown, 300);
    assert_true(clock.seeking);
    assert_int_equal(clock.target, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_speed_shows_what_the_standard_promises),
        cmocka_unit_test(it_pauses_at_the_end_by_itself_and_goes_on_after_a_seek),
        cmocka_unit_test(the_last_of_several_seeks_counts_and_steps_count_from_it),
        cmocka_unit_test(clients_are_told_of_each_change_and_once_a_second),
        cmocka_unit_test(a_shorter_recording_takes_the_clock_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
