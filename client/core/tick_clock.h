/* tick_clock.h - three estimates of the tick: which snapshot arrives now, which own intent is due
 * (ahead of the server), and what is drawn (behind the arrivals).
 *
 *      drawn            arrives        server now        own intents
 *   -----+-----------------+---------------+-----------------+----->  ticks
 *        |<--- delay ----->|<-- transit -->|<- transit, lead ->|
 *
 * Owns: the three estimates and their steering. Knows no message and no clock: time is a parameter.
 * While the network behaves, none of them jumps. `drawn` never runs backwards, unless the server's
 * tick count starts again. Cost: O(1) a call; no allocation. */
#ifndef DW_CLIENT_CORE_TICK_CLOCK_H
#define DW_CLIENT_CORE_TICK_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Times in billionths of a tick, so that a nanosecond is exactly 60 of them. */
#define DW_NANOTICKS INT64_C(1000000000)

enum {
    DW_CLOCK_TICKS_AT_ONCE = 15, /* More own ticks than this in one call are skipped. */
    DW_CLOCK_LEAD_MAX = 80       /* The server accepts intents for the next 90 ticks. */
};

typedef struct dw_tick_clock {
    uint64_t last_ns;
    int64_t arrival;       /* The tick whose snapshot would arrive now. */
    int64_t drawn;         /* The tick that is shown. */
    int64_t local;         /* The newest own tick that is due, with its fraction. */
    int64_t local_owed;    /* By how much `local` must still gain (or lose). */
    int64_t newest;        /* The tick of the newest snapshot. */
    int64_t gap_peak;      /* Longest gap between snapshots; it fades slowly. */
    int32_t loss;          /* Share of snapshots lost recently, in 65536ths. */
    int64_t interval;      /* Snapshot interval. */
    uint32_t input_ticks;  /* Own ticks between two input messages. */
    uint32_t settled_tick; /* Snapshots before this tick report leads from before the last
                              correction. */
    int32_t lead_low;      /* Lowest lead of the window. */
    uint32_t lead_count;
    bool local_runs;
} dw_tick_clock;

/* Starts from the tick of the welcome, which arrived at `now_ns`. */
void dw_tick_clock_start(dw_tick_clock *clock, uint32_t tick, uint32_t snapshot_hz,
                         uint32_t input_hz, uint64_t now_ns);

/* Starts the own ticks. `round_trip_ns` is a first guess. */
void dw_tick_clock_start_local(dw_tick_clock *clock, uint64_t round_trip_ns);

/* Advances all three estimates to `now_ns`. */
void dw_tick_clock_advance(dw_tick_clock *clock, uint64_t now_ns);

/* A snapshot of `tick`, newer than all others, arrived at the time of the last advance. */
void dw_tick_clock_arrived(dw_tick_clock *clock, uint32_t tick);

/* The snapshot of `tick` reports that the newest intent came `lead` ticks early. */
void dw_tick_clock_lead(dw_tick_clock *clock, uint32_t tick, int32_t lead);

/* How far behind the arrivals to draw: two snapshot intervals, and more when jitter and loss make
 * the gaps longer. */
int64_t dw_tick_clock_delay(const dw_tick_clock *clock);

/* The newest own tick that is due. Below UINT32_MAX, so that a loop can count past it. */
static inline uint32_t dw_tick_clock_local_tick(const dw_tick_clock *clock)
{
    const int64_t last = UINT32_MAX - INT64_C(1);
    const int64_t tick = clock->local / DW_NANOTICKS;
    return (uint32_t)(tick < 0 ? 0 : (tick > last ? last : tick));
}

#endif
