/* duskwatch-server: hosts matches. */
#include "common/platform/line_input.h"
#include "common/platform/signal.h"
#include "common/platform/stderr_log.h"
#include "protocol/transport/datagram_layer.h"
#include "server/host/console.h"
#include "server/host/loop.h"

#include <stdio.h>
#include <unistd.h>

static void log_totals(const dw_server *server, const dw_loop_meter *meter)
{
    const dw_server_stats *stats = dw_server_get_stats(server);
    dw_log(DW_LOG_INFO, "ended",
           "ticks=%llu overruns=%llu ticks_skipped=%llu turns_left_out=%llu joined=%llu lost=%llu "
           "malformed=%llu rate_dropped=%llu snapshots=%llu loop_us_p50=%.0f loop_us_p99=%.0f "
           "loop_us_max=%.0f",
           (unsigned long long)stats->ticks, (unsigned long long)stats->overruns,
           (unsigned long long)stats->ticks_skipped, (unsigned long long)stats->turns_left_out,
           (unsigned long long)stats->joined, (unsigned long long)stats->lost,
           (unsigned long long)stats->malformed, (unsigned long long)stats->rate_dropped,
           (unsigned long long)stats->snapshots, dw_loop_meter_us(meter, 0.5),
           dw_loop_meter_us(meter, 0.99), (double)meter->max_ns / 1000);
}

/* Commands come from standard input, their answers go to standard output. */
typedef struct host_console {
    dw_server *server;
    dw_line_input input;
    bool open;
} host_console;

static bool stop_asked(void *context)
{
    host_console *console = context;
    const char *line = NULL;
    dw_line_input_result result = DW_LINE_NONE;
    while (console->open && (result = dw_line_input_take(&console->input, &line)) != DW_LINE_NONE) {
        if (result == DW_LINE_TOO_LONG) {
            printf("too long: a line has at most %d bytes\n", DW_INPUT_LINE_MAX);
        } else if (dw_console_run(console->server, line, stdout) == DW_CONSOLE_STOP) {
            return true;
        }
        (void)fflush(stdout);
    }
    return dw_signal_stop_asked();
}

/* Settings that work, but that a careful host would change. */
static void warn(const dw_server_config *config)
{
    if (geteuid() == 0) {
        dw_log(DW_LOG_WARNING, "runs_as_root", "text=%s",
               dw_log_quote("The server does not need root: run it as a user of its own.").text);
    }
    if (config->exposed_file[0] != '\0') {
        dw_log(DW_LOG_WARNING, "password_readable_by_others", "file=%s text=%s",
               dw_log_quote(config->exposed_file).text,
               dw_log_quote("Other users can read it: chmod o-r.").text);
    }
}

int main(int argc, char **argv)
{
    dw_server_config config = dw_server_config_default();
    const dw_options_result parsed = dw_server_config_parse(&config, argc, argv);
    if (parsed != DW_OPTIONS_RUN) {
        return parsed == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    dw_signal_open();
    dw_stderr_log *log = NULL;
    dw_server *server = NULL;
    dw_error error = {""};
    if (dw_stderr_log_open(&log, (dw_log_style)config.log, DW_LOG_INFO, &error) != DW_OK) {
        return dw_options_fail("duskwatch-server", DW_EXIT_INTERNAL, error.text);
    }
    if (dw_datagram_layer_check(&error) != DW_OK) {
        dw_stderr_log_close(log);
        return dw_options_fail("duskwatch-server", DW_EXIT_INTERNAL, error.text);
    }
    if (dw_server_create(&server, &config, &error) != DW_OK) {
        dw_stderr_log_close(log);
        return dw_options_fail("duskwatch-server", DW_EXIT_USAGE, error.text);
    }
    warn(&config);
    printf("ready port=%u\n", (unsigned)dw_server_port(server));
    (void)fflush(stdout);
    static dw_loop_meter meter;
    host_console console = {.server = server, .open = config.console != 0};
    dw_line_input_open(&console.input, STDIN_FILENO);
    dw_loop_run(server, stop_asked, &console, &meter);
    log_totals(server, &meter);
    dw_server_destroy(server);
    dw_stderr_log_close(log);
    return DW_EXIT_DONE;
}
