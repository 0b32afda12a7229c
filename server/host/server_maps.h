/* server_maps.h - which match plays on which map, and how a match gets another one.
 *
 *     console: map 1 museum --> loaded, checked --> wanted by match 1 --> between rounds: played
 *                                  | refused: one sentence, nothing changes
 *
 * Owns: nothing; the table of maps and the matches' handles are kept in the dw_server. Knows files.
 * Loading takes memory and time (1 to 75 ms for a shipped map): at start, or between two ticks when
 * the host asks. A change itself takes no heap. */
#ifndef DW_HOST_SERVER_MAPS_H
#define DW_HOST_SERVER_MAPS_H

#include "server/host/map_rows.h"

typedef struct dw_server dw_server;

/* Loads the maps that the settings name, the one that all matches begin on first. The ruleset is
 * loaded already. */
DW_MUST_USE dw_status dw_server_load_maps(dw_server *server, dw_error *error);

/* Loads map, mission and strategy if they are not loaded and gives them to matches first .. last:
 * at once those between two rounds, the others when their round has ended. NULL: the match keeps
 * its own. `map` is as in map_choice.h. On an error no match changes. */
DW_MUST_USE dw_status dw_server_want_map(dw_server *server, uint32_t first, uint32_t last,
                                         const char *map, const char *strategy, dw_error *error);

/* Changes the map of each match that waits for one and is between two rounds. Between two ticks. */
void dw_server_change_maps(dw_server *server);

/* Loads the map (map_choice.h) of that name with the strategy of the settings, or finds it loaded.
 * DW_FULL when it needs more memory than a match has. */
DW_MUST_USE dw_status dw_server_load_map(dw_server *server, const char *name, dw_map_handle *handle,
                                         dw_error *error);

/* The map whose file has that hash, with that mission (NULL: none) and strategy: loaded already, or
 * from `path`. DW_INVALID when the file is another one by now. */
DW_MUST_USE dw_status dw_server_find_map(dw_server *server, const dw_map_hash *file_hash,
                                         const char *path, const dw_map_mission *mission,
                                         const char *strategy, dw_map_handle *handle,
                                         dw_error *error);

/* As dw_server_want_map, for one match and a map that is loaded and fits. */
void dw_server_want_loaded(dw_server *server, uint32_t index, dw_map_handle handle);

#endif
