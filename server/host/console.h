/* console.h - commands for a running server, one a line: `help` lists them. Knows: the server's
 * inside (server_state.h). Does not know where lines come from. Each command that changes something
 * leaves a line in the log, `command`, with its caller. */
#ifndef DW_HOST_CONSOLE_H
#define DW_HOST_CONSOLE_H

#include "server/host/server.h"

#include <stdio.h>

typedef enum dw_console_wish {
    DW_CONSOLE_GO_ON,
    DW_CONSOLE_STOP /* As by SIGTERM. */
} dw_console_wish;

/* What a caller may do; each level has the rights of those before it. */
#define DW_CONSOLE_LEVELS(X)                                                                       \
    X(MODERATOR, "moderator") /* Who plays, and who may. */                                        \
    X(OPERATOR, "operator")   /* Guards, maps and the flow of matches. */                          \
    X(HOST, "host")           /* The server itself. */

typedef enum dw_console_level {
#define DW_CONSOLE_LEVEL_NAME(name, word) DW_CONSOLE_##name,
    DW_CONSOLE_LEVELS(DW_CONSOLE_LEVEL_NAME)
#undef DW_CONSOLE_LEVEL_NAME
        DW_CONSOLE_LEVEL_COUNT
} dw_console_level;

const char *dw_console_level_word(dw_console_level level);
/* DW_NOT_FOUND: no level is called that. */
DW_MUST_USE dw_status dw_console_level_find(const char *word, dw_console_level *level);

enum { DW_CALLER_NAME_SIZE = 64 };

typedef struct dw_console_caller {
    char name[DW_CALLER_NAME_SIZE]; /* For the log. */
    dw_console_level level;
} dw_console_caller;

/* Carries out one command, between two ticks. `answer` gets the result, or one line that says what
 * is wrong. An empty line has no answer. */
dw_console_wish dw_console_run(dw_server *server, const dw_console_caller *caller, const char *line,
                               FILE *answer);

#endif
