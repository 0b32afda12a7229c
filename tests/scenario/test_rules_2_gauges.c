/* server/RULES.md 2.40, 2.41: what a player knows of how loud and how well lit the own intruder is
 * agrees with what the simulation makes of it. */
#include "client/core/own_senses.h"
#include "common/base/check.h"
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

/* A hall with a floor and a light, and a lamp at its eastern end that its switch works. */
typedef struct place {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
    dw_ruleset rules;
} place;

static place open_place(dw_floor floor, uint8_t light)
{
    place it = {.scene = dw_scene_create(), .rules = dw_ruleset_reference()};
    it.rules.hearing = 1;
    it.rules.light = 1;
    const uint16_t hall = dw_scene_room(it.scene, "hall", 0, 0, 12000, 4000);
    dw_scene_set_floor(it.scene, hall, floor);
    dw_scene_set_light(it.scene, hall, light);
    dw_scene_lamp(it.scene, 10000, 2000, 4000, 80, dw_scene_switch(it.scene, "switch", 10000, 0));
    dw_scene_patrol(it.scene, "round", "hall");
    dw_scene_guard(it.scene, "ann", 500, 3500, 0, "round");
    dw_scene_objective(it.scene, 11000, 3500, 200, 200);
    dw_scene_exit(it.scene, 200, 200, 500, 500);
    dw_scene_spawn(it.scene, 2000, 2000);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, &it.rules);
    return it;
}

static void close_place(place *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static dw_own_senses own_senses(const place *it)
{
    const dw_world *world = it->stage->world;
    return dw_own_senses_of(it->venue->map, &it->rules, &dw_intruder_actor(world, 0)->body,
                            &world->open, world->worked);
}

/* The level of the first step that the intruder makes. */
static int32_t level_of_step(place *it)
{
    dw_noise *noise = &it->stage->sim->noises[0];
    *noise = (dw_noise){0};
    for (uint32_t tick = 0; tick < 60 && noise->level_db10 == 0; tick++) {
        dw_stage_step(it->stage);
    }
    assert_int_equal(noise->kind, DW_NOISE_STEP);
    return noise->level_db10;
}

static void the_player_knows_how_loud_its_steps_are(void **state)
{
    (void)state;
    static const uint8_t gaits[] = {0, DW_BUTTON_CROUCH, DW_BUTTON_SPRINT};
    for (int floor = 0; floor < DW_FLOOR_COUNT; floor++) {
        for (uint32_t g = 0; g < DW_COUNT_OF(gaits); g++) {
            place it = open_place((dw_floor)floor, 100);
            dw_stage_walk(it.stage, 0, DW_EAST, gaits[g]);
            const int32_t level = level_of_step(&it);
            const dw_own_senses own = own_senses(&it);
            assert_true(own.hears && own.steps);
            assert_int_equal(own.step_db10, level);
            dw_stage_walk(it.stage, 0, DW_STAND, gaits[g]);
            dw_stage_step(it.stage);
            assert_false(own_senses(&it).steps);
            assert_int_equal(own_senses(&it).step_db10, 0);
            close_place(&it);
        }
    }
}

static void the_player_knows_its_light_as_far_as_it_knows_the_switches(void **state)
{
    (void)state;
    place it = open_place(DW_FLOOR_WOOD, 15);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(8000, 2000)); /* 2 m of 4 from the lamp. */
    assert_true(own_senses(&it).sees_light);
    assert_int_equal(own_senses(&it).light, 40);
    const dw_body *body = &dw_intruder_actor(it.stage->world, 0)->body;
    const dw_switch_set off = 1;
    assert_int_equal(
        dw_own_senses_of(it.venue->map, &it.rules, body, &it.stage->world->open, off).light, 15);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(3000, 2000));
    assert_int_equal(own_senses(&it).light, 15);
    close_place(&it);
}

static void without_hearing_and_light_there_is_nothing_to_know(void **state)
{
    (void)state;
    place it = open_place(DW_FLOOR_METAL, 15);
    dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
    dw_stage_step(it.stage);
    it.rules.hearing = 0;
    it.rules.light = 0;
    const dw_own_senses own = own_senses(&it);
    assert_false(own.hears || own.sees_light || own.steps);
    assert_int_equal(own.step_db10 + own.light, 0);
    close_place(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_player_knows_how_loud_its_steps_are),
        cmocka_unit_test(the_player_knows_its_light_as_far_as_it_knows_the_switches),
        cmocka_unit_test(without_hearing_and_light_there_is_nothing_to_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
