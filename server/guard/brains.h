/* brains.h - the brains that guards can have, by name. */
#ifndef DW_GUARD_BRAINS_H
#define DW_GUARD_BRAINS_H

#include "server/sim/brain.h"

/* `null` stands at his post; `patrol-only` walks his rounds and notices nothing; `chaser` walks his
 * rounds, chases whom he detects, looks where he lost him, and goes back; `reference` is all of
 * RULES.md: he reports, heads off, lies in wait and searches. NULL when unknown. */
const dw_brain_kind *dw_brain_find(const char *name);

/* All of them, in the order above; ends with NULL. */
const char *const *dw_brain_names(void);

/* The one that guards have when nobody says otherwise. */
const dw_brain_kind *dw_brain_default(void);

#endif
