/* movingai.h: maps and scenarios of movingai.com are read whatever white space they use; each
 * mistake is named with its line; the mesh walks between the cells that can be walked on. */
#include "server/lab/movingai.h"

#include "tests/support/test.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static char path[64];

static void write_file(const char *text, size_t size)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, size, out), size);
    (void)fclose(out);
}

static int make_file(void **state)
{
    (void)state;
    (void)snprintf(path, sizeof path, "/tmp/dw_movingai_XXXXXX");
    const int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

#define HEAD "type octile\nheight 3\nwidth 5\nmap\n"

/* Five cells wide: two blocked in the middle row, one at the end of the last. */
static const char plain[] = HEAD ".GS..\n.@T..\n....W\n";

static dw_movingai_map read_map(const char *text)
{
    dw_movingai_map map;
    dw_error error = {""};
    write_file(text, strlen(text));
    if (dw_movingai_read_map(path, &map, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    return map;
}

static void check_plain(const char *text)
{
    dw_movingai_map map = read_map(text);
    assert_int_equal(map.width, 5);
    assert_int_equal(map.height, 3);
    for (uint32_t at = 0; at < 15; at++) {
        assert_int_equal(map.blocked[at], at == 6 || at == 7 || at == 14);
    }
    dw_movingai_drop_map(&map);
    assert_null(map.blocked);
}

static void cells_are_walked_on_or_blocked_by_their_letters(void **state)
{
    (void)state;
    check_plain(plain);
    check_plain("type octile\r\nheight 3\r\nwidth 5\r\nmap\r\n.GS..\r\n.@T..\r\n....W\r\n");
    check_plain("type\toctile \nheight  3\n width 5\nmap \n.GS..\n.OO..\n....@"); /* No end. */
    check_plain(HEAD ".GS..\n.@T..\n....W\n\n\n");
}

/* The error without the name of the file. */
static void expect_map_error(const char *text, size_t size, const char *error_text)
{
    dw_movingai_map map;
    dw_error error = {""};
    write_file(text, size);
    assert_int_equal(dw_movingai_read_map(path, &map, &error), DW_INVALID);
    assert_memory_equal(error.text, path, strlen(path));
    assert_string_equal(error.text + strlen(path), error_text);
}

static void each_mistake_in_a_map_is_named_with_its_line(void **state)
{
    (void)state;
    static const char no_map[] = ":1: expected \"type octile\"; not a map in MovingAI format";
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", ":0: expected \"type octile\"; not a map in MovingAI format"},
        {"type square\n", no_map},
        {"octile type\n", no_map},
        {"type octile now\n", no_map},
        {"type\n", no_map},
        {"type octile\nwidth 5\n", ":2: expected \"height\" and a number from 1 to 1000"},
        {"type octile\nheight 0\n", ":2: expected \"height\" and a number from 1 to 1000"},
        {"type octile\nheight 3\nwidth x\n", ":3: expected \"width\" and a number from 1 to 1000"},
        {"type octile\nheight 3\n", ":2: expected \"width\" and a number from 1 to 1000"},
        {"type octile\nheight 3\nwidth 5\nplan\n", ":4: expected \"map\""},
        {"type octile\nheight 3\nwidth 5\nmap map\n", ":4: expected \"map\""},
        {"type octile\nheight 3\nwidth 5\n", ":3: expected \"map\""},
        {HEAD ".....\n", ":5: the row is missing or not as wide as the map"},
        {HEAD ".....\n....\n.....\n", ":6: the row is missing or not as wide as the map"},
        {HEAD ".....\n......\n.....\n", ":6: the row is missing or not as wide as the map"},
        {HEAD "..x..\n.....\n.....\n", ":5: a cell is not one of . G S @ O T W"},
        {HEAD ".....\n.....\n.....\n.....\n", ":8: more rows than the height says"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char wanted[120];
        (void)snprintf(wanted, sizeof wanted, "%s", cases[i].error);
        char *most = strstr(wanted, "to 1000");
        if (most != NULL) {
            (void)snprintf(most, 16, "to %d", DW_MOVINGAI_SIDE_MAX);
        }
        expect_map_error(cases[i].text, strlen(cases[i].text), wanted);
    }
    expect_map_error("type\0octile", 11, ": holds a zero byte; not a text file");
    dw_movingai_map map;
    dw_error error = {""};
    assert_int_equal(dw_movingai_read_map("/nowhere.map", &map, &error), DW_NOT_FOUND);
}

static dw_status read_scenario(const dw_movingai_map *map, const char *text,
                               dw_movingai_scenario *out, dw_error *error)
{
    write_file(text, strlen(text));
    return dw_movingai_read_scenario(path, map, out, error);
}

static void a_scenario_says_from_where_to_where_and_how_far(void **state)
{
    (void)state;
    dw_movingai_map map = read_map(plain);
    dw_movingai_scenario scenario;
    dw_error error = {""};
    assert_int_equal(read_scenario(&map,
                                   "version 1.0\n"
                                   "0\tmy map.map\t5\t3\t0\t0\t4\t1\t4.41421356\n"
                                   "\n"
                                   "1 b.map 5 3 3 2 0 1 12.5 \r\n"
                                   "1 b.map 5 3 2 2 2 2 0\n",
                                   &scenario, &error),
                     DW_OK);
    assert_int_equal(scenario.count, 3);
    const dw_movingai_problem *first = &scenario.problems[0];
    assert_int_equal(first->start_x, 0);
    assert_int_equal(first->start_y, 0);
    assert_int_equal(first->goal_x, 4);
    assert_int_equal(first->goal_y, 1);
    assert_true(fabs(first->octile_optimum - 4.41421356) < 1e-12);
    assert_int_equal(first->whole_digits, 1);
    assert_int_equal(first->decimals, 8);
    assert_true(fabs(first->octile_rounding - 0.5e-8) < 1e-15);
    /* Nine digits in all: with two before the point seven decimals are left. */
    const dw_movingai_problem *second = &scenario.problems[1];
    assert_int_equal(second->start_x, 3);
    assert_int_equal(second->start_y, 2);
    assert_int_equal(second->goal_x, 0);
    assert_int_equal(second->goal_y, 1);
    assert_int_equal(second->whole_digits, 2);
    assert_int_equal(second->decimals, 1);
    assert_true(fabs(second->octile_rounding - 0.5e-7) < 1e-14);
    assert_int_equal(scenario.problems[2].whole_digits, 0);
    dw_movingai_drop_scenario(&scenario);
    assert_null(scenario.problems);
    assert_int_equal(scenario.count, 0);
    dw_movingai_drop_map(&map);
}

static void a_scenario_of_many_problems_is_read_whole(void **state)
{
    (void)state;
    dw_movingai_map map = read_map(plain);
    static char text[40000];
    size_t size = (size_t)snprintf(text, sizeof text, "version 1\n");
    for (uint32_t i = 0; i < 1000; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size, "0 m 5 3 %u 0 %u 2 %u\n", i % 5,
                                 i % 4, i);
    }
    dw_movingai_scenario scenario;
    dw_error error = {""};
    assert_int_equal(read_scenario(&map, text, &scenario, &error), DW_OK);
    assert_int_equal(scenario.count, 1000);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(scenario.problems[i].start_x, i % 5);
        assert_int_equal(scenario.problems[i].goal_x, i % 4);
        assert_true(scenario.problems[i].octile_optimum == i);
        assert_true(scenario.problems[i].octile_rounding == 0.5);
    }
    dw_movingai_drop_scenario(&scenario);
    dw_movingai_drop_map(&map);
}

static void each_mistake_in_a_scenario_is_named_with_its_line(void **state)
{
    (void)state;
    static const char outside[] = ":2: a coordinate is not a number, or outside of the map";
    static const char blocked[] = ":2: starts or ends on a blocked cell";
    static const struct {
        const char *line, *error;
    } cases[] = {
        {"0 m 5 3 0 0 4 1", ":2: fewer than 9 fields"},
        {"0 m 5 3 5 0 4 1 1", outside},
        {"0 m 5 3 4 3 4 1 1", outside},
        {"0 m 5 3 0 0 5 1 1", outside},
        {"0 m 5 3 0 0 4 3 1", outside},
        {"0 m 5 3 0 -1 4 1 1", outside},
        {"0 m 5 3 0 0 a 1 1", outside},
        {"0 m 6 3 0 0 4 1 1", ":2: made for a map of another size"},
        {"0 m 5 4 0 0 4 1 1", ":2: made for a map of another size"},
        {"0 m 5 3 0 0 4 1 far", ":2: the optimum is not a number"},
        {"0 m 5 3 0 0 4 1 -1", ":2: the optimum is not a number"},
        {"0 m 5 3 1 1 4 1 1", blocked},
        {"0 m 5 3 4 1 2 1 1", blocked},
        {"0 m 5 3 4 1 4 2 1", blocked},
    };
    dw_movingai_map map = read_map(plain);
    dw_movingai_scenario scenario;
    dw_error error = {""};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[100];
        (void)snprintf(text, sizeof text, "version 1\n%s\n", cases[i].line);
        assert_int_equal(read_scenario(&map, text, &scenario, &error), DW_INVALID);
        assert_string_equal(error.text + strlen(path), cases[i].error);
    }
    assert_int_equal(read_scenario(&map, "0 m 5 3 0 0 4 1 1\n", &scenario, &error), DW_INVALID);
    assert_string_equal(error.text + strlen(path),
                        ":1: expected \"version 1\"; not a scenario in MovingAI format");
    assert_int_equal(read_scenario(&map, "version 1\n", &scenario, &error), DW_OK);
    assert_int_equal(scenario.count, 0);
    dw_movingai_drop_scenario(&scenario);
    dw_movingai_drop_map(&map);
}

/* Length in cells of the path between the middles of two cells, or -1 without any. */
static double length(const char *text, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    dw_movingai_map map = read_map(text);
    dw_arena arena;
    dw_error error = {""};
    const dw_nav *nav = NULL;
    dw_nav_search *search = NULL;
    assert_int_equal(dw_arena_create(&arena, 16 << 20), DW_OK);
    if (dw_movingai_build_nav(&nav, &arena, &map, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(dw_nav_search_create(&search, &arena, nav), DW_OK);
    static dw_nav_path found;
    const dw_nav_query query = {
        .from = dw_movingai_centre(x0, y0), .to = dw_movingai_centre(x1, y1), .room = DW_NONE};
    const dw_nav_result result = dw_nav_find(nav, search, &query, &found);
    const double cells = result == DW_NAV_FOUND ? (double)found.length / DW_MOVINGAI_CELL : -1.0;
    dw_arena_destroy(&arena);
    dw_movingai_drop_map(&map);
    return cells;
}

static void paths_go_round_blocked_cells_and_through_no_corner(void **state)
{
    (void)state;
    assert_true(fabs(length(plain, 0, 0, 4, 0) - 4.0) < 1e-6);
    assert_true(fabs(length(plain, 0, 0, 3, 2) - (hypot(0.5, 1.5) + 1 + hypot(1.5, 0.5))) < 1.0);
    assert_true(fabs(length(plain, 1, 0, 1, 2) - (1 + M_SQRT2)) < 1e-3); /* Round two cells. */
    assert_true(length(HEAD ".....\n@@@@@\n.....\n", 0, 0, 0, 2) < 0);
    assert_true(length(HEAD "..@..\n.@...\n@....\n", 0, 0, 4, 2) < 0); /* They touch at corners. */
    assert_true(length(HEAD "..@..\n.@...\n.....\n", 0, 0, 4, 2) > 0);
    assert_true(length(HEAD "@@@@@\n@...@\n@@@.@\n", 1, 1, 3, 2) > 0);
    assert_true(fabs(length(HEAD "@@...\n@@...\n.....\n", 2, 0, 2, 2) - 2.0) < 1e-6);
}

static void an_optimum_allows_for_how_it_was_printed(void **state)
{
    (void)state;
    const dw_movingai_problem problem = {.octile_optimum = 10, .octile_rounding = 0.05};
    assert_false(dw_movingai_is_longer(&problem, 10.05));
    assert_true(dw_movingai_is_longer(&problem, 10.06));
    assert_false(dw_movingai_is_longer(&problem, 9));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_file, remove_file)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(cells_are_walked_on_or_blocked_by_their_letters),
        TEST(each_mistake_in_a_map_is_named_with_its_line),
        TEST(a_scenario_says_from_where_to_where_and_how_far),
        TEST(a_scenario_of_many_problems_is_read_whole),
        TEST(each_mistake_in_a_scenario_is_named_with_its_line),
        TEST(paths_go_round_blocked_cells_and_through_no_corner),
        TEST(an_optimum_allows_for_how_it_was_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
