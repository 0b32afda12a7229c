/* grid_walk.h - the cells of the solid index that a line crosses, from one end to the other
 * (Amanatides and Woo, "A fast voxel traversal algorithm for ray tracing", 1987) in whole numbers.
 * `next_x` and `next_y` compare the places where the line leaves the cell through its side and
 * through its top or bottom. A line through a corner goes on diagonally: whatever touches that
 * corner is listed in all four cells. Pure, header only. Private to common/world. */
#ifndef DW_WORLD_GRID_WALK_H
#define DW_WORLD_GRID_WALK_H

#include "common/world/map_index.h"

typedef struct dw_grid_walk {
    /* Column and row of the cell. They do not lie side by side: a compiler that compares both in
     * one load would wait for the two stores before it. */
    int32_t column, last_column, step_column;
    int32_t row, last_row, step_row;
    int64_t next_x, next_y, grow_x, grow_y;
} dw_grid_walk;

/* At the cell of `from`. The ends may lie outside of the grid; then cells do, too. */
static inline dw_grid_walk dw_grid_walk_begin(const dw_solid_index *index, dw_vec from, dw_vec to)
{
    const int32_t shift = index->shift;
    const dw_vec a = dw_vec_sub(from, index->origin);
    const dw_vec b = dw_vec_sub(to, index->origin);
    const int64_t wide_x = b.x < a.x ? a.x - b.x : b.x - a.x;
    const int64_t wide_y = b.y < a.y ? a.y - b.y : b.y - a.y;
    const int64_t side = INT64_C(1) << shift;
    dw_grid_walk walk;
    walk.column = a.x >> shift;
    walk.row = a.y >> shift;
    walk.last_column = b.x >> shift;
    walk.last_row = b.y >> shift;
    walk.step_column = walk.last_column < walk.column ? -1 : 1;
    walk.step_row = walk.last_row < walk.row ? -1 : 1;
    const int64_t edge_x = (walk.column + (walk.step_column > 0)) * side;
    const int64_t edge_y = (walk.row + (walk.step_row > 0)) * side;
    walk.next_x = (walk.step_column > 0 ? edge_x - a.x : a.x - edge_x) * wide_y;
    walk.next_y = (walk.step_row > 0 ? edge_y - a.y : a.y - edge_y) * wide_x;
    walk.grow_x = side * wide_y;
    walk.grow_y = side * wide_x;
    return walk;
}

/* On to the next cell; false at the last one. */
static inline bool dw_grid_walk_next(dw_grid_walk *walk)
{
    if (walk->column == walk->last_column && walk->row == walk->last_row) {
        return false;
    }
    const int64_t order = walk->next_x - walk->next_y;
    const bool sideways =
        walk->column != walk->last_column && (order <= 0 || walk->row == walk->last_row);
    const bool lengthways =
        walk->row != walk->last_row && (order >= 0 || walk->column == walk->last_column);
    if (sideways) {
        walk->column += walk->step_column;
        walk->next_x += walk->grow_x;
    }
    if (lengthways) {
        walk->row += walk->step_row;
        walk->next_y += walk->grow_y;
    }
    return true;
}

static inline bool dw_grid_walk_is_inside(const dw_grid_walk *walk, const dw_solid_index *index)
{
    return (uint32_t)walk->column < (uint32_t)index->columns &&
           (uint32_t)walk->row < (uint32_t)index->rows;
}

static inline uint32_t dw_grid_walk_cell(const dw_grid_walk *walk, const dw_solid_index *index)
{
    return (uint32_t)(walk->row * index->columns + walk->column);
}

#endif
