#include "server/session/playback/played_round.h"

#include "common/base/check.h"

#include <stdlib.h>
#include <string.h>

enum { SLICE_TICKS = 4 * DW_KEYFRAME_TICKS /* Until the caller says another number. */ };

/* Length and outcome stand behind all records. */
static dw_status count_records(dw_played_round *playback, uint32_t *length, dw_error *error)
{
    dw_replay *ahead = NULL;
    dw_status status = dw_replay_again(&ahead, playback->replay);
    if (status != DW_OK) {
        return dw_fail(error, status, "out of memory");
    }
    dw_replay_record record;
    *length = 0;
    playback->winner = DW_SLOT_NONE;
    for (status = dw_replay_next(ahead, &record, error); status == DW_OK;
         status = dw_replay_next(ahead, &record, error)) {
        *length += record.type == DW_REPLAY_TICK ? 1 : 0;
        if (record.type == DW_REPLAY_END) {
            playback->outcome = record.outcome;
            playback->winner = record.winner;
        }
    }
    dw_replay_close(ahead);
    if (status != DW_NOT_FOUND) {
        return status;
    }
    return *length <= DW_PLAYBACK_TICK_MAX
               ? DW_OK
               : dw_fail(error, DW_RANGE, "longer than %d ticks", (int)DW_PLAYBACK_TICK_MAX);
}

static dw_status create_viewers(dw_played_round *playback, uint32_t viewers_max)
{
    const dw_map *map = playback->header->map;
    const uint32_t bodies = map->guard_count + (uint32_t)map->intruders_max;
    playback->viewers_max = viewers_max;
    playback->viewers = DW_ARENA_ARRAY(&playback->arena, dw_playback_viewer, viewers_max);
    dw_status status = playback->viewers != NULL ? DW_OK : DW_MEMORY;
    for (uint32_t i = 0; i < viewers_max && status == DW_OK; i++) {
        memset(&playback->viewers[i], 0, sizeof playback->viewers[i]);
        status = dw_snapshot_history_create(&playback->viewers[i].history, &playback->arena,
                                            DW_HISTORY_SECONDS * DW_TICKS_PER_SECOND, bodies,
                                            DW_HISTORY_BYTES_MAX);
    }
    return status;
}

static dw_status create_lists(dw_played_round *playback, uint32_t length, uint32_t viewers_max)
{
    playback->keyframes_max = length / DW_KEYFRAME_TICKS + 2;
    const size_t bytes = playback->keyframes_max * sizeof(dw_playback_keyframe *) +
                         DW_PLAYBACK_EVENTS_MAX * sizeof(dw_playback_event) +
                         DW_PLAYBACK_SIGHTINGS_MAX * sizeof(dw_playback_sighting) +
                         viewers_max * (sizeof(dw_playback_viewer) + DW_HISTORY_BYTES_MAX + 8192) +
                         4096;
    dw_status status = dw_arena_create(&playback->arena, bytes);
    if (status != DW_OK) {
        return status;
    }
    dw_arena *arena = &playback->arena;
    playback->keyframes = DW_ARENA_ARRAY(arena, dw_playback_keyframe *, playback->keyframes_max);
    playback->events = DW_ARENA_ARRAY(arena, dw_playback_event, DW_PLAYBACK_EVENTS_MAX);
    playback->sightings = DW_ARENA_ARRAY(arena, dw_playback_sighting, DW_PLAYBACK_SIGHTINGS_MAX);
    if (playback->keyframes == NULL || playback->events == NULL || playback->sightings == NULL) {
        return DW_MEMORY;
    }
    return create_viewers(playback, viewers_max);
}

dw_status dw_played_round_create(dw_played_round **out, dw_replay *replay, uint32_t viewers_max,
                                 dw_error *error)
{
    dw_played_round *playback = calloc(1, sizeof *playback);
    if (playback == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    playback->replay = replay;
    playback->header = dw_replay_get_header(replay);
    playback->cut = playback->header->cut;
    playback->slice = SLICE_TICKS;
    uint32_t length = 0;
    dw_status status = count_records(playback, &length, error);
    status = status == DW_OK ? dw_replay_read_brains(replay, &playback->brains, error) : status;
    if (status == DW_OK) {
        dw_playback_clock_init(&playback->clock, length);
        status = create_lists(playback, length, viewers_max);
        status = status == DW_OK ? DW_OK : dw_fail(error, status, "out of memory");
    }
    if (status != DW_OK) {
        dw_played_round_destroy(playback);
        return status;
    }
    *out = playback;
    return DW_OK;
}

void dw_played_round_destroy(dw_played_round *playback)
{
    if (playback == NULL) {
        return;
    }
    for (uint32_t i = 0; i < playback->keyframe_count; i++) {
        free(playback->keyframes[i]);
    }
    dw_brain_library_clear(&playback->brains);
    dw_arena_destroy(&playback->arena);
    free(playback);
}

dw_status dw_played_round_begin(dw_played_round *playback, dw_sim *sim, dw_error *error)
{
    const dw_status status =
        dw_replay_player_begin(&playback->player, playback->replay, &playback->brains, sim, error);
    if (status == DW_OK) {
        dw_playback_eyes_begin(&playback->eyes, sim, playback->header->slots);
    }
    return status;
}

/* Behind `length` the round is not the recorded one. */
static void end_at(dw_played_round *playback, uint32_t length)
{
    playback->differs = true;
    playback->outcome = DW_OUTCOME_NONE;
    playback->winner = DW_SLOT_NONE;
    dw_playback_clock_shorten(&playback->clock, length);
}

void dw_played_round_take(dw_played_round *playback, dw_playback_segment *segment)
{
    if (segment->keyframe != NULL && playback->keyframe_count < playback->keyframes_max) {
        playback->keyframe_bytes += sizeof *segment->keyframe + segment->keyframe->size;
        playback->keyframes[playback->keyframe_count++] = segment->keyframe;
        segment->keyframe = NULL; /* It is ours. */
    }
    DW_CHECK(playback->event_count + segment->event_count <= DW_PLAYBACK_EVENTS_MAX);
    memcpy(&playback->events[playback->event_count], segment->events,
           segment->event_count * sizeof segment->events[0]);
    playback->event_count += segment->event_count;
    for (uint32_t i = 0;
         i < segment->sighting_count && playback->sighting_count < DW_PLAYBACK_SIGHTINGS_MAX; i++) {
        playback->sightings[playback->sighting_count++] = segment->sightings[i];
    }
    playback->ready = segment->ready;
    if (segment->status != DW_OK && segment->ready < playback->clock.length) {
        end_at(playback, segment->ready);
    }
    dw_playback_segment_free(segment);
}

bool dw_played_round_play(dw_played_round *playback)
{
    dw_replay_record record = {0};
    dw_error error;
    while (playback->player.ticks < playback->clock.length) {
        const dw_status status = dw_replay_player_next(&playback->player, &record, &error);
        if (status != DW_OK || playback->player.ended) {
            end_at(playback, playback->player.ticks);
            dw_playback_clock_seek(&playback->clock, playback->clock.length);
            playback->player.ticks = UINT32_MAX; /* The world stands at no recorded tick. */
            return false;
        }
        if (record.type == DW_REPLAY_TICK) {
            dw_playback_eyes_look(&playback->eyes, playback->player.sim);
            return true;
        }
    }
    return false;
}

/* The last saved state before that tick, or that of the start, which there is once the index runs.
 * A state has no percepts: those of the target come with the tick that leads to it. */
static const dw_playback_keyframe *keyframe_before(const dw_played_round *playback, uint32_t tick)
{
    uint32_t low = 0;
    uint32_t high = playback->keyframe_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (playback->keyframes[middle]->tick < tick || middle == 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 ? playback->keyframes[low - 1] : NULL;
}

static void load(dw_played_round *playback, const dw_playback_keyframe *keyframe)
{
    dw_replay_player *player = &playback->player;
    dw_state_reader reader;
    dw_state_reader_init(&reader, keyframe->bytes, keyframe->size);
    const dw_status status =
        dw_sim_load(player->sim, &reader, dw_brain_library_finder(&playback->brains), NULL);
    DW_CHECK(status == DW_OK); /* It is our own state of this round. */
    dw_replay_return(player->replay, &keyframe->mark);
    player->ticks = keyframe->tick;
    player->chain = keyframe->chain;
    player->hash = keyframe->hash;
    player->ended = false;
    dw_playback_eyes_load(&playback->eyes, player->sim, keyframe->memories);
}

bool dw_played_round_approach(dw_played_round *playback)
{
    const uint32_t target = playback->clock.target;
    const uint32_t ticks = playback->player.ticks;
    const dw_playback_keyframe *nearest = keyframe_before(playback, target);
    const bool behind = ticks <= target;
    if (nearest != NULL && (!behind || ticks < nearest->tick)) {
        load(playback, nearest);
    } else if (nearest == NULL && !behind) {
        return false; /* The index has only begun: its first state is on its way. */
    }
    for (uint32_t i = 0; i < playback->slice && playback->player.ticks < target; i++) {
        if (!dw_played_round_play(playback)) {
            return false;
        }
        playback->stats.seek_ticks++;
    }
    const bool there = playback->player.ticks == playback->clock.target;
    playback->stats.seeks += there ? 1 : 0;
    return there;
}

const dw_playback_sighting *dw_played_round_why(const dw_played_round *playback, uint16_t event)
{
    uint32_t low = 0;
    uint32_t high = playback->sighting_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (playback->sightings[middle].event < event) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < playback->sighting_count && playback->sightings[low].event == event
               ? &playback->sightings[low]
               : NULL;
}

void dw_played_round_reset_viewer(dw_played_round *playback, uint32_t index)
{
    DW_CHECK(index < playback->viewers_max);
    dw_playback_viewer *viewer = &playback->viewers[index];
    *viewer = (dw_playback_viewer){.history = viewer->history};
    dw_snapshot_history_reset(&viewer->history);
}

/* Whether the guard senses that intruder in this tick. Before the first one nobody senses. */
static bool senses(const dw_sim *sim, uint16_t guard, uint8_t slot)
{
    if (dw_sim_world(sim)->tick == 0) {
        return false;
    }
    const dw_percepts *percepts = dw_sim_percepts(sim, guard);
    for (uint32_t i = 0; i < percepts->intruder_count; i++) {
        if (percepts->intruders[i].slot == slot) {
            return true;
        }
    }
    return false;
}

static void fill_for_guard(dw_played_round *playback, uint16_t guard, dw_snapshot *out)
{
    dw_interest_all(&playback->eyes.scene, out);
    uint8_t kept = 0;
    for (uint32_t i = 0; i < out->body_count; i++) {
        const dw_snapshot_body *body = &out->bodies[i];
        if (body->role == DW_ROLE_GUARD || senses(playback->player.sim, guard, body->slot)) {
            out->bodies[kept++] = *body;
        }
    }
    out->body_count = kept;
}

void dw_played_round_fill(dw_played_round *playback, uint8_t view, dw_snapshot *out)
{
    DW_CHECK(view != DW_PLAYBACK_VIEW_ALL && view < DW_PLAYBACK_VIEW_END);
    if (view < DW_PLAYBACK_VIEW_GUARDS) {
        dw_playback_eyes_fill(&playback->eyes, (uint8_t)(view - DW_PLAYBACK_VIEW_SLOTS), out);
    } else {
        fill_for_guard(playback, (uint16_t)(view - DW_PLAYBACK_VIEW_GUARDS), out);
    }
}
