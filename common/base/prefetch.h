/* prefetch.h - asks the caches for memory that is about to be needed. Changes nothing but time:
 * with hundreds of matches in turn, none finds anything of its own near, and what is asked for a
 * little ahead arrives while something else is worked on. Any address will do, NULL as well. */
#ifndef DW_BASE_PREFETCH_H
#define DW_BASE_PREFETCH_H

#include <stddef.h>
#include <stdint.h>

enum { DW_CACHE_LINE = 64 };

/* `size` bytes from `memory` on. */
static inline void dw_prefetch(const void *memory, size_t size)
{
    const uintptr_t offset = (uintptr_t)memory % DW_CACHE_LINE;
    for (size_t at = 0; at < offset + size; at += DW_CACHE_LINE) {
        __builtin_prefetch((const void *)((uintptr_t)memory - offset + at), 1);
    }
}

#endif
