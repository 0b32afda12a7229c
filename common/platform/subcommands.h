/* subcommands.h - programs of several commands, and commands of several parts: from one table come
 * the choice by the first word, the help and the refusals. Beside options.h, for the flags of each.
 */
#ifndef DW_PLATFORM_SUBCOMMANDS_H
#define DW_PLATFORM_SUBCOMMANDS_H

#include <stddef.h>

typedef struct dw_subcommand {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the name. Returns the exit status. */
    const char *help;
} dw_subcommand;

typedef struct dw_subcommands {
    const char *program; /* "duskwatch-lab" or "duskwatch-lab map". */
    const char *purpose; /* One or two sentences. */
    const dw_subcommand *commands;
    size_t count;
} dw_subcommands;

/* Runs the command that argv[1] names, or prints the help or the version. Returns the exit status.
 */
int dw_subcommands_run(const dw_subcommands *all, int argc, char **argv);

#endif
