#include "server/lab/replay_command.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/platform/file.h"
#include "common/platform/options.h"
#include "server/session/replay_verify.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char program[] = "duskwatch-lab replay verify";

static void print_report(const dw_replay_report *report)
{
    char hash[DW_HASH_TEXT_SIZE];
    dw_hash_text(report->hash, hash);
    json_t *line = json_pack("{s:b, s:I, s:s, s:s, s:I}", "equal", report->differs_at == 0, "ticks",
                             (json_int_t)report->ticks, "outcome",
                             dw_outcome_word((dw_outcome)report->outcome), "hash", hash,
                             "differs_at", (json_int_t)report->differs_at);
    DW_CHECK(line != NULL);
    (void)json_dumpf(line, stdout, JSON_COMPACT);
    (void)putchar('\n');
    json_decref(line);
}

static int verify_main(int argc, char **argv)
{
    const dw_command command = {
        .program = program,
        .purpose =
            "Plays a recorded round again and compares every tick. Exit status 1: it differs.",
        .operands = "FILE",
        .operands_min = 1,
        .operands_max = 1,
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    dw_error error;
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (dw_file_read(argv[first], DW_REPLAY_FILE_BYTES_MAX, &bytes, &size, &error) != DW_OK) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    dw_replay_report report = {0};
    const dw_status status = dw_replay_verify(bytes, size, &report, &error);
    free(bytes);
    if (status == DW_OK) {
        print_report(&report);
        return DW_EXIT_DONE;
    }
    dw_error_prefix(&error, argv[first]);
    if (status != DW_DIFFERS) {
        return dw_options_fail(program, DW_EXIT_USAGE, error.text);
    }
    print_report(&report);
    return dw_options_fail(program, DW_EXIT_CHECK_FAILED, error.text);
}

int dw_lab_replay_main(int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[1], "verify") == 0) {
        return verify_main(argc - 1, argv + 1);
    }
    return dw_options_fail("duskwatch-lab replay", DW_EXIT_USAGE, "say what to do: verify FILE");
}
