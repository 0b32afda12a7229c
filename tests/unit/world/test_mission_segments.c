/* Conversations of mission files: what they mean, and how each mistake is refused. */
#include "common/world/mission.h"
#include "tests/support/mission_house.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#define TAKE  "{\"id\": \"a\", \"do\": \"take\", \"item\": \"gold\", \"text\": \"Take it\"}"
#define BEGIN "\"triggers\": [{\"on\": [\"time\", 1], \"do\": [[\"converse\", \"hello\"]]}]"
#define LINES "\"lines\": [[\"Ines\", \"Who are you?\"]]"
#define YES   "{\"text\": \"Yes\"}"
#define NO    "{\"text\": \"No\", \"do\": [[\"alarm\", 1]]}"

static dw_scene *scene;
static const dw_map *map;

static int open_house(void **state)
{
    (void)state;
    scene = dw_scene_create();
    map = dw_mission_house(scene);
    return 0;
}

static int close_house(void **state)
{
    (void)state;
    dw_scene_destroy(scene);
    return 0;
}

static void refuse(const char *segments, const char *rest, const char *why)
{
    static char text[16384];
    static char parts[16000];
    (void)snprintf(parts, sizeof parts, "[" TAKE "], \"segments\": %s, %s", segments, rest);
    dw_mission_text(text, sizeof text, parts);
    dw_error error = {""};
    assert_string_equal(dw_mission_refusal(map, text, &error), why);
}

/* One segment, "hello", with these members beside its name. */
static void refuse_hello(const char *members, const char *why)
{
    char segments[8192];
    (void)snprintf(segments, sizeof segments, "[{\"id\": \"hello\", %s}]", members);
    refuse(segments, BEGIN, why);
}

static void a_segment_has_lines_and_options_that_lead_to_actions(void **state)
{
    (void)state;
    const dw_mission mission = dw_mission_of(
        map, "[" TAKE "], \"segments\": [{\"id\": \"hello\", \"lines\": [[\"Ines\", \"Hello.\"], "
             "[\"Ines\", \"Who are you?\"]], \"seconds\": 20, \"default\": 2, \"options\": [" YES
             ", {\"text\": \"No\", \"do\": [[\"alarm\", 1], [\"converse\", \"bye\"]]}]}, "
             "{\"id\": \"bye\", \"lines\": [[\"Ines\", \"Go.\"]]}], " BEGIN);
    assert_true(dw_mission_asks(&mission));
    assert_int_equal(mission.segment_count, 2);
    const dw_mission_segment *hello = &mission.segments[0];
    assert_int_equal(hello->line_count, 2);
    assert_int_equal(hello->ticks, 1200);
    assert_int_equal(hello->silence, 1);
    assert_int_equal(hello->option_count, 2);
    assert_string_equal(hello->options[1].text, "No");
    assert_int_equal(hello->options[0].action_count, 0);
    assert_int_equal(hello->options[1].action_count, 2);
    const dw_mission_action *line = &mission.actions[hello->first_line];
    assert_int_equal(line[0].kind, DW_ACTION_TALK);
    assert_int_equal(line[0].asks, 0);
    assert_int_equal(line[1].asks, 1); /* The last line is the question. */
    assert_string_equal(mission.texts[line[1].names.text], "Who are you?");
    assert_string_equal(mission.texts[line[1].names.speaker], "Ines");
    const dw_mission_action *bye = &mission.actions[hello->options[1].first_action + 1];
    assert_int_equal(bye->kind, DW_ACTION_CONVERSE);
    assert_int_equal(bye->names.segment, 1);
    assert_int_equal(mission.segments[1].option_count, 0);
    assert_int_equal(mission.segments[1].ticks, 0);
}

static void a_question_is_open_for_fifteen_seconds_and_its_first_option_holds(void **state)
{
    (void)state;
    const dw_mission mission =
        dw_mission_of(map, "[" TAKE "], \"segments\": [{\"id\": \"hello\", " LINES
                           ", \"options\": [" YES ", " NO "]}], " BEGIN);
    assert_int_equal(mission.segments[0].ticks, 15 * 60);
    assert_int_equal(mission.segments[0].silence, 0);
    const dw_mission plain = dw_mission_of(map, "[" TAKE "]");
    assert_false(dw_mission_asks(&plain));
}

static void segments_that_are_wrong_are_refused(void **state)
{
    (void)state;
    refuse("7", BEGIN, "segments: must be a list");
    refuse("[7]", BEGIN, "segment 1: must be an object of keys and values");
    refuse("[{\"id\": \"hello\", \"ask\": 1}]", BEGIN, "segment 1: there is no key \"ask\"");
    refuse("[{\"lines\": []}]", BEGIN, "segment 1: id: must be text of 1 to 31 bytes");
    refuse("[{\"id\": \"hello\", " LINES "}, {\"id\": \"hello\", " LINES "}]", BEGIN,
           "segment 2: id: another segment is called \"hello\"");
    refuse_hello("\"lines\": []", "segment \"hello\": lines: the list is empty");
    refuse_hello("\"options\": [" YES "]", "segment \"hello\": lines: must be a list");
    refuse_hello("\"lines\": [\"Hello\"]",
                 "segment \"hello\": lines: a line is a list of a speaker and a text");
    refuse_hello("\"lines\": [[\"Ines\", 7]]",
                 "segment \"hello\": text: must be text of 1 to 127 bytes");
    refuse_hello("\"lines\": [[\"\", \"Hello\"]]",
                 "segment \"hello\": speaker: must be text of 1 to 31 bytes");
    refuse("[{\"id\": \"hello\", " LINES "}]",
           "\"triggers\": [{\"on\": [\"time\", 1], \"do\": [[\"converse\", \"bye\"]]}]",
           "trigger 1: there is no segment \"bye\" (known: hello)");
}

static void options_that_are_wrong_are_refused(void **state)
{
    (void)state;
    refuse_hello(LINES ", \"options\": []", "segment \"hello\": options: fewer than 2");
    refuse_hello(LINES ", \"options\": [" YES "]", "segment \"hello\": options: fewer than 2");
    refuse_hello(LINES ", \"options\": [" YES ", " YES ", " YES ", " YES ", " YES "]",
                 "segment \"hello\": options: more than 4");
    refuse_hello(LINES ", \"options\": [" YES ", {\"do\": [[\"alarm\", 1]]}]",
                 "segment \"hello\", option 2: text: must be text of 1 to 63 bytes");
    refuse_hello(LINES ", \"options\": [{\"text\": "
                       "\"0123456789012345678901234567890123456789012345678901234567890123\"}, " NO
                       "]",
                 "segment \"hello\", option 1: text: must be text of 1 to 63 bytes");
    refuse_hello(LINES ", \"options\": [" YES ", {\"text\": \"No\", \"do\": []}]",
                 "segment \"hello\", option 2: do: the list is empty");
    refuse_hello(LINES ", \"options\": [" YES
                       ", {\"text\": \"No\", \"do\": [[\"converse\", \"bye\"]]}]",
                 "segment \"hello\", option 2: there is no segment \"bye\" (known: hello)");
    refuse_hello(LINES ", \"options\": [" YES ", {\"text\": \"No\", \"then\": 1}]",
                 "segment \"hello\", option 2: there is no key \"then\"");
    refuse_hello(LINES ", \"seconds\": 10", "segment \"hello\": seconds: there are no options");
    refuse_hello(LINES ", \"default\": 1", "segment \"hello\": default: there are no options");
    refuse_hello(LINES ", \"seconds\": 4, \"options\": [" YES ", " NO "]",
                 "segment \"hello\": seconds: must be a whole number from 5 to 60");
    refuse_hello(LINES ", \"default\": 3, \"options\": [" YES ", " NO "]",
                 "segment \"hello\": default: must be a whole number from 1 to 2");
}

#define LEADS(id, to)                                                                              \
    "{\"id\": \"" id "\", " LINES ", \"options\": [{\"text\": \"Again\", \"do\": "                 \
    "[[\"converse\", \"" to                                                                        \
    "\"]]}, {\"text\": \"Once more\", \"do\": [[\"converse\", \"hello\"]]}]}"

static void conversations_without_an_end_are_refused(void **state)
{
    (void)state;
    refuse("[" LEADS("hello", "more") ", " LEADS("more", "hello") "]", BEGIN,
           "segment \"hello\": each of its options leads back to a question without an end");
    refuse("[{\"id\": \"hello\", " LINES "}, {\"id\": \"lost\", " LINES "}]", BEGIN,
           "segment \"lost\": no \"converse\" leads to it");
    refuse("[{\"id\": \"hello\", " LINES "}, {\"id\": \"lost\", " LINES ", \"options\": [" YES
           ", {\"text\": \"No\", \"do\": [[\"converse\", \"lost\"]]}]}]",
           BEGIN, "segment \"lost\": no \"converse\" leads to it");
    /* One that players can get out of may come back. */
    (void)dw_mission_of(map, "[" TAKE "], \"segments\": [{\"id\": \"hello\", " LINES
                             ", \"options\": [" YES ", {\"text\": \"Again\", \"do\": "
                             "[[\"converse\", \"hello\"]]}]}], " BEGIN);
}

static void too_many_of_anything_is_refused(void **state)
{
    (void)state;
    static char segments[8192];
    size_t at = 0;
    for (int i = 0; i <= DW_SEGMENTS_MAX; i++) {
        at += (size_t)snprintf(segments + at, 8192 - at, "%s{\"id\": \"s%d\", " LINES "}",
                               i == 0 ? "[" : ", ", i);
    }
    (void)snprintf(segments + at, 8192 - at, "]");
    refuse(segments, BEGIN, "segments: more than 16");
    at = (size_t)snprintf(segments, 8192, "\"lines\": [");
    for (int i = 0; i <= DW_LINES_MAX; i++) {
        at += (size_t)snprintf(segments + at, 8192 - at, "%s[\"Ines\", \"%d\"]", i == 0 ? "" : ", ",
                               i);
    }
    (void)snprintf(segments + at, 8192 - at, "]");
    refuse_hello(segments, "segment \"hello\": lines: more than 8");
    at = (size_t)snprintf(segments, 8192,
                          LINES ", \"options\": [" YES ", {\"text\": \"No\", \"do\": [");
    for (int i = 0; i < DW_ACTIONS_MAX; i++) { /* With the trigger's and the line, one too many. */
        at += (size_t)snprintf(segments + at, 8192 - at, "%s[\"give\", 1]", i == 0 ? "" : ", ");
    }
    (void)snprintf(segments + at, 8192 - at, "]}]");
    refuse_hello(segments, "segment \"hello\", option 2: more than 96 actions in all");
}

/* A part may need what an answer unlocks, as long as the question can be asked. */
static void what_an_answer_opens_counts_as_reached(void **state)
{
    (void)state;
    dw_item_spot *key = &((dw_map *)map)->items[3];
    const uint16_t room = key->room;
    key->room = 2; /* In the vault that it opens. */
    static const char star[] =
        "[{\"id\": \"a\", \"do\": \"take\", \"text\": \"x\", \"item\": \"star\"}], \"segments\": "
        "[{\"id\": \"hello\", " LINES ", \"options\": [" YES
        ", {\"text\": \"Open it\", \"do\": [[\"unlock\", \"vault-door\"]]}]}], \"triggers\": "
        "[{\"on\": [\"%s\", \"%s\"], \"do\": [[\"converse\", \"hello\"]]}]";
    char parts[1024];
    (void)snprintf(parts, sizeof parts, star, "enter", "hall");
    (void)dw_mission_of(map, parts);
    (void)snprintf(parts, sizeof parts, star, "enter", "vault");
    char text[2048];
    dw_mission_text(text, sizeof text, parts);
    dw_error error = {""};
    assert_string_equal(
        dw_mission_refusal(map, text, &error),
        "part \"a\": its item lies behind a lock that nothing opens, or whose key does");
    key->room = room;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_segment_has_lines_and_options_that_lead_to_actions),
        cmocka_unit_test(a_question_is_open_for_fifteen_seconds_and_its_first_option_holds),
        cmocka_unit_test(segments_that_are_wrong_are_refused),
        cmocka_unit_test(options_that_are_wrong_are_refused),
        cmocka_unit_test(conversations_without_an_end_are_refused),
        cmocka_unit_test(too_many_of_anything_is_refused),
        cmocka_unit_test(what_an_answer_opens_counts_as_reached),
    };
    return cmocka_run_group_tests(tests, open_house, close_house);
}
