/* config.c - reads the settings from file, environment and flags. */
#include "server/host/config.h"

#include "common/base/check.h"
#include "common/platform/file.h"
#include "common/platform/password.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 256 * 1024, LINE_BYTES_MAX = 190 };

typedef struct file_reader {
    dw_server_config *config;
    bool given[DW_CONFIG_KEYS_MAX];
    bool failed;
    dw_error *error; /* Of the first mistake. */
} file_reader;

static dw_status take_pair(file_reader *reader, const char *section, const char *name,
                           const char *value)
{
    bool section_known = false;
    for (size_t i = 0; i < dw_config_key_count; i++) {
        const bool here = strcmp(dw_config_keys[i].section, section) == 0;
        section_known = section_known || here;
        if (!here || strcmp(dw_config_keys[i].name, name) != 0) {
            continue;
        }
        if (reader->given[i]) {
            return dw_fail(reader->error, DW_INVALID, "%.40s: given twice", name);
        }
        reader->given[i] = true;
        return dw_config_set_value(reader->config, &dw_config_keys[i], value, reader->error);
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
    for (size_t i = 0; i < dw_config_key_count && name_size < length; i++) {
        const size_t size = strlen(dw_config_keys[i].name);
        if (dw_config_keys[i].kind != DW_OPTION_TEXT ||
            strncmp(at, dw_config_keys[i].name, size) != 0 ||
            strspn(at + size, " \t") != name_size - size) {
            continue;
        }
        for (size_t k = name_size + 1; k + 1 < length; k++) {
            if (strchr(" \t\v\f\r", at[k]) != NULL && at[k + 1] == ';') {
                return dw_fail(error, DW_INVALID,
                               "%s: \" ;\" would begin a comment and cut the value; write comments "
                               "in lines of their own",
                               dw_config_keys[i].name);
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
            for (size_t i = 0; i < dw_config_key_count; i++) {
                const size_t size = strlen(dw_config_keys[i].section);
                known = known || (strncmp(at + 1, dw_config_keys[i].section, size) == 0 &&
                                  at[1 + size] == ']');
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
    status = dw_config_check(config, &what);
    return status == DW_OK ? DW_OK : dw_fail(error, status, "%s: %s", file_name, what.text);
}

/* Flags are parsed into a buffer of their own first; texts then go through the same checks as those
 * of a file. */
typedef struct flag_values {
    const char *texts[DW_CONFIG_KEYS_MAX];
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
    options[count++] = (dw_option){.name = "check-config",
                                   .kind = DW_OPTION_SWITCH,
                                   .out = &config->check_only,
                                   .help = "read all settings and files, say what is wrong, end"};
    options[count++] = (dw_option){.name = "attach",
                                   .kind = DW_OPTION_SWITCH,
                                   .out = &config->attach,
                                   .help = "take commands for the running server with this state "
                                           "folder and port"};
    options[count++] = (dw_option){.name = "load",
                                   .kind = DW_OPTION_TEXT,
                                   .out = &config->load,
                                   .value = "NAME",
                                   .help = "go on with what the command save has saved"};
    options[count++] = (dw_option){.name = "playback",
                                   .kind = DW_OPTION_TEXT,
                                   .out = &config->playback,
                                   .value = "FILE",
                                   .help = "play this recorded round to spectators, who steer it; "
                                           "map, rules and guards are those of the recording"};
    options[count++] = (dw_option){.name = "ghosts",
                                   .kind = DW_OPTION_SWITCH,
                                   .out = &config->ghosts,
                                   .help = "with --playback: spectators may see where its players "
                                           "were in earlier rounds that lie in the same folder"};
    for (size_t i = 0; i < dw_config_key_count; i++) {
        if (dw_config_keys[i].flag == NULL) {
            continue;
        }
        void *place = (char *)config + dw_config_keys[i].offset;
        dw_option *option = &options[count++];
        *option = (dw_option){.name = dw_config_keys[i].flag,
                              .kind = dw_config_keys[i].kind,
                              .out = place,
                              .value = dw_config_keys[i].value,
                              .help = dw_config_keys[i].help,
                              .low = dw_config_keys[i].low,
                              .high = dw_config_keys[i].high,
                              .choices = dw_config_keys[i].choices};
        if (dw_config_keys[i].kind == DW_OPTION_TEXT) {
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
    dw_option options[DW_CONFIG_KEYS_MAX + 6];
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
        dw_config_set_text(config->password, password.text);
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
    dw_config_set_text(config->password, password.text);
    (void)snprintf(config->exposed_file, sizeof config->exposed_file, "%.*s",
                   (int)sizeof config->exposed_file - 1, password.exposed_file);
    return DW_OK;
}

/* File, environment, flags. The flags have been parsed before, into `values`, to find the file. */
static dw_status read_all(dw_server_config *config, flag_values *values, int argc, char **argv,
                          dw_error *error)
{
    dw_status status = DW_OK;
    if (values->file != NULL) {
        status = read_file(config, values->file, error);
    }
    if (status == DW_OK) {
        status = take_environment(config, values->file, error);
    }
    if (status == DW_OK) {
        const dw_options_result result = parse_flags(config, values, argc, argv);
        DW_CHECK(result == DW_OPTIONS_RUN);
        for (size_t i = 0; i < dw_config_key_count && status == DW_OK; i++) {
            const char *text = values->texts[i];
            if (text != NULL && text != (const char *)config + dw_config_keys[i].offset) {
                status = dw_config_set_value(config, &dw_config_keys[i], text, error);
                config->password[0] = dw_config_keys[i].offset == DW_CONFIG_AT(password_file)
                                          ? '\0'
                                          : config->password[0];
            }
        }
    }
    if (status == DW_OK) {
        status = dw_config_check(config, error);
    }
    if (status == DW_OK && config->ghosts && config->playback == NULL) {
        status = dw_fail(error, DW_INVALID, "ghosts: only with --playback FILE");
    }
    if (status == DW_OK && config->password_file[0] != '\0') {
        status = take_password_file(config, error);
    }
    return status;
}

dw_options_result dw_server_config_parse(dw_server_config *config, int argc, char **argv)
{
    dw_server_config scratch = *config;
    flag_values values = {{NULL}, NULL};
    const dw_options_result result = parse_flags(&scratch, &values, argc, argv);
    if (result != DW_OPTIONS_RUN) {
        return result;
    }
    dw_error error = {""};
    if (read_all(config, &values, argc, argv, &error) != DW_OK) {
        (void)dw_options_fail("duskwatch-server", DW_EXIT_USAGE, error.text);
        return DW_OPTIONS_BAD;
    }
    config->argc = argc;
    config->argv = argv;
    return DW_OPTIONS_RUN;
}

dw_status dw_server_config_read_again(const dw_server_config *from, dw_server_config *fresh,
                                      dw_error *error)
{
    dw_server_config scratch = dw_server_config_default();
    flag_values values = {{NULL}, NULL};
    *fresh = dw_server_config_default();
    if (from->argc == 0) {
        return dw_fail(error, DW_NOT_FOUND, "there is no command line to read again");
    }
    const dw_options_result result = parse_flags(&scratch, &values, from->argc, from->argv);
    DW_CHECK(result == DW_OPTIONS_RUN); /* As at the start. */
    return read_all(fresh, &values, from->argc, from->argv, error);
}
