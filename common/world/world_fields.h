/* world_fields.h - kinds of fields (fields.h) that stand in many structs of the world.
 * Owns nothing; the types stay where they are. */
#ifndef DW_WORLD_WORLD_FIELDS_H
#define DW_WORLD_WORLD_FIELDS_H

#include "common/base/fields.h"
#include "common/world/geometry.h"
#include "common/world/map.h"

#define DW_VEC_FIELDS(ONE, MANY)                                                                   \
    ONE(i32, x)                                                                                    \
    ONE(i32, y)
DW_FIELD_FUNCTIONS(vec, dw_vec, DW_VEC_FIELDS)

#define DW_RECT_FIELDS(ONE, MANY)                                                                  \
    ONE(vec, min)                                                                                  \
    ONE(vec, max)
DW_FIELD_FUNCTIONS(rect, dw_rect, DW_RECT_FIELDS)

#define DW_DOOR_SET_FIELDS(ONE, MANY) MANY(u64, bits, DW_COUNT_OF(value->bits))
DW_FIELD_FUNCTIONS(door_set, dw_door_set, DW_DOOR_SET_FIELDS)

#endif
