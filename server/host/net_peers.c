/* net_peers.c - how connections end: those that never open, that linger after their goodbye, that
 * hold more than their share, and those that another file gives up. The peer is free at once; the
 * handler hears of it at the next poll, since a match may be in its tick.
 *
 *     any file: dw_net_lose --> ENet's peer and its keys are gone, row.lost = why
 *     next poll: dw_net_tell_all_lost --> handler.disconnected, the row is free */
#include "protocol/transport/enet_fields.h"
#include "server/host/net_state.h"

enum {
    HALF_OPEN_MS = 8000,    /* Long enough for a round trip of 2 s with losses. */
    LEAVING_MS = 25000,     /* ENet itself gives up after 20 s without any answer. */
    LEAVING_SHORT_MS = 3000 /* While places for newcomers are few. */
};

void dw_net_release(dw_net *net, uint32_t index)
{
    enet_peer_reset(&net->host->peers[index]);
    dw_net_seals_forget(net->seals, index);
}

void dw_net_lose(dw_net *net, uint32_t index, dw_net_loss why)
{
    dw_net_row *row = &net->rows[index];
    if (row->open && row->lost == DW_NET_LOST_NONE) {
        row->lost = why;
        net->lost_count++;
        net->stats.lost[why]++;
        dw_net_release(net, index);
    }
}

void dw_net_tell_lost(dw_net *net, uint32_t index)
{
    dw_net_row *row = &net->rows[index];
    const dw_net_loss why = row->lost;
    if (why != DW_NET_LOST_NONE) {
        net->lost_count--;
        net->stats.connected--;
        row->lost = DW_NET_LOST_NONE;
        row->open = false;
        net->handler.disconnected(net->handler.context, dw_net_handle_of(net, index), why);
    }
}

void dw_net_tell_all_lost(dw_net *net)
{
    for (uint32_t i = 0; net->lost_count > 0 && i < net->peers_max; i++) {
        dw_net_tell_lost(net, i);
    }
}

/* ENet waits for the last acknowledgements of a peer that leaves, and every acknowledgement makes
 * it wait on. Signed: the bit that keeps the time from being 0 may put it into the future. */
static bool lingers(const dw_net *net, const dw_net_row *row)
{
    const int32_t limit_ms = net->is_short ? LEAVING_SHORT_MS : LEAVING_MS;
    return row->leaving_ms != 0 && (int32_t)(net->now_ms - row->leaving_ms) > limit_ms;
}

static void sweep_peer(dw_net *net, uint32_t index)
{
    ENetPeer *peer = &net->host->peers[index];
    const dw_net_row *row = &net->rows[index];
    const dw_net_sealed *seal = &net->seals->rows[index];
    const bool half_open = dw_net_is_half_open(peer);
    /* One that ENet had no memory to answer has no row. */
    if (half_open && (!seal->used || net->now_ms - seal->since_ms > HALF_OPEN_MS)) {
        dw_net_release(net, index);
        net->stats.half_open_reset++;
    } else if (row->open && lingers(net, row)) {
        dw_net_lose(net, index, DW_NET_LOST_LINGERING);
    } else if (row->open && seal->over_share) {
        dw_net_lose(net, index, DW_NET_LOST_HOARDING);
    } else {
        net->stats.half_open += half_open ? 1 : 0;
        dw_enet_hold_resend(peer); /* Doubled waiting times would leave only four tries. */
    }
}

void dw_net_sweep(dw_net *net)
{
    uint32_t taken = 0;
    net->stats.half_open = 0;
    for (uint32_t i = 0; i < net->peers_max; i++) {
        if (net->host->peers[i].state != ENET_PEER_STATE_DISCONNECTED) {
            taken++;
            sweep_peer(net, i);
        }
    }
    net->is_short = net->peers_max - taken < net->spare / 2;
}
