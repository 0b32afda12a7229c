#include "server/host/metrics_http.h"

#include "common/platform/clock.h"
#include "common/platform/memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECTION_BYTES = 8 * 1024, BACKLOG = 16 };

#define TEXT_PLAIN "text/plain; charset=utf-8"
#define TEXT_0_0_4 "text/plain; version=0.0.4; charset=utf-8"

/* The socket context of a connection. */
typedef struct guest {
    int socket; /* -1: the place is free. */
    uint64_t number;
} guest;

struct dw_metrics_http {
    struct MHD_Daemon *daemon;
    dw_metrics_board *board;
    uint16_t port;
    /* The rest is the thread's own. */
    guest guests[DW_METRICS_CONNECTIONS_MAX];
    uint64_t guests_ever;
    char text[DW_METRICS_TEXT_MAX];
};

static enum MHD_Result send_text(struct MHD_Connection *connection, unsigned status,
                                 const char *type, const char *text, size_t size)
{
    /* The library asks for a pointer to what it will not write to. */
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, (void *)text, MHD_RESPMEM_MUST_COPY);
    if (response == NULL) {
        return MHD_NO;
    }
    enum MHD_Result result = MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    if (result == MHD_YES) {
        result = MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    }
    if (result == MHD_YES && status == MHD_HTTP_METHOD_NOT_ALLOWED) {
        result = MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    }
    if (result == MHD_YES) {
        result = MHD_queue_response(connection, status, response);
    }
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result send_metrics(dw_metrics_http *http, struct MHD_Connection *connection)
{
    dw_metrics *metrics = dw_metrics_board_read(http->board);
    metrics->process_ns = dw_clock_process_ns();
    metrics->resident_bytes = dw_memory_resident();
    const size_t size = dw_metrics_write(metrics, http->text);
    return send_text(connection, MHD_HTTP_OK, TEXT_0_0_4, http->text, size);
}

static enum MHD_Result send_health(dw_metrics_http *http, struct MHD_Connection *connection)
{
    char text[80] = "ok\n";
    unsigned status = MHD_HTTP_SERVICE_UNAVAILABLE;
    uint64_t silent_ns = 0;
    switch (dw_metrics_board_health(http->board, dw_clock_ns(), &silent_ns)) {
    case DW_HEALTH_OK:
        status = MHD_HTTP_OK;
        break;
    case DW_HEALTH_DRAINING:
        (void)snprintf(text, sizeof text, "draining: nobody is let in any more\n");
        break;
    case DW_HEALTH_STALLED:
        (void)snprintf(text, sizeof text, "stalled: the loop has not run for %llu ms\n",
                       (unsigned long long)(silent_ns / 1000000));
        break;
    }
    return send_text(connection, status, TEXT_PLAIN, text, strlen(text));
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status, const char *text)
{
    return send_text(connection, status, TEXT_PLAIN, text, strlen(text));
}

/* Called when the head of a request is there, and again, with pieces of a body, until it is
 * answered. Who is answered at the first call is disconnected: that is for those who may send a
 * body. */
static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *body,
                              size_t *body_size, void **request)
{
    (void)version;
    (void)body;
    dw_metrics_http *http = context;
    const bool reads =
        strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    if (reads && *request == NULL) {
        *request = http; /* Any mark will do. */
        return MHD_YES;
    }
    if (reads && *body_size > 0) {
        *body_size = 0; /* Means nothing with these methods. */
        return MHD_YES;
    }
    const bool metrics = strcmp(path, "/metrics") == 0;
    if (!metrics && strcmp(path, "/healthz") != 0) {
        return refuse(connection, MHD_HTTP_NOT_FOUND, "There are /metrics and /healthz.\n");
    }
    if (!reads) {
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Only GET and HEAD.\n");
    }
    return metrics ? send_metrics(http, connection) : send_health(http, connection);
}

static guest *find_free(dw_metrics_http *http)
{
    for (uint32_t i = 0; i < DW_METRICS_CONNECTIONS_MAX; i++) {
        if (http->guests[i].socket < 0) {
            return &http->guests[i];
        }
    }
    return NULL;
}

/* To the library it looks as if he had hung up. */
static void cut_off_oldest(dw_metrics_http *http)
{
    guest *oldest = &http->guests[0];
    for (uint32_t i = 1; i < DW_METRICS_CONNECTIONS_MAX; i++) {
        oldest = http->guests[i].number < oldest->number ? &http->guests[i] : oldest;
    }
    (void)shutdown(oldest->socket, SHUT_RDWR);
}

/* The library counts silence alone, so that a few bytes now and then would keep a connection for
 * ever. Whoever takes the last place therefore costs the oldest connection its own. */
static void come_and_go(void *context, struct MHD_Connection *connection, void **mark,
                        enum MHD_ConnectionNotificationCode code)
{
    dw_metrics_http *http = context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        guest *gone = *mark;
        if (gone != NULL) {
            gone->socket = -1;
        }
        return;
    }
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    guest *came = find_free(http);
    if (info == NULL || came == NULL) {
        return;
    }
    *came = (guest){.socket = info->connect_fd, .number = ++http->guests_ever};
    *mark = came;
    if (find_free(http) == NULL) {
        cut_off_oldest(http);
    }
}

static dw_status cannot_listen(const char *bind_text, uint16_t port, int why, dw_error *error)
{
    return dw_fail(error, DW_IO, "metrics: cannot listen on %.64s port %u: %s", bind_text,
                   (unsigned)port, strerror(why));
}

/* The library would not say why it cannot listen, so the socket is made here. */
static dw_status listen_on(const char *bind_text, uint16_t port, int *out, uint16_t *out_port,
                           dw_error *error)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(port)};
    name.sin_addr.s_addr = htonl(INADDR_ANY);
    if (strcmp(bind_text, "*") != 0 && inet_pton(AF_INET, bind_text, &name.sin_addr) != 1) {
        return dw_fail(error, DW_INVALID,
                       "metrics: cannot listen on %.64s: not a numeric IPv4 address", bind_text);
    }
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0) {
        return cannot_listen(bind_text, port, errno, error);
    }
    const int yes = 1; /* A server that starts again finds connections of the last one ending. */
    socklen_t size = sizeof name;
    if (setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(listener, (const struct sockaddr *)&name, sizeof name) != 0 ||
        listen(listener, BACKLOG) != 0 ||
        getsockname(listener, (struct sockaddr *)&name, &size) != 0) {
        const int why = errno;
        (void)close(listener);
        return cannot_listen(bind_text, port, why, error);
    }
    *out = listener;
    *out_port = ntohs(name.sin_port);
    return DW_OK;
}

/* A thread begins with the signals that its maker lets in: SIGTERM must wake the loop. */
static struct MHD_Daemon *start_thread(dw_metrics_http *http, int listener)
{
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD, http->port, NULL, NULL, answer, http,
        MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)DW_METRICS_CONNECTIONS_MAX, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        (unsigned)DW_METRICS_CONNECTIONS_EACH, MHD_OPTION_NOTIFY_CONNECTION, come_and_go, http,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)DW_METRICS_SILENCE_S,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES, MHD_OPTION_END);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return daemon;
}

dw_status dw_metrics_http_open(dw_metrics_http **out, dw_metrics_board *board, const char *bind,
                               uint16_t port, dw_error *error)
{
    int listener = -1;
    uint16_t bound = 0;
    const dw_status status = listen_on(bind, port, &listener, &bound, error);
    if (status != DW_OK) {
        return status;
    }
    dw_metrics_http *http = calloc(1, sizeof *http);
    if (http == NULL) {
        (void)close(listener);
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    http->board = board;
    http->port = bound;
    for (uint32_t i = 0; i < DW_METRICS_CONNECTIONS_MAX; i++) {
        http->guests[i].socket = -1;
    }
    http->daemon = start_thread(http, listener);
    if (http->daemon == NULL) {
        free(http); /* The library has the socket, whether it closed it or not. */
        return dw_fail(error, DW_IO, "metrics: no thread to answer on port %u", (unsigned)bound);
    }
    *out = http;
    return DW_OK;
}

void dw_metrics_http_close(dw_metrics_http *http)
{
    if (http == NULL) {
        return;
    }
    MHD_stop_daemon(http->daemon);
    free(http);
}

uint16_t dw_metrics_http_port(const dw_metrics_http *http)
{
    return http->port;
}
