/* net.h - the server's end of the network: ENet, and with net_*.c and datagram.c the only files of
 * the server that know it. Owns: the socket, the peers, their limits and keys, and the block of
 * memory that ENet works in. Does not know: messages, players, matches. Bytes come in through a
 * handler and go out by dw_net_send. Only dw_net_poll calls the handler, never a tick. These files
 * work around what ENet does badly in production; tests/integration/NETWORK_CHECKLIST.md lists it.
 * Nothing is allocated from the heap after dw_net_open. Not thread-safe. */
#ifndef DW_HOST_NET_H
#define DW_HOST_NET_H

#include "common/base/arena.h"
#include "protocol/protocol.h"
#include "protocol/seal/discovery.h"
#include "protocol/seal/seal_keys.h"
#include "protocol/seal/seal_session.h"
#include "protocol/transport/datagram_layer.h"
#include "server/host/datagram.h"

typedef struct dw_net dw_net;

/* A connected peer: index and generation, 0 = none. */
typedef uint32_t dw_peer;

enum {
    DW_NET_PEERS_MAX = 4095, /* ENet's own limit. */
    DW_NET_SPARE_MIN = 64,   /* Least number of peers beside those that are let in. */
    DW_NET_EXEMPT_MAX = 16,
    DW_NET_BACKLOG_BYTES_MAX = 128 * 1024 /* Memory for what a peer has not acknowledged. */
};

/* Why a connection ended. */
#define DW_NET_LOSSES(X)                                                                           \
    X(NONE, "none")             /* It has not. */                                                  \
    X(CONNECTION, "connection") /* It broke, timed out, or the client said goodbye. */             \
    X(BACKLOG, "backlog")       /* The client acknowledges too little of what it is sent. */       \
    X(HOARDING, "hoarding")     /* It made ENet keep more than any client needs. */                \
    X(LINGERING, "lingering")   /* Told to leave, it never stopped acknowledging. */               \
    X(MEMORY, "memory")         /* Memory ran out, and it held the most. */                        \
    X(GAVE_WAY, "gave_way")     /* Not let in yet, and a newcomer needed the place. */

typedef enum dw_net_loss {
#define DW_NET_LOSS_ENUM(name, word) DW_NET_LOST_##name,
    DW_NET_LOSSES(DW_NET_LOSS_ENUM)
#undef DW_NET_LOSS_ENUM
        DW_NET_LOSS_COUNT
} dw_net_loss;

const char *dw_net_loss_word(dw_net_loss value);

typedef struct dw_net_handler {
    void *context;
    void (*connected)(void *context, dw_peer peer);
    void (*received)(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                     size_t size);
    void (*disconnected)(void *context, dw_peer peer, dw_net_loss why);
} dw_net_handler;

/* The keys of a sealed server. */
typedef struct dw_net_keys {
    dw_seal_pair identity;
    bool has_password;
    uint8_t salt[DW_SEAL_SALT_SIZE];
    uint8_t password_key[DW_SEAL_KEY_SIZE];
} dw_net_keys;

typedef struct dw_net_config {
    const char *bind;     /* A numeric IPv4 address; "0.0.0.0" or "*" = all. */
    uint16_t port;        /* 0 = any free one. */
    uint32_t members_max; /* Players and spectators, DW_NET_PEERS_MAX - DW_NET_SPARE_MIN at most. */
    const uint32_t *exempt;  /* Addresses without limits by address, in network order; copied. */
    uint32_t exempt_count;   /* DW_NET_EXEMPT_MAX at most. */
    const dw_net_keys *keys; /* Copied. NULL: connections are not sealed. */
    dw_net_handler handler;
    /* Whether that address (network order) is banned. Called with the handler's context, once the
     * address has proved to be the client's own. NULL: none is. */
    bool (*banned)(void *context, uint32_t host);
    /* Fills in what a client that looks for servers is told, all but the number. False: nothing
     * now. Called with the handler's context, within dw_net_poll. NULL: no such client is answered.
     */
    bool (*describe)(void *context, dw_discovery_answer *answer);
} dw_net_config;

/* DW_IO when the address or port can't be bound; the error says which and why. */
DW_MUST_USE dw_status dw_net_open(dw_net **out, dw_arena *arena, const dw_net_config *config,
                                  dw_error *error);
void dw_net_close(dw_net *net);
uint16_t dw_net_port(const dw_net *net);

/* Receives and sends what is due, calling the handler; returns after about `budget_ns` even when
 * more is waiting. */
void dw_net_poll(dw_net *net, uint64_t budget_ns);

/* How long to leave the socket alone after a poll, so that packets gather: 1 ms, and up to 16 with
 * thousands of clients, since ENet walks over all its peers at each turn. */
uint64_t dw_net_turn_ns(const dw_net *net);

/* Within a long tick: moves datagrams from the system's buffer into ours, which is larger, if the
 * last time was 2 ms ago. Handles nothing. */
void dw_net_read_ahead(dw_net *net);

/* Sleeps until something arrives, a signal comes, or the time is reached. */
void dw_net_wait(const dw_net *net, uint64_t deadline_ns);

/* Queues one message of at most DW_MESSAGE_MAX bytes; the next poll or flush hands it to the
 * system. DW_LOST: the peer is not connected (any more), or was disconnected just now, since it
 * acknowledges too little or did not open the channel; the handler hears of it at the next poll.
 * DW_MEMORY: no memory is left, although peers that held much were given up; it is not this peer's
 * fault. */
DW_MUST_USE dw_status dw_net_send(dw_net *net, dw_peer peer, uint8_t channel, bool reliable,
                                  const uint8_t *bytes, size_t size);
void dw_net_flush(dw_net *net);

/* Disconnects once everything sent has arrived; `reason` travels along. The handler is told of the
 * end. */
void dw_net_disconnect(dw_net *net, dw_peer peer, uint32_t reason);

/* This peer was let in. Until it disconnects, no newcomer takes its place. */
void dw_net_make_member(dw_net *net, dw_peer peer);

/* Places for newcomers run short: a peer without a hello must not keep its place for long. */
bool dw_net_is_short(const dw_net *net);

/* For how many seconds in a row the peer has sent more datagrams than a client needs. The excess
 * was dropped. */
uint32_t dw_net_flood_seconds(const dw_net *net, dw_peer peer);

/* Whether ENet has memory for one more join. */
bool dw_net_has_room(const dw_net *net);

/* The transcript that a client's identity signs, to prove that a sealed connection is its own; NULL
 * for a connection in the clear. */
const uint8_t *dw_net_transcript(const dw_net *net, dw_peer peer);

uint32_t dw_net_peer_index(dw_peer peer); /* 0 .. dw_net_peers_max - 1 */
uint32_t dw_net_peers_max(const dw_net *net);

/* The peer's IPv4 address, in network order; 0 when it is exempt from limits by address. */
uint32_t dw_net_origin(const dw_net *net, dw_peer peer);

/* The same for all peers, exempt ones included; 0 = it has gone. */
uint32_t dw_net_host(const dw_net *net, dw_peer peer);

/* How long a message takes to that peer and back; 0 = it has gone. */
uint32_t dw_net_rtt_ms(const dw_net *net, dw_peer peer);

/* "127.0.0.1:9127". A peer that has gone keeps its text until another takes its place; then "?". */
void dw_net_address_text(const dw_net *net, dw_peer peer, char text[32]);

typedef struct dw_net_stats {
    dw_datagram_layer_stats datagrams;           /* In and out. */
    uint64_t refused[DW_DATAGRAM_VERDICT_COUNT]; /* Datagrams, by why. */
    uint64_t unopened[DW_SEAL_VERDICT_COUNT];    /* Datagrams that did not open, by reason. */
    uint64_t lost[DW_NET_LOSS_COUNT];            /* Connections, by why. */
    uint64_t cookies;                            /* Handed out. */
    uint64_t found;            /* Asks of clients that look for servers, answered. */
    uint64_t service_failures; /* Turns in which ENet reported an error. */
    uint64_t polls_cut;        /* Polls that ran out of time. */
    uint64_t half_open_reset;
    uint64_t gave_way; /* Peers that were not members and lost their place to newcomers. */
    uint64_t sends_failed;
    uint32_t connected, half_open;
} dw_net_stats;
const dw_net_stats *dw_net_get_stats(const dw_net *net);

#endif
