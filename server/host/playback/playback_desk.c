#include "server/host/playback/playback_desk.h"

#include "common/base/parse.h"
#include "common/platform/file.h"
#include "common/platform/secret_file.h"
#include "server/host/admins.h"
#include "server/host/playback/ghost_thread.h"
#include "server/host/playback/pilots.h"
#include "server/host/playback/playback_thread.h"
#include "server/host/server_state.h"
#include "server/host/state_folder.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_NAME_MAX = 64, /* Bytes of it that clients are told. */
    SLICE_TICKS_MIN = 8,
    SLICE_TICKS_MAX = 8 * DW_KEYFRAME_TICKS
};

#define SLICE_NS UINT64_C(4000000) /* Of a tick of the server, at most, for ticks of the round. */

/* Settings that would do nothing, or that a playback cannot keep. */
static dw_status check_settings(const dw_server_config *config, dw_error *error)
{
    if (config->matches != 1) {
        return dw_fail(error, DW_INVALID,
                       "playback: one recording is one match: leave out matches");
    }
    if (config->spectators == DW_SPECTATORS_OFF) {
        return dw_fail(error, DW_INVALID,
                       "playback: everybody watches: leave out spectators = off");
    }
    if (config->record[0] != '\0') {
        return dw_fail(error, DW_INVALID, "playback: it is not recorded again: leave out record");
    }
    if (config->rotation[0] != '\0' || config->maps[0] != '\0') {
        return dw_fail(error, DW_INVALID,
                       "playback: the map is that of the recording: leave out maps and rotation");
    }
    return config->load == NULL
               ? DW_OK
               : dw_fail(error, DW_INVALID, "playback: goes on with no save: leave out load");
}

/* The key of this server's own recordings, for a round that is still on or was cut off. */
static bool find_key(const dw_server_config *config, dw_replay_key *key)
{
    char folder[DW_PATH_MAX];
    char path[DW_PATH_MAX + sizeof DW_STATE_REPLAY_KEY + 1];
    if (dw_state_folder_find(config->state, folder, NULL) != DW_OK) {
        return false;
    }
    (void)snprintf(path, sizeof path, "%s/%s", folder, DW_STATE_REPLAY_KEY);
    return dw_secret_file_load(path, key->bytes, sizeof key->bytes, NULL) == DW_OK;
}

static dw_status open_file(dw_playback_desk *desk, const dw_server_config *config, dw_error *error)
{
    dw_replay_key key;
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_status status =
        dw_file_read(config->playback, DW_REPLAY_FILE_BYTES_MAX, &bytes, &size, error);
    if (status != DW_OK) {
        return status; /* It names the file. */
    }
    status =
        dw_replay_open(&desk->replay, bytes, size, find_key(config, &key) ? &key : NULL, error);
    free(bytes);
    if (status == DW_OK) {
        status = dw_played_round_create(&desk->round, desk->replay,
                                        DW_SPECTATORS_A_MATCH + DW_QUEUE_MATCH_MAX, error);
    }
    if (status == DW_OK && desk->round->clock.length == 0) {
        status = dw_fail(error, DW_INVALID, "there is no tick in it");
    }
    if (status == DW_OK) {
        status = dw_playback_thread_create(&desk->thread, desk->replay, &desk->round->brains,
                                           desk->round->clock.length, error);
    }
    if (status != DW_OK) {
        dw_error_prefix(error, config->playback);
    }
    return status;
}

dw_status dw_playback_desk_open(dw_server *server, dw_error *error)
{
    dw_server_config *config = &server->config;
    dw_status status = check_settings(config, error);
    if (status != DW_OK) {
        return status;
    }
    config->spectator_delay_s = 0; /* What is over needs no delay. */
    config->spectator_minds = DW_MINDS_ALWAYS;
    config->log_goals = 0;
    server->playback = calloc(1, sizeof *server->playback);
    if (server->playback == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    status = open_file(server->playback, config, error);
    if (status == DW_OK) {
        server->playback->round->ghosts_complete = !config->ghosts;
    }
    return status;
}

dw_status dw_playback_desk_start(dw_server *server, dw_error *error)
{
    const dw_playback_desk *desk = server->playback;
    const dw_replay_header *header = desk->round->header;
    const uint32_t length = desk->round->clock.length;
    server->tick = length; /* The round's ticks are never later than the server's. */
    if (dw_playback_thread_start(desk->thread) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "no thread for the playback");
    }
    dw_log(DW_LOG_INFO, "playback",
           "file=%s map=%s round=%u ticks=%u seconds=%u whole=%u outcome=%s recorded_by=%s",
           dw_log_quote(server->config.playback).text, header->map->name, (unsigned)header->round,
           (unsigned)length, (unsigned)(length / DW_TICKS_PER_SECOND), desk->round->cut ? 0U : 1U,
           dw_outcome_word((dw_outcome)desk->round->outcome), dw_log_quote(header->product).text);
    return DW_OK;
}

void dw_playback_desk_close(dw_playback_desk *desk)
{
    if (desk != NULL) {
        dw_playback_thread_destroy(desk->thread);
        dw_ghost_thread_destroy(desk->ghosts);
        dw_played_round_destroy(desk->round);
        dw_replay_close(desk->replay);
        free(desk);
    }
}

static bool is_local(const dw_server *server, const dw_guest *guest)
{
    return ntohl(dw_net_host(server->net, guest->peer)) >> 24 == 127;
}

static bool has_rights(const dw_server *server, const dw_guest *guest)
{
    return guest->has_identity &&
           dw_admin_list_find(dw_admins_list(server->admins), guest->identity) != NULL;
}

/* Each round of the loop: who is here may have changed. */
static void choose_pilots(dw_server *server)
{
    dw_match *match = server->matches[0];
    dw_pilot pilots[DW_SPECTATORS_MAX];
    dw_client_handle clients[DW_SPECTATORS_MAX];
    uint32_t count = 0;
    uint32_t tag = 0;
    for (dw_client_handle client = dw_match_next_client(match, 0, &tag); client != 0;
         client = dw_match_next_client(match, client, &tag)) {
        const dw_guest *guest = &server->guests[tag];
        clients[count] = client;
        pilots[count++] =
            (dw_pilot){.by_right = is_local(server, guest) || has_rights(server, guest),
                       .since_ns = guest->connected_ns};
    }
    dw_pilots_choose(pilots, count);
    for (uint32_t i = 0; i < count; i++) {
        dw_match_let_steer(match, clients[i], pilots[i].may_steer);
    }
}

/* Earlier rounds are read when somebody wants to see them, by a server that shows them. */
static void look_for_ghosts(dw_server *server)
{
    dw_playback_desk *desk = server->playback;
    dw_played_round *round = desk->round;
    const bool wanted = round->ghosts_wanted && server->config.ghosts;
    if (wanted && desk->ghosts == NULL && !round->ghosts_complete) {
        round->ghosts_complete =
            dw_ghost_thread_start(&desk->ghosts, round->header, server->config.playback) != DW_OK;
    }
    if (desk->ghosts != NULL && !round->ghosts_complete) {
        round->ghosts_complete = dw_ghost_thread_look(desk->ghosts, &round->ghosts);
    }
}

static void tell_log(const dw_server *server, dw_playback_desk *desk, bool ended)
{
    const dw_played_round *round = desk->round;
    if (ended && !desk->told_ready) {
        desk->told_ready = true;
        dw_log(DW_LOG_INFO, "playback_looked_through",
               "ticks=%u events=%u sightings=%u states=%u state_bytes=%zu tick_us=%.1f",
               (unsigned)round->ready, (unsigned)round->event_count,
               (unsigned)round->sighting_count, (unsigned)round->keyframe_count,
               round->keyframe_bytes, (double)dw_playback_thread_tick_ns(desk->thread) / 1000);
    }
    if (round->differs && !desk->told_differs) {
        desk->told_differs = true;
        dw_log(DW_LOG_WARNING, "playback_differs",
               "file=%s shown_up_to_tick=%u text=\"this program computes another round from there "
               "on\"",
               dw_log_quote(server->config.playback).text, (unsigned)round->clock.length);
    }
}

void dw_playback_desk_look(dw_server *server)
{
    dw_playback_desk *desk = server->playback;
    bool ended = false;
    dw_playback_segment *segment = NULL;
    while ((segment = dw_playback_thread_take(desk->thread)) != NULL) {
        ended = segment->ended;
        dw_played_round_take(desk->round, segment);
    }
    const uint64_t tick_ns = dw_playback_thread_tick_ns(desk->thread);
    if (tick_ns > 0) {
        const uint64_t fit = SLICE_NS / tick_ns;
        desk->round->slice = fit < SLICE_TICKS_MIN   ? (uint32_t)SLICE_TICKS_MIN
                             : fit > SLICE_TICKS_MAX ? (uint32_t)SLICE_TICKS_MAX
                                                     : (uint32_t)fit;
    }
    tell_log(server, desk, ended);
    look_for_ghosts(server);
    choose_pilots(server);
}

bool dw_playback_desk_take(dw_server *server, dw_guest *guest, const dw_steer *steer)
{
    if (!dw_rate_pass(&guest->steers, DW_STEERS_PER_SECOND, DW_STEERS_BURST, server->now_ns)) {
        return false;
    }
    (void)dw_match_steer(server->matches[guest->match], guest->client, steer);
    return true;
}

void dw_playback_desk_greet(dw_server *server, const dw_guest *guest)
{
    const dw_played_round *round = server->playback->round;
    const char *slash = strrchr(server->config.playback, '/');
    const char *name = slash != NULL ? slash + 1 : server->config.playback;
    const bool fit = strlen(name) <= FILE_NAME_MAX && dw_text_is_clean(name, strlen(name));
    const unsigned seconds = round->clock.length / DW_TICKS_PER_SECOND;
    char text[DW_CHAT_MAX + 1];
    (void)snprintf(text, sizeof text, "A recording: %s%sround %u on %s, %u:%02u long%s.",
                   fit ? name : "", fit ? ", " : "", (unsigned)round->header->round,
                   round->header->map->name, seconds / 60, seconds % 60,
                   round->cut ? ", cut off before its end" : "");
    dw_guest_say(server, guest, text);
}
