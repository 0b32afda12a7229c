#include "client/core/interpolation.h"

#include "client/core/tick_clock.h"
#include "common/base/check.h"

#include <math.h>

void dw_interpolation_reset(dw_interpolation *interpolation)
{
    *interpolation = (dw_interpolation){{0}};
}

/* Rows ascend by id. */
static const dw_snapshot_body *find_body(const dw_snapshot *snapshot, uint8_t id)
{
    uint32_t low = 0;
    uint32_t high = snapshot->body_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (snapshot->bodies[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < snapshot->body_count && snapshot->bodies[low].id == id ? &snapshot->bodies[low]
                                                                        : NULL;
}

void dw_interpolation_note(dw_interpolation *interpolation, const dw_snapshot *newest,
                           const dw_snapshot *before)
{
    for (uint32_t i = 0; i < newest->body_count; i++) {
        const uint8_t id = newest->bodies[i].id;
        if (before == NULL || find_body(before, id) == NULL) {
            interpolation->in_sight_since[id] = newest->tick;
        }
    }
}

typedef struct place {
    double x, y, heading, meter;
} place;

static place place_of(const dw_snapshot_body *row, dw_vec origin)
{
    return (place){dw_snapshot_restore(row->x, origin.x), dw_snapshot_restore(row->y, origin.y),
                   row->heading / 128.0, row->meter / 100.0};
}

/* `part` 0 is `a`, 1 is `b`, more runs on. */
static place mix(place a, place b, double part, double ticks)
{
    const double leap = ticks * DW_INTERPOLATION_LEAP;
    if (fabs(b.x - a.x) > leap || fabs(b.y - a.y) > leap) {
        return part < 1.0 ? a : b;
    }
    double turn = b.heading - a.heading;
    turn -= turn > 0.5 ? 1.0 : (turn < -0.5 ? -1.0 : 0.0);
    double heading = a.heading + turn * (part < 1.0 ? part : 1.0);
    heading -= floor(heading);
    const double meter = a.meter + (b.meter - a.meter) * (part < 1.0 ? part : 1.0);
    return (place){a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, heading, meter};
}

static dw_drawn_body draw_body(const dw_snapshot_body *row, place at, double age)
{
    return (dw_drawn_body){
        .id = row->id,
        .kind = row->kind,
        .slot = row->slot,
        .flags = row->flags,
        .mood = row->mood,
        .meter = (float)at.meter,
        .x = at.x,
        .y = at.y,
        .heading = (float)at.heading,
        .age = (float)(age < 0.0 ? 0.0 : age),
    };
}

void dw_interpolation_draw(const dw_interpolation *interpolation, const dw_snapshot_store *store,
                           int64_t drawn, dw_vec origin, dw_drawn_world *world)
{
    const dw_snapshot *from = dw_snapshot_store_at(store, 0);
    const dw_snapshot *to = NULL;
    DW_CHECK(from != NULL);
    for (uint32_t age = 1; from->tick * DW_NANOTICKS > drawn; age++) {
        const dw_snapshot *older = dw_snapshot_store_at(store, age);
        if (older == NULL) {
            break; /* Nothing is as old as what is to be drawn: the oldest, standing still. */
        }
        to = from;
        from = older;
    }
    /* Behind the newest, the last two show the way on. */
    const bool beyond = to == NULL;
    const dw_snapshot *first = beyond ? dw_snapshot_store_at(store, 1) : from;
    const dw_snapshot *second = beyond ? from : to;
    first = first == NULL ? second : first;
    const double ticks = second->tick - first->tick;
    double part = 0.0;
    if (ticks > 0.0) {
        const double limit = beyond ? (ticks + DW_EXTRAPOLATION_TICKS) / ticks : 1.0;
        part = (double)(drawn - first->tick * DW_NANOTICKS) / 1e9 / ticks;
        part = part < 0.0 ? 0.0 : (part > limit ? limit : part);
    }
    world->body_count = 0;
    for (uint32_t i = 0; i < from->body_count; i++) {
        const dw_snapshot_body *row = &from->bodies[i];
        const dw_snapshot_body *a = find_body(first, row->id);
        const dw_snapshot_body *b = find_body(second, row->id);
        place at = place_of(row, origin);
        if (a != NULL && b != NULL && ticks > 0.0) {
            at = mix(place_of(a, origin), place_of(b, origin), part, ticks);
        }
        const double since = interpolation->in_sight_since[row->id];
        world->bodies[world->body_count++] =
            draw_body(row, at, ((double)drawn / 1e9 - since) / DW_TICKS_PER_SECOND);
    }
    world->tick = (uint32_t)(drawn / DW_NANOTICKS);
}
