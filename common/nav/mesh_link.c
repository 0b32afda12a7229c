/* mesh_link.c - portals between the cells of a new mesh, its corners, dead ends, components and the
 * grid for point location (mesh_build.h). */
#include "common/base/check.h"
#include "common/nav/mesh_build.h"

#include <stdlib.h>
#include <string.h>

static size_t node_at(const dw_mesh_builder *builder, uint32_t i, uint32_t j)
{
    return (size_t)j * builder->grid.nx + i;
}

static bool is_thin(const dw_mesh_piece *piece)
{
    return piece->box.i0 == piece->box.i1 || piece->box.j0 == piece->box.j1;
}

static dw_status add_link(dw_mesh_builder *builder, uint32_t from, uint32_t to, size_t a, size_t b)
{
    if (builder->link_count == builder->link_max) {
        const size_t wanted = builder->link_max * 2 + 256;
        dw_mesh_link *links = realloc(builder->links, wanted * sizeof(*links));
        if (links == NULL) {
            return DW_MEMORY;
        }
        builder->links = links;
        builder->link_max = wanted;
    }
    const uint32_t nx = builder->grid.nx;
    const dw_vec at_a = {builder->grid.xs[a % nx], builder->grid.ys[a / nx]};
    const dw_vec at_b = {builder->grid.xs[b % nx], builder->grid.ys[b / nx]};
    builder->links[builder->link_count++] = (dw_mesh_link){from,
                                                           {.a = at_a,
                                                            .b = at_b,
                                                            .to = to,
                                                            .a_id = (uint32_t)a,
                                                            .b_id = (uint32_t)b,
                                                            .door = builder->pieces[to].door}};
    return DW_OK;
}

/* Walks along one side of a piece with area and adds a portal for each run of one neighbour.
 * `side`: 0 top, 1 right, 2 bottom, 3 left, so that portals come out in growing angle. */
static dw_status link_side(dw_mesh_builder *builder, uint32_t from, uint32_t side)
{
    const dw_cut_box box = builder->pieces[from].box;
    const uint32_t steps = side % 2 == 0 ? box.i1 - box.i0 : box.j1 - box.j0;
    uint32_t run_owner = DW_MESH_NONE;
    size_t run_start = 0;
    for (uint32_t k = 0; k <= steps; k++) {
        uint32_t owner = DW_MESH_NONE;
        uint32_t i = 0;
        uint32_t j = 0;
        bool outside = false;
        size_t node = 0;
        switch (side) {
        case 0:
            i = box.i0 + k;
            outside = box.j0 == 0;
            j = box.j0 - 1;
            node = node_at(builder, i, box.j0);
            break;
        case 1:
            i = box.i1;
            j = box.j0 + k;
            node = node_at(builder, i, j);
            break;
        case 2:
            i = box.i1 - k - 1;
            j = box.j1;
            node = node_at(builder, box.i1 - k, j);
            break;
        default:
            outside = box.i0 == 0;
            i = box.i0 - 1;
            j = box.j1 - k - 1;
            node = node_at(builder, box.i0, box.j1 - k);
            break;
        }
        if (k < steps && !outside) {
            owner = builder->owner[node_at(builder, i, j)];
        }
        if (owner != run_owner) {
            if (run_owner != DW_MESH_NONE &&
                add_link(builder, from, run_owner, run_start, node) != DW_OK) {
                return DW_MEMORY;
            }
            run_owner = owner;
            run_start = node;
        }
    }
    return DW_OK;
}

static dw_status link_pair(dw_mesh_builder *builder, uint32_t one, uint32_t other, size_t node)
{
    const dw_status status = add_link(builder, one, other, node, node);
    return status != DW_OK ? status : add_link(builder, other, one, node, node);
}

static uint32_t owner_at(const dw_mesh_builder *builder, uint32_t i_plus_1, uint32_t j_plus_1)
{
    return dw_cut_face_free(&builder->grid, i_plus_1, j_plus_1)
               ? builder->owner[node_at(builder, i_plus_1 - 1, j_plus_1 - 1)]
               : DW_MESH_NONE;
}

/* Solids of both kinds at once: `a` and `b` are free and diagonal; what is between them is solid,
 * or would be with a door shut that is no door of theirs. */
static bool is_pinch(const dw_mesh_builder *builder, uint32_t i, uint32_t j, bool falling)
{
    const uint32_t a[2] = {i, falling ? j : j + 1};
    const uint32_t b[2] = {i + 1, falling ? j + 1 : j};
    if (!dw_cut_face_free(&builder->grid, a[0], a[1]) ||
        !dw_cut_face_free(&builder->grid, b[0], b[1])) {
        return false;
    }
    const uint16_t label_a = dw_cut_face_label(&builder->grid, a[0], a[1]);
    const uint16_t label_b = dw_cut_face_label(&builder->grid, b[0], b[1]);
    for (uint32_t k = 0; k < 2; k++) {
        const uint32_t fi = k == 0 ? a[0] : b[0];
        const uint32_t fj = k == 0 ? b[1] : a[1];
        if (dw_cut_face_free(&builder->grid, fi, fj)) {
            const uint16_t label = dw_cut_face_label(&builder->grid, fi, fj);
            if (label == 0 || label == label_a || label == label_b) {
                return false;
            }
        }
    }
    return true;
}

static dw_status link_pinches(dw_mesh_builder *builder)
{
    for (uint32_t j = 1; j + 1 < builder->grid.ny; j++) {
        for (uint32_t i = 1; i + 1 < builder->grid.nx; i++) {
            const size_t node = node_at(builder, i, j);
            if (is_pinch(builder, i, j, true) &&
                link_pair(builder, owner_at(builder, i, j), owner_at(builder, i + 1, j + 1),
                          node) != DW_OK) {
                return DW_MEMORY;
            }
            if (is_pinch(builder, i, j, false) &&
                link_pair(builder, owner_at(builder, i, j + 1), owner_at(builder, i + 1, j),
                          node) != DW_OK) {
                return DW_MEMORY;
            }
        }
    }
    return DW_OK;
}

typedef struct thin_node {
    size_t node;
    uint32_t piece;
} thin_node;

static int compare_thin(const void *left, const void *right)
{
    const thin_node *a = left;
    const thin_node *b = right;
    if (a->node != b->node) {
        return a->node < b->node ? -1 : 1;
    }
    return (a->piece > b->piece) - (a->piece < b->piece);
}

/* All pieces that hold one node of at least one thin piece: each thin one is joined to each other
 * thin one and to each cell with area. */
static dw_status link_thin_group(dw_mesh_builder *builder, const thin_node *group, size_t count)
{
    const size_t node = group->node;
    const uint32_t i = (uint32_t)(node % builder->grid.nx);
    const uint32_t j = (uint32_t)(node / builder->grid.nx);
    uint32_t full[4];
    uint32_t full_count = 0;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t owner = owner_at(builder, i + (k & 1), j + (k >> 1));
        bool known = owner == DW_MESH_NONE;
        for (uint32_t other = 0; other < full_count; other++) {
            known = known || full[other] == owner;
        }
        if (!known) {
            full[full_count++] = owner;
        }
    }
    for (size_t k = 0; k < count; k++) {
        for (size_t other = k + 1; other < count; other++) {
            if (link_pair(builder, group[k].piece, group[other].piece, node) != DW_OK) {
                return DW_MEMORY;
            }
        }
        for (uint32_t other = 0; other < full_count; other++) {
            if (link_pair(builder, group[k].piece, full[other], node) != DW_OK) {
                return DW_MEMORY;
            }
        }
    }
    return DW_OK;
}

static dw_status link_thin(dw_mesh_builder *builder, uint32_t first_thin)
{
    size_t count = 0;
    for (uint32_t k = first_thin; k < builder->piece_count; k++) {
        const dw_cut_box box = builder->pieces[k].box;
        count += (size_t)(box.i1 - box.i0) + (box.j1 - box.j0) + 1;
    }
    thin_node *nodes = malloc((count + 1) * sizeof(*nodes));
    if (nodes == NULL) {
        return DW_MEMORY;
    }
    count = 0;
    for (uint32_t k = first_thin; k < builder->piece_count; k++) {
        const dw_cut_box box = builder->pieces[k].box;
        for (uint32_t j = box.j0; j <= box.j1; j++) {
            for (uint32_t i = box.i0; i <= box.i1; i++) {
                nodes[count++] = (thin_node){node_at(builder, i, j), k};
            }
        }
    }
    qsort(nodes, count, sizeof(*nodes), compare_thin);
    dw_status status = DW_OK;
    for (size_t start = 0; start < count && status == DW_OK;) {
        size_t end = start + 1;
        while (end < count && nodes[end].node == nodes[start].node) {
            end++;
        }
        status = link_thin_group(builder, nodes + start, end - start);
        start = end;
    }
    free(nodes);
    return status;
}

dw_status dw_mesh_link_all(dw_mesh_builder *builder)
{
    uint32_t full_count = 0;
    while (full_count < builder->piece_count && !is_thin(&builder->pieces[full_count])) {
        const dw_cut_box box = builder->pieces[full_count].box;
        for (uint32_t j = box.j0; j < box.j1; j++) {
            for (uint32_t i = box.i0; i < box.i1; i++) {
                builder->owner[node_at(builder, i, j)] = full_count;
            }
        }
        full_count++;
    }
    for (uint32_t k = 0; k < full_count; k++) {
        for (uint32_t side = 0; side < 4; side++) {
            if (link_side(builder, k, side) != DW_OK) {
                return DW_MEMORY;
            }
        }
    }
    if (!builder->config->squeeze) {
        return DW_OK;
    }
    const dw_status status = link_pinches(builder);
    return status != DW_OK ? status : link_thin(builder, full_count);
}

/* A quarter counts when it holds a solid, or may with a door shut, and the two beside it are not
 * plainly solid: an outward corner of what is solid. */
static uint8_t quarters_at(const dw_mesh_builder *builder, size_t node)
{
    const uint32_t i = (uint32_t)(node % builder->grid.nx);
    const uint32_t j = (uint32_t)(node / builder->grid.nx);
    bool solid[4];
    bool door[4];
    for (uint32_t k = 0; k < 4; k++) { /* North-west, north-east, south-east, south-west. */
        const uint32_t fi = i + (k == 1 || k == 2);
        const uint32_t fj = j + (k >= 2);
        solid[k] = !dw_cut_face_free(&builder->grid, fi, fj);
        door[k] = !solid[k] && dw_cut_face_label(&builder->grid, fi, fj) != 0;
    }
    uint8_t quarters = 0;
    for (uint32_t k = 0; k < 4; k++) {
        if ((solid[k] || door[k]) && !solid[(k + 1) % 4] && !solid[(k + 3) % 4]) {
            quarters |= (uint8_t)(1U << k);
        }
    }
    return quarters;
}

/* Numbers the ends of portals, in the order of links, and finishes the edges. */
static dw_status number_vertices(dw_mesh_builder *builder, dw_arena *arena, dw_nav *nav)
{
    uint32_t count = 0;
    for (size_t k = 0; k < builder->link_count; k++) {
        dw_mesh_edge *edge = &builder->links[k].edge;
        const uint32_t a = edge->a_id;
        const uint32_t b = edge->b_id;
        if (builder->number[a] == DW_MESH_NONE) {
            builder->number[a] = count++;
        }
        if (builder->number[b] == DW_MESH_NONE) {
            builder->number[b] = count++;
        }
        edge->a_quarters = quarters_at(builder, a);
        edge->b_quarters = quarters_at(builder, b);
        edge->a_id = builder->number[a];
        edge->b_id = builder->number[b];
    }
    dw_vec *vertices = DW_ARENA_ARRAY(arena, dw_vec, (size_t)count + 1);
    if (vertices == NULL) {
        return DW_MEMORY;
    }
    for (size_t k = 0; k < builder->link_count; k++) {
        vertices[builder->links[k].edge.a_id] = builder->links[k].edge.a;
        vertices[builder->links[k].edge.b_id] = builder->links[k].edge.b;
    }
    nav->vertices = vertices;
    nav->vertex_count = count;
    return DW_OK;
}

static uint16_t room_of(const dw_nav_config *config, const dw_mesh_cell *cell)
{
    for (uint32_t room = 0; room < config->room_count && cell->door == DW_NONE; room++) {
        if (dw_rect_holds(config->rooms[room], dw_rect_centre(cell->area))) {
            return (uint16_t)room;
        }
    }
    return DW_NONE;
}

static void make_cells(const dw_mesh_builder *builder, dw_mesh_cell *cells)
{
    for (uint32_t k = 0; k < builder->piece_count; k++) {
        const dw_cut_box box = builder->pieces[k].box;
        dw_mesh_cell *cell = &cells[k];
        cell->area = (dw_rect){{builder->grid.xs[box.i0], builder->grid.ys[box.j0]},
                               {builder->grid.xs[box.i1], builder->grid.ys[box.j1]}};
        cell->door = builder->pieces[k].door;
        cell->room = room_of(builder->config, cell);
    }
}

static void place_edges(const dw_mesh_builder *builder, dw_mesh_cell *cells, dw_mesh_edge *edges)
{
    for (size_t k = 0; k < builder->link_count; k++) {
        cells[builder->links[k].from].count++;
    }
    uint32_t first = 0;
    for (uint32_t k = 0; k < builder->piece_count; k++) {
        cells[k].first = first;
        first += cells[k].count;
        cells[k].count = 0;
    }
    for (size_t k = 0; k < builder->link_count; k++) {
        dw_mesh_cell *cell = &cells[builder->links[k].from];
        edges[cell->first + cell->count++] = builder->links[k].edge;
    }
}

/* Takes away cells with one portal, again and again: what goes is a dead end, a tree that hangs
 * on the rest, into which a search goes only when its target lies there. `rank` is the order in
 * which cells went, DW_MESH_NONE for those that stay. */
static void peel_dead_ends(const dw_mesh_cell *cells, const dw_mesh_edge *edges, uint32_t count,
                           uint32_t *rank, uint32_t *queue)
{
    uint32_t queued = 0;
    uint32_t *degree = queue + count;
    for (uint32_t k = 0; k < count; k++) {
        rank[k] = DW_MESH_NONE;
        degree[k] = cells[k].count;
        if (degree[k] == 1) {
            queue[queued++] = k;
        }
    }
    for (uint32_t next = 0; next < queued; next++) {
        const uint32_t cell = queue[next];
        if (degree[cell] != 1) {
            continue; /* The last of a tree: its neighbour went before it. */
        }
        rank[cell] = next;
        for (uint32_t e = cells[cell].first; e < cells[cell].first + cells[cell].count; e++) {
            const uint32_t to = edges[e].to;
            if (rank[to] == DW_MESH_NONE && --degree[to] == 1) {
                queue[queued++] = to;
            }
        }
    }
}

/* Puts the live edges of each cell first: for a dead end the one that leads out, elsewhere those
 * between cells that stay. Keeps the order otherwise. `spare` holds the edges of any one cell. */
static void sort_live(dw_mesh_cell *cells, dw_mesh_edge *edges, uint32_t count,
                      const uint32_t *rank, dw_mesh_edge *spare)
{
    for (uint32_t k = 0; k < count; k++) {
        dw_mesh_edge *mine = edges + cells[k].first;
        uint32_t live = 0;
        uint32_t dead = 0;
        for (uint32_t e = 0; e < cells[k].count; e++) {
            const bool is_live = rank[k] == DW_MESH_NONE ? rank[mine[e].to] == DW_MESH_NONE
                                                         : rank[mine[e].to] > rank[k];
            if (is_live) {
                mine[live++] = mine[e];
            } else {
                spare[dead++] = mine[e];
            }
        }
        memcpy(mine + live, spare, dead * sizeof(*spare));
        cells[k].live = live;
    }
}

static void fill_up_down(const dw_mesh_cell *cells, const dw_mesh_edge *edges, uint32_t count,
                         const uint32_t *rank, uint32_t *up, uint32_t *down)
{
    for (uint32_t k = 0; k < count; k++) {
        up[k] = down[k] = DW_MESH_NONE;
        if (rank[k] == DW_MESH_NONE) {
            continue;
        }
        DW_CHECK(cells[k].live == 1);
        up[k] = cells[k].first;
        const dw_mesh_cell *parent = &cells[edges[up[k]].to];
        for (uint32_t e = parent->first; e < parent->first + parent->count; e++) {
            if (edges[e].to == k) {
                down[k] = e;
            }
        }
    }
}

static void fill_components(const dw_mesh_cell *cells, const dw_mesh_edge *edges, uint32_t count,
                            uint32_t *component, uint32_t *stack)
{
    memset(component, 0xff, count * sizeof(*component));
    uint32_t label = 0;
    for (uint32_t start = 0; start < count; start++) {
        if (component[start] != DW_MESH_NONE) {
            continue;
        }
        uint32_t depth = 0;
        stack[depth++] = start;
        component[start] = label;
        while (depth > 0) {
            const dw_mesh_cell *cell = &cells[stack[--depth]];
            for (uint32_t e = cell->first; e < cell->first + cell->count; e++) {
                if (component[edges[e].to] == DW_MESH_NONE) {
                    component[edges[e].to] = label;
                    stack[depth++] = edges[e].to;
                }
            }
        }
        label++;
    }
}

dw_status dw_mesh_store(dw_mesh_builder *builder, dw_arena *arena, dw_nav *nav)
{
    const uint32_t count = builder->piece_count;
    const size_t room = (size_t)count + 1;
    dw_mesh_cell *cells = DW_ARENA_ARRAY(arena, dw_mesh_cell, room);
    dw_mesh_edge *edges = DW_ARENA_ARRAY(arena, dw_mesh_edge, builder->link_count + 1);
    uint32_t *component = DW_ARENA_ARRAY(arena, uint32_t, room);
    uint32_t *up = DW_ARENA_ARRAY(arena, uint32_t, room);
    uint32_t *down = DW_ARENA_ARRAY(arena, uint32_t, room);
    if (cells == NULL || edges == NULL || component == NULL || up == NULL || down == NULL ||
        number_vertices(builder, arena, nav) != DW_OK) {
        return DW_MEMORY;
    }
    uint32_t *rank = malloc(room * 3 * sizeof(*rank));
    dw_mesh_edge *spare = malloc((builder->link_count + 1) * sizeof(*spare));
    if (rank == NULL || spare == NULL) {
        free(rank);
        free(spare);
        return DW_MEMORY;
    }
    make_cells(builder, cells);
    place_edges(builder, cells, edges);
    peel_dead_ends(cells, edges, count, rank, rank + room);
    sort_live(cells, edges, count, rank, spare);
    fill_up_down(cells, edges, count, rank, up, down);
    fill_components(cells, edges, count, component, rank);
    free(rank);
    free(spare);
    nav->cells = cells;
    nav->cell_count = count;
    nav->edges = edges;
    nav->edge_count = (uint32_t)builder->link_count;
    nav->component = component;
    nav->up = up;
    nav->down = down;
    return DW_OK;
}
