/* sighting_watch.h - watches detection meters while a round is played, to say afterwards why a
 * guard detected an intruder. Owns: for each pair of them the meter of the last DW_SIGHTING_RING
 * ticks, and what it was like when the meter began to rise. Reads the world as a referee: nothing
 * of it goes back. Cost: O(guards x intruders) a tick. No allocation after creation; 2.6 MiB for 64
 * guards. */
#ifndef DW_SESSION_SIGHTING_WATCH_H
#define DW_SESSION_SIGHTING_WATCH_H

#include "protocol/playback.h"
#include "server/sim/sim.h"

enum { DW_SIGHTING_RING = 2048 };

typedef struct dw_sighting_watch dw_sighting_watch;

DW_MUST_USE dw_status dw_sighting_watch_create(dw_sighting_watch **out, dw_arena *arena,
                                               uint16_t guard_count);

/* After each tick of a round, from the first on. */
void dw_sighting_watch_look(dw_sighting_watch *watch, const dw_sim *sim);

/* Why the guard detected the slot in the tick that was looked at last; `event` is the caller's.
 * When the meter rose for longer than the ring, the glimpse is as late as the ring's start. */
void dw_sighting_watch_tell(const dw_sighting_watch *watch, const dw_sim *sim, uint16_t guard,
                            uint8_t slot, dw_playback_sighting *out);

#endif
