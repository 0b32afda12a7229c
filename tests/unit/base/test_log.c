#include "common/base/log.h"
#include "tests/support/test.h"

static char last_line[DW_LOG_LINE_MAX];
static int line_count;

static void keep_line(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    (void)snprintf(last_line, sizeof last_line, "%s", line);
    line_count++;
}

static void a_text_line_has_level_event_and_fields(void **state)
{
    (void)state;
    dw_log_open(keep_line, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    dw_log(DW_LOG_WARNING, "join_refused", "reason=%s address=%s", "full", "127.0.0.1");
    assert_string_equal(last_line, "warning join_refused reason=full address=127.0.0.1");
    dw_log(DW_LOG_INFO, "draining", "seconds=%d", 2);
    assert_string_equal(last_line, "info draining seconds=2");
    dw_log(DW_LOG_INFO, "ended", "%s", "");
    assert_string_equal(last_line, "info ended"); /* No space behind it. */
    dw_log(DW_LOG_INFO, "ended", "%s", "x");
    assert_string_equal(last_line, "info ended x");
}

static void a_json_line_has_numbers_bare_and_texts_escaped(void **state)
{
    (void)state;
    dw_log_open(keep_line, NULL, DW_LOG_JSON, DW_LOG_INFO);
    dw_log(DW_LOG_INFO, "client_joined", "match=%d ms=%.1f id=%s name=%s reason=%s", 3, 1.5, "007",
           dw_log_quote("A \"b\" \\ c\n").text, "full");
    assert_string_equal(last_line,
                        "{\"time\":\"\",\"level\":\"info\",\"event\":\"client_joined\",\"match\":3,"
                        "\"ms\":1.5,\"id\":\"007\",\"name\":\"A \\\"b\\\" \\\\ c?\","
                        "\"reason\":\"full\"}");
}

static void a_name_cannot_write_fields_of_its_own(void **state)
{
    (void)state;
    dw_log_open(keep_line, NULL, DW_LOG_JSON, DW_LOG_INFO);
    dw_log(DW_LOG_INFO, "joined", "name=%s", dw_log_quote("x\" admin=1 y=\"").text);
    assert_string_equal(last_line, "{\"time\":\"\",\"level\":\"info\",\"event\":\"joined\","
                                   "\"name\":\"x\\\" admin=1 y=\\\"\"}");
}

static void a_line_that_is_too_long_is_cut_and_stays_json(void **state)
{
    (void)state;
    char flood[2 * DW_LOG_LINE_MAX];
    memset(flood, '"', sizeof flood - 1);
    flood[sizeof flood - 1] = '\0';
    dw_log_open(keep_line, NULL, DW_LOG_JSON, DW_LOG_INFO);
    dw_log(DW_LOG_INFO, "chat", "text=%s more=%s", dw_log_quote(flood).text, flood);
    assert_true(strlen(last_line) < DW_LOG_LINE_MAX);
    assert_int_equal(last_line[strlen(last_line) - 1], '}');
}

static void control_bytes_never_reach_the_terminal(void **state)
{
    (void)state;
    dw_log_open(keep_line, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    dw_log(DW_LOG_INFO, "chat", "text=\"%s\"", "\033[2J\n");
    assert_null(strchr(last_line, '\033'));
    assert_null(strchr(last_line, '\n'));
}

static void lines_below_the_lowest_level_are_not_written(void **state)
{
    (void)state;
    dw_log_open(keep_line, NULL, DW_LOG_TEXT, DW_LOG_WARNING);
    line_count = 0;
    dw_log(DW_LOG_INFO, "quiet", "a=%d", 1);
    assert_int_equal(line_count, 0);
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_DEBUG);
    dw_log(DW_LOG_ERROR, "nobody_listens", "a=%d", 1);
    assert_int_equal(line_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_line_has_level_event_and_fields),
        cmocka_unit_test(a_json_line_has_numbers_bare_and_texts_escaped),
        cmocka_unit_test(a_name_cannot_write_fields_of_its_own),
        cmocka_unit_test(a_line_that_is_too_long_is_cut_and_stays_json),
        cmocka_unit_test(control_bytes_never_reach_the_terminal),
        cmocka_unit_test(lines_below_the_lowest_level_are_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
