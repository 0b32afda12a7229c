/* A line that breaks is taken up again by the client itself, with its token, for 30 s; what ended
 * otherwise stays ended. In virtual time: the transport is fake_server's queue. */
#include "tests/support/test.h"

#include "tests/unit/client/fake_server.h"

#include <string.h>

/* Nothing comes or goes any more, and what was under way is gone. */
static void cut(fake_server *server)
{
    server->silent = true;
    server->queued = 0;
}

/* The line is there again, and the transport has made a connection. */
static void mend(fake_server *server)
{
    server->queued = 0;
    server->silent = false;
    server->acked_tick = 0; /* As a server does for a client that it welcomes anew. */
    server->newest_intent = 0;
    fake_server_connect(server);
}

static fake_server *playing(const dw_client_config *config)
{
    fake_server *server = fake_server_create(config);
    fake_server_join(server);
    fake_server_run(server, 1000);
    return server;
}

static dw_client_state state_of(const fake_server *server)
{
    return dw_client_get_state(server->client);
}

static void silence_is_told_after_a_second_and_lost_after_five(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    char text[DW_CONNECTION_TEXT];
    assert_false(dw_client_connection_text(server->client, server->now_ns, text));
    cut(server);
    fake_server_run(server, 900);
    assert_int_equal(dw_client_connection(server->client, server->now_ns).kind, DW_CONNECTION_FINE);
    fake_server_run(server, 1200);
    assert_int_equal(dw_client_connection(server->client, server->now_ns).kind,
                     DW_CONNECTION_SILENT);
    assert_true(dw_client_connection_text(server->client, server->now_ns, text));
    assert_string_equal(text, "No answer from the server for 2 s");
    assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    fake_server_run(server, 3000);
    assert_int_equal(state_of(server), DW_CLIENT_RECONNECTING);
    assert_true(dw_client_connection_text(server->client, server->now_ns, text));
    assert_string_equal(text, "Connection lost. Reconnecting: 25 s left");
    fake_server_destroy(server);
}

static void silence_that_ends_in_time_changes_nothing(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    cut(server);
    fake_server_run(server, 4700);
    server->silent = false;
    fake_server_run(server, 500);
    assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_connection(server->client, server->now_ns).kind, DW_CONNECTION_FINE);
    assert_int_equal(server->hellos, 1);
    fake_server_destroy(server);
}

static void lost_client_says_hello_with_its_token_and_match(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    assert_false(server->hello.has_token);
    cut(server);
    fake_server_run(server, 10000);
    mend(server);
    fake_server_run(server, 200);
    assert_int_equal(server->hellos, 2);
    assert_true(server->hello.has_token);
    uint8_t token[DW_TOKEN_SIZE];
    memset(token, 0x41, sizeof token); /* Of the first welcome. */
    assert_memory_equal(server->hello.token, token, sizeof token);
    assert_string_equal(server->hello.match, "1");
    assert_false(server->hello.has_map_hash); /* The match may have changed its map. */
    assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    assert_int_equal(dw_client_get_stats(server->client)->resumes, 1);
    fake_server_destroy(server);
}

/* The server may have begun anew meanwhile, and have another match under that number. */
static void client_that_asked_by_code_asks_by_code_again(void **state)
{
    (void)state;
    const dw_client_config config = {.input_hz = 30, .match = "K7QD"};
    fake_server *server = playing(&config);
    cut(server);
    fake_server_run(server, 6000);
    mend(server);
    fake_server_run(server, 200);
    assert_int_equal(server->hellos, 2);
    assert_string_equal(server->hello.match, "K7QD");
    fake_server_destroy(server);
}

static void each_welcome_brings_the_token_of_the_next_return(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    for (uint32_t times = 1; times <= 3; times++) {
        cut(server);
        fake_server_run(server, 6000);
        mend(server);
        fake_server_run(server, 500);
        uint8_t token[DW_TOKEN_SIZE];
        memset(token, (int)(0x40 + times), sizeof token);
        assert_memory_equal(server->hello.token, token, sizeof token);
        assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    }
    assert_int_equal(dw_client_get_stats(server->client)->connection_losses, 3);
    assert_int_equal(dw_client_get_stats(server->client)->reconnects, 3);
    fake_server_destroy(server);
}

/* The picture holds while the line is gone, and is never empty in between. */
static void play_goes_on_exactly_after_the_return(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    server->held = (dw_intent){.direction = DW_EAST};
    fake_server_run(server, 500);
    cut(server);
    dw_drawn_world world;
    for (uint32_t i = 0; i < 100; i++) {
        fake_server_run(server, 100);
        assert_true(dw_client_draw(server->client, server->now_ns, &world));
        assert_true(world.has_own);
    }
    mend(server);
    for (uint32_t i = 0; i < 300; i++) {
        fake_server_run(server, 1);
        assert_true(dw_client_draw(server->client, server->now_ns, &world));
    }
    const dw_client_stats *stats = dw_client_get_stats(server->client);
    const uint64_t misses = stats->prediction_misses;
    const uint64_t compared = stats->predictions;
    server->held = (dw_intent){.direction = DW_SOUTH, .buttons = DW_BUTTON_SPRINT};
    server->late = 0;
    fake_server_run(server, 3000);
    assert_true(stats->predictions > compared + 50);
    assert_int_equal(stats->prediction_misses, misses);
    assert_int_equal(server->late, 0);
    assert_int_equal(world.own_slot, FAKE_SLOT);
    fake_server_destroy(server);
}

static void lost_line_is_given_up_thirty_seconds_after_the_last_word(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    cut(server);
    fake_server_run(server, 29900);
    assert_int_equal(state_of(server), DW_CLIENT_RECONNECTING);
    fake_server_run(server, 300);
    assert_int_equal(state_of(server), DW_CLIENT_ENDED);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_LOST);
    assert_string_equal(dw_client_end_text(server->client),
                        "connection lost, and the server did not answer again within 30 s");
    mend(server); /* Too late. */
    fake_server_run(server, 500);
    assert_int_equal(server->hellos, 1);
    fake_server_destroy(server);
}

/* A connection that comes up and breaks again before the welcome is one attempt of many. */
static void attempt_that_breaks_is_followed_by_the_next(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    cut(server);
    fake_server_run(server, 6000);
    fake_server_connect(server);
    fake_server_run(server, 3000);
    dw_client_disconnected(server->client, 0, server->now_ns);
    assert_int_equal(state_of(server), DW_CLIENT_RECONNECTING);
    mend(server);
    fake_server_run(server, 200);
    assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    fake_server_destroy(server);
}

static void broken_connection_is_taken_up_at_once(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    dw_client_disconnected(server->client, 0, server->now_ns);
    assert_int_equal(state_of(server), DW_CLIENT_RECONNECTING);
    mend(server);
    fake_server_run(server, 200);
    assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    assert_true(server->hello.has_token);
    fake_server_destroy(server);
}

static void nobody_comes_back_after_kick_refusal_or_quit(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    const dw_message kick = {.type = DW_MESSAGE_KICK, .as.kick = {.reason = DW_REASON_ADMIN}};
    fake_server_send(server, &kick);
    fake_server_run(server, 100);
    assert_int_equal(state_of(server), DW_CLIENT_ENDED);
    dw_client_disconnected(server->client, 0, server->now_ns);
    mend(server);
    fake_server_run(server, 500);
    assert_int_equal(state_of(server), DW_CLIENT_ENDED);
    assert_int_equal(server->hellos, 1);
    fake_server_destroy(server);

    server = playing(NULL);
    dw_client_quit(server->client);
    dw_client_disconnected(server->client, 0, server->now_ns);
    mend(server);
    fake_server_run(server, 500);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_QUIT);
    assert_int_equal(server->hellos, 1);
    fake_server_destroy(server);

    server = playing(NULL); /* Sent away by ENet's disconnect alone. */
    dw_client_disconnected(server->client, DW_REASON_IDLE, server->now_ns);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_KICKED);
    fake_server_destroy(server);

    server = playing(NULL); /* Refused on the way back. */
    cut(server);
    fake_server_run(server, 6000);
    server->refuse_with = DW_REASON_FULL;
    mend(server);
    fake_server_run(server, 200);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_REFUSED);
    assert_int_equal(dw_client_reason(server->client), DW_REASON_FULL);
    fake_server_destroy(server);
}

/* Eight players behind one address return at once: the limit of joins does not refuse them. */
static void limit_of_the_address_does_not_end_the_return(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    cut(server);
    fake_server_run(server, 6000);
    dw_client_refused(server->client, DW_REASON_ADDRESS);
    assert_int_equal(state_of(server), DW_CLIENT_RECONNECTING);
    dw_client_refused(server->client, DW_REASON_BANNED);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_REFUSED);
    fake_server_destroy(server);
}

/* The transcript of the sealed connection that is up. */
static uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE];

static const uint8_t *give_transcript(void *send_context)
{
    (void)send_context;
    return transcript;
}

static void identity_is_proven_anew_on_each_connection(void **state)
{
    (void)state;
    dw_client_identity identity;
    dw_client_identity_derive(&identity, 1, 1);
    const dw_client_config config = {
        .input_hz = 30, .identity = &identity, .transcript = give_transcript};
    memset(transcript, 0x5a, sizeof transcript);
    fake_server *server = fake_server_create(&config);
    fake_server_join(server);
    const dw_hello first = server->hello;
    assert_true(dw_identity_holds(first.identity, transcript, first.proof));
    cut(server);
    fake_server_run(server, 6000);
    transcript[0] ^= 1;
    mend(server);
    fake_server_run(server, 300);
    assert_int_equal(server->hellos, 2);
    assert_true(server->hello.has_identity && server->hello.has_token);
    assert_memory_equal(server->hello.identity, first.identity, sizeof first.identity);
    assert_true(dw_identity_holds(server->hello.identity, transcript, server->hello.proof));
    assert_false(dw_identity_holds(first.identity, transcript, first.proof));
    assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    fake_server_destroy(server);
}

static void download_that_was_cut_begins_anew(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->holds_chunks = true;
    fake_server_connect(server);
    fake_server_run(server, 300);
    assert_int_equal(state_of(server), DW_CLIENT_MAP);
    cut(server);
    fake_server_run(server, 6000);
    assert_int_equal(state_of(server), DW_CLIENT_RECONNECTING);
    server->holds_chunks = false;
    mend(server);
    fake_server_run(server, 500);
    assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    fake_server_destroy(server);
}

static void welcome_back_to_another_map_loads_it(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    const uint32_t requests = server->map_requests;
    cut(server);
    fake_server_run(server, 6000);
    fake_server_build_other_house(server);
    memset(server->sent, 0, sizeof server->sent);
    server->acked_tick = 0;
    mend(server);
    fake_server_run(server, 1000);
    assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    assert_true(server->map_requests > requests);
    assert_int_equal(dw_client_map(server->client)->door_count, 2);
    assert_int_equal(server->readies, 0); /* That is for changes on one connection. */
    fake_server_destroy(server);
}

/* A server that began anew counts its ticks from the start: what was known is of no use. */
static void server_that_began_anew_is_followed(void **state)
{
    (void)state;
    fake_server *server = playing(NULL);
    cut(server);
    fake_server_run(server, 6000);
    server->tick = 100;
    memset(server->sent, 0, sizeof server->sent);
    memset(server->intent_ticks, 0, sizeof server->intent_ticks);
    mend(server);
    fake_server_run(server, 2000);
    assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    assert_true(dw_client_latest(server->client)->tick + 20 > server->tick);
    assert_true(server->lead > 0);
    fake_server_destroy(server);
}

static void spectators_come_back_without_a_token(void **state)
{
    (void)state;
    const dw_client_config config = {.input_hz = 30, .spectate = true};
    fake_server *server = playing(&config);
    cut(server);
    fake_server_run(server, 6000);
    mend(server);
    fake_server_run(server, 300);
    assert_true(server->hello.spectate);
    assert_false(server->hello.has_token);
    assert_int_equal(state_of(server), DW_CLIENT_PLAYING);
    fake_server_destroy(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_is_told_after_a_second_and_lost_after_five),
        cmocka_unit_test(silence_that_ends_in_time_changes_nothing),
        cmocka_unit_test(lost_client_says_hello_with_its_token_and_match),
        cmocka_unit_test(client_that_asked_by_code_asks_by_code_again),
        cmocka_unit_test(each_welcome_brings_the_token_of_the_next_return),
        cmocka_unit_test(play_goes_on_exactly_after_the_return),
        cmocka_unit_test(lost_line_is_given_up_thirty_seconds_after_the_last_word),
        cmocka_unit_test(attempt_that_breaks_is_followed_by_the_next),
        cmocka_unit_test(broken_connection_is_taken_up_at_once),
        cmocka_unit_test(nobody_comes_back_after_kick_refusal_or_quit),
        cmocka_unit_test(limit_of_the_address_does_not_end_the_return),
        cmocka_unit_test(identity_is_proven_anew_on_each_connection),
        cmocka_unit_test(download_that_was_cut_begins_anew),
        cmocka_unit_test(welcome_back_to_another_map_loads_it),
        cmocka_unit_test(server_that_began_anew_is_followed),
        cmocka_unit_test(spectators_come_back_without_a_token),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
