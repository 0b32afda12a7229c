/* signal.h - SIGINT and SIGTERM as a flag that main loops look at; SIGPIPE is ignored. */
#ifndef DW_PLATFORM_SIGNAL_H
#define DW_PLATFORM_SIGNAL_H

#include <stdbool.h>

void dw_signal_open(void);

/* True once somebody asked the program to end. */
bool dw_signal_stop_asked(void);

#endif
