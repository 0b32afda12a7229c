/* search_pool.h - a few searches' scratch (nav.h), lent to many askers who seldom need it at once.
 * Owns: which asker's search each of them holds. A search that nobody has asked of is no secret:
 * what it finds depends on its query alone, so that it does not matter which scratch it gets, or
 * that it loses it. Who finds his search given away begins it anew and makes again the expansions
 * that he had; the answer and the number of expansions are the same.
 * All zero is an empty pool. Cost: O(1) a call; memory is taken in dw_search_pool_join alone. */
#ifndef DW_NAV_SEARCH_POOL_H
#define DW_NAV_SEARCH_POOL_H

#include "common/nav/nav.h"

/* As many searches of building size as are ever under way at once: most end in the tick in which
 * they begin. */
enum { DW_SEARCH_POOL_SIZE = 3 };

typedef struct dw_search_place {
    dw_nav_search *search;
    uint32_t holder; /* 0 = nobody. */
    uint64_t used;   /* When it was last taken, held or given back; see dw_search_pool.turn. */
} dw_search_place;

typedef struct dw_search_pool {
    uint32_t count, holder_count;
    uint64_t turn; /* Counts calls. */
    uint64_t lost; /* How often a search that was under way was given to somebody else. */
    dw_search_place places[DW_SEARCH_POOL_SIZE];
} dw_search_pool;

/* One more asker, numbered from 1: adds a search of `nav` with up to `extra_max` extra solids while
 * there are fewer than DW_SEARCH_POOL_SIZE. All who join name the same mesh and number. */
DW_MUST_USE dw_status dw_search_pool_join(dw_search_pool *pool, dw_arena *arena, const dw_nav *nav,
                                          uint32_t extra_max, uint32_t *holder);

/* The search that `holder` took, or NULL when he has none any more. */
dw_nav_search *dw_search_pool_held(dw_search_pool *pool, uint32_t holder);

/* One to begin a search in, his own if he has one: the one given back last, which is in the caches,
 * else the one that was left alone longest. */
dw_nav_search *dw_search_pool_take(dw_search_pool *pool, uint32_t holder);

/* His search has ended, or nobody wants it any more. */
void dw_search_pool_give_back(dw_search_pool *pool, uint32_t holder);

#endif
