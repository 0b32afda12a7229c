/* server_results.h - hands the rounds of a server's matches to its file of results, with what only
 * the host knows of them: time of day, map, ruleset, strategy.
 * Owns: the dw_results and the times at which rounds began. */
#ifndef DW_HOST_SERVER_RESULTS_H
#define DW_HOST_SERVER_RESULTS_H

#include "server/host/results.h"

typedef struct dw_server dw_server;
typedef struct dw_server_results dw_server_results;

#define DW_STATE_RESULTS "results.sqlite" /* Of the state folder, with `results = on`. */

/* Opens the file when the settings name one. Before the matches are made. */
DW_MUST_USE dw_status dw_server_results_open(dw_server *server, dw_error *error);
void dw_server_results_close(dw_server_results *results);

/* For the matches' settings; NULL when nothing is kept. */
const dw_round_output *dw_server_results_output(const dw_server *server);

/* NULL when nothing is kept. */
dw_results *dw_server_results_file(const dw_server *server);

#endif
