/* exporter.h - gathers a server's figures once a second and puts them where the HTTP listener finds
 * them. Owns: the board, the listener, the histogram of ticks. A server without `metrics_port` has
 * no exporter. All calls come from the ticking thread. None waits or allocates, except open and
 * close. Cost: two atomic stores a look; once a second a walk over the matches, 0.6 ms with 500 of
 * them. */
#ifndef DW_HOST_EXPORTER_H
#define DW_HOST_EXPORTER_H

#include "common/base/status.h"

#include <stdint.h>

typedef struct dw_server dw_server;
typedef struct dw_exporter dw_exporter;

/* Listens as the settings say, and logs where. */
DW_MUST_USE dw_status dw_exporter_open(dw_exporter **out, const dw_server *server, uint64_t now_ns,
                                       dw_error *error);
void dw_exporter_close(dw_exporter *exporter);

/* The loop was busy for a tick: for `receive_ns` with the socket and for `work_ns` with the
 * tick, of which the server's `part_ns` says what for. Begins these anew. */
void dw_exporter_note_tick(dw_exporter *exporter, dw_server *server, uint64_t receive_ns,
                           uint64_t work_ns);

/* Call it at each look at the socket. */
void dw_exporter_look(dw_exporter *exporter, const dw_server *server, uint64_t now_ns);

#endif
