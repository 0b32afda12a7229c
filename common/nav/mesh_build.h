/* mesh_build.h - the working state while a mesh is made, shared by nav_build.c (what is free) and
 * mesh_link.c (what joins what). Private to common/nav. Its memory is from the heap and is given
 * back before the build returns. */
#ifndef DW_NAV_MESH_BUILD_H
#define DW_NAV_MESH_BUILD_H

#include "common/nav/cut.h"
#include "common/nav/nav_mesh.h"

/* A free piece in grid indices with the doorway that it belongs to. */
typedef struct dw_mesh_piece {
    dw_cut_box box;
    uint16_t door;
} dw_mesh_piece;

typedef struct dw_mesh_link {
    uint32_t from;
    dw_mesh_edge edge; /* Ends as grid nodes in a_id and b_id until vertices are numbered. */
} dw_mesh_link;

typedef struct dw_mesh_builder {
    const dw_nav_config *config;
    dw_cut_grid grid;
    int32_t *xs, *ys;  /* The grid's coordinates. */
    dw_rect *doorways; /* Grown. */
    dw_mesh_piece *pieces;
    uint32_t piece_count, piece_max;
    uint32_t *owner;  /* By face: its cell, or DW_MESH_NONE. */
    uint32_t *number; /* By node: its vertex, or DW_MESH_NONE. */
    dw_mesh_link *links;
    size_t link_count, link_max;
} dw_mesh_builder;

/* Finds all portals between the pieces. */
DW_MUST_USE dw_status dw_mesh_link_all(dw_mesh_builder *builder);

/* Puts cells, edges, vertices, dead ends and components into the arena. */
DW_MUST_USE dw_status dw_mesh_store(dw_mesh_builder *builder, dw_arena *arena, dw_nav *nav);

/* The grid for point location. */
DW_MUST_USE dw_status dw_mesh_store_buckets(dw_arena *arena, dw_nav *nav);

#endif
