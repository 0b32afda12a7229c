/* traffic.h - other bodies on a guard's path: which to walk round, on which side, which to follow.
 * Guards keep to the right: an oncoming guard counts as solid up to a body and a half to the left
 * of the path, so that the path leads past on the right. Both guards do so, and pass. A guard that
 * goes the same direction is followed at a distance and not overtaken.
 * Pure functions of percepts. No allocation. */
#ifndef DW_MIND_TRAFFIC_H
#define DW_MIND_TRAFFIC_H

#include "server/sim/brain.h"

typedef struct dw_traffic {
    bool follows;         /* A near guard in front goes, or waits, in the same direction. */
    bool follows_waiting; /* ... and it waits. */
    bool head_on;         /* A guard comes the other way. */
    uint8_t near;         /* How many count as solid: when that changes, a new path is planned. */
    int32_t half;         /* Of the guard itself. */
    uint32_t solid_count;
    uint32_t body_count;
    dw_rect solids[DW_NAV_EXTRA_MAX]; /* What the path leads round; not grown. */
    dw_rect bodies[DW_NAV_EXTRA_MAX]; /* All near bodies, for positions to stand at. */
} dw_traffic;

/* How a guard looks at traffic. */
typedef struct dw_traffic_view {
    uint16_t self; /* Index of the guard: of two that would wait for each other the lower goes. */
    int32_t half;  /* Half the side of its own square. */
    dw_vec direction; /* In which it is about to go, of any length; 0: its heading counts. */
    dw_vec goal;      /* An intruder that stands there is what the guard chases, not an obstacle. */
    bool keeps_right; /* Else no body is made wider, which leaves more paths open. */
    bool overtakes;   /* Guards that wait are walked round, for it is this guard's turn. */
} dw_traffic_view;

/* Guards with a body that others cannot pass through, and the intruders that are sensed near by:
 * within an intruder's length and a tick's travel. */
void dw_traffic_look(dw_traffic *traffic, const dw_percepts *percepts, const dw_traffic_view *view);

/* A near body is less than `distance` units from the guard's own square at `position`. */
bool dw_traffic_is_near(const dw_traffic *traffic, dw_vec position, int32_t distance);

#endif
