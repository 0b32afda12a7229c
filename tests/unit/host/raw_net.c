#include "raw_net.h"

#include "tests/support/test.h"

#include <arpa/inet.h>

enum { CLIENTS = 4 };

void raw_net_make_keys(dw_net_keys *keys, const char *password)
{
    assert_int_equal(dw_seal_start(), DW_OK);
    *keys = (dw_net_keys){.has_password = password != NULL};
    dw_seal_pair_make(&keys->identity);
    if (password != NULL) {
        memset(keys->salt, 0x5a, sizeof keys->salt);
        assert_int_equal(dw_seal_password_key(password, keys->salt, keys->password_key), DW_OK);
    }
}

static void on_connected(void *context, dw_peer peer)
{
    raw_net *at = context;
    at->newest = peer;
    at->connected++;
}

static void on_received(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                        size_t size)
{
    raw_net *at = context;
    at->heard++;
    if (at->received != NULL) {
        at->received(at, peer, channel, bytes, size);
    }
}

static void on_disconnected(void *context, dw_peer peer, dw_net_loss why)
{
    raw_net *at = context;
    at->lost = peer;
    at->why = why;
    at->ended++;
    if (at->left != NULL) {
        at->left(at, peer, why);
    }
}

void raw_net_open(raw_net *at, bool sealed, const char *password)
{
    dw_error error = {""};
    *at = (raw_net){.received = at->received,
                    .left = at->left,
                    .turn_ms = at->turn_ms,
                    .exempt = at->exempt != 0 ? at->exempt : htonl(INADDR_LOOPBACK)};
    if (sealed) {
        raw_net_make_keys(&at->keys, password);
    }
    const dw_net_config config = {.bind = "127.0.0.1",
                                  .members_max = CLIENTS,
                                  .exempt = &at->exempt,
                                  .exempt_count = 1,
                                  .keys = sealed ? &at->keys : NULL,
                                  .handler = {at, on_connected, on_received, on_disconnected}};
    assert_int_equal(dw_arena_create(&at->arena, 16 << 20), DW_OK);
    assert_int_equal(dw_net_open(&at->net, &at->arena, &config, &error), DW_OK);
}

void raw_net_close(raw_net *at)
{
    dw_net_close(at->net);
    dw_arena_destroy(&at->arena);
}

uint64_t raw_net_refused(const raw_net *at, dw_datagram_verdict verdict)
{
    return dw_net_get_stats(at->net)->refused[verdict];
}
