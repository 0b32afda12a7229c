#include "server/host/metrics.h"

#include "common/base/check.h"

#include <stdio.h>
#include <string.h>

static const uint64_t bounds_ns[DW_METRICS_BUCKETS] = {100000,   200000,   500000,   1000000,
                                                       2000000,  4000000,  8000000,  12000000,
                                                       16666667, 25000000, 50000000, 100000000};

void dw_metrics_histogram_add(dw_metrics_histogram *histogram, uint64_t ns)
{
    uint32_t bucket = 0;
    while (bucket < DW_METRICS_BUCKETS && ns > bounds_ns[bucket]) {
        bucket++;
    }
    histogram->counts[bucket]++;
    histogram->sum_ns += ns;
}

uint64_t dw_metrics_bound_ns(uint32_t bucket)
{
    DW_CHECK(bucket < DW_METRICS_BUCKETS);
    return bounds_ns[bucket];
}

/* The word of a label by index; NULL: there is no such series. */
typedef const char *word_of(uint32_t index);

typedef enum unit { UNIT_ONE, UNIT_NS /* Printed in seconds. */ } unit;

/* A row is one figure, or one for each word of a label. Rows of one name follow each other; the
 * first has the help text. */
typedef struct row {
    const char *name, *type, *help;
    const char *label; /* NULL; a whole label (key="word"); or the key alone, when `word` gives the
                          words. */
    word_of *word;
    unit unit;
    size_t offset, width, count;
} row;

#define MEMBER(member) (((dw_metrics *)NULL)->member)
#define ONE(member)    offsetof(dw_metrics, member), sizeof(MEMBER(member)), 1
#define EACH(member)                                                                               \
    offsetof(dw_metrics, member), sizeof(MEMBER(member)[0]), DW_COUNT_OF(MEMBER(member))

static const char *reason_word(uint32_t index)
{
    return dw_reason_word((dw_reason)index);
}

static const char *refusal_word(uint32_t index)
{
    switch ((dw_datagram_verdict)index) {
    case DW_DATAGRAM_FINE:
    case DW_DATAGRAM_CONNECT:
        return NULL; /* These two verdicts let a datagram through or answer it. */
    default:
        return dw_datagram_word((dw_datagram_verdict)index);
    }
}

static const char *unopened_word(uint32_t index)
{
    return index == DW_SEAL_OPENED ? NULL : dw_seal_word((dw_seal_verdict)index);
}

static const char *phase_word(uint32_t index)
{
    return index < DW_PHASE_COUNT ? dw_phase_word((dw_round_phase)index) : "empty";
}

static const char *outcome_word(uint32_t index)
{
    return index == DW_OUTCOME_NONE ? NULL : dw_outcome_word((dw_outcome)index);
}

static const char counter[] = "counter";
static const char gauge[] = "gauge";

static const row rows[] = {
    /* The loop. */
    {"duskwatch_ticks_total", counter, "Ticks that were run; an empty server runs none.", NULL,
     NULL, UNIT_ONE, ONE(server.ticks)},
    {"duskwatch_loop_seconds_total", counter,
     "Time that the loop was busy: with the socket between ticks (receive), or with ticks and "
     "what they send (tick).",
     "part=\"receive\"", NULL, UNIT_NS, ONE(receive_ns)},
    {"duskwatch_loop_seconds_total", NULL, NULL, "part=\"tick\"", NULL, UNIT_NS, ONE(work_ns)},
    {"duskwatch_filter_seconds_total", counter,
     "Time in the interest filter, an upper bound estimated from samples.", NULL, NULL, UNIT_NS,
     ONE(server.filter_ns)},
    {"duskwatch_tick_overruns_total", counter,
     "Overruns: times that five ticks in a row did not catch up with the clock.", NULL, NULL,
     UNIT_ONE, ONE(server.overruns)},
    {"duskwatch_ticks_skipped_total", counter, "Ticks skipped after such an overrun.", NULL, NULL,
     UNIT_ONE, ONE(server.ticks_skipped)},
    {"duskwatch_snapshot_turns_skipped_total", counter,
     "Snapshot turns of matches that were skipped while the loop caught up.", NULL, NULL, UNIT_ONE,
     ONE(server.turns_left_out)},
    {"duskwatch_draining", gauge, "1 while the server drains and lets no client in.", NULL, NULL,
     UNIT_ONE, ONE(draining)},
    /* Connections and clients. */
    {"duskwatch_connections", gauge, "Open connections, let in or not.", NULL, NULL, UNIT_ONE,
     ONE(net.connected)},
    {"duskwatch_connections_half_open", gauge, "Connections that are being opened.", NULL, NULL,
     UNIT_ONE, ONE(net.half_open)},
    {"duskwatch_connections_reset_total", counter,
     "Connections that the network dropped, by reason.", "reason=\"half_open\"", NULL, UNIT_ONE,
     ONE(net.half_open_reset)},
    {"duskwatch_connections_reset_total", NULL, NULL, "reason=\"hoarding\"", NULL, UNIT_ONE,
     ONE(net.lost[DW_NET_LOST_HOARDING])},
    {"duskwatch_connections_reset_total", NULL, NULL, "reason=\"lingering\"", NULL, UNIT_ONE,
     ONE(net.lost[DW_NET_LOST_LINGERING])},
    {"duskwatch_connections_reset_total", NULL, NULL, "reason=\"memory\"", NULL, UNIT_ONE,
     ONE(net.lost[DW_NET_LOST_MEMORY])},
    {"duskwatch_connections_reset_total", NULL, NULL, "reason=\"gave_way\"", NULL, UNIT_ONE,
     ONE(net.gave_way)},
    {"duskwatch_connections_reset_total", NULL, NULL, "reason=\"backlog\"", NULL, UNIT_ONE,
     ONE(net.lost[DW_NET_LOST_BACKLOG])},
    {"duskwatch_clients", gauge, "Clients in a match, by role.", "role=\"player\"", NULL, UNIT_ONE,
     ONE(players)},
    {"duskwatch_clients", NULL, NULL, "role=\"spectator\"", NULL, UNIT_ONE, ONE(spectators)},
    {"duskwatch_clients_queued", gauge, "Spectators that wait in a queue for a body.", NULL, NULL,
     UNIT_ONE, ONE(queued)},
    {"duskwatch_clients_limit", gauge, "The most players that the server takes.", NULL, NULL,
     UNIT_ONE, ONE(clients_max)},
    {"duskwatch_spectators_limit", gauge, "The most spectators that the server takes.", NULL, NULL,
     UNIT_ONE, ONE(spectators_max)},
    {"duskwatch_bodies_waiting", gauge, "Bodies whose player has lost the connection.", NULL, NULL,
     UNIT_ONE, ONE(bodies_waiting)},
    {"duskwatch_joins_total", counter,
     "Clients that were let in; clients that come back count again.", NULL, NULL, UNIT_ONE,
     ONE(server.joined)},
    {"duskwatch_resumes_total", counter, "Joins that gave a player its old body back.", NULL, NULL,
     UNIT_ONE, ONE(server.resumed)},
    {"duskwatch_seats_total", counter, "Queued clients that were given a body.", NULL, NULL,
     UNIT_ONE, ONE(server.seated)},
    {"duskwatch_disconnects_total", counter, "Clients that left a match, by reason.",
     "reason=\"quit\"", NULL, UNIT_ONE, ONE(server.left)},
    {"duskwatch_disconnects_total", NULL, NULL, "reason=\"lost\"", NULL, UNIT_ONE,
     ONE(server.lost)},
    {"duskwatch_disconnects_total", NULL, NULL, "reason=\"kicked\"", NULL, UNIT_ONE,
     ONE(server.sent_away)},
    {"duskwatch_disconnects_total", NULL, NULL, "reason=\"taken_over\"", NULL, UNIT_ONE,
     ONE(server.taken_over)},
    {"duskwatch_refusals_total", counter, "Hellos that were refused, by reason.", "reason",
     reason_word, UNIT_ONE, EACH(server.refused)},
    {"duskwatch_kicks_total", counter, "Clients that were sent away, in a match or not, by reason.",
     "reason", reason_word, UNIT_ONE, EACH(server.kicked)},
    /* Play. */
    {"duskwatch_matches", gauge, "Matches by phase; an empty one has no clients.", "phase",
     phase_word, UNIT_ONE, EACH(phases)},
    {"duskwatch_rounds_total", counter, "Rounds that have ended, by outcome.", "outcome",
     outcome_word, UNIT_ONE, EACH(matches.rounds)},
    {"duskwatch_intents_total", counter, "Intents of players, one for each tick, by verdict.",
     "verdict=\"accepted\"", NULL, UNIT_ONE, ONE(matches.intents_accepted)},
    {"duskwatch_intents_total", NULL, NULL, "verdict=\"late\"", NULL, UNIT_ONE,
     ONE(matches.intents_late)},
    {"duskwatch_intents_total", NULL, NULL, "verdict=\"early\"", NULL, UNIT_ONE,
     ONE(matches.intents_early)},
    {"duskwatch_intents_total", NULL, NULL, "verdict=\"duplicate\"", NULL, UNIT_ONE,
     ONE(matches.intents_duplicate)},
    {"duskwatch_acks_unknown_total", counter,
     "Acknowledgements of snapshots that were not sent, or sent too long ago.", NULL, NULL,
     UNIT_ONE, ONE(matches.acks_unknown)},
    {"duskwatch_messages_malformed_total", counter,
     "Messages from clients that could not be decoded or came out of turn.", NULL, NULL, UNIT_ONE,
     ONE(server.malformed)},
    {"duskwatch_messages_over_rate_total", counter,
     "Messages dropped because the client sent more than its rate.", NULL, NULL, UNIT_ONE,
     ONE(server.rate_dropped)},
    {"duskwatch_replays_total", counter, "Replays of rounds, by result.", "result=\"kept\"", NULL,
     UNIT_ONE, ONE(replays.kept)},
    {"duskwatch_replays_total", NULL, NULL, "result=\"dropped\"", NULL, UNIT_ONE,
     ONE(replays.dropped)},
    {"duskwatch_replays_total", NULL, NULL, "result=\"failed\"", NULL, UNIT_ONE,
     ONE(replays.failed)},
    {"duskwatch_replays_total", NULL, NULL, "result=\"disk_full\"", NULL, UNIT_ONE,
     ONE(replays.left_out)},
    {"duskwatch_replays_deleted_total", counter,
     "Replays deleted to keep the folder within its limits.", NULL, NULL, UNIT_ONE,
     ONE(replays.deleted)},
    {"duskwatch_replay_files", gauge, "Replays in the folder.", NULL, NULL, UNIT_ONE,
     ONE(replays.files)},
    {"duskwatch_replay_bytes", gauge, "Size of the replays in the folder.", NULL, NULL, UNIT_ONE,
     ONE(replays.bytes)},
    /* Snapshots. */
    {"duskwatch_snapshots_total", counter, "Snapshots made for clients.", NULL, NULL, UNIT_ONE,
     ONE(server.snapshots)},
    {"duskwatch_snapshots_full_total", counter, "Snapshots that are complete instead of a delta.",
     NULL, NULL, UNIT_ONE, ONE(matches.snapshots_full)},
    {"duskwatch_snapshots_unsent_total", counter, "Snapshots that the network did not take.", NULL,
     NULL, UNIT_ONE, ONE(server.snapshots_unsent)},
    {"duskwatch_snapshot_bytes_total", counter, "Size of all snapshots, as messages.", NULL, NULL,
     UNIT_ONE, ONE(server.snapshot_bytes)},
    {"duskwatch_spectator_snapshots_total", counter, "Snapshots sent to spectators.", NULL, NULL,
     UNIT_ONE, ONE(matches.spectator_snapshots)},
    {"duskwatch_spectator_encodings_total", counter,
     "Snapshots for spectators that were encoded; the others are copies.", NULL, NULL, UNIT_ONE,
     ONE(matches.spectator_encodings)},
    {"duskwatch_spectator_views_total", counter,
     "Views built for spectators, one for all encodings of a turn.", NULL, NULL, UNIT_ONE,
     ONE(matches.spectator_views)},
    {"duskwatch_spectator_messages_lost_total", counter,
     "Messages for spectators that were overwritten before their delay ended.", NULL, NULL,
     UNIT_ONE, ONE(matches.spectator_messages_lost)},
    /* The wire. */
    {"duskwatch_datagrams_total", counter, "UDP datagrams, by direction.", "direction=\"in\"", NULL,
     UNIT_ONE, ONE(net.datagrams_in)},
    {"duskwatch_datagrams_total", NULL, NULL, "direction=\"out\"", NULL, UNIT_ONE,
     ONE(net.datagrams_out)},
    {"duskwatch_datagram_bytes_total", counter,
     "Size of these datagrams, without the headers of UDP and IP.", "direction=\"in\"", NULL,
     UNIT_ONE, ONE(net.bytes_in)},
    {"duskwatch_datagram_bytes_total", NULL, NULL, "direction=\"out\"", NULL, UNIT_ONE,
     ONE(net.bytes_out)},
    {"duskwatch_datagrams_refused_total", counter,
     "Datagrams refused before ENet saw them, by reason.", "reason", refusal_word, UNIT_ONE,
     EACH(net.refused)},
    {"duskwatch_datagrams_unopened_total", counter,
     "Datagrams that no key of a connection opened, by reason.", "reason", unopened_word, UNIT_ONE,
     EACH(net.unopened)},
    {"duskwatch_datagrams_unsent_total", counter,
     "Outgoing datagrams that the system did not take, by reason.", "reason=\"buffer\"", NULL,
     UNIT_ONE, ONE(net.out_lost)},
    {"duskwatch_datagrams_unsent_total", NULL, NULL, "reason=\"refused\"", NULL, UNIT_ONE,
     ONE(net.unsendable)},
    {"duskwatch_cookies_total", counter, "Join cookies handed out.", NULL, NULL, UNIT_ONE,
     ONE(net.cookies)},
    {"duskwatch_messages_without_memory_total", counter,
     "Reliable messages that ENet had no memory for, by what became of them.", "result=\"delayed\"",
     NULL, UNIT_ONE, ONE(server.messages_delayed)},
    {"duskwatch_messages_without_memory_total", NULL, NULL, "result=\"lost\"", NULL, UNIT_ONE,
     ONE(server.messages_lost)},
    {"duskwatch_sends_failed_total", counter, "Messages that could not be sent.", NULL, NULL,
     UNIT_ONE, ONE(net.sends_failed)},
    {"duskwatch_net_service_failures_total", counter, "Calls to ENet that failed.", NULL, NULL,
     UNIT_ONE, ONE(net.service_failures)},
    {"duskwatch_net_services_cut_total", counter,
     "Times that reading the socket ran out of time and left datagrams in it.", NULL, NULL,
     UNIT_ONE, ONE(net.polls_cut)},
    {"duskwatch_net_memory_bytes", gauge, "Memory that ENet uses now.", NULL, NULL, UNIT_ONE,
     ONE(slab.in_use)},
    {"duskwatch_net_memory_peak_bytes", gauge, "The most memory that ENet ever used.", NULL, NULL,
     UNIT_ONE, ONE(slab.peak)},
    {"duskwatch_net_memory_limit_bytes", gauge, "Size of the block of memory that ENet works in.",
     NULL, NULL, UNIT_ONE, ONE(slab.capacity)},
    {"duskwatch_net_memory_refused_total", counter,
     "Requests of ENet for memory that its block could not serve.", NULL, NULL, UNIT_ONE,
     ONE(slab.refused)},
    /* The log. */
    {"duskwatch_log_lines_dropped_total", counter,
     "Log lines dropped because the log's reader was too slow.", NULL, NULL, UNIT_ONE,
     ONE(log_lines_dropped)},
    /* The process, under the names that all Prometheus exporters use. */
    {"process_cpu_seconds_total", counter, "Processor time of the process.", NULL, NULL, UNIT_NS,
     ONE(process_ns)},
    {"process_resident_memory_bytes", gauge, "Resident memory of the process.", NULL, NULL,
     UNIT_ONE, ONE(resident_bytes)},
    {"process_start_time_seconds", gauge, "Start of the process, in seconds since 1970.", NULL,
     NULL, UNIT_ONE, ONE(start_s)},
};

typedef struct writer {
    char *text;
    size_t used;
} writer;

static void put(writer *out, const char *format, ...) DW_PRINTF(2, 3);

static void put(writer *out, const char *format, ...)
{
    const size_t room = DW_METRICS_TEXT_MAX - out->used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(out->text + out->used, room, format, arguments);
    va_end(arguments);
    DW_CHECK(length >= 0 &&
             (size_t)length < room); /* Any figures fit: test_metrics tries the largest. */
    out->used += (size_t)length;
}

static void put_head(writer *out, const char *name, const char *type, const char *help)
{
    put(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void put_seconds(writer *out, uint64_t ns)
{
    put(out, "%llu.%09llu", (unsigned long long)(ns / 1000000000),
        (unsigned long long)(ns % 1000000000));
}

static uint64_t read_figure(const dw_metrics *metrics, const row *from, size_t index)
{
    const char *at = (const char *)metrics + from->offset + index * from->width;
    uint32_t narrow = 0;
    uint64_t wide = 0;
    if (from->width == sizeof narrow) {
        memcpy(&narrow, at, sizeof narrow);
        return narrow;
    }
    DW_CHECK(from->width == sizeof wide);
    memcpy(&wide, at, sizeof wide);
    return wide;
}

static void put_row(writer *out, const dw_metrics *metrics, const row *from)
{
    if (from->help != NULL) {
        put_head(out, from->name, from->type, from->help);
    }
    for (size_t i = 0; i < from->count; i++) {
        const char *word = from->word != NULL ? from->word((uint32_t)i) : NULL;
        if (from->word != NULL && word == NULL) {
            continue;
        }
        put(out, "%s", from->name);
        if (word != NULL) {
            put(out, "{%s=\"%s\"}", from->label, word);
        } else if (from->label != NULL) {
            put(out, "{%s}", from->label);
        }
        put(out, " ");
        const uint64_t figure = read_figure(metrics, from, i);
        if (from->unit == UNIT_NS) {
            put_seconds(out, figure);
        } else {
            put(out, "%llu", (unsigned long long)figure);
        }
        put(out, "\n");
    }
}

static void put_histogram(writer *out, const char *name, const char *help,
                          const dw_metrics_histogram *histogram)
{
    put_head(out, name, "histogram", help);
    uint64_t up_to = 0;
    for (uint32_t i = 0; i < DW_METRICS_BUCKETS; i++) {
        up_to += histogram->counts[i];
        put(out, "%s_bucket{le=\"", name);
        put_seconds(out, bounds_ns[i]);
        put(out, "\"} %llu\n", (unsigned long long)up_to);
    }
    up_to += histogram->counts[DW_METRICS_BUCKETS];
    put(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum ", name, (unsigned long long)up_to, name);
    put_seconds(out, histogram->sum_ns);
    put(out, "\n%s_count %llu\n", name, (unsigned long long)up_to);
}

size_t dw_metrics_write(const dw_metrics *metrics, char text[DW_METRICS_TEXT_MAX])
{
    text[0] = '\0';
    writer out = {.text = text};
    put_head(&out, "duskwatch_build_info", gauge, "Which Duskwatch this is; always 1.");
    put(&out, "duskwatch_build_info{version=\"%s\"} 1\n", DW_PRODUCT_VERSION);
    put_histogram(&out, "duskwatch_tick_duration_seconds",
                  "How long the loop was busy for a tick: receiving, the tick, sending.",
                  &metrics->tick);
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        put_row(&out, metrics, &rows[i]);
    }
    return out.used;
}
