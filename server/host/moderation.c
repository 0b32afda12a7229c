#include "server/host/moderation.h"

#include "common/base/check.h"
#include "common/base/lookalike.h"
#include "common/base/parse.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "server/host/list_file.h"
#include "server/host/parting.h"
#include "server/host/server_state.h"
#include "server/host/state_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MUTES_MAX = 256 };

/* With too many mutes the oldest one is dropped. */
struct dw_moderation {
    dw_bans *bans;
    uint32_t mute_count;
    dw_ban_subject mutes[MUTES_MAX];
};

static int64_t now_s(void)
{
    return (int64_t)dw_clock_wall_s();
}

dw_status dw_moderation_open(dw_server *server, dw_error *error)
{
    char folder[DW_PATH_MAX];
    server->moderation = calloc(1, sizeof *server->moderation);
    if (server->moderation == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    dw_status status = dw_state_folder_find(server->config.state, folder, error);
    if (status == DW_OK || status == DW_NOT_FOUND) {
        status = dw_bans_open(&server->moderation->bans, status == DW_OK ? folder : "", error);
    }
    if (status == DW_OK) {
        dw_list_file_use_thread(server->moderation->bans, server->disk);
    }
    return status;
}

void dw_moderation_look(dw_server *server)
{
    dw_list_file_look(server->moderation->bans, server->now_ns);
}

void dw_moderation_close(dw_moderation *moderation)
{
    if (moderation != NULL) {
        dw_bans_close(moderation->bans);
        free(moderation);
    }
}

const dw_bans *dw_moderation_bans(const dw_server *server)
{
    return server->moderation->bans;
}

bool dw_moderation_bans_host(void *server, uint32_t host)
{
    const dw_server *of = server;
    return dw_bans_find_address(of->moderation->bans, host, now_s()) != NULL;
}

/* The first ban makes the folder; until then the list has no file. */
static dw_status find_room(dw_server *server, dw_error *error)
{
    char folder[DW_PATH_MAX];
    const dw_status status = dw_state_folder_open(server->config.state, folder, error);
    return status == DW_OK ? dw_bans_move(server->moderation->bans, folder, error) : status;
}

static const dw_ban *find_ban(const dw_server *server, const dw_guest *guest)
{
    const dw_bans *bans = server->moderation->bans;
    const dw_ban *ban = dw_bans_find_address(bans, dw_net_host(server->net, guest->peer), now_s());
    if (ban == NULL && guest->has_identity) {
        ban = dw_bans_find_key(bans, guest->identity, now_s());
    }
    return ban;
}

dw_reason dw_moderation_check_identity(const dw_server *server, const dw_guest *guest)
{
    return find_ban(server, guest) != NULL ? DW_REASON_BANNED : DW_REASON_NONE;
}

/* What identifies a guest in later connections. False: nothing does, since many players may share
 * an exempt address. */
static bool mark_of(const dw_server *server, const dw_guest *guest, dw_ban_subject *mark)
{
    const uint32_t host = dw_net_origin(server->net, guest->peer);
    *mark = guest->has_identity ? dw_ban_subject_of_key(guest->identity)
                                : dw_ban_subject_of_address(host);
    return guest->has_identity || host != 0;
}

static uint32_t find_mute(const dw_moderation *moderation, const dw_ban_subject *mark)
{
    uint32_t at = 0;
    while (at < moderation->mute_count && !dw_ban_subject_same(&moderation->mutes[at], mark)) {
        at++;
    }
    return at;
}

void dw_moderation_joined(const dw_server *server, dw_guest *guest)
{
    dw_ban_subject mark;
    guest->muted = mark_of(server, guest, &mark) &&
                   find_mute(server->moderation, &mark) < server->moderation->mute_count;
}

/* Which guest it was: an audit reads the log weeks later. */
static void log_action(const dw_server *server, const dw_guest *guest, const char *event,
                       const char *text)
{
    char address[32];
    char key[DW_BAN_SUBJECT_TEXT] = "none";
    uint8_t slot = DW_SLOT_NONE;
    const char *name = guest->state == DW_GUEST_IN
                           ? dw_match_name_of(server->matches[guest->match], guest->client, &slot)
                           : NULL;
    if (guest->has_identity) {
        const dw_ban_subject subject = dw_ban_subject_of_key(guest->identity);
        dw_ban_subject_text(&subject, key);
    }
    dw_net_address_text(server->net, guest->peer, address);
    dw_log(DW_LOG_INFO, event, "address=%s key=%s match=%u slot=%u name=%s text=%s", address, key,
           guest->state == DW_GUEST_IN ? (unsigned)guest->match + 1 : 0, (unsigned)slot,
           dw_log_quote(name != NULL ? name : "").text, dw_log_quote(text).text);
}

/* A guest by its slot, or by its name. */
typedef struct wanted {
    bool by_slot;
    uint8_t slot;
    dw_name_way way;
    const char *name;
} wanted;

static uint32_t collect(const dw_server *server, uint32_t match, const wanted *who, dw_guest **out,
                        uint32_t room)
{
    const uint32_t peers = dw_net_peers_max(server->net);
    uint32_t count = 0;
    for (uint32_t i = 0; i < peers; i++) {
        dw_guest *guest = &server->guests[i];
        uint8_t own_slot = DW_SLOT_NONE;
        if (guest->state != DW_GUEST_IN || guest->match != match) {
            continue;
        }
        const char *name = dw_match_name_of(server->matches[match], guest->client, &own_slot);
        DW_CHECK(name != NULL);
        if (who->by_slot ? own_slot == who->slot : dw_name_fits(who->way, name, who->name)) {
            if (count < room) {
                out[count] = guest;
            }
            count++;
        }
    }
    return count;
}

uint32_t dw_moderation_find(const dw_server *server, uint32_t match, const char *text,
                            dw_guest **out, uint32_t room)
{
    int64_t slot = 0;
    uint32_t count = 0;
    if (dw_parse_int(text, 0, DW_INTRUDERS_MAX - 1, &slot) == DW_OK) {
        count =
            collect(server, match, &(wanted){.by_slot = true, .slot = (uint8_t)slot}, out, room);
    }
    for (int way = 0; count == 0 && way < DW_NAME_WAYS; way++) {
        count = collect(server, match, &(wanted){.way = (dw_name_way)way, .name = text}, out, room);
    }
    return count;
}

void dw_moderation_kick(dw_server *server, dw_guest *guest, const char *text)
{
    log_action(server, guest, "host_kicks", text);
    dw_parting_kick(server, guest, DW_REASON_ADMIN, text);
}

void dw_moderation_mute(dw_server *server, dw_guest *guest, bool muted)
{
    dw_moderation *moderation = server->moderation;
    dw_ban_subject mark;
    log_action(server, guest, muted ? "host_mutes" : "host_unmutes", "");
    guest->muted = muted;
    guest->muted_told = false;
    if (!mark_of(server, guest, &mark)) {
        return;
    }
    const uint32_t at = find_mute(moderation, &mark);
    if (at < moderation->mute_count) {
        moderation->mute_count--;
        memmove(&moderation->mutes[at], &moderation->mutes[at + 1],
                (moderation->mute_count - at) * sizeof moderation->mutes[0]);
    }
    if (muted && moderation->mute_count == MUTES_MAX) {
        moderation->mute_count--;
        memmove(&moderation->mutes[0], &moderation->mutes[1],
                moderation->mute_count * sizeof moderation->mutes[0]);
    }
    if (muted) {
        moderation->mutes[moderation->mute_count++] = mark;
    }
}

static uint32_t send_banned_away(dw_server *server)
{
    const uint32_t peers = dw_net_peers_max(server->net);
    uint32_t count = 0;
    for (uint32_t i = 0; i < peers; i++) {
        dw_guest *guest = &server->guests[i];
        const bool here = guest->state == DW_GUEST_IN || guest->state == DW_GUEST_HELLO;
        const dw_ban *ban = here ? find_ban(server, guest) : NULL;
        if (ban != NULL) {
            log_action(server, guest, "ban_sends_away", ban->note);
            dw_parting_kick(server, guest, DW_REASON_BANNED, "");
            count++;
        }
    }
    return count;
}

static void log_ban(const char *event, const dw_ban *ban)
{
    char subject[DW_BAN_SUBJECT_TEXT];
    char end[DW_BAN_END_TEXT];
    dw_ban_subject_text(&ban->subject, subject);
    dw_ban_end_text(ban->until_s, end);
    dw_log(DW_LOG_INFO, event, "who=%s until=%s note=%s", subject, end,
           dw_log_quote(ban->note).text);
}

dw_status dw_moderation_ban(dw_server *server, const dw_ban_subject *subject, uint32_t minutes,
                            const char *note, uint32_t *sent_away, dw_error *error)
{
    DW_CHECK(minutes <= DW_BAN_MINUTES_MAX && strlen(note) <= DW_BAN_NOTE_MAX);
    dw_ban ban = {.subject = *subject};
    const int64_t now = now_s();
    ban.until_s = minutes > 0 ? now + (int64_t)minutes * 60 : 0;
    memcpy(ban.note, note, strlen(note));
    dw_status status = find_room(server, error);
    if (status == DW_OK) {
        status = dw_bans_add(server->moderation->bans, &ban, now, error);
    }
    if (status == DW_OK) {
        log_ban("host_bans", &ban);
        *sent_away = send_banned_away(server);
    }
    return status;
}

dw_status dw_moderation_unban(dw_server *server, const dw_ban_subject *subject, dw_error *error)
{
    const dw_status status = dw_bans_remove(server->moderation->bans, subject, now_s(), error);
    if (status == DW_OK) {
        log_ban("host_unbans", &(dw_ban){.subject = *subject});
    }
    return status;
}

dw_status dw_moderation_reload(dw_server *server, uint32_t *sent_away, dw_error *error)
{
    const dw_status status = dw_bans_reload(server->moderation->bans, error);
    if (status == DW_OK) {
        *sent_away = send_banned_away(server);
    }
    return status;
}
