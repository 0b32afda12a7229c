#include "server/bench/bench_load.h"

#include "client/bot/swarm.h"
#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/clock.h"
#include "common/platform/stderr_log.h"
#include "server/bench/bench_child.h"
#include "server/host/loop.h"

#include <string.h>

#define SECOND_NS UINT64_C(1000000000)
#define SLICE_NS  (SECOND_NS / 60 / DW_SWARM_SLICES)

enum { SLICES_A_COUNT = 24 }; /* Counting looks at every bot. */

/* The loop asks between ticks whether to stop, so phases change there; the callback has no
 * context. */
static struct {
    dw_bench_load *load;
    dw_server *server;
    uint32_t phase;
    uint64_t cpu_ns, wall_ns;
    double waited_s;
    dw_server_stats stats;
    dw_loop_meter meter;
} measured;

static void begin_measuring(void)
{
    measured.cpu_ns = dw_clock_process_ns();
    measured.wall_ns = dw_clock_ns();
    measured.waited_s = dw_bench_waited_s();
    measured.stats = *dw_server_get_stats(measured.server);
    memset(&measured.meter, 0, sizeof measured.meter);
}

static void end_measuring(void)
{
    dw_bench_load *load = measured.load;
    const dw_server_stats *stats = dw_server_get_stats(measured.server);
    load->server_cpu_ns = dw_clock_process_ns() - measured.cpu_ns;
    load->server_wall_ns = dw_clock_ns() - measured.wall_ns;
    load->server_waited_s = dw_bench_waited_s() - measured.waited_s;
    load->meter = measured.meter;
    load->filter_ns = stats->filter_ns - measured.stats.filter_ns;
    load->messages_sent = stats->snapshots - measured.stats.snapshots;
    load->messages_bytes = stats->snapshot_bytes - measured.stats.snapshot_bytes;
}

static bool stop(void *context)
{
    (void)context;
    const uint32_t phase = atomic_load(&measured.load->phase);
    if (phase != measured.phase) {
        measured.phase = phase;
        if (phase == DW_BENCH_MEASURE) {
            begin_measuring();
        } else {
            end_measuring();
        }
    }
    return phase == DW_BENCH_REST;
}

static void put_text(char *out, const char *text)
{
    const dw_status status = dw_copy_text(out, DW_CONFIG_TEXT_MAX, text);
    DW_CHECK(status == DW_OK); /* All texts of the benchmark are shorter. */
}

static void run_logged(void (*body)(dw_bench_load *load), dw_bench_load *load)
{
    dw_stderr_log *log = NULL;
    if (dw_stderr_log_open(&log, DW_LOG_TEXT, DW_LOG_ERROR, &load->error) == DW_OK) {
        body(load);
        dw_stderr_log_close(log);
    }
}

static void serve(dw_bench_load *load)
{
    dw_server_config config = dw_server_config_default();
    put_text(config.bind, "127.0.0.1");
    put_text(config.map, load->map);
    put_text(config.ruleset, load->ruleset);
    config.port = 0;
    config.matches = load->matches;
    config.clients_max = load->clients;
    config.snapshot_hz = load->snapshot_hz;
    config.seed = 1;
    config.seal = load->sealed ? 1 : 0;
    dw_server *server = NULL;
    if (dw_server_create(&server, &config, &load->error) != DW_OK) {
        return;
    }
    measured.load = load;
    measured.server = server;
    atomic_store(&load->port, dw_server_port(server));
    dw_loop_run(server, stop, NULL, &measured.meter);
    dw_server_destroy(server);
}

void dw_bench_our_server(void *shared)
{
    run_logged(serve, shared);
}

static bool play(dw_swarm *swarm, dw_bench_load *load)
{
    uint64_t next_ns = dw_clock_ns();
    uint64_t cpu_ns = 0;
    uint64_t wall_ns = 0;
    uint32_t phase = DW_BENCH_JOIN;
    uint32_t slices = 0;
    while (phase != DW_BENCH_REST) {
        dw_clock_sleep_until(next_ns);
        const uint64_t now_ns = dw_clock_ns();
        if (dw_swarm_run(swarm, now_ns, &load->error) != DW_OK) {
            return false;
        }
        next_ns = now_ns > next_ns + SECOND_NS / 60 ? now_ns : next_ns + SLICE_NS;
        if (slices++ % SLICES_A_COUNT == 0) {
            atomic_store(&load->here, dw_swarm_count(swarm).playing);
        }
        const uint32_t asked = atomic_load(&load->phase);
        if (asked != phase && asked == DW_BENCH_MEASURE) {
            cpu_ns = dw_clock_process_ns();
            wall_ns = now_ns;
        }
        phase = asked;
    }
    if (wall_ns != 0) {
        load->peers_load =
            (double)(dw_clock_process_ns() - cpu_ns) / (double)(dw_clock_ns() - wall_ns);
    }
    return true;
}

static void play_all(dw_bench_load *load)
{
    dw_bots_options options = {.host = "127.0.0.1",
                               .port = (uint16_t)atomic_load(&load->port),
                               .clients = load->clients,
                               .join_rate = 400,
                               .policy = load->policy,
                               .seed = 1,
                               .input_hz = load->input_hz,
                               .unsealed = !load->sealed,
                               .name_prefix = "bot"};
    dw_swarm *swarm = NULL;
    if (dw_swarm_create(&swarm, &options, dw_clock_ns(), &load->error) != DW_OK) {
        return;
    }
    if (play(swarm, load)) {
        dw_swarm_quit(swarm, dw_clock_ns());
        dw_swarm_report(swarm, &load->report);
    }
    dw_swarm_destroy(swarm);
}

void dw_bench_our_bots(void *shared)
{
    run_logged(play_all, shared);
}
