/* console_results.h - the console's commands on the file of results. */
#ifndef DW_HOST_CONSOLE_RESULTS_H
#define DW_HOST_CONSOLE_RESULTS_H

#include "server/host/console_words.h"

/* results; results forget KEY */
void dw_console_results(dw_server *server, const dw_words *said, FILE *answer);

#endif
