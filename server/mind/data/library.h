/* library.h - brains by name: those in C, and those that were loaded from files.
 * Owns: the loaded ones, until dw_brain_library_clear. Knows nothing of where files are. Not for a
 * tick. */
#ifndef DW_MIND_LIBRARY_H
#define DW_MIND_LIBRARY_H

#include "common/world/ruleset.h"
#include "server/mind/data/data_brain.h"
#include "server/sim/sim.h"

enum { DW_LIBRARY_BRAINS_MAX = 128 }; /* With all versions. */

typedef struct dw_brain_library {
    uint32_t count;
    dw_data_brain *brains[DW_LIBRARY_BRAINS_MAX];
} dw_brain_library;

/* NULL for an unknown name. `library` NULL: brains in C alone. Of a brain that was loaded again the
 * newest version; or the brain of exactly this name, such as "guard-fsm@2". */
const dw_brain_kind *dw_brain_library_find(const dw_brain_library *library, const char *name);
const dw_brain_kind *dw_brain_library_exact(const dw_brain_library *library, const char *name);

/* Takes the brain. When there is one of its name it becomes the next version: "guard-fsm@2". Older
 * versions stay, since matches may have them. DW_FULL: nothing changes. */
DW_MUST_USE dw_status dw_brain_library_put(dw_brain_library *library, dw_data_brain *brain);

/* The brain of exactly this name, as a replay or a save holds it: it is there, or is made from the
 * text. DW_INVALID: the text is no brain, or another brain has the name. DW_FULL, DW_MEMORY. */
DW_MUST_USE dw_status dw_brain_library_keep(dw_brain_library *library, const char *name,
                                            const uint8_t *text, size_t size, dw_error *error);

/* Finds brains by their exact names. `library` outlives it; NULL: brains in C alone. */
dw_brain_finder dw_brain_library_finder(const dw_brain_library *library);

void dw_brain_library_clear(dw_brain_library *library);

/* Whether each brain that a map, a kind or a ruleset names is known, and each guard that a ruleset
 * names is in that map. The error names the guard, not the file, which the caller knows. */
DW_MUST_USE dw_status dw_brains_check_map(const dw_brain_library *library, const dw_map *map,
                                          dw_error *error);
DW_MUST_USE dw_status dw_brains_check_rules(const dw_brain_library *library,
                                            const dw_ruleset_brains *said, const dw_map *map,
                                            dw_error *error);

/* The brain of each guard of the map. The names must have passed both checks. The first of these
 * that says something decides: `all` (from the command line, or NULL), the map's brain of the
 * guard, the ruleset's brain of the guard, the ruleset's brain of all, the kind's, the default.
 * `all` and the ruleset's brain of all are for guards whose kind has the default brain. */
void dw_brains_choose(const dw_brain_library *library, const dw_brain_kind *brains[DW_GUARDS_MAX],
                      const dw_brain_kind *all, const dw_map *map, const dw_ruleset_brains *said);

#endif
