/* reload.h - reads the settings again while the server runs (SIGHUP, the console's `reload`) and
 * takes over those that may change. Owns: the list of them. Not in a tick: it reads files. */
#ifndef DW_HOST_RELOAD_H
#define DW_HOST_RELOAD_H

#include "server/host/server.h"

enum { DW_RELOAD_TEXT = 1024 };

typedef struct dw_reload_report {
    char changed[DW_RELOAD_TEXT]; /* Keys that hold from now on, or "none", */
    char waiting[DW_RELOAD_TEXT]; /* and those that wait for a restart, or "none". */
} dw_reload_report;

/* Reads the file, the environment and the files of admins and bans; flags still override them. On
 * an error no setting changes. The log says what came of it. */
dw_status dw_reload(dw_server *server, dw_reload_report *report, dw_error *error);

#endif
