/* view_scene.h - worlds made by hand, for looking at what client/view draws without a server: used
 * by its tests, the benchmark and the program view_pictures. */
#ifndef DW_TESTS_VIEW_SCENE_H
#define DW_TESTS_VIEW_SCENE_H

#include "client/core/client.h"
#include "client/core/minds.h"
#include "client/view/model/feed.h"

typedef struct dw_view_fixture {
    dw_arena arena;
    const dw_map *map;
    dw_ruleset rules;
    dw_drawn_world world;
    dw_round round;
    dw_feed feed;
} dw_view_fixture;

/* Loads a map of the source tree by name. Guards stand where the map puts them, with all moods in
 * turn; intruders at the spawns; every third door is open. False (with a line on standard error)
 * when the map cannot be read. */
bool dw_view_fixture_open(dw_view_fixture *fixture, const char *map_name, bool playing);
void dw_view_fixture_close(dw_view_fixture *fixture);

/* In the place of all bodies: one of each kind of guard, and animals asleep, in rows of five that
 * begin at (x, y) in mm and are 2 m apart. The room must have space for them. */
void dw_view_fixture_kinds(dw_view_fixture *fixture, int32_t x, int32_t y);

/* Makes a night of it: light, noises and tools, guards of the kinds that the map names, and lit
 * torches of all guards that are not calm. False (with a line on standard error) when a file of a
 * kind cannot be read. */
bool dw_view_fixture_night(dw_view_fixture *fixture);

enum { DW_VIEW_FIXTURE_TICK = 6000 };

/* Makes a spectator's world of it: guards have the numbers that spectators know, the tick is
 * DW_VIEW_FIXTURE_TICK, and `minds` holds a mind for each of them that shows in every layer. */
void dw_view_fixture_think(dw_view_fixture *fixture, dw_minds *minds);

#endif
