/* memory.h - one large block of zeroed memory, in large pages where the system has them; and how
 * much memory the process has.
 * What a program reads all over within each tick (thousands of matches, clients) needs more small
 * pages than a processor keeps the places of; in pages of 2 MiB it needs a few hundred. Owns
 * nothing; pages that are not touched cost nothing. */
#ifndef DW_PLATFORM_MEMORY_H
#define DW_PLATFORM_MEMORY_H

#include <stddef.h>

/* Aligned to a large page. NULL when the system has none to give. */
void *dw_memory_map(size_t bytes);

/* With the same size; NULL is nothing. */
void dw_memory_unmap(void *block, size_t bytes);

/* Bytes of this process that are in memory now, 0 when the system does not say. */
size_t dw_memory_resident(void);

#endif
