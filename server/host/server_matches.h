/* server_matches.h - makes the matches of a server and the recording of their rounds.
 * Owns: nothing; matches and their memory are kept in the dw_server. All matches have the same
 * memory, enough for the largest map that was loaded by then: a trial match on each measures it.
 * They lie one behind the other in one block, so that a tick walks through memory in order. Runs
 * once, before the port opens. */
#ifndef DW_HOST_SERVER_MATCHES_H
#define DW_HOST_SERVER_MATCHES_H

#include "server/session/match.h"

#include <stddef.h>
#include <stdint.h>

typedef struct dw_server dw_server;

/* Opens the folder of replays when the settings name one. Before the maps are loaded. */
DW_MUST_USE dw_status dw_server_prepare_recording(dw_server *server, dw_error *error);

/* What a match on that map takes, whatever brains its guards are given. */
DW_MUST_USE dw_status dw_server_measure_match(dw_server *server, const dw_match_map *map,
                                              size_t *bytes, dw_error *error);

/* First the rows and codes of the matches, then, with the maps loaded, the matches. */
DW_MUST_USE dw_status dw_server_make_match_rows(dw_server *server, dw_error *error);
DW_MUST_USE dw_status dw_server_make_matches(dw_server *server, dw_error *error);

#endif
