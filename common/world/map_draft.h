/* map_draft.h - a map while it is being made: dw_map with its arrays still open for writing, and
 * the steps that map_build.c runs over it in order. Each step fails with an error that names the
 * object as a person would find it in Tiled. Private to common/world. */
#ifndef DW_WORLD_MAP_DRAFT_H
#define DW_WORLD_MAP_DRAFT_H

#include "common/world/map.h"

/* `map` points to the same arrays. */
typedef struct dw_map_draft {
    dw_map map;
    dw_room *rooms;
    dw_furniture *furniture;
    dw_door *doors;
    dw_lamp *lamps;
    dw_wall_switch *switches;
    dw_map_device *devices;
} dw_map_draft;

enum {
    DW_DOORWAY_WIDTH_MIN = 600 * DW_UNITS_PER_MM,
    DW_WALL_HALF_MIN = 10 * DW_UNITS_PER_MM,
    DW_WALL_HALF_MAX = 500 * DW_UNITS_PER_MM,
    DW_WALLS_MAX = 8192
};

/* Room for "furniture 1024 at 20000,20000" and the like. */
typedef struct dw_object_text {
    char text[DW_NAME_SIZE * 3];
} dw_object_text;

/* What errors call a thing: by name where it has one, else by number and its place in pixels. */
dw_object_text dw_named_text(const char *kind, const char *name);
dw_object_text dw_item_text(const dw_item_spot *item);
dw_object_text dw_placed_text(const char *kind, uint32_t index, dw_vec place);

/* map_check.c. Counts, names, rooms: nothing of the draft is needed but what a reader filled in. */
DW_MUST_USE dw_status dw_map_check_parts(const dw_map *parts, dw_error *error);
/* Doors fit their rooms and face; fills in what a reader leaves open, of furniture too. */
DW_MUST_USE dw_status dw_map_place_doors(dw_map_draft *draft, dw_error *error);
DW_MUST_USE dw_status dw_map_place_furniture(dw_map_draft *draft, dw_error *error);
/* Spawns, guards and patrols; needs walls and the index. */
DW_MUST_USE dw_status dw_map_check_bodies(const dw_map *map, dw_error *error);

/* map_things.c: items, devices, areas and exit in their rooms. */
DW_MUST_USE dw_status dw_map_place_things(dw_map_draft *draft, dw_error *error);

/* Its room and the furniture it lies on, or DW_NONE for either. */
void dw_map_place_item(const dw_map *map, dw_item_spot *item);

/* A rectangle with an inside, within the greatest map. */
bool dw_map_is_sound(dw_rect r);
/* The room that holds all of `r`, or DW_NONE. */
uint16_t dw_map_room_around(const dw_map *map, dw_rect r);
/* The first door whose doorway `r` overlaps, or NULL. */
const dw_door *dw_map_doorway_under(const dw_map *map, dw_rect r);

/* map_lights.c: lamps and switches in their rooms, and the lamps of each room; needs walls and the
 * index. */
DW_MUST_USE dw_status dw_map_place_lights(dw_map_draft *draft, dw_arena *arena, dw_error *error);

/* map_walls.c: rectangles that do not overlap and together cover the wall strips of all rooms but
 * for the door halves. */
DW_MUST_USE dw_status dw_map_build_walls(dw_map_draft *draft, dw_arena *arena, dw_error *error);

/* map_reach.c: each room, item, switch, device and area and the exit can be reached from the
 * spawns, by the exact free space of a body with all doors open. Needs everything else. */
DW_MUST_USE dw_status dw_map_check_reach(const dw_map *map, dw_error *error);

#endif
