/* map_findings.h - what a sound map has that its maker may not have meant: lamps that nobody can
 * switch, switches without a lamp, floor in the sector of a device that it does not see, rooms that
 * nothing watches, gaps between the rays of a kind. Owns nothing. A finding refuses no map.
 * Doors count as they stand at the start of a round. Floor is looked at in squares of 100 mm.
 * Cost: a line of sight for each square and device; some 10 ms a device. No allocation. */
#ifndef DW_LAB_MAP_FINDINGS_H
#define DW_LAB_MAP_FINDINGS_H

#include "common/world/map.h"
#include "common/world/ruleset.h"

/* Gets one sentence for a person, without a newline. The text is gone when this returns. */
typedef void dw_map_finding(void *context, const char *text);

/* In the order of the list above, then by index. `rules` has the kinds of the map
 * (dw_ruleset_take_kinds). */
void dw_map_find(const dw_map *map, const dw_ruleset *rules, dw_map_finding *found, void *context);

#endif
