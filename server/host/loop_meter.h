/* loop_meter.h - how long the loop works for each tick: receiving, the tick, sending, everything
 * but sleep. Owns: a histogram in steps of 10 us. Pure; O(1) a tick. */
#ifndef DW_HOST_LOOP_METER_H
#define DW_HOST_LOOP_METER_H

#include <stdint.h>

enum { DW_LOOP_STEP_NS = 10000, DW_LOOP_STEPS = 10000 };

typedef struct dw_loop_meter {
    uint64_t ticks;
    uint64_t max_ns;
    uint32_t steps[DW_LOOP_STEPS + 1]; /* The last holds all from 100 ms on. */
} dw_loop_meter;

void dw_loop_meter_add(dw_loop_meter *meter, uint64_t busy_ns);

/* The time in microseconds that at least `share` of the ticks do not exceed, in steps of 10 us; 0
 * without ticks. */
double dw_loop_meter_us(const dw_loop_meter *meter, double share);

#endif
