/* overlay.h - the extra solids of one query, cut out of the mesh in the scratch of its search.
 * Private to common/nav. */
#ifndef DW_NAV_OVERLAY_H
#define DW_NAV_OVERLAY_H

#include "common/nav/nav_search.h"

/* Cuts the extra solids (`holes`) out of the mesh for this search. Exact: the overlay is the free
 * space with them. Cost: the cells met, times the solids that meet each. */
void dw_overlay_build(dw_nav_search *search);

enum { DW_SEARCH_CELLS_AT_MAX = 24 };

/* The cells that hold `p`, as the query sees them; at most DW_SEARCH_CELLS_AT_MAX. */
uint32_t dw_overlay_cells_at(const dw_nav_search *search, dw_vec p, uint32_t *cells);

#endif
