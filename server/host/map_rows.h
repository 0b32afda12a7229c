/* map_rows.h - reads what matches play on into rows of the table of maps: map, mission, ruleset
 * with the kinds of the map, brains, navigation, what clients are sent. Owns: nothing. Knows files.
 * Cost: memory and time, 1 to 75 ms for a shipped map; never in a tick. */
#ifndef DW_HOST_MAP_ROWS_H
#define DW_HOST_MAP_ROWS_H

#include "server/host/map_choice.h"
#include "server/host/map_table.h"

typedef struct dw_server dw_server;

/* The file of a mission: its path for errors, and its bytes. */
typedef struct dw_map_mission {
    const char *path;
    const uint8_t *bytes;
    size_t size;
} dw_map_mission;

/* The row of that map and mission as their files are now, with that strategy: loaded before, or
 * loaded here. */
DW_MUST_USE dw_status dw_map_row_load(dw_server *server, const dw_map_choice *choice,
                                      const char *strategy, dw_loaded_map **out, dw_error *error);

/* The same with a mission that is in memory; NULL: none. `map`: a NAME or FILE. */
DW_MUST_USE dw_status dw_map_row_find(dw_server *server, const char *map,
                                      const dw_map_mission *mission, const char *strategy,
                                      dw_loaded_map **out, dw_error *error);

/* Map, rules and brains of the recording that the server plays, which outlives the row. */
DW_MUST_USE dw_status dw_map_row_load_recorded(dw_server *server, dw_loaded_map **out,
                                               dw_error *error);

#endif
