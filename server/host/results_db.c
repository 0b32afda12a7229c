#include "server/host/results_db.h"

#include "common/base/check.h"
#include "common/platform/file.h"
#include "server/host/results_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIM_ROUNDS = 256 };

#define FIGURE_LIST(name) ", " #name
#define FIGURE_MARK(name) ", ?"

/* Prepared for writers: identifier and SQL. */
#define STATEMENTS(X)                                                                              \
    X(BEGIN, "BEGIN IMMEDIATE")                                                                    \
    X(COMMIT, "COMMIT")                                                                            \
    X(ROUND, "INSERT INTO rounds (began_at, ended_at, server_version, match, round, map, "         \
             "map_hash, "                                                                          \
             "ruleset, strategy, brain, outcome, ticks, guards, players, mission, "                \
             "points" DW_ROUND_FIGURES(                                                            \
                 FIGURE_LIST) ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "            \
                              "?" DW_ROUND_FIGURES(FIGURE_MARK) ")")                               \
    X(PLAYER,                                                                                      \
      "INSERT INTO players (key, first_at, last_at) VALUES (?1, ?2, ?2) ON CONFLICT (key) "        \
      "DO UPDATE SET last_at = max(last_at, ?2) RETURNING id")                                     \
    X(PARTICIPATION,                                                                               \
      "INSERT INTO participations (round_id, slot, player_id, name, role, outcome, left_tick) "    \
      "VALUES (?, ?, ?, ?, ?, ?, ?)")                                                              \
    X(FIND,                                                                                        \
      "SELECT max(id), count(*) FROM players WHERE substr(lower(hex(key)), 1, length(?1)) = ?1")   \
    X(FORGET_NAMES, "UPDATE participations SET player_id = NULL, name = NULL WHERE player_id = ?") \
    X(FORGET_PLAYER, "DELETE FROM players WHERE id = ?")                                           \
    X(TRIM_AGE, "DELETE FROM rounds WHERE id IN (SELECT id FROM rounds WHERE ended_at < ?1 "       \
                "ORDER BY ended_at LIMIT ?2)")                                                     \
    X(TRIM_COUNT, "DELETE FROM rounds WHERE id IN (SELECT id FROM rounds WHERE "                   \
                  "id <= (SELECT max(id) FROM rounds) - ?1 ORDER BY id LIMIT ?2)")                 \
    X(TRIM_PLAYERS, "DELETE FROM players WHERE NOT EXISTS (SELECT 1 FROM participations "          \
                    "WHERE player_id = players.id)")

typedef enum statement {
#define STATEMENT_ENUM(name, sql) ST_##name,
    STATEMENTS(STATEMENT_ENUM)
#undef STATEMENT_ENUM
        ST_COUNT
} statement;

struct dw_results_db {
    sqlite3 *sql;
    sqlite3_stmt *statements[ST_COUNT];
    dev_t device; /* Which file was opened, */
    ino_t inode;
    char path[DW_PATH_MAX]; /* and under which name. */
};

static dw_status fail_sql(dw_results_db *db, dw_error *error)
{
    return dw_results_sql_fail(db->sql, db->path, error);
}

static dw_status prepare(dw_results_db *db, dw_error *error)
{
    static const char *const sql[] = {
#define STATEMENT_SQL(name, text) text,
        STATEMENTS(STATEMENT_SQL)
#undef STATEMENT_SQL
    };
    for (uint32_t i = 0; i < ST_COUNT; i++) {
        if (sqlite3_prepare_v3(db->sql, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &db->statements[i],
                               NULL) != SQLITE_OK) {
            return fail_sql(db, error);
        }
    }
    return DW_OK;
}

/* SQLite says no more than that it cannot open a file; and it would give a new one the mode of the
 * umask. The -wal and -shm files get the mode of the file. */
static dw_status make_file(const char *path, dw_results_mode mode, dw_error *error)
{
    if (mode == DW_RESULTS_WRITE) {
        const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0) {
            (void)close(file);
        } else if (errno != EEXIST) {
            const bool full = errno == ENOSPC || errno == EDQUOT;
            return dw_fail(error,
                           full              ? DW_FULL
                           : errno == ENOENT ? DW_NOT_FOUND
                                             : DW_IO,
                           "%s: %s", path, strerror(errno));
        }
    }
    struct stat facts;
    if (stat(path, &facts) != 0) {
        return dw_fail(error, errno == ENOENT ? DW_NOT_FOUND : DW_IO, "%s: %s", path,
                       strerror(errno));
    }
    if (!S_ISREG(facts.st_mode)) {
        return dw_fail(error, DW_INVALID, "%s: not a file", path);
    }
    if (access(path, mode == DW_RESULTS_READ ? R_OK : R_OK | W_OK) != 0) {
        return dw_fail(error, DW_DENIED, "%s: %s", path, strerror(errno));
    }
    return DW_OK;
}

/* Deleted rows are overwritten: a name that was forgotten is not left in free pages. NORMAL: a
 * loss of power may take the last rounds, never the file. */
static dw_status set_up(dw_results_db *db, dw_results_mode mode, dw_error *error)
{
    dw_status status = dw_results_sql_run(
        db->sql, db->path, "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;", error);
    if (mode == DW_RESULTS_WRITE && status == DW_OK) {
        status = dw_results_schema_upgrade(db->sql, db->path, dw_results_schema_steps(), error);
    } else if (status == DW_OK) {
        status = dw_results_schema_check(db->sql, db->path, dw_results_schema_steps(), error);
    }
    if (mode != DW_RESULTS_READ && status == DW_OK) {
        status = dw_results_sql_run(db->sql, db->path,
                                    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; "
                                    "PRAGMA journal_size_limit = 1048576;",
                                    error);
    }
    return mode != DW_RESULTS_READ && status == DW_OK ? prepare(db, error) : status;
}

dw_status dw_results_db_open(dw_results_db **out, const char *path, dw_results_mode mode,
                             dw_error *error)
{
    dw_status status = make_file(path, mode, error);
    if (status != DW_OK) {
        return status;
    }
    dw_results_db *db = calloc(1, sizeof *db);
    if (db == NULL || strlen(path) >= sizeof db->path) {
        free(db);
        return dw_fail(error, DW_MEMORY, "%s: no memory for the results", path);
    }
    memcpy(db->path, path, strlen(path) + 1);
    const int access = mode == DW_RESULTS_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (sqlite3_open_v2(path, &db->sql, access | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        status = db->sql != NULL ? fail_sql(db, error)
                                 : dw_fail(error, DW_MEMORY, "%s: no memory for SQLite", path);
    } else {
        struct stat facts = {0};
        (void)stat(path, &facts);
        db->device = facts.st_dev;
        db->inode = facts.st_ino;
        (void)sqlite3_busy_timeout(db->sql, DW_RESULTS_LOCK_MS);
        status = set_up(db, mode, error);
    }
    if (status != DW_OK) {
        dw_results_db_close(db);
        return status;
    }
    *out = db;
    return DW_OK;
}

void dw_results_db_close(dw_results_db *db)
{
    if (db == NULL) {
        return;
    }
    for (uint32_t i = 0; i < ST_COUNT; i++) {
        (void)sqlite3_finalize(db->statements[i]);
    }
    (void)sqlite3_close(db->sql);
    free(db);
}

sqlite3 *dw_results_db_handle(const dw_results_db *db)
{
    return db->sql;
}

bool dw_results_db_in_place(const dw_results_db *db)
{
    struct stat facts;
    return stat(db->path, &facts) == 0 && facts.st_dev == db->device && facts.st_ino == db->inode;
}

/* Runs a statement to its end. `id` gets the number that it returns, unless NULL. */
static bool run(dw_results_db *db, statement which, int64_t *id)
{
    sqlite3_stmt *made = db->statements[which];
    int result = sqlite3_step(made);
    while (result == SQLITE_ROW) {
        if (id != NULL) {
            *id = sqlite3_column_int64(made, 0);
        }
        result = sqlite3_step(made);
    }
    (void)sqlite3_clear_bindings(made);
    return sqlite3_reset(made) == SQLITE_OK && result == SQLITE_DONE;
}

static void roll_back(dw_results_db *db)
{
    if (sqlite3_get_autocommit(db->sql) == 0) {
        (void)sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL);
    }
}

/* The texts last until the statement has run. */
static void bind_text(sqlite3_stmt *made, int *at, const char *text)
{
    (void)sqlite3_bind_text(made, ++*at, text, -1, SQLITE_STATIC);
}

static void bind_number(sqlite3_stmt *made, int *at, int64_t number)
{
    (void)sqlite3_bind_int64(made, ++*at, number);
}

static bool add_round(dw_results_db *db, const dw_results_round *round)
{
    const dw_round_report *report = &round->report;
    const uint32_t *figures = dw_round_figures_numbers(&report->figures);
    sqlite3_stmt *made = db->statements[ST_ROUND];
    char hash[DW_MAP_HASH_TEXT_SIZE];
    int at = 0;
    dw_map_hash_text(&round->map_hash, hash);
    bind_number(made, &at, round->began_s);
    bind_number(made, &at, round->ended_s);
    bind_text(made, &at, DW_PRODUCT_VERSION);
    bind_number(made, &at, report->match);
    bind_number(made, &at, report->round);
    bind_text(made, &at, round->map);
    bind_text(made, &at, hash);
    bind_text(made, &at, round->ruleset);
    bind_text(made, &at, round->strategy);
    bind_text(made, &at, report->brains);
    bind_text(made, &at, dw_outcome_word((dw_outcome)report->outcome));
    bind_number(made, &at, report->ticks);
    bind_number(made, &at, report->guards);
    bind_number(made, &at, report->player_count);
    bind_text(made, &at, round->mission);
    bind_number(made, &at, report->points);
    for (uint32_t i = 0; i < DW_ROUND_FIGURE_COUNT; i++) {
        bind_number(made, &at, figures[i]);
    }
    DW_CHECK(at == sqlite3_bind_parameter_count(made));
    return run(db, ST_ROUND, NULL);
}

static bool add_player(dw_results_db *db, int64_t round_id, const dw_results_round *round,
                       const dw_round_player *player)
{
    int64_t id = 0;
    sqlite3_stmt *made = db->statements[ST_PLAYER];
    if (player->has_identity) {
        (void)sqlite3_bind_blob(made, 1, player->identity, sizeof player->identity, SQLITE_STATIC);
        (void)sqlite3_bind_int64(made, 2, round->ended_s);
        if (!run(db, ST_PLAYER, &id)) {
            return false;
        }
    }
    int at = 0;
    made = db->statements[ST_PARTICIPATION];
    bind_number(made, &at, round_id);
    bind_number(made, &at, player->slot);
    at += 2;
    if (player->has_identity) {
        (void)sqlite3_bind_int64(made, 3, id);
        (void)sqlite3_bind_text(made, 4, player->name, -1, SQLITE_STATIC);
    }
    bind_text(made, &at, "intruder");
    bind_text(made, &at, dw_fate_word((dw_fate)player->fate));
    if (player->gone) {
        bind_number(made, &at, player->gone_tick);
    }
    return run(db, ST_PARTICIPATION, NULL);
}

dw_status dw_results_db_add(dw_results_db *db, const dw_results_round *round, dw_error *error)
{
    bool done = run(db, ST_BEGIN, NULL) && add_round(db, round);
    const int64_t id = sqlite3_last_insert_rowid(db->sql);
    for (uint32_t i = 0; done && i < round->report.player_count; i++) {
        done = add_player(db, id, round, &round->report.players[i]);
    }
    if (done && run(db, ST_COMMIT, NULL)) {
        return DW_OK;
    }
    const dw_status status = fail_sql(db, error);
    roll_back(db);
    return status;
}

bool dw_results_key_read(const char *text, char out[DW_RESULTS_KEY_TEXT])
{
    const size_t length = strlen(text);
    if (length < DW_RESULTS_KEY_DIGITS_MIN || length >= DW_RESULTS_KEY_TEXT ||
        strspn(text, "0123456789abcdefABCDEF") != length) {
        return false;
    }
    for (size_t i = 0; i <= length; i++) {
        out[i] = (char)(text[i] >= 'A' && text[i] <= 'F' ? text[i] - 'A' + 'a' : text[i]);
    }
    return true;
}

/* The one player whose key begins so. */
static dw_status find_player(dw_results_db *db, const char *key, int64_t *id, dw_error *error)
{
    sqlite3_stmt *made = db->statements[ST_FIND];
    (void)sqlite3_bind_text(made, 1, key, -1, SQLITE_STATIC);
    dw_status status = DW_OK;
    if (sqlite3_step(made) != SQLITE_ROW) {
        status = fail_sql(db, error);
    } else if (sqlite3_column_int64(made, 1) == 0) {
        status = dw_fail(error, DW_NOT_FOUND, "no player with key %s", key);
    } else if (sqlite3_column_int64(made, 1) > 1) {
        status = dw_fail(error, DW_RANGE, "several players have keys that begin with %s", key);
    }
    *id = sqlite3_column_int64(made, 0);
    (void)sqlite3_reset(made);
    return status;
}

dw_status dw_results_db_forget(dw_results_db *db, const char *key, uint64_t *rows, dw_error *error)
{
    if (!run(db, ST_BEGIN, NULL)) {
        return fail_sql(db, error);
    }
    int64_t id = 0;
    dw_status status = find_player(db, key, &id, error);
    if (status == DW_OK) {
        (void)sqlite3_bind_int64(db->statements[ST_FORGET_NAMES], 1, id);
        (void)sqlite3_bind_int64(db->statements[ST_FORGET_PLAYER], 1, id);
        const bool named = run(db, ST_FORGET_NAMES, NULL);
        *rows = (uint64_t)sqlite3_changes64(db->sql);
        if (!named || !run(db, ST_FORGET_PLAYER, NULL) || !run(db, ST_COMMIT, NULL)) {
            status = fail_sql(db, error);
        }
    }
    roll_back(db);
    if (status != DW_OK) {
        return status;
    }
    /* Until then the old pages are in the -wal file; a process that reads may hold them there. */
    (void)sqlite3_wal_checkpoint_v2(db->sql, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return DW_OK;
}

/* In transactions of TRIM_ROUNDS, so that other processes get their turn. */
static bool trim_by(dw_results_db *db, statement which, int64_t limit, uint64_t *deleted)
{
    uint64_t gone = TRIM_ROUNDS;
    while (gone == TRIM_ROUNDS) {
        (void)sqlite3_bind_int64(db->statements[which], 1, limit);
        (void)sqlite3_bind_int64(db->statements[which], 2, TRIM_ROUNDS);
        if (!run(db, which, NULL)) {
            return false;
        }
        gone = (uint64_t)sqlite3_changes64(db->sql);
        *deleted += gone;
    }
    return true;
}

dw_status dw_results_db_trim(dw_results_db *db, const dw_results_limits *limits, uint64_t *deleted,
                             dw_error *error)
{
    *deleted = 0;
    const bool done =
        (limits->oldest_s <= 0 || trim_by(db, ST_TRIM_AGE, limits->oldest_s, deleted)) &&
        (limits->rounds_max == 0 ||
         trim_by(db, ST_TRIM_COUNT, (int64_t)limits->rounds_max, deleted)) &&
        (*deleted == 0 || run(db, ST_TRIM_PLAYERS, NULL));
    return done ? DW_OK : fail_sql(db, error);
}

uint64_t dw_results_db_bytes(const dw_results_db *db)
{
    char wal[DW_PATH_MAX + 8];
    struct stat facts;
    uint64_t bytes = stat(db->path, &facts) == 0 ? (uint64_t)facts.st_size : 0;
    (void)snprintf(wal, sizeof wal, "%s-wal", db->path);
    bytes += stat(wal, &facts) == 0 ? (uint64_t)facts.st_size : 0;
    return bytes;
}

dw_status dw_results_db_measure(dw_results_db *db, dw_results_size *out, dw_error *error)
{
    int64_t rounds = 0;
    const dw_status status =
        dw_results_sql_number(db->sql, db->path, "SELECT count(*) FROM rounds", &rounds, error);
    if (status == DW_OK) {
        *out = (dw_results_size){(uint64_t)rounds, dw_results_db_bytes(db)};
    }
    return status;
}
