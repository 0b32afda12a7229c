/* metrics.h - the figures of a running server as one value, and that value as the text which
 * Prometheus reads (text format 0.0.4). Owns: which figures are told, their names, units and
 * sentences. Does not know: servers, sockets, clocks, threads; exporter.h fills the value in.
 * Pure. Cost: 2 KiB to copy; some 10 KiB of text, written without allocation.
 *
 * Whoever reads it is not asked who he is, so no figure is about a guard, a room or a player. A
 * little shows all the same where one match is on: bytes of snapshots and time of ticks grow with
 * the guards that players see and with what guards think, a figure a second. Those who play must
 * not reach the port: it listens to its own machine unless the host says otherwise. */
#ifndef DW_HOST_METRICS_H
#define DW_HOST_METRICS_H

#include "server/host/net.h"
#include "server/host/net_slab.h"
#include "server/host/recorder.h"
#include "server/host/server_stats.h"
#include "server/session/match.h"

enum { DW_METRICS_TEXT_MAX = 64 * 1024, DW_METRICS_BUCKETS = 12 };

/* How often how long. `counts` are not cumulative; the last one is of what no bucket holds. */
typedef struct dw_metrics_histogram {
    uint64_t counts[DW_METRICS_BUCKETS + 1];
    uint64_t sum_ns;
} dw_metrics_histogram;

/* Bounds are those of a tick: 100 us to 100 ms, one of them its budget of 1/60 s. */
void dw_metrics_histogram_add(dw_metrics_histogram *histogram, uint64_t ns);

/* The upper bound of a bucket, which belongs to it. */
uint64_t dw_metrics_bound_ns(uint32_t bucket);

typedef struct dw_metrics {
    dw_server_stats server;
    dw_net_stats net;
    dw_net_slab_stats slab;
    dw_recorder_stats replays;
    dw_match_stats matches;    /* Of all matches together. */
    dw_metrics_histogram tick; /* The whole loop for a tick, without sleep. */
    uint64_t receive_ns;       /* Of that, between ticks: the socket and what came from it. */
    uint64_t work_ns;          /* And the ticks themselves, with what they sent. */
    uint64_t players, spectators, queued;
    uint64_t bodies_waiting; /* Of players whose connection is lost. */
    uint64_t clients_max, spectators_max;
    uint64_t phases[DW_PHASE_COUNT + 1]; /* Matches; the last: nobody is there. */
    uint64_t draining;                   /* 1 = yes. */
    uint64_t log_lines_dropped;          /* By the log's sink. */
    uint64_t start_s;                    /* Of the process, since 1970. */
    uint64_t process_ns;                 /* Processor time. */
    uint64_t resident_bytes;
} dw_metrics;

/* Zero-terminated; the length comes back. Any figures fit. */
size_t dw_metrics_write(const dw_metrics *metrics, char text[DW_METRICS_TEXT_MAX]);

#endif
