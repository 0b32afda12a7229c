/* visibility.c - an angular sweep (Asano, "An efficient algorithm for finding the visibility
 * polygon for a polygonal region with holes", 1985) made simple by right angles: in any direction
 * the nearest of the upright faces is the one with the least |x|, the nearest of the level ones
 * that with the least |y|, so that between two events the outline is one upright face, one level
 * face, or first one and then the other. All in whole numbers, relative to the eye; only points
 * that go out are rounded. Solids may overlap. */
#include "common/world/visibility.h"

#include "common/world/sight_kinds.h"
#include "common/world/view_solids.h"

#include <stdlib.h>
#include <string.h>

enum {
    FACES_MAX = 4096, /* More in range, and the range is halved. */
    AXES = 5,         /* The four quarters begin, and the last ends. */
    EVENTS_MAX = 2 * FACES_MAX + AXES + 2,
    RANGE_MAX = DW_COORDINATE_MAX,
    NO_FACE = -1
};

/* One side of a solid that looks at the eye. */
typedef struct face {
    int32_t offset;   /* The x of an upright face, the y of a level one, */
    int32_t distance; /* and without its sign. */
    bool level;
} face;

/* A corner is where faces begin or end as the angle grows: mostly one face of a solid ends and its
 * other one begins. An axis is where a quarter begins: within one, the outline changes at most once
 * from an upright to a level face or back while no event happens. */
typedef enum event_kind { CORNER, AXIS, SECTOR_BEGINS, SECTOR_ENDS } event_kind;

typedef struct event {
    uint64_t angle;       /* A pseudo-angle. */
    dw_vec d;             /* From the eye; for most faces the corner itself. */
    int16_t ends, begins; /* Faces, NO_FACE for none. */
    uint8_t kind;         /* event_kind */
} event;

enum { UPRIGHT, LEVEL, KINDS };

/* Where there is nothing else, the edge of the range is seen: faces without an event. */
enum { RANGE_EAST, RANGE_SOUTH, RANGE_WEST, RANGE_NORTH, RANGE_FACES };

typedef struct sweep {
    int32_t range;
    uint32_t face_count, event_count;
    uint32_t solid_events; /* The first event of the solid that is being added. */
    uint32_t ahead_count;
    int32_t nearest[KINDS]; /* Of the active faces, NO_FACE for none. */
    uint32_t active_count[KINDS];
    uint16_t active[KINDS][FACES_MAX];
    uint16_t ahead[FACES_MAX]; /* Faces that pass angle 0. */
    face faces[FACES_MAX];
    event events[EVENTS_MAX];
} sweep;

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

static void add_event(sweep *s, event_kind kind, dw_vec d, bool is_end)
{
    s->events[s->event_count++] =
        (event){pseudo_angle(d, is_end), d, NO_FACE, NO_FACE, (uint8_t)kind};
}

/* The corner at which a face begins or ends. Two faces of one solid share a corner; not at angle 0,
 * which is both the first and the last. */
static event *corner_at(sweep *s, dw_vec d, bool is_end)
{
    const bool at_zero = d.y == 0 && d.x > 0;
    for (uint32_t i = s->solid_events; i < s->event_count && !at_zero; i++) {
        if (dw_vec_equal(s->events[i].d, d)) {
            return &s->events[i];
        }
    }
    add_event(s, CORNER, d, is_end);
    return &s->events[s->event_count - 1];
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
    corner_at(s, from, false)->begins = index;
    corner_at(s, to, true)->ends = index;
    return true;
}

/* The stretch from `low` to `high` of the line at `offset`, as much of it as is in range. */
static bool add_side(sweep *s, int32_t offset, int32_t low, int32_t high, bool level)
{
    low = low < -s->range ? -s->range : low;
    high = high > s->range ? s->range : high;
    if (absolute(offset) > s->range || low >= high) {
        return true;
    }
    const dw_vec a = level ? (dw_vec){low, offset} : (dw_vec){offset, low};
    const dw_vec b = level ? (dw_vec){high, offset} : (dw_vec){offset, high};
    return (offset > 0) == level ? add_face(s, b, a, offset, level)
                                 : add_face(s, a, b, offset, level);
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
    s->solid_events = s->event_count;
    if (dw_rect_holds_closed(r, (dw_vec){0, 0})) {
        return add_touched(s, r);
    }
    const dw_rect part = dw_rect_common(r, room);
    bool fits = true;
    if (r.min.x > 0 && part.min.x == r.min.x) {
        fits = add_side(s, r.min.x, part.min.y, part.max.y, false);
    } else if (r.max.x < 0 && part.max.x == r.max.x) {
        fits = add_side(s, r.max.x, part.min.y, part.max.y, false);
    }
    if (r.min.y > 0 && part.min.y == r.min.y) {
        fits = fits && add_side(s, r.min.y, part.min.x, part.max.x, true);
    } else if (r.max.y < 0 && part.max.y == r.max.y) {
        fits = fits && add_side(s, r.max.y, part.min.x, part.max.x, true);
    }
    return fits;
}

/* The edge of the range, and an event where each quarter begins. */
static void begin_faces(sweep *s)
{
    static const dw_vec axes[AXES - 1] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    s->faces[RANGE_EAST] = (face){s->range, s->range, false};
    s->faces[RANGE_SOUTH] = (face){s->range, s->range, true};
    s->faces[RANGE_WEST] = (face){-s->range, s->range, false};
    s->faces[RANGE_NORTH] = (face){-s->range, s->range, true};
    s->face_count = RANGE_FACES;
    s->event_count = 0;
    for (uint32_t i = 0; i < AXES; i++) {
        add_event(s, AXIS, axes[i % (AXES - 1)], i == AXES - 1);
    }
    s->ahead_count = 0;
}

/* All faces in range. */
typedef enum gathered { GATHERED, TOO_MANY, EYE_IN_SOLID } gathered;
static gathered gather(sweep *s, const dw_visibility *of)
{
    begin_faces(s);
    dw_view_solid solids[DW_VIEW_SOLIDS_MAX];
    const uint32_t count = dw_view_solids(of->map, of->open, of->eye, s->range,
                                          dw_sight_level_last_kind(of->level), solids);
    bool fits = count <= DW_VIEW_SOLIDS_MAX;
    for (uint32_t i = 0; i < count && fits; i++) {
        if (dw_rect_holds_inside(solids[i].area, (dw_vec){0, 0})) {
            return EYE_IN_SOLID;
        }
        fits = add_solid(s, solids[i].area, solids[i].room);
    }
    return fits ? GATHERED : TOO_MANY;
}

/* By the angle; where pseudo-angles are equal, exactly. */
static int compare_events(const void *left, const void *right)
{
    const event *a = left;
    const event *b = right;
    if (a->angle != b->angle) {
        return a->angle < b->angle ? -1 : 1;
    }
    const int64_t turn = dw_cross(a->d, b->d);
    return (turn < 0) - (turn > 0);
}

static void start_face(sweep *s, uint16_t index)
{
    const uint32_t kind = s->faces[index].level ? LEVEL : UPRIGHT;
    s->active[kind][s->active_count[kind]++] = index;
    if (s->nearest[kind] == NO_FACE ||
        s->faces[index].distance < s->faces[s->nearest[kind]].distance) {
        s->nearest[kind] = index;
    }
}

static void end_face(sweep *s, uint16_t index)
{
    const uint32_t kind = s->faces[index].level ? LEVEL : UPRIGHT;
    uint16_t *active = s->active[kind];
    uint32_t count = s->active_count[kind];
    for (uint32_t i = 0; i < count; i++) {
        if (active[i] == index) {
            active[i] = active[--count];
        }
    }
    s->active_count[kind] = count;
    if (s->nearest[kind] != index) {
        return;
    }
    s->nearest[kind] = NO_FACE;
    int32_t distance = INT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        if (s->faces[active[i]].distance < distance) {
            distance = s->faces[active[i]].distance;
            s->nearest[kind] = active[i];
        }
    }
}

/* The two faces in a quarter: without a face, the edge of the range. */
typedef struct quarter_faces {
    int32_t upright, level;
    int64_t x, y; /* How far off they are. */
} quarter_faces;

/* `d` and `e`, both in one quarter, tell which. */
static quarter_faces faces_in_quarter(const sweep *s, const int32_t nearest[KINDS], dw_vec d,
                                      dw_vec e)
{
    const bool east = d.x > 0 || (d.x == 0 && e.x > 0);
    const bool south = d.y > 0 || (d.y == 0 && e.y > 0);
    const int32_t upright =
        nearest[UPRIGHT] != NO_FACE ? nearest[UPRIGHT] : (east ? RANGE_EAST : RANGE_WEST);
    const int32_t level =
        nearest[LEVEL] != NO_FACE ? nearest[LEVEL] : (south ? RANGE_SOUTH : RANGE_NORTH);
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
 * same. `current` is the face that it is on, NO_FACE to begin; returns the one it ends
 * on. */
static int32_t trace(const sweep *s, outline *out, int32_t current, const int32_t nearest[KINDS],
                     dw_vec from, dw_vec to)
{
    const quarter_faces q = faces_in_quarter(s, nearest, from, to);
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

/* Faces end and begin at a corner. */
static void pass_corner(sweep *s, const event *c)
{
    if (c->ends != NO_FACE) {
        end_face(s, (uint16_t)c->ends);
    }
    if (c->begins != NO_FACE) {
        start_face(s, (uint16_t)c->begins);
    }
}

/* One run over all events. */
typedef struct run {
    sweep *s;
    outline *out;
    bool wraps;  /* The sector passes angle 0. */
    bool inside; /* Of the sector. */
    int32_t current;
    uint32_t seam;
} run;

/* The sector begins or ends in the direction of this event, up to which the outline is drawn. */
static void pass_sector_edge(run *r, const event *e)
{
    if (e->kind == SECTOR_BEGINS) {
        r->inside = true;
        r->out->kept = r->out->count;
    } else if (e->kind == SECTOR_ENDS) {
        if (r->current != NO_FACE) {
            emit_on_face(r->out, &r->s->faces[r->current], e->d);
        }
        r->current = NO_FACE;
        r->inside = false;
        r->seam = r->wraps ? r->out->count - 1 : 0;
    }
}

/* Runs over all events. Without a sector all of it is inside. Gives back how many points belong to
 * the part from angle 0 on when the sector passes angle 0, else 0. Corners of what is hidden are
 * most events: where neither of the nearest faces changes, the outline is not looked at. */
static uint32_t run_over(sweep *s, outline *out, bool sector, bool wraps)
{
    run r = {s, out, wraps, !sector || wraps, NO_FACE, 0};
    s->active_count[UPRIGHT] = s->active_count[LEVEL] = 0;
    s->nearest[UPRIGHT] = s->nearest[LEVEL] = NO_FACE;
    for (uint32_t i = 0; i < s->ahead_count; i++) {
        start_face(s, s->ahead[i]);
    }
    dw_vec from = {1, 0};
    int32_t nearest[KINDS] = {s->nearest[UPRIGHT], s->nearest[LEVEL]};
    for (uint32_t i = 0; i < s->event_count;) {
        const event *first = &s->events[i];
        const dw_vec d = first->d;
        bool traced = i == 0;
        do {
            const event *e = &s->events[i];
            if (e->kind == CORNER) {
                pass_corner(s, e);
                continue;
            }
            if (!traced && r.inside) {
                r.current = trace(s, out, r.current, nearest, from, d);
            }
            traced = true;
            pass_sector_edge(&r, e);
        } while (++i < s->event_count && compare_events(first, &s->events[i]) == 0);
        if (traced || s->nearest[UPRIGHT] != nearest[UPRIGHT] ||
            s->nearest[LEVEL] != nearest[LEVEL]) {
            if (!traced && r.inside) {
                r.current = trace(s, out, r.current, nearest, from, d);
            }
            memcpy(nearest, s->nearest, sizeof(nearest));
            from = d;
        }
    }
    if (r.current != NO_FACE) {
        emit_on_face(out, &s->faces[r.current], from);
    }
    return r.seam;
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

uint32_t dw_visibility_polygon(const dw_visibility *of, dw_vec *points, uint32_t points_max)
{
    sweep s; /* Not cleared: 260 kB of which a room map uses the first few. */
    outline out = {of->eye, points, 0, points_max, 0};
    s.range = of->range < RANGE_MAX ? of->range : RANGE_MAX;
    gathered result = TOO_MANY;
    while (s.range > 0 && result == TOO_MANY) {
        result = gather(&s, of);
        s.range = result == TOO_MANY ? s.range / 2 : s.range;
    }
    if (result != GATHERED || points_max == 0 || of->fov_bam < 2) {
        return 0;
    }
    const bool sector = of->fov_bam < DW_BAM_TURN;
    bool wraps = false;
    if (sector) {
        const uint16_t low = (uint16_t)(of->heading_bam - of->fov_bam / 2);
        const uint16_t high = (uint16_t)(of->heading_bam + of->fov_bam / 2);
        add_event(&s, SECTOR_BEGINS, (dw_vec){dw_cosine_bam(low), dw_sine_bam(low)}, false);
        add_event(&s, SECTOR_ENDS, (dw_vec){dw_cosine_bam(high), dw_sine_bam(high)}, true);
        wraps = s.events[s.event_count - 2].angle >= s.events[s.event_count - 1].angle;
    }
    qsort(s.events, s.event_count, sizeof(s.events[0]), compare_events);
    if (!sector) {
        (void)run_over(&s, &out, false, false);
        close_round(&out);
        return out.count;
    }
    points[out.count++] = of->eye;
    out.kept = 1;
    const uint32_t seam = run_over(&s, &out, true, wraps);
    reverse(points + 1, seam);
    reverse(points + 1 + seam, out.count - 1 - seam);
    reverse(points + 1, out.count - 1);
    return out.count;
}
