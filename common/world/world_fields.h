/* world_fields.h - kinds of fields (common/base/fields.h) that many structs of the world have.
 * Owns nothing; the types stay where they are. */
#ifndef DW_WORLD_WORLD_FIELDS_H
#define DW_WORLD_WORLD_FIELDS_H

#include "common/base/fields.h"
#include "common/world/map.h"

typedef dw_vec dw_field_vec;
typedef dw_rect dw_field_rect;
typedef dw_door_set dw_field_door_set;

DW_DIGEST_INLINE void dw_digest_vec(dw_digest *digest, const dw_vec *value)
{
    dw_digest_bits(digest, (uint64_t)(uint32_t)value->x << 32 | (uint32_t)value->y, 64);
}

static inline void dw_save_vec(dw_state_writer *writer, const dw_vec *value)
{
    dw_state_put_i32(writer, value->x);
    dw_state_put_i32(writer, value->y);
}

static inline void dw_load_vec(dw_state_reader *reader, dw_vec *value)
{
    value->x = dw_state_take_i32(reader);
    value->y = dw_state_take_i32(reader);
}

#define DW_RECT_FIELDS(X, A, M)                                                                    \
    X(vec, min)                                                                                    \
    X(vec, max)
DW_FIELDS_STATE(static inline, rect, DW_RECT_FIELDS);

#define DW_DOOR_SET_FIELDS(X, A, M) A(u64, bits, DW_DOORS_MAX / 64, DW_DOORS_MAX / 64)
DW_FIELDS_STATE(static inline, door_set, DW_DOOR_SET_FIELDS);

#endif
