#include "server/lab/sweep_command.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/file.h"
#include "server/lab/matrix_options.h"
#include "server/lab/results_file.h"
#include "server/lab/sweep_output.h"

#include <stdio.h>
#include <string.h>

static const char program[] = "duskwatch-lab sweep";

enum { OWN_OPTIONS = 9, PERCENT_SIZE = 32, GUARDS_SIZE = 2 * DW_PATH_MAX };

typedef struct sweep_options {
    dw_matrix_flags shared;
    dw_option_texts fields;
    const char *guards, *against, *band, *json, *out;
    double target; /* Percent; below 0: the middle of the band. */
    int method;
    int64_t steps;
} sweep_options;

static dw_status parse_band(dw_interval *band, const char *text, dw_error *error)
{
    char low[PERCENT_SIZE];
    const char *dots = strstr(text, "..");
    dw_interval percent = {0, 0};
    if (dots == NULL || dots - text >= (int)sizeof low) {
        return dw_fail(error, DW_INVALID, "--band %s: must be LOW..HIGH in percent, such as 20..50",
                       text);
    }
    (void)snprintf(low, sizeof low, "%.*s", (int)(dots - text), text);
    if (dw_parse_decimal(low, 0, 100, &percent.low) != DW_OK ||
        dw_parse_decimal(dots + 2, 0, 100, &percent.high) != DW_OK || percent.low > percent.high) {
        return dw_fail(error, DW_RANGE,
                       "--band %s: must be LOW..HIGH in percent, within 0 .. 100, LOW not above "
                       "HIGH",
                       text);
    }
    *band = (dw_interval){percent.low / 100, percent.high / 100};
    return DW_OK;
}

static dw_status take_fields(dw_sweep *sweep, const dw_option_texts *texts, dw_error *error)
{
    if (texts->count == 0 || texts->count > DW_SWEEP_FIELDS_MAX) {
        return dw_fail(error, DW_INVALID, "--field FIELD=LOW..HIGH: must be given once or twice");
    }
    for (uint32_t f = 0; f < texts->count; f++) {
        const dw_status status = dw_sweep_field_parse(&sweep->fields[f], texts->texts[f], error);
        if (status != DW_OK) {
            return status;
        }
    }
    if (texts->count == 2 && strcmp(dw_sweep_field_name(&sweep->fields[0]),
                                    dw_sweep_field_name(&sweep->fields[1])) == 0) {
        return dw_fail(error, DW_INVALID, "--field %s: the same field twice", texts->texts[1]);
    }
    sweep->field_count = texts->count;
    return DW_OK;
}

/* What the command line says of the sweep alone. */
static dw_status take_options(dw_sweep *sweep, const sweep_options *options, dw_error *error)
{
    *sweep = (dw_sweep){
        .method = options->method == 0 ? DW_SWEEP_GRID : DW_SWEEP_GOLDEN,
        .steps = (uint32_t)options->steps,
        .processes = dw_matrix_processes(&options->shared),
        .folder = options->out,
    };
    dw_status status = take_fields(sweep, &options->fields, error);
    if (status != DW_OK) {
        return status;
    }
    if (options->band == NULL) {
        return dw_fail(error, DW_INVALID, "--band LOW..HIGH is missing");
    }
    status = parse_band(&sweep->band, options->band, error);
    sweep->target =
        options->target < 0 ? (sweep->band.low + sweep->band.high) / 2 : options->target / 100;
    return status;
}

/* The lists of a matrix take several guards; here each flag takes one. */
static dw_status take_guards(dw_matrix_request *request, const sweep_options *options,
                             char names[GUARDS_SIZE], dw_error *error)
{
    const char *against = options->against;
    if (strchr(options->guards, ',') != NULL || (against != NULL && strchr(against, ',') != NULL)) {
        return dw_fail(error, DW_INVALID, "--guards and --against take one name each");
    }
    if (snprintf(names, GUARDS_SIZE, "%s%s%s", options->guards, against != NULL ? "," : "",
                 against != NULL ? against : "") >= GUARDS_SIZE) {
        return dw_fail(error, DW_RANGE, "--guards: the names are too long");
    }
    *request = options->shared.request;
    request->guards = names;
    return DW_OK;
}

static void tell_point(const dw_sweep *sweep, const dw_sweep_point *point)
{
    dw_sweep_table_point(stdout, sweep, point);
    (void)fflush(stdout);
}

static int write_results(const sweep_options *options, const dw_sweep *sweep)
{
    dw_error error;
    dw_status status = DW_OK;
    if (options->out != NULL) {
        status =
            dw_results_file_write_in(options->out, "sweep.csv", dw_sweep_csv_write, sweep, &error);
        if (status == DW_OK) {
            status = dw_results_file_write_in(options->out, "sweep.json", dw_sweep_json_write,
                                              sweep, &error);
        }
    }
    if (status == DW_OK && options->json != NULL) {
        status = dw_results_file_write(options->json, dw_sweep_json_write, sweep, &error);
    }
    if (status != DW_OK) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    dw_sweep_table_best(stdout, sweep);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return dw_options_fail(program, DW_EXIT_USAGE, "standard output is not writable");
    }
    return dw_sweep_best(sweep)->in_band ? DW_EXIT_DONE : DW_EXIT_CHECK_FAILED;
}

static int play(const sweep_options *options, dw_sweep *sweep)
{
    dw_error error;
    dw_sweep_table_head(stdout, sweep);
    (void)fflush(stdout);
    const dw_status status = dw_sweep_run_all(sweep, &error);
    dw_matrix_run_tell("sweep", &sweep->run);
    if (status != DW_OK) {
        const bool internal = status == DW_LOST || status == DW_MEMORY;
        return dw_options_fail(program, internal ? DW_EXIT_INTERNAL : DW_EXIT_USAGE, error.text);
    }
    if (sweep->stopped) {
        (void)fprintf(stderr, "%s: stopped after %u points%s\n", program, sweep->point_count,
                      sweep->folder != NULL ? "; the same command goes on from there" : "");
        return DW_EXIT_CHECK_FAILED;
    }
    return write_results(options, sweep);
}

static int run_sweep(const sweep_options *options)
{
    static dw_matrix_plan plan; /* Rulesets of all maps: too much for the stack. */
    dw_sweep sweep;
    dw_error error;
    dw_matrix_request request;
    char guards[GUARDS_SIZE];
    dw_status status = take_options(&sweep, options, &error);
    if (status == DW_OK) {
        status = take_guards(&request, options, guards, &error);
    }
    if (status == DW_OK) {
        status = dw_matrix_plan_create(&plan, &request, &error);
    }
    if (status != DW_OK) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    sweep.plan = &plan;
    sweep.tell = tell_point;
    int exit_status = DW_EXIT_USAGE;
    if (dw_sweep_create(&sweep, &error) != DW_OK) {
        exit_status = dw_options_fail(program, DW_EXIT_USAGE, error.text);
    } else {
        exit_status = play(options, &sweep);
        dw_sweep_destroy(&sweep);
    }
    dw_matrix_plan_destroy(&plan);
    return exit_status;
}

int dw_lab_sweep_main(int argc, char **argv)
{
    static const char *const methods[] = {"grid", "golden", NULL};
    sweep_options chosen = {.guards = "reference", .target = -1, .steps = 9};
    dw_option options[OWN_OPTIONS + DW_MATRIX_OPTION_COUNT] = {
        {"field", DW_OPTION_TEXTS, &chosen.fields, "F=LOW..HIGH",
         "field of the ruleset, such as report_ticks, strategy.report_ticks or "
         "kinds.guard.senses.eyes.meter_near; twice: a grid of two",
         0, 0, NULL},
        {"band", DW_OPTION_TEXT, &chosen.band, "LOW..HIGH",
         "the share of matches that intruders are to win, in percent", 0, 0, NULL},
        {"target", DW_OPTION_DECIMAL, &chosen.target, "PERCENT",
         "the best share, default (-1): the middle of the band", -1, 100, NULL},
        {"method", DW_OPTION_CHOICE, &chosen.method, "NAME", "how points are chosen", 0, 0,
         methods},
        {"steps", DW_OPTION_INT, &chosen.steps, "N",
         "grid: values of each field; golden: at most N points", 2, DW_SWEEP_POINTS_MAX, NULL},
        {"guards", DW_OPTION_TEXT, &chosen.guards, "NAME-or-FILE",
         "strategy or brain of the guards; a swept field of the strategy changes this one", 0, 0,
         NULL},
        {"against", DW_OPTION_TEXT, &chosen.against, "NAME-or-FILE",
         "also shows what --guards gain over this strategy or brain, on the same seeds", 0, 0,
         NULL},
        {"json", DW_OPTION_TEXT, &chosen.json, "FILE", "writes all points as JSON", 0, 0, NULL},
        {"out", DW_OPTION_TEXT, &chosen.out, "DIR",
         "folder of sweep.csv, sweep.json and a journal of each point; a stopped sweep goes on "
         "from them",
         0, 0, NULL},
    };
    dw_matrix_options(&chosen.shared, options + OWN_OPTIONS);
    const dw_command command = {
        .program = program,
        .purpose = "Plays a matrix for each value of one or two ruleset fields, on the same seeds, "
                   "and names the\nvalue whose win rate of the intruders is in the band. Exit "
                   "status 1: no value is, or it was stopped.",
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    return run_sweep(&chosen);
}
