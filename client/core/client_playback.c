/* client_playback.c - a recorded round that the server plays: asks for it, takes what the server
 * tells of it, and forgets the picture when the round jumps to another tick. */
#include "client/core/client_state.h"

void dw_client_watch_playback(dw_client *client)
{
    if (client->playback == NULL) {
        return;
    }
    dw_playback_reset(client->playback);
    client->ghosts.asked = false;
    dw_ghost_store_reset(&client->ghosts);
    if (client->welcome.slot == DW_SLOT_NONE) { /* A server that plays no recording ignores it. */
        const dw_message watch = {.type = DW_MESSAGE_STEER, .as.steer = {.action = DW_STEER_WATCH}};
        dw_client_post(client, &watch);
    }
}

void dw_client_steer(dw_client *client, dw_steer_action action, int32_t value)
{
    if (client->state == DW_CLIENT_PLAYING && dw_playback_runs(client->playback)) {
        const dw_message message = {.type = DW_MESSAGE_STEER,
                                    .as.steer = {.action = (uint8_t)action, .value = value}};
        dw_client_post(client, &message);
    }
}

void dw_client_show_ghosts(dw_client *client, bool show)
{
    client->ghosts.asked = show && dw_playback_runs(client->playback);
    dw_ghost_store_reset(&client->ghosts);
    dw_client_steer(client, DW_STEER_GHOSTS, client->ghosts.asked ? 1 : 0);
}

bool dw_client_shows_ghosts(const dw_client *client)
{
    return client->ghosts.asked;
}

const dw_ghosts *dw_client_ghosts(const dw_client *client)
{
    return client->ghosts.asked ? dw_ghost_store_newest(&client->ghosts) : NULL;
}

const dw_playback *dw_client_playback(const dw_client *client)
{
    return dw_playback_runs(client->playback) ? client->playback : NULL;
}

/* The picture stays until the first snapshot of the new epoch. If that has overtaken the message,
 * it is the oldest that is left. */
static void begin_epoch(dw_client *client)
{
    const uint32_t last = client->playback->now.epoch_tick;
    if (last > client->map_tick) {
        client->map_tick = last;
    }
    const dw_snapshot *newest = dw_snapshot_store_at(&client->store, 0);
    if (newest != NULL && newest->tick > last) {
        dw_snapshot_store_forget(&client->store, last);
        dw_interpolation_reset(&client->interpolation);
    } else {
        client->jumps = true;
        client->fresh = true;
    }
    dw_minds_forget(client->minds, last);
    dw_ghost_store_reset(&client->ghosts);
    client->events.count = 0;
}

void dw_client_end_jump(dw_client *client)
{
    dw_snapshot_store_reset(&client->store, client->welcome.snapshot_hz);
    dw_interpolation_reset(&client->interpolation);
    client->jumps = false;
}

bool dw_client_take_playback(dw_client *client, const dw_playback_state *state)
{
    bool new_epoch = false;
    if (client->playback == NULL || state->tick > DW_TICK_MAX ||
        dw_playback_take(client->playback, state, &new_epoch) != DW_OK) {
        return false;
    }
    if (new_epoch) {
        begin_epoch(client);
    } else if (client->playback->before.view != state->view) {
        dw_minds_forget(client->minds, state->tick); /* Those that the new view does not show. */
    }
    return true;
}

/* What an event names must exist. */
static bool event_fits(const dw_map *map, const dw_playback_event *event)
{
    switch ((dw_playback_event_kind)event->kind) {
    case DW_PLAYBACK_EVENT_REPORT:
    case DW_PLAYBACK_EVENT_CLEAR:
    case DW_PLAYBACK_EVENT_MISSING:
    case DW_PLAYBACK_EVENT_NOTICE:
        return event->c < map->room_count;
    case DW_PLAYBACK_EVENT_TASK:
        return event->c < (event->b == 0 ? map->door_count : map->room_count);
    case DW_PLAYBACK_EVENT_ORDER:
        return event->c <= map->room_count;
    case DW_PLAYBACK_EVENT_TAKEN:
    case DW_PLAYBACK_EVENT_DROPPED:
    case DW_PLAYBACK_EVENT_HANDED:
        return event->b < map->item_count;
    case DW_PLAYBACK_EVENT_SIGHTING:
    case DW_PLAYBACK_EVENT_LOST:
    case DW_PLAYBACK_EVENT_CAUGHT:
    case DW_PLAYBACK_EVENT_SLOT:
    case DW_PLAYBACK_EVENT_END:
    case DW_PLAYBACK_EVENT_PART: /* Told later, when the picture is there. */
        return true;
    case DW_PLAYBACK_EVENT_COUNT:
        break;
    }
    return false;
}

bool dw_client_take_playback_events(dw_client *client, const dw_playback_events *events)
{
    if (client->playback == NULL || client->map == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < events->count; i++) {
        if (!event_fits(client->map, &events->rows[i])) {
            return false;
        }
    }
    return dw_playback_list(client->playback, events) == DW_OK;
}

bool dw_client_take_sighting(dw_client *client, const dw_playback_sighting *sighting)
{
    if (client->playback == NULL || client->map == NULL ||
        sighting->event >= client->playback->event_count ||
        sighting->room >= client->map->room_count) {
        return false;
    }
    client->playback->sighting = *sighting;
    client->playback->has_sighting = true;
    return true;
}

bool dw_client_take_ghosts(dw_client *client, const dw_ghosts *ghosts)
{
    if (!dw_playback_runs(client->playback) || ghosts->tick > DW_TICK_MAX) {
        return false;
    }
    /* Some can be on their way when the person has had enough of them. */
    return !client->ghosts.asked || dw_ghost_store_put(&client->ghosts, ghosts);
}
