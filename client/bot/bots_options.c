#include "client/bot/bots_options.h"

#include "client/core/match_choice.h"
#include "common/base/check.h"
#include "common/base/parse.h"
#include "protocol/protocol.h"

#include <stdio.h>
#include <string.h>

#define PROGRAM "duskwatch-bots"

enum { POLICIES_MAX = 32, CLIENTS_MAX = 4095 };

dw_status dw_bots_parse_address(const char *text, char host[DW_BOTS_HOST_MAX], uint16_t *port,
                                dw_error *error)
{
    const char *colon = strrchr(text, ':');
    const size_t length = colon == NULL ? strlen(text) : (size_t)(colon - text);
    int64_t number = DW_PORT_DEFAULT;
    if (length == 0 || length >= DW_BOTS_HOST_MAX) {
        return dw_fail(error, DW_INVALID, "--connect %s: must be HOST or HOST:PORT", text);
    }
    if (colon != NULL && dw_parse_int(colon + 1, 1, 65535, &number) != DW_OK) {
        return dw_fail(error, DW_INVALID, "--connect %s: the port must be 1 to 65535", text);
    }
    memcpy(host, text, length);
    host[length] = '\0';
    *port = (uint16_t)number;
    return DW_OK;
}

typedef struct raw_flags {
    const char *connect, *match, *net, *name_prefix, *password, *password_file, *report;
    int64_t clients, join_rate, input_hz;
    double seconds, stay_s, spectate_share, max_rtt_p99_ms, min_snapshot_ratio;
    uint64_t seed;
    int policy, log, seal;
    bool live;
} raw_flags;

static dw_options_result read_flags(raw_flags *flags, int argc, char **argv)
{
    static const char *policy_names[POLICIES_MAX + 1];
    static const char *const log_names[] = {"text", "json", NULL};
    for (uint32_t i = 0; dw_policies[i] != NULL; i++) {
        DW_CHECK(i < POLICIES_MAX);
        policy_names[i] = dw_policies[i]->name;
    }
    static const char *const seal_names[] = {"off", "on", NULL};
    const dw_option options[] = {
        {"connect", DW_OPTION_TEXT, &flags->connect, "HOST[:PORT]", "the server", 0, 0, NULL},
        {"clients", DW_OPTION_INT, &flags->clients, "N", "how many bots", 1, CLIENTS_MAX, NULL},
        {"seconds", DW_OPTION_DECIMAL, &flags->seconds, "S",
         "how long to play after the last bot has started to join", 0, 1e7, NULL},
        {"stay-s", DW_OPTION_DECIMAL, &flags->stay_s, "S",
         "each bot leaves after some S seconds (half to one and a half) and joins again; 0: it "
         "stays",
         0, 1e6, NULL},
        {"policy", DW_OPTION_CHOICE, &flags->policy, "NAME", "how they play", 0, 0, policy_names},
        {"seed", DW_OPTION_U64, &flags->seed, "N", "seed of their choices and of network faults", 0,
         0, NULL},
        {"match", DW_OPTION_TEXT, &flags->match, "N-or-CODE",
         "the match to join, such as 2 or K7QD; without it any free one", 0, 0, NULL},
        {"join-rate", DW_OPTION_INT, &flags->join_rate, "N", "joins a second", 1, 100000, NULL},
        {"input-hz", DW_OPTION_INT, &flags->input_hz, "N", "input messages a second from each bot",
         1, 60, NULL},
        {"spectate-share", DW_OPTION_DECIMAL, &flags->spectate_share, "P",
         "share of the bots that only watch", 0, 1, NULL},
        {"name-prefix", DW_OPTION_TEXT, &flags->name_prefix, "TEXT",
         "the bots are named TEXT-0001, TEXT-0002, ...", 0, 0, NULL},
        {"password", DW_OPTION_TEXT, &flags->password, "TEXT",
         "the server's password; other users can read it in the process list", 0, 0, NULL},
        {"password-file", DW_OPTION_TEXT, &flags->password_file, "FILE",
         "file whose only line is the password; or set " DW_PASSWORD_VARIABLE, 0, 0, NULL},
        {"seal", DW_OPTION_CHOICE, &flags->seal, NULL,
         "off: connect unencrypted, for a server that does not seal", 0, 0, seal_names},
        {"net", DW_OPTION_TEXT, &flags->net, "FAULTS",
         "a bad network in each direction: delay_ms=..,jitter_ms=..,loss=..,duplicate=..,"
         "reorder=..,cut_at_s=..,cut_s=..",
         0, 0, NULL},
        {"report", DW_OPTION_TEXT, &flags->report, "FILE", "also write the report to this file", 0,
         0, NULL},
        {"max-rtt-p99-ms", DW_OPTION_DECIMAL, &flags->max_rtt_p99_ms, "X",
         "exit with 1 if the p99 round trip is above X ms; 0: no limit", 0, 1e6, NULL},
        {"min-snapshot-ratio", DW_OPTION_DECIMAL, &flags->min_snapshot_ratio, "Y",
         "exit with 1 if a smaller share of the snapshots arrives; 0: no limit", 0, 1, NULL},
        {"live", DW_OPTION_SWITCH, &flags->live, NULL,
         "show the match as a table in the terminal while it runs", 0, 0, NULL},
        {"log", DW_OPTION_CHOICE, &flags->log, "FORM", "form of the log on standard error", 0, 0,
         log_names},
    };
    const dw_command command = {.program = PROGRAM,
                                .purpose = "Plays with many bots on a server and measures it.",
                                .options = options,
                                .option_count = DW_COUNT_OF(options)};
    int first_operand = 0;
    return dw_options_parse(&command, argc, argv, &first_operand);
}

static dw_options_result bad(const char *text)
{
    (void)dw_options_fail(PROGRAM, DW_EXIT_USAGE, text);
    return DW_OPTIONS_BAD;
}

dw_options_result dw_bots_options_parse(dw_bots_options *out, int argc, char **argv)
{
    raw_flags flags = {.connect = "127.0.0.1",
                       .match = "",
                       .name_prefix = "bot",
                       .clients = 8,
                       .join_rate = 200,
                       .input_hz = 20,
                       .seconds = 10.0,
                       .policy = 1,
                       .seal = 1,
                       .seed = 1};
    const dw_options_result result = read_flags(&flags, argc, argv);
    if (result != DW_OPTIONS_RUN) {
        return result;
    }
    *out = (dw_bots_options){
        .clients = (uint32_t)flags.clients,
        .join_rate = (uint32_t)flags.join_rate,
        .seconds = flags.seconds,
        .stay_s = flags.stay_s,
        .policy = dw_policies[flags.policy],
        .seed = flags.seed,
        .input_hz = (uint32_t)flags.input_hz,
        .spectate_share = flags.spectate_share,
        .name_prefix = flags.name_prefix,
        .unsealed = flags.seal == 0,
        .has_faults = flags.net != NULL,
        .report_path = flags.report,
        .max_rtt_p99_ms = flags.max_rtt_p99_ms,
        .min_snapshot_ratio = flags.min_snapshot_ratio,
        .log_style = flags.log == 1 ? DW_LOG_JSON : DW_LOG_TEXT,
        .live = flags.live,
    };
    dw_error error = {""};
    if (dw_password_choose(flags.password, flags.password_file, &out->password, &error) != DW_OK) {
        return bad(error.text);
    }
    if (dw_bots_parse_address(flags.connect, out->host, &out->port, &error) != DW_OK) {
        return bad(error.text);
    }
    if (dw_match_choice_parse(flags.match, out->match, &error) != DW_OK) {
        dw_error_prefix(&error, "--match");
        return bad(error.text);
    }
    if (flags.net != NULL && dw_net_faults_parse(&out->faults, flags.net, &error) != DW_OK) {
        dw_error_prefix(&error, "--net");
        return bad(error.text);
    }
    const size_t prefix = strlen(flags.name_prefix);
    if (prefix > DW_BOTS_PREFIX_MAX || !dw_text_is_clean(flags.name_prefix, prefix)) {
        return bad("--name-prefix: must be 1 to 18 bytes of plain text");
    }
    return DW_OPTIONS_RUN;
}
