/* Signs and pings: their words, their rounding, the rate of a sender, and the table of what
 * arrived. */
#include "tests/support/test.h"

#include "common/world/sign.h"

#include <stdlib.h>

static void each_sign_has_a_word_and_a_text_of_its_own(void **state)
{
    (void)state;
    for (int a = DW_SIGN_NONE + 1; a < DW_SIGN_COUNT; a++) {
        assert_true(dw_sign_word((dw_sign)a)[0] != '\0' && dw_sign_text((dw_sign)a)[0] != '\0');
        for (int b = DW_SIGN_NONE; b < a; b++) {
            assert_string_not_equal(dw_sign_word((dw_sign)a), dw_sign_word((dw_sign)b));
            assert_string_not_equal(dw_sign_text((dw_sign)a), dw_sign_text((dw_sign)b));
        }
    }
    assert_int_equal(DW_SIGN_COUNT - 1, 16);
}

static void a_ping_is_the_nearest_multiple_of_500_mm(void **state)
{
    (void)state;
    const int32_t step = DW_MM(500);
    static const int32_t rows[][2] = {
        {0, 0},       {1, 0},       {249, 0},     {250, 500},    {499, 500},
        {500, 500},   {749, 500},   {750, 1000},  {-1, 0},       {-250, 0},
        {-251, -500}, {-500, -500}, {-750, -500}, {-751, -1000}, {12345, 12500},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const dw_vec ping = dw_ping_round((dw_vec){DW_MM(rows[i][0]), DW_MM(rows[i][1])});
        assert_int_equal(ping.x, DW_MM(rows[i][1]));
        assert_int_equal(ping.y, DW_MM(rows[i][1]));
    }
    /* The slow way: no multiple is nearer. */
    for (int32_t x = -3 * step; x < 3 * step; x += 77) {
        const int32_t rounded = dw_ping_round((dw_vec){x, x}).x;
        assert_int_equal(rounded % step, 0);
        assert_true(abs(rounded - x) <= abs(rounded + step - x) &&
                    abs(rounded - x) <= abs(rounded - step - x));
    }
}

static void the_farthest_coordinates_stay_in_range(void **state)
{
    (void)state;
    static const int32_t far[] = {INT32_MIN, -DW_COORDINATE_MAX, DW_COORDINATE_MAX, INT32_MAX};
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
        const dw_vec ping = dw_ping_round((dw_vec){far[i], far[i]});
        assert_true(abs(ping.x) <= DW_COORDINATE_MAX && ping.x == ping.y);
        assert_int_equal(ping.x % DW_MM(DW_PING_STEP_MM), 0);
        assert_int_equal(abs(ping.x), DW_PING_STEPS_MAX * DW_MM(DW_PING_STEP_MM));
        assert_true((ping.x > 0) == (far[i] > 0));
    }
}

static void a_sender_has_one_sign_and_one_ping_a_second(void **state)
{
    (void)state;
    dw_signal_rest rest = {0};
    uint32_t taken[2] = {0};
    for (uint32_t tick = 1; tick <= 10 * DW_SIGNAL_REST_TICKS; tick++) {
        const dw_signal sign = {.tick = tick, .sign = DW_SIGN_GO};
        const dw_signal ping = {.tick = tick};
        taken[0] += dw_signal_rest_pass(&rest, &sign, DW_SIGNAL_REST_TICKS);
        taken[1] += dw_signal_rest_pass(&rest, &ping, DW_SIGNAL_REST_TICKS);
        assert_int_equal(rest.sign_tick, (tick - 1) / 60 * 60 + 1);
    }
    assert_int_equal(taken[0], 10);
    assert_int_equal(taken[1], 10);
    /* A refused one does not begin the second anew, and another sign is no way around it. */
    const dw_signal early = {.tick = 600, .sign = DW_SIGN_NO};
    const dw_signal due = {.tick = 601, .sign = DW_SIGN_NO};
    assert_false(dw_signal_rest_pass(&rest, &early, DW_SIGNAL_REST_TICKS));
    assert_true(dw_signal_rest_pass(&rest, &due, DW_SIGNAL_REST_TICKS));
}

static void the_table_keeps_the_newest_of_each_kind_and_sender(void **state)
{
    (void)state;
    dw_signals signals = {0};
    const dw_signal sign = {.tick = 5, .slot = 2, .sign = DW_SIGN_YES};
    const dw_signal ping = {.tick = 6, .slot = 2, .position = {DW_MM(500), 0}};
    const dw_signal newer = {.tick = 70, .slot = 2, .sign = DW_SIGN_NO};
    const dw_signal other = {.tick = 71, .slot = 15, .sign = DW_SIGN_GO};
    dw_signals_put(&signals, &sign);
    dw_signals_put(&signals, &ping);
    assert_memory_equal(&signals.signs[2], &sign, sizeof sign);
    assert_memory_equal(&signals.pings[2], &ping, sizeof ping);
    dw_signals_put(&signals, &newer);
    dw_signals_put(&signals, &other);
    assert_memory_equal(&signals.signs[2], &newer, sizeof newer);
    assert_memory_equal(&signals.pings[2], &ping, sizeof ping);
    assert_int_equal(signals.signs[15].sign, DW_SIGN_GO);
    assert_int_equal(signals.signs[3].tick, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sign_has_a_word_and_a_text_of_its_own),
        cmocka_unit_test(a_ping_is_the_nearest_multiple_of_500_mm),
        cmocka_unit_test(the_farthest_coordinates_stay_in_range),
        cmocka_unit_test(a_sender_has_one_sign_and_one_ping_a_second),
        cmocka_unit_test(the_table_keeps_the_newest_of_each_kind_and_sender),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
