/* nav.c - queries: ends that are not free, the straight line, the search, and the path it gives. */
#include "common/nav/mesh_locate.h"
#include "common/nav/overlay.h"
#include "common/nav/search.h"
#include "common/nav/search_store.h"

#include "common/base/check.h"

#include <math.h>
#include <string.h>

/* The extra solids as the centre meets them. Those without an area do not count. */
static uint32_t grow_extras(const dw_nav *nav, const dw_nav_query *query, dw_rect *holes)
{
    DW_CHECK(query->extra_count <= DW_NAV_EXTRA_MAX);
    uint32_t count = 0;
    for (uint32_t k = 0; k < query->extra_count; k++) {
        const dw_rect extra = query->extra[k];
        if (extra.min.x < extra.max.x && extra.min.y < extra.max.y) {
            holes[count++] = dw_rect_grown(extra, nav->half);
        }
    }
    return count;
}

/* What a query leaves of the mesh; `holes` is for its extra solids. */
static dw_mesh_places places_of(const dw_nav *nav, const dw_nav_query *query, dw_rect *holes)
{
    return (dw_mesh_places){.filter = {query->excluded, query->corridor, query->room},
                            .holes = holes,
                            .hole_count = grow_extras(nav, query, holes),
                            .component = DW_MESH_NONE};
}

static bool is_free(const dw_nav *nav, const dw_mesh_places *places, dw_vec p)
{
    for (uint32_t k = 0; k < places->hole_count; k++) {
        if (dw_rect_holds_inside(places->holes[k], p)) {
            return false;
        }
    }
    return dw_mesh_cell_at(nav, &places->filter, p) != DW_MESH_NONE;
}

bool dw_nav_free(const dw_nav *nav, const dw_nav_query *query, dw_vec p)
{
    dw_rect holes[DW_NAV_EXTRA_MAX];
    const dw_mesh_places places = places_of(nav, query, holes);
    return is_free(nav, &places, p);
}

static bool is_straight(const dw_nav *nav, const dw_mesh_places *places, dw_vec a, dw_vec b,
                        uint16_t *first_door)
{
    *first_door = DW_NONE;
    for (uint32_t k = 0; k < places->hole_count; k++) {
        const dw_rect hole = places->holes[k];
        if (dw_vec_equal(a, b) ? dw_rect_holds_inside(hole, a) : dw_segment_enters(a, b, hole)) {
            return false;
        }
    }
    return dw_mesh_straight(nav, &places->filter, a, b, first_door);
}

bool dw_nav_straight(const dw_nav *nav, const dw_nav_query *query, uint16_t *first_door)
{
    dw_rect holes[DW_NAV_EXTRA_MAX];
    const dw_mesh_places places = places_of(nav, query, holes);
    uint16_t door = DW_NONE;
    const bool clear = is_straight(nav, &places, query->from, query->to, &door);
    if (first_door != NULL) {
        *first_door = door;
    }
    return clear;
}

const dw_sound *dw_nav_sound(const dw_nav *nav)
{
    return nav->sound;
}

dw_status dw_nav_search_create(dw_nav_search **out, dw_arena *arena, const dw_nav *nav)
{
    const dw_search_sizes sizes = dw_search_sizes_full(nav, DW_SEARCH_NODES(nav));
    return dw_search_create(out, arena, nav, &sizes);
}

/* On the shipped maps, with eight bodies spread round the start, half of them drawn out to 2 m:
 * museum (2126 edges, 1959 vertices) used 352 nodes and some 650 roots in the worst of 40000
 * queries, reference (298, 281) 35 and 102. The overlay used three quarters of its share. */
dw_status dw_nav_search_create_small(dw_nav_search **out, dw_arena *arena, const dw_nav *nav,
                                     uint32_t extra_max)
{
    const dw_search_sizes sizes = {.extra_max = extra_max,
                                   .node_max = nav->edge_count / 6 + 64,
                                   .root_max = nav->vertex_count * 3 / 8 + 96,
                                   .piece_max = 10 * extra_max,
                                   .cell_max = 16 * extra_max,
                                   .edge_max = 40 * extra_max,
                                   .vertex_max = 24 * extra_max,
                                   .affected_max = 8 * extra_max};
    return dw_search_create(out, arena, nav, &sizes);
}

/* Where a search may go, or the part of it in one component. */
static dw_mesh_places search_places(const dw_nav_search *s, uint32_t component)
{
    return (dw_mesh_places){s->filter, s->holes, s->hole_count, component};
}

static void end_with(dw_nav_search *s, uint32_t goal_root)
{
    s->state = DW_SEARCH_ENDED;
    s->goal_root = goal_root;
}

/* A straight line or a search; ends at once where no search is needed. */
static void aim(dw_nav_search *s)
{
    uint16_t door = DW_NONE;
    dw_search_forget(s);
    s->roots[s->start_id] = (dw_nav_root){.parent = DW_MESH_NONE, .stamp = s->stamp};
    s->overlay.on = false;
    s->overlay.affected_count = 0;
    const dw_mesh_places places = search_places(s, DW_MESH_NONE);
    if (dw_vec_equal(s->start, s->target) ||
        is_straight(s->nav, &places, s->start, s->target, &door)) {
        end_with(s, s->start_id);
        return;
    }
    if (s->hole_count > 0) {
        dw_overlay_build(s);
    }
    dw_search_begin(s);
}

/* The components of all cells at the start; true when one of them holds the target as well. Doors,
 * rooms and extra solids can only cut what is connected without them. */
static bool may_connect(const dw_nav_search *s, uint32_t *components, uint32_t *count)
{
    uint32_t starts[DW_MESH_CELLS_AT_MAX];
    uint32_t targets[DW_MESH_CELLS_AT_MAX];
    const uint32_t start_count = dw_mesh_cells_at(s->nav, &s->filter, s->start, starts);
    const uint32_t target_count = dw_mesh_cells_at(s->nav, &s->filter, s->target, targets);
    bool connected = false;
    *count = 0;
    for (uint32_t k = 0; k < start_count; k++) {
        const uint32_t component = s->nav->component[starts[k]];
        components[(*count)++] = component;
        for (uint32_t n = 0; n < target_count; n++) {
            connected = connected || s->nav->component[targets[n]] == component;
        }
    }
    return connected;
}

static bool nearer(dw_vec to, dw_vec p, dw_vec than)
{
    return dw_distance_squared(to, p) < dw_distance_squared(to, than);
}

/* Takes over the query. False when there is no free place to start from. */
static bool prepare(const dw_nav *nav, dw_nav_search *s, const dw_nav_query *query)
{
    DW_CHECK(s->nav == nav && query->extra_count <= s->sizes.extra_max);
    const dw_mesh_places places = places_of(nav, query, s->holes);
    s->filter = places.filter;
    s->hole_count = places.hole_count;
    s->start = query->from;
    s->target = query->to;
    s->from_moved = s->to_moved = s->gave_up = false;
    s->expansions = 0;
    s->best_root = s->start_id;
    if (!is_free(nav, &places, s->start)) {
        s->from_moved = true;
        if (!dw_mesh_nearest(nav, &places, query->from, &s->start)) {
            return false;
        }
    }
    if (!is_free(nav, &places, s->target)) {
        s->to_moved = true;
        (void)dw_mesh_nearest(nav, &places, query->to, &s->target);
    }
    return true;
}

/* Start and target cannot be connected: the nearest point of the start's components instead. */
static void aim_within(dw_nav_search *s, const uint32_t *components, uint32_t count)
{
    const dw_vec wanted = s->target;
    s->gave_up = true;
    s->target = s->start;
    for (uint32_t k = 0; k < count; k++) {
        const dw_mesh_places places = search_places(s, components[k]);
        dw_vec found;
        if (dw_mesh_nearest(s->nav, &places, wanted, &found) && nearer(wanted, found, s->target)) {
            s->target = found;
        }
    }
}

void dw_nav_begin(const dw_nav *nav, dw_nav_search *s, const dw_nav_query *query)
{
    if (!prepare(nav, s, query)) { /* No free place at all: the path is where the body is. */
        dw_search_forget(s);
        s->roots[s->start_id] = (dw_nav_root){.parent = DW_MESH_NONE, .stamp = s->stamp};
        s->target = s->start;
        s->gave_up = true;
        end_with(s, s->start_id);
        return;
    }
    uint32_t components[DW_MESH_CELLS_AT_MAX];
    uint32_t count = 0;
    if (!may_connect(s, components, &count) && s->hole_count == 0 && !dw_mesh_filters(&s->filter)) {
        aim_within(s, components, count);
    }
    aim(s);
}

static bool is_reached(const dw_nav_search *s, uint32_t id)
{
    const uint32_t cells = s->nav->cell_count;
    return id < cells ? s->marks[id].stamp == s->stamp && (s->marks[id].chain & DW_REACHED) != 0
                      : s->piece_reach[id - cells] == s->stamp;
}

static uint32_t reach_cell(dw_nav_search *s, uint32_t id, uint32_t count)
{
    const dw_mesh_edge *ignored = NULL;
    if (dw_search_gone(s, id) || is_reached(s, id) ||
        !dw_mesh_open(s->nav, &s->filter, dw_search_cell(s, id, &ignored))) {
        return count;
    }
    const uint32_t cells = s->nav->cell_count;
    if (id < cells) {
        dw_search_mark(s, id)->chain |= DW_REACHED;
    } else {
        s->piece_reach[id - cells] = s->stamp;
    }
    s->queue[count] = id;
    return count + 1;
}

/* Lists in `queue` the cells that can be reached from the start, nearest first by portals; returns
 * how many. Cost: their edges. */
static uint32_t list_reachable(dw_nav_search *s)
{
    uint32_t starts[DW_SEARCH_CELLS_AT_MAX];
    const uint32_t start_count = dw_overlay_cells_at(s, s->start, starts);
    uint32_t count = 0;
    for (uint32_t k = 0; k < start_count; k++) {
        count = reach_cell(s, starts[k], count);
    }
    for (uint32_t next = 0; next < count; next++) {
        const dw_mesh_edge *edge = NULL;
        const uint32_t edge_count = dw_search_cell(s, s->queue[next], &edge)->count;
        for (uint32_t e = 0; e < edge_count; e++) {
            count = reach_cell(s, edge[e].to, count);
        }
    }
    return count;
}

/* There is no path: the nearest point that can be reached becomes the target. */
static void give_up(dw_nav_search *s)
{
    const dw_vec wanted = s->target;
    dw_vec best = s->start;
    const uint32_t count = list_reachable(s);
    for (uint32_t k = 0; k < count; k++) {
        const dw_mesh_edge *ignored = NULL;
        const dw_vec p = dw_rect_nearest(dw_search_cell(s, s->queue[k], &ignored)->area, wanted);
        if (nearer(wanted, p, best)) {
            best = p;
        }
    }
    s->gave_up = true;
    s->target = best;
    aim(s);
}

static dw_vec root_position(const dw_nav_search *s, uint32_t id)
{
    if (id == s->start_id) {
        return s->start;
    }
    const uint32_t vertex = dw_search_root_vertex(s, id);
    return vertex < s->nav->vertex_count ? s->nav->vertices[vertex]
                                         : s->overlay.vertices[vertex - s->nav->vertex_count];
}

static double leg_length(dw_vec a, dw_vec b)
{
    const double x = (double)b.x - a.x;
    const double y = (double)b.y - a.y;
    return sqrt(x * x + y * y);
}

/* `b` lies on the straight line from `a` to `c`. */
static bool is_between(dw_vec a, dw_vec b, dw_vec c)
{
    const dw_vec first = dw_vec_sub(b, a);
    const dw_vec second = dw_vec_sub(c, b);
    return dw_cross(first, second) == 0 && dw_dot(first, second) >= 0;
}

/* Whether the root has to be a point of the path between its parent and `next`. */
static bool is_bend(const dw_nav_search *s, uint32_t id, dw_vec next)
{
    const uint32_t parent = s->roots[id].parent;
    return parent == DW_MESH_NONE ||
           !is_between(root_position(s, parent), root_position(s, id), next);
}

/* From the last root back to the start, without points in the middle of straight stretches. */
static void write_path(const dw_nav_search *s, uint32_t last_root, bool with_target,
                       dw_nav_path *path)
{
    uint32_t count = with_target && !dw_vec_equal(root_position(s, last_root), s->target);
    const uint32_t extra = count;
    dw_vec next = extra != 0 ? s->target : root_position(s, last_root);
    path->length = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        uint32_t at = count; /* In the second pass: how many are not yet filled. */
        dw_vec after = next;
        if (pass == 1 && extra != 0 && --at < DW_NAV_PATH_POINTS_MAX) {
            path->points[at].position = s->target;
        }
        for (uint32_t id = last_root; id != DW_MESH_NONE; id = s->roots[id].parent) {
            if (id == last_root && extra == 0 ? false : !is_bend(s, id, after)) {
                continue;
            }
            const dw_vec here = root_position(s, id);
            if (pass == 0) {
                count++;
                path->length += leg_length(here, after);
            } else if (--at < DW_NAV_PATH_POINTS_MAX) {
                path->points[at].position = here;
            }
            after = here;
        }
    }
    path->cut = count > DW_NAV_PATH_POINTS_MAX;
    path->count = path->cut ? DW_NAV_PATH_POINTS_MAX : count;
    path->from_moved = s->from_moved;
    path->to_moved = s->to_moved;
    for (uint32_t k = 0; k < path->count; k++) {
        path->points[k].door = DW_NONE;
        if (k > 0 && s->nav->door_count > 0) {
            (void)dw_mesh_straight(s->nav, &DW_MESH_ALL, path->points[k - 1].position,
                                   path->points[k].position, &path->points[k].door);
        }
    }
}

dw_nav_result dw_nav_advance(const dw_nav *nav, dw_nav_search *s, uint32_t expansions,
                             dw_nav_path *path)
{
    DW_CHECK(s->nav == nav);
    DW_CHECK(s->state == DW_SEARCH_RUNNING || s->state == DW_SEARCH_ENDED);
    const uint32_t budget_end =
        expansions > UINT32_MAX - s->expansions ? UINT32_MAX : s->expansions + expansions;
    while (s->state == DW_SEARCH_RUNNING) {
        if (!dw_search_run(s, budget_end - s->expansions)) {
            write_path(s, s->best_root, false, path);
            return DW_NAV_RUNNING;
        }
        if (s->goal_root != DW_MESH_NONE) {
            s->state = DW_SEARCH_ENDED;
        } else if (s->gave_up) { /* Only nodes that did not fit can have hidden the path. */
            s->target = root_position(s, s->best_root);
            end_with(s, s->best_root);
        } else {
            give_up(s);
        }
    }
    write_path(s, s->goal_root, true, path);
    return s->gave_up ? DW_NAV_UNREACHABLE : DW_NAV_FOUND;
}

dw_nav_result dw_nav_find(const dw_nav *nav, dw_nav_search *s, const dw_nav_query *query,
                          dw_nav_path *path)
{
    dw_nav_begin(nav, s, query);
    return dw_nav_advance(nav, s, UINT32_MAX, path);
}

uint32_t dw_nav_expansions(const dw_nav_search *s)
{
    return s->expansions;
}
