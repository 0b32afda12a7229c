#include "client/view/model/flights.h"

#include <math.h>

static void find_thrower(const dw_drawn_world *world, uint8_t slot, double *x, double *y)
{
    if (world->has_own && world->own_slot == slot) {
        *x = world->own_x;
        *y = world->own_y;
        return;
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        if (body->role == DW_ROLE_INTRUDER && body->slot == slot) {
            *x = body->x;
            *y = body->y;
        }
    }
}

void dw_flights_event(dw_flights *flights, const dw_client_event *event,
                      const dw_drawn_world *world, const dw_map *map, const dw_ruleset *rules,
                      double now)
{
    const uint8_t slot = event->a % 16;
    dw_flight *flight = &flights->rows[slot];
    *flight = (dw_flight){.tool = (uint8_t)(event->a / 16),
                          .to_x = dw_snapshot_restore(event->b, map->bounds.min.x),
                          .to_y = dw_snapshot_restore(event->c, map->bounds.min.y),
                          .born = now};
    flight->from_x = flight->to_x;
    flight->from_y = flight->to_y;
    find_thrower(world, slot, &flight->from_x, &flight->from_y);
    const double far = hypot(flight->to_x - flight->from_x, flight->to_y - flight->from_y);
    flight->lasts_s = fmax(far / DW_MM((double)rules->throw_speed_mm_s), 1.0 / DW_TICKS_PER_SECOND);
}

double dw_flight_part(const dw_flight *flight, double now)
{
    return (now - flight->born) / flight->lasts_s;
}
