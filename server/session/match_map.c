/* match_map.c - the map of a match: all that hangs on it, and the change to another map between two
 * rounds. Players and spectators keep their seats and connections; everything whose size or content
 * follows from the map is made anew in the same memory.
 *
 *     arena: | match | spectators | players, histories, showings, simulation |
 *                                 ^ mark: a change gives back all behind it
 *
 * A client that is told of the change is shown nothing until it says that it has the map: snapshots
 * are unreliable, so that they could overtake the message. */
#include "common/base/check.h"
#include "server/session/match_state.h"

#include <string.h>

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* One alone where spectators see the match late enough anyway. */
static dw_status create_showings(dw_match *match, dw_arena *arena, uint32_t bodies)
{
    const dw_match_config *config = &match->config;
    const uint32_t usual = config->spectator_delay_ticks;
    const uint32_t late = later(usual, DW_SPECTATOR_LATE_TICKS);
    match->showing_count = late > usual ? 2 : 1;
    match->minds_shared = !config->minds_always;
    dw_status status = DW_OK;
    for (uint32_t i = 0; i < match->showing_count && status == DW_OK; i++) {
        dw_showing *showing = &match->showings[i];
        const uint32_t delay = i == DW_SHOWING_USUAL ? usual : late;
        const dw_spectator_delays delays = {
            .ticks = delay,
            .mind_ticks = config->minds_always ? delay : later(delay, DW_MIND_DELAY_TICKS)};
        const uint32_t guards =
            i == DW_SHOWING_USUAL || !match->minds_shared ? config->map->guard_count : 0;
        status = dw_spectator_feed_create(&showing->feed, arena, &delays, config->snapshot_hz,
                                          bodies, guards);
        if (status == DW_OK) {
            status =
                dw_spectator_view_create(&showing->view, arena, bodies, config->spectators_max);
        }
    }
    return status;
}

static dw_status create_clients(dw_match *match, dw_arena *arena)
{
    const dw_match_config *config = &match->config;
    const uint32_t seats = dw_match_seats(match);
    const uint32_t bodies = config->map->guard_count + seats;
    const uint32_t rows = (uint32_t)DW_HISTORY_SECONDS * config->snapshot_hz + 1;
    match->players = DW_ARENA_ARRAY(arena, dw_player, seats);
    const uint32_t minds = config->spectators_max > 0 ? config->map->guard_count : 0;
    match->minds = DW_ARENA_ARRAY(arena, dw_mind_view, minds);
    if (match->players == NULL || match->minds == NULL) {
        return DW_MEMORY;
    }
    dw_status status = DW_OK;
    for (uint32_t s = 0; s < seats && status == DW_OK; s++) {
        status = dw_snapshot_history_create(&match->players[s].history, arena, rows, bodies,
                                            DW_HISTORY_BYTES_MAX);
    }
    return status == DW_OK && config->spectators_max > 0 ? create_showings(match, arena, bodies)
                                                         : status;
}

/* As many as map and mission are made for. */
static uint32_t seats_on(const dw_map *map, const dw_mission *mission)
{
    const uint32_t most = map->intruders_max;
    return mission != NULL && mission->players_max < most ? mission->players_max : most;
}

dw_status dw_match_build_on_map(dw_match *match, dw_error *error)
{
    dw_match_config *config = &match->config;
    match->seats = seats_on(config->map, config->mission);
    dw_status status = create_clients(match, match->arena);
    if (status != DW_OK) {
        return dw_fail(error, status, "match %u: out of memory", config->number);
    }
    match->mission_views =
        config->mission != NULL ? DW_ARENA_NEW(match->arena, dw_mission_views) : NULL;
    if (config->mission != NULL && match->mission_views == NULL) {
        return dw_fail(error, DW_MEMORY, "match %u: out of memory", config->number);
    }
    dw_sim_config sim = {.map = config->map,
                         .nav = config->nav,
                         .sizes = config->sizes,
                         .rules = config->rules,
                         .mission = config->mission,
                         .searches = config->playback != NULL ? config->map->guard_count : 0,
                         .without_hash = config->without_hash};
    for (uint16_t g = 0; g < config->map->guard_count; g++) {
        sim.brains[g] = config->brains != NULL ? config->brains[g] : config->brain;
        match->brains[g] = sim.brains[g];
    }
    dw_replay_writer_init(&match->replay, config->recording);
    config->brains = match->brains;
    status = dw_sim_create(&match->sim, match->arena, &sim, error);
    if (status == DW_OK) {
        config->rules = dw_sim_rules(match->sim);
        dw_interest_scene_init(&match->scene, config->map, config->rules);
        match->other_kinds = dw_match_other_kinds(match);
    }
    return status;
}

uint64_t dw_match_seed(const dw_match *match, uint32_t round)
{
    const dw_match_config *config = &match->config;
    return config->round_seed != NULL ? *config->round_seed
                                      : dw_round_seed(&config->round_key, config->number, round);
}

void dw_match_place_bodies(dw_match *match)
{
    dw_sim_reset(match->sim, dw_match_seed(match, match->round.round), match->playing);
    match->bodies_changed = false;
    match->serial++;
    memset(match->moods, 0, sizeof match->moods);
    dw_match_begin_mission(match);
}

void dw_match_reset_showings(dw_match *match)
{
    dw_match_reset_mission_views(match);
    for (uint32_t i = 0; i < match->showing_count; i++) {
        dw_snapshot quiet;
        dw_match_quiet_snapshot(match, &quiet);
        match->showings[i].round = dw_match_round(match);
        match->showings[i].found_items = match->found_items;
        dw_spectator_feed_reset(&match->showings[i].feed, &quiet);
    }
}

dw_status dw_match_check_map(const dw_match *match, const dw_match_map *next, dw_error *error)
{
    const uint32_t taken = match->playing | match->watching;
    const uint32_t seats = seats_on(next->map, next->mission);
    if (taken >> seats == 0) {
        return DW_OK;
    }
    return dw_fail(error, DW_FULL, "%s has %u seats, and the player in slot %u has none there",
                   next->mission != NULL ? next->mission->name : next->map->name, seats,
                   31 - (uint32_t)__builtin_clz(taken));
}

/* Sends the change to the client of that connection, which sees nothing until it has the map.
 * `last_tick`: of the old map's snapshots and minds. */
static void send_change(dw_match *match, dw_connection *connection, uint32_t last_tick)
{
    connection->acked_tick = 0;
    connection->ack_floor = last_tick + 1;
    connection->full_tick = 0;
    connection->kinds_told = 0;
    connection->persons_told = 0;
    dw_send_rate_reset(&connection->rate);
    if (!connection->connected) {
        return;
    }
    connection->map_change++;
    connection->map_told_tick = match->tick > 0 ? match->tick : 1;
    const dw_match_config *config = &match->config;
    dw_message message = {.type = DW_MESSAGE_MAP_CHANGE,
                          .as.map_change = {.change = connection->map_change,
                                            .tick = last_tick,
                                            .intruders_max = (uint8_t)match->seats,
                                            .map_hash = config->map_hash,
                                            .map_size = config->map_size}};
    memcpy(message.as.map_change.map_name, config->map->name,
           sizeof message.as.map_change.map_name);
    config->send(config->send_context, &connection->tag, 1, &message);
}

static void send_change_to_all(dw_match *match)
{
    match->loading = match->connected;
    match->mission_told = 0;
    for (uint32_t s = 0; s < match->seats; s++) {
        send_change(match, &match->players[s].connection, match->tick);
    }
    for (uint32_t i = 0; i < match->config.spectators_max; i++) {
        dw_spectator *spectator = &match->spectators[i];
        const dw_spectator_feed *feed = &match->showings[spectator->showing].feed;
        spectator->round_sent = false;
        send_change(match, &spectator->connection, dw_spectator_feed_tick(feed, match->tick));
    }
}

/* Into the new rows, which have room for the new map's histories. */
static void seat_again(dw_match *match, const dw_player *kept, uint32_t count)
{
    for (uint32_t s = 0; s < match->seats; s++) {
        dw_player *player = &match->players[s];
        const dw_snapshot_history history = player->history;
        if (s < count) {
            *player = kept[s];
            player->history = history;
        }
        dw_intent_queue_reset(&player->intents);
        dw_interest_init(&player->interest);
        dw_interest_new_round(&player->interest, match->config.map);
    }
}

void dw_match_change_map(dw_match *match, const dw_match_map *next)
{
    DW_CHECK(dw_match_is_between_rounds(match) && !match->replay.active);
    DW_CHECK(dw_match_check_map(match, next, NULL) == DW_OK);
    dw_player kept[DW_INTRUDERS_MAX];
    const uint32_t count = match->seats;
    memcpy(kept, match->players, count * sizeof *kept);
    dw_match_config *config = &match->config;
    config->map = next->map;
    config->nav = next->nav;
    config->sizes = next->sizes;
    config->rules = next->rules;
    config->mission = next->mission;
    config->brains = next->brains;
    config->strategy = next->strategy;
    config->map_hash = next->hash;
    config->map_size = next->size;
    config->recording = next->recording;
    dw_arena_reset(match->arena, match->arena_mark);
    const dw_status status = dw_match_build_on_map(match, NULL);
    DW_CHECK(status == DW_OK); /* The caller has measured. */
    seat_again(match, kept, count);
    dw_round_machine_restart_lobby(&match->round, match->tick);
    match->gone = 0;
    dw_match_forget_items(match);
    dw_match_place_bodies(match);
    match->bodies_changed = match->waiting != 0; /* The next tick marks the absent. */
    match->roster_changed = true;
    dw_match_reset_showings(match);
    send_change_to_all(match);
}

void dw_match_map_ready(dw_match *match, dw_client_handle client, uint32_t change)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    if (index < 0 || connection->map_change != change) {
        return;
    }
    connection->map_told_tick = 0;
    if (index < DW_INTRUDERS_MAX) {
        match->loading &= ~(UINT32_C(1) << index);
    }
}

uint32_t dw_match_map_change(const dw_match *match, dw_client_handle client)
{
    dw_connection *connection = NULL;
    return dw_match_find_client((dw_match *)match, client, &connection) >= 0
               ? connection->map_change
               : 0;
}

uint32_t dw_match_loading_ticks(const dw_match *match, dw_client_handle client)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client((dw_match *)match, client, &connection);
    return index >= 0 && connection->map_told_tick != 0
               ? match->tick - connection->map_told_tick + 1
               : 0;
}
