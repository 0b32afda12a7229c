/* stderr_log.h - the log sink of the programs: whole lines on standard error, with UTC times.
 * Owns: a ring of 256 lines and the thread that writes them, so that dw_log never waits for a
 * terminal, a pipe or a disk. A line that finds the ring full is dropped and counted
 * (dw_log_dropped), and so is one that the system refuses. When the reader is back, the line
 * `log_lines_dropped count=N` stands where they are missing.
 * Does not know: what is logged, and how often.
 * Cost: a copy of the line and one semaphore a line; 260 KiB, allocated when it is opened.
 * Threading: open, dw_log and close from one thread. The writer takes no signals. After a failed
 * DW_CHECK the last lines may be missing. */
#ifndef DW_PLATFORM_STDERR_LOG_H
#define DW_PLATFORM_STDERR_LOG_H

#include "common/base/log.h"

enum { DW_STDERR_LOG_LINES_MAX = 256, DW_STDERR_LOG_CLOSE_MS = 200 };

typedef struct dw_stderr_log dw_stderr_log;

/* Becomes the sink of dw_log. A process has one at once. DW_MEMORY, or DW_IO without a thread. */
DW_MUST_USE dw_status dw_stderr_log_open(dw_stderr_log **out, dw_log_style style,
                                         dw_log_level lowest, dw_error *error);

/* Writes what is left, for at most DW_STDERR_LOG_CLOSE_MS; the rest is lost. `log` may be NULL. */
void dw_stderr_log_close(dw_stderr_log *log);

#endif
