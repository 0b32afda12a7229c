/* Signs and pings as the client has them: what goes out and how often, and what came of the team.
 */
#include "tests/support/test.h"

#include "tests/unit/client/fake_server.h"

static const dw_signal go = {.sign = DW_SIGN_GO};

static fake_server *join(void)
{
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    return server;
}

static void tell(fake_server *server, dw_signal signal)
{
    const dw_message message = {.type = DW_MESSAGE_TEAM_SIGNAL, .as.signal = signal};
    fake_server_send(server, &message);
    fake_server_run(server, 100);
}

static void signs_and_pings_go_out_once_a_second_at_most(void **state)
{
    (void)state;
    fake_server *server = join();
    const dw_signal ping = {.position = {DW_MM(1260), DW_MM(1240)}};
    uint32_t sent[2] = {0};
    for (uint32_t ms = 0; ms < 11000; ms += 10) {
        sent[0] += dw_client_signal(server->client, &go);
        if (ms == 0) {
            fake_server_run(server, 100);
            assert_int_equal(server->signals, 1);
            assert_int_equal(server->last_signal.sign, DW_SIGN_GO);
        }
        sent[1] += dw_client_signal(server->client, &ping);
        fake_server_run(server, 10);
    }
    assert_int_equal(sent[0], 10 + 1); /* 1.1 s apart; the first loop took 0.1 s longer. */
    assert_int_equal(sent[1], 10);
    fake_server_run(server, 100);
    assert_int_equal(server->signals, sent[0] + sent[1]);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    fake_server_destroy(server);
}

static void a_ping_goes_out_rounded_and_only_on_the_map(void **state)
{
    (void)state;
    fake_server *server = join();
    const dw_signal far = {.position = {DW_MM(-2000), DW_MM(1000)}};
    const dw_signal near = {.position = {DW_MM(1260), DW_MM(1240)}};
    assert_false(dw_client_signal(server->client, &far));
    assert_true(dw_client_signal(server->client, &near));
    fake_server_run(server, 100);
    assert_int_equal(server->signals, 1);
    assert_int_equal(server->last_signal.sign, DW_SIGN_NONE);
    assert_int_equal(server->last_signal.position.x, DW_MM(1500));
    assert_int_equal(server->last_signal.position.y, DW_MM(1000));
    fake_server_destroy(server);
}

static void nobody_signals_without_a_living_body_or_out_of_a_round(void **state)
{
    (void)state;
    fake_server *server = join();
    fake_server_set_phase(server, DW_PHASE_LOBBY, DW_OUTCOME_NONE);
    fake_server_run(server, 200);
    assert_false(dw_client_signal(server->client, &go));
    fake_server_set_phase(server, DW_PHASE_COUNTDOWN, DW_OUTCOME_NONE);
    fake_server_run(server, 200);
    assert_true(dw_client_signal(server->client, &go));
    fake_server_set_phase(server, DW_PHASE_PLAY, DW_OUTCOME_NONE);
    fake_server_run(server, 1500);
    server->state = DW_SLOT_CAUGHT;
    fake_server_run(server, 300);
    assert_false(dw_client_signal(server->client, &go));
    assert_int_equal(server->signals, 1);
    fake_server_destroy(server);
}

static void what_arrives_stands_until_the_next_round(void **state)
{
    (void)state;
    fake_server *server = join();
    const dw_signals *signals = dw_client_signals(server->client);
    assert_int_equal(signals->signs[2].tick, 0);
    tell(server, (dw_signal){.tick = 1010, .slot = 2, .sign = DW_SIGN_HELP});
    tell(server, (dw_signal){.tick = 1015, .slot = 2, .position = {DW_MM(1500), DW_MM(500)}});
    assert_int_equal(signals->signs[2].sign, DW_SIGN_HELP);
    assert_int_equal(signals->pings[2].position.x, DW_MM(1500));
    dw_message message = {.type = DW_MESSAGE_ROUND};
    message.as.round = (dw_round){.tick = server->tick,
                                  .round = 2,
                                  .phase = DW_PHASE_LOBBY,
                                  .start_tick = server->tick,
                                  .winner = DW_SLOT_NONE};
    fake_server_send(server, &message);
    fake_server_run(server, 100);
    assert_int_equal(signals->signs[2].tick, 0);
    assert_int_equal(signals->pings[2].tick, 0);
    fake_server_destroy(server);
}

static void a_server_that_sends_an_impossible_signal_is_left(void **state)
{
    (void)state;
    static const dw_signal rows[] = {
        {.tick = 5, .slot = 15, .sign = DW_SIGN_GO}, /* More seats than the match has. */
        {.tick = 5, .slot = 0, .position = {DW_MM(90000), 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fake_server *server = join();
        tell(server, rows[i]);
        assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
        fake_server_destroy(server);
    }
    /* So is one that sends any to a spectator. */
    const dw_client_config config = {.input_hz = 30, .spectate = true};
    fake_server *server = fake_server_create(&config);
    fake_server_join(server);
    tell(server, (dw_signal){.tick = 5, .slot = 0, .sign = DW_SIGN_GO});
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_and_pings_go_out_once_a_second_at_most),
        cmocka_unit_test(a_ping_goes_out_rounded_and_only_on_the_map),
        cmocka_unit_test(nobody_signals_without_a_living_body_or_out_of_a_round),
        cmocka_unit_test(what_arrives_stands_until_the_next_round),
        cmocka_unit_test(a_server_that_sends_an_impossible_signal_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
