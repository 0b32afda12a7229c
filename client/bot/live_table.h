/* live_table.h - a match as a table of text, seen by a spectator: for machines without a display.
 * Owns: the last few events, as text. Redraws itself on a terminal and writes plain blocks to
 * anything else. No allocation. */
#ifndef DW_BOT_LIVE_TABLE_H
#define DW_BOT_LIVE_TABLE_H

#include "client/core/client.h"

#include <stdio.h>

enum { DW_LIVE_EVENTS = 8, DW_LIVE_EVENT_SIZE = 80 };

typedef struct dw_live_table {
    uint32_t event_count; /* Ever; the last DW_LIVE_EVENTS are kept. */
    char events[DW_LIVE_EVENTS][DW_LIVE_EVENT_SIZE];
} dw_live_table;

/* Adds the watcher's new events and chat to the log below the table. */
void dw_live_table_update(dw_live_table *table, dw_client *watcher);

/* Writes the table of this moment. `redraw`: over the last one. */
void dw_live_table_write(const dw_live_table *table, dw_client *watcher, uint64_t now_ns,
                         bool redraw, FILE *out);

#endif
