/* Guards choose by how far they have to walk, not by straight lines (server/RULES.md 6.26). In the
 * house of desk.h the middle of the only door between hall and study is at 8000,2000. */
#include "server/mind/skills/chase.h"
#include "server/mind/team/team_radio.h"
#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

static void sense(dw_desk *desk, int32_t x, int32_t y)
{
    const uint8_t slot = desk->percepts.intruder_count++;
    const dw_vec position = dw_scene_mm(x, y);
    desk->percepts.intruders[slot] =
        (dw_percept_intruder){.slot = slot,
                              .detected = true,
                              .position = position,
                              .room = dw_map_room_at(desk->venue->map, position)};
}

static void a_guard_chases_the_intruder_that_it_has_less_far_to_walk_to(void **state)
{
    (void)state;
    dw_desk desk;
    dw_desk_open(&desk, false);
    dw_desk_put(&desk, 7500, 500);
    sense(&desk, 8500, 500); /* 1 m off, behind the wall. */
    sense(&desk, 5000, 500); /* 2.5 m off in the same room. */
    dw_chase chase;
    dw_chase_reset(&chase, 1);
    assert_int_equal(dw_chase_begin(&chase, &desk.think)->slot, 1);
    dw_desk_close(&desk);
}

/* Two intruders in the hall. A colleague in the study is nearer to the first as the crow flies. */
static void a_colleague_behind_the_wall_is_not_nearer(void **state)
{
    (void)state;
    dw_desk desk;
    dw_desk_open(&desk, false);
    dw_desk_put(&desk, 5500, 500);
    sense(&desk, 7500, 500); /* 2 m. */
    sense(&desk, 2500, 500); /* 3 m. */
    dw_percept_guard *colleague = dw_desk_add_guard(&desk, 8500, 500);
    dw_chase chase;
    dw_chase_reset(&chase, 1);
    assert_int_equal(dw_chase_begin(&chase, &desk.think)->slot, 0);
    colleague->position = dw_scene_mm(7500, 1500); /* In the hall it is. */
    dw_chase_reset(&chase, 1);
    assert_int_equal(dw_chase_begin(&chase, &desk.think)->slot, 1);
    dw_desk_close(&desk);
}

static void a_bid_is_how_far_the_guard_has_to_walk(void **state)
{
    (void)state;
    dw_desk desk;
    dw_desk_open(&desk, false);
    dw_desk_put(&desk, 7500, 500);
    const int32_t there = dw_team_bid_mm(&desk.think, dw_scene_mm(8500, 500));
    assert_in_range(there, 3161, 3163); /* Twice the root of 500 and 1500 squared. */
    assert_in_range(dw_team_bid_mm(&desk.think, dw_scene_mm(8000, 2000)), 1580, 1582);
    assert_int_equal(dw_team_bid_mm(&desk.think, dw_scene_mm(7500, 3500)), 3000);
    dw_desk_close(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_chases_the_intruder_that_it_has_less_far_to_walk_to),
        cmocka_unit_test(a_colleague_behind_the_wall_is_not_nearer),
        cmocka_unit_test(a_bid_is_how_far_the_guard_has_to_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
