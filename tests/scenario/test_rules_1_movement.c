/* server/RULES.md 1.13 to 1.19, movement and touch; 1.6, 1.8 and 1.9, solids. */
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

/* A hall with a block and a gap of 500 mm between two blocks; two guards on strings. */
typedef struct hall {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} hall;

static hall open_hall(const dw_ruleset *rules)
{
    hall it = {.scene = dw_scene_create()};
    dw_scene_room(it.scene, "hall", 0, 0, 10000, 8000);
    dw_scene_furniture(it.scene, 3000, 3000, 1000, 1000, 1000);
    dw_scene_furniture(it.scene, 6000, 3000, 1000, 1000, 1000); /* The gap: y 4000 to 4500. */
    dw_scene_furniture(it.scene, 6000, 4500, 1000, 1000, 100);
    dw_scene_patrol(it.scene, "round", "hall");
    dw_scene_guard(it.scene, "ann", 1000, 7000, 0, "round");
    dw_scene_guard(it.scene, "bob", 9000, 7000, 0, "round");
    dw_scene_spawn(it.scene, 1000, 1000);
    dw_scene_spawn(it.scene, 2000, 1000);
    dw_scene_spawn(it.scene, 9000, 1000);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, rules);
    return it;
}

static void close_hall(hall *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static dw_vec intruder_at(const hall *it, uint8_t slot)
{
    return dw_intruder_actor(it->stage->world, slot)->body.position;
}

static void assert_at(dw_vec found, dw_vec wanted)
{
    assert_int_equal(found.x, wanted.x);
    assert_int_equal(found.y, wanted.y);
}

static void x_goes_first_then_y_each_up_to_contact(void **state)
{
    (void)state;
    hall it = open_hall(NULL);
    /* The body's lower right corner is 5 mm short of the block's upper left one on both axes. The
     * step along x is made in full, and then the block is below the body. */
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(2745, 2745));
    dw_stage_walk(it.stage, 0, DW_SOUTH_EAST, 0);
    dw_stage_step(it.stage);
    const int32_t step = (int32_t)((INT64_C(1800) * 46341) >> 16);
    assert_true(step > DW_MM(5));
    assert_at(intruder_at(&it, 0), (dw_vec){DW_MM(2745) + step, DW_MM(2750)});
    close_hall(&it);
}

static void contact_is_free(void **state)
{
    (void)state;
    hall it = open_hall(NULL);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(5500, 4250)); /* As wide as the body. */
    dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
    dw_stage_run(it.stage, 60);
    assert_at(intruder_at(&it, 0), dw_scene_mm(5500 + 3300, 4250));
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(5500), DW_MM(4250) + 1});
    dw_stage_run(it.stage, 60);
    assert_at(intruder_at(&it, 0), (dw_vec){DW_MM(5750), DW_MM(4250) + 1});
    close_hall(&it);
}

static void furniture_of_any_height_is_solid(void **state)
{
    (void)state;
    hall it = open_hall(NULL);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(5000, 5000));
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_run(it.stage, 120);
    assert_at(intruder_at(&it, 0), dw_scene_mm(5750, 5000));
    close_hall(&it);
}

static void walls_line_each_room_on_the_inside(void **state)
{
    (void)state;
    hall it = open_hall(NULL);
    dw_stage_walk(it.stage, 0, DW_NORTH_WEST, 0);
    dw_stage_run(it.stage, 120);
    assert_at(intruder_at(&it, 0), dw_scene_mm(100 + 250, 100 + 250));
    close_hall(&it);
}

static void touch_is_a_move_shortened_by_a_body(void **state)
{
    (void)state;
    hall it = open_hall(NULL);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(3000, 1000), 0); /* Looks the other way. */
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(2500) - 900, DW_MM(1000)});
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_step(it.stage);
    assert_at(intruder_at(&it, 0), dw_scene_mm(2500, 1000));
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_TOUCHED, 0, 0), 1);
    assert_int_equal(dw_stage_meter(it.stage, 0, 0), 13200);
    assert_false(dw_stage_sees(it.stage, 0, 0));
    close_hall(&it);
}

static void touch_is_a_move_that_ends_in_contact_with_a_body(void **state)
{
    (void)state;
    hall it = open_hall(NULL);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(3000, 1000), 0);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(2500) - 1801, DW_MM(1000)});
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_step(it.stage); /* One unit is left between them. */
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_TOUCHED, DW_NONE, DW_NONE), 0);
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(2500) - 1800, DW_MM(1000)});
    dw_stage_step(it.stage);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_TOUCHED, 0, 0), 1);
    close_hall(&it);
}

static void a_guard_that_walks_into_an_intruder_touches_it(void **state)
{
    (void)state;
    hall it = open_hall(NULL);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(2000, 1000), 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(1480, 1000));
    dw_stage_puppet(it.stage, 0)->step = (dw_vec){-2000, 0};
    dw_stage_step(it.stage); /* The guard thinks it. */
    assert_int_equal(dw_stage_meter(it.stage, 0, 0), 0);
    dw_stage_step(it.stage);
    assert_at(dw_guard_actor(it.stage->world, 0)->body.position, dw_scene_mm(1980, 1000));
    assert_true(it.stage->world->guards[0].shortened);
    assert_int_equal(dw_stage_meter(it.stage, 0, 0), 13200);
    assert_int_equal(dw_stage_meter(it.stage, 1, 0), 0);
    close_hall(&it);
}

/* At the left side of the block, moving down and to the right: x is cut, y is made. */
static void a_slide_that_keeps_half_of_the_step_is_no_collision(void **state)
{
    (void)state;
    static const struct {
        dw_vec step;
        bool collision;
    } cases[] = {{{1000, 1732}, false},
                 {{1714, 1000}, false},
                 {{1750, 1000}, true},
                 {{2000, 0}, true},
                 {{0, 2000}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hall it = open_hall(NULL);
        dw_stage_put_guard(it.stage, 0, dw_scene_mm(2750, 3200), 0);
        dw_stage_puppet(it.stage, 0)->step = cases[i].step;
        dw_stage_run(it.stage, 2);
        assert_at(dw_guard_actor(it.stage->world, 0)->body.position,
                  (dw_vec){DW_MM(2750), DW_MM(3200) + cases[i].step.y});
        assert_int_equal(dw_sim_percepts(it.stage->sim, 0)->shortened, cases[i].collision);
        close_hall(&it);
    }
}

static void intruders_pass_through_each_other(void **state)
{
    (void)state;
    hall it = open_hall(NULL);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_walk(it.stage, 1, DW_WEST, 0);
    dw_stage_run(it.stage, 30);
    assert_at(intruder_at(&it, 0), dw_scene_mm(1900, 1000));
    assert_at(intruder_at(&it, 1), dw_scene_mm(1100, 1000));
    close_hall(&it);
}

static void intruders_collide_where_the_ruleset_says_so(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    rules.intruders_collide = 1;
    hall it = open_hall(&rules);
    dw_stage_reset(it.stage, 1, 3);
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_walk(it.stage, 1, DW_WEST, 0);
    dw_stage_run(it.stage, 30);
    assert_int_equal(intruder_at(&it, 1).x - intruder_at(&it, 0).x, DW_BODY_SIZE);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_TOUCHED, DW_NONE, DW_NONE), 0);
    close_hall(&it);
}

/* Guards and intruders thrown at each other in a room too small for them. */
static void guards_overlap_nobody(void **state)
{
    (void)state;
    hall it = open_hall(NULL);
    dw_stage_reset(it.stage, 1, 7);
    dw_rng rng;
    dw_rng_init(&rng, 7, 1);
    uint32_t contacts = 0;
    for (uint32_t tick = 0; tick < 6000; tick++) {
        if (it.stage->world->outcome != DW_OUTCOME_NONE) {
            dw_stage_reset(it.stage, tick, 7);
        }
        for (uint16_t g = 0; g < 2; g++) {
            /* Mostly at an intruder or at the other guard. */
            const uint32_t whom = dw_rng_below(&rng, 4);
            const dw_world *world = it.stage->world;
            const dw_vec there = whom == 3 ? dw_guard_actor(world, 1 - g)->body.position
                                           : dw_intruder_actor(world, whom)->body.position;
            const dw_vec here = dw_guard_actor(world, g)->body.position;
            dw_stage_puppet(it.stage, g)->step =
                (dw_vec){there.x > here.x ? 2200 : -2200, there.y > here.y ? 2200 : -2200};
        }
        dw_stage_set_whims(it.stage, 3);
        dw_stage_step(it.stage);
        const char *fault = dw_stage_fault(it.stage);
        if (fault != NULL) {
            fail_msg("tick %u: %s", tick, fault);
        }
        contacts += dw_stage_events(it.stage, DW_SIM_TOUCHED, DW_NONE, DW_NONE);
        contacts += it.stage->world->guards[0].touched_guard ? 1 : 0;
    }
    assert_true(contacts > 1000);
    close_hall(&it);
}

/* Two bodies want the same gap: the first in the order of the tick gets it, and the order turns. */
static void the_order_of_moving_starts_at_tick_mod_n(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    rules.intruders_collide = 1;
    hall it = open_hall(&rules);
    const uint32_t bodies = DW_INTRUDERS_MAX + 2;
    uint32_t firsts[2] = {0, 0};
    dw_stage_reset(it.stage, 1, 3);
    for (uint32_t tick = 1; tick <= bodies; tick++) {
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(5000, 1000));
        dw_stage_put_intruder(it.stage, 1, dw_scene_mm(5520, 1000));
        dw_stage_walk(it.stage, 0, DW_EAST, 0); /* 20 mm are free between them, a step is 30. */
        dw_stage_walk(it.stage, 1, DW_WEST, 0);
        dw_stage_step(it.stage);
        const bool first = intruder_at(&it, 0).x == DW_MM(5020);
        assert_int_equal(intruder_at(&it, 1).x, first ? DW_MM(5520) : DW_MM(5500));
        /* Slot 1 goes before slot 0 only in the tick that starts with it. */
        assert_int_equal(first, tick % bodies != 1);
        firsts[first ? 0 : 1]++;
    }
    assert_int_equal(firsts[1], 1);
    close_hall(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x_goes_first_then_y_each_up_to_contact),
        cmocka_unit_test(contact_is_free),
        cmocka_unit_test(furniture_of_any_height_is_solid),
        cmocka_unit_test(walls_line_each_room_on_the_inside),
        cmocka_unit_test(touch_is_a_move_shortened_by_a_body),
        cmocka_unit_test(touch_is_a_move_that_ends_in_contact_with_a_body),
        cmocka_unit_test(a_guard_that_walks_into_an_intruder_touches_it),
        cmocka_unit_test(a_slide_that_keeps_half_of_the_step_is_no_collision),
        cmocka_unit_test(intruders_pass_through_each_other),
        cmocka_unit_test(intruders_collide_where_the_ruleset_says_so),
        cmocka_unit_test(guards_overlap_nobody),
        cmocka_unit_test(the_order_of_moving_starts_at_tick_mod_n),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
