/* bots_main.c - duskwatch-bots: plays with N bots on a server, logs figures every 5 s and prints a
 * report at the end. Samples the clock; everything below takes time as a parameter. */
#include "client/bot/bots_options.h"
#include "client/bot/bots_report.h"
#include "client/bot/live_watch.h"
#include "client/bot/swarm.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "common/platform/signal.h"
#include "common/platform/stderr_log.h"
#include "protocol/transport/datagram_layer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM     "duskwatch-bots"
#define SECOND_NS   UINT64_C(1000000000)
#define SLICE_NS    (SECOND_NS / 60 / DW_SWARM_SLICES)
#define LATE_NS     (SECOND_NS / 60)
#define PROGRESS_NS (5 * SECOND_NS)
#define LINGER_NS   (SECOND_NS)

/* Ends when the time is over, a signal asks for it, or all clients have ended. */
static dw_status play(dw_swarm *swarm, dw_live_watch *watch, const dw_bots_options *options,
                      uint32_t *frames_late, dw_error *error)
{
    const uint64_t seconds_ns = (uint64_t)(options->seconds * 1e9);
    uint64_t next_ns = dw_clock_ns();
    uint64_t progress_ns = next_ns + PROGRESS_NS;
    while (!dw_signal_stop_asked()) {
        dw_clock_sleep_until(next_ns);
        const uint64_t now_ns = dw_clock_ns();
        const dw_status status = dw_swarm_run(swarm, now_ns, error);
        if (status != DW_OK) {
            return status;
        }
        if (watch != NULL) {
            dw_live_watch_run(watch, now_ns);
        }
        next_ns += SLICE_NS;
        if (now_ns > next_ns + LATE_NS) {
            (*frames_late)++;
            next_ns = now_ns; /* Missed slices are skipped. */
        }
        if (now_ns >= progress_ns) {
            progress_ns += PROGRESS_NS;
            if (watch == NULL) {
                dw_swarm_log_progress(swarm, now_ns);
            }
        }
        const uint64_t all_started_ns = dw_swarm_all_started_ns(swarm);
        if (all_started_ns == 0) {
            continue;
        }
        const dw_swarm_counts counts = dw_swarm_count(swarm);
        if (now_ns - all_started_ns >= seconds_ns || counts.ended == counts.started) {
            break;
        }
    }
    return DW_OK;
}

static void say_goodbye(dw_swarm *swarm)
{
    dw_swarm_quit(swarm, dw_clock_ns());
    const uint64_t until_ns = dw_clock_ns() + LINGER_NS;
    for (uint64_t now_ns = dw_clock_ns(); now_ns < until_ns; now_ns = dw_clock_ns()) {
        if (dw_swarm_linger(swarm)) {
            break;
        }
        dw_clock_sleep_until(now_ns + SLICE_NS);
    }
}

static int write_report(const dw_bots_report *report, const dw_bots_options *options)
{
    char *json = dw_bots_report_json(report, options);
    if (json == NULL) {
        return dw_options_fail(PROGRAM, DW_EXIT_INTERNAL, "no memory for the report");
    }
    printf("%s\n", json);
    (void)fflush(stdout);
    dw_error error = {""};
    dw_status status = DW_OK;
    if (options->report_path != NULL) {
        const size_t length = strlen(json);
        json[length] = '\n'; /* In place of the zero: a file of one whole line. */
        status = dw_file_write(options->report_path, json, length + 1, &error);
    }
    free(json);
    return status == DW_OK ? DW_EXIT_DONE : dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
}

static int judge(const dw_swarm *swarm, const dw_swarm_counts *before_quit,
                 const dw_bots_report *report, const dw_bots_options *options)
{
    const uint32_t gone = before_quit->ended + before_quit->reconnecting;
    const bool all_gone = before_quit->started > 0 && gone == before_quit->started;
    if (before_quit->joined == 0 || all_gone) {
        const char *why = dw_swarm_first_failure(swarm);
        const char *other = before_quit->joined == 0 ? "no bot joined within the time"
                                                     : "the connection to the server is lost";
        return dw_options_fail(PROGRAM, DW_EXIT_CONNECTION, why[0] != '\0' ? why : other);
    }
    return dw_bots_report_passes(report, options) ? DW_EXIT_DONE : DW_EXIT_CHECK_FAILED;
}

static int fail(dw_status status, const dw_error *error)
{
    return dw_options_fail(PROGRAM, status == DW_NOT_FOUND ? DW_EXIT_CONNECTION : DW_EXIT_INTERNAL,
                           error->text);
}

/* Closes the log before it reports the end, so that the report comes last. */
static int run(dw_swarm *swarm, dw_stderr_log *log, const dw_bots_options *options)
{
    static dw_bots_report report; /* Too large for a stack. */
    dw_error error = {""};
    uint32_t frames_late = 0;
    const uint64_t processor_ns = dw_clock_process_ns();
    dw_live_watch *watch = NULL;
    dw_status status = DW_OK;
    if (options->live) {
        status = dw_live_watch_create(&watch, options, isatty(STDOUT_FILENO) != 0, dw_clock_ns(),
                                      &error);
    }
    if (status == DW_OK) {
        status = play(swarm, watch, options, &frames_late, &error);
    }
    dw_live_watch_destroy(watch);
    if (status != DW_OK) {
        dw_stderr_log_close(log);
        return fail(status, &error);
    }
    const dw_swarm_counts counts = dw_swarm_count(swarm);
    const double processor_s = (double)(dw_clock_process_ns() - processor_ns) / 1e9;
    say_goodbye(swarm);
    dw_swarm_report(swarm, &report);
    report.processor_s = processor_s;
    report.frames_late = frames_late;
    dw_stderr_log_close(log);
    const int written = write_report(&report, options);
    return written != DW_EXIT_DONE ? written : judge(swarm, &counts, &report, options);
}

int main(int argc, char **argv)
{
    dw_bots_options options;
    switch (dw_bots_options_parse(&options, argc, argv)) {
    case DW_OPTIONS_RUN:
        break;
    case DW_OPTIONS_SHOWN:
        return DW_EXIT_DONE;
    case DW_OPTIONS_BAD:
        return DW_EXIT_USAGE;
    }
    dw_signal_open();
    dw_stderr_log *log = NULL;
    dw_error error = {""};
    if (dw_datagram_layer_check(&error) != DW_OK ||
        dw_stderr_log_open(&log, options.log_style, DW_LOG_INFO, &error) != DW_OK) {
        return dw_options_fail(PROGRAM, DW_EXIT_INTERNAL, error.text);
    }
    if (options.password.exposed_file[0] != '\0') {
        dw_log(DW_LOG_WARNING, "password_readable_by_others", "file=%s",
               dw_log_quote(options.password.exposed_file).text);
    }
    dw_swarm *swarm = NULL;
    const dw_status status = dw_swarm_create(&swarm, &options, dw_clock_ns(), &error);
    if (status != DW_OK) {
        dw_stderr_log_close(log);
        return fail(status, &error);
    }
    const int result = run(swarm, log, &options);
    dw_swarm_destroy(swarm);
    return result;
}
