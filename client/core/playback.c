#include "client/core/playback.h"

#include <string.h>

dw_status dw_playback_create(dw_playback **out, dw_arena *arena)
{
    *out = DW_ARENA_NEW(arena, dw_playback);
    return *out != NULL ? DW_OK : DW_MEMORY;
}

void dw_playback_reset(dw_playback *playback)
{
    playback->now.tick = 0;
    playback->before.tick = 0;
    playback->event_count = 0;
    playback->has_sighting = false;
}

dw_status dw_playback_take(dw_playback *playback, const dw_playback_state *state, bool *new_epoch)
{
    const bool first = playback->now.tick == 0;
    *new_epoch = false;
    if (!first && (state->tick < playback->now.tick || state->epoch < playback->now.epoch)) {
        return DW_INVALID;
    }
    *new_epoch = !first && state->epoch != playback->now.epoch;
    playback->before = first || *new_epoch ? *state : playback->now;
    playback->now = *state;
    return DW_OK;
}

dw_status dw_playback_list(dw_playback *playback, const dw_playback_events *events)
{
    uint32_t last =
        playback->event_count > 0 ? playback->events[playback->event_count - 1].tick : 0;
    if (events->first != playback->event_count ||
        events->count > DW_PLAYBACK_EVENTS_MAX - playback->event_count) {
        return DW_INVALID;
    }
    for (uint32_t i = 0; i < events->count; i++) {
        if (events->rows[i].tick < last) {
            return DW_INVALID;
        }
        last = events->rows[i].tick;
    }
    memcpy(playback->events + playback->event_count, events->rows,
           events->count * sizeof events->rows[0]);
    playback->event_count += events->count;
    return DW_OK;
}

static double shown_by(const dw_playback_state *state, double stream_tick)
{
    const bool stands = (state->flags & (DW_PLAYBACK_PAUSED | DW_PLAYBACK_SEEKING)) != 0;
    const double passed = stream_tick > state->tick && !stands ? stream_tick - state->tick : 0.0;
    const double shown = state->shown + passed * state->speed / DW_PLAYBACK_SPEED_NORMAL;
    return shown < state->length ? shown : state->length;
}

/* What is drawn lies behind what arrives, so the state before still counts for a moment. */
double dw_playback_shown_at(const dw_playback *playback, double stream_tick)
{
    const bool earlier = stream_tick < playback->now.tick;
    const double shown = shown_by(earlier ? &playback->before : &playback->now, stream_tick);
    return earlier && shown > playback->now.shown ? playback->now.shown : shown;
}

uint32_t dw_playback_find(const dw_playback *playback, uint32_t tick)
{
    uint32_t low = 0;
    uint32_t high = playback->event_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (playback->events[middle].tick < tick) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
