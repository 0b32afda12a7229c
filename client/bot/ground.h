/* ground.h - a map as bots see it: the mesh for their bodies, the roadmap for those who mind where
 * they are seen, and the scratch of one search. Owns: mesh and roadmap. Shared by all bots of a
 * process that play the same map; one thread, since there is one search at a time. Knows only the
 * public map. */
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
    dw_door_set all_doors; /* All of them open: how plans see the map. */
    dw_nav_path *path;     /* Of the last search. */
    dw_roadmap *roadmap;
    dw_arena arena;
} dw_bot_ground;

/* The map must outlive it. DW_MEMORY, or what the mesh refuses. */
DW_MUST_USE dw_status dw_bot_ground_create(dw_bot_ground **out, const dw_map *map, dw_error *error);
void dw_bot_ground_destroy(dw_bot_ground *ground);

/* A place to stand from which `thing` (on `furniture`, or DW_NONE) is in reach, the one nearest to
 * `from`. False when there is none. Cost: some hundred tests of places; once a plan. */
bool dw_bot_ground_reach_place(const dw_bot_ground *ground, const dw_ruleset *rules, dw_vec from,
                               dw_rect thing, uint16_t furniture, dw_vec *out);

#endif
