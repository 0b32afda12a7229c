/* server/RULES.md 12.16 to 12.20: people that are led through a house, and conversations. */
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "tests/support/mission_game.h"
#include "tests/support/test.h"

#define BRING PART("bring", "escort", "\"person\": \"curator\", \"to\": \"exit\"")

/* The curator stands in the middle of the hall. */
static void open_escort(game *it, const char *parts, const dw_brain_kind *brain)
{
    dw_scene *scene = dw_scene_create();
    (void)dw_mission_house(scene);
    dw_scene_person(scene, "curator", 4000, 4000);
    dw_ruleset rules = dw_ruleset_reference();
    rules.catch_ticks = brain == &dw_brain_puppet ? 36000 : rules.catch_ticks;
    open_game_in(it, scene, parts, brain, &rules);
}

static const dw_actor *curator(const game *it)
{
    return dw_intruder_actor(it->stage->world, dw_person_slot(0));
}

static bool is_near(const game *it, uint8_t slot, int32_t millimetres)
{
    const int64_t most = DW_MM((int64_t)millimetres);
    return dw_distance_squared(curator(it)->body.position,
                               dw_intruder_actor(it->stage->world, slot)->body.position) <=
           most * most;
}

static void a_person_follows_a_player_and_stops_beside_it(void **state)
{
    (void)state;
    game it;
    open_escort(&it, "[" BRING ", " REACH_STUDY "]", &dw_brain_puppet);
    put(&it, 0, 3000, 3800);
    put(&it, 1, 7500, 500); /* Further off. */
    dw_stage_walk(it.stage, 0, DW_NORTH_WEST, 0);
    dw_stage_run(it.stage, 150);
    dw_stage_walk(it.stage, 0, DW_STAND, 0);
    dw_stage_run(it.stage, 200);
    assert_true(is_near(&it, 0, 750));
    assert_false(is_near(&it, 0, 500));
    close_game(&it);
}

static void a_person_goes_by_the_way_of_its_leader(void **state)
{
    (void)state;
    game it;
    dw_scene *scene = dw_scene_create();
    (void)dw_mission_house(scene);
    dw_scene_person(scene, "curator", 1900, 2000);
    dw_scene_furniture(scene, 2300, 1400, 200, 2400, 1000); /* A screen beside it. */
    open_game_in(&it, scene, "[" BRING ", " REACH_STUDY "]", &dw_brain_puppet, NULL);
    put(&it, 1, 7500, 5000);
    put(&it, 0, 1000, 2000);
    dw_stage_step(it.stage);
    dw_stage_walk(it.stage, 0, DW_SOUTH, 0);
    dw_stage_run(it.stage, 75);
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_run(it.stage, 90);
    dw_stage_walk(it.stage, 0, DW_NORTH, 0);
    dw_stage_run(it.stage, 70);
    dw_stage_walk(it.stage, 0, DW_STAND, 0);
    dw_stage_run(it.stage, 300);
    assert_true(curator(&it)->body.position.x > DW_MM(2750));
    assert_true(is_near(&it, 0, 800));
    close_game(&it);
}

static void a_person_crouches_with_its_leader(void **state)
{
    (void)state;
    game it;
    open_escort(&it, "[" BRING ", " REACH_STUDY "]", &dw_brain_puppet);
    put(&it, 1, 7500, 500);
    put(&it, 0, 3500, 2500);
    dw_stage_walk(it.stage, 0, DW_WEST, DW_BUTTON_CROUCH);
    dw_stage_run(it.stage, 60);
    assert_true(curator(&it)->body.crouching);
    assert_false(curator(&it)->body.sprinting);
    close_game(&it);
}

/* Both go past the closed door of the study, from south to north. Crouching, the person comes to
 * its points late. */
static void a_person_opens_no_door_that_it_goes_past(void **state)
{
    (void)state;
    game it;
    dw_scene *scene = dw_scene_create();
    (void)dw_mission_house(scene);
    dw_scene_person(scene, "curator", 7500, 5000);
    open_game_in(&it, scene, "[" BRING ", " REACH_STUDY "]", &dw_brain_puppet, NULL);
    put(&it, 1, 700, 700);
    put(&it, 0, 7500, 4300);
    dw_stage_walk(it.stage, 0, DW_NORTH, DW_BUTTON_CROUCH);
    dw_stage_run(it.stage, 200);
    assert_true(curator(&it)->body.position.y < DW_MM(2300)); /* It is past the door. */
    assert_false(dw_door_set_has(&it.stage->world->open, DOOR));
    close_game(&it);
}

/* The leader has gone into the study, and the leaf is shut behind it. */
static void a_person_opens_the_door_that_it_stands_before(void **state)
{
    (void)state;
    game it;
    dw_scene *scene = dw_scene_create();
    (void)dw_mission_house(scene);
    dw_scene_person(scene, "curator", 6500, 3000);
    open_game_in(&it, scene, "[" BRING ", " REACH_STUDY "]", &dw_brain_puppet, NULL);
    put(&it, 1, 700, 5500);
    put(&it, 0, 7500, 3000);
    dw_sim_set_door(it.stage->sim, DOOR, true);
    dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
    dw_stage_run(it.stage, 30);
    dw_stage_walk(it.stage, 0, DW_STAND, 0);
    dw_sim_set_door(it.stage->sim, DOOR, false);
    assert_false(dw_door_set_has(&it.stage->world->open, DOOR));
    dw_stage_run(it.stage, 150);
    assert_true(dw_door_set_has(&it.stage->world->open, DOOR));
    assert_true(curator(&it)->room == dw_intruder_actor(it.stage->world, 0)->room);
    close_game(&it);
}

static void without_a_player_in_sight_a_person_waits(void **state)
{
    (void)state;
    game it;
    open_escort(&it, "[" BRING ", " REACH_STUDY "]", &dw_brain_puppet);
    put(&it, 0, 700, 5500); /* More than 3 m off. */
    put(&it, 1, 7500, 500);
    const dw_vec before = curator(&it)->body.position;
    dw_stage_run(it.stage, 120);
    assert_true(dw_vec_equal(before, curator(&it)->body.position));
    close_game(&it);
}

static void a_person_in_the_place_ends_the_part(void **state)
{
    (void)state;
    game it;
    open_escort(&it, "[" BRING "]", &dw_brain_puppet);
    put(&it, 1, 7500, 500);
    put(&it, 0, 2000, 3900);
    dw_stage_walk(it.stage, 0, DW_NORTH_WEST, 0);
    dw_stage_run(it.stage, 30);
    for (int i = 0; i < 900 && it.stage->world->outcome == DW_OUTCOME_NONE; i++) {
        dw_stage_step(it.stage);
    }
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_WON);
    assert_int_equal(it.stage->world->winner, 0);
    close_game(&it);
}

static void a_person_that_is_caught_loses_the_part_and_is_no_player(void **state)
{
    (void)state;
    game it;
    open_escort(&it,
                "[" REACH_STUDY ", " PART(
                    "bring", "escort",
                    "\"person\": \"curator\", \"to\": \"study\", "
                    "\"optional\": true") "], \"triggers\": [{\"on\": [\"spotted\", \"curator\"], "
                                          "\"do\": [[\"give\", 1]]}, "
                                          "{\"on\": [\"caught\", 1], \"do\": [[\"give\", 100]]}]",
                dw_brain_find("reference"));
    put(&it, 0, 9000, 8000);
    put(&it, 1, 9600, 8000); /* In the vault. */
    dw_actor *person =
        &it.stage->sim->world.actors[dw_intruder_index(it.stage->world, dw_person_slot(0))];
    person->body.position = dw_scene_mm(7600, 1200); /* Before the post of Bob. */
    for (int i = 0; i < 600 && state_of(&it, 1) == DW_PART_OPEN; i++) {
        dw_stage_step(it.stage);
    }
    assert_int_equal(state_of(&it, 1), DW_PART_FAILED);
    assert_int_equal(dw_sim_mission_state(it.stage->sim)->given, 1);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_NONE);
    close_game(&it);
}

static void a_person_takes_nothing_from_a_player(void **state)
{
    (void)state;
    game it;
    open_escort(&it, "[" BRING ", " REACH_STUDY "]", &dw_brain_puppet);
    const dw_rect gold = it.venue->map->items[GOLD_ITEM].area;
    dw_stage_put_intruder(it.stage, ANN, dw_rect_centre(gold));
    hold(&it, ANN, 1);
    release(&it, ANN);
    assert_int_equal(it.stage->world->items[GOLD_ITEM].carrier, ANN);
    put(&it, ANN, 3500, 4000);
    hold(&it, ANN, 1);
    release(&it, ANN);
    assert_int_equal(it.stage->world->items[GOLD_ITEM].carrier, ANN);
    put(&it, BOB, 3000, 4000); /* A player does. */
    hold(&it, ANN, 1);
    assert_int_equal(it.stage->world->items[GOLD_ITEM].carrier, BOB);
    close_game(&it);
}

static void a_person_alone_does_not_keep_the_round_going(void **state)
{
    (void)state;
    game it;
    open_escort(&it, "[" BRING ", " PART("s", "survive", "\"seconds\": 60") "]", &dw_brain_puppet);
    dw_sim_set_slot_state(it.stage->sim, 0, DW_SLOT_OUT);
    dw_sim_set_slot_state(it.stage->sim, 1, DW_SLOT_OUT);
    dw_stage_step(it.stage);
    assert_int_equal(it.stage->world->outcome, DW_OUTCOME_ABORTED);
    close_game(&it);
}

/* Lines are said one after the other; the round goes on. */
static void a_conversation_goes_at_reading_speed(void **state)
{
    (void)state;
    game it;
    open_game(&it, "[" REACH_STUDY "], \"triggers\": [{\"on\": [\"enter\", \"corner\"], \"do\": "
                   "[[\"talk\", \"Ines\", \"Ten bytes.\"], [\"talk\", \"Otto\", \"Yes.\"], "
                   "[\"talk\", \"Ines\", \"Good.\"]]}]");
    put(&it, 0, 700, 5400);
    uint32_t said[3];
    uint32_t count = 0;
    static const char *const speakers[] = {"Ines", "Otto", "Ines"};
    for (uint32_t tick = 1; tick <= 300; tick++) {
        dw_stage_step(it.stage);
        uint32_t events = 0;
        const dw_sim_event *event = dw_sim_events(it.stage->sim, &events);
        for (uint32_t i = 0; i < events; i++) {
            if (event[i].kind == DW_SIM_SAID) {
                assert_true(count < 3 && event[i].speaker > 0);
                assert_string_equal(it.mission.texts[event[i].speaker - 1], speakers[count]);
                said[count++] = tick;
            }
        }
    }
    assert_int_equal(count, 3);
    assert_int_equal(said[0], 1);
    assert_int_equal(said[1] - said[0], 60 + 3 * 10);
    assert_int_equal(said[2] - said[1], 60 + 3 * 4);
    assert_int_equal(it.stage->world->tick, 300);
    close_game(&it);
}

static void a_person_and_a_conversation_go_on_after_a_load(void **state)
{
    (void)state;
    static const char parts[] =
        "[" BRING ", " REACH_STUDY "], \"triggers\": [{\"on\": [\"time\", 1], \"do\": [[\"talk\", "
        "\"Ines\", \"Come\"], [\"talk\", \"Otto\", \"Yes\"], [\"bell\", \"bell\"]]}]";
    game one;
    game two;
    open_escort(&one, parts, dw_brain_find("null"));
    open_escort(&two, parts, dw_brain_find("null"));
    put(&one, 1, 7500, 500);
    put(&one, 0, 3000, 3800);
    dw_stage_walk(one.stage, 0, DW_NORTH, 0);
    dw_stage_run(one.stage, 80);
    assert_true(dw_sim_mission_state(one.stage->sim)->persons[0].count > 0);
    assert_true(dw_sim_mission_state(one.stage->sim)->talk_count > 0);
    dw_stage_load_from(two.stage, one.stage);
    assert_true(dw_stage_run_alike(one.stage, two.stage, 3600));
    close_game(&one);
    close_game(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_follows_a_player_and_stops_beside_it),
        cmocka_unit_test(a_person_goes_by_the_way_of_its_leader),
        cmocka_unit_test(a_person_crouches_with_its_leader),
        cmocka_unit_test(a_person_opens_no_door_that_it_goes_past),
        cmocka_unit_test(a_person_opens_the_door_that_it_stands_before),
        cmocka_unit_test(without_a_player_in_sight_a_person_waits),
        cmocka_unit_test(a_person_in_the_place_ends_the_part),
        cmocka_unit_test(a_person_that_is_caught_loses_the_part_and_is_no_player),
        cmocka_unit_test(a_person_takes_nothing_from_a_player),
        cmocka_unit_test(a_person_alone_does_not_keep_the_round_going),
        cmocka_unit_test(a_conversation_goes_at_reading_speed),
        cmocka_unit_test(a_person_and_a_conversation_go_on_after_a_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
