/* landmark.h - lower bounds of distances from the exact distances of all corners to a few far ones
 * (Goldberg and Harrelson, "Computing the shortest path: A* search meets graph theory", 2005).
 * Private to common/nav. The distances are those with every door open and nothing extra in the way;
 * whatever a query shuts can only make paths longer, so that the bounds hold for all queries. */
#ifndef DW_NAV_LANDMARK_H
#define DW_NAV_LANDMARK_H

#include "common/nav/nav_search.h"

/* Prepares the search for its target: how far that is from each landmark, at least and at most. */
void dw_landmark_aim(dw_nav_search *search);

/* A lower bound of the distance from the vertex to the target; 0 when nothing is known. */
float dw_landmark_bound(const dw_nav_search *search, uint32_t vertex);

#endif
