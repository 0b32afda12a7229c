/* search_pool.c - which scratch to lend next. */
#include "common/nav/search_pool.h"

#include "common/base/check.h"

#include <string.h>

dw_status dw_search_pool_join(dw_search_pool *pool, dw_arena *arena, const dw_nav *nav,
                              uint32_t extra_max, uint32_t *holder)
{
    if (pool->places == NULL) {
        pool->size = pool->size > 0 ? pool->size : DW_SEARCH_POOL_SIZE;
        pool->places = DW_ARENA_ARRAY(arena, dw_search_place, pool->size);
        if (pool->places == NULL) {
            return DW_MEMORY;
        }
        memset(pool->places, 0, pool->size * sizeof *pool->places);
    }
    if (pool->count < pool->size) {
        const dw_status status =
            dw_nav_search_create_small(&pool->places[pool->count].search, arena, nav, extra_max);
        if (status != DW_OK) {
            return status;
        }
        pool->count++;
    }
    *holder = ++pool->holder_count;
    return DW_OK;
}

static dw_search_place *slot_of(dw_search_pool *pool, uint32_t holder)
{
    DW_CHECK(holder > 0 && holder <= pool->holder_count);
    for (uint32_t k = 0; k < pool->count; k++) {
        if (pool->places[k].holder == holder) {
            pool->places[k].used = ++pool->calls;
            return &pool->places[k];
        }
    }
    return NULL;
}

dw_nav_search *dw_search_pool_held(dw_search_pool *pool, uint32_t holder)
{
    const dw_search_place *place = slot_of(pool, holder);
    return place != NULL ? place->search : NULL;
}

/* A free scratch before one in use; of free ones the newest, of the others the oldest. */
static bool is_better(const dw_search_place *a, const dw_search_place *b)
{
    if ((a->holder == 0) != (b->holder == 0)) {
        return a->holder == 0;
    }
    return a->holder == 0 ? a->used > b->used : a->used < b->used;
}

dw_nav_search *dw_search_pool_take(dw_search_pool *pool, uint32_t holder)
{
    dw_search_place *place = slot_of(pool, holder);
    if (place == NULL) {
        place = &pool->places[0];
        for (uint32_t k = 1; k < pool->count; k++) {
            place = is_better(&pool->places[k], place) ? &pool->places[k] : place;
        }
        pool->lost += place->holder != 0 ? 1 : 0;
        place->holder = holder;
        place->used = ++pool->calls;
    }
    return place->search;
}

void dw_search_pool_give_back(dw_search_pool *pool, uint32_t holder)
{
    dw_search_place *place = slot_of(pool, holder);
    if (place != NULL) {
        place->holder = 0;
    }
}
