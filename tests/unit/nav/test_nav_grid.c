/* Point bodies on grids of blocked cells: random ones against an oracle of their own, and the
 * MovingAI maps, when they are there, against the lengths of an independent implementation of Anya.
 * $DUSKWATCH_MOVINGAI names their folder; without it these tests are skipped. */
#include "tests/support/test.h"

#include "common/base/rng.h"
#include "common/nav/nav_search.h"
#include "common/platform/file.h"
#include "server/lab/movingai.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE = 12, POINTS_MAX = 2 * (SIDE + 1) * (SIDE + 1) + 2, ARENA_BYTES = 64 << 20 };

/* In half cells, so that centres are odd. A corner where two blocked cells touch is two points, one
 * for each free quarter: a way can bend there, but not change over. */
typedef struct grid_point {
    int32_t x, y;
    int32_t quarter_x, quarter_y; /* 0: sees all round. */
} grid_point;

static bool is_blocked(const dw_movingai_map *map, int32_t column, int32_t row)
{
    return column < 0 || row < 0 || column >= (int32_t)map->width || row >= (int32_t)map->height ||
           map->blocked[(size_t)row * map->width + (size_t)column];
}

/* Two blocked cells touch at the corner (column, row) and the other two are free. */
static bool is_touch(const dw_movingai_map *map, int32_t column, int32_t row)
{
    const bool nw = is_blocked(map, column - 1, row - 1);
    const bool ne = is_blocked(map, column, row - 1);
    return nw != ne && nw == is_blocked(map, column, row) && ne == is_blocked(map, column - 1, row);
}

static bool quarter_sees(grid_point a, grid_point b)
{
    return (b.x - a.x) * a.quarter_x >= 0 && (b.y - a.y) * a.quarter_y >= 0;
}

static bool meets_cell(grid_point a, grid_point b, int32_t column, int32_t row)
{
    const int32_t dx = b.x - a.x;
    const int32_t dy = b.y - a.y;
    const int32_t left = 2 * column;
    const int32_t top = 2 * row;
    if ((a.x <= left && b.x <= left) || (a.x >= left + 2 && b.x >= left + 2) ||
        (a.y <= top && b.y <= top) || (a.y >= top + 2 && b.y >= top + 2)) {
        return false;
    }
    uint32_t above = 0;
    uint32_t below = 0;
    for (int32_t k = 0; k < 4; k++) {
        const int32_t side = dx * (top + 2 * (k / 2) - a.y) - dy * (left + 2 * (k % 2) - a.x);
        above += side > 0;
        below += side < 0;
    }
    return above > 0 && below > 0;
}

/* A unit of a line between two cells that are both blocked. */
static bool runs_between(const dw_movingai_map *map, grid_point a, grid_point b, int32_t column,
                         int32_t row)
{
    const int32_t x0 = a.x < b.x ? a.x : b.x;
    const int32_t x1 = a.x < b.x ? b.x : a.x;
    const int32_t y0 = a.y < b.y ? a.y : b.y;
    const int32_t y1 = a.y < b.y ? b.y : a.y;
    return (y0 == y1 && y0 == 2 * row && x0 < 2 * column + 2 && x1 > 2 * column &&
            is_blocked(map, column, row - 1) && is_blocked(map, column, row)) ||
           (x0 == x1 && x0 == 2 * column && y0 < 2 * row + 2 && y1 > 2 * row &&
            is_blocked(map, column - 1, row) && is_blocked(map, column, row));
}

static bool grid_visible(const dw_movingai_map *map, grid_point a, grid_point b)
{
    if ((a.x == b.x && a.y == b.y) || !quarter_sees(a, b) || !quarter_sees(b, a)) {
        return false;
    }
    for (int32_t row = 0; row <= SIDE; row++) {
        for (int32_t column = 0; column <= SIDE; column++) {
            const int32_t px = 2 * column - a.x;
            const int32_t py = 2 * row - a.y;
            const int32_t dx = b.x - a.x;
            const int32_t dy = b.y - a.y;
            const int32_t along = px * dx + py * dy;
            const bool inside = dx * py == dy * px && along > 0 && along < dx * dx + dy * dy;
            if ((inside && is_touch(map, column, row)) || runs_between(map, a, b, column, row) ||
                (is_blocked(map, column, row) && meets_cell(a, b, column, row))) {
                return false;
            }
        }
    }
    return true;
}

static uint32_t grid_points(const dw_movingai_map *map, grid_point *points)
{
    uint32_t count = 0;
    for (int32_t row = 0; row <= SIDE; row++) {
        for (int32_t column = 0; column <= SIDE; column++) {
            uint32_t blocked = 0;
            for (int32_t k = 0; k < 4; k++) {
                blocked += is_blocked(map, column - k % 2, row - k / 2);
            }
            const grid_point p = {2 * column, 2 * row, 0, 0};
            if (is_touch(map, column, row)) {
                const int32_t qx = is_blocked(map, column, row) ? 1 : -1;
                points[count++] = (grid_point){p.x, p.y, qx, -1};
                points[count++] = (grid_point){p.x, p.y, -qx, 1};
            } else if (blocked == 1) {
                points[count++] = p;
            }
        }
    }
    return count;
}

static double grid_length(const dw_movingai_map *map, grid_point from, grid_point to)
{
    static grid_point points[POINTS_MAX];
    static double distances[POINTS_MAX];
    static bool done[POINTS_MAX];
    points[0] = from;
    points[1] = to;
    const uint32_t count = 2 + grid_points(map, points + 2);
    for (uint32_t k = 0; k < count; k++) {
        distances[k] = k == 0 ? 0 : HUGE_VAL;
        done[k] = false;
    }
    for (;;) {
        uint32_t best = count;
        for (uint32_t k = 0; k < count; k++) {
            if (!done[k] && !isinf(distances[k]) &&
                (best == count || distances[k] < distances[best])) {
                best = k;
            }
        }
        if (best == count || best == 1) {
            return distances[1];
        }
        done[best] = true;
        for (uint32_t k = 0; k < count; k++) {
            const double step = hypot(points[k].x - points[best].x, points[k].y - points[best].y);
            if (!done[k] && distances[best] + step < distances[k] &&
                grid_visible(map, points[best], points[k])) {
                distances[k] = distances[best] + step;
            }
        }
    }
}

static void check_grid(const dw_movingai_map *map, dw_rng *rng, dw_arena *arena, uint32_t seed,
                       uint32_t *found)
{
    const dw_nav *nav = NULL;
    dw_nav_search *search = NULL;
    static dw_nav_path path;
    dw_arena_reset(arena, 0);
    assert_int_equal(dw_movingai_build_nav(&nav, arena, map, NULL), DW_OK);
    assert_int_equal(dw_nav_search_create(&search, arena, nav), DW_OK);
    for (uint32_t query = 0; query < 4; query++) {
        uint32_t cells[4];
        for (uint32_t k = 0; k < 4; k++) {
            cells[k] = dw_rng_below(rng, SIDE);
        }
        if (map->blocked[cells[1] * SIDE + cells[0]] || map->blocked[cells[3] * SIDE + cells[2]] ||
            (cells[0] == cells[2] && cells[1] == cells[3])) {
            continue;
        }
        const dw_nav_query q = {.from = dw_movingai_centre(cells[0], cells[1]),
                                .to = dw_movingai_centre(cells[2], cells[3]),
                                .room = DW_NONE};
        const dw_nav_result result = dw_nav_find(nav, search, &q, &path);
        const double best =
            grid_length(map,
                        (grid_point){2 * (int32_t)cells[0] + 1, 2 * (int32_t)cells[1] + 1, 0, 0},
                        (grid_point){2 * (int32_t)cells[2] + 1, 2 * (int32_t)cells[3] + 1, 0, 0}) /
            2;
        const double length = path.length / DW_MOVINGAI_CELL;
        if ((result == DW_NAV_FOUND) == isinf(best) ||
            (result == DW_NAV_FOUND && fabs(length - best) > 1e-9 * best)) {
            fail_msg("grid %u: %u,%u to %u,%u: length %.12g, the shortest is %.12g", seed, cells[0],
                     cells[1], cells[2], cells[3], length, best);
        }
        *found += result == DW_NAV_FOUND;
    }
}

static void points_on_random_grids_never_pass_between_touching_cells(void **state)
{
    (void)state;
    bool blocked[SIDE * SIDE];
    const dw_movingai_map map = {SIDE, SIDE, blocked};
    dw_arena arena;
    assert_int_equal(dw_arena_create(&arena, ARENA_BYTES), DW_OK);
    uint32_t found = 0;
    for (uint32_t seed = 0; seed < 600; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, 11);
        const uint32_t percent = 10 + dw_rng_below(&rng, 40);
        for (uint32_t k = 0; k < SIDE * SIDE; k++) {
            blocked[k] = dw_rng_below(&rng, 100) < percent;
        }
        check_grid(&map, &rng, &arena, seed, &found);
    }
    assert_true(found > 500);
    dw_arena_destroy(&arena);
}

static const char *movingai_folder(void)
{
    const char *folder = getenv("DUSKWATCH_MOVINGAI");
    return folder != NULL ? folder : ".";
}

/* "LINE LENGTH" for each problem in order, into `lengths`. */
static void read_lengths(const char *path, double *lengths, uint32_t count)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[128];
    for (uint32_t k = 0; k < count; k++) {
        assert_non_null(fgets(line, sizeof(line), file));
        char *rest = NULL;
        assert_int_equal(strtoul(line, &rest, 10), k);
        lengths[k] = strtod(rest, NULL);
    }
    (void)fclose(file);
}

static void check_movingai(const char *name)
{
    char path[DW_PATH_MAX];
    dw_error error = {{0}};
    dw_movingai_map map;
    dw_movingai_scenario scenario;
    (void)snprintf(path, sizeof(path), "%s/%s.map", movingai_folder(), name);
    FILE *there = fopen(path, "r");
    if (there == NULL) {
        print_message("%s is not there\n", path);
        skip();
    }
    (void)fclose(there);
    if (dw_movingai_read_map(path, &map, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    (void)snprintf(path, sizeof(path), "%s/%s.map.scen", movingai_folder(), name);
    if (dw_movingai_read_scenario(path, &map, &scenario, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    double *lengths = calloc(scenario.count + 1, sizeof(*lengths));
    assert_non_null(lengths);
    (void)snprintf(path, sizeof(path), "%s/%s.map.anyangle", movingai_folder(), name);
    read_lengths(path, lengths, scenario.count);
    dw_arena arena;
    const dw_nav *nav = NULL;
    dw_nav_search *search = NULL;
    static dw_nav_path found;
    assert_int_equal(dw_arena_create(&arena, ARENA_BYTES), DW_OK);
    assert_int_equal(dw_movingai_build_nav(&nav, &arena, &map, &error), DW_OK);
    assert_int_equal(dw_nav_search_create(&search, &arena, nav), DW_OK);
    for (uint32_t k = 0; k < scenario.count; k++) {
        const dw_movingai_problem *problem = &scenario.problems[k];
        const dw_nav_query q = {.from = dw_movingai_centre(problem->start_x, problem->start_y),
                                .to = dw_movingai_centre(problem->goal_x, problem->goal_y),
                                .room = DW_NONE};
        assert_int_equal(dw_nav_find(nav, search, &q, &found), DW_NAV_FOUND);
        const double length = found.length / DW_MOVINGAI_CELL;
        if (fabs(length - lengths[k]) > 1e-6 * lengths[k] ||
            dw_movingai_is_longer(problem, length)) {
            fail_msg("%s problem %u: length %.9f, Anya's %.9f, octile %g", name, k, length,
                     lengths[k], problem->octile_optimum);
        }
    }
    assert_int_equal(search->dropped, 0);
    dw_arena_destroy(&arena);
    free(lengths);
    dw_movingai_drop_scenario(&scenario);
    dw_movingai_drop_map(&map);
}

static void lengths_on_arena_equal_anya(void **state)
{
    (void)state;
    check_movingai("arena");
}

static void lengths_on_arena2_equal_anya(void **state)
{
    (void)state;
    check_movingai("arena2");
}

static void lengths_on_32room_000_equal_anya(void **state)
{
    (void)state;
    check_movingai("32room_000");
}

static void write_text(char *path, const char *text)
{
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    assert_non_null(out);
    (void)fputs(text, out);
    (void)fclose(out);
}

static dw_status read_map_text(const char *text, dw_movingai_map *map, dw_error *error)
{
    char path[] = "duskwatch-grid-XXXXXX";
    write_text(path, text);
    const dw_status status = dw_movingai_read_map(path, map, error);
    (void)remove(path);
    return status;
}

static dw_status read_scenario_text(const char *text, const dw_movingai_map *map,
                                    dw_movingai_scenario *scenario)
{
    char path[] = "duskwatch-scen-XXXXXX";
    write_text(path, text);
    dw_error error = {{0}};
    const dw_status status = dw_movingai_read_scenario(path, map, scenario, &error);
    assert_true(status == DW_OK || error.text[0] != '\0');
    (void)remove(path);
    return status;
}

static void grid_files_that_are_not_right_are_refused(void **state)
{
    (void)state;
    dw_error error;
    dw_movingai_map map = {0};
    assert_int_equal(read_map_text("type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n", &map, &error),
                     DW_OK);
    dw_movingai_drop_map(&map);
    assert_int_equal(
        read_map_text("type  octile\r\nheight\t2\nwidth 3 \nmap \n.@.\n...\n", &map, &error),
        DW_OK);
    dw_movingai_drop_map(&map);
    static const char *const bad[] = {
        "",
        "height 2\nwidth 3\nmap\n.@.\n...\n",
        "type octile\nheight 0\nwidth 3\nmap\n",
        "type octile\nheight 2\nwidth 3000\nmap\n",
        "type octile\nheight 2\nwidth 3\n.@.\n...\n",
        "type octile\nheight 2\nwidth 3\nmap\n.@.\n",
        "type octile\nheight 2\nwidth 3\nmap\n.@.\n....\n",
        "type octile\nheight 2\nwidth 3\nmap\n.@.\n..x\n",
        "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n...\n",
    };
    for (uint32_t k = 0; k < sizeof(bad) / sizeof(bad[0]); k++) {
        assert_int_not_equal(read_map_text(bad[k], &map, &error), DW_OK);
        assert_true(error.text[0] != '\0');
    }
}

static void scenario_fields_are_separated_by_any_white_space(void **state)
{
    (void)state;
    dw_error error;
    dw_movingai_map map = {0};
    dw_movingai_scenario scenario = {0};
    assert_int_equal(read_map_text("type octile\nheight 2\nwidth 3\nmap\n...\n...\n", &map, &error),
                     DW_OK);
    assert_int_equal(read_scenario_text("version 1\n"
                                        "0\tgrid.map\t3\t2\t0\t0\t2\t1\t2.41421\n"
                                        "0 grid.map 3 2 0 1 2 0 2.41421\n"
                                        "0 a grid.map 3 2 2 1 0 0 2.41421 \r\n"
                                        " \n"
                                        "  7   my grid.map\t3  2 \t1 0 1 1   1\n",
                                        &map, &scenario),
                     DW_OK);
    assert_int_equal(scenario.count, 4);
    const uint32_t ends[4][4] = {{0, 0, 2, 1}, {0, 1, 2, 0}, {2, 1, 0, 0}, {1, 0, 1, 1}};
    for (uint32_t k = 0; k < 4; k++) {
        const dw_movingai_problem *problem = &scenario.problems[k];
        assert_int_equal(problem->start_x, ends[k][0]);
        assert_int_equal(problem->start_y, ends[k][1]);
        assert_int_equal(problem->goal_x, ends[k][2]);
        assert_int_equal(problem->goal_y, ends[k][3]);
        assert_true(fabs(problem->octile_optimum - (k < 3 ? 2.41421 : 1)) < 1e-12);
    }
    dw_movingai_drop_scenario(&scenario);
    static const char *const bad[] = {
        "version 1\n0 grid.map 3 2 0 1 2 2.41421\n",
        "version 1\n0 grid.map 3 2 0 1 2 0 x\n",
        "version 1\n0 grid.map 3 3 0 1 2 0 2.41421\n",
        "version 1\n0 grid.map 3 2 0 1 3 0 2.4\n",
        "0 grid.map 3 2 0 1 2 0 2.41421\n",
    };
    for (uint32_t k = 0; k < sizeof(bad) / sizeof(bad[0]); k++) {
        assert_int_not_equal(read_scenario_text(bad[k], &map, &scenario), DW_OK);
    }
    dw_movingai_drop_map(&map);
}

/* Lengths that just pass and just fail for each printed optimum. */
static void check_precision(const dw_movingai_map *map, const char *optima[2], double passes,
                            double fails)
{
    char text[256];
    dw_movingai_scenario scenario = {0};
    (void)snprintf(text, sizeof(text), "version 1\n0 m 3 2 0 0 2 1 %s\n0 m 3 2 0 0 2 1 %s\n",
                   optima[0], optima[1]);
    assert_int_equal(read_scenario_text(text, map, &scenario), DW_OK);
    assert_false(dw_movingai_is_longer(&scenario.problems[0], passes));
    assert_true(dw_movingai_is_longer(&scenario.problems[0], fails));
    dw_movingai_drop_scenario(&scenario);
}

static void lengths_are_compared_with_the_precision_of_the_printed_optimum(void **state)
{
    (void)state;
    dw_error error;
    dw_movingai_map map = {0};
    assert_int_equal(read_map_text("type octile\nheight 2\nwidth 3\nmap\n...\n...\n", &map, &error),
                     DW_OK);
    /* Two decimals throughout; six digits without zeros at the end; eight decimals. */
    check_precision(&map, (const char *[]){"2.41", "312.00"}, 2.4142, 2.4151);
    check_precision(&map, (const char *[]){"1234.57", "2.41421"}, 1234.5749, 1234.5751);
    check_precision(&map, (const char *[]){"35", "2.41421"}, 35.00004, 35.00006);
    check_precision(&map, (const char *[]){"0.5", "2.41421"}, 0.500004, 0.500006);
    check_precision(&map, (const char *[]){"22.38477631", "2.41421356"}, 22.38477633, 22.3847764);
    dw_movingai_drop_map(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_on_random_grids_never_pass_between_touching_cells),
        cmocka_unit_test(lengths_on_arena_equal_anya),
        cmocka_unit_test(lengths_on_arena2_equal_anya),
        cmocka_unit_test(lengths_on_32room_000_equal_anya),
        cmocka_unit_test(grid_files_that_are_not_right_are_refused),
        cmocka_unit_test(scenario_fields_are_separated_by_any_white_space),
        cmocka_unit_test(lengths_are_compared_with_the_precision_of_the_printed_optimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
