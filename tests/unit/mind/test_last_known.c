/* last_known.h: where a guard goes for an intruder that it has lost (server/RULES.md 5.39 to 5.41).
 * Each case with the first half of the door in either room. */
#include "server/mind/skills/last_known.h"

#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

/* The room in which the guard looks for an intruder last seen at `x` on the axis of the door. */
static uint16_t looks_in(const dw_desk *it, int32_t x, int32_t step_x, uint16_t own_room)
{
    const dw_belief belief = {.source = DW_BELIEF_SEEN,
                              .place = dw_scene_mm(x, 2000),
                              .room = dw_map_room_at(it->venue->map, dw_scene_mm(x, 2000)),
                              .step = dw_scene_mm(step_x, 0)};
    const dw_vec place = dw_last_known_position(&it->setup, &belief, own_room);
    const dw_nav_query query = {.room = DW_NONE};
    assert_true(dw_nav_free(it->venue->nav, &query, place));
    assert_false(
        dw_rect_overlaps(it->venue->map->doors[0].doorway, dw_rect_around(place, DW_BODY_HALF)));
    return dw_map_room_at(it->venue->map, place);
}

static void lost_in_a_doorway_it_is_looked_for_in_the_room_to_which_it_was_going(void **state)
{
    (void)state;
    for (uint32_t swapped = 0; swapped < 2; swapped++) {
        dw_desk it;
        dw_desk_open(&it, swapped == 1);
        for (uint16_t own = 0; own < 2; own++) {
            for (int32_t x = 7950; x <= 8050; x += 100) { /* In either half. */
                assert_int_equal(looks_in(&it, x, 20, own), DW_DESK_STUDY);
                assert_int_equal(looks_in(&it, x, -20, own), DW_DESK_HALL);
            }
        }
        dw_desk_close(&it);
    }
}

static void if_it_stood_still_there_in_the_room_that_is_not_the_guards(void **state)
{
    (void)state;
    for (uint32_t swapped = 0; swapped < 2; swapped++) {
        dw_desk it;
        dw_desk_open(&it, swapped == 1);
        for (int32_t x = 7950; x <= 8050; x += 100) {
            assert_int_equal(looks_in(&it, x, 0, DW_DESK_HALL), DW_DESK_STUDY);
            assert_int_equal(looks_in(&it, x, 0, DW_DESK_STUDY), DW_DESK_HALL);
        }
        dw_desk_close(&it);
    }
}

static void lost_anywhere_else_it_is_looked_for_right_there(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    const dw_belief belief = {
        .place = dw_scene_mm(3000, 1500), .room = DW_DESK_HALL, .step = dw_scene_mm(20, 0)};
    assert_true(dw_vec_equal(dw_last_known_position(&it.setup, &belief, DW_DESK_STUDY),
                             dw_scene_mm(3000, 1500)));
    dw_desk_close(&it);
}

static void going_there_is_done_on_arrival_and_failed_without_a_path(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    it.think.speed = 2400;
    dw_last_known_begin(&it.think, dw_scene_mm(2000, 1000));
    dw_skill_state skill = DW_SKILL_RUNNING;
    for (uint32_t tick = 0; skill == DW_SKILL_RUNNING; tick++) {
        assert_true(tick < 100);
        skill = dw_last_known_step(&it.think);
        it.percepts.position = dw_vec_add(it.percepts.position, it.command.step);
        it.command = (dw_guard_command){.hold_door = DW_NONE};
    }
    assert_int_equal(skill, DW_SKILL_DONE);
    assert_true(dw_vec_equal(it.percepts.position, dw_scene_mm(2000, 1000)));
    dw_last_known_begin(&it.think, dw_scene_mm(11000, 1000));
    it.mover.avoided = 0; /* The only door. */
    skill = dw_last_known_step(&it.think);
    for (uint32_t tick = 0; skill == DW_SKILL_RUNNING && tick < 20; tick++) {
        skill = dw_last_known_step(&it.think);
    }
    assert_int_equal(skill, DW_SKILL_FAILED);
    dw_desk_close(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_in_a_doorway_it_is_looked_for_in_the_room_to_which_it_was_going),
        cmocka_unit_test(if_it_stood_still_there_in_the_room_that_is_not_the_guards),
        cmocka_unit_test(lost_anywhere_else_it_is_looked_for_right_there),
        cmocka_unit_test(going_there_is_done_on_arrival_and_failed_without_a_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
