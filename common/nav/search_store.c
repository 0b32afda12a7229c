/* search_store.c - takes all memory of a search at once; stamps make it new without clearing. */
#include "common/nav/search_store.h"

#include "common/base/check.h"

#include <string.h>

/* The least power of two that leaves half of the slots empty. */
static uint32_t slots_for(uint32_t count)
{
    uint32_t slots = 1;
    while (slots < 2 * count) {
        slots *= 2;
    }
    return slots;
}

dw_search_sizes dw_search_sizes_full(const dw_nav *nav, uint32_t node_max)
{
    return (dw_search_sizes){.extra_max = DW_NAV_EXTRA_MAX,
                             .node_max = node_max,
                             .piece_max = DW_OVERLAY_PIECES_MAX,
                             .cell_max = DW_OVERLAY_CELLS_MAX,
                             .edge_max = DW_OVERLAY_EDGES_MAX,
                             .vertex_max = DW_OVERLAY_VERTICES_MAX,
                             .affected_max = nav->cell_count};
}

static size_t root_max(const dw_nav *nav, const dw_search_sizes *sizes)
{
    return sizes->root_max != 0 ? sizes->root_max : (size_t)nav->vertex_count + sizes->vertex_max;
}

/* Nodes, or the cells that can be reached. */
static size_t node_bytes(const dw_nav *nav, const dw_search_sizes *sizes)
{
    const size_t nodes = sizes->node_max * sizeof(dw_nav_node);
    const size_t queue = ((size_t)nav->cell_count + sizes->piece_max) * sizeof(uint32_t);
    return nodes > queue ? nodes : queue;
}

static bool take_overlay(dw_overlay *overlay, dw_arena *arena, const dw_search_sizes *sizes)
{
    overlay->vertex_slots = slots_for(sizes->vertex_max);
    overlay->cells = DW_ARENA_ARRAY(arena, dw_mesh_cell, sizes->cell_max);
    overlay->edges = DW_ARENA_ARRAY(arena, dw_mesh_edge, sizes->edge_max);
    overlay->vertices = DW_ARENA_ARRAY(arena, dw_vec, sizes->vertex_max);
    overlay->vertex_hash = DW_ARENA_ARRAY(arena, uint16_t, overlay->vertex_slots);
    overlay->affected = DW_ARENA_ARRAY(arena, uint32_t, (size_t)sizes->affected_max + 1);
    overlay->pieces = DW_ARENA_ARRAY(arena, uint32_t, (size_t)sizes->affected_max + 2);
    return overlay->cells != NULL && overlay->edges != NULL && overlay->vertices != NULL &&
           overlay->vertex_hash != NULL && overlay->affected != NULL && overlay->pieces != NULL;
}

static bool take_roots(dw_nav_search *s, dw_arena *arena)
{
    const size_t roots = root_max(s->nav, &s->sizes);
    s->start_id = (uint32_t)roots;
    s->roots = DW_ARENA_ARRAY(arena, dw_nav_root, roots + 1);
    if (s->sizes.root_max == 0 || s->roots == NULL) {
        return s->roots != NULL;
    }
    s->root_slot_count = slots_for(s->sizes.root_max);
    s->root_vertex = DW_ARENA_ARRAY(arena, uint32_t, roots);
    s->root_slots = DW_ARENA_ARRAY(arena, uint16_t, s->root_slot_count);
    return s->root_vertex != NULL && s->root_slots != NULL;
}

dw_status dw_search_create(dw_nav_search **out, dw_arena *arena, const dw_nav *nav,
                           const dw_search_sizes *sizes)
{
    DW_CHECK(sizes->extra_max <= DW_NAV_EXTRA_MAX && sizes->piece_max <= DW_OVERLAY_PIECES_MAX);
    DW_CHECK(sizes->vertex_max < UINT16_MAX && sizes->root_max < UINT16_MAX);
    DW_CHECK(nav->cell_count + sizes->piece_max < DW_NODE_FROM_NONE);
    const size_t mark = dw_arena_mark(arena);
    dw_nav_search *s = DW_ARENA_NEW(arena, dw_nav_search);
    if (s == NULL) {
        return DW_MEMORY;
    }
    s->nav = nav;
    s->sizes = *sizes;
    void *nodes = dw_arena_take(arena, node_bytes(nav, sizes));
    s->nodes = nodes;
    s->queue = nodes;
    s->open = DW_ARENA_ARRAY(arena, dw_nav_open, sizes->node_max);
    s->marks = DW_ARENA_ARRAY(arena, dw_cell_mark, (size_t)nav->cell_count + 1);
    s->piece_reach = DW_ARENA_ARRAY(arena, uint32_t, sizes->piece_max);
    if (nodes == NULL || s->open == NULL || s->marks == NULL || s->piece_reach == NULL ||
        !take_roots(s, arena) || !take_overlay(&s->overlay, arena, sizes)) {
        dw_arena_reset(arena, mark);
        return DW_MEMORY;
    }
    *out = s;
    return DW_OK;
}

size_t dw_search_bytes(const dw_nav *nav, const dw_search_sizes *sizes)
{
    enum { ARRAYS = 16, ALIGNMENT = 16 };
    return sizeof(dw_nav_search) + node_bytes(nav, sizes) + sizes->node_max * sizeof(dw_nav_open) +
           (root_max(nav, sizes) + 1) * (sizeof(dw_nav_root) + sizeof(uint32_t)) +
           slots_for(sizes->root_max) * sizeof(uint16_t) +
           ((size_t)nav->cell_count + 1) * sizeof(dw_cell_mark) +
           sizes->piece_max * sizeof(uint32_t) + sizes->cell_max * sizeof(dw_mesh_cell) +
           sizes->edge_max * sizeof(dw_mesh_edge) + sizes->vertex_max * sizeof(dw_vec) +
           slots_for(sizes->vertex_max) * sizeof(uint16_t) +
           ((size_t)sizes->affected_max * 2 + 3) * sizeof(uint32_t) + ARRAYS * ALIGNMENT;
}

void dw_search_forget(dw_nav_search *s)
{
    if (++s->stamp == 0) { /* Once in 2^32 searches the old stamps could be taken for new ones. */
        memset(s->roots, 0, ((size_t)s->start_id + 1) * sizeof(*s->roots));
        memset(s->marks, 0, s->nav->cell_count * sizeof(*s->marks));
        memset(s->piece_reach, 0, s->sizes.piece_max * sizeof(*s->piece_reach));
        s->stamp = 1;
    }
    if (s->root_slots != NULL) {
        memset(s->root_slots, 0, s->root_slot_count * sizeof(*s->root_slots));
        s->root_count = 0;
    }
}
