/* metrics.h - the figures of a running server as one value, and that value as the text which
 * Prometheus reads (text format 0.0.4). Owns: the list of figures, their names, units and help
 * texts. Does not know: servers, sockets, clocks, threads; exporter.h fills in the value. Pure.
 * Cost: 2 KiB to copy; some 10 KiB of text, written without allocation.
 *
 * Readers aren't authenticated, so no figure is about a guard, a room or a player. With a single
 * match they still learn a little: snapshot bytes, tick time and requests for paths grow with the
 * guards that players see and with what guards think, one figure a second. Players must not reach
 * the port, so it listens on the local machine unless the host says otherwise. */
#ifndef DW_HOST_METRICS_H
#define DW_HOST_METRICS_H

#include "server/host/fleet_life.h"
#include "server/host/net.h"
#include "server/host/net_slab.h"
#include "server/host/recorder.h"
#include "server/host/results.h"
#include "server/host/server_stats.h"
#include "server/session/match.h"

enum { DW_METRICS_TEXT_MAX = 64 * 1024, DW_METRICS_BUCKETS = 12, DW_METRICS_MAPS_MAX = 8 };

/* A histogram. `counts` are not cumulative; the last one counts what no bucket holds. */
typedef struct dw_metrics_histogram {
    uint64_t counts[DW_METRICS_BUCKETS + 1];
    uint64_t sum_ns;
} dw_metrics_histogram;

/* The bounds suit a tick: 100 us to 100 ms, one of them its budget of 1/60 s. */
void dw_metrics_histogram_add(dw_metrics_histogram *histogram, uint64_t ns);

/* The upper bound of a bucket, inclusive. */
uint64_t dw_metrics_bound_ns(uint32_t bucket);

/* Of a recorded round that the server plays; all 0 without one. */
typedef struct dw_playback_figures {
    uint64_t shown, length, ready; /* Ticks of the round. */
    uint64_t seeks, seek_ticks;    /* Jumps, and ticks that were played for them. */
    uint64_t state_bytes;          /* Of saved states. */
} dw_playback_figures;

/* What matches play: each pair of names once. */
typedef struct dw_map_figures {
    char map[DW_NAME_SIZE], mission[DW_NAME_SIZE]; /* Empty: a heist. */
    uint64_t matches;
    uint64_t rounds[DW_OUTCOME_COUNT]; /* That have ended since it was loaded. */
} dw_map_figures;

typedef struct dw_metrics {
    dw_server_stats server;
    dw_net_stats net;
    dw_net_slab_stats slab;
    dw_recorder_stats replays;
    dw_fleet_stats fleet;
    dw_results_stats results;
    dw_playback_figures playback;
    uint64_t map_count;
    dw_map_figures maps[DW_METRICS_MAPS_MAX];
    dw_match_stats matches;                         /* Of all matches together. */
    dw_brain_counters minds;                        /* Likewise. */
    dw_metrics_histogram tick;                      /* The whole loop for a tick, without sleep. */
    dw_metrics_histogram parts[DW_TICK_PART_COUNT]; /* Of that. */
    uint64_t receive_ns; /* Of that, between ticks: the socket and what came from it. */
    uint64_t work_ns;    /* And in the ticks themselves, with what they sent. */
    uint64_t players, spectators, queued;
    uint64_t bodies_waiting; /* Of players whose connection is lost. */
    uint64_t clients_max, spectators_max;
    uint64_t phases[DW_PHASE_COUNT + 1]; /* Matches by phase; the last count is of empty ones. */
    uint64_t draining;                   /* 1 = yes. */
    uint64_t log_lines_dropped;          /* Dropped by the log's sink. */
    uint64_t start_s;                    /* Of the process, since 1970. */
    uint64_t process_ns;                 /* Processor time. */
    uint64_t resident_bytes;
} dw_metrics;

/* Writes the text, zero-terminated, and returns its length. Any figures fit. */
size_t dw_metrics_write(const dw_metrics *metrics, char text[DW_METRICS_TEXT_MAX]);

#endif
