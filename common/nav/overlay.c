/* overlay.c - cuts the extra solids of one query out of the mesh (search.h), without touching it.
 *
 * Each cell that an extra solid meets is cut anew, alone, into pieces: rectangles, corridors of
 * width 0 and points, so that no place of it is lost. Pieces of one cell are joined where they
 * meet; pieces and cells across an old portal where both hold a part of it. That is all: cells that
 * touch at a point without a portal were connected round it, and the pieces of what is round it
 * still are.
 */
#include "common/nav/overlay.h"
#include "common/base/check.h"
#include "common/nav/cut.h"
#include "common/nav/mesh_locate.h"

#include <string.h>

enum { LOCAL_LINES_MAX = 2 + 2 * DW_NAV_EXTRA_MAX };

/* Two cells joined along a-b, each once. */
typedef struct overlay_link {
    uint32_t one, other;
    dw_vec a, b;
} overlay_link;

typedef struct link_list {
    overlay_link *links;
    uint32_t count, max;
} link_list;

static bool meets(dw_rect closed, dw_rect open)
{
    return closed.min.x < open.max.x && closed.max.x > open.min.x && closed.min.y < open.max.y &&
           closed.max.y > open.min.y;
}

static bool has_area(dw_rect r)
{
    return r.min.x < r.max.x && r.min.y < r.max.y;
}

static void find_affected(dw_nav_search *s)
{
    dw_overlay *overlay = &s->overlay;
    overlay->affected_count = 0;
    for (uint32_t k = 0; k < s->hole_count; k++) {
        const dw_mesh_window w = dw_mesh_window_of(s->nav, s->holes[k]);
        for (uint32_t row = w.top; row <= w.bottom; row++) {
            for (uint32_t column = w.left; column <= w.right; column++) {
                uint32_t count = 0;
                const uint32_t *bucket = dw_mesh_bucket(s->nav, column, row, &count);
                for (uint32_t n = 0; n < count; n++) {
                    const uint32_t id = bucket[n];
                    const dw_mesh_cell *cell = &s->nav->cells[id];
                    if (!dw_search_gone(s, id) && meets(cell->area, s->holes[k]) &&
                        dw_mesh_open(s->nav, &s->filter, cell)) {
                        dw_search_mark(s, id)->overlay = DW_OVERLAY_GONE | overlay->affected_count;
                        if (overlay->affected_count == s->sizes.affected_max) {
                            overlay->overflowed = true; /* Solid as a whole. */
                        } else {
                            overlay->affected[overlay->affected_count++] = id;
                        }
                    }
                }
            }
        }
    }
}

static uint32_t local_lines(int32_t low, int32_t high, const dw_rect *holes, uint32_t hole_count,
                            bool across, int32_t *lines)
{
    uint32_t count = 0;
    lines[count++] = low;
    lines[count++] = high;
    for (uint32_t k = 0; k < hole_count; k++) {
        const int32_t edges[2] = {across ? holes[k].min.x : holes[k].min.y,
                                  across ? holes[k].max.x : holes[k].max.y};
        for (uint32_t side = 0; side < 2; side++) {
            if (edges[side] > low && edges[side] < high) {
                lines[count++] = edges[side];
            }
        }
    }
    return dw_cut_sort(lines, count);
}

/* What the extra solids leave of one cell becomes pieces. All or none of them. */
static void cut_cell(dw_nav_search *s, const dw_mesh_cell *cell)
{
    dw_overlay *overlay = &s->overlay;
    dw_rect holes[DW_NAV_EXTRA_MAX] = {0};
    uint32_t hole_count = 0;
    for (uint32_t k = 0; k < s->hole_count; k++) {
        if (meets(cell->area, s->holes[k])) {
            holes[hole_count++] = s->holes[k];
        }
    }
    int32_t xs[LOCAL_LINES_MAX];
    int32_t ys[LOCAL_LINES_MAX];
    uint8_t bits[LOCAL_LINES_MAX * LOCAL_LINES_MAX];
    dw_cut_grid grid = {.xs = xs, .ys = ys, .bits = bits};
    grid.nx = local_lines(cell->area.min.x, cell->area.max.x, holes, hole_count, true, xs);
    grid.ny = local_lines(cell->area.min.y, cell->area.max.y, holes, hole_count, false, ys);
    dw_cut_start(&grid);
    for (uint32_t k = 0; k < hole_count; k++) {
        dw_cut_solid(&grid, holes[k]);
    }
    dw_cut_box boxes[DW_OVERLAY_PIECES_MAX];
    const uint32_t room = s->sizes.piece_max - overlay->piece_count;
    const uint32_t count = dw_cut_boxes(&grid, s->nav->squeeze, boxes, room);
    if (count > room) {
        overlay->overflowed = true;
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        overlay->cells[overlay->piece_count++] = (dw_mesh_cell){
            .area = {{xs[boxes[k].i0], ys[boxes[k].j0]}, {xs[boxes[k].i1], ys[boxes[k].j1]}},
            .door = cell->door,
            .room = cell->room};
    }
}

static void add_link(dw_nav_search *s, link_list *list, uint32_t one, uint32_t other, dw_vec a,
                     dw_vec b)
{
    if (list->count == list->max) {
        s->overlay.overflowed = true;
        return;
    }
    list->links[list->count++] = (overlay_link){one, other, a, b};
}

static dw_rect area_of(const dw_nav_search *s, uint32_t id)
{
    return id < s->nav->cell_count ? s->nav->cells[id].area
                                   : s->overlay.cells[id - s->nav->cell_count].area;
}

/* Joins two cells where they meet inside of `within` (a portal of the mesh, or everything). */
static void join(dw_nav_search *s, link_list *list, uint32_t one, uint32_t other, dw_rect within)
{
    const dw_rect p = area_of(s, one);
    const dw_rect q = area_of(s, other);
    const dw_rect both = dw_rect_common(dw_rect_common(within, p), q);
    if (both.min.x > both.max.x || both.min.y > both.max.y) {
        return;
    }
    if (dw_vec_equal(both.min, both.max)) {
        if (s->nav->squeeze) {
            add_link(s, list, one, other, both.min, both.min);
        }
    } else if (has_area(p) && has_area(q)) {
        add_link(s, list, one, other, both.min, both.max);
    } else { /* Along a corridor of width 0: a body changes over at an end. */
        add_link(s, list, one, other, both.min, both.min);
        add_link(s, list, one, other, both.max, both.max);
    }
}

static const dw_rect EVERYTHING = {{-DW_COORDINATE_MAX * 2, -DW_COORDINATE_MAX * 2},
                                   {DW_COORDINATE_MAX * 2, DW_COORDINATE_MAX * 2}};

/* Joins the pieces of the cell at `place` with each other and with what lies behind its portals. */
static void join_cell(dw_nav_search *s, link_list *list, uint32_t place)
{
    const dw_overlay *overlay = &s->overlay;
    const uint32_t base = s->nav->cell_count;
    const uint32_t first = overlay->pieces[place];
    const uint32_t end = overlay->pieces[place + 1];
    for (uint32_t p = first; p < end; p++) {
        for (uint32_t q = p + 1; q < end; q++) {
            join(s, list, base + p, base + q, EVERYTHING);
        }
    }
    const dw_mesh_cell *cell = &s->nav->cells[overlay->affected[place]];
    const dw_mesh_edge *edge = s->nav->edges + cell->first;
    for (const dw_mesh_edge *last = edge + cell->count; edge < last; edge++) {
        const dw_rect portal = {{edge->a.x < edge->b.x ? edge->a.x : edge->b.x,
                                 edge->a.y < edge->b.y ? edge->a.y : edge->b.y},
                                {edge->a.x < edge->b.x ? edge->b.x : edge->a.x,
                                 edge->a.y < edge->b.y ? edge->b.y : edge->a.y}};
        if (!dw_search_gone(s, edge->to)) {
            for (uint32_t p = first; p < end; p++) {
                join(s, list, base + p, edge->to, portal);
            }
            continue;
        }
        const uint32_t other = s->marks[edge->to].overlay & DW_MARK_VALUE;
        for (uint32_t p = first; p < end && other > place; p++) {
            for (uint32_t q = overlay->pieces[other]; q < overlay->pieces[other + 1]; q++) {
                join(s, list, base + p, base + q, portal);
            }
        }
    }
}

static uint32_t vertex_id(dw_nav_search *s, dw_vec v)
{
    dw_overlay *overlay = &s->overlay;
    const uint32_t mixed =
        (uint32_t)v.x * UINT32_C(0x9e3779b1) ^ (uint32_t)v.y * UINT32_C(0x85ebca6b);
    for (uint32_t slot = mixed >> 16;; slot++) {
        uint16_t *entry = &overlay->vertex_hash[slot & (overlay->vertex_slots - 1)];
        if (*entry == 0) {
            if (overlay->vertex_count == s->sizes.vertex_max) {
                return DW_MESH_NONE;
            }
            overlay->vertices[overlay->vertex_count++] = v;
            *entry = (uint16_t)overlay->vertex_count;
        }
        if (dw_vec_equal(overlay->vertices[*entry - 1], v)) {
            return s->nav->vertex_count + *entry - 1;
        }
    }
}

/* Orders the ends of a portal as seen from inside of the cell that it leads out of. */
static dw_mesh_edge make_edge(const dw_nav_search *s, const dw_mesh_cell *from, uint32_t to,
                              const overlay_link *link, uint32_t a_id, uint32_t b_id)
{
    const int64_t middle_x = (int64_t)from->area.min.x + from->area.max.x;
    const int64_t middle_y = (int64_t)from->area.min.y + from->area.max.y;
    const int64_t turn = (2 * (int64_t)link->a.x - middle_x) * (2 * (int64_t)link->b.y - middle_y) -
                         (2 * (int64_t)link->a.y - middle_y) * (2 * (int64_t)link->b.x - middle_x);
    const uint16_t door = to < s->nav->cell_count ? s->nav->cells[to].door
                                                  : s->overlay.cells[to - s->nav->cell_count].door;
    return turn < 0 ? (dw_mesh_edge){link->b, link->a, to, b_id, a_id, door, 15, 15}
                    : (dw_mesh_edge){link->a, link->b, to, a_id, b_id, door, 15, 15};
}

/* Edges that a neighbour keeps from the mesh: those to cells that no extra solid meets. */
static uint32_t kept_edges(const dw_nav_search *s, uint32_t id, dw_mesh_edge *out)
{
    const dw_mesh_cell *cell = &s->nav->cells[id];
    uint32_t count = 0;
    for (uint32_t e = cell->first; e < cell->first + cell->count; e++) {
        if (!dw_search_gone(s, s->nav->edges[e].to)) {
            if (out != NULL) {
                out[count] = s->nav->edges[e];
            }
            count++;
        }
    }
    return count;
}

/* The place in overlay->cells of a cell that gets a new edge, DW_MESH_NONE when it does not fit.
 * `used` counts the edges of the overlay cells that are there. Until edges are placed, `live`
 * counts the new ones and `first` holds the cell's id. */
static uint32_t claim_cell(dw_nav_search *s, uint32_t id, uint32_t *used)
{
    dw_overlay *overlay = &s->overlay;
    if (id >= s->nav->cell_count) {
        return id - s->nav->cell_count;
    }
    dw_cell_mark *mark = dw_search_mark(s, id);
    if (mark->overlay != 0) {
        return mark->overlay & DW_MARK_VALUE;
    }
    const uint32_t kept = kept_edges(s, id, NULL);
    if (overlay->cell_count == s->sizes.cell_max || *used + kept > s->sizes.edge_max) {
        return DW_MESH_NONE;
    }
    *used += kept;
    dw_mesh_cell *cell = &overlay->cells[overlay->cell_count];
    *cell = s->nav->cells[id];
    cell->count = kept;
    cell->live = 0;
    cell->first = id;
    mark->overlay = DW_OVERLAY_CHANGED | overlay->cell_count;
    return overlay->cell_count++;
}

/* Counts the edges of each overlay cell. A link that does not fit is left out on both sides. */
static void count_links(dw_nav_search *s, link_list *list)
{
    dw_overlay *overlay = &s->overlay;
    overlay->cell_count = overlay->piece_count;
    uint32_t used = 0;
    uint32_t fits = 0;
    for (uint32_t k = 0; k < list->count; k++) {
        const overlay_link link = list->links[k];
        const uint32_t one = claim_cell(s, link.one, &used);
        const uint32_t other = claim_cell(s, link.other, &used);
        if (one == DW_MESH_NONE || other == DW_MESH_NONE || used + 2 > s->sizes.edge_max) {
            overlay->overflowed = true;
            continue;
        }
        used += 2;
        overlay->cells[one].live++;
        overlay->cells[other].live++;
        list->links[fits++] = link;
    }
    list->count = fits;
}

static void store_links(dw_nav_search *s, link_list *list)
{
    dw_overlay *overlay = &s->overlay;
    count_links(s, list);
    uint32_t used = 0;
    for (uint32_t k = 0; k < overlay->cell_count; k++) {
        dw_mesh_cell *cell = &overlay->cells[k];
        const uint32_t kept =
            k < overlay->piece_count ? 0 : kept_edges(s, cell->first, overlay->edges + used);
        cell->first = used;
        used += kept + cell->live;
        cell->count = kept;
    }
    for (uint32_t k = 0; k < list->count; k++) {
        const overlay_link *link = &list->links[k];
        const uint32_t a_id = vertex_id(s, link->a);
        const uint32_t b_id = vertex_id(s, link->b);
        if (a_id == DW_MESH_NONE || b_id == DW_MESH_NONE) {
            overlay->overflowed = true;
            continue;
        }
        for (uint32_t side = 0; side < 2; side++) {
            const uint32_t from = side == 0 ? link->one : link->other;
            const uint32_t place = from >= s->nav->cell_count
                                       ? from - s->nav->cell_count
                                       : s->marks[from].overlay & DW_MARK_VALUE;
            dw_mesh_cell *cell = &overlay->cells[place];
            overlay->edges[cell->first + cell->count++] =
                make_edge(s, cell, side == 0 ? link->other : link->one, link, a_id, b_id);
        }
    }
    for (uint32_t k = 0; k < overlay->cell_count; k++) {
        overlay->cells[k].live = overlay->cells[k].count;
    }
}

uint32_t dw_overlay_cells_at(const dw_nav_search *s, dw_vec p, uint32_t *cells)
{
    uint32_t base[DW_MESH_CELLS_AT_MAX];
    const uint32_t count = dw_mesh_cells_at(s->nav, &s->filter, p, base);
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (s->hole_count == 0 || !dw_search_gone(s, base[k])) {
            if (found < DW_SEARCH_CELLS_AT_MAX) {
                cells[found++] = base[k];
            }
            continue;
        }
        const uint32_t place = s->marks[base[k]].overlay & DW_MARK_VALUE;
        for (uint32_t piece = s->overlay.pieces[place]; piece < s->overlay.pieces[place + 1];
             piece++) {
            if (dw_rect_holds_closed(s->overlay.cells[piece].area, p) &&
                found < DW_SEARCH_CELLS_AT_MAX) {
                cells[found++] = s->nav->cell_count + piece;
            }
        }
    }
    return found;
}

void dw_overlay_build(dw_nav_search *s)
{
    dw_overlay *overlay = &s->overlay;
    overlay->on = false;
    overlay->overflowed = false;
    overlay->piece_count = overlay->cell_count = overlay->vertex_count = 0;
    find_affected(s);
    if (overlay->affected_count == 0) {
        return;
    }
    overlay->on = true;
    memset(overlay->vertex_hash, 0, overlay->vertex_slots * sizeof(*overlay->vertex_hash));
    for (uint32_t place = 0; place < overlay->affected_count; place++) {
        overlay->pieces[place] = overlay->piece_count;
        cut_cell(s, &s->nav->cells[overlay->affected[place]]);
    }
    overlay->pieces[overlay->affected_count] = overlay->piece_count;
    overlay->pieces[overlay->affected_count + 1] = overlay->piece_count;
    /* The nodes of the search are not in use yet: links lie there meanwhile. */
    link_list list = {.links = (overlay_link *)(void *)s->nodes};
    list.max = (uint32_t)(s->sizes.node_max * sizeof(*s->nodes) / sizeof(*list.links));
    list.max = list.max < s->sizes.edge_max / 2 ? list.max : s->sizes.edge_max / 2;
    for (uint32_t place = 0; place < overlay->affected_count; place++) {
        join_cell(s, &list, place);
    }
    store_links(s, &list);
}
