/* rules_file.h - a match's rules by NAME or FILE: the kinds of maps/kinds that its map names, a
 * ruleset over them, the guards' strategy, and what single guards of the map override.
 * Owns: which files are read, in which order, and how large they may be.
 * Whether the brains that a ruleset names fit the map is for the caller. */
#ifndef DW_HOST_RULES_FILE_H
#define DW_HOST_RULES_FILE_H

#include "common/platform/file.h"
#include "common/world/ruleset.h"

typedef struct dw_rules_choice {
    const char *ruleset;  /* NULL: the kinds alone. */
    const char *strategy; /* NULL: what the ruleset says. */
} dw_rules_choice;

/* Reads each kind of the map, then the ruleset, then the strategy that was chosen, and applies what
 * guards of the map override. `map` may be NULL: kind `guard` alone. `choice` may be NULL: the
 * kinds alone. The error names the file. `path` becomes that of the ruleset, or empty, for errors
 * of the caller. */
DW_MUST_USE dw_status dw_rules_file_read(dw_ruleset *rules, dw_ruleset_brains *brains,
                                         const dw_rules_choice *choice, const dw_map *map,
                                         char path[DW_PATH_MAX], dw_error *error);

/* A strategy by NAME or FILE. The error names the file. */
DW_MUST_USE dw_status dw_rules_file_read_strategy(dw_strategy *strategy, const char *name,
                                                  dw_error *error);

#endif
