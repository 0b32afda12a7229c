/* server/RULES.md 10.40 to 10.44: a robot goes by its rays and by touch alone. */
#include "common/base/decibel.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Two rooms with a door. Rob, a robot, looks right in the west room; Ann, a puppet, stands behind
 * it.
 *
 *     0       8000     16000
 *     +---------+---------+
 *     |  west   D  east   |  6000     D = the door from 2500 to 3500
 *     +---------+---------+
 */
enum { WEST, EAST };
enum { ROB, ANN };

typedef struct wish {
    dw_scene_leaf leaf;
    const char *patrol;
    int32_t bark_db10, catches;
} wish;

static dw_house open_house(wish as)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 8000, 6000);
    dw_scene_room(scene, "east", 8000, 0, 8000, 6000);
    dw_scene_door(scene, "door", WEST, EAST, 2500, 1000, as.leaf);
    dw_scene_patrol(scene, "round", as.patrol);
    dw_scene_guard(scene, "rob", 2000, 3000, 0, "round");
    dw_scene_guard(scene, "ann", 1000, 5000, 0, "round");
    dw_scene_spawn(scene, 6000, 3000);
    dw_ruleset rules = dw_stage_endless_rules();
    char brain[DW_NAME_SIZE];
    dw_kind *kind = &rules.kinds[dw_scene_kind(scene, ROB, "robot")];
    *kind = dw_stage_shipped_kind_with("robot", brain);
    kind->voice.bark_db10 = as.bark_db10;
    kind->can.catch = as.catches;
    rules.kind_count = 2;
    rules.hearing = 1;
    rules.catch_ticks = 90;
    dw_house house = dw_house_open_with(scene, &rules);
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    dw_house_set_brain(&house, ROB, dw_stage_brain(brain));
    return house;
}

static const wish plain = {DW_SCENE_CLOSED, "west", 800, 1};

static void a_robot_goes_for_somebody_and_holds_by_contact(void **state)
{
    (void)state;
    for (int32_t catches = 0; catches <= 1; catches++) {
        wish as = plain;
        as.catches = catches;
        dw_house it = open_house(as);
        dw_stage_step(it.stage);
        assert_true(dw_house_wants(&it, ROB, "chase"));
        assert_true(dw_house_run_until_event(&it, DW_SIM_TOUCHED, ROB, 300));
        uint32_t touches = 0;
        for (uint32_t tick = 0; tick < 80; tick++) {
            dw_stage_step(it.stage);
            touches += dw_stage_events(it.stage, DW_SIM_TOUCHED, ROB, 0);
        }
        assert_int_equal(touches, 80); /* It leans against it. */
        assert_int_equal(it.stage->world->intruders[0].caught_tick, 0);
        dw_stage_run(it.stage, 20);
        assert_int_equal(it.stage->world->intruders[0].caught_tick != 0, catches);
        dw_house_close(&it);
    }
}

/* It follows what its rays meet, and where they meet nobody any more it goes and has forgotten. */
static void a_robot_goes_to_where_its_rays_met_somebody_last(void **state)
{
    (void)state;
    dw_house it = open_house(plain);
    dw_stage_step(it.stage);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(15000, 5000));
    assert_true(dw_house_run_until(&it, ROB, "last known position", 2));
    assert_true(dw_house_run_until(&it, ROB, "patrol", 400));
    const dw_vec near = dw_scene_mm(5750, 3000);
    assert_true(dw_distance(dw_house_guard(&it, ROB)->body.position, near) < DW_MM(400));
    dw_house_close(&it);
}

static void a_robot_knows_its_colleagues(void **state)
{
    (void)state;
    dw_house it = open_house(plain);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(15000, 5000));
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(5000, 3000), 0);
    for (uint32_t tick = 0; tick < 300; tick++) {
        dw_stage_step(it.stage);
        assert_true(dw_house_wants(&it, ROB, "patrol"));
    }
    dw_house_close(&it);
}

/* How many barks Ann hears; `level_db10` is that of the last one, where Rob is. */
static uint32_t barks(dw_house *it, uint32_t ticks, int32_t *level_db10)
{
    uint32_t count = 0;
    for (uint32_t tick = 0; tick < ticks; tick++) {
        dw_stage_put_guard(it->stage, ROB, dw_scene_mm(2000, 3000), 0);
        dw_stage_step(it->stage);
        const dw_percepts *percepts = dw_sim_percepts(it->stage->sim, ANN);
        for (uint8_t i = 0; i < percepts->stimulus_count; i++) {
            if (percepts->stimuli[i].from_own_side) {
                const int32_t off =
                    dw_distance(dw_house_guard(it, ROB)->body.position, percepts->position);
                *level_db10 =
                    percepts->stimuli[i].strength + dw_distance_loss_db10(off / DW_UNITS_PER_MM);
                count++;
            }
        }
    }
    return count;
}

static void a_robot_barks_at_its_own_level_while_it_senses_somebody(void **state)
{
    (void)state;
    for (int32_t own = 0; own <= 1; own++) {
        wish as = plain;
        as.bark_db10 = own == 1 ? 800 : 0;
        dw_house it = open_house(as);
        const int32_t expected = own == 1 ? 800 : dw_sim_rules(it.stage->sim)->bark_db10;
        int32_t level_db10 = 0;
        assert_in_range(barks(&it, 300, &level_db10), 9, 10); /* One in 30 ticks. */
        assert_in_range(level_db10, expected - 5, expected + 5);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(15000, 5000));
        dw_stage_run(it.stage, 5);
        assert_int_equal(barks(&it, 120, &level_db10), 0);
        dw_house_close(&it);
    }
}

static void a_robot_patrols_without_rest_at_one_speed_and_opens_no_door(void **state)
{
    (void)state;
    for (int32_t open = 0; open <= 1; open++) {
        wish as = plain;
        as.leaf = open == 1 ? DW_SCENE_OPEN : DW_SCENE_CLOSED;
        as.patrol = "west, east";
        dw_house it = open_house(as);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(400, 400));
        uint32_t rooms = 0;
        uint32_t stood = 0;
        uint32_t longest = 0;
        int64_t fastest = 0;
        for (uint32_t tick = 0; tick < 2400; tick++) {
            dw_stage_put_intruder(it.stage, 0, dw_scene_mm(15500, 400));
            dw_stage_step(it.stage);
            const dw_vec step = dw_house_guard_state(&it, ROB)->step;
            stood = dw_dot(step, step) == 0 ? stood + 1 : 0;
            longest = stood > longest ? stood : longest;
            fastest = dw_dot(step, step) > fastest ? dw_dot(step, step) : fastest;
            rooms |= 1u << dw_house_guard(&it, ROB)->room;
        }
        assert_int_equal(rooms, open == 1 ? 3 : 1);
        assert_int_equal(dw_door_set_has(&it.stage->world->open, 0), open);
        assert_true(fastest <= 1502 * 1502 && fastest >= 1490 * 1490);
        if (open == 1) {
            assert_in_range(longest, 0, 60); /* To look round takes 120 ticks and more. */
        }
        dw_house_close(&it);
    }
}

/* It feels somebody as late as it reacts. By then it may be where that body was, and a step against
 * that place is no longer than it leads, nor than the robot's speed. */
static void a_robot_that_reacts_late_never_steps_too_far(void **state)
{
    (void)state;
    for (int32_t off = 1; off < 200; off += 7) {
        dw_scene *scene = dw_scene_create();
        dw_scene_room(scene, "west", 0, 0, 8000, 6000);
        dw_scene_patrol(scene, "round", "west");
        dw_scene_guard(scene, "rob", 2000, 3000, 0, "round");
        dw_scene_spawn(scene, 7000, 1000);
        dw_ruleset rules = dw_stage_endless_rules();
        char brain[DW_NAME_SIZE];
        rules.kinds[DW_KIND_GUARD] = dw_stage_shipped_kind_with("robot", brain);
        rules.kinds[DW_KIND_GUARD].reaction_ticks = 30;
        dw_house it = dw_house_open_with(scene, &rules);
        dw_house_set_brain(&it, ROB, dw_stage_brain(brain));
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(2500, 3000));
        dw_stage_walk(it.stage, 0, DW_WEST, 0);
        dw_stage_run(it.stage, 3); /* It leans against the robot. */
        const dw_vec there = dw_house_intruder(&it, 0);
        dw_stage_walk(it.stage, 0, DW_STAND, 0);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(7000, 1000));
        for (uint32_t tick = 0; tick < 40; tick++) {
            const dw_vec place = {there.x + off, there.y + off};
            dw_stage_put_guard(it.stage, ROB, place, 0);
            dw_stage_step(it.stage);
            const dw_vec step = dw_house_guard_state(&it, ROB)->command.step;
            assert_true(dw_dot(step, step) <= 1502 * 1502);
        }
        dw_house_close(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_robot_that_reacts_late_never_steps_too_far),
        cmocka_unit_test(a_robot_goes_for_somebody_and_holds_by_contact),
        cmocka_unit_test(a_robot_goes_to_where_its_rays_met_somebody_last),
        cmocka_unit_test(a_robot_knows_its_colleagues),
        cmocka_unit_test(a_robot_barks_at_its_own_level_while_it_senses_somebody),
        cmocka_unit_test(a_robot_patrols_without_rest_at_one_speed_and_opens_no_door),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
