/* duskwatch-server: hosts matches. */
#include "common/platform/clock.h"
#include "common/platform/line_input.h"
#include "common/platform/signal.h"
#include "common/platform/stderr_log.h"
#include "common/platform/supervisor.h"
#include "protocol/transport/datagram_layer.h"
#include "server/host/admin_desk.h"
#include "server/host/attach.h"
#include "server/host/console.h"
#include "server/host/control.h"
#include "server/host/loop.h"
#include "server/host/reload.h"
#include "server/host/state_folder.h"

#include <stdio.h>
#include <unistd.h>

enum { GOODBYE_S = 10 }; /* After the rounds: telling clients, bringing replays to the disk. */

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

/* What a host asks of a running server: by signals, by standard input, whose answers go to standard
 * output, by the control socket, and by connections of clients with rights. */
typedef struct host_desk {
    dw_server *server;
    dw_line_input input;
    bool open; /* The console. */
    dw_control *control;
    bool signal_taken; /* The signal to stop counts once. */
} host_desk;

/* Whether a line on standard input asked for the end. */
static bool read_console(host_desk *desk)
{
    static const dw_console_caller caller = {"console", DW_CONSOLE_HOST};
    const char *line = NULL;
    dw_line_input_result result = DW_LINE_NONE;
    while (desk->open && (result = dw_line_input_take(&desk->input, &line)) != DW_LINE_NONE) {
        if (result == DW_LINE_TOO_LONG) {
            printf("too long: a line has at most %d bytes\n", DW_INPUT_LINE_MAX);
        } else if (dw_console_run(desk->server, &caller, line, stdout) == DW_CONSOLE_STOP) {
            return true;
        }
        (void)fflush(stdout);
    }
    return false;
}

static bool stop_asked(void *context)
{
    host_desk *desk = context;
    if (dw_signal_take_reload()) {
        dw_reload_report report;
        dw_error error = {""};
        (void)dw_reload(desk->server, &report, &error); /* The log says what came of it. */
    }
    if (desk->control != NULL &&
        dw_control_look(desk->control, desk->server, dw_clock_ns()) == DW_CONSOLE_STOP) {
        return true;
    }
    if (dw_admin_desk_look(desk->server) == DW_CONSOLE_STOP) {
        return true;
    }
    const bool signalled = !desk->signal_taken && dw_signal_stop_asked();
    desk->signal_taken = desk->signal_taken || signalled;
    return read_console(desk) || signalled;
}

/* A server without the socket plays as well, so a mistake there does not end it. */
static dw_control *open_control(const dw_server_config *config, uint16_t port)
{
    char folder[DW_PATH_MAX];
    dw_control *control = NULL;
    dw_error error = {""};
    if (config->control != 0 &&
        (dw_state_folder_open(config->state, folder, &error) != DW_OK ||
         dw_control_open(&control, folder, port, dw_clock_ns(), &error) != DW_OK)) {
        dw_log(DW_LOG_WARNING, "control_not_open", "text=%s", dw_log_quote(error.text).text);
    }
    return control;
}

/* Without its READY, systemd ends the server after a while: the log then has to say why. */
static void warn_unless_told(dw_status told, const dw_error *error)
{
    if (told != DW_OK) {
        dw_log(DW_LOG_WARNING, "supervisor_not_told", "text=%s", dw_log_quote(error->text).text);
    }
}

/* The supervisor waits as long as `drain_s` says, which therefore stands in no unit file. */
static bool end_asked(void *context)
{
    const host_desk *desk = context;
    const bool asked = stop_asked(context);
    if (asked) {
        dw_error error = {""};
        warn_unless_told(
            dw_supervisor_stopping(dw_server_drain_s(desk->server) + GOODBYE_S, &error), &error);
    }
    return asked;
}

static void tell_ready(uint16_t port)
{
    char line[32];
    dw_error error = {""};
    (void)snprintf(line, sizeof line, "ready port=%u", (unsigned)port);
    printf("%s\n", line);
    (void)fflush(stdout);
    warn_unless_told(dw_supervisor_ready(line, &error), &error);
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

/* Until somebody asks for the end. */
static void host(dw_server *server, const dw_server_config *config)
{
    static dw_loop_meter meter;
    host_desk desk = {.server = server,
                      .open = config->console != 0,
                      .control = open_control(config, dw_server_port(server))};
    dw_line_input_open(&desk.input, STDIN_FILENO);
    tell_ready(dw_server_port(server));
    dw_loop_run(server, end_asked, &desk, &meter);
    log_totals(server, &meter);
    dw_control_close(desk.control);
}

int main(int argc, char **argv)
{
    dw_server_config config = dw_server_config_default();
    const dw_options_result parsed = dw_server_config_parse(&config, argc, argv);
    if (parsed != DW_OPTIONS_RUN) {
        return parsed == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    if (config.attach) {
        return dw_attach_run(&config);
    }
    dw_signal_open();
    dw_signal_open_reload();
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
    if (config.check_only) {
        const bool mission = config.mission[0] != '\0';
        printf("The settings are good: matches %lld, %s %s, ruleset %s.\n",
               (long long)config.matches, mission ? "mission" : "map",
               mission ? config.mission : config.map, config.ruleset);
    } else {
        host(server, &config);
    }
    dw_server_destroy(server);
    dw_stderr_log_close(log);
    return DW_EXIT_DONE;
}
