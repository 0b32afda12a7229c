/* What a matrix writes, for rows that are made up: the tables, the page and the JSON against texts
 * that were read and checked once (folder matrix_outputs), the CSV against the rows. */
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "common/world/state.h"
#include "server/lab/matrix_csv.h"
#include "server/lab/matrix_json.h"
#include "server/lab/matrix_report.h"
#include "server/lab/matrix_table.h"
#include "tests/support/recorded_text.h"
#include "tests/support/test.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 5, GUARDS = 2, POLICIES = 2, COUNTS = 2, CELLS = COUNTS * GUARDS * POLICIES };
enum { MATCHES = CELLS * SEEDS, FIRST_SEED = 7, LINE_SIZE = 1 << 13 };

static dw_matrix_plan plan;
static dw_matrix_row rows[MATCHES];
static dw_matrix_results results;
static dw_map map = {.name = "the manor"};

/* Words with all characters that CSV and HTML have to escape. */
static int set_up(void **state)
{
    (void)state;
    plan = (dw_matrix_plan){
        .map_count = 1,
        .count_count = COUNTS,
        .guards_count = GUARDS,
        .policy_count = POLICIES,
        .maps = {{.map = &map}},
        .counts = {1, 3},
        .guards = {{.name = "mute"}, {.name = "cut, <off> & \"go\""}},
        .policies = {dw_policy_find("rush"), dw_policy_find("careful")},
        .ruleset = "standard",
        .first_seed = FIRST_SEED,
        .seed_count = SEEDS,
        .ticks_max = 20000,
        .cell_count = CELLS,
        .match_count = MATCHES,
    };
    dw_rng rng;
    dw_rng_init(&rng, 3, 1);
    for (uint32_t match = 0; match < MATCHES; match++) {
        uint64_t numbers[DW_MATCH_COLUMN_COUNT];
        for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
            numbers[i] = dw_rng_below(&rng, 1000);
        }
        memcpy(&rows[match].match, numbers, sizeof numbers);
        dw_match_row *row = &rows[match].match;
        row->outcome = DW_OUTCOME_WON + dw_rng_below(&rng, 3);
        row->first_detection_tick = dw_rng_below(&rng, 4) * 900;
        row->search_ticks = row->search_ticks_again + dw_rng_below(&rng, 500);
        rows[match].processor_us = 1000 + match;
        rows[match].wall_us = 2000 + match;
        rows[match].done = true;
    }
    /* The last cell has neither orders nor searches. */
    for (uint32_t match = (CELLS - 1) * SEEDS; match < MATCHES; match++) {
        dw_match_row *row = &rows[match].match;
        row->search_ticks = 0;
        row->search_ticks_again = 0;
        for (uint32_t kind = 0; kind < DW_ORDER_KIND_COUNT; kind++) {
            uint64_t *orders = kind == DW_ORDER_INTERCEPT ? &row->orders_intercept
                               : kind == DW_ORDER_WAIT    ? &row->orders_wait
                                                          : &row->orders_go;
            memset(orders, 0, DW_ORDER_END_COUNT * sizeof *orders);
        }
    }
    results.cells = NULL;
    const dw_status status = dw_matrix_results_create(&results, &plan, rows);
    results.replays = 2;
    return status == DW_OK ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    dw_matrix_results_destroy(&results);
    return 0;
}

typedef void write_text(FILE *out, const dw_matrix_results *of);

/* To be freed. */
static char *written(write_text *write)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    write(out, &results);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void the_tables_are_those_that_were_checked(void **state)
{
    (void)state;
    char *text = written(dw_matrix_table_write);
    dw_recorded_same("lab/matrix_outputs/table.txt", text);
    free(text);
}

/* Without the style. */
static void write_body(FILE *out, const dw_matrix_results *of)
{
    (void)of;
    char *text = written(dw_matrix_report_write);
    const char *body = strstr(text, "<body>");
    assert_non_null(body);
    (void)fputs(body, out);
    free(text);
}

static void the_page_is_the_one_that_was_checked(void **state)
{
    (void)state;
    char *text = written(write_body);
    dw_recorded_same("lab/matrix_outputs/page.html", text);
    free(text);
}

/* A mean of each column; taken out, since they would fill the text. */
static void take_means(json_t *cell, uint32_t index)
{
    json_t *means = json_object_get(cell, "means");
    uint32_t count = 0;
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        const json_t *mean = json_object_get(means, dw_match_columns[i].name);
        assert_true((mean != NULL) == (dw_match_columns[i].kind == DW_MATCH_COLUMN_NUMBER));
        if (mean != NULL) {
            uint64_t sum = 0;
            for (uint32_t seed = 0; seed < SEEDS; seed++) {
                sum += dw_match_row_numbers(&rows[index * SEEDS + seed].match)[i];
            }
            const double off = json_real_value(mean) - (double)sum / SEEDS;
            assert_true(off < 1e-6 && off > -1e-6);
            count++;
        }
    }
    assert_int_equal(json_object_size(means), count);
    (void)json_object_del(cell, "means");
}

/* One line for each part of the JSON, and for each element of a list. */
static void write_json_lines(FILE *out, const dw_matrix_results *of)
{
    (void)of;
    char *text = written(dw_matrix_json_write);
    json_t *all = json_loads(text, 0, NULL);
    assert_non_null(all);
    const char *key = NULL;
    json_t *part = NULL;
    json_object_foreach(all, key, part)
    {
        (void)fprintf(out, "%s\n", key);
        if (!json_is_array(part)) {
            (void)json_dumpf(part, out, JSON_REAL_PRECISION(6));
            (void)fputc('\n', out);
        }
        for (uint32_t i = 0; i < json_array_size(part); i++) {
            json_t *element = json_array_get(part, i);
            if (strcmp(key, "cells") == 0) {
                take_means(element, i);
            }
            (void)json_dumpf(element, out, JSON_REAL_PRECISION(6));
            (void)fputc('\n', out);
        }
    }
    json_decref(all);
    free(text);
}

static void the_json_is_the_one_that_was_checked(void **state)
{
    (void)state;
    char *text = written(write_json_lines);
    dw_recorded_same("lab/matrix_outputs/json.txt", text);
    free(text);
}

static const char *end_of_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return end != NULL ? end : text + strlen(text);
}

/* Takes the line that `at` is on; it moves to the next. */
static void assert_line(const char **at, const char *expected)
{
    const size_t size = (size_t)(end_of_line(*at) - *at);
    if (size != strlen(expected) || memcmp(*at, expected, size) != 0) {
        fail_msg("%.*s\nand not:\n%s", (int)size, *at, expected);
    }
    *at += size + 1;
}

static void key_text(char out[LINE_SIZE], uint32_t match)
{
    static const char *const keys[CELLS] = {
        "the manor,mute,rush,1",
        "the manor,mute,careful,1",
        "the manor,\"cut, <off> & \"\"go\"\"\",rush,1",
        "the manor,\"cut, <off> & \"\"go\"\"\",careful,1",
        "the manor,mute,rush,3",
        "the manor,mute,careful,3",
        "the manor,\"cut, <off> & \"\"go\"\"\",rush,3",
        "the manor,\"cut, <off> & \"\"go\"\"\",careful,3",
    };
    (void)snprintf(out, LINE_SIZE, "%s,%u", keys[match / SEEDS], FIRST_SEED + match % SEEDS);
}

static void the_rows_are_written_in_order_with_all_their_columns(void **state)
{
    (void)state;
    char *text = written(dw_matrix_csv_rows);
    const char *at = text;
    char line[LINE_SIZE] = "map,guards,intruders,count,seed";
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        (void)strcat(strcat(line, ","), dw_match_columns[i].name);
    }
    assert_line(&at, line);
    for (uint32_t match = 0; match < MATCHES; match++) {
        const uint64_t *numbers = dw_match_row_numbers(&rows[match].match);
        key_text(line, match);
        for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
            char hash[DW_HASH_TEXT_SIZE];
            dw_hash_text(numbers[i], hash);
            const size_t used = strlen(line);
            if (dw_match_columns[i].kind == DW_MATCH_COLUMN_NUMBER) {
                (void)snprintf(line + used, LINE_SIZE - used, ",%" PRIu64, numbers[i]);
            } else {
                (void)snprintf(line + used, LINE_SIZE - used, ",%s",
                               dw_match_columns[i].kind == DW_MATCH_COLUMN_HASH
                                   ? hash
                                   : dw_outcome_word((dw_outcome)numbers[i]));
            }
        }
        assert_line(&at, line);
    }
    assert_string_equal(at, "");
    free(text);
}

static void the_times_are_written_beside_their_matches(void **state)
{
    (void)state;
    char *text = written(dw_matrix_csv_timing);
    const char *at = text;
    assert_line(&at, "map,guards,intruders,count,seed,processor_us,wall_us");
    for (uint32_t match = 0; match < MATCHES; match++) {
        char line[LINE_SIZE];
        key_text(line, match);
        const size_t used = strlen(line);
        (void)snprintf(line + used, LINE_SIZE - used, ",%u,%u", 1000 + match, 2000 + match);
        assert_line(&at, line);
    }
    assert_string_equal(at, "");
    free(text);
}

static void write_columns(FILE *out, const dw_matrix_results *of)
{
    (void)of;
    dw_matrix_csv_columns(out);
}

static void each_column_has_a_line_with_its_meaning(void **state)
{
    (void)state;
    char *text = written(write_columns);
    const char *at = text;
    assert_line(&at, "map                       name of the map");
    assert_line(&at, "guards                    how the guards played: a name of --guards");
    assert_line(&at, "intruders                 how the intruders played: a name of --intruders");
    assert_line(&at, "count                     number of intruders");
    assert_line(&at, "seed                      seed of the match");
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        char line[LINE_SIZE];
        (void)snprintf(line, sizeof line, "%-26s%s", dw_match_columns[i].name,
                       dw_match_columns[i].meaning);
        assert_line(&at, line);
    }
    assert_string_equal(at, "");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_are_those_that_were_checked),
        cmocka_unit_test(the_page_is_the_one_that_was_checked),
        cmocka_unit_test(the_json_is_the_one_that_was_checked),
        cmocka_unit_test(the_rows_are_written_in_order_with_all_their_columns),
        cmocka_unit_test(the_times_are_written_beside_their_matches),
        cmocka_unit_test(each_column_has_a_line_with_its_meaning),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
