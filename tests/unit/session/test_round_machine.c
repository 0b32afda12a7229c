/* The phases of a match (server/RULES.md 7.1 to 7.6). */
#include "server/session/round_machine.h"
#include "tests/support/test.h"

static dw_ruleset short_rules(void)
{
    dw_ruleset rules = dw_ruleset_reference();
    rules.min_players = 2;
    rules.lobby_ticks = 10;
    rules.countdown_ticks = 5;
    rules.result_ticks = 7;
    return rules;
}

static void a_round_goes_through_its_phases(void **state)
{
    (void)state;
    const dw_ruleset rules = short_rules();
    dw_round_machine machine;
    dw_round_machine_init(&machine, 1);
    assert_int_equal(machine.round, 1);
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 2, 1), DW_ROUND_SAME);
    assert_int_equal(machine.end_tick, 0);
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 3, 2), DW_ROUND_WAITING);
    assert_int_equal(machine.end_tick, 13);
    for (uint32_t tick = 4; tick < 13; tick++) {
        assert_int_equal(dw_round_machine_advance(&machine, &rules, tick, 2), DW_ROUND_SAME);
    }
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 13, 2), DW_ROUND_COUNTDOWN);
    for (uint32_t tick = 14; tick < 18; tick++) {
        assert_int_equal(dw_round_machine_advance(&machine, &rules, tick, 2), DW_ROUND_SAME);
    }
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 18, 2), DW_ROUND_PLAY);
    assert_int_equal(machine.start_tick, 18);
    assert_int_equal(machine.end_tick, 0);
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 19, 0), DW_ROUND_SAME);
    dw_round_machine_end(&machine, &rules, 500, DW_OUTCOME_WON, 3);
    assert_int_equal(machine.phase, DW_PHASE_RESULT);
    assert_int_equal(machine.outcome, DW_OUTCOME_WON);
    assert_int_equal(machine.winner, 3);
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 506, 2), DW_ROUND_SAME);
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 507, 2), DW_ROUND_NEXT);
    assert_int_equal(machine.phase, DW_PHASE_LOBBY);
    assert_int_equal(machine.round, 2);
    assert_int_equal(machine.outcome, DW_OUTCOME_NONE);
    assert_int_equal(machine.winner, DW_SLOT_NONE);
}

static void too_few_players_stop_the_lobby_clock_and_the_countdown(void **state)
{
    (void)state;
    const dw_ruleset rules = short_rules();
    dw_round_machine machine;
    dw_round_machine_init(&machine, 1);
    (void)dw_round_machine_advance(&machine, &rules, 2, 2);
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 3, 1), DW_ROUND_WAITING);
    assert_int_equal(machine.end_tick, 0);
    (void)dw_round_machine_advance(&machine, &rules, 4, 2);
    assert_int_equal(machine.end_tick, 14);
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 14, 2), DW_ROUND_COUNTDOWN);
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 15, 1), DW_ROUND_LOBBY_AGAIN);
    assert_int_equal(machine.phase, DW_PHASE_LOBBY);
    assert_int_equal(machine.round, 1);
}

static void a_time_limit_is_told_with_the_phase(void **state)
{
    (void)state;
    dw_ruleset rules = short_rules();
    rules.time_limit_ticks = 600;
    rules.lobby_ticks = 0;
    rules.countdown_ticks = 0;
    dw_round_machine machine;
    dw_round_machine_init(&machine, 1);
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 2, 2), DW_ROUND_COUNTDOWN);
    assert_int_equal(dw_round_machine_advance(&machine, &rules, 3, 2), DW_ROUND_PLAY);
    assert_int_equal(machine.end_tick, 603);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_goes_through_its_phases),
        cmocka_unit_test(too_few_players_stop_the_lobby_clock_and_the_countdown),
        cmocka_unit_test(a_time_limit_is_told_with_the_phase),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
