/* fault_line.h - one direction of a bad network: datagrams go in, some are lost, some come twice,
 * all come out later, not always in order. Owns: the datagrams under way and the dice. Pure: time
 * is handed in; the same seed and the same datagrams meet the same fate. */
#ifndef DW_PROTOCOL_TRANSPORT_FAULT_LINE_H
#define DW_PROTOCOL_TRANSPORT_FAULT_LINE_H

#include "common/base/rng.h"
#include "common/base/status.h"

#include <stdbool.h>

enum {
    DW_FAULT_LINE_QUEUE_MAX = 65536,  /* Datagrams under way; more are dropped. */
    DW_FAULT_LINE_DATAGRAM_MAX = 4096 /* ENet's largest MTU. */
};

/* A datagram and its other end. */
typedef struct dw_datagram {
    uint8_t *bytes;
    uint32_t size;
    uint32_t host; /* IPv4, in network order, as ENet has it. */
    uint16_t port; /* In host order. */
    /* Out of a socket: where ENet keeps that address, which tells its peer (dw_enet_peer_at); else
     * NULL. */
    const void *enet_address;
} dw_datagram;

/* Chances are 0 .. 1, for each datagram. */
typedef struct dw_net_faults {
    double delay_ms;  /* One way. */
    double jitter_ms; /* Up to this much on top, drawn evenly; large ones reorder by themselves. */
    double loss;
    double duplicate;
    double reorder;  /* Held back for 30 ms, so that later ones overtake it. */
    double cut_at_s; /* Nothing gets in from then, counted from the line's first use, */
    double cut_s;    /* for this long; 0: it is never cut. */
} dw_net_faults;

/* "delay_ms=50,loss=0.05": any of the names above, each at most once. DW_INVALID names the part. */
DW_MUST_USE dw_status dw_net_faults_parse(dw_net_faults *out, const char *text, dw_error *error);

typedef struct dw_fault_line dw_fault_line;

DW_MUST_USE dw_status dw_fault_line_create(dw_fault_line **out, const dw_net_faults *faults,
                                           uint64_t seed, uint64_t stream);
void dw_fault_line_destroy(dw_fault_line *line);

/* Copies it. */
void dw_fault_line_put(dw_fault_line *line, const dw_datagram *datagram, uint64_t now_ns);

/* The next datagram that is due, with its bytes copied to `out->bytes`, which has room for the
 * largest that was put in; false when nothing is due yet. */
bool dw_fault_line_take(dw_fault_line *line, uint64_t now_ns, dw_datagram *out);

#endif
