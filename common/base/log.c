/* log.c - one record a call, formatted on the stack; the sink alone does input and output. */
#include "common/base/log.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static struct {
    dw_log_sink *sink;
    void *context;
    dw_log_style style;
    dw_log_level lowest;
    void (*time_text)(char *text, size_t size);
    _Atomic uint64_t dropped;
} log_state;

static const char *const level_names[] = {"debug", "info", "warning", "error"};

typedef struct line_writer {
    char *text;
    size_t size;
    size_t length;
} line_writer;

static void put_char(line_writer *out, char c)
{
    if (out->length + 1 < out->size) {
        out->text[out->length++] = c;
        out->text[out->length] = '\0';
    }
}

static void put_text(line_writer *out, const char *text)
{
    while (*text != '\0') {
        put_char(out, *text++);
    }
}

static void put_json_char(line_writer *out, char c)
{
    if (c == '"' || c == '\\') {
        put_char(out, '\\');
        put_char(out, c);
    } else if ((unsigned char)c < 0x20 || c == 0x7f) {
        put_char(out, '?');
    } else {
        put_char(out, c);
    }
}

static bool is_number(const char *text, size_t length)
{
    size_t digits = 0;
    size_t points = 0;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (isdigit((unsigned char)c)) {
            digits++;
        } else if (c == '.') {
            points++;
        } else if (c != '-' || i != 0) {
            return false;
        }
    }
    const bool leading_zero = length > 1 && text[0] == '0' && text[1] != '.';
    return digits > 0 && points <= 1 && !leading_zero && text[length - 1] != '.' && text[0] != '.';
}

/* One `key=value` pair as a JSON member; gives back what follows it. */
static const char *put_pair(line_writer *out, const char *at)
{
    put_text(out, ",\"");
    while (*at != '\0' && *at != '=' && *at != ' ') {
        put_json_char(out, *at++);
    }
    put_text(out, "\":");
    if (*at == '=') {
        at++;
    }
    if (*at == '"') {
        at++;
        put_char(out, '"');
        while (*at != '\0' && *at != '"') {
            if (*at == '\\' && at[1] != '\0') {
                at++;
            }
            put_json_char(out, *at++);
        }
        put_char(out, '"');
        return *at == '"' ? at + 1 : at;
    }
    const size_t length = strcspn(at, " ");
    const bool bare = is_number(at, length);
    if (!bare) {
        put_char(out, '"');
    }
    for (size_t i = 0; i < length; i++) {
        put_json_char(out, at[i]);
    }
    if (!bare) {
        put_char(out, '"');
    }
    return at + length;
}

static void put_json(line_writer *out, const char *time, dw_log_level level, const char *event,
                     const char *fields)
{
    out->size -= 2; /* Keeps room for the closing brace of a line that was cut. */
    put_text(out, "{\"time\":\"");
    put_text(out, time);
    put_text(out, "\",\"level\":\"");
    put_text(out, level_names[level]);
    put_text(out, "\",\"event\":\"");
    put_text(out, event);
    put_char(out, '"');
    while (*fields != '\0') {
        fields = put_pair(out, fields);
        while (*fields == ' ') {
            fields++;
        }
    }
    out->size += 2;
    put_char(out, '}');
}

void dw_log_open(dw_log_sink *sink, void *context, dw_log_style style, dw_log_level lowest)
{
    log_state.sink = sink;
    log_state.context = context;
    log_state.style = style;
    log_state.lowest = lowest;
}

void dw_log_set_clock(void (*time_text)(char *text, size_t size))
{
    log_state.time_text = time_text;
}

dw_log_quoted dw_log_quote(const char *text)
{
    dw_log_quoted quoted;
    line_writer out = {quoted.text, sizeof quoted.text - 2,
                       0}; /* Room for an escape and a quote. */
    quoted.text[0] = '\0';
    put_char(&out, '"');
    for (; *text != '\0' && out.length + 2 < out.size; text++) {
        put_json_char(&out, *text);
    }
    out.size = sizeof quoted.text;
    put_char(&out, '"');
    return quoted;
}

uint64_t dw_log_dropped(void)
{
    return atomic_load_explicit(&log_state.dropped, memory_order_relaxed);
}

void dw_log_note_dropped(void)
{
    (void)atomic_fetch_add_explicit(&log_state.dropped, 1, memory_order_relaxed);
}

size_t dw_log_make_line(char line[DW_LOG_LINE_MAX], dw_log_style style, const char *time,
                        dw_log_level level, const char *event, const char *fields)
{
    line_writer out = {line, DW_LOG_LINE_MAX, 0};
    line[0] = '\0';
    if (style == DW_LOG_JSON) {
        put_json(&out, time, level, event, fields);
        return out.length;
    }
    (void)snprintf(line, DW_LOG_LINE_MAX, "%s%s%s %s%s%s", time, time[0] != '\0' ? " " : "",
                   level_names[level], event, fields[0] != '\0' ? " " : "", fields);
    char *c = line;
    for (; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f) {
            *c = '?';
        }
    }
    return (size_t)(c - line);
}

void dw_log(dw_log_level level, const char *event, const char *format, ...)
{
    if (log_state.sink == NULL || level < log_state.lowest) {
        return;
    }
    char time[40] = "";
    if (log_state.time_text != NULL) {
        log_state.time_text(time, sizeof time);
    }
    char fields[DW_LOG_LINE_MAX / 2];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(fields, sizeof fields, format, arguments);
    va_end(arguments);

    char line[DW_LOG_LINE_MAX];
    (void)dw_log_make_line(line, log_state.style, time, level, event, fields);
    log_state.sink(log_state.context, level, line);
}
