/* A line of the log for each change of a guard's goal, in matches that are played. */
#include "common/base/log.h"
#include "server/host/goal_log.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server/mind/brains/brains.h"
#include "server/session/match_state.h"
#include "tests/support/test.h"

#include <string.h>

enum { MATCHES = 2, LINE_BYTES = 512 };

static dw_server *server;
static char first[LINE_BYTES];
static uint32_t lines;

static void remember(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    if (strstr(line, " goal_changed ") != NULL && lines++ == 0) {
        (void)snprintf(first, sizeof first, "%s", line);
    }
}

static int open_server(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    config.port = 0;
    config.matches = MATCHES;
    if (dw_server_create(&server, &config, &error) != DW_OK) {
        return 1;
    }
    lines = 0;
    dw_log_open(remember, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    return 0;
}

static int close_server(void **state)
{
    (void)state;
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    dw_server_destroy(server);
    return 0;
}

/* Looks at the second match after each of some ticks. Before tick `changes_at` Cyril gets a brain
 * with another goal. */
static void play(dw_goal_log *log, dw_log_gate *gate, uint32_t ticks, uint32_t changes_at)
{
    dw_match *match = server->matches[1];
    const dw_intent none[DW_INTRUDERS_MAX] = {{0}};
    match->round.round = 7;
    for (uint32_t tick = 1; tick <= ticks; tick++) {
        if (tick == changes_at) {
            assert_int_equal(dw_match_set_brain(match, 2, dw_brain_find("null")), DW_OK);
        }
        dw_sim_step(match->sim, none);
        dw_goal_log_look(log, 1, match, gate, 0);
    }
}

static dw_goal_log *make(dw_log_gate *gate)
{
    dw_goal_log *log = NULL;
    dw_log_gate_init(gate, 0);
    assert_int_equal(dw_goal_log_create(&log, MATCHES), DW_OK);
    server->matches[1]->round.phase = DW_PHASE_PLAY;
    return log;
}

static void a_change_is_told_once_with_match_guard_and_goals(void **state)
{
    (void)state;
    dw_log_gate gate;
    dw_goal_log *log = make(&gate);
    play(log, &gate, 20, 15);
    assert_int_equal(lines, 1);
    assert_non_null(strstr(first, " goal_changed match=2 round=7 tick=15 guard=3 name=\"Cyril\" "
                                  "from=\"patrol\" to=\"stand\" cause=start cause_id=0 "
                                  "sentence=\"Stands at its post.\""));
    dw_goal_log_destroy(log);
}

static void between_rounds_nothing_is_told(void **state)
{
    (void)state;
    dw_log_gate gate;
    dw_goal_log *log = make(&gate);
    server->matches[1]->round.phase = DW_PHASE_RESULT;
    play(log, &gate, 20, 15);
    assert_int_equal(lines, 0);
    dw_goal_log_destroy(log);
}

/* Goals at the start of a round are no changes. */
static void a_new_round_begins_without_the_goals_of_the_last(void **state)
{
    (void)state;
    dw_log_gate gate;
    dw_goal_log *log = make(&gate);
    play(log, &gate, 20, 0);
    assert_int_equal(lines, 0);
    dw_sim_reset(server->matches[1]->sim, 1, 0);
    play(log, &gate, 20, 1);
    assert_int_equal(lines, 0);
    dw_goal_log_destroy(log);
}

static void the_gate_of_the_log_holds_lines_back(void **state)
{
    (void)state;
    dw_log_gate gate;
    dw_goal_log *log = make(&gate);
    gate.rate.credit_ns = 0;
    play(log, &gate, 20, 15);
    assert_int_equal(lines, 0);
    assert_int_equal(gate.held, 1);
    dw_goal_log_destroy(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, open_server, close_server)
        WITH_SERVER(a_change_is_told_once_with_match_guard_and_goals),
        WITH_SERVER(between_rounds_nothing_is_told),
        WITH_SERVER(a_new_round_begins_without_the_goals_of_the_last),
        WITH_SERVER(the_gate_of_the_log_holds_lines_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
