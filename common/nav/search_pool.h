/* search_pool.h - the scratch of a few searches (nav.h) for many holders, which seldom need it at
 * once. Owns: which holder's search lies in which scratch. What a search finds depends on its query
 * alone, so it does not matter which scratch it gets, or that it loses it. A holder that has lost
 * its search begins it anew and makes the same expansions again: the answer and the number of
 * expansions are the same. All zero is an empty pool. Cost: O(1) a call; memory is taken in
 * dw_search_pool_join alone. */
#ifndef DW_NAV_SEARCH_POOL_H
#define DW_NAV_SEARCH_POOL_H

#include "common/nav/nav.h"

/* More searches are seldom under way at once: most end in the tick in which they begin. While many
 * guards chase there are more, and two of three expansions are made again: where memory counts less
 * than time the pool has a search for each holder. */
enum { DW_SEARCH_POOL_SIZE = 3 };

typedef struct dw_search_place {
    dw_nav_search *search;
    uint32_t holder; /* 0: free. */
    uint64_t used;   /* When it was last taken, held or given back, in calls. */
} dw_search_place;

typedef struct dw_search_pool {
    uint32_t size; /* Searches at most, set before anybody joins; 0: DW_SEARCH_POOL_SIZE. */
    uint32_t count, holder_count;
    uint64_t calls;
    uint64_t lost;           /* How often a search that was under way lost its scratch. */
    dw_search_place *places; /* `size` of them. */
} dw_search_pool;

/* One more holder, numbered from 1: adds a search of `nav` with up to `extra_max` extra solids
 * while there are fewer than `size`. All that join name the same mesh and number. */
DW_MUST_USE dw_status dw_search_pool_join(dw_search_pool *pool, dw_arena *arena, const dw_nav *nav,
                                          uint32_t extra_max, uint32_t *holder);

/* The search that `holder` took, or NULL when it has lost it. */
dw_nav_search *dw_search_pool_held(dw_search_pool *pool, uint32_t holder);

/* A scratch to begin a search in: the holder's own if it has one, else the free one given back
 * last, which is in the caches, else the one that was used longest ago. */
dw_nav_search *dw_search_pool_take(dw_search_pool *pool, uint32_t holder);

/* The holder's search has ended, or is not wanted any more. */
void dw_search_pool_give_back(dw_search_pool *pool, uint32_t holder);

#endif
