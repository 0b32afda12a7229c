/* status.h - what a call that can fail on data or environment returns, and the sentence beside it.
 * Owns: the list of codes and their texts. A dw_status is for the caller's flow, a dw_error is for
 * the person: it names the thing, what is wrong and what to do. No allocation, thread-safe. */
#ifndef DW_BASE_STATUS_H
#define DW_BASE_STATUS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#define DW_STATUSES(X)                                                                             \
    X(OK, "done")                                                                                  \
    X(INVALID, "not valid")                                                                        \
    X(RANGE, "out of range")                                                                       \
    X(FULL, "no room left")                                                                        \
    X(NOT_FOUND, "not found")                                                                      \
    X(DENIED, "not allowed")                                                                       \
    X(IO, "could not be read or written")                                                          \
    X(MEMORY, "out of memory")                                                                     \
    X(OTHER_VERSION, "another version")                                                            \
    X(TIMEOUT, "no answer in time")                                                                \
    X(LOST, "connection lost")                                                                     \
    X(DIFFERS, "differs from what was recorded")

typedef enum dw_status {
#define DW_STATUS_ENUM(name, text) DW_##name,
    DW_STATUSES(DW_STATUS_ENUM)
#undef DW_STATUS_ENUM
        DW_STATUS_COUNT
} dw_status;

#define DW_MUST_USE __attribute__((warn_unused_result))
#define DW_PRINTF(format_index, first_index)                                                       \
    __attribute__((format(printf, format_index, first_index)))

enum { DW_ERROR_TEXT_MAX = 400 };

/* One line for a person, without a newline. Empty when nothing went wrong. */
typedef struct dw_error {
    char text[DW_ERROR_TEXT_MAX];
} dw_error;

/* A short text for a code, never NULL. */
const char *dw_status_text(dw_status value);

/* Writes the line into `error` (which may be NULL), cut to its size, and gives back `status`, so
 * that a failing function ends in `return dw_fail(error, DW_INVALID, "...", ...)`. */
dw_status dw_fail(dw_error *error, dw_status status, const char *format, ...) DW_PRINTF(3, 4);

/* Puts "prefix: " in front of the text that is there; added by the caller that knows the
 * file. */
void dw_error_prefix(dw_error *error, const char *prefix);

#endif
