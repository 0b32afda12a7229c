#include "server/host/results_schema.h"

#include "common/base/check.h"
#include "server/session/round_tally.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define APPLICATION_ID "1146573395" /* "DWRS" */

/* A version that has been released never changes. A new figure of a round is a new step:
 * ALTER TABLE rounds ADD COLUMN name INTEGER NOT NULL DEFAULT 0. */
_Static_assert(DW_ROUND_FIGURE_COUNT == 22, "a new figure needs a step of its own");

#define FIGURE_COLUMN(name) #name " INTEGER NOT NULL, "

/* Times are seconds since 1970 in UTC. `key` is the player's public identity key, whole. */
static const char version_1[] =
    "CREATE TABLE rounds ("
    "id INTEGER PRIMARY KEY AUTOINCREMENT, "
    "began_at INTEGER NOT NULL, ended_at INTEGER NOT NULL, "
    "server_version TEXT NOT NULL, match INTEGER NOT NULL, round INTEGER NOT NULL, "
    "map TEXT NOT NULL, map_hash TEXT NOT NULL, "
    "ruleset TEXT NOT NULL, strategy TEXT NOT NULL, brain TEXT NOT NULL, "
    "outcome TEXT NOT NULL, ticks INTEGER NOT NULL, "
    "guards INTEGER NOT NULL, players INTEGER NOT NULL, " DW_ROUND_FIGURES(
        FIGURE_COLUMN) "CHECK (outcome IN ('won', 'lost', 'timeout', 'aborted')));"
                       "CREATE INDEX rounds_by_end ON rounds (ended_at);"
                       "CREATE TABLE players ("
                       "id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE CHECK (length(key) = 32), "
                       "first_at INTEGER NOT NULL, last_at INTEGER NOT NULL);"
                       "CREATE TABLE participations ("
                       "round_id INTEGER NOT NULL REFERENCES rounds (id) ON DELETE CASCADE, "
                       "slot INTEGER NOT NULL, "
                       "player_id INTEGER REFERENCES players (id), name TEXT, role TEXT NOT NULL, "
                       "outcome TEXT NOT NULL, left_tick INTEGER, "
                       "PRIMARY KEY (round_id, slot)) WITHOUT ROWID;"
                       "CREATE INDEX participations_by_player ON participations (player_id) "
                       "WHERE player_id IS NOT NULL;"
                       "PRAGMA application_id = " APPLICATION_ID ";";

/* `mission`: the name of its file; empty: a heist. */
static const char version_2[] = "ALTER TABLE rounds ADD COLUMN mission TEXT NOT NULL DEFAULT '';"
                                "ALTER TABLE rounds ADD COLUMN points INTEGER NOT NULL DEFAULT 0;";

static const char *const released[] = {version_1, version_2};

dw_results_steps dw_results_schema_steps(void)
{
    return (dw_results_steps){released, sizeof released / sizeof released[0]};
}

/* SQLite has a code of its own for a full disk only where it writes the file. */
static bool is_disk_full(sqlite3 *db)
{
    const int why = sqlite3_system_errno(db);
    return sqlite3_extended_errcode(db) == SQLITE_IOERR_SHMSIZE || /* No room for the -shm. */
           ((sqlite3_errcode(db) & 0xff) == SQLITE_IOERR && (why == ENOSPC || why == EDQUOT));
}

dw_status dw_results_sql_status(sqlite3 *db)
{
    if (is_disk_full(db)) {
        return DW_FULL;
    }
    switch (sqlite3_errcode(db) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return DW_TIMEOUT;
    case SQLITE_FULL:
        return DW_FULL;
    case SQLITE_NOMEM:
        return DW_MEMORY;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_ERROR: /* A table or column is not there. */
        return DW_INVALID;
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
        return DW_RANGE;
    default:
        return DW_IO;
    }
}

dw_status dw_results_sql_fail(sqlite3 *db, const char *path, dw_error *error)
{
    const dw_status status = dw_results_sql_status(db);
    const char *text = status == DW_TIMEOUT ? "another process keeps it locked"
                       : status == DW_FULL  ? "the disk is full"
                                            : sqlite3_errmsg(db);
    return dw_fail(error, status, "%s: %s", path, text);
}

dw_status dw_results_sql_run(sqlite3 *db, const char *path, const char *sql, dw_error *error)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK
               ? DW_OK
               : dw_results_sql_fail(db, path, error);
}

dw_status dw_results_sql_number(sqlite3 *db, const char *path, const char *sql, int64_t *out,
                                dw_error *error)
{
    sqlite3_stmt *row = NULL;
    dw_status status = DW_OK;
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW) {
        *out = sqlite3_column_int64(row, 0);
    } else {
        status = dw_results_sql_fail(db, path, error);
    }
    (void)sqlite3_finalize(row);
    return status;
}

typedef struct file_facts {
    int64_t application, version, tables;
} file_facts;

static dw_status check_facts(const file_facts *facts, const char *path, dw_results_steps steps,
                             dw_error *error)
{
    char ours[16];
    (void)snprintf(ours, sizeof ours, "%lld", (long long)facts->application);
    const bool empty = facts->tables == 0 && facts->version == 0 && facts->application == 0;
    if (!empty && strcmp(ours, APPLICATION_ID) != 0) {
        return dw_fail(error, DW_INVALID,
                       "%s: a database of another program; name another file for the results",
                       path);
    }
    if (facts->version > steps.count) {
        return dw_fail(error, DW_OTHER_VERSION,
                       "%s: written by a newer Duskwatch (schema %d, this program knows up to %d); "
                       "use that one, or name another file",
                       path, (int)facts->version, steps.count);
    }
    return DW_OK;
}

/* What the file says of itself, when that is an empty file or one of ours. */
static dw_status read_facts(sqlite3 *db, const char *path, dw_results_steps steps, file_facts *out,
                            dw_error *error)
{
    *out = (file_facts){0};
    dw_status status =
        dw_results_sql_number(db, path, "PRAGMA application_id", &out->application, error);
    if (status == DW_OK) {
        status = dw_results_sql_number(db, path, "PRAGMA user_version", &out->version, error);
    }
    if (status == DW_OK) {
        status = dw_results_sql_number(db, path, "SELECT count(*) FROM sqlite_schema", &out->tables,
                                       error);
    }
    return status == DW_OK ? check_facts(out, path, steps, error) : status;
}

static dw_status take_steps(sqlite3 *db, const char *path, dw_results_steps steps, dw_error *error)
{
    file_facts facts; /* Another process may have been first. */
    dw_status status = read_facts(db, path, steps, &facts, error);
    for (int64_t v = facts.version; status == DW_OK && v < steps.count; v++) {
        status = dw_results_sql_run(db, path, steps.sql[v], error);
    }
    if (status == DW_OK && facts.version < steps.count) {
        char sql[48];
        (void)snprintf(sql, sizeof sql, "PRAGMA user_version = %d", steps.count);
        status = dw_results_sql_run(db, path, sql, error);
    }
    return status;
}

dw_status dw_results_schema_upgrade(sqlite3 *db, const char *path, dw_results_steps steps,
                                    dw_error *error)
{
    file_facts facts;
    dw_status status = read_facts(db, path, steps, &facts, error);
    if (status != DW_OK || facts.version == steps.count) {
        return status;
    }
    status = dw_results_sql_run(db, path, "BEGIN IMMEDIATE", error);
    if (status != DW_OK) {
        return status;
    }
    status = take_steps(db, path, steps, error);
    if (status == DW_OK) {
        status = dw_results_sql_run(db, path, "COMMIT", error);
    }
    if (status != DW_OK) {
        (void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    }
    return status;
}

dw_status dw_results_schema_check(sqlite3 *db, const char *path, dw_results_steps steps,
                                  dw_error *error)
{
    file_facts facts;
    dw_status status = read_facts(db, path, steps, &facts, error);
    if (status == DW_OK && facts.version < steps.count) {
        status = dw_fail(error, DW_OTHER_VERSION,
                         "%s: holds no results, or those of an older Duskwatch (schema %d): a "
                         "server that writes to it brings it to schema %d",
                         path, (int)facts.version, steps.count);
    }
    return status;
}
