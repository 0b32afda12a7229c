#include "client/bot/bots_report.h"

#include "common/base/check.h"

#include <jansson.h>
#include <stdio.h>

void dw_bots_report_rtt(dw_bots_report *report, uint32_t rtt_ms)
{
    report->rtt[rtt_ms < DW_REPORT_RTT_BINS ? rtt_ms : DW_REPORT_RTT_BINS - 1]++;
    report->rtt_count++;
}

static void add_errors(dw_bots_report *report, const dw_client_stats *stats)
{
    const uint32_t count =
        stats->error_count < DW_CLIENT_ERROR_SAMPLES ? stats->error_count : DW_CLIENT_ERROR_SAMPLES;
    for (uint32_t i = 0; i < count; i++) {
        const double tenths = (double)stats->error_mm[i] * 10.0 + 0.5;
        const uint32_t last = DW_REPORT_ERROR_BINS - 1;
        report->errors[tenths < last ? (uint32_t)tenths : last]++;
        report->error_count++;
    }
}

static void add_end(dw_bots_report *report, const dw_client *client)
{
    const dw_reason reason = dw_client_reason(client);
    switch (dw_client_get_end(client)) {
    case DW_CLIENT_END_REFUSED:
        report->refused++;
        report->refusals[reason < DW_REASON_COUNT ? reason : DW_REASON_NONE]++;
        break;
    case DW_CLIENT_END_KICKED:
        report->kicked++;
        break;
    case DW_CLIENT_END_LOST:
        report->lost++;
        break;
    case DW_CLIENT_END_PROTOCOL:
        report->broken++;
        break;
    case DW_CLIENT_END_NONE:
    case DW_CLIENT_END_QUIT:
        break;
    }
}

void dw_bots_report_client(dw_bots_report *report, const dw_client *client, bool joined)
{
    const dw_client_stats *stats = dw_client_get_stats(client);
    report->joined += joined;
    add_end(report, client);
    add_errors(report, stats);
    report->connection_losses += stats->connection_losses;
    report->reconnects += stats->reconnects;
    report->resumes += stats->resumes;
    report->predictions += stats->predictions;
    report->prediction_misses += stats->prediction_misses;
    report->snapshots += stats->snapshots;
    report->snapshots_full += stats->snapshots_full;
    report->snapshots_stale += stats->snapshots_stale;
    report->snapshots_refused += stats->snapshots_refused;
    report->snapshots_expected += stats->snapshots_expected;
    report->snapshot_bytes += stats->snapshot_bytes;
    report->snapshot_age_ns += stats->snapshot_age_sum_ns;
    if (stats->snapshot_gap_max_ns > report->snapshot_gap_max_ns) {
        report->snapshot_gap_max_ns = stats->snapshot_gap_max_ns;
    }
    report->playing_s += (double)(stats->snapshot_last_ns - stats->snapshot_first_ns) / 1e9;
}

/* The first bin up to which `share` of all samples lie. */
static uint32_t bin_at(const uint64_t *bins, uint32_t count, uint64_t total, double share)
{
    const double wanted = share * (double)total;
    uint64_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        seen += bins[i];
        if (seen > 0 && (double)seen >= wanted) {
            return i;
        }
    }
    return 0;
}

double dw_bots_report_rtt_ms(const dw_bots_report *report, double share)
{
    return bin_at(report->rtt, DW_REPORT_RTT_BINS, report->rtt_count, share);
}

double dw_bots_report_error_mm(const dw_bots_report *report, double share)
{
    return bin_at(report->errors, DW_REPORT_ERROR_BINS, report->error_count, share) / 10.0;
}

static double ratio(double part, double whole)
{
    return whole > 0.0 ? part / whole : 0.0;
}

double dw_bots_report_delivered(const dw_bots_report *report)
{
    return ratio((double)report->snapshots, (double)report->snapshots_expected);
}

static json_t *number(double value)
{
    return json_real(value);
}

static json_t *whole(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *snapshots_json(const dw_bots_report *report)
{
    const double count = (double)report->snapshots;
    return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "per_second",
                     number(ratio(count, report->playing_s)), "delivered_ratio",
                     number(dw_bots_report_delivered(report)), "gap_ms_max",
                     number((double)report->snapshot_gap_max_ns / 1e6), "bytes_mean",
                     number(ratio((double)report->snapshot_bytes, count)), "age_ms_mean",
                     number(ratio((double)report->snapshot_age_ns / 1e6, count)), "count",
                     whole(report->snapshots), "full", whole(report->snapshots_full), "stale",
                     whole(report->snapshots_stale), "undecodable",
                     whole(report->snapshots_refused));
}

static json_t *refusals_json(const dw_bots_report *report)
{
    json_t *object = json_object();
    for (uint32_t i = 0; i < DW_REASON_COUNT; i++) {
        if (report->refusals[i] > 0) {
            (void)json_object_set_new(object, dw_reason_word((dw_reason)i),
                                      whole(report->refusals[i]));
        }
    }
    return object;
}

char *dw_bots_report_json(const dw_bots_report *report, const dw_bots_options *options)
{
    const double joined = report->joined;
    const double in = ratio((double)report->bytes_in, report->wall_s);
    const double out = ratio((double)report->bytes_out, report->wall_s);
    json_t *root = json_pack(
        "{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:s,s:o,s:o}", "clients", whole(options->clients),
        "joined", whole(report->joined), "visits", whole(report->visits), "refused",
        whole(report->refused), "kicked", whole(report->kicked), "lost", whole(report->lost),
        "protocol_errors", whole(report->broken), "refusals", refusals_json(report), "policy",
        options->policy->name, "seed", whole(options->seed), "seconds", number(report->wall_s));
    if (root == NULL) {
        return NULL;
    }
    (void)json_object_set_new(root, "rtt_ms",
                              json_pack("{s:o,s:o,s:o}", "p50",
                                        number(dw_bots_report_rtt_ms(report, 0.5)), "p99",
                                        number(dw_bots_report_rtt_ms(report, 0.99)), "samples",
                                        whole(report->rtt_count)));
    (void)json_object_set_new(root, "join_ms_max", number((double)report->join_max_ns / 1e6));
    (void)json_object_set_new(root, "snapshots", snapshots_json(report));
    (void)json_object_set_new(root, "bytes_per_second",
                              json_pack("{s:o,s:o,s:o,s:o}", "in", number(ratio(in, joined)), "out",
                                        number(ratio(out, joined)), "in_total", number(in),
                                        "out_total", number(out)));
    (void)json_object_set_new(
        root, "prediction_error_mm",
        json_pack("{s:o,s:o,s:o,s:o}", "p50", number(dw_bots_report_error_mm(report, 0.5)), "p99",
                  number(dw_bots_report_error_mm(report, 0.99)), "miss_ratio",
                  number(ratio((double)report->prediction_misses, (double)report->predictions)),
                  "ticks", whole(report->predictions)));
    (void)json_object_set_new(root, "rounds",
                              json_pack("{s:o,s:o}", "won", whole(report->rounds_won), "lost",
                                        whole(report->rounds_lost)));
    (void)json_object_set_new(root, "connections",
                              json_pack("{s:o,s:o,s:o}", "lost", whole(report->connection_losses),
                                        "reconnected", whole(report->reconnects), "resumed",
                                        whole(report->resumes)));
    (void)json_object_set_new(root, "load",
                              json_pack("{s:o,s:o}", "processor_share",
                                        number(ratio(report->processor_s, report->wall_s)),
                                        "frames_late", whole(report->frames_late)));
    char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(6));
    json_decref(root);
    return text;
}

bool dw_bots_report_passes(const dw_bots_report *report, const dw_bots_options *options)
{
    bool passes = true;
    const double rtt = dw_bots_report_rtt_ms(report, 0.99);
    const double delivered = dw_bots_report_delivered(report);
    if (options->max_rtt_p99_ms > 0.0 &&
        (report->rtt_count == 0 || rtt > options->max_rtt_p99_ms)) {
        (void)fprintf(stderr, "duskwatch-bots: rtt_ms p99 is %g, above --max-rtt-p99-ms %g\n", rtt,
                      options->max_rtt_p99_ms);
        passes = false;
    }
    if (options->min_snapshot_ratio > 0.0 && delivered < options->min_snapshot_ratio) {
        (void)fprintf(
            stderr,
            "duskwatch-bots: snapshots delivered_ratio is %g, below --min-snapshot-ratio %g\n",
            delivered, options->min_snapshot_ratio);
        passes = false;
    }
    return passes;
}
