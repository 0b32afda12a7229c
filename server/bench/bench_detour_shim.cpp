#include "server/bench/bench_detour_shim.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>

#include <cmath>
#include <new>
#include <vector>

namespace
{
const int NODES_MAX = 65535; /* As many as it can have. */
const int CORRIDOR_MAX = 8192;
const float REACH[3] = {2.0F, 4.0F, 2.0F};
} // namespace

struct dw_detour_shim {
    dtNavMesh *mesh;
    dtNavMeshQuery *query;
    dtQueryFilter filter;
    dtPolyRef corridor[CORRIDOR_MAX];
    dtPolyRef refs[CORRIDOR_MAX];
    unsigned char flags[CORRIDOR_MAX];
    float points[CORRIDOR_MAX * 3];
};

static unsigned char *make_data(const dw_detour_polygons *polygons, int *size)
{
    const std::vector<unsigned short> flags(polygons->polygon_count, 1);
    const std::vector<unsigned char> areas(polygons->polygon_count, 0);
    dtNavMeshCreateParams params = {};
    params.verts = polygons->vertices;
    params.vertCount = static_cast<int>(polygons->vertex_count);
    params.polys = polygons->polygons;
    params.polyFlags = flags.data();
    params.polyAreas = areas.data();
    params.polyCount = static_cast<int>(polygons->polygon_count);
    params.nvp = DW_DETOUR_CORNERS;
    params.bmax[0] = polygons->max_x;
    params.bmax[1] = 1.0F;
    params.bmax[2] = polygons->max_y;
    params.walkableHeight = 1.0F;
    params.walkableClimb = 1.0F;
    params.cs = 1.0F;
    params.ch = 1.0F;
    params.buildBvTree = true;
    unsigned char *data = nullptr;
    return dtCreateNavMeshData(&params, &data, size) ? data : nullptr;
}

dw_detour_shim *dw_detour_shim_create(const dw_detour_polygons *polygons)
{
    int size = 0;
    unsigned char *data = make_data(polygons, &size);
    dw_detour_shim *shim = data != nullptr ? new (std::nothrow) dw_detour_shim() : nullptr;
    if (shim == nullptr) {
        dtFree(data);
        return nullptr;
    }
    shim->mesh = dtAllocNavMesh();
    shim->query = dtAllocNavMeshQuery();
    if (shim->mesh == nullptr || shim->query == nullptr ||
        dtStatusFailed(shim->mesh->init(data, size, DT_TILE_FREE_DATA)) ||
        dtStatusFailed(shim->query->init(shim->mesh, NODES_MAX))) {
        dw_detour_shim_destroy(shim);
        return nullptr;
    }
    return shim;
}

void dw_detour_shim_destroy(dw_detour_shim *shim)
{
    if (shim != nullptr) {
        dtFreeNavMeshQuery(shim->query);
        dtFreeNavMesh(shim->mesh);
        delete shim;
    }
}

double dw_detour_shim_find(dw_detour_shim *shim, const float from[2], const float to[2])
{
    const float ends[2][3] = {{from[0], 0.0F, from[1]}, {to[0], 0.0F, to[1]}};
    float nearest[2][3] = {};
    dtPolyRef polygons[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        if (dtStatusFailed(shim->query->findNearestPoly(ends[k], REACH, &shim->filter, &polygons[k],
                                                        nearest[k])) ||
            polygons[k] == 0) {
            return -1.0;
        }
    }
    int count = 0;
    const dtStatus found =
        shim->query->findPath(polygons[0], polygons[1], nearest[0], nearest[1], &shim->filter,
                              shim->corridor, &count, CORRIDOR_MAX);
    if (dtStatusFailed(found) || dtStatusDetail(found, DT_PARTIAL_RESULT) || count == 0) {
        return -1.0;
    }
    int corners = 0;
    if (dtStatusFailed(shim->query->findStraightPath(nearest[0], nearest[1], shim->corridor, count,
                                                     shim->points, shim->flags, shim->refs,
                                                     &corners, CORRIDOR_MAX))) {
        return -1.0;
    }
    double length = 0.0;
    for (int k = 1; k < corners; k++) {
        const float *a = &shim->points[3 * (k - 1)];
        const float *b = &shim->points[3 * k];
        length += std::hypot(static_cast<double>(b[0]) - static_cast<double>(a[0]),
                             static_cast<double>(b[2]) - static_cast<double>(a[2]));
    }
    return length;
}
