/* One match: who may give signs and set pings, how often, and who learns of them. */
#include "match_box.h"
#include "server/mind/brains/brains.h"
#include "tests/support/test.h"

enum { ANN = 1, BOB = 2, EVE = 3, LATE = 4, SECOND = DW_SIGNAL_REST_TICKS };

static dw_match_box box;
static dw_client_handle ann, bob, eve;

static const dw_signal decoy = {.sign = DW_SIGN_DECOY};

/* Two players and a spectator, in the lobby. */
static void open_match(uint32_t spectator_delay_ticks)
{
    dw_match_box_init(&box);
    box.config.brain = dw_brain_find("reference");
    box.config.spectator_delay_ticks = spectator_delay_ticks;
    dw_match_box_open(&box);
    dw_welcome welcome;
    ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    bob = dw_match_box_join(&box, BOB, "bob", &welcome);
    eve = dw_match_box_watch(&box, EVE);
}

static int close_match(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    return 0;
}

static uint32_t heard(uint32_t from, uint32_t tag)
{
    return dw_match_box_count(&box, from, tag, DW_MESSAGE_TEAM_SIGNAL);
}

static dw_world *world_of_match(void)
{
    return (dw_world *)dw_sim_world(dw_match_sim(box.match));
}

static void the_team_hears_a_sign_and_spectators_never_do(void **state)
{
    (void)state;
    open_match(30);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, 60); /* The spectator sees the round by now. */
    const uint32_t from = box.message_count;
    const uint32_t tick = box.tick;
    assert_true(dw_match_signal(box.match, ann, &decoy));
    assert_int_equal(heard(from, BOB), 1);
    assert_int_equal(heard(from, ANN), 1); /* It went through. */
    const dw_signal *told = &dw_match_box_last(&box, BOB, DW_MESSAGE_TEAM_SIGNAL)->as.signal;
    assert_int_equal(told->sign, DW_SIGN_DECOY);
    assert_int_equal(told->slot, 0);
    assert_int_equal(told->tick, tick);
    dw_match_box_run(&box, 120);
    assert_int_equal(heard(from, EVE), 0);
    assert_int_equal(heard(from, BOB), 1);

    /* And what a spectator signals, nobody gets. */
    assert_false(dw_match_signal(box.match, eve, &decoy));
    assert_false(dw_match_signal(box.match, 0, &decoy));
    dw_match_box_run(&box, 60);
    assert_int_equal(heard(from, ANN) + heard(from, BOB) + heard(from, EVE), 2);
    assert_int_equal(dw_match_get_stats(box.match)->signals, 1);
    assert_int_equal(dw_match_get_stats(box.match)->signals_refused, 2);
}

static void a_ping_lies_on_the_map_and_is_rounded(void **state)
{
    (void)state;
    open_match(0);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    const dw_rect bounds = box.map->bounds;
    static const int32_t beyond[][2] = {{-751, 0}, {0, -751}, {751, 0}, {0, 751}};
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        const dw_vec corner = {beyond[i][0] < 0 ? bounds.min.x : bounds.max.x,
                               beyond[i][1] < 0 ? bounds.min.y : bounds.max.y};
        const dw_signal ping = {
            .position = {corner.x + DW_MM(beyond[i][0]), corner.y + DW_MM(beyond[i][1])}};
        assert_false(dw_match_signal(box.match, ann, &ping));
    }
    const dw_signal ping = {.position = {DW_MM(3260), DW_MM(1240)}};
    assert_true(dw_match_signal(box.match, ann, &ping)); /* The refused ones cost no second. */
    const dw_signal *told = &dw_match_box_last(&box, BOB, DW_MESSAGE_TEAM_SIGNAL)->as.signal;
    assert_int_equal(told->sign, DW_SIGN_NONE);
    assert_int_equal(told->position.x, DW_MM(3500));
    assert_int_equal(told->position.y, DW_MM(1000));
}

static void each_player_has_one_of_each_kind_a_second(void **state)
{
    (void)state;
    open_match(0);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    const dw_signal ping = {.position = {DW_MM(1000), DW_MM(1000)}};
    const uint32_t from = box.message_count;
    uint32_t taken[3] = {0};
    for (uint32_t tick = 0; tick < 5 * SECOND; tick++) {
        const dw_signal sign = {.sign = (uint8_t)(DW_SIGN_NONE + 1 + tick % 16)};
        taken[0] += dw_match_signal(box.match, ann, &sign);
        taken[1] += dw_match_signal(box.match, ann, &ping);
        taken[2] += dw_match_signal(box.match, bob, &sign); /* Ann's seconds are not Bob's. */
        dw_match_box_run(&box, 1);
    }
    assert_int_equal(taken[0], 5);
    assert_int_equal(taken[1], 5);
    assert_int_equal(taken[2], 5);
    assert_int_equal(heard(from, BOB), 15);
    assert_int_equal(dw_match_get_stats(box.match)->signals, 15);
    assert_int_equal(dw_match_get_stats(box.match)->signals_refused, 3 * 5 * SECOND - 15);
}

static void only_the_living_signal_and_only_from_countdown_to_end(void **state)
{
    (void)state;
    open_match(0);
    dw_match_box_run(&box, 1);
    assert_false(dw_match_signal(box.match, ann, &decoy)); /* Lobby. */
    dw_match_box_run_until(&box, DW_PHASE_COUNTDOWN);
    assert_true(dw_match_signal(box.match, ann, &decoy));
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, SECOND);
    dw_welcome welcome;
    const dw_client_handle late = dw_match_box_join(&box, LATE, "late", &welcome);
    dw_intruder_set_slot_state(world_of_match(), 0, DW_SLOT_CAUGHT);
    dw_match_box_run(&box, 1);
    const uint32_t from = box.message_count;
    assert_false(dw_match_signal(box.match, ann, &decoy));  /* Caught. */
    assert_false(dw_match_signal(box.match, late, &decoy)); /* Waits for the next round. */
    assert_true(dw_match_signal(box.match, bob, &decoy));
    assert_int_equal(heard(from, ANN), 1); /* They are still of the team. */
    assert_int_equal(heard(from, LATE), 1);
    dw_intruder_set_slot_state(world_of_match(), 1, DW_SLOT_CAUGHT);
    dw_match_box_run_until(&box, DW_PHASE_RESULT);
    dw_match_box_run(&box, 2);
    assert_false(dw_match_signal(box.match, bob, &decoy));
}

static uint64_t hash_after_half_a_minute(bool signals)
{
    open_match(0);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    uint32_t taken = 0;
    for (uint32_t tick = 0; tick < 30 * SECOND; tick++) {
        const dw_signal ping = {.position = dw_intruder_actor(world_of_match(), 0)->body.position};
        taken += signals && dw_match_signal(box.match, ann, &decoy);
        taken += signals && dw_match_signal(box.match, bob, &ping);
        dw_match_box_run(&box, 1);
    }
    assert_true(signals ? taken > 50 : taken == 0); /* Between rounds nobody signals. */
    const uint64_t hash = dw_sim_hash(dw_match_sim(box.match));
    dw_match_box_close(&box);
    return hash;
}

/* The world is the same to the last bit, guards' minds included: signals are nothing that a guard
 * could perceive. For the same reason no replay holds them. */
static void guards_and_the_world_are_the_same_with_and_without_signals(void **state)
{
    (void)state;
    const uint64_t without = hash_after_half_a_minute(false);
    assert_true(hash_after_half_a_minute(true) == without);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, close_match)
    const struct CMUnitTest tests[] = {
        TEST(the_team_hears_a_sign_and_spectators_never_do),
        TEST(a_ping_lies_on_the_map_and_is_rounded),
        TEST(each_player_has_one_of_each_kind_a_second),
        TEST(only_the_living_signal_and_only_from_countdown_to_end),
        cmocka_unit_test(guards_and_the_world_are_the_same_with_and_without_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
