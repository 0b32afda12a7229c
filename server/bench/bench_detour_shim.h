/* bench_detour_shim.h - the few calls of Detour's C++ that bench_detour.c needs. Coordinates are
 * those of the 16-bit vertices. */
#ifndef DW_BENCH_DETOUR_SHIM_H
#define DW_BENCH_DETOUR_SHIM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DW_DETOUR_CORNERS = 6, DW_DETOUR_NO_INDEX = 0xffff };

typedef struct dw_detour_polygons {
    const uint16_t *vertices; /* x, 0, y of each. */
    uint32_t vertex_count;
    const uint16_t *polygons; /* For each polygon its corners, then its neighbours. */
    uint32_t polygon_count;
    uint16_t max_x, max_y;
} dw_detour_polygons;

typedef struct dw_detour_shim dw_detour_shim;

/* NULL when Detour refuses the mesh. The polygons are copied. */
dw_detour_shim *dw_detour_shim_create(const dw_detour_polygons *polygons);
void dw_detour_shim_destroy(dw_detour_shim *shim);
double dw_detour_shim_find(dw_detour_shim *shim, const float from[2], const float to[2]);

#ifdef __cplusplus
}
#endif

#endif
