/* tiled_thing.h - readers of those Tiled objects that need nothing but themselves: rooms,
 * furniture, lamps, switches, items and devices. Private to common/world. */
#ifndef DW_WORLD_TILED_THING_H
#define DW_WORLD_TILED_THING_H

#include "common/world/tiled_object.h"

DW_MUST_USE dw_status dw_tiled_read_room(const dw_tiled_object *o, dw_room *room);
DW_MUST_USE dw_status dw_tiled_read_furniture(const dw_tiled_object *o, dw_furniture *piece);
DW_MUST_USE dw_status dw_tiled_read_switch(const dw_tiled_object *o, dw_wall_switch *out);
DW_MUST_USE dw_status dw_tiled_read_device(const dw_tiled_object *o, dw_map_device *device);

/* An item that is no objective; the caller makes one of it. */
DW_MUST_USE dw_status dw_tiled_read_item(const dw_tiled_object *o, dw_item_spot *item);

/* `switch_name` becomes the name of its switch, which may stand further down in the file; NULL: it
 * has none. */
DW_MUST_USE dw_status dw_tiled_read_lamp(const dw_tiled_object *o, dw_lamp *lamp,
                                         const char **switch_name);

#endif
