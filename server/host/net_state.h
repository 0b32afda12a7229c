/* net_state.h - the inside of a dw_net, shared by net.c (opening, sending, looking after peers),
 * net_gate.c (who gets in), net_receive.c (what comes in), net_memory.c (whose memory it is),
 * net_places.c (who may have a peer), and by nobody else. */
#ifndef DW_HOST_NET_STATE_H
#define DW_HOST_NET_STATE_H

#include "protocol/transport/socket_batch.h"
#include "server/host/address_rate.h"
#include "server/host/join_cookie.h"
#include "server/host/net.h"

#include <enet/enet.h>

/* No more can wait for ENet. */
enum { DW_NET_JOINING_MAX = DW_SOCKET_BATCH_KEPT };

typedef struct dw_net_row {
    uint32_t generation; /* Of the connection, 0 = none yet. */
    bool open;           /* The handler knows of it. */
    bool unsent;         /* Something waits in ENet to be sent to him. */
    uint32_t number;     /* ENet's, of the connection whose datagrams are counted. */
    uint32_t window_ms;  /* Start of the second in which that is done. */
    uint32_t datagrams, messages;
    uint32_t flood_seconds; /* In a row, in which there were too many. */
    bool member;            /* It was let in, and keeps its place (net_places.c). */
    uint32_t connected_ms;  /* Since when the handler knows of it. */
    uint32_t half_open_ms;  /* Since when, 0 = it is not. */
    uint32_t leaving_ms;    /* Since when ENet takes leave of him, 0 = it does not. */
    uint32_t queued;        /* Messages given to ENet since those that wait were last counted. */
    uint32_t turn;          /* Since which turn of ENet's the next two count. */
    uint32_t coming, coming_bytes; /* Messages kept for ENet, with what they will cost. */
    bool over_share;               /* It was refused more than any peer may have wait. */
    bool gone;                     /* Let go to free memory; the handler has not heard of it. */
    uint32_t backlog; /* Reliable bytes without acknowledgement, with what they cost. */
} dw_net_row;

/* A connect that was let in and waits for ENet, which makes a peer of it. */
typedef struct dw_net_joining {
    uint64_t order; /* How many datagrams were kept for ENet before. */
    uint32_t host;
    uint16_t port;
    uint8_t number[4];
} dw_net_joining;

struct dw_net {
    ENetHost *host;
    dw_net_handler handler;
    uint32_t peers_max;
    uint32_t generation;
    uint32_t now_ms; /* Of the last service. */
    uint32_t sweep_ms;
    uint64_t looked_ns; /* When the socket was last read. */
    uint64_t served_ns; /* When ENet last had its turn. */
    uint16_t *unsent;   /* Peers to whom something waits to be sent. */
    uint32_t unsent_count;
    dw_socket_batch *batch;
    dw_net_stats stats;
    dw_net_row *rows;
    dw_cookie_jar cookies;
    dw_address_rate joins;
    uint64_t kept; /* Datagrams that were kept for ENet, ever. */
    uint32_t turn; /* Grows each time that ENet has had all of them. */
    uint32_t gone_count;
    uint32_t spare;                     /* Peers beside those that members can have. */
    bool is_short;                      /* Of free peers, as of the last sweep. */
    uint32_t exempt[DW_NET_EXEMPT_MAX]; /* Addresses, in network order. */
    uint32_t exempt_count;
    dw_net_joining joining[DW_NET_JOINING_MAX];
    uint32_t joining_count;
};

/* index + 1 in the low 12 bits; ENet's 4095 peers just fit. */
static inline dw_peer dw_net_handle_of(const dw_net *net, uint32_t index)
{
    return net->rows[index].generation << 12 | (index + 1);
}

/* net_gate.c */

/* Whether the datagram that the host has just received goes on to ENet: 0, or 1 = swallowed. ENet's
 * hook where ENet reads the socket by itself. It carries no context; there is one server in a
 * process. */
int dw_net_gate(ENetHost *host, ENetEvent *event);
void dw_net_gate_open(dw_net *net); /* The one whose gate it is; NULL: none. */

/* The row of the peer of that number, if it is he who is at that address; else NULL: ENet refuses
 * what says so, and his budget is not spent by others. */
dw_net_row *dw_net_row_of(dw_net *net, uint16_t index, const ENetAddress *from);

/* Counts one more datagram of his, with so many messages. True: he has sent more than any client
 * needs, and is not listened to for the rest of the second. */
bool dw_net_floods(const dw_net *net, dw_net_row *row, uint32_t messages);

/* Forgets those who join, as far as ENet has seen them. */
void dw_net_forget_joined(dw_net *net);

/* The connect of this peer must not make another one. */
void dw_net_spend_cookie(dw_net *net, const ENetPeer *peer);

/* ENet's hook where the gate was asked before: charges what ENet takes to the datagram's sender. */
int dw_net_note_sender(ENetHost *host, ENetEvent *event);

/* net_receive.c */

/* All that has come, and what ENet has to do by now, for as long as there is time. */
void dw_net_receive(dw_net *net, uint64_t deadline_ns);
void dw_net_lost(dw_net *net, uint32_t index); /* That peer is gone: the handler hears of it. */

/* net_places.c */

bool dw_net_is_exempt(const dw_net *net, uint32_t host);

/* Whether the connect that the host has just received, with a good cookie, may have a peer, and one
 * for it: CONNECT, or why not. The oldest peer that is no member may have to go. O(peers). */
dw_datagram_verdict dw_net_find_place(dw_net *net, const uint8_t number[4]);

/* net_memory.c */

/* How many owners the slab needs for that many peers. */
uint32_t dw_net_owners(uint32_t peers);

/* What ENet takes from now on is charged to the sender of the datagram that it has just received;
 * to the peer that something is sent to; or to nobody. */
void dw_net_charge_received(dw_net *net);
void dw_net_charge_sent(uint32_t index);
void dw_net_charge_nobody(void);

/* Whether a datagram of `size` bytes may have ENet keep `messages` more of that peer's; they count
 * as kept from then on. O(1), and now and then a walk over the 256 messages that may wait. */
bool dw_net_may_wait(const dw_net *net, uint32_t index, uint32_t messages, size_t size);

/* Drops a peer that the handler knows; the handler hears of it at the next look. */
void dw_net_let_go(dw_net *net, uint32_t index);

/* Lets the peer go that holds the most memory, other than `except`, and frees it at once. False
 * when nobody holds much. O(peers). */
bool dw_net_evict(dw_net *net, uint32_t except);

/* The handler hears of those that were let go. */
void dw_net_tell_gone(dw_net *net);

#endif
