/* net.h - the server's end of the network: ENet, and with net_*.c the only files of the server that
 * know it.
 * Owns: the socket, the peers, their limits, and the slab that ENet works in. Does not know:
 * messages, players, matches. Bytes come in through a handler and go out by dw_net_send.
 * What ENet does badly in production is answered here; README.md lists it row by row.
 * Nothing is allocated from the heap after dw_net_open. Not thread-safe. */
#ifndef DW_HOST_NET_H
#define DW_HOST_NET_H

#include "common/base/arena.h"
#include "common/base/prefetch.h"
#include "protocol/protocol.h"
#include "server/host/datagram.h"

typedef struct dw_net dw_net;

/* A connected peer: index and generation, 0 = none. */
typedef uint32_t dw_peer;

enum {
    DW_NET_PEERS_MAX = 4095, /* ENet's own limit. */
    DW_NET_SPARE_MIN = 64,   /* Peers beside those that are let in, at least. */
    DW_NET_EXEMPT_MAX = 16,
    DW_NET_PAYLOAD_MAX = DW_DATAGRAM_MAX - 28, /* More would travel as acknowledged fragments. */
    DW_NET_BACKLOG_BYTES_MAX = 128 * 1024      /* Of memory for what a peer has not acknowledged. */
};

typedef struct dw_net_handler {
    void *context;
    void (*connected)(void *context, dw_peer peer);
    void (*received)(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                     size_t size);
    void (*disconnected)(void *context, dw_peer peer);
    /* May be NULL. These are going to be heard now, one after the other, if they are who they say:
     * what is known of them may be asked for ahead. */
    void (*announced)(void *context, const dw_peer *peers, uint32_t count);
} dw_net_handler;

typedef struct dw_net_config {
    const char *bind;     /* A numeric IPv4 address; "0.0.0.0" or "*" = all. */
    uint16_t port;        /* 0 = any free one. */
    uint32_t members_max; /* Players and spectators, DW_NET_PEERS_MAX - DW_NET_SPARE_MIN at most. */
    const uint32_t *exempt; /* Addresses without limits by address, in network order; copied. */
    uint32_t exempt_count;  /* DW_NET_EXEMPT_MAX at most. */
    dw_net_handler handler;
} dw_net_config;

/* DW_IO when the address or port is not to be had; the error says which and why. */
DW_MUST_USE dw_status dw_net_open(dw_net **out, dw_arena *arena, const dw_net_config *config,
                                  dw_error *error);
void dw_net_close(dw_net *net);
uint16_t dw_net_port(const dw_net *net);

/* Receives and sends what is due, calling the handler; returns after about `budget_ns` even when
 * more is waiting. */
void dw_net_service(dw_net *net, uint64_t budget_ns);

/* How long to leave the socket alone after a look at it, so that packets gather: 1 ms, and up to 8
 * with thousands of clients. Inputs are heard at each look; ENet, which walks over all its peers
 * at each of its turns, has one after up to 16 ms. */
uint64_t dw_net_look_ns(const dw_net *net);

/* The same as dw_net_service within a long tick, a little at a time: nothing is done when the last
 * look was less than dw_net_look_ns ago. The kernel's buffer does not fill while matches are run,
 * and what they made leaves meanwhile. */
void dw_net_keep_up(dw_net *net);

/* Sleeps until something arrives, a signal comes, or the time is reached. */
void dw_net_wait(const dw_net *net, uint64_t deadline_ns);

/* Puts one message on its way: to the system at the next service or flush at the latest.
 * DW_LOST: not connected (any more).
 * DW_FULL: a reliable message to a peer that owes too many acknowledgements. The caller closes it.
 * DW_MEMORY: ENet has no memory, though the peer that held the most was let go for it. It is not
 * the fault of `peer`: try again later.
 * DW_RANGE: too big for one datagram, or a channel that the peer did not open. The caller closes
 * it. */
DW_MUST_USE dw_status dw_net_send(dw_net *net, dw_peer peer, uint8_t channel, bool reliable,
                                  const uint8_t *bytes, size_t size);
void dw_net_flush(dw_net *net);

/* Asks the caches for what dw_net_send needs for that peer: at DW_FETCH_FIRST what lies at hand, a
 * while later at DW_FETCH_NEXT what that names. */
void dw_net_fetch(const dw_net *net, dw_peer peer, dw_fetch_stage stage);

/* Disconnects once all that was sent has arrived; `reason` travels along. The handler hears of it.
 */
void dw_net_disconnect(dw_net *net, dw_peer peer, uint32_t reason);

/* This peer was let in. Until it is disconnected it gives way to nobody. */
void dw_net_make_member(dw_net *net, dw_peer peer);

/* Places for newcomers run short: a peer that says no hello must not keep its own for long. */
bool dw_net_is_short(const dw_net *net);

/* The peer's IPv4 address, in network order; 0 when no limit by address holds for it. */
uint32_t dw_net_limited_address(const dw_net *net, dw_peer peer);

/* Forgets the peer at once; the handler does not hear of it. */
void dw_net_drop(dw_net *net, dw_peer peer);

/* For how many seconds in a row he has sent more datagrams than a client needs; the rest of them
 * was dropped. */
uint32_t dw_net_flood_seconds(const dw_net *net, dw_peer peer);

/* Whether ENet has the memory that one more join takes. */
bool dw_net_has_room(const dw_net *net);

uint32_t dw_net_peer_index(dw_peer peer); /* 0 .. dw_net_peers_max - 1 */
uint32_t dw_net_peers_max(const dw_net *net);

/* The same number, not 0, for all peers of one address; 0 for an address that is exempt from limits
 * by address. */
uint64_t dw_net_origin(const dw_net *net, dw_peer peer);

/* "127.0.0.1:9127", also of a peer who has gone, until another one comes in his place; then "?". */
void dw_net_address_text(const dw_net *net, dw_peer peer, char text[32]);

typedef struct dw_net_stats {
    uint64_t datagrams_in, datagrams_out, bytes_in, bytes_out;
    uint64_t refused[DW_DATAGRAM_VERDICT_COUNT]; /* Datagrams, by why. */
    uint64_t knocks;                             /* Cookies handed out. */
    uint64_t service_failures;                   /* Calls in which ENet reported an error. */
    uint64_t services_cut;                       /* Calls that ran out of budget. */
    uint64_t half_open_reset, hoarders_reset, lingerers_reset;
    uint64_t gave_way; /* Peers that were no members, to newcomers. */
    uint64_t evicted;  /* Peers that held the most memory when there was none. */
    uint64_t sends_failed;
    uint64_t unsendable; /* Datagrams out that the system refused: nothing can be sent there. */
    uint64_t out_lost;   /* Datagrams out for which the socket's buffer had no room. */
    uint32_t connected, half_open;
} dw_net_stats;
const dw_net_stats *dw_net_get_stats(const dw_net *net);

#endif
