/* match_snapshot.c - snapshots: built by the interest filter, encoded against what each client
 * has. */
#include "common/base/check.h"
#include "server/session/match_state.h"
#include "server/session/playback/played_round.h"

#include <string.h>

enum {
    FULL_INTERVAL_TICKS = DW_TICKS_PER_SECOND / 5,
    BASE_AGE_TICKS = DW_HISTORY_SECONDS * DW_TICKS_PER_SECOND,
    ROWS_THAT_FIT = 40 /* Bodies of 13 bytes at most, after a head of some 120. */
};

dw_interest_scene *dw_match_scene(dw_match *match)
{
    if (match->scene_serial != match->serial) {
        match->scene_serial = match->serial;
        dw_interest_scene_begin(&match->scene, dw_sim_world(match->sim));
        match->scene.tools = dw_sim_tools(match->sim);
        match->scene.turned = dw_sim_locks_turned(match->sim);
        match->scene.torches = dw_sim_torches(match->sim);
        match->scene.listening = dw_sim_listening(match->sim);
    }
    return &match->scene;
}

bool dw_match_snapshot_due(const dw_match *match, uint32_t tick)
{
    const uint32_t interval = DW_TICKS_PER_SECOND / match->config.snapshot_hz;
    const dw_played_round *playback = match->config.playback;
    const bool jumps = playback != NULL && playback->clock.jumped + 1 == tick;
    return jumps || (tick + match->config.number) % interval == 0;
}

void dw_match_quiet_snapshot(dw_match *match, dw_snapshot *out)
{
    memset(out, 0, sizeof *out);
    out->own.slot = DW_SLOT_NONE;
    dw_interest_all(dw_match_scene(match), out);
}

void dw_match_record_for_spectators(dw_match *match)
{
    dw_snapshot snapshot;
    dw_match_quiet_snapshot(match, &snapshot);
    snapshot.tick = match->tick;
    for (uint32_t i = 0; i < match->showing_count; i++) {
        dw_spectator_feed_put_snapshot(&match->showings[i].feed, &snapshot);
    }
}

static void fill_own(const dw_match *match, uint32_t slot, dw_snapshot_own *own)
{
    const dw_world *world = dw_sim_world(match->sim);
    const dw_slot_state state = dw_match_slot_state(match, slot);
    *own = (dw_snapshot_own){.slot = (uint8_t)slot, .state = (uint8_t)state};
    own->input_tick = match->players[slot].intents.lead_newest != 0 ? match->tick : 0;
    if (state != DW_SLOT_ALIVE && state != DW_SLOT_DROPPED && state != DW_SLOT_CAUGHT) {
        return;
    }
    const dw_body *body = &dw_intruder_actor(world, slot)->body;
    own->x = body->position.x;
    own->y = body->position.y;
    own->heading_bam = body->heading_bam;
    own->flags = dw_interest_flags(world, (uint8_t)slot);
    const uint32_t percent = (uint32_t)world->intruders[slot].caught_ticks * 100 /
                             (uint32_t)match->config.rules->catch_ticks;
    own->caught = (uint8_t)(percent < 100 ? percent : 100);
    const dw_pick pick = dw_sim_pick(match->sim, (uint8_t)slot);
    if (pick.ticks > 0) {
        own->pick = (uint16_t)(1 + pick.door);
        own->pick_since = (uint16_t)(match->tick - pick.ticks);
    }
    const dw_tools *tools = dw_sim_tools(match->sim);
    if (tools != NULL) {
        own->coins = tools->belts[slot].coins;
        own->baits = tools->belts[slot].baits;
    }
}

/* Fills everything but the bodies after the last one. */
static void build_for_player(dw_match *match, uint32_t slot, dw_snapshot *out)
{
    dw_player *player = &match->players[slot];
    out->tick = match->tick;
    out->input_lead = player->intents.lead;
    fill_own(match, slot, &out->own);
    const bool watching = !dw_match_plays(match, slot);
    const uint32_t eyes = dw_match_eyes(match, slot);
    const uint8_t own = watching ? DW_SLOT_NONE : (uint8_t)slot;
    dw_interest_filter(dw_match_scene(match), &player->interest, eyes, own, out);
}

static dw_showing *showing_of(dw_match *match, uint32_t index)
{
    return &match->showings[match->spectators[index - DW_INTRUDERS_MAX].showing];
}

/* The same for all spectators of that showing. The feed changes only within a step, and each step
 * has its own tick. */
static const dw_snapshot *view_of_spectators(dw_match *match, dw_showing *showing)
{
    const uint64_t built = showing->view.built;
    const dw_snapshot *seen = dw_spectator_view_at(&showing->view, &showing->feed, match->tick);
    match->stats.spectator_views += showing->view.built - built;
    return seen;
}

dw_status dw_match_snapshot(dw_match *match, dw_client_handle client, dw_snapshot *snapshot)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    if (index < 0) {
        return DW_NOT_FOUND;
    }
    if (index < DW_INTRUDERS_MAX) {
        memset(snapshot, 0, sizeof *snapshot);
        build_for_player(match, (uint32_t)index, snapshot);
    } else {
        *snapshot = *view_of_spectators(match, showing_of(match, (uint32_t)index));
    }
    return DW_OK;
}

/* By how many ticks the newest snapshot that the client at `index` could have is newer than `tick`.
 * Spectators are not shown the present, and nothing new until their delay has passed once; their
 * connection is not to blame. A spectator that has just become late has seen what is to come. */
static uint32_t lag_of(dw_match *match, uint32_t index, uint32_t tick)
{
    const uint32_t newest =
        index < DW_INTRUDERS_MAX
            ? match->tick
            : dw_spectator_feed_tick(&showing_of(match, index)->feed, match->tick);
    return newest > tick ? newest - tick : 0;
}

void dw_match_acknowledge(dw_match *match, uint32_t index, dw_connection *connection, uint32_t tick)
{
    if (tick <= connection->acked_tick) {
        if (tick != 0) {
            dw_send_rate_hear(&connection->rate, lag_of(match, index, tick));
        }
        return;
    }
    const bool sent = tick >= connection->ack_floor && tick <= connection->sent_tick;
    const bool held =
        index >= DW_INTRUDERS_MAX || dw_snapshot_history_has(&match->players[index].history, tick);
    if (sent && held) {
        connection->acked_tick = tick;
        dw_send_rate_hear(&connection->rate, lag_of(match, index, tick));
    } else {
        match->stats.acks_unknown++;
    }
}

/* Tick of the snapshot that the client has for sure, when it is not too old to build on; else 0. */
static uint32_t base_tick_of(const dw_connection *connection, uint32_t tick)
{
    const bool serves = connection->acked_tick != 0 && connection->acked_tick < tick &&
                        tick - connection->acked_tick <= BASE_AGE_TICKS;
    return serves ? connection->acked_tick : 0;
}

static const uint8_t *choose_order(const dw_match *match, const dw_snapshot *snapshot,
                                   uint8_t order[DW_SNAPSHOT_BODIES_MAX])
{
    if (snapshot->body_count <= ROWS_THAT_FIT) {
        return NULL;
    }
    const dw_vec from = {snapshot->own.x, snapshot->own.y};
    dw_interest_order(snapshot, match->config.map, from, order);
    return order;
}

/* A row that did not fit is missing, or stands as the base had it. */
static bool was_cut(const dw_snapshot *snapshot, const dw_snapshot *sent)
{
    bool same = sent->body_count == snapshot->body_count;
    for (uint32_t i = 0; same && i < sent->body_count; i++) {
        const dw_snapshot_body *a = &snapshot->bodies[i];
        const dw_snapshot_body *b = &sent->bodies[i];
        same = a->id == b->id && a->role == b->role && a->slot == b->slot && a->flags == b->flags &&
               a->mood == b->mood && a->meter == b->meter && a->heading == b->heading &&
               a->x == b->x && a->y == b->y;
    }
    return !same;
}

/* The delay has not passed since the server began, or nothing has happened yet: what the first
 * tick will look like is not known before it has run. */
static bool is_to_come(const dw_match *match, const dw_connection *connection, uint32_t tick)
{
    return tick <= connection->sent_tick || tick > match->tick;
}

static bool full_one_waits(const dw_match *match, const dw_connection *connection)
{
    return connection->full_tick != 0 && match->tick - connection->full_tick < FULL_INTERVAL_TICKS;
}

static dw_status encode(const dw_match *match, const dw_snapshot *snapshot, const dw_snapshot *base,
                        uint8_t *bytes, size_t capacity, size_t *size, dw_snapshot *sent)
{
    uint8_t order[DW_SNAPSHOT_BODIES_MAX];
    return dw_snapshot_encode(snapshot, base, match->config.map->door_count,
                              choose_order(match, snapshot, order), bytes, capacity, size, sent);
}

static void note_sent(dw_match *match, dw_connection *connection, uint32_t tick, bool full,
                      size_t size)
{
    connection->sent_tick = tick;
    connection->full_tick = full ? match->tick : connection->full_tick;
    match->stats.snapshots++;
    match->stats.snapshots_full += full ? 1 : 0;
    match->stats.snapshot_bytes += size;
}

/* A snapshot that is this client's alone, against those that it has been sent. */
static dw_status encode_for_one(dw_match *match, dw_connection *connection,
                                dw_snapshot_history *history, const dw_snapshot *snapshot,
                                uint8_t *bytes, size_t capacity, size_t *size)
{
    const uint32_t base_tick = base_tick_of(connection, snapshot->tick);
    const dw_snapshot *base = base_tick != 0 ? dw_snapshot_history_find(history, base_tick) : NULL;
    if (base == NULL && full_one_waits(match, connection)) {
        return DW_TIMEOUT;
    }
    dw_snapshot sent;
    const dw_status status = encode(match, snapshot, base, bytes, capacity, size, &sent);
    if (status != DW_OK) {
        return status;
    }
    dw_snapshot_history_put(history, &sent);
    note_sent(match, connection, sent.tick, base == NULL, *size);
    return DW_OK;
}

static dw_status encode_for_player(dw_match *match, uint32_t slot, dw_connection *connection,
                                   uint8_t *bytes, size_t capacity, size_t *size)
{
    dw_snapshot snapshot;
    build_for_player(match, slot, &snapshot);
    if (is_to_come(match, connection, snapshot.tick)) {
        return DW_TIMEOUT;
    }
    dw_match_send_kinds(match, slot, connection, &snapshot);
    return encode_for_one(match, connection, &match->players[slot].history, &snapshot, bytes,
                          capacity, size);
}

/* A spectator of a recorded round who has chosen the view of one body. */
static dw_status encode_for_viewer(dw_match *match, uint32_t index, dw_connection *connection,
                                   uint8_t *bytes, size_t capacity, size_t *size)
{
    dw_played_round *playback = match->config.playback;
    dw_playback_viewer *viewer = &playback->viewers[index - DW_INTRUDERS_MAX];
    dw_snapshot snapshot;
    if (is_to_come(match, connection, match->tick)) {
        return DW_TIMEOUT;
    }
    memset(&snapshot, 0, sizeof snapshot);
    snapshot.tick = match->tick;
    snapshot.own.slot = DW_SLOT_NONE;
    dw_played_round_fill(playback, viewer->view, &snapshot);
    dw_match_send_kinds(match, index, connection, &snapshot);
    const dw_status status =
        encode_for_one(match, connection, &viewer->history, &snapshot, bytes, capacity, size);
    match->stats.spectator_snapshots += status == DW_OK ? 1 : 0;
    return status;
}

/* The first client with that baseline pays for all. DW_NOT_FOUND: the baseline is not held any
 * more. */
static dw_status encode_view(dw_match *match, dw_showing *showing, uint32_t base_tick,
                             uint8_t *bytes, size_t capacity, dw_spectator_bytes *made)
{
    const dw_spectator_bytes *kept =
        dw_spectator_view_find(&showing->view, base_tick, bytes, capacity);
    if (kept != NULL) {
        *made = *kept;
        return DW_OK;
    }
    dw_snapshot base;
    if (base_tick != 0 && !dw_spectator_feed_base(&showing->feed, base_tick, &base)) {
        return DW_NOT_FOUND;
    }
    const dw_snapshot *seen = showing->view.snapshot;
    dw_snapshot sent;
    size_t size = 0;
    const dw_status status =
        encode(match, seen, base_tick != 0 ? &base : NULL, bytes, capacity, &size, &sent);
    if (status != DW_OK) {
        return status;
    }
    match->stats.spectator_encodings++;
    *made = (dw_spectator_bytes){.capacity = capacity,
                                 .base_tick = base_tick,
                                 .size = (uint16_t)size,
                                 .cut = was_cut(seen, &sent)};
    dw_spectator_view_keep(&showing->view, made, bytes);
    return DW_OK;
}

static dw_status encode_for_spectator(dw_match *match, uint32_t index, dw_connection *connection,
                                      uint8_t *bytes, size_t capacity, size_t *size)
{
    if (dw_match_view_of(match, index - DW_INTRUDERS_MAX) != DW_PLAYBACK_VIEW_ALL) {
        return encode_for_viewer(match, index, connection, bytes, capacity, size);
    }
    dw_showing *showing = showing_of(match, index);
    const dw_snapshot *seen = view_of_spectators(match, showing);
    const uint32_t tick = seen->tick;
    if (is_to_come(match, connection, tick)) {
        return DW_TIMEOUT;
    }
    dw_match_send_kinds(match, index, connection, seen);
    const uint32_t base_tick = base_tick_of(connection, tick);
    dw_spectator_bytes made;
    dw_status status = base_tick != 0
                           ? encode_view(match, showing, base_tick, bytes, capacity, &made)
                           : DW_NOT_FOUND;
    if (status == DW_NOT_FOUND) {
        if (full_one_waits(match, connection)) {
            return DW_TIMEOUT;
        }
        status = encode_view(match, showing, 0, bytes, capacity, &made);
    }
    if (status != DW_OK) {
        return status;
    }
    if (made.cut) {
        /* Spectators share their baselines: a snapshot that was cut cannot be one. */
        connection->ack_floor = tick + 1;
    }
    *size = made.size;
    note_sent(match, connection, tick, made.base_tick == 0, made.size);
    match->stats.spectator_snapshots++;
    return DW_OK;
}

dw_status dw_match_encode_snapshot(dw_match *match, dw_client_handle client, uint8_t *bytes,
                                   size_t capacity, size_t *size)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    if (index < 0) {
        return DW_NOT_FOUND;
    }
    if (connection->map_told_tick != 0 || !dw_send_rate_take_turn(&connection->rate, match->tick)) {
        return DW_TIMEOUT;
    }
    return index < DW_INTRUDERS_MAX
               ? encode_for_player(match, (uint32_t)index, connection, bytes, capacity, size)
               : encode_for_spectator(match, (uint32_t)index, connection, bytes, capacity, size);
}
