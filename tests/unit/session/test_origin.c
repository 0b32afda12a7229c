/* One person with two connections: while a player of an origin lives, others of that origin are
 * told nothing that helps the player. */
#include "common/base/check.h"
#include "match_box.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    ANN = 1,
    BOB,
    WATCHER,
    STRANGER,
    LATE_TICKS = 120,
    HOME = 7, /* Origins. */
    OTHER,
    THIRD,
    TURN_TICKS = 3,
    JOIN_AT = 200,
    NEXT_ROUND_AT = 300,
    LATE_FROM = NEXT_ROUND_AT + 40 /* The result is shown for 30 ticks. */
};

static dw_match_box box;

static int close_box(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    return 0;
}

static void open_box(uint32_t delay_ticks)
{
    dw_match_box_init(&box);
    box.config.spectator_delay_ticks = delay_ticks;
    box.rules.catch_ticks = 36000;
    dw_match_box_open(&box);
}

static dw_client_handle join_from(uint64_t origin, uint32_t tag, const char *name)
{
    dw_welcome welcome;
    box.origin = origin;
    const dw_client_handle client = dw_match_box_join(&box, tag, name, &welcome);
    assert_int_not_equal(client, 0);
    return client;
}

static dw_client_handle watch_from(uint64_t origin, uint32_t tag)
{
    box.origin = origin;
    const dw_client_handle client = dw_match_box_watch(&box, tag);
    assert_int_not_equal(client, 0);
    return client;
}

static dw_snapshot seen_by(dw_client_handle client)
{
    dw_snapshot snapshot;
    assert_int_equal(dw_match_snapshot(box.match, client, &snapshot), DW_OK);
    return snapshot;
}

static uint32_t guards_in(const dw_snapshot *snapshot)
{
    uint32_t guards = 0;
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        guards += snapshot->bodies[i].role == DW_ROLE_GUARD ? 1 : 0;
    }
    return guards;
}

/* As no rule of the game can. */
static dw_world *world_of_match(void)
{
    dw_sim *sim = NULL;
    const dw_sim *real = dw_match_sim(box.match);
    memcpy(&sim, &real, sizeof sim);
    return &sim->world;
}

static void put_into_study(uint32_t slot)
{
    dw_world *world = world_of_match();
    dw_actor *intruder = &world->actors[dw_intruder_index(world, slot)];
    intruder->body.position = (dw_vec){DW_MM(8000), DW_MM(2000)};
    intruder->room = dw_map_room_at(box.map, intruder->body.position);
    dw_match_box_run(&box, 1);
}

static void expect_ages(dw_client_handle same, uint32_t same_age, dw_client_handle other,
                        uint32_t other_age)
{
    const uint32_t same_tick = seen_by(same).tick;
    const uint32_t other_tick = seen_by(other).tick;
    if (box.tick - same_tick != same_age || box.tick - other_tick != other_age) {
        fail_msg("the same origin sees %u ticks late, another %u", box.tick - same_tick,
                 box.tick - other_tick);
    }
}

static void a_watcher_of_a_living_players_origin_sees_the_match_two_seconds_late(void **state)
{
    (void)state;
    open_box(0);
    const dw_client_handle ann = join_from(HOME, ANN, "ann");
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, LATE_TICKS);
    const dw_client_handle same = watch_from(HOME, WATCHER);
    const dw_client_handle other = watch_from(OTHER, STRANGER);
    static dw_snapshot live[4 * LATE_TICKS];
    for (uint32_t tick = 0; tick < DW_COUNT_OF(live); tick++) {
        dw_match_box_ask(&box, ann, tick / 60 % 2 == 0 ? DW_EAST : DW_WEST, 0, 1);
        dw_match_box_run(&box, 1);
        expect_ages(same, LATE_TICKS, other, 0);
        live[tick] = seen_by(other);
        if (tick >= LATE_TICKS) { /* What others saw, and nothing newer. */
            const dw_snapshot late = seen_by(same);
            const dw_snapshot *then = &live[tick - LATE_TICKS];
            assert_int_equal(late.tick, then->tick);
            assert_int_equal(late.body_count, then->body_count);
            assert_int_equal(late.bodies[1].x, then->bodies[1].x);
        }
    }
}

/* A spectator that then joins with a second connection. */
static void a_watcher_becomes_late_without_a_step_back(void **state)
{
    (void)state;
    open_box(0);
    const dw_client_handle bob = join_from(THIRD, BOB, "bob");
    const dw_client_handle same = watch_from(HOME, WATCHER);
    const dw_client_handle other = watch_from(OTHER, STRANGER);
    uint32_t newest = 0;
    uint32_t sent = 0;
    for (uint32_t tick = 0; tick < 900; tick++) {
        if (tick == JOIN_AT) { /* In the round that is on already, then in the next one. */
            expect_ages(same, 0, other, 0);
            (void)join_from(HOME, ANN, "ann");
        }
        if (tick == NEXT_ROUND_AT) {
            expect_ages(same, 0, other, 0);
            dw_intruder_set_slot_state(world_of_match(), 0, DW_SLOT_CAUGHT);
        }
        world_of_match()->actors[dw_intruder_index(world_of_match(), 0)].body.position =
            (dw_vec){DW_MM(5500), DW_MM(2000)};
        dw_match_box_ask(&box, bob, DW_STAND, tick % 20 == 0 ? DW_BUTTON_USE : 0, 1);
        if (tick == 40) {
            assert_true(dw_match_chat(box.match, bob, "hello"));
        }
        dw_match_box_run(&box, 1);
        uint8_t bytes[DW_MESSAGE_MAX];
        size_t size = 0;
        uint32_t base_tick = 0;
        uint32_t shown = 0;
        if ((box.tick + 1) % TURN_TICKS == 0 &&
            dw_match_encode_snapshot(box.match, same, bytes, sizeof bytes, &size) == DW_OK) {
            assert_int_equal(dw_snapshot_base_tick(bytes, size, &shown, &base_tick), DW_OK);
            assert_true(shown > newest);
            assert_true(tick < LATE_FROM || box.tick - shown >= LATE_TICKS);
            newest = shown;
            sent++;
            const dw_input ack = {.ack_tick = shown};
            (void)dw_match_input(box.match, same, &ack);
        }
    }
    assert_true(sent > 100);
    expect_ages(same, LATE_TICKS, other, 0);
    /* No message is lost or told twice: the late one has all but those of the last two seconds. */
    dw_match_box_run(&box, LATE_TICKS + 1);
    const dw_message_type types[] = {DW_MESSAGE_EVENT, DW_MESSAGE_CHAT_LINE, DW_MESSAGE_ROUND};
    for (uint32_t i = 0; i < DW_COUNT_OF(types); i++) {
        const uint32_t told = dw_match_box_count(&box, 0, STRANGER, types[i]);
        assert_true(told > 0);
        assert_int_equal(dw_match_box_count(&box, 0, WATCHER, types[i]), told);
    }
}

static void origins_that_are_not_compared_and_longer_delays_change_nothing(void **state)
{
    (void)state;
    open_box(0);
    (void)join_from(0, ANN, "ann");
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    const dw_client_handle same = watch_from(0, WATCHER);
    const dw_client_handle other = watch_from(OTHER, STRANGER);
    dw_match_box_run(&box, 300);
    expect_ages(same, 0, other, 0);
    dw_match_box_close(&box);

    open_box(600);
    (void)join_from(HOME, ANN, "ann");
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    const dw_client_handle late = watch_from(HOME, WATCHER);
    const dw_client_handle late_too = watch_from(OTHER, STRANGER);
    dw_match_box_run(&box, 700);
    expect_ages(late, 600, late_too, 600);
}

/* Ann is in the hall, Bob in the study with the guard; later players play in the next round. */
static void a_waiting_player_of_that_origin_sees_what_the_living_one_sees(void **state)
{
    (void)state;
    open_box(0);
    const dw_client_handle ann = join_from(HOME, ANN, "ann");
    const dw_client_handle bob = join_from(OTHER, BOB, "bob");
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    put_into_study(1);
    const dw_client_handle second = join_from(HOME, WATCHER, "second");
    const dw_client_handle stranger = join_from(THIRD, STRANGER, "stranger");
    dw_match_box_run(&box, 2);
    dw_snapshot seen = seen_by(ann);
    assert_int_equal(guards_in(&seen), 0);
    seen = seen_by(bob);
    assert_int_equal(guards_in(&seen), 1);
    seen = seen_by(stranger);
    assert_int_equal(guards_in(&seen), 1); /* All that the living see. */
    seen = seen_by(second);
    if (guards_in(&seen) != 0) {
        fail_msg("the second connection sees %u guard that Ann does not", guards_in(&seen));
    }

    const uint32_t from = box.message_count;
    assert_true(dw_match_chat(box.match, second, "by the window"));
    assert_int_equal(dw_match_box_count(&box, from, ANN, DW_MESSAGE_CHAT_LINE), 0);
    assert_int_equal(dw_match_box_count(&box, from, BOB, DW_MESSAGE_CHAT_LINE), 0);
    assert_int_equal(dw_match_box_count(&box, from, WATCHER, DW_MESSAGE_CHAT_LINE), 1);
    assert_int_equal(dw_match_box_count(&box, from, STRANGER, DW_MESSAGE_CHAT_LINE), 1);
    assert_true(dw_match_chat(box.match, stranger, "good luck"));
    assert_int_equal(dw_match_box_count(&box, from, ANN, DW_MESSAGE_CHAT_LINE), 1);

    /* Ann is out of the round: there is nobody left to help. */
    dw_match_leave(box.match, ann);
    dw_match_box_run(&box, 2);
    seen = seen_by(second);
    assert_int_equal(guards_in(&seen), 1);
}

/* The caught see what their living teammates see, whatever their origin. */
static void the_caught_keep_their_view(void **state)
{
    (void)state;
    open_box(0);
    const dw_client_handle ann = join_from(HOME, ANN, "ann");
    (void)join_from(OTHER, BOB, "bob");
    (void)join_from(HOME, WATCHER, "brother");
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    put_into_study(1);
    dw_intruder_set_slot_state(world_of_match(), 0, DW_SLOT_CAUGHT);
    dw_match_box_run(&box, 2);
    const dw_snapshot seen = seen_by(ann);
    assert_int_equal(guards_in(&seen), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, close_box)
    const struct CMUnitTest tests[] = {
        TEST(a_watcher_of_a_living_players_origin_sees_the_match_two_seconds_late),
        TEST(a_watcher_becomes_late_without_a_step_back),
        TEST(origins_that_are_not_compared_and_longer_delays_change_nothing),
        TEST(a_waiting_player_of_that_origin_sees_what_the_living_one_sees),
        TEST(the_caught_keep_their_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
