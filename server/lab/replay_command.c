#include "server/lab/replay_command.h"

#include "common/base/check.h"
#include "common/base/fixed.h"
#include "common/base/hash.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "common/platform/options.h"
#include "common/platform/secret_file.h"
#include "common/platform/subcommands.h"
#include "server/lab/replay_show.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char verify_program[] = "duskwatch-lab replay verify";
static const char show_program[] = "duskwatch-lab replay show";

/* A file of the command line, and the key to it, if one was given. */
typedef struct replay_file {
    const char *path;
    uint8_t *bytes; /* From the heap. */
    size_t size;
    bool has_key;
    dw_replay_key key;
} replay_file;

static dw_status read_replay(replay_file *file, const char *path, const char *key_path,
                             dw_error *error)
{
    *file = (replay_file){.path = path, .has_key = key_path != NULL};
    if (key_path != NULL &&
        dw_secret_file_load(key_path, file->key.bytes, sizeof file->key.bytes, error) != DW_OK) {
        dw_error_prefix(error, "--key");
        return DW_INVALID;
    }
    return dw_file_read(path, DW_REPLAY_FILE_BYTES_MAX, &file->bytes, &file->size, error);
}

static const dw_replay_key *key_of(const replay_file *file)
{
    return file->has_key ? &file->key : NULL;
}

/* What could not be played. */
static int fail_replay(const char *program, const replay_file *file, dw_status status,
                       dw_error *error)
{
    dw_error_prefix(error, file->path);
    if (status == DW_DENIED && !file->has_key) {
        const size_t length = strlen(error->text);
        (void)snprintf(error->text + length, sizeof error->text - length,
                       ": give it with --key FILE");
    }
    return dw_options_fail(program, status == DW_DIFFERS ? DW_EXIT_CHECK_FAILED : DW_EXIT_USAGE,
                           error->text);
}

static void print_report(const dw_replay_report *report, bool equal, uint64_t duration_ns)
{
    char hash[DW_HASH_TEXT_SIZE];
    dw_hash_text(report->hash, hash);
    const double played_s = (double)report->ticks / DW_TICKS_PER_SECOND;
    const double needed_s = (double)(duration_ns > 0 ? duration_ns : 1) / 1e9;
    json_t *line = json_pack("{s:b, s:b, s:I, s:s, s:s, s:I, s:I}", "equal", equal, "whole",
                             !report->cut, "ticks", (json_int_t)report->ticks, "outcome",
                             dw_outcome_word((dw_outcome)report->outcome), "hash", hash,
                             "differs_at", (json_int_t)report->differs_at, "times_real_time",
                             (json_int_t)(played_s / needed_s));
    DW_CHECK(line != NULL);
    (void)json_dumpf(line, stdout, JSON_COMPACT);
    (void)putchar('\n');
    json_decref(line);
}

static int verify_file(const char *path, const char *key_path)
{
    dw_error error;
    replay_file file;
    if (read_replay(&file, path, key_path, &error) != DW_OK) {
        return dw_options_fail(verify_program, DW_EXIT_USAGE, error.text);
    }
    dw_replay_report report = {0};
    const uint64_t begin_ns = dw_clock_thread_ns();
    const dw_status status =
        dw_replay_verify(file.bytes, file.size, key_of(&file), &report, &error);
    const uint64_t duration_ns = dw_clock_thread_ns() - begin_ns;
    free(file.bytes);
    if (status == DW_OK || status == DW_DIFFERS) {
        print_report(&report, status == DW_OK, duration_ns);
    }
    return status == DW_OK ? DW_EXIT_DONE : fail_replay(verify_program, &file, status, &error);
}

static int show_file(const char *path, const char *key_path, const dw_replay_choice *choice)
{
    dw_error error;
    replay_file file;
    if (read_replay(&file, path, key_path, &error) != DW_OK) {
        return dw_options_fail(show_program, DW_EXIT_USAGE, error.text);
    }
    const dw_status status =
        dw_replay_show(stdout, choice, file.bytes, file.size, key_of(&file), &error);
    free(file.bytes);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return dw_options_fail(show_program, DW_EXIT_USAGE, "standard output is not writable");
    }
    return status == DW_OK ? DW_EXIT_DONE : fail_replay(show_program, &file, status, &error);
}

static int verify_main(int argc, char **argv)
{
    const char *key_path = NULL;
    const dw_option options[] = {
        {"key", DW_OPTION_TEXT, &key_path, "FILE",
         "replay.key of the server's state folder, for a round that a crash cut off", 0, 0, NULL},
    };
    const dw_command command = {
        .program = verify_program,
        .purpose =
            "Plays a recorded round again and compares every tick. Exit status 1: it differs.",
        .options = options,
        .option_count = DW_COUNT_OF(options),
        .operands = "FILE",
        .operands_min = 1,
        .operands_max = 1,
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    return verify_file(argv[first], key_path);
}

static int show_main(int argc, char **argv)
{
    const char *key_path = NULL;
    int64_t from = 0;
    int64_t to = UINT32_MAX;
    dw_replay_choice choice = {0};
    const dw_option options[] = {
        {"from", DW_OPTION_INT, &from, "TICK", "the first tick that is shown", 0, UINT32_MAX, NULL},
        {"to", DW_OPTION_INT, &to, "TICK", "the last tick that is shown", 0, UINT32_MAX, NULL},
        {"events", DW_OPTION_SWITCH, &choice.events, NULL,
         "only what happens to bodies, doors and items", 0, 0, NULL},
        {"orders", DW_OPTION_SWITCH, &choice.orders, NULL,
         "only the guards' radio messages and goals with their causes", 0, 0, NULL},
        {"key", DW_OPTION_TEXT, &key_path, "FILE",
         "replay.key of the server's state folder, for a round that a crash cut off", 0, 0, NULL},
    };
    const dw_command command = {
        .program = show_program,
        .purpose = "Plays a recorded round again and prints what it was, then a line for each "
                   "event, radio\nmessage and change of a guard's goal: tick, time, kind, text. "
                   "Exit status 1: it differs from\nwhat was recorded, from the last line on.",
        .options = options,
        .option_count = DW_COUNT_OF(options),
        .operands = "FILE",
        .operands_min = 1,
        .operands_max = 1,
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    if (from > to) {
        return dw_options_fail(show_program, DW_EXIT_USAGE, "--from: must not be above --to");
    }
    choice.from = (uint32_t)from;
    choice.to = (uint32_t)to;
    if (!choice.events && !choice.orders) {
        choice.events = true;
        choice.orders = true;
    }
    return show_file(argv[first], key_path, &choice);
}

int dw_lab_replay_main(int argc, char **argv)
{
    static const dw_subcommand commands[] = {
        {"verify", verify_main, "compares every tick with the recording"},
        {"show", show_main, "tells the round as text"},
    };
    const dw_subcommands all = {.program = "duskwatch-lab replay",
                                .purpose = "Plays a recorded round again.",
                                .commands = commands,
                                .count = DW_COUNT_OF(commands)};
    return dw_subcommands_run(&all, argc, argv);
}
