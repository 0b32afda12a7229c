/* Maps in turn: which one follows, when, and what is refused. A whole server without clients. */
#include "server/host/rotation.h"
#include "server/host/server.h"
#include "server/host/server_maps.h"
#include "server/host/server_state.h"
#include "tests/support/test.h"

#include <string.h>

enum { MATCHES = 2 };

static dw_server *server;

static dw_status open_server(const char *rotation, int64_t rounds, dw_error *error)
{
    dw_server_config config = dw_server_config_default();
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.map, sizeof config.map, "training");
    (void)snprintf(config.rotation, sizeof config.rotation, "%s", rotation);
    config.rotation_rounds = rounds;
    config.port = 0;
    config.matches = MATCHES;
    return dw_server_create(&server, &config, error);
}

static int close_server(void **state)
{
    (void)state;
    dw_server_destroy(server);
    server = NULL;
    return 0;
}

static const char *map_after_a_round(uint32_t match)
{
    dw_rotation_round_over(server, match);
    dw_rotation_look(server);
    dw_server_change_maps(server);
    return dw_server_map_of(server, match)->match.map->name;
}

static void maps_follow_each_other_and_begin_anew(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_int_equal(open_server("reference, training", 1, &error), DW_OK);
    assert_string_equal(map_after_a_round(0), "reference");
    assert_string_equal(map_after_a_round(0), "training");
    assert_string_equal(map_after_a_round(0), "reference");
    assert_string_equal(dw_server_map_of(server, 1)->match.map->name, "training");
}

static void a_map_is_played_for_its_rounds(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_int_equal(open_server("training,reference", 3, &error), DW_OK);
    assert_string_equal(map_after_a_round(0), "training");
    assert_string_equal(map_after_a_round(0), "training");
    assert_string_equal(map_after_a_round(0), "reference");
    assert_string_equal(map_after_a_round(0), "reference");
}

static void a_map_that_is_not_in_the_rotation_is_followed_by_the_first(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_int_equal(open_server("reference", 1, &error), DW_OK);
    assert_string_equal(map_after_a_round(1), "reference");
    assert_string_equal(map_after_a_round(1), "reference");
}

static void the_host_s_choice_goes_before_the_rotation(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_map_handle chosen = 0;
    assert_int_equal(open_server("training,reference", 1, &error), DW_OK);
    assert_int_equal(dw_server_load_map(server, "training", &chosen, &error), DW_OK);
    dw_server_want_loaded(server, 0, chosen);
    assert_string_equal(map_after_a_round(0), "training");
}

static void a_match_keeps_its_strategy_from_map_to_map(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_int_equal(open_server("training,reference", 1, &error), DW_OK);
    assert_int_equal(dw_server_want_map(server, 0, 0, NULL, "hold", &error), DW_OK);
    for (uint32_t i = 0; i < 2; i++) {
        assert_string_equal(map_after_a_round(0), i == 0 ? "reference" : "training");
        assert_string_equal(dw_server_map_of(server, 0)->chosen_strategy, "hold");
    }
    assert_string_equal(map_after_a_round(1), "reference");
    assert_string_equal(dw_server_map_of(server, 1)->chosen_strategy, "auto");
}

static void an_unknown_map_is_refused_and_the_rotation_stays(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_int_equal(open_server("training,reference", 1, &error), DW_OK);
    assert_int_not_equal(dw_rotation_load(server, "training,nowhere", &error), DW_OK);
    assert_non_null(strstr(error.text, "rotation: nowhere: "));
    assert_string_equal(map_after_a_round(0), "reference");
    assert_int_equal(dw_rotation_load(server, "", &error), DW_OK);
    assert_string_equal(map_after_a_round(0), "reference");
}

static void a_server_does_not_start_with_an_unknown_map(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_int_not_equal(open_server("nowhere", 1, &error), DW_OK);
    assert_non_null(strstr(error.text, "rotation: nowhere: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define CLOSED(test) cmocka_unit_test_teardown(test, close_server)
        CLOSED(maps_follow_each_other_and_begin_anew),
        CLOSED(a_map_is_played_for_its_rounds),
        CLOSED(a_map_that_is_not_in_the_rotation_is_followed_by_the_first),
        CLOSED(the_host_s_choice_goes_before_the_rotation),
        CLOSED(a_match_keeps_its_strategy_from_map_to_map),
        CLOSED(an_unknown_map_is_refused_and_the_rotation_stays),
        CLOSED(a_server_does_not_start_with_an_unknown_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
