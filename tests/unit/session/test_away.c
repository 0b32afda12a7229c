/* Away: a player that could act, asks for the same all the time and says nothing. */
#include "match_box.h"
#include "server/sim/sim_state.h"
#include "tests/support/test.h"

#include <string.h>

enum { ANN = 1, BOB, SECOND = 60, MINUTE = 60 * SECOND };

static dw_match_box box;
static dw_client_handle ann, bob;

static int close_box(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    return 0;
}

/* Both play, with a guard that never leaves the study. */
static void open_box(void)
{
    dw_welcome welcome;
    dw_match_box_init(&box);
    dw_match_box_open(&box);
    ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    bob = dw_match_box_join(&box, BOB, "bob", &welcome);
    assert_true(ann != 0 && bob != 0);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
}

static void run_asking(uint32_t ticks, uint8_t ann_asks, uint8_t bob_asks)
{
    for (uint32_t tick = 0; tick < ticks; tick += 10) {
        dw_match_box_ask(&box, ann, ann_asks, 0, 10);
        dw_match_box_ask(&box, bob, bob_asks, 0, 10);
        dw_match_box_run(&box, 10);
    }
}

static dw_world *world_of_match(void)
{
    dw_sim *sim = NULL;
    const dw_sim *real = dw_match_sim(box.match);
    memcpy(&sim, &real, sizeof sim);
    return &sim->world;
}

static void a_player_that_asks_for_the_same_is_away_whatever_it_is(void **state)
{
    (void)state;
    open_box();
    run_asking(5 * MINUTE, DW_STAND, DW_NORTH);
    assert_in_range(dw_match_away_ticks(box.match, ann), 5 * MINUTE - 10, 5 * MINUTE + 10);
    assert_in_range(dw_match_away_ticks(box.match, bob), 5 * MINUTE - 10, 5 * MINUTE + 10);
}

static void a_player_that_asks_for_nothing_is_away_too(void **state)
{
    (void)state;
    open_box();
    dw_match_box_run(&box, 5 * MINUTE);
    assert_in_range(dw_match_away_ticks(box.match, ann), 5 * MINUTE - 1, 5 * MINUTE + 1);
}

static void one_turn_or_one_word_begins_anew(void **state)
{
    (void)state;
    open_box();
    run_asking(3 * MINUTE, DW_EAST, DW_EAST);
    run_asking(10, DW_WEST, DW_EAST);
    run_asking(MINUTE, DW_WEST, DW_EAST);
    assert_in_range(dw_match_away_ticks(box.match, ann), MINUTE, MINUTE + 20);
    assert_true(dw_match_away_ticks(box.match, bob) >= 4 * MINUTE);
    assert_true(dw_match_chat(box.match, bob, "back"));
    run_asking(SECOND, DW_WEST, DW_EAST);
    assert_in_range(dw_match_away_ticks(box.match, bob), SECOND, SECOND + 10);
}

/* What comes too late, too early or twice was not asked for. */
static void refused_intents_are_no_sign_of_life(void **state)
{
    (void)state;
    open_box();
    for (uint32_t tick = 0; tick < MINUTE; tick++) {
        dw_match_box_ask(&box, ann, DW_EAST, 0, 1);
        dw_input forged = {.newest_tick = box.tick, .count = 1, .intents = {{DW_WEST, 0}}};
        (void)dw_match_input(box.match, ann, &forged);
        forged.newest_tick = box.tick + 1;
        (void)dw_match_input(box.match, ann, &forged);
        forged.newest_tick = box.tick + DW_INTENT_AHEAD_MAX + 1;
        (void)dw_match_input(box.match, ann, &forged);
        dw_match_box_run(&box, 1);
    }
    assert_in_range(dw_match_away_ticks(box.match, ann), MINUTE - 1, MINUTE + 1);
}

static void the_carrier_is_never_away(void **state)
{
    (void)state;
    open_box();
    world_of_match()->items[0].state = DW_ITEM_CARRIED;
    world_of_match()->items[0].carrier = 1; /* Bob; Ann stands in the exit. */
    run_asking(5 * MINUTE, DW_STAND, DW_STAND);
    assert_int_equal(dw_match_away_ticks(box.match, bob), 0);
    assert_true(dw_match_away_ticks(box.match, ann) >= 5 * MINUTE - 10);
}

static void the_count_stands_still_for_those_who_cannot_act(void **state)
{
    (void)state;
    open_box();
    run_asking(MINUTE, DW_EAST, DW_EAST);
    dw_intruder_set_slot_state(world_of_match(), 0, DW_SLOT_CAUGHT);
    run_asking(MINUTE, DW_EAST, DW_EAST);
    assert_int_equal(dw_match_away_ticks(box.match, ann), 0);
    assert_true(dw_match_away_ticks(box.match, bob) >= 2 * MINUTE - 10);
    const dw_client_handle watcher = dw_match_box_watch(&box, 7);
    dw_match_abort(box.match);
    run_asking(20, DW_EAST, DW_EAST); /* The result is shown. */
    assert_int_equal(dw_match_away_ticks(box.match, bob), 0);
    assert_int_equal(dw_match_away_ticks(box.match, watcher), 0);
    assert_int_equal(dw_match_away_ticks(box.match, 0), 0);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    run_asking(SECOND, DW_EAST, DW_EAST);
    assert_in_range(dw_match_away_ticks(box.match, ann), MINUTE, MINUTE + 2 * SECOND);
    assert_in_range(dw_match_away_ticks(box.match, bob), 2 * MINUTE, 2 * MINUTE + 2 * SECOND);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, close_box)
    const struct CMUnitTest tests[] = {
        TEST(a_player_that_asks_for_the_same_is_away_whatever_it_is),
        TEST(a_player_that_asks_for_nothing_is_away_too),
        TEST(one_turn_or_one_word_begins_anew),
        TEST(refused_intents_are_no_sign_of_life),
        TEST(the_carrier_is_never_away),
        TEST(the_count_stands_still_for_those_who_cannot_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
