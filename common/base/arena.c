/* arena.c - one block of memory, handed out from its start; what is handed out is zero. */
#include "common/base/arena.h"

#include "common/base/check.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_ALIGNMENT = 16 };

dw_status dw_arena_create(dw_arena *arena, size_t capacity)
{
    uint8_t *bytes = calloc(1, capacity);
    if (bytes == NULL) {
        return DW_MEMORY;
    }
    dw_arena_init(arena, bytes, capacity);
    arena->owned = true;
    return DW_OK;
}

void dw_arena_destroy(dw_arena *arena)
{
    if (arena->owned) {
        free(arena->bytes);
    }
    memset(arena, 0, sizeof *arena);
}

void dw_arena_init(dw_arena *arena, void *bytes, size_t capacity)
{
    *arena = (dw_arena){.bytes = bytes, .capacity = capacity};
}

void *dw_arena_take(dw_arena *arena, size_t size)
{
    const uintptr_t base = (uintptr_t)arena->bytes;
    const uintptr_t aligned =
        (base + arena->used + ARENA_ALIGNMENT - 1) & ~(uintptr_t)(ARENA_ALIGNMENT - 1);
    const size_t offset = (size_t)(aligned - base);
    if (offset > arena->capacity || size > arena->capacity - offset) {
        return NULL;
    }
    arena->used = offset + size;
    if (arena->used > arena->high_water) {
        arena->high_water = arena->used;
    }
    memset(arena->bytes + offset, 0, size);
    return arena->bytes + offset;
}

size_t dw_arena_mark(const dw_arena *arena)
{
    return arena->used;
}

void dw_arena_reset(dw_arena *arena, size_t mark)
{
    DW_CHECK(mark <= arena->used);
    arena->used = mark;
}
