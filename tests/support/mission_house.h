/* mission_house.h - a small house for missions: a hall with the objective, two documents, a
 * terminal, a bell, a switch with its lamp and the exit; a study behind a closed door with a safe;
 * a vault behind the study with a star, locked, its key in the hall; two guards. For tests of the
 * loader and of the rules of missions. */
#ifndef DW_TESTS_SUPPORT_MISSION_HOUSE_H
#define DW_TESTS_SUPPORT_MISSION_HOUSE_H

#include "common/world/mission.h"
#include "tests/support/scene.h"

/* Rooms `hall` `study` `vault`, doors `door` `vault-door`, items `gold` `letter` `map` `vault key`
 * `star`, devices `terminal` `safe` `bell`, area `corner`, guards `ann` in the study and `bob` in
 * the hall. */
const dw_map *dw_mission_house(dw_scene *scene);

/* A mission file for it: the parts and what follows them, such as
 *     "[{\"id\": ...}], \"triggers\": [...]"
 * Fails the test when it is refused. */
dw_mission dw_mission_of(const dw_map *map, const char *parts);

/* Why this whole file is refused, without its name before it. A file that is taken, an error that
 * does not name the file, or an output that is touched end the program. */
const char *dw_mission_refusal(const dw_map *map, const char *text, dw_error *error);

/* The same text as a whole file; `size` with its zero. */
void dw_mission_text(char *out, size_t size, const char *parts);

#endif
