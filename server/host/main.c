/* duskwatch-server: hosts matches. */
#include "common/platform/signal.h"
#include "common/platform/stderr_log.h"
#include "server/host/loop.h"

#include <stdio.h>

static void log_totals(const dw_server *server, const dw_loop_meter *meter)
{
    const dw_server_stats *stats = dw_server_get_stats(server);
    dw_log(DW_LOG_INFO, "ended",
           "ticks=%llu overruns=%llu joined=%llu lost=%llu malformed=%llu rate_dropped=%llu "
           "snapshots=%llu loop_us_p50=%.0f loop_us_p99=%.0f loop_us_max=%.0f",
           (unsigned long long)stats->ticks, (unsigned long long)stats->overruns,
           (unsigned long long)stats->joined, (unsigned long long)stats->lost,
           (unsigned long long)stats->malformed, (unsigned long long)stats->rate_dropped,
           (unsigned long long)stats->snapshots, dw_loop_meter_us(meter, 0.5),
           dw_loop_meter_us(meter, 0.99), (double)meter->max_ns / 1000);
}

int main(int argc, char **argv)
{
    dw_server_config config = dw_server_config_default();
    const dw_options_result parsed = dw_server_config_parse(&config, argc, argv);
    if (parsed != DW_OPTIONS_RUN) {
        return parsed == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    dw_signal_open();
    dw_stderr_log_open((dw_log_style)config.log, DW_LOG_INFO);
    dw_server *server = NULL;
    dw_error error = {""};
    if (dw_server_create(&server, &config, &error) != DW_OK) {
        return dw_options_fail("duskwatch-server", DW_EXIT_USAGE, error.text);
    }
    printf("ready port=%u\n", (unsigned)dw_server_port(server));
    (void)fflush(stdout);
    static dw_loop_meter meter;
    dw_loop_run(server, dw_signal_stop_asked, &meter);
    log_totals(server, &meter);
    dw_server_destroy(server);
    return DW_EXIT_DONE;
}
