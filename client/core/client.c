#include "client/core/client.h"

#include "client/core/client_state.h"
#include "common/base/check.h"
#include "common/base/parse.h"

#include <stdio.h>
#include <string.h>

/* A client without a body sends one neutral intent this often, to acknowledge snapshots. */
enum { WATCHER_INPUT_TICKS = 3 };

dw_status dw_client_create(dw_client **out, dw_arena *arena, const dw_client_config *config)
{
    DW_CHECK(config->send != NULL);
    DW_CHECK(config->input_hz >= 1 && config->input_hz <= DW_TICKS_PER_SECOND);
    if (!dw_text_is_clean(config->name, strnlen(config->name, sizeof config->name))) {
        return DW_INVALID;
    }
    dw_client *client = DW_ARENA_NEW(arena, dw_client);
    if (client == NULL) {
        return DW_MEMORY;
    }
    client->config = *config;
    if (config->spectate && (dw_minds_create(&client->minds, arena) != DW_OK ||
                             dw_playback_create(&client->playback, arena) != DW_OK)) {
        return DW_MEMORY;
    }
    dw_input_queue_reset(&client->inputs);
    dw_prediction_reset(&client->prediction);
    *out = client;
    return DW_OK;
}

void dw_client_destroy(dw_client *client)
{
    dw_map_download_end(&client->download);
    dw_arena_destroy(&client->map_arena);
    dw_found_items_destroy(&client->found);
    client->plan = client->map = NULL;
}

static void send_inputs(dw_client *client, bool lives)
{
    const uint32_t newest = client->inputs.newest;
    const uint32_t own_every = DW_TICKS_PER_SECOND / client->config.input_hz;
    const uint32_t every =
        !lives && own_every < WATCHER_INPUT_TICKS ? WATCHER_INPUT_TICKS : own_every;
    if (newest >= client->sent_tick && newest - client->sent_tick < every) {
        return;
    }
    /* The server has dropped all baselines from before the last welcome. */
    const dw_snapshot *latest = client->fresh ? NULL : dw_snapshot_store_at(&client->store, 0);
    const uint32_t known = latest == NULL ? 0 : latest->tick;
    /* The server is past the snapshot's tick, so intents up to it are of no use. */
    const dw_message message = {
        .type = DW_MESSAGE_INPUT,
        .as.input = dw_input_queue_message(&client->inputs, lives ? known : newest, known)};
    dw_client_post(client, &message);
    client->sent_tick = newest;
}

/* Runs the due ticks, each with its intent. */
static void run_ticks(dw_client *client, dw_intent_source *source, void *context)
{
    const uint32_t due = dw_tick_clock_local_tick(&client->clock);
    const uint32_t newest = client->inputs.newest;
    uint32_t next = newest + 1;
    if (newest == 0 || (due > newest && due - newest > DW_CLOCK_TICKS_AT_ONCE)) {
        next = due;
    } else if (due < newest && newest - due > DW_CLOCK_LEAD_MAX) {
        dw_input_queue_reset(&client->inputs); /* The server's tick count started again. */
        client->sent_tick = 0;
        next = due;
    }
    for (uint32_t tick = next == 0 ? 1 : next; tick <= due; tick++) {
        const bool lives = dw_client_lives(client);
        dw_intent wanted = {.direction = DW_STAND};
        if (lives) {
            wanted = source(context, client, tick);
        }
        dw_input_queue_watch(&client->inputs, wanted);
        const dw_intent intent = dw_input_queue_push(&client->inputs, tick, wanted);
        dw_prediction_step(&client->prediction, tick, intent);
        send_inputs(client, lives);
    }
}

void dw_client_run(dw_client *client, dw_intent_source *source, void *context, uint64_t now_ns)
{
    if (!client->started) {
        client->started = true;
        client->since_ns = now_ns;
    }
    dw_client_watch_connection(client, now_ns);
    if (client->state == DW_CLIENT_ENDED || !client->has_welcome) {
        return;
    }
    dw_tick_clock_advance(&client->clock, now_ns);
    if (client->state == DW_CLIENT_PLAYING && !client->awaits_body) {
        run_ticks(client, source, context);
    }
}

static dw_intent same_intent(void *context, const dw_client *client, uint32_t tick)
{
    (void)client;
    (void)tick;
    return *(const dw_intent *)context;
}

void dw_client_update(dw_client *client, dw_intent intent, uint64_t now_ns)
{
    DW_CHECK(dw_intent_valid(intent));
    if (dw_client_lives(client)) {
        dw_input_queue_watch(&client->inputs, intent); /* Even when no tick is due. */
    }
    dw_client_run(client, same_intent, &intent, now_ns);
}

dw_own_senses dw_client_own_senses(const dw_client *client)
{
    dw_body body;
    dw_door_set doors;
    if (!dw_client_predicted(client, &body, &doors)) {
        return (dw_own_senses){0};
    }
    return dw_own_senses_of(client->map, &client->welcome.rules, &body, &doors,
                            client->prediction.worked);
}

bool dw_client_moves_in(const dw_client *client, uint32_t tick)
{
    return tick >= client->prediction.scene.moves_from &&
           tick <= client->prediction.scene.moves_until;
}

void dw_client_chat(dw_client *client, const char *text)
{
    const size_t length = strnlen(text, DW_CHAT_MAX + 1);
    if (client->state != DW_CLIENT_PLAYING || length > DW_CHAT_MAX ||
        !dw_text_is_clean(text, length)) {
        return;
    }
    dw_message message = {.type = DW_MESSAGE_CHAT};
    memcpy(message.as.chat.text, text, length + 1);
    dw_client_post(client, &message);
}

void dw_client_admin(dw_client *client, const char *command)
{
    const size_t length = strnlen(command, DW_ADMIN_COMMAND_MAX + 1);
    if (client->state != DW_CLIENT_PLAYING || length > DW_ADMIN_COMMAND_MAX ||
        !dw_text_is_clean(command, length)) {
        return;
    }
    dw_message message = {.type = DW_MESSAGE_ADMIN};
    memcpy(message.as.admin.text, command, length + 1);
    client->commands_open++;
    dw_client_post(client, &message);
}

const dw_client_answer *dw_client_newest_answer(const dw_client *client)
{
    return &client->answer;
}

/* A little more than the server wants, since jitter brings messages nearer to each other. */
enum { SIGNAL_TICKS = DW_SIGNAL_REST_TICKS + 6 };

bool dw_client_signal(dw_client *client, const dw_signal *asked)
{
    dw_signal signal = dw_signal_asked(asked);
    signal.tick = dw_tick_clock_local_tick(&client->clock);
    const bool in_round = client->has_round && (client->round.phase == DW_PHASE_COUNTDOWN ||
                                                client->round.phase == DW_PHASE_PLAY);
    if (client->state != DW_CLIENT_PLAYING || !in_round || !dw_client_lives(client) ||
        !dw_signal_on_map(&signal, client->map) ||
        !dw_signal_rest_pass(&client->signal_rest, &signal, SIGNAL_TICKS)) {
        return false;
    }
    const dw_message message = {.type = DW_MESSAGE_SIGNAL, .as.signal = signal};
    dw_client_post(client, &message);
    return true;
}

const dw_choices *dw_client_choices(const dw_client *client)
{
    return &client->choices;
}

void dw_client_call_vote(dw_client *client, uint8_t about)
{
    if (client->state == DW_CLIENT_PLAYING && about < DW_VOTE_SUBJECTS) {
        const dw_message message = {.type = DW_MESSAGE_VOTE, .as.vote = {.slot = about}};
        dw_client_post(client, &message);
    }
}

void dw_client_say_ready(dw_client *client, bool ready)
{
    if (client->state == DW_CLIENT_PLAYING && client->welcome.slot != DW_SLOT_NONE) {
        const dw_message message = {.type = DW_MESSAGE_READY, .as.ready = {.ready = ready}};
        dw_client_post(client, &message);
    }
}

const dw_standings *dw_client_standings(const dw_client *client)
{
    return &client->standings;
}

const dw_detections *dw_client_detections(const dw_client *client)
{
    return client->detections.round != 0 ? &client->detections : NULL;
}

const dw_client_mission *dw_client_get_mission(const dw_client *client)
{
    return client->mission.on ? &client->mission : NULL;
}

void dw_client_say_vote(dw_client *client, bool yes)
{
    const dw_vote_state *vote = dw_client_vote(client);
    if (client->state == DW_CLIENT_PLAYING && vote != NULL && vote->phase == DW_VOTE_ON) {
        const dw_message message = {.type = DW_MESSAGE_VOTE,
                                    .as.vote = {.vote = vote->vote, .yes = yes}};
        dw_client_post(client, &message);
    }
}

const dw_vote_state *dw_client_vote(const dw_client *client)
{
    return client->vote.vote != 0 ? &client->vote : NULL;
}

void dw_client_quit(dw_client *client)
{
    if (client->state == DW_CLIENT_ENDED) {
        return;
    }
    if (client->hello_sent) {
        const dw_message message = {.type = DW_MESSAGE_QUIT};
        dw_client_post(client, &message);
    }
    dw_client_finish(client, DW_CLIENT_END_QUIT, DW_REASON_NONE, "left the server");
}

dw_client_state dw_client_get_state(const dw_client *client)
{
    return client->state;
}

dw_client_end dw_client_get_end(const dw_client *client)
{
    return client->end;
}

dw_reason dw_client_reason(const dw_client *client)
{
    return client->reason;
}

const char *dw_client_end_text(const dw_client *client)
{
    return client->end_text;
}

const char *dw_client_end_said(const dw_client *client)
{
    return client->end_said;
}

uint32_t dw_client_other_version(const dw_client *client)
{
    return client->other_version;
}

void *dw_client_send_context(const dw_client *client)
{
    return client->config.send_context;
}

uint32_t dw_client_map_percent(const dw_client *client)
{
    if (client->map != NULL) {
        return 100;
    }
    const dw_map_download *download = &client->download;
    return download->bytes == NULL ? 0 : 100u * download->received / download->chunk_count;
}

const dw_map *dw_client_map(const dw_client *client)
{
    return client->map;
}

const dw_map *dw_client_plan(const dw_client *client)
{
    return client->plan;
}

const dw_welcome *dw_client_welcome(const dw_client *client)
{
    return client->has_welcome ? &client->welcome : NULL;
}

const dw_minds *dw_client_minds(const dw_client *client)
{
    return client->minds;
}

const dw_body_kinds *dw_client_kinds(const dw_client *client)
{
    return &client->kinds;
}

const dw_signals *dw_client_signals(const dw_client *client)
{
    return &client->signals;
}

const dw_round *dw_client_round(const dw_client *client)
{
    return client->has_round ? &client->round : NULL;
}

const dw_snapshot *dw_client_latest(const dw_client *client)
{
    return dw_snapshot_store_at(&client->store, 0);
}

const dw_client_stats *dw_client_get_stats(const dw_client *client)
{
    return &client->stats;
}

bool dw_client_pop_event(dw_client *client, dw_client_event *event)
{
    dw_client_events *events = &client->events;
    if (events->count == 0) {
        return false;
    }
    *event = events->rows[events->head];
    events->head = (events->head + 1) % DW_CLIENT_EVENTS_MAX;
    events->count--;
    return true;
}

bool dw_client_pop_sound(dw_client *client, dw_client_sound *sound)
{
    dw_client_sounds *sounds = &client->sounds;
    if (sounds->count == 0) {
        return false;
    }
    *sound = sounds->rows[sounds->head];
    sounds->head = (sounds->head + 1) % DW_CLIENT_SOUNDS_MAX;
    sounds->count--;
    return true;
}

bool dw_client_pop_chat(dw_client *client, dw_chat_line *line)
{
    dw_client_chats *chats = &client->chats;
    if (chats->count == 0) {
        return false;
    }
    *line = chats->rows[chats->head];
    chats->head = (chats->head + 1) % DW_CLIENT_CHAT_MAX;
    chats->count--;
    return true;
}

bool dw_client_predicted(const dw_client *client, dw_body *body, dw_door_set *doors)
{
    if (!dw_client_lives(client) || !client->prediction.valid) {
        return false;
    }
    *body = client->prediction.body;
    *doors = client->prediction.doors;
    return true;
}
