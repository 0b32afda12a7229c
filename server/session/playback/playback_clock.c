#include "server/session/playback/playback_clock.h"

#include "common/base/check.h"
#include "common/base/fixed.h"

void dw_playback_clock_init(dw_playback_clock *clock, uint32_t length)
{
    DW_CHECK(length <= DW_PLAYBACK_TICK_MAX);
    *clock = (dw_playback_clock){
        .length = length, .speed = DW_PLAYBACK_SPEED_NORMAL, .epoch = 1, .changed = true};
}

static void change(dw_playback_clock *clock)
{
    clock->eighths = 0;
    clock->changed = true;
}

void dw_playback_clock_seek(dw_playback_clock *clock, uint32_t shown)
{
    clock->target = shown < clock->length ? shown : clock->length;
    clock->seeking = true;
    change(clock);
}

void dw_playback_clock_pause(dw_playback_clock *clock, bool paused)
{
    clock->paused = paused;
    change(clock);
}

void dw_playback_clock_set_speed(dw_playback_clock *clock, uint8_t speed)
{
    DW_CHECK(speed >= 1 && speed <= DW_PLAYBACK_SPEED_MAX);
    clock->speed = speed;
    change(clock);
}

void dw_playback_clock_step(dw_playback_clock *clock, int32_t ticks)
{
    const int64_t from = clock->seeking ? clock->target : clock->shown;
    const int64_t to = from + ticks < 0 ? 0 : from + ticks;
    dw_playback_clock_seek(clock, (uint32_t)to);
    clock->paused = true;
}

uint32_t dw_playback_clock_due(dw_playback_clock *clock)
{
    if (clock->paused || clock->seeking || clock->shown == clock->length) {
        return 0;
    }
    const uint32_t eighths = (uint32_t)clock->eighths + clock->speed;
    const uint32_t left = clock->length - clock->shown;
    clock->eighths = clock->changed ? 0 : eighths % 8; /* What is told begins with a whole tick. */
    return eighths / 8 < left ? eighths / 8 : left;
}

void dw_playback_clock_move(dw_playback_clock *clock, uint32_t due, uint32_t done)
{
    DW_CHECK(done <= due && done <= clock->length - clock->shown);
    clock->shown += done;
    if (done < due) {
        change(clock);
    }
    if (clock->shown == clock->length && !clock->paused && !clock->seeking) {
        dw_playback_clock_pause(clock, true);
    }
}

void dw_playback_clock_arrive(dw_playback_clock *clock, uint32_t stream_tick)
{
    DW_CHECK(clock->seeking);
    clock->seeking = false;
    clock->shown = clock->target;
    clock->epoch++;
    clock->jumped = stream_tick;
    change(clock);
}

void dw_playback_clock_shorten(dw_playback_clock *clock, uint32_t length)
{
    DW_CHECK(length <= clock->length);
    clock->length = length;
    if (clock->seeking && clock->target > length) {
        clock->target = length;
    }
    if (clock->shown > length) {
        dw_playback_clock_seek(clock, length);
        clock->shown = length;
    }
    change(clock);
}

bool dw_playback_clock_tells(const dw_playback_clock *clock, uint32_t stream_tick)
{
    return clock->changed ||
           (clock->eighths == 0 && stream_tick - clock->told >= DW_TICKS_PER_SECOND);
}

void dw_playback_clock_told(dw_playback_clock *clock, uint32_t stream_tick)
{
    clock->changed = false;
    clock->told = stream_tick;
}
