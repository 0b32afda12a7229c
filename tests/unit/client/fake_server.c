#include "tests/unit/client/fake_server.h"

#include "common/base/check.h"
#include "protocol/public_map.h"
#include "protocol/snapshot_items.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SNAPSHOT_TICKS = 3, REPEAT_TICKS = 15 };

static void enqueue(fake_server *server, bool to_client, dw_channel channel, bool reliable,
                    const uint8_t *bytes, size_t size)
{
    DW_CHECK(server->queued < FAKE_QUEUE_MAX && size <= DW_MESSAGE_MAX);
    if (!reliable && dw_rng_below(&server->rng, 100) < server->loss_percent) {
        return;
    }
    fake_message *message = &server->queue[server->queued++];
    uint64_t due = server->now_ns + server->delay_ns;
    due += server->jitter_ns == 0 ? 0 : dw_rng_below(&server->rng, (uint32_t)server->jitter_ns);
    if (reliable) {
        uint64_t *last = &server->reliable_due_ns[to_client];
        due = due > *last ? due : *last;
        *last = due;
    }
    message->due_ns = due;
    message->channel = channel;
    message->to_client = to_client;
    message->size = size;
    memcpy(message->bytes, bytes, size);
}

static void client_sends(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                         size_t size)
{
    enqueue(context, false, channel, reliable, bytes, size);
}

void fake_server_send_bytes(fake_server *server, dw_channel channel, const uint8_t *bytes,
                            size_t size)
{
    enqueue(server, true, channel, channel != DW_CHANNEL_SNAPSHOT, bytes, size);
}

void fake_server_send(fake_server *server, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    const dw_status status = dw_message_encode(message, bytes, sizeof bytes, &size);
    DW_CHECK(status == DW_OK);
    fake_server_send_bytes(server, dw_message_channel(message->type), bytes, size);
}

void fake_server_set_phase(fake_server *server, dw_round_phase phase, dw_outcome outcome)
{
    server->phase = (uint8_t)phase;
    server->phase_start = server->tick + 1;
    dw_message message = {.type = DW_MESSAGE_ROUND};
    message.as.round = (dw_round){.tick = server->tick,
                                  .round = 1,
                                  .phase = (uint8_t)phase,
                                  .outcome = (uint8_t)outcome,
                                  .start_tick = server->phase_start,
                                  .winner = outcome == DW_OUTCOME_WON ? FAKE_SLOT : DW_SLOT_NONE};
    fake_server_send(server, &message);
}

void fake_server_pause(fake_server *server, bool paused)
{
    server->paused = paused;
    dw_message message = {.type = DW_MESSAGE_ROUND};
    message.as.round = (dw_round){.tick = server->tick + 1,
                                  .round = 1,
                                  .phase = DW_PHASE_PLAY,
                                  .start_tick = server->phase_start,
                                  .winner = DW_SLOT_NONE,
                                  .paused = paused};
    fake_server_send(server, &message);
}

/* Of what the client is shown now. */
static uint32_t shown_tick(const fake_server *server)
{
    return server->tick - (server->spectator ? server->spectator_delay : 0);
}

static void welcome(fake_server *server)
{
    dw_message message = {.type = DW_MESSAGE_WELCOME};
    dw_welcome *answer = &message.as.welcome;
    server->spectator = server->hello.spectate || server->full;
    server->map_change = 0;
    server->awaits_ready = false;
    answer->version = DW_PROTOCOL_VERSION;
    answer->match = server->match;
    (void)snprintf(answer->code, sizeof answer->code, "K7QD");
    answer->slot = server->spectator ? DW_SLOT_NONE : FAKE_SLOT;
    answer->tick = shown_tick(server);
    answer->snapshot_hz = DW_TICKS_PER_SECOND / SNAPSHOT_TICKS;
    answer->intruders_max = 8;
    answer->map_hash = server->map_hash;
    answer->map_size = (uint32_t)server->map_size;
    answer->rules = server->rules;
    memset(answer->token, (int)(0x40 + server->hellos), sizeof answer->token);
    (void)snprintf(answer->map_name, sizeof answer->map_name, "house");
    server->welcomed = true;
    fake_server_send(server, &message);
    fake_server_set_phase(server, (dw_round_phase)server->phase, DW_OUTCOME_NONE);
    if (server->spectator && !server->hello.spectate) {
        fake_server_queue(server, 2);
    }
}

void fake_server_queue(fake_server *server, uint8_t place)
{
    const dw_message message = {.type = DW_MESSAGE_QUEUE, .as.queue = {.place = place}};
    fake_server_send(server, &message);
}

void fake_server_seat(fake_server *server)
{
    server->full = false;
    server->spectator = false;
    server->acked_tick = 0;
    server->ack_floor = server->tick;
    server->newest_intent = 0;
    dw_message message = {.type = DW_MESSAGE_SEAT, .as.seat = {.slot = FAKE_SLOT}};
    memset(message.as.seat.token, 0x77, sizeof message.as.seat.token);
    fake_server_send(server, &message);
    fake_server_set_phase(server, (dw_round_phase)server->phase, DW_OUTCOME_NONE);
}

static void refuse(fake_server *server, dw_reason reason)
{
    dw_message message = {.type = DW_MESSAGE_REFUSE, .as.refuse = {.reason = reason}};
    if (server->refuse_text != NULL) {
        (void)strncpy(message.as.refuse.text, server->refuse_text, DW_REASON_MAX);
    }
    fake_server_send(server, &message);
}

static void take_hello(fake_server *server, const dw_hello *hello)
{
    server->hello = *hello;
    server->hellos++;
    if (server->refuse_with != DW_REASON_NONE) {
        refuse(server, server->refuse_with);
    } else {
        welcome(server);
    }
}

void fake_server_send_chunk(fake_server *server, uint16_t chunk)
{
    dw_message message = {.type = DW_MESSAGE_MAP_CHUNK};
    dw_map_chunk *answer = &message.as.map_chunk;
    const size_t offset = (size_t)chunk * DW_MAP_CHUNK_MAX;
    const size_t rest = server->map_size - offset;
    answer->chunk = chunk;
    answer->change = server->map_change;
    answer->chunk_count = (uint16_t)((server->map_size + DW_MAP_CHUNK_MAX - 1) / DW_MAP_CHUNK_MAX);
    answer->size = (uint16_t)(rest < DW_MAP_CHUNK_MAX ? rest : DW_MAP_CHUNK_MAX);
    memcpy(answer->bytes, server->map_bytes + offset, answer->size);
    fake_server_send(server, &message);
}

static void take_map_request(fake_server *server, const dw_map_request *request)
{
    if (request->change != server->map_change) {
        return; /* Of the map before. */
    }
    server->map_requests++;
    server->open_requests++;
    if (server->open_requests > server->open_requests_most) {
        server->open_requests_most = server->open_requests;
    }
    if (server->holds_chunks) {
        return;
    }
    server->open_requests--;
    fake_server_send_chunk(server, request->chunk);
}

static void take_ready(fake_server *server, uint32_t change)
{
    server->readies++;
    server->awaits_ready = server->awaits_ready && change != server->map_change;
}

static void take_input(fake_server *server, const dw_input *input)
{
    if (server->awaits_ready) {
        return;
    }
    server->inputs++;
    server->last_input = *input;
    if (input->ack_tick > server->ack_floor && input->ack_tick > server->acked_tick) {
        server->acked_tick = input->ack_tick;
    }
    if (input->newest_tick > server->newest_intent) {
        server->newest_intent = input->newest_tick;
        server->lead = (int32_t)input->newest_tick - (int32_t)server->tick;
    }
    for (uint32_t i = 0; i < input->count; i++) {
        const uint32_t tick = input->newest_tick - input->count + 1 + i;
        const uint32_t place = tick % FAKE_HISTORY;
        if (server->intent_ticks[place] == tick) {
            continue; /* The first wins. */
        }
        if (tick <= server->tick) {
            server->late++;
            continue;
        }
        server->intent_ticks[place] = tick;
        server->intents[place] = input->intents[i];
    }
}

static void take(fake_server *server, const fake_message *raw)
{
    dw_message message;
    const dw_status status = dw_message_decode_from_client(&message, raw->bytes, raw->size);
    DW_CHECK(status == DW_OK && raw->channel == dw_message_channel(message.type));
    if (server->silent) {
        return;
    }
    switch (message.type) {
    case DW_MESSAGE_HELLO:
        take_hello(server, &message.as.hello);
        break;
    case DW_MESSAGE_MAP_REQUEST:
        take_map_request(server, &message.as.map_request);
        break;
    case DW_MESSAGE_INPUT:
        take_input(server, &message.as.input);
        break;
    case DW_MESSAGE_MAP_READY:
        take_ready(server, message.as.map_ready.change);
        break;
    case DW_MESSAGE_CHAT:
        server->chats++;
        break;
    case DW_MESSAGE_VOTE:
        server->votes++;
        server->last_vote = message.as.vote;
        break;
    case DW_MESSAGE_SIGNAL:
        server->signals++;
        server->last_signal = message.as.signal;
        break;
    case DW_MESSAGE_ADMIN:
        server->commands++;
        server->last_command = message.as.admin;
        break;
    case DW_MESSAGE_STEER:
        server->steers++;
        server->last_steer = message.as.steer;
        break;
    case DW_MESSAGE_QUIT:
        server->quits++;
        break;
    default:
        dw_check_failed("a message of this type does not go to a server", __FILE__, __LINE__);
    }
}

static void deliver(fake_server *server)
{
    for (uint32_t i = 0; i < server->queued;) {
        if (server->queue[i].due_ns > server->now_ns) {
            i++;
            continue;
        }
        const fake_message message = server->queue[i];
        server->queued--;
        memmove(&server->queue[i], &server->queue[i + 1],
                (server->queued - i) * sizeof server->queue[0]);
        if (message.to_client) {
            dw_client_receive(server->client, message.channel, message.bytes, message.size,
                              server->now_ns);
        } else {
            take(server, &message);
        }
        i = 0; /* What was said in answer may be due as well. */
    }
}

static dw_intent next_intent(fake_server *server)
{
    const uint32_t place = server->tick % FAKE_HISTORY;
    if (server->intent_ticks[place] == server->tick) {
        server->applied++;
        server->repeats = 0;
        server->last_intent = server->intents[place];
        const dw_intent intent = server->last_intent;
        server->last_intent.buttons &= (uint8_t)~DW_BUTTON_USE;
        return intent;
    }
    if (++server->repeats > REPEAT_TICKS) {
        server->last_intent = (dw_intent){.direction = DW_STAND};
    }
    return server->last_intent;
}

static void use(fake_server *server)
{
    const dw_snapshot_item home[DW_ITEMS_MAX] = {{0}};
    const dw_usables items = dw_snapshot_usables(server->map, home, 0);
    const dw_use chosen = dw_intruder_choose_use(server->map, &server->doors, &server->rules,
                                                 server->body.position, &items);
    const bool open = chosen.kind == DW_USE_DOOR && dw_door_set_has(&server->doors, chosen.index);
    if (chosen.kind == DW_USE_DOOR && !dw_door_rest_holds(&server->rest, chosen.index) &&
        (!open ||
         !dw_leaf_blocked_by(server->map, chosen.index, server->body.position, DW_BODY_HALF))) {
        dw_door_set_put(&server->doors, chosen.index, !open);
        dw_door_rest_begin(&server->rest, chosen.index, &server->rules);
    }
}

static void run_world(fake_server *server)
{
    const dw_intent intent = next_intent(server);
    dw_rect bodies[FAKE_GUARDS_MAX];
    for (uint32_t i = 0; i < server->guard_count; i++) {
        fake_guard *guard = &server->guards[i];
        guard->position = dw_vec_add(guard->position, guard->step);
        guard->heading_bam = (uint16_t)(guard->heading_bam + guard->turn_bam);
        bodies[i] = dw_rect_around(guard->position, DW_BODY_HALF);
    }
    if (server->phase != DW_PHASE_PLAY || server->tick < server->phase_start || server->paused) {
        return;
    }
    dw_door_rest_pass(&server->rest);
    const bool held = (intent.buttons & DW_BUTTON_USE) != 0;
    if (held && !server->use_held) {
        use(server);
        server->presses_seen++;
    }
    server->uses_seen += held;
    server->use_held = held;
    (void)dw_intruder_walk(&server->body, intent, &server->rules, server->map, &server->doors,
                           bodies, server->guard_count);
}

static void send_snapshot(fake_server *server)
{
    dw_snapshot snapshot = {.tick = shown_tick(server), .doors = server->doors};
    snapshot.own.slot = DW_SLOT_NONE;
    if (!server->spectator) {
        snapshot.own = (dw_snapshot_own){
            .slot = FAKE_SLOT,
            .state = server->state,
            .heading_bam = server->body.heading_bam,
            .x = server->body.position.x,
            .y = server->body.position.y,
            .flags = (uint8_t)((server->body.crouching ? DW_BODY_CROUCHING : 0) |
                               (server->body.sprinting ? DW_BODY_SPRINTING : 0)),
            .input_tick = server->newest_intent != 0 ? server->tick : 0,
        };
        snapshot.input_lead = (int8_t)server->lead;
    }
    for (uint32_t i = 0; i < server->guard_count; i++) {
        const fake_guard *guard = &server->guards[i];
        if (guard->seen) {
            snapshot.bodies[snapshot.body_count++] = (dw_snapshot_body){
                .id = guard->id,
                .role = DW_ROLE_GUARD,
                .flags = guard->flags,
                .heading = (uint8_t)(guard->heading_bam >> 9),
                .x = dw_snapshot_quantise(guard->position.x, server->map->bounds.min.x),
                .y = dw_snapshot_quantise(guard->position.y, server->map->bounds.min.y)};
        }
    }
    const dw_snapshot *base = &server->sent[server->acked_tick % FAKE_HISTORY];
    if (server->acked_tick == 0 || base->tick != server->acked_tick ||
        snapshot.tick - server->acked_tick > 200) {
        base = NULL;
    }
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    dw_snapshot *sent = &server->sent[snapshot.tick % FAKE_HISTORY];
    const dw_status status = dw_snapshot_encode(&snapshot, base, server->map->door_count, NULL,
                                                bytes, sizeof bytes, &size, sent);
    DW_CHECK(status == DW_OK);
    fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, bytes, size);
}

static void run_tick(fake_server *server)
{
    server->tick++;
    run_world(server);
    server->positions[server->tick % FAKE_HISTORY] = server->body.position;
    if (server->welcomed && server->sends_snapshots && !server->silent && !server->awaits_ready &&
        server->tick % SNAPSHOT_TICKS == 0) {
        send_snapshot(server);
    }
}

void fake_server_run(fake_server *server, uint32_t milliseconds)
{
    for (uint32_t i = 0; i < milliseconds; i++) {
        server->now_ns += 1000000;
        deliver(server);
        while (server->now_ns >= server->next_tick_ns) {
            server->next_tick_ns += server->tick_ns;
            run_tick(server);
        }
        if (server->now_ns >= server->next_update_ns) {
            server->next_update_ns += 16666667;
            dw_client_update(server->client, server->held, server->now_ns);
        }
    }
}

static void use_scene(fake_server *server)
{
    server->map = dw_scene_build(server->scene);
    const dw_status status = dw_public_map_encode(server->map, server->map_bytes,
                                                  sizeof server->map_bytes, &server->map_size);
    DW_CHECK(status == DW_OK);
    server->map_hash = dw_public_map_hash(server->map_bytes, server->map_size);
    server->doors = dw_map_doors_at_start(server->map);
    server->body.position = server->map->spawns[0];
}

static void build_house(fake_server *server)
{
    server->scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(server->scene, "hall", 0, 0, 6000, 5000);
    const uint16_t study = dw_scene_room(server->scene, "study", 6000, 0, 4000, 5000);
    dw_scene_door(server->scene, "hall-study", hall, study, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(server->scene, 2000, 3000, 1000, 500, 500);
    dw_scene_spawn(server->scene, 1000, 1000);
    dw_scene_objective(server->scene, 9000, 4000, 200, 200);
    dw_scene_exit(server->scene, 300, 300, 1000, 1000);
    use_scene(server);
}

void fake_server_build_other_house(fake_server *server)
{
    dw_scene_destroy(server->scene);
    server->scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(server->scene, "hall", 0, 0, 6000, 5000);
    const uint16_t study = dw_scene_room(server->scene, "study", 6000, 0, 4000, 5000);
    const uint16_t attic = dw_scene_room(server->scene, "attic", 10000, 0, 4000, 5000);
    dw_scene_door(server->scene, "hall-study", hall, study, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(server->scene, "study-attic", study, attic, 2000, 1000, DW_SCENE_CLOSED);
    for (int32_t i = 0; i < FAKE_SLOT + 1; i++) {
        dw_scene_spawn(server->scene, 13000, 1000 + 800 * i);
    }
    dw_scene_objective(server->scene, 1000, 4000, 200, 200);
    dw_scene_exit(server->scene, 300, 300, 1000, 1000);
    use_scene(server);
}

void fake_server_change_map(fake_server *server)
{
    fake_server_build_other_house(server);
    server->acked_tick = 0;
    server->ack_floor = server->tick;
    server->newest_intent = 0;
    memset(server->intent_ticks, 0, sizeof server->intent_ticks);
    memset(server->sent, 0, sizeof server->sent);
    server->map_change++;
    server->awaits_ready = true;
    dw_message message = {.type = DW_MESSAGE_MAP_CHANGE,
                          .as.map_change = {.change = server->map_change,
                                            .tick = shown_tick(server),
                                            .intruders_max = FAKE_SLOT + 1,
                                            .map_hash = server->map_hash,
                                            .map_size = (uint32_t)server->map_size,
                                            .map_name = "attic"}};
    fake_server_send(server, &message);
    fake_server_set_phase(server, DW_PHASE_LOBBY, DW_OUTCOME_NONE);
}

fake_server *fake_server_create(const dw_client_config *config)
{
    fake_server *server = calloc(1, sizeof *server);
    DW_CHECK(server != NULL);
    build_house(server);
    server->rules = dw_ruleset_reference();
    dw_rng_init(&server->rng, 1, 2);
    server->now_ns = UINT64_C(5000000000);
    server->tick_ns = 16666667;
    server->next_tick_ns = server->now_ns;
    server->next_update_ns = server->now_ns;
    server->delay_ns = 20000000;
    server->tick = 1000;
    server->match = 1;
    server->phase = DW_PHASE_PLAY;
    server->state = DW_SLOT_ALIVE;
    server->sends_snapshots = true;
    dw_client_config own = {.input_hz = 30};
    if (config != NULL) {
        own = *config;
    }
    (void)snprintf(own.name, sizeof own.name, "Ada");
    own.send = client_sends;
    own.send_context = server;
    dw_status status = dw_arena_create(&server->arena, DW_CLIENT_ARENA_BYTES);
    DW_CHECK(status == DW_OK);
    status = dw_client_create(&server->client, &server->arena, &own);
    DW_CHECK(status == DW_OK);
    return server;
}

void fake_server_destroy(fake_server *server)
{
    dw_client_destroy(server->client);
    dw_arena_destroy(&server->arena);
    dw_scene_destroy(server->scene);
    free(server);
}

void fake_server_connect(fake_server *server)
{
    dw_client_connected(server->client, server->now_ns);
}

void fake_server_join(fake_server *server)
{
    fake_server_connect(server);
    for (uint32_t i = 0; i < 2000 && dw_client_latest(server->client) == NULL; i++) {
        fake_server_run(server, 1);
    }
    DW_CHECK(dw_client_get_state(server->client) == DW_CLIENT_PLAYING);
    DW_CHECK(dw_client_latest(server->client) != NULL);
}
