/* swarm.h - many bots in one process: one link and one thread. The clients join one after the other
 * and play until dw_swarm_quit. With stay_s each one leaves from time to time and joins again, with
 * its identity and name, as soon as the server has let go of its connection.
 * Owns: the link, clients, bots, maps and meshes. Time is a parameter. Work is spread over
 * DW_SWARM_SLICES parts of a frame of 1/60 s, so that a server gets a stream, not bursts. */
#ifndef DW_BOT_SWARM_H
#define DW_BOT_SWARM_H

#include "client/bot/bots_report.h"

enum { DW_SWARM_SLICES = 8, DW_SWARM_HEAVY = 500 /* This many bots or more run at 20 Hz. */ };

typedef struct dw_swarm dw_swarm;

DW_MUST_USE dw_status dw_swarm_create(dw_swarm **out, const dw_bots_options *options,
                                      uint64_t now_ns, dw_error *error);
void dw_swarm_destroy(dw_swarm *swarm);

/* Runs one slice: sends and receives, starts joins that are due, runs its share of the clients. An
 * error is about this machine (memory, sockets), never about a server. */
DW_MUST_USE dw_status dw_swarm_run(dw_swarm *swarm, uint64_t now_ns, dw_error *error);

typedef struct dw_swarm_counts {
    uint32_t started, playing, ended; /* Clients that started; those that play or have ended. */
    uint32_t reconnecting;            /* Clients that lost their connection and try to return. */
    uint32_t joined;                  /* Clients that ever joined. */
    uint32_t visits;                  /* Joins of all clients. */
    uint32_t refused, lost;
} dw_swarm_counts;
dw_swarm_counts dw_swarm_count(const dw_swarm *swarm);

/* When the last client started to join, 0 before that. */
uint64_t dw_swarm_all_started_ns(const dw_swarm *swarm);

/* The end text of the first client that failed; empty when none did. */
const char *dw_swarm_first_failure(const dw_swarm *swarm);

/* Logs the main figures until now. */
void dw_swarm_log_progress(const dw_swarm *swarm, uint64_t now_ns);

/* All clients quit. Then call dw_swarm_linger until it is true: all are disconnected. */
void dw_swarm_quit(dw_swarm *swarm, uint64_t now_ns);
bool dw_swarm_linger(dw_swarm *swarm);

/* Sums up all clients. Call it once, after dw_swarm_quit. */
void dw_swarm_report(dw_swarm *swarm, dw_bots_report *report);

#endif
