#include "server/lab/matrix_command.h"

#include "common/base/check.h"
#include "server/lab/matrix_csv.h"
#include "server/lab/matrix_json.h"
#include "server/lab/matrix_options.h"
#include "server/lab/matrix_progress.h"
#include "server/lab/matrix_replays.h"
#include "server/lab/matrix_report.h"
#include "server/lab/matrix_results.h"
#include "server/lab/matrix_run.h"
#include "server/lab/matrix_table.h"
#include "server/lab/results_file.h"
#include "server/mind/brains/brains.h"

#include <stdio.h>

static const char program[] = "duskwatch-lab matrix";

enum { HELP_SIZE = 240, OWN_OPTIONS = 4 };

typedef struct matrix_options {
    dw_matrix_flags shared;
    const char *out;
    int64_t replays;
    bool columns;
} matrix_options;

typedef struct matrix_file {
    const char *name;
    void (*write)(FILE *out, const dw_matrix_results *results);
} matrix_file;

static const matrix_file files[] = {
    {"rows.csv", dw_matrix_csv_rows},
    {"timing.csv", dw_matrix_csv_timing},
    {"matrix.json", dw_matrix_json_write},
    {"report.html", dw_matrix_report_write},
};

typedef struct file_task {
    const matrix_file *file;
    const dw_matrix_results *results;
} file_task;

static void write_file(FILE *out, const void *context)
{
    const file_task *task = context;
    task->file->write(out, task->results);
}

/* Replays that are there already stay when no match was played: they are of this journal. */
static int write_replays(const matrix_options *options, const dw_matrix_results *results,
                         bool is_new)
{
    uint32_t played = 0;
    dw_error error;
    const dw_status status =
        dw_matrix_replays_write(results, options->out, !is_new, &played, &error);
    if (played > 0) {
        (void)fprintf(stderr, "matrix: %u replays\n", played);
    }
    switch (status) {
    case DW_OK:
        return DW_EXIT_DONE;
    case DW_LOST:
        return dw_options_fail(program, DW_EXIT_CHECK_FAILED, error.text);
    case DW_IO:
    case DW_RANGE:
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    default:
        return dw_options_fail(program, DW_EXIT_INTERNAL, error.text);
    }
}

static int write_results(const matrix_options *options, const dw_matrix_plan *plan,
                         const dw_matrix_rows *rows, bool is_new)
{
    dw_matrix_results results;
    dw_error error;
    if (dw_matrix_results_create(&results, plan, rows->rows) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_INTERNAL, "no memory for the results");
    }
    results.heats = rows->heats;
    results.replays = (uint32_t)options->replays;
    int exit_status = write_replays(options, &results, is_new);
    dw_status status = exit_status == DW_EXIT_DONE ? DW_OK : DW_LOST;
    for (uint32_t file = 0; file < DW_COUNT_OF(files) && status == DW_OK; file++) {
        const file_task task = {&files[file], &results};
        status =
            dw_results_file_write_in(options->out, files[file].name, write_file, &task, &error);
    }
    if (exit_status == DW_EXIT_DONE && status != DW_OK) {
        exit_status = dw_options_fail(program, DW_EXIT_USAGE, error.text);
    } else if (exit_status == DW_EXIT_DONE) {
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
    dw_progress_resume("matrix", rows->done, rows->count);
    const dw_status status = dw_matrix_run_all("matrix", plan, rows,
                                               dw_matrix_processes(&options->shared), &run, &error);
    if (status != DW_OK) {
        return dw_options_fail(program, status == DW_IO ? DW_EXIT_USAGE : DW_EXIT_INTERNAL,
                               error.text);
    }
    dw_matrix_run_tell("matrix", &run);
    if (rows->done < rows->count) {
        (void)fprintf(stderr,
                      "%s: stopped after %u of %u matches; the same command goes on from there\n",
                      program, rows->done, rows->count);
        return DW_EXIT_CHECK_FAILED;
    }
    return write_results(options, plan, rows, run.played > 0);
}

static int run_matrix(const matrix_options *options)
{
    static dw_matrix_plan plan; /* Rulesets of all maps: too much for the stack. */
    dw_error error;
    if (dw_matrix_plan_create(&plan, &options->shared.request, &error) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    dw_matrix_rows rows;
    uint64_t hash = 0;
    dw_status status = dw_matrix_plan_hash(&plan, &hash, &error);
    if (status == DW_OK) {
        status = dw_matrix_rows_open(&rows, options->out, hash, &plan, &error);
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

int dw_lab_matrix_main(int argc, char **argv)
{
    char guards_help[HELP_SIZE];
    (void)snprintf(guards_help, sizeof guards_help,
                   "strategies (NAME of maps/strategies or FILE) or brains (%s) of the guards; the "
                   "first is what the others are compared with",
                   dw_brain_list());
    matrix_options chosen = {.replays = 2};
    dw_option options[OWN_OPTIONS + DW_MATRIX_OPTION_COUNT] = {
        {.name = "guards",
         .kind = DW_OPTION_TEXT,
         .out = &chosen.shared.request.guards,
         .value = "A,B",
         .help = guards_help},
        {.name = "out",
         .kind = DW_OPTION_TEXT,
         .out = &chosen.out,
         .value = "DIR",
         .help = "folder of the results; a stopped run goes on from what is in it"},
        {.name = "replays",
         .kind = DW_OPTION_INT,
         .out = &chosen.replays,
         .value = "N",
         .help = "keeps up to N seeds of each compared cell as replays",
         .low = 0,
         .high = DW_MATRIX_REPLAYS_MAX},
        {.name = "columns",
         .kind = DW_OPTION_SWITCH,
         .out = &chosen.columns,
         .help = "shows the columns of rows.csv and ends"},
    };
    dw_matrix_options(&chosen.shared, options + OWN_OPTIONS);
    chosen.shared.request.guards = "mute,reference";
    chosen.shared.request.intruders = "rush,careful";
    const dw_command command = {
        .program = program,
        .purpose =
            "Plays every way of guards against every policy of intruders on the same seeds.\n"
            "Writes a table to standard output, and rows.csv, matrix.json, report.html,\n"
            "timing.csv and replays to DIR.",
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
