/* log.h - lines for the host: a level, an event name and named values, as text or JSON.
 * Owns: the one log sink of the process, the only global of the tree. Without a sink nothing is
 * written. The caller is never told whether a line reached anybody; logging does not fail. A sink
 * may not wait: a line that it cannot take at once is dropped and counted.
 * Cost: formatting, and no allocation. Call it from one thread; only the count of dropped lines and
 * dw_log_make_line are for any. */
#ifndef DW_BASE_LOG_H
#define DW_BASE_LOG_H

#include "common/base/status.h"

#include <stdint.h>

typedef enum dw_log_level { DW_LOG_DEBUG, DW_LOG_INFO, DW_LOG_WARNING, DW_LOG_ERROR } dw_log_level;
typedef enum dw_log_style { DW_LOG_TEXT, DW_LOG_JSON } dw_log_style;

enum { DW_LOG_LINE_MAX = 1024 };

/* Where finished lines go; `line` has no newline and is valid during the call. */
typedef void dw_log_sink(void *context, dw_log_level level, const char *line);

/* NULL takes the sink away. `time_text` may be NULL; it gives the time stamp of a line. */
void dw_log_open(dw_log_sink *sink, void *context, dw_log_style style, dw_log_level lowest);
void dw_log_set_clock(void (*time_text)(char *text, size_t size));

/* Lines that the sink had to drop, since the process began. A sink adds each one. */
uint64_t dw_log_dropped(void);
void dw_log_note_dropped(void);

/* Text from outside (names, chat, file names) in double quotes, escaped, for a field's value; cut
 * to fit. Without it a player could write fields into the log. */
typedef struct dw_log_quoted {
    char text[256];
} dw_log_quoted;

dw_log_quoted dw_log_quote(const char *text);

/* `event` is a fixed word ("client_joined"); the fields follow as a printf format of `key=value`
 * pairs separated by single spaces, where a value is a number, a word or a quoted text:
 *     dw_log(DW_LOG_INFO, "client_joined", "match=%d name=%s", match, dw_log_quote(name).text);
 * In JSON each pair becomes a member. Control bytes never get through. */
void dw_log(dw_log_level level, const char *event, const char *format, ...) DW_PRINTF(3, 4);

/* The line that dw_log would give to the sink, for a sink that adds one of its own. The length
 * comes back, below DW_LOG_LINE_MAX. */
size_t dw_log_make_line(char line[DW_LOG_LINE_MAX], dw_log_style style, const char *time,
                        dw_log_level level, const char *event, const char *fields);

#endif
