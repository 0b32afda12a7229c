/* cut.h - cuts what open rectangles leave of a rectangle into few closed rectangles.
 * Owns: the arithmetic of the arrangement, a grid over all coordinates in which faces, sides and
 * nodes are told apart, so that corridors of width 0 and single points come out as well. Knows
 * nothing of doors, bodies or searches: faces carry a label, and no rectangle mixes two.
 * Cost: the nodes of the grid. Memory is the caller's. */
#ifndef DW_NAV_CUT_H
#define DW_NAV_CUT_H

#include "common/world/geometry.h"

#include <stddef.h>

/* One node of the grid at (xs[i], ys[j]), the side that runs across from it to (i + 1, j), the
 * side that runs down to (i, j + 1), and the face between these two. */
enum {
    DW_CUT_FACE = 1, /* Lies in an open solid. */
    DW_CUT_ACROSS = 2,
    DW_CUT_DOWN = 4,
    DW_CUT_NODE = 8,
    DW_CUT_LINE_ACROSS = 16, /* Cells end at this side. */
    DW_CUT_LINE_DOWN = 32,
    DW_CUT_TAKEN = 64 /* The face has gone into a box. */
};

typedef struct dw_cut_grid {
    const int32_t *xs, *ys; /* Ascending, no two equal; the first and last are the bounds. */
    uint32_t nx, ny;        /* At least 1 each. */
    uint8_t *bits;          /* nx * ny, by rows. */
    uint16_t *labels;       /* Of faces, nx * ny, or NULL when all are alike. */
} dw_cut_grid;

/* A piece of free space in grid indices, ends included: i0 == i1 or j0 == j1 for segments. */
typedef struct dw_cut_box {
    uint32_t i0, j0, i1, j1;
} dw_cut_box;

/* Sorts and drops what is double; gives back how many are left. */
uint32_t dw_cut_sort(int32_t *values, uint32_t count);

/* The first index whose value is not less than `value`; or `count`. */
uint32_t dw_cut_index(const int32_t *values, uint32_t count, int32_t value);

/* Zeroes the bits and marks what lies beyond the last column and row. */
void dw_cut_start(dw_cut_grid *grid);

/* Marks all that lies in the open rectangle. Its edges are coordinates of the grid, or outside. */
void dw_cut_solid(dw_cut_grid *grid, dw_rect open);

/* The index of the first face of `area` that is free and has a label already, else labels all its
 * free faces and gives DW_CUT_FINE. */
#define DW_CUT_FINE SIZE_MAX
size_t dw_cut_label(dw_cut_grid *grid, dw_rect area, uint16_t label);

static inline uint8_t dw_cut_bits(const dw_cut_grid *grid, uint32_t i, uint32_t j)
{
    return grid->bits[(size_t)j * grid->nx + i];
}

/* The face left of and above node (i, j) is i - 1, j - 1: callers pass indices one too large so
 * that the outside needs no negative numbers. */
static inline bool dw_cut_face_free(const dw_cut_grid *grid, uint32_t i_plus_1, uint32_t j_plus_1)
{
    return i_plus_1 != 0 && j_plus_1 != 0 &&
           (dw_cut_bits(grid, i_plus_1 - 1, j_plus_1 - 1) & DW_CUT_FACE) == 0;
}

static inline uint16_t dw_cut_face_label(const dw_cut_grid *grid, uint32_t i_plus_1,
                                         uint32_t j_plus_1)
{
    return grid->labels == NULL || i_plus_1 == 0 || j_plus_1 == 0
               ? 0
               : grid->labels[(size_t)(j_plus_1 - 1) * grid->nx + i_plus_1 - 1];
}

/* Draws cutting lines so that few and roundish rectangles come out: from each inner corner the
 * shorter of its two chords, those that serve two corners first. `chords` has room for 2 * nx * ny
 * 64-bit numbers at worst; `chord_max` says how many there are. */
typedef struct dw_cut_chord {
    uint64_t rank; /* Serves one corner only, then its length. */
    uint32_t i, j;
    uint32_t direction;
} dw_cut_chord;

size_t dw_cut_chords(const dw_cut_grid *grid, dw_cut_chord *chords, size_t chord_max);
void dw_cut_lines(dw_cut_grid *grid, dw_cut_chord *chords, size_t chord_count);

/* Takes the free faces as boxes, then (with `thin`) the free sides and nodes that belong to none.
 * Gives back how many there are, also beyond `box_max`, which is what it writes at most. */
uint32_t dw_cut_boxes(dw_cut_grid *grid, bool thin, dw_cut_box *boxes, uint32_t box_max);

#endif
