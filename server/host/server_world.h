/* server_world.h - the ruleset of a server, and the brains that it names. Owns: nothing; all of it
 * is kept in the dw_server. Knows files. Runs once, before the maps are loaded. */
#ifndef DW_HOST_SERVER_WORLD_H
#define DW_HOST_SERVER_WORLD_H

#include "common/base/status.h"

typedef struct dw_server dw_server;

/* Loads the ruleset that the settings name. */
DW_MUST_USE dw_status dw_server_load_rules(dw_server *server, dw_error *error);

#endif
