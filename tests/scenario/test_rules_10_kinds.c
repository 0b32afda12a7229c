/* server/RULES.md 10.1 to 10.4: what a guard can do by its kind. Each test plays a scene with the
 * kind as it is, and once more without the ability. */
#include "tests/support/caller.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { ANN, BOB };

/* Two rooms with a door between them. Ann stands beside the door, and looks east at the intruder;
 * Bob stands in the other room. */
typedef struct pair {
    dw_scene *scene;
    dw_venue *venue;
    dw_ruleset rules;
    dw_stage *stage;
} pair;

static pair build_pair(dw_scene_leaf leaf)
{
    pair it = {.scene = dw_scene_create(), .rules = dw_ruleset_reference()};
    const uint16_t west = dw_scene_room(it.scene, "west", 0, 0, 5000, 4000);
    const uint16_t east = dw_scene_room(it.scene, "east", 5000, 0, 5000, 4000);
    dw_scene_door(it.scene, "door", west, east, 1500, 1000, leaf);
    dw_scene_patrol(it.scene, "west", "west");
    dw_scene_patrol(it.scene, "east", "east");
    dw_scene_guard(it.scene, "ann", 4300, 2000, 180, "west");
    dw_scene_guard(it.scene, "bob", 9000, 3500, 0, "east");
    dw_scene_spawn(it.scene, 2800, 2000);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    return it;
}

static void open_pair(pair *it, const dw_brain_kind *brain)
{
    it->stage = dw_stage_create_with(it->venue, brain, &it->rules);
}

static void close_pair(pair *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static dw_kind *kind_of(pair *it)
{
    return &it->rules.kinds[DW_KIND_GUARD];
}

static void a_guard_that_cannot_open_doors_leaves_them_shut(void **state)
{
    (void)state;
    for (int32_t can = 0; can <= 1; can++) {
        pair it = build_pair(DW_SCENE_CLOSED);
        kind_of(&it)->can.open_doors = can;
        open_pair(&it, &dw_brain_puppet);
        dw_stage_puppet(it.stage, ANN)->open_door = 0;
        dw_stage_run(it.stage, 3);
        assert_int_equal(dw_door_set_has(&it.stage->world->open, 0), can == 1);
        close_pair(&it);
    }
}

static void a_guard_that_cannot_close_doors_leaves_them_open(void **state)
{
    (void)state;
    for (int32_t can = 0; can <= 1; can++) {
        pair it = build_pair(DW_SCENE_OPEN);
        kind_of(&it)->can.close_doors = can;
        open_pair(&it, &dw_brain_puppet);
        dw_stage_puppet(it.stage, ANN)->close_door = 0;
        dw_stage_run(it.stage, 3);
        assert_int_equal(dw_door_set_has(&it.stage->world->open, 0), can == 0);
        close_pair(&it);
    }
}

static void a_guard_without_a_radio_neither_speaks_nor_hears(void **state)
{
    (void)state;
    for (int32_t can = 0; can <= 1; can++) {
        pair it = build_pair(DW_SCENE_CLOSED);
        kind_of(&it)->can.radio = can;
        open_pair(&it, &dw_brain_caller);
        dw_stage_step(it.stage);
        dw_caller_say(&(dw_radio_message){.kind = DW_RADIO_REPORT, .room = 0});
        uint32_t heard = 0;
        for (int32_t tick = 0; tick <= it.rules.radio_delay_ticks + 2; tick++) {
            dw_stage_step(it.stage);
            heard += dw_sim_percepts(it.stage->sim, BOB)->heard_count;
        }
        assert_int_equal(heard, can);
        assert_int_equal(dw_sim_radio_counts(it.stage->sim).sent, can);
        close_pair(&it);
    }
}

static void a_guard_that_cannot_catch_holds_nobody(void **state)
{
    (void)state;
    for (int32_t can = 0; can <= 1; can++) {
        pair it = build_pair(DW_SCENE_CLOSED);
        kind_of(&it)->can.catch = can;
        it.rules.catch_distance_mm = 3000;
        open_pair(&it, &dw_brain_puppet);
        dw_stage_run(it.stage, 240);
        assert_true(dw_stage_meter(it.stage, ANN, 0) > 0 || can == 1);
        assert_int_equal(it.stage->world->intruders[0].caught_tick != 0, can == 1);
        close_pair(&it);
    }
}

static void contact_fills_no_meter_without_touch(void **state)
{
    (void)state;
    for (int32_t feels = 0; feels <= 1; feels++) {
        pair it = build_pair(DW_SCENE_CLOSED);
        kind_of(&it)->senses.touch = feels;
        open_pair(&it, &dw_brain_puppet);
        /* Behind Ann, out of its sight. */
        dw_stage_put_guard(it.stage, ANN, (dw_vec){DW_MM(1000), DW_MM(2000)}, DW_BAM_HALF);
        dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(1600), DW_MM(2000)});
        dw_stage_puppet(it.stage, ANN)->heading_bam = DW_BAM_HALF;
        dw_stage_walk(it.stage, 0, DW_WEST, 0);
        dw_stage_run(it.stage, 10);
        assert_int_equal(dw_stage_meter(it.stage, ANN, 0) > 0, feels == 1);
        close_pair(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_that_cannot_open_doors_leaves_them_shut),
        cmocka_unit_test(a_guard_that_cannot_close_doors_leaves_them_open),
        cmocka_unit_test(a_guard_without_a_radio_neither_speaks_nor_hears),
        cmocka_unit_test(a_guard_that_cannot_catch_holds_nobody),
        cmocka_unit_test(contact_fills_no_meter_without_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
