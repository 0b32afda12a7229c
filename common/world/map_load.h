/* map_load.h - maps as Tiled .tmj files (maps/FORMAT.md): JSON in, dw_map out.
 * Knows no files: bytes come in. Anything that is not right is refused with the object and the
 * reason (server/RULES.md 1.11 and 1.12). */
#ifndef DW_WORLD_MAP_LOAD_H
#define DW_WORLD_MAP_LOAD_H

#include "common/world/map.h"

enum { DW_MAP_FILE_BYTES_MAX = 8 << 20 };

/* `name` is the file name as a person wrote it: it starts every error and, without folder and
 * suffix, becomes the map's name. DW_INVALID, DW_RANGE, DW_FULL or DW_MEMORY. */
DW_MUST_USE dw_status dw_map_load(const dw_map **out, dw_arena *arena, const char *name,
                                  const uint8_t *bytes, size_t size, dw_error *error);

#endif
