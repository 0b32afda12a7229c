/* figures_host: duskwatch-server with a question to it. Takes the flags of duskwatch-server; at
 * each SIGUSR1 it prints one line of figures on standard output, "figures" and name=value pairs:
 * how long the loop was busy for a tick since the last such line (wall time, and processor time,
 * which a loaded machine does not spoil), and all counters since the start. */
#include "common/platform/clock.h"
#include "common/platform/memory.h"
#include "common/platform/signal.h"
#include "common/platform/stderr_log.h"
#include "server/host/loop.h"
#include "server/host/server.h"
#include "server/host/server_state.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct figures {
    dw_server *server;
    dw_loop_meter wall, processor;
    uint64_t ticks;        /* Of the server, at the last look. */
    uint64_t processor_ns; /* Of the process, at the last tick. */
} figures;

static figures the_figures; /* The loop's question carries no context. */
static volatile sig_atomic_t asked;

static void note(int number)
{
    (void)number;
    asked = 1;
}

static uint64_t processor_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void print_figures(figures *of)
{
    const dw_server_stats *stats = dw_server_get_stats(of->server);
    const dw_net_stats *net = dw_net_get_stats(of->server->net);
    printf("figures ticks=%llu turns_left_out=%llu wall_us_p50=%.0f wall_us_p99=%.0f "
           "cpu_us_p50=%.0f cpu_us_p90=%.0f cpu_us_p99=%.0f cpu_ms=%llu rss_kib=%zu",
           (unsigned long long)stats->ticks, (unsigned long long)stats->turns_left_out,
           dw_loop_meter_us(&of->wall, 0.5), dw_loop_meter_us(&of->wall, 0.99),
           dw_loop_meter_us(&of->processor, 0.5), dw_loop_meter_us(&of->processor, 0.9),
           dw_loop_meter_us(&of->processor, 0.99), (unsigned long long)(processor_ns() / 1000000),
           dw_memory_resident() / 1024);
    printf(" connected=%u joined=%llu lost=%llu malformed=%llu rate_dropped=%llu "
           "kicked_malformed=%llu kicked_rate=%llu cookies=%llu half_open=%u half_open_reset=%llu "
           "lost_hoarding=%llu gave_way=%llu polls_cut=%llu service_failures=%llu",
           (unsigned)net->connected, (unsigned long long)stats->joined,
           (unsigned long long)stats->lost, (unsigned long long)stats->malformed,
           (unsigned long long)stats->rate_dropped,
           (unsigned long long)stats->kicked[DW_REASON_MALFORMED],
           (unsigned long long)stats->kicked[DW_REASON_RATE], (unsigned long long)net->cookies,
           (unsigned)net->half_open, (unsigned long long)net->half_open_reset,
           (unsigned long long)net->lost[DW_NET_LOST_HOARDING], (unsigned long long)net->gave_way,
           (unsigned long long)net->polls_cut, (unsigned long long)net->service_failures);
    for (uint32_t i = 0; i < DW_DATAGRAM_VERDICT_COUNT; i++) {
        printf(" %s=%llu", dw_datagram_word((dw_datagram_verdict)i),
               (unsigned long long)net->refused[i]);
    }
    printf("\n");
    (void)fflush(stdout);
    memset(&of->wall, 0, sizeof of->wall);
    memset(&of->processor, 0, sizeof of->processor);
}

/* Asked by the loop once a step: the processor time between two steps that ran a tick is what that
 * tick and all the looks at the socket before it have cost. An empty server runs none. */
static bool look(void *context)
{
    figures *of = context;
    const uint64_t ticks = dw_server_get_stats(of->server)->ticks;
    if (ticks != of->ticks) {
        const uint64_t now = processor_ns();
        dw_loop_meter_add(&of->processor, now - of->processor_ns);
        of->processor_ns = now;
        of->ticks = ticks;
    } else if (dw_server_empty(of->server)) {
        of->processor_ns = processor_ns(); /* Do not count what comes before the first tick. */
    }
    if (asked) {
        asked = 0;
        print_figures(of);
    }
    return dw_signal_stop_asked();
}

int main(int argc, char **argv)
{
    dw_server_config config = dw_server_config_default();
    if (dw_server_config_parse(&config, argc, argv) != DW_OPTIONS_RUN) {
        return DW_EXIT_USAGE;
    }
    dw_signal_open();
    const struct sigaction action = {.sa_handler = note};
    (void)sigaction(SIGUSR1, &action, NULL);
    dw_error error = {""};
    dw_stderr_log *log = NULL;
    if (dw_stderr_log_open(&log, (dw_log_style)config.log, DW_LOG_INFO, &error) != DW_OK) {
        return dw_options_fail("figures_host", DW_EXIT_INTERNAL, error.text);
    }
    if (dw_server_create(&the_figures.server, &config, &error) != DW_OK) {
        dw_stderr_log_close(log);
        return dw_options_fail("figures_host", DW_EXIT_USAGE, error.text);
    }
    printf("ready port=%u\n", (unsigned)dw_server_port(the_figures.server));
    (void)fflush(stdout);
    dw_loop_run(the_figures.server, look, &the_figures, &the_figures.wall);
    dw_server_destroy(the_figures.server);
    dw_stderr_log_close(log);
    return DW_EXIT_DONE;
}
