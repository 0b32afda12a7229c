/* landmark_build.h - makes the distances that landmark.h looks up. Private to common/nav. */
#ifndef DW_NAV_LANDMARK_BUILD_H
#define DW_NAV_LANDMARK_BUILD_H

#include "common/nav/nav_mesh.h"

/* Picks landmarks in the largest component, far from each other, and stores the distances of all
 * vertices in the arena. None when the mesh is too small to need any. Takes memory from the heap
 * while it runs. */
DW_MUST_USE dw_status dw_landmark_build(dw_arena *arena, dw_nav *nav);

#endif
