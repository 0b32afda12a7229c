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
    SHARE_BYTES =
        64 * 1024,       /* Bytes of messages that a peer may have wait, their overhead included, */
    WAITING_MAX = 256,   /* and how many: the inputs of 4 s behind a lost one. */
    MESSAGE_BYTES = 224, /* What ENet keeps beside a message's own bytes, rounded up. */
    EVICT_BYTES_MIN = 16 * 1024, /* A peer that holds less is never disconnected to free memory. */
    JOIN_BYTES = 16 * 1024 /* Channels, welcome, names and first events of a client that joins. */
};

/* Messages that wait for an earlier one. Counts no more than one over the limit. */
static uint32_t count_waiting(const ENetPeer *peer)
{
    uint32_t count = 0;
    for (size_t c = 0; c < peer->channelCount; c++) {
        ENetList *const queues[] = {&peer->channels[c].incomingReliableCommands,
                                    &peer->channels[c].incomingUnreliableCommands};
        for (uint32_t q = 0; q < 2; q++) {
            for (ENetListIterator at = enet_list_begin(queues[q]);
                 at != enet_list_end(queues[q]) && count <= WAITING_MAX; at = enet_list_next(at)) {
                count++;
            }
        }
    }
    return count;
}

/* While much is in use, all shares together are a quarter of the block. */
static uint32_t share_now(const dw_net *net)
{
    const dw_net_slab_stats stats = dw_net_slab_get_stats();
    const size_t even = stats.capacity / 4 / net->peers_max;
    return stats.in_use <= stats.capacity / 2 || even > SHARE_BYTES ? SHARE_BYTES : (uint32_t)even;
}

bool dw_net_may_wait(dw_net *net, uint32_t index, uint32_t messages, size_t size)
{
    dw_net_sealed *row = &net->seals->rows[index];
    const uint32_t cost = (uint32_t)size + messages * MESSAGE_BYTES;
    const uint32_t held = dw_net_slab_owned(dw_net_received_by(index)) + cost;
    if (row->queued + messages > WAITING_MAX) {
        row->queued = count_waiting(&net->host->peers[index]);
    }
    if (row->queued + messages > WAITING_MAX || held > SHARE_BYTES) {
        row->over_share = true;
        return false;
    }
    if (held > share_now(net)) {
        return false;
    }
    row->queued += messages;
    return true;
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
