/* server/RULES.md 1.42 to 1.47 and 3.24: lamps and switches, and what guards see in the dark. */
#include "common/world/light.h"
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

typedef struct place {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
    dw_ruleset rules;
} place;

enum { LEFT, RIGHT };

/* A hall of 12 m with light of its own and a lamp in its middle. Its left switch works the lamp.
 * Its right one, 900 mm from a door, works none. A guard on strings looks along it. */
static place open_place(uint8_t light, bool in_rules)
{
    place it = {.scene = dw_scene_create(), .rules = dw_ruleset_reference()};
    it.rules.light = in_rules ? 1 : 0;
    const uint16_t hall = dw_scene_room(it.scene, "hall", 0, 0, 12000, 4000);
    const uint16_t study = dw_scene_room(it.scene, "study", 12000, 0, 4000, 4000);
    dw_scene_door(it.scene, "door", hall, study, 500, 1000, DW_SCENE_CLOSED);
    dw_scene_set_light(it.scene, hall, light);
    dw_scene_switch(it.scene, "left", 1000, 0);
    dw_scene_switch(it.scene, "right", 10800, 0);
    dw_scene_lamp(it.scene, 6000, 2000, 4000, 80, LEFT);
    dw_scene_set_lamp_off(it.scene, LEFT);
    dw_scene_patrol(it.scene, "round", "hall");
    dw_scene_guard(it.scene, "ann", 500, 3500, 0, "round");
    dw_scene_objective(it.scene, 15000, 3500, 200, 200);
    dw_scene_exit(it.scene, 15000, 300, 500, 500);
    dw_scene_spawn(it.scene, 1100, 700);
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

static bool lit(const place *it)
{
    return dw_lamp_is_lit(&it->venue->map->lamps[0], it->stage->world->worked);
}

static int32_t gain_of_a_tick(place *it)
{
    const int32_t before = dw_stage_meter(it->stage, 0, 0);
    dw_stage_step(it->stage);
    return dw_stage_meter(it->stage, 0, 0) - before;
}

static void without_light_in_the_rules_it_is_light_everywhere_and_switches_do_nothing(void **state)
{
    (void)state;
    place dark = open_place(0, false);
    place light = open_place(100, false);
    for (uint32_t tick = 0; tick < 20; tick++) {
        assert_int_equal(gain_of_a_tick(&dark), gain_of_a_tick(&light));
    }
    assert_true(dw_stage_meter(dark.stage, 0, 0) > 1000);
    dw_stage_press_use(dark.stage, 0);
    assert_int_equal(dark.stage->world->worked, 0);
    assert_int_equal(dw_stage_events(dark.stage, DW_SIM_USE_NOTHING, DW_NONE, 0), 1);
    close_place(&dark);
    close_place(&light);
}

static void each_press_at_a_switch_turns_its_lamps_over(void **state)
{
    (void)state;
    place it = open_place(0, true);
    assert_false(lit(&it));
    dw_stage_press_use(it.stage, 0);
    assert_true(lit(&it));
    dw_stage_run(it.stage, 30);
    assert_true(lit(&it));
    dw_stage_press_use(it.stage, 0);
    assert_false(lit(&it));
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(1100, 900)); /* 800 from the switch. */
    dw_stage_press_use(it.stage, 0);
    assert_true(lit(&it));
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(1100, 901));
    dw_stage_press_use(it.stage, 0);
    assert_true(lit(&it));
    dw_stage_reset(it.stage, 1, 1);
    assert_false(lit(&it));
    close_place(&it);
}

static void the_key_works_the_nearer_of_door_and_switch(void **state)
{
    (void)state;
    place it = open_place(100, true);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(11300, 400));
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(it.stage->world->worked, 1u << RIGHT);
    assert_false(dw_door_set_has(&it.stage->world->open, 0));
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(11500, 700));
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(it.stage->world->worked, 1u << RIGHT);
    assert_true(dw_door_set_has(&it.stage->world->open, 0));
    close_place(&it);
}

static int32_t gain_in(uint8_t light)
{
    place it = open_place(light, true);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(1500, 3500)); /* Out of the lamp's range. */
    const int32_t gain = gain_of_a_tick(&it);
    close_place(&it);
    return gain;
}

static void the_meter_rises_by_the_light_at_the_intruder(void **state)
{
    (void)state;
    const int32_t full = gain_in(100);
    assert_true(full > 500);
    assert_int_equal(gain_in(60), full);
    assert_int_equal(gain_in(20), full * 35 / 100);
    assert_int_equal(gain_in(0), full * 10 / 100);
    assert_int_equal(gain_in(40), full * 67 / 100);
}

static void switching_the_lamp_off_slows_the_meter(void **state)
{
    (void)state;
    place it = open_place(0, true);
    dw_stage_press_use(it.stage, 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(6000, 2000));
    const int32_t lit_gain = gain_of_a_tick(&it);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(1100, 700));
    dw_stage_press_use(it.stage, 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(6000, 2000));
    assert_int_equal(gain_of_a_tick(&it), lit_gain * 10 / 100);
    close_place(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_light_in_the_rules_it_is_light_everywhere_and_switches_do_nothing),
        cmocka_unit_test(each_press_at_a_switch_turns_its_lamps_over),
        cmocka_unit_test(the_key_works_the_nearer_of_door_and_switch),
        cmocka_unit_test(the_meter_rises_by_the_light_at_the_intruder),
        cmocka_unit_test(switching_the_lamp_off_slows_the_meter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
