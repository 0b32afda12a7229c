/* prefetch.h - asks the caches for memory that is about to be needed. Changes nothing but time:
 * with hundreds of matches in turn each finds its memory evicted, and what is asked for a little
 * ahead arrives while something else is worked on. */
#ifndef DW_BASE_PREFETCH_H
#define DW_BASE_PREFETCH_H

#include <stddef.h>

enum { DW_CACHE_LINE = 64 };

/* `size` bytes from `memory` on. */
static inline void dw_prefetch(const void *memory, size_t size)
{
    const char *bytes = memory;
    for (size_t at = 0; at < size; at += DW_CACHE_LINE) {
        __builtin_prefetch(bytes + at, 1);
    }
    if (size > 0) {
        __builtin_prefetch(bytes + size - 1, 1); /* It may begin in the middle of a line. */
    }
}

#endif
