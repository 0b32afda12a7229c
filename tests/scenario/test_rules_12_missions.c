/* server/RULES.md 12: missions in the house of tests/support/mission_house.h. */
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "tests/support/mission_game.h"
#include "tests/support/test.h"

static void parts_open_in_their_order_and_the_last_one_wins(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" PART("take", "take", GOLD) ", " PART(
                       "out", "carry", GOLD ", \"to\": \"exit\", \"after\": [\"take\"]") "]");
    assert_int_equal(state_of(&it, 0), DW_PART_OPEN);
    assert_int_equal(state_of(&it, 1), DW_PART_HIDDEN);
    put(&it, 0, 6100, 4500);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(state_of(&it, 0), DW_PART_DONE);
    assert_int_equal(state_of(&it, 1), DW_PART_OPEN);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_PART_DONE, DW_NONE, 0), 1);
    put(&it, 0, 700, 700);
    dw_stage_step(it.stage);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_WON);
    assert_int_equal(it.stage->world->winner, 0);
    close_game(&it);
}

static void without_its_mission_the_heist_of_the_map_does_not_count(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" REACH_STUDY "]");
    put(&it, 0, 6100, 4500);
    dw_stage_press_use(it.stage, 0);
    put(&it, 0, 700, 700);
    dw_stage_step(it.stage);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_NONE);
    put(&it, 1, 10000, 3000);
    dw_stage_step(it.stage);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_WON);
    assert_int_equal(it.stage->world->winner, 1);
    close_game(&it);
}

static void all_leave_together(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" PART("out", "leave", "\"to\": \"exit\"") "]");
    put(&it, 0, 500, 500);
    dw_stage_step(it.stage);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_NONE);
    put(&it, 1, 1000, 1000);
    dw_stage_step(it.stage);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_WON);
    close_game(&it);
}

static void a_device_answers_while_a_part_wants_it(void **state)
{
    (void)state;
    game it;
    open_game(&it,
              "[" REACH_STUDY
              ", " PART("use", "use", "\"device\": \"terminal\", \"after\": [\"far\"]") ", " PART(
                  "end", "reach", "\"to\": \"corner\"") "]");
    put(&it, 0, 4100, 1700);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_NOTHING, DW_NONE, 0), 1);
    put(&it, 1, 10000, 3000);
    dw_stage_step(it.stage);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_NOTHING, DW_NONE, 0), 0);
    assert_int_equal(state_of(&it, 1), DW_PART_DONE);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_NOTHING, DW_NONE, 0), 1);
    close_game(&it);
}

static void a_scan_takes_three_seconds_in_reach_with_the_key_held(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" PART("scan", "scan", "\"device\": \"terminal\"") "]");
    put(&it, 0, 4100, 1700);
    dw_stage_step(it.stage);
    hold(&it, 0, DW_SCAN_TICKS - 1);
    release(&it, 0);
    assert_int_equal(state_of(&it, 0), DW_PART_OPEN);
    hold(&it, 0, 100);
    put(&it, 0, 4100, 3000); /* Out of reach, and back: the time begins with a new press. */
    dw_stage_step(it.stage);
    put(&it, 0, 4100, 1700);
    dw_stage_run(it.stage, DW_SCAN_TICKS);
    assert_int_equal(state_of(&it, 0), DW_PART_OPEN);
    release(&it, 0);
    hold(&it, 0, DW_SCAN_TICKS);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_WON);
    close_game(&it);
}

static void who_plants_has_the_item_and_leaves_it(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" PART("plant", "plant",
                            "\"device\": \"terminal\", \"item\": \"letter\"") ", " REACH_STUDY "]");
    put(&it, 0, 4100, 1700);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_NOTHING, DW_NONE, 0), 1);
    put(&it, 0, 2050, 4500);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(it.stage->world->items[LETTER].state, DW_ITEM_CARRIED);
    release(&it, 0);
    put(&it, 0, 4100, 1700);
    hold(&it, 0, DW_SCAN_TICKS + 1);
    assert_int_equal(state_of(&it, 0), DW_PART_DONE);
    assert_int_equal(it.stage->world->items[LETTER].state, DW_ITEM_DELIVERED);
    assert_int_equal(dw_world_items_of(it.stage->world, 0), 0);
    close_game(&it);
}

static void an_intruder_at_large_survives(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" PART("wait", "survive", "\"seconds\": 2") "]");
    dw_stage_run(it.stage, 119);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_NONE);
    dw_stage_step(it.stage);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_WON);
    close_game(&it);
}

static void a_failed_part_loses_unless_it_is_optional(void **state)
{
    (void)state;
    game it;
    open_game(
        &it,
        "[" PART("a", "take", "\"optional\": true, " GOLD) ", " PART(
            "b", "reach",
            "\"to\": \"exit\", \"after\": [\"a\"]") ", " REACH_STUDY
                                                    "], \"triggers\": [{\"on\": [\"enter\", "
                                                    "\"corner\"], \"do\": [[\"fail\", \"a\"]]}, "
                                                    "{\"on\": [\"take\", \"letter\"], \"do\": "
                                                    "[[\"fail\", \"far\"]]}]");
    put(&it, 0, 700, 5400);
    dw_stage_step(it.stage);
    assert_int_equal(state_of(&it, 0), DW_PART_FAILED);
    assert_int_equal(state_of(&it, 1), DW_PART_OPEN); /* What comes before is settled. */
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_NONE);
    put(&it, 0, 2050, 4500);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_LOST);
    close_game(&it);
}

static void time_is_over_as_the_mission_says(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" REACH_STUDY "]");
    it.mission.time_limit_ticks = 90;
    dw_stage_run(it.stage, 90);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_TIMEOUT);
    close_game(&it);
}

static void triggers_fire_once_or_each_time(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" REACH_STUDY "], \"triggers\": ["
                   "{\"on\": [\"enter\", \"corner\"], \"do\": [[\"give\", 1]]}, "
                   "{\"on\": [\"enter\", \"corner\"], \"once\": false, \"do\": [[\"give\", 10]]}, "
                   "{\"on\": [\"leave\", \"corner\"], \"once\": false, \"do\": [[\"give\", 100]]}, "
                   "{\"on\": [\"time\", 1], \"once\": false, \"do\": [[\"give\", 1000]]}]");
    for (int i = 0; i < 3; i++) {
        put(&it, 0, 700, 5400);
        dw_stage_run(it.stage, 2);
        put(&it, 0, 3000, 3000);
        dw_stage_run(it.stage, 2);
    }
    assert_int_equal(dw_sim_mission_state(it.stage->sim)->given, 331);
    dw_stage_run(it.stage, 100);
    assert_int_equal(dw_sim_mission_state(it.stage->sim)->given, 1331);
    close_game(&it);
}

static void a_trigger_may_fire_another_in_the_same_tick_and_chains_end(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" PART("a", "take", GOLD) ", " PART(
                       "b", "take",
                       "\"item\": \"map\"") ", " REACH_STUDY "], \"triggers\": ["
                                            "{\"on\": [\"done\", \"b\"], \"once\": false, \"do\": "
                                            "[[\"give\", 5], [\"complete\", \"a\"]]}, "
                                            "{\"on\": [\"done\", \"a\"], \"once\": false, \"do\": "
                                            "[[\"complete\", \"b\"], [\"say\", \"Both\"]]}]");
    put(&it, 0, 6100, 4500);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(state_of(&it, 1), DW_PART_DONE);
    assert_int_equal(dw_sim_mission_state(it.stage->sim)->given, 5);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_SAID, DW_NONE, DW_NONE), 1);
    dw_stage_step(it.stage);
    assert_int_equal(dw_sim_mission_state(it.stage->sim)->given, 5);
    close_game(&it);
}

static void doors_and_lights_change_in_the_next_tick(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" REACH_STUDY "], \"triggers\": [{\"on\": [\"enter\", \"corner\"], \"do\": "
                   "[[\"open\", \"door\"], [\"light\", \"hall\", 0]]}, "
                   "{\"on\": [\"leave\", \"corner\"], \"do\": [[\"close\", \"door\"], [\"light\", "
                   "\"hall\", 100]]}]");
    put(&it, 0, 700, 5400);
    dw_stage_step(it.stage);
    assert_false(dw_door_set_has(&it.stage->world->open, DOOR));
    dw_stage_step(it.stage);
    assert_true(dw_door_set_has(&it.stage->world->open, DOOR));
    assert_int_equal(it.stage->world->worked, 1);
    put(&it, 1, 7800, 3000); /* In the doorway: the leaf stays open. */
    put(&it, 0, 3000, 3000);
    dw_stage_run(it.stage, 3);
    assert_true(dw_door_set_has(&it.stage->world->open, DOOR));
    assert_int_equal(it.stage->world->worked, 0);
    close_game(&it);
}

static void the_alarm_is_told_to_all_guards_and_never_falls(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" REACH_STUDY
                   "], \"triggers\": [{\"on\": [\"enter\", \"corner\"], \"do\": [[\"alarm\", 2]]}, "
                   "{\"on\": [\"alarm\", 2], \"do\": [[\"alarm\", 1], [\"give\", 3]]}]");
    put(&it, 0, 700, 5400);
    dw_stage_run(it.stage, 2);
    assert_int_equal(dw_sim_percepts(it.stage->sim, ANN)->alarm, 2);
    assert_int_equal(dw_sim_percepts(it.stage->sim, BOB)->alarm, 2);
    assert_int_equal(dw_sim_mission_state(it.stage->sim)->given, 3);
    close_game(&it);
}

/* Of two calls the earlier one counts. */
static void guards_of_a_mission_come_when_they_are_called(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" REACH_STUDY "], \"triggers\": [{\"on\": [\"enter\", \"corner\"], \"do\": "
                   "[[\"reinforce\", \"bob\", 1], [\"reinforce\", \"bob\", 9]]}]");
    const dw_actor *bob = dw_guard_actor(it.stage->world, BOB);
    assert_int_equal(bob->presence, DW_PRESENCE_DORMANT);
    put(&it, 0, 700, 5400);
    dw_stage_step(it.stage);
    dw_stage_run(it.stage, 59);
    assert_int_equal(bob->presence, DW_PRESENCE_DORMANT);
    put(&it, 1, 7000, 1200); /* On its post: it waits. */
    dw_stage_run(it.stage, 5);
    assert_int_equal(bob->presence, DW_PRESENCE_DORMANT);
    put(&it, 1, 3000, 3000);
    dw_stage_step(it.stage);
    assert_int_equal(bob->presence, DW_PRESENCE_PRESENT);
    close_game(&it);
}

static void points_add_up(void **state)
{
    (void)state;
    game it;
    open_game(
        &it,
        "[" PART("a", "take",
                 "\"optional\": true, " GOLD) ", " REACH_STUDY
                                              "], \"score\": {\"won\": 1000, \"part\": 100, "
                                              "\"optional\": 20, \"unseen\": 3, \"second\": -7}");
    put(&it, 0, 6100, 4500);
    dw_stage_press_use(it.stage, 0);
    put(&it, 0, 10000, 3000);
    dw_stage_step(it.stage);
    const dw_mission_state *now = dw_sim_mission_state(it.stage->sim);
    assert_int_equal(dw_mission_points(&it.mission, now, 59, true), 1123);
    assert_int_equal(dw_mission_points(&it.mission, now, 125, true), 1109);
    assert_int_equal(dw_mission_points(&it.mission, now, 0, false), 120);
    close_game(&it);
}

/* Saved in the middle of a scan with an action queued and a guard on its way: both go on alike. */
static void a_mission_goes_on_after_a_load(void **state)
{
    (void)state;
    static const char parts[] = "[" PART(
        "scan", "scan", "\"device\": \"terminal\"") ", " REACH_STUDY "], \"triggers\": "
                                                    "[{\"on\": [\"time\", 1], \"do\": [[\"open\", "
                                                    "\"door\"], [\"reinforce\", \"bob\", 1]]}]";
    game one;
    game two;
    open_game_with(&one, parts, dw_brain_find("null"));
    open_game_with(&two, parts, dw_brain_find("null"));
    put(&one, 0, 4100, 1700);
    dw_stage_step(one.stage);
    hold(&one, 0, 59);
    dw_stage_load_from(two.stage, one.stage);
    assert_true(dw_stage_run_alike(one.stage, two.stage, 200));
    assert_int_equal(state_of(&two, 0), DW_PART_DONE);
    assert_int_equal(dw_guard_actor(two.stage->world, BOB)->presence, DW_PRESENCE_PRESENT);
    close_game(&one);
    close_game(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_open_in_their_order_and_the_last_one_wins),
        cmocka_unit_test(without_its_mission_the_heist_of_the_map_does_not_count),
        cmocka_unit_test(all_leave_together),
        cmocka_unit_test(a_device_answers_while_a_part_wants_it),
        cmocka_unit_test(a_scan_takes_three_seconds_in_reach_with_the_key_held),
        cmocka_unit_test(who_plants_has_the_item_and_leaves_it),
        cmocka_unit_test(an_intruder_at_large_survives),
        cmocka_unit_test(a_failed_part_loses_unless_it_is_optional),
        cmocka_unit_test(time_is_over_as_the_mission_says),
        cmocka_unit_test(triggers_fire_once_or_each_time),
        cmocka_unit_test(a_trigger_may_fire_another_in_the_same_tick_and_chains_end),
        cmocka_unit_test(doors_and_lights_change_in_the_next_tick),
        cmocka_unit_test(the_alarm_is_told_to_all_guards_and_never_falls),
        cmocka_unit_test(guards_of_a_mission_come_when_they_are_called),
        cmocka_unit_test(points_add_up),
        cmocka_unit_test(a_mission_goes_on_after_a_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
