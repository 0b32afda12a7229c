/* server/RULES.md 5.4, 5.5 and 6.13 to 6.19, substitute goals: what a guard does that is stuck, in
 * the way or blocked, and that it never loses its main goal. */
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Two rooms and a corridor in which two bodies do not pass each other; everybody wants to the
 * right. The intruder is in the cellar, where nobody comes.
 *
 *     +------+              +------+
 *     | west 0--corridor----1 east |
 *     +--2---+              +------+
 *     |cellar|
 *     +------+
 */
enum { WEST, CORRIDOR, EAST, CELLAR };
enum { WEST_CORRIDOR, CORRIDOR_EAST };
enum { ANN, BOB, CEM };
enum { MIDDLE_MM = 2000, SUBSTITUTE_TICKS = 60 };

static dw_house open_house(const dw_brain_kind *bob, const dw_brain_kind *cem)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 4000, 4000);
    dw_scene_corridor(scene, "corridor", 4000, 1300, 6000, 1400);
    dw_scene_room(scene, "east", 10000, 0, 4000, 4000);
    dw_scene_room(scene, "cellar", 0, 4000, 4000, 2000);
    dw_scene_door(scene, "west-corridor", WEST, CORRIDOR, 1400, 1200, DW_SCENE_OPEN);
    dw_scene_door(scene, "corridor-east", CORRIDOR, EAST, 1400, 1200, DW_SCENE_OPEN);
    dw_scene_door(scene, "west-cellar", WEST, CELLAR, 500, 800, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "round", "east");
    dw_scene_guard(scene, "ann", 2000, MIDDLE_MM, 0, "round");
    dw_scene_guard(scene, "bob", 13500, 500, 180, "round");
    dw_scene_guard(scene, "cem", 13500, 3500, 180, "round");
    dw_scene_spawn(scene, 3500, 5500);
    dw_scene_objective(scene, 3000, 5000, 100, 100);
    dw_house house = dw_house_open(scene);
    if (bob != NULL) {
        dw_house_set_brain(&house, BOB, bob);
    }
    if (cem != NULL) {
        dw_house_set_brain(&house, CEM, cem);
    }
    return house;
}

static const dw_mover *mover(const dw_house *house, uint16_t guard)
{
    return &dw_house_mind(house, guard)->mover;
}

static bool does(const dw_house *house, uint16_t guard, const char *substitute)
{
    const dw_mind_view mind = dw_house_explain(house, guard);
    return strcmp(mind.doing, substitute) == 0;
}

/* Steps until Ann is under way; where to. */
static dw_vec run_until_ann_goes(dw_house *house)
{
    for (uint32_t tick = 0; mover(house, ANN)->state != DW_MOVER_GOING; tick++) {
        assert_true(tick < 120);
        dw_stage_step(house->stage);
    }
    return mover(house, ANN)->goal;
}

/* One step with Ann put at `at`. Callers move `at` by a little from step to step. */
static void hold_ann(dw_house *house, dw_vec at)
{
    const uint16_t heading = dw_house_guard(house, ANN)->body.heading_bam;
    dw_stage_put_guard(house->stage, ANN, at, heading);
    dw_stage_step(house->stage);
}

static void run_until_ann_arrives(dw_house *house, dw_vec goal)
{
    for (uint32_t tick = 0; !dw_vec_equal(dw_house_guard(house, ANN)->body.position, goal);
         tick++) {
        assert_true(tick < 1200);
        const dw_vec target = dw_house_explain(house, ANN).target;
        assert_true(dw_vec_equal(target, goal));
        dw_stage_step(house->stage);
    }
}

static void a_stuck_guard_side_steps_to_a_free_position_within_one_body_length(void **state)
{
    (void)state;
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_puppet);
    const dw_vec goal = run_until_ann_goes(&house);
    const dw_vec here = dw_house_guard(&house, ANN)->body.position;
    uint32_t ticks = 0;
    while (!does(&house, ANN, "gets unstuck")) {
        assert_true(ticks++ < SUBSTITUTE_TICKS + 3);
        hold_ann(&house, here);
    }
    assert_true(ticks >= SUBSTITUTE_TICKS);
    const dw_vec aside = dw_vec_sub(mover(&house, ANN)->detour, here);
    assert_in_range(aside.x + DW_BODY_SIZE, 0, 2 * DW_BODY_SIZE);
    assert_in_range(aside.y + DW_BODY_SIZE, 0, 2 * DW_BODY_SIZE);
    assert_true(dw_place_free(house.venue->map, &house.stage->world->open,
                              mover(&house, ANN)->detour, DW_BODY_HALF));
    /* Ann goes there, and then on to its main goal. */
    const dw_vec detour = mover(&house, ANN)->detour;
    bool was_there = false;
    for (uint32_t tick = 0; does(&house, ANN, "gets unstuck"); tick++) {
        assert_true(tick <= SUBSTITUTE_TICKS);
        assert_true(dw_vec_equal(dw_house_explain(&house, ANN).target, goal));
        dw_stage_step(house.stage);
        was_there = was_there || dw_vec_equal(dw_house_guard(&house, ANN)->body.position, detour);
    }
    assert_true(was_there);
    run_until_ann_arrives(&house, goal);
    dw_house_close(&house);
}

/* How often Ann tries to get unstuck in ten seconds in which it may move `mm_a_second`. */
static uint64_t times_unstuck(int32_t mm_a_second)
{
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_puppet);
    (void)run_until_ann_goes(&house);
    const dw_vec from = dw_house_guard(&house, ANN)->body.position;
    for (int32_t tick = 0; tick < 600; tick++) {
        hold_ann(&house, (dw_vec){from.x + DW_MM(mm_a_second) / 60 * tick, from.y});
    }
    const uint64_t times = mover(&house, ANN)->stats.detours[DW_MOVER_GETS_UNSTUCK];
    dw_house_close(&house);
    return times;
}

static void stuck_is_under_100_net_in_60_ticks(void **state)
{
    (void)state;
    assert_true(times_unstuck(0) >= 4);
    assert_true(times_unstuck(90) >= 4);
    assert_int_equal(times_unstuck(110), 0);
}

/* The test leads Ann away from its detour, so that Ann is not stuck and never arrives. */
static void a_substitute_goal_lasts_at_most_60_ticks(void **state)
{
    (void)state;
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_puppet);
    const dw_vec goal = run_until_ann_goes(&house);
    dw_vec at = dw_house_guard(&house, ANN)->body.position;
    while (!does(&house, ANN, "gets unstuck")) {
        hold_ann(&house, at);
    }
    const int32_t away = mover(&house, ANN)->detour.y > at.y ? -DW_MM(2) : DW_MM(2);
    uint32_t ticks = 0;
    for (; does(&house, ANN, "gets unstuck"); ticks++) {
        assert_true(ticks < 2 * SUBSTITUTE_TICKS);
        at.y += away;
        hold_ann(&house, at);
    }
    assert_in_range(ticks, SUBSTITUTE_TICKS - 2, SUBSTITUTE_TICKS);
    run_until_ann_arrives(&house, goal);
    dw_house_close(&house);
}

static void waiting_at_a_doorway_is_not_being_stuck(void **state)
{
    (void)state;
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_puppet);
    const dw_vec goal = run_until_ann_goes(&house);
    /* Bob stands in the doorway and holds it. */
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(4000, MIDDLE_MM), 0);
    house.stage->sim->world.guards[BOB].holds = WEST_CORRIDOR;
    uint32_t waited = 0;
    for (uint32_t tick = 0; tick < 600; tick++) {
        dw_stage_step(house.stage);
        waited += does(&house, ANN, "waits for a doorway") ? 1 : 0;
        assert_int_equal(house.stage->world->guards[ANN].holds, DW_NONE);
    }
    assert_true(waited > 250);
    assert_int_equal(mover(&house, ANN)->stats.detours[DW_MOVER_GETS_UNSTUCK], 0);
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(13500, 500), 0);
    run_until_ann_arrives(&house, goal);
    dw_house_close(&house);
}

/* Bob stands in the doorway for `ticks` while Ann comes. */
static uint32_t told_waits(uint32_t ticks)
{
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_puppet);
    (void)run_until_ann_goes(&house);
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(4000, MIDDLE_MM), 0);
    house.stage->sim->world.guards[BOB].holds = WEST_CORRIDOR;
    uint32_t waited = 0;
    uint32_t told = 0;
    for (uint32_t tick = 0; tick < 300; tick++) {
        dw_stage_step(house.stage);
        waited += mover(&house, ANN)->doing == DW_MOVER_WAITS ? 1 : 0;
        told += does(&house, ANN, "waits for a doorway") ? 1 : 0;
        if (waited == ticks) {
            dw_stage_put_guard(house.stage, BOB, dw_scene_mm(13500, 500), 0);
        }
    }
    assert_true(waited > 0);
    dw_house_close(&house);
    return told;
}

static void a_short_wait_for_a_doorway_is_not_told(void **state)
{
    (void)state;
    assert_int_equal(told_waits(2), 0);
    assert_true(told_waits(UINT32_MAX - 1) > 100);
}

static void looking_round_is_not_being_stuck(void **state)
{
    (void)state;
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_puppet);
    uint32_t looked = 0;
    for (uint32_t tick = 0; tick < 4000; tick++) {
        dw_stage_step(house.stage);
        looked += dw_house_mind(&house, ANN)->patrol.phase == DW_PATROL_LOOKING ? 1 : 0;
        assert_true(does(&house, ANN, ""));
    }
    assert_true(looked > 1000);
    dw_house_close(&house);
}

static void lying_in_wait_is_not_being_stuck(void **state)
{
    (void)state;
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_caller);
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = CELLAR};
    dw_house_say(&house, &report);
    assert_true(dw_house_run_until(&house, ANN, "lie in wait", 60));
    for (uint32_t tick = 0; tick < 1800 && dw_house_wants(&house, ANN, "lie in wait"); tick++) {
        dw_stage_step(house.stage);
        assert_true(does(&house, ANN, ""));
    }
    dw_house_close(&house);
}

/* Ann walks along the corridor and meets Bob, who stands in its middle. */
static dw_vec meet_bob(dw_house *house)
{
    const dw_vec goal = run_until_ann_goes(house);
    dw_stage_put_guard(house->stage, BOB, dw_scene_mm(7000, MIDDLE_MM), DW_BAM_HALF);
    dw_stage_puppet(house->stage, BOB)->heading_bam = DW_BAM_HALF;
    for (uint32_t tick = 0; !does(house, ANN, "steps aside"); tick++) {
        assert_true(tick < 600);
        dw_stage_step(house->stage);
    }
    return goal;
}

static void a_blocked_guard_side_steps_to_the_right_of_its_heading(void **state)
{
    (void)state;
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_puppet);
    const dw_vec goal = meet_bob(&house);
    /* Ann goes east, so the right is to the south: y grows. */
    const dw_vec here = dw_house_guard(&house, ANN)->body.position;
    const dw_vec detour = mover(&house, ANN)->detour;
    assert_true(detour.y - here.y >= DW_MM(33));
    assert_true(detour.x >= here.x);
    assert_true(dw_vec_equal(dw_house_explain(&house, ANN).target, goal));
    while (does(&house, ANN, "steps aside")) {
        dw_stage_step(house.stage);
    }
    assert_true(dw_house_guard(&house, ANN)->body.position.y > here.y);
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(13500, 500), 0);
    run_until_ann_arrives(&house, goal);
    dw_house_close(&house);
}

static void where_it_is_tight_a_guard_steps_33_mm_and_plans_again(void **state)
{
    (void)state;
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_puppet);
    const dw_vec goal = meet_bob(&house);
    while (does(&house, ANN, "steps aside")) {
        dw_stage_step(house.stage);
    }
    /* Nearly at the wall on the right: 90 mm are left, which is twice 33 and no more. */
    const dw_vec here = dw_scene_mm(6450, 2600 - 250 - 90);
    dw_stage_put_guard(house.stage, ANN, here, 0);
    uint64_t plans = mover(&house, ANN)->route.plans;
    for (int32_t step = 1; step <= 2; step++) {
        while (!does(&house, ANN, "steps aside")) {
            dw_stage_step(house.stage);
        }
        const dw_vec aside = dw_vec_sub(mover(&house, ANN)->detour, here);
        assert_int_equal(aside.x, 0);
        assert_int_equal(aside.y, step * DW_MM(33));
        assert_true(mover(&house, ANN)->route.plans > plans);
        plans = mover(&house, ANN)->route.plans;
        while (does(&house, ANN, "steps aside")) {
            dw_stage_step(house.stage);
        }
    }
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(13500, 500), 0);
    run_until_ann_arrives(&house, goal);
    dw_house_close(&house);
}

/* Ann is in the doorway, Cem waits behind Ann, and Bob is put in front of Ann. */
static dw_house block_ann_in_the_doorway(dw_vec bob, dw_vec *goal)
{
    dw_house house = open_house(&dw_brain_puppet, NULL);
    dw_stage_put_guard(house.stage, CEM, dw_scene_mm(600, MIDDLE_MM), 0);
    *goal = run_until_ann_goes(&house);
    for (uint32_t tick = 0; dw_house_guard(&house, ANN)->body.position.x < DW_MM(3950); tick++) {
        assert_true(tick < 300);
        dw_stage_step(house.stage);
    }
    assert_int_equal(dw_house_guard_state(&house, ANN)->holds, WEST_CORRIDOR);
    dw_stage_put_guard(house.stage, BOB, bob, DW_BAM_HALF);
    dw_stage_puppet(house.stage, BOB)->heading_bam = DW_BAM_HALF;
    for (uint32_t tick = 0; !does(&house, ANN, "leaves the doorway"); tick++) {
        assert_true(tick < 300);
        assert_int_equal(dw_house_guard_state(&house, ANN)->holds, WEST_CORRIDOR);
        dw_stage_step(house.stage);
    }
    assert_true(dw_vec_equal(dw_house_explain(&house, ANN).target, *goal));
    return house;
}

static void a_guard_that_blocks_a_doorway_leaves_it_where_its_path_goes_on(void **state)
{
    (void)state;
    dw_vec goal;
    /* Bob leaves room to step out, and none to pass. */
    dw_house house = block_ann_in_the_doorway(dw_scene_mm(4960, MIDDLE_MM), &goal);
    assert_true(mover(&house, ANN)->detour.x >= DW_MM(4100 + 250));
    for (uint32_t tick = 0; dw_house_guard_state(&house, CEM)->holds != WEST_CORRIDOR; tick++) {
        assert_true(tick < 120); /* Then Cem, which waited, holds it. */
        dw_stage_step(house.stage);
    }
    dw_house_close(&house);
}

static void or_else_on_the_side_where_it_came_from(void **state)
{
    (void)state;
    dw_vec goal;
    dw_house house = block_ann_in_the_doorway(dw_scene_mm(4600, MIDDLE_MM), &goal);
    assert_true(mover(&house, ANN)->detour.x < DW_MM(3900 - 250));
    for (uint32_t tick = 0; dw_house_guard_state(&house, CEM)->holds != WEST_CORRIDOR; tick++) {
        assert_true(tick < 120); /* Then Cem, which waited, holds it. */
        dw_stage_step(house.stage);
    }
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(13500, 500), 0);
    run_until_ann_arrives(&house, goal);
    dw_house_close(&house);
}

/* Holds Ann until it tries to get unstuck. */
static void make_ann_stuck(dw_house *house)
{
    (void)run_until_ann_goes(house);
    const dw_vec here = dw_house_guard(house, ANN)->body.position;
    for (uint32_t tick = 0; !does(house, ANN, "gets unstuck"); tick++) {
        assert_true(tick < 120);
        hold_ann(house, here);
    }
}

static void a_report_does_not_replace_a_substitute_goal_but_what_comes_after(void **state)
{
    (void)state;
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_caller);
    (void)run_until_ann_goes(&house);
    const dw_vec here = dw_house_guard(&house, ANN)->body.position;
    for (uint32_t tick = 0; tick < 40; tick++) {
        hold_ann(&house, here);
    }
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = CORRIDOR};
    dw_house_say(&house, &report); /* Heard while Ann gets unstuck. */
    while (!does(&house, ANN, "gets unstuck")) {
        hold_ann(&house, here);
    }
    const dw_vec detour = mover(&house, ANN)->detour;
    uint32_t after_report = 0;
    for (uint32_t tick = 0; mover(&house, ANN)->detour_left > 1; tick++) {
        assert_true(tick < SUBSTITUTE_TICKS);
        assert_true(does(&house, ANN, "gets unstuck"));
        assert_true(dw_vec_equal(mover(&house, ANN)->detour, detour));
        after_report += dw_house_wants(&house, ANN, "intercept") ? 1 : 0;
        hold_ann(&house, here);
    }
    assert_true(after_report > 10);
    assert_true(dw_house_wants(&house, ANN, "intercept"));
    dw_house_close(&house);
}

static void a_sighting_replaces_it_at_once(void **state)
{
    (void)state;
    dw_house house = open_house(&dw_brain_puppet, &dw_brain_puppet);
    make_ann_stuck(&house);
    const dw_vec here = dw_house_guard(&house, ANN)->body.position;
    dw_stage_put_intruder(house.stage, 0, (dw_vec){here.x - DW_BODY_SIZE, here.y});
    dw_stage_step(house.stage); /* Touched. */
    assert_true(dw_house_wants(&house, ANN, "chase"));
    assert_true(does(&house, ANN, ""));
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stuck_guard_side_steps_to_a_free_position_within_one_body_length),
        cmocka_unit_test(stuck_is_under_100_net_in_60_ticks),
        cmocka_unit_test(a_substitute_goal_lasts_at_most_60_ticks),
        cmocka_unit_test(waiting_at_a_doorway_is_not_being_stuck),
        cmocka_unit_test(a_short_wait_for_a_doorway_is_not_told),
        cmocka_unit_test(looking_round_is_not_being_stuck),
        cmocka_unit_test(lying_in_wait_is_not_being_stuck),
        cmocka_unit_test(a_blocked_guard_side_steps_to_the_right_of_its_heading),
        cmocka_unit_test(where_it_is_tight_a_guard_steps_33_mm_and_plans_again),
        cmocka_unit_test(a_guard_that_blocks_a_doorway_leaves_it_where_its_path_goes_on),
        cmocka_unit_test(or_else_on_the_side_where_it_came_from),
        cmocka_unit_test(a_report_does_not_replace_a_substitute_goal_but_what_comes_after),
        cmocka_unit_test(a_sighting_replaces_it_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
