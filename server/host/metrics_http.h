/* metrics_http.h - the figures by HTTP: GET /metrics for Prometheus, GET /healthz for whoever
 * restarts or routes (200 "ok"; 503 and why, when the loop has stalled or the server drains). HEAD
 * likewise; other methods 405, other paths 404.
 * Owns: a TCP socket and one thread that runs libmicrohttpd, which is all that touches the
 * requests; it reads the board and nothing else of the server. Bounds: 16 connections, 4 from one
 * address, 8 KiB each, closed 5 s after they began. The fifth of an address closes its oldest, and
 * the one that takes the last place closes the oldest of all. Nothing is logged from that thread,
 * and no signal is handled in it. */
#ifndef DW_HOST_METRICS_HTTP_H
#define DW_HOST_METRICS_HTTP_H

#include "server/host/metrics_board.h"

enum {
    DW_METRICS_CONNECTIONS_MAX = 16,
    DW_METRICS_CONNECTIONS_EACH = 4, /* From one address: one alone must not keep all others out. */
    DW_METRICS_DEADLINE_S = 5        /* For all that a connection does. */
};

typedef struct dw_metrics_http dw_metrics_http;

/* `bind` is a numeric IPv4 address or "*", `port` 0 = any free one. The board outlives it. DW_IO or
 * DW_INVALID: the error names address and port. */
DW_MUST_USE dw_status dw_metrics_http_open(dw_metrics_http **out, dw_metrics_board *board,
                                           const char *bind, uint16_t port, dw_error *error);
void dw_metrics_http_close(dw_metrics_http *http);
uint16_t dw_metrics_http_port(const dw_metrics_http *http);

#endif
