/* One match: seats, rounds, resumes, spectators, snapshots over a bad connection. */
#include "common/base/rng.h"
#include "match_box.h"
#include "tests/support/test.h"

#include <string.h>

static dw_match_box box;

static int open_box(void **state)
{
    (void)state;
    dw_match_box_init(&box);
    dw_match_box_open(&box);
    return 0;
}

static int close_box(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    return 0;
}

static const dw_world *world(void)
{
    return dw_sim_world(dw_match_sim(box.match));
}

static void slots_go_by_order_of_arrival(void **state)
{
    (void)state;
    dw_welcome welcome;
    for (uint32_t s = 0; s < DW_BOX_SPAWNS; s++) {
        assert_int_not_equal(dw_match_box_join(&box, s, "p", &welcome), 0);
        assert_int_equal(welcome.slot, s);
    }
    assert_int_equal(dw_match_box_join(&box, 9, "late", &welcome), 0);
    assert_int_equal(dw_match_count(box.match).players, DW_BOX_SPAWNS);
    dw_match_box_run(&box, 1);
    for (uint32_t s = 0; s < DW_BOX_SPAWNS; s++) {
        assert_true(dw_vec_equal(dw_intruder_actor(world(), s)->body.position, box.map->spawns[s]));
    }
}

static void nobody_moves_before_the_round_begins(void **state)
{
    (void)state;
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    dw_match_box_run(&box, 1);
    while (dw_match_round_machine(box.match)->phase != DW_PHASE_PLAY) {
        assert_true(dw_vec_equal(dw_intruder_actor(world(), 0)->body.position, box.map->spawns[0]));
        dw_match_box_ask(&box, ann, DW_EAST, 0, 1);
        dw_match_box_run(&box, 1);
    }
    /* Lobby 10, countdown 20: the world's first tick is the phase's start. */
    assert_int_equal(dw_match_round_machine(box.match)->start_tick, 31);
    assert_int_equal(world()->tick, 1);
    assert_int_equal(dw_intruder_actor(world(), 0)->body.position.x - box.map->spawns[0].x,
                     box.rules.walk_speed_mm_s);
}

static void a_player_that_joins_during_a_round_watches_and_plays_the_next(void **state)
{
    (void)state;
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    const dw_client_handle bob = dw_match_box_join(&box, 2, "bob", &welcome);
    assert_int_equal(welcome.slot, 1);
    dw_match_box_run(&box, 1);
    dw_snapshot snapshot;
    assert_int_equal(dw_match_snapshot(box.match, bob, &snapshot), DW_OK);
    assert_int_equal(snapshot.own.state, DW_SLOT_WATCHING);
    assert_int_equal(snapshot.body_count, 1); /* Ann, whom Bob watches. */
    assert_int_equal(snapshot.bodies[0].role, DW_ROLE_INTRUDER);
    assert_int_equal(dw_intruder_slot_state(world(), 1), DW_SLOT_EMPTY);
    dw_match_abort(box.match);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    assert_int_equal(dw_match_round_machine(box.match)->round, 2);
    assert_int_equal(dw_intruder_slot_state(world(), 1), DW_SLOT_ALIVE);
    (void)ann;
}

/* Lobby and countdown last 30 ticks; the 31st is the first of the round. */
static void a_player_that_joins_at_any_tick_before_the_round_plays_in_it(void **state)
{
    (void)state;
    for (uint32_t before = 1; before <= 30; before++) {
        dw_welcome welcome;
        dw_match_box_close(&box);
        dw_match_box_init(&box);
        dw_match_box_open(&box);
        (void)dw_match_box_join(&box, 1, "ann", &welcome);
        dw_match_box_run(&box, before);
        assert_int_not_equal(dw_match_round_machine(box.match)->phase, DW_PHASE_PLAY);
        (void)dw_match_box_join(&box, 2, "bob", &welcome);
        dw_match_box_run_until(&box, DW_PHASE_PLAY);
        assert_int_equal(dw_intruder_slot_state(world(), 0), DW_SLOT_ALIVE);
        assert_int_equal(dw_intruder_slot_state(world(), 1), DW_SLOT_ALIVE);
    }
}

static void a_lost_connection_leaves_the_body_for_a_resume(void **state)
{
    (void)state;
    dw_welcome first;
    dw_welcome second;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &first);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_ask(&box, ann, DW_EAST, 0, 10);
    dw_match_box_run(&box, 30);
    dw_match_drop(box.match, ann);
    const dw_vec place = dw_intruder_actor(world(), 0)->body.position;
    dw_match_box_run(&box, 100);
    assert_int_equal(dw_intruder_slot_state(world(), 0), DW_SLOT_DROPPED);
    assert_true(dw_vec_equal(dw_intruder_actor(world(), 0)->body.position, place));

    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "x", .has_token = true};
    memcpy(hello.token, first.token, sizeof hello.token);
    dw_client_handle again = 0;
    assert_int_equal(
        dw_match_join(box.match, box.tick, &hello, &(dw_newcomer){.tag = 7}, &again, &second),
        DW_OK);
    assert_int_equal(second.slot, 0);
    assert_memory_not_equal(second.token, first.token, sizeof first.token);
    assert_int_equal(dw_intruder_slot_state(world(), 0), DW_SLOT_ALIVE);
    dw_match_box_ask(&box, again, DW_EAST, 0, 5);
    dw_match_box_run(&box, 1);
    assert_int_not_equal(dw_intruder_actor(world(), 0)->body.position.x, place.x);
    assert_false(dw_match_knows_token(box.match, &hello)); /* A token serves once. */
    assert_string_equal(dw_match_box_last(&box, 7, DW_MESSAGE_ROUND)->as.round.roster[0].name,
                        "ann");
    assert_false(dw_match_chat(box.match, ann, "old handles are dead"));
}

/* The welcome of a resume is lost with the connection: the token before is good once more. */
static void a_client_that_never_got_its_welcome_comes_back_with_the_token_before(void **state)
{
    (void)state;
    dw_welcome first;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &first);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_drop(box.match, ann);
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "x", .has_token = true};
    memcpy(hello.token, first.token, sizeof hello.token);
    dw_client_handle again = 0;
    dw_welcome welcome;
    for (uint32_t tag = 7; tag < 10; tag++) {
        assert_int_equal(dw_match_join(box.match, box.tick, &hello, &(dw_newcomer){.tag = tag},
                                       &again, &welcome),
                         DW_OK);
        assert_int_equal(welcome.slot, 0);
        assert_memory_not_equal(welcome.token, first.token, sizeof first.token);
        dw_match_box_run(&box, 20);
        dw_match_drop(box.match, again);
    }
    /* The newest welcome counts; those in between reached no client that says so. */
    memcpy(hello.token, welcome.token, sizeof hello.token);
    assert_int_equal(
        dw_match_join(box.match, box.tick, &hello, &(dw_newcomer){.tag = 11}, &again, &welcome),
        DW_OK);
    assert_int_equal(welcome.slot, 0);
    dw_match_box_ask(&box, again, DW_EAST, 0, 5);
    assert_false(dw_match_knows_token(box.match, &hello));
    memcpy(hello.token, first.token, sizeof hello.token);
    assert_false(dw_match_knows_token(box.match, &hello));
    memcpy(hello.token, welcome.token, sizeof hello.token);
    assert_true(dw_match_knows_token(box.match, &hello));
}

static void a_token_of_a_client_with_an_identity_is_good_for_that_identity_alone(void **state)
{
    (void)state;
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "ann", .has_identity = true};
    memset(hello.identity, 0x17, sizeof hello.identity);
    dw_client_handle ann = 0;
    dw_client_handle again = 0;
    dw_welcome welcome;
    assert_int_equal(
        dw_match_join(box.match, box.tick, &hello, &(dw_newcomer){.tag = 1}, &ann, &welcome),
        DW_OK);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_drop(box.match, ann);
    hello.has_token = true;
    memcpy(hello.token, welcome.token, sizeof hello.token);

    dw_hello thief = hello; /* Has read the token on its way. */
    thief.identity[31] ^= 1;
    assert_false(dw_match_knows_token(box.match, &thief));
    assert_int_equal(
        dw_match_join(box.match, box.tick, &thief, &(dw_newcomer){.tag = 2}, &again, &welcome),
        DW_OK);
    assert_int_equal(welcome.slot, 1);
    thief.has_identity = false;
    assert_false(dw_match_knows_token(box.match, &thief));
    assert_int_equal(
        dw_match_join(box.match, box.tick, &thief, &(dw_newcomer){.tag = 3}, &again, &welcome),
        DW_OK);
    assert_int_equal(welcome.slot, 2);

    assert_true(dw_match_knows_token(box.match, &hello));
    assert_int_equal(
        dw_match_join(box.match, box.tick, &hello, &(dw_newcomer){.tag = 4}, &again, &welcome),
        DW_OK);
    assert_int_equal(welcome.slot, 0);
}

static void a_second_connection_with_the_token_takes_over(void **state)
{
    (void)state;
    dw_welcome first;
    dw_welcome second;
    (void)dw_match_box_join(&box, 1, "ann", &first);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "x", .has_token = true};
    memcpy(hello.token, first.token, sizeof hello.token);
    dw_client_handle again = 0;
    assert_int_equal(
        dw_match_join(box.match, box.tick, &hello, &(dw_newcomer){.tag = 2}, &again, &second),
        DW_OK);
    assert_int_equal(second.slot, 0);
    assert_int_equal(dw_match_box_count(&box, 0, 1, DW_MESSAGE_KICK), 1);
    assert_int_equal(dw_match_count(box.match).players, 1);
}

static void after_drop_ticks_a_player_is_out_and_an_empty_round_is_aborted(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    dw_match_box_init(&box);
    box.rules.drop_ticks = 50;
    dw_match_box_open(&box);
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    const dw_client_handle bob = dw_match_box_join(&box, 2, "bob", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_drop(box.match, ann);
    dw_match_box_run(&box, 49);
    assert_int_equal(dw_intruder_slot_state(world(), 0), DW_SLOT_DROPPED);
    dw_match_box_run(&box, 1);
    assert_int_equal(dw_intruder_slot_state(world(), 0), DW_SLOT_OUT);
    assert_int_equal(dw_match_box_last(&box, 2, DW_MESSAGE_ROUND)->as.round.roster[0].state,
                     DW_SLOT_OUT);
    assert_false(dw_match_idle(box.match));
    dw_match_leave(box.match, bob);
    dw_match_box_run(&box, 1);
    assert_int_equal(dw_match_get_stats(box.match)->rounds[DW_OUTCOME_ABORTED], 1);
    assert_true(dw_match_idle(box.match)); /* Nobody is there to see a result. */
    assert_int_equal(dw_match_round_machine(box.match)->round, 2);
}

static void the_round_is_won_by_the_player_that_carries_it_home(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    dw_match_box_init(&box);
    box.rules.reach_mm = 5000;
    dw_match_box_open(&box);
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    /* To the door, through it, and the key: once for the door, once for the thing. */
    for (uint32_t i = 0; i < 200 && world()->items[0].state == DW_ITEM_HOME; i++) {
        const uint8_t buttons = i == 100 || i == 180 ? DW_BUTTON_USE : 0;
        dw_match_box_ask(&box, ann, DW_EAST, buttons, 1);
        dw_match_box_run(&box, 1);
    }
    assert_int_equal(world()->items[0].state, DW_ITEM_CARRIED);
    assert_int_equal(dw_match_box_count(&box, 0, 1, DW_MESSAGE_EVENT), 2); /* Door, taken. */
    for (uint32_t i = 0; i < 400 && world()->outcome == DW_OUTCOME_NONE; i++) {
        dw_match_box_ask(&box, ann, DW_WEST, 0, 1);
        dw_match_box_run(&box, 1);
    }
    const dw_round *round = &dw_match_box_last(&box, 1, DW_MESSAGE_ROUND)->as.round;
    assert_int_equal(round->phase, DW_PHASE_RESULT);
    assert_int_equal(round->outcome, DW_OUTCOME_WON);
    assert_int_equal(round->winner, 0);
}

/* State of slot 0 in the newest roster that client 2 got before message `end`. */
static uint8_t roster_state_before(uint32_t end)
{
    for (uint32_t i = end; i > 0; i--) {
        const dw_box_message *row = &box.messages[i - 1];
        if (row->tag == 2 && row->message.type == DW_MESSAGE_ROUND) {
            return row->message.as.round.roster[0].state;
        }
    }
    return DW_SLOT_EMPTY;
}

static void a_client_that_hears_of_a_catch_has_it_in_its_roster_already(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    dw_match_box_init(&box);
    box.rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam = 65536;
    box.rules.catch_distance_mm = 20000;
    box.rules.catch_ticks = 1;
    dw_match_box_open(&box);
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    (void)dw_match_box_join(&box, 2, "bob", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    uint32_t told = UINT32_MAX;
    for (uint32_t i = 0; i < 900 && told == UINT32_MAX; i++) {
        dw_match_box_ask(&box, ann, DW_EAST, i == 150 ? DW_BUTTON_USE : 0, 1);
        const uint32_t from = box.message_count;
        dw_match_box_run(&box, 1);
        for (uint32_t m = from; m < box.message_count; m++) {
            const dw_message *message = &box.messages[m].message;
            const bool caught = message->type == DW_MESSAGE_EVENT &&
                                message->as.event.kind == DW_CLIENT_EVENT_CAUGHT &&
                                message->as.event.a == 0;
            told = caught && box.messages[m].tag == 2 ? m : told;
        }
    }
    assert_int_not_equal(told, UINT32_MAX);
    assert_int_equal(roster_state_before(told), DW_SLOT_CAUGHT);
}

static void nobody_is_shown_a_tick_before_it_has_run(void **state)
{
    (void)state;
    uint8_t bytes[DW_DATAGRAM_MAX];
    size_t size = 0;
    const dw_client_handle eve = dw_match_box_watch(&box, 2);
    assert_int_equal(dw_match_encode_snapshot(box.match, eve, bytes, sizeof bytes, &size),
                     DW_TIMEOUT);
    dw_match_box_run(&box, 1);
    assert_int_equal(dw_match_encode_snapshot(box.match, eve, bytes, sizeof bytes, &size), DW_OK);
}

static void no_client_is_sent_a_tick_twice(void **state)
{
    (void)state;
    uint8_t bytes[DW_DATAGRAM_MAX];
    dw_welcome welcome;
    const dw_client_handle clients[] = {dw_match_box_join(&box, 1, "ann", &welcome),
                                        dw_match_box_watch(&box, 2)};
    for (uint32_t tick = 0; tick < 4; tick++) {
        dw_match_box_run(&box, 20);
        for (uint32_t i = 0; i < 2; i++) {
            size_t size = 0;
            assert_int_equal(
                dw_match_encode_snapshot(box.match, clients[i], bytes, sizeof bytes, &size), DW_OK);
            assert_true(size > 0);
            size = 0;
            assert_int_equal(
                dw_match_encode_snapshot(box.match, clients[i], bytes, sizeof bytes, &size),
                DW_TIMEOUT);
            assert_int_equal(size, 0);
        }
    }
    /* A full one waits for its time, and says so as well. */
    dw_match_box_run(&box, 3);
    for (uint32_t i = 0; i < 2; i++) {
        size_t size = 0;
        assert_int_equal(
            dw_match_encode_snapshot(box.match, clients[i], bytes, sizeof bytes, &size),
            DW_TIMEOUT);
        assert_int_equal(size, 0);
    }
    dw_match_leave(box.match, clients[0]);
    size_t size = 0;
    assert_int_equal(dw_match_encode_snapshot(box.match, clients[0], bytes, sizeof bytes, &size),
                     DW_NOT_FOUND);
    assert_int_equal(dw_match_get_stats(box.match)->snapshots, 8);
}

static void each_intent_is_counted_by_what_became_of_it(void **state)
{
    (void)state;
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    const dw_match_stats *stats = dw_match_get_stats(box.match);
    const dw_match_stats before = *stats;
    /* For the ticks now - 1 to now + 2: two come too late. */
    const dw_input input = {.newest_tick = box.tick + 2, .count = 4};
    assert_true(dw_match_input(box.match, ann, &input));
    assert_int_equal(stats->intents_accepted - before.intents_accepted, 2);
    assert_int_equal(stats->intents_late - before.intents_late, 2);
    assert_int_equal(stats->intents_duplicate - before.intents_duplicate, 0);
    assert_true(dw_match_input(box.match, ann, &input)); /* Once more. */
    assert_int_equal(stats->intents_accepted - before.intents_accepted, 2);
    assert_int_equal(stats->intents_late - before.intents_late, 4);
    assert_int_equal(stats->intents_duplicate - before.intents_duplicate, 2);
    const dw_input early = {.newest_tick = box.tick + 36000, .count = 3};
    assert_false(dw_match_input(box.match, ann, &early));
    assert_int_equal(stats->intents_early - before.intents_early, 3);
    assert_int_equal(stats->intents_accepted - before.intents_accepted, 2);
}

static void a_match_takes_as_many_spectators_as_it_was_made_for(void **state)
{
    (void)state;
    for (uint16_t most = 0; most < 4; most++) {
        dw_match_box_close(&box);
        dw_match_box_init(&box);
        box.config.spectators_max = most;
        dw_match_box_open(&box);
        const dw_hello hello = {.version = DW_PROTOCOL_VERSION, .spectate = true, .name = "eve"};
        dw_client_handle clients[4];
        dw_welcome welcome;
        for (uint32_t i = 0; i < most; i++) {
            const dw_newcomer newcomer = {.tag = i};
            assert_int_equal(
                dw_match_join(box.match, box.tick, &hello, &newcomer, &clients[i], &welcome),
                DW_OK);
            assert_int_equal(welcome.slot, DW_SLOT_NONE);
            assert_int_equal(dw_match_count(box.match).spectators, i + 1);
        }
        const dw_newcomer newcomer = {.tag = most};
        dw_client_handle none = 7;
        assert_int_equal(dw_match_join(box.match, box.tick, &hello, &newcomer, &none, &welcome),
                         most == 0 ? DW_DENIED : DW_FULL);
        assert_int_equal(none, 7);
        if (most > 0) { /* A place that comes free is given again. */
            dw_match_leave(box.match, clients[0]);
            assert_int_equal(dw_match_join(box.match, box.tick, &hello, &newcomer, &none, &welcome),
                             DW_OK);
        }
        assert_int_equal(dw_match_count(box.match).spectators, most);
    }
}

static void spectators_see_all_but_late(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    dw_match_box_init(&box);
    box.config.spectator_delay_ticks = 60;
    dw_match_box_open(&box);
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    const dw_client_handle eve = dw_match_box_watch(&box, 2);
    dw_match_box_run(&box, 40);
    dw_snapshot snapshot;
    assert_int_equal(dw_match_snapshot(box.match, eve, &snapshot), DW_OK);
    assert_int_equal(snapshot.body_count, 1); /* The empty house, and its guard. */
    assert_int_equal(snapshot.own.slot, DW_SLOT_NONE);
    dw_vec places[400];
    for (uint32_t i = 0; i < 400; i++) {
        places[box.tick % 400] = dw_intruder_actor(world(), 0)->body.position;
        if (box.tick > 120) {
            assert_int_equal(dw_match_snapshot(box.match, eve, &snapshot), DW_OK);
            const dw_vec then = places[(box.tick - 60) % 400];
            assert_int_equal(snapshot.tick, box.tick - 60);
            if ((snapshot.tick + 1) % 3 == 0) { /* The ticks whose turn it was. */
                assert_int_equal(snapshot.body_count, 2);
                assert_int_equal(snapshot.bodies[1].x,
                                 dw_snapshot_quantise(then.x, box.map->bounds.min.x));
            }
        }
        dw_match_box_ask(&box, ann, (uint8_t)(DW_EAST + 4 * (i / 50 % 2)), 0, 1);
        dw_match_box_run(&box, 1);
    }
    /* The spectator's rounds are late as well: the countdown began before it knew. */
    const dw_round *round = &dw_match_box_last(&box, 2, DW_MESSAGE_ROUND)->as.round;
    assert_int_equal(round->phase, DW_PHASE_PLAY);
    assert_true(round->tick + 60 <= box.tick);
}

/* What a client holds of what it was sent. */
typedef struct receiver {
    dw_snapshot held[512];
    uint32_t count;
} receiver;

static bool receive(receiver *to, const uint8_t *bytes, size_t size)
{
    uint32_t tick = 0;
    uint32_t base_tick = 0;
    assert_int_equal(dw_snapshot_base_tick(bytes, size, &tick, &base_tick), DW_OK);
    const dw_snapshot *base = NULL;
    for (uint32_t i = 0; i < to->count; i++) {
        base = base_tick != 0 && to->held[i].tick == base_tick ? &to->held[i] : base;
    }
    assert_true(base_tick == 0 || base != NULL); /* Only what was acknowledged is a base. */
    assert_int_equal(
        dw_snapshot_decode(&to->held[to->count], base, box.map->door_count, bytes, size), DW_OK);
    to->count++;
    return base_tick == 0;
}

static void acknowledge(dw_client_handle client, uint32_t tick)
{
    const dw_input input = {.ack_tick = tick, .newest_tick = box.tick + 1, .count = 1};
    (void)dw_match_input(box.match, client, &input);
}

/* Into the smallest room that it can be pressed into. */
static size_t encode_cut(dw_client_handle client, uint8_t bytes[DW_DATAGRAM_MAX])
{
    size_t size = 0;
    for (size_t room = 1; room < DW_DATAGRAM_MAX; room++) {
        if (dw_match_encode_snapshot(box.match, client, bytes, room, &size) == DW_OK) {
            return size;
        }
    }
    return 0;
}

/* Spectators share their baselines, which are whole. A spectator for which one was cut
 * holds an outdated row. For that spectator nothing may be built on it. */
static void what_was_cut_for_a_watcher_is_no_baseline(void **state)
{
    (void)state;
    static receiver watcher;
    watcher.count = 0;
    uint8_t bytes[DW_DATAGRAM_MAX];
    size_t size = 0;
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    const dw_client_handle eve = dw_match_box_watch(&box, 2);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    for (uint32_t i = 0; i < 4; i++) {
        dw_match_box_ask(&box, ann, DW_EAST, 0, 3);
        dw_match_box_run(&box, 3);
        if (i == 1) {
            size = encode_cut(eve, bytes);
        } else {
            assert_int_equal(dw_match_encode_snapshot(box.match, eve, bytes, sizeof bytes, &size),
                             DW_OK);
        }
        (void)receive(&watcher, bytes, size);
        acknowledge(eve, watcher.held[watcher.count - 1].tick);
    }
    dw_snapshot expected;
    assert_int_equal(dw_match_snapshot(box.match, eve, &expected), DW_OK);
    const dw_snapshot *got = &watcher.held[watcher.count - 1];
    assert_int_equal(watcher.held[1].bodies[1].x, watcher.held[0].bodies[1].x); /* It was cut. */
    assert_int_equal(got->body_count, expected.body_count);
    assert_int_equal(got->bodies[1].x, expected.bodies[1].x);
}

static void snapshots_arrive_whole_over_a_connection_that_loses_a_quarter(void **state)
{
    (void)state;
    static receiver eyes;
    memset(&eyes, 0, sizeof eyes);
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    const dw_client_handle bob = dw_match_box_join(&box, 2, "bob", &welcome);
    dw_rng rng;
    dw_rng_init(&rng, 7, 1);
    uint32_t full = 0;
    uint32_t deltas = 0;
    for (uint32_t i = 0; i < 1200; i++) {
        dw_match_box_ask(&box, bob, (uint8_t)dw_rng_below(&rng, DW_DIRECTION_COUNT),
                         (uint8_t)(dw_rng_below(&rng, 50) == 0 ? DW_BUTTON_USE : 0), 1);
        dw_match_box_run(&box, 1);
        uint8_t bytes[1172];
        size_t size = 0;
        if (box.tick % 3 != 2 ||
            dw_match_encode_snapshot(box.match, ann, bytes, sizeof bytes, &size) != DW_OK) {
            continue;
        }
        if (dw_rng_below(&rng, 4) != 0) {
            dw_snapshot truth;
            assert_int_equal(dw_match_snapshot(box.match, ann, &truth), DW_OK);
            const bool was_full = receive(&eyes, bytes, size);
            full += was_full ? 1 : 0;
            deltas += was_full ? 0 : 1;
            const dw_snapshot *got = &eyes.held[eyes.count - 1];
            assert_int_equal(got->body_count, truth.body_count);
            assert_int_equal(got->own.x, truth.own.x);
            for (uint32_t b = 0; b < truth.body_count; b++) {
                assert_int_equal(got->bodies[b].id, truth.bodies[b].id);
                assert_int_equal(got->bodies[b].x, truth.bodies[b].x);
                assert_int_equal(got->bodies[b].y, truth.bodies[b].y);
                assert_int_equal(got->bodies[b].heading, truth.bodies[b].heading);
            }
            if (dw_rng_below(&rng, 4) != 0) {
                acknowledge(ann, got->tick);
            }
        }
    }
    assert_true(full < 5);
    assert_true(deltas > 250);
}

static void without_acknowledgements_full_ones_come_five_times_a_second(void **state)
{
    (void)state;
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    uint32_t sent = 0;
    for (uint32_t i = 0; i < 600; i++) {
        dw_match_box_run(&box, 1);
        uint8_t bytes[1172];
        size_t size = 0;
        uint32_t tick = 0;
        uint32_t base_tick = 0;
        if (box.tick % 3 == 2 &&
            dw_match_encode_snapshot(box.match, ann, bytes, sizeof bytes, &size) == DW_OK) {
            assert_int_equal(dw_snapshot_base_tick(bytes, size, &tick, &base_tick), DW_OK);
            assert_int_equal(base_tick, 0);
            sent++;
        }
    }
    assert_in_range(sent, 48, 50);
    /* An acknowledgement of what was never sent is no baseline. */
    acknowledge(ann, box.tick - 1);
    acknowledge(ann, box.tick + 1000);
    assert_int_equal(dw_match_get_stats(box.match)->acks_unknown, 2);
}

static void a_match_with_the_largest_shipped_map_fits_one_mebibyte(void **state)
{
    (void)state;
    static dw_match_box museum;
    dw_match_box_init_file(&museum, "museum");
    museum.config.spectators_max = 16;
    museum.config.spectator_delay_ticks = 600;
    const size_t before = museum.arena.used;
    dw_match_box_open(&museum);
    assert_in_range(museum.arena.used - before, 1, 1 << 20);
    dw_match_box_close(&museum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(slots_go_by_order_of_arrival, open_box, close_box),
        cmocka_unit_test_setup_teardown(nobody_moves_before_the_round_begins, open_box, close_box),
        cmocka_unit_test_setup_teardown(
            a_player_that_joins_during_a_round_watches_and_plays_the_next, open_box, close_box),
        cmocka_unit_test_setup_teardown(
            a_player_that_joins_at_any_tick_before_the_round_plays_in_it, open_box, close_box),
        cmocka_unit_test_setup_teardown(a_lost_connection_leaves_the_body_for_a_resume, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(
            a_client_that_never_got_its_welcome_comes_back_with_the_token_before, open_box,
            close_box),
        cmocka_unit_test_setup_teardown(
            a_token_of_a_client_with_an_identity_is_good_for_that_identity_alone, open_box,
            close_box),
        cmocka_unit_test_setup_teardown(a_second_connection_with_the_token_takes_over, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(
            after_drop_ticks_a_player_is_out_and_an_empty_round_is_aborted, open_box, close_box),
        cmocka_unit_test_setup_teardown(the_round_is_won_by_the_player_that_carries_it_home,
                                        open_box, close_box),
        cmocka_unit_test_setup_teardown(a_client_that_hears_of_a_catch_has_it_in_its_roster_already,
                                        open_box, close_box),
        cmocka_unit_test_setup_teardown(nobody_is_shown_a_tick_before_it_has_run, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(no_client_is_sent_a_tick_twice, open_box, close_box),
        cmocka_unit_test_setup_teardown(each_intent_is_counted_by_what_became_of_it, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(a_match_takes_as_many_spectators_as_it_was_made_for,
                                        open_box, close_box),
        cmocka_unit_test_setup_teardown(spectators_see_all_but_late, open_box, close_box),
        cmocka_unit_test_setup_teardown(what_was_cut_for_a_watcher_is_no_baseline, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(
            snapshots_arrive_whole_over_a_connection_that_loses_a_quarter, open_box, close_box),
        cmocka_unit_test_setup_teardown(without_acknowledgements_full_ones_come_five_times_a_second,
                                        open_box, close_box),
        cmocka_unit_test(a_match_with_the_largest_shipped_map_fits_one_mebibyte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
