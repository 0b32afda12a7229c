/* brains.h - the brains that guards can have, by name, and which brain each guard gets. */
#ifndef DW_MIND_BRAINS_H
#define DW_MIND_BRAINS_H

#include "server/sim/brain.h"

/* `null` stands at its post. `patrol-only` walks its patrol and notices nothing. `chaser` chases
 * detected intruders, checks the last known position, and goes back to its patrol. `reference`
 * plays by all of server/RULES.md: it reports, intercepts, lies in wait and searches. `captain`
 * does too, and sends others. `servant` runs to guards and tells them, `robot` goes by its rays.
 * `dog` follows trails and keeps near its handler, `cat` goes about the house. `device` is a
 * camera, a motion detector or a microphone. NULL for an unknown name. */
const dw_brain_kind *dw_brain_find(const char *name);

/* All names, in the order above; ends with NULL. */
const char *const *dw_brain_names(void);

/* The same for a person: "null, patrol-only, chaser, reference, captain, servant, robot, dog, cat,
 * device". */
const char *dw_brain_list(void);

/* The brain of guards for which nothing else is chosen. */
const dw_brain_kind *dw_brain_default(void);

/* Whether each brain that a map, a kind or a ruleset names is known, and each guard that a ruleset
 * names is in that map. The error names the guard, not the file, which the caller knows. */
DW_MUST_USE dw_status dw_brains_check_map(const dw_map *map, dw_error *error);
DW_MUST_USE dw_status dw_brains_check_rules(const dw_ruleset_brains *said, const dw_map *map,
                                            dw_error *error);

/* The brain of each guard of the map. The names must have passed both checks. The first of these
 * that says something decides: `all` (from the command line, or NULL), the map's brain of the
 * guard, the ruleset's brain of the guard, the ruleset's brain of all, the kind's, the default.
 * `all` and the ruleset's brain of all are for guards whose kind has the default brain. */
void dw_brains_choose(const dw_brain_kind *brains[DW_GUARDS_MAX], const dw_brain_kind *all,
                      const dw_map *map, const dw_ruleset_brains *said);

#endif
