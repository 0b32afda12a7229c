/* A vote as the client has it: what is on, what was said, and what goes out. */
#include "tests/support/test.h"

#include "tests/unit/client/fake_server.h"

static fake_server *join(void)
{
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    return server;
}

static void tell(fake_server *server, uint32_t vote, dw_vote_phase phase, uint8_t yes)
{
    dw_message message = {.type = DW_MESSAGE_VOTE_STATE};
    message.as.vote_state = (dw_vote_state){.vote = vote,
                                            .phase = (uint8_t)phase,
                                            .accused = 2,
                                            .caller = DW_SLOT_NONE,
                                            .yes = yes,
                                            .no = 1,
                                            .needed = 3,
                                            .end_tick = 5000};
    fake_server_send(server, &message);
    fake_server_run(server, 100);
}

static void a_vote_is_there_from_its_beginning_to_the_next(void **state)
{
    (void)state;
    fake_server *server = join();
    assert_null(dw_client_vote(server->client));
    tell(server, 4, DW_VOTE_ON, 1);
    const dw_vote_state *vote = dw_client_vote(server->client);
    assert_non_null(vote);
    assert_int_equal(vote->vote, 4);
    assert_int_equal(vote->accused, 2);
    assert_int_equal(vote->caller, DW_SLOT_NONE);
    assert_int_equal(vote->no, 1);
    assert_int_equal(vote->needed, 3);
    assert_int_equal(vote->end_tick, 5000);
    tell(server, 4, DW_VOTE_ON, 2);
    assert_int_equal(dw_client_vote(server->client)->yes, 2);
    tell(server, 4, DW_VOTE_PASSED, 3);
    assert_int_equal(dw_client_vote(server->client)->phase, DW_VOTE_PASSED);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    fake_server_destroy(server);
}

static void yes_and_no_name_the_vote_that_is_on(void **state)
{
    (void)state;
    fake_server *server = join();
    dw_client_say_vote(server->client, true); /* None is on. */
    fake_server_run(server, 100);
    assert_int_equal(server->votes, 0);
    tell(server, 7, DW_VOTE_ON, 1);
    dw_client_say_vote(server->client, true);
    fake_server_run(server, 100);
    assert_int_equal(server->votes, 1);
    assert_int_equal(server->last_vote.vote, 7);
    assert_true(server->last_vote.yes);
    tell(server, 8, DW_VOTE_ON, 1);
    dw_client_say_vote(server->client, false);
    fake_server_run(server, 100);
    assert_int_equal(server->last_vote.vote, 8);
    assert_false(server->last_vote.yes);
    tell(server, 8, DW_VOTE_FAILED, 1);
    dw_client_say_vote(server->client, true); /* Over. */
    fake_server_run(server, 100);
    assert_int_equal(server->votes, 2);
    fake_server_destroy(server);
}

static void a_call_names_the_accused(void **state)
{
    (void)state;
    fake_server *server = join();
    dw_client_call_vote(server->client, DW_VOTE_SUBJECTS); /* There is no such subject. */
    dw_client_call_vote(server->client, 5);
    fake_server_run(server, 100);
    assert_int_equal(server->votes, 1);
    assert_int_equal(server->last_vote.vote, 0);
    assert_int_equal(server->last_vote.slot, 5);
    fake_server_destroy(server);
}

/* Each match counts its own votes. */
static void another_match_has_no_vote(void **state)
{
    (void)state;
    fake_server *server = join();
    tell(server, 4, DW_VOTE_ON, 1);
    assert_non_null(dw_client_vote(server->client));
    dw_client_disconnected(server->client, 0, server->now_ns);
    server->match = 2;
    server->acked_tick = 0;
    fake_server_connect(server);
    fake_server_run(server, 500);
    assert_int_equal(dw_client_welcome(server->client)->match, 2);
    assert_null(dw_client_vote(server->client));
    fake_server_destroy(server);
}

static void a_seat_keeps_the_vote_of_its_match(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->full = true;
    fake_server_join(server);
    tell(server, 4, DW_VOTE_ON, 1);
    fake_server_seat(server);
    fake_server_run(server, 500);
    assert_int_equal(dw_client_welcome(server->client)->slot, FAKE_SLOT);
    assert_int_equal(dw_client_vote(server->client)->vote, 4);
    fake_server_destroy(server);
}

/* The server repeats a vote that still runs; what it does not repeat is over. */
static void a_vote_that_ran_when_the_connection_broke_is_over_until_repeated(void **state)
{
    (void)state;
    static const dw_vote_phase after[] = {DW_VOTE_FAILED, DW_VOTE_PASSED};
    static const dw_vote_phase before[] = {DW_VOTE_ON, DW_VOTE_PASSED};
    for (size_t i = 0; i < 2; i++) {
        fake_server *server = join();
        tell(server, 4, before[i], 1);
        dw_client_disconnected(server->client, 0, server->now_ns);
        server->acked_tick = 0;
        fake_server_connect(server);
        fake_server_run(server, 200);
        assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
        assert_non_null(dw_client_vote(server->client));
        assert_int_equal(dw_client_vote(server->client)->phase, after[i]);
        tell(server, 4, DW_VOTE_ON, 1);
        assert_int_equal(dw_client_vote(server->client)->phase, DW_VOTE_ON);
        fake_server_destroy(server);
    }
}

static void a_vote_before_the_welcome_is_a_violation(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->silent = true;
    fake_server_connect(server);
    fake_server_run(server, 50);
    tell(server, 1, DW_VOTE_ON, 1);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vote_is_there_from_its_beginning_to_the_next),
        cmocka_unit_test(yes_and_no_name_the_vote_that_is_on),
        cmocka_unit_test(a_call_names_the_accused),
        cmocka_unit_test(another_match_has_no_vote),
        cmocka_unit_test(a_seat_keeps_the_vote_of_its_match),
        cmocka_unit_test(a_vote_that_ran_when_the_connection_broke_is_over_until_repeated),
        cmocka_unit_test(a_vote_before_the_welcome_is_a_violation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
