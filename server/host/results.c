#include "server/host/results.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "common/platform/clock.h"
#include "server/host/writer_thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUEUE_BYTES = 4 << 20, /* 4800 rounds of 8 players; only pages that are used cost memory. */
    TRIM_ROUNDS = 1000,    /* The limits are looked at after this many rounds, */
    TRIM_S = 3600,         /* or at the first round after this time. */
    DAY_S = 86400
};

enum { KIND_ROUND = 1, KIND_FORGET };

struct dw_results {
    dw_writer_thread *writer;
    dw_record_queue *queue; /* The writer's. */
    dw_results_config config;
    bool queue_complains; /* The ticking thread's: reported once, until a round fits again. */

    dw_results_db *db; /* The thread's, as is what follows. NULL: it has to be opened. */
    dw_results_round round;
    uint64_t untrimmed;
    int64_t trimmed_s;

    dw_results_stats stats; /* Under the writer's lock, likewise the texts. */
    dw_results_texts texts;
};

static void free_all(void *context)
{
    dw_results *results = context;
    dw_results_db_close(results->db);
    dw_writer_thread_destroy(results->writer);
    free(results);
}

/* The writing thread. */

static void note_size(dw_results *results, const dw_results_size *size)
{
    dw_writer_thread_lock(results->writer);
    results->stats.size = *size;
    dw_writer_thread_unlock(results->writer);
}

/* One line when it begins to fail, and no other until it goes on. */
static void note_failure(dw_results *results, const dw_error *error)
{
    dw_writer_thread_lock(results->writer);
    const bool is_new = results->stats.paused == 0;
    results->stats.failures++;
    results->stats.paused = 1;
    results->texts.last_error = *error;
    dw_writer_thread_unlock(results->writer);
    if (is_new) {
        dw_writer_thread_say(results->writer, DW_LOG_ERROR, "results_paused", "why=%s",
                             dw_log_quote(error->text).text);
    }
}

static void note_success(dw_results *results)
{
    dw_writer_thread_lock(results->writer);
    const bool was_paused = results->stats.paused != 0;
    results->stats.paused = 0;
    const uint64_t waiting = results->stats.waiting;
    dw_writer_thread_unlock(results->writer);
    if (was_paused) {
        dw_writer_thread_say(results->writer, DW_LOG_INFO, "results_resumed", "rounds_waiting=%llu",
                             (unsigned long long)waiting);
    }
}

static dw_status open_file(dw_results *results, dw_error *error)
{
    dw_status status =
        dw_results_db_open(&results->db, results->config.path, DW_RESULTS_WRITE, error);
    dw_results_size size;
    if (status == DW_OK) {
        status = dw_results_db_measure(results->db, &size, error);
    }
    if (status == DW_OK) {
        note_size(results, &size);
    }
    return status;
}

/* Somebody moved or deleted the file: from here on what is written goes to one in its place. */
static void check_place(dw_results *results)
{
    if (results->db != NULL && !dw_results_db_in_place(results->db)) {
        dw_results_db_close(results->db);
        results->db = NULL;
        dw_writer_thread_say(results->writer, DW_LOG_WARNING, "results_file_replaced", "file=%s",
                             dw_log_quote(results->config.path).text);
    }
}

static dw_status trim(dw_results *results, dw_error *error)
{
    const int64_t now_s = (int64_t)dw_clock_wall_s();
    const int64_t age_s = now_s - results->trimmed_s;
    if (results->untrimmed < TRIM_ROUNDS && age_s >= 0 && age_s < TRIM_S) {
        return DW_OK;
    }
    const int64_t days = results->config.keep_days;
    const dw_results_limits limits = {.oldest_s = days > 0 ? now_s - days * DAY_S : 0,
                                      .rounds_max = results->config.keep_rounds};
    uint64_t deleted = 0;
    dw_status status = dw_results_db_trim(results->db, &limits, &deleted, error);
    dw_results_size size;
    results->untrimmed = 0;
    results->trimmed_s = now_s; /* A failure waits as long: rounds come first. */
    if (status == DW_OK && deleted > 0) {
        status = dw_results_db_measure(results->db, &size, error);
    }
    if (status != DW_OK) {
        return status;
    }
    if (deleted > 0) {
        note_size(results, &size);
        dw_writer_thread_lock(results->writer);
        results->stats.deleted += deleted;
        dw_writer_thread_unlock(results->writer);
        dw_writer_thread_say(results->writer, DW_LOG_INFO, "results_deleted",
                             "rounds=%llu left=%llu why=\"results_keep_days or results_keep\"",
                             (unsigned long long)deleted, (unsigned long long)size.rounds);
    }
    return DW_OK;
}

static dw_status take_round(dw_results *results, const dw_record_message *message,
                            const uint8_t *bytes, dw_error *error)
{
    DW_CHECK(message->size <= sizeof results->round);
    memcpy(&results->round, bytes, message->size); /* Without the players that it has not got. */
    const dw_status status = dw_results_db_add(results->db, &results->round, error);
    if (status != DW_OK) {
        return status;
    }
    results->untrimmed++;
    const uint64_t size = dw_results_db_bytes(results->db);
    dw_writer_thread_lock(results->writer);
    results->stats.kept++;
    results->stats.size.rounds++;
    results->stats.size.bytes = size;
    dw_writer_thread_unlock(results->writer);
    return DW_OK;
}

static void tell_forgotten(dw_results *results, const char *key, uint64_t rows,
                           const dw_error *error)
{
    dw_error text = {""};
    const bool done = error == NULL;
    if (done) {
        (void)dw_fail(&text, DW_OK, "%.16s: rows changed %llu", key, (unsigned long long)rows);
        dw_writer_thread_say(results->writer, DW_LOG_INFO, "results_forgotten",
                             "key=%.16s rows=%llu", key, (unsigned long long)rows);
    } else {
        (void)dw_fail(&text, DW_OK, "%s", error->text);
        dw_writer_thread_say(results->writer, DW_LOG_WARNING, "results_not_forgotten", "why=%s",
                             dw_log_quote(error->text).text);
    }
    dw_writer_thread_lock(results->writer);
    results->texts.last_forgotten = text;
    dw_writer_thread_unlock(results->writer);
}

static dw_status take_forget(dw_results *results, const char *key, dw_error *error)
{
    uint64_t rows = 0;
    dw_results_size size;
    dw_status status = dw_results_db_forget(results->db, key, &rows, error);
    if (status == DW_NOT_FOUND || status == DW_RANGE) {
        tell_forgotten(results, key, 0, error);
        return DW_OK;
    }
    if (status != DW_OK) {
        return status;
    }
    tell_forgotten(results, key, rows, NULL);
    if (dw_results_db_measure(results->db, &size, error) == DW_OK) {
        note_size(results, &size);
    }
    return DW_OK;
}

static dw_status take(dw_results *results, const dw_record_message *message, const uint8_t *bytes,
                      dw_error *error)
{
    check_place(results);
    const dw_status opened = results->db != NULL ? DW_OK : open_file(results, error);
    if (opened != DW_OK) {
        return opened;
    }
    dw_status status = message->kind == KIND_ROUND
                           ? take_round(results, message, bytes, error)
                           : take_forget(results, (const char *)bytes, error);
    if (status != DW_OK && status != DW_TIMEOUT && status != DW_RANGE) {
        dw_results_db_close(results->db); /* The next try begins anew. */
        results->db = NULL;
    }
    return status;
}

/* The message is done with, kept or not. */
static void drop(dw_results *results, uint16_t kind, bool lost)
{
    dw_record_queue_drop(results->queue);
    dw_writer_thread_lock(results->writer);
    results->stats.waiting -= kind == KIND_ROUND ? 1 : 0;
    results->stats.lost += kind == KIND_ROUND && lost ? 1 : 0;
    dw_writer_thread_unlock(results->writer);
}

/* The server ends, and the disk does not take what is left. */
static void give_up(dw_results *results, const dw_error *error)
{
    const uint8_t *bytes = NULL;
    uint64_t count = 0;
    for (const dw_record_message *message = dw_record_queue_peek(results->queue, &bytes);
         message != NULL; message = dw_record_queue_peek(results->queue, &bytes)) {
        count += message->kind == KIND_ROUND ? 1 : 0;
        if (message->kind == KIND_FORGET) {
            tell_forgotten(results, (const char *)bytes, 0, error);
        }
        drop(results, message->kind, true);
    }
    dw_writer_thread_say(results->writer, DW_LOG_ERROR, "results_lost", "rounds=%llu why=%s",
                         (unsigned long long)count, dw_log_quote(error->text).text);
}

static void trim_or_fail(dw_results *results)
{
    dw_error error = {""};
    if (results->db != NULL && trim(results, &error) != DW_OK) {
        note_failure(results, &error);
    }
}

static void run(void *context)
{
    dw_results *results = context;
    const uint8_t *bytes = NULL;
    dw_error error;
    trim_or_fail(results); /* The limits may have changed since the last run. */
    for (const dw_record_message *message = dw_record_queue_peek(results->queue, &bytes);
         message != NULL; message = dw_record_queue_peek(results->queue, &bytes)) {
        const dw_status status = take(results, message, bytes, &error);
        if (status == DW_OK || status == DW_RANGE) {
            drop(results, message->kind, status != DW_OK);
            note_success(results);
            trim_or_fail(results);
            continue;
        }
        note_failure(results, &error);
        if (dw_record_queue_rest(results->queue, results->config.retry_ms)) {
            give_up(results, &error);
            break;
        }
    }
    dw_results_db_close(results->db); /* The last one out brings the -wal into the file. */
    results->db = NULL;
}

/* The ticking thread. */

dw_status dw_results_create(dw_results **out, const dw_results_config *config, dw_error *error)
{
    dw_results *results = calloc(1, sizeof *results);
    if (results == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the results");
    }
    const dw_writer_job job = {results, run, free_all, "results_lines_lost"};
    results->config = *config;
    (void)snprintf(results->texts.path, sizeof results->texts.path, "%s", config->path);
    results->config.path = results->texts.path;
    if (dw_writer_thread_create(&results->writer, QUEUE_BYTES, &job) != DW_OK) {
        free_all(results);
        return dw_fail(error, DW_MEMORY, "no memory for the results");
    }
    results->queue = dw_writer_thread_queue(results->writer);
    dw_error why = {""};
    dw_status status = open_file(results, &why);
    if (status == DW_TIMEOUT || status == DW_FULL) {
        note_failure(results, &why);
        status = DW_OK;
    }
    if (status == DW_OK && dw_writer_thread_start(results->writer) != DW_OK) {
        status = dw_fail(&why, DW_MEMORY, "no thread for the results");
    }
    if (status != DW_OK) {
        free_all(results);
        return dw_fail(error, status, "results: %s", why.text);
    }
    *out = results;
    return DW_OK;
}

static bool push(dw_results *results, uint16_t kind, const void *bytes, size_t size)
{
    const dw_record_message message = {.kind = kind, .match = 1, .size = (uint32_t)size};
    return dw_record_queue_push(results->queue, &message, bytes, 0);
}

void dw_results_add(dw_results *results, const dw_results_round *round)
{
    const size_t size = offsetof(dw_results_round, report.players) +
                        round->report.player_count * sizeof round->report.players[0];
    /* Counted first: the thread may be done with it before this call is. */
    dw_writer_thread_lock(results->writer);
    results->stats.waiting++;
    dw_writer_thread_unlock(results->writer);
    const bool fits = push(results, KIND_ROUND, round, size);
    if (!fits) {
        dw_writer_thread_lock(results->writer);
        results->stats.waiting--;
        results->stats.lost++;
        dw_writer_thread_unlock(results->writer);
    }
    if (!fits && !results->queue_complains) {
        dw_log(DW_LOG_ERROR, "results_queue_full", "waiting=%llu",
               (unsigned long long)dw_results_get_stats(results).waiting);
    }
    results->queue_complains = !fits;
}

bool dw_results_forget(dw_results *results, const char *key)
{
    return push(results, KIND_FORGET, key, strlen(key) + 1);
}

void dw_results_look(dw_results *results)
{
    dw_writer_thread_look(results->writer);
}

dw_results_stats dw_results_get_stats(dw_results *results)
{
    dw_writer_thread_lock(results->writer);
    const dw_results_stats stats = results->stats;
    dw_writer_thread_unlock(results->writer);
    return stats;
}

void dw_results_get_texts(dw_results *results, dw_results_texts *out)
{
    dw_writer_thread_lock(results->writer);
    *out = results->texts;
    dw_writer_thread_unlock(results->writer);
}

void dw_results_destroy(dw_results *results)
{
    if (results == NULL) {
        return;
    }
    if (dw_writer_thread_end(results->writer)) {
        dw_results_look(results);
        free_all(results);
        return;
    }
    dw_log(DW_LOG_ERROR, "results_undrained", "why=\"the disk is too slow\"");
}
