#include "common/world/view_faces.h"

#include "common/world/solid_index.h"

enum {
    SIDES = 4,
    LOOK_BACK = 64 /* Corners that are tried for one to share: neighbours come close together. */
};

/* One room's faces as they are made; nothing is written while `faces` is NULL. */
typedef struct maker {
    const dw_solid *solids, *end; /* That show in the room. */
    dw_rect room;
    dw_view_face *faces;
    dw_vec *corners;
    uint8_t *roles; /* By corner: 1 a side begins there, 2 one ends. */
    uint32_t face_count, corner_count;
} maker;

/* A side of a solid: a stretch `low` .. `high` of a line. */
typedef struct side {
    int32_t offset, low, high;
    bool level, faces_up;
} side;

static side side_of(dw_rect r, uint32_t which)
{
    switch (which) {
    case 0:
        return (side){r.min.x, r.min.y, r.max.y, false, false};
    case 1:
        return (side){r.max.x, r.min.y, r.max.y, false, true};
    case 2:
        return (side){r.min.y, r.min.x, r.max.x, true, false};
    default:
        return (side){r.max.y, r.min.x, r.max.x, true, true};
    }
}

/* Walls that stand right in front of an end of the side hide it there. False: all of it. */
static bool trim(const maker *m, side *s)
{
    for (bool changed = true; changed && s->low < s->high;) {
        changed = false;
        for (const dw_solid *w = m->solids; w < m->end && w->kind == DW_SOLID_WALL; w++) {
            const dw_rect r = w->area;
            const int32_t near = s->level ? r.min.y : r.min.x;
            const int32_t far = s->level ? r.max.y : r.max.x;
            const int32_t low = s->level ? r.min.x : r.min.y;
            const int32_t high = s->level ? r.max.x : r.max.y;
            const bool in_front = s->faces_up ? near <= s->offset && far > s->offset
                                              : near < s->offset && far >= s->offset;
            if (in_front && low <= s->low && high > s->low) {
                s->low = high;
                changed = true;
            }
            if (in_front && high >= s->high && low < s->high) {
                s->high = low;
                changed = true;
            }
        }
    }
    return s->low < s->high;
}

static uint16_t corner_at(maker *m, dw_vec p, uint8_t role)
{
    for (uint32_t k = m->corner_count; k > 0 && m->corner_count - k < LOOK_BACK; k--) {
        if (dw_vec_equal(m->corners[k - 1], p) && (m->roles[k - 1] & role) == 0) {
            m->roles[k - 1] |= role;
            return (uint16_t)(k - 1);
        }
    }
    m->corners[m->corner_count] = p;
    m->roles[m->corner_count] = role;
    return (uint16_t)m->corner_count++;
}

/* The side as far as it lies in the room; counted alone while there is no place to write it to. */
static void add_side(maker *m, const dw_solid *solid, uint32_t which)
{
    side s = side_of(solid->area, which);
    const dw_rect room = m->room;
    const int32_t least = s.level ? room.min.y : room.min.x;
    const int32_t most = s.level ? room.max.y : room.max.x;
    const int32_t first = s.level ? room.min.x : room.min.y;
    const int32_t last = s.level ? room.max.x : room.max.y;
    s.low = s.low < first ? first : s.low;
    s.high = s.high > last ? last : s.high;
    /* What looks out of the room at its very edge is seen by way of the next one, if at all. */
    const bool looks_out = s.faces_up ? s.offset >= most : s.offset <= least;
    if (looks_out || s.offset < least || s.offset > most || s.low >= s.high || !trim(m, &s)) {
        return;
    }
    if (m->faces != NULL) {
        const dw_vec a = s.level ? (dw_vec){s.low, s.offset} : (dw_vec){s.offset, s.low};
        const dw_vec b = s.level ? (dw_vec){s.high, s.offset} : (dw_vec){s.offset, s.high};
        /* Angles grow clockwise on the screen: seen from the west top to bottom, from the north
         * east to west. */
        const bool upward = s.level == s.faces_up;
        m->faces[m->face_count] = (dw_view_face){.offset = s.offset,
                                                 .from = corner_at(m, upward ? a : b, 1),
                                                 .to = corner_at(m, upward ? b : a, 2),
                                                 .index = solid->index,
                                                 .kind = (uint8_t)solid->kind,
                                                 .level = s.level,
                                                 .faces_up = s.faces_up};
    }
    m->face_count++;
}

static void make_room(maker *m)
{
    m->face_count = 0;
    m->corner_count = 0;
    for (const dw_solid *solid = m->solids; solid < m->end; solid++) {
        for (uint32_t which = 0; which < SIDES; which++) {
            add_side(m, solid, which);
        }
    }
}

dw_status dw_view_faces_build(const dw_view_room_faces **out, dw_arena *arena, const dw_map *map,
                              const dw_solid_index *index)
{
    dw_view_room_faces *rooms = DW_ARENA_ARRAY(arena, dw_view_room_faces, map->room_count);
    if (rooms == NULL) {
        return DW_MEMORY;
    }
    for (uint16_t room = 0; room < map->room_count; room++) {
        maker m = {.solids = index->view + index->view_start[room],
                   .end = index->view + index->view_start[room + 1],
                   .room = map->rooms[room].area};
        make_room(&m);
        if (m.face_count == 0 || m.face_count > UINT16_MAX / 2) {
            continue; /* Without faces the solids themselves are asked (visibility.c). */
        }
        m.faces = DW_ARENA_ARRAY(arena, dw_view_face, m.face_count);
        m.corners = DW_ARENA_ARRAY(arena, dw_vec, 2 * (size_t)m.face_count);
        m.roles = DW_ARENA_ARRAY(arena, uint8_t, 2 * (size_t)m.face_count);
        if (m.faces == NULL || m.corners == NULL || m.roles == NULL) {
            return DW_MEMORY;
        }
        make_room(&m);
        rooms[room] = (dw_view_room_faces){m.faces, m.corners, m.face_count, m.corner_count};
    }
    *out = rooms;
    return DW_OK;
}
