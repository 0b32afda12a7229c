/* server/RULES.md 3.50 to 3.54: what a fan of rays tells a guard, and what it does not. */
#include "common/base/check.h"
#include "common/world/ray_fan.h"
#include "server/sim/sim_state.h"
#include "tests/support/decision.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <math.h>

enum { ROBOT, COLLEAGUE, RAYS = 31, MIDDLE = RAYS / 2, RANGE_MM = 8000 };

typedef struct hall {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} hall;

/* 90 degrees, 8 m. */
static dw_ruleset rules_with_rays(int32_t mount_height)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.kinds[DW_KIND_GUARD].senses.rays = (dw_kind_rays){.count = RAYS,
                                                            .range_mm = RANGE_MM,
                                                            .field_of_view_bam = DW_BAM_QUARTER,
                                                            .mount_height = mount_height};
    return rules;
}

/* 16 m x 8 m, with a room behind a closed door on the right; the robot stands at the left and looks
 * right. A piece of furniture of the given height (0: none) stands 4 m before it, the intruder
 * another 2 m behind that. */
static hall open_hall(uint16_t piece, int32_t mount_height)
{
    hall it = {.scene = dw_scene_create()};
    const uint16_t room = dw_scene_room(it.scene, "hall", 0, 0, 16000, 8000);
    const uint16_t store = dw_scene_room(it.scene, "store", 16000, 0, 4000, 8000);
    dw_scene_door(it.scene, "door", room, store, 3500, 1000, DW_SCENE_CLOSED);
    if (piece > 0) {
        dw_scene_furniture(it.scene, 6000, 3000, 500, 2000, piece);
    }
    dw_scene_patrol(it.scene, "round", "hall");
    dw_scene_guard(it.scene, "robot", 2000, 4000, 0, "round");
    dw_scene_guard(it.scene, "colleague", 1000, 7000, 0, "round");
    dw_scene_spawn(it.scene, 8500, 4000);
    dw_scene_objective(it.scene, 15000, 7000, 200, 200);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    const dw_ruleset rules = rules_with_rays(mount_height);
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, &rules);
    return it;
}

static void close_hall(hall *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

/* The middle ray of the robot, after a step. */
static dw_percept_ray middle(hall *it)
{
    dw_stage_step(it->stage);
    return dw_sim_percepts(it->stage->sim, ROBOT)->rays[MIDDLE];
}

/* How many rays of the robot meet that. */
static uint32_t rays_on(const hall *it, dw_ray_sense what)
{
    const dw_percepts *percepts = dw_sim_percepts(it->stage->sim, ROBOT);
    uint32_t count = 0;
    for (uint8_t i = 0; i < percepts->ray_count; i++) {
        count += percepts->rays[i].what == what ? 1 : 0;
    }
    return count;
}

static void a_ray_tells_what_it_meets_first_and_how_far_off_that_is(void **state)
{
    (void)state;
    hall it = open_hall(0, 300);
    assert_int_equal(middle(&it).what, DW_SENSES_SOMEBODY);
    assert_int_equal(middle(&it).distance_mm, 8500 - 2000 - 250);
    dw_stage_put_guard(it.stage, COLLEAGUE, dw_scene_mm(5000, 4000), 0);
    assert_int_equal(middle(&it).what, DW_SENSES_COLLEAGUE);
    assert_int_equal(middle(&it).distance_mm, 5000 - 2000 - 250);
    dw_stage_put_guard(it.stage, COLLEAGUE, dw_scene_mm(1000, 7000), 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(1000, 1000));
    assert_int_equal(middle(&it).what, DW_SENSES_NOTHING);
    assert_int_equal(middle(&it).distance_mm, RANGE_MM);
    dw_stage_put_guard(it.stage, ROBOT, dw_scene_mm(10000, 4000), 0);
    assert_int_equal(middle(&it).what, DW_SENSES_LEAF);
    assert_int_equal(middle(&it).distance_mm, 5900);
    dw_stage_put_guard(it.stage, ROBOT, dw_scene_mm(10000, 2000), 0);
    assert_int_equal(middle(&it).what, DW_SENSES_WALL);
    assert_int_equal(middle(&it).distance_mm, 5900);
    close_hall(&it);
    it = open_hall(1000, 300);
    assert_int_equal(middle(&it).what, DW_SENSES_FURNITURE);
    assert_int_equal(middle(&it).distance_mm, 4000);
    close_hall(&it);
}

static void rays_end_at_walls_leaves_and_furniture_of_their_height(void **state)
{
    (void)state;
    hall it = open_hall(300, 300);
    (void)middle(&it);
    assert_int_equal(rays_on(&it, DW_SENSES_SOMEBODY), 0); /* Behind the piece. */
    /* Behind the leaf, and behind the wall beside it. */
    static const int32_t behind_mm[] = {4000, 2000};
    for (size_t i = 0; i < DW_COUNT_OF(behind_mm); i++) {
        dw_stage_put_guard(it.stage, ROBOT, dw_scene_mm(12000, behind_mm[i]), 0);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(17000, behind_mm[i]));
        (void)middle(&it);
        assert_int_equal(rays_on(&it, DW_SENSES_SOMEBODY), 0);
    }
    /* The door opens. */
    dw_door_set_put(&it.stage->sim->world.open, 0, true);
    dw_stage_put_guard(it.stage, ROBOT, dw_scene_mm(12000, 4000), 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(17000, 4000));
    assert_int_equal(middle(&it).what, DW_SENSES_SOMEBODY);
    close_hall(&it);
}

static void rays_pass_over_what_is_lower_than_their_mount(void **state)
{
    (void)state;
    hall it = open_hall(299, 300);
    assert_int_equal(middle(&it).what, DW_SENSES_SOMEBODY); /* Over the piece. */
    dw_stage_walk(it.stage, 0, DW_STAND, DW_BUTTON_CROUCH);
    assert_int_equal(middle(&it).what, DW_SENSES_SOMEBODY); /* 0.3 high. */
    close_hall(&it);
    it = open_hall(0, 301);
    assert_int_equal(middle(&it).what, DW_SENSES_SOMEBODY);
    dw_stage_walk(it.stage, 0, DW_STAND, DW_BUTTON_CROUCH);
    (void)middle(&it);
    assert_int_equal(rays_on(&it, DW_SENSES_SOMEBODY), 0);
    close_hall(&it);
    it = open_hall(0, 701);
    (void)middle(&it);
    assert_int_equal(rays_on(&it, DW_SENSES_SOMEBODY), 0); /* 0.7 high. */
    close_hall(&it);
}

static void nobody_out_of_range_or_beside_the_fan_meets_a_ray(void **state)
{
    (void)state;
    hall it = open_hall(0, 300);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(2000 + RANGE_MM + 250, 4000));
    assert_int_equal(middle(&it).what, DW_SENSES_SOMEBODY); /* Just touches it. */
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(2000 + RANGE_MM + 251, 4000));
    (void)middle(&it);
    assert_int_equal(rays_on(&it, DW_SENSES_SOMEBODY), 0);
    /* The lower edge goes along (1, 1). A body touches it with its upper right corner. */
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(2000 + 2000, 4000 + 2500));
    (void)middle(&it);
    assert_int_equal(rays_on(&it, DW_SENSES_SOMEBODY), 1);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(2000 + 2000, 4000 + 2502));
    (void)middle(&it);
    assert_int_equal(rays_on(&it, DW_SENSES_SOMEBODY), 0);
    close_hall(&it);
}

static void a_fan_spreads_its_rays_evenly_from_edge_to_edge(void **state)
{
    (void)state;
    const dw_ruleset rules = rules_with_rays(300);
    const dw_kind_rays *rays = &rules.kinds[DW_KIND_GUARD].senses.rays;
    assert_int_equal(dw_ray_fan_direction(rays, 1000, 0), (uint16_t)(1000 - DW_BAM_QUARTER / 2));
    assert_int_equal(dw_ray_fan_direction(rays, 1000, MIDDLE), 1000);
    assert_int_equal(dw_ray_fan_direction(rays, 1000, RAYS - 1), 1000 + DW_BAM_QUARTER / 2);
    const dw_kind_rays one = {.count = 1, .range_mm = 100, .field_of_view_bam = DW_BAM_QUARTER};
    assert_int_equal(dw_ray_fan_direction(&one, 1000, 0), 1000);
    assert_in_range(dw_ray_fan_smallest_mm(&one), 157, 159);
    hall it = open_hall(0, 300);
    dw_stage_step(it.stage);
    assert_int_equal(dw_sim_percepts(it.stage->sim, ROBOT)->ray_count, RAYS);
    close_hall(&it);
}

/* At a distance of 8 m less its own size, anywhere within the fan. */
static void a_target_of_the_smallest_size_is_hit_wherever_it_stands(void **state)
{
    (void)state;
    hall it = open_hall(0, 300);
    const dw_ruleset rules = rules_with_rays(300);
    const dw_kind_rays *rays = &rules.kinds[DW_KIND_GUARD].senses.rays;
    const int32_t smallest_mm = dw_ray_fan_smallest_mm(rays);
    assert_in_range(smallest_mm, RANGE_MM * 1.5707 / (RAYS - 1), RANGE_MM * 1.5709 / 30 + 2);
    assert_true(smallest_mm < 500); /* No intruder slips through. */
    dw_rng rng;
    dw_rng_init(&rng, 5, 1);
    for (uint32_t i = 0; i < 2000; i++) {
        const uint16_t heading_bam = (uint16_t)dw_rng_between(&rng, -6000, 6000);
        const double angle = (double)(int16_t)heading_bam * M_PI / 32768;
        const double distance = DW_MM(RANGE_MM - 250);
        const dw_vec at = {DW_MM(2000) + (int32_t)(distance * cos(angle)),
                           DW_MM(4000) + (int32_t)(distance * sin(angle))};
        if (at.y > DW_MM(350) && at.y < DW_MM(7650)) { /* Within the hall. */
            dw_stage_put_intruder(it.stage, 0, at);
            (void)middle(&it);
            assert_true(rays_on(&it, DW_SENSES_SOMEBODY) >= 1);
        }
    }
    close_hall(&it);
}

static void a_guard_without_rays_is_told_of_none(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 16000, 8000);
    dw_scene_patrol(scene, "round", "hall");
    dw_scene_guard(scene, "ann", 2000, 4000, 0, "round");
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    dw_stage *stage = dw_stage_create_with(venue, &dw_brain_puppet, NULL);
    dw_stage_step(stage);
    assert_int_equal(dw_sim_percepts(stage->sim, 0)->ray_count, 0);
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

/* Which of two intruders it is, and whatever stands where no ray comes, changes no percept of the
 * rays. The robot has its back to the eyes' field of view: these are no part of the scene. */
static void rays_tell_neither_who_it_is_nor_what_they_do_not_meet(void **state)
{
    (void)state;
    hall one = open_hall(1000, 300);
    hall two = open_hall(1000, 300);
    dw_rng rng;
    dw_rng_init(&rng, 6, 1);
    for (uint32_t i = 0; i < 200; i++) {
        /* In the shadow of the piece: behind it, up to the lines past its corners. */
        dw_stage_put_intruder(one.stage, 0, dw_scene_mm(8500, 4000));
        dw_stage_put_intruder(
            two.stage, 0,
            dw_scene_mm(dw_rng_between(&rng, 7000, 9500), dw_rng_between(&rng, 3400, 4600)));
        dw_stage_step(one.stage);
        dw_stage_step(two.stage);
        assert_true(dw_decision_knows_same(one.stage, two.stage, ROBOT));
    }
    close_hall(&one);
    close_hall(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_tells_what_it_meets_first_and_how_far_off_that_is),
        cmocka_unit_test(rays_end_at_walls_leaves_and_furniture_of_their_height),
        cmocka_unit_test(rays_pass_over_what_is_lower_than_their_mount),
        cmocka_unit_test(nobody_out_of_range_or_beside_the_fan_meets_a_ray),
        cmocka_unit_test(a_fan_spreads_its_rays_evenly_from_edge_to_edge),
        cmocka_unit_test(a_target_of_the_smallest_size_is_hit_wherever_it_stands),
        cmocka_unit_test(a_guard_without_rays_is_told_of_none),
        cmocka_unit_test(rays_tell_neither_who_it_is_nor_what_they_do_not_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
