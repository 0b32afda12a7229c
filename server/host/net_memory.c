/* net_memory.c - whose memory it is: each piece that ENet takes is charged to a peer, and no peer
 * gets more than its share of the block. A message that would wait is refused before ENet sees it;
 * when a send finds no memory, the peer that holds the most is let go, never the receiver.
 *
 *     the whole block    | received, at most a share each | sent, without acknowledgement | free |
 *     over half in use   | ... an even part of a quarter each                                    |
 *     no piece for a join| the largest holder goes; if nobody holds much, the join is refused    |
 */
#include "server/host/net_state.h"

enum {
    /* What a peer may have wait, overhead included: the inputs of 4 s behind a lost one, or the 256
     * datagrams that ENet reads before it hands over a message. This bounds their number, too: at
     * most 372, empty ones. ENet searches them for each message that comes. */
    SHARE_BYTES = 64 * 1024,
    EVICT_BYTES_MIN = 16 * 1024, /* A peer that holds less is never disconnected to free memory. */
    JOIN_BYTES = 16 * 1024 /* Channels, welcome, names and first events of a client that joins. */
};

/* While much is in use, all shares together are a quarter of the block. */
static uint32_t share_now(const dw_net *net)
{
    const dw_net_slab_stats stats = dw_net_slab_get_stats();
    const size_t even = stats.capacity / 4 / net->peers_max;
    return stats.in_use <= stats.capacity / 2 || even > SHARE_BYTES ? SHARE_BYTES : (uint32_t)even;
}

bool dw_net_may_wait(dw_net *net, uint32_t index, uint32_t messages, size_t size)
{
    const uint32_t cost = (uint32_t)size + messages * DW_NET_MESSAGE_BYTES;
    const uint32_t held = dw_net_slab_owned(dw_net_received_by(index)) + cost;
    net->seals->rows[index].over_share |= held > SHARE_BYTES;
    return held <= share_now(net);
}

static uint32_t held_by(uint32_t index)
{
    return dw_net_slab_owned(dw_net_received_by(index)) + dw_net_slab_owned(dw_net_sent_to(index));
}

bool dw_net_evict(dw_net *net, uint32_t except)
{
    uint32_t largest = net->peers_max;
    uint32_t most = EVICT_BYTES_MIN;
    for (uint32_t i = 0; i < net->peers_max; i++) {
        const bool here = net->rows[i].open && net->rows[i].lost == DW_NET_LOST_NONE;
        if (here && i != except && held_by(i) > most) {
            largest = i;
            most = held_by(i);
        }
    }
    if (largest == net->peers_max) {
        return false;
    }
    dw_net_lose(net, largest, DW_NET_LOST_MEMORY);
    return true;
}

bool dw_net_has_room(const dw_net *net)
{
    (void)net;
    return dw_net_slab_has(JOIN_BYTES);
}
