/* client_snapshot.c - decodes a snapshot, keeps it, measures it, and predicts the own body again
 * from it. Also composes what a frame draws. */
#include "client/core/client_state.h"
#include "common/base/check.h"
#include "protocol/snapshot_items.h"

#include <string.h>

static void count_arrival(dw_client *client, const dw_snapshot *snapshot, size_t size, bool full,
                          uint64_t now_ns)
{
    dw_client_stats *stats = &client->stats;
    if (stats->snapshots == 0) {
        stats->snapshot_first_ns = now_ns;
    } else if (now_ns - stats->snapshot_last_ns > stats->snapshot_gap_max_ns) {
        stats->snapshot_gap_max_ns = now_ns - stats->snapshot_last_ns;
    }
    stats->snapshot_last_ns = now_ns;
    stats->snapshots++;
    stats->snapshots_full += full;
    stats->snapshot_bytes += size;
    /* The own clock is one transit time and `input_lead` ahead of the server's clock. That one is
     * one transit time ahead of what arrives. So without the lead, half of the difference is the
     * transit time. */
    const int64_t ahead = client->clock.local - snapshot->tick * DW_NANOTICKS;
    const int64_t round_trip = ahead - snapshot->input_lead * DW_NANOTICKS;
    const int64_t wait = snapshot->tick * DW_NANOTICKS - client->clock.drawn;
    const int64_t age = (round_trip > 0 ? round_trip / 2 : 0) + (wait > 0 ? wait : 0);
    stats->snapshot_age_sum_ns += (uint64_t)(age / DW_TICKS_PER_SECOND);
}

static void count_error(dw_client *client, const dw_snapshot *snapshot)
{
    dw_client_stats *stats = &client->stats;
    const double error = dw_prediction_error_mm(&client->prediction, snapshot);
    if (error < 0.0) {
        return;
    }
    stats->predictions++;
    stats->prediction_misses += error > 0.0;
    stats->error_mm[stats->error_count++ % DW_CLIENT_ERROR_SAMPLES] = (float)error;
}

/* How far the own clock is past the newest own tick, in ticks. */
static double own_fraction(const dw_client *client, uint64_t now_ns)
{
    const uint64_t since = now_ns > client->clock.last_ns ? now_ns - client->clock.last_ns : 0;
    const int64_t newest = client->inputs.newest * DW_NANOTICKS;
    return ((double)(client->clock.local - newest) + (double)since * DW_TICKS_PER_SECOND) / 1e9;
}

static void follow_own_body(dw_client *client, const dw_snapshot *snapshot, uint64_t now_ns)
{
    if (!dw_client_lives(client)) {
        dw_prediction_reset(&client->prediction);
        return;
    }
    count_error(client, snapshot);
    dw_prediction_read(&client->prediction, &client->store, client->map, &client->welcome.rules,
                       &client->kinds);
    client->prediction.scene.items.devices = dw_mission_devices_for(
        &client->mission, dw_snapshot_items_of(snapshot->items, snapshot->own.slot));
    dw_prediction_rebase(&client->prediction, snapshot, &client->inputs,
                         own_fraction(client, now_ns), now_ns);
}

/* What the codec cannot check: the tick is in range, the slot is ours, the body is on the map, and
 * the map has the items. */
static bool snapshot_fits(const dw_client *client, const dw_snapshot *snapshot)
{
    const dw_snapshot_own *own = &snapshot->own;
    if (snapshot->tick > DW_TICK_MAX || own->slot != client->welcome.slot ||
        !dw_snapshot_items_fit(client->map, snapshot->items)) {
        return false;
    }
    return own->slot == DW_SLOT_NONE || own->state != DW_SLOT_ALIVE ||
           dw_rect_holds_closed(client->map->bounds, (dw_vec){own->x, own->y});
}

static void take_newest(dw_client *client, const dw_snapshot *snapshot, const dw_snapshot *before,
                        uint64_t now_ns)
{
    dw_client_stats *stats = &client->stats;
    dw_tick_clock_arrived(&client->clock, snapshot->tick);
    if (snapshot->own.slot != DW_SLOT_NONE && snapshot->own.input_tick != 0) {
        dw_tick_clock_lead(&client->clock, snapshot->tick, snapshot->input_lead);
    }
    dw_interpolation_note(&client->interpolation, snapshot, before);
    stats->snapshots_expected +=
        client->fresh || before == NULL
            ? 1
            : ((uint64_t)(snapshot->tick - before->tick) * client->welcome.snapshot_hz +
               DW_TICKS_PER_SECOND / 2) /
                  DW_TICKS_PER_SECOND;
    follow_own_body(client, snapshot, now_ns);
    if (client->fresh) {
        client->fresh = false;
        client->sent_tick = 0; /* The next tick acknowledges it, so that deltas can begin. */
    }
}

void dw_client_take_snapshot(dw_client *client, const uint8_t *bytes, size_t size, uint64_t now_ns)
{
    uint32_t tick = 0;
    uint32_t base_tick = 0;
    if (dw_snapshot_base_tick(bytes, size, &tick, &base_tick) != DW_OK) {
        dw_client_finish(client, DW_CLIENT_END_PROTOCOL, DW_REASON_MALFORMED,
                         "the server broke the protocol: a malformed snapshot");
        return;
    }
    if (tick <= client->map_tick) {
        client->stats.snapshots_stale++; /* Of the map before, on its way since. */
        return;
    }
    const dw_snapshot *base =
        base_tick == 0 ? NULL : dw_snapshot_store_find(&client->store, base_tick);
    if (base_tick != 0 && base == NULL) {
        client->stats.snapshots_refused++; /* Its baseline is gone; the server sends a full one. */
        return;
    }
    dw_snapshot snapshot;
    const dw_status status =
        dw_snapshot_decode(&snapshot, base, client->map->door_count, bytes, size);
    if (status == DW_OK && dw_client_is_from_other_role(client, &snapshot)) {
        return;
    }
    if (status != DW_OK || !snapshot_fits(client, &snapshot)) {
        dw_client_finish(client, DW_CLIENT_END_PROTOCOL, DW_REASON_MALFORMED,
                         "the server broke the protocol: an impossible snapshot");
        return;
    }
    if (client->jumps) {
        dw_client_end_jump(client);
    }
    if (client->awaits_body) {
        dw_client_begin_body(client, &snapshot, now_ns);
    }
    dw_tick_clock_advance(&client->clock, now_ns);
    const dw_snapshot *newest = dw_snapshot_store_at(&client->store, 0);
    const bool first = newest == NULL;
    const bool newer = first || snapshot.tick > newest->tick;
    dw_snapshot before;
    if (!first) {
        dw_snapshot_copy(&before, newest); /* The store can reuse its row. */
    }
    if (!dw_snapshot_store_put(&client->store, &snapshot)) {
        client->stats.snapshots_stale++; /* A duplicate, or too late to keep. */
        return;
    }
    count_arrival(client, &snapshot, size, base == NULL, now_ns);
    if (newer) {
        take_newest(client, &snapshot, first ? NULL : &before, now_ns);
    } else {
        client->stats.snapshots_stale++;
    }
}

static void draw_own(const dw_client *client, const dw_snapshot *latest, uint64_t now_ns,
                     dw_drawn_world *world)
{
    const dw_prediction *prediction = &client->prediction;
    world->own_slot = latest->own.slot;
    world->own_state = latest->own.state;
    world->own_flags = latest->own.flags;
    world->own_coins = latest->own.coins;
    world->own_baits = latest->own.baits;
    world->caught = (float)latest->own.caught / 100.0f;
    world->doors = latest->doors;
    world->worked = latest->worked;
    world->turned = latest->turned;
    world->has_own = dw_client_lives(client) && prediction->valid;
    if (!world->has_own) {
        return;
    }
    dw_prediction_drawn(prediction, own_fraction(client, now_ns), now_ns, &world->own_x,
                        &world->own_y);
    world->own_heading = (float)prediction->body.heading_bam / DW_BAM_TURN;
    world->own_flags =
        (uint8_t)(world->own_flags & ~(DW_BODY_CROUCHING | DW_BODY_SPRINTING | DW_BODY_CARRYING));
    world->own_flags |= prediction->body.crouching ? DW_BODY_CROUCHING : 0;
    world->own_flags |= prediction->body.sprinting ? DW_BODY_SPRINTING : 0;
    world->own_flags |= dw_prediction_carries(prediction) ? DW_BODY_CARRYING : 0;
    world->doors = prediction->doors;
    world->worked = prediction->worked;
    world->turned = prediction->turned;
    world->pick = prediction->pick;
}

static void draw_kinds(const dw_body_kinds *kinds, dw_drawn_world *world)
{
    for (uint32_t i = 0; i < world->body_count; i++) {
        dw_drawn_body *body = &world->bodies[i];
        const dw_kind *kind =
            body->role == DW_ROLE_GUARD ? dw_body_kinds_find(kinds, body->id) : NULL;
        if (kind != NULL) {
            body->kind = kinds->rows[body->id];
            world->kinds[body->kind - 1] = *kind;
        }
    }
}

/* A recording that plays fast moves bodies faster than any can run. */
static double pace_of(const dw_client *client)
{
    const dw_playback *playback = dw_client_playback(client);
    const uint8_t speed = playback != NULL ? playback->now.speed : DW_PLAYBACK_SPEED_NORMAL;
    return speed > DW_PLAYBACK_SPEED_NORMAL ? (double)speed / DW_PLAYBACK_SPEED_NORMAL : 1.0;
}

bool dw_client_draw(dw_client *client, uint64_t now_ns, dw_drawn_world *world)
{
    const dw_snapshot *latest = dw_snapshot_store_at(&client->store, 0);
    if (latest == NULL || client->map == NULL) {
        return false;
    }
    *world = (dw_drawn_world){.own_slot = DW_SLOT_NONE};
    draw_own(client, latest, now_ns, world);
    memcpy(world->items, latest->items, sizeof world->items);
    const uint64_t since = now_ns > client->clock.last_ns ? now_ns - client->clock.last_ns : 0;
    const uint64_t second = UINT64_C(1000000000);
    const int64_t passed = (int64_t)(since < second ? since : second) * DW_TICKS_PER_SECOND;
    const dw_interpolation_view view = {.store = &client->store,
                                        .map = client->map,
                                        .rules = &client->welcome.rules,
                                        .drawn = client->clock.drawn + passed,
                                        .arrived = client->clock.arrival + passed,
                                        .now_ns = now_ns,
                                        .pace = pace_of(client)};
    dw_interpolation_draw(&client->interpolation, &view, world);
    draw_kinds(&client->kinds, world);
    dw_ghost_store_draw(&client->ghosts, (double)view.drawn * 1e-9, client->map->bounds.min, world);
    return true;
}
