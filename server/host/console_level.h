/* console_level.h - who uses the console, and what they may do. Pure. */
#ifndef DW_HOST_CONSOLE_LEVEL_H
#define DW_HOST_CONSOLE_LEVEL_H

#include "common/base/status.h"

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

#endif
