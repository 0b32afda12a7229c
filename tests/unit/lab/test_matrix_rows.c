/* The journal of a matrix: what it holds survives, what is torn or foreign does not get in. */
#include "common/world/state.h"
#include "server/lab/matrix_rows.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MATCHES = 5 };

static const uint64_t this_plan = 0x1234;
static const dw_matrix_plan plan = {.map_count = 1,
                                    .count_count = 1,
                                    .guards_count = 1,
                                    .policy_count = 1,
                                    .seed_count = MATCHES,
                                    .cell_count = 1,
                                    .match_count = MATCHES};
static dw_heat heat;

typedef struct scene {
    char folder[64];
    char journal[96];
} scene;

static int set_up(void **state)
{
    scene *it = calloc(1, sizeof *it);
    assert_non_null(it);
    (void)snprintf(it->folder, sizeof it->folder, "/tmp/dw_rows_XXXXXX");
    assert_non_null(mkdtemp(it->folder));
    (void)snprintf(it->journal, sizeof it->journal, "%s/journal", it->folder);
    *state = it;
    return 0;
}

static int tear_down(void **state)
{
    scene *it = *state;
    (void)unlink(it->journal);
    (void)rmdir(it->folder);
    free(it);
    return 0;
}

static dw_matrix_row row_of(uint32_t match)
{
    dw_matrix_row row = {.processor_us = 10 + match, .wall_us = 20 + match, .done = true};
    row.match.outcome = DW_OUTCOME_WON;
    row.match.hash = UINT64_MAX - match;
    row.match.ticks = 100 + match;
    return row;
}

static dw_status open_rows(const scene *it, dw_matrix_rows *rows, dw_error *error)
{
    return dw_matrix_rows_open(rows, it->folder, this_plan, &plan, error);
}

static void add(dw_matrix_rows *rows, uint32_t match)
{
    const dw_matrix_row row = row_of(match);
    static char line[DW_MATRIX_LINE_SIZE];
    memset(&heat, 0, sizeof heat);
    heat.counts[DW_HEAT_CATCHES][match] = 1; /* Each match its square, and one for all. */
    heat.counts[DW_HEAT_GUARDS][100] = 40;
    const size_t length = dw_matrix_line(match, &row, &heat, line);
    dw_error error;
    assert_int_equal(dw_matrix_rows_add(rows, line, length, &error), DW_OK);
}

/* Three rows, not in the order of their numbers. */
static void write_three(const scene *it)
{
    dw_matrix_rows rows;
    dw_error error;
    assert_int_equal(open_rows(it, &rows, &error), DW_OK);
    assert_int_equal(rows.done, 0);
    add(&rows, 4);
    add(&rows, 0);
    add(&rows, 2);
    assert_int_equal(rows.done, 3);
    assert_int_equal(rows.heats[0].counts[DW_HEAT_GUARDS][100], 3 * 40);
    dw_matrix_rows_close(&rows);
}

static size_t size_of(const char *path)
{
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    return (size_t)facts.st_size;
}

static void append_text(const scene *it, const char *text)
{
    FILE *file = fopen(it->journal, "ae");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void finished_rows_are_there_after_opening_again(void **state)
{
    const scene *it = *state;
    write_three(it);
    dw_matrix_rows rows;
    dw_error error;
    assert_int_equal(open_rows(it, &rows, &error), DW_OK);
    assert_int_equal(rows.done, 3);
    for (uint32_t match = 0; match < MATCHES; match++) {
        const dw_matrix_row wanted = row_of(match);
        const bool there = match % 2 == 0;
        assert_int_equal(rows.rows[match].done, there);
        if (there) {
            assert_memory_equal(&rows.rows[match].match, &wanted.match, sizeof wanted.match);
            assert_int_equal(rows.rows[match].processor_us, wanted.processor_us);
            assert_int_equal(rows.rows[match].wall_us, wanted.wall_us);
        }
        assert_int_equal(rows.heats[0].counts[DW_HEAT_CATCHES][match], there ? 1 : 0);
    }
    dw_matrix_rows_close(&rows);
}

/* Cut at every byte, the journal holds the rows whose lines are whole, and grows on from there. */
static void a_journal_cut_at_any_byte_loses_the_torn_line_alone(void **state)
{
    const scene *it = *state;
    write_three(it);
    const size_t whole = size_of(it->journal);
    char text[8192] = "";
    FILE *file = fopen(it->journal, "re");
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text - 1, file), whole);
    (void)fclose(file);
    for (size_t length = 0; length < whole; length++) {
        uint32_t newlines = 0;
        for (size_t i = 0; i < length; i++) {
            newlines += text[i] == '\n';
        }
        const uint32_t lines = newlines > 0 ? newlines - 1 : 0; /* The first is the header. */
        file = fopen(it->journal, "we");
        assert_non_null(file);
        assert_int_equal(fwrite(text, 1, length, file), length);
        assert_int_equal(fclose(file), 0);
        dw_matrix_rows rows;
        dw_error error;
        assert_int_equal(open_rows(it, &rows, &error), DW_OK);
        assert_int_equal(rows.done, lines);
        add(&rows, 1);
        dw_matrix_rows_close(&rows);
        assert_int_equal(open_rows(it, &rows, &error), DW_OK);
        assert_int_equal(rows.done, lines + 1);
        assert_true(rows.rows[1].done);
        dw_matrix_rows_close(&rows);
    }
}

static void a_match_that_is_written_twice_counts_once(void **state)
{
    const scene *it = *state;
    write_three(it);
    dw_matrix_rows rows;
    dw_error error;
    assert_int_equal(open_rows(it, &rows, &error), DW_OK);
    add(&rows, 2);
    assert_int_equal(rows.done, 3);
    assert_int_equal(rows.heats[0].counts[DW_HEAT_GUARDS][100], 3 * 40);
    dw_matrix_rows_close(&rows);
    assert_int_equal(open_rows(it, &rows, &error), DW_OK);
    assert_int_equal(rows.done, 3);
    dw_matrix_rows_close(&rows);
}

static void a_line_that_is_no_row_is_named(void **state)
{
    const scene *it = *state;
    write_three(it);
    append_text(it, "nonsense\n");
    dw_matrix_rows rows;
    dw_error error;
    assert_int_equal(open_rows(it, &rows, &error), DW_INVALID);
    assert_non_null(strstr(error.text, "line 5 is not a row"));
    assert_non_null(strstr(error.text, it->journal));
}

static void a_number_beyond_the_plan_is_no_row(void **state)
{
    const scene *it = *state;
    write_three(it);
    const dw_matrix_row row = row_of(MATCHES);
    static char line[DW_MATRIX_LINE_SIZE];
    (void)dw_matrix_line(MATCHES, &row, &heat, line);
    append_text(it, line);
    dw_matrix_rows rows;
    dw_error error;
    assert_int_equal(open_rows(it, &rows, &error), DW_INVALID);
}

static void the_journal_of_another_matrix_is_refused_and_kept(void **state)
{
    const scene *it = *state;
    write_three(it);
    const size_t whole = size_of(it->journal);
    dw_matrix_rows rows;
    dw_error error;
    assert_int_equal(dw_matrix_rows_open(&rows, it->folder, this_plan + 1, &plan, &error),
                     DW_DIFFERS);
    assert_non_null(strstr(error.text, "of another matrix"));
    assert_int_equal(size_of(it->journal), whole);
}

static void one_matrix_at_once_writes_to_a_folder(void **state)
{
    const scene *it = *state;
    dw_matrix_rows rows;
    dw_matrix_rows second;
    dw_error error;
    assert_int_equal(open_rows(it, &rows, &error), DW_OK);
    assert_int_equal(open_rows(it, &second, &error), DW_DENIED);
    dw_matrix_rows_close(&rows);
    assert_int_equal(open_rows(it, &second, &error), DW_OK);
    dw_matrix_rows_close(&second);
}

int main(void)
{
#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(finished_rows_are_there_after_opening_again),
        WITH_FOLDER(a_journal_cut_at_any_byte_loses_the_torn_line_alone),
        WITH_FOLDER(a_match_that_is_written_twice_counts_once),
        WITH_FOLDER(a_line_that_is_no_row_is_named),
        WITH_FOLDER(a_number_beyond_the_plan_is_no_row),
        WITH_FOLDER(the_journal_of_another_matrix_is_refused_and_kept),
        WITH_FOLDER(one_matrix_at_once_writes_to_a_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
