#include "server/bench/bench_detour.h"

#include "common/base/check.h"
#include "common/nav/nav_mesh.h"
#include "server/bench/bench_detour_shim.h"

#include <stdlib.h>

/* Detour stores neighbours in 15 bits and vertices in 16. */
enum { POLYGONS_MAX = 0x7ffe, VERTICES_MAX = 0xfffe, COORDINATE_MAX = 0xfffe };
enum { FAN_SIDES = DW_DETOUR_CORNERS - 2 }; /* Of a cell, in a polygon round its middle. */

struct dw_detour {
    dw_detour_shim *shim;
    dw_vec origin;
    int32_t unit; /* Range of the 16-bit coordinates. */
};

/* A side of a polygon, to find the polygon on the other side. */
typedef struct side {
    uint64_t ends; /* Vertices, the smaller first. */
    uint32_t polygon, index;
} side;

typedef struct builder {
    const dw_nav *nav;
    dw_vec origin;
    int32_t unit;
    uint16_t *vertices; /* x, 0, y */
    uint16_t *polygons;
    side *sides;
    dw_vec *ring;    /* The corners of one cell and the ends of its portals. */
    uint64_t *order; /* Of `ring`. */
    uint32_t *slots; /* Vertices by position, plus 1. */
    uint32_t slot_count, vertex_count, polygon_count, side_count;
    bool too_large;
} builder;

static int32_t common_divisor(int32_t a, int32_t b)
{
    while (b != 0) {
        const int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint16_t add_vertex(builder *b, dw_vec p)
{
    const int32_t x = (p.x - b->origin.x) / b->unit;
    const int32_t y = (p.y - b->origin.y) / b->unit;
    const uint32_t mixed = (uint32_t)x * UINT32_C(0x9e3779b1) ^ (uint32_t)y * UINT32_C(0x85ebca6b);
    for (uint32_t slot = mixed >> 8;; slot++) {
        uint32_t *entry = &b->slots[slot % b->slot_count];
        if (*entry == 0) {
            if (b->vertex_count == VERTICES_MAX) {
                b->too_large = true;
                return 0;
            }
            uint16_t *v = &b->vertices[(size_t)b->vertex_count * 3];
            v[0] = (uint16_t)x;
            v[1] = 0;
            v[2] = (uint16_t)y;
            *entry = ++b->vertex_count;
        }
        const uint16_t *v = &b->vertices[(size_t)(*entry - 1) * 3];
        if (v[0] == x && v[2] == y) {
            return (uint16_t)(*entry - 1);
        }
    }
}

/* `corners` by growing angle; Detour's order is the opposite. */
static void add_polygon(builder *b, const uint16_t *corners, uint32_t count)
{
    if (b->polygon_count == POLYGONS_MAX) {
        b->too_large = true;
        return;
    }
    uint16_t *polygon = &b->polygons[(size_t)b->polygon_count * 2 * DW_DETOUR_CORNERS];
    for (uint32_t k = 0; k < DW_DETOUR_CORNERS; k++) {
        polygon[k] = k < count ? corners[count - 1 - k] : DW_DETOUR_NO_INDEX;
        polygon[DW_DETOUR_CORNERS + k] = DW_DETOUR_NO_INDEX;
    }
    for (uint32_t k = 0; k < count; k++) {
        const uint64_t p = polygon[k];
        const uint64_t q = polygon[(k + 1) % count];
        b->sides[b->side_count++] = (side){p < q ? p << 16 | q : q << 16 | p, b->polygon_count, k};
    }
    b->polygon_count++;
}

/* How far along the cell's outline a point lies, from the corner with the least coordinates. */
static uint64_t way_round(dw_rect area, dw_vec p)
{
    const uint64_t width = (uint64_t)((int64_t)area.max.x - area.min.x);
    const uint64_t height = (uint64_t)((int64_t)area.max.y - area.min.y);
    if (p.y == area.min.y) {
        return (uint64_t)((int64_t)p.x - area.min.x);
    }
    if (p.x == area.max.x) {
        return width + (uint64_t)((int64_t)p.y - area.min.y);
    }
    return p.y == area.max.y ? width + height + (uint64_t)((int64_t)area.max.x - p.x)
                             : 2 * width + height + (uint64_t)((int64_t)area.max.y - p.y);
}

static dw_vec at_way_round(dw_rect area, uint64_t way)
{
    const uint64_t width = (uint64_t)((int64_t)area.max.x - area.min.x);
    const uint64_t height = (uint64_t)((int64_t)area.max.y - area.min.y);
    if (way < width) {
        return (dw_vec){area.min.x + (int32_t)way, area.min.y};
    }
    if (way < width + height) {
        return (dw_vec){area.max.x, area.min.y + (int32_t)(way - width)};
    }
    return way < 2 * width + height
               ? (dw_vec){area.max.x - (int32_t)(way - width - height), area.max.y}
               : (dw_vec){area.min.x, area.max.y - (int32_t)(way - 2 * width - height)};
}

static int compare_u64(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left;
    const uint64_t b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Writes the corners of the cell and the ends of its portals in order, and returns their number. */
static uint32_t list_ring(builder *b, const dw_mesh_cell *cell)
{
    const dw_rect r = cell->area;
    uint32_t count = 0;
    const dw_vec corners[4] = {r.min, {r.max.x, r.min.y}, r.max, {r.min.x, r.max.y}};
    for (uint32_t k = 0; k < 4; k++) {
        b->order[count++] = way_round(r, corners[k]);
    }
    for (uint32_t e = cell->first; e < cell->first + cell->count; e++) {
        const dw_mesh_edge *edge = &b->nav->edges[e];
        if (!dw_vec_equal(edge->a, edge->b)) {
            b->order[count++] = way_round(r, edge->a);
            b->order[count++] = way_round(r, edge->b);
        }
    }
    qsort(b->order, count, sizeof *b->order, compare_u64);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (k == 0 || b->order[k] != b->order[k - 1]) {
            b->ring[kept++] = at_way_round(r, b->order[k]);
        }
    }
    return kept;
}

/* Adds one polygon, or several that share the cell's middle, each narrower than half a turn
 * there. */
static void add_cell(builder *b, const dw_mesh_cell *cell)
{
    const uint32_t count = list_ring(b, cell);
    uint16_t corners[DW_DETOUR_CORNERS];
    if (count <= DW_DETOUR_CORNERS) {
        for (uint32_t k = 0; k < count; k++) {
            corners[k] = add_vertex(b, b->ring[k]);
        }
        add_polygon(b, corners, count);
        return;
    }
    const dw_vec middle = dw_rect_centre(cell->area);
    for (uint32_t first = 0; first < count;) {
        const dw_vec from = dw_vec_sub(b->ring[first], middle);
        uint32_t sides = 1;
        while (sides < FAN_SIDES && first + sides < count &&
               dw_cross(from, dw_vec_sub(b->ring[(first + sides + 1) % count], middle)) > 0) {
            sides++;
        }
        corners[0] = add_vertex(b, middle);
        for (uint32_t k = 0; k <= sides; k++) {
            corners[k + 1] = add_vertex(b, b->ring[(first + k) % count]);
        }
        add_polygon(b, corners, sides + 2);
        first += sides;
    }
}

static int compare_sides(const void *left, const void *right)
{
    const side *a = left;
    const side *b = right;
    return (a->ends > b->ends) - (a->ends < b->ends);
}

static void join_polygons(builder *b)
{
    qsort(b->sides, b->side_count, sizeof *b->sides, compare_sides);
    for (uint32_t k = 1; k < b->side_count; k++) {
        const side *one = &b->sides[k - 1];
        const side *other = &b->sides[k];
        if (one->ends == other->ends) {
            const size_t stride = (size_t)2 * DW_DETOUR_CORNERS;
            b->polygons[one->polygon * stride + DW_DETOUR_CORNERS + one->index] =
                (uint16_t)other->polygon;
            b->polygons[other->polygon * stride + DW_DETOUR_CORNERS + other->index] =
                (uint16_t)one->polygon;
        }
    }
}

/* Half the greatest common divisor of all corners, so that the middles of cells fit as well. */
static int32_t unit_of(const dw_nav *nav)
{
    int32_t unit = 0;
    for (uint32_t k = 0; k < nav->cell_count; k++) {
        const dw_rect r = nav->cells[k].area;
        unit = common_divisor(r.min.x - nav->bounds.min.x, unit);
        unit = common_divisor(r.min.y - nav->bounds.min.y, unit);
        unit = common_divisor(r.max.x - nav->bounds.min.x, unit);
        unit = common_divisor(r.max.y - nav->bounds.min.y, unit);
    }
    return unit % 2 == 0 ? unit / 2 : unit;
}

static dw_status build(builder *b, dw_detour *detour, dw_error *error)
{
    const dw_nav *nav = b->nav;
    const uint32_t polygons = POLYGONS_MAX;
    b->slot_count = 4 * VERTICES_MAX + 1;
    b->vertices = calloc((size_t)VERTICES_MAX * 3, sizeof *b->vertices);
    b->polygons = calloc((size_t)polygons * 2 * DW_DETOUR_CORNERS, sizeof *b->polygons);
    b->sides = calloc((size_t)polygons * DW_DETOUR_CORNERS, sizeof *b->sides);
    b->ring = calloc((size_t)nav->edge_count * 2 + 4, sizeof *b->ring);
    b->order = calloc((size_t)nav->edge_count * 2 + 4, sizeof *b->order);
    b->slots = calloc(b->slot_count, sizeof *b->slots);
    if (b->vertices == NULL || b->polygons == NULL || b->sides == NULL || b->ring == NULL ||
        b->order == NULL || b->slots == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    for (uint32_t k = 0; k < nav->cell_count && !b->too_large; k++) {
        const dw_rect r = nav->cells[k].area;
        if (r.min.x < r.max.x && r.min.y < r.max.y) {
            add_cell(b, &nav->cells[k]);
        }
    }
    if (b->too_large) {
        return dw_fail(error, DW_RANGE, "more polygons than one tile of Detour holds");
    }
    join_polygons(b);
    const dw_detour_polygons mesh = {
        .vertices = b->vertices,
        .vertex_count = b->vertex_count,
        .polygons = b->polygons,
        .polygon_count = b->polygon_count,
        .max_x = (uint16_t)((nav->bounds.max.x - b->origin.x) / b->unit),
        .max_y = (uint16_t)((nav->bounds.max.y - b->origin.y) / b->unit)};
    detour->shim = dw_detour_shim_create(&mesh);
    return detour->shim != NULL ? DW_OK : dw_fail(error, DW_INVALID, "Detour refuses the mesh");
}

dw_status dw_detour_create(dw_detour **out, const dw_nav *nav, dw_error *error)
{
    builder b = {.nav = nav, .origin = nav->bounds.min, .unit = unit_of(nav)};
    if (b.unit == 0 || (nav->bounds.max.x - b.origin.x) / b.unit > COORDINATE_MAX ||
        (nav->bounds.max.y - b.origin.y) / b.unit > COORDINATE_MAX) {
        return dw_fail(error, DW_RANGE, "coordinates too fine for Detour");
    }
    dw_detour *detour = calloc(1, sizeof *detour);
    if (detour == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_status status = build(&b, detour, error);
    free(b.vertices);
    free(b.polygons);
    free(b.sides);
    free(b.ring);
    free(b.order);
    free(b.slots);
    if (status != DW_OK) {
        free(detour);
        return status;
    }
    detour->origin = b.origin;
    detour->unit = b.unit;
    *out = detour;
    return DW_OK;
}

void dw_detour_destroy(dw_detour *detour)
{
    if (detour != NULL) {
        dw_detour_shim_destroy(detour->shim);
        free(detour);
    }
}

static float scaled(int32_t value, int32_t origin, int32_t unit)
{
    return (float)((double)(value - origin) / unit);
}

double dw_detour_find(dw_detour *detour, dw_vec from, dw_vec to)
{
    const dw_vec o = detour->origin;
    const float a[2] = {scaled(from.x, o.x, detour->unit), scaled(from.y, o.y, detour->unit)};
    const float b[2] = {scaled(to.x, o.x, detour->unit), scaled(to.y, o.y, detour->unit)};
    return dw_detour_shim_find(detour->shim, a, b) * detour->unit;
}
