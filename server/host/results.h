/* results.h - what was played on this server, kept in a file of SQLite by a thread of its own.
 * Owns: that thread, the queue to it, the file (results_db.h) and its limits.
 *
 *     round ends --> queue --> thread --> transaction --> FILE, FILE-wal
 *     (the tick, never waits)  (keeps the oldest round until the disk takes it)
 *
 * A disk that is full, a file that another process locks or that is damaged pauses the thread: one
 * line in the log, a try each `retry_ms`, one line when it goes on. Meanwhile rounds wait in the
 * queue; when it is full, newer rounds are lost and counted. Rounds never wait for any of it. Cost
 * to the tick: a copy of 1 KB and a lock of a few assignments at the end of a round; no allocation.
 */
#ifndef DW_HOST_RESULTS_H
#define DW_HOST_RESULTS_H

#include "common/platform/file.h"
#include "server/host/results_db.h"

typedef struct dw_results dw_results;

typedef struct dw_results_config {
    const char *path;
    uint32_t keep_days;   /* Rounds that ended longer ago are deleted. 0 = no limit. */
    uint32_t keep_rounds; /* Beyond them the oldest are deleted. Likewise. */
    uint32_t retry_ms;    /* Between two tries while the disk refuses. */
} dw_results_config;

/* Opens or makes the file. A file that is not ours, a newer one, a folder without permission: the
 * error names it. A full disk and a lock are no errors: the thread waits for them. */
DW_MUST_USE dw_status dw_results_create(dw_results **out, const dw_results_config *config,
                                        dw_error *error);

/* Waits a second at most until the rest is on the disk; what is not is lost and logged. */
void dw_results_destroy(dw_results *results);

/* From the ticking thread: queues a round. */
void dw_results_add(dw_results *results, const dw_results_round *round);

/* Queues the wish to forget the player of that key (dw_results_key_read), after all rounds that
 * were queued before. The log and the figures say what came of it. False: the queue is full. */
DW_MUST_USE bool dw_results_forget(dw_results *results, const char *key);

/* Logs the thread's lines: only the ticking thread may log. Call it often. */
void dw_results_look(dw_results *results);

/* Since creation, and of the file now. */
typedef struct dw_results_stats {
    uint64_t kept;     /* Rounds written. */
    uint64_t lost;     /* The queue was full, or the file refused the round. */
    uint64_t failures; /* Tries that the disk or a lock refused. */
    uint64_t deleted;  /* Rounds that the limits removed. */
    uint64_t waiting;  /* Rounds in the queue. */
    uint64_t paused;   /* 1 = the last try failed. */
    dw_results_size size;
} dw_results_stats;
dw_results_stats dw_results_get_stats(dw_results *results);

/* Sentences for a person; empty when there was none. */
typedef struct dw_results_texts {
    char path[DW_PATH_MAX];
    dw_error last_error;
    dw_error last_forgotten;
} dw_results_texts;
void dw_results_get_texts(dw_results *results, dw_results_texts *out);

#endif
