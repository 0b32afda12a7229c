/* stderr_log.h - the log sink of the programs: whole lines on standard error, with UTC times. */
#ifndef DW_PLATFORM_STDERR_LOG_H
#define DW_PLATFORM_STDERR_LOG_H

#include "common/base/log.h"

void dw_stderr_log_open(dw_log_style style, dw_log_level lowest);

#endif
