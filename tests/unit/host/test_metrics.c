/* The figures as text: a second grammar of the format, written for this test, reads every line. And
 * the board that hands them from thread to thread. */
#include "common/base/rng.h"
#include "server/host/metrics_board.h"
#include "tests/support/test.h"

#include <pthread.h>
#include <regex.h>
#include <sched.h>
#include <stdlib.h>

enum { SERIES_MAX = 512, FAMILIES_MAX = 128, TEXT_MAX = 256 };

typedef struct series {
    char name[TEXT_MAX]; /* With its labels. */
    char value[64];
} series;

typedef struct reading {
    uint32_t count, families;
    series rows[SERIES_MAX];
    char family[FAMILIES_MAX][TEXT_MAX];
    char type[FAMILIES_MAX][TEXT_MAX];
} reading;

static char text[DW_METRICS_TEXT_MAX];
static reading seen;
static dw_metrics metrics;

static bool matches(const char *pattern, const char *line, regmatch_t *parts, size_t count)
{
    regex_t compiled;
    assert_int_equal(regcomp(&compiled, pattern, REG_EXTENDED), 0);
    const bool yes = regexec(&compiled, line, count, parts, 0) == 0;
    regfree(&compiled);
    return yes;
}

static void cut_out(char *out, size_t size, const char *line, const regmatch_t *part)
{
    const size_t length = (size_t)(part->rm_eo - part->rm_so);
    assert_true(length < size);
    memcpy(out, line + part->rm_so, length);
    out[length] = '\0';
}

static void read_head(const char *line, bool *type_owed)
{
    regmatch_t parts[3];
    if (matches("^# HELP ([a-z_]+) [A-Z0-9][^\\]*\\.$", line, parts, 2)) {
        assert_false(*type_owed);
        char *name = seen.family[seen.families];
        cut_out(name, TEXT_MAX, line, &parts[1]);
        for (uint32_t i = 0; i < seen.families; i++) {
            assert_string_not_equal(seen.family[i], name);
        }
        *type_owed = true;
        return;
    }
    if (!matches("^# TYPE ([a-z_]+) (counter|gauge|histogram)$", line, parts, 3)) {
        fail_msg("no line of the format: %s", line);
    }
    char name[TEXT_MAX];
    cut_out(name, sizeof name, line, &parts[1]);
    cut_out(seen.type[seen.families], TEXT_MAX, line, &parts[2]);
    assert_true(*type_owed);
    assert_string_equal(name, seen.family[seen.families]);
    seen.families++;
    *type_owed = false;
}

static void read_series(const char *line)
{
    regmatch_t parts[9];
    assert_true(seen.count < SERIES_MAX && seen.families > 0);
    if (!matches(
            "^(([a-z_]+)(\\{[a-z]+=\"([^\"\\\\]|\\\\.)+\"(,[a-z]+=\"([^\"\\\\]|\\\\.)*\")*\\})?) "
            "([0-9]+(\\.[0-9]{9})?)$",
            line, parts, 9)) {
        fail_msg("no line of the format: %s", line);
    }
    series *row = &seen.rows[seen.count];
    char name[TEXT_MAX];
    cut_out(row->name, sizeof row->name, line, &parts[1]);
    cut_out(name, sizeof name, line, &parts[2]);
    cut_out(row->value, sizeof row->value, line, &parts[7]);
    for (uint32_t i = 0; i < seen.count; i++) {
        assert_string_not_equal(seen.rows[i].name, row->name);
    }
    const char *family = seen.family[seen.families - 1];
    const char *type = seen.type[seen.families - 1];
    const size_t size = strlen(family);
    const bool total = size > 6 && strcmp(family + size - 6, "_total") == 0;
    assert_int_equal(strncmp(name, family, size), 0);
    if (strcmp(type, "histogram") == 0) {
        assert_true(matches("^_(bucket|sum|count)$", name + size, NULL, 0));
    } else {
        assert_string_equal(name, family);
    }
    assert_int_equal(total, strcmp(type, "counter") == 0);
    assert_true(strncmp(name, "duskwatch_", 10) == 0 || strncmp(name, "process_", 8) == 0);
    seen.count++;
}

/* Fails at the first line that is not of the format. */
static void read_text(void)
{
    static char copy[DW_METRICS_TEXT_MAX];
    const size_t size = dw_metrics_write(&metrics, text);
    assert_int_equal(size, strlen(text));
    assert_int_equal(text[size - 1], '\n');
    memcpy(copy, text, size + 1);
    memset(&seen, 0, sizeof seen);
    bool type_owed = false;
    char *rest = NULL;
    for (char *line = strtok_r(copy, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] == '#') {
            read_head(line, &type_owed);
        } else {
            assert_false(type_owed);
            read_series(line);
        }
    }
    assert_false(type_owed);
    assert_null(strstr(text, "\n\n"));
}

static const char *value_of(const char *name)
{
    for (uint32_t i = 0; i < seen.count; i++) {
        if (strcmp(seen.rows[i].name, name) == 0) {
            return seen.rows[i].value;
        }
    }
    fail_msg("%s is not told", name);
    return "";
}

/* As many maps as there can be, with the longest names, of which each byte is escaped. */
static void name_maps(void)
{
    metrics.map_count = DW_METRICS_MAPS_MAX;
    for (uint32_t i = 0; i < DW_METRICS_MAPS_MAX; i++) {
        dw_map_figures *map = &metrics.maps[i];
        memset(map->map, '"', sizeof map->map);
        memset(map->mission, '\\', sizeof map->mission);
        map->map[0] = (char)('a' + i);
        map->map[sizeof map->map - 1] = '\0';
        map->mission[sizeof map->mission - 1] = '\0';
    }
}

static void maps_are_told_with_their_missions(void **state)
{
    (void)state;
    memset(&metrics, 0, sizeof metrics);
    metrics.map_count = 2;
    metrics.maps[0] = (dw_map_figures){.map = "attic", .matches = 3};
    metrics.maps[1] = (dw_map_figures){.map = "attic", .mission = "the \"last\" one", .matches = 1};
    metrics.maps[1].rounds[DW_OUTCOME_WON] = 7;
    read_text();
    assert_string_equal(value_of("duskwatch_map_matches{map=\"attic\",mission=\"\"}"), "3");
    assert_string_equal(value_of("duskwatch_map_rounds_total{map=\"attic\",mission=\"the "
                                 "\\\"last\\\" one\",outcome=\"won\"}"),
                        "7");
}

static void each_line_is_of_the_format(void **state)
{
    (void)state;
    memset(&metrics, 0, sizeof metrics);
    read_text();
    assert_in_range(seen.count, 100, SERIES_MAX);
    assert_string_equal(value_of("duskwatch_build_info{version=\"" DW_PRODUCT_VERSION "\"}"), "1");
}

static void the_largest_figures_fit(void **state)
{
    (void)state;
    memset(&metrics, 0xff, sizeof metrics);
    name_maps();
    read_text();
    assert_string_equal(value_of("duskwatch_ticks_total"), "18446744073709551615");
    assert_string_equal(value_of("duskwatch_connections"), "4294967295");
    assert_string_equal(value_of("process_cpu_seconds_total"), "18446744073.709551615");
}

/* Each 32-bit word of the figures gets a different number. */
static void make_all_differ(void)
{
    uint32_t words[sizeof metrics / sizeof(uint32_t)];
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        words[i] = 1000001 + i;
    }
    memset(&metrics, 0, sizeof metrics);
    memcpy(&metrics, words, sizeof words);
    name_maps();
}

static bool is_told(uint64_t figure)
{
    char one[32];
    char seconds[40];
    (void)snprintf(one, sizeof one, "%llu", (unsigned long long)figure);
    (void)snprintf(seconds, sizeof seconds, "%llu.%09llu",
                   (unsigned long long)(figure / 1000000000),
                   (unsigned long long)(figure % 1000000000));
    for (uint32_t i = 0; i < seen.count; i++) {
        if (strcmp(seen.rows[i].value, one) == 0 || strcmp(seen.rows[i].value, seconds) == 0) {
            return true;
        }
    }
    return false;
}

static void no_figure_is_told_twice(void **state)
{
    (void)state;
    make_all_differ();
    read_text();
    for (uint32_t i = 0; i < seen.count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            /* A histogram prints its count twice. */
            if (strcmp(seen.rows[i].value, seen.rows[k].value) == 0 &&
                strstr(seen.rows[i].name, "_count") == NULL) {
                fail_msg("%s and %s tell the same", seen.rows[k].name, seen.rows[i].name);
            }
        }
    }
}

static void every_counter_of_the_host_is_told(void **state)
{
    (void)state;
    make_all_differ();
    read_text();
    uint64_t server[sizeof metrics.server / sizeof(uint64_t)];
    memcpy(server, &metrics.server, sizeof server);
    for (size_t i = 0; i < sizeof server / sizeof server[0]; i++) {
        if (!is_told(server[i])) {
            fail_msg("dw_server_stats: what stands at byte %zu is not told", i * sizeof server[0]);
        }
    }
#define IS_TOLD(name) assert_true(is_told(metrics.minds.name));
    DW_BRAIN_COUNTERS(IS_TOLD, IS_TOLD)
#undef IS_TOLD
    const dw_net_stats *net = &metrics.net;
    assert_true(is_told(net->datagrams.received) && is_told(net->datagrams.sent));
    assert_true(is_told(net->datagrams.received_bytes) && is_told(net->datagrams.sent_bytes) &&
                is_told(net->cookies) && is_told(net->found));
    assert_true(is_told(net->service_failures) && is_told(net->polls_cut));
    assert_true(is_told(net->half_open_reset) && is_told(net->gave_way));
    assert_true(is_told(net->datagrams.refused) && is_told(net->datagrams.dropped));
    assert_true(is_told(net->sends_failed) && is_told(net->connected) && is_told(net->half_open));
    for (uint32_t i = 0; i < DW_DATAGRAM_VERDICT_COUNT; i++) {
        const bool refused = i != DW_DATAGRAM_FINE && i != DW_DATAGRAM_CONNECT;
        assert_int_equal(is_told(net->refused[i]), refused);
    }
    for (uint32_t i = 0; i < DW_SEAL_VERDICT_COUNT; i++) {
        assert_int_equal(is_told(net->unopened[i]), i != DW_SEAL_OPENED);
    }
    for (uint32_t i = 0; i < DW_NET_LOSS_COUNT; i++) {
        /* The first is told as "lost", the last as gave_way. */
        const bool by_the_network =
            i != DW_NET_LOST_NONE && i != DW_NET_LOST_CONNECTION && i != DW_NET_LOST_GAVE_WAY;
        assert_int_equal(is_told(net->lost[i]), by_the_network);
    }
}

static void expect(const char *family, const char *label, const char *word, uint64_t figure)
{
    char name[TEXT_MAX];
    char value[32];
    (void)snprintf(name, sizeof name, "%s{%s=\"%s\"}", family, label, word);
    (void)snprintf(value, sizeof value, "%llu", (unsigned long long)figure);
    assert_string_equal(value_of(name), value);
}

static void each_label_has_the_figure_of_its_word(void **state)
{
    (void)state;
    make_all_differ();
    read_text();
    for (uint32_t i = 0; i < DW_REASON_COUNT; i++) {
        const char *word = dw_reason_word((dw_reason)i);
        expect("duskwatch_refusals_total", "reason", word, metrics.server.refused[i]);
        expect("duskwatch_kicks_total", "reason", word, metrics.server.kicked[i]);
    }
    expect("duskwatch_datagrams_refused_total", "reason", "stranger",
           metrics.net.refused[DW_DATAGRAM_STRANGER]);
    expect("duskwatch_matches", "phase", "lobby", metrics.phases[DW_PHASE_LOBBY]);
    expect("duskwatch_matches", "phase", "play", metrics.phases[DW_PHASE_PLAY]);
    expect("duskwatch_matches", "phase", "empty", metrics.phases[DW_PHASE_COUNT]);
    expect("duskwatch_rounds_total", "outcome", "won", metrics.matches.rounds[DW_OUTCOME_WON]);
    expect("duskwatch_rounds_total", "outcome", "aborted",
           metrics.matches.rounds[DW_OUTCOME_ABORTED]);
    expect("duskwatch_clients", "role", "player", metrics.players);
    expect("duskwatch_clients", "role", "spectator", metrics.spectators);
    expect("duskwatch_disconnects_total", "reason", "quit", metrics.server.left);
    expect("duskwatch_disconnects_total", "reason", "lost", metrics.server.lost);
    expect("duskwatch_disconnects_total", "reason", "kicked", metrics.server.sent_away);
    expect("duskwatch_disconnects_total", "reason", "taken_over", metrics.server.taken_over);
    expect("duskwatch_datagrams_total", "direction", "in", metrics.net.datagrams.received);
    expect("duskwatch_datagram_bytes_total", "direction", "out", metrics.net.datagrams.sent_bytes);
    expect("duskwatch_intents_total", "verdict", "late", metrics.matches.intents_late);
    assert_int_equal(strtoull(value_of("duskwatch_net_memory_bytes"), NULL, 10),
                     metrics.slab.in_use);
}

/* The slow way: keeps every duration and counts them again for each bound. */
static void buckets_hold_all_that_is_not_longer(void **state)
{
    (void)state;
    enum { DURATIONS = 4000 };
    static uint64_t durations[DURATIONS];
    dw_rng rng;
    dw_rng_init(&rng, 7, 1);
    uint64_t sum_ns = 0;
    memset(&metrics, 0, sizeof metrics);
    for (uint32_t i = 0; i < DURATIONS; i++) {
        const uint64_t bound = dw_metrics_bound_ns(dw_rng_below(&rng, DW_METRICS_BUCKETS));
        durations[i] = i % 3 == 0 ? bound + dw_rng_below(&rng, 3) - 1 /* Around a bound. */
                                  : dw_rng_below(&rng, 150000000);
        dw_metrics_histogram_add(&metrics.tick, durations[i]);
        sum_ns += durations[i];
    }
    read_text();
    char name[TEXT_MAX];
    char value[64];
    for (uint32_t b = 0; b < DW_METRICS_BUCKETS; b++) {
        const uint64_t bound_ns = dw_metrics_bound_ns(b);
        assert_true(b == 0 || bound_ns > dw_metrics_bound_ns(b - 1));
        unsigned not_longer = 0;
        for (uint32_t i = 0; i < DURATIONS; i++) {
            not_longer += durations[i] <= bound_ns ? 1 : 0;
        }
        (void)snprintf(name, sizeof name,
                       "duskwatch_tick_duration_seconds_bucket{le=\"%llu.%09llu\"}",
                       (unsigned long long)(bound_ns / 1000000000),
                       (unsigned long long)(bound_ns % 1000000000));
        (void)snprintf(value, sizeof value, "%u", not_longer);
        assert_string_equal(value_of(name), value);
    }
    assert_string_equal(value_of("duskwatch_tick_duration_seconds_bucket{le=\"+Inf\"}"), "4000");
    assert_string_equal(value_of("duskwatch_tick_duration_seconds_count"), "4000");
    (void)snprintf(value, sizeof value, "%llu.%09llu", (unsigned long long)(sum_ns / 1000000000),
                   (unsigned long long)(sum_ns % 1000000000));
    assert_string_equal(value_of("duskwatch_tick_duration_seconds_sum"), value);
}

/* One thread writes copies in which each word is the same number, ever higher. */
enum { PUBLISHED = 60000 };

static dw_metrics_board board;
static _Atomic bool writing_is_over;

static void *write_copies(void *context)
{
    (void)context;
    for (uint64_t number = 1; number <= PUBLISHED; number++) {
        uint64_t words[sizeof(dw_metrics) / sizeof(uint64_t)];
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            words[i] = number;
        }
        memcpy(dw_metrics_board_draft(&board), words, sizeof words);
        dw_metrics_board_publish(&board);
        if (number % 64 == 0) {
            sched_yield();
        }
    }
    atomic_store(&writing_is_over, true);
    return NULL;
}

static void the_reader_sees_whole_copies_and_the_newest(void **state)
{
    (void)state;
    dw_metrics_board_init(&board, 0);
    atomic_store(&writing_is_over, false);
    assert_int_equal(dw_metrics_board_read(&board)->server.ticks, 0);
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, write_copies, NULL), 0);
    uint64_t last = 0;
    uint32_t different = 0;
    for (bool over = false; !over;) {
        over = atomic_load(&writing_is_over);
        uint64_t words[sizeof(dw_metrics) / sizeof(uint64_t)];
        memcpy(words, dw_metrics_board_read(&board), sizeof words);
        size_t alike = 1;
        while (alike < sizeof words / sizeof words[0] && words[alike] == words[0]) {
            alike++;
        }
        assert_int_equal(alike, sizeof words / sizeof words[0]);
        assert_true(words[0] >= last);
        different += words[0] != last ? 1 : 0;
        last = words[0];
        if (different % 4 == 0) {
            sched_yield(); /* On a single processor, too, both threads get their turns. */
        }
    }
    (void)pthread_join(writer, NULL);
    assert_int_equal(last, PUBLISHED); /* The newest published copy is there at once. */
    assert_true(different > 3);
}

static void health_is_ok_draining_or_stalled(void **state)
{
    (void)state;
    const uint64_t began = 5 * DW_METRICS_STALLED_NS;
    uint64_t silent_ns = 0;
    dw_metrics_board_init(&board, began);
    assert_int_equal(dw_metrics_board_health(&board, began, &silent_ns), DW_HEALTH_OK);
    assert_int_equal(dw_metrics_board_health(&board, began + DW_METRICS_STALLED_NS, &silent_ns),
                     DW_HEALTH_OK);
    assert_int_equal(dw_metrics_board_health(&board, began + DW_METRICS_STALLED_NS + 1, &silent_ns),
                     DW_HEALTH_STALLED);
    assert_int_equal(silent_ns, DW_METRICS_STALLED_NS + 1);
    /* The writer's look is younger than the reader's clock. */
    dw_metrics_board_look(&board, began + 1000, false);
    assert_int_equal(dw_metrics_board_health(&board, began, &silent_ns), DW_HEALTH_OK);
    assert_int_equal(silent_ns, 0);
    dw_metrics_board_note_room(&board, false);
    assert_int_equal(dw_metrics_board_health(&board, began, &silent_ns), DW_HEALTH_NO_MEMORY);
    dw_metrics_board_look(&board, began + 1000, true);
    assert_int_equal(dw_metrics_board_health(&board, began + 1000, &silent_ns), DW_HEALTH_DRAINING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_is_of_the_format),
        cmocka_unit_test(maps_are_told_with_their_missions),
        cmocka_unit_test(the_largest_figures_fit),
        cmocka_unit_test(no_figure_is_told_twice),
        cmocka_unit_test(every_counter_of_the_host_is_told),
        cmocka_unit_test(each_label_has_the_figure_of_its_word),
        cmocka_unit_test(buckets_hold_all_that_is_not_longer),
        cmocka_unit_test(the_reader_sees_whole_copies_and_the_newest),
        cmocka_unit_test(health_is_ok_draining_or_stalled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
