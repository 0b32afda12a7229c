/* loop.h - the pace of a server: 60 ticks a second by an accumulator, at most 5 in a row to catch
 * up, sleep in between, and a drain at the end (DESIGN.md section 4). Samples the clock; the only
 * place of the server that does beside the network's edge. */
#ifndef DW_HOST_LOOP_H
#define DW_HOST_LOOP_H

#include "server/host/loop_meter.h"
#include "server/host/server.h"

/* Runs until `stop`, which is asked between two ticks, says so, or the server is worn out; drains,
 * and comes back once everybody was told (at the latest a second after the rounds are closed). */
void dw_loop_run(dw_server *server, bool (*stop)(void *context), void *context,
                 dw_loop_meter *meter);

#endif
