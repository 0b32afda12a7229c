/* match_playback.c - a match that plays a recorded round in place of a round of its own
 * (playback/played_round.h). Everybody watches. The ticks of the match rise as ever; the clock of
 * the playback says which tick of the round its world stands at. */
#include "common/base/check.h"
#include "server/session/match_state.h"
#include "server/session/playback/played_round.h"

#include <string.h>

enum {
    TELL_ROUND_TICKS = DW_TICKS_PER_SECOND / 10,
    TELL_READY_TICKS = DW_TICKS_PER_SECOND / 2,
    EVENTS_TICKS = 3 /* From one part of the list to the next, for one client. */
};

/* The round of the match is the recorded one, as far as it is shown. */
static void set_round(dw_match *match)
{
    const dw_played_round *playback = match->config.playback;
    const dw_playback_clock *clock = &playback->clock;
    const dw_mission *mission = match->config.mission;
    const uint32_t limit = mission != NULL ? mission->time_limit_ticks
                                           : (uint32_t)match->config.rules->time_limit_ticks;
    const uint32_t world_tick = dw_sim_world(match->sim)->tick;
    const bool over =
        clock->shown == clock->length && !clock->seeking && playback->outcome != DW_OUTCOME_NONE;
    dw_round_machine *round = &match->round;
    const uint8_t phase = over ? DW_PHASE_RESULT : DW_PHASE_PLAY;
    match->play_start_tick = match->tick + 1 - (world_tick > 0 ? world_tick : 1);
    match->roster_changed = match->roster_changed || phase != round->phase;
    if (phase != round->phase || !over) {
        round->start_tick = over ? match->tick : match->play_start_tick;
    }
    match->paused = clock->paused; /* For clients, as if a host had paused it. */
    round->round = playback->header->round;
    round->phase = phase;
    round->outcome = over ? playback->outcome : (uint8_t)DW_OUTCOME_NONE;
    round->winner = over ? playback->winner : (uint8_t)DW_SLOT_NONE;
    round->end_tick = over || limit == 0 ? 0 : round->start_tick + limit;
}

dw_status dw_match_begin_playback(dw_match *match, dw_error *error)
{
    dw_played_round *playback = match->config.playback;
    const dw_status status = dw_played_round_begin(playback, match->sim, error);
    if (status != DW_OK) {
        return status;
    }
    match->playing = playback->header->slots;
    for (uint32_t s = 0; s < match->seats; s++) {
        memcpy(match->players[s].connection.name, playback->header->names[s],
               sizeof match->players[s].connection.name);
    }
    match->serial++;
    dw_match_begin_mission(match);
    set_round(match);
    dw_match_reset_showings(match);
    return DW_OK;
}

/* Nothing that the client had from the match before now is a baseline any more. */
static void begin_anew(dw_match *match, uint32_t index)
{
    dw_connection *connection = &match->spectators[index].connection;
    connection->acked_tick = 0;
    connection->ack_floor = match->tick;
    connection->full_tick = 0;
    dw_snapshot_history_reset(&match->config.playback->viewers[index].history);
    memset(match->minds, 0, match->config.map->guard_count * sizeof *match->minds);
}

/* The world stands at another tick than the next one. What was shown up to the tick before is of
 * another epoch. */
static void begin_epoch(dw_match *match)
{
    const dw_world *world = dw_sim_world(match->sim);
    dw_playback_clock_arrive(&match->config.playback->clock, match->tick - 1);
    for (uint32_t i = 0; i < match->config.spectators_max; i++) {
        begin_anew(match, i);
    }
    for (uint16_t g = 0; g < world->guard_count; g++) {
        match->moods[g] = world->guards[g].command.mood;
    }
    dw_match_begin_mission(match); /* Who did what before is not known here. */
    dw_match_withdraw_question(match);
    dw_match_reset_mission_views(match);
    match->serial++;
    match->roster_changed = true;
}

static void play(dw_match *match)
{
    dw_played_round *playback = match->config.playback;
    const uint32_t due = dw_playback_clock_due(&playback->clock);
    const uint32_t most = due < playback->slice ? due : playback->slice;
    uint32_t done = 0;
    while (done < most && dw_played_round_play(playback)) {
        done++;
        match->serial++;
        dw_match_note_mission(match);
        dw_match_send_events(match);
    }
    dw_playback_clock_move(&playback->clock, due, done);
}

static void send_to_viewer(dw_match *match, uint32_t index, const dw_message *message)
{
    match->config.send(match->config.send_context, &match->spectators[index].connection.tag, 1,
                       message);
}

static void send_state(dw_match *match, uint32_t index)
{
    const dw_played_round *playback = match->config.playback;
    const dw_playback_clock *clock = &playback->clock;
    dw_playback_viewer *viewer = &match->config.playback->viewers[index];
    dw_message message = {.type = DW_MESSAGE_PLAYBACK};
    dw_playback_state *state = &message.as.playback;
    *state = (dw_playback_state){
        .tick = match->tick,
        .shown = clock->seeking ? clock->target : clock->shown,
        .length = clock->length,
        .speed = clock->speed,
        .flags = (uint8_t)((clock->paused ? DW_PLAYBACK_PAUSED : 0) |
                           (clock->seeking ? DW_PLAYBACK_SEEKING : 0) |
                           (viewer->may_steer ? DW_PLAYBACK_MAY_STEER : 0) |
                           (playback->cut ? DW_PLAYBACK_CUT : 0) |
                           (playback->differs ? DW_PLAYBACK_DIFFERS : 0)),
        .epoch = clock->epoch,
        .epoch_tick = clock->jumped,
        .ready = playback->ready < clock->length ? playback->ready : clock->length,
        .events = (uint16_t)playback->event_count,
        .view = viewer->view,
    };
    memcpy(state->steerer, playback->steerer, sizeof state->steerer);
    viewer->told = true;
    send_to_viewer(match, index, &message);
}

static void send_events(dw_match *match, uint32_t index)
{
    const dw_played_round *playback = match->config.playback;
    dw_playback_viewer *viewer = &match->config.playback->viewers[index];
    const uint32_t left = playback->event_count - viewer->next_event;
    if (left == 0 || match->tick - viewer->events_tick < EVENTS_TICKS) {
        return;
    }
    dw_message message = {.type = DW_MESSAGE_PLAYBACK_EVENTS};
    dw_playback_events *events = &message.as.playback_events;
    events->first = viewer->next_event;
    events->count = (uint8_t)(left < DW_PLAYBACK_ROWS_MAX ? left : DW_PLAYBACK_ROWS_MAX);
    memcpy(events->rows, &playback->events[viewer->next_event],
           events->count * sizeof events->rows[0]);
    viewer->next_event = (uint16_t)(viewer->next_event + events->count);
    viewer->events_tick = match->tick;
    send_to_viewer(match, index, &message);
}

static void send_ghosts(dw_match *match, uint32_t index)
{
    const dw_played_round *playback = match->config.playback;
    dw_message message = {.type = DW_MESSAGE_GHOSTS,
                          .as.ghosts = {.tick = match->tick,
                                        .complete = playback->ghosts_complete ? 1 : 0,
                                        .tries = playback->ghosts.tries}};
    dw_ghosts *ghosts = &message.as.ghosts;
    for (uint32_t i = 0; i < playback->ghosts.count; i++) {
        if (dw_ghost_trail_at(playback->ghosts.rows[i], playback->clock.shown,
                              &ghosts->rows[ghosts->count])) {
            ghosts->count++;
        }
    }
    send_to_viewer(match, index, &message);
}

static void send_whys(dw_match *match, uint32_t index)
{
    dw_playback_viewer *viewer = &match->config.playback->viewers[index];
    for (uint32_t i = 0; i < viewer->why_count; i++) {
        const dw_playback_sighting *why =
            dw_played_round_why(match->config.playback, viewer->whys[i]);
        if (why != NULL) {
            dw_message message = {.type = DW_MESSAGE_SIGHTING, .as.sighting = *why};
            send_to_viewer(match, index, &message);
        }
    }
    viewer->why_count = 0;
}

/* Whether the list has grown, and those who watch hear of it now. */
static bool tells_ready(const dw_match *match)
{
    const dw_played_round *playback = match->config.playback;
    return (playback->ready != playback->told_ready ||
            playback->event_count != playback->told_events) &&
           match->tick - playback->clock.told >= TELL_READY_TICKS;
}

static void tell_viewers(dw_match *match)
{
    dw_played_round *playback = match->config.playback;
    dw_playback_clock *clock = &playback->clock;
    const bool whole = clock->eighths == 0;
    const bool all = dw_playback_clock_tells(clock, match->tick) || (whole && tells_ready(match));
    for (uint32_t i = 0; i < match->config.spectators_max; i++) {
        dw_playback_viewer *viewer = &playback->viewers[i];
        if (!match->spectators[i].connection.connected || !viewer->watches) {
            continue;
        }
        if (all || (whole && !viewer->told)) {
            send_state(match, i);
        }
        send_events(match, i);
        send_whys(match, i);
        if (viewer->ghosts && !clock->seeking && dw_match_snapshot_due(match, match->tick)) {
            send_ghosts(match, i);
        }
    }
    if (all) {
        dw_playback_clock_told(clock, match->tick);
        playback->told_ready = playback->ready;
        playback->told_events = playback->event_count;
    }
}

/* Clocks of clients count on by themselves only while the round runs as it was recorded. */
static bool tells_round(const dw_match *match)
{
    const dw_round *told = &match->showings[DW_SHOWING_USUAL].round;
    return match->roster_changed || told->paused != dw_match_round(match).paused ||
           (match->round.start_tick != told->start_tick && match->tick % TELL_ROUND_TICKS == 0);
}

void dw_match_step_playback(dw_match *match)
{
    dw_played_round *playback = match->config.playback;
    if (!playback->clock.seeking) {
        play(match);
    } else if (dw_played_round_approach(playback)) {
        begin_epoch(match);
    }
    set_round(match);
    if (tells_round(match)) {
        match->roster_changed = false;
        dw_match_send_round(match);
    }
    if (!playback->clock.seeking && dw_match_snapshot_due(match, match->tick)) {
        dw_match_tell_mission(match);
        dw_match_record_for_spectators(match);
    }
    dw_match_record_minds(match);
    dw_match_feed_spectators(match);
    tell_viewers(match);
    match->quiet = dw_match_spectators(match) == 0;
}

static dw_playback_viewer *viewer_of(dw_match *match, dw_client_handle client, uint32_t *index)
{
    dw_connection *connection = NULL;
    const int32_t found = dw_match_find_client(match, client, &connection);
    if (match->config.playback == NULL || found < DW_INTRUDERS_MAX) {
        return NULL;
    }
    *index = (uint32_t)found - DW_INTRUDERS_MAX;
    return &match->config.playback->viewers[*index];
}

void dw_match_let_steer(dw_match *match, dw_client_handle client, bool may_steer)
{
    uint32_t index = 0;
    dw_playback_viewer *viewer = viewer_of(match, client, &index);
    if (viewer != NULL && viewer->may_steer != may_steer) {
        viewer->may_steer = may_steer;
        viewer->told = false;
    }
}

static void set_view(dw_match *match, uint32_t index, uint8_t view)
{
    dw_playback_viewer *viewer = &match->config.playback->viewers[index];
    viewer->view = view;
    viewer->told = false;
    begin_anew(match, index);
    /* Its snapshot of this tick was still of the view before. */
    match->spectators[index].connection.ack_floor = match->tick + 1;
}

/* Slots that had an intruder, and guards of the map. */
static bool view_exists(const dw_match *match, int32_t view)
{
    const int32_t guard = view - DW_PLAYBACK_VIEW_GUARDS;
    return view == DW_PLAYBACK_VIEW_ALL ||
           (guard < 0 ? dw_match_plays(match, (uint32_t)(view - DW_PLAYBACK_VIEW_SLOTS))
                      : guard < match->config.map->guard_count);
}

static void steer_clock(dw_playback_clock *clock, const dw_steer *steer)
{
    switch ((dw_steer_action)steer->action) {
    case DW_STEER_SEEK:
        dw_playback_clock_seek(clock, (uint32_t)steer->value);
        break;
    case DW_STEER_PAUSE:
        dw_playback_clock_pause(clock, steer->value != 0);
        break;
    case DW_STEER_SPEED:
        dw_playback_clock_set_speed(clock, (uint8_t)steer->value);
        break;
    default:
        dw_playback_clock_step(clock, steer->value);
        break;
    }
}

bool dw_match_steer(dw_match *match, dw_client_handle client, const dw_steer *steer)
{
    uint32_t index = 0;
    dw_playback_viewer *viewer = viewer_of(match, client, &index);
    if (viewer == NULL) {
        match->stats.steers_refused++;
        return false;
    }
    bool taken = viewer->watches;
    switch ((dw_steer_action)steer->action) {
    case DW_STEER_WATCH:
        viewer->watches = true;
        taken = true;
        break;
    case DW_STEER_VIEW:
        taken = taken && view_exists(match, steer->value);
        if (taken && viewer->view != steer->value) {
            set_view(match, index, (uint8_t)steer->value);
        }
        break;
    case DW_STEER_WHY:
        taken = taken && viewer->why_count < DW_PLAYBACK_WHYS_MAX;
        if (taken) {
            viewer->whys[viewer->why_count++] = (uint16_t)steer->value;
        }
        break;
    case DW_STEER_GHOSTS:
        if (taken) {
            viewer->ghosts = steer->value != 0;
            match->config.playback->ghosts_wanted |= viewer->ghosts;
        }
        break;
    default:
        taken = taken && viewer->may_steer;
        if (taken) {
            steer_clock(&match->config.playback->clock, steer);
            memcpy(match->config.playback->steerer, match->spectators[index].connection.name,
                   sizeof match->config.playback->steerer);
        }
        break;
    }
    match->stats.steers += taken ? 1 : 0;
    match->stats.steers_refused += taken ? 0 : 1;
    return taken;
}
