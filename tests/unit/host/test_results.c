/* The thread of the results: a lock, a full queue, a file that goes away, the end. What the ticking
 * thread calls never waits for any of it: a call that waited for a lock of this test would not come
 * back, and PATIENCE_S would end the test. Nothing measures time. */
#include "log_lines.h"
#include "results_rounds.h"
#include "server/host/results.h"

#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 30000, RETRY_MS = 20, PATIENCE_S = 60 };

/* Seconds, on top of what the end gives the thread: all that reads this clock. */
static _Atomic uint32_t more_patience;

int __real_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out);

int __wrap_clock_gettime(clockid_t clock, struct timespec *out)
{
    const int result = __real_clock_gettime(clock, out);
    out->tv_sec += clock == CLOCK_MONOTONIC ? (time_t)more_patience : 0;
    return result;
}

static dw_results *results;
static void open_with(uint32_t keep_rounds)
{
    const dw_results_config config = {
        .path = results_path, .keep_rounds = keep_rounds, .retry_ms = RETRY_MS};
    dw_error error = {""};
    if (dw_results_create(&results, &config, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
}

static int make_folder(void **state)
{
    log_text[0] = '\0';
    more_patience = 0;
    (void)alarm(PATIENCE_S);
    dw_log_open(remember, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    return results_make_folder(state);
}

static int close_and_remove(void **state)
{
    dw_results_destroy(results);
    results = NULL;
    return results_remove_folder(state);
}

static void add(uint32_t number)
{
    const dw_results_round round = results_round(number, 1000 + number);
    dw_results_add(results, &round);
}

static void wait_for(uint64_t kept, uint64_t failures)
{
    for (uint32_t i = 0; i < WAIT_MS; i++) {
        const dw_results_stats stats = dw_results_get_stats(results);
        dw_results_look(results);
        if (stats.kept >= kept && stats.failures >= failures &&
            (failures > 0 || (stats.paused == 0 && stats.waiting == 0))) {
            dw_results_look(results);
            return;
        }
        (void)usleep(1000);
    }
    fail_msg("%u rounds were not kept in time", (unsigned)kept);
}

static void a_lock_makes_rounds_wait_and_none_is_lost(void **state)
{
    (void)state;
    open_with(0);
    add(1);
    wait_for(1, 0);
    sqlite3 *other = results_other();
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    for (uint32_t i = 2; i <= 30; i++) {
        add(i);
    }
    wait_for(1, 1);
    assert_int_equal(dw_results_get_stats(results).waiting, 29);
    assert_int_equal(dw_results_get_stats(results).paused, 1);
    assert_int_equal(count_lines("results_paused"), 1);
    assert_non_null(strstr(log_text, "keeps it locked"));
    assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    (void)sqlite3_close(other);
    wait_for(30, 0);
    assert_int_equal(dw_results_get_stats(results).waiting, 0);
    assert_int_equal(dw_results_get_stats(results).size.rounds, 30);
    assert_int_equal(count_lines("results_paused"), 1);
    assert_int_equal(count_lines("results_resumed"), 1);
    results_expect("SELECT count(*), min(round), max(round), count(DISTINCT round) FROM rounds",
                   "30|1|30|30");
}

static void a_full_queue_loses_the_newest_rounds_and_counts_them(void **state)
{
    (void)state;
    open_with(0);
    sqlite3 *other = results_other();
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    uint32_t number = 0;
    while (dw_results_get_stats(results).lost < 5) {
        add(++number);
        assert_in_range(number, 1, 100000);
    }
    const uint64_t waiting = dw_results_get_stats(results).waiting;
    assert_int_equal(waiting, number - 5);
    assert_in_range(waiting, 1000, 100000);
    assert_int_equal(count_lines("results_queue_full"), 1);
    const bool fits = dw_results_forget(results, "a1a1a1a1a1a1a1a1");
    print_message("%u rounds wait; forgetting %s\n", (unsigned)waiting, fits ? "fits" : "does not");
    /* The server ends meanwhile, although the lock stays, and the log says what is lost. */
    more_patience = PATIENCE_S;
    dw_results_destroy(results);
    results = NULL;
    assert_int_equal(count_lines("results_lost rounds="), 1);
    (void)sqlite3_close(other);
    results_expect("SELECT count(*) FROM rounds", "0");
}

static void a_file_that_was_moved_away_is_made_anew(void **state)
{
    (void)state;
    open_with(0);
    add(1);
    wait_for(1, 0);
    assert_int_equal(unlink(results_path), 0);
    add(2);
    wait_for(2, 0);
    dw_results_look(results);
    assert_int_equal(count_lines("results_file_replaced"), 1);
    results_expect("SELECT count(*), max(round) FROM rounds", "1|2");
}

static void a_file_that_is_damaged_pauses_the_thread_until_it_is_replaced(void **state)
{
    (void)state;
    open_with(0);
    add(1);
    wait_for(1, 0);
    char bad[160];
    (void)snprintf(bad, sizeof bad, "%s/bad", results_folder);
    FILE *file = fopen(bad, "w");
    assert_non_null(file);
    for (uint32_t i = 0; i < 500; i++) {
        (void)fputs("noise instead of a database ", file);
    }
    (void)fclose(file);
    assert_int_equal(rename(bad, results_path), 0);
    add(2);
    wait_for(1, 2);
    assert_int_equal(count_lines("results_paused"), 1);
    assert_non_null(strstr(log_text, "file is not a database"));
    assert_int_equal(unlink(results_path), 0);
    wait_for(2, 0);
    results_expect("SELECT count(*), max(round) FROM rounds", "1|2");
}

static void forgetting_comes_after_the_rounds_before_it(void **state)
{
    (void)state;
    open_with(0);
    for (uint32_t i = 1; i <= 50; i++) {
        add(i);
    }
    assert_true(dw_results_forget(results, "a1a1a1a1a1a1a1a1"));
    assert_true(dw_results_forget(results, "0123456789abcdef"));
    add(51);
    wait_for(51, 0);
    dw_results_look(results);
    assert_non_null(strstr(log_text, "results_forgotten key=a1a1a1a1a1a1a1a1 rows=50"));
    assert_non_null(strstr(log_text, "results_not_forgotten"));
    results_expect("SELECT count(*) FROM participations WHERE name = 'Ada Lovelace'", "1");
    dw_results_texts texts;
    dw_results_get_texts(results, &texts);
    assert_string_equal(texts.last_forgotten.text, "no player with key 0123456789abcdef");
}

static void the_limit_holds_from_the_start(void **state)
{
    (void)state;
    open_with(0);
    for (uint32_t i = 1; i <= 40; i++) {
        add(i);
    }
    wait_for(40, 0);
    dw_results_destroy(results);
    open_with(10);
    add(41);
    wait_for(1, 0);
    results_expect("SELECT count(*), min(round), max(round) FROM rounds", "11|31|41");
    dw_results_look(results);
    assert_non_null(strstr(log_text, "results_deleted rounds=30 left=10"));
}

static void all_that_was_queued_is_on_the_disk_after_the_end(void **state)
{
    (void)state;
    open_with(0);
    for (uint32_t i = 1; i <= 300; i++) {
        add(i);
    }
    more_patience = PATIENCE_S;
    dw_results_destroy(results);
    results = NULL;
    char wal[160];
    (void)snprintf(wal, sizeof wal, "%s-wal", results_path);
    assert_int_not_equal(access(wal, F_OK), 0); /* All of it is in one file again. */
    results_expect("SELECT count(*) FROM rounds", "300");
}

#define THREAD_TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, close_and_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        THREAD_TEST(a_lock_makes_rounds_wait_and_none_is_lost),
        THREAD_TEST(a_full_queue_loses_the_newest_rounds_and_counts_them),
        THREAD_TEST(a_file_that_was_moved_away_is_made_anew),
        THREAD_TEST(a_file_that_is_damaged_pauses_the_thread_until_it_is_replaced),
        THREAD_TEST(forgetting_comes_after_the_rounds_before_it),
        THREAD_TEST(the_limit_holds_from_the_start),
        THREAD_TEST(all_that_was_queued_is_on_the_disk_after_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
