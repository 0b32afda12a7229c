/* A peer that has asked to be let in and is not heard of again: told so at an even pace, since its
 * line may be bad, and forgotten after 8 s. On a clock of its own; loopback. */
#include "fake_clock.h"
#include "raw_client.h"
#include "server/host/net.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    TURN_MS = 10,
    PATIENCE_MS = 8000,
    SLACK_MS = 1000, /* It is looked after four times a second. */
    PACE_MS = 1000   /* At the longest from one try to the next; round trips begin as 500 ms. */
};

#define MS_NS UINT64_C(1000000)

typedef struct wire {
    dw_arena arena;
    dw_net *net;
    uint32_t here; /* Connections that the server has told of. */
    ENetHost *host;
    bool deaf; /* The client loses all that it is sent. */
} wire;

static wire line; /* ENet's hooks carry no context. */

static void on_connected(void *context, dw_peer peer)
{
    (void)peer;
    ((wire *)context)->here++;
}

static void on_received(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                        size_t size)
{
    (void)context;
    (void)peer;
    (void)channel;
    (void)bytes;
    (void)size;
}

static void on_disconnected(void *context, dw_peer peer)
{
    (void)peer;
    ((wire *)context)->here--;
}

static void pump(void *context)
{
    (void)context;
    fake_clock_advance(TURN_MS * MS_NS);
    dw_net_service(line.net, MS_NS);
}

static int lose(ENetHost *host, ENetEvent *event)
{
    (void)host;
    (void)event;
    return line.deaf ? 1 : 0;
}

/* The client asks to be let in, and does not hear the answer. */
static void open_wire(void)
{
    memset(&line, 0, sizeof line);
    const dw_net_handler handler = {&line, on_connected, on_received, on_disconnected, NULL};
    line.net = raw_client_open_net(&line.arena, &handler);
    line.host = enet_host_create(NULL, 1, DW_CHANNEL_COUNT, 0, 0);
    assert_non_null(line.host);
    (void)raw_client_ask(line.host, dw_net_port(line.net), pump, NULL);
    line.host->intercept = lose;
    line.deaf = true;
    enet_host_flush(line.host);
}

static void close_wire(void)
{
    enet_host_destroy(line.host);
    dw_net_close(line.net);
    dw_arena_destroy(&line.arena);
}

/* Gives back how many datagrams the server sent meanwhile. */
static uint64_t run(uint32_t milliseconds)
{
    const uint64_t before = dw_net_get_stats(line.net)->datagrams_out;
    for (uint32_t i = 0; i < milliseconds; i += TURN_MS) {
        ENetEvent event;
        pump(NULL);
        if (!line.deaf) {
            (void)enet_host_service(line.host, &event, 0);
        }
    }
    return dw_net_get_stats(line.net)->datagrams_out - before;
}

static void it_is_told_at_an_even_pace_and_forgotten_after_eight_seconds(void **state)
{
    (void)state;
    open_wire();
    for (uint32_t ms = 0; ms + PACE_MS < PATIENCE_MS; ms += PACE_MS) {
        assert_in_range(run(PACE_MS), 1, 3);
        assert_int_equal(dw_net_get_stats(line.net)->half_open, 1);
    }
    (void)run(PACE_MS + SLACK_MS);
    assert_int_equal(dw_net_get_stats(line.net)->half_open, 0);
    assert_int_equal(dw_net_get_stats(line.net)->half_open_reset, 1);
    assert_int_equal(run(30000), 0); /* Nobody is sent anything for ever. */
    assert_int_equal(line.here, 0);
    close_wire();
}

static void one_that_heard_no_answer_for_six_seconds_gets_in_with_the_next(void **state)
{
    (void)state;
    open_wire();
    (void)run(6000);
    assert_int_equal(line.here, 0);
    line.deaf = false;
    (void)run(PACE_MS);
    assert_int_equal(line.here, 1);
    assert_int_equal(dw_net_get_stats(line.net)->half_open_reset, 0);
    close_wire();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_told_at_an_even_pace_and_forgotten_after_eight_seconds),
        cmocka_unit_test(one_that_heard_no_answer_for_six_seconds_gets_in_with_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
