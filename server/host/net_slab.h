/* net_slab.h - the memory that ENet works in: one block, taken at start, cut into pieces of a few
 * sizes. Owns: the block and the lists of free pieces. A piece never goes back to another size, so
 * that taking and giving back are O(1) and nothing fragments. Full means NULL and a counter: ENet
 * then drops that packet or command, and no other program's memory is touched.
 * ENet's allocation callbacks carry no context, so there is one slab a process (the one exception
 * to "no globals but the log sink"). Not thread-safe. */
#ifndef DW_HOST_NET_SLAB_H
#define DW_HOST_NET_SLAB_H

#include "common/base/status.h"

#include <stdint.h>

/* Takes the block: pages that are never used cost nothing. */
DW_MUST_USE dw_status dw_net_slab_open(size_t bytes, dw_error *error);
void dw_net_slab_close(void);

/* NULL when the block is used up. */
void *dw_net_slab_take(size_t size);
void dw_net_slab_give(void *piece);

typedef struct dw_net_slab_stats {
    size_t capacity;
    size_t cut;    /* Bytes that were ever handed out: the high-water mark. */
    size_t in_use; /* Bytes of pieces that are out now. */
    uint64_t refused;
} dw_net_slab_stats;
dw_net_slab_stats dw_net_slab_get_stats(void);

#endif
