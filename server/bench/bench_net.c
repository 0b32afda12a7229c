#include "server/bench/bench_net.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/clock.h"
#include "common/platform/options.h"
#include "common/platform/signal.h"
#include "server/bench/bench_child.h"
#include "server/bench/bench_load.h"

#include <jansson.h>
#include <stdio.h>

#define PROGRAM    "duskwatch-lab bench net"
#define SECOND_NS  UINT64_C(1000000000)
#define BUSY_MAX   0.9  /* Share of a processor that the bots may use. */
#define WAITED_MAX 0.05 /* Share of the time that the server may wait for its processor. */
#define POLL_NS    UINT64_C(20000000)

enum {
    JOIN_SECONDS_MAX = 20,
    END_MS = 5000,
    CLIENTS_A_MATCH = 8,
    FEW_A_MATCH = 4,
    SERVER_PROCESSOR = 0,
    PEERS_PROCESSOR = 1,
    UDP_BYTES = 28,
    ENET_BYTES = 10 /* Header and the command of one unreliable message. */
};

/* The budgets: bytes of a snapshot in the mean, at FEW_A_MATCH intruders and at more. */
static const double FEW_BYTES = 60, MANY_BYTES = 90;

typedef struct net_bench {
    int64_t clients, matches, snapshot_hz, input_hz, bytes_budget;
    double seconds, settle;
    const char *map, *ruleset, *policy;
} net_bench;

typedef struct net_figures {
    double cpu_us_per_client_second, server_load, peers_load, join_s, steal_s, wall_s, waited_s;
    double cpu_s, filter_share;
    double tick_p50_us, tick_p99_us, tick_max_us;
    double bytes_mean, delivered_ratio;
    uint32_t here;
} net_figures;

static dw_options_result parse(net_bench *bench, int argc, char **argv)
{
    const dw_option options[] = {
        {"clients", DW_OPTION_INT, &bench->clients, "N", "number of bots", 1, 4000, NULL},
        {"matches", DW_OPTION_INT, &bench->matches, "N", "matches, 0 = one for each 8 clients", 0,
         4096, NULL},
        {"seconds", DW_OPTION_DECIMAL, &bench->seconds, "S",
         "time to measure, for each of the loops", 0.5, 600, NULL},
        {"settle", DW_OPTION_DECIMAL, &bench->settle, "S",
         "time before that, so that rounds begin with all clients", 0, 600, NULL},
        {"map", DW_OPTION_TEXT, &bench->map, "NAME-or-FILE", "map", 0, 0, NULL},
        {"ruleset", DW_OPTION_TEXT, &bench->ruleset, "NAME-or-FILE", "ruleset", 0, 0, NULL},
        {"policy", DW_OPTION_TEXT, &bench->policy, "NAME", "how the bots play", 0, 0, NULL},
        {"snapshot-hz", DW_OPTION_INT, &bench->snapshot_hz, "N",
         "snapshots a second, a divisor of 60", 1, 60, NULL},
        {"bytes-budget", DW_OPTION_INT, &bench->bytes_budget, "N",
         "of a snapshot in the mean, 0 = 60 with up to 4 clients a match, else 90", 0, 900, NULL},
    };
    const dw_command command = {
        .program = PROGRAM,
        .purpose = "Measures a server with bots, sealed and not, and a bare loop of ENet under the "
                   "same load.",
        .options = options,
        .option_count = DW_COUNT_OF(options)};
    int operand = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &operand);
    if (result == DW_OPTIONS_RUN && DW_TICKS_PER_SECOND % bench->snapshot_hz != 0) {
        (void)dw_options_fail(PROGRAM, DW_EXIT_USAGE, "--snapshot-hz: must divide 60");
        return DW_OPTIONS_BAD;
    }
    if (result == DW_OPTIONS_RUN && dw_policy_find(bench->policy) == NULL) {
        (void)dw_options_fail(PROGRAM, DW_EXIT_USAGE, "--policy: unknown");
        return DW_OPTIONS_BAD;
    }
    if (bench->matches == 0) {
        bench->matches = (bench->clients + CLIENTS_A_MATCH - 1) / CLIENTS_A_MATCH;
    }
    return result;
}

/* Both processes run, no stop was asked for, and time is left. */
static bool waits(const int64_t children[2], uint64_t until_ns)
{
    dw_clock_sleep_until(dw_clock_ns() + POLL_NS);
    return dw_clock_ns() < until_ns && !dw_signal_stop_asked() &&
           dw_bench_child_runs(children[0]) &&
           (children[1] == 0 || dw_bench_child_runs(children[1]));
}

static bool rest(const int64_t children[2], double seconds)
{
    const uint64_t until = dw_clock_ns() + (uint64_t)(seconds * 1e9);
    while (waits(children, until)) {
        /* Lets time pass. */
    }
    return dw_clock_ns() >= until;
}

typedef void process(void *shared);

static bool run_pair(dw_bench_load *load, process *server, process *peers, const net_bench *bench,
                     net_figures *out)
{
    int64_t children[2] = {dw_bench_fork(server, load, SERVER_PROCESSOR), 0};
    uint64_t until = dw_clock_ns() + JOIN_SECONDS_MAX * SECOND_NS;
    while (atomic_load(&load->port) == 0 && waits(children, until)) {
        /* The server loads its map. */
    }
    const uint64_t began = dw_clock_ns();
    children[1] = atomic_load(&load->port) != 0 ? dw_bench_fork(peers, load, PEERS_PROCESSOR) : 0;
    until = began + JOIN_SECONDS_MAX * SECOND_NS;
    while (children[1] != 0 && atomic_load(&load->here) < load->clients && waits(children, until)) {
        /* The bots join. */
    }
    out->join_s = (double)(dw_clock_ns() - began) / 1e9;
    bool done = children[1] != 0 && rest(children, bench->settle);
    const double steal = dw_bench_steal_s();
    atomic_store(&load->phase, DW_BENCH_MEASURE);
    done = done && rest(children, bench->seconds);
    out->here = atomic_load(&load->here);
    out->steal_s = dw_bench_steal_s() - steal;
    atomic_store(&load->phase, DW_BENCH_REST);
    dw_bench_reap(children[1], END_MS);
    dw_bench_reap(children[0], END_MS);
    return done && load->server_wall_ns > 0;
}

static void count(const dw_bench_load *load, net_figures *out)
{
    out->wall_s = (double)load->server_wall_ns / 1e9;
    out->cpu_s = (double)load->server_cpu_ns / 1e9;
    out->filter_share = (double)load->filter_ns / (double)load->server_cpu_ns;
    out->server_load = (double)load->server_cpu_ns / (double)load->server_wall_ns;
    out->peers_load = load->peers_load;
    out->waited_s = load->server_waited_s;
    const double client_seconds = out->wall_s * (out->here > 0 ? out->here : 1);
    out->cpu_us_per_client_second = (double)load->server_cpu_ns / 1e3 / client_seconds;
    out->tick_p50_us = dw_loop_meter_us(&load->meter, 0.50);
    out->tick_p99_us = dw_loop_meter_us(&load->meter, 0.99);
    out->tick_max_us = (double)load->meter.max_ns / 1e3;
    const double sent = (double)(load->messages_sent > 0 ? load->messages_sent : 1);
    out->bytes_mean = (double)load->messages_bytes / sent;
}

/* The size of a bot's input on the wire, without the overhead of ENet and UDP. */
static uint32_t input_bytes(const dw_bench_load *load)
{
    const double client_seconds = load->report.playing_s > 0 ? load->report.playing_s : 1;
    const double each = (double)load->report.bytes_out / (client_seconds * load->input_hz);
    return each > UDP_BYTES + ENET_BYTES + 1 ? (uint32_t)each - UDP_BYTES - ENET_BYTES : 1;
}

static void print_row(const char *who, const net_figures *f)
{
    printf("%s,%u,%.2f,%.3f,%.3f,%.3f,%.0f,%.0f,%.0f,%.1f,%.4f,%.2f,%.2f,%.2f,%.2f,%.4f\n", who,
           f->here, f->join_s, f->cpu_us_per_client_second, f->server_load, f->peers_load,
           f->tick_p50_us, f->tick_p99_us, f->tick_max_us, f->bytes_mean, f->delivered_ratio,
           f->wall_s, f->steal_s, f->waited_s, f->cpu_s, f->filter_share);
    (void)fflush(stdout);
}

/* Of a snapshot in the mean, by the number of intruders unless --bytes-budget says another. */
static double bytes_budget(const net_bench *bench)
{
    if (bench->bytes_budget > 0) {
        return (double)bench->bytes_budget;
    }
    return bench->clients <= FEW_A_MATCH * bench->matches ? FEW_BYTES : MANY_BYTES;
}

static void print_json(const net_bench *bench, const net_figures *ours, const net_figures *clear,
                       const net_figures *bare)
{
    /* Bots that are short of time don't load the server as they should. */
    double busiest = ours->peers_load > bare->peers_load ? ours->peers_load : bare->peers_load;
    busiest = clear->peers_load > busiest ? clear->peers_load : busiest;
    /* A server that others kept from its processor shows their load, not its own. */
    const char *but = "";
    if (ours->here != bench->clients || clear->here != bench->clients ||
        bare->here != bench->clients) {
        but = "not all clients got in";
    } else if (busiest > BUSY_MAX) {
        but = "the bots had too little processor time";
    } else if (ours->waited_s > WAITED_MAX * ours->wall_s ||
               bare->waited_s > WAITED_MAX * bare->wall_s) {
        but = "a server had to wait for its processor";
    }
    json_t *line = json_pack(
        "{s:I,s:I,s:f,s:f,s:f,s:{s:f,s:f,s:f},s:{s:f,s:f,s:f},s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f,"
        "s:f,s:f,s:f,s:{s:f,s:f,s:f},s:b,s:s}",
        "clients", (json_int_t)ours->here, "matches", (json_int_t)bench->matches,
        "cpu_us_per_client_second", ours->cpu_us_per_client_second, "enet_cpu_us_per_client_second",
        bare->cpu_us_per_client_second, "ratio",
        ours->cpu_us_per_client_second / bare->cpu_us_per_client_second, "tick_us", "p50",
        ours->tick_p50_us, "p99", ours->tick_p99_us, "max", ours->tick_max_us, "enet_tick_us",
        "p50", bare->tick_p50_us, "p99", bare->tick_p99_us, "max", bare->tick_max_us,
        "delivered_ratio", ours->delivered_ratio, "bytes_mean", ours->bytes_mean, "join_s",
        ours->join_s, "server_load", ours->server_load, "bots_load", ours->peers_load, "steal_s",
        ours->steal_s + clear->steal_s + bare->steal_s, "wall_s", ours->wall_s, "waited_s",
        ours->waited_s, "cpu_s", ours->cpu_s, "filter_share", ours->filter_share,
        "unsealed_cpu_us_per_client_second", clear->cpu_us_per_client_second, "unsealed_ratio",
        clear->cpu_us_per_client_second / bare->cpu_us_per_client_second, "unsealed_tick_us", "p50",
        clear->tick_p50_us, "p99", clear->tick_p99_us, "max", clear->tick_max_us, "counts",
        but[0] == '\0', "but", but);
    DW_CHECK(line != NULL);
    const double budget = bytes_budget(bench);
    const int added =
        json_object_set_new(line, "bytes_budget", json_real(budget)) |
        json_object_set_new(line, "bytes_ratio", json_real(ours->bytes_mean / budget));
    DW_CHECK(added == 0);
    (void)json_dumpf(line, stdout, JSON_COMPACT | JSON_REAL_PRECISION(7));
    (void)putchar('\n');
    json_decref(line);
}

static dw_status prepare(dw_bench_load *load, const net_bench *bench)
{
    load->clients = (uint32_t)bench->clients;
    load->matches = (uint32_t)bench->matches;
    load->snapshot_hz = (uint32_t)bench->snapshot_hz;
    load->input_hz = (uint32_t)bench->input_hz;
    load->policy = dw_policy_find(bench->policy);
    const dw_status status = dw_copy_text(load->map, sizeof load->map, bench->map);
    return status == DW_OK ? dw_copy_text(load->ruleset, sizeof load->ruleset, bench->ruleset)
                           : status;
}

static int fail(const dw_bench_load *load)
{
    return dw_options_fail(PROGRAM, load->error.text[0] != '\0' ? DW_EXIT_USAGE : DW_EXIT_INTERNAL,
                           load->error.text[0] != '\0' ? load->error.text
                                                       : "a process of the benchmark ended early");
}

static bool run_ours(dw_bench_load *load, const char *who, const net_bench *bench, net_figures *out)
{
    if (!run_pair(load, dw_bench_our_server, dw_bench_our_bots, bench, out)) {
        return false;
    }
    count(load, out);
    out->delivered_ratio = dw_bots_report_delivered(&load->report);
    print_row(who, out);
    return true;
}

int dw_bench_net_main(int argc, char **argv)
{
    net_bench bench = {.clients = 500,
                       .snapshot_hz = 20,
                       .input_hz = 20,
                       .seconds = 10,
                       .settle = 3,
                       .map = "reference",
                       .ruleset = "standard",
                       .policy = "random"};
    const dw_options_result parsed = parse(&bench, argc, argv);
    if (parsed != DW_OPTIONS_RUN) {
        return parsed == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    dw_bench_load *sealed = dw_bench_share(sizeof *sealed);
    dw_bench_load *clear = dw_bench_share(sizeof *clear);
    dw_bench_load *bare = dw_bench_share(sizeof *bare);
    if (sealed == NULL || clear == NULL || bare == NULL) {
        return dw_options_fail(PROGRAM, DW_EXIT_INTERNAL, "out of memory");
    }
    if (prepare(sealed, &bench) != DW_OK || prepare(clear, &bench) != DW_OK ||
        prepare(bare, &bench) != DW_OK) {
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, "--map, --ruleset: too long");
    }
    sealed->sealed = true;
    printf("who,clients,join_s,cpu_us_per_client_second,load,peers_load,tick_p50_us,tick_p99_us,"
           "tick_max_us,bytes_mean,delivered_ratio,wall_s,steal_s,"
           "waited_s,cpu_s,filter_share\n");
    net_figures figures[3] = {{.here = 0}, {.here = 0}, {.here = 0}};
    if (!run_ours(sealed, "sealed", &bench, &figures[0])) {
        return fail(sealed);
    }
    if (!run_ours(clear, "unsealed", &bench, &figures[1])) {
        return fail(clear);
    }
    bare->snapshot_bytes = (uint32_t)(figures[1].bytes_mean + 0.5);
    bare->input_bytes = input_bytes(clear);
    if (!run_pair(bare, dw_bench_enet_server, dw_bench_enet_peers, &bench, &figures[2])) {
        return fail(bare);
    }
    count(bare, &figures[2]);
    figures[2].delivered_ratio = (double)bare->messages_come / (double)bare->messages_sent;
    print_row("enet", &figures[2]);
    print_json(&bench, &figures[0], &figures[1], &figures[2]);
    return DW_EXIT_DONE;
}
