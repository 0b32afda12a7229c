/* tiled_lock.h - locks of a Tiled file: doors name them by `lock`, items by `opens`. They become
 * numbers when all objects are known. Private to common/world. */
#ifndef DW_WORLD_TILED_LOCK_H
#define DW_WORLD_TILED_LOCK_H

#include "common/world/tiled_door.h"

/* The names as they stand in the file; NULL: none. */
typedef struct dw_tiled_locks {
    const char *of_doors[DW_DOORS_MAX];
    const char *of_items[DW_ITEMS_MAX];
} dw_tiled_locks;

/* The lock that a half names, for its door; both halves may name the same. */
DW_MUST_USE dw_status dw_tiled_note_lock(dw_tiled_locks *locks, const dw_door *doors,
                                         uint16_t count, const dw_tiled_half *half,
                                         dw_error *error);

/* After the last object: fills in `lock` of doors, `opens` of items and `lock_count` of `parts`,
 * whose doors are `doors`. */
DW_MUST_USE dw_status dw_tiled_number_locks(const dw_tiled_locks *locks, dw_map *parts,
                                            dw_door *doors, dw_error *error);

#endif
