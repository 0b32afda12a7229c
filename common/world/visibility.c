/* visibility.c - a sweep over directions (Asano, "An efficient algorithm for finding the visibility
 * polygon for a polygonal region with holes", 1985) made simple by right angles. Each quarter of
 * the turn is swept by itself, with all solids turned so that it lies right and down of the eye:
 *
 *     eye +----------> x     Only the left and the top side of a solid face the eye. In any
 *         |   +-----+        direction the nearest of the upright faces is the one with the least
 *         |   |solid|        x, the nearest of the level faces the one with the least y. Between
 *         v y +-----+        two changes of these, the outline is one upright face, one level
 *                            face, or first one and then the other.
 *
 * Nothing is sorted: the sweep jumps from one change to the next. Solids may overlap. */
#include "common/world/visibility.h"

#include "common/world/sight_kinds.h"
#include "common/world/view_solids.h"

#include <string.h>

enum {
    RANGE_MAX = DW_COORDINATE_MAX,
    QUARTERS = 4,
    LANES = 4,
    FACES_MAX = DW_VIEW_SOLIDS_MAX + LANES
};

/* A direction in a quarter: the bits of the float y / x. As whole numbers they have the order of
 * the slopes. Rounding turns a direction by less than half a unit in 100 m. */
typedef int32_t slope;
static const slope QUARTER_ENDS = 0x7f800000; /* Infinity. */

/* The upright or the level faces in a quarter. Arrays of one field each let the compiler compare
 * LANES faces at once. Faces that are never seen fill the last lanes. */
typedef struct faces {
    uint32_t count;
    int32_t nearest; /* The distance of the nearest face; without a face, the range. */
    slope until;     /* Where the nearest face changes. */
    slope from[FACES_MAX], to[FACES_MAX];
    int32_t distance[FACES_MAX]; /* The x of an upright face, the y of a level one. */
} faces;

/* The face that the outline follows. */
typedef struct followed {
    bool level;
    int32_t distance; /* 0: none yet. */
} followed;

typedef struct sweep {
    int32_t range;
    dw_vec eye;
    dw_vec ahead;                   /* Where the x of this quarter points. */
    uint32_t right, down, left, up; /* The sides of this quarter in a dw_reach. */
    dw_vec *points;
    uint32_t count, most;
    uint32_t kept; /* The first points, which stay as they are: the eye of a sector. */
    uint32_t solid_count;
    dw_view_solid solids[DW_VIEW_SOLIDS_MAX];
    faces upright, level;
} sweep;

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static slope slope_of(int32_t y, int32_t x)
{
    const float quotient = (float)((double)y / x);
    slope bits;
    memcpy(&bits, &quotient, sizeof bits);
    return bits;
}

static double quotient_of(slope bits)
{
    float quotient;
    memcpy(&quotient, &bits, sizeof quotient);
    return (double)quotient;
}

static void add_face(faces *f, slope from, slope to, int32_t distance)
{
    f->from[f->count] = from;
    f->to[f->count] = to;
    f->distance[f->count++] = distance;
}

/* Fills the last lanes, and asks for the nearest face at slope `at`. */
static void begin_sweep(faces *f, slope at)
{
    const uint32_t count = f->count;
    for (uint32_t i = 1; i < LANES; i++) {
        add_face(f, QUARTER_ENDS, QUARTER_ENDS, INT32_MAX);
    }
    f->count = (count + LANES - 1) / LANES * LANES;
    f->until = at;
}

/* The faces of a solid in this quarter, cut to the room through which the eye looks at it. The rest
 * of a wall shows in the next room or not at all. */
static void add_solid(sweep *s, const dw_view_solid *solid)
{
    const int32_t *area = solid->area.to;
    const int32_t *room = solid->room.to;
    const int32_t x = -area[s->left];
    const int32_t y = -area[s->up];
    const int32_t left = larger(0, larger(x, -room[s->left]));
    const int32_t top = larger(0, larger(y, -room[s->up]));
    const int32_t right = smaller(s->range, smaller(area[s->right], room[s->right]));
    const int32_t bottom = smaller(s->range, smaller(area[s->down], room[s->down]));
    const slope corner = left > 0 ? slope_of(top, left) : QUARTER_ENDS;
    if (x > 0 && x == left && top < bottom) {
        add_face(&s->upright, corner, slope_of(bottom, x), x);
    }
    if (y > 0 && y == top && left < right) {
        add_face(&s->level, slope_of(y, right), corner, y);
    }
}

/* All faces in this quarter. False: the eye touches a solid that fills it. The first loop has no
 * jump: the processor cannot predict which solids are in the quarter. */
static bool gather(sweep *s)
{
    uint16_t here[DW_VIEW_SOLIDS_MAX];
    uint32_t count = 0;
    bool touched = false;
    for (uint32_t i = 0; i < s->solid_count; i++) {
        const int32_t *area = s->solids[i].area.to;
        const bool is_here = (area[s->right] > 0) & (area[s->down] > 0);
        touched |= is_here & (area[s->left] >= 0) & (area[s->up] >= 0);
        here[count] = (uint16_t)i;
        count += is_here;
    }
    s->upright.count = s->level.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        add_solid(s, &s->solids[here[i]]);
    }
    return !touched;
}

/* The value, or INT32_MAX if `ignored` is 1 and not 0. Without a jump, so that the loops below
 * become vector instructions: with jumps the whole call takes twice the time. */
static int32_t value_unless(int32_t ignored, int32_t value)
{
    return value | (-ignored & INT32_MAX);
}

/* The face that is nearest at slope `at`, and the slope at which it ends or a nearer one begins. */
static void find_nearest(faces *f, slope at, int32_t range)
{
    const uint32_t count = f->count - f->count % LANES; /* Tells the compiler: no remainder. */
    int32_t nearest = range;
    for (uint32_t i = 0; i < count; i++) {
        nearest =
            smaller(nearest, value_unless((f->from[i] > at) | (f->to[i] <= at), f->distance[i]));
    }
    slope until = QUARTER_ENDS;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t begun = -(int32_t)(f->from[i] <= at);
        const slope change = (f->from[i] & ~begun) | (f->to[i] & begun);
        until = smaller(until, value_unless((change <= at) | (f->distance[i] > nearest), change));
    }
    f->nearest = nearest;
    f->until = until;
}

static void turn_to(sweep *s, uint32_t quarter)
{
    static const dw_vec axes[QUARTERS] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    s->ahead = axes[quarter % QUARTERS];
    s->right = quarter % QUARTERS;
    s->down = (quarter + 1) % QUARTERS;
    s->left = (quarter + 2) % QUARTERS;
    s->up = (quarter + 3) % QUARTERS;
}

/* Adds a point of this quarter. It replaces the last point if that is the same, or lies on one
 * upright or level line between the one before and the new one. */
static void emit(sweep *s, int32_t x, int32_t y)
{
    const dw_vec p = {s->eye.x + x * s->ahead.x - y * s->ahead.y,
                      s->eye.y + x * s->ahead.y + y * s->ahead.x};
    const dw_vec *points = s->points;
    const uint32_t n = s->count;
    const bool same = n > s->kept && (points[n - 1].x == p.x) & (points[n - 1].y == p.y);
    const bool along =
        n > s->kept + 1 && (((points[n - 2].x == points[n - 1].x) & (points[n - 1].x == p.x)) |
                            ((points[n - 2].y == points[n - 1].y) & (points[n - 1].y == p.y)));
    const uint32_t at = n - (uint32_t)(same | along);
    if (at < s->most) {
        s->points[at] = p;
        s->count = at + 1;
    }
}

static void emit_on_face(sweep *s, followed on, double at)
{
    if (on.level) {
        emit(s, (int32_t)(on.distance / at + 0.5), on.distance);
    } else {
        emit(s, on.distance, (int32_t)(on.distance * at + 0.5));
    }
}

/* The outline in this quarter between two slopes. */
static void sweep_quarter(sweep *s, slope at, slope end)
{
    if (at >= end) {
        return; /* A sector ends where this quarter begins. */
    }
    if (!gather(s)) {
        emit(s, 0, 0);
        return;
    }
    begin_sweep(&s->upright, at);
    begin_sweep(&s->level, at);
    followed on = {false, 0};
    while (at < end) {
        if (s->upright.until <= at) {
            find_nearest(&s->upright, at, s->range);
        }
        if (s->level.until <= at) {
            find_nearest(&s->level, at, s->range);
        }
        const int32_t x = s->upright.nearest;
        const int32_t y = s->level.nearest;
        const slope next = smaller(end, smaller(s->upright.until, s->level.until));
        const bool level = x * quotient_of(at) >= y;
        const followed first = {level, level ? y : x};
        if ((first.level != on.level) | (first.distance != on.distance)) {
            if (on.distance > 0) {
                emit_on_face(s, on, quotient_of(at));
            }
            emit_on_face(s, first, quotient_of(at));
        }
        on = first;
        if (!level && x * quotient_of(next) > y) {
            emit(s, x, y);
            on = (followed){true, y};
        }
        at = next;
    }
    emit_on_face(s, on, quotient_of(end));
}

/* Angle 0 is no corner: the outline goes on through it. */
static void close_round(sweep *s)
{
    dw_vec *p = s->points;
    if (s->count > 1 && dw_vec_equal(p[0], p[s->count - 1])) {
        s->count--;
    }
    const uint32_t n = s->count;
    if (n > 3 && ((p[n - 1].x == p[0].x && p[0].x == p[1].x) ||
                  (p[n - 1].y == p[0].y && p[0].y == p[1].y))) {
        memmove(p, p + 1, (n - 1) * sizeof(*p));
        s->count--;
    }
}

/* All solids in range; if there are more than DW_VIEW_SOLIDS_MAX, the range is halved. False: the
 * eye is inside of a solid, or no range is left. */
static bool find_solids(sweep *s, const dw_visibility *of)
{
    const uint32_t last_kind = dw_sight_level_last_kind(of->level);
    s->solid_count = 0;
    for (s->range = smaller(of->range, RANGE_MAX); s->range > 0; s->range /= 2) {
        s->solid_count = dw_view_solids(of->map, of->open, of->eye, s->range, last_kind, s->solids);
        if (s->solid_count <= DW_VIEW_SOLIDS_MAX) {
            break;
        }
    }
    bool inside = s->range <= 0;
    for (uint32_t i = 0; i < s->solid_count && !inside; i++) {
        const int32_t *area = s->solids[i].area.to;
        inside = (area[0] > 0) & (area[1] > 0) & (area[2] > 0) & (area[3] > 0);
    }
    return !inside;
}

/* In its quarter. */
static slope slope_of_angle(uint16_t angle_bam)
{
    const uint16_t part = angle_bam % DW_BAM_QUARTER;
    return slope_of(dw_sine_bam(part), dw_cosine_bam(part));
}

uint32_t dw_visibility_polygon(const dw_visibility *of, dw_vec *points, uint32_t points_max)
{
    sweep s; /* Not cleared: 110 kB, of which most views use a few. */
    s.eye = of->eye;
    s.points = points;
    s.count = s.kept = 0;
    s.most = points_max;
    if (points_max == 0 || of->fov_bam < 2 || !find_solids(&s, of)) {
        return 0;
    }
    uint32_t first = 0;
    uint32_t last = QUARTERS - 1;
    slope from = 0;
    slope to = QUARTER_ENDS;
    const bool sector = of->fov_bam < DW_BAM_TURN;
    if (sector) {
        const uint16_t low = (uint16_t)(of->heading_bam - of->fov_bam / 2);
        const uint16_t high = (uint16_t)(of->heading_bam + of->fov_bam / 2);
        first = low / DW_BAM_QUARTER;
        last = high / DW_BAM_QUARTER;
        from = slope_of_angle(low);
        to = slope_of_angle(high);
        if (last < first || (last == first && of->fov_bam > DW_BAM_HALF)) {
            last += QUARTERS;
        }
        points[s.count++] = of->eye;
        s.kept = 1;
    }
    for (uint32_t i = first; i <= last; i++) {
        turn_to(&s, i);
        sweep_quarter(&s, i == first ? from : 0, i == last ? to : QUARTER_ENDS);
    }
    if (!sector) {
        close_round(&s);
    }
    return s.count;
}
