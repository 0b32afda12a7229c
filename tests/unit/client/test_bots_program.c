/* The parts of duskwatch-bots below its main: faults of the network, flags, report. */
#include "tests/support/test.h"

#include "client/bot/bots_options.h"
#include "client/bot/bots_report.h"
#include "client/core/client_state.h"
#include "tests/unit/client/fake_server.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static void faults_are_read_by_name(void **state)
{
    (void)state;
    dw_net_faults faults;
    dw_error error = {""};
    assert_int_equal(dw_net_faults_parse(&faults, "delay_ms=50,loss=0.05,jitter_ms=2.5", &error),
                     DW_OK);
    assert_true(fabs(faults.delay_ms - 50.0) < 1e-9 && fabs(faults.loss - 0.05) < 1e-9);
    assert_true(fabs(faults.jitter_ms - 2.5) < 1e-9 && fabs(faults.duplicate) < 1e-9);
    static const char *const wrong[] = {"",
                                        "loss",
                                        "loss=",
                                        "loss=1.5",
                                        "loss=-1",
                                        "lag=3",
                                        "loss=0,loss=0",
                                        "delay_ms=1,",
                                        "loss=1e",
                                        "delay_ms=x",
                                        "=5",
                                        ","};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        error.text[0] = '\0';
        assert_int_equal(dw_net_faults_parse(&faults, wrong[i], &error), DW_INVALID);
        assert_true(error.text[0] != '\0');
    }
}

static void addresses_have_a_host_and_a_port(void **state)
{
    (void)state;
    char host[DW_BOTS_HOST_MAX];
    uint16_t port = 0;
    dw_error error = {""};
    assert_int_equal(dw_bots_parse_address("example:5", host, &port, &error), DW_OK);
    assert_string_equal(host, "example");
    assert_int_equal(port, 5);
    assert_int_equal(dw_bots_parse_address("127.0.0.1", host, &port, &error), DW_OK);
    assert_int_equal(port, DW_PORT_DEFAULT);
    static const char *const wrong[] = {"", ":5", "host:", "host:0", "host:65536", "host:x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(dw_bots_parse_address(wrong[i], host, &port, &error), DW_INVALID);
    }
}

enum { SENT = 20000 };

typedef struct passage {
    uint64_t out, lost, twice, order_breaks, sum_delay_ns, least_ns, most_ns, hash;
} passage;

/* SENT numbered datagrams, one a millisecond. */
static passage send_through(const dw_net_faults *faults, uint64_t seed)
{
    static uint8_t times[SENT];
    memset(times, 0, sizeof times);
    dw_fault_line *line = NULL;
    assert_int_equal(dw_fault_line_create(&line, faults, seed, 1), DW_OK);
    passage result = {.least_ns = UINT64_MAX};
    uint32_t newest = 0;
    for (uint32_t ms = 0; ms < SENT + 1000; ms++) {
        const uint64_t now_ns = ms * UINT64_C(1000000);
        uint32_t number = ms;
        dw_datagram datagram = {(uint8_t *)&number, sizeof number, 0, 0, NULL};
        if (ms < SENT) {
            dw_fault_line_put(line, &datagram, now_ns);
        }
        while (dw_fault_line_take(line, now_ns, &datagram)) {
            assert_int_equal(datagram.size, sizeof number);
            assert_true(number < SENT && ++times[number] <= 2);
            const uint64_t delay = now_ns - number * UINT64_C(1000000);
            result.out++;
            result.order_breaks += number < newest;
            newest = number > newest ? number : newest;
            result.sum_delay_ns += delay;
            result.least_ns = delay < result.least_ns ? delay : result.least_ns;
            result.most_ns = delay > result.most_ns ? delay : result.most_ns;
            result.hash = result.hash * 31 + number;
        }
    }
    for (uint32_t i = 0; i < SENT; i++) {
        result.lost += times[i] == 0;
        result.twice += times[i] == 2;
    }
    dw_fault_line_destroy(line);
    return result;
}

static void line_without_faults_changes_nothing(void **state)
{
    (void)state;
    const dw_net_faults faults = {0};
    const passage result = send_through(&faults, 1);
    assert_int_equal(result.out, SENT);
    assert_int_equal(result.order_breaks, 0);
    assert_int_equal(result.most_ns, 0);
}

static void what_is_sent_in_the_same_moment_arrives_in_order(void **state)
{
    (void)state;
    const dw_net_faults faults = {.delay_ms = 10};
    dw_fault_line *line = NULL;
    uint8_t number = 0;
    dw_datagram datagram = {&number, sizeof number, 0, 0, NULL};
    assert_int_equal(dw_fault_line_create(&line, &faults, 1, 1), DW_OK);
    for (; number < 100; number++) {
        dw_fault_line_put(line, &datagram, 0);
    }
    for (uint8_t i = 0; i < 100; i++) {
        assert_false(dw_fault_line_take(line, 9999999, &datagram));
        assert_true(dw_fault_line_take(line, 10000000, &datagram));
        assert_int_equal(number, i);
    }
    dw_fault_line_destroy(line);
}

static void faults_hit_as_often_as_asked_for(void **state)
{
    (void)state;
    const dw_net_faults faults = {
        .delay_ms = 40, .jitter_ms = 10, .loss = 0.1, .duplicate = 0.05, .reorder = 0.02};
    const passage result = send_through(&faults, 1);
    /* Within five standard deviations. */
    assert_true(llabs((long long)result.lost - 2000) < 215);
    assert_true(llabs((long long)result.twice - 900) < 150);
    assert_int_equal(result.out, SENT - result.lost + result.twice);
    assert_true(result.least_ns >= 40000000 && result.most_ns <= 82000000);
    assert_true(result.most_ns > 70000000); /* Some are held back by 30 ms. */
    assert_true(result.order_breaks > 100);
    const double mean_ms = (double)result.sum_delay_ns / (double)result.out / 1e6;
    assert_true(mean_ms > 44.5 && mean_ms < 47.0); /* 45, the held ones, whole milliseconds. */
}

static void same_seed_gives_the_same_fate(void **state)
{
    (void)state;
    const dw_net_faults faults = {.delay_ms = 5, .jitter_ms = 20, .loss = 0.2, .duplicate = 0.2};
    const passage first = send_through(&faults, 9);
    const passage again = send_through(&faults, 9);
    const passage other = send_through(&faults, 10);
    assert_true(first.hash == again.hash);
    assert_true(first.hash != other.hash);
}

/* Datagrams sent during the cut are lost, and all others arrive, also those already under way. */
static void a_cut_connection_carries_nothing_until_the_cut_ends(void **state)
{
    (void)state;
    const dw_net_faults faults = {.delay_ms = 100, .cut_at_s = 5, .cut_s = 2.5};
    const passage result = send_through(&faults, 1);
    assert_int_equal(result.lost, 2500);
    assert_int_equal(result.out, 17500);
    assert_int_equal(result.order_breaks, 0);
    assert_int_equal(result.most_ns, 100000000);
}

static void report_has_the_keys_that_scripts_read(void **state)
{
    (void)state;
    static dw_bots_report report;
    memset(&report, 0, sizeof report);
    for (uint32_t i = 1; i <= 1000; i++) {
        dw_bots_report_rtt(&report, i);
    }
    report.joined = 2;
    report.refused = 1;
    report.refusals[DW_REASON_FULL] = 1;
    report.snapshots = 190;
    report.snapshots_expected = 200;
    report.playing_s = 10.0;
    report.bytes_in = 4000;
    report.wall_s = 10.0;
    dw_bots_options options = {.clients = 3, .policy = &dw_policy_rush};
    char *text = dw_bots_report_json(&report, &options);
    assert_non_null(text);
    assert_null(strchr(text, '\n'));
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    int clients = 0;
    int joined = 0;
    int refused = 0;
    int full = 0;
    double p50 = 0.0;
    double p99 = 0.0;
    double delivered = 0.0;
    double in = 0.0;
    json_t *other[7];
    assert_int_equal(
        json_unpack(root,
                    "{s:i,s:i,s:i,s:{s:i},s:{s:F,s:F},s:{s:F,s:o,s:o,s:o,s:o},s:{s:F,s:o},s:{s:o,s:"
                    "o}}",
                    "clients", &clients, "joined", &joined, "refused", &refused, "refusals", "full",
                    &full, "rtt_ms", "p50", &p50, "p99", &p99, "snapshots", "delivered_ratio",
                    &delivered, "per_second", &other[0], "gap_ms_max", &other[1], "bytes_mean",
                    &other[2], "age_ms_mean", &other[3], "bytes_per_second", "in", &in, "out",
                    &other[4], "prediction_error_mm", "p50", &other[5], "p99", &other[6]),
        0);
    assert_int_equal(clients, 3);
    assert_int_equal(joined, 2);
    assert_int_equal(refused, 1);
    assert_int_equal(full, 1);
    assert_true(fabs(p50 - 500.0) < 1.5 && fabs(p99 - 990.0) < 1.5);
    assert_true(fabs(delivered - 0.95) < 1e-9);
    assert_true(fabs(in - 200.0) < 1e-6); /* 4000 bytes, 10 s, 2 clients. */
    assert_non_null(json_object_get(json_object_get(root, "rounds"), "won"));
    json_decref(root);
    free(text);
}

static void report_adds_up_for_how_long_each_client_has_played(void **state)
{
    (void)state;
    static dw_bots_report report;
    memset(&report, 0, sizeof report);
    for (uint32_t clients = 1; clients <= 3; clients++) {
        fake_server *server = fake_server_create(NULL);
        fake_server_join(server);
        fake_server_run(server, 4000);
        dw_bots_report_client(&report, server->client, true);
        assert_true(fabs(report.playing_s - 4.0 * clients) < 0.2 * clients);
        fake_server_destroy(server);
    }
    assert_int_equal(report.joined, 3);
    assert_true(report.snapshots > 3 * 4 * 15);
}

/* Two clients with figures that no two fields share. */
static void report_sums_all_that_clients_count(void **state)
{
    (void)state;
    static dw_bots_report report;
    memset(&report, 0, sizeof report);
    static const dw_client_end ends[] = {DW_CLIENT_END_QUIT,   DW_CLIENT_END_REFUSED,
                                         DW_CLIENT_END_KICKED, DW_CLIENT_END_LOST,
                                         DW_CLIENT_END_LOST,   DW_CLIENT_END_PROTOCOL};
    for (uint32_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        fake_server *server = fake_server_create(NULL);
        dw_client *client = server->client;
        dw_client_finish(client, ends[i],
                         ends[i] == DW_CLIENT_END_REFUSED ? DW_REASON_FULL : DW_REASON_NONE, "%s",
                         "over");
        client->stats = (dw_client_stats){.snapshots = 100,
                                          .snapshots_full = 11,
                                          .snapshots_stale = 12,
                                          .snapshots_refused = 13,
                                          .snapshots_expected = 110,
                                          .snapshot_bytes = 5000,
                                          .snapshot_gap_max_ns = UINT64_C(1000000) * (70 + i % 3),
                                          .snapshot_first_ns = UINT64_C(1000000000) * (i + 1),
                                          .snapshot_last_ns = UINT64_C(1000000000) * (i + 6),
                                          .snapshot_age_sum_ns = UINT64_C(2500000000),
                                          .predictions = 40,
                                          .prediction_misses = 3,
                                          .error_count = 3,
                                          .error_mm = {0.0F, 7.26F, 1e6F},
                                          .connection_losses = 14,
                                          .reconnects = 15,
                                          .resumes = 16};
        dw_bots_report_client(&report, client, i != 1);
        fake_server_destroy(server);
    }
    report.wall_s = 20.0;
    report.processor_s = 5.0;
    report.frames_late = 21;
    report.visits = 25;
    report.rounds_won = 22;
    report.rounds_lost = 23;
    report.join_max_ns = UINT64_C(24000000);
    report.bytes_in = 10000;
    report.bytes_out = 5000;
    dw_bots_report_rtt(&report, 8);
    dw_bots_report_rtt(&report, DW_REPORT_RTT_BINS + 5); /* Counts as the longest. */
    const dw_bots_options options = {.clients = 6, .policy = &dw_policy_careful, .seed = 9};
    char *text = dw_bots_report_json(&report, &options);
    assert_string_equal(
        text,
        "{\"clients\":6,\"joined\":5,\"visits\":25,\"refused\":1,\"kicked\":1,\"lost\":2,"
        "\"protocol_errors\":1,"
        "\"refusals\":{\"full\":1},\"policy\":\"careful\",\"seed\":9,\"seconds\":20.0,"
        "\"rtt_ms\":{\"p50\":8.0,\"p99\":10000.0,\"samples\":2},\"join_ms_max\":24.0,"
        "\"snapshots\":{\"per_second\":20.0,\"delivered_ratio\":0.909091,\"gap_ms_max\":72.0,"
        "\"bytes_mean\":50.0,\"age_ms_mean\":25.0,\"count\":600,\"full\":66,\"stale\":72,"
        "\"undecodable\":78},"
        "\"bytes_per_second\":{\"in\":100.0,\"out\":50.0,\"in_total\":500.0,\"out_total\":250.0},"
        "\"prediction_error_mm\":{\"p50\":7.3,\"p99\":2000.0,\"miss_ratio\":0.075,\"ticks\":240},"
        "\"rounds\":{\"won\":22,\"lost\":23},"
        "\"connections\":{\"lost\":84,\"reconnected\":90,\"resumed\":96},"
        "\"load\":{\"processor_share\":0.25,\"frames_late\":21}}");
    free(text);
}

static dw_options_result parse(dw_bots_options *options, const char *const *words)
{
    char storage[24][64];
    char *arguments[25];
    int count = 0;
    for (; words[count] != NULL; count++) {
        (void)snprintf(storage[count], sizeof storage[count], "%s", words[count]);
        arguments[count] = storage[count];
    }
    arguments[count] = NULL;
    const dw_options_result result = dw_bots_options_parse(options, count, arguments);
    if (result == DW_OPTIONS_RUN) { /* The text itself is gone after the call. */
        assert_true(strlen(options->name_prefix) <= DW_BOTS_PREFIX_MAX);
    }
    return result;
}

static void flags_become_options(void **state)
{
    (void)state;
    dw_bots_options options;
    static const char *const none[] = {"duskwatch-bots", NULL};
    assert_int_equal(parse(&options, none), DW_OPTIONS_RUN);
    assert_string_equal(options.host, "127.0.0.1");
    assert_int_equal(options.port, DW_PORT_DEFAULT);
    assert_int_equal(options.clients, 8);
    assert_int_equal(options.join_rate, 200);
    assert_int_equal(options.input_hz, 20);
    assert_int_equal(options.seed, 1);
    assert_true(fabs(options.seconds - 10.0) < 1e-9);
    assert_ptr_equal(options.policy, dw_policies[1]);
    assert_string_equal(options.match, "");
    assert_false(options.unsealed || options.has_faults || options.live);
    assert_null(options.report_path);
    assert_int_equal(options.log_style, DW_LOG_TEXT);
    assert_true(options.stay_s == 0.0 && options.spectate_share == 0.0 &&
                options.max_rtt_p99_ms == 0.0 && options.min_snapshot_ratio == 0.0);

    static const char *const all[] = {"duskwatch-bots",
                                      "--connect=host:7",
                                      "--clients=4095",
                                      "--seconds=2.5",
                                      "--stay-s=1.5",
                                      "--policy=careful",
                                      "--seed=12",
                                      "--match=3",
                                      "--join-rate=9",
                                      "--input-hz=60",
                                      "--live",
                                      "--spectate-share=0.25",
                                      "--seal=off",
                                      "--net=loss=0.5",
                                      "--log=json",
                                      "--max-rtt-p99-ms=80",
                                      "--min-snapshot-ratio=0.9",
                                      NULL};
    assert_int_equal(parse(&options, all), DW_OPTIONS_RUN);
    assert_string_equal(options.host, "host");
    assert_int_equal(options.port, 7);
    assert_int_equal(options.clients, 4095);
    assert_true(fabs(options.seconds - 2.5) < 1e-9);
    assert_true(fabs(options.stay_s - 1.5) < 1e-9);
    assert_ptr_equal(options.policy, &dw_policy_careful);
    assert_int_equal(options.seed, 12);
    assert_string_equal(options.match, "3");
    assert_int_equal(options.join_rate, 9);
    assert_int_equal(options.input_hz, 60);
    assert_true(options.unsealed && options.has_faults && options.live);
    assert_true(fabs(options.spectate_share - 0.25) < 1e-9);
    assert_true(fabs(options.faults.loss - 0.5) < 1e-9);
    assert_int_equal(options.log_style, DW_LOG_JSON);
    assert_true(fabs(options.max_rtt_p99_ms - 80.0) < 1e-9);
    assert_true(fabs(options.min_snapshot_ratio - 0.9) < 1e-9);
}

static void wrong_flags_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"--clients=0",
                                        "--clients=4096",
                                        "--input-hz=61",
                                        "--input-hz=0",
                                        "--join-rate=0",
                                        "--policy=cheat",
                                        "--connect=host:0",
                                        "--match=1000",
                                        "--net=lag=1",
                                        "--spectate-share=1.5",
                                        "--name-prefix=nineteen-characters",
                                        "--name-prefix=",
                                        "--name-prefix=a\nb",
                                        "--password-file=/no/such/file"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        dw_bots_options options;
        const char *const words[] = {"duskwatch-bots", wrong[i], NULL};
        if (parse(&options, words) != DW_OPTIONS_BAD) {
            fail_msg("%s is taken", wrong[i]);
        }
    }
    dw_bots_options options;
    static const char *const longest[] = {"duskwatch-bots", "--name-prefix=eighteen-character",
                                          NULL};
    assert_int_equal(parse(&options, longest), DW_OPTIONS_RUN);
}

static void thresholds_pass_and_fail(void **state)
{
    (void)state;
    static dw_bots_report report;
    memset(&report, 0, sizeof report);
    dw_bots_report_rtt(&report, 30);
    report.snapshots = 95;
    report.snapshots_expected = 100;
    dw_bots_options options = {.max_rtt_p99_ms = 30.0, .min_snapshot_ratio = 0.95};
    assert_true(dw_bots_report_passes(&report, &options));
    options.max_rtt_p99_ms = 29.0;
    assert_false(dw_bots_report_passes(&report, &options));
    options.max_rtt_p99_ms = 0.0;
    options.min_snapshot_ratio = 0.96;
    assert_false(dw_bots_report_passes(&report, &options));
    options.min_snapshot_ratio = 0.0;
    assert_true(dw_bots_report_passes(&report, &options));
    /* Nothing measured is not "fast enough". */
    memset(&report, 0, sizeof report);
    options.max_rtt_p99_ms = 100.0;
    assert_false(dw_bots_report_passes(&report, &options));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_read_by_name),
        cmocka_unit_test(addresses_have_a_host_and_a_port),
        cmocka_unit_test(line_without_faults_changes_nothing),
        cmocka_unit_test(what_is_sent_in_the_same_moment_arrives_in_order),
        cmocka_unit_test(faults_hit_as_often_as_asked_for),
        cmocka_unit_test(same_seed_gives_the_same_fate),
        cmocka_unit_test(a_cut_connection_carries_nothing_until_the_cut_ends),
        cmocka_unit_test(report_has_the_keys_that_scripts_read),
        cmocka_unit_test(report_adds_up_for_how_long_each_client_has_played),
        cmocka_unit_test(report_sums_all_that_clients_count),
        cmocka_unit_test(flags_become_options),
        cmocka_unit_test(wrong_flags_are_refused),
        cmocka_unit_test(thresholds_pass_and_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
