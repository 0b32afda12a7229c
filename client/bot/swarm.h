/* swarm.h - many bots in one process: one link, one thread, clients that join one after the other
 * and play until they are told to stop.
 * Owns: the link, clients, maps and meshes. Time is handed in. Work is spread over
 * DW_SWARM_SLICES parts of a frame of 1/60 s, so that a server sees a stream and no bursts. */
#ifndef DW_BOT_SWARM_H
#define DW_BOT_SWARM_H

#include "client/bot/bots_report.h"

enum { DW_SWARM_SLICES = 8, DW_SWARM_HEAVY = 500 /* From so many bots on they run at 20 Hz. */ };

typedef struct dw_swarm dw_swarm;

DW_MUST_USE dw_status dw_swarm_create(dw_swarm **out, const dw_bots_options *options,
                                      uint64_t now_ns, dw_error *error);
void dw_swarm_destroy(dw_swarm *swarm);

/* One slice: sends and receives, starts joins that are due, runs its share of the clients. An error
 * is one of this machine (memory, sockets), never a server's. */
DW_MUST_USE dw_status dw_swarm_run(dw_swarm *swarm, uint64_t now_ns, dw_error *error);

typedef struct dw_swarm_counts {
    uint32_t started, playing, ended; /* Of those who set out: now playing; for whom it is over. */
    uint32_t reconnecting;            /* Whose line is lost, and who try to come back. */
    uint32_t joined;                  /* Ever. */
    uint32_t refused, lost;
} dw_swarm_counts;
dw_swarm_counts dw_swarm_count(const dw_swarm *swarm);

/* When the last one set out, 0 while some have not. */
uint64_t dw_swarm_all_started_ns(const dw_swarm *swarm);

/* How the first one that failed says it; empty when none did. */
const char *dw_swarm_first_failure(const dw_swarm *swarm);

/* The figures so far that a person wants to see. */
void dw_swarm_log_progress(const dw_swarm *swarm, uint64_t now_ns);

/* Everybody quits; to be followed by dw_swarm_linger until it is true: all have parted. */
void dw_swarm_quit(dw_swarm *swarm, uint64_t now_ns);
bool dw_swarm_linger(dw_swarm *swarm);

/* Adds all clients up; once, after dw_swarm_quit. */
void dw_swarm_report(dw_swarm *swarm, dw_bots_report *report);

#endif
