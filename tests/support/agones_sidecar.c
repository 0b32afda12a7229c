/* agones_sidecar PORT PERIOD_S: stands in for the sidecar of Agones, for tests: its REST interface
 * on 127.0.0.1, a GameServer, and faults at a word. Each call is a line on standard output:
 *     MILLISECONDS METHOD PATH STATUS STATE [BODY]
 * where STATE is that of the GameServer after the call. Like the real one it takes a call first and
 * changes the state a moment later, tells each change to all watches, and begins a watch with the
 * state. Beyond that it notes "unhealthy" when no health report came for three periods.
 *
 * GET /stub/WORD: fail (all calls answer 500), stall (they answer after 5 s), fine (neither), cut
 * (all watches end), allocate (as a matchmaker does), reserve (a matchmaker adds 1 to the counter),
 * uncounted (the GameServer declares no counter of players), counted (it does again).
 */
#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/clock.h"
#include "common/platform/signal.h"

#include <arpa/inet.h>
#include <jansson.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS_NS UINT64_C(1000000)

enum { BODY_MAX = 4096, STALL_MS = 5000, STATE_DELAY_MS = 150, TURN_MS = 20, WAIT_MS = 50 };

typedef enum mode { FINE, FAIL, STALL } mode;

typedef struct sidecar {
    pthread_mutex_t lock;
    mode mode;
    uint64_t start_ns;
    const char *state, *next_state;
    uint64_t next_ns; /* When the next state comes; 0: none is due. */
    int64_t period_s, count, capacity, allocations;
    uint64_t health_ns; /* Of the last report; 0: none came yet. */
    uint32_t version;   /* Of the GameServer. */
    uint32_t cuts;
    bool uncounted;
    bool closing;
} sidecar;

/* The body of a request, as it comes. */
typedef struct request {
    size_t used;
    char body[BODY_MAX];
} request;

typedef struct watch {
    sidecar *of;
    uint32_t version, cuts;
} watch;

static sidecar stub = {.lock = PTHREAD_MUTEX_INITIALIZER, .state = "Scheduled"};

static uint64_t now_ms(void)
{
    return (dw_clock_ns() - stub.start_ns) / MS_NS;
}

static void sleep_ms(uint64_t ms)
{
    dw_clock_sleep_until(dw_clock_ns() + ms * MS_NS);
}

static void come_to(const char *state)
{
    stub.next_state = state;
    stub.next_ns = dw_clock_ns() + STATE_DELAY_MS * MS_NS;
}

/* As Agones writes it: all members, 64-bit numbers as texts. */
static char *describe(bool wrapped)
{
    json_t *game_server = json_pack(
        "{s:{s:s,s:s,s:s,s:{s:s},s:{s:o}},s:{s:{s:b,s:I,s:i,s:i}},s:{s:s,s:s,s:[{s:s,s:i}],"
        "s:{s:{s:o,s:o}}}}",
        "object_meta", "name", "duskwatch-x7k2p", "namespace", "default", "deletion_timestamp", "0",
        "labels", "agones.dev/fleet", "duskwatch", "annotations", "agones.dev/last-allocated",
        json_sprintf("2026-11-26T00:00:%02d.000000000Z", (int)(stub.allocations % 60)), "spec",
        "health", "disabled", 0, "period_seconds", (json_int_t)stub.period_s, "failure_threshold",
        3, "initial_delay_seconds", 5, "status", "state", stub.state, "address", "127.0.0.1",
        "ports", "name", "game", "port", 7000, "counters", stub.uncounted ? "rooms" : "players",
        "count", json_sprintf("%lld", (long long)stub.count), "capacity",
        json_sprintf("%lld", (long long)stub.capacity));
    DW_CHECK(game_server != NULL);
    json_t *whole = wrapped ? json_pack("{s:o}", "result", game_server) : game_server;
    char *text = json_dumps(whole, JSON_COMPACT);
    json_decref(whole);
    return text;
}

/* Waits for a change, then writes a line of it. It blocks only the thread of its own connection. */
static ssize_t write_changes(void *context, uint64_t position, char *out, size_t room)
{
    watch *at = context;
    (void)position;
    for (;;) {
        (void)pthread_mutex_lock(&stub.lock);
        const bool over = stub.closing || at->cuts != stub.cuts;
        const bool changed = at->version != stub.version;
        char *text = changed && !over ? describe(true) : NULL;
        at->version = stub.version;
        (void)pthread_mutex_unlock(&stub.lock);
        if (over) {
            return MHD_CONTENT_READER_END_WITH_ERROR;
        }
        if (text != NULL) {
            const int length = snprintf(out, room, "%s\n", text);
            DW_CHECK(length > 0 && (size_t)length < room);
            free(text);
            return length;
        }
        sleep_ms(WAIT_MS);
    }
}

static int64_t number_in(const json_t *body, const char *name, int64_t otherwise)
{
    const char *text = json_string_value(json_object_get(body, name));
    int64_t number = otherwise;
    return text != NULL && dw_parse_int(text, 0, INT32_MAX, &number) == DW_OK ? number : otherwise;
}

/* The count may not be above the capacity, as set by the same call. */
static unsigned set_players(const char *text)
{
    json_t *body = json_loads(text, 0, NULL);
    const int64_t capacity = number_in(body, "capacity", stub.capacity);
    const int64_t count = number_in(body, "count", stub.count);
    const bool fits = body != NULL && count <= capacity;
    json_decref(body);
    if (fits) {
        stub.count = count;
        stub.capacity = capacity;
        stub.version++;
    }
    return fits ? 200 : 500;
}

static bool is(const char *method, const char *path, const char *wanted_method, const char *wanted)
{
    return strcmp(method, wanted_method) == 0 && strcmp(path, wanted) == 0;
}

/* A call of the SDK. Changes the GameServer, and gives the status. */
static unsigned take_call(const char *method, const char *path, const char *body)
{
    if (stub.mode == FAIL) {
        return 500;
    }
    if (is(method, path, "POST", "/health")) {
        stub.health_ns = dw_clock_ns();
        return body[0] != '\0' ? 200 : 400;
    }
    if (is(method, path, "POST", "/ready")) {
        stub.state = "RequestReady";
        stub.version++;
        come_to("Ready");
        return 200;
    }
    if (is(method, path, "POST", "/allocate")) {
        come_to("Allocated");
        return 200;
    }
    if (is(method, path, "POST", "/shutdown")) {
        come_to("Shutdown");
        return 200;
    }
    if (is(method, path, "PATCH", "/v1beta1/counters/players")) {
        return set_players(body);
    }
    return is(method, path, "GET", "/gameserver") || is(method, path, "GET", "/watch/gameserver")
               ? 200
               : 404;
}

static unsigned take_word(const char *word)
{
    if (strcmp(word, "fail") == 0) {
        stub.mode = FAIL;
    } else if (strcmp(word, "stall") == 0) {
        stub.mode = STALL;
    } else if (strcmp(word, "fine") == 0) {
        stub.mode = FINE;
    } else if (strcmp(word, "cut") == 0) {
        stub.cuts++;
    } else if (strcmp(word, "allocate") == 0) {
        stub.allocations++;
        come_to("Allocated");
    } else if (strcmp(word, "reserve") == 0) {
        stub.count++;
        stub.version++;
    } else if (strcmp(word, "uncounted") == 0 || strcmp(word, "counted") == 0) {
        stub.uncounted = strcmp(word, "uncounted") == 0;
        stub.version++;
    } else {
        return 404;
    }
    return 200;
}

static struct MHD_Response *make_answer(const char *path, unsigned status)
{
    if (status != 200) {
        static const char error[] = "{\"code\":2,\"message\":\"the stub was told to fail\"}";
        return MHD_create_response_from_buffer(sizeof error - 1, (void *)error,
                                               MHD_RESPMEM_MUST_COPY);
    }
    if (strcmp(path, "/watch/gameserver") == 0) {
        watch *begun = calloc(1, sizeof *begun);
        DW_CHECK(begun != NULL);
        *begun = (watch){.of = &stub, .version = stub.version - 1, .cuts = stub.cuts};
        return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, write_changes, begun,
                                                 free);
    }
    char *text = strcmp(path, "/gameserver") == 0 ? describe(false) : strdup("{}");
    return MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *bytes,
                              size_t *size, void **mark)
{
    (void)context;
    (void)version;
    request *at = *mark;
    if (at == NULL) {
        *mark = calloc(1, sizeof(request));
        return *mark != NULL ? MHD_YES : MHD_NO;
    }
    if (*size > 0) {
        const size_t taken = *size < BODY_MAX - 1 - at->used ? *size : BODY_MAX - 1 - at->used;
        memcpy(at->body + at->used, bytes, taken);
        at->used += taken;
        *size = 0;
        return MHD_YES;
    }
    static const char control[] = "/stub/";
    const bool is_word = strncmp(path, control, sizeof control - 1) == 0;
    (void)pthread_mutex_lock(&stub.lock);
    const unsigned status =
        is_word ? take_word(path + sizeof control - 1) : take_call(method, path, at->body);
    const bool stalls = !is_word && stub.mode == STALL;
    struct MHD_Response *response = make_answer(path, status);
    printf("%llu %s %s %u %s %s\n", (unsigned long long)now_ms(), method, path, status, stub.state,
           at->body);
    (void)pthread_mutex_unlock(&stub.lock);
    if (stalls) {
        sleep_ms(STALL_MS);
    }
    const enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static void forget(void *context, struct MHD_Connection *connection, void **mark,
                   enum MHD_RequestTerminationCode how)
{
    (void)context;
    (void)connection;
    (void)how;
    free(*mark);
}

/* States that are due, and health. */
static void advance(void)
{
    (void)pthread_mutex_lock(&stub.lock);
    const uint64_t now_ns = dw_clock_ns();
    if (stub.next_ns != 0 && now_ns >= stub.next_ns) {
        stub.state = stub.next_state;
        stub.allocations += strcmp(stub.state, "Allocated") == 0 ? 1 : 0;
        stub.next_ns = 0;
        stub.version++;
        printf("%llu - becomes 0 %s\n", (unsigned long long)now_ms(), stub.state);
    }
    const uint64_t limit_ns = 3 * (uint64_t)stub.period_s * 1000 * MS_NS;
    if (stub.health_ns != 0 && now_ns - stub.health_ns > limit_ns) {
        stub.health_ns = 0;
        printf("%llu - unhealthy 0 %s\n", (unsigned long long)now_ms(), stub.state);
    }
    (void)pthread_mutex_unlock(&stub.lock);
}

int main(int argc, char **argv)
{
    int64_t port = 0;
    if (argc != 3 || dw_parse_int(argv[1], 1, 65535, &port) != DW_OK ||
        dw_parse_int(argv[2], 1, 60, &stub.period_s) != DW_OK) {
        (void)fprintf(stderr, "usage: agones_sidecar PORT PERIOD_S\n");
        return 2;
    }
    dw_signal_open();
    stub.start_ns = dw_clock_ns();
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_Daemon *daemon =
        MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION,
                         (uint16_t)port, NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR, &name,
                         MHD_OPTION_NOTIFY_COMPLETED, forget, NULL, MHD_OPTION_END);
    if (daemon == NULL) {
        (void)fprintf(stderr, "agones_sidecar: cannot listen on port %d\n", (int)port);
        return 1;
    }
    printf("0 - begins 0 %s\n", stub.state);
    while (!dw_signal_stop_asked()) {
        advance();
        sleep_ms(TURN_MS);
    }
    (void)pthread_mutex_lock(&stub.lock);
    stub.closing = true;
    (void)pthread_mutex_unlock(&stub.lock);
    MHD_stop_daemon(daemon);
    return 0;
}
