/* net_slab.h - the memory that ENet works in: one block, taken at start, with an owner for each
 * piece. Owns: the block, the lists of free pieces, and the bytes in use by owner. Does not know:
 * peers, packets, limits; an owner is a number.
 * Method: segregated fit as in M. Masmano, I. Ripoll, A. Crespo, J. Real: "TLSF: A New Dynamic
 * Memory Allocator for Real-Time Systems", 2004, with both levels in one bitmap of seven words.
 * Neighbours that are free become one piece at once, so memory that comes back can serve any size.
 * Cost: take and give are O(1), 16 bytes a piece. Full means NULL and a counter: ENet then drops
 * that packet or command, and no other memory of the process is touched.
 * ENet's allocation callbacks carry no context, so a process has one slab (the one exception to "no
 * globals but the log sink"). Not thread-safe. */
#ifndef DW_HOST_NET_SLAB_H
#define DW_HOST_NET_SLAB_H

#include "common/base/status.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DW_NET_SLAB_NOBODY = 0, /* The owner of pieces that are charged to no peer. */
    DW_NET_SLAB_OWNERS_MAX = 8192
};

/* Takes a block of `bytes` (under 2 GiB). Unused pages cost nothing. */
DW_MUST_USE dw_status dw_net_slab_open(size_t bytes, dw_error *error);
void dw_net_slab_close(void);

/* The owner of the pieces taken from now on. At first DW_NET_SLAB_NOBODY. */
void dw_net_slab_charge(uint32_t owner);

/* Aligned to 16 bytes. NULL when no free piece is large enough. */
void *dw_net_slab_take(size_t size);

/* Credits the piece to the owner that it was charged to. NULL does nothing. */
void dw_net_slab_give(void *given);

/* Bytes in use by that owner, overhead included. */
uint32_t dw_net_slab_owned(uint32_t owner);

/* Whether a piece of that size could be taken now. */
bool dw_net_slab_has(size_t size);

typedef struct dw_net_slab_stats {
    size_t capacity;
    size_t in_use; /* Bytes of pieces in use, heads included. */
    size_t peak;   /* The highest `in_use` ever. */
    uint64_t refused;
    uint64_t free_pieces; /* 1 when nothing is in use. */
} dw_net_slab_stats;
dw_net_slab_stats dw_net_slab_get_stats(void);

#endif
