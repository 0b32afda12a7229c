/* server/RULES.md 12.6 to 12.11: each trigger and each action of missions in a scene of its own. */
#include "common/world/lock.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/mission_game.h"
#include "tests/support/test.h"

#include <stdio.h>

/* A mission with one trigger. */
static void open_on(game *it, const char *on, const char *actions)
{
    char parts[1024];
    (void)snprintf(
        parts, sizeof parts,
        "[" REACH_STUDY ", " PART("gold", "take", "\"optional\": true, " GOLD) ", " PART(
            "late", "take",
            "\"item\": \"map\", \"optional\": true, "
            "\"after\": [\"gold\"]") "], \"triggers\": [{\"on\": %s, \"once\": false, \"do\": %s}]",
        on, actions);
    open_game(it, parts);
}

enum { FAR, GOLD_PART, LATE };

/* What happens when somebody comes into the corner: in this tick, and in the next one. */
static void open_corner(game *it, const char *actions)
{
    open_on(it, "[\"enter\", \"corner\"]", actions);
    put(it, 0, 700, 5400);
    dw_stage_step(it->stage);
}

static int32_t given(const game *it)
{
    return dw_sim_mission_state(it->stage->sim)->given;
}

static bool is_open(const game *it, uint16_t door)
{
    return dw_door_set_has(&it->stage->world->open, door);
}

static bool is_locked(const game *it)
{
    return dw_door_is_locked(it->venue->map, dw_sim_locks_turned(it->stage->sim), VAULT_DOOR);
}

static void take_gold(game *it)
{
    put(it, 0, 6100, 4500);
    dw_stage_press_use(it->stage, 0);
}

/* --- actions --- */

static void say_tells_players_a_line(void **state)
{
    (void)state;
    game it;
    open_corner(&it, "[[\"say\", \"Run\"]]");
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_SAID, DW_NONE, DW_NONE), 1);
    close_game(&it);
}

static void open_and_close_move_a_leaf_locked_or_not(void **state)
{
    (void)state;
    game it;
    open_corner(&it, "[[\"open\", \"vault-door\"]]");
    dw_stage_step(it.stage);
    assert_true(is_open(&it, VAULT_DOOR));
    assert_true(is_locked(&it));
    close_game(&it);
    open_corner(&it, "[[\"close\", \"door\"]]");
    dw_door_set_put(&it.stage->sim->world.open, DOOR, true);
    dw_stage_step(it.stage);
    assert_false(is_open(&it, DOOR));
    close_game(&it);
}

static void lock_shuts_and_locks_and_unlock_unlocks(void **state)
{
    (void)state;
    game it;
    open_corner(&it, "[[\"unlock\", \"vault-door\"]]");
    assert_true(is_locked(&it));
    dw_stage_step(it.stage);
    assert_false(is_locked(&it));
    assert_false(is_open(&it, VAULT_DOOR));
    close_game(&it);
    open_corner(&it, "[[\"lock\", \"vault-door\"]]");
    dw_sim_turn_lock(it.stage->sim, VAULT_DOOR, false);
    dw_door_set_put(&it.stage->sim->world.open, VAULT_DOOR, true);
    dw_stage_step(it.stage);
    assert_true(is_locked(&it));
    assert_false(is_open(&it, VAULT_DOOR));
    close_game(&it);
}

static void light_works_the_switches_of_a_room(void **state)
{
    (void)state;
    game it;
    open_corner(&it, "[[\"light\", \"hall\", 0]]");
    dw_stage_step(it.stage);
    assert_int_equal(it.stage->world->worked, 1);
    close_game(&it);
}

static void alarm_agitates_all_guards(void **state)
{
    (void)state;
    game it;
    open_corner(&it, "[[\"alarm\", 3]]");
    dw_stage_step(it.stage);
    assert_int_equal(dw_sim_percepts(it.stage->sim, ANN)->alarm, 3);
    close_game(&it);
}

/* How many noises Ann and Bob hear until the bell is silent. */
static uint32_t strokes_heard(game *it)
{
    uint32_t heard = 0;
    for (uint32_t i = 0; i < DW_BELL_TICKS + 60; i++) {
        dw_stage_step(it->stage);
        for (uint16_t g = 0; g < 2; g++) {
            const dw_percepts *percepts = dw_sim_percepts(it->stage->sim, g);
            for (uint8_t n = 0; n < percepts->stimulus_count; n++) {
                const dw_stimulus *noise = &percepts->stimuli[n];
                heard += noise->from_own_side && noise->is_alarm ? 1 : 0;
            }
        }
    }
    return heard;
}

static void bell_rings_twice_a_second_for_five_seconds(void **state)
{
    (void)state;
    game it;
    open_corner(&it, "[[\"bell\", \"bell\"]]");
    it.stage->sim->rules.hearing = 1;
    assert_int_equal(strokes_heard(&it), 2 * 10); /* Ann behind a door too. */
    assert_int_equal(strokes_heard(&it), 0);
    close_game(&it);
}

static void guards_come_to_the_bell(void **state)
{
    (void)state;
    for (int rings = 0; rings < 2; rings++) {
        game it;
        dw_ruleset rules = dw_stage_shipped_rules("standard");
        open_game_by(&it,
                     "[" REACH_STUDY "], \"triggers\": [{\"on\": [\"enter\", \"corner\"], \"do\": "
                     "[[\"bell\", \"bell\"]]}, {\"on\": [\"time\", 500], \"do\": [[\"spawn\", "
                     "\"bob\"]]}]",
                     dw_brain_find("reference"), &rules);
        put(&it, 0, rings != 0 ? 700 : 3000, rings != 0 ? 5400 : 500);
        dw_stage_step(it.stage);
        dw_sim_set_slot_state(it.stage->sim, 0, DW_SLOT_OUT); /* Nobody is there to be seen. */
        put(&it, 1, 500, 500);
        bool came = false;
        for (int i = 0; i < 900; i++) {
            dw_stage_step(it.stage);
            came = came || dw_guard_actor(it.stage->world, ANN)->room == 0;
        }
        assert_int_equal(came, rings != 0);
        close_game(&it);
    }
}

static void spawn_and_reinforce_bring_a_guard_to_its_post(void **state)
{
    (void)state;
    game it;
    open_corner(&it, "[[\"spawn\", \"bob\"], [\"reinforce\", \"ann\", 2]]");
    assert_int_equal(dw_guard_actor(it.stage->world, BOB)->presence, DW_PRESENCE_PRESENT);
    assert_int_equal(dw_guard_actor(it.stage->world, ANN)->presence, DW_PRESENCE_DORMANT);
    dw_stage_run(it.stage, 120);
    assert_int_equal(dw_guard_actor(it.stage->world, ANN)->presence, DW_PRESENCE_PRESENT);
    close_game(&it);
}

static void part_complete_and_fail_settle_parts(void **state)
{
    (void)state;
    game it;
    open_corner(&it, "[[\"part\", \"late\"], [\"fail\", \"gold\"]]");
    assert_int_equal(state_of(&it, GOLD_PART), DW_PART_FAILED);
    assert_int_equal(state_of(&it, LATE), DW_PART_OPEN);
    close_game(&it);
    open_corner(&it, "[[\"complete\", \"late\"], [\"give\", 7]]");
    assert_int_equal(state_of(&it, LATE), DW_PART_DONE);
    assert_int_equal(given(&it), 7);
    close_game(&it);
}

static void end_decides_the_round(void **state)
{
    (void)state;
    game it;
    open_corner(&it, "[[\"end\", \"lost\"]]");
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_LOST);
    close_game(&it);
    open_corner(&it, "[[\"end\", \"won\"]]");
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_WON);
    close_game(&it);
}

/* --- triggers: each gives a point --- */

static void enter_and_leave_of_the_first_and_the_last(void **state)
{
    (void)state;
    game it;
    open_on(&it, "[\"enter\", \"corner\"]", "[[\"give\", 1]]");
    put(&it, 0, 700, 5400);
    dw_stage_step(it.stage);
    put(&it, 1, 700, 5400);
    dw_stage_run(it.stage, 3);
    assert_int_equal(given(&it), 1);
    close_game(&it);
    open_on(&it, "[\"leave\", \"corner\"]", "[[\"give\", 1]]");
    put(&it, 0, 700, 5400);
    put(&it, 1, 700, 5400);
    dw_stage_step(it.stage);
    put(&it, 0, 3000, 3000);
    dw_stage_step(it.stage);
    assert_int_equal(given(&it), 0);
    put(&it, 1, 5000, 3000);
    dw_stage_run(it.stage, 3);
    assert_int_equal(given(&it), 1);
    close_game(&it);
}

static void take_and_drop_of_an_item(void **state)
{
    (void)state;
    game it;
    open_on(&it, "[\"take\", \"gold\"]", "[[\"give\", 1]]");
    take_gold(&it);
    dw_stage_run(it.stage, 3);
    assert_int_equal(given(&it), 1);
    close_game(&it);
    open_on(&it, "[\"drop\", \"gold\"]", "[[\"give\", 1]]");
    take_gold(&it);
    assert_int_equal(given(&it), 0);
    dw_sim_set_slot_state(it.stage->sim, 0, DW_SLOT_OUT);
    dw_stage_step(it.stage);
    assert_int_equal(given(&it), 1);
    close_game(&it);
}

static void use_of_a_device_that_no_part_wants(void **state)
{
    (void)state;
    game it;
    open_on(&it, "[\"use\", \"terminal\"]", "[[\"give\", 1]]");
    put(&it, 0, 4100, 1700);
    dw_stage_press_use(it.stage, 0);
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(given(&it), 2);
    close_game(&it);
}

/* With a scan at the same device the trigger waits for it. */
static void use_of_a_device_that_is_scanned(void **state)
{
    (void)state;
    game it;
    open_game(&it,
              "[" REACH_STUDY
              ", " PART("scan", "scan",
                        "\"device\": \"terminal\"") "], \"triggers\": [{\"on\": [\"use\", "
                                                    "\"terminal\"], \"do\": [[\"give\", 1]]}]");
    put(&it, 0, 4100, 1700);
    dw_stage_step(it.stage);
    hold(&it, 0, 10);
    assert_int_equal(given(&it), 0);
    hold(&it, 0, DW_SCAN_TICKS);
    assert_int_equal(given(&it), 1);
    close_game(&it);
}

static void a_bell_rings_when_it_is_used(void **state)
{
    (void)state;
    game it;
    open_on(&it, "[\"use\", \"bell\"]", "[[\"give\", 1]]");
    it.stage->sim->rules.hearing = 1;
    put(&it, 0, 7100, 5000);
    dw_stage_press_use(it.stage, 0);
    it.stage->intents[0].buttons = 0;
    assert_int_equal(given(&it), 1);
    assert_true(strokes_heard(&it) >= 18);
    close_game(&it);
}

static void done_failed_and_count_of_parts(void **state)
{
    (void)state;
    static const char *const on[] = {"[\"done\", \"gold\"]", "[\"count\", 1]"};
    for (int i = 0; i < 2; i++) {
        game it;
        open_on(&it, on[i], "[[\"give\", 1]]");
        dw_stage_run(it.stage, 3);
        assert_int_equal(given(&it), 0);
        take_gold(&it);
        dw_stage_run(it.stage, 3);
        assert_int_equal(given(&it), 1);
        close_game(&it);
    }
    game it;
    open_game(&it, "[" REACH_STUDY ", " PART(
                       "gold", "take",
                       "\"optional\": true, " GOLD) "], \"triggers\": [{\"on\": [\"enter\", "
                                                    "\"corner\"], \"do\": [[\"fail\", \"gold\"]]}, "
                                                    "{\"on\": [\"failed\", \"gold\"], \"do\": "
                                                    "[[\"give\", 1]]}]");
    put(&it, 0, 700, 5400);
    dw_stage_step(it.stage);
    assert_int_equal(given(&it), 1);
    close_game(&it);
}

static void detected_alarm_and_caught(void **state)
{
    (void)state;
    static const char *const on[] = {"[\"detected\"]", "[\"alarm\", 1]", "[\"caught\", 1]"};
    for (int i = 0; i < 3; i++) {
        game it;
        char parts[512];
        (void)snprintf(parts, sizeof parts,
                       "[" REACH_STUDY "], \"triggers\": [{\"on\": %s, \"do\": [[\"give\", 1]]}]",
                       on[i]);
        dw_ruleset rules = dw_ruleset_reference();
        rules.catch_ticks = i == 1 ? 36000 : rules.catch_ticks; /* The report takes longer. */
        open_game_by(&it, parts, dw_brain_find("reference"), &rules);
        put(&it, 0, 7000, 3000); /* Bob stands in the hall. */
        put(&it, 1, 700, 700);
        for (int t = 0; t < 1500 && given(&it) == 0; t++) {
            dw_stage_step(it.stage);
        }
        assert_int_equal(given(&it), 1);
        const bool caught = !dw_is_present(dw_intruder_actor(it.stage->world, 0));
        assert_int_equal(caught, i == 2);
        close_game(&it);
    }
}

static void time_of_the_round(void **state)
{
    (void)state;
    game it;
    open_on(&it, "[\"time\", 2]", "[[\"give\", 1]]");
    dw_stage_run(it.stage, 119);
    assert_int_equal(given(&it), 0);
    dw_stage_run(it.stage, 50);
    assert_int_equal(given(&it), 1);
    close_game(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(say_tells_players_a_line),
        cmocka_unit_test(open_and_close_move_a_leaf_locked_or_not),
        cmocka_unit_test(lock_shuts_and_locks_and_unlock_unlocks),
        cmocka_unit_test(light_works_the_switches_of_a_room),
        cmocka_unit_test(alarm_agitates_all_guards),
        cmocka_unit_test(bell_rings_twice_a_second_for_five_seconds),
        cmocka_unit_test(guards_come_to_the_bell),
        cmocka_unit_test(spawn_and_reinforce_bring_a_guard_to_its_post),
        cmocka_unit_test(part_complete_and_fail_settle_parts),
        cmocka_unit_test(end_decides_the_round),
        cmocka_unit_test(enter_and_leave_of_the_first_and_the_last),
        cmocka_unit_test(take_and_drop_of_an_item),
        cmocka_unit_test(use_of_a_device_that_no_part_wants),
        cmocka_unit_test(use_of_a_device_that_is_scanned),
        cmocka_unit_test(a_bell_rings_when_it_is_used),
        cmocka_unit_test(done_failed_and_count_of_parts),
        cmocka_unit_test(detected_alarm_and_caught),
        cmocka_unit_test(time_of_the_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
