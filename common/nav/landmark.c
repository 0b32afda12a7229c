/* landmark.c - what the stored distances say of the distance from a vertex to the target. */
#include "common/nav/landmark.h"

#include "common/nav/mesh_locate.h"

#include <math.h>

/* Larger than any distance, small enough that sums stay finite. */
static const float FAR = 1e30F;

static double distance(dw_vec a, dw_vec b)
{
    const double x = (double)b.x - a.x;
    const double y = (double)b.y - a.y;
    return sqrt(x * x + y * y);
}

static double segment_distance(dw_vec a, dw_vec b, dw_vec p)
{
    const dw_rect r = {{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y},
                       {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y}};
    return distance(dw_rect_nearest(r, p), p);
}

/* What one portal of the target's cell says of its distance from landmark `k`. */
typedef struct portal_view {
    const float *at_a, *at_b; /* Distances of the portal's ends from each landmark. */
    float to_a, to_b;         /* From the target to these ends, */
    float in;                 /* and to the nearest point, less half the portal's length. */
} portal_view;

static portal_view view_portal(const dw_nav *nav, const dw_mesh_edge *edge, dw_vec target)
{
    return (portal_view){
        nav->landmark_distances + (size_t)edge->a_id * DW_LANDMARKS,
        nav->landmark_distances + (size_t)edge->b_id * DW_LANDMARKS,
        (float)distance(edge->a, target), (float)distance(edge->b, target),
        (float)(segment_distance(edge->a, edge->b, target) - distance(edge->a, edge->b) / 2)};
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

/* `entry` is the least over all portals of the least length of a path through that portal; `near`
 * is the most that the ends of portals allow by the triangle they make with the target. */
static void aim_from_cell(dw_nav_search *s, const dw_mesh_cell *cell, float *entry, float *near)
{
    const dw_nav *nav = s->nav;
    for (uint32_t k = 0; k < nav->landmark_count; k++) {
        if (dw_rect_holds_closed(cell->area, nav->landmarks[k])) {
            entry[k] = least(entry[k], (float)distance(nav->landmarks[k], s->target));
        }
    }
    for (uint32_t e = cell->first; e < cell->first + cell->count; e++) {
        const portal_view view = view_portal(nav, &nav->edges[e], s->target);
        for (uint32_t k = 0; k < nav->landmark_count; k++) {
            const float a = view.at_a[k];
            const float b = view.at_b[k];
            entry[k] = least(entry[k], (a + b) / 2 + view.in);
            near[k] = most(near[k], most(a - view.to_a, b - view.to_b));
            s->landmark_high[k] = least(s->landmark_high[k], least(a + view.to_a, b + view.to_b));
        }
    }
}

void dw_landmark_aim(dw_nav_search *s)
{
    const dw_nav *nav = s->nav;
    s->landmarks_on = false;
    uint32_t cells[DW_MESH_CELLS_AT_MAX];
    const uint32_t count = dw_mesh_cells_at(nav, &s->filter, s->target, cells);
    if (nav->landmark_count == 0 || count == 0) {
        return;
    }
    float entry[DW_LANDMARKS];
    float near[DW_LANDMARKS];
    for (uint32_t k = 0; k < DW_LANDMARKS; k++) {
        entry[k] = FAR;
        near[k] = -FAR;
        s->landmark_high[k] = FAR;
    }
    for (uint32_t n = 0; n < count; n++) {
        if (nav->component[cells[n]] != nav->landmark_component) {
            return;
        }
        aim_from_cell(s, &nav->cells[cells[n]], entry, near);
    }
    for (uint32_t k = 0; k < DW_LANDMARKS; k++) {
        s->landmark_low[k] =
            k < nav->landmark_count ? most(entry[k], near[k]) - 2 * nav->landmark_slack : -FAR;
        s->landmark_high[k] += 2 * nav->landmark_slack;
    }
    s->landmarks_on = true;
}

float dw_landmark_bound(const dw_nav_search *s, uint32_t vertex)
{
    if (!s->landmarks_on || vertex >= s->nav->vertex_count) {
        return 0;
    }
    const float *at = s->nav->landmark_distances + (size_t)vertex * DW_LANDMARKS;
    float best[4] = {0, 0, 0, 0};
    for (uint32_t k = 0; k < DW_LANDMARKS; k += 4) {
        for (uint32_t lane = 0; lane < 4; lane++) {
            const float behind = s->landmark_low[k + lane] - at[k + lane];
            const float beyond = at[k + lane] - s->landmark_high[k + lane];
            const float more = behind > beyond ? behind : beyond;
            best[lane] = more > best[lane] ? more : best[lane];
        }
    }
    const float first = best[0] > best[1] ? best[0] : best[1];
    const float second = best[2] > best[3] ? best[2] : best[3];
    return first > second ? first : second;
}
