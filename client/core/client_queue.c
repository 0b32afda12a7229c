/* client_queue.c - a client that asks to play in a full match watches it and knows its position in
 * the queue. When the server seats it, it becomes a player on the same connection.
 *
 *     welcome, slot 255    queue 2    queue 1       seat, slot 3      first own snapshot
 *     --|---------------------|----------|---------------|-------------------|-->
 *       | spectator's picture, later than the match      | the picture stands| player's
 *
 * The seat is reliable and snapshots are not, so they can arrive in either order. Snapshots for the
 * other role are ignored; the next one is a full one for both roles. */
#include "client/core/client_state.h"

#include <string.h>

uint32_t dw_client_queue_position(const dw_client *client)
{
    return client->queue_place;
}

bool dw_client_may_queue(const dw_client *client)
{
    const bool in = client->state == DW_CLIENT_MAP || client->state == DW_CLIENT_PLAYING;
    return in && !client->config.spectate && client->welcome.slot == DW_SLOT_NONE;
}

void dw_client_take_seat(dw_client *client, const dw_seat_notice *seat, uint64_t now_ns)
{
    client->welcome.slot = seat->slot;
    memcpy(client->welcome.token, seat->token, sizeof client->welcome.token);
    client->queue_place = 0;
    client->was_seated = true;
    client->awaits_body = true;
    client->fresh = true;
    client->events.count = 0; /* Their ids are those that spectators know. */
    dw_body_kinds_reset(&client->kinds);
    client->since_ns = client->state == DW_CLIENT_MAP ? client->since_ns : now_ns;
}

bool dw_client_is_from_other_role(dw_client *client, const dw_snapshot *snapshot)
{
    const bool has_body = client->welcome.slot != DW_SLOT_NONE;
    const bool for_player = snapshot->own.slot != DW_SLOT_NONE;
    if (has_body && !for_player && client->was_seated && client->fresh) {
        client->stats.snapshots_stale++;
        return true;
    }
    if (!has_body && for_player && !client->config.spectate) {
        client->stats.snapshots_refused++;
        return true;
    }
    return false;
}

/* Spectators see the match with a delay. Neither what they saw nor their ticks apply to a player:
 * the clock starts again with the first own snapshot, as after a welcome. */
void dw_client_begin_body(dw_client *client, const dw_snapshot *first, uint64_t now_ns)
{
    const uint8_t snapshot_hz = client->welcome.snapshot_hz;
    client->awaits_body = false;
    dw_snapshot_store_reset(&client->store, snapshot_hz);
    dw_interpolation_reset(&client->interpolation);
    dw_prediction_reset(&client->prediction);
    dw_input_queue_reset(&client->inputs);
    client->sent_tick = 0;
    dw_tick_clock_start(&client->clock, first->tick, snapshot_hz, client->config.input_hz, now_ns);
    dw_tick_clock_start_local(&client->clock, client->round_trip_ns);
}
