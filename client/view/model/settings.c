#include "client/view/model/settings.h"

#include "client/view/model/bindings_text.h"
#include "common/base/check.h"
#include "common/base/lines.h"
#include "common/base/parse.h"
#include "common/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { VALUE_MAX = 255, WORD_MAX = 31, SHOWN = 40 };

typedef struct number_row {
    const char *section, *name;
    size_t at;
    int32_t low, high, value;
} number_row;

static const number_row numbers[] = {
#define ROW(section, field, low, high, value)                                                      \
    {section, #field, offsetof(dw_settings, field), low, high, value},
    DW_SETTINGS_NUMBERS(ROW)
#undef ROW
};

typedef struct switch_row {
    const char *section, *name;
    size_t at;
    bool value;
} switch_row;

static const switch_row switches[] = {
#define ROW(section, field, value) {section, #field, offsetof(dw_settings, field), value},
    DW_SETTINGS_SWITCHES(ROW)
#undef ROW
};

typedef struct word_row {
    const char *section, *name;
    size_t at;
    const char *words[DW_PALETTE_COUNT];
} word_row;

static const word_row word_rows[] = {
#define ROW(section, field, ...) {section, #field, offsetof(dw_settings, field), {__VA_ARGS__}},
    DW_SETTINGS_WORDS(ROW)
#undef ROW
};

static int32_t *number_at(dw_settings *settings, size_t at)
{
    return (int32_t *)(void *)((char *)settings + at);
}

static bool *switch_at(dw_settings *settings, size_t at)
{
    return (bool *)((char *)settings + at);
}

dw_settings dw_settings_default(void)
{
    dw_settings settings = {.name = "", .bindings = dw_bindings_default()};
    for (size_t i = 0; i < DW_COUNT_OF(numbers); i++) {
        *number_at(&settings, numbers[i].at) = numbers[i].value;
    }
    for (size_t i = 0; i < DW_COUNT_OF(switches); i++) {
        *switch_at(&settings, switches[i].at) = switches[i].value;
    }
    return settings;
}

/* Places */

dw_status dw_place_parse(const char *text, dw_place *out, dw_error *error)
{
    const char *colon = strchr(text, ':');
    const size_t length = colon != NULL ? (size_t)(colon - text) : strlen(text);
    int64_t port = DW_PORT_DEFAULT;
    if (length == 0 || length > DW_PLACE_HOST_MAX || memchr(text, ' ', length) != NULL ||
        !dw_text_is_clean(text, length)) {
        return dw_fail(error, DW_INVALID, "\"%.80s\": not an address; write HOST or HOST:PORT",
                       text);
    }
    if (colon != NULL && dw_parse_int(colon + 1, 1, UINT16_MAX, &port) != DW_OK) {
        return dw_fail(error, DW_INVALID, "\"%.80s\": the port is a number from 1 to 65535", text);
    }
    *out = (dw_place){.port = (uint16_t)port};
    memcpy(out->host, text, length);
    return DW_OK;
}

void dw_place_text(const dw_place *place, char text[DW_PLACE_HOST_MAX + 8])
{
    (void)snprintf(text, DW_PLACE_HOST_MAX + 8, "%s:%u", place->host, (unsigned)place->port);
}

static bool is_same(const dw_place *a, const dw_place *b)
{
    return a->port == b->port && strcasecmp(a->host, b->host) == 0;
}

static uint32_t find_place(const dw_place *places, uint32_t count, const dw_place *place)
{
    uint32_t i = 0;
    while (i < count && !is_same(&places[i], place)) {
        i++;
    }
    return i;
}

void dw_settings_note_recent(dw_settings *settings, const dw_place *place)
{
    const dw_place newest = *place;
    uint32_t at = find_place(settings->recents, settings->recent_count, place);
    if (at == settings->recent_count) {
        if (at < DW_RECENTS_MAX) {
            settings->recent_count++;
        } else {
            at--; /* The oldest makes room. */
        }
    }
    memmove(&settings->recents[1], &settings->recents[0], at * sizeof settings->recents[0]);
    settings->recents[0] = newest;
}

bool dw_settings_is_favourite(const dw_settings *settings, const dw_place *place)
{
    return find_place(settings->favourites, settings->favourite_count, place) <
           settings->favourite_count;
}

dw_status dw_settings_toggle_favourite(dw_settings *settings, const dw_place *place)
{
    const uint32_t at = find_place(settings->favourites, settings->favourite_count, place);
    if (at < settings->favourite_count) {
        settings->favourite_count--;
        memmove(&settings->favourites[at], &settings->favourites[at + 1],
                (settings->favourite_count - at) * sizeof settings->favourites[0]);
        return DW_OK;
    }
    if (at == DW_FAVOURITES_MAX) {
        return DW_FULL;
    }
    settings->favourites[settings->favourite_count++] = *place;
    return DW_OK;
}

static uint32_t find_password(const dw_settings *settings, const dw_place *place)
{
    uint32_t i = 0;
    while (i < settings->password_count && !is_same(&settings->passwords[i].place, place)) {
        i++;
    }
    return i;
}

const char *dw_settings_password(const dw_settings *settings, const dw_place *place)
{
    const uint32_t at = find_password(settings, place);
    return at < settings->password_count ? settings->passwords[at].text : NULL;
}

static void remove_password(dw_settings *settings, uint32_t at)
{
    settings->password_count--;
    memmove(&settings->passwords[at], &settings->passwords[at + 1],
            (settings->password_count - at) * sizeof settings->passwords[0]);
    memset(&settings->passwords[settings->password_count], 0, sizeof settings->passwords[0]);
}

void dw_settings_keep_password(dw_settings *settings, const dw_place *place, const char *text)
{
    dw_kept_password kept = {.place = *place};
    const uint32_t at = find_password(settings, place);
    if (at < settings->password_count) {
        remove_password(settings, at);
    }
    if (text[0] == '\0' || dw_copy_text(kept.text, sizeof kept.text, text) != DW_OK) {
        return;
    }
    if (settings->password_count == DW_KEPT_PASSWORDS_MAX) {
        remove_password(settings, 0);
    }
    settings->passwords[settings->password_count++] = kept;
}

/* Writing */

typedef struct writer {
    char *text;
    size_t size;
    const char *section;
} writer;

static void put(writer *out, const char *format, ...) DW_PRINTF(2, 3);

static void put(writer *out, const char *format, ...)
{
    const size_t room = DW_SETTINGS_TEXT_MAX - out->size;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(out->text + out->size, room, format, arguments);
    va_end(arguments);
    DW_CHECK(length >= 0 && (size_t)length < room); /* All lists full: below the limit. */
    out->size += (size_t)length;
}

_Static_assert((DW_FAVOURITES_MAX + DW_RECENTS_MAX + DW_KEPT_PASSWORDS_MAX) *
                           (DW_PLACE_HOST_MAX + DW_PASSWORD_MAX + 32) +
                       2048 + 3 * DW_ACTION_COUNT * DW_BINDINGS_LINE <
                   DW_SETTINGS_TEXT_MAX,
               "any settings fit");

static void put_section(writer *out, const char *section)
{
    if (strcmp(out->section, section) != 0) {
        put(out, "\n[%s]\n", section);
        out->section = section;
    }
}

/* All settings of one section, whichever list they are in. */
static void put_fields(writer *out, const dw_settings *settings, const char *section)
{
    dw_settings copy = *settings;
    put_section(out, section);
    for (size_t i = 0; i < DW_COUNT_OF(numbers); i++) {
        if (strcmp(numbers[i].section, section) == 0) {
            put(out, "%s = %d\n", numbers[i].name, (int)*number_at(&copy, numbers[i].at));
        }
    }
    for (size_t i = 0; i < DW_COUNT_OF(switches); i++) {
        if (strcmp(switches[i].section, section) == 0) {
            put(out, "%s = %s\n", switches[i].name,
                *switch_at(&copy, switches[i].at) ? "on" : "off");
        }
    }
    for (size_t i = 0; i < DW_COUNT_OF(word_rows); i++) {
        if (strcmp(word_rows[i].section, section) == 0) {
            put(out, "%s = %s\n", word_rows[i].name,
                word_rows[i].words[*number_at(&copy, word_rows[i].at)]);
        }
    }
}

static void put_bindings(writer *out, const dw_bindings *bindings)
{
    char line[DW_BINDINGS_LINE];
    for (dw_device device = DW_DEVICE_KEY; device <= DW_DEVICE_PAD; device++) {
        for (dw_action action = DW_ACTION_NONE + 1; action < DW_ACTION_COUNT; action++) {
            if (dw_bindings_line(bindings, action, device, line)) {
                put_section(out, dw_bindings_section_name(device));
                put(out, "%s\n", line);
            }
        }
    }
}

size_t dw_settings_write(const dw_settings *settings, char text[DW_SETTINGS_TEXT_MAX])
{
    text[0] = '\0';
    writer out = {.text = text, .section = ""};
    put(&out, "# Settings of duskwatch, written by the program.\n");
    put_section(&out, "player");
    put(&out, "name = %s\n", settings->name);
    put(&out, "language = %s\n",
        settings->language > 0 ? dw_language_tag((dw_language)(settings->language - 1)) : "auto");
    put_fields(&out, settings, "window");
    put_fields(&out, settings, "sound");
    put_fields(&out, settings, "controls");
    put_bindings(&out, &settings->bindings);
    put_section(&out, "servers");
    for (uint32_t i = 0; i < settings->favourite_count; i++) {
        put(&out, "favourite = %s:%u\n", settings->favourites[i].host,
            (unsigned)settings->favourites[i].port);
    }
    for (uint32_t i = 0; i < settings->recent_count; i++) {
        put(&out, "recent = %s:%u\n", settings->recents[i].host,
            (unsigned)settings->recents[i].port);
    }
    for (uint32_t i = 0; i < settings->password_count; i++) {
        const dw_kept_password *kept = &settings->passwords[i];
        put(&out, "password = %s:%u %s\n", kept->place.host, (unsigned)kept->place.port,
            kept->text);
    }
    return out.size;
}

/* Reading */

static bool read_number(dw_settings *out, const char *section, const char *name, const char *value)
{
    int64_t number = 0;
    for (size_t i = 0; i < DW_COUNT_OF(numbers); i++) {
        if (strcmp(numbers[i].section, section) == 0 && strcmp(numbers[i].name, name) == 0 &&
            dw_parse_int(value, numbers[i].low, numbers[i].high, &number) == DW_OK) {
            *number_at(out, numbers[i].at) = (int32_t)number;
            return true;
        }
    }
    return false;
}

static bool read_switch(dw_settings *out, const char *section, const char *name, const char *value)
{
    const bool on = strcmp(value, "on") == 0;
    for (size_t i = 0; i < DW_COUNT_OF(switches); i++) {
        if (strcmp(switches[i].section, section) == 0 && strcmp(switches[i].name, name) == 0 &&
            (on || strcmp(value, "off") == 0)) {
            *switch_at(out, switches[i].at) = on;
            return true;
        }
    }
    return false;
}

static bool read_word(dw_settings *out, const char *section, const char *name, const char *value)
{
    for (size_t i = 0; i < DW_COUNT_OF(word_rows); i++) {
        for (int32_t word = 0; word < (int32_t)DW_COUNT_OF(word_rows[i].words); word++) {
            if (strcmp(word_rows[i].section, section) == 0 &&
                strcmp(word_rows[i].name, name) == 0 &&
                strcmp(word_rows[i].words[word], value) == 0) {
                *number_at(out, word_rows[i].at) = word;
                return true;
            }
        }
    }
    return false;
}

static bool read_place(dw_place *places, uint32_t *count, uint32_t max, const char *value)
{
    dw_place place;
    if (dw_place_parse(value, &place, NULL) != DW_OK || *count == max ||
        find_place(places, *count, &place) < *count) {
        return false;
    }
    places[(*count)++] = place;
    return true;
}

/* "HOST:PORT password"; the password may hold spaces. */
static bool read_password(dw_settings *out, char *value)
{
    dw_place place;
    char *space = strchr(value, ' ');
    if (space == NULL || out->password_count == DW_KEPT_PASSWORDS_MAX) {
        return false;
    }
    *space = '\0';
    if (dw_place_parse(value, &place, NULL) != DW_OK ||
        dw_password_check(space + 1, "password", NULL) != DW_OK ||
        dw_settings_password(out, &place) != NULL) {
        return false;
    }
    dw_settings_keep_password(out, &place, space + 1);
    return true;
}

/* "auto", or the tag of a language. */
static bool read_language(dw_settings *out, const char *value)
{
    out->language = 0;
    for (int i = 0; i < DW_LANGUAGE_COUNT; i++) {
        if (strcmp(value, dw_language_tag((dw_language)i)) == 0) {
            out->language = (uint8_t)(i + 1);
        }
    }
    return out->language > 0 || strcmp(value, "auto") == 0;
}

/* What is read so far. */
typedef struct reading {
    dw_settings *out;
    dw_bindings_reader keys;
    char section[WORD_MAX + 1];
    dw_error why; /* Of a line that is not valid; "": nothing to add. */
} reading;

static bool read_pair(reading *in, const char *name, char *value)
{
    dw_settings *out = in->out;
    const char *section = in->section;
    const dw_device device = dw_bindings_section(section);
    if (device != DW_DEVICE_NONE) {
        value[strcspn(value, "\t")] = '\0';
        for (size_t size = strlen(value); size > 0 && value[size - 1] == ' '; size--) {
            value[size - 1] = '\0';
        }
        return dw_bindings_read(&in->keys, device, name, value, &in->why) == DW_OK;
    }
    if (strcmp(section, "servers") == 0) {
        return strcmp(name, "favourite") == 0
                   ? read_place(out->favourites, &out->favourite_count, DW_FAVOURITES_MAX, value)
               : strcmp(name, "recent") == 0
                   ? read_place(out->recents, &out->recent_count, DW_RECENTS_MAX, value)
                   : strcmp(name, "password") == 0 && read_password(out, value);
    }
    if (strcmp(section, "player") == 0 && strcmp(name, "name") == 0) {
        const size_t size = strlen(value);
        const bool good =
            size == 0 || (size <= DW_PLAYER_NAME_MAX && dw_text_is_clean(value, size));
        return good && dw_copy_text(out->name, sizeof out->name, value) == DW_OK;
    }
    if (strcmp(section, "player") == 0 && strcmp(name, "language") == 0) {
        return read_language(out, value);
    }
    return read_number(out, section, name, value) || read_switch(out, section, name, value) ||
           read_word(out, section, name, value);
}

/* "[section]" or "name = value". */
static bool read_line(reading *in, dw_line line)
{
    char value[VALUE_MAX + 1];
    char name[WORD_MAX + 1];
    if (line.text[0] == '[') {
        if (line.size < 3 || line.size - 2 > WORD_MAX || line.text[line.size - 1] != ']') {
            return false;
        }
        memcpy(in->section, line.text + 1, line.size - 2);
        in->section[line.size - 2] = '\0';
        return true;
    }
    const char *equals = memchr(line.text, '=', line.size);
    if (equals == NULL) {
        return false;
    }
    /* A password may begin or end with a blank: one blank behind "=" and nothing else is ours. */
    const dw_line key = dw_line_trimmed((dw_line){line.text, (size_t)(equals - line.text)});
    const char *from = equals + 1 + (equals + 1 < line.text + line.size && equals[1] == ' ');
    size_t size = (size_t)(line.text + line.size - from);
    size -= size > 0 && from[size - 1] == '\r'; /* Of an editor of another system. */
    if (key.size > WORD_MAX || size > VALUE_MAX || memchr(line.text, '\0', line.size) != NULL) {
        return false;
    }
    memcpy(name, key.text, key.size);
    name[key.size] = '\0';
    memcpy(value, from, size);
    value[size] = '\0';
    return read_pair(in, name, value);
}

/* Tells of a line, in one line. Of a line with a password the value must not reach a log. */
static dw_status name_line(const reading *in, uint32_t number, dw_line line, dw_error *error)
{
    const char *equals = memchr(line.text, '=', line.size);
    char shown[SHOWN + 4];
    dw_line_show(dw_line_trimmed((dw_line){line.text, equals != NULL ? (size_t)(equals - line.text)
                                                                     : line.size}),
                 SHOWN, shown);
    return dw_fail(error, DW_INVALID, "line %u: \"%s\": %s", (unsigned)number, shown,
                   in->why.text[0] != '\0' ? in->why.text : "unknown, or its value is not valid");
}

dw_status dw_settings_read(dw_settings *out, const char *text, size_t size, dw_error *error)
{
    dw_status status = DW_OK;
    uint32_t number = 1;
    *out = dw_settings_default();
    reading in = {.out = out, .keys = {.bindings = out->bindings}};
    for (size_t at = 0; at < size; number++) {
        const dw_line line = dw_line_next(text, size, &at);
        const dw_line bare = dw_line_trimmed(line);
        in.why.text[0] = '\0';
        if (bare.size == 0 || bare.text[0] == '#' || read_line(&in, line)) {
            continue;
        }
        if (status == DW_OK) {
            status = name_line(&in, number, bare, error);
        }
    }
    dw_error lost = {""};
    if (dw_bindings_settle(&in.keys, &lost) != DW_OK && status == DW_OK) {
        status = dw_fail(error, DW_INVALID, "%s", lost.text);
    }
    out->bindings = in.keys.bindings;
    return status;
}
