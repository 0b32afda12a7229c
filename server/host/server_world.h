/* server_world.h - what all matches of a server play in: the map, its navigation mesh, the ruleset,
 * the brain of each guard, and the public map that clients fetch.
 * Owns: nothing; all of it is kept in the dw_server. Knows files. Runs once, before the port opens.
 */
#ifndef DW_HOST_SERVER_WORLD_H
#define DW_HOST_SERVER_WORLD_H

#include "server/host/config.h"

typedef struct dw_server dw_server;

/* Loads map and ruleset as the settings name them. `file` becomes the bytes of the map's file, for
 * replays; the caller frees them, also after an error. */
DW_MUST_USE dw_status dw_server_load_world(dw_server *server, uint8_t **file, size_t *file_size,
                                           dw_error *error);

#endif
