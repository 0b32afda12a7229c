/* signal.h - signals as flags that main loops look at: SIGINT and SIGTERM, and SIGHUP where a
 * program wants it. SIGPIPE is ignored. */
#ifndef DW_PLATFORM_SIGNAL_H
#define DW_PLATFORM_SIGNAL_H

#include <stdbool.h>

void dw_signal_open(void);

/* True once somebody asked the program to end. */
bool dw_signal_stop_asked(void);

/* From now on SIGHUP asks to read the settings again, and no longer ends the program. */
void dw_signal_open_reload(void);

/* True once for each time that somebody asked, or several did at once. */
bool dw_signal_take_reload(void);

#endif
