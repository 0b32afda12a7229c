/* lattice_layout.h - makes the lattice of a map: positions where a body fits, moves, distances.
 * Owns nothing. Cost: some 0.2 s for the museum; called once a map. */
#ifndef DW_LAB_LATTICE_LAYOUT_H
#define DW_LAB_LATTICE_LAYOUT_H

#include "server/lab/lattice.h"

/* The map must outlive it. Takes the widest of a few spacings at which an objective and the exit
 * can be reached; when none will do, ticks_to_win of node 0 is DW_LATTICE_FAR. */
DW_MUST_USE dw_status dw_lattice_layout_create(dw_lattice *lattice, const dw_map *map,
                                               const dw_ruleset *rules, dw_error *error);

#endif
