/* Searches of rooms by two guards, on a made world. */
#include "server/lab/search_watch.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

enum { ANN, BOB, CID, GUARDS };
enum { HALL = 3, STUDY = 4, LOOK_TICKS = 6, SECOND = DW_TICKS_PER_SECOND };

typedef struct play {
    dw_world world;
    dw_search_watch watch;
    dw_match_row row;
    uint16_t searched[GUARDS]; /* DW_NONE: on patrol. */
    dw_mind_intruder belief;   /* Of all guards. */
} play;

static play it;

static int set_up(void **state)
{
    (void)state;
    memset(&it, 0, sizeof it);
    it.world.guard_count = GUARDS;
    dw_search_watch_reset(&it.watch);
    for (uint16_t g = 0; g < GUARDS; g++) {
        it.searched[g] = DW_NONE;
        it.world.actors[g].room = HALL;
    }
    return 0;
}

static void run(uint32_t ticks)
{
    for (uint32_t t = 0; t < ticks; t += LOOK_TICKS) {
        it.world.tick += LOOK_TICKS;
        for (uint16_t g = 0; g < GUARDS; g++) {
            const bool searches = it.searched[g] != DW_NONE;
            dw_mind_view view = {.body = (uint8_t)(g + 1),
                                 .intruder_count = 1,
                                 .intruders = {it.belief},
                                 .room_count = searches ? 1 : 0,
                                 .rooms = {it.searched[g]}};
            (void)snprintf(view.goal, sizeof view.goal, "%s", searches ? "search" : "patrol");
            dw_search_watch_look(&it.watch, &it.row, &it.world, &view, LOOK_TICKS);
        }
    }
}

static void put_intruder(uint16_t room)
{
    dw_actor *actor = &it.world.actors[dw_intruder_index(&it.world, 0)];
    actor->presence = room == DW_NONE ? DW_PRESENCE_GONE : DW_PRESENCE_PRESENT;
    actor->room = room;
}

static void a_guard_on_its_way_to_a_room_does_not_search_it_yet(void **state)
{
    (void)state;
    it.searched[ANN] = STUDY;
    run(5 * SECOND);
    assert_int_equal(it.row.searches, 0);
    it.world.actors[ANN].room = STUDY;
    run(5 * SECOND);
    assert_int_equal(it.row.searches, 1);
    assert_int_equal(it.row.search_ticks, 5 * SECOND);
    assert_int_equal(it.row.search_ticks_again, 0);
}

static void a_second_guard_within_30_s_searches_again_and_the_same_one_does_not(void **state)
{
    (void)state;
    it.searched[ANN] = HALL;
    run(6 * SECOND);
    it.searched[ANN] = DW_NONE;
    run(6 * SECOND);
    it.searched[ANN] = HALL;
    run(6 * SECOND);
    assert_int_equal(it.row.searches, 2);
    assert_int_equal(it.row.searches_again, 0);
    it.searched[ANN] = DW_NONE;
    run(29 * SECOND);
    it.searched[BOB] = HALL;
    run(12 * SECOND);
    assert_int_equal(it.row.searches_again, 1);
    assert_int_equal(it.row.search_ticks, 24 * SECOND);
    assert_int_equal(it.row.search_ticks_again, 12 * SECOND); /* The whole search counts. */
    it.searched[BOB] = DW_NONE;
    run(31 * SECOND);
    it.searched[CID] = HALL;
    run(6 * SECOND);
    assert_int_equal(it.row.searches, 4);
    assert_int_equal(it.row.searches_again, 1);
}

/* Ann comes back to a room that Bob has searched since. */
static void the_own_search_does_not_hide_that_of_another(void **state)
{
    (void)state;
    it.searched[BOB] = HALL;
    run(6 * SECOND);
    it.searched[BOB] = DW_NONE;
    it.searched[ANN] = HALL;
    run(6 * SECOND);
    it.searched[ANN] = DW_NONE;
    run(6 * SECOND);
    it.searched[ANN] = HALL;
    run(6 * SECOND);
    assert_int_equal(it.row.searches_again, 2); /* Bob left 12 s ago. */
}

static void of_two_that_search_together_the_second_searches_again(void **state)
{
    (void)state;
    it.searched[ANN] = HALL;
    run(LOOK_TICKS);
    it.searched[BOB] = HALL;
    run(10 * SECOND);
    assert_int_equal(it.row.searches, 2);
    assert_int_equal(it.row.searches_again, 1);
    assert_int_equal(it.row.search_ticks_again, 10 * SECOND);
}

/* Bob searches again. In the hall a guard has sensed an intruder, or was told of one. */
static uint64_t ticks_anew(uint8_t source, uint32_t age_ticks)
{
    (void)set_up(NULL);
    it.searched[ANN] = HALL;
    run(6 * SECOND);
    it.searched[ANN] = DW_NONE;
    run(2 * SECOND);
    it.belief =
        (dw_mind_intruder){.source = source, .room = HALL, .tick = it.world.tick - age_ticks};
    it.searched[BOB] = HALL;
    run(6 * SECOND);
    assert_int_equal(it.row.search_ticks_again, 6 * SECOND);
    assert_int_equal(it.row.searches_anew, it.row.search_ticks_anew / (6 * SECOND));
    return it.row.search_ticks_anew;
}

static void a_search_after_a_new_detection_in_the_room_has_a_reason(void **state)
{
    (void)state;
    assert_int_equal(ticks_anew(DW_BELIEF_SEEN, SECOND), 6 * SECOND);
    assert_int_equal(ticks_anew(DW_BELIEF_TOUCHED, SECOND), 6 * SECOND);
    assert_int_equal(ticks_anew(DW_BELIEF_TOLD, SECOND), 0);
    assert_int_equal(ticks_anew(DW_BELIEF_SEEN, 3 * SECOND), 0);
}

static void a_search_is_a_false_alarm_unless_an_intruder_was_in_the_room(void **state)
{
    (void)state;
    put_intruder(STUDY);
    it.searched[ANN] = HALL;
    run(6 * SECOND);
    assert_int_equal(it.row.false_alarms, 0); /* Not over yet. */
    it.searched[ANN] = DW_NONE;
    run(SECOND);
    assert_int_equal(it.row.false_alarms, 1);
    it.searched[ANN] = HALL;
    run(6 * SECOND);
    put_intruder(HALL);
    run(LOOK_TICKS);
    put_intruder(DW_NONE);
    run(6 * SECOND);
    it.searched[ANN] = DW_NONE;
    run(SECOND);
    assert_int_equal(it.row.false_alarms, 1);
    it.searched[BOB] = HALL;
    run(SECOND);
    dw_search_watch_finish(&it.watch, &it.row);
    assert_int_equal(it.row.false_alarms, 2); /* The match ends it. */
}

int main(void)
{
#define FRESH(test) cmocka_unit_test_setup(test, set_up)
    const struct CMUnitTest tests[] = {
        FRESH(a_guard_on_its_way_to_a_room_does_not_search_it_yet),
        FRESH(a_second_guard_within_30_s_searches_again_and_the_same_one_does_not),
        FRESH(the_own_search_does_not_hide_that_of_another),
        FRESH(of_two_that_search_together_the_second_searches_again),
        FRESH(a_search_after_a_new_detection_in_the_room_has_a_reason),
        FRESH(a_search_is_a_false_alarm_unless_an_intruder_was_in_the_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
