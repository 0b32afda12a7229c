/* view_faces.h - for each room the sides of things that can be seen in it, made once with the map.
 * Owns: the sides of the solids that show in a room (solid_index.h, `view`), cut to the room and to
 * what no wall stands against, and the corners where they end. A side is seen from its front alone,
 * so that which end comes first as the angle grows is known beforehand, and of two sides that meet
 * at a corner one ends where the other begins: one event of a sweep instead of two. Read-only, any
 * number of threads. Private to common/world. */
#ifndef DW_WORLD_VIEW_FACES_H
#define DW_WORLD_VIEW_FACES_H

#include "common/world/map.h"

typedef struct dw_view_face {
    int32_t offset;    /* The x of an upright side, the y of a level one. */
    uint16_t from, to; /* Corners of the room, in growing angle. */
    uint16_t index;    /* Of the door, for leaves. */
    uint8_t kind;      /* dw_solid_kind */
    bool level;
    bool faces_up; /* It is seen from larger x, or y; else from smaller. */
} dw_view_face;

typedef struct dw_view_room_faces {
    const dw_view_face *faces; /* In the order of dw_solid_kind. */
    const dw_vec *corners;     /* At each at most one side begins and one ends. */
    uint32_t face_count, corner_count;
} dw_view_room_faces;

/* For a map whose index has `view` in place; `out` becomes one for each room. */
DW_MUST_USE dw_status dw_view_faces_build(const dw_view_room_faces **out, dw_arena *arena,
                                          const dw_map *map, const dw_solid_index *index);

#endif
