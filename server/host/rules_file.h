/* rules_file.h - a match's rules by NAME or FILE: the kinds of maps/kinds, a ruleset over them, and
 * the guards' strategy.
 * Owns: which files are read, in which order, and how large they may be.
 * Knows nothing of maps: whether the brains that a ruleset names fit one is for the caller. */
#ifndef DW_HOST_RULES_FILE_H
#define DW_HOST_RULES_FILE_H

#include "common/platform/file.h"
#include "common/world/ruleset.h"

typedef struct dw_rules_choice {
    const char *ruleset;  /* NULL: the kinds alone. */
    const char *strategy; /* NULL: what the ruleset says. */
} dw_rules_choice;

/* Reads each kind, then the ruleset, then the strategy that was chosen. `choice` may be NULL: the
 * kinds alone. The error names the file.
 * `path` becomes that of the ruleset, or empty, for errors of the caller. */
DW_MUST_USE dw_status dw_rules_file_read(dw_ruleset *rules, dw_ruleset_brains *brains,
                                         const dw_rules_choice *choice, char path[DW_PATH_MAX],
                                         dw_error *error);

#endif
