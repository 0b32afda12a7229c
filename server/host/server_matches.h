/* server_matches.h - makes the matches of a server and the recording of their rounds.
 * Owns: nothing; matches and their memory are kept in the dw_server. All matches need the same
 * memory: the first one is made twice, once to measure it. They lie one behind the other in one
 * block, so that a tick walks through memory in order. Runs once, before the port opens. */
#ifndef DW_HOST_SERVER_MATCHES_H
#define DW_HOST_SERVER_MATCHES_H

#include "common/base/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct dw_server dw_server;

/* Opens the folder of replays when the settings name one. `file`: of the map, for each replay.
 * Before the matches are made. */
DW_MUST_USE dw_status dw_server_prepare_recording(dw_server *server, const uint8_t *file,
                                                  size_t file_size, dw_error *error);

DW_MUST_USE dw_status dw_server_make_matches(dw_server *server, dw_error *error);

#endif
