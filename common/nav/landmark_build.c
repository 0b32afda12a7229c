/* landmark_build.c - picks landmarks far from each other, each the one furthest from those before.
 */
#include "common/nav/landmark_build.h"

#include "common/nav/search.h"
#include "common/nav/search_store.h"

#include <stdlib.h>

/* Larger than any distance. */
static const float FAR = 1e30F;

/* Stored distances are off by rounding to float, at most 2^-24 of themselves; a bound made from two
 * of them gives up this share of the longest. */
static const float ROUNDING = 1.0F / (1 << 20);

static uint32_t largest_component(const dw_nav *nav, uint32_t *sizes)
{
    uint32_t best = 0;
    for (uint32_t k = 0; k < nav->cell_count; k++) {
        sizes[k] = 0;
    }
    for (uint32_t k = 0; k < nav->cell_count; k++) {
        const uint32_t component = nav->component[k];
        if (++sizes[component] > sizes[best]) {
            best = component;
        }
    }
    return best;
}

/* Keeps, for each vertex, the distance to the nearest landmark, and gives the vertex for which it
 * is largest: the next landmark. */
static uint32_t furthest(const double *distances, double *nearest, uint32_t count)
{
    uint32_t best = DW_MESH_NONE;
    for (uint32_t k = 0; k < count; k++) {
        if (distances[k] < nearest[k]) {
            nearest[k] = distances[k];
        }
        if (nearest[k] < (double)FAR && nearest[k] > 0 &&
            (best == DW_MESH_NONE || nearest[k] > nearest[best])) {
            best = k;
        }
    }
    return best;
}

/* Unreachable vertices get 0; they are never asked for together with reachable ones. */
static void store_column(dw_nav *nav, float *table, uint32_t column, const double *distances)
{
    for (uint32_t k = 0; k < nav->vertex_count; k++) {
        const double d = distances[k] < (double)FAR ? distances[k] : 0;
        table[(size_t)k * DW_LANDMARKS + column] = (float)d;
        if ((float)d * ROUNDING + 1 > nav->landmark_slack) {
            nav->landmark_slack = (float)d * ROUNDING + 1;
        }
    }
}

static void fill_table(dw_nav *nav, dw_nav_search *search, float *table, double *distances,
                       double *nearest)
{
    uint32_t next = nav->edges[0].a_id;
    for (uint32_t k = 0; k < nav->cell_count; k++) {
        if (nav->component[k] == nav->landmark_component && nav->cells[k].count > 0) {
            next = nav->edges[nav->cells[k].first].a_id;
            break;
        }
    }
    /* The first spread only finds an end of the map: what is furthest from anywhere. */
    uint32_t column = 0;
    for (uint32_t round = 0; round <= DW_LANDMARKS && next != DW_MESH_NONE; round++) {
        for (uint32_t k = 0; k < nav->vertex_count; k++) {
            distances[k] = (double)FAR;
            if (round <= 1) {
                nearest[k] = (double)FAR;
            }
        }
        if (!dw_search_spread(search, nav->vertices[next], distances)) {
            break;
        }
        if (round > 0) {
            nav->landmarks[column] = nav->vertices[next];
            store_column(nav, table, column++, distances);
        }
        next = furthest(distances, nearest, nav->vertex_count);
    }
    nav->landmark_count = column;
}

dw_status dw_landmark_build(dw_arena *arena, dw_nav *nav)
{
    if (nav->vertex_count < DW_LANDMARKS) {
        return DW_OK;
    }
    float *table = DW_ARENA_ARRAY(arena, float, (size_t)nav->vertex_count *DW_LANDMARKS);
    double *distances = malloc((size_t)nav->vertex_count * sizeof(*distances));
    double *nearest = malloc((size_t)nav->vertex_count * sizeof(*nearest));
    uint32_t *sizes = malloc((size_t)nav->cell_count * sizeof(*sizes));
    const dw_search_sizes search_sizes = dw_search_sizes_full(nav, DW_SEARCH_SPREAD_NODES(nav));
    dw_arena scratch = {0};
    dw_nav_search *search = NULL;
    dw_status status = DW_MEMORY;
    if (table != NULL && distances != NULL && nearest != NULL && sizes != NULL &&
        dw_arena_create(&scratch, dw_search_bytes(nav, &search_sizes)) == DW_OK &&
        dw_search_create(&search, &scratch, nav, &search_sizes) == DW_OK) {
        nav->landmark_component = largest_component(nav, sizes);
        fill_table(nav, search, table, distances, nearest);
        nav->landmark_distances = table;
        status = DW_OK;
    }
    dw_arena_destroy(&scratch);
    free(distances);
    free(nearest);
    free(sizes);
    return status;
}
