/* Answers of the sidecar: what is read of them, and that nothing else is taken for one. */
#include "server/host/fleet_answer.h"
#include "tests/support/test.h"

#define BARE                                                                                       \
    "{\"object_meta\":{\"name\":\"dusk-1\",\"namespace\":\"play\",\"deletion_timestamp\":\"0\","   \
    "\"labels\":{\"agones.dev/fleet\":\"dusk\",\"region\":\"eu\"},"                                \
    "\"annotations\":{\"agones.dev/last-allocated\":\"2026-11-26T05:00:00Z\"}},"                   \
    "\"spec\":{\"health\":{\"disabled\":false,\"period_seconds\":7}},"                             \
    "\"status\":{\"state\":\"Allocated\",\"counters\":{\"players\":{\"count\":\"5\","              \
    "\"capacity\":\"64\"},\"other\":{\"count\":\"1\",\"capacity\":\"1\"}},\"lists\":{}}}"

static bool read_all(const char *text, dw_fleet_game_server *out)
{
    return dw_fleet_answer_read(text, strlen(text), out);
}

static void expect_whole(const char *text)
{
    dw_fleet_game_server seen;
    assert_true(read_all(text, &seen));
    assert_string_equal(seen.name, "dusk-1");
    assert_string_equal(seen.fleet, "dusk");
    assert_string_equal(seen.allocated, "2026-11-26T05:00:00Z");
    assert_int_equal(seen.state, DW_FLEET_ALLOCATED);
    assert_false(seen.deleting);
    assert_true(seen.has_counter);
    assert_int_equal(seen.count, 5);
    assert_int_equal(seen.capacity, 64);
    assert_int_equal(seen.health_period_s, 7);
}

static void a_game_server_is_read_bare_and_as_an_event_of_the_watch(void **state)
{
    (void)state;
    expect_whole(BARE);
    expect_whole("{\"result\":" BARE "}");
}

static void what_is_missing_or_of_another_type_is_not_told(void **state)
{
    (void)state;
    dw_fleet_game_server seen;
    assert_true(read_all("{\"object_meta\":{},\"status\":{\"state\":\"Ready\"}}", &seen));
    assert_int_equal(seen.state, DW_FLEET_READY);
    assert_string_equal(seen.name, "");
    assert_string_equal(seen.fleet, "");
    assert_false(seen.has_counter);
    assert_int_equal(seen.health_period_s, 0);
    assert_true(read_all("{\"object_meta\":{\"name\":7,\"labels\":[],\"deletion_timestamp\":\"x\"},"
                         "\"spec\":{\"health\":3},\"status\":{\"state\":\"Ready\",\"counters\":"
                         "{\"players\":null}}}",
                         &seen));
    assert_string_equal(seen.name, "");
    assert_false(seen.deleting);
    assert_false(seen.has_counter);
}

static void a_time_of_deletion_is_told_as_text_or_number(void **state)
{
    (void)state;
    dw_fleet_game_server seen;
    assert_true(read_all("{\"object_meta\":{\"deletion_timestamp\":\"1764100000\"},"
                         "\"status\":{\"state\":\"Ready\"}}",
                         &seen));
    assert_true(seen.deleting);
    assert_true(read_all("{\"object_meta\":{\"deletion_timestamp\":1764100000},"
                         "\"status\":{\"state\":\"Ready\"}}",
                         &seen));
    assert_true(seen.deleting);
}

static void each_state_is_known_and_a_new_one_is_unknown(void **state)
{
    (void)state;
    char text[128];
    dw_fleet_game_server seen;
    for (uint32_t i = 1; i < DW_FLEET_STATE_COUNT; i++) {
        (void)snprintf(text, sizeof text, "{\"object_meta\":{},\"status\":{\"state\":\"%s\"}}",
                       dw_fleet_state_text((dw_fleet_state)i));
        assert_true(read_all(text, &seen));
        assert_int_equal(seen.state, i);
    }
    assert_true(read_all("{\"object_meta\":{},\"status\":{\"state\":\"Dreaming\"}}", &seen));
    assert_int_equal(seen.state, DW_FLEET_UNKNOWN);
    assert_true(read_all("{\"object_meta\":{},\"status\":{\"state\":\"\"}}", &seen));
    assert_int_equal(seen.state, DW_FLEET_UNKNOWN);
}

static void a_name_that_is_too_long_is_cut(void **state)
{
    (void)state;
    char text[1024];
    dw_fleet_game_server seen;
    (void)snprintf(text, sizeof text,
                   "{\"object_meta\":{\"name\":\"%0700d\"},\"status\":{\"state\":\"Ready\"}}", 0);
    assert_true(read_all(text, &seen));
    assert_int_equal(strlen(seen.name), DW_FLEET_NAME_SIZE - 1);
}

static void nothing_else_is_a_game_server(void **state)
{
    (void)state;
    static const char *const others[] = {
        "",
        "{}",
        "[]",
        "null",
        "\"Ready\"",
        "{\"result\":null}",
        "{\"result\":{}}",
        "{\"object_meta\":{}}",
        "{\"status\":{\"state\":\"Ready\"}}",
        "{\"object_meta\":{},\"status\":{\"state\":7}}",
        "{\"error\":{\"code\":14,\"message\":\"gone\"}}",
        "{\"object_meta\":{},\"status\":{\"state\":\"Ready\"}} and more",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        dw_fleet_game_server seen = {.count = 42};
        assert_false(read_all(others[i], &seen));
        assert_int_equal(seen.count, 42);
    }
    for (size_t size = 0; size < strlen(BARE); size++) {
        dw_fleet_game_server seen;
        assert_false(dw_fleet_answer_read(BARE, size, &seen));
    }
}

static void an_error_is_told_with_what_the_sidecar_says(void **state)
{
    (void)state;
    char why[DW_FLEET_WHY_SIZE];
    const char *error = "{\"code\":2,\"message\":\"counter not found: players\",\"details\":[]}";
    dw_fleet_answer_why(500, error, strlen(error), why);
    assert_string_equal(why, "status 500: counter not found: players");
    dw_fleet_answer_why(404, "Not Found\n", 10, why);
    assert_string_equal(why, "status 404");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_server_is_read_bare_and_as_an_event_of_the_watch),
        cmocka_unit_test(what_is_missing_or_of_another_type_is_not_told),
        cmocka_unit_test(a_time_of_deletion_is_told_as_text_or_number),
        cmocka_unit_test(each_state_is_known_and_a_new_one_is_unknown),
        cmocka_unit_test(a_name_that_is_too_long_is_cut),
        cmocka_unit_test(nothing_else_is_a_game_server),
        cmocka_unit_test(an_error_is_told_with_what_the_sidecar_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
