/* A paused match: its world stands still, its clients stay, and the round takes no note of it. */
#include "match_company.h"
#include "server/session/match_state.h"
#include "tests/support/test.h"

enum { STILL_TICKS = 200, STEPS = 7 };

static dw_company company;
static uint8_t saved[DW_COMPANY_SAVE_MAX];

static dw_match *open_in_play(void)
{
    dw_company_open(&company, "reference", "reference");
    dw_company_join(&company);
    dw_match_box_run_until(&company.box, DW_PHASE_PLAY);
    dw_match_box_run(&company.box, 100);
    return company.box.match;
}

static uint32_t world_tick(void)
{
    return dw_sim_world(dw_match_sim(company.box.match))->tick;
}

static void a_paused_world_stands_still_and_then_goes_on(void **state)
{
    (void)state;
    dw_match *match = open_in_play();
    const uint32_t before = world_tick();
    const uint64_t hash = dw_sim_hash(dw_match_sim(match));
    dw_match_pause(match);
    assert_true(dw_match_is_paused(match));
    dw_match_box_run(&company.box, STILL_TICKS);
    assert_int_equal(world_tick(), before);
    assert_int_equal(dw_sim_hash(dw_match_sim(match)), hash);
    assert_int_equal(dw_match_round_machine(match)->phase, DW_PHASE_PLAY);
    dw_match_resume(match);
    dw_match_box_run(&company.box, STEPS);
    assert_int_equal(world_tick(), before + STEPS);
    dw_match_box_close(&company.box);
}

static void a_paused_world_makes_as_many_steps_as_were_asked_for(void **state)
{
    (void)state;
    dw_match *match = open_in_play();
    const uint32_t before = world_tick();
    dw_match_pause(match);
    dw_match_step_paused(match, STEPS);
    dw_match_box_run(&company.box, STILL_TICKS);
    assert_int_equal(world_tick(), before + STEPS);
    dw_match_box_close(&company.box);
}

/* Players are told all the time, so that the clock that they see stands still, and at the end. */
static void the_round_begins_later_by_the_ticks_of_the_pause(void **state)
{
    (void)state;
    dw_match *match = open_in_play();
    const uint32_t began = dw_match_round(match).start_tick;
    const uint32_t told = company.box.message_count;
    dw_match_pause(match);
    dw_match_box_run(&company.box, STILL_TICKS);
    const dw_message *last = dw_match_box_last(&company.box, 0, DW_MESSAGE_ROUND);
    assert_true(last->as.round.start_tick > began + STILL_TICKS - 10);
    dw_match_resume(match);
    dw_match_box_run(&company.box, 1);
    assert_int_equal(dw_match_round(match).start_tick, began + STILL_TICKS);
    assert_true(
        dw_match_box_count(&company.box, told, company.box.messages[0].tag, DW_MESSAGE_ROUND) > 0);
    assert_int_equal(match->tick - match->play_start_tick + 1, world_tick());
    dw_match_box_close(&company.box);
}

static void a_match_that_was_paused_can_be_saved_and_loaded(void **state)
{
    (void)state;
    dw_match *match = open_in_play();
    dw_error error = {{0}};
    dw_match_pause(match);
    dw_match_box_run(&company.box, STILL_TICKS);
    const uint64_t hash = dw_sim_hash(dw_match_sim(match));
    const size_t size = dw_company_save(&company, saved);
    dw_match_box_close(&company.box);
    dw_company_open(&company, "reference", "null");
    assert_int_equal(dw_company_load(&company, saved, size, &error), DW_OK);
    assert_int_equal(dw_sim_hash(dw_match_sim(company.box.match)), hash);
    dw_match_box_close(&company.box);
}

/* Players who do nothing in a pause are not idle. */
static void nobody_is_away_in_a_pause(void **state)
{
    (void)state;
    dw_match *match = open_in_play();
    const uint32_t away = match->players[0].idle_ticks;
    dw_match_pause(match);
    dw_match_box_run(&company.box, STILL_TICKS);
    assert_int_equal(match->players[0].idle_ticks, away);
    dw_match_box_close(&company.box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_paused_world_stands_still_and_then_goes_on),
        cmocka_unit_test(a_paused_world_makes_as_many_steps_as_were_asked_for),
        cmocka_unit_test(the_round_begins_later_by_the_ticks_of_the_pause),
        cmocka_unit_test(a_match_that_was_paused_can_be_saved_and_loaded),
        cmocka_unit_test(nobody_is_away_in_a_pause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
