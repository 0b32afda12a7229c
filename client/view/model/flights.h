/* flights.h - what is in the air: where it came from, where it will land, when.
 * Owns: the newest throw of each intruder, as events tell it. Times are seconds of the view. */
#ifndef DW_VIEW_FLIGHTS_H
#define DW_VIEW_FLIGHTS_H

#include "client/core/client.h"

typedef struct dw_flight {
    uint8_t tool; /* dw_tool; NONE: nothing was thrown. */
    double from_x, from_y, to_x, to_y;
    double born, lasts_s;
} dw_flight;

typedef struct dw_flights {
    dw_flight rows[DW_INTRUDERS_MAX]; /* By slot. */
} dw_flights;

/* Takes in a throw. It leaves from where the thrower is drawn in `world`; one that is not drawn
 * throws from where it lands. */
void dw_flights_event(dw_flights *flights, const dw_client_event *event,
                      const dw_drawn_world *world, const dw_map *map, const dw_ruleset *rules,
                      double now);

/* How far along it is, 0 .. 1; beyond 1 it has landed. */
double dw_flight_part(const dw_flight *flight, double now);

#endif
