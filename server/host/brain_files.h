/* brain_files.h - the files of maps/brains that a map, a ruleset or a person names, into a library
 * of brains. Owns: nothing; the library is the caller's. Reads files, so not for a tick. */
#ifndef DW_HOST_BRAIN_FILES_H
#define DW_HOST_BRAIN_FILES_H

#include "server/mind/data/library.h"

/* Reads a file, NAME of maps/brains or a path. The brain is called as the file is, without folder
 * and suffix. The error names the file and the place in it. The brain is the caller's. */
DW_MUST_USE dw_status dw_brain_file_read(dw_data_brain **out, const char *name_or_path,
                                         dw_error *error);

/* The brain of that name or file: in C, in the library, or from its file into the library. */
DW_MUST_USE dw_status dw_brain_files_find(dw_brain_library *library, const char *name_or_path,
                                          const dw_brain_kind **out, dw_error *error);

/* All files that the map, its kinds and the ruleset name. What has no file is left to
 * dw_brains_check_map and dw_brains_check_rules. */
DW_MUST_USE dw_status dw_brain_files_load(dw_brain_library *library, const dw_map *map,
                                          const dw_ruleset_brains *said, dw_error *error);

#endif
