#include "tests/scenario/line_box.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "protocol/public_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLICES_A_SECOND = 480,
    SLICES_A_TICK = SLICES_A_SECOND / DW_TICKS_PER_SECOND,
    BOX_ARENA_BYTES = 64 << 20,
    HEAD = 7, /* kind, channel, generation, number */
    BOT_STREAM = 100
};

#define START_NS  UINT64_C(5000000000)
#define RESEND_NS UINT64_C(250000000)
#define UP_NS     UINT64_C(100000000)   /* What cookie and connect take. */
#define SILENT_NS UINT64_C(12000000000) /* The server's transport gives up. */

typedef enum frame_kind { UNRELIABLE, RELIABLE, ACK } frame_kind;

dw_ruleset line_box_rules(void)
{
    dw_ruleset rules = dw_ruleset_reference();
    rules.vision = DW_VISION_SIGHT;
    return rules;
}

static void put(line_client *row, line_way *way, frame_kind kind, uint8_t channel, uint32_t number,
                const uint8_t *bytes, size_t size)
{
    if (row->box->cut) {
        return;
    }
    uint8_t frame[HEAD + DW_MESSAGE_MAX];
    frame[0] = (uint8_t)kind;
    frame[1] = channel;
    frame[2] = row->generation;
    memcpy(frame + 3, &number, sizeof number);
    if (size > 0) {
        memcpy(frame + HEAD, bytes, size);
    }
    const dw_datagram datagram = {frame, (uint32_t)(HEAD + size), 0, 0, NULL};
    dw_fault_line_put(way->line, &datagram, row->box->now_ns);
}

static void keep(line_pending *message, uint8_t channel, const uint8_t *bytes, size_t size,
                 uint64_t resend_ns)
{
    *message =
        (line_pending){.waits = true, .resend_ns = resend_ns, .channel = channel, .size = size};
    memcpy(message->bytes, bytes, size);
}

static void send_message(line_client *row, line_way *way, dw_channel channel, bool reliable,
                         const uint8_t *bytes, size_t size)
{
    if (!reliable) {
        put(row, way, UNRELIABLE, (uint8_t)channel, ++way->unreliable_sent, bytes, size);
        return;
    }
    const uint32_t number = ++way->sent;
    DW_CHECK(number - way->acked <= LINE_BOX_PENDING_MAX);
    keep(&way->out[number % LINE_BOX_PENDING_MAX], (uint8_t)channel, bytes, size,
         row->box->now_ns + RESEND_NS);
    put(row, way, RELIABLE, (uint8_t)channel, number, bytes, size);
}

static void resend(line_client *row, line_way *way)
{
    for (uint32_t number = way->acked + 1; number <= way->sent; number++) {
        line_pending *message = &way->out[number % LINE_BOX_PENDING_MAX];
        if (message->waits && row->box->now_ns >= message->resend_ns) {
            message->resend_ns = row->box->now_ns + RESEND_NS;
            put(row, way, RELIABLE, message->channel, number, message->bytes, message->size);
        }
    }
}

static void client_sends(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                         size_t size)
{
    line_client *row = context;
    send_message(row, &row->up, channel, reliable, bytes, size);
}

/* The tag names client and connection: what is for an older one has nowhere to go. */
static void send_to(line_box *box, uint32_t tag, const dw_message *message)
{
    line_client *row = &box->clients[tag % LINE_BOX_CLIENTS_MAX];
    if (tag / LINE_BOX_CLIENTS_MAX != row->generation) {
        return;
    }
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    const dw_status status = dw_message_encode(message, bytes, sizeof bytes, &size);
    DW_CHECK(status == DW_OK);
    send_message(row, &row->down, dw_message_channel(message->type),
                 dw_message_reliable(message->type), bytes, size);
}

static void match_sends(void *context, const uint32_t *tags, uint32_t count,
                        const dw_message *message)
{
    for (uint32_t i = 0; i < count; i++) {
        send_to(context, tags[i], message);
    }
}

static void random_bytes(void *context, uint8_t *bytes, size_t size)
{
    line_box *box = context;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)dw_rng_below(&box->tokens, 256);
    }
}

static void take_hello(line_client *row, const dw_hello *hello)
{
    line_box *box = row->box;
    dw_message welcome = {.type = DW_MESSAGE_WELCOME};
    const uint32_t tag = row->index + LINE_BOX_CLIENTS_MAX * row->generation;
    const dw_status status = dw_match_join(box->match, box->tick, hello, &(dw_newcomer){.tag = tag},
                                           &row->handle, &welcome.as.welcome);
    DW_CHECK(status == DW_OK);
    send_to(box, tag, &welcome);
}

static void server_takes(line_client *row, uint8_t channel, const uint8_t *bytes, size_t size)
{
    dw_message message;
    const dw_status status = dw_message_decode_from_client(&message, bytes, size);
    DW_CHECK(status == DW_OK && channel == dw_message_channel(message.type));
    if (message.type == DW_MESSAGE_HELLO) {
        take_hello(row, &message.as.hello);
    } else if (message.type == DW_MESSAGE_INPUT) {
        (void)dw_match_input(row->box->match, row->handle, &message.as.input);
    } else if (message.type == DW_MESSAGE_QUIT) {
        dw_match_leave(row->box->match, row->handle);
    }
}

static void take(line_client *row, bool up, uint8_t channel, const uint8_t *bytes, size_t size)
{
    if (up) {
        server_takes(row, channel, bytes, size);
    } else {
        dw_client_receive(row->client, (dw_channel)channel, bytes, size, row->box->now_ns);
    }
}

static void take_ack(line_way *way, uint32_t number)
{
    way->out[number % LINE_BOX_PENDING_MAX].waits = false;
    while (way->acked < way->sent && !way->out[(way->acked + 1) % LINE_BOX_PENDING_MAX].waits) {
        way->acked++;
    }
}

static void take_in_order(line_client *row, line_way *way, bool up)
{
    for (;;) {
        line_pending *message = &way->in[(way->taken + 1) % LINE_BOX_PENDING_MAX];
        if (!message->waits) {
            return;
        }
        message->waits = false;
        way->taken++;
        take(row, up, message->channel, message->bytes, message->size);
    }
}

/* What came out of one way; acknowledgements go back by the other. */
static void receive(line_client *row, bool up)
{
    line_way *way = up ? &row->up : &row->down;
    line_way *back = up ? &row->down : &row->up;
    uint8_t frame[DW_FAULT_LINE_DATAGRAM_MAX];
    dw_datagram come = {.bytes = frame};
    while (dw_fault_line_take(way->line, row->box->now_ns, &come)) {
        const size_t size = come.size;
        uint32_t number = 0;
        memcpy(&number, frame + 3, sizeof number);
        const uint8_t channel = frame[1];
        if (frame[2] != row->generation || !row->connected) {
            continue; /* Of a connection that is no more. */
        }
        if (up) {
            row->heard_ns = row->box->now_ns;
        } else {
            dw_client_heard(row->client, row->box->now_ns);
        }
        if (frame[0] == ACK) {
            take_ack(back, number);
        } else if (frame[0] == RELIABLE) {
            put(row, back, ACK, 0, number, NULL, 0);
            if (number > way->taken) {
                keep(&way->in[number % LINE_BOX_PENDING_MAX], channel, frame + HEAD, size - HEAD,
                     0);
            }
            take_in_order(row, way, up);
        } else if (number > way->unreliable_taken[channel]) {
            way->unreliable_taken[channel] = number;
            take(row, up, channel, frame + HEAD, size - HEAD);
        }
    }
}

static void empty_way(line_way *way)
{
    way->sent = way->acked = way->taken = way->unreliable_sent = 0;
    memset(way->unreliable_taken, 0, sizeof way->unreliable_taken);
    for (uint32_t i = 0; i < LINE_BOX_PENDING_MAX; i++) {
        way->out[i].waits = way->in[i].waits = false;
    }
}

/* The part of a link: connects, and connects anew for a client whose line broke. */
static void service(line_client *row)
{
    line_box *box = row->box;
    const dw_client_state state = dw_client_get_state(row->client);
    const bool wants = state == DW_CLIENT_CONNECTING || state == DW_CLIENT_RECONNECTING;
    if (row->connected && state == DW_CLIENT_RECONNECTING && row->connect_ns == 0) {
        row->connected = false;
    }
    if (wants && !row->connected && !box->cut) {
        if (row->connect_ns == 0) {
            row->connect_ns = box->now_ns + UP_NS;
        } else if (box->now_ns >= row->connect_ns) {
            row->generation++;
            empty_way(&row->up);
            empty_way(&row->down);
            row->connected = true;
            dw_client_connected(row->client, box->now_ns);
        }
    } else if (state == DW_CLIENT_PLAYING || box->cut) {
        row->connect_ns = 0;
    }
    receive(row, true);
    receive(row, false);
    if (row->connected) {
        resend(row, &row->up);
        resend(row, &row->down);
    }
    if (row->handle != 0 && box->now_ns > row->heard_ns + SILENT_NS) {
        dw_match_drop(box->match, row->handle);
        row->handle = 0;
    }
}

static dw_intent decide(void *context, const dw_client *client, uint32_t tick)
{
    line_client *row = context;
    dw_bot_view view = {.tick = tick,
                        .rules = &dw_client_welcome(client)->rules,
                        .map = dw_client_map(client),
                        .snapshot = dw_client_latest(client),
                        .kinds = dw_client_kinds(client),
                        .signals = dw_client_signals(client)};
    const dw_intent still = {.direction = DW_STAND};
    if (view.snapshot == NULL || !dw_client_predicted(client, &view.body, &view.doors)) {
        return still;
    }
    return dw_bot_decide(row->bot, &view, dw_client_moves_in(client, tick));
}

static void run_client(line_client *row)
{
    line_box *box = row->box;
    const line_box_config *config = &box->config;
    if (config->source != NULL) {
        dw_client_run(row->client, config->source, config->context, box->now_ns);
    } else {
        dw_client_run(row->client, decide, row, box->now_ns);
    }
    dw_client_event event;
    dw_chat_line line;
    while (dw_client_pop_event(row->client, &event) || dw_client_pop_chat(row->client, &line)) {
        /* Nobody reads them. */
    }
    dw_drawn_world world;
    if (config->frame != NULL && dw_client_draw(row->client, box->now_ns, &world)) {
        config->frame(config->context, box, row->index, &world);
    }
}

static void run_tick(line_box *box)
{
    box->tick++;
    dw_match_step(box->match, box->tick);
    const dw_world *world = dw_sim_world(dw_match_sim(box->match));
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        box->intruders[box->tick % LINE_BOX_HISTORY][s] =
            dw_intruder_actor(world, s)->body.position;
    }
    for (uint32_t g = 0; g < world->guard_count; g++) {
        box->guards[box->tick % LINE_BOX_HISTORY][g] = dw_guard_actor(world, g)->body.position;
    }
    const uint32_t interval = DW_TICKS_PER_SECOND / (uint32_t)box->config.snapshot_hz;
    if ((box->tick + 1) % interval != 0) {
        return;
    }
    for (uint32_t c = 0; c < box->config.clients; c++) {
        uint8_t bytes[DW_MESSAGE_MAX];
        size_t size = 0;
        line_client *row = &box->clients[c];
        if (row->handle != 0 && dw_match_encode_snapshot(box->match, row->handle, bytes,
                                                         sizeof bytes, &size) == DW_OK) {
            send_message(row, &row->down, DW_CHANNEL_SNAPSHOT, false, bytes, size);
        }
    }
}

void line_box_run(line_box *box, uint32_t milliseconds)
{
    const uint64_t slices = (uint64_t)milliseconds * SLICES_A_SECOND / 1000;
    for (uint64_t i = 0; i < slices; i++) {
        box->slice++;
        box->now_ns = START_NS + box->slice * UINT64_C(1000000000) / SLICES_A_SECOND;
        for (uint32_t c = 0; c < box->config.clients; c++) {
            service(&box->clients[c]);
        }
        if (box->slice % SLICES_A_TICK == 0) {
            run_tick(box);
        }
        for (uint32_t c = 0; c < box->config.clients; c++) {
            if (box->slice % SLICES_A_TICK == (3 * c + 1) % SLICES_A_TICK) {
                run_client(&box->clients[c]);
            }
        }
    }
}

static const dw_map *share_map(void *context, const dw_map_key *key)
{
    const line_box *box = context;
    DW_CHECK(dw_map_hash_equal(&key->hash, &box->map_hash));
    return box->public_map;
}

static void make_public_map(line_box *box)
{
    uint8_t *bytes = malloc(DW_MAP_BYTES_MAX);
    DW_CHECK(bytes != NULL);
    size_t size = 0;
    dw_status status = dw_public_map_encode(box->config.venue->map, bytes, DW_MAP_BYTES_MAX, &size);
    DW_CHECK(status == DW_OK);
    box->map_size = (uint32_t)size;
    box->map_hash = dw_public_map_hash(bytes, size);
    status = dw_arena_create(&box->public_arena, DW_MAP_ARENA_BYTES);
    DW_CHECK(status == DW_OK);
    dw_error error = {""};
    status = dw_public_map_decode(&box->public_map, &box->public_arena, bytes, size, &error);
    DW_CHECK(status == DW_OK);
    free(bytes);
}

static void make_match(line_box *box)
{
    const dw_match_config config = {
        .number = 1,
        .code = "TEST",
        .snapshot_hz = box->config.snapshot_hz,
        .map = box->config.venue->map,
        .nav = box->config.venue->nav,
        .rules = &box->config.rules,
        .brain = box->config.brain,
        .round_key = dw_round_key_from_number(box->config.seed),
        .map_hash = box->map_hash,
        .map_size = box->map_size,
        .send = match_sends,
        .send_context = box,
        .random = random_bytes,
        .random_context = box,
        .recording = box->config.recording,
    };
    dw_error error = {""};
    dw_status status = dw_arena_create(&box->arena, BOX_ARENA_BYTES);
    DW_CHECK(status == DW_OK);
    status = dw_match_create(&box->match, &box->arena, &config, &error);
    DW_CHECK(status == DW_OK);
}

static void make_client(line_box *box, uint32_t index)
{
    line_client *row = &box->clients[index];
    row->box = box;
    row->index = index;
    dw_client_config config = {.send = client_sends,
                               .send_context = row,
                               .maps = {.context = box, .share = share_map},
                               .input_hz = box->config.input_hz};
    (void)snprintf(config.name, sizeof config.name, "bot-%u", index + 1);
    dw_status status = dw_arena_create(&row->arena, DW_CLIENT_ARENA_BYTES);
    DW_CHECK(status == DW_OK);
    status = dw_client_create(&row->client, &row->arena, &config);
    DW_CHECK(status == DW_OK);
    const uint64_t seed = dw_mix64(box->config.seed + index);
    status = dw_fault_line_create(&row->up.line, &box->config.faults, seed, 1);
    DW_CHECK(status == DW_OK);
    status = dw_fault_line_create(&row->down.line, &box->config.faults, seed, 2);
    DW_CHECK(status == DW_OK);
    if (box->config.policy != NULL) {
        status = dw_bot_create(&row->bot, &row->arena, box->config.policy);
        DW_CHECK(status == DW_OK);
        dw_bot_init(row->bot, box->ground, box->config.seed, BOT_STREAM + index, 1);
    }
}

line_box *line_box_create(const line_box_config *config)
{
    DW_CHECK(config->clients >= 1 && config->clients <= LINE_BOX_CLIENTS_MAX);
    DW_CHECK((config->policy == NULL) != (config->source == NULL));
    line_box *box = calloc(1, sizeof *box);
    DW_CHECK(box != NULL);
    box->config = *config;
    box->now_ns = START_NS;
    box->tick = 1000;
    dw_rng_init(&box->tokens, config->seed, 9);
    make_public_map(box);
    make_match(box);
    dw_error error = {""};
    const dw_status status = dw_bot_ground_create(&box->ground, box->public_map, &error);
    DW_CHECK(status == DW_OK);
    for (uint32_t c = 0; c < config->clients; c++) {
        make_client(box, c);
    }
    return box;
}

void line_box_destroy(line_box *box)
{
    for (uint32_t c = 0; c < box->config.clients; c++) {
        line_client *row = &box->clients[c];
        dw_client_destroy(row->client);
        dw_arena_destroy(&row->arena);
        dw_fault_line_destroy(row->up.line);
        dw_fault_line_destroy(row->down.line);
    }
    dw_bot_ground_destroy(box->ground);
    dw_arena_destroy(&box->arena);
    dw_arena_destroy(&box->public_arena);
    free(box);
}
