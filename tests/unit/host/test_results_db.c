/* The file of results: what is in it, who may read it, what is refused and why, what forgetting and
 * the limits take out. Other programs look at it by connections of their own. */
#include "results_rounds.h"
#include "server/host/results_schema.h"

#include <sys/stat.h>
#include <unistd.h>

static dw_results_db *db;

static void open_file(void)
{
    dw_error error = {""};
    if (dw_results_db_open(&db, results_path, DW_RESULTS_WRITE, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
}

static int close_and_remove(void **state)
{
    dw_results_db_close(db);
    db = NULL;
    return results_remove_folder(state);
}

static void add(uint32_t number, int64_t ended_s)
{
    const dw_results_round round = results_round(number, ended_s);
    dw_error error = {""};
    if (dw_results_db_add(db, &round, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
}

static void refuses(const char *path, dw_results_mode mode, dw_status status, const char *part)
{
    dw_error error = {""};
    dw_results_db *other = NULL;
    assert_int_equal(dw_results_db_open(&other, path, mode, &error), status);
    assert_null(other);
    if (strncmp(error.text, path, strlen(path)) != 0 || strstr(error.text, part) == NULL) {
        fail_msg("not \"%s: %s\" but \"%s\"", path, part, error.text);
    }
}

static void a_round_is_kept_with_all_of_its_columns(void **state)
{
    (void)state;
    (void)umask(0);
    open_file();
    add(12, 1700000060);
    results_expect("SELECT began_at, ended_at, match, round, map, substr(map_hash, 1, 4), ruleset, "
                   "strategy, brain, outcome, ticks, guards, players FROM rounds",
                   "1700000000|1700000060|3|12|museum|abcd|standard|cutoff|dog+reference|won|3600|"
                   "5|3");
    for (uint32_t i = 0; i < DW_ROUND_FIGURE_COUNT; i++) {
        char sql[96];
        char number[16];
        (void)snprintf(sql, sizeof sql, "SELECT %s FROM rounds", dw_round_figure_name(i));
        (void)snprintf(number, sizeof number, "%u", (unsigned)(100 + i));
        results_expect(sql, number);
    }
    results_expect("SELECT slot, lower(hex(substr(key, 32))), name, role, outcome, left_tick "
                   "FROM participations LEFT JOIN players ON players.id = player_id WHERE slot = 1",
                   "1|a2|Bob Unwanted|intruder|caught|77");
    results_expect("SELECT count(*), count(player_id), count(name), count(left_tick) "
                   "FROM participations",
                   "3|2|2|1"); /* Of the player without a key only the outcome is kept. */
    struct stat facts;
    assert_int_equal(stat(results_path, &facts), 0);
    assert_int_equal(facts.st_mode & 07777, 0600);
    assert_int_equal(dw_results_db_bytes(db) > 0, true);
}

static void a_key_is_one_player_in_all_rounds(void **state)
{
    (void)state;
    open_file();
    add(1, 1000);
    add(2, 3000);
    add(3, 2000); /* The clock of the machine was set back. */
    results_expect("SELECT count(*), min(first_at), max(last_at) FROM players", "2|1000|3000");
    results_expect("PRAGMA integrity_check", "ok");
}

static bool file_holds(const char *path, const void *bytes, size_t size)
{
    static char content[1 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    const size_t length = fread(content, 1, sizeof content, file);
    (void)fclose(file);
    return memmem(content, length, bytes, size) != NULL;
}

static bool disk_holds(const void *bytes, size_t size)
{
    char wal[160];
    (void)snprintf(wal, sizeof wal, "%s-wal", results_path);
    return file_holds(results_path, bytes, size) || file_holds(wal, bytes, size);
}

static void a_forgotten_player_is_in_no_byte_of_the_file(void **state)
{
    (void)state;
    open_file();
    for (uint32_t i = 0; i < 20; i++) {
        add(i, 1000 + i);
    }
    uint8_t key[DW_SEAL_KEY_SIZE];
    memset(key, 0xa2, sizeof key);
    assert_true(disk_holds("Bob Unwanted", 12) && disk_holds(key, sizeof key));
    uint64_t rows = 0;
    dw_error error = {""};
    char prefix[DW_RESULTS_KEY_TEXT];
    assert_true(dw_results_key_read("A2a2a2A2a2a2a2a2", prefix));
    assert_int_equal(dw_results_db_forget(db, prefix, &rows, &error), DW_OK);
    assert_int_equal(rows, 20);
    assert_false(disk_holds("Bob Unwanted", 12));
    assert_false(disk_holds(key, sizeof key));
    assert_true(disk_holds("Ada Lovelace", 12));
    results_expect("SELECT count(*), sum(players) FROM rounds", "20|60");
    results_expect("SELECT count(*), count(player_id) FROM participations", "60|20");
    assert_int_equal(dw_results_db_forget(db, prefix, &rows, &error), DW_NOT_FOUND);
    assert_string_equal(error.text, "no player with key a2a2a2a2a2a2a2a2");
    results_expect("PRAGMA integrity_check", "ok");
    add(21, 5000); /* The same player again is a new one. */
    results_expect("SELECT count(*) FROM players", "2");
}

static void a_key_that_several_players_may_have_forgets_nobody(void **state)
{
    (void)state;
    open_file();
    dw_results_round round = results_round(1, 1000);
    memcpy(round.report.players[1].identity, round.report.players[0].identity, 16);
    dw_error error = {""};
    uint64_t rows = 0;
    assert_int_equal(dw_results_db_add(db, &round, &error), DW_OK);
    assert_int_equal(dw_results_db_forget(db, "a1a1a1a1a1a1a1a1", &rows, &error), DW_RANGE);
    results_expect("SELECT count(*), count(name) FROM players, participations", "6|4");
    char key[DW_RESULTS_KEY_TEXT];
    assert_false(dw_results_key_read("a1a1a1a1a1a1a1a", key));
    assert_false(dw_results_key_read("a1a1a1a1a1a1a1ag", key));
    assert_false(dw_results_key_read("%%%%%%%%%%%%%%%%", key));
}

static void the_limits_delete_the_oldest_rounds_and_players_without_any(void **state)
{
    (void)state;
    open_file();
    dw_results_round round = results_round(1, 100);
    memset(round.report.players[0].identity, 0x55, DW_SEAL_KEY_SIZE);
    dw_error error = {""};
    assert_int_equal(dw_results_db_add(db, &round, &error), DW_OK);
    for (uint32_t i = 2; i <= 700; i++) {
        add(i, 100 * i);
    }
    uint64_t deleted = 0;
    dw_results_limits limits = {0};
    assert_int_equal(dw_results_db_trim(db, &limits, &deleted, &error), DW_OK);
    assert_int_equal(deleted, 0);
    results_expect("SELECT count(*) FROM players", "3");
    limits.rounds_max = 100;
    assert_int_equal(dw_results_db_trim(db, &limits, &deleted, &error), DW_OK);
    assert_int_equal(deleted, 600);
    results_expect("SELECT count(*), min(round), max(round) FROM rounds", "100|601|700");
    results_expect("SELECT count(*) FROM participations", "300");
    results_expect("SELECT count(*) FROM players", "2");
    limits.oldest_s = 69000;
    assert_int_equal(dw_results_db_trim(db, &limits, &deleted, &error), DW_OK);
    assert_int_equal(deleted, 89);
    results_expect("SELECT count(*), min(ended_at) FROM rounds", "11|69000");
}

static void foreign_and_broken_files_are_refused_by_name(void **state)
{
    (void)state;
    refuses(results_path, DW_RESULTS_READ, DW_NOT_FOUND, "No such file");
    refuses(results_folder, DW_RESULTS_WRITE, DW_INVALID, "not a file");
    refuses("/sys/results.sqlite", DW_RESULTS_WRITE, DW_IO, "Permission denied");
    refuses("nowhere/results.sqlite", DW_RESULTS_WRITE, DW_NOT_FOUND, "No such file");
    FILE *file = fopen(results_path, "w");
    assert_non_null(file);
    for (uint32_t i = 0; i < 200; i++) {
        (void)fputs("This is a letter and not a database at all.\n", file);
    }
    (void)fclose(file);
    refuses(results_path, DW_RESULTS_WRITE, DW_INVALID, "file is not a database");
    refuses(results_path, DW_RESULTS_READ, DW_INVALID, "file is not a database");
    assert_int_equal(unlink(results_path), 0);
    sqlite3 *other = results_other();
    assert_int_equal(sqlite3_exec(other, "CREATE TABLE songs (name)", NULL, NULL, NULL), SQLITE_OK);
    (void)sqlite3_close(other);
    refuses(results_path, DW_RESULTS_WRITE, DW_INVALID, "a database of another program");
    results_expect("SELECT name FROM sqlite_schema", "songs"); /* Left as it was. */
}

static void a_newer_schema_is_refused_and_left_alone(void **state)
{
    (void)state;
    open_file();
    add(1, 1000);
    dw_results_db_close(db);
    db = NULL;
    sqlite3 *other = results_other();
    assert_int_equal(sqlite3_exec(other, "PRAGMA user_version = 9", NULL, NULL, NULL), SQLITE_OK);
    (void)sqlite3_close(other);
    refuses(results_path, DW_RESULTS_WRITE, DW_OTHER_VERSION,
            "written by a newer Duskwatch (schema 9");
    refuses(results_path, DW_RESULTS_READ, DW_OTHER_VERSION,
            "written by a newer Duskwatch (schema 9");
    results_expect("SELECT round FROM rounds", "1");
}

static void an_older_schema_is_brought_up_step_by_step_or_not_at_all(void **state)
{
    (void)state;
    open_file();
    add(1, 1000);
    const dw_results_steps now = dw_results_schema_steps();
    assert_int_equal(now.count, 2);
    const char *const sql[] = {now.sql[0], now.sql[1],
                               "ALTER TABLE rounds ADD COLUMN weather TEXT NOT NULL DEFAULT 'old'",
                               "CREATE TABLE missions (name); INSERT INTO missions VALUES ('one')",
                               "CREATE TABLE missions (again)"};
    sqlite3 *other = results_other();
    dw_error error = {""};
    const dw_results_steps broken = {sql, 5};
    assert_int_not_equal(dw_results_schema_upgrade(other, results_path, broken, &error), DW_OK);
    assert_non_null(strstr(error.text, "table missions already exists"));
    results_expect("SELECT count(*) FROM sqlite_schema WHERE name = 'missions'", "0");
    results_expect("PRAGMA user_version", "2");
    const dw_results_steps newer = {sql, 4};
    assert_int_equal(dw_results_schema_check(other, results_path, newer, &error), DW_OTHER_VERSION);
    assert_non_null(strstr(error.text, "older Duskwatch (schema 2)"));
    assert_int_equal(dw_results_schema_upgrade(other, results_path, newer, &error), DW_OK);
    assert_int_equal(dw_results_schema_check(other, results_path, newer, &error), DW_OK);
    (void)sqlite3_close(other);
    results_expect("SELECT weather, round FROM rounds", "old|1");
    results_expect("SELECT name FROM missions", "one");
    results_expect("PRAGMA user_version", "4");
}

static void a_file_that_another_process_locks_refuses_and_then_takes_the_round(void **state)
{
    (void)state;
    open_file();
    sqlite3 *other = results_other();
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    const dw_results_round round = results_round(1, 1000);
    dw_error error = {""};
    assert_int_equal(dw_results_db_add(db, &round, &error), DW_TIMEOUT);
    assert_non_null(strstr(error.text, "another process keeps it locked"));
    assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    (void)sqlite3_close(other);
    assert_int_equal(dw_results_db_add(db, &round, &error), DW_OK);
    results_expect("SELECT count(*) FROM rounds", "1");
}

/* A round with two players in one seat does not exist: the whole of it is refused. */
static void a_refused_round_leaves_nothing_behind(void **state)
{
    (void)state;
    open_file();
    dw_results_round round = results_round(1, 1000);
    round.report.players[2].slot = 0;
    dw_error error = {""};
    assert_int_equal(dw_results_db_add(db, &round, &error), DW_RANGE);
    results_expect("SELECT (SELECT count(*) FROM rounds) + (SELECT count(*) FROM players) + "
                   "(SELECT count(*) FROM participations)",
                   "0");
    add(2, 1000);
    results_expect("SELECT count(*), max(round) FROM rounds", "1|2");
    assert_true(dw_results_db_in_place(db));
    assert_int_equal(unlink(results_path), 0);
    assert_false(dw_results_db_in_place(db));
}

#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, results_make_folder, close_and_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILE_TEST(a_round_is_kept_with_all_of_its_columns),
        FILE_TEST(a_key_is_one_player_in_all_rounds),
        FILE_TEST(a_forgotten_player_is_in_no_byte_of_the_file),
        FILE_TEST(a_key_that_several_players_may_have_forgets_nobody),
        FILE_TEST(the_limits_delete_the_oldest_rounds_and_players_without_any),
        FILE_TEST(foreign_and_broken_files_are_refused_by_name),
        FILE_TEST(a_newer_schema_is_refused_and_left_alone),
        FILE_TEST(an_older_schema_is_brought_up_step_by_step_or_not_at_all),
        FILE_TEST(a_file_that_another_process_locks_refuses_and_then_takes_the_round),
        FILE_TEST(a_refused_round_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
