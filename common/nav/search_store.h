/* search_store.h - the memory of a search: how much there is, and how it is made new.
 * Private to common/nav. */
#ifndef DW_NAV_SEARCH_STORE_H
#define DW_NAV_SEARCH_STORE_H

#include "common/nav/nav_search.h"

/* Open nodes of a search: on the MovingAI maps and on museum at most a tenth were in use. */
#define DW_SEARCH_NODES(nav) ((nav)->edge_count / 2 + 512)

/* The whole mesh and as many extra solids as there can be. */
dw_search_sizes dw_search_sizes_full(const dw_nav *nav, uint32_t node_max);

DW_MUST_USE dw_status dw_search_create(dw_nav_search **out, dw_arena *arena, const dw_nav *nav,
                                       const dw_search_sizes *sizes);

/* Arena bytes that this takes, at most. */
size_t dw_search_bytes(const dw_nav *nav, const dw_search_sizes *sizes);

/* Makes everything noted by earlier searches void. */
void dw_search_forget(dw_nav_search *search);

#endif
