/* tiled_door.h - door_half objects of a Tiled file, and the doors that two of them make. Private to
 * common/world. */
#ifndef DW_WORLD_TILED_DOOR_H
#define DW_WORLD_TILED_DOOR_H

#include "common/world/tiled_object.h"

/* One object of class door_half, until its partner is found. */
typedef struct dw_tiled_half {
    dw_rect area;
    char door[DW_NAME_SIZE];
    json_int_t id;
    bool leaf, starts_open, sealed;
    const char *lock; /* NULL: none. */
} dw_tiled_half;

DW_MUST_USE dw_status dw_tiled_read_half(const dw_tiled_object *o, dw_tiled_half *half);

/* Makes a door of the halves that share its name: the first begins it behind the `count` doors that
 * there are (at most DW_DOORS_MAX), the second ends it. */
DW_MUST_USE dw_status dw_tiled_add_half(dw_door *doors, uint16_t *count, const dw_tiled_half *half,
                                        dw_error *error);

/* After the last half: each door has two, and one leaf. */
DW_MUST_USE dw_status dw_tiled_check_doors(const dw_door *doors, uint16_t count, dw_error *error);

#endif
