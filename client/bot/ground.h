/* ground.h - a map as bots use it: the mesh for paths, the roadmap for careful bots, and the
 * scratch of one search. Owns: mesh and roadmap. All bots of a process that play the same map share
 * it, in one thread. Knows only the public map. */
#ifndef DW_BOT_GROUND_H
#define DW_BOT_GROUND_H

#include "client/bot/manoeuvre.h"
#include "client/bot/roadmap.h"
#include "common/nav/nav.h"

typedef struct dw_bot_ground {
    const dw_map *map;
    const dw_nav *nav;
    dw_nav_search *search;
    dw_manoeuvre_scratch *scratch;
    dw_door_set all_doors; /* All open: plans assume that. */
    dw_nav_path *path;     /* Result of the last search. */
    dw_roadmap *roadmap;
    dw_arena arena;
} dw_bot_ground;

/* The map must outlive it. DW_MEMORY, or an error of the mesh builder. */
DW_MUST_USE dw_status dw_bot_ground_create(dw_bot_ground **out, const dw_map *map, dw_error *error);
void dw_bot_ground_destroy(dw_bot_ground *ground);

/* The position nearest to `from` from which `thing` (on `furniture`, or DW_NONE) is in reach. False
 * if no position will do. Cost: tests a few hundred positions; called once a plan. */
bool dw_bot_ground_reach_position(const dw_bot_ground *ground, const dw_ruleset *rules, dw_vec from,
                                  dw_rect thing, uint16_t furniture, dw_vec *out);

/* The same for a device of the map, where no door or switch is nearer. */
bool dw_bot_ground_device_position(const dw_bot_ground *ground, const dw_ruleset *rules,
                                   dw_vec from, uint16_t device, dw_vec *out);

#endif
