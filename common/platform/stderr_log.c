#include "common/platform/stderr_log.h"

#include "common/platform/clock.h"

#include <stdio.h>

static void write_line(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    (void)fprintf(stderr, "%s\n", line);
}

void dw_stderr_log_open(dw_log_style style, dw_log_level lowest)
{
    dw_log_set_clock(dw_clock_time_text);
    dw_log_open(write_line, NULL, style, lowest);
}
