#include "server/lab/matrix_rows.h"

#include "common/base/hash.h"
#include "common/platform/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { JOURNAL_MODE = 0644 };

static dw_status write_whole(const dw_matrix_rows *rows, const char *text, size_t size,
                             dw_error *error)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t put = write(rows->journal, text + done, size - done);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            return dw_fail(error, DW_IO, "the journal: %s", strerror(errno));
        }
        done += (size_t)put;
    }
    return DW_OK;
}

size_t dw_matrix_line(uint32_t match, const dw_matrix_row *row, const dw_heat *heat,
                      char line[DW_MATRIX_LINE_SIZE])
{
    char text[DW_MATCH_ROW_TEXT_SIZE];
    dw_match_row_text(&row->match, text);
    size_t used =
        (size_t)snprintf(line, DW_MATRIX_LINE_SIZE, "%" PRIu32 " %" PRIu64 " %" PRIu64 " %s ",
                         match, row->processor_us, row->wall_us, text);
    used += dw_heat_text(heat, line + used);
    line[used++] = '\n';
    line[used] = '\0';
    return used;
}

/* Takes a number and the space behind it. NULL: something else stands there. */
static const char *take_number(const char *text, uint64_t *out)
{
    char *end = NULL;
    if (*text < '0' || *text > '9') {
        return NULL;
    }
    *out = strtoull(text, &end, 10);
    return *end == ' ' ? end + 1 : NULL;
}

/* Text up to its newline. A match that is there already stays: rows of one match are equal. */
static bool take_line(dw_matrix_rows *rows, const char *line)
{
    uint64_t match = 0;
    dw_matrix_row row = {.done = true};
    const char *rest = take_number(line, &match);
    rest = rest != NULL ? take_number(rest, &row.processor_us) : NULL;
    rest = rest != NULL ? take_number(rest, &row.wall_us) : NULL;
    rest = rest != NULL ? dw_match_row_parse(&row.match, rest) : NULL;
    const char *heat = rest != NULL && *rest == ' ' ? rest + 1 : NULL;
    rest = heat != NULL ? dw_heat_parse(NULL, heat) : NULL;
    if (rest == NULL || *rest != '\n' || match >= rows->count) {
        return false;
    }
    if (!rows->rows[match].done) {
        (void)dw_heat_parse(&rows->heats[dw_matrix_plan_heat(rows->plan, (uint32_t)match)], heat);
        rows->rows[match] = row;
        rows->done++;
    }
    return true;
}

/* The lines of an old journal, and how many bytes of it are whole. */
static dw_status take_journal(dw_matrix_rows *rows, const char *text, const char *header,
                              size_t *whole, dw_error *error)
{
    const size_t header_length = strlen(header);
    *whole = 0;
    if (strncmp(text, header, header_length) != 0) {
        /* A header that was being written when the program died is no other matrix. */
        return strncmp(text, header, strlen(text)) == 0
                   ? DW_OK
                   : dw_fail(error, DW_DIFFERS,
                             "is of another matrix, or of another version of "
                             "the program: choose another folder, or remove it");
    }
    *whole = header_length;
    const char *line = text + header_length;
    const char *end = NULL;
    for (uint32_t number = 2; (end = strchr(line, '\n')) != NULL; number++) {
        if (!take_line(rows, line)) {
            return dw_fail(error, DW_INVALID, "line %u is not a row: remove that line", number);
        }
        line = end + 1;
        *whole = (size_t)(line - text);
    }
    return DW_OK;
}

static dw_status read_journal(dw_matrix_rows *rows, const char *header, dw_error *error)
{
    struct stat facts;
    if (fstat(rows->journal, &facts) != 0) {
        return dw_fail(error, DW_IO, "%s", strerror(errno));
    }
    const size_t size = (size_t)facts.st_size;
    char *text = calloc(1, size + 1);
    if (text == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    size_t whole = 0;
    dw_error inner = {""};
    dw_status status =
        dw_file_read_exactly(rows->journal, "journal", size, (uint8_t *)text, &inner);
    if (status == DW_OK) {
        status = take_journal(rows, text, header, &whole, &inner);
    }
    free(text);
    if (status != DW_OK) {
        return dw_fail(error, status, "%s", inner.text);
    }
    if (ftruncate(rows->journal, (off_t)whole) != 0 ||
        lseek(rows->journal, 0, SEEK_END) == (off_t)-1) {
        return dw_fail(error, DW_IO, "%s", strerror(errno));
    }
    return whole > 0 ? DW_OK : write_whole(rows, header, strlen(header), error);
}

/* The journal, locked, and the rows that it holds. */
static dw_status open_journal(dw_matrix_rows *rows, const char *folder, uint64_t plan_hash,
                              dw_error *error)
{
    char path[DW_PATH_MAX];
    char header[64];
    char hash[DW_HASH_TEXT_SIZE];
    dw_hash_text(plan_hash, hash);
    (void)snprintf(header, sizeof header, "duskwatch matrix 2 %s\n", hash);
    if (snprintf(path, sizeof path, "%s/journal", folder) >= (int)sizeof path) {
        return dw_fail(error, DW_RANGE, "%s: the path is too long", folder);
    }
    dw_status status = dw_file_make_folder(folder, error);
    if (status != DW_OK) {
        return status;
    }
    rows->journal = open(path, O_RDWR | O_CREAT | O_CLOEXEC, JOURNAL_MODE);
    if (rows->journal < 0) {
        return dw_fail(error, DW_IO, "%s: %s", path, strerror(errno));
    }
    if (flock(rows->journal, LOCK_EX | LOCK_NB) != 0) {
        return dw_fail(error, DW_DENIED, "%s: another matrix writes to this folder", path);
    }
    status = read_journal(rows, header, error);
    if (status != DW_OK) {
        dw_error_prefix(error, path);
    }
    return status;
}

dw_status dw_matrix_rows_open(dw_matrix_rows *rows, const char *folder, uint64_t plan_hash,
                              const dw_matrix_plan *plan, dw_error *error)
{
    *rows = (dw_matrix_rows){.plan = plan, .count = plan->match_count, .journal = -1};
    rows->rows = calloc(rows->count, sizeof *rows->rows);
    rows->heats = calloc(dw_matrix_plan_heats(plan), sizeof *rows->heats);
    dw_status status = DW_OK;
    if (rows->rows == NULL || rows->heats == NULL) {
        status = dw_fail(error, DW_MEMORY, "no memory for %u rows", rows->count);
    } else if (folder != NULL) {
        status = open_journal(rows, folder, plan_hash, error);
    }
    if (status != DW_OK) {
        dw_matrix_rows_close(rows);
    }
    return status;
}

void dw_matrix_rows_close(dw_matrix_rows *rows)
{
    if (rows->journal >= 0) {
        (void)close(rows->journal);
    }
    free(rows->rows);
    free(rows->heats);
    *rows = (dw_matrix_rows){.journal = -1};
}

dw_status dw_matrix_rows_add(dw_matrix_rows *rows, const char *line, size_t length, dw_error *error)
{
    if (!take_line(rows, line)) {
        return dw_fail(error, DW_INVALID, "a worker handed in a line that is not a row");
    }
    return rows->journal >= 0 ? write_whole(rows, line, length, error) : DW_OK;
}
