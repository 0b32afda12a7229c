/* live_watch.h - a spectator beside the bots that prints its view as a live table (live_table.h).
 * Owns: its own connection and client. Time is a parameter. */
#ifndef DW_BOT_LIVE_WATCH_H
#define DW_BOT_LIVE_WATCH_H

#include "client/bot/bots_options.h"

typedef struct dw_live_watch dw_live_watch;

/* Connects to the server of `options`. `redraw`: the output is a terminal. */
DW_MUST_USE dw_status dw_live_watch_create(dw_live_watch **out, const dw_bots_options *options,
                                           bool redraw, uint64_t now_ns, dw_error *error);
void dw_live_watch_destroy(dw_live_watch *watch); /* Disconnects. Accepts NULL. */

/* Sends, receives, and prints a table when one is due. */
void dw_live_watch_run(dw_live_watch *watch, uint64_t now_ns);

#endif
