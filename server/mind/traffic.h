/* traffic.h - other guards on the way: whom to walk round, on which side, and whom to follow.
 * Pure functions of percepts. People keep to the right: a guard who comes towards him counts as
 * solid as far as a body and a half to his left, so that the way leads past on the right; both do
 * so, and pass. Who goes the same way is followed at a distance, not overtaken. */
#ifndef DW_MIND_TRAFFIC_H
#define DW_MIND_TRAFFIC_H

#include "server/sim/brain.h"

typedef struct dw_traffic {
    bool follows;         /* Somebody in front goes, or waits, the same way, and is near. */
    bool follows_waiting; /* ... and he waits. */
    bool head_on;         /* Somebody comes towards him. */
    uint8_t near;         /* How many count as solid: when that changes, the way is planned anew. */
    uint32_t solid_count;
    uint32_t body_count;
    dw_rect solids[DW_NAV_EXTRA_MAX]; /* What the way leads round; not grown. */
    dw_rect bodies[DW_NAV_EXTRA_MAX]; /* All who are near, for places to stand at. */
} dw_traffic;

/* `way` is where he is about to go (any length; 0 when he stands: his heading counts then).
 * `keep_right` false: nobody is made wider, which leaves more ways open. `overtakes`: it is his
 * turn, so that those who wait are walked round. `self`: his own index; of two who would wait for
 * each other the lower one goes first. */
void dw_traffic_look(dw_traffic *traffic, const dw_percepts *percepts, uint16_t self, dw_vec way,
                     bool keep_right, bool overtakes);

/* Intruders whom he senses and who are near (a body length and a tick's travel between the squares)
 * are solid too, but for whoever stands where he goes: him he chases. */
void dw_traffic_add_intruders(dw_traffic *traffic, const dw_percepts *percepts, dw_vec goal);

#endif
