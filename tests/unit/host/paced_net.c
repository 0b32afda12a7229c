#include "paced_net.h"

#include "tests/support/test.h"

void paced_net_turn(void *raw_net_of)
{
    const raw_net *at = raw_net_of;
    fake_clock_advance(at->turn_ms * MS_NS);
    dw_net_poll(at->net, MS_NS);
}

void paced_net_pass(raw_net *at, uint32_t milliseconds)
{
    for (uint32_t ms = 0; ms < milliseconds; ms += at->turn_ms) {
        paced_net_turn(at);
    }
}

ENetPeer *paced_net_join(raw_net *at, raw_client *client)
{
    const uint32_t before = at->connected;
    ENetPeer *peer = raw_client_connect(client, dw_net_port(at->net), paced_net_turn, at);
    assert_int_equal(at->connected, before + 1);
    return peer;
}

ENetPeer *paced_net_ask(raw_net *at, raw_client *client)
{
    return raw_client_ask(client, dw_net_port(at->net), paced_net_turn, at);
}
