/* tiled_guard.h - a guard object of a Tiled file: its post, its kind, and the fields of the kind
 * that it has for itself (maps/FORMAT.md). Knows no kind files: whether there is one is for the
 * reader of kinds. Private to common/world. */
#ifndef DW_WORLD_TILED_GUARD_H
#define DW_WORLD_TILED_GUARD_H

#include "common/world/tiled_object.h"

/* The properties of a guard; beside them each path of a kind's field is one. */
#define DW_TILED_GUARD_PROPERTIES "patrol heading brain handler kind"
bool dw_tiled_is_kind_field(const char *property);

/* `guard` but for its patrol, whose name is NULL when the object gives none. Guards of one kind
 * with the same overrides share an entry of parts->kinds. */
DW_MUST_USE dw_status dw_tiled_read_guard(const dw_tiled_object *o, dw_map *parts,
                                          dw_guard_post *guard, const char **patrol);

/* A guard without a patrol has one of its own in `patrols`: the room that it stands in. */
DW_MUST_USE dw_status dw_tiled_stay_in_room(dw_map *parts, dw_guard_post *guard,
                                            dw_patrol patrols[DW_GUARDS_MAX], dw_error *error);

#endif
