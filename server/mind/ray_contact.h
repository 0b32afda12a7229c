/* ray_contact.h - where a body that goes by its rays and by touch has met somebody
 * (server/RULES.md 10.40). Owns: nothing; percepts say it all. Pure. Cost: O(rays). */
#ifndef DW_MIND_RAY_CONTACT_H
#define DW_MIND_RAY_CONTACT_H

#include "server/sim/brain.h"

/* The place of the intruder that leans against it, else the nearest point at which a ray meets
 * somebody, of two as near that of the lower ray. False: neither its touch nor its rays tell of
 * anybody; then `place` stays as it is. */
bool dw_find_somebody(const dw_kind *kind, const dw_percepts *percepts, dw_vec *place);

#endif
