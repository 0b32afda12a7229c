/* movingai.h - grid maps and scenarios in the format of movingai.com (Sturtevant, "Benchmarks for
 * grid-based pathfinding", 2012), and the mesh of such a map.
 * A cell is 1000 mm. `.`, `G` and `S` can be walked on, `@`, `O`, `T` and `W` cannot. The body is a
 * point that goes from cell centre to cell centre and never between two blocked cells that touch at
 * a corner. Memory handed out is freed by dw_movingai_drop_*. */
#ifndef DW_LAB_MOVINGAI_H
#define DW_LAB_MOVINGAI_H

#include "common/nav/nav.h"

enum {
    DW_MOVINGAI_CELL = 1000 * DW_UNITS_PER_MM,
    DW_MOVINGAI_SIDE_MAX = DW_COORDINATE_MAX / DW_MOVINGAI_CELL,
    DW_MOVINGAI_FILE_MAX = 64 << 20
};

typedef struct dw_movingai_map {
    uint32_t width, height;
    bool *blocked; /* By rows. */
} dw_movingai_map;

typedef struct dw_movingai_problem {
    uint32_t start_x, start_y, goal_x, goal_y;
    double octile_optimum;  /* In cells; 0 between different cells: no path. */
    double octile_rounding; /* The optimum is off by this much at most, as the file prints it. */
    uint8_t whole_digits, decimals; /* As printed: before the point without leading zeros, and
                                       behind it. */
} dw_movingai_problem;

typedef struct dw_movingai_scenario {
    uint32_t count;
    dw_movingai_problem *problems;
} dw_movingai_scenario;

/* Errors name the file and, from the first row on, the line. */
DW_MUST_USE dw_status dw_movingai_read_map(const char *path, dw_movingai_map *out, dw_error *error);
void dw_movingai_drop_map(dw_movingai_map *map);

/* Fields stand apart by any white space. Refuses problems that do not fit the map or start or end
 * on a blocked cell. */
DW_MUST_USE dw_status dw_movingai_read_scenario(const char *path, const dw_movingai_map *map,
                                                dw_movingai_scenario *out, dw_error *error);
void dw_movingai_drop_scenario(dw_movingai_scenario *scenario);

/* An any-angle path of `cells` is longer than the octile optimum, rounding allowed for. The share
 * is for sets that were computed with a root of 2 of ten digits. */
static inline bool dw_movingai_is_longer(const dw_movingai_problem *problem, double cells)
{
    return cells > problem->octile_optimum * (1 + 1e-9) + problem->octile_rounding;
}

DW_MUST_USE dw_status dw_movingai_build_nav(const dw_nav **out, dw_arena *arena,
                                            const dw_movingai_map *map, dw_error *error);

static inline dw_vec dw_movingai_centre(uint32_t x, uint32_t y)
{
    return (dw_vec){(int32_t)x * DW_MOVINGAI_CELL + DW_MOVINGAI_CELL / 2,
                    (int32_t)y * DW_MOVINGAI_CELL + DW_MOVINGAI_CELL / 2};
}

#endif
