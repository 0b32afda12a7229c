/* brains.h - the brains in C, by name. Which brain each guard gets: server/mind/data/library.h. */
#ifndef DW_MIND_BRAINS_H
#define DW_MIND_BRAINS_H

#include "server/sim/brain.h"

/* `null` stands at its post. `patrol-only` walks its patrol and notices nothing. `chaser` chases
 * detected intruders, checks the last known position, and goes back to its patrol. `reference`
 * plays by all of server/RULES.md: it reports, intercepts, lies in wait and searches. `dog`
 * follows trails and keeps near its handler. `device` is a camera, a motion detector or a
 * microphone. NULL for an unknown name. */
const dw_brain_kind *dw_brain_find(const char *name);

/* All names, in the order above; ends with NULL. */
const char *const *dw_brain_names(void);

/* The same for a person: "null, patrol-only, chaser, reference, dog, device". */
const char *dw_brain_list(void);

/* The brain of guards for which nothing else is chosen. */
const dw_brain_kind *dw_brain_default(void);

#endif
