/* server.h - one process: a map, its matches, the network, the recorder. Owns: all of them, and
 * their memory, taken at creation. Knows time only as nanoseconds that are handed in; loop.h paces
 * it. Not thread-safe. */
#ifndef DW_HOST_SERVER_H
#define DW_HOST_SERVER_H

#include "server/host/config.h"
#include "server/host/server_stats.h"
#include "server/session/match.h"

typedef struct dw_server dw_server;

/* Loads map and ruleset, makes the matches, opens the port. The error is one line for a person.
 * With `check_only` no port is opened and no file is made: only dw_server_destroy may follow. */
DW_MUST_USE dw_status dw_server_create(dw_server **out, const dw_server_config *config,
                                       dw_error *error);
void dw_server_destroy(dw_server *server);
uint16_t dw_server_port(const dw_server *server);

/* Receives, answers, sends; bounded in time. */
void dw_server_service(dw_server *server, uint64_t now_ns);

/* One tick of every match that is not idle, and the snapshots of those whose turn it is. `behind`:
 * this many more ticks are already due and follow at once. A match whose turn comes again among
 * them skips this one, since the next snapshot would overtake it. */
void dw_server_tick(dw_server *server, uint64_t now_ns, uint32_t behind);

/* Hands to the system what the tick queued. */
void dw_server_flush(dw_server *server);

/* How long to leave the socket alone after a look at it, so that packets gather. */
uint64_t dw_server_look_ns(const dw_server *server);

/* Sleeps until something arrives or the time is reached. */
void dw_server_wait(const dw_server *server, uint64_t deadline_ns);

/* No client is connected and no match has anything to do. */
bool dw_server_empty(const dw_server *server);

/* Its ticks are nearly used up, after 2.27 years of play: the server has to drain and be
 * restarted. */
bool dw_server_worn_out(const dw_server *server);

/* Seconds for which a drain lets rounds go on at most. Settings and commands may change it. */
uint64_t dw_server_drain_s(const dw_server *server);

/* From now on no client joins. With `drain_s` 0 rounds are aborted and everybody is told at once;
 * otherwise each match closes when its round ends. dw_server_drained returns true once all clients
 * have been told; until then the caller goes on with service and tick. */
void dw_server_begin_drain(dw_server *server, uint64_t now_ns);
bool dw_server_drained(dw_server *server, uint64_t now_ns);

const dw_server_stats *dw_server_get_stats(const dw_server *server);

/* Called by the loop: it had to skip ticks. */
void dw_server_note_overrun(dw_server *server, uint64_t skipped, uint64_t now_ns);

/* Called by the loop after each tick: since the one before, it was busy for `receive_ns` with the
 * socket and for `work_ns` with the tick. */
void dw_server_note_tick(dw_server *server, uint64_t receive_ns, uint64_t work_ns);

#endif
