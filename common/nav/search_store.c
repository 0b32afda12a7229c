/* search_store.c - the memory of a search, how it is made new, and what can be reached (search.h).
 */
#include "common/nav/search.h"

#include <string.h>

dw_status dw_search_create(dw_nav_search **out, dw_arena *arena, const dw_nav *nav,
                           uint32_t node_max)
{
    const size_t mark = dw_arena_mark(arena);
    dw_nav_search *s = DW_ARENA_NEW(arena, dw_nav_search);
    if (s == NULL) {
        return DW_MEMORY;
    }
    const size_t cells = (size_t)nav->cell_count + DW_OVERLAY_PIECES_MAX;
    const size_t roots = (size_t)nav->vertex_count + DW_OVERLAY_VERTICES_MAX + 1;
    s->nav = nav;
    s->start_id = (uint32_t)roots - 1;
    s->node_max = node_max;
    s->nodes = DW_ARENA_ARRAY(arena, dw_nav_node, s->node_max);
    s->open = DW_ARENA_ARRAY(arena, dw_nav_open, s->node_max);
    s->roots = DW_ARENA_ARRAY(arena, dw_nav_root, roots);
    s->marks = DW_ARENA_ARRAY(arena, dw_cell_mark, (size_t)nav->cell_count + 1);
    s->piece_reach = DW_ARENA_ARRAY(arena, uint32_t, DW_OVERLAY_PIECES_MAX);
    s->queue = DW_ARENA_ARRAY(arena, uint32_t, cells);
    s->overlay.cells = DW_ARENA_ARRAY(arena, dw_mesh_cell, DW_OVERLAY_CELLS_MAX);
    s->overlay.edges = DW_ARENA_ARRAY(arena, dw_mesh_edge, DW_OVERLAY_EDGES_MAX);
    s->overlay.vertices = DW_ARENA_ARRAY(arena, dw_vec, DW_OVERLAY_VERTICES_MAX);
    s->overlay.vertex_hash = DW_ARENA_ARRAY(arena, uint32_t, (size_t)DW_OVERLAY_VERTICES_MAX * 2);
    s->overlay.affected = DW_ARENA_ARRAY(arena, uint32_t, (size_t)nav->cell_count + 1);
    s->overlay.pieces = DW_ARENA_ARRAY(arena, uint32_t, (size_t)nav->cell_count + 2);
    if (s->nodes == NULL || s->open == NULL || s->roots == NULL || s->marks == NULL ||
        s->piece_reach == NULL || s->queue == NULL || s->overlay.cells == NULL ||
        s->overlay.edges == NULL || s->overlay.vertices == NULL || s->overlay.vertex_hash == NULL ||
        s->overlay.affected == NULL || s->overlay.pieces == NULL) {
        dw_arena_reset(arena, mark);
        return DW_MEMORY;
    }
    *out = s;
    return DW_OK;
}

size_t dw_search_bytes(const dw_nav *nav, uint32_t node_max)
{
    return sizeof(dw_nav_search) + node_max * (sizeof(dw_nav_node) + sizeof(dw_nav_open)) +
           ((size_t)nav->vertex_count + DW_OVERLAY_VERTICES_MAX + 1) * sizeof(dw_nav_root) +
           ((size_t)nav->cell_count + 2) * (sizeof(dw_cell_mark) + 3 * sizeof(uint32_t)) +
           DW_OVERLAY_PIECES_MAX * 2 * sizeof(uint32_t) +
           DW_OVERLAY_CELLS_MAX * sizeof(dw_mesh_cell) +
           DW_OVERLAY_EDGES_MAX * sizeof(dw_mesh_edge) +
           DW_OVERLAY_VERTICES_MAX * (sizeof(dw_vec) + 2 * sizeof(uint32_t)) + 16 * 16;
}

void dw_search_forget(dw_nav_search *s)
{
    if (++s->stamp == 0) { /* Once in 2^32 searches the old stamps could be taken for new ones. */
        memset(s->roots, 0, ((size_t)s->start_id + 1) * sizeof(*s->roots));
        memset(s->marks, 0, s->nav->cell_count * sizeof(*s->marks));
        memset(s->piece_reach, 0, DW_OVERLAY_PIECES_MAX * sizeof(*s->piece_reach));
        s->stamp = 1;
    }
}

static uint32_t reach_cell(dw_nav_search *s, uint32_t id, uint32_t count)
{
    const dw_mesh_edge *ignored = NULL;
    if (dw_search_gone(s, id) || dw_search_is_reached(s, id) ||
        !dw_mesh_open(s->nav, &s->filter, dw_search_cell(s, id, &ignored))) {
        return count;
    }
    const uint32_t cells = s->nav->cell_count;
    *(id < cells ? &s->marks[id].reach_stamp : &s->piece_reach[id - cells]) = s->stamp;
    s->queue[count] = id;
    return count + 1;
}

uint32_t dw_search_reach(dw_nav_search *s)
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
