/* Section 6 of server/RULES.md under the brain reference: ways through rooms and doors, plans made
 * anew, doorways that one holds and others wait for, bodies in the way, and how it looks. */
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

#include <math.h>
#include <stdlib.h>

/* Four rooms round a block of walls; the left way from south to north is shorter than the right
 * one. The intruder is in the vault.
 *
 *     +------------------+
 *     |      north       |
 *     +-0----+-----+---1-+
 *     | left |xxxxx|right|
 *     +-2----+-----+---3-+-----+
 *     |      south       4vault|
 *     +------------------+-----+
 */
enum { NORTH, LEFT, RIGHT, SOUTH, VAULT };
enum { NORTH_LEFT, NORTH_RIGHT, LEFT_SOUTH, RIGHT_SOUTH };
enum { ANN, BOB };

static dw_scene *new_ring(const char *ann, const char *bob)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "north", 0, 0, 12000, 3000);
    dw_scene_room(scene, "left", 0, 3000, 3000, 4000);
    dw_scene_room(scene, "right", 9000, 3000, 3000, 4000);
    dw_scene_room(scene, "south", 0, 7000, 12000, 3000);
    dw_scene_room(scene, "vault", 12000, 7000, 2000, 3000);
    dw_scene_door(scene, "north-left", NORTH, LEFT, 1000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "north-right", NORTH, RIGHT, 10000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "left-south", LEFT, SOUTH, 1000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "right-south", RIGHT, SOUTH, 10000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "vault", SOUTH, VAULT, 8000, 800, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "ann", ann);
    dw_scene_guard(scene, "ann", 2500, 9000, 0, "ann");
    if (bob != NULL) {
        dw_scene_patrol(scene, "bob", bob);
        dw_scene_guard(scene, "bob", 2500, 1000, 0, "bob");
    }
    dw_scene_spawn(scene, 13500, 9500);
    dw_scene_spawn(scene, 13500, 8500);
    dw_scene_objective(scene, 12300, 9500, 100, 100);
    return scene;
}

static const dw_mover *mover(const dw_house *house, uint16_t guard)
{
    return &dw_house_mind(house, guard)->mover;
}

static double length_of(dw_vec from, const dw_mind_view *mind)
{
    double length = 0;
    for (uint8_t i = 0; i < mind->path_count; i++) {
        const dw_vec leg = dw_vec_sub(mind->path[i], from);
        length += sqrt((double)dw_dot(leg, leg));
        from = mind->path[i];
    }
    return length;
}

static dw_vec point_of(const dw_house *house, uint16_t door)
{
    return dw_rect_centre(house->venue->map->doors[door].doorway);
}

/* By rooms and doors: middle of one doorway, middle of the next, the place. */
static double by_doors(const dw_house *house, dw_vec from, uint16_t first, uint16_t second,
                       dw_vec to)
{
    const dw_vec points[] = {from, point_of(house, first), point_of(house, second), to};
    double length = 0;
    for (size_t i = 1; i < 4; i++) {
        const dw_vec leg = dw_vec_sub(points[i], points[i - 1]);
        length += sqrt((double)dw_dot(leg, leg));
    }
    return length;
}

/* Planned by rooms and doors, the path uses the shorter pair of doors. Inside the rooms it is no
 * longer than from middle to middle. */
static void a_path_leads_through_the_doors_that_make_it_shortest(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_ring("north", NULL));
    uint32_t left = 0;
    uint32_t right = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        dw_stage_reset(house.stage, seed, 1);
        const dw_vec from = dw_scene_mm(1000 + 300 * (int32_t)seed, 8500);
        dw_stage_put_guard(house.stage, ANN, from, 0);
        for (uint32_t tick = 0; mover(&house, ANN)->route.walker.count == 0; tick++) {
            assert_true(tick < 60);
            dw_stage_step(house.stage);
            dw_stage_put_guard(house.stage, ANN, from, 0);
        }
        const dw_mind_view mind = dw_house_explain(&house, ANN);
        const double planned = length_of(from, &mind);
        const double by_left = by_doors(&house, from, LEFT_SOUTH, NORTH_LEFT, mind.target);
        const double by_right = by_doors(&house, from, RIGHT_SOUTH, NORTH_RIGHT, mind.target);
        /* A body keeps half its width off the corners of doorways, which may cost a little. */
        assert_true(planned <= (by_left < by_right ? by_left : by_right) * 1.02);
        if (fabs(by_left - by_right) < DW_MM(1000)) {
            continue; /* The doorways are wide. */
        }
        bool goes_left = false;
        for (uint32_t tick = 0; dw_house_guard(&house, ANN)->room != NORTH; tick++) {
            assert_true(tick < 1500);
            dw_stage_step(house.stage);
            goes_left = goes_left || dw_house_guard(&house, ANN)->room == LEFT;
        }
        assert_int_equal(goes_left, by_left < by_right);
        left += goes_left ? 1 : 0;
        right += goes_left ? 0 : 1;
    }
    assert_true(left >= 5 && right >= 5);
    dw_house_close(&house);
}

/* On request: a new goal is a new plan, and with nobody near it stays the only one. */
static void a_guard_that_is_alone_plans_each_path_once(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_ring("north, south, left", NULL));
    uint64_t ways = 0;
    dw_vec goal = {0, 0};
    for (uint32_t tick = 0; tick < 12000; tick++) {
        dw_stage_step(house.stage);
        if (!dw_vec_equal(goal, mover(&house, ANN)->goal)) {
            goal = mover(&house, ANN)->goal;
            ways++;
        }
    }
    assert_true(ways >= 10);
    assert_in_range(mover(&house, ANN)->route.plans, ways - 1, ways);
    dw_house_close(&house);
}

static void a_guard_plans_anew_when_the_number_of_near_bodies_changes(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_ring("north", "north"));
    dw_house_set_brain(&house, BOB, &dw_brain_puppet);
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(600, 8500), 0);
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(11500, 1000), 0);
    for (uint32_t tick = 0; mover(&house, ANN)->route.walker.count == 0; tick++) {
        assert_true(tick < 60);
        dw_stage_step(house.stage);
    }
    dw_stage_run(house.stage, 10);
    const uint64_t alone = mover(&house, ANN)->route.plans;
    const dw_vec ann = dw_house_guard(&house, ANN)->body.position;
    dw_stage_put_guard(house.stage, BOB, (dw_vec){ann.x + DW_MM(900), ann.y}, DW_BAM_HALF);
    dw_stage_run(house.stage, 6);
    const uint64_t with_bob = mover(&house, ANN)->route.plans;
    assert_true(with_bob > alone);
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(11500, 1000), 0);
    dw_stage_run(house.stage, 6);
    const uint64_t without = mover(&house, ANN)->route.plans;
    assert_true(without > with_bob);
    dw_stage_run(house.stage, 60);
    assert_int_equal(mover(&house, ANN)->route.plans, without);
    dw_house_close(&house);
}

/* Bob steps in front of Ann too late for Ann to stop. */
static void a_guard_plans_anew_after_a_collision(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_ring("north", "north"));
    dw_house_set_brain(&house, BOB, &dw_brain_puppet);
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(11500, 1000), 0);
    for (uint32_t tick = 0; mover(&house, ANN)->route.walker.count == 0; tick++) {
        assert_true(tick < 60);
        dw_stage_step(house.stage);
    }
    const dw_actor *ann = dw_house_guard(&house, ANN);
    const dw_guard_state *ann_state = dw_house_guard_state(&house, ANN);
    while (ann->room != LEFT ||
           abs(ann_state->command.step.x) * 4 > abs(ann_state->command.step.y)) {
        dw_stage_step(house.stage);
        assert_true(house.stage->world->tick < 1500);
    }
    const uint64_t before = mover(&house, ANN)->route.plans;
    const dw_vec ahead_of_ann = {ann->body.position.x, ann->body.position.y - DW_BODY_SIZE - 60};
    dw_stage_put_guard(house.stage, BOB, ahead_of_ann, ann->body.heading_bam);
    /* Bob goes slowly in the same direction: Ann follows it, and does not count it as near. */
    dw_stage_puppet(house.stage, BOB)->step = (dw_vec){0, -60};
    house.stage->sim->world.guards[BOB].command.step = (dw_vec){0, -60};
    dw_stage_step(house.stage);
    assert_true(ann_state->shortened && ann_state->touched_guard);
    dw_stage_run(house.stage, 3);
    assert_int_equal(mover(&house, ANN)->route.near, 0);
    assert_true(mover(&house, ANN)->route.plans > before);
    dw_house_close(&house);
}

static void a_guard_enters_a_gap_that_is_as_wide_as_its_body(void **state)
{
    (void)state;
    dw_scene *scene = new_ring("north", NULL);
    dw_scene_furniture(scene, 100, 4500, 1333, 600, 1000);
    dw_scene_furniture(scene, 1933, 4500, 967, 600, 1000); /* 500 between them. */
    dw_scene_furniture(scene, 9100, 4500, 1300, 600, 1000);
    dw_scene_furniture(scene, 10890, 4500, 1010, 600, 1000); /* And 490: too narrow. */
    dw_house house = dw_house_open(scene);
    bool in_gap = false;
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(9000, 9000), 0); /* Nearer to the other. */
    for (uint32_t tick = 0; dw_house_guard(&house, ANN)->room != NORTH; tick++) {
        assert_true(tick < 1500);
        dw_stage_step(house.stage);
        const dw_actor *ann = dw_house_guard(&house, ANN);
        const dw_guard_state *ann_state = dw_house_guard_state(&house, ANN);
        assert_int_not_equal(ann->room, RIGHT);
        assert_false(ann_state->shortened);
        in_gap =
            in_gap || (ann->body.position.x == DW_MM(1683) && ann->body.position.y > DW_MM(4250) &&
                       ann->body.position.y < DW_MM(5350));
    }
    assert_true(in_gap);
    dw_house_close(&house);
}

static bool is_in_doorway(const dw_house *house, uint16_t guard, uint16_t door)
{
    return dw_rect_overlaps(
        house->venue->map->doors[door].doorway,
        dw_rect_around(dw_house_guard(house, guard)->body.position, DW_BODY_HALF));
}

/* Two want through the same doorways from both sides, time and again. */
static void a_doorway_is_held_by_the_first_in_it_and_others_wait_and_show_it(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_ring("north, left", "left, north"));
    uint32_t waits = 0;
    uint32_t shown = 0;
    uint32_t inside = 0;
    for (uint32_t tick = 0; tick < 60 * 600; tick++) {
        dw_stage_step(house.stage);
        const dw_guard_state *ann = dw_house_guard_state(&house, ANN);
        const dw_guard_state *bob = dw_house_guard_state(&house, BOB);
        assert_false(ann->holds != DW_NONE && ann->holds == bob->holds);
        const bool ann_in = is_in_doorway(&house, ANN, NORTH_LEFT);
        const bool bob_in = is_in_doorway(&house, BOB, NORTH_LEFT);
        assert_false(ann_in && bob_in);
        assert_true(!ann_in || ann->holds == NORTH_LEFT);
        assert_true(!bob_in || bob->holds == NORTH_LEFT);
        inside += ann_in || bob_in ? 1 : 0;
        const dw_mind_view mind = dw_house_explain(&house, BOB);
        if (strcmp(mind.doing, "waits for a doorway") == 0 && bob->command.waiting) {
            waits++;
            const dw_percepts *seen = dw_sim_percepts(house.stage->sim, ANN);
            for (uint8_t i = 0; i < seen->guard_count; i++) {
                shown += seen->guards[i].guard == BOB && seen->guards[i].waiting ? 1 : 0;
            }
        }
    }
    assert_true(inside > 600);
    assert_true(waits > 30);
    assert_true(shown > 10);
    dw_house_close(&house);
}

/* On the path to one intruder Ann meets another, which it sees and has not detected yet. */
static void a_guard_walks_round_an_intruder_that_it_senses(void **state)
{
    (void)state;
    dw_house house = dw_house_open(new_ring("south", NULL));
    dw_stage_reset(house.stage, 2, 3);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(10500, 8500));
    for (uint32_t tick = 0; !dw_house_wants(&house, ANN, "chase"); tick++) {
        assert_true(tick < 200);
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(1500, 8500), 0);
        dw_stage_step(house.stage);
    }
    dw_stage_run(house.stage, 60);
    const dw_vec ann = dw_house_guard(&house, ANN)->body.position;
    dw_stage_put_intruder(house.stage, 1, (dw_vec){ann.x + DW_MM(1000), ann.y});
    /* Ann passes it on one side, however near, and never runs into it. */
    bool passes = false;
    for (uint32_t tick = 0; tick < 24 && !passes; tick++) {
        dw_stage_step(house.stage);
        assert_true(dw_stage_meter(house.stage, ANN, 1) < 12000 ||
                    dw_stage_events(house.stage, DW_SIM_TOUCHED, ANN, 1) > 0);
        assert_false(dw_house_guard_state(&house, ANN)->shortened);
        const dw_vec off =
            dw_vec_sub(dw_house_guard(&house, ANN)->body.position, dw_house_intruder(&house, 1));
        passes = abs(off.y) >= DW_BODY_SIZE && abs(off.x) < DW_BODY_SIZE;
    }
    assert_true(passes);
    dw_house_close(&house);
}

/* Ann sees only a short distance ahead, and the intruder stands on its path. */
static void an_unsensed_intruder_is_met_by_collision_which_is_touch(void **state)
{
    (void)state;
    dw_ruleset rules = dw_stage_endless_rules();
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = 400;
    uint32_t met = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        dw_house house = dw_house_open_with(new_ring("south", NULL), &rules);
        dw_stage_reset(house.stage, seed, 1);
        for (uint32_t tick = 0; mover(&house, ANN)->route.walker.count == 0; tick++) {
            assert_true(tick < 60);
            dw_stage_step(house.stage);
        }
        const dw_vec from = dw_house_guard(&house, ANN)->body.position;
        const dw_vec way = dw_vec_sub(mover(&house, ANN)->goal, from);
        if (dw_dot(way, way) > (int64_t)DW_MM(2500) * DW_MM(2500)) {
            const dw_vec there = {from.x + way.x / 2, from.y + way.y / 2};
            dw_stage_put_intruder(house.stage, 0, there);
            const uint64_t plans = mover(&house, ANN)->route.plans;
            while (dw_stage_events(house.stage, DW_SIM_TOUCHED, ANN, 0) == 0) {
                assert_int_equal(mover(&house, ANN)->route.plans,
                                 plans); /* Ann suspects nothing. */
                assert_int_equal(dw_stage_meter(house.stage, ANN, 0), 0);
                dw_stage_step(house.stage);
                assert_true(house.stage->world->tick < 1000);
            }
            assert_int_equal(dw_stage_meter(house.stage, ANN, 0), 13200);
            assert_true(dw_house_wants(&house, ANN, "chase"));
            met++;
        }
        dw_house_close(&house);
    }
    assert_true(met >= 3);
}

/* Three guards with the brain `reference` on patrol for ten minutes: no guard walks into a wall,
 * backwards or to and fro, and a guard that walks does not tremble. */
static void motion_looks_like_a_persons(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("reference");
    const dw_ruleset rules = dw_stage_endless_rules();
    dw_stage *stage = dw_stage_create(venue, "reference", &rules);
    dw_stage_reset(stage, 3, 1); /* The intruder stays at its spawn, and is found there. */
    uint32_t walking = 0;
    uint32_t into_walls = 0;
    uint32_t to_and_fro = 0;
    uint32_t tiny = 0;
    uint32_t backwards = 0;
    dw_vec before[DW_GUARDS_MAX] = {{0, 0}};
    for (uint32_t tick = 0; tick < 36000; tick++) {
        dw_stage_step(stage);
        for (uint16_t g = 0; g < stage->world->guard_count; g++) {
            const dw_actor *guard = dw_guard_actor(stage->world, g);
            const dw_guard_state *guard_state = &stage->world->guards[g];
            const bool moves = guard_state->step.x != 0 || guard_state->step.y != 0;
            into_walls += guard_state->shortened && !guard_state->touched_guard ? 1 : 0;
            to_and_fro += moves && dw_dot(before[g], guard_state->step) < 0 &&
                                  2 * dw_cross(before[g], guard_state->step) <
                                      -dw_dot(before[g], guard_state->step) &&
                                  -2 * dw_cross(before[g], guard_state->step) <
                                      -dw_dot(before[g], guard_state->step)
                              ? 1
                              : 0;
            walking += moves ? 1 : 0;
            const dw_vec face = {dw_cosine_bam(guard->body.heading_bam),
                                 dw_sine_bam(guard->body.heading_bam)};
            backwards += dw_dot(face, guard_state->step) < 0 ? 1 : 0;
            tiny += moves && dw_dot(guard_state->step, guard_state->step) < 300 * 300 ? 1 : 0;
            before[g] = guard_state->step;
        }
    }
    print_message("%u steps, %u into walls, %u to and fro, %u tiny, %u backwards\n", walking,
                  into_walls, to_and_fro, tiny, backwards);
    assert_true(walking > 10000);
    assert_int_equal(into_walls, 0);
    assert_true(to_and_fro * 3600 <= walking);
    assert_true(tiny * 100 <= walking);
    assert_true(backwards * 500 <= walking); /* A step aside out of somebody's way. */
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_leads_through_the_doors_that_make_it_shortest),
        cmocka_unit_test(a_guard_that_is_alone_plans_each_path_once),
        cmocka_unit_test(a_guard_plans_anew_when_the_number_of_near_bodies_changes),
        cmocka_unit_test(a_guard_plans_anew_after_a_collision),
        cmocka_unit_test(a_guard_enters_a_gap_that_is_as_wide_as_its_body),
        cmocka_unit_test(a_doorway_is_held_by_the_first_in_it_and_others_wait_and_show_it),
        cmocka_unit_test(a_guard_walks_round_an_intruder_that_it_senses),
        cmocka_unit_test(an_unsensed_intruder_is_met_by_collision_which_is_touch),
        cmocka_unit_test(motion_looks_like_a_persons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
