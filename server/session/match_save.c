/* match_save.c - the match around a simulation as bytes, and back.
 * The lists of fields make the layout and its hash. Bytes from outside may have a right hash and
 * still name anything: each number that is an index, an enum or a part of a message is checked. */
#include "server/session/match_save.h"

#include "common/base/check.h"
#include "common/base/text.h"
#include "server/session/match_state.h"
#include "server/session/setup_hash.h"

#include <string.h>

enum {
    SAVE_VERSION = 0x364d5744, /* "DWM6" */
    ROUND_NEVER_PLAYED = 0,    /* Rounds begin with 1. */
    COUNT_MAX = INT32_MAX      /* Of ticks (more than a year) and rounds: nothing overflows. */
};

/* What stands behind the end of a name is not state. */
static inline uint8_t name_byte(const dw_field_player_name *name, size_t at)
{
    return at < strnlen(*name, sizeof *name) ? (uint8_t)(*name)[at] : 0;
}

static inline void dw_digest_player_name(dw_digest *digest, const dw_field_player_name *name)
{
    for (size_t i = 0; i < sizeof *name; i++) {
        dw_digest_bits(digest, name_byte(name, i), 8);
    }
}

static void dw_save_player_name(dw_state_writer *writer, const dw_field_player_name *name)
{
    for (size_t i = 0; i < sizeof *name; i++) {
        dw_state_put_u8(writer, name_byte(name, i));
    }
}

static void dw_load_player_name(dw_state_reader *reader, dw_field_player_name *name)
{
    for (size_t i = 0; i < sizeof *name; i++) {
        (*name)[i] = (char)dw_state_take_u8(reader);
    }
    (void)dw_state_require(reader, (*name)[sizeof *name - 1] == '\0');
    (*name)[sizeof *name - 1] = '\0';
}

DW_FIELDS_STATE(static, round_machine, DW_ROUND_MACHINE_FIELDS);
DW_FIELDS_STATE(static, kick_vote, DW_KICK_VOTE_FIELDS);
DW_FIELDS_STATE(static, bar, DW_BAR_FIELDS);
DW_FIELDS_STATE(static, intent, DW_INTENT_FIELDS);
DW_FIELDS_STATE(static, interest, DW_INTEREST_FIELDS);
DW_FIELDS_STATE(static, connection, DW_CONNECTION_FIELDS);
DW_FIELDS_STATE(static, player, DW_PLAYER_FIELDS);
DW_FIELDS_STATE(static, score, DW_SCORE_FIELDS);
DW_FIELDS_STATE(static, mission_told, DW_MISSION_TOLD_FIELDS);
DW_FIELDS_STATE(static, match, DW_MATCH_FIELDS);

typedef dw_match dw_field_ballot;
DW_FIELDS_STATE(static, ballot, DW_MATCH_VOTE_FIELDS);

static uint64_t hash_of(const dw_match *match)
{
    dw_digest digest = {.hash = DW_HASH_START};
    dw_digest_match(&digest, match);
    dw_digest_ballot(&digest, match);
    for (uint32_t s = 0; s < match->seats; s++) {
        dw_digest_connection(&digest, &match->players[s].connection);
        dw_digest_player(&digest, &match->players[s]);
        dw_digest_score(&digest, &match->scores[s]);
    }
    return dw_digest_end(&digest);
}

void dw_match_save(const dw_match *match, dw_state_writer *writer)
{
    dw_state_put_u32(writer, SAVE_VERSION);
    dw_state_put_u64(writer, dw_setup_hash_map(match->config.map));
    dw_state_put_u64(writer, dw_setup_hash_rules(match->config.rules));
    dw_state_put_u64(writer, dw_setup_hash_mission(match->config.mission));
    dw_state_put_u64(writer, dw_match_seed(match, ROUND_NEVER_PLAYED));
    dw_save_match(writer, match);
    dw_save_ballot(writer, match);
    for (uint32_t s = 0; s < match->seats; s++) {
        dw_save_connection(writer, &match->players[s].connection);
        dw_save_player(writer, &match->players[s]);
        dw_save_score(writer, &match->scores[s]);
    }
    dw_state_put_u64(writer, hash_of(match));
    dw_sim_save(match->sim, writer);
}

static dw_status load_head(const dw_match *match, dw_state_reader *reader, dw_error *error)
{
    const uint32_t version = dw_state_take_u32(reader);
    const uint64_t map = dw_state_take_u64(reader);
    const uint64_t rules = dw_state_take_u64(reader);
    const uint64_t mission = dw_state_take_u64(reader);
    const uint64_t key = dw_state_take_u64(reader);
    const uint16_t number = match->config.number;
    if (reader->failed || version != SAVE_VERSION) {
        return dw_fail(error, DW_INVALID, "match %u: the bytes are not a saved match", number);
    }
    if (map != dw_setup_hash_map(match->config.map)) {
        return dw_fail(error, DW_INVALID,
                       "match %u: the saved match is on another map than \"%s\", or on another "
                       "version of it",
                       number, match->config.map->name);
    }
    if (rules != dw_setup_hash_rules(match->config.rules)) {
        return dw_fail(error, DW_INVALID, "match %u: the saved match has another ruleset", number);
    }
    if (mission != dw_setup_hash_mission(match->config.mission)) {
        return dw_fail(error, DW_INVALID, "match %u: the saved match has another mission", number);
    }
    if (key != dw_match_seed(match, ROUND_NEVER_PLAYED)) {
        return dw_fail(error, DW_INVALID,
                       "match %u: the saved match has another number or another round key", number);
    }
    return DW_OK;
}

static uint32_t taken_seats(const dw_match *match)
{
    return match->playing | match->watching;
}

static bool seats_are_sound(const dw_match *match)
{
    const uint32_t all = (UINT32_C(1) << match->seats) - 1;
    const uint32_t once = match->playing ^ match->watching ^ match->gone;
    const uint32_t any = match->playing | match->watching | match->gone;
    const bool lobby = match->round.phase == DW_PHASE_LOBBY;
    return any == once && (any & ~all) == 0 && (match->waiting & ~taken_seats(match)) == 0 &&
           (match->ready & ~taken_seats(match)) == 0 && (match->ready == 0 || lobby) &&
           (!match->quiet || (lobby && !match->paused && taken_seats(match) == 0));
}

/* What the round message requires, too. */
static bool round_is_sound(const dw_match *match)
{
    const dw_round_machine *round = &match->round;
    const bool ended = round->phase == DW_PHASE_RESULT;
    const bool won = round->outcome == DW_OUTCOME_WON;
    return match->tick <= COUNT_MAX && match->play_start_tick <= match->tick && round->round >= 1 &&
           round->round <= COUNT_MAX && round->phase < DW_PHASE_COUNT &&
           round->outcome < DW_OUTCOME_COUNT && round->start_tick <= match->tick &&
           ended == (round->outcome != DW_OUTCOME_NONE) && (won || round->winner == DW_SLOT_NONE) &&
           (round->winner < match->seats || round->winner == DW_SLOT_NONE);
}

static bool vote_is_sound(const dw_match *match)
{
    const dw_kick_vote *vote = &match->vote;
    const uint32_t all = (UINT32_C(1) << match->seats) - 1;
    const bool accused = vote->accused < match->seats;
    const bool caller = vote->caller < match->seats || vote->caller == DW_SLOT_NONE;
    const bool about = vote->accused >= DW_INTRUDERS_MAX && vote->accused < DW_VOTE_SUBJECTS;
    return vote->phase < DW_VOTE_PHASE_COUNT && (accused || !match->accused_here) &&
           ((vote->yes | vote->no) & ~all) == 0 && match->next_bar < DW_MATCH_BARS_MAX &&
           (!dw_kick_vote_is_on(vote) ||
            ((accused || about) && caller && vote->accused != vote->caller && vote->number != 0));
}

/* Numbers 1 to ids_used, each given once: snapshots have a row for each. */
static bool interest_is_sound(const dw_match *match, const dw_interest *interest)
{
    uint64_t given[2] = {0};
    uint32_t count = 0;
    bool sound = true;
    for (uint32_t i = 0; i < DW_GUARDS_MAX + DW_INTRUDERS_MAX; i++) {
        const bool guard = i < DW_GUARDS_MAX;
        const uint32_t index = guard ? i : i - DW_GUARDS_MAX;
        const uint8_t id = guard ? interest->guard_ids[index] : interest->slot_ids[index];
        const uint32_t end = guard ? match->config.map->guard_count : match->seats;
        if (id == 0) {
            continue;
        }
        sound = sound && index < end && id <= interest->ids_used && id <= DW_SNAPSHOT_BODIES_MAX;
        if (sound) {
            const uint64_t bit = UINT64_C(1) << (id % 64);
            sound = (given[id / 64] & bit) == 0;
            given[id / 64] |= bit;
        }
        count++;
    }
    for (uint32_t door = match->config.map->door_count; door < DW_DOORS_MAX; door++) {
        sound = sound && !dw_door_set_has(&interest->doors, door);
    }
    sound = sound && (interest->worked & ~dw_map_switches(match->config.map)) == 0 &&
            (interest->turned & ~dw_map_locks(match->config.map)) == 0;
    return sound && count == interest->ids_used;
}

static bool player_is_sound(const dw_match *match, uint32_t slot)
{
    const dw_player *player = &match->players[slot];
    const char *name = player->connection.name;
    const bool has_row = ((taken_seats(match) | match->gone) >> slot & 1) != 0;
    return interest_is_sound(match, &player->interest) && dw_intent_valid(player->asked) &&
           (!has_row || dw_text_is_clean(name, strlen(name)));
}

/* As message 54 requires its rows. */
static bool score_is_sound(const dw_match *match, const dw_score *score)
{
    bool sound = score->rows <= score->detected && score->open >> score->rows == 0;
    for (uint32_t i = 0; i < score->rows; i++) {
        sound = sound && score->by[i] <= DW_DETECTED_BY_DETECTOR && score->ticks[i] >= 1 &&
                score->ticks[i] <= match->tick &&
                score->rooms[i] <= match->config.map->room_count &&
                (i == 0 || score->ticks[i] >= score->ticks[i - 1]);
    }
    return sound;
}

/* Parts of the mission, each once; what is settled has its tick. */
static bool mission_is_sound(const dw_match *match)
{
    const dw_mission *mission = match->config.mission;
    const dw_mission_told *told = &match->mission;
    uint32_t seen = 0;
    bool sound = told->count <= (mission != NULL ? mission->part_count : 0);
    for (uint32_t n = 0; n < told->count && sound; n++) {
        const uint8_t slot = told->slots[n];
        sound = told->parts[n] < mission->part_count && (seen >> told->parts[n] & 1) == 0 &&
                (slot < match->seats || slot == DW_SLOT_NONE) && told->settled[n] <= match->tick;
        seen |= UINT32_C(1) << (told->parts[n] % 32);
    }
    return sound;
}

/* Only hidden items are found. */
static bool items_are_sound(const dw_match *match)
{
    const dw_map *map = match->config.map;
    uint32_t hidden = 0;
    for (uint32_t i = 0; i < map->item_count; i++) {
        hidden |= map->items[i].hidden ? UINT32_C(1) << i : 0;
    }
    return (match->found_items & ~hidden) == 0 &&
           (uint64_t)match->found_devices >> map->device_count == 0;
}

/* Seats, phase and world tell the same story. */
static bool world_is_sound(const dw_match *match)
{
    const dw_world *world = dw_sim_world(match->sim);
    if (match->round.phase != DW_PHASE_PLAY) {
        return true; /* It stands still. */
    }
    /* The world has made one step in each tick from `play_start_tick` on: minds tell its ticks. */
    bool sound = world->outcome == DW_OUTCOME_NONE && world->winner == DW_SLOT_NONE &&
                 match->play_start_tick == match->round.start_tick &&
                 match->tick - match->play_start_tick + 1 == world->tick;
    const uint32_t persons = dw_person_slots(dw_sim_mission(match->sim));
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        sound = sound && (!dw_is_present(dw_intruder_actor(world, s)) || dw_match_plays(match, s) ||
                          (persons >> s & 1) != 0);
    }
    return sound;
}

static bool is_sound(const dw_match *match)
{
    bool sound = seats_are_sound(match) && round_is_sound(match) && vote_is_sound(match) &&
                 mission_is_sound(match) && items_are_sound(match);
    for (uint32_t s = 0; s < match->seats && sound; s++) {
        sound = player_is_sound(match, s) && score_is_sound(match, &match->scores[s]);
    }
    for (uint32_t g = 0; g < DW_GUARDS_MAX; g++) {
        sound = sound && match->moods[g] < DW_MOOD_COUNT;
    }
    return sound;
}

/* Everything as after creation, but for the tick: the caller's ticks have gone on. */
static void forget(dw_match *match)
{
    match->playing = match->watching = match->gone = match->waiting = 0;
    match->paused = false;
    match->paused_steps = 0;
    match->play_start_tick = 0;
    match->ready = 0;
    memset(match->scores, 0, sizeof match->scores);
    match->next_bar = 0;
    memset(match->bars, 0, sizeof match->bars);
    match->accused_here = false;
    match->accused_origin = 0;
    dw_kick_vote_init(&match->vote);
    dw_round_machine_init(&match->round, match->tick);
    for (uint16_t g = 0; g < match->config.map->guard_count; g++) {
        const dw_status status = dw_sim_set_brain(match->sim, g, match->brains[g]);
        DW_CHECK(status == DW_OK); /* Its memory is still there. */
    }
    match->quiet = true;
    dw_match_forget_items(match);
    dw_match_place_bodies(match);
    dw_match_reset_showings(match);
}

void dw_match_begin_anew(dw_match *match, const dw_match_beginning *with)
{
    DW_CHECK(match->connected == 0 && match->spectators_here == 0);
    DW_CHECK(!match->replay.active && !match->reporting && with->round >= 1);
    match->config.round_key = with->round_key;
    memcpy(match->config.code, with->code, sizeof match->config.code);
    match->tick = with->tick;
    forget(match);
    match->round.round = with->round;
    dw_match_place_bodies(match); /* By the seed of that round. */
    dw_match_reset_showings(match);
}

static bool load_all(dw_match *match, dw_state_reader *reader, dw_brain_finder finder)
{
    dw_load_match(reader, match);
    dw_load_ballot(reader, match);
    for (uint32_t s = 0; s < match->seats; s++) {
        dw_load_connection(reader, &match->players[s].connection);
        dw_load_player(reader, &match->players[s]);
        dw_load_score(reader, &match->scores[s]);
    }
    const uint64_t hash = dw_state_take_u64(reader);
    if (!dw_state_require(reader, !reader->failed && is_sound(match) && hash == hash_of(match))) {
        return false;
    }
    const dw_status status = dw_sim_load(match->sim, reader, finder, NULL);
    return dw_state_require(reader, status == DW_OK && world_is_sound(match));
}

/* Players that were connected when the match was saved have lost their connection now. */
static void drop_everybody(dw_match *match)
{
    const uint32_t lost = taken_seats(match) & ~match->waiting;
    for (uint32_t left = lost; left != 0; left &= left - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctz(left);
        dw_player *player = &match->players[slot];
        if (player->connection.voted_out) {
            dw_match_vacate(match, slot);
            continue;
        }
        match->waiting |= UINT32_C(1) << slot;
        player->drop_deadline = match->tick + (uint32_t)match->config.rules->drop_ticks;
        if (dw_match_plays(match, slot)) {
            dw_match_set_slot(match, slot, DW_SLOT_DROPPED);
        }
    }
}

dw_status dw_match_load(dw_match *match, dw_state_reader *reader, dw_brain_finder finder,
                        dw_error *error)
{
    DW_CHECK(dw_match_idle(match));
    const uint32_t tick = match->tick;
    const dw_status status = load_head(match, reader, error);
    forget(match);
    if (status != DW_OK || !load_all(match, reader, finder)) {
        reader->failed = true;
        match->tick = tick;
        forget(match);
        return status != DW_OK
                   ? status
                   : dw_fail(error, DW_INVALID, "match %u: the bytes are not a saved match",
                             match->config.number);
    }
    for (uint16_t g = 0; g < match->config.map->guard_count; g++) {
        match->brains[g] = dw_sim_brain(match->sim, g);
    }
    for (uint32_t i = 0; i < match->showing_count; i++) {
        match->showings[i].round.round = match->round.round;
        match->showings[i].found_items = match->found_items;
    }
    drop_everybody(match);
    match->roster_changed = true; /* Spectators that come later are told of this round. */
    match->serial++;
    return DW_OK;
}
