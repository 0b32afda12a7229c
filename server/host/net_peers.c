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
    if (net->sealed) {
        dw_net_seals_forget(net->seals, index);
    }
}

/* A client that asked for a connection has not confirmed it yet. True while it still may. */
static bool stays_half_open(dw_net *net, ENetPeer *peer, dw_net_row *row)
{
    if (!dw_net_is_half_open(peer)) {
        row->half_open_ms = 0;
        return false;
    }
    row->half_open_ms = row->half_open_ms == 0 ? net->now_ms | 1 : row->half_open_ms;
    /* Signed: the bit that keeps the time from being 0 may put it into the future. */
    if ((int32_t)(net->now_ms - row->half_open_ms) <= HALF_OPEN_MS) {
        dw_enet_hold_resend(peer); /* Doubled waiting times would leave only four tries. */
        return true;
    }
    dw_net_release(net, (uint32_t)(row - net->rows));
    row->half_open_ms = 0;
    net->stats.half_open_reset++;
    return false;
}

/* ENet waits for the last acknowledgements of a peer that leaves, and every acknowledgement makes
 * it wait on. */
static bool lingers(const dw_net *net, const ENetPeer *peer, dw_net_row *row)
{
    const int32_t limit_ms = net->is_short ? LEAVING_SHORT_MS : LEAVING_MS;
    if (peer->state <= ENET_PEER_STATE_CONNECTED) {
        row->leaving_ms = 0;
        return false;
    }
    row->leaving_ms = row->leaving_ms == 0 ? net->now_ms | 1 : row->leaving_ms;
    return (int32_t)(net->now_ms - row->leaving_ms) > limit_ms;
}

void dw_net_lose(dw_net *net, uint32_t index, dw_net_loss why)
{
    dw_net_row *row = &net->rows[index];
    if (row->open && row->lost == DW_NET_NOT_LOST) {
        row->lost = why;
        net->lost_count++;
        net->stats.lost[why]++;
        dw_net_release(net, index);
    }
}

void dw_net_tell_lost(dw_net *net, uint32_t index)
{
    dw_net_row *row = &net->rows[index];
    const dw_peer peer = dw_net_handle_of(net, index);
    const dw_net_loss why = row->lost;
    net->lost_count--;
    net->stats.connected--;
    row->lost = DW_NET_NOT_LOST;
    row->open = false;
    net->handler.disconnected(net->handler.context, peer, why);
}

void dw_net_tell_all_lost(dw_net *net)
{
    for (uint32_t i = 0; net->lost_count > 0 && i < net->peers_max; i++) {
        if (net->rows[i].lost != DW_NET_NOT_LOST) {
            dw_net_tell_lost(net, i);
        }
    }
}

void dw_net_sweep(dw_net *net)
{
    uint32_t half_open = 0;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < net->peers_max; i++) {
        ENetPeer *peer = &net->host->peers[i];
        dw_net_row *row = &net->rows[i];
        taken += peer->state != ENET_PEER_STATE_DISCONNECTED ? 1 : 0;
        if (row->lost != DW_NET_NOT_LOST) {
            continue; /* ENet may have given this index to another peer already. */
        }
        if (stays_half_open(net, peer, row)) {
            half_open++;
        } else if (row->open && lingers(net, peer, row)) {
            dw_net_lose(net, i, DW_NET_LOST_LINGERING);
        } else if (row->open && row->over_share) {
            dw_net_lose(net, i, DW_NET_LOST_HOARDING);
        } else if (row->open) {
            dw_enet_hold_resend(peer);
        }
    }
    net->stats.half_open = half_open;
    net->is_short = net->peers_max - taken < net->spare / 2;
}
