#include "server/host/server.h"

#include "common/base/check.h"
#include "common/platform/clock.h"
#include "common/platform/memory.h"
#include "server/host/admin_queue.h"
#include "server/host/admins.h"
#include "server/host/choices.h"
#include "server/host/clients.h"
#include "server/host/disk_thread.h"
#include "server/host/exporter.h"
#include "server/host/fleet.h"
#include "server/host/goal_log.h"
#include "server/host/list_file.h"
#include "server/host/moderation.h"
#include "server/host/playback/playback_desk.h"
#include "server/host/recorder.h"
#include "server/host/rotation.h"
#include "server/host/seating.h"
#include "server/host/server_maps.h"
#include "server/host/server_matches.h"
#include "server/host/server_results.h"
#include "server/host/server_save.h"
#include "server/host/server_state.h"
#include "server/host/state_folder.h"
#include "server/host/unsent.h"
#include "server/host/vote_desk.h"
#include "server/session/match_prefetch.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SERVICE_BUDGET_NS UINT64_C(4000000)
#define SWEEP_NS          UINT64_C(250000000)
#define SECOND_NS         UINT64_C(1000000000)
#define REFUSALS_NS       (5 * SECOND_NS)

enum { FILTER_SAMPLE_TURNS = 61 /* Shares no factor with likely numbers of matches. */ };

_Static_assert((int)DW_CLIENTS_MAX + (int)DW_NET_SPARE_MIN == (int)DW_NET_PEERS_MAX,
               "all of them have a peer");
_Static_assert((int)DW_EXEMPT_MAX == (int)DW_NET_EXEMPT_MAX, "one list");

/* Spectators share the peers that players do not need. */
static void choose_limits(dw_server_config *config, int64_t players_a_match)
{
    const int64_t players = config->matches * players_a_match;
    if (config->clients_max == 0) {
        config->clients_max = players < DW_CLIENTS_MAX ? players : DW_CLIENTS_MAX;
    }
    const int64_t left = DW_CLIENTS_MAX - config->clients_max;
    const int64_t room = config->matches * DW_SPECTATORS_A_MATCH;
    const int64_t wanted = config->spectators_max != 0 ? config->spectators_max : room;
    config->spectators_max = wanted < left ? wanted : left;
    if (config->spectators == DW_SPECTATORS_OFF) {
        config->spectators_max = 0;
    }
}

/* Behind a tunnel or proxy at an exempt address, no client would be limited. */
static void tell_exempt(const dw_server_config *config)
{
    if (config->exempt_count > 0 && !dw_server_config_is_loopback(config->bind)) {
        dw_log(DW_LOG_WARNING, "addresses_exempt", "bind=%s without_limits=%s", config->bind,
               dw_log_quote(config->exempt_text).text);
    }
}

/* The identity that clients know this server by, and the key that its password stands for. */
static dw_status prepare_keys(dw_server *server, dw_error *error)
{
    char folder[DW_PATH_MAX];
    uint8_t secret[DW_SEAL_KEY_SIZE];
    dw_net_keys *keys = &server->keys;
    if (server->config.seal == 0) {
        return DW_OK;
    }
    dw_status status = dw_state_folder_open(server->config.state, folder, error);
    if (status == DW_OK) {
        status =
            dw_state_folder_secret(folder, DW_STATE_IDENTITY_KEY, secret, sizeof secret, error);
    }
    if (status != DW_OK) {
        return status;
    }
    dw_seal_pair_from(&keys->identity, secret);
    dw_seal_wipe(secret, sizeof secret);
    if (server->config.password[0] != '\0') {
        keys->has_password = true;
        randombytes_buf(keys->salt, sizeof keys->salt);
        status = dw_seal_password_key(server->config.password, keys->salt, keys->password_key);
    }
    return status == DW_OK ? DW_OK : dw_fail(error, status, "no memory for the password's key");
}

/* What a client that looks for servers is told. A server that drains lets nobody in and cannot be
 * found. */
static bool describe(void *context, dw_discovery_answer *answer)
{
    const dw_server *server = context;
    const dw_server_config *config = &server->config;
    if (server->draining) {
        return false;
    }
    answer->version = DW_PROTOCOL_VERSION;
    answer->sealed = config->seal != 0;
    answer->password = server->keys.has_password;
    answer->watchable = config->spectators_max > 0;
    answer->players = (uint16_t)dw_server_players(server);
    answer->places = (uint16_t)(server->playback == NULL ? config->clients_max : 0);
    answer->spectators = (uint16_t)server->watchers_in;
    answer->matches = (uint16_t)server->match_count;
    memcpy(answer->identity_key, server->keys.identity.public_key, sizeof answer->identity_key);
    dw_discovery_cut(config->name, DW_DISCOVERY_NAME_MAX, answer->name);
    const dw_match_map *first = &dw_server_map_of(server, 0)->match;
    char map[4 * DW_NAME_SIZE];
    (void)snprintf(map, sizeof map, "%s%s%s", first->map->name, first->mission != NULL ? ", " : "",
                   first->mission != NULL ? first->mission->title : "");
    dw_discovery_cut(map, DW_DISCOVERY_MAP_MAX, answer->map);
    dw_discovery_cut(DW_PRODUCT_VERSION, DW_DISCOVERY_RELEASE_MAX, answer->release);
    return true;
}

static dw_status open_net(dw_server *server, dw_error *error)
{
    dw_server_config *config = &server->config;
    choose_limits(config, dw_map_table_seats_max(&server->maps));
    const int64_t members =
        config->clients_max + config->spectators_max + dw_seating_queue_max(config);
    const dw_net_config net = {
        .bind = config->bind,
        .port = (uint16_t)config->port,
        .members_max = (uint32_t)(members < DW_CLIENTS_MAX ? members : DW_CLIENTS_MAX),
        .exempt = config->exempt,
        .exempt_count = config->exempt_count,
        .keys = config->seal != 0 ? &server->keys : NULL,
        .handler = {server, dw_clients_connected, dw_clients_received, dw_clients_disconnected},
        .banned = dw_moderation_bans_host,
        .describe = config->discovery != 0 ? describe : NULL,
    };
    const dw_status status = dw_net_open(&server->net, &server->arena, &net, error);
    if (status != DW_OK) {
        return status;
    }
    tell_exempt(config);
    server->guests = DW_ARENA_ARRAY(&server->arena, dw_guest, dw_net_peers_max(server->net));
    if (server->guests == NULL || dw_unsent_create(&server->unsent, &server->arena) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    return DW_OK;
}

static dw_status open_admins(dw_server *server, dw_error *error)
{
    char folder[DW_PATH_MAX];
    dw_status status = dw_state_folder_find(server->config.state, folder, error);
    if (status == DW_OK || status == DW_NOT_FOUND) {
        status = dw_admins_open(&server->admins, status == DW_OK ? folder : "", error);
    }
    if (status == DW_OK) {
        dw_list_file_use_thread(server->admins, server->disk);
    }
    if (status == DW_OK && dw_admin_queue_create(&server->admin_queue, &server->arena) != DW_OK) {
        status = dw_fail(error, DW_MEMORY, "out of memory");
    }
    return status;
}

/* A number chosen by a person can be guessed, and with it each step of the guards. */
static void choose_round_key(dw_server *server)
{
    const dw_server_config *config = &server->config;
    if (!config->seed_given) {
        randombytes_buf(server->round_key.bytes, sizeof server->round_key.bytes);
        return;
    }
    server->round_key = dw_round_key_from_number(config->seed);
    if (!dw_server_config_is_loopback(config->bind)) {
        dw_log(DW_LOG_WARNING, "seed_given_to_public",
               "address=%s advice=\"leave the seed out, since players can compute the "
               "guards of all rounds from it\"",
               config->bind);
    }
}

static dw_status set_up(dw_server *server, dw_error *error)
{
    if (sodium_init() < 0) {
        return dw_fail(error, DW_IO, "no source of random numbers");
    }
    choose_round_key(server);
    const size_t rows =
        (size_t)DW_NET_PEERS_MAX * (sizeof(dw_guest) + 64) + server->match_count * (size_t)256;
    dw_status status =
        dw_arena_create(&server->arena, rows + dw_replay_packer_bytes() + DW_UNSENT_BYTES +
                                            DW_ADMIN_QUEUE_BYTES + 65536);
    if (status != DW_OK) {
        return dw_fail(error, status, "out of memory");
    }
    status = server->config.playback != NULL ? dw_playback_desk_open(server, error) : DW_OK;
    if (status == DW_OK && !server->config.check_only) {
        status = dw_server_prepare_recording(server, error);
        status = status == DW_OK ? dw_server_results_open(server, error) : status;
        status = status == DW_OK ? dw_disk_thread_create(&server->disk, error) : status;
    }
    status = status == DW_OK ? dw_server_make_match_rows(server, error) : status;
    status = status == DW_OK ? dw_server_load_maps(server, error) : status;
    status = status == DW_OK ? dw_rotation_load(server, server->config.rotation, error) : status;
    if (status == DW_OK) {
        dw_choices_offer(server);
    }
    status = status == DW_OK ? dw_server_make_matches(server, error) : status;
    status = status == DW_OK ? dw_moderation_open(server, error) : status;
    status = status == DW_OK ? open_admins(server, error) : status;
    if (status != DW_OK || server->config.check_only) {
        return status; /* Nothing was made that outlives the check. */
    }
    if (server->config.log_goals != 0 &&
        dw_goal_log_create(&server->goal_log, server->match_count) != DW_OK) {
        status = dw_fail(error, DW_MEMORY, "out of memory");
    }
    status = status == DW_OK ? prepare_keys(server, error) : status;
    status = status == DW_OK ? open_net(server, error) : status;
    if (status == DW_OK && server->playback != NULL) {
        status = dw_playback_desk_start(server, error);
    }
    if (status == DW_OK && server->config.metrics_port != 0) {
        status = dw_exporter_open(&server->exporter, server, dw_clock_ns(), error);
    }
    if (status == DW_OK && server->config.fleet == DW_FLEET_AGONES) {
        status = dw_fleet_open(&server->fleet, server, dw_clock_ns(), error);
    }
    if (status == DW_OK && server->config.load != NULL) {
        dw_server_saved loaded;
        status = dw_server_load(server, server->config.load, &loaded, error);
        if (status != DW_OK) {
            dw_error_prefix(error, "load");
        }
    }
    return status;
}

dw_status dw_server_create(dw_server **out, const dw_server_config *config, dw_error *error)
{
    dw_server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    server->config = *config;
    server->given = *config;
    server->match_count = (uint32_t)config->matches;
    dw_log_gate_init(&server->gate, dw_clock_ns());
    const dw_status status = set_up(server, error);
    if (status != DW_OK) {
        dw_server_destroy(server);
        return status;
    }
    *out = server;
    return DW_OK;
}

void dw_server_destroy(dw_server *server)
{
    if (server == NULL) {
        return;
    }
    dw_fleet_close(server->fleet);
    dw_exporter_close(server->exporter);
    dw_net_close(server->net);
    dw_disk_thread_destroy(server->disk); /* Before those that write what it has left. */
    dw_moderation_close(server->moderation);
    dw_admins_close(server->admins);
    dw_recorder_destroy(server->recorder);
    dw_server_results_close(server->results);
    dw_playback_desk_close(server->playback); /* No match is stepped any more. */
    dw_goal_log_destroy(server->goal_log);
    free(server->match_arenas);
    dw_memory_unmap(server->match_block, server->match_block_bytes);
    free(server->matches);
    free(server->phases);
    free(server->queues);
    free(server->codes);
    free(server->played_maps);
    free(server->wanted_maps);
    free(server->rounds_here);
    dw_map_table_clear(&server->maps);
    dw_brain_library_clear(&server->brains);
    dw_arena_destroy(&server->arena);
    free(server);
}

uint16_t dw_server_port(const dw_server *server)
{
    return dw_net_port(server->net);
}

/* One line for all datagrams refused since the last one. */
static void log_refusals(dw_server *server)
{
    const dw_net_stats *stats = dw_net_get_stats(server->net);
    char text[1024] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < DW_DATAGRAM_VERDICT_COUNT; i++) {
        const uint64_t fresh = stats->refused[i] - server->refusals_told[i];
        if (fresh == 0) {
            continue;
        }
        server->refusals_told[i] = stats->refused[i];
        const int length =
            snprintf(text + used, sizeof text - used, "%s%s=%llu", used > 0 ? " " : "",
                     dw_datagram_word((dw_datagram_verdict)i), (unsigned long long)fresh);
        DW_CHECK(length > 0 && (size_t)length < sizeof text - used);
        used += (size_t)length;
    }
    if (used > 0) {
        dw_log(DW_LOG_INFO, "datagrams_refused", "%s", text);
    }
}

void dw_server_service(dw_server *server, uint64_t now_ns)
{
    server->now_ns = now_ns;
    dw_net_poll(server->net, SERVICE_BUDGET_NS);
    dw_guest_send_delayed(server);
    const bool sweeps = now_ns - server->sweep_ns >= SWEEP_NS;
    if (sweeps) {
        server->sweep_ns = now_ns;
        dw_clients_sweep(server);
    }
    if (now_ns - server->refusals_ns >= REFUSALS_NS) {
        server->refusals_ns = now_ns;
        log_refusals(server);
    }
    if (sweeps) {
        dw_vote_desk_look(server);
    }
    dw_rotation_look(server);
    if (server->playback != NULL) {
        dw_playback_desk_look(server);
    }
    dw_disk_thread_look(server->disk);
    dw_moderation_look(server);
    dw_list_file_look(server->admins, now_ns);
    if (server->recorder != NULL) {
        dw_recorder_look(server->recorder);
    }
    if (server->results != NULL) {
        dw_results_look(dw_server_results_file(server));
    }
    if (server->exporter != NULL) {
        dw_exporter_look(server->exporter, server, now_ns);
    }
    if (server->fleet != NULL) {
        dw_fleet_look(server->fleet, server, now_ns);
    }
}

/* Measures the filter in one of many snapshot turns: it runs once more, before the snapshots, so
 * that its data is as cold as it usually is. */
static void sample_filter(dw_server *server, dw_match *match)
{
    if (server->turns++ % FILTER_SAMPLE_TURNS != 0) {
        return;
    }
    dw_snapshot seen;
    uint32_t tag = 0;
    const uint64_t began_ns = dw_clock_ns();
    dw_client_handle client = dw_match_next_client(match, 0, &tag);
    while (client != 0) {
        const dw_status status = dw_match_snapshot(match, client, &seen);
        DW_CHECK(status == DW_OK);
        client = dw_match_next_client(match, client, &tag);
    }
    server->stats.filter_ns += (dw_clock_ns() - began_ns) * FILTER_SAMPLE_TURNS;
}

static void send_snapshots(dw_server *server, dw_match *match)
{
    sample_filter(server, match);
    uint32_t tag = 0;
    dw_client_handle client = dw_match_next_client(match, 0, &tag);
    while (client != 0) {
        uint8_t bytes[DW_MESSAGE_MAX];
        size_t size = 0;
        const dw_status status =
            dw_match_encode_snapshot(match, client, bytes, sizeof bytes, &size);
        if (status == DW_OK) {
            const dw_status sent = dw_net_send(server->net, server->guests[tag].peer,
                                               DW_CHANNEL_SNAPSHOT, false, bytes, size);
            server->stats.snapshots++;
            server->stats.snapshot_bytes += size;
            server->stats.snapshots_unsent += sent != DW_OK ? 1 : 0;
        }
        client = dw_match_next_client(match, client, &tag);
    }
}

static void note_phase(dw_server *server, uint32_t index)
{
    const dw_round_machine *rounds = dw_match_round_machine(server->matches[index]);
    if (server->phases[index] == rounds->phase) {
        return;
    }
    server->phases[index] = rounds->phase;
    if (server->playback != NULL) {
        return; /* Its round has ended once. */
    }
    if (rounds->phase == DW_PHASE_RESULT) {
        dw_rotation_round_over(server, index);
        dw_map_table_count_round(&server->maps, server->played_maps[index],
                                 (dw_outcome)rounds->outcome);
    }
    if (rounds->phase == DW_PHASE_RESULT && dw_log_gate_pass(&server->gate, server->now_ns)) {
        dw_log(DW_LOG_INFO, "round_ended", "match=%u round=%u outcome=%s", (unsigned)index + 1,
               (unsigned)rounds->round, dw_outcome_word((dw_outcome)rounds->outcome));
    }
}

/* What the time since `*since_ns` was for. */
static void lap(dw_server *server, dw_tick_part part, uint64_t *since_ns)
{
    if (server->exporter != NULL) {
        const uint64_t now_ns = dw_clock_ns();
        server->part_ns[part] += now_ns - *since_ns;
        *since_ns = now_ns;
    }
}

void dw_server_tick(dw_server *server, uint64_t now_ns, uint32_t behind)
{
    uint64_t since_ns = dw_clock_ns();
    server->stats.ticks++;
    const uint32_t tick = server->tick + 1;
    const uint32_t interval = DW_TICKS_PER_SECOND / (uint32_t)server->config.snapshot_hz;
    for (uint32_t i = 0; i < server->match_count; i++) {
        dw_match *match = server->matches[i];
        if (dw_match_idle(match)) {
            continue;
        }
        dw_match_prefetch(server->matches, server->match_count, i, tick);
        dw_match_step(match, tick);
        const bool has_turn = dw_match_snapshot_due(match, tick);
        note_phase(server, i);
        if (server->goal_log != NULL) {
            dw_goal_log_look(server->goal_log, i, match, &server->gate, now_ns);
        }
        lap(server, DW_TICK_STEP, &since_ns);
        if (has_turn && behind < interval) {
            send_snapshots(server, match);
            lap(server, DW_TICK_SNAPSHOTS, &since_ns);
        }
        server->stats.turns_left_out += has_turn && behind >= interval ? 1 : 0;
        dw_net_read_ahead(server->net);
        lap(server, DW_TICK_RECEIVE, &since_ns);
    }
    server->tick = tick;
    dw_server_change_maps(server);
    dw_seating_advance(server);
}

void dw_server_flush(dw_server *server)
{
    uint64_t since_ns = dw_clock_ns();
    dw_net_flush(server->net);
    lap(server, DW_TICK_SEND, &since_ns);
}

uint64_t dw_server_look_ns(const dw_server *server)
{
    return dw_net_turn_ns(server->net);
}

void dw_server_wait(const dw_server *server, uint64_t deadline_ns)
{
    dw_net_wait(server->net, deadline_ns);
}

bool dw_server_empty(const dw_server *server)
{
    if (dw_net_get_stats(server->net)->connected > 0) {
        return false;
    }
    for (uint32_t i = 0; i < server->match_count; i++) {
        if (!dw_match_idle(server->matches[i])) {
            return false;
        }
    }
    return true;
}

const dw_server_stats *dw_server_get_stats(const dw_server *server)
{
    return &server->stats;
}

void dw_server_note_overrun(dw_server *server, uint64_t skipped, uint64_t now_ns)
{
    server->stats.overruns++;
    server->stats.ticks_skipped += skipped;
    if (dw_log_gate_pass(&server->gate, now_ns)) {
        dw_log(DW_LOG_WARNING, "tick_overrun", "skipped=%llu", (unsigned long long)skipped);
    }
}

void dw_server_note_tick(dw_server *server, uint64_t receive_ns, uint64_t work_ns)
{
    if (server->exporter != NULL) {
        dw_exporter_note_tick(server->exporter, server, receive_ns, work_ns);
    }
}
