/* lattice_lanes.h - a lane through each doorway of a lattice, and the moves that work its door.
 * Private to lattice_layout.c. */
#ifndef DW_LAB_LATTICE_LANES_H
#define DW_LAB_LATTICE_LANES_H

#include "server/lab/lattice_build.h"

void dw_lattice_add_lanes(dw_lattice_build *build);

#endif
