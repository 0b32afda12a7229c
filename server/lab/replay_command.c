#include "server/lab/replay_command.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/platform/file.h"
#include "common/platform/options.h"
#include "common/platform/secret_file.h"
#include "server/session/replay_verify.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char program[] = "duskwatch-lab replay verify";

static void print_report(const dw_replay_report *report, bool equal)
{
    char hash[DW_HASH_TEXT_SIZE];
    dw_hash_text(report->hash, hash);
    json_t *line = json_pack("{s:b, s:b, s:I, s:s, s:s, s:I}", "equal", equal, "whole",
                             !report->cut, "ticks", (json_int_t)report->ticks, "outcome",
                             dw_outcome_word((dw_outcome)report->outcome), "hash", hash,
                             "differs_at", (json_int_t)report->differs_at);
    DW_CHECK(line != NULL);
    (void)json_dumpf(line, stdout, JSON_COMPACT);
    (void)putchar('\n');
    json_decref(line);
}

static int verify_file(const char *path, const char *key_path)
{
    dw_error error;
    dw_replay_key key;
    if (key_path != NULL &&
        dw_secret_file_load(key_path, key.bytes, sizeof key.bytes, &error) != DW_OK) {
        dw_error_prefix(&error, "--key");
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (dw_file_read(path, DW_REPLAY_FILE_BYTES_MAX, &bytes, &size, &error) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    dw_replay_report report = {0};
    const dw_status status =
        dw_replay_verify(bytes, size, key_path != NULL ? &key : NULL, &report, &error);
    free(bytes);
    if (status == DW_OK) {
        print_report(&report, true);
        return DW_EXIT_DONE;
    }
    dw_error_prefix(&error, path);
    if (status == DW_DENIED && key_path == NULL) {
        const size_t length = strlen(error.text);
        (void)snprintf(error.text + length, sizeof error.text - length,
                       ": give it with --key FILE");
    }
    if (status != DW_DIFFERS) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    print_report(&report, false);
    return dw_options_fail(program, DW_EXIT_CHECK_FAILED, error.text);
}

static int verify_main(int argc, char **argv)
{
    const char *key_path = NULL;
    const dw_option options[] = {
        {"key", DW_OPTION_TEXT, &key_path, "FILE",
         "replay.key of the server's state folder, for a round that a crash cut off", 0, 0, NULL},
    };
    const dw_command command = {
        .program = program,
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

int dw_lab_replay_main(int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[1], "verify") == 0) {
        return verify_main(argc - 1, argv + 1);
    }
    return dw_options_fail("duskwatch-lab replay", DW_EXIT_USAGE, "command missing: verify FILE");
}
