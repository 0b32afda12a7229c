/* nav_scene.h - random rectangle maps for tests of common/nav, and the comparison with the oracle.
 * Coordinates sit on a coarse lattice of which the body is a multiple, so that flush solids,
 * touching corners and gaps exactly as wide as the body come up all the time. */
#ifndef DW_TESTS_NAV_SCENE_H
#define DW_TESTS_NAV_SCENE_H

#include "common/base/rng.h"
#include "common/nav/nav.h"
#include "tests/unit/nav/nav_oracle.h"

enum { DW_SCENE_SOLIDS_MAX = 40, DW_SCENE_DOORS_MAX = 5, DW_SCENE_EXTRAS_MAX = 6 };

typedef struct dw_scene {
    dw_nav_config config;
    dw_rect solids[DW_SCENE_SOLIDS_MAX];
    dw_rect doorways[DW_SCENE_DOORS_MAX];
    dw_rect extras[DW_SCENE_EXTRAS_MAX];
    uint32_t extra_count;
    dw_door_set excluded;
} dw_scene;

/* A new map; doors and extra solids are drawn separately, so that they can change. */
void dw_scene_make(dw_scene *scene, dw_rng *rng);
void dw_scene_draw_doors(dw_scene *scene, dw_rng *rng);
void dw_scene_draw_extras(dw_scene *scene, dw_rng *rng);

/* Builds the mesh into `arena`, without doorways when they lie too close together. */
const dw_nav *dw_scene_build(dw_scene *scene, dw_arena *arena);

/* A place in or near the bounds, and a query between two of them. */
dw_vec dw_scene_point(const dw_scene *scene, dw_rng *rng);
dw_nav_query dw_scene_query(const dw_scene *scene, dw_rng *rng);

/* What the body's centre meets: grown solids, shut doorways, extra solids. */
void dw_scene_oracle(const dw_scene *scene, const dw_nav_query *query, dw_oracle *oracle);

/* Where a path from `p` starts: the nearest free point, or `p` itself. */
dw_vec dw_scene_nearest(const dw_nav *nav, dw_nav_search *search, const dw_nav_query *query,
                        dw_vec p);

/* Finds a path and holds it to the oracle: ends, length, every leg free. `text` names the case
 * in failures. */
void dw_scene_check(const dw_scene *scene, const dw_nav *nav, dw_nav_search *search,
                    const dw_nav_query *query, const char *text);

#endif
