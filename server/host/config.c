#include "server/host/config.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/file.h"
#include "common/platform/password.h"
#include "server/mind/brains/brains.h"

#include <arpa/inet.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 256 * 1024, LINE_BYTES_MAX = 190 };

static const char *const log_words[] = {"text", "json", NULL};
static const char *const switch_words[] = {"off", "on", NULL};
static const char *const spectator_words[] = {"off", "all", NULL};
static const char *const mind_words[] = {"delayed", "always", NULL};

/* A key of the file; most can be given on the command line too. Secrets can't: other users of the
 * machine can read command lines. */
typedef struct key {
    const char *section, *name;
    const char *flag, *value, *help;
    size_t offset;
    dw_option_kind kind; /* TEXT: char[DW_CONFIG_TEXT_MAX] in the config. */
    double low, high;
    const char *const *choices;
} key;

#define AT(member) offsetof(dw_server_config, member)

static const key keys[] = {
    {"server", "name", "name", "TEXT", "chat line that greets each client", AT(name),
     DW_OPTION_TEXT, 0, 0, NULL},
    {"server", "bind", "bind", "ADDR", "IPv4 address to listen on, * = all", AT(bind),
     DW_OPTION_TEXT, 0, 0, NULL},
    {"server", "port", "port", "N", "UDP port, 0 = any free one", AT(port), DW_OPTION_INT, 0, 65535,
     NULL},
    {"server", "max_clients", "max-clients", "N",
     "most players, 0 = as many as the matches hold; a queue comes on top", AT(clients_max),
     DW_OPTION_INT, 0, DW_CLIENTS_MAX, NULL},
    {"server", "max_spectators", "max-spectators", "N",
     "most spectators beside the players, 0 = as many as the matches hold", AT(spectators_max),
     DW_OPTION_INT, 0, DW_CLIENTS_MAX, NULL},
    {"server", "spectators_per_address", "spectators-per-address", "N",
     "most spectators from one address", AT(spectators_per_address), DW_OPTION_INT, 1,
     DW_CLIENTS_MAX, NULL},
    {"server", "exempt_addresses", "exempt-addresses", "LIST",
     "IPv4 addresses free of limits by address, separated by commas, or none", AT(exempt_text),
     DW_OPTION_TEXT, 0, 0, NULL},
    {"server", "password", NULL, NULL, NULL, AT(password), DW_OPTION_TEXT, 0, 0, NULL},
    {"server", "password_file", "password-file", "FILE",
     "file with the password as its one line; or set " DW_PASSWORD_VARIABLE, AT(password_file),
     DW_OPTION_TEXT, 0, 0, NULL},
    {"server", "seal", "seal", NULL, "off: no encryption and no password", AT(seal),
     DW_OPTION_CHOICE, 0, 0, switch_words},
    {"server", "log", "log", NULL, "format of the log on standard error", AT(log), DW_OPTION_CHOICE,
     0, 0, log_words},
    {"server", "log_goals", "log-goals", NULL, "log a line each time a guard changes its goal",
     AT(log_goals), DW_OPTION_CHOICE, 0, 0, switch_words},
    {"server", "console", "console", NULL, "take commands on standard input; help lists them",
     AT(console), DW_OPTION_CHOICE, 0, 0, switch_words},
    {"server", "drain_s", "drain-s", "S",
     "seconds that SIGTERM waits for rounds to end, 0 = aborts them", AT(drain_s), DW_OPTION_INT, 0,
     86400, NULL},
    {"server", "away_s", "away-s", "S", "seconds after which idle players are sent away, 0 = never",
     AT(away_s), DW_OPTION_INT, 0, 86400, NULL},
    {"server", "metrics_port", "metrics-port", "N",
     "TCP port of /metrics (Prometheus) and /healthz, 0 = none", AT(metrics_port), DW_OPTION_INT, 0,
     65535, NULL},
    {"server", "metrics_bind", "metrics-bind", "ADDR", "IPv4 address for metrics, * = all",
     AT(metrics_bind), DW_OPTION_TEXT, 0, 0, NULL},
    {"server", "state", "state", "DIR",
     "folder for keys and bans that outlive the process, default: ~/.local/state/duskwatch",
     AT(state), DW_OPTION_TEXT, 0, 0, NULL},
    {"match", "map", "map", "NAME-or-FILE", "map of all matches at start", AT(map), DW_OPTION_TEXT,
     0, 0, NULL},
    {"match", "maps", "maps", "LIST",
     "maps that matches may change to, separated by commas; each match gets memory for the largest",
     AT(maps), DW_OPTION_TEXT, 0, 0, NULL},
    {"match", "ruleset", "ruleset", "NAME-or-FILE", "ruleset", AT(ruleset), DW_OPTION_TEXT, 0, 0,
     NULL},
    {"match", "brain", "brain", "NAME", "brain of all guards; auto: as map and ruleset say",
     AT(brain), DW_OPTION_TEXT, 0, 0, NULL},
    {"match", "strategy", "strategy", "NAME-or-FILE",
     "how guards work together; auto: as the ruleset says", AT(strategy), DW_OPTION_TEXT, 0, 0,
     NULL},
    {"match", "matches", "matches", "N", "number of matches in this process", AT(matches),
     DW_OPTION_INT, 1, DW_MATCHES_MAX, NULL},
    {"match", "seed", "seed", "N", "seed of all rounds, for tests: players could guess it",
     AT(seed_text), DW_OPTION_TEXT, 0, 0, NULL},
    {"match", "snapshot_hz", "snapshot-hz", "N", "snapshots a second, a divisor of 60",
     AT(snapshot_hz), DW_OPTION_INT, 1, 60, NULL},
    {"match", "spectators", "spectators", NULL, "whether people may watch", AT(spectators),
     DW_OPTION_CHOICE, 0, 0, spectator_words},
    {"match", "spectator_delay_s", "spectator-delay-s", "S",
     "seconds by which spectators see the match late", AT(spectator_delay_s), DW_OPTION_INT, 0, 600,
     NULL},
    {"match", "spectator_minds", "spectator-minds", NULL,
     "when spectators see guards' minds; delayed: 10 s late or more", AT(spectator_minds),
     DW_OPTION_CHOICE, 0, 0, mind_words},
    {"match", "record", "record", "DIR", "folder for a replay of each round", AT(record),
     DW_OPTION_TEXT, 0, 0, NULL},
    {"match", "record_max_mb", "record-max-mb", "N",
     "most MiB of replays, 0 = no limit; the oldest are deleted", AT(record_max_mb), DW_OPTION_INT,
     0, 1 << 30, NULL},
    {"match", "record_keep", "record-keep", "N",
     "most replays, 0 = no limit; the oldest are deleted", AT(record_keep), DW_OPTION_INT, 0,
     100000000, NULL},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

static void set_text(char out[DW_CONFIG_TEXT_MAX], const char *text)
{
    const dw_status status = dw_copy_text(out, DW_CONFIG_TEXT_MAX, text);
    DW_CHECK(status == DW_OK);
}

/* A list with commas, or `none`. */
static dw_status read_exempt(dw_server_config *config, dw_error *error)
{
    const char *at = config->exempt_text;
    config->exempt_count = 0;
    if (strcmp(at, "none") == 0) {
        return DW_OK;
    }
    for (bool more = true; more;) {
        char text[INET_ADDRSTRLEN] = "";
        struct in_addr address;
        at += strspn(at, " ");
        const size_t length = strcspn(at, ", ");
        if (length < sizeof text) {
            memcpy(text, at, length);
        }
        if (inet_pton(AF_INET, text, &address) != 1) {
            return dw_fail(error, DW_INVALID,
                           "exempt_addresses: %.*s: must be IPv4 addresses with a comma between "
                           "them, or none",
                           (int)(length < 40 ? length : 40), at);
        }
        if (config->exempt_count == DW_EXEMPT_MAX) {
            return dw_fail(error, DW_RANGE, "exempt_addresses: more than %d", (int)DW_EXEMPT_MAX);
        }
        config->exempt[config->exempt_count++] = address.s_addr;
        at += length;
        at += strspn(at, " ");
        more = *at == ',';
        at += more ? 1 : 0;
    }
    return *at == '\0'
               ? DW_OK
               : dw_fail(error, DW_INVALID, "exempt_addresses: %.40s: a comma is missing", at);
}

dw_server_config dw_server_config_default(void)
{
    dw_server_config config = {
        .port = DW_PORT_DEFAULT,
        .matches = 1,
        .spectators_per_address = 2,
        .snapshot_hz = 20,
        .spectator_delay_s = 10,
        .away_s = 300,
        .record_max_mb = 1024,
        .record_keep = 10000,
        .log = DW_LOG_TEXT,
        .seal = 1,
        .spectators = DW_SPECTATORS_ALL,
    };
    set_text(config.name, "Welcome to Duskwatch.");
    set_text(config.map, "reference");
    set_text(config.ruleset, "standard");
    set_text(config.brain, DW_CONFIG_AUTO);
    set_text(config.strategy, DW_CONFIG_AUTO);
    set_text(config.bind, "0.0.0.0");
    set_text(config.metrics_bind, "127.0.0.1");
    set_text(config.exempt_text, "127.0.0.1");
    const dw_status status = read_exempt(&config, NULL);
    DW_CHECK(status == DW_OK);
    set_text(config.seed_text, "random");
    return config;
}

bool dw_server_config_is_loopback(const char *address)
{
    struct in_addr number;
    return inet_pton(AF_INET, address, &number) == 1 && ntohl(number.s_addr) >> 24 == 127;
}

/* Checks that take more than one key, or more than a range. */
static dw_status check(dw_server_config *config, dw_error *error)
{
    if (config->seal == 0 && config->password[0] != '\0') {
        return dw_fail(error, DW_INVALID,
                       "password: needs seal = on; without it anybody could read the password");
    }
    if (DW_TICKS_PER_SECOND % config->snapshot_hz != 0) {
        return dw_fail(error, DW_RANGE, "snapshot_hz %d: must divide 60 (10, 12, 15, 20, 30, 60)",
                       (int)config->snapshot_hz);
    }
    const dw_status status = read_exempt(config, error);
    if (status != DW_OK) {
        return status;
    }
    config->seed_given = strcmp(config->seed_text, "random") != 0;
    if (config->seed_given && dw_parse_u64(config->seed_text, &config->seed) != DW_OK) {
        return dw_fail(error, DW_INVALID, "seed %.40s: must be a number or random",
                       config->seed_text);
    }
    if (strlen(config->name) > DW_CHAT_MAX ||
        !dw_text_is_clean(config->name, strlen(config->name))) {
        return dw_fail(error, DW_INVALID, "name: must be 1 to %d bytes of plain text", DW_CHAT_MAX);
    }
    if (config->password[0] != '\0' && config->password_file[0] != '\0') {
        return dw_fail(error, DW_INVALID, "password, password_file: give only one of them");
    }
    if (strcmp(config->brain, DW_CONFIG_AUTO) != 0 && dw_brain_find(config->brain) == NULL) {
        return dw_fail(error, DW_NOT_FOUND, "brain = %.64s: unknown (known: auto, %s)",
                       config->brain, dw_brain_list());
    }
    return DW_OK;
}

static dw_status set_value(dw_server_config *config, const key *entry, const char *text,
                           dw_error *error)
{
    void *out = (char *)config + entry->offset;
    dw_status status = DW_OK;
    if (entry->offset == AT(password) &&
        (status = dw_password_check(text, entry->name, error)) != DW_OK) {
        return status;
    }
    if (entry->offset == AT(password_file) && text[0] == '\0') {
        return dw_fail(error, DW_INVALID, "%s: empty; leave it out for a server without a password",
                       entry->name);
    }
    switch (entry->kind) {
    case DW_OPTION_TEXT:
        status = dw_copy_text(out, DW_CONFIG_TEXT_MAX, text);
        return status == DW_OK ? DW_OK : dw_fail(error, status, "%s: too long", entry->name);
    case DW_OPTION_INT:
        status = dw_parse_int(text, (int64_t)entry->low, (int64_t)entry->high, out);
        return status == DW_OK ? DW_OK
                               : dw_fail(error, status, "%s = %.40s: must be %.0f to %.0f",
                                         entry->name, text, entry->low, entry->high);
    case DW_OPTION_CHOICE:
        for (int i = 0; entry->choices[i] != NULL; i++) {
            if (strcmp(entry->choices[i], text) == 0) {
                *(int *)out = i;
                return DW_OK;
            }
        }
        return dw_fail(error, DW_INVALID, "%s = %.40s: must be %s or %s", entry->name, text,
                       entry->choices[0], entry->choices[1]);
    case DW_OPTION_TEXTS:
    case DW_OPTION_U64:
    case DW_OPTION_DECIMAL:
    case DW_OPTION_SWITCH:
        break;
    }
    DW_CHECK(false); /* No key is of another kind. */
    return DW_INVALID;
}

typedef struct file_reader {
    dw_server_config *config;
    bool given[KEYS];
    bool failed;
    dw_error *error; /* Of the first mistake. */
} file_reader;

static dw_status take_pair(file_reader *reader, const char *section, const char *name,
                           const char *value)
{
    bool section_known = false;
    for (size_t i = 0; i < KEYS; i++) {
        const bool here = strcmp(keys[i].section, section) == 0;
        section_known = section_known || here;
        if (!here || strcmp(keys[i].name, name) != 0) {
            continue;
        }
        if (reader->given[i]) {
            return dw_fail(reader->error, DW_INVALID, "%.40s: given twice", name);
        }
        reader->given[i] = true;
        return set_value(reader->config, &keys[i], value, reader->error);
    }
    return section_known
               ? dw_fail(reader->error, DW_NOT_FOUND, "%.40s: no such key in [%s]", name, section)
               : dw_fail(reader->error, DW_NOT_FOUND, "[%.40s]: no such section", section);
}

static int on_pair(void *user, const char *section, const char *name, const char *value)
{
    file_reader *reader = user;
    if (reader->failed) {
        return 1; /* Report the first mistake, not the last. */
    }
    reader->failed = take_pair(reader, section, name, value) != DW_OK;
    return reader->failed ? 0 : 1;
}

/* inih takes a semicolon behind a blank as the start of a comment, which would cut the value. */
static dw_status check_semicolon(const char *at, size_t length, dw_error *error)
{
    size_t name_size = 0;
    while (name_size < length && at[name_size] != '=' && at[name_size] != ':') {
        name_size++;
    }
    for (size_t i = 0; i < KEYS && name_size < length; i++) {
        const size_t size = strlen(keys[i].name);
        if (keys[i].kind != DW_OPTION_TEXT || strncmp(at, keys[i].name, size) != 0 ||
            strspn(at + size, " \t") != name_size - size) {
            continue;
        }
        for (size_t k = name_size + 1; k + 1 < length; k++) {
            if (strchr(" \t\v\f\r", at[k]) != NULL && at[k + 1] == ';') {
                return dw_fail(error, DW_INVALID,
                               "%s: \" ;\" would begin a comment and cut the value; write comments "
                               "in lines of their own",
                               keys[i].name);
            }
        }
    }
    return DW_OK;
}

/* inih cuts long lines and reads the rest as another line, and it never reports a section without
 * keys. Both would go unnoticed. */
static dw_status check_lines(const char *file_name, const char *bytes, dw_error *error)
{
    size_t line = 1;
    for (const char *at = bytes; *at != '\0'; line++) {
        const size_t length = strcspn(at, "\n");
        if (length > LINE_BYTES_MAX) {
            return dw_fail(error, DW_RANGE, "%s:%zu: longer than %d bytes", file_name, line,
                           (int)LINE_BYTES_MAX);
        }
        dw_error what = {""};
        if (check_semicolon(at + strspn(at, " \t"), length - strspn(at, " \t"), &what) != DW_OK) {
            return dw_fail(error, DW_INVALID, "%s:%zu: %s", file_name, line, what.text);
        }
        if (at[0] == '[') {
            bool known = false;
            for (size_t i = 0; i < KEYS; i++) {
                const size_t size = strlen(keys[i].section);
                known =
                    known || (strncmp(at + 1, keys[i].section, size) == 0 && at[1 + size] == ']');
            }
            if (!known) {
                return dw_fail(error, DW_NOT_FOUND, "%s:%zu: %.*s: no such section", file_name,
                               line, (int)(length < 40 ? length : 40), at);
            }
        }
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    return DW_OK;
}

dw_status dw_server_config_read(dw_server_config *config, const char *file_name, const char *bytes,
                                dw_error *error)
{
    dw_status status = check_lines(file_name, bytes, error);
    if (status != DW_OK) {
        return status;
    }
    dw_error what = {""};
    file_reader reader = {.config = config, .error = &what};
    const int line = ini_parse_string(bytes, on_pair, &reader);
    if (line != 0) {
        return dw_fail(error, DW_INVALID, "%s:%d: %s", file_name, line,
                       reader.failed ? what.text : "not a line of the form key = value");
    }
    status = check(config, &what);
    return status == DW_OK ? DW_OK : dw_fail(error, status, "%s: %s", file_name, what.text);
}

/* Flags are parsed into a buffer of their own first; texts then go through the same checks as those
 * of a file. */
typedef struct flag_values {
    const char *texts[KEYS];
    const char *file;
} flag_values;

static size_t build_options(dw_server_config *config, flag_values *values, dw_option *options)
{
    size_t count = 0;
    options[count++] = (dw_option){.name = "config",
                                   .kind = DW_OPTION_TEXT,
                                   .out = &values->file,
                                   .value = "FILE",
                                   .help = "settings; flags go over them"};
    for (size_t i = 0; i < KEYS; i++) {
        if (keys[i].flag == NULL) {
            continue;
        }
        void *place = (char *)config + keys[i].offset;
        dw_option *option = &options[count++];
        *option = (dw_option){.name = keys[i].flag,
                              .kind = keys[i].kind,
                              .out = place,
                              .value = keys[i].value,
                              .help = keys[i].help,
                              .low = keys[i].low,
                              .high = keys[i].high,
                              .choices = keys[i].choices};
        if (keys[i].kind == DW_OPTION_TEXT) {
            const char *text = place;
            values->texts[i] = text[0] != '\0' ? text : NULL;
            option->out = &values->texts[i];
        }
    }
    return count;
}

static dw_options_result parse_flags(dw_server_config *config, flag_values *values, int argc,
                                     char **argv)
{
    dw_option options[KEYS + 1];
    const size_t count = build_options(config, values, options);
    const dw_command command = {
        .program = "duskwatch-server",
        .purpose = "Hosts matches of Duskwatch. Prints \"ready port=N\" once it listens; SIGTERM "
                   "ends it.",
        .options = options,
        .option_count = count,
    };
    int operand = 0;
    return dw_options_parse(&command, argc, argv, &operand);
}

static dw_status read_file(dw_server_config *config, const char *path, dw_error *error)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_status status = dw_file_read(path, FILE_BYTES_MAX, &bytes, &size, error);
    if (status == DW_OK) {
        status = dw_server_config_read(config, path, (const char *)bytes, error);
    }
    free(bytes);
    return status;
}

/* After the file and before the flags: the environment overrides the file, and flags override
 * both. */
static dw_status take_environment(dw_server_config *config, const char *file, dw_error *error)
{
    dw_password password;
    const dw_status status = dw_password_read_environment(&password, error);
    if (status != DW_OK) {
        return status;
    }
    if (password.text[0] != '\0') {
        set_text(config->password, password.text);
        config->password_file[0] = '\0';
    } else if (config->password[0] != '\0' && file != NULL && dw_file_is_exposed(file)) {
        (void)snprintf(config->exposed_file, sizeof config->exposed_file, "%s", file);
    }
    return DW_OK;
}

static dw_status take_password_file(dw_server_config *config, dw_error *error)
{
    dw_password password;
    const dw_status status = dw_password_read_file(config->password_file, &password, error);
    if (status != DW_OK) {
        dw_error_prefix(error, "password_file");
        return status;
    }
    set_text(config->password, password.text);
    (void)snprintf(config->exposed_file, sizeof config->exposed_file, "%.*s",
                   (int)sizeof config->exposed_file - 1, password.exposed_file);
    return DW_OK;
}

dw_options_result dw_server_config_parse(dw_server_config *config, int argc, char **argv)
{
    /* Parsed twice: once to find the file, once to override what the file says. */
    dw_server_config scratch = *config;
    flag_values values = {{NULL}, NULL};
    dw_options_result result = parse_flags(&scratch, &values, argc, argv);
    if (result != DW_OPTIONS_RUN) {
        return result;
    }
    dw_error error = {""};
    dw_status status = DW_OK;
    if (values.file != NULL) {
        status = read_file(config, values.file, &error);
    }
    if (status == DW_OK) {
        status = take_environment(config, values.file, &error);
    }
    if (status == DW_OK) {
        result = parse_flags(config, &values, argc, argv);
        DW_CHECK(result == DW_OPTIONS_RUN);
        for (size_t i = 0; i < KEYS && status == DW_OK; i++) {
            const char *text = values.texts[i];
            if (text != NULL && text != (const char *)config + keys[i].offset) {
                status = set_value(config, &keys[i], text, &error);
                config->password[0] =
                    keys[i].offset == AT(password_file) ? '\0' : config->password[0];
            }
        }
    }
    if (status == DW_OK) {
        status = check(config, &error);
    }
    if (status == DW_OK && config->password_file[0] != '\0') {
        status = take_password_file(config, &error);
    }
    if (status != DW_OK) {
        (void)dw_options_fail("duskwatch-server", DW_EXIT_USAGE, error.text);
        return DW_OPTIONS_BAD;
    }
    return DW_OPTIONS_RUN;
}
