/* team_route.h - the way home that all of a team know: the shortest path over the roadmap from the
 * exit to where the objective lies at the start, and the doors on it. Helpers take their posts
 * along it.
 * Owns: a plain value in the memory of a policy. Knows only the public map. Cost: one search of the
 * roadmap at its creation. No allocation. */
#ifndef DW_BOT_TEAM_ROUTE_H
#define DW_BOT_TEAM_ROUTE_H

#include "client/bot/team.h"

typedef struct dw_team_route {
    uint16_t count;
    uint16_t points[DW_SNEAK_POINTS_MAX]; /* Nodes of the roadmap, from the exit on. */
} dw_team_route;

void dw_team_route_find(dw_team_route *route, const dw_bot_ground *ground);

/* Index of the point that is nearest to a position; points of its room come first. */
uint16_t dw_team_route_at(const dw_team_route *route, const dw_bot_ground *ground, dw_vec position);

/* Of the doors of the route the one that lies at this share of it; DW_NONE without any. */
uint16_t dw_team_route_door(const dw_team_route *route, const dw_bot_ground *ground,
                            uint32_t percent);

/* Where to wait for a teammate that comes home through the door: on its side towards the exit, and
 * out of reach of all doors where the route has such a position. */
dw_vec dw_team_route_before(const dw_team_route *route, const dw_bot_ground *ground,
                            const dw_ruleset *rules, uint16_t door);

#endif
