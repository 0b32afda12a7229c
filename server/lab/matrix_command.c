#include "server/lab/matrix_command.h"

#include "common/base/check.h"
#include "common/platform/file.h"
#include "common/platform/options.h"
#include "server/lab/matrix_csv.h"
#include "server/lab/matrix_json.h"
#include "server/lab/matrix_report.h"
#include "server/lab/matrix_results.h"
#include "server/lab/matrix_run.h"
#include "server/lab/matrix_table.h"
#include "server/mind/brains/brains.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "duskwatch-lab matrix";

enum { HELP_SIZE = 240 };

typedef struct matrix_options {
    dw_matrix_request request;
    const char *out;
    int64_t processes;
    bool columns;
} matrix_options;

static const struct {
    const char *name;
    void (*write)(FILE *out, const dw_matrix_results *results);
} files[] = {
    {"rows.csv", dw_matrix_csv_rows},
    {"timing.csv", dw_matrix_csv_timing},
    {"matrix.json", dw_matrix_json_write},
    {"report.html", dw_matrix_report_write},
};

static dw_status write_file(const char *folder, uint32_t file, const dw_matrix_results *results,
                            dw_error *error)
{
    char path[DW_PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, files[file].name) >= (int)sizeof path) {
        return dw_fail(error, DW_RANGE, "%s: the path is too long", folder);
    }
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for %s", path);
    }
    files[file].write(stream, results);
    const bool failed = ferror(stream) != 0;
    dw_status status = DW_OK;
    if (fclose(stream) != 0 || failed) {
        status = dw_fail(error, DW_MEMORY, "no memory for %s", path);
    } else {
        status = dw_file_write(path, text, size, error);
    }
    free(text);
    return status;
}

static int write_results(const matrix_options *options, const dw_matrix_plan *plan,
                         const dw_matrix_rows *rows)
{
    dw_matrix_results results;
    dw_error error;
    if (dw_matrix_results_create(&results, plan, rows->rows) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_INTERNAL, "no memory for the results");
    }
    dw_status status = DW_OK;
    for (uint32_t file = 0; file < DW_COUNT_OF(files) && status == DW_OK; file++) {
        status = write_file(options->out, file, &results, &error);
    }
    int exit_status = DW_EXIT_DONE;
    if (status != DW_OK) {
        exit_status = dw_options_fail(program, DW_EXIT_USAGE, error.text);
    } else {
        dw_matrix_table_write(stdout, &results);
        if (fflush(stdout) != 0 || ferror(stdout)) {
            exit_status =
                dw_options_fail(program, DW_EXIT_USAGE, "standard output is not writable");
        }
    }
    dw_matrix_results_destroy(&results);
    return exit_status;
}

static int play(const matrix_options *options, const dw_matrix_plan *plan, dw_matrix_rows *rows)
{
    dw_matrix_run run;
    dw_error error;
    const dw_status status =
        dw_matrix_run_all(plan, rows, (uint32_t)options->processes, &run, &error);
    if (status != DW_OK) {
        return dw_options_fail(program, status == DW_IO ? DW_EXIT_USAGE : DW_EXIT_INTERNAL,
                               error.text);
    }
    if (run.played > 0) {
        (void)fprintf(stderr, "matrix: %u matches in %.1f s, %.1f matches a core-second\n",
                      run.played, run.wall_s,
                      run.processor_s > 0 ? run.played / run.processor_s : 0);
    }
    if (rows->done < rows->count) {
        (void)fprintf(stderr,
                      "%s: stopped after %u of %u matches; the same command goes on from there\n",
                      program, rows->done, rows->count);
        return DW_EXIT_CHECK_FAILED;
    }
    return write_results(options, plan, rows);
}

static int run_matrix(const matrix_options *options)
{
    static dw_matrix_plan plan; /* Rulesets of all maps: too much for the stack. */
    dw_error error;
    if (dw_matrix_plan_create(&plan, &options->request, &error) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    dw_matrix_rows rows;
    uint64_t hash = 0;
    dw_status status = dw_matrix_plan_hash(&plan, &hash, &error);
    if (status == DW_OK) {
        status = dw_matrix_rows_open(&rows, options->out, hash, plan.match_count, &error);
    }
    int exit_status = DW_EXIT_USAGE;
    if (status != DW_OK) {
        exit_status = dw_options_fail(program, DW_EXIT_USAGE, error.text);
    } else {
        exit_status = play(options, &plan, &rows);
        dw_matrix_rows_close(&rows);
    }
    dw_matrix_plan_destroy(&plan);
    return exit_status;
}

static void list_policies(char *text, size_t size)
{
    for (uint32_t i = 0; dw_policies[i] != NULL; i++) {
        const size_t length = strlen(text);
        (void)snprintf(text + length, size - length, "%s%s", i == 0 ? "" : ", ",
                       dw_policies[i]->name);
    }
}

static int64_t core_count(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > DW_MATRIX_PROCESSES_MAX ? DW_MATRIX_PROCESSES_MAX : count;
}

int dw_lab_matrix_main(int argc, char **argv)
{
    char guards_help[HELP_SIZE];
    (void)snprintf(guards_help, sizeof guards_help,
                   "strategies (NAME of maps/strategies or FILE) or brains (%s) of the guards; the "
                   "first is what the others are compared with",
                   dw_brain_list());
    char intruders_help[HELP_SIZE] =
        "policies of the bots; the first is compared with too (known: ";
    list_policies(intruders_help, sizeof intruders_help - 1);
    (void)strncat(intruders_help, ")", sizeof intruders_help - strlen(intruders_help) - 1);
    matrix_options chosen = {
        .request = {.maps = "reference",
                    .guards = "mute,reference",
                    .intruders = "rush,careful",
                    .counts = "1",
                    .seeds = "1-100",
                    .ticks_max = 54000},
        .processes = core_count(),
    };
    const dw_option options[] = {
        {.name = "guards",
         .kind = DW_OPTION_TEXT,
         .out = &chosen.request.guards,
         .value = "A,B",
         .help = guards_help},
        {.name = "intruders",
         .kind = DW_OPTION_TEXT,
         .out = &chosen.request.intruders,
         .value = "P,Q",
         .help = intruders_help},
        {.name = "counts",
         .kind = DW_OPTION_TEXT,
         .out = &chosen.request.counts,
         .value = "N,M",
         .help = "numbers of intruders in a match"},
        {.name = "maps",
         .kind = DW_OPTION_TEXT,
         .out = &chosen.request.maps,
         .value = "M,N",
         .help = "maps, each a NAME or a FILE"},
        {.name = "seeds",
         .kind = DW_OPTION_TEXT,
         .out = &chosen.request.seeds,
         .value = "A-B",
         .help = "each cell plays one match for each of these seeds"},
        {.name = "ruleset",
         .kind = DW_OPTION_TEXT,
         .out = &chosen.request.ruleset,
         .value = "NAME-or-FILE",
         .help = "ruleset, default: reference"},
        {.name = "ticks-max",
         .kind = DW_OPTION_INT,
         .out = &chosen.request.ticks_max,
         .value = "N",
         .help = "cuts off longer matches as timeouts, which count for the guards",
         .low = 1,
         .high = 100000000},
        {.name = "processes",
         .kind = DW_OPTION_INT,
         .out = &chosen.processes,
         .value = "N",
         .help = "worker processes, default: one a core; the results do not depend on it",
         .low = 1,
         .high = DW_MATRIX_PROCESSES_MAX},
        {.name = "out",
         .kind = DW_OPTION_TEXT,
         .out = &chosen.out,
         .value = "DIR",
         .help = "folder of the results; a stopped run goes on from what is in it"},
        {.name = "columns",
         .kind = DW_OPTION_SWITCH,
         .out = &chosen.columns,
         .help = "shows the columns of rows.csv and ends"},
    };
    const dw_command command = {
        .program = program,
        .purpose =
            "Plays every way of guards against every policy of intruders on the same seeds.\n"
            "Writes a table to standard output, and rows.csv, matrix.json, report.html and\n"
            "timing.csv to DIR.",
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    if (chosen.columns) {
        dw_matrix_csv_columns(stdout);
        return DW_EXIT_DONE;
    }
    if (chosen.out == NULL) {
        return dw_options_fail(program, DW_EXIT_USAGE, "--out DIR is missing");
    }
    return run_matrix(&chosen);
}
