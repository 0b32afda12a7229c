/* fleet_http.h - calls to the sidecar of Agones by HTTP: at most one at once in each lane, all of
 * them on the caller's thread, and none that it waits for. Owns: the connections and what came over
 * them. Does not know what is asked or answered. libcurl allocates: not for a tick. Bounds: a call
 * has 2 s from begin to end, but for a stream, which has 2 s to connect; an answer has at most 512
 * KiB, and so has a line of a stream. It goes to http://localhost alone, and no proxy is asked. */
#ifndef DW_HOST_FLEET_HTTP_H
#define DW_HOST_FLEET_HTTP_H

#include "common/base/status.h"

#include <stdint.h>

enum { DW_FLEET_HTTP_LANES_MAX = 5 };

typedef struct dw_fleet_http dw_fleet_http;

typedef struct dw_fleet_http_call {
    const char *method, *path;
    const char *body; /* NULL: none. */
    bool is_stream;   /* Its lines are told as they come. */
} dw_fleet_http_call;

typedef struct dw_fleet_http_answer {
    uint32_t lane;
    int status;      /* Of HTTP; 0: no whole answer came. */
    const char *why; /* Then: the reason, for a person. */
    const char *text;
    size_t size; /* Of the text; the rest of a stream's last line. */
} dw_fleet_http_answer;

/* A line of a stream, without its end. */
typedef void dw_fleet_http_line(void *context, uint32_t lane, const char *text, size_t size);

DW_MUST_USE dw_status dw_fleet_http_open(dw_fleet_http **out, uint16_t port,
                                         dw_fleet_http_line *line, void *context, dw_error *error);
void dw_fleet_http_close(dw_fleet_http *http);

/* Lane `index` must be free. What can't begin is an answer without status, too. */
void dw_fleet_http_begin(dw_fleet_http *http, uint32_t index, const dw_fleet_http_call *call);

/* Ends the lane's call, which gets no answer. Nothing for a free lane. */
void dw_fleet_http_cut(dw_fleet_http *http, uint32_t index);

/* Sends, receives, tells lines; then waits for more for at most `wait_ms`. */
void dw_fleet_http_turn(dw_fleet_http *http, int wait_ms);

/* The next call that is over; its lane is free then. The answer holds until the lane's next
 * call. */
bool dw_fleet_http_take(dw_fleet_http *http, dw_fleet_http_answer *out);

/* From any thread: a turn does not wait. */
void dw_fleet_http_wake(dw_fleet_http *http);

#endif
