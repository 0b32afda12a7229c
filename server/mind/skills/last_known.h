/* last_known.h - where to look for somebody who was lost (server/RULES.md 5.39 to 5.41). Pure. */
#ifndef DW_MIND_LAST_KNOWN_H
#define DW_MIND_LAST_KNOWN_H

#include "server/mind/beliefs.h"

/* Where he had him last; if that lies in a doorway, behind it, in the room to which he was going
 * (or, when he stood still, the one that is not the guard's). */
dw_vec dw_last_known(const dw_brain_setup *setup, const dw_belief *belief, uint16_t own_room);

#endif
