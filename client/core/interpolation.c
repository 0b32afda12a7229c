#include "client/core/interpolation.h"

#include "client/core/motion.h"
#include "client/core/tick_clock.h"
#include "common/base/check.h"

#include <math.h>
#include <string.h>

void dw_interpolation_reset(dw_interpolation *interpolation)
{
    for (uint32_t i = 0; i < 256; i++) {
        interpolation->in_sight_since[i] = 0;
    }
    interpolation->drawn = 0;
    interpolation->serial = 0;
    interpolation->shown_count = 0;
}

void dw_interpolation_note(dw_interpolation *interpolation, const dw_snapshot *newest,
                           const dw_snapshot *before)
{
    for (uint32_t i = 0; i < newest->body_count; i++) {
        const uint8_t id = newest->bodies[i].id;
        if (before == NULL || dw_motion_row(before, id) == NULL) {
            interpolation->in_sight_since[id] = newest->tick;
        }
    }
}

typedef struct pose {
    double x, y, heading, meter;
} pose;

static pose pose_of(const dw_snapshot_body *row, dw_vec origin)
{
    return (pose){dw_snapshot_restore(row->x, origin.x), dw_snapshot_restore(row->y, origin.y),
                  row->heading / 128.0, row->meter / 100.0};
}

/* `part` 0 is `a`, 1 is `b`. What is further apart than `leap` is a teleport. */
static pose interpolate(pose a, pose b, double part, double leap)
{
    if (fabs(b.x - a.x) > leap || fabs(b.y - a.y) > leap) {
        return part < 1.0 ? a : b;
    }
    double angle = b.heading - a.heading;
    angle -= angle > 0.5 ? 1.0 : (angle < -0.5 ? -1.0 : 0.0);
    double heading = a.heading + angle * part;
    heading -= floor(heading);
    return (pose){a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, heading,
                  a.meter + (b.meter - a.meter) * part};
}

/* The snapshots around the drawn tick; `to` is NULL past the newest. */
typedef struct span {
    const dw_snapshot *newest, *from, *to;
    double part;         /* Of the time between them. */
    double beyond_ticks; /* Past the newest. */
} span;

static span find_span(const dw_snapshot_store *store, int64_t drawn)
{
    const dw_snapshot *newest = dw_snapshot_store_at(store, 0);
    DW_CHECK(newest != NULL);
    span around = {.newest = newest, .from = newest};
    for (uint32_t age = 1; around.from->tick * DW_NANOTICKS > drawn; age++) {
        const dw_snapshot *older = dw_snapshot_store_at(store, age);
        if (older == NULL) {
            break; /* Older than everything held: the oldest snapshot, standing still. */
        }
        around.to = around.from;
        around.from = older;
    }
    const double passed = (double)(drawn - around.from->tick * DW_NANOTICKS) / 1e9;
    if (around.to == NULL) {
        around.beyond_ticks = fmin(fmax(passed, 0.0), DW_EXTRAPOLATION_TICKS);
    } else {
        around.part = fmin(fmax(passed / (around.to->tick - around.from->tick), 0.0), 1.0);
    }
    return around;
}

/* Past the newest snapshot: the body moves on, up to an obstacle. */
static pose extrapolate(const dw_interpolation_view *view, const dw_snapshot_body *row,
                        double ticks)
{
    pose at = pose_of(row, view->map->bounds.min);
    const dw_vec step = dw_motion_step(view->store, row->id);
    if (ticks <= 0.0 || (step.x == 0 && step.y == 0)) {
        return at;
    }
    const dw_snapshot *newest = dw_snapshot_store_at(view->store, 0);
    const dw_vec from = {(int32_t)at.x, (int32_t)at.y};
    const dw_vec offset = {(int32_t)(step.x * ticks), (int32_t)(step.y * ticks)};
    const dw_vec end =
        dw_move(view->map, &newest->doors, from, offset, DW_BODY_HALF, NULL, 0).position;
    at.x = end.x;
    at.y = end.y;
    return at;
}

static pose pose_at(const dw_interpolation_view *view, const span *around,
                    const dw_snapshot_body *row)
{
    const dw_vec origin = view->map->bounds.min;
    if (around->to == NULL) {
        return extrapolate(view, row, around->beyond_ticks);
    }
    const dw_snapshot_body *next = dw_motion_row(around->to, row->id);
    const pose at = pose_of(row, origin);
    return next == NULL ? at
                        : interpolate(at, pose_of(next, origin), around->part,
                                      (around->to->tick - around->from->tick) *
                                          DW_INTERPOLATION_LEAP * view->pace);
}

/* In sight now, but not yet at the drawn tick. */
static bool is_new(const dw_interpolation *interpolation, const span *around, uint8_t id)
{
    return interpolation->in_sight_since[id] > around->from->tick &&
           dw_motion_row(around->newest, id) != NULL;
}

/* The row to draw for such a body: that of the first snapshot with it. */
static const dw_snapshot_body *first_row(const dw_interpolation *interpolation,
                                         const dw_interpolation_view *view, const span *around,
                                         uint8_t id)
{
    const dw_snapshot *first =
        dw_snapshot_store_find(view->store, interpolation->in_sight_since[id]);
    const dw_snapshot_body *row = first == NULL ? NULL : dw_motion_row(first, id);
    return row != NULL ? row : dw_motion_row(around->newest, id);
}

/* Together with the top speed of a body, and with clocks that run a tenth fast, what is drawn moves
 * at less than twice that speed. */
static double fade_speed(const dw_ruleset *rules)
{
    const dw_kind *guard = &rules->kinds[DW_KIND_GUARD];
    const int32_t guards = guard->gaits.intercept.speed_mm_s > guard->gaits.far.speed_mm_s
                               ? guard->gaits.intercept.speed_mm_s
                               : guard->gaits.far.speed_mm_s;
    const int32_t slower = guards < rules->sprint_speed_mm_s ? guards : rules->sprint_speed_mm_s;
    return 0.7 * DW_UNITS_PER_MM * slower;
}

static dw_shown_body *find_shown(dw_interpolation *interpolation, uint8_t id)
{
    for (uint32_t i = 0; i < interpolation->shown_count; i++) {
        if (interpolation->shown[i].id == id) {
            return &interpolation->shown[i];
        }
    }
    return NULL;
}

/* `at` is the pose for the moment that was drawn last, by newer snapshots: the difference becomes
 * the error offset. */
static void smooth_to(const dw_interpolation_view *view, dw_shown_body *shown, pose at)
{
    double left_x = 0.0;
    double left_y = 0.0;
    dw_error_offset_left(&shown->offset, fade_speed(view->rules), view->now_ns, &left_x, &left_y);
    const double x = shown->x - at.x + left_x;
    const double y = shown->y - at.y + left_y;
    const bool is_small = hypot(x, y) <= DW_INTERPOLATION_SNAP;
    shown->offset = is_small ? (dw_error_offset){x, y, view->now_ns} : (dw_error_offset){0};
    shown->x = at.x;
    shown->y = at.y;
    shown->early = false;
}

/* After new snapshots: they can disagree with what was drawn at the last frame's tick. */
static void smooth_corrections(dw_interpolation *interpolation, const dw_interpolation_view *view)
{
    dw_interpolation_view last = *view;
    last.drawn = interpolation->drawn;
    const span around = find_span(last.store, last.drawn);
    for (uint32_t i = 0; i < interpolation->shown_count; i++) {
        dw_shown_body *shown = &interpolation->shown[i];
        const dw_snapshot_body *row = dw_motion_row(around.from, shown->id);
        if (row != NULL && !is_new(interpolation, &around, shown->id)) {
            smooth_to(view, shown, pose_at(&last, &around, row));
        }
    }
}

/* Adds a body to `world`; `kept` becomes what was drawn of it, with `id` and `early` set. */
static void draw_row(dw_interpolation *interpolation, const dw_interpolation_view *view,
                     const dw_snapshot_body *row, pose at, dw_shown_body *kept,
                     dw_drawn_world *world)
{
    dw_shown_body *before = find_shown(interpolation, row->id);
    kept->x = at.x;
    kept->y = at.y;
    double left_x = 0.0;
    double left_y = 0.0;
    if (before != NULL) {
        if ((kept->early || before->early) && (before->x != at.x || before->y != at.y)) {
            smooth_to(view, before, at); /* Out of sight and back before it left the screen. */
        }
        kept->offset = before->offset;
        dw_error_offset_left(&kept->offset, fade_speed(view->rules), view->now_ns, &left_x,
                             &left_y);
    }
    const double since = interpolation->in_sight_since[row->id];
    const double age = ((double)view->arrived / 1e9 - since) / DW_TICKS_PER_SECOND;
    world->bodies[world->body_count++] = (dw_drawn_body){
        .id = row->id,
        .role = row->role,
        .slot = row->slot,
        .flags = row->flags,
        .mood = row->mood,
        .meter = (float)at.meter,
        .x = at.x + left_x,
        .y = at.y + left_y,
        .heading = (float)at.heading,
        .age = (float)fmax(age, 0.0),
    };
}

void dw_interpolation_draw(dw_interpolation *interpolation, const dw_interpolation_view *view,
                           dw_drawn_world *world)
{
    const span around = find_span(view->store, view->drawn);
    if (interpolation->serial != view->store->serial) {
        interpolation->serial = view->store->serial;
        smooth_corrections(interpolation, view);
    }
    world->body_count = 0;
    dw_shown_body kept[DW_SNAPSHOT_BODIES_MAX];
    for (uint32_t i = 0; i < around.from->body_count; i++) {
        const dw_snapshot_body *row = &around.from->bodies[i];
        if (!is_new(interpolation, &around, row->id)) {
            dw_shown_body *shown = &kept[world->body_count];
            *shown = (dw_shown_body){.id = row->id};
            draw_row(interpolation, view, row, pose_at(view, &around, row), shown, world);
        }
    }
    /* A body that came into sight is drawn at once, before the drawn tick reaches its first
     * snapshot: the person gains the interpolation delay to react. */
    for (uint32_t i = 0; i < around.newest->body_count; i++) {
        const uint8_t id = around.newest->bodies[i].id;
        if (is_new(interpolation, &around, id) && world->body_count < DW_SNAPSHOT_BODIES_MAX) {
            const dw_snapshot_body *row = first_row(interpolation, view, &around, id);
            dw_shown_body *shown = &kept[world->body_count];
            *shown = (dw_shown_body){.id = id, .early = true};
            draw_row(interpolation, view, row, pose_of(row, view->map->bounds.min), shown, world);
        }
    }
    memcpy(interpolation->shown, kept, world->body_count * sizeof kept[0]);
    interpolation->shown_count = world->body_count;
    interpolation->drawn = view->drawn;
    world->tick = (uint32_t)(view->drawn / DW_NANOTICKS);
}
