#include "random_playback.h"

#include "common/world/mission.h"
#include "random_pick.h"

static uint32_t pick_shown(dw_rng *rng, uint32_t low)
{
    return (uint32_t)dw_test_pick(rng, low, DW_PLAYBACK_TICK_MAX);
}

void dw_test_fill_steer(dw_rng *rng, dw_steer *steer)
{
    static const struct {
        int32_t low, high;
    } limits[DW_STEER_COUNT] = {
#define LIMITS(name, low, high) {low, high},
        DW_STEERS(LIMITS)
#undef LIMITS
    };
    steer->action = dw_test_pick_u8(rng, 0, DW_STEER_COUNT - 1);
    const int32_t low = limits[steer->action].low;
    const uint32_t span = (uint32_t)(limits[steer->action].high - low);
    steer->value = low + (int32_t)dw_test_pick(rng, 0, span);
    if (steer->action == DW_STEER_STEP && steer->value == 0) {
        steer->value = -1;
    }
}

void dw_test_fill_playback(dw_rng *rng, dw_playback_state *state)
{
    state->tick = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
    state->shown = pick_shown(rng, 0);
    state->length = pick_shown(rng, state->shown);
    state->speed = dw_test_pick_u8(rng, 1, DW_PLAYBACK_SPEED_MAX);
    state->flags = dw_test_pick_u8(rng, 0, DW_PLAYBACK_FLAGS_ALL);
    state->epoch = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
    state->epoch_tick = (uint32_t)dw_test_pick(rng, 0, state->tick);
    state->ready = (uint32_t)dw_test_pick(rng, 0, state->length);
    state->events = dw_test_pick_u16(rng, 0, DW_PLAYBACK_EVENTS_MAX);
    state->view = dw_test_pick_u8(rng, 0, DW_PLAYBACK_VIEW_END - 1);
    dw_test_fill_text(rng, state->steerer, 0, DW_PLAYER_NAME_MAX);
}

static void fill_playback_event(dw_rng *rng, uint32_t earliest, dw_playback_event *row)
{
    row->tick = pick_shown(rng, earliest);
    row->kind = dw_test_pick_u8(rng, 0, DW_PLAYBACK_EVENT_COUNT - 1);
    row->a = dw_test_pick_u8(rng, 1, DW_GUARDS_MAX);
    const uint8_t slot = dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
    switch ((dw_playback_event_kind)row->kind) {
    case DW_PLAYBACK_EVENT_SIGHTING:
        row->c = dw_test_pick_u16(rng, 0, 1);
        row->b = slot;
        break;
    case DW_PLAYBACK_EVENT_LOST:
    case DW_PLAYBACK_EVENT_CAUGHT:
        row->b = slot;
        break;
    case DW_PLAYBACK_EVENT_REPORT:
        row->b = slot;
        row->c = dw_test_pick_u16(rng, 0, DW_ROOMS_MAX - 1);
        break;
    case DW_PLAYBACK_EVENT_CLEAR:
    case DW_PLAYBACK_EVENT_MISSING:
    case DW_PLAYBACK_EVENT_NOTICE:
        row->c = dw_test_pick_u16(rng, 0, DW_ROOMS_MAX - 1);
        break;
    case DW_PLAYBACK_EVENT_TASK:
        row->b = dw_test_pick_u8(rng, 0, 3);
        row->c = dw_test_pick_u16(rng, 0, DW_DOORS_MAX - 1);
        break;
    case DW_PLAYBACK_EVENT_ORDER:
        row->b = dw_test_pick_u8(rng, 1, DW_GUARDS_MAX);
        row->c = dw_test_pick_u16(rng, 0, DW_ROOMS_MAX);
        break;
    case DW_PLAYBACK_EVENT_TAKEN:
    case DW_PLAYBACK_EVENT_DROPPED:
    case DW_PLAYBACK_EVENT_HANDED:
        row->a = slot;
        row->b = dw_test_pick_u8(rng, 0, DW_ITEMS_MAX - 1);
        row->c = row->kind == DW_PLAYBACK_EVENT_HANDED ? slot : 0;
        break;
    case DW_PLAYBACK_EVENT_SLOT:
        row->a = slot;
        row->b = dw_test_pick_u8(rng, DW_SLOT_ALIVE, DW_SLOT_STATE_COUNT - 1);
        break;
    case DW_PLAYBACK_EVENT_END:
        row->a = dw_test_pick_u8(rng, DW_OUTCOME_WON, DW_OUTCOME_COUNT - 1);
        row->b = dw_test_pick_slot(rng);
        break;
    case DW_PLAYBACK_EVENT_PART:
        row->a = dw_test_pick_u8(rng, 0, DW_PARTS_MAX - 1);
        row->b = dw_test_pick_u8(rng, 0, 1);
        break;
    case DW_PLAYBACK_EVENT_COUNT:
        break;
    }
}

void dw_test_fill_playback_events(dw_rng *rng, dw_playback_events *events)
{
    events->count = dw_test_pick_u8(rng, 1, DW_PLAYBACK_ROWS_MAX);
    events->first = dw_test_pick_u16(rng, 0, (uint16_t)(DW_PLAYBACK_EVENTS_MAX - events->count));
    for (uint32_t i = 0; i < events->count; i++) {
        fill_playback_event(rng, i == 0 ? 0 : events->rows[i - 1].tick, &events->rows[i]);
    }
}

void dw_test_fill_sighting(dw_rng *rng, dw_playback_sighting *row)
{
    row->event = dw_test_pick_u16(rng, 0, DW_PLAYBACK_EVENTS_MAX - 1);
    row->tick = pick_shown(rng, 0);
    row->glimpse_ticks = (uint32_t)dw_test_pick(rng, 0, row->tick);
    row->guard = dw_test_pick_u8(rng, 1, DW_GUARDS_MAX);
    row->slot = dw_test_pick_u8(rng, 0, DW_INTRUDERS_MAX - 1);
    row->sense = dw_test_pick_u8(rng, 0, DW_SIGHTING_SENSE_COUNT - 1);
    row->distance_cm = (uint32_t)dw_test_pick(rng, 0, DW_SIGHTING_DISTANCE_MAX_CM);
    row->glimpse_distance_cm = (uint32_t)dw_test_pick(rng, 0, DW_SIGHTING_DISTANCE_MAX_CM);
    row->angle = dw_test_pick_u8(rng, 0, DW_SIGHTING_ANGLE_MAX);
    row->light = dw_test_pick_u8(rng, 0, DW_PLAYBACK_NO_LIGHT);
    row->posture = dw_test_pick_u8(rng, 0, DW_SIGHTING_POSTURES_ALL);
    row->room = dw_test_pick_u16(rng, 0, DW_ROOMS_MAX - 1);
    dw_test_fill_text(rng, row->goal, 1, DW_MIND_WORD_MAX);
    row->cause = dw_test_pick_u8(rng, 0, DW_CAUSE_COUNT - 1);
    row->cause_ticks = (uint32_t)dw_test_pick(rng, 0, row->tick);
    row->sample_count = dw_test_pick_u8(rng, 2, DW_PLAYBACK_SAMPLES_MAX);
    for (uint32_t i = 0; i < row->sample_count; i++) {
        row->samples[i] = dw_test_pick_u8(rng, 0, DW_MIND_METER_MAX);
    }
}

void dw_test_fill_ghosts(dw_rng *rng, dw_ghosts *ghosts)
{
    ghosts->tick = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
    ghosts->complete = dw_test_pick_u8(rng, 0, 1);
    ghosts->tries = dw_test_pick_u8(rng, 0, DW_GHOST_TRIES_MAX);
    for (uint8_t tries = 1; tries <= ghosts->tries; tries++) {
        for (uint8_t slot = 0; slot < DW_INTRUDERS_MAX && ghosts->count < DW_GHOSTS_MAX; slot++) {
            if (dw_rng_below(rng, 8) == 0) {
                ghosts->rows[ghosts->count++] =
                    (dw_ghost){.slot = slot,
                               .tries = tries,
                               .x = dw_test_pick_u16(rng, 0, UINT16_MAX),
                               .y = dw_test_pick_u16(rng, 0, UINT16_MAX),
                               .heading = dw_test_pick_u8(rng, 0, 127),
                               .flags = dw_test_pick_u8(rng, 0, 7)};
            }
        }
    }
}
