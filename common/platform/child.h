/* child.h - another program, started and ended by this one. The child reads nothing; what it
 * writes, on standard output and standard error alike, comes back line by line. It gets SIGTERM
 * when this process dies, however that happens. Owns: the process and a pipe. No call waits but
 * dw_child_stop. Not thread-safe. */
#ifndef DW_PLATFORM_CHILD_H
#define DW_PLATFORM_CHILD_H

#include "common/base/status.h"
#include "common/platform/file.h"
#include "common/platform/line_input.h"

enum { DW_CHILD_ARGUMENTS_MAX = 24 };

/* All zeros: no child. */
typedef struct dw_child {
    int id; /* Of the process; 0: it has ended, or was not started. */
    int exit_status;
    dw_line_input output;
} dw_child;

/* The program of that name beside this one's own file. DW_NOT_FOUND names where it was sought. */
DW_MUST_USE dw_status dw_child_find(const char *name, char path[DW_PATH_MAX], dw_error *error);

/* Starts `path` with these arguments, NULL behind the last one. `variable` is one more entry of its
 * environment, "NAME=value", or NULL. DW_IO names what failed; a file that cannot be executed shows
 * as a child that ends with status 127. */
DW_MUST_USE dw_status dw_child_start(dw_child *child, const char *path,
                                     const char *const arguments[], const char *variable,
                                     dw_error *error);

/* The next line of what it wrote; false when none is there yet. */
bool dw_child_line(dw_child *child, const char **line);

/* Whether it runs. From the first false on, `exit_status` is what it ended with: 128 and the signal
 * for one that a signal ended. */
bool dw_child_runs(dw_child *child);

/* Asks it to end, and ends it by force after `wait_ms`. Accepts a child that has ended. */
void dw_child_stop(dw_child *child, uint32_t wait_ms);

#endif
