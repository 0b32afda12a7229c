/* What a host types and what the server answers: matches, guards, brains, maps, announcements. A
 * whole server without clients. Moderation is in test_server_moderation. */
#include "server/host/console.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server/session/match_state.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MATCHES = 3, ANSWER_BYTES = 16384 };

static dw_console_caller caller = {"test", DW_CONSOLE_HOST};
static dw_server *server;
static char said[ANSWER_BYTES];

static void open_server(const char *map, const char *others)
{
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.map, sizeof config.map, "%s", map);
    (void)snprintf(config.maps, sizeof config.maps, "%s", others);
    config.port = 0;
    config.matches = MATCHES;
    assert_int_equal(dw_server_create(&server, &config, &error), DW_OK);
}

static int close_server(void **state)
{
    (void)state;
    dw_server_destroy(server);
    server = NULL;
    return 0;
}

static dw_console_wish run(const char *line)
{
    said[0] = '\0';
    FILE *answer = fmemopen(said, sizeof said, "w");
    assert_non_null(answer);
    const dw_console_wish wish = dw_console_run(server, &caller, line, answer);
    (void)fclose(answer);
    return wish;
}

static void answers(const char *line, const char *expected)
{
    assert_int_equal(run(line), DW_CONSOLE_GO_ON);
    assert_string_equal(said, expected);
}

static void is_denied(const char *line, const char *expected)
{
    assert_int_equal(run(line), DW_CONSOLE_DENIED);
    assert_string_equal(said, expected);
}

static void answers_with(const char *line, const char *part)
{
    assert_int_equal(run(line), DW_CONSOLE_GO_ON);
    if (strstr(said, part) == NULL) {
        fail_msg("%s: not \"%s\" but:\n%s", line, part, said);
    }
}

static const char *brain_of(uint32_t match, uint16_t guard)
{
    return dw_sim_brain(dw_match_sim(server->matches[match]), guard)->name;
}

static const char *played(uint32_t match)
{
    return dw_server_map_of(server, match)->match.map->name;
}

static void matches_without_clients_are_listed_only_when_all_are_asked_for(void **state)
{
    (void)state;
    open_server("training", "");
    answers("matches", "matches 3, clients 0, ticks 0, joined 0, lost 0\n");
    char expected[1024];
    size_t used = 0;
    for (uint32_t m = 0; m < MATCHES; m++) {
        used += (size_t)snprintf(expected + used, sizeof expected - used,
                                 "match %u: round 1, lobby, players 0, away 0, spectators 0, "
                                 "queued 0, free 8, map training, code %s\n",
                                 m + 1, server->codes[m]);
    }
    (void)snprintf(expected + used, sizeof expected - used,
                   "matches 3, clients 0, ticks 0, joined 0, lost 0\n");
    answers("matches all", expected);
    answers("matches some", "usage: matches [all]\n");
}

static void guards_of_one_match_or_of_all_are_told_with_their_brains(void **state)
{
    (void)state;
    open_server("reference", "");
    static const char *const names[] = {"Anton", "Berta", "Cyril"};
    assert_int_equal(run("guards 2"), DW_CONSOLE_GO_ON);
    const char *at = said;
    for (uint32_t g = 0; g < 3; g++) {
        char begin[64];
        (void)snprintf(begin, sizeof begin, "match 2, %s (reference): patrol. Patrol: ", names[g]);
        assert_int_equal(strncmp(at, begin, strlen(begin)), 0);
        at = strchr(at, '\n') + 1;
    }
    assert_string_equal(at, "");
    answers_with("guards all", "match 1, Anton ");
    answers_with("guards all", "match 3, Cyril ");
    answers("guards 4", "match 4: must be 1 to 3, a code, or all\n");
    answers("guards 0", "match 0: must be 1 to 3, a code, or all\n");
    answers("guards", "usage: guards MATCH|all\n");
    answers("guards 1 2", "usage: guards MATCH|all\n");
    char line[32];
    (void)snprintf(line, sizeof line, "guards %s", server->codes[2]);
    answers_with(line, "match 3, Anton ");
    assert_null(strstr(said, "match 2"));
}

static void brains_change_for_the_guards_that_are_named_and_for_no_others(void **state)
{
    (void)state;
    open_server("reference", "");
    answers("brain 2 Berta null", "brain null: guards changed 1\n");
    assert_string_equal(brain_of(1, 1), "null");
    assert_string_equal(brain_of(1, 0), "reference");
    assert_string_equal(brain_of(1, 2), "reference");
    assert_string_equal(brain_of(0, 1), "reference");
    answers("brain all Cyril chaser", "brain chaser: guards changed 3\n");
    for (uint32_t m = 0; m < MATCHES; m++) {
        assert_string_equal(brain_of(m, 0), "reference");
        assert_string_equal(brain_of(m, 2), "chaser");
    }
    answers("brain 3 all null", "brain null: guards changed 3\n");
    for (uint16_t g = 0; g < 3; g++) {
        assert_string_equal(brain_of(2, g), "null");
    }
    assert_string_equal(brain_of(0, 0), "reference");
}

static void a_mistake_about_brains_changes_none(void **state)
{
    (void)state;
    open_server("reference", "");
    answers("brain 1 Otto null", "unknown guard \"Otto\" (guards shows the names of this map)\n");
    answers("brain 1 Otto the Great null",
            "unknown guard \"Otto the Great\" (guards shows the names of this map)\n");
    answers_with("brain all all genius", "unknown brain \"genius\" (known: null, patrol-only");
    answers("brain 9 all null", "match 9: must be 1 to 3, a code, or all\n");
    answers("brain 1 all", "brain MATCH|all GUARD|all BRAIN, or brain reload BRAIN\n");
    answers("brain 1", "usage: brain MATCH|all GUARD|all BRAIN | reload BRAIN\n");
    answers("brain reload null", "brain null is in C: there is no file to read\n");
    for (uint32_t m = 0; m < MATCHES; m++) {
        for (uint16_t g = 0; g < 3; g++) {
            assert_string_equal(brain_of(m, g), "reference");
        }
    }
}

/* `all` is no guard's name where there are no guards. */
static void a_map_without_guards_has_no_brains_to_change(void **state)
{
    (void)state;
    open_server("training", "");
    answers("brain 1 all null", "unknown guard \"all\" (guards shows the names of this map)\n");
    answers("guards 1", "");
}

static void a_match_without_clients_changes_its_map_at_once(void **state)
{
    (void)state;
    open_server("training", "reference");
    answers("map 2 reference", "match 2: plays on reference\n");
    assert_string_equal(played(0), "training");
    assert_string_equal(played(1), "reference");
    assert_string_equal(played(2), "training");
    assert_int_equal(server->maps_wanted, 0);
    answers("map all reference", "match 1: plays on reference\n"
                                 "match 2: plays on reference\n"
                                 "match 3: plays on reference\n");
    for (uint32_t m = 0; m < MATCHES; m++) {
        assert_string_equal(played(m), "reference");
        assert_int_equal(server->wanted_maps[m], 0);
    }
    answers("map 3 training", "match 3: plays on training\n");
    assert_string_equal(played(2), "training");
    answers_with("guards 1", "match 1, Anton ");
}

static void a_mistake_about_maps_changes_none(void **state)
{
    (void)state;
    open_server("training", "");
    answers_with("map 1 nowhere", "map: nowhere: ");
    answers("map 9 training", "match 9: must be 1 to 3, a code, or all\n");
    answers("map 1", "usage: map MATCH|all NAME-or-FILE\n");
    answers_with("map 1 museum", "map: museum: a match on it takes ");
    answers_with("map 1 museum", "; start the server with maps = museum\n");
    for (uint32_t m = 0; m < MATCHES; m++) {
        assert_string_equal(played(m), "training");
    }
}

/* A player in a slot that the map does not have, as if it sat on a larger one. */
static void a_map_without_the_seats_of_one_match_changes_none(void **state)
{
    (void)state;
    open_server("training", "reference");
    for (uint32_t m = 0; m < MATCHES; m++) {
        char expected[128];
        (void)snprintf(expected, sizeof expected,
                       "map: match %u: reference has 8 seats, and the player in slot 8 has none "
                       "there\n",
                       m + 1);
        server->matches[m]->playing = 1 << 8;
        answers("map all reference", expected);
        server->matches[m]->playing = 0;
        for (uint32_t other = 0; other < MATCHES; other++) {
            assert_string_equal(played(other), "training");
        }
        assert_int_equal(server->maps_wanted, 0);
    }
}

static void a_draining_server_changes_no_map(void **state)
{
    (void)state;
    open_server("training", "reference");
    server->draining = true;
    answers_with("map 2 reference", "match 2: plays on training, changes to reference when round ");
    assert_int_equal(server->maps_wanted, 1);
    answers("map 2 training", "match 2: plays on training\n"); /* Takes it back. */
    assert_int_equal(server->maps_wanted, 0);
}

/* Why a server does not start, or NULL. */
static const char *refuses_maps(const char *others, dw_error *error)
{
    dw_server_config config = dw_server_config_default();
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.map, sizeof config.map, "training");
    (void)snprintf(config.maps, sizeof config.maps, "%s", others);
    config.port = 0;
    error->text[0] = '\0';
    return dw_server_create(&server, &config, error) == DW_OK ? NULL : error->text;
}

static void the_maps_of_the_settings_are_all_loaded_at_the_start(void **state)
{
    (void)state;
    dw_error error;
    assert_null(refuses_maps("reference, museum,training", &error));
    static const char *const names[] = {"training", "reference", "museum"};
    for (uint32_t i = 0; i < 3; i++) {
        assert_string_equal(server->maps.rows[i].match.map->name, names[i]);
    }
    assert_null(server->maps.rows[3].match.map); /* The same file is loaded once. */
    assert_string_equal(played(0), "training");
    answers("map 1 museum", "match 1: plays on museum\n");
    dw_server_destroy(server);
    server = NULL;
    assert_non_null(strstr(refuses_maps("reference, nowhere", &error), "nowhere"));
}

static void lines_to_all_are_short_and_plain(void **state)
{
    (void)state;
    open_server("training", "");
    answers("say The house closes.", "sent to 0 clients\n");
    char line[8 + DW_CHAT_MAX + 2] = "say ";
    memset(line + 4, 'x', DW_CHAT_MAX);
    answers(line, "sent to 0 clients\n");
    line[4 + DW_CHAT_MAX] = 'x'; /* One byte more. */
    char expected[80];
    (void)snprintf(expected, sizeof expected, "say: must be 1 to %d bytes of plain text\n",
                   DW_CHAT_MAX);
    answers(line, expected);
    answers("say a\001b", expected);
    answers("say", "usage: say TEXT\n");
}

static uint32_t lines_said(void)
{
    uint32_t lines = 0;
    for (const char *at = said; *at != '\0'; at++) {
        lines += *at == '\n';
    }
    return lines;
}

static void a_paused_match_is_stepped_and_resumed(void **state)
{
    (void)state;
    open_server("training", "");
    answers("step 1", "match 1: is not paused\n");
    answers("pause 1", "paused: matches 1\n");
    assert_true(dw_match_is_paused(server->matches[0]));
    assert_false(dw_match_is_paused(server->matches[1]));
    answers("step 1 60", "ticks 60: matches 1\n");
    answers("step 1 0", "step: must be 1 to 3600 ticks\n");
    answers("step all", "match 2: is not paused\n");
    answers("resume all", "resumed: matches 1\n");
    assert_false(dw_match_is_paused(server->matches[0]));
}

static void a_drain_waits_for_rounds_up_to_its_seconds(void **state)
{
    (void)state;
    open_server("training", "");
    answers("drain soon", "drain soon: must be 0 to 86400 seconds\n");
    assert_int_equal(run("drain 7"), DW_CONSOLE_STOP);
    assert_int_equal(server->config.drain_s, 7);
}

static void a_caller_may_use_the_commands_of_its_level_and_those_below(void **state)
{
    (void)state;
    open_server("training", "");
    const dw_console_caller before = caller;
    caller.level = DW_CONSOLE_MODERATOR;
    is_denied("pause 1", "pause: you are moderator, and it takes operator\n");
    is_denied("stop", "stop: you are moderator, and it takes host\n");
    assert_int_equal(run("help"), DW_CONSOLE_GO_ON);
    assert_int_equal(lines_said(), 10);
    answers_with("bans", "bans 0");
    caller.level = DW_CONSOLE_OPERATOR;
    answers("pause 1", "paused: matches 1\n");
    is_denied("stop", "stop: you are operator, and it takes host\n");
    caller = before;
}

static void a_strategy_is_of_one_match_and_stays_when_the_map_changes(void **state)
{
    (void)state;
    open_server("training", "reference");
    answers("strategy 1 hold", "match 1: plays on training against hold\n");
    assert_int_not_equal(server->played_maps[0], server->played_maps[1]);
    answers("map 1 reference", "match 1: plays on reference against hold\n");
    answers("map 2 reference", "match 2: plays on reference\n");
    answers("strategy all mute", "match 1: plays on reference against mute\n"
                                 "match 2: plays on reference against mute\n"
                                 "match 3: plays on training against mute\n");
    answers_with("strategy 2 genius", "strategy: genius: ");
    assert_string_equal(dw_server_map_of(server, 1)->chosen_strategy, "mute");
    answers("strategy 2 auto", "match 2: plays on reference\n");
    assert_memory_not_equal(&dw_server_map_of(server, 1)->rules.strategy,
                            &dw_server_map_of(server, 0)->rules.strategy, sizeof(dw_strategy));
}

static void levels_are_found_by_their_words(void **state)
{
    (void)state;
    dw_console_level level = DW_CONSOLE_HOST;
    assert_int_equal(dw_console_level_find("operator", &level), DW_OK);
    assert_int_equal(level, DW_CONSOLE_OPERATOR);
    assert_int_equal(dw_console_level_find("king", &level), DW_NOT_FOUND);
    assert_int_equal(level, DW_CONSOLE_OPERATOR);
}

static void results_are_told_of_and_forgotten_by_key(void **state)
{
    (void)state;
    open_server("training", "");
    answers("results", "results off (start the server with results = on)\n");
    answers("results forget", "usage: results [forget KEY]\n");
    answers("results delete 0123456789abcdef", "usage: results [forget KEY]\n");
    dw_server_destroy(server);
    /* In memory where there is room: a write to the disk of a busy machine can take seconds. */
    char path[64];
    (void)snprintf(path, sizeof path, "%s/console-results-XXXXXX",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    const int file = mkstemp(path);
    assert_true(file >= 0);
    (void)close(file);
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.map, sizeof config.map, "training");
    (void)snprintf(config.results, sizeof config.results, "%s", path);
    config.port = 0;
    assert_int_equal(dw_server_create(&server, &config, &error), DW_OK);
    answers_with("results", path);
    answers_with("results", "KiB\nrounds since the start: kept 0, waiting 0, lost 0, deleted 0\n");
    answers_with("results forget 0123456789abcde", "must be 16 to 64 hexadecimal digits of a key");
    answers("results forget 0123456789ABCDEF",
            "forgetting 0123456789abcdef; results and the log tell how many rows changed\n");
    for (uint32_t i = 0; i < 20000 && strstr(said, "last forgotten") == NULL; i++) {
        (void)usleep(1000);
        (void)run("results");
    }
    answers_with("results", "last forgotten: no player with key 0123456789abcdef\n");
    dw_server_destroy(server); /* Brings the file's journal in, which would be left otherwise. */
    server = NULL;
    assert_int_equal(unlink(path), 0);
}

static void words_are_counted_and_unknown_ones_named(void **state)
{
    (void)state;
    open_server("training", "");
    answers("", "");
    answers(" \t ", "");
    answers("dance", "unknown command \"dance\" (help lists all)\n");
    answers("stop now", "usage: stop \n");
    assert_int_equal(run(" stop "), DW_CONSOLE_STOP);
    assert_int_equal(run("help"), DW_CONSOLE_GO_ON);
    assert_int_equal(lines_said(), 27);
    answers_with("help", "stop                                  drains the server and ends it, ");
    char line[600];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\0';
    answers_with(line, "too long: a command has at most ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define CLOSED(test) cmocka_unit_test_teardown(test, close_server)
        CLOSED(matches_without_clients_are_listed_only_when_all_are_asked_for),
        CLOSED(guards_of_one_match_or_of_all_are_told_with_their_brains),
        CLOSED(brains_change_for_the_guards_that_are_named_and_for_no_others),
        CLOSED(a_mistake_about_brains_changes_none),
        CLOSED(a_map_without_guards_has_no_brains_to_change),
        CLOSED(a_match_without_clients_changes_its_map_at_once),
        CLOSED(a_mistake_about_maps_changes_none),
        CLOSED(a_map_without_the_seats_of_one_match_changes_none),
        CLOSED(a_draining_server_changes_no_map),
        CLOSED(the_maps_of_the_settings_are_all_loaded_at_the_start),
        CLOSED(lines_to_all_are_short_and_plain),
        CLOSED(a_paused_match_is_stepped_and_resumed),
        CLOSED(a_drain_waits_for_rounds_up_to_its_seconds),
        CLOSED(a_caller_may_use_the_commands_of_its_level_and_those_below),
        CLOSED(a_strategy_is_of_one_match_and_stays_when_the_map_changes),
        CLOSED(levels_are_found_by_their_words),
        CLOSED(results_are_told_of_and_forgotten_by_key),
        CLOSED(words_are_counted_and_unknown_ones_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
