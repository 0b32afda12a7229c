/* server/RULES.md 11.27 to 11.29: cats go about, flee from runners and topple things. */
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Mia, a cat, on the left, where a table stands; Ann, a puppet, beside it. The store is shut.
 *
 *     0       6000     12000     16000
 *     +---------+---------+-------+
 *     |  left   D  right  X store |  4000     D = an open door, X = a closed one
 *     +---------+---------+-------+
 */
enum { LEFT, RIGHT, STORE };
enum { MIA, ANN };

static dw_ruleset cat_rules(void)
{
    dw_ruleset rules = dw_stage_endless_rules();
    dw_kind *kind = &rules.kinds[DW_KIND_GUARD];
    rules.hearing = 1;
    kind->senses.ears.threshold_db10 = 200;
    kind->senses.eyes.field_of_view_bam = 65536;
    kind->can.bark = 0;
    kind->can.catch = 0;
    kind->can.open_doors = 0;
    kind->can.close_doors = 0;
    kind->needs.fear = (dw_kind_need){.point_ticks = 1, .low = 200, .high = 600};
    kind->gaits.far.speed_mm_s = 5000;
    return rules;
}

static dw_house open_house(const dw_ruleset *rules)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "left", 0, 0, 6000, 4000);
    dw_scene_room(scene, "right", 6000, 0, 6000, 4000);
    dw_scene_room(scene, "store", 12000, 0, 4000, 4000);
    dw_scene_door(scene, "left-right", LEFT, RIGHT, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "right-store", RIGHT, STORE, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(scene, 2500, 200, 1000, 500, 500);
    dw_scene_patrol(scene, "patrol", "left");
    dw_scene_guard(scene, "mia", 1000, 1000, 0, "patrol");
    dw_scene_guard(scene, "ann", 500, 3500, 0, "patrol");
    dw_scene_spawn(scene, 14000, 2000); /* Behind the closed leaf. */
    dw_house house = dw_house_open_with(scene, rules);
    dw_house_set_brain(&house, MIA, dw_stage_brain("cat"));
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    return house;
}

static void a_cat_goes_about_behind_open_doors_and_topples_things(void **state)
{
    (void)state;
    const dw_ruleset rules = cat_rules();
    dw_house it = open_house(&rules);
    uint32_t rooms = 0;
    uint32_t falls = 0;
    for (uint32_t tick = 0; tick < 20000; tick++) {
        dw_stage_step(it.stage);
        assert_null(dw_stage_fault(it.stage));
        rooms |= 1u << dw_house_guard(&it, MIA)->room;
        const dw_percepts *percepts = dw_sim_percepts(it.stage->sim, ANN);
        if (percepts->stimulus_count > 0) {
            assert_false(percepts->stimuli[0].from_own_side);
            assert_in_range(percepts->stimuli[0].strength, 460, 660);
            falls++;
        }
    }
    assert_int_equal(rooms, 1u << LEFT | 1u << RIGHT);
    assert_true(falls >= 2 && falls <= 60);
    dw_house_close(&it);
}

static void things_are_toppled_beside_furniture_alone(void **state)
{
    (void)state;
    static const struct {
        int32_t y;
        bool falls;
    } cases[] = {{950, true}, {1100, true}, {1101, false}, {2500, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const dw_ruleset rules = cat_rules();
        dw_house it = open_house(&rules);
        dw_house_set_brain(&it, MIA, &dw_brain_puppet);
        dw_stage_put_guard(it.stage, MIA, dw_scene_mm(3000, cases[i].y), 0);
        dw_stage_puppet(it.stage, MIA)->deed = DW_DEED_TOPPLE;
        dw_stage_run(it.stage, 2);
        assert_int_equal(dw_sim_percepts(it.stage->sim, ANN)->stimulus_count, cases[i].falls);
        dw_house_close(&it);
    }
}

static int32_t level_of_a_fall(int32_t topple_db10)
{
    dw_ruleset rules = cat_rules();
    rules.topple_db10 = topple_db10;
    dw_house it = open_house(&rules);
    dw_house_set_brain(&it, MIA, &dw_brain_puppet);
    dw_stage_put_guard(it.stage, MIA, dw_scene_mm(3000, 950), 0);
    dw_stage_puppet(it.stage, MIA)->deed = DW_DEED_TOPPLE;
    dw_stage_run(it.stage, 2);
    const dw_percepts *percepts = dw_sim_percepts(it.stage->sim, ANN);
    assert_int_equal(percepts->stimulus_count, 1);
    const int32_t level_db10 = percepts->stimuli[0].strength;
    dw_house_close(&it);
    return level_db10;
}

static void a_thing_is_heard_as_loud_as_the_ruleset_has_it(void **state)
{
    (void)state;
    assert_int_equal(level_of_a_fall(660) - level_of_a_fall(500), 160);
}

static void a_cat_flees_from_an_intruder_that_runs(void **state)
{
    (void)state;
    static const uint8_t buttons[] = {DW_BUTTON_CROUCH, 0, DW_BUTTON_SPRINT};
    for (uint32_t i = 0; i < 3; i++) {
        const dw_ruleset rules = cat_rules();
        dw_house it = open_house(&rules);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(5500, 1500));
        dw_stage_walk(it.stage, 0, DW_WEST, buttons[i]);
        bool fled = false;
        for (uint32_t tick = 0; tick < 40; tick++) {
            dw_stage_step(it.stage);
            fled = fled || dw_house_wants(&it, MIA, "flee");
        }
        assert_int_equal(fled, buttons[i] == DW_BUTTON_SPRINT);
        dw_house_close(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cat_goes_about_behind_open_doors_and_topples_things),
        cmocka_unit_test(things_are_toppled_beside_furniture_alone),
        cmocka_unit_test(a_thing_is_heard_as_loud_as_the_ruleset_has_it),
        cmocka_unit_test(a_cat_flees_from_an_intruder_that_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
