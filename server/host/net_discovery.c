/* net_discovery.c - answers clients that look for servers. No connection comes of it, and nothing
 * is kept but the rates. Never answers more bytes, or more datagrams, than it was asked. */
#include "server/host/net_state.h"

#define NS_PER_MS UINT64_C(1000000)

dw_datagram_verdict dw_net_discovery_take(dw_net *net, const dw_datagram *datagram)
{
    dw_discovery_answer answer = {.matches = 0};
    if (dw_discovery_ask_decode(answer.number, datagram->bytes, datagram->size) != DW_OK) {
        return DW_DATAGRAM_CHALLENGE;
    }
    if (net->describe == NULL ||
        !dw_discovery_limit_pass(&net->discovery, datagram->host, net->now_ms * NS_PER_MS) ||
        !net->describe(net->handler.context, &answer)) {
        return DW_DATAGRAM_DISCOVERY;
    }
    uint8_t bytes[DW_DISCOVERY_ANSWER_MAX];
    const dw_datagram to = {bytes, (uint32_t)dw_discovery_answer_encode(&answer, bytes),
                            datagram->host, datagram->port, NULL};
    dw_datagram_layer_send(net->layer, &to);
    net->stats.found++;
    return DW_DATAGRAM_CONNECT;
}
