/* fleet.h - a server's place in a fleet of Agones: a thread that tells the sidecar what the server
 * does, and learns from it what became of the GameServer. Owns: that thread, its HTTP, the hand
 * over to and from the thread that ticks. What is said when: fleet_life.h.
 * The server plays on whatever the sidecar does: a call that fails is made again, and a change for
 * better or worse is one line of the log. Threading: all calls come from the ticking thread. None
 * waits or allocates, except open and close. Cost of a look: a few atomic stores. */
#ifndef DW_HOST_FLEET_H
#define DW_HOST_FLEET_H

#include "common/base/status.h"
#include "server/host/fleet_life.h"

typedef struct dw_server dw_server;
typedef struct dw_fleet dw_fleet;

/* How long dw_fleet_close waits until the sidecar has taken that the server ends. A server without
 * drain has 2 s to end, one of which its goodbyes may take. */
#define DW_FLEET_CLOSE_NS UINT64_C(750000000)

/* The port of the server must be bound: "ready" is said at once. The sidecar is at
 * http://localhost:$AGONES_SDK_HTTP_PORT (9358 when that is not set); it need not be there yet.
 * DW_INVALID when the variable is no port. */
DW_MUST_USE dw_status dw_fleet_open(dw_fleet **out, const dw_server *server, uint64_t now_ns,
                                    dw_error *error);

/* Tells the sidecar that the server ends. */
void dw_fleet_close(dw_fleet *fleet);

/* Call it at each look at the socket: the loop is alive, and this is what the server holds. Logs
 * what has changed. */
void dw_fleet_look(dw_fleet *fleet, const dw_server *server, uint64_t now_ns);

/* As of the last look. */
const dw_fleet_stats *dw_fleet_get_stats(const dw_fleet *fleet);

#endif
