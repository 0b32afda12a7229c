/* rotation.h - the maps that matches play in turn, by the settings `rotation` and
 * `rotation_rounds`. Owns: the handles of the maps, which stay loaded. Knows: the server's inside.
 * Cost: O(maps) when a round ends; files are read at the start and at a reload only. */
#ifndef DW_HOST_ROTATION_H
#define DW_HOST_ROTATION_H

#include "common/base/status.h"

#include <stdint.h>

typedef struct dw_server dw_server;

/* Loads the maps of the setting; the rotation stays as it was when one is refused. Before the
 * matches are made, or later: then each has to fit their memory. */
DW_MUST_USE dw_status dw_rotation_load(dw_server *server, const char *names, dw_error *error);

/* Match `index` plays place `place` of the rotation next; its players are told. */
DW_MUST_USE dw_status dw_rotation_choose(dw_server *server, uint32_t index, uint32_t place,
                                         dw_error *error);

/* In a tick: match `index` has ended a round. */
void dw_rotation_round_over(dw_server *server, uint32_t index);

/* Between two ticks, since it may read a file: gives each match that has ended `rotation_rounds`
 * rounds on its map the next one, unless the host has chosen one. */
void dw_rotation_look(dw_server *server);

#endif
