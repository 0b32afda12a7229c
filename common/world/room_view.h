/* room_view.h - what rooms say about a line of sight before any solid is checked.
 * Owns: for each room the rectangle that only its own furniture reaches into, and for each pair of
 * rooms the doors of the first through which a straight line can lead to the second. Walls close
 * every room but for its doorways, so that a line between two rooms goes through a chain of them:
 * with the doors at either end of all such chains shut, nothing is seen, wherever the ends are.
 * Made once with the map (solid_index.h); read-only, any number of threads. Private to
 * common/world. Memory: 4 bytes a pair of rooms. Cost of a question: a bit for each door of a room.
 */
#ifndef DW_WORLD_ROOM_VIEW_H
#define DW_WORLD_ROOM_VIEW_H

#include "common/world/map_index.h"

/* For a map whose index has `all` and `view` in place. DW_MEMORY when the arena is full. */
DW_MUST_USE dw_status dw_room_views_build(dw_room_views *out, dw_arena *arena, const dw_map *map,
                                          const dw_solid_index *index);

/* False when no line leads from inside the one room to inside the other with these doors open. */
bool dw_rooms_may_see(const dw_room_views *views, const dw_map *map, const dw_door_set *open,
                      uint16_t a, uint16_t b);

#endif
