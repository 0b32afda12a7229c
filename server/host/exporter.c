#include "server/host/exporter.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "common/platform/clock.h"
#include "server/host/fleet.h"
#include "server/host/metrics_http.h"
#include "server/host/playback/playback_desk.h"
#include "server/host/recorder.h"
#include "server/host/seating.h"
#include "server/host/server_results.h"
#include "server/host/server_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GATHER_NS UINT64_C(1000000000)

struct dw_exporter {
    dw_metrics_board board;
    dw_metrics_http *http;
    uint64_t gathered_ns;
    uint64_t start_s;
    dw_metrics_histogram tick;
    dw_metrics_histogram parts[DW_TICK_PART_COUNT];
    uint64_t receive_ns, work_ns;
};

/* A match counts in 64 bits throughout, so a counter that it gains is summed with the rest. */
typedef union match_counters {
    dw_match_stats named;
    uint64_t each[sizeof(dw_match_stats) / sizeof(uint64_t)];
} match_counters;

_Static_assert(sizeof(match_counters) == sizeof(dw_match_stats), "not all of them are counters");

static void add_match_stats(match_counters *sum, const dw_match_stats *stats)
{
    const match_counters one = {.named = *stats};
    for (size_t i = 0; i < DW_COUNT_OF(one.each); i++) {
        sum->each[i] += one.each[i];
    }
}

_Static_assert((int)DW_METRICS_MAPS_MAX == (int)DW_SERVER_MAPS_MAX, "a row for each loaded map");

/* The figures of a map and mission, new when no loaded map before had these names: no series may be
 * told twice. */
static dw_map_figures *figures_of(dw_metrics *out, const dw_loaded_map *row)
{
    const char *map = row->match.map->name;
    const char *mission = row->match.mission != NULL ? row->match.mission->name : "";
    for (uint32_t i = 0; i < out->map_count; i++) {
        if (strcmp(out->maps[i].map, map) == 0 && strcmp(out->maps[i].mission, mission) == 0) {
            return &out->maps[i];
        }
    }
    dw_map_figures *made = &out->maps[out->map_count++];
    *made = (dw_map_figures){.matches = 0};
    (void)snprintf(made->map, sizeof made->map, "%s", map);
    (void)snprintf(made->mission, sizeof made->mission, "%s", mission);
    return made;
}

static void add_maps(dw_metrics *out, const dw_server *server)
{
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        const dw_loaded_map *row = &server->maps.rows[i];
        if (row->match.map == NULL) {
            continue;
        }
        dw_map_figures *figures = figures_of(out, row);
        for (uint32_t m = 0; m < server->match_count; m++) {
            figures->matches += dw_server_map_of(server, m) == row ? 1 : 0;
        }
        for (uint32_t o = 0; o < DW_OUTCOME_COUNT; o++) {
            figures->rounds[o] += row->rounds[o];
        }
    }
}

static void gather(dw_exporter *exporter, const dw_server *server)
{
    dw_metrics *out = dw_metrics_board_draft(&exporter->board);
    *out = (dw_metrics){
        .server = server->stats,
        .net = *dw_net_get_stats(server->net),
        .slab = dw_net_slab_get_stats(),
        .tick = exporter->tick,
        .receive_ns = exporter->receive_ns,
        .work_ns = exporter->work_ns,
        .queued = server->queued,
        .clients_max = (uint64_t)server->config.clients_max,
        .spectators_max = (uint64_t)server->config.spectators_max,
        .draining = server->draining ? 1 : 0,
        .log_lines_dropped = dw_log_dropped(),
        .start_s = exporter->start_s,
    };
    if (server->recorder != NULL) {
        out->replays = dw_recorder_get_stats(server->recorder);
    }
    if (server->results != NULL) {
        out->results = dw_results_get_stats(dw_server_results_file(server));
    }
    if (server->fleet != NULL) {
        out->fleet = *dw_fleet_get_stats(server->fleet);
    }
    if (server->playback != NULL) {
        const dw_played_round *round = server->playback->round;
        out->playback = (dw_playback_figures){.shown = round->clock.shown,
                                              .length = round->clock.length,
                                              .ready = round->ready,
                                              .seeks = round->stats.seeks,
                                              .seek_ticks = round->stats.seek_ticks,
                                              .state_bytes = round->keyframe_bytes};
    }
    add_maps(out, server);
    match_counters sum = {.each = {0}};
    for (uint32_t i = 0; i < server->match_count; i++) {
        const dw_match *match = server->matches[i];
        const dw_match_counts counts = dw_match_count(match);
        out->players += counts.players;
        out->spectators += counts.spectators;
        out->bodies_waiting += counts.dropped;
        out->phases[dw_match_idle(match) ? DW_PHASE_COUNT : dw_match_round_machine(match)->phase]++;
        add_match_stats(&sum, dw_match_get_stats(match));
        dw_sim_count(dw_match_sim(match), &out->minds);
    }
    out->matches = sum.named;
    memcpy(out->parts, exporter->parts, sizeof out->parts);
    dw_metrics_board_note_full(&exporter->board, !dw_seating_has_body(server));
    dw_metrics_board_publish(&exporter->board);
}

/* Players who can read the figures learn a little about guards (metrics.h), so warn the host. */
static void tell_where(const char *bind, uint16_t port)
{
    dw_log(DW_LOG_INFO, "metrics_listening", "address=%s port=%u paths=/metrics,/healthz,/readyz",
           bind, (unsigned)port);
    if (!dw_server_config_is_loopback(bind)) {
        dw_log(DW_LOG_WARNING, "metrics_open_to_others", "address=%s port=%u", bind,
               (unsigned)port);
    }
}

dw_status dw_exporter_open(dw_exporter **out, const dw_server *server, uint64_t now_ns,
                           dw_error *error)
{
    dw_exporter *exporter = calloc(1, sizeof *exporter);
    if (exporter == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    dw_metrics_board_init(&exporter->board, now_ns);
    exporter->start_s = dw_clock_wall_s();
    exporter->gathered_ns = now_ns;
    gather(exporter, server);
    const dw_server_config *config = &server->config;
    const dw_status status =
        dw_metrics_http_open(&exporter->http, &exporter->board, config->metrics_bind,
                             (uint16_t)config->metrics_port, error);
    if (status != DW_OK) {
        free(exporter);
        return status;
    }
    tell_where(config->metrics_bind, dw_metrics_http_port(exporter->http));
    *out = exporter;
    return DW_OK;
}

void dw_exporter_close(dw_exporter *exporter)
{
    if (exporter == NULL) {
        return;
    }
    dw_metrics_http_close(exporter->http);
    free(exporter);
}

void dw_exporter_note_tick(dw_exporter *exporter, dw_server *server, uint64_t receive_ns,
                           uint64_t work_ns)
{
    uint64_t named_ns = 0; /* Of `work_ns`. */
    for (uint32_t i = 0; i < DW_TICK_OTHER; i++) {
        named_ns += server->part_ns[i];
    }
    server->part_ns[DW_TICK_RECEIVE] += receive_ns;
    server->part_ns[DW_TICK_OTHER] = work_ns > named_ns ? work_ns - named_ns : 0;
    for (uint32_t i = 0; i < DW_TICK_PART_COUNT; i++) {
        dw_metrics_histogram_add(&exporter->parts[i], server->part_ns[i]);
        server->part_ns[i] = 0;
    }
    dw_metrics_histogram_add(&exporter->tick, receive_ns + work_ns);
    exporter->receive_ns += receive_ns;
    exporter->work_ns += work_ns;
}

void dw_exporter_look(dw_exporter *exporter, const dw_server *server, uint64_t now_ns)
{
    dw_metrics_board_note_room(&exporter->board, dw_net_has_room(server->net));
    dw_metrics_board_look(&exporter->board, now_ns, server->draining);
    if (now_ns - exporter->gathered_ns >= GATHER_NS) {
        exporter->gathered_ns = now_ns;
        gather(exporter, server);
    }
}
