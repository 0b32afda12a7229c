#include "client/core/server_pins.h"

#include "common/base/check.h"
#include "common/base/lines.h"
#include "common/base/parse.h"
#include "protocol/seal/seal_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    PORT_DIGITS_MAX = 5,
    LINE_MAX_BYTES = DW_SERVER_PINS_HOST_MAX + 1 + PORT_DIGITS_MAX + 1 + DW_SEAL_KEY_DIGITS + 1,
    SHOWN_DIGITS = 16,
    QUOTE_MAX = 48
};

/* The file, whole. */
typedef struct pins {
    char *text; /* NULL: there is no file. */
    size_t size;
} pins;

/* The server to find, and the result. */
typedef struct search {
    const char *path;
    const char *host;
    size_t host_length;
    uint16_t port;
    uint32_t line; /* Number of its line; 0: not found. */
    uint8_t key[DW_SEAL_KEY_SIZE];
} search;

/* A parsed line. */
typedef struct row {
    const char *host;
    size_t host_length;
    uint16_t port;
    uint8_t key[DW_SEAL_KEY_SIZE];
} row;

static bool is_host(const char *host, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (host[i] == ' ') {
            return false;
        }
    }
    return length > 0 && length <= DW_SERVER_PINS_HOST_MAX && host[0] != '#' &&
           dw_text_is_clean(host, length);
}

static bool read_port(const char *text, size_t length, uint16_t *out)
{
    char digits[PORT_DIGITS_MAX + 1];
    int64_t port = 0;
    if (length == 0 || length > PORT_DIGITS_MAX) {
        return false;
    }
    memcpy(digits, text, length);
    digits[length] = '\0';
    if (dw_parse_int(digits, 1, UINT16_MAX, &port) != DW_OK) {
        return false;
    }
    *out = (uint16_t)port;
    return true;
}

/* `line` is "host:port key" without blanks at either end. */
static bool read_row(dw_line line, row *out)
{
    dw_line key = line;
    const dw_line address = dw_line_take_word(&key);
    size_t colon = address.size;
    while (colon > 0 && line.text[colon - 1] != ':') {
        colon--;
    }
    if (colon == 0) {
        return false;
    }
    out->host = line.text;
    out->host_length = colon - 1;
    return is_host(line.text, out->host_length) &&
           read_port(line.text + colon, address.size - colon, &out->port) &&
           dw_seal_key_read(key.text, key.size, out->key);
}

static dw_status bad_line(const search *s, uint32_t number, dw_line line, dw_error *error)
{
    char shown[QUOTE_MAX + 4];
    dw_line_show(line, QUOTE_MAX, shown);
    return dw_fail(error, DW_INVALID,
                   "%.200s: line %u: \"%s\" is not \"host:port key\" with a key of %d hexadecimal "
                   "digits; correct or delete the line",
                   s->path, (unsigned)number, shown, DW_SEAL_KEY_DIGITS);
}

static bool is_searched(const search *s, const row *r)
{
    return r->port == s->port && r->host_length == s->host_length &&
           strncasecmp(r->host, s->host, s->host_length) == 0;
}

static dw_status take_line(search *s, uint32_t number, dw_line line, dw_error *error)
{
    row r;
    if (line.size == 0 || line.text[0] == '#') {
        return DW_OK;
    }
    if (!read_row(line, &r)) {
        return bad_line(s, number, line, error);
    }
    if (!is_searched(s, &r)) {
        return DW_OK;
    }
    if (s->line != 0) { /* The order of two keys must not decide which one counts. */
        return dw_fail(error, DW_INVALID,
                       "%.200s: line %u: repeats the server of line %u; delete one of them",
                       s->path, (unsigned)number, (unsigned)s->line);
    }
    s->line = number;
    memcpy(s->key, r.key, sizeof s->key);
    return DW_OK;
}

static dw_status look_up(search *s, const pins *p, dw_error *error)
{
    uint32_t number = 1;
    for (size_t at = 0; at < p->size; number++) {
        const dw_line line = dw_line_trimmed(dw_line_next(p->text, p->size, &at));
        const dw_status status = take_line(s, number, line, error);
        if (status != DW_OK) {
            return status;
        }
    }
    return DW_OK;
}

static dw_status load(const char *path, pins *p, dw_error *error)
{
    uint8_t *bytes = NULL;
    *p = (pins){.text = NULL};
    const dw_status status = dw_file_read(path, DW_SERVER_PINS_BYTES_MAX, &bytes, &p->size, error);
    if (status == DW_NOT_FOUND) {
        return DW_OK;
    }
    p->text = (char *)bytes;
    return status;
}

static dw_status judge(const search *s, const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error)
{
    if (s->line == 0) {
        return dw_fail(error, DW_NOT_FOUND, "%.100s:%u is unknown", s->host, (unsigned)s->port);
    }
    if (memcmp(s->key, key, sizeof s->key) == 0) {
        return DW_OK;
    }
    char now[SHOWN_DIGITS + 1];
    char before[SHOWN_DIGITS + 1];
    dw_seal_key_text(key, SHOWN_DIGITS, now);
    dw_seal_key_text(s->key, SHOWN_DIGITS, before);
    return dw_fail(
        error, DW_DIFFERS,
        "%.100s:%u has a new identity key (%s... instead of %s...): ask its operator, and if the "
        "new key is right, delete line %u of %.120s",
        s->host, (unsigned)s->port, now, before, (unsigned)s->line, s->path);
}

/* Reads the file and finds the server; the caller frees p->text. */
static dw_status find(search *s, pins *p, const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error)
{
    *p = (pins){.text = NULL};
    if (!is_host(s->host, s->host_length) || s->port == 0) {
        return dw_fail(error, DW_INVALID,
                       "the server's address must be a name of at most %d bytes and a port",
                       DW_SERVER_PINS_HOST_MAX);
    }
    dw_status status = load(s->path, p, error);
    if (status == DW_OK) {
        status = look_up(s, p, error);
    }
    return status == DW_OK ? judge(s, key, error) : status;
}

dw_status dw_server_pins_path(char path[DW_PATH_MAX], dw_error *error)
{
    char folder[DW_PATH_MAX];
    const dw_status status = dw_file_config_folder(folder, error);
    if (status != DW_OK) {
        return status;
    }
    const int length = snprintf(path, DW_PATH_MAX, "%s/known_servers", folder);
    if (length < 0 || length >= DW_PATH_MAX) {
        return dw_fail(error, DW_RANGE, "%.200s: the path is too long", folder);
    }
    return DW_OK;
}

dw_status dw_server_pins_check(const char *path, const char *host, uint16_t port,
                               const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error)
{
    search s = {.path = path, .host = host, .host_length = strlen(host), .port = port};
    pins p;
    const dw_status status = find(&s, &p, key, error);
    free(p.text);
    return status;
}

static dw_status make_folder_of(const char *path, dw_error *error)
{
    char folder[DW_PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path) {
        return DW_OK;
    }
    const size_t length = (size_t)(slash - path);
    if (length >= sizeof folder) {
        return dw_fail(error, DW_RANGE, "%.200s: the path is too long", path);
    }
    memcpy(folder, path, length);
    folder[length] = '\0';
    return dw_file_make_folder(folder, error);
}

/* Writes the old bytes unchanged, and one line more. */
static dw_status write_with(const search *s, const pins *old, const uint8_t *key, dw_error *error)
{
    char digits[DW_SEAL_KEY_DIGITS + 1];
    char line[LINE_MAX_BYTES + 1];
    dw_seal_key_text(key, DW_SEAL_KEY_DIGITS, digits);
    const bool open_end = old->size > 0 && old->text[old->size - 1] != '\n';
    const int length =
        snprintf(line, sizeof line, "%s:%u %s\n", s->host, (unsigned)s->port, digits);
    const size_t size = old->size + (open_end ? 1 : 0) + (size_t)length;
    if (size > DW_SERVER_PINS_BYTES_MAX) {
        return dw_fail(error, DW_FULL, "%.200s: no room for another server; delete old lines",
                       s->path);
    }
    char *text = malloc(size);
    if (text == NULL) {
        return dw_fail(error, DW_MEMORY, "%.200s: out of memory", s->path);
    }
    if (old->size > 0) {
        memcpy(text, old->text, old->size);
    }
    if (open_end) {
        text[old->size] = '\n';
    }
    memcpy(text + size - (size_t)length, line, (size_t)length);
    dw_status status = make_folder_of(s->path, error);
    if (status == DW_OK) {
        status = dw_file_write_private(s->path, text, size, error);
    }
    free(text);
    return status;
}

dw_status dw_server_pins_add(const char *path, const char *host, uint16_t port,
                             const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error)
{
    search s = {.path = path, .host = host, .host_length = strlen(host), .port = port};
    pins p;
    dw_status status = find(&s, &p, key, error);
    if (status == DW_NOT_FOUND) {
        status = write_with(&s, &p, key, error);
        if (status == DW_OK && error != NULL) {
            error->text[0] = '\0'; /* An unknown server is expected here. */
        }
    }
    free(p.text);
    return status;
}

/* Writes the old bytes but for the digits of the key in the line of the server. Lines keep their
 * length: all keys have as many digits. */
static dw_status write_changed(const search *s, const pins *old, const uint8_t *key,
                               dw_error *error)
{
    char digits[DW_SEAL_KEY_DIGITS + 1];
    dw_seal_key_text(key, DW_SEAL_KEY_DIGITS, digits);
    dw_line line = {NULL, 0};
    uint32_t number = 0;
    for (size_t at = 0; number < s->line && at < old->size; number++) {
        line = dw_line_trimmed(dw_line_next(old->text, old->size, &at));
    }
    DW_CHECK(number == s->line && line.size > DW_SEAL_KEY_DIGITS);
    memcpy(old->text + (line.text + line.size - DW_SEAL_KEY_DIGITS - old->text), digits,
           DW_SEAL_KEY_DIGITS);
    return dw_file_write_private(s->path, old->text, old->size, error);
}

dw_status dw_server_pins_replace(const char *path, const char *host, uint16_t port,
                                 const uint8_t key[DW_SEAL_KEY_SIZE], dw_error *error)
{
    search s = {.path = path, .host = host, .host_length = strlen(host), .port = port};
    pins p;
    dw_error found = {""};
    dw_status status = find(&s, &p, key, &found);
    if (status == DW_DIFFERS) {
        status = write_changed(&s, &p, key, error);
    } else if (status == DW_NOT_FOUND) {
        status = write_with(&s, &p, key, error);
    } else if (status != DW_OK) {
        status = dw_fail(error, status, "%s", found.text);
    }
    free(p.text);
    return status;
}
