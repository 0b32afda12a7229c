/* arena.h - memory that is taken at start and given back all at once.
 * Owns: nothing; the block belongs to the caller of dw_arena_create, or to the caller of
 * dw_arena_init. Cost: O(1) a call. Not thread-safe: one arena, one owner.
 *
 * Whatever a match needs comes out of one arena before its first tick (ARCHITECTURE.md, invariant
 * 2), so that running out shows at start, as a status, and never in the middle of a round. */
#ifndef DW_BASE_ARENA_H
#define DW_BASE_ARENA_H

#include "common/base/status.h"

#include <stdint.h>

typedef struct dw_arena {
    uint8_t *bytes;
    size_t capacity;
    size_t used;
    size_t high_water; /* Largest `used` since init; resets do not lower it. */
    bool owned;
} dw_arena;

/* Takes `capacity` bytes from the heap, zeroed. DW_MEMORY when there are none. */
DW_MUST_USE dw_status dw_arena_create(dw_arena *arena, size_t capacity);
void dw_arena_destroy(dw_arena *arena);

/* Uses the caller's block. */
void dw_arena_init(dw_arena *arena, void *bytes, size_t capacity);

/* `size` zeroed bytes aligned to 16, or NULL when the arena is full. */
void *dw_arena_take(dw_arena *arena, size_t size);

/* A mark and the way back to it: everything taken since is free again. */
size_t dw_arena_mark(const dw_arena *arena);
void dw_arena_reset(dw_arena *arena, size_t mark);

#define DW_ARENA_NEW(arena, type)          ((type *)dw_arena_take((arena), sizeof(type)))
#define DW_ARENA_ARRAY(arena, type, count) ((type *)dw_arena_take((arena), sizeof(type) * (count)))

#endif
