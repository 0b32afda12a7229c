/* tick_clock.h - which tick it is: on the server as its snapshots arrive, for the own body ahead of
 * it, and for what is drawn behind it.
 *
 *      drawn            arrives        server now        own intents
 *   -----+-----------------+---------------+-----------------+----->  ticks
 *        |<--- delay ----->|<-- one way -->|<- way up, lead ->|
 *
 * Owns: the three estimates and how they are steered. Knows no message and no clock: time is handed
 * in. All three run on without jumps while the network behaves, and `drawn` never runs backwards
 * but for a server whose tick starts anew. Cost: O(1) a call; no allocation. */
#ifndef DW_CLIENT_CORE_TICK_CLOCK_H
#define DW_CLIENT_CORE_TICK_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Times in billionths of a tick, so that a nanosecond is exactly 60 of them. */
#define DW_NANOTICKS INT64_C(1000000000)

enum {
    DW_CLOCK_TICKS_AT_ONCE = 15, /* More own ticks than this in one call are skipped. */
    DW_CLOCK_LEAD_MAX = 80       /* The server takes intents for the next 90 ticks. */
};

typedef struct dw_tick_clock {
    uint64_t last_ns;
    int64_t arrival;       /* The tick whose snapshot would arrive just now. */
    int64_t drawn;         /* What is shown. */
    int64_t local;         /* The newest own tick that is due, with its fraction. */
    int64_t local_owed;    /* What local must still run faster (or slower) by. */
    int64_t newest;        /* The tick of the newest snapshot. */
    int64_t gap_peak;      /* How old the newest one was, at worst, when the next one came; slowly
                              forgotten. */
    int32_t loss;          /* Share of snapshots that did not come lately, in 65536ths. */
    int64_t interval;      /* Between two snapshots. */
    uint32_t input_ticks;  /* Own ticks between two input messages. */
    uint32_t settled_tick; /* Leads told in snapshots before this one are from before the last
                              correction. */
    int32_t lead_low;      /* Lowest lead of the window. */
    uint32_t lead_count;
    bool local_runs;
} dw_tick_clock;

/* The welcome told the server's tick at `now_ns`. */
void dw_tick_clock_start(dw_tick_clock *clock, uint32_t tick, uint32_t snapshot_hz,
                         uint32_t input_hz, uint64_t now_ns);

/* Own ticks are counted from here on. `round_trip_ns` is a first guess. */
void dw_tick_clock_start_local(dw_tick_clock *clock, uint64_t round_trip_ns);

/* Time goes on. */
void dw_tick_clock_advance(dw_tick_clock *clock, uint64_t now_ns);

/* The newest snapshot so far, of `tick`, arrived at the time of the last advance. */
void dw_tick_clock_arrived(dw_tick_clock *clock, uint32_t tick);

/* The snapshot of `tick` says that the newest intent came `lead` ticks early. */
void dw_tick_clock_lead(dw_tick_clock *clock, uint32_t tick, int32_t lead);

/* How far behind the arrivals the drawing wants to be: two snapshots, and more when jitter and loss
 * make the gaps between them longer. */
int64_t dw_tick_clock_delay(const dw_tick_clock *clock);

/* The newest own tick that is due; below UINT32_MAX, so that one can count up to it and past it. */
static inline uint32_t dw_tick_clock_local_tick(const dw_tick_clock *clock)
{
    const int64_t last = UINT32_MAX - INT64_C(1);
    const int64_t tick = clock->local / DW_NANOTICKS;
    return (uint32_t)(tick < 0 ? 0 : (tick > last ? last : tick));
}

#endif
