/* server/RULES.md 11.1 to 11.6: trails, and the noses that find them. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "tests/support/decision.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Three rooms with open doors. The middle one may be water.
 *
 *     0       6000     12000     18000
 *     +---------+---------+---------+
 *     |  left   D  middle D  right  |  4000     D = an open door from 1500 to 2500
 *     +---------+---------+---------+
 */
enum { LEFT, MIDDLE, RIGHT };

/* Without eyes: percepts tell of noses alone. */
static dw_ruleset nose_rules(void)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.scent = 1;
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_near = 0;
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_far_loss = 0;
    rules.kinds[DW_KIND_GUARD].senses.nose.range_mm = 2500;
    return rules;
}

static dw_house open_house(const dw_ruleset *rules, dw_floor middle)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "left", 0, 0, 6000, 4000);
    dw_scene_room(scene, "middle", 6000, 0, 6000, 4000);
    dw_scene_room(scene, "right", 12000, 0, 6000, 4000);
    dw_scene_door(scene, "left-middle", LEFT, MIDDLE, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "middle-right", MIDDLE, RIGHT, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_set_floor(scene, MIDDLE, middle);
    dw_scene_furniture(scene, 3000, 2800, 200, 1100, 200);
    dw_scene_patrol(scene, "patrol", "left");
    dw_scene_guard(scene, "rex", 1000, 1000, 180, "patrol");
    dw_scene_spawn(scene, 17000, 3500);
    dw_scene_spawn(scene, 17000, 2500);
    dw_house house = dw_house_open_with(scene, rules);
    dw_house_set_brain(&house, 0, &dw_brain_puppet);
    return house;
}

/* Fifteen ticks: the nose has sniffed once. */
static dw_percept_smell sniff(dw_house *it)
{
    dw_percept_smell smell = {.found = false};
    for (uint32_t i = 0; i < 15; i++) {
        dw_stage_step(it->stage);
        const dw_percept_smell *now = &dw_sim_percepts(it->stage->sim, 0)->smell;
        smell = now->found ? *now : smell;
    }
    return smell;
}

static void put(dw_house *it, int32_t x, int32_t y)
{
    dw_stage_put_intruder(it->stage, 0, dw_scene_mm(x, y));
}

static void go_home(dw_house *it)
{
    put(it, 17000, 3500);
}

static void an_intruder_leaves_a_point_every_quarter_of_a_second(void **state)
{
    (void)state;
    const dw_ruleset rules = nose_rules();
    dw_house it = open_house(&rules, DW_FLOOR_WOOD);
    dw_stage_run(it.stage, 29);
    put(&it, 2000, 1000);
    dw_stage_run(it.stage, 1); /* Tick 30. */
    go_home(&it);
    dw_stage_run(it.stage, 14);
    assert_int_equal(it.stage->world->tick, 44);
    const dw_percept_smell smell = sniff(&it);
    assert_true(smell.found);
    assert_true(dw_vec_equal(smell.position, dw_scene_mm(2000, 1000)));
    assert_int_equal(smell.room, LEFT);
    assert_int_equal(smell.age_ticks, 15);         /* Smelled at tick 45, in which rex sniffs. */
    for (uint32_t tick = 46; tick <= 58; tick++) { /* Here, but not at a fifteenth tick. */
        put(&it, 1800, 1000);
    }
    go_home(&it);
    assert_true(dw_vec_equal(sniff(&it).position, dw_scene_mm(2000, 1000)));
    dw_house_close(&it);
}

static void without_the_switch_or_a_nose_there_is_no_trail(void **state)
{
    (void)state;
    for (uint32_t missing = 0; missing < 3; missing++) {
        dw_ruleset rules = nose_rules();
        rules.scent = missing != 1;
        rules.kinds[DW_KIND_GUARD].senses.nose.range_mm = missing != 2 ? 2500 : 0;
        dw_house it = open_house(&rules, DW_FLOOR_WOOD);
        put(&it, 2000, 1000);
        assert_int_equal(sniff(&it).found, missing == 0);
        dw_house_close(&it);
    }
}

static void a_trail_lasts_for_a_minute(void **state)
{
    (void)state;
    const dw_ruleset rules = nose_rules();
    dw_house it = open_house(&rules, DW_FLOOR_WOOD);
    put(&it, 2000, 1000);
    dw_stage_run(it.stage, 15);
    go_home(&it);
    uint32_t last = 0;
    while (it.stage->world->tick < 4000) {
        const dw_percept_smell smell = sniff(&it);
        last = smell.found ? smell.age_ticks : last;
    }
    assert_int_equal(last, 3600 - 15); /* The next point takes its place in the ring. */
    dw_house_close(&it);
}

static void a_nose_may_smell_fresh_trails_alone(void **state)
{
    (void)state;
    dw_ruleset rules = nose_rules();
    rules.kinds[DW_KIND_GUARD].senses.nose.trail_ticks_max = 300;
    dw_house it = open_house(&rules, DW_FLOOR_WOOD);
    put(&it, 2000, 1000);
    dw_stage_run(it.stage, 15);
    go_home(&it);
    uint32_t last = 0;
    while (it.stage->world->tick < 1000) {
        const dw_percept_smell smell = sniff(&it);
        last = smell.found ? smell.age_ticks : last;
    }
    assert_int_equal(last, 300);
    dw_house_close(&it);
}

static void water_keeps_no_trail(void **state)
{
    (void)state;
    static const dw_floor floors[] = {DW_FLOOR_WOOD, DW_FLOOR_WATER};
    for (uint32_t wet = 0; wet < 2; wet++) {
        const dw_ruleset rules = nose_rules();
        dw_house it = open_house(&rules, floors[wet]);
        dw_stage_put_guard(it.stage, 0, dw_scene_mm(8000, 1000), 0);
        put(&it, 9000, 1000);
        assert_int_equal(sniff(&it).found, wet == 0);
        dw_house_close(&it);
    }
}

static void a_nose_smells_as_far_as_its_range(void **state)
{
    (void)state;
    static const struct {
        int32_t x;
        bool smells;
    } cases[] = {{3499, true}, {3500, true}, {3501, false}};
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        const dw_ruleset rules = nose_rules();
        dw_house it = open_house(&rules, DW_FLOOR_WOOD);
        put(&it, cases[i].x, 1000);
        assert_int_equal(sniff(&it).found, cases[i].smells);
        dw_house_close(&it);
    }
}

static void walls_furniture_and_closed_leaves_stop_a_smell(void **state)
{
    (void)state;
    const dw_ruleset rules = nose_rules();
    dw_house it = open_house(&rules, DW_FLOOR_WOOD);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(5500, 2000), 0);
    put(&it, 7000, 2000);
    assert_true(sniff(&it).found); /* Through the open door, */
    dw_stage_reset(it.stage, 1, 1);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(5500, 2000), 0);
    dw_door_set_put(&it.stage->sim->world.open, 0, false);
    put(&it, 7000, 2000);
    assert_false(sniff(&it).found); /* not through its leaf, */
    dw_stage_reset(it.stage, 1, 1);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(5500, 500), 0);
    put(&it, 6500, 500);
    assert_false(sniff(&it).found); /* a wall, */
    dw_stage_reset(it.stage, 1, 1);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(2500, 3400), 0);
    put(&it, 3700, 3400);
    assert_false(sniff(&it).found); /* or low furniture. */
    dw_house_close(&it);
}

static void a_nose_finds_the_freshest_point_in_reach_and_not_whose_it_is(void **state)
{
    (void)state;
    const dw_ruleset rules = nose_rules();
    dw_house it = open_house(&rules, DW_FLOOR_WOOD);
    dw_stage_reset(it.stage, 1, 3);
    put(&it, 2000, 1000);
    dw_stage_run(it.stage, 15);
    put(&it, 5000, 1000); /* Fresher, but out of reach. */
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(1000, 3000));
    dw_stage_run(it.stage, 15);
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(17000, 2500));
    const dw_percept_smell smell = sniff(&it);
    assert_true(dw_vec_equal(smell.position, dw_scene_mm(1000, 3000)));
    assert_int_equal(smell.age_ticks, 15);
    dw_house_close(&it);
}

/* Two matches differ in a trail that the nose cannot smell: no byte of its percepts differs. */
static void a_trail_out_of_reach_changes_nothing_for_a_nose(void **state)
{
    (void)state;
    const dw_ruleset rules = nose_rules();
    dw_house one = open_house(&rules, DW_FLOOR_WOOD);
    dw_house two = open_house(&rules, DW_FLOOR_WOOD);
    const dw_brain_kind *dog = dw_brain_find("dog");
    dw_house_set_brain(&one, 0, dog);
    dw_house_set_brain(&two, 0, dog);
    for (uint32_t tick = 0; tick < 3000; tick++) {
        const int32_t x = 13000 + (int32_t)(tick % 40) * 100;
        dw_stage_put_intruder(two.stage, 0, dw_scene_mm(x, 800));
        dw_stage_step(one.stage);
        dw_stage_step(two.stage);
        assert_memory_equal(dw_sim_percepts(one.stage->sim, 0), dw_sim_percepts(two.stage->sim, 0),
                            sizeof(dw_percepts));
        assert_true(dw_decision_is_same(one.stage, two.stage, 0));
    }
    dw_house_close(&one);
    dw_house_close(&two);
}

/* The points are saved with the match, and each of them is in its hash. */
static void trails_are_part_of_the_state(void **state)
{
    (void)state;
    const dw_ruleset rules = nose_rules();
    dw_house one = open_house(&rules, DW_FLOOR_WOOD);
    dw_house two = open_house(&rules, DW_FLOOR_WOOD);
    dw_house_set_brain(&one, 0, dw_brain_find("dog"));
    put(&one, 2500, 1000);
    dw_stage_run(one.stage, 37);
    go_home(&one);
    dw_stage_run(one.stage, 20);
    dw_stage_load_from(two.stage, one.stage);
    bool smelled = false;
    for (uint32_t tick = 0; tick < 1200; tick++) {
        dw_stage_step(one.stage);
        dw_stage_step(two.stage);
        smelled = smelled || dw_sim_percepts(two.stage->sim, 0)->smell.found;
        assert_true(dw_sim_hash(one.stage->sim) == dw_sim_hash(two.stage->sim));
    }
    assert_true(smelled);
    one.stage->sim->scent_mark[0]++;
    assert_true(dw_sim_state_hash(one.stage->sim) != dw_sim_state_hash(two.stage->sim));
    dw_house_close(&one);
    dw_house_close(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_intruder_leaves_a_point_every_quarter_of_a_second),
        cmocka_unit_test(without_the_switch_or_a_nose_there_is_no_trail),
        cmocka_unit_test(a_trail_lasts_for_a_minute),
        cmocka_unit_test(a_nose_may_smell_fresh_trails_alone),
        cmocka_unit_test(water_keeps_no_trail),
        cmocka_unit_test(a_nose_smells_as_far_as_its_range),
        cmocka_unit_test(walls_furniture_and_closed_leaves_stop_a_smell),
        cmocka_unit_test(a_nose_finds_the_freshest_point_in_reach_and_not_whose_it_is),
        cmocka_unit_test(a_trail_out_of_reach_changes_nothing_for_a_nose),
        cmocka_unit_test(trails_are_part_of_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
