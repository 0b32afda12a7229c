#include "server/host/seating.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "server/host/match_codes.h"
#include "server/host/server_state.h"

#include <string.h>

uint32_t dw_seating_queue_max(const dw_server_config *config)
{
    const int64_t places = config->matches * DW_QUEUE_MATCH_MAX;
    if (config->spectators == DW_SPECTATORS_OFF) {
        return 0;
    }
    return (uint32_t)(places < DW_QUEUE_SERVER_MAX ? places : DW_QUEUE_SERVER_MAX);
}

/* A number is shorter than a code, so no text can be both. */
uint32_t dw_seating_find_match(const dw_server *server, const char *text)
{
    int64_t number = 0;
    if (strlen(text) >= DW_MATCH_CODE_LENGTH) {
        return dw_match_codes_find(server->codes, server->match_count, text);
    }
    return dw_parse_int(text, 1, server->match_count, &number) == DW_OK ? (uint32_t)number - 1
                                                                        : server->match_count;
}

/* The range of matches that a hello allows: all, or one. */
typedef struct choice {
    uint32_t first, end;
} choice;

static choice choice_of(const dw_server *server, const dw_hello *hello)
{
    if (hello->match[0] == '\0') {
        return (choice){0, server->match_count};
    }
    const uint32_t index = dw_seating_find_match(server, hello->match);
    return (choice){index, index < server->match_count ? index + 1 : index};
}

/* The client wants this match's map, or any. */
static bool is_of_map(const dw_server *server, uint32_t match, const dw_hello *hello)
{
    return !hello->has_map_hash ||
           dw_map_hash_equal(&hello->map_hash, &dw_server_map_of(server, match)->match.hash);
}

bool dw_seating_has_map(const dw_server *server, const dw_hello *hello)
{
    const choice among = choice_of(server, hello);
    bool found = false;
    for (uint32_t i = among.first; !found && i < among.end; i++) {
        found = is_of_map(server, i, hello);
    }
    return found;
}

bool dw_seating_is_barred(const dw_server *server, const dw_guest *guest, uint32_t match)
{
    return dw_match_bars(server->matches[match], server->tick,
                         dw_net_origin(server->net, guest->peer));
}

/* Players and spectators have separate places: neither kind can take the other's. */
static bool has_place_for_player(const dw_server *server)
{
    return dw_server_players(server) < server->config.clients_max;
}

/* Queued clients watch as well, but do not take a spectator's place. */
static bool has_room(const dw_server *server, uint32_t index, bool spectate)
{
    const dw_match_counts counts = dw_match_count(server->matches[index]);
    const uint32_t queued = server->queues[index].count;
    return spectate ? counts.spectators - queued < DW_SPECTATORS_A_MATCH
                    : counts.slots_free > queued;
}

bool dw_seating_has_body(const dw_server *server)
{
    bool found = false;
    for (uint32_t i = 0; i < server->match_count && !found; i++) {
        found = has_room(server, i, false);
    }
    return found && has_place_for_player(server);
}

/* NONE, or why there is no place for one more spectator from the guest's address. */
static dw_reason check_watcher(const dw_server *server, const dw_guest *guest)
{
    if (server->watchers_in >= server->config.spectators_max) {
        return DW_REASON_FULL;
    }
    const uint32_t address = dw_net_origin(server->net, guest->peer);
    const uint32_t count = address != 0 ? dw_net_peers_max(server->net) : 0;
    int64_t others = 0;
    for (uint32_t i = 0; i < count; i++) {
        const dw_guest *other = &server->guests[i];
        others += other->state == DW_GUEST_IN && other->watches &&
                          dw_net_origin(server->net, other->peer) == address
                      ? 1
                      : 0;
    }
    return others < server->config.spectators_per_address ? DW_REASON_NONE : DW_REASON_ADDRESS;
}

/* The match for a newcomer: of those with room the one with the fewest players, the lowest index on
 * ties (PROTOCOL.md, hello); match_count if all are full. The same rule serves spectators: a client
 * that wants to see a certain match asks for it. */
static uint32_t choose_match(const dw_server *server, const dw_guest *guest, const dw_hello *hello)
{
    uint32_t best = server->match_count;
    uint32_t best_players = 0;
    const choice among = choice_of(server, hello);
    for (uint32_t i = among.first; i < among.end; i++) {
        const dw_match_counts counts = dw_match_count(server->matches[i]);
        const uint32_t players = counts.players + counts.dropped;
        if (has_room(server, i, hello->spectate) && is_of_map(server, i, hello) &&
            !dw_seating_is_barred(server, guest, i) &&
            (best == server->match_count || players < best_players)) {
            best = i;
            best_players = players;
        }
    }
    return best;
}

/* The match with the shortest queue that has room, the lowest index on ties; or match_count. */
static uint32_t choose_queue(const dw_server *server, const dw_guest *guest, const dw_hello *hello)
{
    uint32_t best = server->match_count;
    uint32_t best_count = DW_QUEUE_MATCH_MAX;
    const choice among = choice_of(server, hello);
    for (uint32_t i = among.first; i < among.end; i++) {
        if (server->queues[i].count < best_count && is_of_map(server, i, hello) &&
            !dw_seating_is_barred(server, guest, i)) {
            best = i;
            best_count = server->queues[i].count;
        }
    }
    return best;
}

/* The match that the client's token belongs to, if the hello allows it. */
static uint32_t find_resume(const dw_server *server, const dw_hello *hello)
{
    const choice among = choice_of(server, hello);
    for (uint32_t i = among.first; !hello->spectate && i < among.end; i++) {
        if (dw_match_knows_token(server->matches[i], hello)) {
            return i;
        }
    }
    return server->match_count;
}

static bool enter_match(dw_server *server, dw_guest *guest, uint32_t index, const dw_hello *hello,
                        dw_welcome *welcome)
{
    const dw_newcomer newcomer = {.tag = dw_net_peer_index(guest->peer),
                                  .origin = dw_net_origin(server->net, guest->peer),
                                  .map_change = guest->map_change};
    if (index == server->match_count ||
        dw_match_join(server->matches[index], server->tick, hello, &newcomer, &guest->client,
                      welcome) != DW_OK) {
        return false;
    }
    guest->match = index;
    guest->watches = hello->spectate;
    return true;
}

/* The client watches its match until there is a body for it. */
static bool enter_queue(dw_server *server, dw_guest *guest, const dw_hello *hello,
                        dw_welcome *welcome)
{
    if (hello->spectate || server->queued == dw_seating_queue_max(&server->config)) {
        return false;
    }
    dw_hello watching = *hello;
    watching.spectate = true;
    watching.has_token = false;
    if (!enter_match(server, guest, choose_queue(server, guest, hello), &watching, welcome)) {
        return false;
    }
    dw_queue *queue = &server->queues[guest->match];
    DW_CHECK(queue->count < DW_QUEUE_MATCH_MAX);
    queue->guests[queue->count++] = dw_net_peer_index(guest->peer);
    server->queued++;
    guest->queued = true;
    guest->watches = false;
    memcpy(guest->name, hello->name, sizeof guest->name);
    return true;
}

/* Why the client got neither a body nor a place in a queue. */
static dw_reason reason_without_place(const dw_server *server, const dw_guest *guest,
                                      const dw_hello *hello)
{
    const choice among = choice_of(server, hello);
    for (uint32_t i = among.first; i < among.end; i++) {
        if (dw_seating_is_barred(server, guest, i)) {
            return DW_REASON_VOTED;
        }
    }
    return DW_REASON_FULL;
}

dw_reason dw_seating_enter(dw_server *server, dw_guest *guest, const dw_hello *hello,
                           dw_welcome *welcome, bool *resumed)
{
    uint32_t index = find_resume(server, hello);
    *resumed = index != server->match_count;
    const dw_reason watcher = hello->spectate ? check_watcher(server, guest) : DW_REASON_NONE;
    if (watcher != DW_REASON_NONE) {
        return watcher;
    }
    if (!*resumed && (hello->spectate || has_place_for_player(server))) {
        index = choose_match(server, guest, hello);
    }
    if (enter_match(server, guest, index, hello, welcome)) {
        return DW_REASON_NONE;
    }
    *resumed = false;
    return enter_queue(server, guest, hello, welcome) ? DW_REASON_NONE
                                                      : reason_without_place(server, guest, hello);
}

static uint32_t place_of(const dw_server *server, const dw_guest *guest)
{
    const dw_queue *queue = &server->queues[guest->match];
    uint32_t index = 0;
    while (index < queue->count && queue->guests[index] != dw_net_peer_index(guest->peer)) {
        index++;
    }
    DW_CHECK(index < queue->count);
    return index;
}

void dw_seating_tell_place(dw_server *server, const dw_guest *guest)
{
    if (guest->queued) {
        const dw_message message = {.type = DW_MESSAGE_QUEUE,
                                    .as.queue = {(uint8_t)(place_of(server, guest) + 1)}};
        dw_guest_tell(server, guest, &message);
    }
}

void dw_seating_forget(dw_server *server, dw_guest *guest)
{
    if (!guest->queued) {
        return;
    }
    dw_queue *queue = &server->queues[guest->match];
    const uint32_t place = place_of(server, guest);
    guest->queued = false;
    server->queued--;
    queue->count--;
    memmove(&queue->guests[place], &queue->guests[place + 1],
            (queue->count - place) * sizeof queue->guests[0]);
    for (uint32_t i = place; i < queue->count; i++) {
        dw_seating_tell_place(server, &server->guests[queue->guests[i]]);
    }
}

static dw_guest *first_of(const dw_server *server, uint32_t match)
{
    return &server->guests[server->queues[match].guests[0]];
}

static void seat_first(dw_server *server, uint32_t match)
{
    dw_guest *guest = first_of(server, match);
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .has_identity = guest->has_identity};
    memcpy(hello.name, guest->name, sizeof hello.name);
    memcpy(hello.identity, guest->identity, sizeof hello.identity);
    dw_welcome welcome;
    dw_seating_forget(server, guest);
    guest->map_change = dw_match_map_change(server->matches[match], guest->client);
    dw_match_leave(server->matches[match], guest->client);
    const bool seated = enter_match(server, guest, match, &hello, &welcome);
    DW_CHECK(seated); /* There was room a moment ago. */
    server->stats.seated++;
    dw_message message = {.type = DW_MESSAGE_SEAT, .as.seat = {.slot = welcome.slot}};
    memcpy(message.as.seat.token, welcome.token, sizeof message.as.seat.token);
    dw_guest_tell(server, guest, &message);
    dw_guest_log(server, guest, "client_seated", "room");
}

/* While a round is on, a free body stays empty: its player could only watch. */
void dw_seating_advance(dw_server *server)
{
    if (server->queued == 0 || server->draining) {
        return;
    }
    for (uint32_t i = 0; i < server->match_count; i++) {
        const dw_match *match = server->matches[i];
        while (server->queues[i].count > 0 && has_place_for_player(server) &&
               dw_match_is_between_rounds(match) && dw_match_count(match).slots_free > 0 &&
               !dw_seating_is_barred(server, first_of(server, i), i) &&
               dw_match_loading_ticks(match, first_of(server, i)->client) == 0) {
            seat_first(server, i);
        }
    }
}
