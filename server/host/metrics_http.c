#include "server/host/metrics_http.h"

#include "common/base/check.h"
#include "common/platform/clock.h"
#include "common/platform/memory.h"
#include "common/platform/thread.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECTION_BYTES = 8 * 1024, BACKLOG = 16 };

#define DEADLINE_NS (DW_METRICS_DEADLINE_S * UINT64_C(1000000000))
#define REST_NS     UINT64_C(2000000) /* After each pass of the library. */

#define TEXT_PLAIN "text/plain; charset=utf-8"
#define TEXT_0_0_4 "text/plain; version=0.0.4; charset=utf-8"

/* The socket context of a connection. */
typedef struct guest {
    int socket; /* -1: the place is free. */
    bool cut;   /* Shut down here, but not yet closed by the library. */
    uint32_t address;
    uint64_t number;
    uint64_t deadline_ns;
} guest;

struct dw_metrics_http {
    struct MHD_Daemon *daemon;
    dw_metrics_board *board;
    uint16_t port;
    pthread_t thread;
    int wake; /* An eventfd: the thread looks at `closing`. */
    _Atomic bool closing;
    /* Everything below is the thread's own. */
    guest guests[DW_METRICS_CONNECTIONS_MAX];
    uint64_t guests_ever;
    bool place_came_back; /* Once full, the library listens again only at its next run. */
    char text[DW_METRICS_TEXT_MAX];
};

static enum MHD_Result send_text(struct MHD_Connection *connection, unsigned status,
                                 const char *type, const char *text, size_t size)
{
    /* The library asks for a pointer to mutable bytes that it does not write to. */
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

/* /healthz: the server works; /readyz: and a newcomer would get a body. */
static enum MHD_Result send_health(dw_metrics_http *http, struct MHD_Connection *connection,
                                   bool ready)
{
    char text[80] = "ok\n";
    unsigned status = MHD_HTTP_SERVICE_UNAVAILABLE;
    uint64_t silent_ns = 0;
    const uint64_t now_ns = dw_clock_ns();
    switch (ready ? dw_metrics_board_readiness(http->board, now_ns, &silent_ns)
                  : dw_metrics_board_health(http->board, now_ns, &silent_ns)) {
    case DW_HEALTH_OK:
        status = MHD_HTTP_OK;
        break;
    case DW_HEALTH_NO_MEMORY:
        (void)snprintf(text, sizeof text, "no memory for joins\n");
        break;
    case DW_HEALTH_DRAINING:
        (void)snprintf(text, sizeof text, "draining: no client is let in any more\n");
        break;
    case DW_HEALTH_FULL:
        (void)snprintf(text, sizeof text, "full: no body is free\n");
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

/* The library calls this when the head of a request is complete, and again, with pieces of a body,
 * until a reply is queued. Replying on the first call closes the connection, so only methods that
 * may carry a body get their reply then. */
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
        *request = http; /* Any non-NULL mark will do. */
        return MHD_YES;
    }
    if (reads && *body_size > 0) {
        *body_size = 0; /* A body has no meaning with these methods. */
        return MHD_YES;
    }
    const bool metrics = strcmp(path, "/metrics") == 0;
    const bool ready = strcmp(path, "/readyz") == 0;
    if (!metrics && !ready && strcmp(path, "/healthz") != 0) {
        return refuse(connection, MHD_HTTP_NOT_FOUND, "Try /metrics, /healthz or /readyz.\n");
    }
    if (!reads) {
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Use GET or HEAD.\n");
    }
    return metrics ? send_metrics(http, connection) : send_health(http, connection, ready);
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

/* To the library this looks like a hang-up by the other side. */
static void cut_off(guest *from)
{
    from->cut = true;
    (void)shutdown(from->socket, SHUT_RDWR);
}

static bool stands(const guest *at)
{
    return at->socket >= 0 && !at->cut;
}

/* Cuts off the oldest open connection if there are more than `most`, counting those of `address`
 * alone, or all for 0. False: there are not more. */
static bool cut_oldest_above(dw_metrics_http *http, uint32_t address, uint32_t most)
{
    guest *oldest = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < DW_METRICS_CONNECTIONS_MAX; i++) {
        guest *at = &http->guests[i];
        if (stands(at) && (address == 0 || at->address == address)) {
            count++;
            oldest = oldest == NULL || at->number < oldest->number ? at : oldest;
        }
    }
    if (count <= most) {
        return false;
    }
    cut_off(oldest);
    return true;
}

static uint32_t address_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct sockaddr_in name = {.sin_family = AF_INET};
    if (info != NULL && info->client_addr->sa_family == AF_INET) {
        memcpy(&name, info->client_addr, sizeof name);
    }
    return ntohl(name.sin_addr.s_addr);
}

/* The library's own limit per address would refuse the newest connection, so a few slow ones would
 * keep the monitor out. Here the fifth connection of an address closes the oldest one of
 * that address. The connection that takes the last free slot closes the oldest of all. The slot of
 * a closed connection is free a moment later. */
static void come_and_go(void *context, struct MHD_Connection *connection, void **mark,
                        enum MHD_ConnectionNotificationCode code)
{
    dw_metrics_http *http = context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        guest *gone = *mark;
        if (gone != NULL) {
            gone->socket = -1;
        }
        http->place_came_back = true;
        return;
    }
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    guest *came = find_free(http);
    if (info == NULL || came == NULL) {
        return;
    }
    *came = (guest){.socket = info->connect_fd,
                    .address = address_of(connection),
                    .number = ++http->guests_ever,
                    .deadline_ns = dw_clock_ns() + DEADLINE_NS};
    *mark = came;
    if (!cut_oldest_above(http, came->address, DW_METRICS_CONNECTIONS_EACH)) {
        (void)cut_oldest_above(http, 0, DW_METRICS_CONNECTIONS_MAX - 1);
    }
}

/* Cuts off connections past their deadline. Returns the time until the next deadline in ms, -1
 * without connections. */
static int64_t keep_deadlines(dw_metrics_http *http)
{
    const uint64_t now_ns = dw_clock_ns();
    int64_t next_ms = -1;
    for (uint32_t i = 0; i < DW_METRICS_CONNECTIONS_MAX; i++) {
        guest *at = &http->guests[i];
        if (!stands(at)) {
            continue;
        }
        if (now_ns >= at->deadline_ns) {
            cut_off(at);
            next_ms = 0;
            continue;
        }
        const int64_t left_ms = (int64_t)((at->deadline_ns - now_ns) / 1000000) + 1;
        next_ms = next_ms < 0 || left_ms < next_ms ? left_ms : next_ms;
    }
    return next_ms;
}

/* The library has no deadline of its own: its time-out counts silence, so one byte now and then
 * would keep a connection forever. Therefore its loop runs here and not in its own thread. While
 * the process has no descriptor left, the listening socket stays readable and nothing can be
 * accepted: without the rest after each pass this thread would then take a processor of its own. */
static void *run(void *context)
{
    dw_metrics_http *http = context;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    DW_CHECK(info != NULL);
    struct pollfd waits[] = {{.fd = info->epoll_fd, .events = POLLIN},
                             {.fd = http->wake, .events = POLLIN}};
    while (!atomic_load(&http->closing)) {
        int64_t wait_ms = keep_deadlines(http);
        MHD_UNSIGNED_LONG_LONG library_ms = 0;
        if (MHD_get_timeout(http->daemon, &library_ms) == MHD_YES &&
            (wait_ms < 0 || library_ms < (uint64_t)wait_ms)) {
            wait_ms = (int64_t)library_ms;
        }
        wait_ms = http->place_came_back ? 0 : wait_ms;
        http->place_came_back = false;
        (void)poll(waits, DW_COUNT_OF(waits), (int)wait_ms);
        (void)MHD_run(http->daemon);
        dw_clock_sleep_until(dw_clock_ns() + REST_NS);
    }
    return NULL;
}

static dw_status cannot_listen(const char *bind_text, uint16_t port, int why, dw_error *error)
{
    return dw_fail(error, DW_IO, "metrics: cannot listen on %.64s port %u: %s", bind_text,
                   (unsigned)port, strerror(why));
}

/* The library would not say why it can't listen, so the socket is made here. */
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
    const int yes = 1; /* A restarted server finds the last one's connections still closing. */
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

static struct MHD_Daemon *start_daemon(dw_metrics_http *http, int listener)
{
    return MHD_start_daemon(MHD_USE_EPOLL, http->port, NULL, NULL, answer, http,
                            MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT,
                            (unsigned)DW_METRICS_CONNECTIONS_MAX, MHD_OPTION_NOTIFY_CONNECTION,
                            come_and_go, http, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                            (size_t)CONNECTION_BYTES, MHD_OPTION_END);
}

static void give_back(dw_metrics_http *http)
{
    if (http->daemon != NULL) {
        MHD_stop_daemon(http->daemon);
    }
    if (http->wake >= 0) {
        (void)close(http->wake);
    }
    free(http);
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
    http->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    http->daemon = start_daemon(
        http, listener); /* The library owns the socket from here on, even when it fails. */
    if (http->wake < 0 || http->daemon == NULL || dw_thread_start(&http->thread, run, http) != 0) {
        give_back(http);
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
    atomic_store(&http->closing, true);
    (void)eventfd_write(http->wake, 1);
    (void)pthread_join(http->thread, NULL);
    give_back(http);
}

uint16_t dw_metrics_http_port(const dw_metrics_http *http)
{
    return http->port;
}
