/* Bots of one process against a real server over loopback, in the time of fake_clock.h: who joins
 * when and as what, what is counted, reported and logged, and what becomes of them when the server
 * goes away or refuses them. */
#include "client/bot/live_watch.h"
#include "client/bot/swarm.h"
#include "common/base/log.h"
#include "common/platform/clock.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "tests/support/test.h"
#include "tests/unit/host/fake_clock.h"
#include "tests/unit/host/server_pace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEP_MS = 2, BOTS = 4, LOG_MAX = 64 << 10, OUTPUT_MAX = 64 << 10 };

#define MS_NS     UINT64_C(1000000)
#define SECOND_NS UINT64_C(1000000000)
#define RULES     "test_swarm.rules.json"

typedef struct hall {
    dw_server *server;
    dw_swarm *swarm;
    dw_live_watch *watch;
    dw_server_config config;
    dw_bots_options options;
    dw_bots_report report;
    uint64_t due_ns;
    bool hangs; /* The server does nothing. It cannot go: ENet's memory here is the server's. */
    size_t log_size;
    char log[LOG_MAX];
} hall;

static hall at; /* Too large for a stack. */

static void keep_line(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    const size_t length = strlen(line);
    assert_true(at.log_size + length + 2 < sizeof at.log);
    memcpy(at.log + at.log_size, line, length);
    at.log_size += length;
    at.log[at.log_size++] = '\n';
    at.log[at.log_size] = '\0';
}

static uint32_t logged(const char *part)
{
    uint32_t count = 0;
    for (const char *found = strstr(at.log, part); found != NULL; found = strstr(found + 1, part)) {
        count++;
    }
    return count;
}

static void start_server(void)
{
    dw_error error = {""};
    assert_int_equal(dw_server_create(&at.server, &at.config, &error), DW_OK);
    at.config.port = dw_server_port(at.server);
    at.due_ns = dw_clock_ns();
}

static void stop_server(void)
{
    dw_server_destroy(at.server);
    at.server = NULL;
}

/* Rounds of three minutes that begin at once, on the map where no guard stands in the way. */
static void open_hall(void)
{
    memset(&at, 0, sizeof at);
    fake_clock_start(100 * SECOND_NS);
    dw_log_open(keep_line, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    FILE *file = fopen(RULES, "w");
    assert_non_null(file);
    (void)fputs("{\"time_limit_ticks\": 10800, \"lobby_ticks\": 1, \"countdown_ticks\": 1, "
                "\"result_ticks\": 60}\n",
                file);
    assert_int_equal(fclose(file), 0);
    at.config = dw_server_config_default();
    (void)strcpy(at.config.bind, "127.0.0.1");
    (void)strcpy(at.config.brain, "null");
    (void)strcpy(at.config.map, "training");
    (void)strcpy(at.config.ruleset, "./" RULES);
    at.config.port = 0;
    start_server();
    at.options = (dw_bots_options){.host = "127.0.0.1",
                                   .port = (uint16_t)at.config.port,
                                   .clients = BOTS,
                                   .join_rate = 10,
                                   .policy = dw_policy_find("rush"),
                                   .seed = 1,
                                   .input_hz = 30,
                                   .name_prefix = "bot"};
}

static void start_swarm(void)
{
    dw_error error = {""};
    assert_int_equal(dw_swarm_create(&at.swarm, &at.options, dw_clock_ns(), &error), DW_OK);
}

static void close_hall(void)
{
    dw_swarm_destroy(at.swarm);
    dw_live_watch_destroy(at.watch);
    stop_server();
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_INFO);
}

static void run(uint32_t milliseconds)
{
    dw_error error = {""};
    for (uint32_t i = 0; i < milliseconds; i += STEP_MS) {
        const uint64_t now = dw_clock_ns();
        if (!at.hangs) {
            server_pace_run(at.server, now, &at.due_ns);
        }
        if (at.swarm != NULL) {
            assert_int_equal(dw_swarm_run(at.swarm, now, &error), DW_OK);
        }
        if (at.watch != NULL) {
            dw_live_watch_run(at.watch, now);
        }
        fake_clock_advance(STEP_MS * MS_NS);
    }
}

/* Says goodbye and sums up. */
static void quit(void)
{
    dw_swarm_quit(at.swarm, dw_clock_ns());
    uint32_t rounds = 0;
    while (!dw_swarm_linger(at.swarm)) {
        assert_true(++rounds < 1000);
        server_pace_run(at.server, dw_clock_ns(), &at.due_ns);
        fake_clock_advance(STEP_MS * MS_NS);
    }
    dw_swarm_report(at.swarm, &at.report);
}

static void bots_join_one_after_the_other(void **state)
{
    (void)state;
    open_hall();
    start_swarm();
    run(STEP_MS);
    assert_int_equal(dw_swarm_count(at.swarm).started, 1);
    for (uint32_t started = 2; started <= BOTS; started++) { /* Ten a second. */
        assert_true(dw_swarm_all_started_ns(at.swarm) == 0);
        run(50);
        assert_int_equal(dw_swarm_count(at.swarm).started, started);
        run(50);
    }
    const uint64_t all_ns = dw_swarm_all_started_ns(at.swarm) - 100 * SECOND_NS;
    assert_true(all_ns > 200 * MS_NS && all_ns <= 210 * MS_NS);
    run(2000);
    const dw_swarm_counts counts = dw_swarm_count(at.swarm);
    assert_int_equal(counts.joined, BOTS);
    assert_int_equal(counts.playing, BOTS);
    assert_int_equal(counts.ended + counts.reconnecting + counts.refused + counts.lost, 0);
    assert_string_equal(dw_swarm_first_failure(at.swarm), "");
    assert_int_equal(dw_swarm_all_started_ns(at.swarm) - 100 * SECOND_NS, all_ns);
    close_hall();
}

static void every_second_bot_watches_when_half_of_them_do(void **state)
{
    (void)state;
    open_hall();
    at.options.spectate_share = 0.5;
    at.options.join_rate = 100;
    start_swarm();
    run(2000);
    assert_int_equal(dw_swarm_count(at.swarm).playing, BOTS);
    const dw_match_counts counts = dw_match_count(at.server->matches[0]);
    assert_int_equal(counts.players, BOTS / 2);
    assert_int_equal(counts.spectators, BOTS / 2);
    /* Spread among the players. */
    assert_int_equal(logged("slot=0 queued=0 clients=1 name=\"bot-0001\""), 1);
    assert_int_equal(logged("slot=255 queued=0 clients=2 name=\"bot-0002\""), 1);
    assert_int_equal(logged("slot=1 queued=0 clients=3 name=\"bot-0003\""), 1);
    assert_int_equal(logged("slot=255 queued=0 clients=4 name=\"bot-0004\""), 1);
    close_hall();
}

static void bots_that_may_stay_for_a_second_leave_and_join_again(void **state)
{
    (void)state;
    open_hall();
    at.options.join_rate = 1000;
    at.options.stay_s = 1.0;
    start_swarm();
    run(450); /* The shortest visit is half a second. */
    assert_int_equal(dw_swarm_count(at.swarm).playing, BOTS);
    assert_int_equal(logged("client_left"), 0);
    run(11550);
    /* 12 visits of one second, less the time of joins. */
    const dw_swarm_counts counts = dw_swarm_count(at.swarm);
    assert_in_range(counts.visits, BOTS * 8, BOTS * 13);
    assert_int_equal(counts.joined, BOTS);
    assert_int_equal(counts.ended + counts.refused + counts.lost + counts.reconnecting, 0);
    assert_int_equal(logged("client_joined"), counts.visits);
    assert_int_equal(logged("client_left"), counts.visits - counts.playing);
    assert_in_range(logged("name=\"bot-0004\""), 8, 13); /* As the same player each time. */
    quit();
    const dw_bots_report *report = &at.report;
    assert_int_equal(report->joined, BOTS);
    assert_int_equal(report->visits, counts.visits);
    assert_int_equal(report->refused + report->kicked + report->lost + report->broken, 0);
    assert_true(report->playing_s > 9.0 * BOTS && report->playing_s < 12.0 * BOTS);
    assert_true(report->snapshots > 9 * 20 * BOTS && dw_bots_report_delivered(report) > 0.95);
    close_hall();
}

static void report_says_what_a_run_measured(void **state)
{
    (void)state;
    open_hall();
    at.options.join_rate = 1000;
    start_swarm();
    run(30000);
    quit();
    const dw_bots_report *report = &at.report;
    /* The map is won in 10 s by nobody but rush, and each round counts once for all bots. */
    assert_int_equal(report->rounds_won, 4);
    assert_int_equal(report->rounds_lost, 0);
    assert_int_equal(report->joined, BOTS);
    assert_int_equal(report->refused + report->kicked + report->lost + report->broken, 0);
    /* Each bot's round trip once a second, as soon as there is one. */
    assert_true(report->rtt_count >= BOTS * 28 && report->rtt_count <= BOTS * 30);
    assert_true(dw_bots_report_rtt_ms(report, 0.99) < 20.0);
    assert_true(fabs(report->wall_s - 30.0) < 0.01);
    assert_true(fabs(report->playing_s - 30.0 * BOTS) < 0.5);
    assert_true(report->join_max_ns >= 4 * MS_NS && report->join_max_ns < 100 * MS_NS);
    assert_true(report->snapshots + BOTS >= 600 * BOTS && report->snapshots <= 600 * BOTS);
    /* Inputs go out at 30 Hz and more, with headers; snapshots are small on so small a map. */
    assert_true(report->bytes_out > 30 * 30 * BOTS * 28 && report->bytes_out < 1000000);
    assert_true(report->bytes_in > 30 * 20 * BOTS * 28 && report->bytes_in < 1000000);
    assert_int_equal(report->connection_losses + report->reconnects + report->resumes, 0);
    close_hall();
}

static void progress_is_logged_as_it_is(void **state)
{
    (void)state;
    open_hall();
    at.options.join_rate = 1000;
    start_swarm();
    run(15000);
    at.log_size = 0;
    dw_swarm_log_progress(at.swarm, dw_clock_ns());
    const char *expected = "info bots seconds=15 playing=4 reconnecting=0 refused=0 lost=0 rtt_p50";
    assert_true(strncmp(at.log, expected, strlen(expected)) == 0);
    const char *figure = strstr(at.log, "snapshots=");
    assert_non_null(figure);
    const unsigned long snapshots = strtoul(figure + strlen("snapshots="), NULL, 10);
    assert_true(snapshots > 1190 && snapshots <= 1200);
    assert_int_equal(logged(" delivered=1.0000 won=2 lost_rounds=0"), 1);
    close_hall();
}

static void bots_whose_server_hung_return_when_it_goes_on(void **state)
{
    (void)state;
    open_hall();
    at.options.join_rate = 1000;
    start_swarm();
    run(3000);
    at.hangs = true;
    run(6000);
    dw_swarm_counts counts = dw_swarm_count(at.swarm);
    assert_int_equal(counts.playing, 0);
    assert_int_equal(counts.reconnecting, BOTS);
    assert_int_equal(counts.ended, 0);
    assert_int_equal(logged("warning bot_connection_lost bot="), BOTS);
    assert_int_equal(logged("bot_connection_lost bot=4"), 1);
    at.hangs = false;
    run(8000);
    counts = dw_swarm_count(at.swarm);
    assert_int_equal(counts.playing, BOTS);
    assert_int_equal(counts.reconnecting, 0);
    assert_int_equal(counts.joined, BOTS);
    assert_int_equal(logged("info bot_reconnected bot="), BOTS);
    assert_int_equal(logged("bot=4 slot=3 resumed=1"), 1);
    assert_int_equal(logged("bot_connection_lost"), BOTS);
    /* The old connections were ended, too: the server need not wait until they time out. */
    assert_int_equal(logged("client_lost"), BOTS);
    assert_int_equal(logged("why=connection"), BOTS);
    quit();
    assert_int_equal(at.report.connection_losses, BOTS);
    assert_int_equal(at.report.reconnects, BOTS);
    assert_int_equal(at.report.resumes, BOTS);
    assert_int_equal(at.report.lost, 0);
    assert_true(at.report.snapshot_gap_max_ns > 6 * SECOND_NS);
    close_hall();
}

static void bots_that_are_not_back_at_the_end_are_lost(void **state)
{
    (void)state;
    open_hall();
    at.options.join_rate = 1000;
    start_swarm();
    run(2000);
    at.hangs = true;
    run(6000);
    dw_swarm_quit(at.swarm, dw_clock_ns());
    dw_swarm_report(at.swarm, &at.report);
    assert_int_equal(at.report.lost, BOTS);
    close_hall();
}

static void bots_give_up_a_server_that_hangs_for_half_a_minute(void **state)
{
    (void)state;
    open_hall();
    at.options.join_rate = 1000;
    start_swarm();
    run(2000);
    at.hangs = true;
    run(32000);
    const dw_swarm_counts counts = dw_swarm_count(at.swarm);
    assert_int_equal(counts.ended, BOTS);
    assert_int_equal(counts.lost, BOTS);
    assert_int_equal(counts.refused + counts.playing + counts.reconnecting, 0);
    assert_int_equal(logged("warning bot_ended bot=1 reason=\"connection lost"), 1);
    assert_true(strncmp(dw_swarm_first_failure(at.swarm), "connection lost", 15) == 0);
    dw_swarm_quit(at.swarm, dw_clock_ns());
    dw_swarm_report(at.swarm, &at.report);
    assert_int_equal(at.report.lost, BOTS);
    close_hall();
}

static void bots_without_the_password_are_refused(void **state)
{
    (void)state;
    open_hall();
    stop_server();
    (void)strcpy(at.config.password, "open sesame");
    start_server();
    at.options.join_rate = 1000;
    start_swarm();
    run(2000);
    const dw_swarm_counts counts = dw_swarm_count(at.swarm);
    assert_int_equal(counts.ended, BOTS);
    assert_int_equal(counts.joined + counts.playing, 0);
    assert_int_equal(counts.refused, BOTS);
    assert_int_equal(counts.lost, 0);
    assert_string_equal(dw_swarm_first_failure(at.swarm),
                        "refused: the password is wrong, or none was given");
    assert_int_equal(logged("warning bot_ended bot="), BOTS);
    assert_int_equal(logged("bot_ended bot=4 reason=\"refused: the password is wrong"), 1);
    dw_swarm_destroy(at.swarm);
    (void)strcpy(at.options.password.text, "open sesame");
    start_swarm();
    run(2000);
    assert_int_equal(dw_swarm_count(at.swarm).playing, BOTS);
    assert_string_equal(dw_swarm_first_failure(at.swarm), "");
    close_hall();
}

/* What the watch prints in five seconds and a bit. */
static uint32_t tables_printed(bool redraw)
{
    dw_error error = {""};
    FILE *file = tmpfile();
    assert_non_null(file);
    (void)fflush(stdout);
    const int before = dup(STDOUT_FILENO);
    assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
    assert_int_equal(dw_live_watch_create(&at.watch, &at.options, redraw, dw_clock_ns(), &error),
                     DW_OK);
    run(5300);
    dw_live_watch_destroy(at.watch);
    at.watch = NULL;
    (void)fflush(stdout);
    assert_true(dup2(before, STDOUT_FILENO) >= 0);
    (void)close(before);
    static char output[OUTPUT_MAX];
    rewind(file);
    const size_t size = fread(output, 1, sizeof output - 1, file);
    output[size] = '\0';
    (void)fclose(file);
    uint32_t tables = 0;
    for (const char *found = output; (found = strstr(found, "Duskwatch  ")) != NULL; found++) {
        tables++;
    }
    assert_int_equal(strstr(output, "\033[H\033[J") != NULL, redraw);
    assert_non_null(strstr(output, "intruder"));
    assert_int_equal(strstr(output, "Joining ...") != NULL, redraw);
    return tables;
}

static void live_table_comes_five_times_a_second_or_every_five(void **state)
{
    (void)state;
    open_hall();
    const uint32_t redrawn = tables_printed(true);
    assert_true(redrawn >= 25 && redrawn <= 27);
    assert_int_equal(tables_printed(false), 1);
    assert_int_equal(logged("client_joined"), 2);
    close_hall();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_join_one_after_the_other),
        cmocka_unit_test(every_second_bot_watches_when_half_of_them_do),
        cmocka_unit_test(bots_that_may_stay_for_a_second_leave_and_join_again),
        cmocka_unit_test(report_says_what_a_run_measured),
        cmocka_unit_test(progress_is_logged_as_it_is),
        cmocka_unit_test(bots_whose_server_hung_return_when_it_goes_on),
        cmocka_unit_test(bots_that_are_not_back_at_the_end_are_lost),
        cmocka_unit_test(bots_give_up_a_server_that_hangs_for_half_a_minute),
        cmocka_unit_test(bots_without_the_password_are_refused),
        cmocka_unit_test(live_table_comes_five_times_a_second_or_every_five),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
