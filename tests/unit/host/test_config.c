/* Settings: what a file and flags may contain, and how everything else is refused. */
#include "common/platform/file.h"
#include "server/host/config.h"
#include "server/host/config_keys.h"
#include "server/host/log_gate.h"
#include "source_dir.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void a_file_sets_what_it_names(void **state)
{
    (void)state;
    dw_server_config config = dw_server_config_default();
    dw_error error = {""};
    const char *file = "; a comment\n"
                       "[server]\n"
                       "name = The Manor\n"
                       "port = 4000\n"
                       "password = night owl\n"
                       "log = json\n"
                       "metrics_port = 9127\n"
                       "metrics_bind = 10.0.0.4\n"
                       "fleet = agones\n"
                       "fleet_empty_s = 0\n"
                       "\n"
                       "[match]\n"
                       "map = museum\n"
                       "matches = 16\n"
                       "seed = 0x10\n"
                       "snapshot_hz = 30\n"
                       "spectators = off\n"
                       "spectator_minds = always\n"
                       "record_max_mb = 0\n"
                       "record_keep = 7\n";
    assert_int_equal(dw_server_config_read(&config, "a.ini", file, &error), DW_OK);
    assert_string_equal(config.name, "The Manor");
    assert_int_equal(config.port, 4000);
    assert_string_equal(config.password, "night owl");
    assert_int_equal(config.log, DW_LOG_JSON);
    assert_int_equal(config.metrics_port, 9127);
    assert_string_equal(config.metrics_bind, "10.0.0.4");
    assert_int_equal(config.fleet, DW_FLEET_AGONES);
    assert_int_equal(config.fleet_empty_s, 0);
    assert_string_equal(config.map, "museum");
    assert_int_equal(config.matches, 16);
    assert_true(config.seed_given && config.seed == 16);
    assert_int_equal(config.snapshot_hz, 30);
    assert_int_equal(config.spectators, DW_SPECTATORS_OFF);
    assert_int_equal(config.spectator_minds, DW_MINDS_ALWAYS);
    assert_int_equal(config.record_max_mb, 0);
    assert_int_equal(config.record_keep, 7);
    assert_string_equal(config.ruleset, "standard"); /* As it was. */
}

static dw_status read_number(const char *section, const char *name, int64_t number)
{
    char file[128];
    dw_server_config config = dw_server_config_default();
    dw_error error = {""};
    (void)snprintf(file, sizeof file, "[%s]\n%s = %lld\n", section, name, (long long)number);
    return dw_server_config_read(&config, "a.ini", file, &error);
}

static void each_number_has_its_range_and_takes_both_ends(void **state)
{
    (void)state;
    static const struct {
        const char *section, *name;
        int64_t low, high;
    } numbers[] = {
        {"server", "port", 0, 65535},
        {"server", "max_clients", 0, 4031},
        {"server", "max_spectators", 0, 4031},
        {"server", "spectators_per_address", 1, 4031},
        {"server", "drain_s", 0, 86400},
        {"server", "away_s", 0, 86400},
        {"server", "fleet_empty_s", 0, 86400},
        {"server", "metrics_port", 0, 65535},
        {"server", "results_keep_days", 0, 36500},
        {"server", "results_keep", 0, 1000000000},
        {"match", "lobby_s", 0, 600},
        {"match", "matches", 1, 999},
        {"match", "snapshot_hz", 1, 60},
        {"match", "spectator_delay_s", 0, 600},
        {"match", "record_max_mb", 0, 1073741824},
        {"match", "record_keep", 0, 100000000},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *section = numbers[i].section;
        const char *name = numbers[i].name;
        if (read_number(section, name, numbers[i].low) != DW_OK ||
            read_number(section, name, numbers[i].high) != DW_OK ||
            read_number(section, name, numbers[i].low - 1) == DW_OK ||
            read_number(section, name, numbers[i].high + 1) == DW_OK) {
            fail_msg("%s: the range is another one", name);
        }
    }
}

static void addresses_that_begin_with_127_are_reached_by_this_machine_alone(void **state)
{
    (void)state;
    assert_true(dw_server_config_is_loopback("127.0.0.1"));
    assert_true(dw_server_config_is_loopback("127.255.0.9"));
    assert_false(dw_server_config_is_loopback("126.255.255.255"));
    assert_false(dw_server_config_is_loopback("128.0.0.1"));
    assert_false(dw_server_config_is_loopback("0.0.0.0"));
    assert_false(dw_server_config_is_loopback("*"));
    assert_false(dw_server_config_is_loopback("127.0.0"));
}

static void the_sample_says_the_defaults(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(
        dw_file_read(DW_SOURCE_DIR "/deploy/duskwatch-server.ini", 1 << 20, &bytes, &size, NULL),
        DW_OK);
    dw_server_config config;
    memset(&config, 0, sizeof config);
    dw_error error = {""};
    assert_int_equal(dw_server_config_read(&config, "sample", (const char *)bytes, &error), DW_OK);
    const dw_server_config expected = dw_server_config_default();
    assert_string_equal(config.name, expected.name);
    assert_string_equal(config.bind, expected.bind);
    assert_string_equal(config.map, expected.map);
    assert_string_equal(config.ruleset, expected.ruleset);
    assert_string_equal(config.brain, expected.brain);
    assert_string_equal(config.seed_text, expected.seed_text);
    assert_int_equal(config.port, expected.port);
    assert_int_equal(config.matches, expected.matches);
    assert_int_equal(config.clients_max, expected.clients_max);
    assert_int_equal(config.spectators_max, expected.spectators_max);
    assert_int_equal(config.spectators_per_address, expected.spectators_per_address);
    assert_string_equal(config.exempt_text, expected.exempt_text);
    assert_int_equal(config.snapshot_hz, expected.snapshot_hz);
    assert_int_equal(config.spectators, expected.spectators);
    assert_int_equal(config.spectator_delay_s, expected.spectator_delay_s);
    assert_int_equal(config.spectator_minds, DW_MINDS_DELAYED);
    assert_int_equal(expected.spectator_minds, DW_MINDS_DELAYED);
    assert_int_equal(config.drain_s, expected.drain_s);
    assert_int_equal(config.fleet, DW_FLEET_OFF);
    assert_int_equal(config.fleet_empty_s, expected.fleet_empty_s);
    assert_int_equal(config.away_s, expected.away_s);
    assert_int_equal(config.metrics_port, expected.metrics_port);
    assert_string_equal(config.metrics_bind, expected.metrics_bind);
    assert_int_equal(config.log, expected.log);
    assert_int_equal(config.record_max_mb, expected.record_max_mb);
    assert_int_equal(config.record_keep, expected.record_keep);
    assert_string_equal(config.results, expected.results);
    assert_int_equal(config.results_keep_days, expected.results_keep_days);
    assert_int_equal(config.results_keep, expected.results_keep);
    assert_string_equal(config.record, "");
    assert_string_equal(config.state, "");
    free(bytes);
}

static void the_sample_names_every_setting(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(
        dw_file_read(DW_SOURCE_DIR "/deploy/duskwatch-server.ini", 1 << 20, &bytes, &size, NULL),
        DW_OK);
    for (size_t i = 0; i < dw_config_key_count; i++) {
        char set[80];
        char left_out[80];
        (void)snprintf(set, sizeof set, "\n%s = ", dw_config_keys[i].name);
        (void)snprintf(left_out, sizeof left_out, "\n;%s = ", dw_config_keys[i].name);
        if (strstr((const char *)bytes, set) == NULL &&
            strstr((const char *)bytes, left_out) == NULL) {
            fail_msg("the sample has no %s", dw_config_keys[i].name);
        }
    }
    free(bytes);
}

static void whatever_is_wrong_is_refused_with_file_and_line(void **state)
{
    (void)state;
    static const struct {
        const char *file, *where, *what;
    } cases[] = {
        {"[server]\nport = 70000\n", "a.ini:2: ", "0 to 65535"},
        {"[server]\nport = many\n", "a.ini:2: ", "port"},
        {"[server]\n\nprot = 1\n", "a.ini:3: ", "prot: no such key in [server]"},
        {"[sever]\nport = 1\n", "a.ini:1: ", "no such section"},
        {"[match]\nmatches = 1\n[extra]\n", "a.ini:3: ", "no such section"},
        {"port = 1\n", "a.ini:1: ", "no such section"},
        {"[server]\nport 1\n", "a.ini:2: ", "key = value"},
        {"[server]\nport = 1\nport = 2\n", "a.ini:3: ", "twice"},
        {"[server]\nmetrics_port = 65536\n", "a.ini:2: ", "0 to 65535"},
        {"[match]\nspectators = some\n", "a.ini:2: ", "off or all"},
        {"[match]\nmap = reference\nmatches = 0\n", "a.ini:3: ", "1 to 999"},
        {"[match]\nsnapshot_hz = 7\n", "a.ini: ", "divide 60"},
        {"[match]\nseed = soon\n", "a.ini: ", "number or random"},
        {"[match]\nbrain = genius\n", "a.ini: ", "brain = genius: unknown (known: auto, "},
        {"[server]\nname =\n", "a.ini: ", "name"},
        {"[server]\npassword =\n", "a.ini:2: password: ", "empty"},
        {"[server]\npassword_file =\n", "a.ini:2: password_file: ", "empty"},
        {"[server]\npassword = a\npassword_file = b\n", "a.ini: password", "give only one"},
        {"[server]\npassword = a\nseal = off\n", "a.ini: password", "needs seal = on"},
        {"[server]\npassword_file = b\nseal = off\n", "a.ini: password", "needs seal = on"},
        {"[server]\nresults = yes\n", "a.ini: results = yes: ", "off, on or a file"},
        {"[server]\npassword = night ; owl\n", "a.ini:2: password: ", "\" ;\""},
        {"[server]\npassword = ; owl\n", "a.ini:2: password: ", "\" ;\""},
        {"[server]\nport = 1\n  password:a\t;b\n", "a.ini:3: password: ", "\" ;\""},
        {"[server]\nname = Welcome ;-)\n", "a.ini:2: name: ", "\" ;\""},
        {"[match]\nmap =reference ; ours\n", "a.ini:2: map: ", "\" ;\""},
        {"[server]\npassword = "
         "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggg\n",
         "a.ini:2: password: ", "1 to 64 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        dw_server_config config = dw_server_config_default();
        dw_error error = {""};
        assert_int_not_equal(dw_server_config_read(&config, "a.ini", cases[i].file, &error), DW_OK);
        if (strncmp(error.text, cases[i].where, strlen(cases[i].where)) != 0 ||
            strstr(error.text, cases[i].what) == NULL) {
            fail_msg("case %zu says: %s", i, error.text);
        }
    }
}

static void addresses_without_limits_are_a_list_or_none(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    assert_int_equal(config.exempt_count, 1);
    assert_int_equal(config.exempt[0], htonl(UINT32_C(0x7f000001)));
    assert_int_equal(dw_server_config_read(&config, "a",
                                           "[server]\nexempt_addresses = 10.0.0.1, 127.0.0.2\n",
                                           &error),
                     DW_OK);
    assert_int_equal(config.exempt_count, 2);
    assert_int_equal(config.exempt[0], htonl(UINT32_C(0x0a000001)));
    assert_int_equal(config.exempt[1], htonl(UINT32_C(0x7f000002)));
    assert_int_equal(
        dw_server_config_read(&config, "a", "[server]\nexempt_addresses = none\n", &error), DW_OK);
    assert_int_equal(config.exempt_count, 0);
    static const char *const wrong[] = {"localhost",    "1.2.3",           "1.2.3.4.5", "1.2.3.4,",
                                        ",1.2.3.4",     "1.2.3.4 1.2.3.5", "::1",       "1.2.3.4/8",
                                        "none,1.2.3.4", "255.255.255.2555"};
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[128];
        (void)snprintf(text, sizeof text, "[server]\nexempt_addresses = %s\n", wrong[i]);
        assert_int_not_equal(dw_server_config_read(&config, "a", text, &error), DW_OK);
        assert_non_null(strstr(error.text, "a: exempt_addresses: "));
    }
    char many[256] = "[server]\nexempt_addresses = 1.1.1.1";
    for (uint32_t i = 0; i < DW_EXEMPT_MAX; i++) {
        (void)strcat(many, ",1.1.1.1");
    }
    (void)strcat(many, "\n");
    assert_int_equal(dw_server_config_read(&config, "a", many, &error), DW_RANGE);
}

static void a_line_that_the_reader_would_cut_is_refused(void **state)
{
    (void)state;
    char file[400] = "[server]\nname = ";
    memset(file + strlen(file), 'x', 250);
    dw_server_config config = dw_server_config_default();
    dw_error error = {""};
    assert_int_equal(dw_server_config_read(&config, "a.ini", file, &error), DW_RANGE);
    assert_memory_equal(error.text, "a.ini:2: ", 9);
}

static void flags_go_over_the_file(void **state)
{
    (void)state;
    char path[] = "duskwatch-config-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    assert_non_null(out);
    (void)fputs("[server]\nport = 4000\n[match]\nmap = museum\nmatches = 3\n", out);
    (void)fclose(out);
    char *arguments[] = {"duskwatch-server", "--matches", "5", "--config", path, "--map",
                         "training",         NULL};
    dw_server_config config = dw_server_config_default();
    assert_int_equal(dw_server_config_parse(&config, 7, arguments), DW_OPTIONS_RUN);
    assert_int_equal(config.port, 4000);
    assert_int_equal(config.matches, 5);
    assert_string_equal(config.map, "training");
    (void)remove(path);
}

static void a_semicolon_without_a_space_and_comments_of_numbers_stay(void **state)
{
    (void)state;
    dw_server_config config = dw_server_config_default();
    dw_error error = {""};
    const char *file = "[server]\npassword = night;owl\nport = 4000 ; ours\n; name = a ; b\n";
    assert_int_equal(dw_server_config_read(&config, "a.ini", file, &error), DW_OK);
    assert_string_equal(config.password, "night;owl");
    assert_int_equal(config.port, 4000);
}

typedef struct temporary {
    char path[32];
} temporary;

static temporary make_file(const char *text, mode_t mode)
{
    temporary made = {"duskwatch-config-XXXXXX"};
    const int file = mkstemp(made.path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    assert_int_equal(fchmod(file, mode), 0);
    assert_int_equal(close(file), 0);
    return made;
}

/* The password from that settings file, that variable and that password file; NULL = without. */
static dw_options_result choose(dw_server_config *config, const char *settings,
                                const char *variable, const char *password_file)
{
    char *arguments[6] = {"duskwatch-server"};
    int count = 1;
    if (settings != NULL) {
        arguments[count++] = "--config";
        arguments[count++] = (char *)settings;
    }
    if (password_file != NULL) {
        arguments[count++] = "--password-file";
        arguments[count++] = (char *)password_file;
    }
    assert_int_equal(variable != NULL ? setenv("DUSKWATCH_PASSWORD", variable, 1)
                                      : unsetenv("DUSKWATCH_PASSWORD"),
                     0);
    *config = dw_server_config_default();
    const dw_options_result result = dw_server_config_parse(config, count, arguments);
    assert_int_equal(unsetenv("DUSKWATCH_PASSWORD"), 0);
    return result;
}

static void the_password_comes_from_flag_variable_or_file_in_this_order(void **state)
{
    (void)state;
    const temporary settings = make_file("[server]\npassword = settings\n", 0600);
    const temporary secret = make_file("file of its own\n", 0600);
    char text[100];
    (void)snprintf(text, sizeof text, "[server]\npassword_file = %s\n", secret.path);
    const temporary by_key = make_file(text, 0644);
    dw_server_config config;
    assert_int_equal(choose(&config, NULL, NULL, NULL), DW_OPTIONS_RUN);
    assert_string_equal(config.password, "");
    assert_int_equal(choose(&config, settings.path, NULL, NULL), DW_OPTIONS_RUN);
    assert_string_equal(config.password, "settings");
    assert_int_equal(choose(&config, by_key.path, NULL, NULL), DW_OPTIONS_RUN);
    assert_string_equal(config.password, "file of its own");
    assert_string_equal(config.exposed_file, ""); /* The settings are fine, the password is not. */
    assert_int_equal(choose(&config, settings.path, "variable", NULL), DW_OPTIONS_RUN);
    assert_string_equal(config.password, "variable");
    assert_int_equal(choose(&config, by_key.path, "variable", NULL), DW_OPTIONS_RUN);
    assert_string_equal(config.password, "variable");
    assert_int_equal(choose(&config, settings.path, "variable", secret.path), DW_OPTIONS_RUN);
    assert_string_equal(config.password, "file of its own");
    assert_int_equal(choose(&config, NULL, "", NULL), DW_OPTIONS_BAD);
    assert_int_equal(choose(&config, NULL, NULL, "no-such-file"), DW_OPTIONS_BAD);
    (void)remove(settings.path);
    (void)remove(by_key.path);
    (void)remove(secret.path);
}

static void a_password_that_all_users_may_read_is_noticed(void **state)
{
    (void)state;
    const temporary settings = make_file("[server]\npassword = settings\n", 0644);
    const temporary without = make_file("[server]\nport = 1\n", 0644);
    const temporary secret = make_file("file of its own", 0604);
    const temporary group = make_file("file of its own", 0640);
    dw_server_config config;
    assert_int_equal(choose(&config, settings.path, NULL, NULL), DW_OPTIONS_RUN);
    assert_string_equal(config.exposed_file, settings.path);
    assert_int_equal(choose(&config, settings.path, NULL, secret.path), DW_OPTIONS_RUN);
    assert_string_equal(config.exposed_file, secret.path);
    assert_int_equal(choose(&config, without.path, NULL, group.path), DW_OPTIONS_RUN);
    assert_string_equal(config.exposed_file, "");
    assert_int_equal(choose(&config, without.path, "variable", NULL), DW_OPTIONS_RUN);
    assert_string_equal(config.exposed_file, "");
    (void)remove(settings.path);
    (void)remove(without.path);
    (void)remove(secret.path);
    (void)remove(group.path);
}

static uint32_t lines;

static void count_line(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    lines += strstr(line, "held_back") != NULL ? 1 : 0;
}

static void a_flood_of_log_lines_is_held_back_and_told(void **state)
{
    (void)state;
    dw_log_open(count_line, NULL, DW_LOG_TEXT, DW_LOG_DEBUG);
    dw_log_gate gate;
    dw_log_gate_init(&gate, 1000);
    uint32_t passed = 0;
    for (uint32_t i = 0; i < 10000; i++) {
        passed += dw_log_gate_pass(&gate, 1000) ? 1 : 0;
    }
    assert_int_equal(passed, DW_LOG_LINES_BURST);
    assert_int_equal(lines, 0);
    assert_true(dw_log_gate_pass(&gate, UINT64_C(1000) + 1000000000));
    assert_int_equal(lines, 1);
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_DEBUG);
}

static void a_flood_that_goes_on_is_told_of_once_a_second(void **state)
{
    (void)state;
    enum { SECONDS = 10, A_SECOND = 1000 };
    dw_log_open(count_line, NULL, DW_LOG_TEXT, DW_LOG_DEBUG);
    dw_log_gate gate;
    dw_log_gate_init(&gate, 0);
    lines = 0;
    uint32_t passed = 0;
    for (uint64_t i = 1; i <= SECONDS * A_SECOND; i++) {
        passed += dw_log_gate_pass(&gate, i * (UINT64_C(1000000000) / A_SECOND)) ? 1 : 0;
    }
    assert_in_range(passed, DW_LOG_LINES_BURST + DW_LOG_LINES_PER_SECOND * (SECONDS - 1),
                    DW_LOG_LINES_BURST + DW_LOG_LINES_PER_SECOND * SECONDS);
    assert_in_range(lines, SECONDS - 2, SECONDS);
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_DEBUG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_sets_what_it_names),
        cmocka_unit_test(each_number_has_its_range_and_takes_both_ends),
        cmocka_unit_test(addresses_that_begin_with_127_are_reached_by_this_machine_alone),
        cmocka_unit_test(the_sample_says_the_defaults),
        cmocka_unit_test(the_sample_names_every_setting),
        cmocka_unit_test(whatever_is_wrong_is_refused_with_file_and_line),
        cmocka_unit_test(addresses_without_limits_are_a_list_or_none),
        cmocka_unit_test(a_line_that_the_reader_would_cut_is_refused),
        cmocka_unit_test(flags_go_over_the_file),
        cmocka_unit_test(a_semicolon_without_a_space_and_comments_of_numbers_stay),
        cmocka_unit_test(the_password_comes_from_flag_variable_or_file_in_this_order),
        cmocka_unit_test(a_password_that_all_users_may_read_is_noticed),
        cmocka_unit_test(a_flood_of_log_lines_is_held_back_and_told),
        cmocka_unit_test(a_flood_that_goes_on_is_told_of_once_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
