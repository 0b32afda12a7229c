/* kind_load.h - kinds and their fields out of JSON. Private to common/world: kind.h and ruleset.h
 * have what others call. */
#ifndef DW_WORLD_KIND_LOAD_H
#define DW_WORLD_KIND_LOAD_H

#include "common/world/kind.h"

#include <jansson.h>

/* A name for other parts of the program to look up, such as that of a brain: `what` in errors. */
DW_MUST_USE dw_status dw_json_read_name(char out[DW_NAME_SIZE], const char *key, const char *what,
                                        const json_t *value, dw_error *error);

/* Which fields a file gives. */
typedef struct dw_kind_field_set {
    bool has[DW_KIND_FIELD_COUNT];
} dw_kind_field_set;

/* The object of a file. `name` begins the error. The caller gives *root back to jansson. */
DW_MUST_USE dw_status dw_json_open(json_t **root, const char *name, const uint8_t *bytes,
                                   size_t size, dw_error *error);

/* One whole number in its range. The error calls the field `called`. */
DW_MUST_USE dw_status dw_tunable_read(const dw_tunable *field, void *owner, const char *called,
                                      const json_t *value, dw_error *error);

/* The fields that `json` names, over what `kind` holds; unknown ones are refused. Contradictions
 * are not: that is for dw_kind_check, when all sources have been read. */
DW_MUST_USE dw_status dw_kind_read(dw_kind *kind, dw_kind_field_set *given, json_t *json,
                                   dw_error *error);

#endif
