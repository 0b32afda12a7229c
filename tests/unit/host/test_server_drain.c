/* How a server ends: rounds may end for as long as it was told, then all go. A whole server whose
 * players are known to its matches alone. */
#include "server/host/guest.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server/session/match_state.h"
#include "tests/support/test.h"

enum { MATCHES = 3 };

#define SECOND_NS UINT64_C(1000000000)

static dw_server *server;

static int open_server(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.map, sizeof config.map, "training");
    config.port = 0;
    config.matches = MATCHES;
    config.drain_s = 30;
    return dw_server_create(&server, &config, &error) == DW_OK ? 0 : 1;
}

static int close_server(void **state)
{
    (void)state;
    dw_server_destroy(server);
    return 0;
}

static void join(uint32_t match, uint32_t tag)
{
    const dw_hello hello = {.name = "player"};
    const dw_newcomer newcomer = {.tag = tag};
    dw_welcome welcome;
    dw_guest *guest = &server->guests[tag];
    assert_int_equal(
        dw_match_join(server->matches[match], 0, &hello, &newcomer, &guest->client, &welcome),
        DW_OK);
    guest->peer = tag + 1; /* At that index, and not connected. */
    guest->state = DW_GUEST_IN;
    guest->match = match;
    server->clients_in++;
}

static void set_phase(uint32_t match, uint8_t phase)
{
    server->matches[match]->round.phase = phase;
}

static uint8_t phase_of(uint32_t match)
{
    return dw_match_round_machine(server->matches[match])->phase;
}

static void a_server_without_rounds_is_drained_at_once(void **state)
{
    (void)state;
    join(1, 5);
    dw_server_begin_drain(server, SECOND_NS);
    assert_true(server->draining);
    assert_true(dw_server_drained(server, SECOND_NS));
    assert_int_equal(server->guests[5].state, DW_GUEST_LEAVING);
    assert_int_equal(server->stats.kicked[DW_REASON_DRAINING], 1);
    assert_int_equal(server->clients_in, 0);
}

static void a_round_may_end_and_others_go_at_once(void **state)
{
    (void)state;
    static const uint8_t on[] = {DW_PHASE_PLAY, DW_PHASE_RESULT};
    join(0, 3);
    join(2, 4);
    dw_server_begin_drain(server, SECOND_NS);
    for (uint32_t i = 0; i < 2; i++) {
        set_phase(0, on[i]);
        assert_false(dw_server_drained(server, 2 * SECOND_NS));
        assert_int_equal(server->guests[3].state, DW_GUEST_IN);
        assert_int_equal(server->guests[4].state, DW_GUEST_LEAVING);
        assert_int_equal(server->stats.kicked[DW_REASON_DRAINING], 1);
    }
    assert_false(dw_server_drained(server, 31 * SECOND_NS - 1));
    set_phase(0, DW_PHASE_COUNTDOWN);
    assert_true(dw_server_drained(server, 31 * SECOND_NS - 1));
    assert_int_equal(server->guests[3].state, DW_GUEST_LEAVING);
}

/* The last match counts as the first. */
static void when_the_time_is_over_rounds_are_aborted(void **state)
{
    (void)state;
    join(2, 4);
    dw_server_begin_drain(server, SECOND_NS);
    set_phase(2, DW_PHASE_PLAY);
    assert_false(dw_server_drained(server, 31 * SECOND_NS - 1));
    assert_int_equal(phase_of(2), DW_PHASE_PLAY);
    assert_true(dw_server_drained(server, 31 * SECOND_NS));
    assert_int_not_equal(phase_of(2), DW_PHASE_PLAY);
    assert_int_equal(server->guests[4].state, DW_GUEST_LEAVING);
}

static void guests_that_are_in_no_match_are_not_kicked(void **state)
{
    (void)state;
    join(0, 3);
    server->guests[6].state = DW_GUEST_HELLO;
    dw_server_begin_drain(server, SECOND_NS);
    assert_true(dw_server_drained(server, SECOND_NS));
    assert_int_equal(server->guests[6].state, DW_GUEST_HELLO);
    assert_int_equal(server->stats.kicked[DW_REASON_DRAINING], 1);
    server->guests[6].state = DW_GUEST_NONE;
}

static void a_server_is_worn_out_two_days_before_its_ticks_end(void **state)
{
    (void)state;
    const uint32_t last = UINT32_MAX - UINT32_C(172800) * 60;
    server->tick = last - 1;
    assert_false(dw_server_worn_out(server));
    server->tick = last;
    assert_true(dw_server_worn_out(server));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, open_server, close_server)
        WITH_SERVER(a_server_without_rounds_is_drained_at_once),
        WITH_SERVER(a_round_may_end_and_others_go_at_once),
        WITH_SERVER(when_the_time_is_over_rounds_are_aborted),
        WITH_SERVER(guests_that_are_in_no_match_are_not_kicked),
        WITH_SERVER(a_server_is_worn_out_two_days_before_its_ticks_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
