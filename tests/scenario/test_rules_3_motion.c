/* server/RULES.md 3.55 to 3.58: what a motion detector tells, and what it does not. */
#include "common/base/check.h"
#include "server/sim/sim_state.h"
#include "tests/support/decision.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { BOX, COLLEAGUE, RANGE_MM = 6000, HOLD = 60 };

typedef struct hall {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} hall;

/* 16 m x 8 m, with a room behind a closed door on the right. The box looks right, 60 degrees wide,
 * from the middle of the left half. The intruder is 4 m before it, behind a piece of that height
 * (0: none). */
static hall open_hall(uint16_t piece)
{
    hall it = {.scene = dw_scene_create()};
    const uint16_t room = dw_scene_room(it.scene, "hall", 0, 0, 16000, 8000);
    const uint16_t store = dw_scene_room(it.scene, "store", 16000, 0, 4000, 8000);
    dw_scene_door(it.scene, "door", room, store, 3500, 1000, DW_SCENE_CLOSED);
    if (piece > 0) {
        dw_scene_furniture(it.scene, 5000, 3000, 500, 2000, piece);
    }
    dw_scene_patrol(it.scene, "round", "hall");
    dw_scene_guard(it.scene, "box", 3000, 4000, 0, "round");
    dw_scene_guard(it.scene, "colleague", 1000, 7000, 0, "round");
    dw_scene_spawn(it.scene, 7000, 4000);
    dw_scene_objective(it.scene, 15000, 7000, 200, 200);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    dw_ruleset rules = dw_stage_endless_rules();
    rules.kinds[DW_KIND_GUARD].senses.motion = (dw_kind_motion){.range_mm = RANGE_MM,
                                                                .field_of_view_bam = 10923,
                                                                .trigger_speed_mm_s = 1000,
                                                                .hold_ticks = HOLD};
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, &rules);
    return it;
}

static void close_hall(hall *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static const dw_percept_motion *sensed(const hall *it)
{
    return &dw_sim_percepts(it->stage->sim, BOX)->motion;
}

/* The intruder walks on for one tick from there. */
static bool notices(hall *it, dw_vec from, dw_direction direction, uint8_t buttons)
{
    dw_stage_reset(it->stage, 1, 1);
    dw_stage_put_intruder(it->stage, 0, from);
    dw_stage_walk(it->stage, 0, direction, buttons);
    dw_stage_step(it->stage);
    return sensed(it)->moves;
}

static void walking_is_noticed_and_crouching_passes(void **state)
{
    (void)state;
    hall it = open_hall(0);
    assert_true(notices(&it, dw_scene_mm(7000, 4000), DW_NORTH, 0));
    assert_true(notices(&it, dw_scene_mm(7000, 4000), DW_NORTH_EAST, DW_BUTTON_SPRINT));
    assert_false(notices(&it, dw_scene_mm(7000, 4000), DW_NORTH, DW_BUTTON_CROUCH));
    assert_false(notices(&it, dw_scene_mm(7000, 4000), DW_STAND, 0));
    close_hall(&it);
}

static void what_wants_to_move_and_does_not_is_not_noticed(void **state)
{
    (void)state;
    hall it = open_hall(1000);
    dw_stage_put_guard(it.stage, BOX, dw_scene_mm(3000, 2000), 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(4750, 3250)); /* Against the piece. */
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_step(it.stage);
    assert_true(dw_intruder_actor(it.stage->world, 0)->body.moving);
    assert_false(sensed(&it)->moves);
    close_hall(&it);
}

static void movement_out_of_range_or_beside_the_sector_is_not_noticed(void **state)
{
    (void)state;
    hall it = open_hall(0);
    const int32_t edge = 3000 + RANGE_MM;
    assert_true(notices(&it, dw_scene_mm(edge, 4000), DW_WEST, 0));
    assert_false(notices(&it, dw_scene_mm(edge, 4000), DW_EAST, 0));
    /* The edges of the sector are 30 degrees off: 2309 mm aside at 4 m. */
    assert_true(notices(&it, dw_scene_mm(7000, 4000 + 2300), DW_EAST, 0));
    assert_false(notices(&it, dw_scene_mm(7000, 4000 + 2330), DW_SOUTH, 0));
    assert_false(notices(&it, dw_scene_mm(2000, 4000), DW_WEST, 0));
    close_hall(&it);
}

static void movement_behind_a_wall_a_leaf_or_high_furniture_is_not_noticed(void **state)
{
    (void)state;
    hall it = open_hall(701);
    assert_false(notices(&it, dw_scene_mm(7000, 4000), DW_NORTH, 0));
    close_hall(&it);
    it = open_hall(700);
    assert_true(notices(&it, dw_scene_mm(7000, 4000), DW_NORTH, 0));
    static const int32_t behind_mm[] = {4000, 2000}; /* The leaf, and the wall beside it. */
    for (size_t i = 0; i < DW_COUNT_OF(behind_mm); i++) {
        dw_stage_reset(it.stage, 1, 1);
        dw_stage_put_guard(it.stage, BOX, dw_scene_mm(13000, behind_mm[i]), 0);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(17000, behind_mm[i]));
        dw_stage_walk(it.stage, 0, DW_NORTH, 0);
        dw_stage_step(it.stage);
        assert_false(sensed(&it)->moves);
    }
    dw_stage_reset(it.stage, 1, 1);
    dw_door_set_put(&it.stage->sim->world.open, 0, true);
    dw_stage_put_guard(it.stage, BOX, dw_scene_mm(13000, 4000), 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(17000, 4000));
    dw_stage_walk(it.stage, 0, DW_NORTH, 0);
    dw_stage_step(it.stage);
    assert_true(sensed(&it)->moves);
    close_hall(&it);
}

static void guards_that_move_are_not_noticed(void **state)
{
    (void)state;
    hall it = open_hall(0);
    dw_stage_walk(it.stage, 0, DW_STAND, 0);
    dw_stage_put_guard(it.stage, COLLEAGUE, dw_scene_mm(6000, 4000), 0);
    dw_stage_puppet(it.stage, COLLEAGUE)->step = (dw_vec){0, 1200};
    dw_stage_run(it.stage, 10);
    assert_true(dw_guard_actor(it.stage->world, COLLEAGUE)->body.position.y > DW_MM(4000));
    assert_false(sensed(&it)->moves);
    close_hall(&it);
}

static void a_movement_is_reported_for_hold_ticks(void **state)
{
    (void)state;
    hall it = open_hall(0);
    assert_true(notices(&it, dw_scene_mm(7000, 4000), DW_NORTH, 0));
    dw_stage_walk(it.stage, 0, DW_STAND, 0);
    for (uint16_t age = 0; age < HOLD; age++) {
        assert_true(sensed(&it)->moves);
        assert_int_equal(sensed(&it)->age, age);
        dw_stage_step(it.stage);
    }
    assert_false(sensed(&it)->moves);
    close_hall(&it);
}

static void a_detector_tells_its_sector_and_nothing_of_what_moves_there(void **state)
{
    (void)state;
    hall one = open_hall(0);
    hall two = open_hall(0);
    assert_true(notices(&one, dw_scene_mm(6000, 4000), DW_NORTH, 0));
    assert_true(notices(&two, dw_scene_mm(8000, 5000), DW_EAST, DW_BUTTON_SPRINT));
    assert_true(memcmp(sensed(&one), sensed(&two), sizeof *sensed(&one)) == 0);
    assert_int_equal(sensed(&one)->centre.x, DW_MM(3000 + RANGE_MM / 2));
    assert_int_equal(sensed(&one)->centre.y, DW_MM(4000));
    /* No point of the sector is further off than that: its outer corners are 3718 mm from there. */
    assert_in_range(sensed(&one)->error_mm, 3718, 3720);
    close_hall(&one);
    close_hall(&two);
}

static void what_a_detector_does_not_notice_changes_no_percept(void **state)
{
    (void)state;
    hall one = open_hall(1000);
    hall two = open_hall(1000);
    dw_rng rng;
    dw_rng_init(&rng, 6, 1);
    for (uint32_t i = 0; i < 200; i++) {
        /* In the shadow of the piece. */
        dw_stage_put_intruder(one.stage, 0, dw_scene_mm(7000, 4000));
        dw_stage_put_intruder(
            two.stage, 0,
            dw_scene_mm(dw_rng_between(&rng, 6000, 9000), dw_rng_between(&rng, 3400, 4600)));
        dw_stage_walk(two.stage, 0, DW_NORTH, i % 2 == 0 ? DW_BUTTON_SPRINT : 0);
        dw_stage_step(one.stage);
        dw_stage_step(two.stage);
        assert_true(dw_decision_knows_same(one.stage, two.stage, BOX));
    }
    close_hall(&one);
    close_hall(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walking_is_noticed_and_crouching_passes),
        cmocka_unit_test(what_wants_to_move_and_does_not_is_not_noticed),
        cmocka_unit_test(movement_out_of_range_or_beside_the_sector_is_not_noticed),
        cmocka_unit_test(movement_behind_a_wall_a_leaf_or_high_furniture_is_not_noticed),
        cmocka_unit_test(guards_that_move_are_not_noticed),
        cmocka_unit_test(a_movement_is_reported_for_hold_ticks),
        cmocka_unit_test(a_detector_tells_its_sector_and_nothing_of_what_moves_there),
        cmocka_unit_test(what_a_detector_does_not_notice_changes_no_percept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
