/* The maps that a server has loaded: whose place is taken, and what names a row. */
#include "server/host/map_table.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static dw_map maps[DW_SERVER_MAPS_MAX + 1];

static int set_up(void **state)
{
    dw_map_table *table = calloc(1, sizeof *table);
    assert_non_null(table);
    memset(maps, 0, sizeof maps);
    *state = table;
    return 0;
}

static const dw_map_hash heist; /* No mission. */

static int tear_down(void **state)
{
    dw_map_table_clear(*state);
    free(*state);
    return 0;
}

static dw_map_hash hash_of(uint32_t number)
{
    dw_map_hash hash;
    memset(&hash, (int)number, sizeof hash);
    return hash;
}

/* Map `number` is put into the row that the table offers. */
static dw_loaded_map *load(dw_map_table *table, uint32_t number)
{
    dw_loaded_map *row = dw_map_table_place(table);
    if (row != NULL) {
        row->match.map = &maps[number];
        row->file_hash = hash_of(number);
    }
    return row;
}

static void free_rows_are_taken_in_their_order(void **state)
{
    dw_map_table *table = *state;
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        dw_loaded_map *row = load(table, i);
        assert_ptr_equal(row, &table->rows[i]);
        assert_int_equal(row->generation, 1);
        assert_ptr_equal(dw_map_table_get(table, dw_map_table_handle(table, row)), row);
    }
}

static void a_row_without_matches_makes_way_and_its_handle_ends(void **state)
{
    dw_map_table *table = *state;
    dw_map_handle held[DW_SERVER_MAPS_MAX] = {0};
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        dw_map_table_hold(table, &held[i], dw_map_table_handle(table, load(table, i)));
        assert_int_equal(table->rows[i].uses, 1);
    }
    assert_null(dw_map_table_place(table));
    const dw_map_handle ended = held[3];
    dw_map_table_hold(table, &held[3], 0);
    assert_int_equal(held[3], 0);
    assert_int_equal(table->rows[3].uses, 0);
    dw_loaded_map *row = load(table, DW_SERVER_MAPS_MAX);
    assert_ptr_equal(row, &table->rows[3]);
    assert_int_equal(row->generation, 2);
    assert_int_not_equal(dw_map_table_handle(table, row), ended);
    const dw_map_hash gone = hash_of(3);
    assert_null(dw_map_table_find(table, &gone, &heist, ""));
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        dw_map_table_hold(table, &held[i], 0);
    }
}

static void a_free_row_is_taken_before_one_that_may_make_way(void **state)
{
    dw_map_table *table = *state;
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX - 1; i++) {
        (void)load(table, i);
    }
    dw_loaded_map *last = load(table, DW_SERVER_MAPS_MAX - 1);
    assert_ptr_equal(last, &table->rows[DW_SERVER_MAPS_MAX - 1]);
    dw_map_table_unload(last);
    assert_null(last->match.map);
    assert_int_equal(last->generation, 1);
    assert_ptr_equal(load(table, DW_SERVER_MAPS_MAX), last);
    assert_int_equal(last->generation, 2);
    /* All unused: the first makes way. */
    assert_ptr_equal(dw_map_table_place(table), &table->rows[0]);
}

static void a_match_that_changes_counts_for_the_new_row_alone(void **state)
{
    dw_map_table *table = *state;
    dw_loaded_map *first = load(table, 0);
    dw_loaded_map *second = load(table, 1);
    dw_map_handle held = 0;
    dw_map_handle other = 0;
    dw_map_table_hold(table, &held, dw_map_table_handle(table, first));
    dw_map_table_hold(table, &other, dw_map_table_handle(table, first));
    assert_int_equal(first->uses, 2);
    dw_map_table_hold(table, &held, dw_map_table_handle(table, second));
    assert_int_equal(held, dw_map_table_handle(table, second));
    assert_int_equal(first->uses, 1);
    assert_int_equal(second->uses, 1);
    dw_map_table_hold(table, &held, held);
    assert_int_equal(second->uses, 1);
    dw_map_table_hold(table, &held, 0);
    dw_map_table_hold(table, &other, 0);
}

static void a_map_is_found_by_the_hash_of_its_file(void **state)
{
    dw_map_table *table = *state;
    const dw_map_hash none = hash_of(0);
    assert_null(dw_map_table_find(table, &none, &heist, "")); /* Free rows have no map. */
    (void)load(table, 1);
    dw_loaded_map *second = load(table, 2);
    const dw_map_hash wanted = hash_of(2);
    const dw_map_hash missing = hash_of(3);
    assert_ptr_equal(dw_map_table_find(table, &wanted, &heist, ""), second);
    assert_null(dw_map_table_find(table, &missing, &heist, ""));
}

static void the_largest_of_all_maps_counts_for_seats_and_for_memory(void **state)
{
    dw_map_table *table = *state;
    assert_int_equal(dw_map_table_seats_max(table), 0);
    assert_int_equal(dw_map_table_match_bytes_max(table), 0);
    static const uint8_t seats[] = {4, 9, 2};
    static const size_t bytes[] = {700, 300, 500};
    for (uint32_t i = 0; i < 3; i++) {
        maps[i].intruders_max = seats[i];
        load(table, i)->match_bytes = bytes[i];
    }
    assert_int_equal(dw_map_table_seats_max(table), 9);
    assert_int_equal(dw_map_table_match_bytes_max(table), 700);
    dw_map_table_unload(&table->rows[1]);
    table->rows[1].match_bytes = 900; /* Left by a map that is gone. */
    assert_int_equal(dw_map_table_seats_max(table), 4);
    assert_int_equal(dw_map_table_match_bytes_max(table), 700);
}

static void rounds_of_a_row_that_makes_way_count_for_one_of_the_same_names(void **state)
{
    dw_map_table *table = *state;
    for (uint32_t i = 0; i < DW_SERVER_MAPS_MAX; i++) {
        (void)snprintf(maps[i].name, sizeof maps[i].name, "map-%u", i % 7u); /* 0 and 7 alike. */
        (void)load(table, i);
    }
    dw_map_handle held = 0;
    for (uint32_t i = 0; i < 3; i++) {
        dw_map_table_hold(table, &held, dw_map_table_handle(table, &table->rows[i]));
        dw_map_table_count_round(table, held, DW_OUTCOME_WON);
    }
    dw_map_table_hold(table, &held, 0);
    assert_ptr_equal(load(table, DW_SERVER_MAPS_MAX), &table->rows[0]);
    assert_int_equal(table->rows[0].rounds[DW_OUTCOME_WON], 0);
    assert_int_equal(table->rows[7].rounds[DW_OUTCOME_WON], 1);
    assert_int_equal(table->rows[1].rounds[DW_OUTCOME_WON], 1);
    table->rows[7].match.mission = &(const dw_mission){.name = "star"};
    assert_false(dw_loaded_map_same_names(&table->rows[7], &table->rows[1]));
    maps[7] = maps[1];
    assert_false(dw_loaded_map_same_names(&table->rows[7], &table->rows[1]));
    table->rows[7].match.mission = NULL;
    assert_true(dw_loaded_map_same_names(&table->rows[7], &table->rows[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_TABLE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
        WITH_TABLE(free_rows_are_taken_in_their_order),
        WITH_TABLE(a_row_without_matches_makes_way_and_its_handle_ends),
        WITH_TABLE(a_free_row_is_taken_before_one_that_may_make_way),
        WITH_TABLE(a_match_that_changes_counts_for_the_new_row_alone),
        WITH_TABLE(a_map_is_found_by_the_hash_of_its_file),
        WITH_TABLE(the_largest_of_all_maps_counts_for_seats_and_for_memory),
        WITH_TABLE(rounds_of_a_row_that_makes_way_count_for_one_of_the_same_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
