#include "server/host/fleet.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "common/base/parse.h"
#include "common/platform/clock.h"
#include "common/platform/thread.h"
#include "server/host/fleet_answer.h"
#include "server/host/fleet_http.h"
#include "server/host/metrics_board.h"
#include "server/host/server_state.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PORT_VARIABLE "AGONES_SDK_HTTP_PORT"
#define SECOND_NS     UINT64_C(1000000000)

enum { PORT_DEFAULT = 9358, TURN_MS = 100 };

_Static_assert((int)DW_FLEET_LANE_COUNT <= (int)DW_FLEET_HTTP_LANES_MAX, "each lane has its own");

/* What the fleet's thread tells the ticking one. */
typedef struct report {
    dw_fleet_stats stats;
    dw_fleet_game_server seen;
    bool is_known;
    dw_fleet_call failed_call; /* The newest call that failed, and why. */
    char why[DW_FLEET_WHY_SIZE];
} report;

struct dw_fleet {
    pthread_t thread;
    dw_fleet_http *http;
    /* From the ticking thread to the fleet's. They need not be of one instant. */
    _Atomic uint64_t looked_ns;
    _Atomic uint32_t clients, players;
    _Atomic bool draining, ended;
    uint32_t players_max;
    /* And back. The ticking thread never waits for the lock: it looks again later. */
    _Atomic uint32_t serial; /* Of `shared`. */
    pthread_mutex_t lock;
    report shared;
    /* The ticking thread's own. */
    uint32_t serial_read;
    report told; /* What the log has said. */
    /* The fleet's thread's own. */
    dw_fleet_life life;
    report draft;
    bool is_fresh;        /* Something happened since the last report. */
    uint64_t deadline_ns; /* Of the end; 0: it goes on. */
};

static const struct {
    const char *method, *path;
} calls[DW_FLEET_CALL_COUNT] = {
#define CALL_ROW(name, word, method, path) {method, path},
    DW_FLEET_CALLS(CALL_ROW)
#undef CALL_ROW
};

/* ---- The fleet's thread ---- */

static dw_fleet_situation look_at_server(dw_fleet *fleet, uint64_t now_ns)
{
    const uint64_t looked_ns = atomic_load(&fleet->looked_ns);
    return (dw_fleet_situation){
        .clients = atomic_load(&fleet->clients),
        .players = atomic_load(&fleet->players),
        .players_max = fleet->players_max,
        .stalled = now_ns > looked_ns && now_ns - looked_ns > DW_METRICS_STALLED_NS,
        .draining = atomic_load(&fleet->draining),
        .ended = atomic_load(&fleet->ended),
    };
}

static void on_line(void *context, uint32_t lane, const char *text, size_t size)
{
    dw_fleet *fleet = context;
    dw_fleet_game_server seen;
    if (dw_fleet_answer_read(text, size, &seen)) {
        fleet->is_fresh = true;
        dw_fleet_life_saw(&fleet->life, (dw_fleet_lane)lane, &seen, dw_clock_ns());
    }
}

static void begin(dw_fleet *fleet, dw_fleet_lane lane, dw_fleet_call call)
{
    char players[96];
    const char *body = strcmp(calls[call].method, "GET") == 0 ? NULL : "{}";
    if (call == DW_FLEET_CALL_PLAYERS) {
        (void)snprintf(players, sizeof players, "{\"count\":\"%lld\",\"capacity\":\"%lld\"}",
                       (long long)fleet->life.sending_players, (long long)fleet->life.sending_max);
        body = players;
    }
    const dw_fleet_http_call http = {.method = calls[call].method,
                                     .path = calls[call].path,
                                     .body = body,
                                     .is_stream = call == DW_FLEET_CALL_WATCH};
    dw_fleet_http_begin(fleet->http, lane, &http);
}

static void note_failure(dw_fleet *fleet, dw_fleet_lane lane, const char *why)
{
    fleet->draft.failed_call = fleet->life.lanes[lane].call;
    (void)snprintf(fleet->draft.why, sizeof fleet->draft.why, "%.*s",
                   (int)sizeof fleet->draft.why - 1, why);
}

static void give_up(dw_fleet *fleet, dw_fleet_lane lane, const char *why)
{
    dw_fleet_http_cut(fleet->http, lane);
    fleet->is_fresh = true;
    note_failure(fleet, lane, why);
    dw_fleet_life_answered(&fleet->life, lane, false, dw_clock_ns());
}

/* A stream that ends is a failure however it ends. */
static void take_answer(dw_fleet *fleet, const dw_fleet_http_answer *answer)
{
    const dw_fleet_lane lane = (dw_fleet_lane)answer->lane;
    const dw_fleet_call call = fleet->life.lanes[lane].call;
    const uint64_t now_ns = dw_clock_ns();
    char why[DW_FLEET_WHY_SIZE] = "the stream ended";
    bool ok = answer->status == 200;
    fleet->is_fresh = true;
    if (answer->status == 0) {
        (void)snprintf(why, sizeof why, "%s", answer->why);
    } else if (!ok) {
        dw_fleet_answer_why(answer->status, answer->text, answer->size, why);
    }
    if (ok && call == DW_FLEET_CALL_LOOK) {
        dw_fleet_game_server seen;
        ok = dw_fleet_answer_read(answer->text, answer->size, &seen);
        if (ok) {
            dw_fleet_life_saw(&fleet->life, lane, &seen, now_ns);
        } else {
            (void)snprintf(why, sizeof why, "the answer is no GameServer");
        }
    }
    ok = ok && call != DW_FLEET_CALL_WATCH;
    if (!ok) {
        note_failure(fleet, lane, why);
    }
    dw_fleet_life_answered(&fleet->life, lane, ok, now_ns);
}

static void publish(dw_fleet *fleet)
{
    report *draft = &fleet->draft;
    if (!fleet->is_fresh && draft->stats.health_withheld == fleet->life.stats.health_withheld) {
        return;
    }
    fleet->is_fresh = false;
    draft->stats = fleet->life.stats;
    draft->seen = fleet->life.seen;
    draft->is_known = fleet->life.is_known;
    (void)pthread_mutex_lock(&fleet->lock);
    fleet->shared = *draft;
    (void)pthread_mutex_unlock(&fleet->lock);
    atomic_fetch_add(&fleet->serial, 1);
}

/* Whether the thread goes on. */
static bool turn(dw_fleet *fleet)
{
    uint64_t now_ns = dw_clock_ns();
    const dw_fleet_situation now = look_at_server(fleet, now_ns);
    if (now.ended && fleet->deadline_ns == 0) {
        fleet->deadline_ns = now_ns + DW_FLEET_CLOSE_NS;
        const dw_fleet_lane_state *lane = &fleet->life.lanes[DW_FLEET_LANE_STATE];
        if (lane->busy) {
            give_up(fleet, DW_FLEET_LANE_STATE, "the server ends");
        }
    }
    if (dw_fleet_life_watch_is_dead(&fleet->life, now_ns)) {
        give_up(fleet, DW_FLEET_LANE_WATCH, "the stream says nothing");
    }
    dw_fleet_life_note(&fleet->life, &now, now_ns);
    for (uint32_t i = 0; i < DW_FLEET_LANE_COUNT; i++) {
        dw_fleet_call call;
        if (dw_fleet_life_next(&fleet->life, &now, (dw_fleet_lane)i, now_ns, &call)) {
            begin(fleet, (dw_fleet_lane)i, call);
        }
    }
    dw_fleet_http_turn(fleet->http, TURN_MS);
    dw_fleet_http_answer answer;
    while (dw_fleet_http_take(fleet->http, &answer)) {
        take_answer(fleet, &answer);
    }
    publish(fleet);
    return !now.ended ||
           (!dw_fleet_life_is_over(&fleet->life) && dw_clock_ns() < fleet->deadline_ns);
}

static void *run(void *context)
{
    dw_fleet *fleet = context;
    while (turn(fleet)) {
    }
    return NULL;
}

/* ---- The ticking thread ---- */

static dw_status read_port(uint16_t *out, dw_error *error)
{
    const char *text = getenv(PORT_VARIABLE);
    int64_t port = PORT_DEFAULT;
    if (text != NULL && dw_parse_int(text, 1, 65535, &port) != DW_OK) {
        return dw_fail(error, DW_INVALID, "fleet: " PORT_VARIABLE "=%.40s: must be 1 to 65535",
                       text);
    }
    *out = (uint16_t)port;
    return DW_OK;
}

static void tell_server(dw_fleet *fleet, const dw_server *server, uint64_t now_ns)
{
    atomic_store_explicit(&fleet->looked_ns, now_ns, memory_order_relaxed);
    atomic_store_explicit(&fleet->clients, server->clients_in, memory_order_relaxed);
    atomic_store_explicit(&fleet->players, dw_server_players(server), memory_order_relaxed);
    atomic_store_explicit(&fleet->draining, server->draining, memory_order_relaxed);
}

dw_status dw_fleet_open(dw_fleet **out, const dw_server *server, uint64_t now_ns, dw_error *error)
{
    uint16_t port = 0;
    dw_status status = read_port(&port, error);
    dw_fleet *fleet = status == DW_OK ? calloc(1, sizeof *fleet) : NULL;
    if (fleet == NULL) {
        return status != DW_OK ? status : dw_fail(error, DW_MEMORY, "out of memory");
    }
    status = dw_fleet_http_open(&fleet->http, port, on_line, fleet, error);
    if (status != DW_OK) {
        free(fleet);
        return status;
    }
    fleet->players_max = (uint32_t)server->config.clients_max;
    dw_fleet_life_init(&fleet->life, (uint64_t)server->config.fleet_empty_s * SECOND_NS, now_ns);
    tell_server(fleet, server, now_ns);
    const int failed = pthread_mutex_init(&fleet->lock, NULL);
    DW_CHECK(failed == 0);
    if (dw_thread_start(&fleet->thread, run, fleet) != 0) {
        dw_fleet_http_close(fleet->http);
        (void)pthread_mutex_destroy(&fleet->lock);
        free(fleet);
        return dw_fail(error, DW_IO, "fleet: no thread to talk to the sidecar");
    }
    dw_log(DW_LOG_INFO, "fleet_joining", "sidecar=localhost:%u players_max=%u empty_s=%lld",
           (unsigned)port, (unsigned)fleet->players_max, (long long)server->config.fleet_empty_s);
    *out = fleet;
    return DW_OK;
}

static void log_state(const report *now, const report *before)
{
    const dw_fleet_game_server *seen = &now->seen;
    const bool is_bad = seen->state == DW_FLEET_UNHEALTHY || seen->state == DW_FLEET_ERROR;
    if (!before->is_known || seen->state != before->seen.state ||
        strcmp(seen->allocated, before->seen.allocated) != 0) {
        dw_log(is_bad ? DW_LOG_WARNING : DW_LOG_INFO, "fleet_state",
               "state=%s was=%s gameserver=%s fleet=%s", dw_fleet_state_word(seen->state),
               dw_fleet_state_word(before->seen.state), dw_log_quote(seen->name).text,
               dw_log_quote(seen->fleet).text);
    }
    if (!seen->has_counter && (!before->is_known || before->seen.has_counter)) {
        dw_log(
            DW_LOG_WARNING, "fleet_counter_missing", "counter=players text=%s",
            dw_log_quote("The GameServer declares no such counter: players aren't counted.").text);
    }
}

static void log_changes(const report *now, const report *before)
{
    const dw_fleet_stats *stats = &now->stats;
    if (now->is_known) {
        log_state(now, before);
    }
    if (stats->in_trouble != before->stats.in_trouble) {
        if (stats->in_trouble != 0) {
            dw_log(DW_LOG_WARNING, "fleet_sidecar_fails", "call=%s why=%s",
                   dw_fleet_call_word(now->failed_call), dw_log_quote(now->why).text);
        } else {
            dw_log(DW_LOG_INFO, "fleet_sidecar_answers", "state=%s",
                   dw_fleet_state_word(now->seen.state));
        }
    }
    if (stats->health_withheld != before->stats.health_withheld) {
        dw_log(DW_LOG_WARNING, "fleet_health_withheld", "times=%llu text=%s",
               (unsigned long long)stats->health_withheld,
               dw_log_quote("The loop stood still: Agones was not told that the server is well.")
                   .text);
    }
}

static void copy_shared(dw_fleet *fleet, uint32_t serial)
{
    const report before = fleet->told;
    fleet->told = fleet->shared;
    (void)pthread_mutex_unlock(&fleet->lock);
    fleet->serial_read = serial;
    log_changes(&fleet->told, &before);
}

void dw_fleet_look(dw_fleet *fleet, const dw_server *server, uint64_t now_ns)
{
    tell_server(fleet, server, now_ns);
    const uint32_t serial = atomic_load(&fleet->serial);
    if (serial != fleet->serial_read && pthread_mutex_trylock(&fleet->lock) == 0) {
        copy_shared(fleet, serial);
    }
}

void dw_fleet_close(dw_fleet *fleet)
{
    if (fleet == NULL) {
        return;
    }
    atomic_store(&fleet->ended, true);
    dw_fleet_http_wake(fleet->http);
    (void)pthread_join(fleet->thread, NULL);
    (void)pthread_mutex_lock(&fleet->lock);
    copy_shared(fleet, fleet->serial);
    const bool is_told = fleet->told.stats.answered[DW_FLEET_CALL_SHUTDOWN] > 0;
    dw_log(is_told ? DW_LOG_INFO : DW_LOG_WARNING, "fleet_left", "shutdown_told=%s",
           is_told ? "yes" : "no");
    dw_fleet_http_close(fleet->http);
    (void)pthread_mutex_destroy(&fleet->lock);
    free(fleet);
}

const dw_fleet_stats *dw_fleet_get_stats(const dw_fleet *fleet)
{
    return &fleet->told.stats;
}
