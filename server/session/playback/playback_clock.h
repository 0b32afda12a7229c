/* playback_clock.h - which tick of a recorded round is shown: plays, stands, runs slower or faster,
 * and jumps. The stream's ticks, which always rise, are handed in. Owns: the shown tick, the speed,
 * the pause and the epoch. Does not know: the world, clients, time. Pure; O(1).
 *
 * The world is what moves the clock: it may be slower than the clock wants. */
#ifndef DW_SESSION_PLAYBACK_CLOCK_H
#define DW_SESSION_PLAYBACK_CLOCK_H

#include "protocol/playback.h"

typedef struct dw_playback_clock {
    uint32_t shown, length; /* 0 <= shown <= length */
    uint8_t speed;          /* Eighths. */
    uint8_t eighths;        /* Of the next tick that have passed. */
    bool paused;
    bool seeking;    /* `target` is yet to be reached. */
    uint32_t target; /* Of the seek. */
    uint32_t epoch;  /* From 1. */
    uint32_t jumped; /* Stream tick of the last jump. */
    bool changed;    /* In a way that the last dw_playback_clock_told does not tell. */
    uint32_t told;   /* Stream tick. */
} dw_playback_clock;

void dw_playback_clock_init(dw_playback_clock *clock, uint32_t length);

/* What is asked for; the values are in their ranges (DW_STEERS). A seek and a step are on their way
 * until dw_playback_clock_arrive; the latest one counts. */
void dw_playback_clock_seek(dw_playback_clock *clock, uint32_t shown);
void dw_playback_clock_pause(dw_playback_clock *clock, bool paused);
void dw_playback_clock_set_speed(dw_playback_clock *clock, uint8_t speed);
void dw_playback_clock_step(dw_playback_clock *clock, int32_t ticks);

/* How many ticks of the world are due in the next tick of the stream: 0 while it stands or seeks.
 */
uint32_t dw_playback_clock_due(dw_playback_clock *clock);

/* The world has made `done` of the `due` ticks. At the end the clock pauses. */
void dw_playback_clock_move(dw_playback_clock *clock, uint32_t due, uint32_t done);

/* The world stands at the target: a new epoch. */
void dw_playback_clock_arrive(dw_playback_clock *clock, uint32_t stream_tick);

/* The recording is good for no more than that. */
void dw_playback_clock_shorten(dw_playback_clock *clock, uint32_t length);

/* Whether clients have to be told at this stream tick: something has changed, or a second is over.
 * The shown tick is whole then, so that they can count on from it. */
bool dw_playback_clock_tells(const dw_playback_clock *clock, uint32_t stream_tick);
void dw_playback_clock_told(dw_playback_clock *clock, uint32_t stream_tick);

#endif
