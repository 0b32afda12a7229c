/* tiled_object.h - one object, layer or map of a Tiled JSON file: its place, name and properties.
 * Every reader refuses what is not exactly right, and the error begins with what the object is
 * called. Knows nothing of what the classes mean. Outputs are written only on success. Private to
 * common/world. */
#ifndef DW_WORLD_TILED_OBJECT_H
#define DW_WORLD_TILED_OBJECT_H

#include "common/world/map.h"

#include <jansson.h>

enum { DW_TILED_PIXELS_MAX = DW_MAP_SIDE_MAX / DW_PIXEL_UNITS };

typedef struct dw_tiled_object {
    json_t *json;
    dw_error *error;
    const char *name; /* "" when it has none. */
    json_int_t id;
    char text[128]; /* What errors call it. */
} dw_tiled_object;

/* Writes "TEXT: what is wrong" and gives back `status`. */
dw_status dw_tiled_refuse(const dw_tiled_object *o, dw_status status, const char *format, ...)
    DW_PRINTF(3, 4);

/* Text from the file as it may stand in an error. */
const char *dw_tiled_shown(const char *text);

/* A rectangle with an inside, in units; a plain one, not rotated, in whole pixels. */
DW_MUST_USE dw_status dw_tiled_read_area(const dw_tiled_object *o, dw_rect *out);

/* A point, or the middle of a rectangle. */
DW_MUST_USE dw_status dw_tiled_read_place(const dw_tiled_object *o, dw_vec *out);

/* The name, which there must be, of at most DW_NAME_SIZE bytes with its zero. */
DW_MUST_USE dw_status dw_tiled_read_name(const dw_tiled_object *o, char *out);

/* Each property is one of the words of `known` (space between, "note" always), or `knows` it (NULL:
 * it knows none). */
DW_MUST_USE dw_status dw_tiled_check_properties(const dw_tiled_object *o, const char *known,
                                                bool (*knows)(const char *property));

/* The value of property `name`, or NULL. */
const json_t *dw_tiled_property(const dw_tiled_object *o, const char *name);

/* False when there is no such property. */
DW_MUST_USE dw_status dw_tiled_read_flag(const dw_tiled_object *o, const char *name, bool *out);

/* A whole number; left as it is when there is no such property. */
DW_MUST_USE dw_status dw_tiled_read_number(const dw_tiled_object *o, const char *name, int32_t low,
                                           int32_t high, int32_t *out);

/* NULL when there is no such property and it is not `required`. */
DW_MUST_USE dw_status dw_tiled_read_text(const dw_tiled_object *o, const char *name, bool required,
                                         const char **out);

/* The index of one of `count` words; 0 when there is no such property. */
DW_MUST_USE dw_status dw_tiled_read_choice(const dw_tiled_object *o, const char *name,
                                           int32_t count, const char *(*word)(int32_t),
                                           uint8_t *out);

#endif
