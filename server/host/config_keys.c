/* config_keys.c - the table of all settings, their defaults, and what must hold between them. */
#include "server/host/config_keys.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/password.h"
#include "server/host/brain_files.h"
#include "server/mind/brains/brains.h"

#include <arpa/inet.h>
#include <string.h>

static const char *const log_words[] = {"text", "json", NULL};
static const char *const switch_words[] = {"off", "on", NULL};
static const char *const spectator_words[] = {"off", "all", NULL};
static const char *const fleet_words[] = {"off", "agones", NULL};
static const char *const mind_words[] = {"delayed", "always", NULL};

#define AT(member) DW_CONFIG_AT(member)

const dw_config_key dw_config_keys[] = {
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
    {"server", "discovery", "discovery", NULL,
     "answer clients that look for servers in the local network", AT(discovery), DW_OPTION_CHOICE,
     0, 0, switch_words},
    {"server", "log", "log", NULL, "format of the log on standard error", AT(log), DW_OPTION_CHOICE,
     0, 0, log_words},
    {"server", "log_goals", "log-goals", NULL, "log a line each time a guard changes its goal",
     AT(log_goals), DW_OPTION_CHOICE, 0, 0, switch_words},
    {"server", "console", "console", NULL, "take commands on standard input; help lists them",
     AT(console), DW_OPTION_CHOICE, 0, 0, switch_words},
    {"server", "control", "control", NULL,
     "take commands from --attach, by a local socket in the state folder", AT(control),
     DW_OPTION_CHOICE, 0, 0, switch_words},
    {"server", "drain_s", "drain-s", "S",
     "seconds that SIGTERM waits for rounds to end, 0 = aborts them", AT(drain_s), DW_OPTION_INT, 0,
     DW_DRAIN_S_MAX, NULL},
    {"server", "away_s", "away-s", "S", "seconds after which idle players are sent away, 0 = never",
     AT(away_s), DW_OPTION_INT, 0, 86400, NULL},
    {"match", "lobby_s", "lobby-s", "S",
     "seconds that a lobby waits for players that are not ready, 0 = as the ruleset says",
     AT(lobby_s), DW_OPTION_INT, 0, 600, NULL},
    {"server", "metrics_port", "metrics-port", "N",
     "TCP port of /metrics (Prometheus), /healthz and /readyz, 0 = none", AT(metrics_port),
     DW_OPTION_INT, 0, 65535, NULL},
    {"server", "metrics_bind", "metrics-bind", "ADDR", "IPv4 address for metrics, * = all",
     AT(metrics_bind), DW_OPTION_TEXT, 0, 0, NULL},
    {"server", "fleet", "fleet", NULL, "agones: report to the sidecar of a GameServer", AT(fleet),
     DW_OPTION_CHOICE, 0, 0, fleet_words},
    {"server", "fleet_empty_s", "fleet-empty-s", "S",
     "seconds without clients after which an allocated server is ready again, 0 = never",
     AT(fleet_empty_s), DW_OPTION_INT, 0, 86400, NULL},
    {"server", "state", "state", "DIR",
     "folder for keys and bans that outlive the process, default: ~/.local/state/duskwatch",
     AT(state), DW_OPTION_TEXT, 0, 0, NULL},
    {"server", "results", "results", "FILE",
     "file of SQLite for what was played: on = in the state folder, off = nothing is kept",
     AT(results), DW_OPTION_TEXT, 0, 0, NULL},
    {"server", "results_keep_days", "results-keep-days", "N",
     "days after which results are deleted, 0 = never", AT(results_keep_days), DW_OPTION_INT, 0,
     36500, NULL},
    {"server", "results_keep", "results-keep", "N",
     "most rounds in the results, 0 = no limit; the oldest are deleted", AT(results_keep),
     DW_OPTION_INT, 0, 1000000000, NULL},
    {"match", "map", "map", "NAME-or-FILE", "map of all matches at start", AT(map), DW_OPTION_TEXT,
     0, 0, NULL},
    {"match", "mission", "mission", "NAME-or-FILE",
     "what intruders have to do at start (maps/missions), on its own map unless map says another; "
     "default: bring the objective out",
     AT(mission), DW_OPTION_TEXT, 0, 0, NULL},
    {"match", "maps", "maps", "LIST",
     "maps, or map/mission, that matches may change to, separated by commas; each match gets "
     "memory for the largest",
     AT(maps), DW_OPTION_TEXT, 0, 0, NULL},
    {"match", "rotation", "rotation", "LIST",
     "maps, or map/mission, that each match plays in turn, separated by commas", AT(rotation),
     DW_OPTION_TEXT, 0, 0, NULL},
    {"match", "rotation_rounds", "rotation-rounds", "N", "rounds on each map of the rotation",
     AT(rotation_rounds), DW_OPTION_INT, 1, 1000, NULL},
    {"match", "ruleset", "ruleset", "NAME-or-FILE", "ruleset", AT(ruleset), DW_OPTION_TEXT, 0, 0,
     NULL},
    {"match", "brain", "brain", "NAME-or-FILE", "brain of all guards; auto: as map and ruleset say",
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

const size_t dw_config_key_count = DW_COUNT_OF(dw_config_keys);
_Static_assert(DW_COUNT_OF(dw_config_keys) <= DW_CONFIG_KEYS_MAX, "readers have room for all");

void dw_config_set_text(char out[DW_CONFIG_TEXT_MAX], const char *text)
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
        .rotation_rounds = 1,
        .spectators_per_address = 2,
        .snapshot_hz = 20,
        .spectator_delay_s = 10,
        .away_s = 300,
        .fleet_empty_s = 60,
        .record_max_mb = 1024,
        .record_keep = 10000,
        .results_keep_days = 365,
        .results_keep = 1000000,
        .log = DW_LOG_TEXT,
        .seal = 1,
        .discovery = 1,
        .control = 1,
        .spectators = DW_SPECTATORS_ALL,
    };
    dw_config_set_text(config.name, "Welcome to Duskwatch.");
    dw_config_set_text(config.map, DW_CONFIG_MAP);
    dw_config_set_text(config.ruleset, "standard");
    dw_config_set_text(config.brain, DW_CONFIG_AUTO);
    dw_config_set_text(config.strategy, DW_CONFIG_AUTO);
    dw_config_set_text(config.bind, "0.0.0.0");
    dw_config_set_text(config.metrics_bind, "127.0.0.1");
    dw_config_set_text(config.exempt_text, "127.0.0.1");
    const dw_status status = read_exempt(&config, NULL);
    DW_CHECK(status == DW_OK);
    dw_config_set_text(config.seed_text, "random");
    dw_config_set_text(config.results, DW_CONFIG_OFF);
    return config;
}

bool dw_server_config_is_loopback(const char *address)
{
    struct in_addr number;
    return inet_pton(AF_INET, address, &number) == 1 && ntohl(number.s_addr) >> 24 == 127;
}

static dw_status check_address(const char *key, const char *text, dw_error *error)
{
    struct in_addr number;
    return strcmp(text, "*") == 0 || inet_pton(AF_INET, text, &number) == 1
               ? DW_OK
               : dw_fail(error, DW_INVALID, "%s = %.64s: not a numeric IPv4 address, and not *",
                         key, text);
}

/* Checks that take more than one key, or more than a range. */
dw_status dw_config_check(dw_server_config *config, dw_error *error)
{
    if (config->seal == 0 && (config->password[0] != '\0' || config->password_file[0] != '\0')) {
        return dw_fail(error, DW_INVALID,
                       "password: needs seal = on; without it anybody could read the password");
    }
    if (DW_TICKS_PER_SECOND % config->snapshot_hz != 0) {
        return dw_fail(error, DW_RANGE, "snapshot_hz %d: must divide 60 (10, 12, 15, 20, 30, 60)",
                       (int)config->snapshot_hz);
    }
    dw_status status = check_address("bind", config->bind, error);
    status = status == DW_OK ? check_address("metrics_bind", config->metrics_bind, error) : status;
    status = status == DW_OK ? read_exempt(config, error) : status;
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
    if (strcmp(config->results, "on") != 0 && strcmp(config->results, DW_CONFIG_OFF) != 0 &&
        strpbrk(config->results, "./") == NULL) { /* "yes" is not meant as the name of a file. */
        return dw_fail(error, DW_INVALID,
                       "results = %.64s: must be off, on or a file with a / or .", config->results);
    }
    if (strcmp(config->brain, DW_CONFIG_AUTO) != 0) {
        dw_brain_library library = {.count = 0};
        const dw_brain_kind *kind;
        status = dw_brain_files_find(&library, config->brain, &kind, error);
        dw_brain_library_clear(&library);
        if (status == DW_NOT_FOUND) {
            return dw_fail(error, status,
                           "brain = %.64s: unknown (known: auto, %s, files of maps/brains)",
                           config->brain, dw_brain_list());
        }
        if (status != DW_OK) {
            dw_error_prefix(error, "brain");
            return status;
        }
    }
    return DW_OK;
}

dw_status dw_config_set_value(dw_server_config *config, const dw_config_key *entry,
                              const char *text, dw_error *error)
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
