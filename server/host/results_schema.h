/* results_schema.h - the tables of a file of results and their version.
 *
 *     rounds           a row a round: when, where, with which rules, how it ended, its figures
 *     players          a row an identity key
 *     participations   a row for each player of each round; without player and name for a client
 *                      that showed no key, and for a player that the host has forgotten
 *
 * Owns: `application_id` and `user_version` of the file, and the steps from one version to the
 * next. Knows nothing of what is written. A file of a newer version, of another program or of no
 * database is refused by a sentence. */
#ifndef DW_HOST_RESULTS_SCHEMA_H
#define DW_HOST_RESULTS_SCHEMA_H

#include "common/base/status.h"

#include <sqlite3.h>
#include <stdint.h>

/* Step i, SQL, leads from version i to i + 1; version 0 is an empty file. */
typedef struct dw_results_steps {
    const char *const *sql;
    int count;
} dw_results_steps;

/* The steps to the version that this program reads and writes. */
dw_results_steps dw_results_schema_steps(void);

/* Brings the file to the last version, all steps in one transaction. The error names `path`:
 * DW_INVALID another program's file, DW_OTHER_VERSION a newer one; else as dw_results_sql_status.
 */
DW_MUST_USE dw_status dw_results_schema_upgrade(sqlite3 *db, const char *path,
                                                dw_results_steps steps, dw_error *error);

/* For readers: the file has the last version. */
DW_MUST_USE dw_status dw_results_schema_check(sqlite3 *db, const char *path, dw_results_steps steps,
                                              dw_error *error);

/* What the last call to SQLite failed with: DW_TIMEOUT locked by another process, DW_FULL the disk
 * is full, DW_IO, DW_INVALID not a database or a damaged one, DW_RANGE refused data, DW_MEMORY. */
dw_status dw_results_sql_status(sqlite3 *db);

/* Such a failure as a sentence that names the file. */
dw_status dw_results_sql_fail(sqlite3 *db, const char *path, dw_error *error);

/* Runs SQL without rows. */
DW_MUST_USE dw_status dw_results_sql_run(sqlite3 *db, const char *path, const char *sql,
                                         dw_error *error);

/* One number of SQL that gives one. */
DW_MUST_USE dw_status dw_results_sql_number(sqlite3 *db, const char *path, const char *sql,
                                            int64_t *out, dw_error *error);

#endif
