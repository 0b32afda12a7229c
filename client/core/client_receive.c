/* client_receive.c - handles the server's messages. A message that does not decode, comes on a
 * wrong channel or cannot be true for this map ends the connection: the rest of the client never
 * sees unchecked values. */
#include "client/core/client_state.h"
#include "common/base/check.h"
#include "common/base/parse.h"

#include <stdio.h>
#include <string.h>

static void refuse_violation(dw_client *client, const char *what)
{
    dw_client_finish(client, DW_CLIENT_END_PROTOCOL, DW_REASON_MALFORMED,
                     "the server broke the protocol: %s", what);
}

static void refuse_unless(dw_client *client, bool can_be, const char *what)
{
    if (!can_be) {
        refuse_violation(client, what);
    }
}

static void finish_with_reason(dw_client *client, dw_client_end end, const char *verb,
                               dw_reason reason, const char *text)
{
    (void)snprintf(client->end_said, sizeof client->end_said, "%s", text);
    dw_client_finish(client, end, reason, text[0] == '\0' ? "%s: %s%s" : "%s: %s (%s)", verb,
                     dw_reason_text(reason), text);
}

/* The text of a refusal because of the version is the server's version. */
static void take_refusal(dw_client *client, const dw_refuse *refuse)
{
    int64_t version = 0;
    if (refuse->reason == DW_REASON_VERSION &&
        dw_parse_int(refuse->text, 1, UINT32_MAX, &version) == DW_OK) {
        client->other_version = (uint32_t)version;
        dw_client_finish(client, DW_CLIENT_END_REFUSED, refuse->reason,
                         "refused: the server speaks version %u of the protocol, this client %d",
                         client->other_version, DW_PROTOCOL_VERSION);
    } else {
        finish_with_reason(client, DW_CLIENT_END_REFUSED, "refused", refuse->reason, refuse->text);
    }
}

/* Whether the picture from before the loss can stay until the next snapshot: same slot, match and
 * map, and the server's ticks went on. */
static bool can_keep_picture(const dw_client *client, const dw_welcome *welcome)
{
    const dw_snapshot *latest = dw_snapshot_store_at(&client->store, 0);
    return latest != NULL && welcome->slot == client->welcome.slot &&
           welcome->match == client->welcome.match && welcome->tick >= latest->tick &&
           welcome->snapshot_hz == client->welcome.snapshot_hz &&
           dw_map_hash_equal(&welcome->map_hash, &client->map_hash);
}

/* Clears what the last connection left behind. */
static void reset_for_welcome(dw_client *client, const dw_welcome *welcome)
{
    const bool returns = client->state == DW_CLIENT_RECONNECTING;
    if (returns) {
        const bool same =
            welcome->slot == client->welcome.slot && welcome->match == client->welcome.match;
        client->stats.reconnects++;
        client->stats.resumes += same;
    }
    if (!returns || welcome->match != client->welcome.match) {
        client->vote.vote = 0; /* Each match numbers its own votes. */
    } else if (client->vote.phase == DW_VOTE_ON) {
        client->vote.phase = DW_VOTE_FAILED; /* The server repeats a vote that still runs. */
    }
    const bool keeps = returns && can_keep_picture(client, welcome);
    client->welcome = *welcome;
    if (!keeps) {
        dw_client_forget_picture(client);
    }
    dw_client_mission_reset(&client->mission);
    dw_found_items_reset(&client->found);
    client->choices.count = 0;
    dw_input_queue_reset(&client->inputs);
    client->sent_tick = 0;
    client->fresh = true;
    client->map_change = 0;
    client->map_tick = 0;
    client->queue_place = 0;
    client->was_seated = false;
    client->awaits_body = false;
    client->jumps = false;
}

static void take_welcome(dw_client *client, const dw_welcome *welcome, uint64_t now_ns)
{
    if (welcome->tick > DW_TICK_MAX) {
        refuse_violation(client, "its welcome names a tick out of range");
        return;
    }
    reset_for_welcome(client, welcome);
    client->round_trip_ns = now_ns - client->hello_ns;
    client->has_welcome = true;
    client->has_watched = client->has_watched || welcome->slot == DW_SLOT_NONE;
    client->since_ns = now_ns;
    dw_tick_clock_start(&client->clock, welcome->tick, welcome->snapshot_hz,
                        client->config.input_hz, now_ns);
    client->state = DW_CLIENT_MAP;
    dw_client_find_map(client, now_ns);
}

static void take_map_change(dw_client *client, const dw_map_change *change, uint64_t now_ns)
{
    if (change->change != client->map_change + 1 || change->tick > DW_TICK_MAX) {
        refuse_violation(client, "a change of the map out of order");
    } else if (client->welcome.slot != DW_SLOT_NONE &&
               client->welcome.slot >= change->intruders_max) {
        refuse_violation(client, "a change to a map without the own seat");
    } else {
        dw_client_change_map(client, change, now_ns);
    }
}

/* What an event names must exist. Events that come before the map are ignored. */
static bool event_fits(const dw_client *client, const dw_client_event *event)
{
    switch ((dw_client_event_kind)event->kind) {
    case DW_CLIENT_EVENT_BARK:
    case DW_CLIENT_EVENT_DETECTED:
        return event->a <= UINT8_MAX;
    case DW_CLIENT_EVENT_RADIO:
        return event->a < client->map->room_count;
    case DW_CLIENT_EVENT_CAUGHT:
        return event->a < DW_INTRUDERS_MAX;
    case DW_CLIENT_EVENT_ITEM_TAKEN:
    case DW_CLIENT_EVENT_ITEM_DROPPED:
        return event->a < DW_INTRUDERS_MAX && event->b < client->map->item_count;
    case DW_CLIENT_EVENT_ITEM_HANDED:
        return event->a < DW_INTRUDERS_MAX && event->b < client->map->item_count &&
               event->c < DW_INTRUDERS_MAX;
    case DW_CLIENT_EVENT_DOOR:
        return event->a < client->map->door_count;
    case DW_CLIENT_EVENT_USE_FAILED:
    case DW_CLIENT_EVENT_THROWN:
        return true;
    case DW_CLIENT_EVENT_INTENTION:
        return event->a < (event->b == 0 ? client->map->door_count : client->map->room_count);
    case DW_CLIENT_EVENT_COUNT:
        break;
    }
    return false;
}

static void take_event(dw_client *client, const dw_client_event *event)
{
    if (client->map == NULL) {
        return;
    }
    if (!event_fits(client, event)) {
        refuse_violation(client, "an event names something that the map does not have");
        return;
    }
    dw_client_events *events = &client->events;
    if (events->count == DW_CLIENT_EVENTS_MAX) {
        events->head = (events->head + 1) % DW_CLIENT_EVENTS_MAX;
        events->count--;
    }
    events->rows[(events->head + events->count++) % DW_CLIENT_EVENTS_MAX] = *event;
}

static void keep_sound(dw_client_sounds *sounds, const dw_client_sound *sound)
{
    if (sounds->count == DW_CLIENT_SOUNDS_MAX) {
        sounds->head = (sounds->head + 1) % DW_CLIENT_SOUNDS_MAX;
        sounds->count--;
    }
    sounds->rows[(sounds->head + sounds->count++) % DW_CLIENT_SOUNDS_MAX] = *sound;
}

static void take_sounds(dw_client *client, const dw_sounds *heard)
{
    if (client->config.spectate) {
        refuse_violation(client, "it sends a spectator what players hear");
    } else if (client->state != DW_CLIENT_PLAYING || client->welcome.slot == DW_SLOT_NONE ||
               heard->tick <= client->map_tick) {
        return; /* Unreliable: it came before the welcome, the seat or the map. */
    } else if (client->welcome.rules.hearing == 0) {
        refuse_violation(client, "it sends noises in a match without hearing");
    } else {
        for (uint32_t i = 0; i < heard->count; i++) {
            const dw_client_sound sound = {.tick = heard->tick, .heard = heard->rows[i]};
            keep_sound(&client->sounds, &sound);
        }
    }
}

static void take_chat(dw_client *client, const dw_chat_line *line)
{
    dw_client_chats *chats = &client->chats;
    if (chats->count == DW_CLIENT_CHAT_MAX) {
        chats->head = (chats->head + 1) % DW_CLIENT_CHAT_MAX;
        chats->count--;
    }
    chats->rows[(chats->head + chats->count++) % DW_CLIENT_CHAT_MAX] = *line;
}

static void take_signal(dw_client *client, const dw_signal *signal)
{
    if (client->map == NULL) {
        return;
    }
    if (client->minds != NULL || signal->slot >= client->welcome.intruders_max ||
        !dw_signal_on_map(signal, client->map)) {
        refuse_violation(client, "a signal that nobody can have sent to this client");
        return;
    }
    dw_signals_put(&client->signals, signal);
}

/* An answer begins behind a whole one. */
static void take_admin_line(dw_client *client, const dw_admin_line *line)
{
    dw_client_answer *answer = &client->answer;
    const size_t size = strlen(line->text);
    if (client->commands_open == 0) {
        refuse_violation(client, "an answer to no command");
        return;
    }
    if (answer->whole) {
        *answer = (dw_client_answer){.number = answer->number};
    }
    if (answer->lines == DW_ADMIN_LINES_MAX || size + 1 > DW_ADMIN_ANSWER_MAX - answer->size) {
        refuse_violation(client, "an answer that is too long");
        return;
    }
    memcpy(answer->text + answer->size, line->text, size);
    answer->text[answer->size + size] = '\n';
    answer->size += size + 1;
    answer->text[answer->size] = '\0';
    answer->lines++;
    if (!line->more) {
        answer->whole = true;
        answer->number++;
        client->commands_open--;
    }
}

/* What a mind names must exist. */
static bool mind_fits(const dw_client *client, const dw_mind_view *mind)
{
    const dw_map *map = client->map;
    bool fits = (mind->room < map->room_count || mind->room == DW_NONE) &&
                (mind->door < map->door_count || mind->door == DW_NONE) &&
                (mind->switches & ~dw_map_switches(map)) == 0;
    for (uint32_t i = 0; fits && i < mind->intruder_count; i++) {
        const uint16_t room = mind->intruders[i].room;
        fits = room < map->room_count || room == DW_NONE;
    }
    for (uint32_t i = 0; fits && i < mind->room_count; i++) {
        fits = mind->rooms[i] < map->room_count;
    }
    for (uint32_t i = 0; fits && i < mind->piece_count; i++) {
        const uint16_t piece = mind->pieces[i].furniture;
        fits = piece < map->furniture_count || piece == DW_NONE;
    }
    for (uint32_t i = 0; fits && i < mind->clear_count; i++) {
        fits = mind->clear[i].room < map->room_count;
    }
    for (uint32_t i = 0; fits && i < mind->call_count; i++) {
        const dw_mind_call *call = &mind->calls[i];
        fits = (call->room < map->room_count || call->room == DW_NONE) &&
               (call->door < map->door_count || call->door == DW_NONE);
    }
    return fits;
}

static void take_mind(dw_client *client, const dw_mind_view *mind)
{
    if (client->minds == NULL && client->has_watched) {
        return; /* A queued client watches; it gets what all spectators get and ignores it. */
    }
    if (client->minds == NULL) {
        refuse_violation(client, "it sends a guard's mind to a player");
    } else if (client->state != DW_CLIENT_PLAYING || mind->tick <= client->map_tick) {
        return; /* Minds are unreliable like snapshots: before the welcome, or of the last map. */
    } else if (!mind_fits(client, mind)) {
        refuse_violation(client, "a guard's mind names something that the map does not have");
    } else {
        dw_minds_put(client->minds, mind);
    }
}

static void take_body_kind(dw_client *client, const dw_body_kind *told)
{
    if (!dw_body_kinds_put(&client->kinds, told)) {
        refuse_violation(client, "more kinds of bodies than a match has");
    }
}

/* A paused world stands still: bodies move up to the tick before the pause, and from the tick on in
 * which it ends. `from` and `until` are the ticks of the scene before this message. */
static void stand_while_paused(dw_client *client, bool was_paused, uint32_t from, uint32_t until)
{
    dw_prediction_scene *scene = &client->prediction.scene;
    const dw_round *round = &client->round;
    if (round->paused != 0) {
        scene->moves_from = was_paused ? from : scene->moves_from;
        scene->moves_until = was_paused ? until : round->tick - 1;
    } else if (was_paused && scene->moves_from < round->tick) {
        scene->moves_from = round->tick;
    }
}

static void take_round(dw_client *client, const dw_round *round)
{
    const bool was_paused = client->has_round && client->round.paused != 0;
    const uint32_t from = client->prediction.scene.moves_from;
    const uint32_t until = client->prediction.scene.moves_until;
    if (client->minds != NULL && client->has_round && round->round != client->round.round) {
        dw_minds_reset(client->minds);
    }
    if (client->has_round && round->round != client->round.round) {
        client->signals = (dw_signals){0};
    }
    client->round = *round;
    client->has_round = true;
    dw_client_set_moves(client);
    stand_while_paused(client, was_paused, from, until);
    if (round->phase == DW_PHASE_RESULT && round->round != client->counted_round) {
        client->counted_round = round->round;
        client->stats.rounds_won += round->outcome == DW_OUTCOME_WON;
        client->stats.rounds_lost +=
            round->outcome == DW_OUTCOME_LOST || round->outcome == DW_OUTCOME_TIMEOUT;
    }
}

/* While another map is being found, the present one is not what the message is about. */
static bool take_found_item(dw_client *client, const dw_found_item *told)
{
    const dw_map *map = client->state == DW_CLIENT_PLAYING ? client->map : NULL;
    return dw_found_items_take(&client->found, map, told);
}

/* Some messages are valid only before the welcome, others only after it. */
static bool in_order(const dw_client *client, dw_message_type type)
{
    const bool joining =
        client->state == DW_CLIENT_JOINING || client->state == DW_CLIENT_RECONNECTING;
    switch (type) {
    case DW_MESSAGE_WELCOME:
    case DW_MESSAGE_REFUSE:
        return joining;
    case DW_MESSAGE_QUEUE:
        return dw_client_may_queue(client);
    case DW_MESSAGE_SEAT: /* Only after a position in the queue. */
        return dw_client_may_queue(client) && client->queue_place > 0;
    case DW_MESSAGE_MAP_CHANGE:
        return client->state == DW_CLIENT_MAP || client->state == DW_CLIENT_PLAYING;
    case DW_MESSAGE_MAP_CHUNK: /* Behind a change some can be of the map before. */
        return client->state == DW_CLIENT_MAP || client->map_change > 0;
    case DW_MESSAGE_EVENT:
    case DW_MESSAGE_ROUND:
    case DW_MESSAGE_CHAT_LINE:
    case DW_MESSAGE_VOTE_STATE:
    case DW_MESSAGE_TEAM_SIGNAL:
    case DW_MESSAGE_BODY_KIND:
    case DW_MESSAGE_ADMIN_LINE:
    case DW_MESSAGE_PLAYBACK:
    case DW_MESSAGE_PLAYBACK_EVENTS:
    case DW_MESSAGE_SIGHTING:
    case DW_MESSAGE_GHOSTS:
    case DW_MESSAGE_STANDINGS:
    case DW_MESSAGE_DETECTIONS:
    case DW_MESSAGE_MISSION:
    case DW_MESSAGE_MISSION_PART:
    case DW_MESSAGE_MISSION_STATE:
    case DW_MESSAGE_MISSION_NOTICE:
    case DW_MESSAGE_MISSION_RESULT:
    case DW_MESSAGE_MISSION_QUESTION:
    case DW_MESSAGE_MISSION_PERSON:
    case DW_MESSAGE_CHOICES:
    case DW_MESSAGE_FOUND_ITEM:
        return !joining;
    default:
        return true;
    }
}

static void take_message(dw_client *client, const dw_message *message, uint64_t now_ns)
{
    switch (message->type) {
    case DW_MESSAGE_WELCOME:
        take_welcome(client, &message->as.welcome, now_ns);
        break;
    case DW_MESSAGE_REFUSE:
        take_refusal(client, &message->as.refuse);
        break;
    case DW_MESSAGE_MAP_CHUNK:
        dw_client_take_chunk(client, &message->as.map_chunk, now_ns);
        break;
    case DW_MESSAGE_MAP_CHANGE:
        take_map_change(client, &message->as.map_change, now_ns);
        break;
    case DW_MESSAGE_EVENT:
        take_event(client, &message->as.event);
        break;
    case DW_MESSAGE_ROUND:
        take_round(client, &message->as.round);
        break;
    case DW_MESSAGE_CHAT_LINE:
        take_chat(client, &message->as.chat_line);
        break;
    case DW_MESSAGE_TEAM_SIGNAL:
        take_signal(client, &message->as.signal);
        break;
    case DW_MESSAGE_BODY_KIND:
        take_body_kind(client, &message->as.body_kind);
        break;
    case DW_MESSAGE_ADMIN_LINE:
        take_admin_line(client, &message->as.admin_line);
        break;
    case DW_MESSAGE_STANDINGS:
        client->standings = message->as.standings;
        break;
    case DW_MESSAGE_DETECTIONS:
        client->detections = message->as.detections;
        break;
    case DW_MESSAGE_MISSION:
    case DW_MESSAGE_MISSION_PART:
    case DW_MESSAGE_MISSION_STATE:
    case DW_MESSAGE_MISSION_NOTICE:
    case DW_MESSAGE_MISSION_RESULT:
    case DW_MESSAGE_MISSION_QUESTION:
    case DW_MESSAGE_MISSION_PERSON:
        refuse_unless(client, dw_client_mission_take(&client->mission, message, client->map),
                      "a part of the mission names something that the map does not have");
        break;
    case DW_MESSAGE_FOUND_ITEM:
        refuse_unless(client, take_found_item(client, &message->as.found_item),
                      "an item was found that the map does not have");
        break;
    case DW_MESSAGE_MIND:
        take_mind(client, &message->as.mind);
        break;
    case DW_MESSAGE_SOUNDS:
        take_sounds(client, &message->as.sounds);
        break;
    case DW_MESSAGE_PLAYBACK:
        refuse_unless(client, dw_client_take_playback(client, &message->as.playback),
                      "it plays a recording to a client that did not ask, or backwards");
        break;
    case DW_MESSAGE_PLAYBACK_EVENTS:
        refuse_unless(client, dw_client_take_playback_events(client, &message->as.playback_events),
                      "events of a recording out of order, or of another map");
        break;
    case DW_MESSAGE_SIGHTING:
        refuse_unless(client, dw_client_take_sighting(client, &message->as.sighting),
                      "a sighting that is not in the list, or of another map");
        break;
    case DW_MESSAGE_GHOSTS:
        refuse_unless(client, dw_client_take_ghosts(client, &message->as.ghosts),
                      "ghosts of a recording to a client that did not ask, or backwards");
        break;
    case DW_MESSAGE_QUEUE:
        client->queue_place = message->as.queue.place;
        break;
    case DW_MESSAGE_SEAT:
        dw_client_take_seat(client, &message->as.seat, now_ns);
        break;
    case DW_MESSAGE_CHOICES:
        client->choices = message->as.choices;
        break;
    case DW_MESSAGE_VOTE_STATE:
        client->vote = message->as.vote_state;
        break;
    case DW_MESSAGE_KICK:
        finish_with_reason(client, DW_CLIENT_END_KICKED, "sent away", message->as.kick.reason,
                           message->as.kick.text);
        break;
    default:
        refuse_violation(client, "a message of a kind that servers do not send");
        break;
    }
}

void dw_client_receive(dw_client *client, dw_channel channel, const uint8_t *bytes, size_t size,
                       uint64_t now_ns)
{
    if (client->state == DW_CLIENT_ENDED || !client->hello_sent) {
        return; /* From a connection that is over. */
    }
    client->heard_ns = now_ns;
    client->stats.bytes_in += size;
    if (dw_message_peek_type(bytes, size) == DW_MESSAGE_SNAPSHOT) {
        if (channel != DW_CHANNEL_SNAPSHOT) {
            refuse_violation(client, "a snapshot on the wrong channel");
        } else if (client->state == DW_CLIENT_PLAYING) {
            dw_client_take_snapshot(client, bytes, size, now_ns);
        }
        return; /* Without the map a snapshot cannot be decoded. */
    }
    dw_message message;
    const dw_status status = dw_message_decode_from_server(&message, bytes, size);
    if (status != DW_OK) {
        refuse_violation(client, status == DW_OTHER_VERSION ? "its welcome names another version"
                                                            : "a malformed message");
    } else if (channel != dw_message_channel(message.type)) {
        refuse_violation(client, "a message on the wrong channel");
    } else if (!in_order(client, message.type)) {
        refuse_violation(client, "a message that is not valid at this point");
    } else {
        take_message(client, &message, now_ns);
    }
}
