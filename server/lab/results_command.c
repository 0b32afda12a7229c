#include "server/lab/results_command.h"

#include "common/platform/options.h"
#include "server/lab/results_report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DAY_S = 86400 };

static const char program[] = "duskwatch-lab results";

typedef struct request {
    const char *since, *until;
    const char *csv, *players_csv;
    const char *forget;
    dw_results_span span;
} request;

typedef dw_status dw_results_printer(FILE *out, dw_results_db *db, const char *path,
                                     const dw_results_span *span, dw_error *error);

static int fail_with(const dw_error *error)
{
    return dw_options_fail(program, DW_EXIT_USAGE, error->text);
}

/* The first second of a day. Written again it must be the same: there is no 31st of February. */
static dw_status read_day(const char *flag, const char *text, int64_t *out, dw_error *error)
{
    struct tm parts = {0};
    char again[16] = "";
    const char *end = strptime(text, "%Y-%m-%d", &parts);
    if (end != NULL && *end == '\0') {
        *out = (int64_t)timegm(&parts);
        (void)strftime(again, sizeof again, "%Y-%m-%d", &parts);
    }
    return strcmp(again, text) == 0
               ? DW_OK
               : dw_fail(error, DW_INVALID, "--%s %.40s: must be a day such as 2026-11-22", flag,
                         text);
}

static dw_status read_span(request *of, dw_error *error)
{
    of->span = (dw_results_span){0, INT64_MAX};
    dw_status status = DW_OK;
    if (of->since != NULL) {
        status = read_day("since", of->since, &of->span.since_s, error);
    }
    if (status == DW_OK && of->until != NULL) {
        status = read_day("until", of->until, &of->span.until_s, error);
        of->span.until_s += DAY_S; /* The day itself counts. */
    }
    if (status == DW_OK && of->span.since_s >= of->span.until_s) {
        return dw_fail(error, DW_RANGE, "--since: must not be after --until");
    }
    return status;
}

/* Into a file that only this user may read, since keys and names are personal; - is standard
 * output. */
static dw_status print_to(const char *file, dw_results_printer *print, dw_results_db *db,
                          const char *path, const dw_results_span *span, dw_error *error)
{
    if (strcmp(file, "-") == 0) {
        return print(stdout, db, path, span, error);
    }
    const int opened = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *out = opened >= 0 ? fdopen(opened, "w") : NULL;
    if (out == NULL) {
        return dw_fail(error, DW_IO, "%s: %s", file, strerror(errno));
    }
    const dw_status status = print(out, db, path, span, error);
    if (fclose(out) != 0 && status == DW_OK) {
        return dw_fail(error, DW_IO, "%s: %s", file, strerror(errno));
    }
    return status;
}

static int forget(const char *path, const char *word)
{
    char key[DW_RESULTS_KEY_TEXT];
    dw_error error = {""};
    uint64_t rows = 0;
    dw_results_db *db = NULL;
    if (!dw_results_key_read(word, key)) {
        (void)dw_fail(&error, DW_INVALID, "--forget %.70s: must be %d to %d hexadecimal digits",
                      word, (int)DW_RESULTS_KEY_DIGITS_MIN, (int)DW_RESULTS_KEY_TEXT - 1);
        return fail_with(&error);
    }
    dw_status status = dw_results_db_open(&db, path, DW_RESULTS_EDIT, &error);
    if (status == DW_OK) {
        status = dw_results_db_forget(db, key, &rows, &error);
        dw_results_db_close(db);
    }
    if (status == DW_NOT_FOUND && db != NULL) {
        return dw_options_fail(program, DW_EXIT_CHECK_FAILED, error.text);
    }
    if (status != DW_OK) {
        return fail_with(&error);
    }
    printf("forgot %.16s, rows changed %" PRIu64 "\n", key, rows);
    return DW_EXIT_DONE;
}

static int print_all(const char *path, const request *of)
{
    dw_error error = {""};
    dw_results_db *db = NULL;
    dw_status status = dw_results_db_open(&db, path, DW_RESULTS_READ, &error);
    if (status != DW_OK) {
        return fail_with(&error);
    }
    if (of->csv != NULL) {
        status = print_to(of->csv, dw_results_rounds_csv, db, path, &of->span, &error);
    }
    if (of->players_csv != NULL && status == DW_OK) {
        status = print_to(of->players_csv, dw_results_players_csv, db, path, &of->span, &error);
    }
    if (of->csv == NULL && of->players_csv == NULL) {
        status = dw_results_report(stdout, db, path, &of->span, &error);
    }
    dw_results_db_close(db);
    return status == DW_OK ? DW_EXIT_DONE : fail_with(&error);
}

int dw_lab_results_main(int argc, char **argv)
{
    request of = {.since = NULL};
    const dw_option options[] = {
        {"since", DW_OPTION_TEXT, &of.since, "DAY", "only rounds of this day (UTC) and later", 0, 0,
         NULL},
        {"until", DW_OPTION_TEXT, &of.until, "DAY", "only rounds of this day and earlier", 0, 0,
         NULL},
        {"csv", DW_OPTION_TEXT, &of.csv, "FILE",
         "writes a row for each round instead of the report; - is standard output", 0, 0, NULL},
        {"players-csv", DW_OPTION_TEXT, &of.players_csv, "FILE",
         "likewise a row for each player of each round, with keys and names", 0, 0, NULL},
        {"forget", DW_OPTION_TEXT, &of.forget, "KEY",
         "deletes the player whose key begins with these digits, and all names of it", 0, 0, NULL},
    };
    const dw_command command = {
        .program = program,
        .purpose = "Tells what was played on a server that keeps results: win rates with intervals "
                   "of 95 %\nby map, ruleset and strategy, days, and the most active players. The "
                   "server may be running.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .operands = "FILE",
        .operands_min = 1,
        .operands_max = 1,
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    dw_error error = {""};
    if (read_span(&of, &error) != DW_OK) {
        return fail_with(&error);
    }
    if (of.forget == NULL) {
        return print_all(argv[first], &of);
    }
    if (of.since != NULL || of.until != NULL || of.csv != NULL || of.players_csv != NULL) {
        return dw_options_fail(program, DW_EXIT_USAGE, "--forget: goes with no other flag");
    }
    return forget(argv[first], of.forget);
}
