/* Any bytes as a script of operations against a whole server without a network (fake_net.h): peers
 * connect, say what they like, fall silent, do not listen and are cut off while the server ticks.
 * The first byte says which server, open or with a password; with one the connections of even peers
 * are sealed, which proves it, and the others are in the clear. Then each operation is a byte, its
 * low half which one, its high half the peer, and its arguments.
 *
 * What must hold: counters never go down; who is in is in a match; what is no message changes no
 * world; every message to a client decodes, goes on its channel, and says nothing before the
 * welcome but a refusal; queues close up in order; snapshots decode by the client's store, chunks
 * are the map; and when all are gone the server is empty again. */
#include "client/core/identity.h"
#include "client/core/snapshot_store.h"
#include "common/base/check.h"
#include "fake_net.h"
#include "fuzz.h"
#include "server/host/guest.h"
#include "server/host/server.h"
#include "server/host/server_maps.h"
#include "server/host/server_state.h"
#include "source_dir.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    PERSONS = 16,
    MATCHES = 2,
    OPERATIONS_MAX = 300,
    TICKS_MAX = 600,
    STEP_MAX = 16,
    STORE_HZ = 60,
    SERVICE = 14,         /* Of the operations. */
    LEAVE_TICKS_MAX = 100 /* More than any body waits for its player. */
};

#define TICK_NS  UINT64_C(16666667)
#define PASSWORD "open sesame"
#define HOUSE    DW_SOURCE_DIR "/tests/fuzz/house.tmj"
#define OTHER    DW_SOURCE_DIR "/maps/training.tmj"

static const uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE] = {7, 7, 7};

typedef struct person {
    bool welcome, spectates; /* Since the connection began. */
    uint32_t place;          /* In the queue, 0 = in none. */
    bool has_token;
    bool forges; /* Sends false data, such as acknowledgements of snapshots that never came. */
    bool sealed; /* Of a server with a password. */
    bool claims; /* Since it connected, its hello named an identity and proved another one. */
    bool loads;  /* It has not said yet that it has the map of that change. */
    uint32_t got_tick;
    uint32_t map_change; /* The newest one that it was told of since it connected. */
    uint8_t token[DW_TOKEN_SIZE];
    dw_snapshot_store store;
} person;

typedef struct hall {
    dw_server *server;
    uint64_t now_ns;
    dw_server_stats stats; /* As of the operation before. */
    uint64_t worlds;       /* Their hashes. */
    person persons[PERSONS];
    uint8_t last[DW_MESSAGE_MAX]; /* What was said last. */
    size_t last_size;
    uint8_t last_channel;
    bool password;
} hall;

typedef struct script {
    const uint8_t *bytes;
    size_t size, at;
    uint32_t ticks;
} script;

static uint8_t next(script *from)
{
    return from->at < from->size ? from->bytes[from->at++] : 0;
}

/* The same numbers in each run. */
static uint32_t the_count;

static const char *counter_name(void)
{
    return "counter";
}

static uint32_t count_once(void)
{
    return the_count++;
}

static void count_bytes(void *const bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++) {
        ((uint8_t *)bytes)[i] = (uint8_t)(the_count++ * 167);
    }
}

static randombytes_implementation counter = {
    .implementation_name = counter_name, .random = count_once, .buf = count_bytes};

static const dw_loaded_map *map_of(const hall *of, const person *who)
{
    return dw_server_map_of(of->server, of->server->guests[who - of->persons].match);
}

static void take_snapshot(hall *of, person *who, const uint8_t *bytes, size_t size)
{
    uint32_t tick = 0;
    uint32_t base_tick = 0;
    DW_CHECK(who->welcome && (!who->loads || who->forges));
    DW_CHECK(dw_snapshot_base_tick(bytes, size, &tick, &base_tick) == DW_OK);
    const dw_snapshot *base =
        base_tick != 0 ? dw_snapshot_store_find(&who->store, base_tick) : NULL;
    if (who->forges && base_tick != 0 && base == NULL) {
        return; /* A forger harms only itself. */
    }
    DW_CHECK((base_tick == 0) == (base == NULL));
    dw_snapshot got;
    const uint16_t doors = map_of(of, who)->match.map->door_count;
    DW_CHECK(dw_snapshot_decode(&got, base, doors, bytes, size) == DW_OK);
    DW_CHECK((got.own.slot == DW_SLOT_NONE) == who->spectates);
    DW_CHECK(dw_snapshot_store_put(&who->store, &got));
    who->got_tick = got.tick;
}

static void take_welcome(const hall *of, person *who, const dw_welcome *welcome)
{
    DW_CHECK(!who->welcome); /* Once a connection. */
    DW_CHECK(!of->password || who->sealed);
    DW_CHECK(!who->claims);
    who->welcome = true;
    who->spectates = welcome->slot == DW_SLOT_NONE;
    who->got_tick = 0;
    who->map_change = 0;
    who->loads = false;
    if (!who->spectates) {
        who->has_token = true;
        memcpy(who->token, welcome->token, sizeof who->token);
    }
    dw_snapshot_store_reset(&who->store, STORE_HZ);
}

static void take_seat(person *who, const dw_seat_notice *seat)
{
    DW_CHECK(who->place > 0 && who->spectates);
    who->place = 0;
    who->spectates = false;
    who->got_tick = 0;
    who->has_token = true;
    memcpy(who->token, seat->token, sizeof who->token);
    dw_snapshot_store_reset(&who->store, STORE_HZ);
}

static void take_place(person *who, uint32_t place)
{
    DW_CHECK(who->spectates && (who->place == 0 || place == who->place - 1));
    who->place = place;
}

static void take_chunk(const hall *of, const person *who, const dw_map_chunk *chunk)
{
    const dw_loaded_map *map = map_of(of, who);
    const size_t at = (size_t)chunk->chunk * DW_MAP_CHUNK_MAX;
    DW_CHECK(chunk->change == who->map_change);
    DW_CHECK(at + chunk->size <= map->match.size);
    DW_CHECK(memcmp(map->public_bytes + at, chunk->bytes, chunk->size) == 0);
}

static void take_map_change(const hall *of, person *who, const dw_map_change *change)
{
    const dw_loaded_map *map = map_of(of, who);
    DW_CHECK(change->change == who->map_change + 1 && change->tick <= of->server->tick + 1);
    DW_CHECK(dw_map_hash_equal(&change->map_hash, &map->match.hash));
    who->map_change = change->change;
    who->loads = true;
    who->got_tick = 0;
    dw_snapshot_store_reset(&who->store, STORE_HZ);
}

static void on_sent(void *context, uint32_t index, uint8_t channel, bool reliable,
                    const uint8_t *bytes, size_t size)
{
    hall *of = context;
    DW_CHECK(index < PERSONS);
    person *who = &of->persons[index];
    if (dw_message_peek_type(bytes, size) == DW_MESSAGE_SNAPSHOT) {
        DW_CHECK(channel == DW_CHANNEL_SNAPSHOT && !reliable);
        take_snapshot(of, who, bytes, size);
        return;
    }
    dw_message message;
    DW_CHECK(dw_message_decode_from_server(&message, bytes, size) == DW_OK);
    DW_CHECK(channel == (uint8_t)dw_message_channel(message.type));
    DW_CHECK(reliable == dw_message_reliable(message.type));
    if (message.type == DW_MESSAGE_WELCOME) {
        take_welcome(of, who, &message.as.welcome);
    } else if (message.type == DW_MESSAGE_REFUSE) {
        DW_CHECK(!who->welcome);
    } else {
        DW_CHECK(who->welcome || message.type == DW_MESSAGE_KICK);
    }
    if (message.type == DW_MESSAGE_SEAT) {
        take_seat(who, &message.as.seat);
    } else if (message.type == DW_MESSAGE_QUEUE) {
        take_place(who, message.as.queue.place);
    } else if (message.type == DW_MESSAGE_MAP_CHUNK) {
        take_chunk(of, who, &message.as.map_chunk);
    } else if (message.type == DW_MESSAGE_MAP_CHANGE) {
        take_map_change(of, who, &message.as.map_change);
    }
    DW_CHECK(message.type != DW_MESSAGE_MIND || who->spectates);
}

static void make_server(hall *of, bool password)
{
    DW_CHECK(randombytes_set_implementation(&counter) == 0);
    dw_server_config config = dw_server_config_default();
    dw_error error = {""};
    (void)snprintf(config.map, sizeof config.map, "%s", HOUSE);
    (void)snprintf(config.maps, sizeof config.maps, "%s", OTHER);
    (void)snprintf(config.ruleset, sizeof config.ruleset, "%s/tests/fuzz/quick.json",
                   DW_SOURCE_DIR);
    (void)snprintf(config.password, sizeof config.password, "%s", password ? PASSWORD : "");
    config.seal = 0; /* The fake net has no datagrams, and no identity is made on the disk. */
    config.matches = MATCHES;
    config.spectator_delay_s = 0;
    config.seed_given = true;
    config.seed = 1;
    const dw_status status = dw_server_create(&of->server, &config, &error);
    if (status != DW_OK) {
        (void)fprintf(stderr, "%s\n", error.text);
    }
    DW_CHECK(status == DW_OK);
    of->password = password;
    dw_fake_net_seal(of->server->net, password ? transcript : NULL);
    of->now_ns = 1000000000;
    dw_fake_net_watch(of->server->net, on_sent, of);
}

static uint64_t hash_worlds(const hall *of)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < MATCHES; i++) {
        hash = hash * 31 + dw_sim_state_hash(dw_match_sim(of->server->matches[i]));
    }
    return hash;
}

static void check_counters(hall *of)
{
    const dw_server_stats *stats = dw_server_get_stats(of->server);
    uint64_t before[sizeof *stats / sizeof(uint64_t)];
    uint64_t after[sizeof *stats / sizeof(uint64_t)];
    _Static_assert(sizeof *stats % sizeof(uint64_t) == 0, "nothing but counters");
    memcpy(before, &of->stats, sizeof before);
    memcpy(after, stats, sizeof after);
    for (size_t i = 0; i < DW_COUNT_OF(before); i++) {
        DW_CHECK(before[i] <= after[i]);
    }
    of->stats = *stats;
}

static void check_persons_let_in(const hall *of)
{
    uint32_t in = 0;
    for (uint32_t i = 0; i < dw_net_peers_max(of->server->net); i++) {
        const dw_guest *guest = &of->server->guests[i];
        in += guest->state == DW_GUEST_IN ? 1 : 0;
        DW_CHECK(guest->state == DW_GUEST_NONE || dw_fake_net_connected(of->server->net, i));
    }
    uint32_t here = 0;
    uint32_t queued = 0;
    for (uint32_t i = 0; i < MATCHES; i++) {
        const dw_queue *queue = &of->server->queues[i];
        for (uint32_t place = 0; place < queue->count; place++) {
            const dw_guest *guest = &of->server->guests[queue->guests[place]];
            DW_CHECK(guest->state == DW_GUEST_IN && guest->queued && guest->match == i);
        }
        queued += queue->count;
        const dw_match_counts counts = dw_match_count(of->server->matches[i]);
        here += counts.players + counts.spectators;
    }
    DW_CHECK(in == of->server->clients_in && in == here && queued == of->server->queued);
}

static void look_around(hall *of)
{
    check_counters(of);
    check_persons_let_in(of);
    of->worlds = hash_worlds(of);
}

static void service(hall *of)
{
    dw_server_service(of->server, of->now_ns);
    look_around(of);
}

/* Says it, and has it heard at once unless it shall come in the middle of a tick. */
static void say(hall *of, uint32_t index, uint8_t channel, const uint8_t *bytes, size_t size)
{
    memcpy(of->last, bytes, size);
    of->last_size = size;
    of->last_channel = channel;
    dw_fake_net_say(of->server->net, index, channel, bytes, size);
}

static void say_message(hall *of, uint32_t index, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    DW_CHECK(dw_message_encode(message, bytes, sizeof bytes, &size) == DW_OK);
    say(of, index, (uint8_t)dw_message_channel(message->type), bytes, size);
}

typedef void operation(hall *of, script *from, uint32_t index);

static void op_tick(hall *of, script *from, uint32_t index)
{
    (void)index;
    const uint8_t shape = next(from);
    const uint32_t ticks = 1 + (uint32_t)shape % STEP_MAX;
    const bool late = (shape & 0x80) != 0; /* They are made up for, one after the other. */
    for (uint32_t i = 0; i < ticks && from->ticks < TICKS_MAX; i++, from->ticks++) {
        of->now_ns += TICK_NS;
        dw_server_service(of->server, of->now_ns);
        dw_server_tick(of->server, of->now_ns, late ? ticks - 1 - i : 0);
        look_around(of);
    }
}

static void op_wait(hall *of, script *from, uint32_t index)
{
    (void)index;
    of->now_ns += (uint64_t)next(from) * 200000000; /* Up to 51 s. */
    service(of);
}

static void op_connect(hall *of, script *from, uint32_t index)
{
    (void)from;
    service(of);
    if (!dw_fake_net_connected(of->server->net, index)) {
        of->persons[index].welcome = false;
        of->persons[index].sealed = of->password && index % 2 == 0;
        of->persons[index].claims = false;
        of->persons[index].place = 0;
        dw_fake_net_connect(of->server->net, index);
        service(of);
    }
}

static void op_cut(hall *of, script *from, uint32_t index)
{
    (void)from;
    dw_fake_net_cut(of->server->net, index);
}

/* Its own, or another one that it cannot prove. */
static void name_identity(person *who, dw_hello *hello, uint32_t index, bool another)
{
    dw_client_identity own;
    dw_client_identity named;
    dw_client_identity_derive(&own, 1, index);
    dw_client_identity_derive(&named, 1, another ? index + 1 : index);
    hello->has_identity = true;
    memcpy(hello->identity, named.public_key, sizeof hello->identity);
    hello->has_proof = true;
    dw_identity_prove(own.secret_key, transcript, hello->proof);
    who->claims = another;
}

static void op_hello(hall *of, script *from, uint32_t index)
{
    const uint8_t shape = next(from);
    const uint8_t whose = next(from) % PERSONS;
    dw_message message = {.type = DW_MESSAGE_HELLO};
    dw_hello *hello = &message.as.hello;
    *hello = (dw_hello){.version = DW_PROTOCOL_VERSION, .name = "p0"};
    hello->name[1] = (char)('a' + index);
    (void)snprintf(hello->match, sizeof hello->match, "%.0d", shape & 3); /* Empty for 0. */
    hello->spectate = (shape & 4) != 0;
    hello->has_map_hash = (shape & 8) != 0;
    if (hello->has_map_hash) {
        hello->map_hash = dw_server_map_of(of->server, 0)->match.hash;
        hello->map_hash.bytes[0] ^= (uint8_t)((shape & 16) >> 4);
    }
    const person *other = &of->persons[whose];
    hello->has_token = (shape & 32) != 0;
    memcpy(hello->token, other->token, sizeof hello->token);
    if ((shape & 64) != 0) {
        name_identity(&of->persons[index], hello, index, (shape & 128) != 0);
    }
    if (!hello->has_token) {
        memset(hello->token, 0, sizeof hello->token);
    }
    say_message(of, index, &message);
    service(of);
}

/* Bytes that are no message from a client leave every world as it is, unless the server kicks the
 * client for them. */
static void op_bytes(hall *of, script *from, uint32_t index)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    const uint8_t channel = next(from) % DW_CHANNEL_COUNT;
    const size_t size = 1 + (size_t)next(from);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = next(from);
    }
    service(of);
    dw_message message;
    const bool none = dw_message_decode_from_client(&message, bytes, size) != DW_OK;
    const uint32_t in = of->server->clients_in;
    const uint64_t worlds = of->worlds;
    const uint64_t malformed = of->stats.malformed + of->stats.refused[DW_REASON_VERSION];
    const uint8_t state = of->server->guests[index].state;
    of->persons[index].forges = true;
    say(of, index, channel, bytes, size);
    service(of);
    if (none) {
        DW_CHECK(of->worlds == worlds || of->server->clients_in < in);
        DW_CHECK((state != DW_GUEST_HELLO && state != DW_GUEST_IN) ||
                 of->stats.malformed + of->stats.refused[DW_REASON_VERSION] == malformed + 1);
    }
}

static void op_input(hall *of, script *from, uint32_t index)
{
    const uint8_t shape = next(from);
    const uint8_t what = next(from);
    dw_message message = {.type = DW_MESSAGE_INPUT};
    dw_input *input = &message.as.input;
    *input = (dw_input){.count = (uint8_t)(1 + shape % DW_INPUT_TICKS_MAX)};
    input->newest_tick = of->server->tick + input->count + (shape >> 4);
    input->ack_tick = of->persons[index].got_tick;
    for (uint32_t i = 0; i < input->count; i++) {
        input->intents[i].direction = (uint8_t)((what & 15) % DW_DIRECTION_COUNT);
        input->intents[i].buttons = (uint8_t)(what >> 4 & DW_BUTTONS_ALL);
    }
    say_message(of, index, &message);
}

static void op_map_request(hall *of, script *from, uint32_t index)
{
    dw_message message = {.type = DW_MESSAGE_MAP_REQUEST};
    message.as.map_request.chunk = next(from) % 8;
    message.as.map_request.change = of->persons[index].map_change;
    say_message(of, index, &message);
}

static void op_chat(hall *of, script *from, uint32_t index)
{
    dw_message message = {.type = DW_MESSAGE_CHAT};
    const size_t size = 1 + next(from) % DW_CHAT_MAX;
    memset(message.as.chat.text, 'x', size);
    say_message(of, index, &message);
}

static void op_quit(hall *of, script *from, uint32_t index)
{
    (void)from;
    const dw_message message = {.type = DW_MESSAGE_QUIT};
    say_message(of, index, &message);
}

static void op_deaf(hall *of, script *from, uint32_t index)
{
    dw_fake_net_set_deaf(of->server->net, index, (next(from) & 1) != 0);
}

static void op_flood(hall *of, script *from, uint32_t index)
{
    dw_fake_net_set_flood(of->server->net, index, next(from) % 5);
}

static void op_again(hall *of, script *from, uint32_t index)
{
    const uint32_t count = 1 + (uint32_t)next(from);
    of->persons[index].forges = true;
    for (uint32_t i = 0; i < count && of->last_size > 0; i++) {
        dw_fake_net_say(of->server->net, index, of->last_channel, of->last, of->last_size);
        if (i % 32 == 31) {
            service(of);
        }
    }
}

static void op_lose(hall *of, script *from, uint32_t index)
{
    const bool memory = (next(from) & 1) != 0;
    dw_fake_net_lose(of->server->net, index, memory ? DW_NET_LOST_MEMORY : DW_NET_LOST_HOARDING);
}

static void op_service(hall *of, script *from, uint32_t index)
{
    (void)from;
    (void)index;
    service(of);
}

static void op_enter(hall *of, script *from, uint32_t index)
{
    op_connect(of, from, index);
    op_hello(of, from, index);
}

/* What a host asks for on the console. */
static void op_change_map(hall *of, script *from, uint32_t index)
{
    (void)index;
    const uint8_t shape = next(from);
    const uint32_t first = (shape & 2) != 0 ? 0 : (uint32_t)(shape >> 2) % MATCHES;
    const uint32_t last = (shape & 2) != 0 ? MATCHES - 1 : first;
    dw_error error = {""};
    service(of);
    const uint64_t worlds = of->worlds;
    const dw_status status =
        dw_server_want_map(of->server, first, last, (shape & 1) != 0 ? OTHER : HOUSE, NULL, &error);
    DW_CHECK(status == DW_OK || status == DW_FULL); /* Too few seats for those who are there. */
    look_around(of);
    DW_CHECK(status == DW_OK || of->worlds == worlds);
}

static void op_map_ready(hall *of, script *from, uint32_t index)
{
    person *who = &of->persons[index];
    dw_message message = {.type = DW_MESSAGE_MAP_READY};
    message.as.map_ready.change = who->map_change + next(from) % 2;
    if (message.as.map_ready.change == 0) {
        return;
    }
    service(of);
    who->loads = who->loads && message.as.map_ready.change != who->map_change;
    say_message(of, index, &message);
    service(of);
}

/* Appended, never moved: the corpus is written in it. */
static operation *const operations[16] = {
    op_tick, op_wait, op_connect, op_cut,   op_hello, op_bytes, op_input,   op_map_request,
    op_chat, op_quit, op_deaf,    op_flood, op_again, op_lose,  op_service, op_enter,
};

/* Bytes that were op_service over again, which takes no notice of the person in its upper half. */
static operation *const more_operations[2] = {op_change_map, op_map_ready};

static void operate(hall *of, script *from)
{
    const uint8_t what = next(from);
    if ((what & 15) == SERVICE && what >= 0x80) {
        more_operations[what >> 4 & 1](of, from, next(from) % PERSONS);
    } else {
        operations[what & 15](of, from, (uint32_t)(what >> 4) % PERSONS);
    }
}

/* All lines are cut, and the server has to come to rest. */
static void empty(hall *of)
{
    service(of);
    for (uint32_t i = 0; i < PERSONS; i++) {
        dw_fake_net_cut(of->server->net, i);
    }
    service(of);
    DW_CHECK(of->server->clients_in == 0);
    for (uint32_t i = 0; i < LEAVE_TICKS_MAX && !dw_server_empty(of->server); i++) {
        of->now_ns += TICK_NS;
        dw_server_tick(of->server, of->now_ns, 0);
        dw_server_service(of->server, of->now_ns);
    }
    look_around(of);
    DW_CHECK(dw_server_empty(of->server));
    dw_error error = {""};
    DW_CHECK(dw_server_want_map(of->server, 0, MATCHES - 1, HOUSE, NULL, &error) == DW_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static hall halls[2];
    script from = {.bytes = data, .size = size};
    const uint32_t which = next(&from) & 1;
    hall *of = &halls[which];
    if (of->server == NULL) {
        make_server(of, which == 1);
    }
    the_count = 0;
    of->last_size = 0;
    for (uint32_t i = 0; i < PERSONS; i++) {
        memset(&of->persons[i], 0, offsetof(person, store));
    }
    look_around(of);
    for (uint32_t i = 0; i < OPERATIONS_MAX && from.at < from.size && from.ticks < TICKS_MAX; i++) {
        operate(of, &from);
    }
    empty(of);
    return 0;
}
