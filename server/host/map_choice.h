/* map_choice.h - what a host names to be played: a map, or a map with one of its missions.
 *
 *     museum            the map, as a heist
 *     museum/star       the map with the mission maps/missions/museum-star.json
 *     ./papers.json     a file of a mission, with the map that it is for
 *
 * Owns: nothing; a value. Knows files. */
#ifndef DW_HOST_MAP_CHOICE_H
#define DW_HOST_MAP_CHOICE_H

#include "common/base/status.h"
#include "common/platform/file.h"

typedef struct dw_map_choice {
    char map[DW_PATH_MAX];     /* A NAME or FILE. */
    char mission[DW_PATH_MAX]; /* Its file; empty: a heist. */
} dw_map_choice;

/* Reads an entry of a list of maps. The error names what is not there. */
DW_MUST_USE dw_status dw_map_choice_read(dw_map_choice *out, const char *entry, dw_error *error);

/* A mission by its NAME, by map/NAME or by its FILE. `map` is the one that the host named: the
 * mission has to be for it. NULL: the mission's own. */
DW_MUST_USE dw_status dw_map_choice_read_mission(dw_map_choice *out, const char *mission,
                                                 const char *map, dw_error *error);

#endif
