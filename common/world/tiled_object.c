/* tiled_object.c - one object of a Tiled file, field by field; errors name the object. */
#include "common/world/tiled_object.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

dw_status dw_tiled_refuse(const dw_tiled_object *o, dw_status status, const char *format, ...)
{
    char text[DW_ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    /* clang 14 loses sight of va_start when it follows a call from this file into here. */
    (void)vsnprintf(text, sizeof(text), format, arguments); /* NOLINT(clang-analyzer-valist*) */
    va_end(arguments);
    return dw_fail(o->error, status, "%s: %.200s", o->text, text);
}

/* Text from the file as it may stand in an error. */
const char *dw_tiled_shown(const char *text)
{
    DW_CHECK(text != NULL);
    const size_t length = strlen(text);
    return length < 64 && dw_text_is_clean(text, length) ? text : "(unprintable)";
}

/* A number that is whole, however it is written: 5 and 5.0. */
static bool read_whole(const json_t *json, int64_t *out)
{
    if (json_is_integer(json)) {
        *out = json_integer_value(json);
        return true;
    }
    const double value = json_real_value(json);
    if (!json_is_real(json) || !(value >= -1e9 && value <= 1e9) || floor(value) < value) {
        return false;
    }
    *out = (int64_t)value;
    return true;
}

static dw_status read_pixels(const dw_tiled_object *o, const char *key, int32_t *units)
{
    int64_t pixels = 0;
    if (!read_whole(json_object_get(o->json, key), &pixels)) {
        return dw_tiled_refuse(o, DW_INVALID, "%s is not a whole number of pixels", key);
    }
    if (pixels < 0 || pixels > DW_TILED_PIXELS_MAX) {
        return dw_tiled_refuse(o, DW_RANGE, "%s is %" PRId64 ", not in 0 .. %d pixels", key, pixels,
                               DW_TILED_PIXELS_MAX);
    }
    *units = (int32_t)pixels * DW_PIXEL_UNITS;
    return DW_OK;
}

static bool is_set(const dw_tiled_object *o, const char *key)
{
    return json_object_get(o->json, key) != NULL && !json_is_false(json_object_get(o->json, key));
}

static dw_status read_rect(const dw_tiled_object *o, dw_rect *out)
{
    static const char *const shapes[] = {"ellipse", "polygon",  "polyline", "text",
                                         "gid",     "template", "capsule"};
    for (size_t i = 0; i < DW_COUNT_OF(shapes); i++) {
        if (is_set(o, shapes[i])) {
            return dw_tiled_refuse(o, DW_INVALID, "it must be a plain rectangle, but has \"%s\"",
                                   shapes[i]);
        }
    }
    const json_t *rotation = json_object_get(o->json, "rotation");
    if (rotation != NULL && json_number_value(rotation) != 0.0) {
        return dw_tiled_refuse(o, DW_INVALID, "it is rotated; everything is axis-aligned");
    }
    dw_vec at, size;
    dw_status status;
    if ((status = read_pixels(o, "x", &at.x)) != DW_OK ||
        (status = read_pixels(o, "y", &at.y)) != DW_OK ||
        (status = read_pixels(o, "width", &size.x)) != DW_OK ||
        (status = read_pixels(o, "height", &size.y)) != DW_OK) {
        return status;
    }
    *out = (dw_rect){at, dw_vec_add(at, size)};
    return DW_OK;
}

/* A rectangle with an inside. */
dw_status dw_tiled_read_area(const dw_tiled_object *o, dw_rect *out)
{
    const dw_status status = read_rect(o, out);
    if (status == DW_OK && (out->min.x == out->max.x || out->min.y == out->max.y)) {
        return dw_tiled_refuse(o, DW_INVALID, "it is empty; draw a rectangle");
    }
    return status;
}

/* A point, or the middle of a rectangle. */
dw_status dw_tiled_read_place(const dw_tiled_object *o, dw_vec *out)
{
    dw_rect area;
    const dw_status status = read_rect(o, &area);
    if (status == DW_OK) {
        *out = dw_rect_centre(area);
    }
    return status;
}

/* The value of property `name`, or NULL. */
const json_t *dw_tiled_property(const dw_tiled_object *o, const char *name)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(o->json, "properties"), i, entry)
    {
        const char *key = json_string_value(json_object_get(entry, "name"));
        if (key != NULL && strcmp(key, name) == 0) {
            return json_object_get(entry, "value");
        }
    }
    return NULL;
}

dw_status dw_tiled_check_properties(const dw_tiled_object *o, const char *known,
                                    bool (*knows)(const char *property))
{
    const json_t *properties = json_object_get(o->json, "properties");
    if (properties != NULL && !json_is_array(properties)) {
        return dw_tiled_refuse(o, DW_INVALID, "properties is no list");
    }
    size_t i;
    json_t *entry;
    json_array_foreach(properties, i, entry)
    {
        const char *key = json_string_value(json_object_get(entry, "name"));
        if (key == NULL || json_object_get(entry, "value") == NULL) {
            return dw_tiled_refuse(o, DW_INVALID, "a property without name or value");
        }
        const size_t length = strlen(key);
        bool found = strcmp(key, "note") == 0;
        for (const char *at = known; !found && *at != 0;) {
            const size_t word = strcspn(at, " ");
            found = word == length && memcmp(at, key, length) == 0;
            at += word + (at[word] == ' ');
        }
        if (!found && (knows == NULL || !knows(key))) {
            return dw_tiled_refuse(o, DW_INVALID, "there is no property \"%s\"; known: %s%snote%s",
                                   dw_tiled_shown(key), known, known[0] == 0 ? "" : " ",
                                   knows != NULL ? ", and the fields of maps/KINDS.md" : "");
        }
    }
    return DW_OK;
}

dw_status dw_tiled_read_flag(const dw_tiled_object *o, const char *name, bool *out)
{
    const json_t *value = dw_tiled_property(o, name);
    if (value != NULL && !json_is_boolean(value)) {
        return dw_tiled_refuse(o, DW_INVALID, "property \"%s\" must be true or false", name);
    }
    *out = json_is_true(value);
    return DW_OK;
}

/* Left as it is when there is no such property. */
dw_status dw_tiled_read_number(const dw_tiled_object *o, const char *name, int32_t low,
                               int32_t high, int32_t *out)
{
    const json_t *value = dw_tiled_property(o, name);
    int64_t number = 0;
    if (value == NULL) {
        return DW_OK;
    }
    if (!read_whole(value, &number)) {
        return dw_tiled_refuse(o, DW_INVALID, "property \"%s\" must be a whole number", name);
    }
    if (number < low || number > high) {
        return dw_tiled_refuse(o, DW_RANGE, "property \"%s\" is %" PRId64 ", not in %d .. %d", name,
                               number, low, high);
    }
    *out = (int32_t)number;
    return DW_OK;
}

/* NULL when there is no such property and it is not `required`. */
dw_status dw_tiled_read_text(const dw_tiled_object *o, const char *name, bool required,
                             const char **out)
{
    const json_t *value = dw_tiled_property(o, name);
    if (value == NULL && required) {
        return dw_tiled_refuse(o, DW_INVALID, "property \"%s\" is missing", name);
    }
    if (value != NULL && !json_is_string(value)) {
        return dw_tiled_refuse(o, DW_INVALID, "property \"%s\" must be text", name);
    }
    *out = json_string_value(value);
    return DW_OK;
}

/* One of `count` words; the first when there is no such property. */
dw_status dw_tiled_read_choice(const dw_tiled_object *o, const char *name, int32_t count,
                               const char *(*word)(int32_t), uint8_t *out)
{
    const char *text = NULL;
    const dw_status status = dw_tiled_read_text(o, name, false, &text);
    if (status != DW_OK) {
        return status;
    }
    int32_t i = 0;
    while (text != NULL && i < count && strcmp(text, word(i)) != 0) {
        i++;
    }
    if (i == count) {
        return dw_tiled_refuse(o, DW_INVALID,
                               "property \"%s\" is \"%s\", which is not one of its words", name,
                               dw_tiled_shown(text));
    }
    *out = (uint8_t)i;
    return DW_OK;
}

dw_status dw_tiled_read_name(const dw_tiled_object *o, char *out)
{
    if (o->name[0] == 0) {
        return dw_tiled_refuse(o, DW_INVALID, "it has no name");
    }
    if (dw_copy_text(out, DW_NAME_SIZE, o->name) != DW_OK) {
        return dw_tiled_refuse(o, DW_RANGE, "its name has more than %d bytes", DW_NAME_SIZE - 1);
    }
    return DW_OK;
}
