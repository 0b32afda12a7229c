/* search.h - Polyanya over the cells of a mesh (nav.h names the source). Private to common/nav. */
#ifndef DW_NAV_SEARCH_H
#define DW_NAV_SEARCH_H

#include "common/nav/nav_search.h"

/* Polyanya over the cells from `start` to `target`, both free. */
void dw_search_begin(dw_nav_search *search);

/* At most `expansions` more; true when it has ended, with goal_root DW_MESH_NONE if there is no
 * path. */
bool dw_search_run(dw_nav_search *search, uint32_t expansions);

/* Fills in how far each vertex is from `from`, all doors open; what cannot be reached is left as it
 * is. False when the open list of a search made with DW_SEARCH_SPREAD_NODES was too short. */
bool dw_search_spread(dw_nav_search *search, dw_vec from, double *distances);
#define DW_SEARCH_SPREAD_NODES(nav) ((nav)->edge_count * 16 + 4096)

#endif
