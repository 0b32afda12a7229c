/* traffic.h: which near bodies a path leads round, which are followed, and at what distance
 * (server/RULES.md 6.8 to 6.11). Four directions each, so that no axis is taken for another. */
#include "server/mind/traffic.h"

#include "tests/support/test.h"

static const dw_vec ways[4] = {{1000, 0}, {0, 1000}, {-1000, 0}, {0, -1000}};

/* `along` and `across` millimetres from the guard, seen in direction `d`; across to the right. */
static dw_vec at(uint32_t d, int32_t along, int32_t across)
{
    const dw_vec on = ways[d];
    const dw_vec right = ways[(d + 1) % 4];
    return (dw_vec){(on.x * along + right.x * across) / 1000 * DW_UNITS_PER_MM,
                    (on.y * along + right.y * across) / 1000 * DW_UNITS_PER_MM};
}

static dw_percepts with_guard(dw_vec position, dw_vec step)
{
    dw_percepts percepts = {.guard_count = 1};
    percepts.guards[0] =
        (dw_percept_guard){.guard = 5, .position = position, .step = step, .half = DW_BODY_HALF};
    return percepts;
}

static dw_traffic look(const dw_percepts *percepts, dw_vec direction)
{
    dw_traffic traffic;
    const dw_traffic_view view = {.self = 1,
                                  .half = DW_BODY_HALF,
                                  .direction = direction,
                                  .goal = {DW_MM(90000), 0},
                                  .keeps_right = true};
    dw_traffic_look(&traffic, percepts, &view);
    return traffic;
}

static void a_guard_ahead_is_followed_with_a_gap_of_250_mm(void **state)
{
    (void)state;
    for (uint32_t d = 0; d < 4; d++) {
        dw_percepts near = with_guard(at(d, 749, 0), ways[d]);
        dw_traffic traffic = look(&near, ways[d]);
        assert_true(traffic.follows);
        assert_false(traffic.follows_waiting);
        assert_int_equal(traffic.solid_count, 0); /* It goes on: no path has to lead round it. */
        assert_int_equal(traffic.body_count, 1);
        near = with_guard(at(d, 750, 0), ways[d]);
        assert_false(look(&near, ways[d]).follows);
        near = with_guard(at(d, 749, 499), ways[d]);
        assert_true(look(&near, ways[d]).follows);
        near = with_guard(at(d, 749, 500), ways[d]);
        assert_false(look(&near, ways[d]).follows);
        near = with_guard(at(d, 749, -500), ways[d]);
        assert_false(look(&near, ways[d]).follows);
        near = with_guard(at(d, -600, 0), ways[d]); /* Behind. */
        assert_false(look(&near, ways[d]).follows);
    }
}

static void a_guard_that_waits_ahead_is_followed_unless_it_is_this_guards_turn(void **state)
{
    (void)state;
    dw_percepts percepts = with_guard(at(0, 600, 0), (dw_vec){0, 0});
    percepts.guards[0].waiting = true;
    dw_traffic traffic = look(&percepts, ways[0]);
    assert_true(traffic.follows && traffic.follows_waiting);
    assert_int_equal(traffic.solid_count, 0);
    const dw_traffic_view turn = {
        .self = 1, .half = DW_BODY_HALF, .direction = ways[0], .overtakes = true};
    dw_traffic_look(&traffic, &percepts, &turn);
    assert_false(traffic.follows);
    assert_int_equal(traffic.solid_count, 1);
    percepts.guards[0].waiting = false; /* It just stands there. */
    traffic = look(&percepts, ways[0]);
    assert_false(traffic.follows);
    assert_int_equal(traffic.solid_count, 1);
}

static void an_oncoming_guard_is_solid_1500_mm_to_the_left(void **state)
{
    (void)state;
    for (uint32_t d = 0; d < 4; d++) {
        const dw_vec other = at(d, 1500, 0);
        const dw_percepts percepts = with_guard(other, ways[(d + 2) % 4]);
        const dw_traffic traffic = look(&percepts, ways[d]);
        assert_true(traffic.head_on);
        assert_int_equal(traffic.near, 1);
        dw_rect wanted = dw_rect_around(other, DW_BODY_HALF);
        const dw_vec left = at((d + 3) % 4, 1500, 0);
        wanted.min.x += left.x < 0 ? left.x : 0;
        wanted.max.x += left.x > 0 ? left.x : 0;
        wanted.min.y += left.y < 0 ? left.y : 0;
        wanted.max.y += left.y > 0 ? left.y : 0;
        assert_memory_equal(&traffic.solids[0], &wanted, sizeof wanted);
        const dw_rect body = dw_rect_around(other, DW_BODY_HALF);
        assert_memory_equal(&traffic.bodies[0], &body, sizeof body);
        dw_traffic narrow;
        const dw_traffic_view either = {.self = 1, .half = DW_BODY_HALF, .direction = ways[d]};
        dw_traffic_look(&narrow, &percepts, &either);
        assert_memory_equal(&narrow.solids[0], &body, sizeof body);
    }
}

static void guards_beyond_2500_mm_do_not_count(void **state)
{
    (void)state;
    dw_percepts percepts = with_guard(at(1, 2500, 0), ways[3]);
    assert_int_equal(look(&percepts, ways[1]).body_count, 1);
    percepts = with_guard(at(1, 2501, 0), ways[3]);
    assert_int_equal(look(&percepts, ways[1]).body_count, 0);
}

/* Both stand in front of each other, and would wait for ever. */
static void of_two_that_would_wait_for_each_other_the_lower_index_goes(void **state)
{
    (void)state;
    dw_percepts percepts = with_guard(at(0, 600, 0), (dw_vec){0, 0});
    percepts.guards[0].waiting = true;
    percepts.guards[0].step = (dw_vec){-100, 99}; /* Towards this guard, nearly across. */
    const dw_vec direction = {-99, 100};
    dw_traffic traffic;
    dw_traffic_view view = {.self = 1, .half = DW_BODY_HALF, .direction = direction};
    percepts.guards[0].position = at(0, 400, 0);
    percepts.guards[0].position.y = DW_MM(-400);
    dw_traffic_look(&traffic, &percepts, &view);
    assert_int_equal(traffic.solid_count, 1); /* Guard 1 walks round guard 5. */
    view.self = 6;
    dw_traffic_look(&traffic, &percepts, &view);
    assert_int_equal(traffic.solid_count, 0);
}

static void an_intruder_near_by_is_solid_unless_it_stands_at_the_goal(void **state)
{
    (void)state;
    dw_percepts percepts = {.intruder_count = 1};
    percepts.intruders[0] = (dw_percept_intruder){
        .position = dw_rect_centre((dw_rect){{DW_MM(1060), 0}, {DW_MM(1060), 0}})};
    dw_traffic traffic = look(&percepts, ways[0]);
    assert_int_equal(traffic.solid_count, 1);
    assert_int_equal(traffic.near, 1);
    percepts.intruders[0].position.x = DW_MM(1061);
    assert_int_equal(look(&percepts, ways[0]).solid_count, 0);
    percepts.intruders[0].position.x = DW_MM(1000);
    dw_traffic_view view = {
        .self = 1, .half = DW_BODY_HALF, .direction = ways[0], .goal = {DW_MM(1500), 0}};
    dw_traffic_look(&traffic, &percepts, &view);
    assert_int_equal(traffic.solid_count, 0);
    view.goal.x = DW_MM(1501);
    dw_traffic_look(&traffic, &percepts, &view);
    assert_int_equal(traffic.solid_count, 1);
}

static void a_body_is_near_below_the_distance_between_the_squares(void **state)
{
    (void)state;
    const dw_percepts percepts = with_guard(at(0, 1200, 0), ways[2]);
    const dw_traffic traffic = look(&percepts, ways[0]);
    assert_true(dw_traffic_is_near(&traffic, (dw_vec){0, 0}, DW_MM(701)));
    assert_false(dw_traffic_is_near(&traffic, (dw_vec){0, 0}, DW_MM(700)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_ahead_is_followed_with_a_gap_of_250_mm),
        cmocka_unit_test(a_guard_that_waits_ahead_is_followed_unless_it_is_this_guards_turn),
        cmocka_unit_test(an_oncoming_guard_is_solid_1500_mm_to_the_left),
        cmocka_unit_test(guards_beyond_2500_mm_do_not_count),
        cmocka_unit_test(of_two_that_would_wait_for_each_other_the_lower_index_goes),
        cmocka_unit_test(an_intruder_near_by_is_solid_unless_it_stands_at_the_goal),
        cmocka_unit_test(a_body_is_near_below_the_distance_between_the_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
