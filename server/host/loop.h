/* loop.h - the pace of a server: 60 ticks a second by an accumulator, at most 5 in a row to catch
 * up, sleep in between, and a drain at the end. Samples the clock, which nothing else in the server
 * does but the network's edge. */
#ifndef DW_HOST_LOOP_H
#define DW_HOST_LOOP_H

#include "server/host/loop_meter.h"
#include "server/host/server.h"

/* Runs until `stop`, asked between two ticks, returns true or the server is worn out. Then drains,
 * and returns once everybody was told (at the latest a second after the rounds are closed). `stop`
 * is called while the server drains as well, so that it can take commands; its result then does not
 * count. */
void dw_loop_run(dw_server *server, bool (*stop)(void *context), void *context,
                 dw_loop_meter *meter);

#endif
