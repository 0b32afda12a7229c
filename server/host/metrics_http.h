/* metrics_http.h - the figures by HTTP: GET /metrics for Prometheus, GET /healthz for programs that
 * restart or route (200 "ok"; 503 and the reason when the loop has stalled or the server drains).
 * HEAD works too; other methods are 405, other paths 404. Owns: a TCP socket and one thread that
 * runs libmicrohttpd. Only that thread touches requests; of the server it reads nothing but the
 * board. Bounds: 16 connections, 4 from one address, 8 KiB each, closed 5 s after they began. A
 * fifth connection of an address closes its oldest; the connection that takes the last free slot
 * closes the oldest of all. That thread logs nothing and handles no signal. */
#ifndef DW_HOST_METRICS_HTTP_H
#define DW_HOST_METRICS_HTTP_H

#include "server/host/metrics_board.h"

enum {
    DW_METRICS_CONNECTIONS_MAX = 16,
    DW_METRICS_CONNECTIONS_EACH =
        4, /* From one address, so that one address alone can't keep all others out. */
    DW_METRICS_DEADLINE_S = 5 /* All the time that a connection has. */
};

typedef struct dw_metrics_http dw_metrics_http;

/* `bind` is a numeric IPv4 address or "*", `port` 0 = any free one. The board must outlive it.
 * DW_IO or DW_INVALID: the error names address and port. */
DW_MUST_USE dw_status dw_metrics_http_open(dw_metrics_http **out, dw_metrics_board *board,
                                           const char *bind, uint16_t port, dw_error *error);
void dw_metrics_http_close(dw_metrics_http *http);
uint16_t dw_metrics_http_port(const dw_metrics_http *http);

#endif
