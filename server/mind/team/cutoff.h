/* cutoff.h - which doors cut an intruder off: those on its shortest ways to the objective and to
 * the exit that the guard reaches before the intruder can, by route lengths (6.26 of
 * server/RULES.md) and top speeds. Reads the map, the report and the guard's own position. No
 * state, no allocation. Cost: five route lengths for each door of the map, once a report. */
#ifndef DW_MIND_CUTOFF_H
#define DW_MIND_CUTOFF_H

#include "server/mind/think.h"

/* The best first, at most DW_RADIO_DOORS_MAX; returns how many. */
uint8_t dw_cutoff_doors(const dw_think *think, const dw_radio_message *report,
                        uint16_t doors[DW_RADIO_DOORS_MAX]);

#endif
