/* options.h - command-line flags from one table: parsing (getopt_long), checks, help and errors.
 * Every program of the tree uses it, so that --help, --version, exit status 2 and the wording of
 * refusals are the same everywhere. Texts point into argv; nothing is allocated. */
#ifndef DW_PLATFORM_OPTIONS_H
#define DW_PLATFORM_OPTIONS_H

#include "common/base/status.h"

#include <stdint.h>

/* Exit statuses of the programs (ARCHITECTURE.md). */
enum {
    DW_EXIT_DONE = 0,
    DW_EXIT_CHECK_FAILED = 1,
    DW_EXIT_USAGE = 2,
    DW_EXIT_CONNECTION = 3,
    DW_EXIT_INTERNAL = 70
};

typedef enum dw_option_kind {
    DW_OPTION_TEXT,    /* `out` is const char ** */
    DW_OPTION_TEXTS,   /* `out` is dw_option_texts *; the flag may be repeated */
    DW_OPTION_INT,     /* `out` is int64_t *, within low .. high */
    DW_OPTION_U64,     /* `out` is uint64_t *, decimal or 0x... */
    DW_OPTION_DECIMAL, /* `out` is double *, within low .. high */
    DW_OPTION_CHOICE,  /* `out` is int *, the index in `choices` */
    DW_OPTION_SWITCH   /* `out` is bool *, no value */
} dw_option_kind;

enum { DW_OPTION_TEXTS_MAX = 4 };

typedef struct dw_option_texts {
    uint32_t count;
    const char *texts[DW_OPTION_TEXTS_MAX];
} dw_option_texts;

typedef struct dw_option {
    const char *name; /* Without the dashes. */
    dw_option_kind kind;
    void *out;         /* Holds the default; written only when the flag is given. */
    const char *value; /* Name of the value in the help: "N", "FILE"; NULL for switches. */
    const char *help;
    double low, high;
    const char *const *choices; /* Ends with NULL. */
} dw_option;

typedef struct dw_command {
    const char *program;  /* "duskwatch-server" or "duskwatch-lab play". */
    const char *purpose;  /* One sentence. */
    const char *operands; /* Such as "FILE OUT.png", or NULL when there are none. */
    int operands_min, operands_max;
    const dw_option *options;
    size_t option_count;
} dw_command;

typedef enum dw_options_result {
    DW_OPTIONS_RUN,   /* Go on; operands start at *first_operand. */
    DW_OPTIONS_SHOWN, /* --help or --version was printed: end with 0. */
    DW_OPTIONS_BAD    /* One line was printed to standard error: end with 2. */
} dw_options_result;

DW_MUST_USE dw_options_result dw_options_parse(const dw_command *command, int argc, char **argv,
                                               int *first_operand);

/* One line "PROGRAM: TEXT" on standard error; gives back `exit_status`. */
int dw_options_fail(const char *program, int exit_status, const char *text);

#endif
