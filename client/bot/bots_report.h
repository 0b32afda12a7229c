/* bots_report.h - what a run of bots measured: sums over all clients, as JSON, and the check
 * against the thresholds. Owns: histograms and counters. Rates "per client" are means over the
 * clients that joined. */
#ifndef DW_BOT_BOTS_REPORT_H
#define DW_BOT_BOTS_REPORT_H

#include "client/bot/bots_options.h"
#include "client/core/client.h"

enum {
    DW_REPORT_RTT_BINS = 10001,  /* By ms; the last holds all above. */
    DW_REPORT_ERROR_BINS = 20001 /* By 0.1 mm; the last holds all above. */
};

typedef struct dw_bots_report {
    uint32_t joined, refused, kicked, lost, broken; /* Broken: the server broke the protocol. */
    uint32_t visits; /* Joins of all bots: more than `joined` when they leave and join again. */
    uint32_t refusals[DW_REASON_COUNT];
    uint64_t rtt[DW_REPORT_RTT_BINS];
    uint64_t rtt_count;
    uint64_t errors[DW_REPORT_ERROR_BINS];
    uint64_t error_count;
    uint64_t predictions, prediction_misses;
    uint64_t snapshots, snapshots_full, snapshots_stale, snapshots_refused, snapshots_expected;
    uint64_t snapshot_bytes, snapshot_age_ns, snapshot_gap_max_ns;
    uint64_t join_max_ns; /* The longest time from the start of a join to the map. */
    double playing_s;     /* Sum over the clients of the time from first to last snapshot. */
    uint64_t bytes_in, bytes_out;
    double wall_s, processor_s;
    uint32_t connection_losses, reconnects, resumes; /* Resumes: into the same slot. */
    uint32_t frames_late; /* Updates that began over a frame behind time. */
    uint32_t rounds_won, rounds_lost;
} dw_bots_report;

void dw_bots_report_rtt(dw_bots_report *report, uint32_t rtt_ms);

/* Adds one client at its end. */
void dw_bots_report_client(dw_bots_report *report, const dw_client *client, bool joined);

/* Percentiles in ms and mm; 0 without samples. `share` is 0 .. 1. */
double dw_bots_report_rtt_ms(const dw_bots_report *report, double share);
double dw_bots_report_error_mm(const dw_bots_report *report, double share);
double dw_bots_report_delivered(const dw_bots_report *report);

/* One line of JSON, to be free()d; NULL without memory. */
char *dw_bots_report_json(const dw_bots_report *report, const dw_bots_options *options);

/* Names each missed threshold on standard error; true when all hold. */
bool dw_bots_report_passes(const dw_bots_report *report, const dw_bots_options *options);

#endif
