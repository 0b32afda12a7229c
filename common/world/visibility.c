#include "common/base/check.h"
#include "common/world/sight.h"
#include "common/world/view_solids.h"

#include <string.h>

/* An angular sweep (Asano, "An efficient algorithm for finding the visibility polygon for a
 * polygonal region with holes", 1985) made simple by right angles: in any direction the nearest of
 * the upright faces is the one with the least |x|, the nearest of the level ones that with the
 * least |y|, so that between two events the outline is one upright face, one level face, or first
 * one and then the other. All in whole numbers, relative to the eye; only points that go out are
 * rounded. Solids may overlap. */

enum {
    FACES_MAX = 4096,  /* More in range, and the range is halved. */
    SECTOR_EVENTS = 2, /* Where the field of view begins and ends. */
    AXES = 5,          /* The four quarters begin, and the last ends. */
    EVENTS_MAX = 2 * FACES_MAX + AXES + SECTOR_EVENTS,
    EVENT_BITS = 16,     /* Low bits of a sort key: which event. */
    ANGLE_BITS = 33,     /* Of a pseudo-angle: up to 5 quarters of 1 << 30. */
    BUCKET_BITS_MIN = 8, /* Fewer that two events share: what is out of order cannot be foretold. */
    BUCKET_BITS_MAX = 12,
    BUCKETS_MAX = 1 << BUCKET_BITS_MAX,
    CORNERS_MET_MAX = 512, /* Of one room. */
    RANGE_MAX = DW_COORDINATE_MAX,
    NO_FACE = -1
};

_Static_assert(EVENTS_MAX <= 1 << EVENT_BITS, "an event's number fits its bits");

/* One side of a solid that looks at the eye. */
typedef struct face {
    int32_t offset;   /* The x of an upright face, the y of a level one, */
    int32_t distance; /* and without its sign. */
    bool level;
} face;

/* A direction in which faces begin or end as the angle grows, NO_FACE for none: a corner, mostly,
 * where one face of a solid ends and its other one begins. */
typedef struct corner {
    dw_vec d; /* From the eye; for most faces the corner itself. */
    int16_t ends, begins;
} corner;

enum { UPRIGHT, LEVEL, KINDS };

/* Where there is nothing else, the edge of the range is seen: faces without an event. */
enum { RANGE_EAST, RANGE_SOUTH, RANGE_WEST, RANGE_NORTH, RANGE_FACES };

typedef struct sweep {
    int32_t range;
    uint32_t face_count, corner_count, event_count;
    uint32_t solid_corners; /* The first corner of the solid that is being added. */
    uint32_t ahead_count;
    uint32_t active_count[KINDS];
    uint16_t active[KINDS][FACES_MAX];
    uint16_t ahead[FACES_MAX];     /* Faces that pass angle 0. */
    uint16_t slot[FACES_MAX];      /* Of a face in `active`. */
    uint16_t met[CORNERS_MET_MAX]; /* By corner of a room: its event, 0 for none yet. */
    face faces[FACES_MAX];
    dw_vec sector[SECTOR_EVENTS];
    corner corners[EVENTS_MAX];  /* The last ones are those of the sector. */
    uint64_t events[EVENTS_MAX]; /* Pseudo-angle << EVENT_BITS | corner. */
    uint64_t unsorted[EVENTS_MAX];
} sweep;

typedef struct nearest_pair {
    int32_t upright, level;
} nearest_pair;

/* What goes out. */
typedef struct outline {
    dw_vec eye;
    dw_vec *points;
    uint32_t count, most;
    uint32_t kept; /* Points before this one belong to another part and stay as they are. */
} outline;

static int32_t absolute(int32_t value)
{
    return value < 0 ? -value : value;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static dw_vec direction_of_event(const sweep *s, uint64_t event)
{
    return s->corners[event & ((1u << EVENT_BITS) - 1)].d;
}

/* Grows with the angle, though not strictly: equal ones are told apart by a cross product. An end
 * at angle 0 counts as a full turn. */
static uint64_t pseudo_angle(dw_vec d, bool is_end)
{
    uint64_t quarter, part;
    if (d.x > 0 && d.y >= 0) {
        quarter = d.y == 0 && is_end ? 4 : 0;
        part = (uint64_t)d.y;
    } else if (d.y > 0) {
        quarter = 1;
        part = (uint64_t) - (int64_t)d.x;
    } else if (d.x < 0) {
        quarter = 2;
        part = (uint64_t) - (int64_t)d.y;
    } else {
        quarter = 3;
        part = (uint64_t)d.x;
    }
    /* A quotient of whole numbers is rounded the same everywhere and never out of order; it takes
     * half the time of a division of 64-bit integers. */
    const double whole = (double)absolute(d.x) + (double)absolute(d.y);
    return (quarter << 30) + (uint64_t)((double)part / whole * (double)(1 << 30));
}

/* Two faces of one solid share a corner; not at angle 0, which is both the first and the last. */
static void add_corner(sweep *s, dw_vec d, int16_t ends, int16_t begins)
{
    const bool at_zero = d.y == 0 && d.x > 0;
    for (uint32_t i = s->solid_corners; i < s->corner_count && !at_zero; i++) {
        corner *known = &s->corners[i];
        if (dw_vec_equal(known->d, d)) {
            known->ends = ends != NO_FACE ? ends : known->ends;
            known->begins = begins != NO_FACE ? begins : known->begins;
            return;
        }
    }
    s->corners[s->corner_count++] = (corner){d, ends, begins};
}

/* `from` to `to` grows in angle. */
static bool add_face(sweep *s, dw_vec from, dw_vec to, int32_t offset, bool level)
{
    if (s->face_count == FACES_MAX) {
        return false;
    }
    const int16_t index = (int16_t)s->face_count;
    s->faces[s->face_count++] = (face){offset, absolute(offset), level};
    if (from.y < 0 && to.y > 0 && from.x >= 0 && to.x >= 0) {
        s->ahead[s->ahead_count++] = (uint16_t)index;
    }
    add_corner(s, from, NO_FACE, index);
    add_corner(s, to, index, NO_FACE);
    return true;
}

static bool add_upright(sweep *s, int32_t x, int32_t top, int32_t bottom)
{
    if (absolute(x) > s->range) {
        return true;
    }
    top = top < -s->range ? -s->range : top;
    bottom = bottom > s->range ? s->range : bottom;
    if (top >= bottom) {
        return true;
    }
    const dw_vec high = {x, top};
    const dw_vec low = {x, bottom};
    return x > 0 ? add_face(s, high, low, x, false) : add_face(s, low, high, x, false);
}

static bool add_level(sweep *s, int32_t y, int32_t left, int32_t right)
{
    if (absolute(y) > s->range) {
        return true;
    }
    left = left < -s->range ? -s->range : left;
    right = right > s->range ? s->range : right;
    if (left >= right) {
        return true;
    }
    const dw_vec west = {left, y};
    const dw_vec east = {right, y};
    return y > 0 ? add_face(s, east, west, y, true) : add_face(s, west, east, y, true);
}

/* The eye touches `r` (relative to it) from outside: nothing is seen in the directions that lead
 * into it, a half turn at a side, a quarter at a corner. */
static bool add_touched(sweep *s, dw_rect r)
{
    static const dw_vec east = {1, 0}, south = {0, 1}, west = {-1, 0}, north = {0, -1};
    const bool rightward = r.min.x == 0;
    const bool leftward = r.max.x == 0;
    const bool downward = r.min.y == 0;
    const bool upward = r.max.y == 0;
    dw_vec from, to;
    if (rightward) {
        from = downward ? east : north;
        to = upward ? east : south;
    } else if (leftward) {
        from = upward ? west : south;
        to = downward ? west : north;
    } else {
        from = downward ? east : west;
        to = downward ? west : east;
    }
    return add_face(s, from, to, 0, false);
}

/* The faces of a solid as far as they lie in the room through which it is looked at: what is left
 * of a wall shows in the next room, or in none. */
static bool add_solid(sweep *s, dw_rect r, dw_rect room)
{
    s->solid_corners = s->corner_count;
    if (dw_rect_holds_closed(r, (dw_vec){0, 0})) {
        return add_touched(s, r);
    }
    const dw_rect part = {{larger(r.min.x, room.min.x), larger(r.min.y, room.min.y)},
                          {smaller(r.max.x, room.max.x), smaller(r.max.y, room.max.y)}};
    bool fits = true;
    if (r.min.x > 0 && part.min.x == r.min.x) {
        fits = add_upright(s, r.min.x, part.min.y, part.max.y);
    } else if (r.max.x < 0 && part.max.x == r.max.x) {
        fits = add_upright(s, r.max.x, part.min.y, part.max.y);
    }
    if (r.min.y > 0 && part.min.y == r.min.y) {
        fits = fits && add_level(s, r.min.y, part.min.x, part.max.x);
    } else if (r.max.y < 0 && part.max.y == r.max.y) {
        fits = fits && add_level(s, r.max.y, part.min.x, part.max.x);
    }
    return fits;
}

/* The edge of the range, and an event where each quarter begins: within a quarter, the outline
 * changes at most once from an upright to a level face or back while no event happens. */
static void begin_faces(sweep *s)
{
    static const dw_vec axes[AXES - 1] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    s->faces[RANGE_EAST] = (face){s->range, s->range, false};
    s->faces[RANGE_SOUTH] = (face){s->range, s->range, true};
    s->faces[RANGE_WEST] = (face){-s->range, s->range, false};
    s->faces[RANGE_NORTH] = (face){-s->range, s->range, true};
    s->face_count = RANGE_FACES;
    for (uint32_t i = 0; i < AXES; i++) {
        s->corners[i] = (corner){axes[i % (AXES - 1)], NO_FACE, NO_FACE};
    }
    s->corner_count = AXES;
    s->ahead_count = 0;
}

/* All faces in range. */
typedef enum gathered { GATHERED, TOO_MANY, EYE_IN_SOLID } gathered;
static gathered gather(sweep *s, const dw_map *map, const dw_door_set *open, dw_vec eye,
                       uint32_t last_kind)
{
    begin_faces(s);
    bool fits = true;
    dw_view_solid solids[DW_VIEW_SOLIDS_MAX];
    const uint32_t count = dw_view_solids(map, open, eye, s->range, last_kind, solids);
    if (count > DW_VIEW_SOLIDS_MAX) {
        return TOO_MANY;
    }
    for (uint32_t i = 0; i < count; i++) {
        const dw_rect r = solids[i].area;
        if (r.min.x < 0 && r.max.x > 0 && r.min.y < 0 && r.max.y > 0) {
            return EYE_IN_SOLID;
        }
        fits = fits && add_solid(s, r, solids[i].room);
    }
    return fits ? GATHERED : TOO_MANY;
}

/* The corner's event, shared by the two sides that meet there; not at angle 0, which is both the
 * first and the last. */
static corner *corner_of(sweep *s, uint16_t number, dw_vec d)
{
    if (d.y == 0 && d.x > 0) {
        s->corners[s->corner_count] = (corner){d, NO_FACE, NO_FACE};
        return &s->corners[s->corner_count++];
    }
    if (s->met[number] == 0) {
        s->met[number] = (uint16_t)s->corner_count;
        s->corners[s->corner_count++] = (corner){d, NO_FACE, NO_FACE};
    }
    return &s->corners[s->met[number]];
}

/* The sides of one room that look at the eye. */
static bool gather_room(sweep *s, const dw_view_room_faces *room, const dw_view_room *view,
                        const dw_door_set *open, dw_vec eye, uint32_t last_kind)
{
    if (room->face_count == 0 || room->corner_count > CORNERS_MET_MAX ||
        s->face_count + room->face_count > FACES_MAX) {
        return false;
    }
    memset(s->met, 0, room->corner_count * sizeof s->met[0]);
    for (const dw_view_face *f = room->faces, *end = f + room->face_count;
         f < end && f->kind <= last_kind; f++) {
        const int32_t offset = f->offset - (f->level ? eye.y : eye.x);
        if ((f->faces_up ? offset >= 0 : offset <= 0) ||
            (f->kind == DW_SOLID_LEAF && dw_door_set_has(open, f->index))) {
            continue;
        }
        const dw_vec from = dw_vec_sub(room->corners[f->from], eye);
        const dw_vec to = dw_vec_sub(room->corners[f->to], eye);
        if (!view->all && (dw_cross(view->low, to) <= 0 || dw_cross(from, view->high) <= 0)) {
            continue;
        }
        const int16_t index = (int16_t)s->face_count;
        s->faces[s->face_count++] = (face){offset, absolute(offset), f->level};
        if (from.y < 0 && to.y > 0 && from.x >= 0 && to.x >= 0) {
            s->ahead[s->ahead_count++] = (uint16_t)index;
        }
        corner_of(s, f->from, from)->begins = index;
        corner_of(s, f->to, to)->ends = index;
    }
    return true;
}

/* All faces when the range reaches everywhere and the eye stands clear in its room: the sides that
 * rooms keep ready. False: not so, or too many. */
static bool gather_rooms(sweep *s, const dw_map *map, const dw_door_set *open, dw_vec eye,
                         uint32_t last_kind)
{
    const dw_rect square = dw_rect_around(eye, s->range);
    dw_view_room rooms[DW_VIEW_ROOMS_MAX];
    const uint32_t count =
        dw_rect_contains(square, map->bounds) ? dw_view_rooms(map, open, eye, rooms) : 0;
    if (count == 0 || !dw_rect_holds_inside(map->rooms[rooms[0].room].area, eye)) {
        return false;
    }
    const dw_solid_index *index = map->index;
    const uint16_t own = rooms[0].room;
    for (uint32_t i = index->view_start[own]; i < index->view_start[own + 1]; i++) {
        if (dw_rect_holds_closed(index->view[i].area, eye)) {
            return false;
        }
    }
    begin_faces(s);
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++) {
        fits = gather_room(s, &index->faces[rooms[i].room], &rooms[i], open, eye, last_kind);
    }
    return fits;
}

/* The order of two events: by the angle, of equal pseudo-angles by the exact one. */
static bool comes_before(const sweep *s, uint64_t a, uint64_t b)
{
    if (a >> EVENT_BITS != b >> EVENT_BITS) {
        return a < b;
    }
    return dw_cross(direction_of_event(s, a), direction_of_event(s, b)) > 0;
}

/* Distribution by the leading bits of the angle, at least a bucket for two events, and then
 * insertion, which finds nearly all in place. */
static void sort_events(sweep *s)
{
    uint32_t starts[BUCKETS_MAX + 1];
    uint32_t bits = BUCKET_BITS_MIN;
    while (bits < BUCKET_BITS_MAX && 2u << bits < s->event_count) {
        bits++;
    }
    const uint32_t shift = ANGLE_BITS + EVENT_BITS - bits;
    memset(starts, 0, (1u << bits) * sizeof(*starts));
    for (uint32_t i = 0; i < s->event_count; i++) {
        starts[s->unsorted[i] >> shift]++;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 1u << bits; i++) {
        const uint32_t count = starts[i];
        starts[i] = sum;
        sum += count;
    }
    for (uint32_t i = 0; i < s->event_count; i++) {
        s->events[starts[s->unsorted[i] >> shift]++] = s->unsorted[i];
    }
    for (uint32_t i = 1; i < s->event_count; i++) {
        const uint64_t event = s->events[i];
        uint32_t at = i;
        while (at > 0 && comes_before(s, event, s->events[at - 1])) {
            s->events[at] = s->events[at - 1];
            at--;
        }
        s->events[at] = event;
    }
}

static void list_events(sweep *s, bool sector)
{
    for (uint32_t i = 0; i < s->corner_count; i++) {
        const corner *c = &s->corners[i];
        const bool is_end = c->ends != NO_FACE || i == AXES - 1;
        s->unsorted[i] = pseudo_angle(c->d, is_end) << EVENT_BITS | i;
    }
    s->event_count = s->corner_count;
    for (uint32_t i = 0; sector && i < SECTOR_EVENTS; i++) {
        s->corners[s->event_count] = (corner){s->sector[i], NO_FACE, NO_FACE};
        s->unsorted[s->event_count] =
            pseudo_angle(s->sector[i], i == 1) << EVENT_BITS | s->event_count;
        s->event_count++;
    }
    sort_events(s);
}

/* The active face of a kind that is nearest; the active list keeps it first. */
static void bring_nearest_first(sweep *s, uint32_t kind)
{
    uint16_t *active = s->active[kind];
    uint32_t best = 0;
    for (uint32_t i = 1; i < s->active_count[kind]; i++) {
        if (s->faces[active[i]].distance < s->faces[active[best]].distance) {
            best = i;
        }
    }
    const uint16_t nearest = active[best];
    active[best] = active[0];
    active[0] = nearest;
    s->slot[active[best]] = (uint16_t)best;
    s->slot[nearest] = 0;
}

static void start_face(sweep *s, uint16_t index)
{
    const face *f = &s->faces[index];
    const uint32_t kind = f->level ? LEVEL : UPRIGHT;
    uint16_t *active = s->active[kind];
    const uint32_t last = s->active_count[kind]++;
    active[last] = index;
    s->slot[index] = (uint16_t)last;
    if (f->distance < s->faces[active[0]].distance) {
        active[last] = active[0];
        s->slot[active[last]] = (uint16_t)last;
        active[0] = index;
        s->slot[index] = 0;
    }
}

static void end_face(sweep *s, uint16_t index)
{
    const uint32_t kind = s->faces[index].level ? LEVEL : UPRIGHT;
    uint16_t *active = s->active[kind];
    const uint16_t slot = s->slot[index];
    const uint32_t last = --s->active_count[kind];
    active[slot] = active[last];
    s->slot[active[slot]] = slot;
    if (slot == 0 && last > 0) {
        bring_nearest_first(s, kind);
    }
}

/* The nearest of each kind, NO_FACE for none. */
static nearest_pair nearest_of(const sweep *s)
{
    return (nearest_pair){s->active_count[UPRIGHT] > 0 ? s->active[UPRIGHT][0] : NO_FACE,
                          s->active_count[LEVEL] > 0 ? s->active[LEVEL][0] : NO_FACE};
}

/* The two faces in a quarter: where there is none, the edge of the range. */
typedef struct quarter_faces {
    int32_t upright, level;
    int64_t x, y; /* How far off they are. */
} quarter_faces;

/* `d` and `e`, both in one quarter, tell which. */
static quarter_faces faces_in_quarter(const sweep *s, nearest_pair pair, dw_vec d, dw_vec e)
{
    const bool east = d.x > 0 || (d.x == 0 && e.x > 0);
    const bool south = d.y > 0 || (d.y == 0 && e.y > 0);
    const int32_t upright =
        pair.upright != NO_FACE ? pair.upright : (east ? RANGE_EAST : RANGE_WEST);
    const int32_t level = pair.level != NO_FACE ? pair.level : (south ? RANGE_SOUTH : RANGE_NORTH);
    return (quarter_faces){upright, level, s->faces[upright].distance, s->faces[level].distance};
}

/* The face of the two that is nearest in direction `d`, looked at from the side of `tie`; both
 * without their signs. */
static int32_t nearest_at(const quarter_faces *q, dw_vec d, dw_vec tie)
{
    int64_t order = q->x * d.y - q->y * d.x;
    if (order == 0) {
        order = q->x * tie.y - q->y * tie.x;
    }
    return order <= 0 ? q->upright : q->level;
}

/* numerator / denominator to the nearest whole number, halves away from 0. */
static int32_t rounded(int64_t numerator, int64_t denominator)
{
    const bool negative = (numerator < 0) != (denominator < 0);
    const uint64_t top = (uint64_t)(numerator < 0 ? -numerator : numerator);
    const uint64_t bottom = (uint64_t)(denominator < 0 ? -denominator : denominator);
    const int32_t quotient = (int32_t)((2 * top + bottom) / (2 * bottom));
    return negative ? -quotient : quotient;
}

static void emit(outline *out, dw_vec relative)
{
    const dw_vec p = dw_vec_add(out->eye, relative);
    dw_vec *points = out->points;
    const uint32_t n = out->count;
    if (n > out->kept && dw_vec_equal(points[n - 1], p)) {
        return;
    }
    if (n > out->kept + 1 && ((points[n - 2].x == points[n - 1].x && points[n - 1].x == p.x) ||
                              (points[n - 2].y == points[n - 1].y && points[n - 1].y == p.y))) {
        points[n - 1] = p; /* On along the same face. */
        return;
    }
    if (n < out->most) {
        points[out->count++] = p;
    }
}

/* Where the ray in direction `d` meets the face. */
static void emit_on_face(outline *out, const face *f, dw_vec d)
{
    if (f->offset == 0) {
        emit(out, (dw_vec){0, 0});
    } else if (f->offset == (f->level ? d.y : d.x)) {
        emit(out, d); /* The corner itself, mostly. */
    } else if (f->level) {
        emit(out, (dw_vec){rounded((int64_t)f->offset * d.x, d.y), f->offset});
    } else {
        emit(out, (dw_vec){f->offset, rounded((int64_t)f->offset * d.y, d.x)});
    }
}

/* Both faces pass through the point. */
static bool meet_at(const face *a, const face *b, dw_vec p)
{
    return a->offset == (a->level ? p.y : p.x) && b->offset == (b->level ? p.y : p.x);
}

/* The outline between two directions within a quarter between which the nearest faces stay the
 * same. `current` is the face it has been on so far, NO_FACE to begin; gives back the one it ends
 * on. */
static int32_t trace(const sweep *s, outline *out, int32_t current, nearest_pair pair, dw_vec from,
                     dw_vec to)
{
    const quarter_faces q = faces_in_quarter(s, pair, from, to);
    const dw_vec from_size = {absolute(from.x), absolute(from.y)};
    const dw_vec to_size = {absolute(to.x), absolute(to.y)};
    const int32_t first = nearest_at(&q, from_size, to_size);
    const int32_t last = nearest_at(&q, to_size, from_size);
    if (first != current) {
        if (current != NO_FACE) {
            emit_on_face(out, &s->faces[current], from);
        }
        if (current == NO_FACE || !meet_at(&s->faces[current], &s->faces[first], from)) {
            emit_on_face(out, &s->faces[first], from);
        }
    }
    if (last != first) { /* An upright and a level face cross here. */
        const face *level = &s->faces[s->faces[first].level ? first : last];
        const face *upright = &s->faces[s->faces[first].level ? last : first];
        emit(out, (dw_vec){upright->offset, level->offset});
    }
    return last;
}

static bool same_direction(uint64_t a, uint64_t b, dw_vec da, dw_vec db)
{
    return a >> EVENT_BITS == b >> EVENT_BITS && dw_cross(da, db) == 0;
}

/* Faces end and begin at a corner. */
static void pass_corner(sweep *s, const corner *c)
{
    if (c->ends != NO_FACE) {
        end_face(s, (uint16_t)c->ends);
    }
    if (c->begins != NO_FACE) {
        start_face(s, (uint16_t)c->begins);
    }
}

/* Runs over all events. Without a sector all of it is inside. Gives back where in the points the
 * part from angle 0 on ends when the sector passes angle 0, else 0. Corners of what is hidden are
 * most events: where neither of the nearest faces changes, the outline is not looked at. */
static uint32_t run(sweep *s, outline *out, bool sector)
{
    const uint32_t first = out->count;
    const bool wraps =
        sector && pseudo_angle(s->sector[0], false) >= pseudo_angle(s->sector[1], true);
    bool inside = !sector || wraps;
    uint32_t seam = 0;
    int32_t current = NO_FACE;
    s->active_count[UPRIGHT] = 0;
    s->active_count[LEVEL] = 0;
    for (uint32_t i = 0; i < s->ahead_count; i++) {
        start_face(s, s->ahead[i]);
    }
    dw_vec from = {1, 0};
    nearest_pair pair = nearest_of(s);
    for (uint32_t i = 0; i < s->event_count;) {
        const uint64_t event = s->events[i];
        const dw_vec d = direction_of_event(s, event);
        bool traced = i == 0;
        do {
            const uint32_t number = (uint32_t)(s->events[i] & ((1u << EVENT_BITS) - 1));
            if (number >= AXES && number < s->corner_count) {
                pass_corner(s, &s->corners[number]);
                continue;
            }
            if (!traced && inside) {
                current = trace(s, out, current, pair, from, d);
            }
            traced = true;
            if (number == s->corner_count) {
                inside = true;
                out->kept = out->count;
            } else if (number > s->corner_count) {
                if (current != NO_FACE) {
                    emit_on_face(out, &s->faces[current], d);
                }
                current = NO_FACE;
                inside = false;
                seam = wraps ? out->count - first : 0;
            }
        } while (++i < s->event_count &&
                 same_direction(event, s->events[i], d, direction_of_event(s, s->events[i])));
        const nearest_pair next = nearest_of(s);
        if (traced || next.upright != pair.upright || next.level != pair.level) {
            if (!traced && inside) {
                current = trace(s, out, current, pair, from, d);
            }
            pair = next;
            from = d;
        }
    }
    if (current != NO_FACE) {
        emit_on_face(out, &s->faces[current], from);
    }
    return seam;
}

static void reverse(dw_vec *points, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        const dw_vec kept = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = kept;
    }
}

/* Angle 0 is no corner: the outline goes on through it. */
static void close_round(outline *out)
{
    dw_vec *p = out->points;
    if (out->count > 1 && dw_vec_equal(p[0], p[out->count - 1])) {
        out->count--;
    }
    const uint32_t n = out->count;
    if (n > 3 && ((p[n - 1].x == p[0].x && p[0].x == p[1].x) ||
                  (p[n - 1].y == p[0].y && p[0].y == p[1].y))) {
        memmove(p, p + 1, (n - 1) * sizeof(*p));
        out->count--;
    }
}

uint32_t dw_visibility_polygon(const dw_map *map, const dw_door_set *open, dw_vec eye,
                               int32_t range, uint16_t heading_bam, int32_t fov_bam,
                               dw_sight_level level, dw_vec *points, uint32_t points_max)
{
    sweep s; /* Not cleared: 230 kB of which a room map uses the first few. */
    outline out = {eye, points, 0, points_max, 0};
    const bool sector = fov_bam < DW_BAM_TURN;
    s.range = range < RANGE_MAX ? range : RANGE_MAX;
    gathered result =
        gather_rooms(&s, map, open, eye, dw_sight_level_last_kind(level)) ? GATHERED : TOO_MANY;
    while (s.range > 0 && result == TOO_MANY) {
        result = gather(&s, map, open, eye, dw_sight_level_last_kind(level));
        s.range = result == TOO_MANY ? s.range / 2 : s.range;
    }
    if (result != GATHERED || points_max == 0 || fov_bam < 2) {
        return 0;
    }
    const uint16_t edges[SECTOR_EVENTS] = {(uint16_t)(heading_bam - fov_bam / 2),
                                           (uint16_t)(heading_bam + fov_bam / 2)};
    for (uint32_t i = 0; i < SECTOR_EVENTS; i++) {
        s.sector[i] = (dw_vec){dw_cosine_bam(edges[i]), dw_sine_bam(edges[i])};
    }
    list_events(&s, sector);
    if (!sector) {
        (void)run(&s, &out, false);
        close_round(&out);
        return out.count;
    }
    points[out.count++] = eye;
    out.kept = 1;
    const uint32_t seam = run(&s, &out, true);
    reverse(points + 1, seam);
    reverse(points + 1 + seam, out.count - 1 - seam);
    reverse(points + 1, out.count - 1);
    return out.count;
}
