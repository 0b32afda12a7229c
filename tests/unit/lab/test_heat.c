/* Counts on the grid of a map, and their text. */
#include "common/base/check.h"
#include "common/base/rng.h"
#include "server/lab/heat.h"
#include "tests/support/test.h"

#include <string.h>

static dw_heat heat, again;
static char text[DW_HEAT_TEXT_SIZE];

static int set_up(void **state)
{
    (void)state;
    memset(&heat, 0, sizeof heat);
    memset(&again, 0, sizeof again);
    return 0;
}

static dw_map map_of(int32_t wide_mm, int32_t high_mm)
{
    const dw_vec origin = {DW_MM(-1000), DW_MM(2000)};
    dw_map map = {.room_count = 0};
    map.bounds = (dw_rect){origin, {origin.x + DW_MM(wide_mm), origin.y + DW_MM(high_mm)}};
    return map;
}

static void squares_grow_with_the_map_until_they_fit(void **state)
{
    (void)state;
    static const struct {
        int32_t wide_mm, high_mm, side_mm;
        uint32_t columns, rows;
    } rows[] = {
        {40000, 10100, 500, 80, 21}, {40001, 10000, 1000, 41, 10}, {9000, 100000, 1500, 6, 67}};
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        const dw_map map = map_of(rows[i].wide_mm, rows[i].high_mm);
        const dw_heat_grid grid = dw_heat_grid_of(&map);
        assert_int_equal(grid.side, DW_MM(rows[i].side_mm));
        assert_int_equal(grid.columns, rows[i].columns);
        assert_int_equal(grid.rows, rows[i].rows);
    }
}

static void a_position_counts_in_its_square_and_outside_of_the_grid_nowhere(void **state)
{
    (void)state;
    const dw_map map = map_of(10000, 5000);
    const dw_heat_grid grid = dw_heat_grid_of(&map);
    const dw_vec o = grid.origin;
    dw_heat_add(&heat, &grid, DW_HEAT_CATCHES, o);
    dw_heat_add(&heat, &grid, DW_HEAT_CATCHES, (dw_vec){o.x + grid.side - 1, o.y + 2 * grid.side});
    dw_heat_add(&heat, &grid, DW_HEAT_CATCHES, (dw_vec){o.x - 1, o.y});
    dw_heat_add(&heat, &grid, DW_HEAT_CATCHES, (dw_vec){o.x, o.y + 10 * grid.side});
    dw_heat_add(&heat, &grid, DW_HEAT_CATCHES, (dw_vec){o.x + 20 * grid.side, o.y});
    uint32_t sum = 0;
    for (uint32_t i = 0; i < DW_HEAT_SQUARES_MAX; i++) {
        sum += heat.counts[DW_HEAT_CATCHES][i];
    }
    assert_int_equal(sum, 2);
    assert_int_equal(heat.counts[DW_HEAT_CATCHES][0], 1);
    assert_int_equal(heat.counts[DW_HEAT_CATCHES][2 * grid.columns], 1);
}

static void a_text_adds_the_counts_that_it_was_made_of(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    for (uint32_t round = 0; round < 20; round++) {
        memset(&heat, 0, sizeof heat);
        memset(&again, 0, sizeof again);
        for (uint32_t i = 0; i < 1u << round % 13; i++) {
            heat.counts[dw_rng_below(&rng, DW_HEAT_LAYER_COUNT)]
                       [dw_rng_below(&rng, DW_HEAT_SQUARES_MAX)] =
                dw_rng_next(&rng) >> dw_rng_below(&rng, 32);
        }
        const size_t length = dw_heat_text(&heat, text);
        assert_int_equal(length, strlen(text));
        assert_ptr_equal(dw_heat_parse(&again, text), text + length);
        assert_memory_equal(&heat, &again, sizeof heat);
        assert_non_null(dw_heat_parse(&again, text));
        for (uint32_t i = 0; i < DW_HEAT_SQUARES_MAX; i++) {
            assert_int_equal(again.counts[2][i], (uint32_t)(2 * heat.counts[2][i]));
        }
    }
}

static void the_largest_heat_fits_its_text(void **state)
{
    (void)state;
    memset(&heat, 0xff, sizeof heat);
    const size_t length = dw_heat_text(&heat, text);
    assert_true(length < sizeof text);
    assert_non_null(dw_heat_parse(&again, text));
    assert_memory_equal(&heat, &again, sizeof heat);
}

static void what_is_no_heat_is_refused(void **state)
{
    (void)state;
    static const char *const refused[] = {"0", "P", "0P", "oooooooo1", "01oooo:1", "1oooooo?"};
    for (size_t i = 0; i < DW_COUNT_OF(refused); i++) {
        assert_null(dw_heat_parse(&again, refused[i]));
        assert_null(dw_heat_parse(NULL, refused[i]));
    }
    const char *rest = dw_heat_parse(NULL, "01\n");
    assert_non_null(rest);
    assert_int_equal(*rest, '\n');
}

int main(void)
{
#define FRESH(test) cmocka_unit_test_setup(test, set_up)
    const struct CMUnitTest tests[] = {
        FRESH(squares_grow_with_the_map_until_they_fit),
        FRESH(a_position_counts_in_its_square_and_outside_of_the_grid_nowhere),
        FRESH(a_text_adds_the_counts_that_it_was_made_of),
        FRESH(the_largest_heat_fits_its_text),
        FRESH(what_is_no_heat_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
