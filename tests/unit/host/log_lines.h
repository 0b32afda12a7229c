/* log_lines.h - what was logged, for tests that count lines: open the log with `remember`. */
#ifndef DW_TESTS_HOST_LOG_LINES_H
#define DW_TESTS_HOST_LOG_LINES_H

#include "common/base/log.h"

#include <stdio.h>
#include <string.h>

static char log_text[64 * 1024];

static inline void remember(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    const size_t used = strlen(log_text);
    (void)snprintf(log_text + used, sizeof log_text - used, "%s\n", line);
}

static inline uint32_t count_lines(const char *event)
{
    uint32_t count = 0;
    for (const char *at = strstr(log_text, event); at != NULL; at = strstr(at + 1, event)) {
        count++;
    }
    return count;
}

#endif
