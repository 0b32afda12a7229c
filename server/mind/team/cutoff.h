/* cutoff.h - which doors cut an intruder off: those on its shortest paths to the objective and to
 * the exit that the guard reaches before the intruder can, by route lengths (6.26 of
 * server/RULES.md) and top speeds. Reads the map, the report and the guard's own position. No
 * state, no allocation. Cost: up to eleven route lengths for each door of the map, once a report.
 */
#ifndef DW_MIND_CUTOFF_H
#define DW_MIND_CUTOFF_H

#include "server/mind/think.h"

/* Whether a shortest path from `from` to the objective or to the exit leads through that door. */
bool dw_cutoff_is_on_the_way(const dw_brain_setup *setup, dw_vec from, uint16_t door);

/* By how many ticks the guard is at that door before an intruder that was in the middle of `room`
 * at tick `sent`; at most 0 when it is not, or when there is no path. */
int64_t dw_cutoff_margin(const dw_think *think, uint16_t room, uint32_t sent, uint16_t door);

/* The best first, at most DW_RADIO_DOORS_MAX; returns how many. */
uint8_t dw_cutoff_doors(const dw_think *think, const dw_radio_message *report,
                        uint16_t doors[DW_RADIO_DOORS_MAX]);

#endif
