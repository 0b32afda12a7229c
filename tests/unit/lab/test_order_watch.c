/* What became of orders, on made worlds: a guard explains, senses and walks as the test says. */
#include "server/lab/order_watch.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

enum { ANN, BOB, GUARDS };
enum { HALL = 3, STUDY = 4, CELLAR = 5, DOOR = 7, OTHER_DOOR = 8, SLOT = 2, OTHER_SLOT = 3 };
enum { REPORT = 11, SECOND = DW_TICKS_PER_SECOND };

static const dw_vec post = {DW_MM(5000), DW_MM(5000)};

typedef struct play {
    dw_world world;
    dw_order_watch watch;
    dw_match_row row;
    dw_percepts percepts[GUARDS];
    dw_mind_view views[GUARDS];
} play;

static play it;

static void say(uint16_t guard, const char *goal, uint16_t door)
{
    dw_mind_view *view = &it.views[guard];
    *view = (dw_mind_view){.body = (uint8_t)(guard + 1),
                           .cause = DW_CAUSE_MESSAGE,
                           .cause_id = REPORT,
                           .since = it.world.tick + 1,
                           .room = HALL,
                           .door = door,
                           .target = post,
                           .path_count = 2};
    (void)snprintf(view->goal, sizeof view->goal, "%s", goal);
}

static void put_intruder(uint32_t slot, uint16_t room)
{
    dw_actor *actor = &it.world.actors[dw_intruder_index(&it.world, slot)];
    actor->presence = DW_PRESENCE_PRESENT;
    actor->room = room;
}

static void sense(uint16_t guard, uint8_t slot, bool seen)
{
    it.percepts[guard].intruders[0] = (dw_percept_intruder){.slot = slot, .seen = seen};
    it.percepts[guard].intruder_count = 1;
}

/* Both guards on patrol, one intruder in the hall, a report of it heard. */
static int set_up(void **state)
{
    (void)state;
    memset(&it, 0, sizeof it);
    it.world.guard_count = GUARDS;
    dw_order_watch_reset(&it.watch);
    for (uint16_t g = 0; g < GUARDS; g++) {
        it.world.actors[g].presence = DW_PRESENCE_PRESENT;
        say(g, "patrol", DW_NONE);
        it.percepts[g].heard_count = 1;
        it.percepts[g].heard[0] =
            (dw_radio_message){.id = REPORT, .kind = DW_RADIO_REPORT, .slot = SLOT};
    }
    put_intruder(SLOT, STUDY);
    put_intruder(OTHER_SLOT, STUDY);
    return 0;
}

static void run(uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        it.world.tick++;
        dw_order_watch_rooms(&it.watch, &it.world);
        for (uint16_t g = 0; g < GUARDS; g++) {
            dw_order_watch_sense(&it.watch, &it.row, &it.world, g, &it.percepts[g]);
            it.percepts[g].heard_count = 0;
        }
        for (uint16_t g = 0; g < GUARDS; g++) {
            dw_order_watch_look(&it.watch, &it.row, &it.world, &it.views[g]);
        }
    }
}

static void arrive(uint16_t guard)
{
    it.world.actors[guard].body.position = (dw_vec){post.x + DW_MM(600), post.y};
    run(1);
}

/* That all numbers are 0 but these. */
static void expect(const dw_match_row *wanted)
{
    const uint64_t *found = dw_match_row_numbers(&it.row);
    const uint64_t *numbers = dw_match_row_numbers(wanted);
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        if (found[i] != numbers[i]) {
            fail_msg("%s is %llu, not %llu", dw_match_columns[i].name, (unsigned long long)found[i],
                     (unsigned long long)numbers[i]);
        }
    }
}

static void a_sighting_counts_up_to_20_s_after_the_arrival(void **state)
{
    (void)state;
    run(1);
    say(ANN, "intercept", DOOR);
    say(BOB, "lie in wait", DOOR);
    run(30);
    expect(&(dw_match_row){.orders_intercept = 1, .orders_wait = 1});
    arrive(ANN);
    arrive(BOB);
    run(20 * SECOND - 2); /* Ann's time is over in the next tick. */
    sense(BOB, SLOT, true);
    run(1);
    sense(ANN, SLOT, true);
    run(1);
    expect(&(dw_match_row){.orders_intercept = 1,
                           .orders_intercept_arrived = 1,
                           .orders_intercept_empty = 1,
                           .orders_wait = 1,
                           .orders_wait_arrived = 1,
                           .orders_wait_seen = 1});
    run(SECOND);
    dw_order_watch_finish(&it.watch, &it.row);
    assert_int_equal(it.row.orders_intercept + it.row.orders_wait, 2); /* Each ends once. */
}

static void another_intruder_or_one_that_is_only_felt_is_not_the_one_of_the_report(void **state)
{
    (void)state;
    run(1);
    say(ANN, "intercept", DOOR);
    run(1);
    arrive(ANN);
    sense(ANN, OTHER_SLOT, true);
    run(1);
    sense(ANN, SLOT, false);
    run(1);
    expect(&(dw_match_row){.orders_intercept = 1, .orders_intercept_arrived = 1});
    sense(ANN, SLOT, true);
    run(1);
    expect(&(dw_match_row){
        .orders_intercept = 1, .orders_intercept_arrived = 1, .orders_intercept_seen = 1});
}

static void an_intruder_turns_back_when_it_enters_the_room_before_its_last(void **state)
{
    (void)state;
    run(1);
    say(ANN, "intercept", DOOR);
    put_intruder(SLOT, HALL);
    run(1);
    put_intruder(SLOT, STUDY); /* Before the arrival it proves nothing. */
    run(1);
    arrive(ANN);
    put_intruder(SLOT, CELLAR);
    run(5);
    put_intruder(OTHER_SLOT, HALL);
    run(1);
    put_intruder(OTHER_SLOT, STUDY);
    run(1);
    expect(&(dw_match_row){.orders_intercept = 1, .orders_intercept_arrived = 1});
    put_intruder(SLOT, STUDY);
    run(1);
    expect(&(dw_match_row){
        .orders_intercept = 1, .orders_intercept_arrived = 1, .orders_intercept_turned = 1});
}

static void an_order_on_the_way_ends_by_a_meeting_another_order_or_another_goal(void **state)
{
    (void)state;
    run(1);
    say(ANN, "intercept", DOOR);
    say(BOB, "intercept", DW_NONE);
    run(1);
    sense(ANN, SLOT, true);
    say(BOB, "intercept", DOOR);
    run(1);
    expect(&(dw_match_row){
        .orders_intercept = 2, .orders_intercept_met = 1, .orders_go = 1, .orders_go_reaimed = 1});
    say(BOB, "patrol", DW_NONE);
    run(1);
    say(ANN, "lie in wait", OTHER_DOOR);
    it.percepts[ANN].intruder_count = 0;
    run(1);
    dw_order_watch_finish(&it.watch, &it.row);
    expect(&(dw_match_row){.orders_intercept = 2,
                           .orders_intercept_met = 1,
                           .orders_intercept_dropped = 1,
                           .orders_go = 1,
                           .orders_go_reaimed = 1,
                           .orders_wait = 1,
                           .orders_wait_over = 1});
}

static void a_guard_that_goes_on_through_the_door_has_arrived(void **state)
{
    (void)state;
    run(1);
    say(ANN, "intercept", DOOR);
    run(60);
    it.views[ANN].target = (dw_vec){0, DW_MM(9000)};
    run(1);
    say(ANN, "search", DW_NONE);
    it.views[ANN].cause = DW_CAUSE_ARRIVAL;
    run(5 * SECOND);
    sense(ANN, SLOT, true);
    run(1);
    expect(&(dw_match_row){
        .orders_intercept = 1, .orders_intercept_arrived = 1, .orders_intercept_seen = 1});
}

/* The path is not planned yet: it stands where it was to go before. */
static void a_guard_that_has_not_set_out_has_not_arrived(void **state)
{
    (void)state;
    it.world.actors[ANN].body.position = post;
    run(1);
    say(ANN, "intercept", DOOR);
    it.views[ANN].path_count = 0;
    run(10);
    it.views[ANN].target = (dw_vec){0, DW_MM(9000)};
    it.views[ANN].path_count = 2;
    run(10);
    sense(ANN, SLOT, true);
    run(1);
    expect(&(dw_match_row){.orders_intercept = 1, .orders_intercept_met = 1});
}

static void goals_that_no_message_gave_are_no_orders(void **state)
{
    (void)state;
    run(1);
    say(ANN, "search", DOOR);
    say(BOB, "intercept", DOOR);
    it.views[BOB].cause = DW_CAUSE_DONE;
    run(30);
    expect(&(dw_match_row){.ticks = 0});
}

static void an_order_about_an_intruder_that_others_caught_is_dropped(void **state)
{
    (void)state;
    run(1);
    say(ANN, "intercept", DOOR);
    run(1);
    arrive(ANN);
    it.world.actors[dw_intruder_index(&it.world, SLOT)].presence = DW_PRESENCE_GONE;
    run(1);
    expect(&(dw_match_row){
        .orders_intercept = 1, .orders_intercept_arrived = 1, .orders_intercept_dropped = 1});
}

int main(void)
{
#define FRESH(test) cmocka_unit_test_setup(test, set_up)
    const struct CMUnitTest tests[] = {
        FRESH(a_sighting_counts_up_to_20_s_after_the_arrival),
        FRESH(another_intruder_or_one_that_is_only_felt_is_not_the_one_of_the_report),
        FRESH(an_intruder_turns_back_when_it_enters_the_room_before_its_last),
        FRESH(an_order_on_the_way_ends_by_a_meeting_another_order_or_another_goal),
        FRESH(a_guard_that_goes_on_through_the_door_has_arrived),
        FRESH(a_guard_that_has_not_set_out_has_not_arrived),
        FRESH(goals_that_no_message_gave_are_no_orders),
        FRESH(an_order_about_an_intruder_that_others_caught_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
