#include "client/bot/camera_sweep.h"

#include <stdlib.h>

enum {
    STEP_BAM = DW_BAM_TURN / 128,
    BREAK_TICKS = 12, /* Not shown for longer than this, it is watched anew. */
    JUMP_STEPS = 6,   /* A sweep does not turn this far between two snapshots. */
    HALF_TICKS_MIN = 20,
    TRUST_TICKS = 40 * DW_TICKS_PER_SECOND /* Then errors have added up. */
};

static void begin(dw_camera_sweep *sweep, uint8_t heading, uint32_t tick)
{
    sweep->seen_tick = tick;
    sweep->seen = heading;
    sweep->direction = 0;
    sweep->end_tick = 0;
    sweep->changed_tick = 0;
    sweep->halves = 0;
    sweep->halves_ticks = 0;
}

/* It has turned back: half the time at the last heading before that. */
static void take_end(dw_camera_sweep *sweep, uint32_t tick)
{
    const uint32_t turned_tick = sweep->changed_tick + (tick - sweep->changed_tick) / 2;
    if (sweep->end_tick != 0 && turned_tick - sweep->end_tick >= HALF_TICKS_MIN) {
        const uint8_t low = sweep->direction > 0 ? sweep->end : sweep->seen;
        const uint8_t high = sweep->direction > 0 ? sweep->seen : sweep->end;
        sweep->halves++;
        sweep->halves_ticks += turned_tick - sweep->end_tick;
        sweep->half_ticks = sweep->halves_ticks / sweep->halves;
        sweep->low_bam = (uint16_t)(low * STEP_BAM + STEP_BAM / 2);
        sweep->span_bam = ((high - low) & 127) * STEP_BAM;
    }
    sweep->end = sweep->seen;
    sweep->end_tick = turned_tick;
}

void dw_camera_sweep_watch(dw_camera_sweep *sweep, uint8_t heading, uint32_t tick, bool calm)
{
    if (!calm) {
        sweep->seen_tick = 0;
        sweep->anchor_tick = 0;
        return;
    }
    const int32_t turned = ((heading - sweep->seen + 64) & 127) - 64;
    if (sweep->seen_tick == 0 || tick - sweep->seen_tick > BREAK_TICKS ||
        abs(turned) > JUMP_STEPS) {
        begin(sweep, heading, tick);
        return;
    }
    sweep->seen_tick = tick;
    if (turned == 0) {
        return;
    }
    sweep->turns_tick = sweep->turns_tick == 0 ? tick : sweep->turns_tick;
    const int8_t direction = turned > 0 ? 1 : -1;
    if (sweep->direction == -direction && sweep->changed_tick != 0) {
        take_end(sweep, tick);
    }
    sweep->direction = direction;
    sweep->seen = heading;
    sweep->changed_tick = tick;
    /* It has just come over the edge of this heading. */
    sweep->anchor_tick = tick;
    sweep->anchor_bam = (uint16_t)(heading * STEP_BAM + (direction > 0 ? 0 : STEP_BAM - 1));
}

bool dw_camera_sweep_foretell(const dw_camera_sweep *sweep, uint32_t tick, uint16_t *heading_bam)
{
    if (sweep->half_ticks == 0 || sweep->span_bam == 0 || sweep->anchor_tick == 0 ||
        tick < sweep->anchor_tick || tick - sweep->anchor_tick > TRUST_TICKS ||
        sweep->direction == 0) {
        return false;
    }
    const int64_t half = sweep->half_ticks;
    int64_t from_low = dw_turn_bam(sweep->low_bam, sweep->anchor_bam);
    from_low = from_low < 0 ? 0 : from_low;
    from_low = from_low > sweep->span_bam ? sweep->span_bam : from_low;
    const int64_t at = from_low * half / sweep->span_bam;
    int64_t phase = sweep->direction > 0 ? at : 2 * half - at;
    phase = (phase + (int64_t)(tick - sweep->anchor_tick)) % (2 * half);
    const int64_t later = phase <= half ? phase : 2 * half - phase;
    *heading_bam = (uint16_t)(sweep->low_bam + (int32_t)(later * sweep->span_bam / half));
    return true;
}
