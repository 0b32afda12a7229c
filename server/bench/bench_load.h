/* bench_load.h - two pairs of processes under the same load: our server with our bots, and a bare
 * loop of ENet with peers that send and receive as much and as often (bench_enet.c). Both pairs
 * share a dw_bench_load with the benchmark, which moves them through its phases. */
#ifndef DW_BENCH_LOAD_H
#define DW_BENCH_LOAD_H

#include "client/bot/bots_report.h"
#include "server/host/loop_meter.h"

#include <stdatomic.h>

typedef enum dw_bench_phase {
    DW_BENCH_JOIN,    /* Until all clients are in. */
    DW_BENCH_MEASURE, /* Steady load. */
    DW_BENCH_REST     /* Measured: the server keeps its figures, clients leave. */
} dw_bench_phase;

typedef struct dw_bench_load {
    /* Input. */
    uint32_t clients, matches, snapshot_hz, input_hz;
    uint32_t snapshot_bytes, input_bytes; /* Size of the bare loop's messages. */
    bool sealed;                          /* Whether our server's connections are sealed. */
    const struct dw_policy *policy;       /* Of our bots. */
    char map[DW_BOTS_HOST_MAX], ruleset[DW_BOTS_HOST_MAX];
    _Atomic uint32_t phase;
    /* Output. */
    _Atomic uint32_t port;                  /* 0 until the server listens. */
    _Atomic uint32_t here;                  /* Clients that are connected and play. */
    uint64_t server_cpu_ns, server_wall_ns; /* While measuring. */
    uint64_t filter_ns;                     /* Of the former. */
    double server_waited_s;                 /* Spent waiting for a processor that others had. */
    uint64_t messages_sent, messages_bytes; /* Snapshots, while measuring. */
    uint64_t messages_come;                 /* To the clients of the bare loop. */
    double peers_load;                      /* Share of a processor, while measuring. */
    dw_loop_meter meter;
    dw_bots_report report; /* Processor share of our bots, over all phases. */
    dw_error error;        /* Why a process ended early. */
} dw_bench_load;

/* The bodies of the four processes, for dw_bench_fork. */
void dw_bench_our_server(void *shared);
void dw_bench_our_bots(void *shared);
void dw_bench_enet_server(void *shared);
void dw_bench_enet_peers(void *shared);

#endif
