/* A peer that has connected and falls silent: the answer goes out at an even pace, since the
 * connection may be bad, and the peer is forgotten after 8 s. On a clock of its own; loopback. */
#include "paced_net.h"
#include "server/host/net.h"
#include "tests/support/test.h"

enum {
    TURN_MS = 10,
    PATIENCE_MS = 8000,
    SLACK_MS = 1000, /* It is looked after four times a second. */
    PACE_MS = 1000   /* At the longest from one try to the next; round trips begin as 500 ms. */
};

typedef struct wire {
    raw_net at;
    raw_client client;
} wire;

static wire line;

/* The client connects, and does not hear the answer. */
static void open_wire(bool sealed)
{
    line = (wire){.at.turn_ms = TURN_MS};
    raw_net_open(&line.at, sealed, NULL);
    raw_client_open(&line.client, &(raw_client_config){.sealed = sealed});
    (void)paced_net_ask(&line.at, &line.client);
    line.client.deaf = true;
    raw_client_flush(&line.client);
}

static void close_wire(void)
{
    raw_client_close(&line.client);
    raw_net_close(&line.at);
}

/* Returns how many datagrams the server sent meanwhile. */
static uint64_t run(uint32_t milliseconds)
{
    const uint64_t before = dw_net_get_stats(line.at.net)->datagrams.sent;
    for (uint32_t i = 0; i < milliseconds; i += TURN_MS) {
        ENetEvent event;
        paced_net_turn(&line.at);
        if (!line.client.deaf) {
            (void)raw_client_service(&line.client, &event);
        }
    }
    return dw_net_get_stats(line.at.net)->datagrams.sent - before;
}

static void check_the_pace(bool sealed)
{
    open_wire(sealed);
    for (uint32_t ms = 0; ms + PACE_MS < PATIENCE_MS; ms += PACE_MS) {
        assert_in_range(run(PACE_MS), 1, 3);
        assert_int_equal(dw_net_get_stats(line.at.net)->half_open, 1);
    }
    (void)run(PACE_MS + SLACK_MS);
    assert_int_equal(dw_net_get_stats(line.at.net)->half_open, 0);
    assert_int_equal(dw_net_get_stats(line.at.net)->half_open_reset, 1);
    assert_int_equal(run(30000), 0); /* Sending does not go on forever. */
    assert_int_equal(line.at.connected, 0);
    close_wire();
}

static void it_is_told_at_an_even_pace_and_forgotten_after_eight_seconds(void **state)
{
    (void)state;
    check_the_pace(false);
    check_the_pace(true);
}

static void check_the_late_one(bool sealed)
{
    open_wire(sealed);
    (void)run(6000);
    assert_int_equal(line.at.connected, 0);
    line.client.deaf = false;
    (void)run(PACE_MS);
    assert_int_equal(line.at.connected, 1);
    assert_int_equal(dw_net_get_stats(line.at.net)->half_open_reset, 0);
    close_wire();
}

static void one_that_heard_no_answer_for_six_seconds_gets_in_with_the_next(void **state)
{
    (void)state;
    check_the_late_one(false);
    check_the_late_one(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_told_at_an_even_pace_and_forgotten_after_eight_seconds),
        cmocka_unit_test(one_that_heard_no_answer_for_six_seconds_gets_in_with_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
