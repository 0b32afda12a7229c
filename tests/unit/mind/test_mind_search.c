/* search.h: the list of rooms, the spots of a room, and what an explanation tells of them
 * (server/RULES.md 5.42 to 5.53). */
#include "server/mind/skills/search.h"

#include "common/base/check.h"
#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

static uint32_t spots_left(const dw_search *search)
{
    uint32_t spots = 0;
    for (uint8_t p = 0; p < search->piece_count; p++) {
        spots += (uint32_t)__builtin_popcount(search->sides[p]);
    }
    return spots;
}

/* All rooms of a map one after the other, each broken off at once: a search knows nothing of the
 * one before. */
static void each_room_begins_with_its_own_spots_alone(const char *name)
{
    dw_venue *venue = dw_venue_shipped(name);
    const dw_map *map = venue->map;
    const dw_brain_setup setup = {.map = map, .nav = venue->nav};
    dw_search used;
    dw_search_reset(&used, 1);
    uint32_t furnished = 0;
    uint32_t bare = 0;
    for (uint16_t room = 0; room < map->room_count; room++) {
        dw_search fresh;
        dw_search_reset(&fresh, 1);
        dw_search_begin_room(&fresh, &setup, room);
        dw_search_begin_room(&used, &setup, room);
        assert_int_equal(used.piece_count, fresh.piece_count);
        assert_int_equal(used.left, fresh.left);
        assert_memory_equal(used.pieces, fresh.pieces, fresh.piece_count * sizeof used.pieces[0]);
        assert_memory_equal(used.sides, fresh.sides, fresh.piece_count);
        assert_int_equal(used.left, spots_left(&used));
        assert_true(used.left > 0);
        const bool corners = used.pieces[0] == DW_NONE; /* Unless furniture fills them. */
        bare += corners ? 1 : 0;
        for (uint8_t p = corners ? 1 : 0; p < used.piece_count; p++) {
            const dw_furniture *piece = &map->furniture[used.pieces[p]];
            assert_int_equal(piece->room, room);
            assert_true(piece->height >= DW_HEIGHT_HIDES_CROUCHING);
            furnished++;
        }
    }
    assert_true(furnished > 3 && bare > 3);
    dw_venue_destroy(venue);
}

static void a_search_begins_with_nothing_left_of_one_that_was_broken_off(void **state)
{
    (void)state;
    each_room_begins_with_its_own_spots_alone("reference");
    each_room_begins_with_its_own_spots_alone("museum");
}

static void an_explanation_tells_exactly_the_pieces_and_the_rest_of_the_list(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("museum");
    const dw_ruleset rules = dw_ruleset_reference();
    const dw_brain_setup setup = {
        .map = venue->map, .nav = venue->nav, .rules = &rules, .kind = &rules.kinds[DW_KIND_GUARD]};
    dw_search search;
    dw_search_reset(&search, 1);
    for (uint16_t room = 0; room < venue->map->room_count; room++) {
        dw_search_list(&search, &setup, room);
        dw_mind_view view = {.piece_count = 0};
        dw_search_explain_rooms(&search, &setup, 100, &view);
        assert_int_equal(view.piece_count, 0); /* Nothing is searched yet. */
        assert_int_equal(view.room_count, 0);
        assert_true(dw_search_next(&search, &setup, 100));
        dw_search_explain_rooms(&search, &setup, 100, &view);
        assert_int_equal(view.piece_count, search.piece_count);
        for (uint8_t p = 0; p < search.piece_count; p++) {
            assert_int_equal(view.pieces[p].furniture, search.pieces[p]);
            assert_int_equal(view.pieces[p].sides, search.sides[p]);
        }
        assert_int_equal(view.room_count, search.room_count);
        assert_memory_equal(view.rooms, search.rooms, search.room_count * sizeof view.rooms[0]);
        assert_int_equal(view.rooms[0], room);
        assert_int_equal(view.clear_count, 0);
        dw_search_stop(&search);
    }
    dw_venue_destroy(venue);
}

static void a_searched_room_is_left_out_for_as_long_as_the_rules_say(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    dw_search search;
    dw_search_reset(&search, 1);
    const uint32_t fresh = (uint32_t)it.rules.cleared_ticks;
    dw_search_note(&search, DW_DESK_STUDY, 1000);
    dw_mind_view view = {.clear_count = 0};
    dw_search_explain_rooms(&search, &it.setup, 1001, &view);
    assert_int_equal(view.clear_count, 1);
    assert_int_equal(view.clear[0].room, DW_DESK_STUDY);
    assert_int_equal(view.clear[0].tick, 1000);
    dw_search_list(&search, &it.setup, DW_DESK_STUDY);
    assert_int_equal(search.room_count, 2); /* The hall is a dead end as seen from here. */
    assert_true(dw_search_next(&search, &it.setup, 1000 + fresh - 1));
    assert_int_equal(dw_search_room(&search), DW_DESK_HALL);
    assert_false(dw_search_next(&search, &it.setup, 1000 + fresh - 1));
    assert_int_equal(dw_search_room(&search), DW_NONE);
    dw_search_list(&search, &it.setup, DW_DESK_STUDY);
    assert_true(dw_search_next(&search, &it.setup, 1000 + fresh));
    assert_int_equal(dw_search_room(&search), DW_DESK_STUDY);
    dw_search_note(&search, DW_DESK_STUDY, 5000);
    dw_search_reopen(&search, DW_DESK_STUDY);
    assert_false(dw_search_is_fresh(&search, &it.rules, DW_DESK_STUDY, 5001));
    dw_desk_close(&it);
}

/* Looking about from a corner, the guard searches its own room without leaving it unseen. */
static void a_room_is_done_when_each_spot_has_been_looked_at(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    it.think.speed = 2000;
    dw_search search;
    dw_search_reset(&search, 1);
    dw_search_begin_room(&search, &it.setup, DW_DESK_HALL);
    const uint32_t spots = search.left;
    assert_int_equal(spots, 4 + 4); /* The corners, and the sides of the one piece. */
    dw_skill_state skill = DW_SKILL_RUNNING;
    uint32_t tick = 0;
    for (uint32_t left = spots; skill == DW_SKILL_RUNNING; tick++) {
        assert_true(tick < (uint32_t)it.rules.search_room_ticks_max);
        it.command =
            (dw_guard_command){.heading_bam = it.percepts.heading_bam, .hold_door = DW_NONE};
        skill = dw_search_step(&search, &it.think);
        assert_true(search.left <= left);
        assert_int_equal(search.left, spots_left(&search));
        left = search.left;
        it.percepts.position = dw_vec_add(it.percepts.position, it.command.step);
        it.percepts.heading_bam = it.command.heading_bam;
        it.percepts.tick++;
    }
    assert_int_equal(skill, DW_SKILL_DONE);
    assert_int_equal(search.left, 0);
    assert_true(dw_search_is_fresh(&search, &it.rules, DW_DESK_HALL, it.percepts.tick));
    assert_true(tick > 30); /* It cannot see behind itself. */
    dw_desk_close(&it);
}

/* It was on its way elsewhere; the corner beside it is in sight, and needs a turn alone. */
static void a_guard_stops_for_a_spot_that_it_can_see_from_where_it_is(void **state)
{
    (void)state;
    dw_desk it;
    dw_desk_open(&it, false);
    it.think.speed = 2000;
    dw_mover_go(&it.mover, dw_scene_mm(7000, 1000));
    dw_search search;
    dw_search_reset(&search, 1);
    dw_search_begin_room(&search, &it.setup, DW_DESK_HALL);
    for (uint32_t tick = 0; tick < 5; tick++) {
        it.command =
            (dw_guard_command){.heading_bam = it.percepts.heading_bam, .hold_door = DW_NONE};
        assert_int_equal(dw_search_step(&search, &it.think), DW_SKILL_RUNNING);
        assert_int_equal(search.phase, DW_SEARCH_TURNING);
        assert_int_equal(it.mover.state, DW_MOVER_IDLE);
        assert_true(it.command.step.x == 0 && it.command.step.y == 0);
    }
    dw_desk_close(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_begins_with_nothing_left_of_one_that_was_broken_off),
        cmocka_unit_test(an_explanation_tells_exactly_the_pieces_and_the_rest_of_the_list),
        cmocka_unit_test(a_searched_room_is_left_out_for_as_long_as_the_rules_say),
        cmocka_unit_test(a_room_is_done_when_each_spot_has_been_looked_at),
        cmocka_unit_test(a_guard_stops_for_a_spot_that_it_can_see_from_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
