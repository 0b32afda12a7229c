/* server.h - one process: a map, its matches, the network, the recorder.
 * Owns: all of them, and their memory, taken at creation. Does not know: time but as nanoseconds
 * that are handed in; loop.h paces it. Not thread-safe. */
#ifndef DW_HOST_SERVER_H
#define DW_HOST_SERVER_H

#include "server/host/config.h"
#include "server/host/server_stats.h"
#include "server/session/match.h"

typedef struct dw_server dw_server;

/* Loads map and ruleset, makes the matches, opens the port. The error is one line for a person. */
DW_MUST_USE dw_status dw_server_create(dw_server **out, const dw_server_config *config,
                                       dw_error *error);
void dw_server_destroy(dw_server *server);
uint16_t dw_server_port(const dw_server *server);

/* Receives, answers, sends; bounded in time. */
void dw_server_service(dw_server *server, uint64_t now_ns);

/* One tick of every match that is not idle, and the snapshots of those whose turn it is. `behind`:
 * so many more ticks are due already and follow at once; a match whose turn comes again among them
 * sends nothing now, since it would be overtaken. */
void dw_server_tick(dw_server *server, uint64_t now_ns, uint32_t behind);

/* Puts on the wire what the tick made. */
void dw_server_flush(dw_server *server);

/* How long to leave the socket alone after a look at it, so that packets gather. */
uint64_t dw_server_look_ns(const dw_server *server);

/* Sleeps until something arrives or the time is reached. */
void dw_server_wait(const dw_server *server, uint64_t deadline_ns);

/* Nobody is connected and no match has anything to do. */
bool dw_server_empty(const dw_server *server);

/* Its ticks are nearly used up, after 2.27 years of play: it has to be drained and started anew. */
bool dw_server_worn_out(const dw_server *server);

/* From now on nobody joins. With `drain_s` 0 rounds are aborted and everybody is told at once, else
 * each match goes when its round has ended. True once nobody is left to be told; the caller goes on
 * with service and tick until then. */
void dw_server_begin_drain(dw_server *server, uint64_t now_ns);
bool dw_server_drained(dw_server *server, uint64_t now_ns);

const dw_server_stats *dw_server_get_stats(const dw_server *server);

/* The loop tells of ticks that it had to leave out. */
void dw_server_note_overrun(dw_server *server, uint64_t skipped, uint64_t now_ns);

/* And of each tick that was run: how long it was busy since the one before, for `receive_ns` with
 * the socket and for `work_ns` with the tick. */
void dw_server_note_tick(dw_server *server, uint64_t receive_ns, uint64_t work_ns);

const dw_match *dw_server_match(const dw_server *server, uint32_t index);

#endif
