/* rules_file.h - a match's rules by NAME or FILE: the kinds of maps/kinds, and a ruleset over them.
 * Owns: which files are read, in which order, and how large they may be.
 * Knows nothing of maps: whether the brains that a ruleset names fit one is for the caller. */
#ifndef DW_HOST_RULES_FILE_H
#define DW_HOST_RULES_FILE_H

#include "common/platform/file.h"
#include "common/world/ruleset.h"

/* Reads each kind, then the ruleset. `name` may be NULL: the kinds alone, and `path` is empty. The
 * error names the file. `path` becomes that of the ruleset, for errors of the caller. */
DW_MUST_USE dw_status dw_rules_file_read(dw_ruleset *rules, dw_ruleset_brains *brains,
                                         const char *name, char path[DW_PATH_MAX], dw_error *error);

#endif
