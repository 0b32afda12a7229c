/* fault_line.h - one direction of a bad network: datagrams go in, some are lost, some come twice,
 * all come out later, not always in order. Owns: the datagrams under way and the dice. Pure: time
 * is handed in; the same seed and the same datagrams meet the same fate. */
#ifndef DW_PROTOCOL_TRANSPORT_FAULT_LINE_H
#define DW_PROTOCOL_TRANSPORT_FAULT_LINE_H

#include "common/base/rng.h"
#include "common/base/status.h"

enum {
    DW_FAULT_LINE_QUEUE_MAX = 65536,  /* Datagrams under way; more are dropped and counted. */
    DW_FAULT_LINE_DATAGRAM_MAX = 4096 /* ENet's largest MTU. */
};

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

typedef struct dw_fault_counts {
    uint64_t in, lost, duplicated, held_back, cut, overflowed, out;
} dw_fault_counts;

typedef struct dw_fault_line dw_fault_line;

DW_MUST_USE dw_status dw_fault_line_create(dw_fault_line **out, const dw_net_faults *faults,
                                           uint64_t seed, uint64_t stream);
void dw_fault_line_destroy(dw_fault_line *line);

void dw_fault_line_put(dw_fault_line *line, const uint8_t *bytes, size_t size, uint64_t now_ns);

/* The next datagram that is due, copied into `bytes` (DW_FAULT_LINE_DATAGRAM_MAX of room); false
 * when nothing is due yet. */
bool dw_fault_line_take(dw_fault_line *line, uint64_t now_ns, uint8_t *bytes, size_t *size);

const dw_fault_counts *dw_fault_line_counts(const dw_fault_line *line);

#endif
