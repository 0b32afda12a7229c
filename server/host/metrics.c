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

/* A row is one figure, or one for each word of a label. A row without a name is one more of the
 * name before it. */
typedef struct row {
    const char *name, *type, *help;
    const char *label; /* NULL; a whole label (key="word"); or the key alone, when `word` gives the
                          words. */
    word_of *word;
    unit unit;
    size_t offset, width, count;
} row;

#define MEMBER(member) (((dw_metrics *)NULL)->member)
#define FIGURES(member, many)                                                                      \
    .offset = offsetof(dw_metrics, member), .width = sizeof(MEMBER(member)) / (many),              \
    .count = (many)

/* One figure; the first figure of a label, or of seconds; one more of the row before; all words. */
#define ONE(n, t, h, member)                                                                       \
    {                                                                                              \
        .name = (n), .type = (t), .help = (h), FIGURES(member, 1)                                  \
    }
#define FIRST(n, t, h, l, u, member)                                                               \
    {                                                                                              \
        .name = (n), .type = (t), .help = (h), .label = (l), .unit = (u), FIGURES(member, 1)       \
    }
#define MORE(l, u, member)                                                                         \
    {                                                                                              \
        .label = (l), .unit = (u), FIGURES(member, 1)                                              \
    }
#define EACH(n, t, h, l, w, member)                                                                \
    {                                                                                              \
        .name = (n), .type = (t), .help = (h), .label = (l), .word = (w),                          \
        FIGURES(member, DW_COUNT_OF(MEMBER(member)))                                               \
    }

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

static const char *fleet_state_word(uint32_t index)
{
    return dw_fleet_state_word((dw_fleet_state)index);
}

static const char *fleet_call_word(uint32_t index)
{
    return dw_fleet_call_word((dw_fleet_call)index);
}

static const char counter[] = "counter";
static const char gauge[] = "gauge";

static const row rows[] = {
    /* The loop. */
    ONE("duskwatch_ticks_total", counter, "Ticks that were run; an empty server runs none.",
        server.ticks),
    FIRST("duskwatch_loop_seconds_total", counter,
          "Time that the loop was busy: with the socket between ticks (receive), or with ticks and "
          "what they send (tick).",
          "part=\"receive\"", UNIT_NS, receive_ns),
    MORE("part=\"tick\"", UNIT_NS, work_ns),
    FIRST("duskwatch_filter_seconds_total", counter,
          "Time in the interest filter, an upper bound estimated from samples.", NULL, UNIT_NS,
          server.filter_ns),
    ONE("duskwatch_tick_overruns_total", counter,
        "Overruns: times that five ticks in a row did not catch up with the clock.",
        server.overruns),
    ONE("duskwatch_ticks_skipped_total", counter, "Ticks skipped after such an overrun.",
        server.ticks_skipped),
    ONE("duskwatch_snapshot_turns_skipped_total", counter,
        "Snapshot turns of matches that were skipped while the loop caught up.",
        server.turns_left_out),
    ONE("duskwatch_draining", gauge, "1 while the server drains and lets no client in.", draining),
    /* Connections and clients. */
    ONE("duskwatch_connections", gauge, "Open connections, let in or not.", net.connected),
    ONE("duskwatch_connections_half_open", gauge, "Connections that are being opened.",
        net.half_open),
    FIRST("duskwatch_connections_reset_total", counter,
          "Connections that the network dropped, by reason.", "reason=\"half_open\"", UNIT_ONE,
          net.half_open_reset),
    MORE("reason=\"hoarding\"", UNIT_ONE, net.lost[DW_NET_LOST_HOARDING]),
    MORE("reason=\"lingering\"", UNIT_ONE, net.lost[DW_NET_LOST_LINGERING]),
    MORE("reason=\"memory\"", UNIT_ONE, net.lost[DW_NET_LOST_MEMORY]),
    MORE("reason=\"gave_way\"", UNIT_ONE, net.gave_way),
    MORE("reason=\"backlog\"", UNIT_ONE, net.lost[DW_NET_LOST_BACKLOG]),
    FIRST("duskwatch_clients", gauge, "Clients in a match, by role.", "role=\"player\"", UNIT_ONE,
          players),
    MORE("role=\"spectator\"", UNIT_ONE, spectators),
    ONE("duskwatch_clients_queued", gauge, "Spectators that wait in a queue for a body.", queued),
    ONE("duskwatch_clients_limit", gauge, "The most players that the server takes.", clients_max),
    ONE("duskwatch_spectators_limit", gauge, "The most spectators that the server takes.",
        spectators_max),
    ONE("duskwatch_bodies_waiting", gauge, "Bodies whose player has lost the connection.",
        bodies_waiting),
    ONE("duskwatch_joins_total", counter,
        "Clients that were let in; clients that come back count again.", server.joined),
    ONE("duskwatch_resumes_total", counter, "Joins that gave a player its old body back.",
        server.resumed),
    ONE("duskwatch_seats_total", counter, "Queued clients that were given a body.", server.seated),
    FIRST("duskwatch_disconnects_total", counter, "Clients that left a match, by reason.",
          "reason=\"quit\"", UNIT_ONE, server.left),
    MORE("reason=\"lost\"", UNIT_ONE, server.lost),
    MORE("reason=\"kicked\"", UNIT_ONE, server.sent_away),
    MORE("reason=\"taken_over\"", UNIT_ONE, server.taken_over),
    ONE("duskwatch_map_chunks_total", counter,
        "Pieces of maps of 1000 bytes that were sent to clients without the map.",
        server.map_chunks),
    EACH("duskwatch_refusals_total", counter, "Hellos that were refused, by reason.", "reason",
         reason_word, server.refused),
    EACH("duskwatch_kicks_total", counter,
         "Clients that were sent away, in a match or not, by reason.", "reason", reason_word,
         server.kicked),
    /* Play. */
    EACH("duskwatch_matches", gauge, "Matches by phase; an empty one has no clients.", "phase",
         phase_word, phases),
    EACH("duskwatch_rounds_total", counter, "Rounds that have ended, by outcome.", "outcome",
         outcome_word, matches.rounds),
    FIRST("duskwatch_intents_total", counter, "Intents of players, one for each tick, by verdict.",
          "verdict=\"accepted\"", UNIT_ONE, matches.intents_accepted),
    MORE("verdict=\"late\"", UNIT_ONE, matches.intents_late),
    MORE("verdict=\"early\"", UNIT_ONE, matches.intents_early),
    MORE("verdict=\"duplicate\"", UNIT_ONE, matches.intents_duplicate),
    FIRST("duskwatch_signals_total", counter, "Signs and pings of players, by verdict.",
          "verdict=\"taken\"", UNIT_ONE, matches.signals),
    MORE("verdict=\"refused\"", UNIT_ONE, matches.signals_refused),
    FIRST("duskwatch_throws_total", counter, "Coins and baits of players, by verdict.",
          "verdict=\"thrown\"", UNIT_ONE, matches.throws),
    MORE("verdict=\"refused\"", UNIT_ONE, matches.throws_refused),
    FIRST("duskwatch_guard_paths_total", counter,
          "Paths that guards asked for, by what became of them.", "result=\"found\"", UNIT_ONE,
          minds.paths_found),
    MORE("result=\"unreachable\"", UNIT_ONE, minds.paths_unreachable),
    MORE("result=\"replaced\"", UNIT_ONE, minds.paths_replaced),
    MORE("result=\"cancelled\"", UNIT_ONE, minds.paths_cancelled),
    ONE("duskwatch_guard_path_requests_total", counter, "Paths that guards asked for.",
        minds.path_requests),
    ONE("duskwatch_guard_paths_direct_total", counter,
        "Paths found in a straight line, without a search.", minds.paths_direct),
    ONE("duskwatch_guard_path_expansions_total", counter, "Steps of all searches for paths.",
        minds.path_expansions),
    ONE("duskwatch_guard_path_expansions_repeated_total", counter,
        "Steps made again, since another guard had taken the memory of the search.",
        minds.path_expansions_repeated),
    ONE("duskwatch_guard_path_expansions_max", gauge, "The most steps that one path has taken.",
        minds.path_expansions_max),
    ONE("duskwatch_guard_path_replans_total", counter,
        "Paths asked for again while a guard walked to the same position.", minds.path_replans),
    ONE("duskwatch_guard_path_delay_ticks_total", counter, "Ticks that guards waited for paths.",
        minds.path_delay_ticks),
    ONE("duskwatch_guard_path_delay_ticks_max", gauge,
        "The most ticks that a guard waited for a path.", minds.path_delay_ticks_max),
    FIRST("duskwatch_guard_detours_total", counter,
          "Substitute goals of guards in traffic, by kind.", "kind=\"wait_aside\"", UNIT_ONE,
          minds.waits_aside),
    MORE("kind=\"side_step\"", UNIT_ONE, minds.side_steps),
    MORE("kind=\"leave_doorway\"", UNIT_ONE, minds.doorways_left),
    MORE("kind=\"unstuck\"", UNIT_ONE, minds.unstuck_moves),
    ONE("duskwatch_guard_conversation_steps_refused_total", counter,
        "Radio messages that were no legal step of their conversation.", minds.steps_refused),
    ONE("duskwatch_guard_conversation_waits_timed_out_total", counter,
        "Waits for an answer by radio that ended at their deadline.", minds.waits_timed_out),
    ONE("duskwatch_acks_unknown_total", counter,
        "Acknowledgements of snapshots that were not sent, or sent too long ago.",
        matches.acks_unknown),
    ONE("duskwatch_messages_malformed_total", counter,
        "Messages from clients that could not be decoded or came out of turn.", server.malformed),
    ONE("duskwatch_messages_over_rate_total", counter,
        "Messages dropped because the client sent more than its rate.", server.rate_dropped),
    FIRST("duskwatch_admin_commands_total", counter,
          "Commands of clients over their connection, by result.", "result=\"done\"", UNIT_ONE,
          server.admin_done),
    MORE("result=\"refused\"", UNIT_ONE, server.admin_refused),
    MORE("result=\"slowed\"", UNIT_ONE, server.admin_slowed),
    FIRST("duskwatch_replays_total", counter, "Replays of rounds, by result.", "result=\"kept\"",
          UNIT_ONE, replays.kept),
    MORE("result=\"dropped\"", UNIT_ONE, replays.dropped),
    MORE("result=\"failed\"", UNIT_ONE, replays.failed),
    MORE("result=\"disk_full\"", UNIT_ONE, replays.left_out),
    ONE("duskwatch_replays_deleted_total", counter,
        "Replays deleted to keep the folder within its limits.", replays.deleted),
    ONE("duskwatch_replay_files", gauge, "Replays in the folder.", replays.files),
    ONE("duskwatch_replay_bytes", gauge, "Size of the replays in the folder.", replays.bytes),
    FIRST("duskwatch_results_total", counter, "Rounds for the file of results, by result.",
          "result=\"kept\"", UNIT_ONE, results.kept),
    MORE("result=\"lost\"", UNIT_ONE, results.lost),
    ONE("duskwatch_results_failures_total", counter,
        "Times that the disk or a lock refused the results.", results.failures),
    ONE("duskwatch_results_deleted_total", counter,
        "Rounds deleted to keep the results within their limits.", results.deleted),
    ONE("duskwatch_results_waiting", gauge, "Rounds that wait for the disk.", results.waiting),
    ONE("duskwatch_results_paused", gauge, "1 while the disk does not take the results.",
        results.paused),
    ONE("duskwatch_results_rounds", gauge, "Rounds in the file of results.", results.size.rounds),
    ONE("duskwatch_results_bytes", gauge, "Size of the file of results.", results.size.bytes),
    /* Snapshots. */
    ONE("duskwatch_snapshots_total", counter, "Snapshots made for clients.", server.snapshots),
    ONE("duskwatch_snapshots_full_total", counter,
        "Snapshots that are complete instead of a delta.", matches.snapshots_full),
    ONE("duskwatch_snapshots_unsent_total", counter, "Snapshots that the network did not take.",
        server.snapshots_unsent),
    ONE("duskwatch_snapshot_bytes_total", counter, "Size of all snapshots, as messages.",
        server.snapshot_bytes),
    ONE("duskwatch_spectator_snapshots_total", counter, "Snapshots sent to spectators.",
        matches.spectator_snapshots),
    ONE("duskwatch_spectator_encodings_total", counter,
        "Snapshots for spectators that were encoded; the others are copies.",
        matches.spectator_encodings),
    ONE("duskwatch_spectator_views_total", counter,
        "Views built for spectators, one for all encodings of a turn.", matches.spectator_views),
    ONE("duskwatch_spectator_messages_lost_total", counter,
        "Messages for spectators that were overwritten before their delay ended.",
        matches.spectator_messages_lost),
    /* The wire. */
    FIRST("duskwatch_datagrams_total", counter, "UDP datagrams, by direction.", "direction=\"in\"",
          UNIT_ONE, net.datagrams.received),
    MORE("direction=\"out\"", UNIT_ONE, net.datagrams.sent),
    FIRST("duskwatch_datagram_bytes_total", counter,
          "Size of these datagrams, without the headers of UDP and IP.", "direction=\"in\"",
          UNIT_ONE, net.datagrams.received_bytes),
    MORE("direction=\"out\"", UNIT_ONE, net.datagrams.sent_bytes),
    EACH("duskwatch_datagrams_refused_total", counter,
         "Datagrams refused before ENet saw them, by reason.", "reason", refusal_word, net.refused),
    EACH("duskwatch_datagrams_unopened_total", counter,
         "Datagrams that no key of a connection opened, by reason.", "reason", unopened_word,
         net.unopened),
    FIRST("duskwatch_datagrams_unsent_total", counter,
          "Outgoing datagrams that the system did not take, by reason.", "reason=\"buffer\"",
          UNIT_ONE, net.datagrams.dropped),
    MORE("reason=\"refused\"", UNIT_ONE, net.datagrams.refused),
    ONE("duskwatch_cookies_total", counter, "Join cookies handed out.", net.cookies),
    ONE("duskwatch_discovery_answers_total", counter,
        "Answers to clients that look for servers; refused asks count as refused datagrams.",
        net.found),
    FIRST("duskwatch_messages_without_memory_total", counter,
          "Reliable messages that ENet had no memory for, by what became of them.",
          "result=\"delayed\"", UNIT_ONE, server.messages_delayed),
    MORE("result=\"lost\"", UNIT_ONE, server.messages_lost),
    ONE("duskwatch_sends_failed_total", counter, "Messages that could not be sent.",
        net.sends_failed),
    ONE("duskwatch_net_service_failures_total", counter, "Calls to ENet that failed.",
        net.service_failures),
    ONE("duskwatch_net_services_cut_total", counter,
        "Times that reading the socket ran out of time and left datagrams in it.", net.polls_cut),
    ONE("duskwatch_net_memory_bytes", gauge, "Memory that ENet uses now.", slab.in_use),
    ONE("duskwatch_net_memory_peak_bytes", gauge, "The most memory that ENet ever used.",
        slab.peak),
    ONE("duskwatch_net_memory_limit_bytes", gauge,
        "Size of the block of memory that ENet works in.", slab.capacity),
    ONE("duskwatch_net_memory_refused_total", counter,
        "Requests of ENet for memory that its block could not serve.", slab.refused),
    /* A recorded round. */
    FIRST("duskwatch_steers_total", counter,
          "Messages of spectators about a recorded round; refused: without a right, or there is "
          "none.",
          "verdict=\"taken\"", UNIT_ONE, matches.steers),
    MORE("verdict=\"refused\"", UNIT_ONE, matches.steers_refused),
    FIRST("duskwatch_playback_ticks", gauge,
          "Ticks of the recorded round: shown now, looked through, and its length.",
          "tick=\"shown\"", UNIT_ONE, playback.shown),
    MORE("tick=\"ready\"", UNIT_ONE, playback.ready),
    MORE("tick=\"length\"", UNIT_ONE, playback.length),
    ONE("duskwatch_playback_jumps_total", counter, "Jumps to another tick of the recorded round.",
        playback.seeks),
    ONE("duskwatch_playback_jump_ticks_total", counter, "Ticks that were played for them.",
        playback.seek_ticks),
    ONE("duskwatch_playback_state_bytes", gauge, "Memory of saved states to jump to.",
        playback.state_bytes),
    /* The fleet. */
    EACH("duskwatch_fleet_state", gauge,
         "1 for the state of the GameServer, as Agones told it; all 0 outside of a fleet.", "state",
         fleet_state_word, fleet.states),
    EACH("duskwatch_fleet_calls_answered_total", counter,
         "Calls to the sidecar of Agones that it took, by call; of the watch, streams that began.",
         "call", fleet_call_word, fleet.answered),
    EACH("duskwatch_fleet_calls_failed_total", counter,
         "Calls to the sidecar without an answer in time or with an error, by call; of the watch, "
         "streams that ended.",
         "call", fleet_call_word, fleet.failed),
    ONE("duskwatch_fleet_sidecar_failing", gauge,
        "1 while calls to the sidecar fail again and again.", fleet.in_trouble),
    ONE("duskwatch_fleet_health_withheld_total", counter,
        "Times that the server was not called healthy, since its loop stood still.",
        fleet.health_withheld),
    /* The log. */
    ONE("duskwatch_log_lines_dropped_total", counter,
        "Log lines dropped because the log's reader was too slow.", log_lines_dropped),
    /* The process, under the names that all Prometheus exporters use. */
    FIRST("process_cpu_seconds_total", counter, "Processor time of the process.", NULL, UNIT_NS,
          process_ns),
    ONE("process_resident_memory_bytes", gauge, "Resident memory of the process.", resident_bytes),
    ONE("process_start_time_seconds", gauge, "Start of the process, in seconds since 1970.",
        start_s),
};

typedef struct writer {
    char *text;
    size_t used;
    const char *name; /* Of the newest row that had one. */
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
    if (from->name != NULL) {
        put_head(out, from->name, from->type, from->help);
        out->name = from->name;
    }
    for (size_t i = 0; i < from->count; i++) {
        const char *word = from->word != NULL ? from->word((uint32_t)i) : NULL;
        if (from->word != NULL && word == NULL) {
            continue;
        }
        put(out, "%s", out->name);
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

/* `label` is empty, or one whole label. */
static void put_histogram(writer *out, const char *name, const char *label,
                          const dw_metrics_histogram *histogram)
{
    const char *comma = label[0] != '\0' ? "," : "";
    char braced[64] = "";
    if (label[0] != '\0') {
        (void)snprintf(braced, sizeof braced, "{%s}", label);
    }
    uint64_t up_to = 0;
    for (uint32_t i = 0; i < DW_METRICS_BUCKETS; i++) {
        up_to += histogram->counts[i];
        put(out, "%s_bucket{%s%sle=\"", name, label, comma);
        put_seconds(out, bounds_ns[i]);
        put(out, "\"} %llu\n", (unsigned long long)up_to);
    }
    up_to += histogram->counts[DW_METRICS_BUCKETS];
    put(out, "%s_bucket{%s%sle=\"+Inf\"} %llu\n%s_sum%s ", name, label, comma,
        (unsigned long long)up_to, name, braced);
    put_seconds(out, histogram->sum_ns);
    put(out, "\n%s_count%s %llu\n", name, braced, (unsigned long long)up_to);
}

static void put_parts(writer *out, const dw_metrics *metrics)
{
#define PART_WORD(name, word) word,
    static const char *const words[] = {DW_TICK_PARTS(PART_WORD)};
#undef PART_WORD
    static const char name[] = "duskwatch_tick_part_duration_seconds";
    put_head(out, name, "histogram", "How long the loop was busy for a tick with each part of it.");
    for (uint32_t i = 0; i < DW_TICK_PART_COUNT; i++) {
        char label[32];
        (void)snprintf(label, sizeof label, "part=\"%s\"", words[i]);
        put_histogram(out, name, label, &metrics->parts[i]);
    }
}

/* A value of a label: quotes and backslashes are escaped. */
static void put_label(writer *out, const char *name, const char value[DW_NAME_SIZE])
{
    put(out, "%s=\"", name);
    for (uint32_t i = 0; i < DW_NAME_SIZE && value[i] != '\0'; i++) {
        put(out, "%s%c", value[i] == '"' || value[i] == '\\' ? "\\" : "", value[i]);
    }
    put(out, "\"");
}

static void put_map(writer *out, const char *name, const dw_map_figures *map)
{
    put(out, "%s{", name);
    put_label(out, "map", map->map);
    put(out, ",");
    put_label(out, "mission", map->mission);
}

static void put_maps(writer *out, const dw_metrics *metrics)
{
    static const char matches[] = "duskwatch_map_matches";
    static const char rounds[] = "duskwatch_map_rounds_total";
    put_head(out, matches, gauge, "Matches by what they play; a heist has no mission.");
    for (uint32_t i = 0; i < DW_METRICS_MAPS_MAX && i < metrics->map_count; i++) {
        put_map(out, matches, &metrics->maps[i]);
        put(out, "} %llu\n", (unsigned long long)metrics->maps[i].matches);
    }
    put_head(out, rounds, counter, "Rounds that have ended, by what was played and by outcome.");
    for (uint32_t i = 0; i < DW_METRICS_MAPS_MAX && i < metrics->map_count; i++) {
        for (uint32_t o = DW_OUTCOME_NONE + 1; o < DW_OUTCOME_COUNT; o++) {
            put_map(out, rounds, &metrics->maps[i]);
            put(out, ",outcome=\"%s\"} %llu\n", outcome_word(o),
                (unsigned long long)metrics->maps[i].rounds[o]);
        }
    }
}

size_t dw_metrics_write(const dw_metrics *metrics, char text[DW_METRICS_TEXT_MAX])
{
    text[0] = '\0';
    writer out = {.text = text};
    put_head(&out, "duskwatch_build_info", gauge, "Which Duskwatch this is; always 1.");
    put(&out, "duskwatch_build_info{version=\"%s\"} 1\n", DW_PRODUCT_VERSION);
    put_head(&out, "duskwatch_tick_duration_seconds", "histogram",
             "How long the loop was busy for a tick: receiving, the tick, sending.");
    put_histogram(&out, "duskwatch_tick_duration_seconds", "", &metrics->tick);
    put_parts(&out, metrics);
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        put_row(&out, metrics, &rows[i]);
    }
    put_maps(&out, metrics);
    return out.used;
}
