/* brains.h - the brains that guards can have, by name, and which guard gets which. */
#ifndef DW_MIND_BRAINS_H
#define DW_MIND_BRAINS_H

#include "server/sim/brain.h"

/* `null` stands at his post; `patrol-only` walks his rounds and notices nothing; `chaser` walks his
 * rounds, chases whom he detects, looks where he lost him, and goes back; `reference` is all of
 * server/RULES.md: he reports, heads off, lies in wait and searches. NULL when unknown. */
const dw_brain_kind *dw_brain_find(const char *name);

/* All of them, in the order above; ends with NULL. */
const char *const *dw_brain_names(void);

/* The same for a person: "null, patrol-only, chaser, reference". */
const char *dw_brain_list(void);

/* The one that guards have when nobody says otherwise. */
const dw_brain_kind *dw_brain_default(void);

/* Whether each brain that a map or a ruleset names is known, and each guard that a ruleset names is
 * in that map. The error names the guard, not the file, which the caller knows. */
DW_MUST_USE dw_status dw_brains_check_map(const dw_map *map, dw_error *error);
DW_MUST_USE dw_status dw_brains_check_rules(const dw_ruleset_brains *said, const dw_map *map,
                                            dw_error *error);

/* Who gets which, of names that were checked: `all` for everybody when it is not NULL (the word of
 * whoever runs the program); else what the map says of the guard; else what the ruleset says of
 * him, then what it says of all; else the default. One for each guard of the map. */
void dw_brains_choose(const dw_brain_kind *brains[DW_GUARDS_MAX], const dw_brain_kind *all,
                      const dw_map *map, const dw_ruleset_brains *said);

#endif
