/* search.c - Polyanya (Cui, Harabor and Grastien, 2017) over rectangles, with three changes.
 *
 * A node is a cone: all that a root sees through a portal. Its two directions run from the root to
 * corners of the mesh, so that every question of geometry is the sign of an integer cross product;
 * reals serve only to order nodes. Second, a path bends only round the outward corner of something
 * solid, and a corner becomes a node of its own, which is expanded only when its turn comes. Third,
 * dead ends without the target in them are never entered.
 *
 * A node whose root was reached on a shorter path since is dropped: the same length as before, or a
 * longer one, gives no better path (root-history pruning in the paper). */
#include "common/nav/search.h"

#include "common/nav/landmark.h"
#include "common/nav/mesh_locate.h"
#include "common/nav/overlay.h"
#include "common/nav/search_open.h"
#include "common/nav/search_store.h"

#include "common/base/check.h"

#include <math.h>

static double distance(dw_vec a, dw_vec b)
{
    const double x = (double)b.x - a.x;
    const double y = (double)b.y - a.y;
    return sqrt(x * x + y * y);
}

/* The root of a vertex; DW_MESH_NONE when there is no room for one more. */
static uint32_t root_of(dw_nav_search *s, uint32_t vertex)
{
    if (s->root_slots == NULL) {
        return vertex;
    }
    const uint32_t mask = s->root_slot_count - 1;
    for (uint32_t slot = vertex * UINT32_C(0x9e3779b1) >> 16;; slot++) {
        const uint32_t known = s->root_slots[slot & mask];
        if (known == 0) {
            if (s->root_count == s->sizes.root_max) {
                s->dropped++;
                return DW_MESH_NONE;
            }
            s->root_vertex[s->root_count++] = vertex;
            s->root_slots[slot & mask] = (uint16_t)s->root_count;
            return s->root_count - 1;
        }
        if (s->root_vertex[known - 1] == vertex) {
            return known - 1;
        }
    }
}

/* Notes a path to a root. False when it is no better than what is known, and `turn` was followed.
 */
static bool improve(dw_nav_search *s, uint32_t id, double length, uint32_t parent, uint32_t turn)
{
    if (id == DW_MESH_NONE) {
        return false;
    }
    dw_nav_root *root = &s->roots[id];
    if (root->stamp == s->stamp && root->length <= length) {
        if (root->length < length || root->parent != parent || (root->turns & turn) != 0) {
            return false;
        }
        root->turns = (uint16_t)(root->turns | turn);
        return true;
    }
    if (root->stamp != s->stamp) {
        root->stamp = s->stamp;
        root->bound_known = false;
    }
    root->length = length;
    root->parent = parent;
    root->turns = (uint16_t)turn;
    return true;
}

/* A lower bound of the distance from a vertex to the target, by landmarks; computed once a search
 * where there is a root for each vertex. */
static double landmark_bound(dw_nav_search *s, uint32_t vertex)
{
    if (s->root_slots != NULL) {
        return (double)dw_landmark_bound(s, vertex);
    }
    dw_nav_root *root = &s->roots[vertex];
    if (root->stamp != s->stamp) {
        *root = (dw_nav_root){.length = HUGE_VAL, .stamp = s->stamp};
    }
    if (!root->bound_known) {
        root->bound_known = true;
        root->bound = dw_landmark_bound(s, vertex);
    }
    return (double)root->bound;
}

/* The estimate of a node whose next point is the vertex. */
static double vertex_estimate(dw_nav_search *s, uint32_t id, dw_vec position, double length)
{
    if (s->spread != NULL) {
        return length;
    }
    const double straight = distance(position, s->target);
    const double around = landmark_bound(s, id);
    return length + (straight > around ? straight : around);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* The part of the bound that landmarks give: from the root to the nearest point of what is seen,
 * and on from the point of it that the distances of both ends of the portal allow. */
static double bound_by_landmarks(dw_nav_search *s, const dw_mesh_edge *edge, double near,
                                 double along, double least, double most)
{
    const double off = along < least ? least - along : (along > most ? along - most : 0);
    const double first = off == 0 ? near : sqrt(near * near + off * off);
    if (s->spread != NULL) {
        return first;
    }
    const bool down = edge->a.x == edge->b.x;
    const double a = down ? edge->a.y : edge->a.x;
    const double b = down ? edge->b.y : edge->b.x;
    const double from_a = landmark_bound(s, edge->a_id);
    const double from_b = landmark_bound(s, edge->b_id);
    const double middle = (from_a + from_b - fabs(a - b)) / 2;
    const double by_a = from_a - larger(fabs(least - a), fabs(most - a));
    const double by_b = from_b - larger(fabs(least - b), fabs(most - b));
    return first + larger(middle, larger(by_a, by_b));
}

/* The shortest line from the root through the seen part of the portal to the target, over nothing
 * else, or what landmarks say if that is more: a lower bound. The portal runs along one axis;
 * `along` is that coordinate. */
static double bound(dw_nav_search *s, const dw_nav_node *node)
{
    const dw_mesh_edge *edge = node->edge;
    const bool down = edge->a.x == edge->b.x;
    const double line = down ? edge->a.x : edge->a.y;
    const double root_across = down ? node->root.x : node->root.y;
    const double root_along = down ? node->root.y : node->root.x;
    const double target_across = down ? s->target.x : s->target.y;
    const double target_along = down ? s->target.y : s->target.x;
    const double near = fabs(line - root_across);
    const double far = fabs(target_across - line);
    double ends[2];
    for (uint32_t k = 0; k < 2; k++) {
        const bool is_end = k == 0 ? node->low_is_end : node->high_is_end;
        const dw_vec end = k == 0 ? edge->a : edge->b;
        const dw_vec d = k == 0 ? node->low : node->high;
        if (is_end) {
            ends[k] = down ? end.y : end.x;
        } else {
            ends[k] =
                root_along + (down ? d.y : d.x) * (line - root_across) / (double)(down ? d.x : d.y);
        }
    }
    const double least = ends[0] < ends[1] ? ends[0] : ends[1];
    const double most = ends[0] < ends[1] ? ends[1] : ends[0];
    const double around = bound_by_landmarks(s, edge, near, root_along, least, most);
    if (s->spread != NULL) {
        return around;
    }
    const double across = near + far;
    const double place = (target_along - root_along) * near;
    double through = 0;
    if (place < (least - root_along) * across) {
        through = least;
    } else if (place > (most - root_along) * across) {
        through = most;
    } else {
        return larger(around, sqrt(across * across +
                                   (target_along - root_along) * (target_along - root_along)));
    }
    const double first = through - root_along;
    const double second = target_along - through;
    return larger(around, sqrt(near * near + first * first) + sqrt(far * far + second * second));
}

/* A node that cannot beat the shortest path to the target yet is not worth keeping. */
static void push_or_drop(dw_nav_search *s, dw_nav_node *node, double estimate)
{
    if (estimate < s->most) {
        dw_open_push(s, node, estimate);
    } else {
        dw_open_drop(s, node);
    }
}

static bool in_cone(const dw_nav_node *node, dw_vec d)
{
    return node->kind == DW_NODE_POINT ||
           (dw_cross(node->low, d) >= 0 && dw_cross(d, node->high) >= 0);
}

/* The only quarter round which a path that comes in direction (x, y) can bend to the small-angle
 * side, and the direction along which such a bend ends: a taut path passes beside the solid and
 * turns no further than along its far side. Indexed by the signs of y and x, each plus 1. */
typedef struct bend {
    uint8_t quarter; /* As DW_QUARTER_*, 0: none. */
    int8_t x, y;
} bend;

static const bend LOW_BENDS[3][3] = {
    {{DW_QUARTER_SW, -1, 0}, {DW_QUARTER_SW, -1, 0}, {DW_QUARTER_NW, 0, -1}},
    {{DW_QUARTER_SE, 0, 1}, {0, 0, 0}, {DW_QUARTER_NW, 0, -1}},
    {{DW_QUARTER_SE, 0, 1}, {DW_QUARTER_NE, 1, 0}, {DW_QUARTER_NE, 1, 0}},
};

/* The same to the large-angle side: its mirror image. */
static const bend HIGH_BENDS[3][3] = {
    {{DW_QUARTER_NE, 0, -1}, {DW_QUARTER_SE, 1, 0}, {DW_QUARTER_SE, 1, 0}},
    {{DW_QUARTER_NE, 0, -1}, {0, 0, 0}, {DW_QUARTER_SW, 0, 1}},
    {{DW_QUARTER_NW, -1, 0}, {DW_QUARTER_NW, -1, 0}, {DW_QUARTER_SW, 0, 1}},
};

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

/* The mesh knows nothing of extra solids, so that any point of theirs may be a corner. */
static bool touches_hole(const dw_nav_search *s, dw_vec p)
{
    for (uint32_t k = 0; k < s->hole_count; k++) {
        if (dw_rect_holds_closed(s->holes[k], p)) {
            return true;
        }
    }
    return false;
}

/* Where the path may bend as it goes through a portal: its end `a` to the small-angle side, its end
 * `b` to the other. */
static void push_turn(dw_nav_search *s, const dw_nav_node *node, const dw_mesh_edge *edge,
                      bool at_a)
{
    const dw_vec corner = at_a ? edge->a : edge->b;
    const dw_vec in = dw_vec_sub(corner, node->root);
    const uint8_t quarters = at_a ? edge->a_quarters : edge->b_quarters;
    const bend round = (at_a ? LOW_BENDS : HIGH_BENDS)[sign(in.y) + 1][sign(in.x) + 1];
    if ((quarters & round.quarter) == 0 && !(s->overlay.on && touches_hole(s, corner))) {
        return;
    }
    const uint32_t vertex = at_a ? edge->a_id : edge->b_id;
    const uint32_t id = root_of(s, vertex);
    const double length = node->length + distance(node->root, corner);
    const uint32_t turn = (uint32_t)round.quarter << (round.x != 0 ? 4 : 0);
    if (!improve(s, id, length, node->root_id, turn)) {
        return;
    }
    dw_nav_node *child = dw_open_take(s);
    if (child != NULL) {
        const dw_vec along = {round.x, round.y};
        *child = (dw_nav_node){.length = length,
                               .root = corner,
                               .low = at_a ? along : in,
                               .high = at_a ? in : along,
                               .edge = edge,
                               .root_id = id,
                               .from = DW_NODE_FROM_NONE,
                               .kind = DW_NODE_TURN};
        push_or_drop(s, child, vertex_estimate(s, vertex, corner, length));
    }
}

static void push_point(dw_nav_search *s, const dw_nav_node *node, const dw_mesh_edge *edge)
{
    const double length = node->length + distance(node->root, edge->a);
    const uint32_t id = root_of(s, edge->a_id);
    if (!improve(s, id, length, node->root_id, 1U << 8)) {
        return;
    }
    dw_nav_node *child = dw_open_take(s);
    if (child != NULL) {
        *child = (dw_nav_node){.length = length,
                               .root = edge->a,
                               .edge = edge,
                               .root_id = id,
                               .from = DW_NODE_FROM_NONE,
                               .kind = DW_NODE_POINT};
        push_or_drop(s, child, vertex_estimate(s, edge->a_id, edge->a, length));
    }
}

static void push_goal(dw_nav_search *s, const dw_nav_node *node)
{
    dw_nav_node *child = dw_open_take(s);
    if (child != NULL) {
        *child = *node;
        child->kind = DW_NODE_GOAL;
        const double length = node->length + distance(node->root, s->target);
        if (length < s->most) {
            s->most = length;
            dw_open_push(s, child, length);
        } else {
            dw_open_drop(s, child);
        }
    }
}

/* The part of a portal, which runs from direction `da` to `db`, that lies in the node's cone. */
static void push_cone(dw_nav_search *s, const dw_nav_node *node, uint32_t from,
                      const dw_mesh_edge *edge, dw_vec da, dw_vec db)
{
    bool low_is_end = true;
    bool high_is_end = true;
    if (node->kind != DW_NODE_POINT) {
        low_is_end = dw_cross(node->low, da) >= 0;
        if (low_is_end ? dw_cross(da, node->high) <= 0 : dw_cross(node->low, db) <= 0) {
            return;
        }
        high_is_end = dw_cross(db, node->high) >= 0;
    }
    dw_nav_node *child = dw_open_take(s);
    if (child != NULL) {
        *child = (dw_nav_node){.length = node->length,
                               .root = node->root,
                               .low = low_is_end ? da : node->low,
                               .high = high_is_end ? db : node->high,
                               .edge = edge,
                               .root_id = node->root_id,
                               .from = from & DW_NODE_FROM_NONE,
                               .kind = DW_NODE_CONE,
                               .low_is_end = low_is_end,
                               .high_is_end = high_is_end};
        push_or_drop(s, child, node->length + bound(s, child));
    }
}

/* The cells round a root, while all that it sees in them is listed. */
typedef struct flood {
    uint32_t cells[DW_SEARCH_CELLS_AT_MAX];
    uint32_t count;
} flood;

static void flood_add(flood *around, uint32_t cell)
{
    for (uint32_t k = 0; k < around->count; k++) {
        if (around->cells[k] == cell) {
            return;
        }
    }
    if (around->count < DW_SEARCH_CELLS_AT_MAX) {
        around->cells[around->count++] = cell;
    }
}

/* A vertex that the root sees: its distance may be the least yet. */
static void note_distance(dw_nav_search *s, const dw_nav_node *node, uint32_t id, dw_vec position,
                          dw_vec d)
{
    const double length = node->length + distance(node->root, position);
    if (length < s->spread[id] && in_cone(node, d)) {
        s->spread[id] = length;
    }
}

static void scan_edge(dw_nav_search *s, const dw_nav_node *node, uint32_t cell,
                      const dw_mesh_edge *edge, flood *around)
{
    const dw_vec da = dw_vec_sub(edge->a, node->root);
    const dw_vec db = dw_vec_sub(edge->b, node->root);
    const int64_t turn = dw_cross(da, db);
    if (s->spread != NULL) {
        note_distance(s, node, edge->a_id, edge->a, da);
        note_distance(s, node, edge->b_id, edge->b, db);
    }
    if (turn > 0) {
        push_cone(s, node, cell, edge, da, db);
        return;
    }
    if (turn < 0) {
        return;
    }
    const bool is_point = dw_vec_equal(edge->a, edge->b);
    if (is_point ? (da.x == 0 && da.y == 0) : dw_dot(da, db) <= 0) {
        if (around != NULL) { /* The root is in the portal, and so in the cell behind. */
            flood_add(around, edge->to);
        }
    } else if (is_point) {
        if (in_cone(node, da)) {
            push_point(s, node, edge);
        }
    } else { /* In line with the root: met at the near end. */
        const bool at_a = dw_dot(da, da) < dw_dot(db, db);
        if (in_cone(node, at_a ? da : db)) {
            push_turn(s, node, edge, at_a);
        }
    }
}

/* Lists what the node's root sees of one cell: its portals and the target. */
static void scan_cell(dw_nav_search *s, const dw_nav_node *node, uint32_t id, flood *around)
{
    const dw_mesh_edge *edges = NULL;
    const dw_mesh_cell *cell = dw_search_cell(s, id, &edges);
    const uint32_t count = s->spread != NULL ? cell->count : cell->live;
    const bool filtered = dw_mesh_filters(&s->filter);
    for (uint32_t k = 0; k < count; k++) {
        const dw_mesh_edge *edge = &edges[k];
        if (edge->to == node->from && node->kind == DW_NODE_CONE) {
            continue;
        }
        if (s->overlay.on && dw_search_gone(s, edge->to)) {
            continue;
        }
        if (filtered) {
            const dw_mesh_edge *ignored = NULL;
            if (!dw_mesh_open(s->nav, &s->filter, dw_search_cell(s, edge->to, &ignored))) {
                continue;
            }
        }
        scan_edge(s, node, id, edge, around);
    }
    if (id < s->nav->cell_count && s->marks[id].stamp == s->stamp && s->marks[id].overlay == 0 &&
        (s->marks[id].chain & DW_CHAIN) != 0) {
        const dw_mesh_edge *edge = &s->nav->edges[s->marks[id].chain & DW_MARK_VALUE];
        if ((edge->to != node->from || node->kind != DW_NODE_CONE) &&
            dw_mesh_open(s->nav, &s->filter, &s->nav->cells[edge->to])) {
            scan_edge(s, node, id, edge, around);
        }
    }
    if (s->spread == NULL && dw_rect_holds_closed(cell->area, s->target)) {
        const dw_vec d = dw_vec_sub(s->target, node->root);
        if ((d.x == 0 && d.y == 0) || in_cone(node, d)) {
            push_goal(s, node);
        }
    }
}

static void scan_around(dw_nav_search *s, const dw_nav_node *node, flood *around)
{
    for (uint32_t k = 0; k < around->count; k++) {
        scan_cell(s, node, around->cells[k], around);
    }
}

static void expand(dw_nav_search *s, const dw_nav_node *node)
{
    if (node->kind == DW_NODE_CONE) {
        scan_cell(s, node, node->edge->to, NULL);
        if (node->low_is_end) {
            push_turn(s, node, node->edge, true);
        }
        if (node->high_is_end) {
            push_turn(s, node, node->edge, false);
        }
        return;
    }
    const double to_target = distance(node->root, s->target);
    if (to_target < s->best_distance) {
        s->best_distance = to_target;
        s->best_root = node->root_id;
    }
    flood around = {{node->edge->to}, 1};
    scan_around(s, node, &around);
}

/* Marks the portals into the dead ends that hold the target. */
static void mark_chain(dw_nav_search *s, uint32_t cell)
{
    const dw_nav *nav = s->nav;
    while (nav->up[cell] != DW_MESH_NONE) {
        const uint32_t parent = nav->edges[nav->up[cell]].to;
        dw_cell_mark *mark = dw_search_mark(s, parent);
        if (mark->chain == (DW_CHAIN | nav->down[cell])) {
            break;
        }
        mark->chain = DW_CHAIN | nav->down[cell];
        cell = parent;
    }
}

static void scan_start(dw_nav_search *s)
{
    (void)improve(s, s->start_id, 0, DW_MESH_NONE, 1U << 8);
    flood around;
    around.count = dw_overlay_cells_at(s, s->start, around.cells);
    const dw_nav_node node = {
        .root = s->start, .root_id = s->start_id, .from = DW_NODE_FROM_NONE, .kind = DW_NODE_POINT};
    scan_around(s, &node, &around);
}

void dw_search_begin(dw_nav_search *s)
{
    dw_open_clear(s);
    s->spread = NULL;
    s->goal_root = DW_MESH_NONE;
    s->best_root = s->start_id;
    s->best_distance = distance(s->start, s->target);
    s->state = DW_SEARCH_RUNNING;
    dw_landmark_aim(s);
    uint32_t targets[DW_MESH_CELLS_AT_MAX];
    const uint32_t count = dw_mesh_cells_at(s->nav, &s->filter, s->target, targets);
    for (uint32_t k = 0; k < count; k++) {
        mark_chain(s, targets[k]);
    }
    scan_start(s);
}

bool dw_search_spread(dw_nav_search *s, dw_vec from, double *distances)
{
    DW_CHECK(s->root_slots == NULL); /* All vertices become roots. */
    dw_open_clear(s);
    dw_search_forget(s);
    s->filter = DW_MESH_ALL;
    s->hole_count = 0;
    s->overlay.on = false;
    s->start = from;
    s->spread = distances;
    s->best_distance = 0;
    scan_start(s);
    while (!dw_open_is_empty(s)) {
        const dw_nav_node node = dw_open_pop(s);
        /* Two paths of one length can differ in the last digits, and only one may lead on. */
        const double most = node.root_id == s->start_id ? 0 : distances[node.root_id] * (1 + 1e-9);
        if (!dw_open_is_stale(s, &node) && node.length <= most) {
            expand(s, &node);
        }
    }
    s->spread = NULL;
    return s->dropped == 0;
}

bool dw_search_run(dw_nav_search *s, uint32_t expansions)
{
    DW_CHECK(s->state == DW_SEARCH_RUNNING);
    while (!dw_open_is_empty(s)) {
        const dw_nav_node *next = dw_open_next(s);
        if (next->kind == DW_NODE_GOAL) {
            s->goal_root = next->root_id;
            return true;
        }
        if (expansions == 0) {
            return false;
        }
        const dw_nav_node node = dw_open_pop(s);
        if (dw_open_is_stale(s, &node)) {
            continue;
        }
        expansions--;
        s->expansions++;
        expand(s, &node);
    }
    return true;
}
