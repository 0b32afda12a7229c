/* results_db.h - a file of results: rounds, players by identity key, and who took part in what.
 * Owns: the connection to SQLite and the statements. The file is in WAL mode: a process that is
 * killed at any instant leaves it whole, without the rounds that were not committed. Several
 * servers may write to one file. Knows no queue and no server. All calls wait for the disk, and up
 * to DW_RESULTS_LOCK_MS for other processes. A value belongs to one thread at once.
 * Personal data: keys and names. Addresses never get here. The file gets mode 0600. */
#ifndef DW_HOST_RESULTS_DB_H
#define DW_HOST_RESULTS_DB_H

#include "common/world/map.h"
#include "protocol/public_map.h"
#include "server/session/round_report.h"

enum {
    DW_RESULTS_LOCK_MS = 200,
    DW_RESULTS_KEY_DIGITS_MIN = 16, /* As many as logs and lists show. */
    DW_RESULTS_KEY_TEXT = 2 * DW_SEAL_KEY_SIZE + 1
};

typedef struct dw_results_db dw_results_db;

/* A round as it is kept. Its seed is not: with `seed` in the settings the seed of one round tells
 * those of all others, and a replay has it where one is kept. */
typedef struct dw_results_round {
    int64_t began_s, ended_s; /* Since 1970, wall clock. */
    char map[DW_NAME_SIZE];
    dw_map_hash map_hash; /* Of the map's file. */
    char ruleset[DW_NAME_SIZE];
    char strategy[DW_NAME_SIZE];
    char mission[DW_NAME_SIZE]; /* Empty: a heist. */
    dw_round_report report;
} dw_results_round;

typedef enum dw_results_mode {
    DW_RESULTS_WRITE, /* Makes the file, or brings it to the newest schema. */
    DW_RESULTS_EDIT,  /* A file that is there, of the newest schema. */
    DW_RESULTS_READ
} dw_results_mode;

/* The status is that of dw_results_schema.h; DW_NOT_FOUND: no such file or folder. */
DW_MUST_USE dw_status dw_results_db_open(dw_results_db **out, const char *path,
                                         dw_results_mode mode, dw_error *error);
void dw_results_db_close(dw_results_db *db);

/* One transaction. After a failure nothing of the round is in the file. */
DW_MUST_USE dw_status dw_results_db_add(dw_results_db *db, const dw_results_round *round,
                                        dw_error *error);

/* 16 to 64 hexadecimal digits, the beginning of a key; `out` gets them in lower case. */
bool dw_results_key_read(const char *text, char out[DW_RESULTS_KEY_TEXT]);

/* Deletes the player whose key begins so, with all names. The rounds keep rows without a person.
 * `rows` is how many of these there are. The bytes are overwritten in the file; while another
 * process reads it, old ones stay in the -wal until a later checkpoint. DW_NOT_FOUND: no such
 * player; DW_RANGE: several. */
DW_MUST_USE dw_status dw_results_db_forget(dw_results_db *db, const char *key, uint64_t *rows,
                                           dw_error *error);

/* What may stay: rounds that ended at `oldest_s` or later, and the newest `rounds_max` of them. */
typedef struct dw_results_limits {
    int64_t oldest_s;    /* 0 = no limit. */
    uint64_t rounds_max; /* 0 = no limit. */
} dw_results_limits;

/* Deletes the rest, in transactions of some hundred rounds, and players without a round. */
DW_MUST_USE dw_status dw_results_db_trim(dw_results_db *db, const dw_results_limits *limits,
                                         uint64_t *deleted, dw_error *error);

typedef struct dw_results_size {
    uint64_t rounds;
    uint64_t bytes; /* Of the file and of its -wal. */
} dw_results_size;

/* Walks over the file. */
DW_MUST_USE dw_status dw_results_db_measure(dw_results_db *db, dw_results_size *out,
                                            dw_error *error);
uint64_t dw_results_db_bytes(const dw_results_db *db);

/* False when another file lies under this name now, or no file does: what is written would be lost.
 */
bool dw_results_db_in_place(const dw_results_db *db);

/* The sqlite3 *, for those who read. */
struct sqlite3 *dw_results_db_handle(const dw_results_db *db);

#endif
