/* trace.h - what a match looks like from outside, as one number.
 * Covers positions, headings, doors, meters and the items of each tick, and nothing else; a dormant
 * actor is not covered. The state hash (dw_sim_hash) grows with the state; this one is defined once
 * and never extended, so that equal traces mean "plays as before" across versions of the program.
 * Pure. Cost: O(bodies + doors) a tick. */
#ifndef DW_SIM_TRACE_H
#define DW_SIM_TRACE_H

#include "server/sim/sim.h"

/* The trace up to and with the tick that `world` stands at. Begins with DW_HASH_START. */
uint64_t dw_trace_tick(uint64_t trace, const dw_world *world, const dw_map *map);

#endif
