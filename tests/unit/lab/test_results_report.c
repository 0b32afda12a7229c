/* What duskwatch-lab results prints of a server's file of results: a few rounds that are made up,
 * and figures of them that were worked out by hand. */
#include "server/lab/results_report.h"

#include "server/lab/statistics.h"
#include "tests/unit/host/results_rounds.h"

static dw_results_db *db;

enum { DAY_S = 86400, FIRST_S = 1700000060 /* 2023-11-14T22:14:20Z */ };

/* Ada escapes each time; Bob is caught, but once escapes. */
static void add(uint32_t number, int64_t ended_s, dw_outcome outcome, uint32_t ticks,
                const char *map)
{
    dw_results_round round = results_round(number, ended_s);
    (void)snprintf(round.map, sizeof round.map, "%s", map);
    round.report.outcome = outcome;
    round.report.ticks = ticks;
    round.report.players[0].fate = DW_FATE_ESCAPED;
    round.report.players[1].fate = number == 1 ? DW_FATE_ESCAPED : DW_FATE_CAUGHT;
    dw_error error = {""};
    if (dw_results_db_add(db, &round, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
}

/* On the first day two that were won and one that was lost, in 60, 30 and 30 seconds, and one that
 * was aborted; on the next day one in another house, without Bob under a new name. */
static int set_up(void **state)
{
    dw_error error = {""};
    if (results_make_folder(state) != 0 ||
        dw_results_db_open(&db, results_path, DW_RESULTS_WRITE, &error) != DW_OK) {
        return -1;
    }
    add(1, FIRST_S, DW_OUTCOME_WON, 3600, "museum");
    add(2, FIRST_S + 1, DW_OUTCOME_WON, 1800, "museum");
    add(3, FIRST_S + 2, DW_OUTCOME_LOST, 1800, "museum");
    add(4, FIRST_S + 3, DW_OUTCOME_ABORTED, 77777, "museum");
    dw_results_round last = results_round(5, FIRST_S + DAY_S);
    (void)snprintf(last.map, sizeof last.map, "manor");
    last.report.outcome = DW_OUTCOME_TIMEOUT;
    last.report.ticks = 600;
    last.report.player_count = 1;
    last.report.players[0].fate = DW_FATE_CAUGHT;
    (void)snprintf(last.report.players[0].name, sizeof last.report.players[0].name, "Countess");
    return dw_results_db_add(db, &last, &error) == DW_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    dw_results_db_close(db);
    return results_remove_folder(state);
}

typedef dw_status print(FILE *out, dw_results_db *db, const char *path, const dw_results_span *span,
                        dw_error *error);

static const char *printed(print *what, int64_t since_s, int64_t until_s)
{
    static char text[8192];
    FILE *out = fmemopen(text, sizeof text, "w");
    const dw_results_span span = {since_s, until_s};
    dw_error error = {""};
    const dw_status status = what(out, db, "a.sqlite", &span, &error);
    assert_int_equal(fclose(out), 0);
    if (status != DW_OK) {
        fail_msg("%s", error.text);
    }
    return text;
}

/* From its beginning to its end. */
static void has_line(const char *text, const char *line)
{
    const size_t size = strlen(line);
    const char *at = text;
    while (strncmp(at, line, size) != 0 || at[size] != '\n') {
        at = strchr(at, '\n');
        if (at == NULL) {
            fail_msg("no line \"%s\" in\n%s", line, text);
        }
        at++;
    }
}

static void games_are_counted_by_kind_and_day_and_aborted_ones_have_no_part_in_rates(void **state)
{
    (void)state;
    const char *text = printed(dw_results_report, 0, FIRST_S + 2 * DAY_S);
    has_line(text, "a.sqlite: rounds 5, from 2023-11-14 to 2023-11-15; players with a key 2, "
                   "bodies in all rounds 13");
    const dw_interval two_of_three = dw_wilson(2, 3);
    const dw_interval none_of_one = dw_wilson(0, 1);
    char line[256];
    for (int by_day = 0; by_day < 2; by_day++) {
        const char *const first = "museum           standard     cutoff      ";
        const char *const last = "manor            standard     cutoff      ";
        (void)snprintf(line, sizeof line, "%s%7u %8u %6.1f %%  %5.1f to %5.1f %%  %6.0f s",
                       by_day ? "2023-11-14" : first, 4U, 1U, 200.0 / 3, 100 * two_of_three.low,
                       100 * two_of_three.high, 40.0);
        has_line(text, line);
        (void)snprintf(line, sizeof line, "%s%7u %8u %6.1f %%  %5.1f to %5.1f %%  %6.0f s",
                       by_day ? "2023-11-15" : last, 1U, 0U, 0.0, 0.0, 100 * none_of_one.high,
                       10.0);
        has_line(text, line);
    }
    /* The kind with the most rounds comes first, and the first day. */
    assert_true(strstr(text, "\nmuseum ") < strstr(text, "\nmanor "));
    assert_true(strstr(text, "\n2023-11-14 ") < strstr(text, "\n2023-11-15 "));
}

static void players_are_told_with_their_ends_and_names_the_newest_first(void **state)
{
    (void)state;
    const char *text = printed(dw_results_report, 0, FIRST_S + 2 * DAY_S);
    has_line(text, "a1a1a1a1a1a1a1a1       5        4       1  \"Countess\", \"Ada Lovelace\"");
    has_line(text, "a2a2a2a2a2a2a2a2       4        1       3  \"Bob Unwanted\"");
    assert_true(strstr(text, "\na1a1") < strstr(text, "\na2a2"));
}

static void rounds_outside_of_the_span_do_not_count(void **state)
{
    (void)state;
    const char *text = printed(dw_results_report, FIRST_S + 1, FIRST_S + 3);
    has_line(text, "a.sqlite: rounds 2, from 2023-11-14 to 2023-11-14; players with a key 2, "
                   "bodies in all rounds 6");
    has_line(text, "a2a2a2a2a2a2a2a2       2        0       2  \"Bob Unwanted\"");
    assert_string_equal(printed(dw_results_report, 0, FIRST_S),
                        "a.sqlite: no rounds in this time\n");
}

static void a_day_of_aborted_rounds_has_no_rate(void **state)
{
    (void)state;
    const char *text = printed(dw_results_report, FIRST_S + 3, FIRST_S + 4);
    has_line(text, "2023-11-14      1        1        -                -         -");
}

static void each_round_and_each_player_of_a_round_is_a_row_of_csv(void **state)
{
    (void)state;
    const char *text = printed(dw_results_rounds_csv, FIRST_S + 2, FIRST_S + DAY_S);
    assert_int_equal(strncmp(text, "id,began_at,ended_at,server_version,match,round,map,", 51), 0);
    const char *row = strchr(text, '\n') + 1;
    assert_int_equal(strncmp(row, "3,2023-11-14T22:13:22Z,2023-11-14T22:14:22Z,", 44), 0);
    assert_non_null(strstr(row, ",standard,cutoff,dog+reference,lost,1800,5,3,100,101,"));
    const char *commas[2] = {text, row};
    uint32_t count[2] = {0, 0};
    for (uint32_t i = 0; i < 2; i++) {
        for (const char *at = commas[i]; *at != '\n'; at++) {
            count[i] += *at == ',' ? 1 : 0;
        }
    }
    assert_int_equal(count[0], count[1]);
    row = strchr(row, '\n') + 1;
    assert_int_equal(strncmp(row, "4,", 2), 0);
    assert_string_equal(strchr(row, '\n'), "\n"); /* No more rows. */

    char key[3 * 32] = "";
    for (uint32_t i = 0; i < 32; i++) {
        (void)strcat(key, "a2");
    }
    char expected[256];
    (void)snprintf(expected, sizeof expected,
                   "\n3,2023-11-14T22:14:22Z,museum,1,%s,Bob Unwanted,intruder,caught,77\n", key);
    text = printed(dw_results_players_csv, FIRST_S + 2, FIRST_S + 3);
    assert_non_null(strstr(text, expected));
    assert_non_null(strstr(text, "\n3,2023-11-14T22:14:22Z,museum,2,,,intruder,"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_counted_by_kind_and_day_and_aborted_ones_have_no_part_in_rates),
        cmocka_unit_test(players_are_told_with_their_ends_and_names_the_newest_first),
        cmocka_unit_test(rounds_outside_of_the_span_do_not_count),
        cmocka_unit_test(a_day_of_aborted_rounds_has_no_rate),
        cmocka_unit_test(each_round_and_each_player_of_a_round_is_a_row_of_csv),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
