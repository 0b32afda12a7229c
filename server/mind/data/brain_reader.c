#include "server/mind/data/brain_reader.h"

#include "common/base/parse.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static size_t enter(dw_brain_reader *reader, const char *format, const char *member, size_t index)
{
    const size_t mark = strlen(reader->place);
    const size_t room = sizeof reader->place - mark;
    if (member != NULL) {
        (void)snprintf(reader->place + mark, room, format, mark > 0 ? "." : "", member);
    } else {
        (void)snprintf(reader->place + mark, room, "[%zu]", index);
    }
    return mark;
}

size_t dw_brain_enter(dw_brain_reader *reader, const char *member)
{
    return enter(reader, "%s%.40s",
                 dw_text_is_clean(member, strlen(member)) ? member : "(unprintable)", 0);
}

size_t dw_brain_enter_index(dw_brain_reader *reader, size_t index)
{
    return enter(reader, NULL, NULL, index);
}

void dw_brain_leave(dw_brain_reader *reader, size_t mark)
{
    reader->place[mark] = '\0';
}

dw_status dw_brain_refuse(dw_brain_reader *reader, const char *format, ...)
{
    char text[DW_ERROR_TEXT_MAX];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    (void)dw_fail(reader->error, DW_INVALID, "%s", text);
    if (reader->error != NULL && reader->place[0] != '\0') {
        dw_error_prefix(reader->error, reader->place);
    }
    return DW_INVALID;
}

void *dw_brain_take(dw_brain_reader *reader, size_t size)
{
    void *memory = dw_arena_take(reader->arena, size);
    if (memory == NULL) {
        (void)dw_brain_refuse(reader, "out of memory: the brain is too large");
    }
    return memory;
}

dw_status dw_brain_read_word(dw_brain_reader *reader, const json_t *value,
                             char out[DW_BRAIN_WORD_SIZE])
{
    const char *text = json_string_value(value);
    if (text == NULL || text[0] == '\0' || !dw_text_is_clean(text, strlen(text)) ||
        dw_copy_text(out, DW_BRAIN_WORD_SIZE, text) != DW_OK) {
        return dw_brain_refuse(reader, "must be a name of 1 to %d bytes", DW_BRAIN_WORD_SIZE - 1);
    }
    return DW_OK;
}

dw_status dw_brain_read_number(dw_brain_reader *reader, const json_t *value, int32_t low,
                               int32_t high, int32_t *out)
{
    const json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < low || number > high) {
        return dw_brain_refuse(reader, "must be a whole number of %" PRId32 " to %" PRId32, low,
                               high);
    }
    *out = (int32_t)number;
    return DW_OK;
}

dw_status dw_brain_member_number(dw_brain_reader *reader, const json_t *object, const char *member,
                                 int32_t low, int32_t high, int32_t *out)
{
    const json_t *value = json_object_get(object, member);
    if (value == NULL) {
        return DW_OK;
    }
    const size_t mark = dw_brain_enter(reader, member);
    const dw_status status = dw_brain_read_number(reader, value, low, high, out);
    dw_brain_leave(reader, mark);
    return status;
}

static bool is_known(const char *const *known, const char *key)
{
    while (*known != NULL && strcmp(*known, key) != 0) {
        known++;
    }
    return *known != NULL;
}

dw_status dw_brain_members(dw_brain_reader *reader, const json_t *object, const char *const *known)
{
    if (!json_is_object(object)) {
        return dw_brain_refuse(reader, "must be an object");
    }
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        if (!is_known(known, key)) {
            char list[200] = "";
            size_t length = 0;
            for (const char *const *one = known; *one != NULL && length < sizeof list; one++) {
                length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                           one == known ? "" : ", ", *one);
            }
            return dw_brain_refuse(reader, "unknown member \"%.40s\" (known: %s)",
                                   dw_text_is_clean(key, strlen(key)) ? key : "(unprintable)",
                                   list);
        }
    }
    return DW_OK;
}
