#include "server/session/match.h"

#include "common/base/check.h"
#include "server/session/match_state.h"
#include "server/session/playback/played_round.h"

#include <string.h>

enum { PAUSED_TELL_TICKS = 6 };

/* Players whose connection is lost have a body too: after a resume it is where it was. */
static void mark_absent(dw_match *match)
{
    for (uint32_t left = match->playing & match->waiting; left != 0; left &= left - 1) {
        dw_match_set_slot(match, (uint32_t)__builtin_ctz(left), DW_SLOT_DROPPED);
    }
}

static void go_quiet(dw_match *match)
{
    match->paused = false;
    match->quiet = true;
    match->vote.phase = DW_VOTE_FAILED; /* Nobody is left to vote. */
    dw_match_forget_items(match);
    dw_match_place_bodies(match);
    dw_match_reset_showings(match);
}

dw_status dw_match_create(dw_match **out, dw_arena *arena, const dw_match_config *config,
                          dw_error *error)
{
    DW_CHECK(config->number >= 1 && config->snapshot_hz >= 1);
    DW_CHECK(DW_TICKS_PER_SECOND % config->snapshot_hz == 0);
    DW_CHECK(config->spectators_max <= DW_SPECTATORS_MAX);
    DW_CHECK(config->recording == NULL || !config->without_hash);
    dw_match *match = DW_ARENA_NEW(arena, dw_match);
    if (match == NULL) {
        return dw_fail(error, DW_MEMORY, "match %u: out of memory", config->number);
    }
    match->config = *config;
    match->arena = arena;
    match->spectators = DW_ARENA_ARRAY(arena, dw_spectator, config->spectators_max);
    if (match->spectators == NULL) {
        return dw_fail(error, DW_MEMORY, "match %u: out of memory", config->number);
    }
    match->arena_mark = dw_arena_mark(arena);
    const dw_status status = dw_match_build_on_map(match, error);
    if (status != DW_OK) {
        return status;
    }
    dw_round_machine_init(&match->round, 0);
    dw_kick_vote_init(&match->vote);
    go_quiet(match);
    *out = match;
    return config->playback != NULL ? dw_match_begin_playback(match, error) : DW_OK;
}

static void record_start(dw_match *match)
{
    if (match->config.recording == NULL) {
        return;
    }
    dw_replay_start start = {
        .match = match->config.number,
        .round = match->round.round,
        .seed = dw_match_seed(match, match->round.round),
        .slots = match->playing,
        .hash = dw_sim_hash(match->sim),
        .guard_count = match->config.map->guard_count,
    };
    for (uint16_t g = 0; g < start.guard_count; g++) {
        start.brains[g] = match->brains[g]->name;
        start.kinds[g] = match->brains[g];
    }
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        start.names[s] = match->players[s].connection.name;
    }
    dw_replay_writer_begin(&match->replay, &start);
}

static void begin_play(dw_match *match)
{
    if (match->config.mission != NULL) {
        match->round.end_tick = match->tick + match->config.mission->time_limit_ticks;
    }
    dw_match_place_bodies(match);
    match->play_start_tick = match->tick;
    record_start(match);
    dw_match_report_begin(match);
    dw_match_begin_detections(match);
    mark_absent(match);
}

static void begin_round(dw_match *match)
{
    dw_match_seat_everybody(match);
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        dw_interest_new_round(&match->players[s].interest, match->config.map);
    }
    match->bodies_changed = true;
}

static void end_round(dw_match *match, dw_outcome outcome, uint8_t winner)
{
    if (match->config.recording != NULL) {
        dw_replay_writer_end(&match->replay, (uint8_t)outcome, winner, dw_sim_hash(match->sim));
    }
    dw_match_report_end(match, outcome, winner);
    dw_match_end_detections(match, winner);
    dw_match_end_mission(match, outcome);
    dw_round_machine_end(&match->round, match->config.rules, match->tick, outcome, winner);
    match->stats.rounds[outcome]++;
    match->roster_changed = true;
}

/* 0 while they are fewer than the mission is for. */
static uint32_t ready_players(const dw_match *match)
{
    const uint32_t ready = dw_match_ready_players(match);
    const dw_mission *mission = match->config.mission;
    return mission == NULL || ready >= mission->players_min ? ready : 0;
}

/* Phase 1, its first half: players who waited too long are out, and the phase may change. */
static void advance_round(dw_match *match)
{
    dw_match_expire_drops(match);
    const bool deserted = dw_match_seats_taken(match) == 0;
    if (deserted && match->round.phase == DW_PHASE_PLAY) {
        end_round(match, DW_OUTCOME_ABORTED, DW_SLOT_NONE);
    }
    if (deserted && match->round.phase == DW_PHASE_RESULT && dw_match_spectators(match) == 0) {
        dw_round_machine_skip_result(&match->round, match->tick);
        begin_round(match);
    }
    if (dw_match_all_ready(match)) {
        dw_round_machine_hurry(&match->round, match->tick);
    }
    const dw_round_change change = dw_round_machine_advance(&match->round, match->config.rules,
                                                            match->tick, ready_players(match));
    match->roster_changed = match->roster_changed || change != DW_ROUND_SAME;
    if (change == DW_ROUND_NEXT) {
        begin_round(match);
    } else if (change == DW_ROUND_PLAY) {
        begin_play(match);
    }
    if (dw_match_is_between_rounds(match) && match->bodies_changed) {
        dw_match_place_bodies(match);
        mark_absent(match);
    }
}

/* Phase 1, its second half. The queues run in every phase: what a player asks for during the
 * countdown holds when the round begins. */
static void drain_intents(dw_match *match, dw_intent intents[DW_INTRUDERS_MAX])
{
    const dw_world *world = dw_sim_world(match->sim);
    const uint8_t options = dw_question_options(dw_sim_question(match->sim), match->config.mission);
    memset(intents, 0, DW_INTRUDERS_MAX * sizeof *intents);
    for (uint32_t s = 0; s < dw_match_seats(match); s++) {
        dw_player *player = &match->players[s];
        const dw_intent intent = dw_intent_queue_take(&player->intents, match->tick);
        player->idle_ticks += !match->paused && dw_match_can_act(match, s) ? 1 : 0;
        if (dw_match_plays(match, s) && dw_intruder_slot_state(world, s) == DW_SLOT_ALIVE) {
            intents[s] = intent;
            intents[s].answer = intent.answer <= options ? intent.answer : (uint8_t)0;
        }
    }
}

/* Whether the world stands still in this tick. The round then begins a tick later: minds and clocks
 * count the ticks of the world from there. Its first tick is run in any case. */
static bool stands_still(dw_match *match)
{
    if (!match->paused || match->round.phase != DW_PHASE_PLAY ||
        dw_sim_world(match->sim)->tick == 0) {
        return false;
    }
    if (match->paused_steps > 0) {
        match->paused_steps--;
        return false;
    }
    match->play_start_tick++;
    match->round.start_tick++;
    match->round.end_tick += match->round.end_tick != 0 ? 1 : 0;
    match->roster_changed |= match->tick % PAUSED_TELL_TICKS == 0; /* Clients' clocks stand, too. */
    return true;
}

void dw_match_step(dw_match *match, uint32_t tick)
{
    DW_CHECK(tick > match->tick);
    match->tick = tick;
    if (match->config.playback != NULL) {
        dw_match_step_playback(match);
        return;
    }
    advance_round(match);
    dw_intent intents[DW_INTRUDERS_MAX];
    drain_intents(match, intents);
    if (match->round.phase == DW_PHASE_PLAY && !stands_still(match)) {
        dw_sim_step(match->sim, intents);
        match->serial++;
        if (match->config.recording != NULL) {
            dw_replay_writer_tick(&match->replay, intents, dw_sim_hash(match->sim));
        }
        dw_match_report_tick(match);
        dw_match_note_detections(match);
        dw_match_note_mission(match);
        dw_match_find_items(match); /* Events may be about one of them. */
        dw_match_send_events(match);
        dw_match_send_sounds(match);
        const dw_world *world = dw_sim_world(match->sim);
        if (world->outcome != DW_OUTCOME_NONE) {
            end_round(match, (dw_outcome)world->outcome, world->winner);
        }
    }
    dw_match_run_vote(match);
    dw_match_tell_items(match);
    dw_match_tell_mission(match);
    if (match->roster_changed) {
        match->roster_changed = false;
        dw_match_send_round(match);
    }
    dw_match_tell_standings(match);
    if (match->config.spectators_max > 0) {
        if (dw_match_snapshot_due(match, tick)) {
            dw_match_record_for_spectators(match);
        }
        dw_match_record_minds(match);
        dw_match_part_showings(match);
        dw_match_feed_spectators(match);
    }
    if (!match->quiet && match->round.phase == DW_PHASE_LOBBY && dw_match_seats_taken(match) == 0 &&
        dw_match_spectators(match) == 0) {
        go_quiet(match);
    }
}

void dw_match_pause(dw_match *match)
{
    if (match->config.playback != NULL) {
        dw_playback_clock_pause(&match->config.playback->clock, true);
        return;
    }
    match->paused = true;
    match->paused_steps = 0;
    match->roster_changed = true; /* Clients learn it before they predict more. */
}

void dw_match_resume(dw_match *match)
{
    if (match->config.playback != NULL) {
        dw_playback_clock_pause(&match->config.playback->clock, false);
        return;
    }
    match->paused = false;
    match->roster_changed = true; /* Clients learn the later start of the round. */
}

bool dw_match_is_paused(const dw_match *match)
{
    return match->config.playback != NULL ? match->config.playback->clock.paused : match->paused;
}

void dw_match_step_paused(dw_match *match, uint32_t ticks)
{
    if (match->config.playback != NULL) {
        dw_playback_clock_step(&match->config.playback->clock, (int32_t)ticks);
        return;
    }
    DW_CHECK(match->paused);
    match->paused_steps = ticks;
}

void dw_match_abort(dw_match *match)
{
    if (match->round.phase == DW_PHASE_PLAY && match->config.playback == NULL) {
        end_round(match, DW_OUTCOME_ABORTED, DW_SLOT_NONE);
        match->roster_changed = false;
        dw_match_send_round(match);
    }
}

dw_status dw_match_set_brain(dw_match *match, uint16_t guard, const dw_brain_kind *kind)
{
    const dw_status status = dw_sim_set_brain(match->sim, guard, kind);
    if (status == DW_OK) {
        match->brains[guard] = kind;
        dw_replay_writer_brain(&match->replay, guard, kind);
    }
    return status;
}

bool dw_match_idle(const dw_match *match)
{
    return match->quiet;
}

const dw_match_stats *dw_match_get_stats(const dw_match *match)
{
    return &match->stats;
}

const dw_round_machine *dw_match_round_machine(const dw_match *match)
{
    return &match->round;
}

const dw_sim *dw_match_sim(const dw_match *match)
{
    return match->sim;
}
