#include "server/host/clients.h"

#include "server/host/admin_queue.h"
#include "server/host/choices.h"
#include "server/host/moderation.h"
#include "server/host/parting.h"
#include "server/host/playback/playback_desk.h"
#include "server/host/seating.h"
#include "server/host/server_state.h"

#include <stdio.h>
#include <string.h>

enum { MAP_TICKS = 60 * DW_TICKS_PER_SECOND };

#define HELLO_NS  (UINT64_C(12) * 1000000000)
#define HURRY_NS  (UINT64_C(3) * 1000000000) /* While free places for newcomers are few. */
#define SILENT_NS (UINT64_C(30) * 1000000000)

static dw_guest *guest_of(dw_server *server, dw_peer peer)
{
    dw_guest *guest = &server->guests[dw_net_peer_index(peer)];
    return guest->state != DW_GUEST_NONE && guest->peer == peer ? guest : NULL;
}

void dw_clients_send(void *context, const uint32_t *tags, uint32_t count, const dw_message *message)
{
    dw_server *server = context;
    dw_guest_tell_each(server, tags, count, message);
    for (uint32_t i = 0; message->type == DW_MESSAGE_KICK && i < count; i++) {
        server->stats.taken_over++; /* Another connection took the body over. */
        dw_parting_end(server, &server->guests[tags[i]], message->as.kick.reason);
    }
}

void dw_clients_connected(void *context, dw_peer peer)
{
    dw_server *server = context;
    dw_guest *guest = &server->guests[dw_net_peer_index(peer)];
    *guest = (dw_guest){
        .peer = peer,
        .state = DW_GUEST_HELLO,
        .connected_ns = server->now_ns,
        .heard_ns = server->now_ns,
        .inputs = dw_rate_make(DW_INPUTS_PER_SECOND, DW_INPUTS_BURST, server->now_ns),
        .chats = dw_rate_make(DW_CHATS_PER_SECOND, DW_CHATS_BURST, server->now_ns),
        .signals = dw_rate_make(DW_SIGNALS_PER_SECOND, DW_SIGNALS_BURST, server->now_ns),
        .steers = dw_rate_make(DW_STEERS_PER_SECOND, DW_STEERS_BURST, server->now_ns),
        .admin = dw_admin_limits_make(server->now_ns),
    };
}

void dw_clients_allow_map(dw_server *server, dw_guest *guest)
{
    guest->map_chunks_left =
        4 * (dw_server_map_of(server, guest->match)->match.size / DW_MAP_CHUNK_MAX + 1);
}

void dw_clients_disconnected(void *context, dw_peer peer, dw_net_loss why)
{
    dw_server *server = context;
    dw_guest *guest = guest_of(server, peer);
    if (guest == NULL) {
        return;
    }
    if (guest->state == DW_GUEST_IN) {
        dw_match_drop(server->matches[guest->match], guest->client);
        server->stats.lost++;
        dw_parting_forget(server, guest);
        dw_guest_log(server, guest, "client_lost", dw_net_loss_word(why));
    }
    guest->client = 0;
    guest->state = DW_GUEST_NONE;
}

/* Whether the client proved the identity that it claims, if it claims any. */
static bool identity_holds(const dw_hello *hello, const uint8_t *transcript)
{
    if (!hello->has_identity || !hello->has_proof) {
        return !hello->has_identity && !hello->has_proof;
    }
    return transcript != NULL && dw_identity_holds(hello->identity, transcript, hello->proof);
}

/* Why the hello is refused before any match is looked at, or NONE. */
static dw_reason check_hello(const dw_server *server, const dw_guest *guest, const dw_hello *hello)
{
    const uint8_t *transcript = dw_net_transcript(server->net, guest->peer);
    if (server->draining) {
        return DW_REASON_DRAINING;
    }
    /* A sealed connection has proved the password by its key; one in the clear can't. */
    if (server->config.password[0] != '\0' && transcript == NULL) {
        return DW_REASON_PASSWORD;
    }
    if (!identity_holds(hello, transcript)) {
        return DW_REASON_MALFORMED;
    }
    if (hello->match[0] != '\0' &&
        dw_seating_find_match(server, hello->match) == server->match_count) {
        return DW_REASON_MATCH;
    }
    if (!dw_seating_has_map(server, hello)) {
        return DW_REASON_MAP;
    }
    if (hello->spectate && server->config.spectators == DW_SPECTATORS_OFF) {
        return DW_REASON_SPECTATORS;
    }
    return DW_REASON_NONE;
}

static void let_in(dw_server *server, dw_guest *guest, const dw_hello *hello)
{
    dw_message welcome = {.type = DW_MESSAGE_WELCOME};
    bool resumed = false;
    const dw_reason reason = dw_seating_enter(server, guest, hello, &welcome.as.welcome, &resumed);
    if (reason != DW_REASON_NONE) {
        dw_parting_refuse(server, guest, reason, "");
        return;
    }
    guest->state = DW_GUEST_IN;
    dw_clients_allow_map(server, guest);
    dw_net_make_member(server->net, guest->peer);
    server->clients_in++;
    server->watchers_in += guest->watches ? 1 : 0;
    server->stats.joined++;
    server->stats.resumed += resumed ? 1 : 0;
    dw_guest_tell(server, guest, &welcome);
    dw_guest_say(server, guest,
                 server->config.name); /* The first line of chat that the player reads. */
    if (server->playback != NULL) {
        dw_playback_desk_greet(server, guest);
    }
    dw_choices_greet(server, guest);
    dw_seating_tell_place(server, guest);
    dw_moderation_joined(server, guest);
    if (dw_log_gate_pass(&server->gate, server->now_ns)) {
        char address[32];
        dw_net_address_text(server->net, guest->peer, address);
        dw_log(DW_LOG_INFO, "client_joined",
               "address=%s match=%u slot=%u queued=%u clients=%u name=%s", address,
               (unsigned)guest->match + 1, (unsigned)welcome.as.welcome.slot,
               guest->queued ? 1U : 0U, (unsigned)server->clients_in,
               dw_log_quote(hello->name).text);
    }
}

static void take_hello(dw_server *server, dw_guest *guest, const dw_hello *hello)
{
    dw_reason reason = check_hello(server, guest, hello);
    server->stats.malformed += reason == DW_REASON_MALFORMED ? 1 : 0;
    if (reason == DW_REASON_NONE) { /* The proof was checked with the rest of the hello. */
        guest->has_identity = hello->has_identity;
        memcpy(guest->identity, hello->identity, sizeof guest->identity);
        reason = dw_moderation_check_identity(server, guest);
    }
    if (reason != DW_REASON_NONE) {
        dw_parting_refuse(server, guest, reason, "");
    } else {
        let_in(server, guest, hello);
    }
}

/* A message beyond the client's rate has no effect. The sweep sends away clients that go on and
 * on. */
static void drop_for_rate(dw_server *server, dw_guest *guest)
{
    server->stats.rate_dropped++;
    guest->strikes++;
}

static void take_map_request(dw_server *server, dw_guest *guest, const dw_map_request *request)
{
    if (request->change != dw_match_map_change(server->matches[guest->match], guest->client)) {
        guest->strikes++; /* For a map that the match has left since. */
        return;
    }
    const dw_loaded_map *map = dw_server_map_of(server, guest->match);
    const uint32_t count = (map->match.size + DW_MAP_CHUNK_MAX - 1) / DW_MAP_CHUNK_MAX;
    if (request->chunk >= count || guest->map_chunks_left == 0) {
        drop_for_rate(server, guest);
        return;
    }
    guest->map_chunks_left--;
    server->stats.map_chunks++;
    const size_t at = (size_t)request->chunk * DW_MAP_CHUNK_MAX;
    const size_t left = map->match.size - at;
    dw_message message = {.type = DW_MESSAGE_MAP_CHUNK};
    dw_map_chunk *answer = &message.as.map_chunk;
    answer->chunk = request->chunk;
    answer->chunk_count = (uint16_t)count;
    answer->change = request->change;
    answer->size = (uint16_t)(left < DW_MAP_CHUNK_MAX ? left : DW_MAP_CHUNK_MAX);
    memcpy(answer->bytes, map->public_bytes + at, answer->size);
    dw_guest_tell(server, guest, &message);
}

/* The player is told once. After that the messages are dropped in silence. */
static void tell_muted(dw_server *server, dw_guest *guest)
{
    if (!guest->muted_told) {
        dw_guest_say(server, guest,
                     "The host has muted you: no other player sees what you write or signal.");
        guest->muted_told = true;
    }
}

static void take_chat(dw_server *server, dw_guest *guest, const dw_chat *chat)
{
    if (!dw_rate_pass(&guest->chats, DW_CHATS_PER_SECOND, DW_CHATS_BURST, server->now_ns)) {
        drop_for_rate(server, guest);
    } else if (guest->muted) {
        tell_muted(server, guest);
    } else {
        (void)dw_match_chat(server->matches[guest->match], guest->client, chat->text);
    }
}

static void take_signal(dw_server *server, dw_guest *guest, const dw_signal *signal)
{
    if (!dw_rate_pass(&guest->signals, DW_SIGNALS_PER_SECOND, DW_SIGNALS_BURST, server->now_ns)) {
        drop_for_rate(server, guest);
    } else if (guest->muted) {
        tell_muted(server, guest);
    } else {
        (void)dw_match_signal(server->matches[guest->match], guest->client, signal);
    }
}

/* What counts only from a client in a match. */
static void take_from_member(dw_server *server, dw_guest *guest, const dw_message *message)
{
    dw_match *match = server->matches[guest->match];
    switch (message->type) {
    case DW_MESSAGE_INPUT:
        if (dw_rate_pass(&guest->inputs, DW_INPUTS_PER_SECOND, DW_INPUTS_BURST, server->now_ns)) {
            (void)dw_match_input(match, guest->client, &message->as.input);
        } else {
            drop_for_rate(server, guest);
        }
        break;
    case DW_MESSAGE_MAP_REQUEST:
        take_map_request(server, guest, &message->as.map_request);
        break;
    case DW_MESSAGE_MAP_READY:
        dw_match_map_ready(match, guest->client, message->as.map_ready.change);
        break;
    case DW_MESSAGE_CHAT:
        take_chat(server, guest, &message->as.chat);
        break;
    case DW_MESSAGE_SIGNAL:
        take_signal(server, guest, &message->as.signal);
        break;
    case DW_MESSAGE_VOTE:
        if (dw_rate_pass(&guest->chats, DW_CHATS_PER_SECOND, DW_CHATS_BURST, server->now_ns)) {
            (void)dw_match_vote(match, guest->client, &message->as.vote);
        } else {
            drop_for_rate(server, guest);
        }
        break;
    case DW_MESSAGE_READY:
        if (dw_rate_pass(&guest->chats, DW_CHATS_PER_SECOND, DW_CHATS_BURST, server->now_ns)) {
            (void)dw_match_say_ready(match, guest->client, message->as.ready.ready);
        } else {
            drop_for_rate(server, guest);
        }
        break;
    case DW_MESSAGE_STEER:
        if (!dw_playback_desk_take(server, guest, &message->as.steer)) {
            drop_for_rate(server, guest);
        }
        break;
    case DW_MESSAGE_ADMIN:
        dw_admin_queue_take(server, guest, &message->as.admin);
        break;
    case DW_MESSAGE_QUIT:
        dw_parting_quit(server, guest);
        break;
    default:
        break;
    }
}

void dw_clients_received(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                         size_t size)
{
    dw_server *server = context;
    dw_guest *guest = guest_of(server, peer);
    if (guest == NULL || guest->state == DW_GUEST_LEAVING) {
        return;
    }
    dw_message message;
    const dw_status status = dw_message_decode_from_client(&message, bytes, size);
    if (status == DW_OTHER_VERSION && guest->state == DW_GUEST_HELLO) {
        char version[16];
        (void)snprintf(version, sizeof version, "%d", DW_PROTOCOL_VERSION);
        dw_parting_refuse(server, guest, DW_REASON_VERSION, version);
        return;
    }
    /* Before a client is let in, only a hello counts; after that, anything but a hello. */
    const bool fine = status == DW_OK && (uint8_t)dw_message_channel(message.type) == channel &&
                      (guest->state == DW_GUEST_HELLO) == (message.type == DW_MESSAGE_HELLO);
    if (!fine) {
        server->stats.malformed++;
        if (++guest->malformed > DW_MALFORMED_MAX) {
            dw_parting_kick(server, guest, DW_REASON_MALFORMED, "");
        }
        return;
    }
    if (message.type == DW_MESSAGE_HELLO) {
        message.as.hello.spectate |= server->playback != NULL; /* Nobody can play there. */
        take_hello(server, guest, &message.as.hello);
    } else {
        guest->heard_ns = server->now_ns;
        take_from_member(server, guest, &message);
    }
}

static bool is_too_much(const dw_server *server, const dw_guest *guest)
{
    return guest->strikes > DW_STRIKES_MAX ||
           dw_net_flood_seconds(server->net, guest->peer) >= DW_FLOOD_SECONDS_MAX;
}

/* True when the player has done nothing for as long as the host allows. A warning comes before it,
 * at four fifths. */
static bool is_away(dw_server *server, dw_guest *guest)
{
    const uint32_t allowed = (uint32_t)server->config.away_s * DW_TICKS_PER_SECOND;
    const uint32_t warned_at = allowed / 5 * 4;
    const uint32_t away =
        allowed > 0 ? dw_match_away_ticks(server->matches[guest->match], guest->client) : 0;
    if (away == 0 || away < warned_at) {
        guest->away_warned = false;
    } else if (!guest->away_warned) {
        char text[DW_CHAT_MAX + 1];
        (void)snprintf(text, sizeof text,
                       "You have been idle for %u s. Move, or you will be disconnected in %u s.",
                       away / DW_TICKS_PER_SECOND,
                       (allowed - warned_at + DW_TICKS_PER_SECOND - 1) / DW_TICKS_PER_SECOND);
        dw_guest_say(server, guest, text);
        guest->away_warned = true;
    }
    return allowed > 0 && away >= allowed;
}

/* By a vote against the guest, or while it waits, against another player of its address. */
static bool is_voted_out(const dw_server *server, const dw_guest *guest)
{
    return guest->queued ? dw_seating_is_barred(server, guest, guest->match)
                         : dw_match_voted_out(server->matches[guest->match], guest->client);
}

/* It was told of another map, and has not said since that it has it. */
static bool lacks_map(const dw_server *server, const dw_guest *guest)
{
    return dw_match_loading_ticks(server->matches[guest->match], guest->client) > MAP_TICKS;
}

void dw_clients_sweep(dw_server *server)
{
    const uint32_t count = dw_net_peers_max(server->net);
    const uint64_t hello_ns = dw_net_is_short(server->net) ? HURRY_NS : HELLO_NS;
    for (uint32_t i = 0; i < count; i++) {
        dw_guest *guest = &server->guests[i];
        const uint64_t silent_ns = server->now_ns - guest->heard_ns;
        if (guest->state == DW_GUEST_HELLO && silent_ns > hello_ns) {
            dw_parting_refuse(server, guest, DW_REASON_IDLE, "");
        } else if (guest->state == DW_GUEST_IN && silent_ns > SILENT_NS) {
            dw_parting_kick(server, guest, DW_REASON_IDLE, "");
        } else if (guest->state == DW_GUEST_IN && is_voted_out(server, guest)) {
            dw_parting_kick(server, guest, DW_REASON_VOTED, "");
        } else if (guest->state == DW_GUEST_IN && lacks_map(server, guest)) {
            dw_parting_kick(server, guest, DW_REASON_MAP, "the client did not load it in time");
        } else if (guest->state == DW_GUEST_IN && is_away(server, guest)) {
            dw_parting_kick(server, guest, DW_REASON_AWAY, "");
        } else if ((guest->state == DW_GUEST_IN || guest->state == DW_GUEST_HELLO) &&
                   is_too_much(server, guest)) {
            dw_parting_kick(server, guest, DW_REASON_RATE, "");
        }
        if (guest->state == DW_GUEST_IN) {
            dw_match_note_ping(server->matches[guest->match], guest->client,
                               dw_net_rtt_ms(server->net, guest->peer));
        }
        guest->strikes =
            guest->strikes > DW_STRIKES_FORGIVEN ? guest->strikes - DW_STRIKES_FORGIVEN : 0;
    }
}
