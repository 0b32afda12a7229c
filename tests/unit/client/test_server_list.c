/* The list of servers: who is in it, for how long, and in what order. */
#include "client/core/server_list.h"
#include "tests/support/test.h"

#define MS UINT64_C(1000000)

static dw_server_list list;

static dw_discovery_answer answer_of(uint16_t version, uint16_t players)
{
    dw_discovery_answer answer = {
        .version = version, .sealed = true, .players = players, .places = 8, .matches = 1};
    return answer;
}

static void hear(const char *host, uint16_t version, uint16_t players, uint32_t ping_ms)
{
    const dw_discovery_answer answer = answer_of(version, players);
    assert_int_equal(dw_server_list_hear(&list, host, 27967, &answer, ping_ms * 1000, 100 * MS),
                     DW_OK);
}

static int clear(void **state)
{
    (void)state;
    list.count = 0;
    return 0;
}

static void expect_order(const char *const hosts[], uint32_t count)
{
    dw_server_list_sort(&list);
    assert_int_equal(list.count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(list.rows[i].host, hosts[i]);
    }
}

static void what_can_be_joined_stands_first_and_the_nearest_of_it(void **state)
{
    (void)state;
    const uint16_t now = DW_PROTOCOL_VERSION;
    assert_int_equal(dw_server_list_keep(&list, "silent", 27967, false, 2), DW_OK);
    assert_int_equal(dw_server_list_keep(&list, "silent_newer", 27967, false, 1), DW_OK);
    assert_int_equal(dw_server_list_keep(&list, "silent_favourite", 27967, true, 0), DW_OK);
    hear("newer", now + 1, 0, 1);
    hear("full", now, 8, 1);
    hear("far", now, 7, 90);
    hear("near", now, 0, 2);
    hear("loved", now, 0, 200);
    assert_int_equal(dw_server_list_keep(&list, "LOVED", 27967, true, 0), DW_OK);
    static const char *const order[] = {
        "loved", "near", "far", "full", "newer", "silent_favourite", "silent_newer", "silent"};
    expect_order(order, 8);
}

static void pings_that_differ_little_leave_the_order_as_it_is(void **state)
{
    (void)state;
    hear("a", DW_PROTOCOL_VERSION, 0, 19);
    hear("b", DW_PROTOCOL_VERSION, 0, 3);
    static const char *const order[] = {"a", "b"};
    expect_order(order, 2);
}

static void a_silent_server_leaves_the_list_unless_it_is_kept(void **state)
{
    (void)state;
    hear("a", DW_PROTOCOL_VERSION, 0, 1);
    hear("b", DW_PROTOCOL_VERSION, 0, 1);
    assert_int_equal(dw_server_list_keep(&list, "b", 27967, false, 1), DW_OK);
    dw_server_list_expire(&list, (100 + DW_SERVER_SILENT_MS) * MS);
    assert_int_equal(list.count, 2);
    assert_true(list.rows[1].answered);
    dw_server_list_expire(&list, (101 + DW_SERVER_SILENT_MS) * MS);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.rows[0].host, "b");
    assert_false(list.rows[0].answered);
    assert_int_equal(dw_server_note_of(&list.rows[0]), DW_SERVER_UNASKED);
}

static void only_hosts_that_need_no_lookup_are_asked(void **state)
{
    (void)state;
    uint32_t address = 0;
    assert_true(dw_server_host_is_asked("10.0.0.7", &address));
    assert_true(dw_server_host_is_asked("LocalHost", &address));
    assert_memory_equal(&address, "\x7f\0\0\1", sizeof address);
    assert_false(dw_server_host_is_asked("manor.example", &address));
    assert_int_equal(dw_server_list_keep(&list, "10.0.0.7", 27967, true, 0), DW_OK);
    assert_int_equal(dw_server_note_of(&list.rows[0]), DW_SERVER_SILENT);
}

static void a_crowd_of_answers_does_not_push_kept_servers_out(void **state)
{
    (void)state;
    assert_int_equal(dw_server_list_keep(&list, "kept", 27967, true, 0), DW_OK);
    const dw_discovery_answer answer = answer_of(DW_PROTOCOL_VERSION, 0);
    uint32_t refused = 0;
    for (uint16_t port = 1; port <= 1000; port++) {
        refused +=
            dw_server_list_hear(&list, "10.0.0.1", port, &answer, 1, 100 * MS) == DW_FULL ? 1 : 0;
    }
    assert_int_equal(list.count, DW_SERVER_LIST_MAX);
    assert_int_equal(refused, 1000 - (DW_SERVER_LIST_MAX - 1));
    assert_non_null(dw_server_list_find(&list, "kept", 27967));
}

static void another_version_is_noted_as_newer_or_older(void **state)
{
    (void)state;
    hear("newer", DW_PROTOCOL_VERSION + 1, 0, 1);
    hear("older", DW_PROTOCOL_VERSION - 1, 0, 1);
    assert_int_equal(dw_server_note_of(&list.rows[0]), DW_SERVER_NEWER);
    assert_int_equal(dw_server_note_of(&list.rows[1]), DW_SERVER_OLDER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define FRESH(test) cmocka_unit_test_setup(test, clear)
        FRESH(what_can_be_joined_stands_first_and_the_nearest_of_it),
        FRESH(pings_that_differ_little_leave_the_order_as_it_is),
        FRESH(a_silent_server_leaves_the_list_unless_it_is_kept),
        FRESH(only_hosts_that_need_no_lookup_are_asked),
        FRESH(a_crowd_of_answers_does_not_push_kept_servers_out),
        FRESH(another_version_is_noted_as_newer_or_older),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
