/* raw_net.h - the small dw_net that raw clients talk to (tests/support/raw_client.h), through the
 * real gate: connections are sealed when the test gives keys, and in the clear when it gives none.
 * It counts what its handler is told. */
#ifndef DW_TESTS_HOST_RAW_NET_H
#define DW_TESTS_HOST_RAW_NET_H

#include "server/host/net.h"
#include "tests/support/raw_client.h"

/* Makes an identity, and the key of `password` unless that is NULL. */
void raw_net_make_keys(dw_net_keys *keys, const char *password);

typedef struct raw_net raw_net;

struct raw_net {
    dw_arena arena;
    dw_net *net;
    dw_net_keys keys;
    dw_peer newest;                   /* The last one that connected, */
    dw_peer lost;                     /* the last one whose end was told, */
    dw_net_loss why;                  /* and why it ended. */
    uint32_t connected, heard, ended; /* How often the handler was told. */
    uint32_t turn_ms;                 /* Of paced_net_turn. */
    uint32_t exempt; /* The address without limits by address, in network order; 0: 127.0.0.1. */
    /* Called at those times; NULL: counted only. */
    void (*received)(raw_net *at, dw_peer peer, uint8_t channel, const uint8_t *bytes, size_t size);
    void (*left)(raw_net *at, dw_peer peer, dw_net_loss why);
};

/* On any port of 127.0.0.1, for four clients. `password` may be NULL, and is for a sealed one. Sets
 * all but `turn_ms`, `exempt` and the two functions. */
void raw_net_open(raw_net *at, bool sealed, const char *password);
void raw_net_close(raw_net *at);

uint64_t raw_net_refused(const raw_net *at, dw_datagram_verdict verdict);

#endif
