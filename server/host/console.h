/* console.h - commands for a running server, one a line: `help` lists them. Knows: the server's
 * inside (server_state.h). Does not know where lines come from. Each command that changes something
 * leaves a line in the log, `command`, with its caller. */
#ifndef DW_HOST_CONSOLE_H
#define DW_HOST_CONSOLE_H

#include "server/host/console_level.h"
#include "server/host/server.h"

#include <stdio.h>

typedef enum dw_console_wish {
    DW_CONSOLE_GO_ON,
    DW_CONSOLE_DENIED, /* As GO_ON: the caller's level is too low, and nothing was done. */
    DW_CONSOLE_STOP    /* As by SIGTERM. */
} dw_console_wish;

/* Carries out one command, between two ticks. `answer` gets the result, or one line that says what
 * is wrong. An empty line has no answer. */
dw_console_wish dw_console_run(dw_server *server, const dw_console_caller *caller, const char *line,
                               FILE *answer);

#endif
