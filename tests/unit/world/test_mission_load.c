/* Mission files: each mistake is refused by a line that names the part or trigger and the reason.
 */
#include "common/base/check.h"
#include "common/world/mission.h"
#include "source_dir.h"
#include "tests/support/mission_house.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#define TAKE "{\"id\": \"a\", \"do\": \"take\", \"item\": \"gold\", \"text\": \"Take it\"}"
#define CARRY                                                                                      \
    "{\"id\": \"b\", \"do\": \"carry\", \"item\": \"gold\", \"to\": \"exit\", \"text\": \"Go\", "  \
    "\"after\": [\"a\"]}"
#define ON(on, actions) "[" TAKE "], \"triggers\": [{\"on\": " on ", \"do\": " actions "}]"

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

static void expect_refused_text(const char *text, const char *why)
{
    dw_error error = {""};
    assert_string_equal(dw_mission_refusal(map, text, &error), why);
}

static void expect_refused(const char *parts, const char *why)
{
    char text[4096];
    dw_mission_text(text, sizeof text, parts);
    expect_refused_text(text, why);
}

static void a_sound_mission_names_what_the_map_has(void **state)
{
    (void)state;
    const dw_mission mission = dw_mission_of(
        map,
        "[" TAKE ", " CARRY "], \"briefing\": [\"Hello\"], \"triggers\": [{\"on\": [\"alarm\", 2], "
        "\"do\": [[\"open\", \"door\"], [\"say\", \"Run\"], [\"reinforce\", \"bob\", 5]]}], "
        "\"score\": {\"won\": 7}");
    assert_string_equal(mission.name, "test");
    assert_int_equal(mission.time_limit_ticks, 36000);
    assert_int_equal(mission.players_max, 2);
    assert_int_equal(mission.part_count, 2);
    assert_int_equal(mission.parts[1].kind, DW_PART_CARRY);
    assert_int_equal(mission.parts[1].after, 1);
    assert_memory_equal(&mission.parts[1].names.place, &map->exit, sizeof(dw_rect));
    assert_int_equal(mission.trigger_count, 1);
    assert_int_equal(mission.triggers[0].names.number, 2);
    assert_int_equal(mission.triggers[0].action_count, 3);
    assert_string_equal(mission.texts[mission.actions[1].names.text], "Run");
    assert_int_equal(mission.arrivals[mission.actions[2].names.arrival], 1);
    assert_int_equal(mission.actions[2].names.ticks, 300);
    assert_int_equal(mission.score.won, 7);
    assert_int_equal(mission.score.part, 100);
    assert_int_equal(mission.briefing_count, 1);
}

static void heads_that_are_wrong_are_refused(void **state)
{
    (void)state;
    expect_refused_text("[", "line 1: ']' expected near end of file");
    expect_refused_text("{}", "title: must be text of 1 to 63 bytes");
    expect_refused_text("{\"title\": \"a\", \"map\": \"b\", \"time_limit_s\": 60, \"parts\": []}",
                        "map: it is for map \"b\", not \"scene\"");
    expect_refused_text("{\"title\": \"a\", \"map\": \"scene\", \"parts\": []}",
                        "time_limit_s: must be a whole number from 10 to 86400");
    expect_refused("[" TAKE "], \"player\": 1", "there is no key \"player\"");
    expect_refused_text("{\"title\": \"\"}", "title: must be text of 1 to 63 bytes");
    expect_refused_text(
        "{\"title\": \"0123456789012345678901234567890123456789012345678901234567890123\"}",
        "title: must be text of 1 to 63 bytes");
    expect_refused("[" TAKE "], \"score\": {\"wun\": 1}", "score: there is no key \"wun\"");
    expect_refused("[" TAKE "], \"briefing\": [7]",
                   "briefing, line 1: text: must be text of 1 to 127 bytes");
    expect_refused("[" TAKE "], \"start\": 7", "start: must be a name");
    expect_refused("[]", "parts: the list is empty");
    expect_refused("7", "parts: must be a list");
}

static void parts_that_are_wrong_are_refused(void **state)
{
    (void)state;
    expect_refused("[7]", "part 1: must be an object of keys and values");
    expect_refused("[{\"id\": \"a\", \"do\": \"steal\"}]",
                   "part \"a\": there is no kind of part (do) \"steal\" (known: take, carry, "
                   "reach, scan, use, plant, survive, leave, escort)");
    expect_refused("[{\"id\": \"a\", \"do\": \"take\", \"text\": \"x\"}]",
                   "part \"a\": item: is missing, and \"take\" needs it");
    expect_refused(
        "[{\"id\": \"a\", \"do\": \"take\", \"text\": \"x\", \"item\": \"silver\"}]",
        "part \"a\": there is no item \"silver\" (known: gold, letter, map, vault key, star)");
    expect_refused(
        "[{\"id\": \"a\", \"do\": \"reach\", \"text\": \"x\", \"to\": \"attic\"}]",
        "part \"a\": there is no room or area \"attic\" (known: corner, hall, study, vault)");
    expect_refused("[{\"id\": \"a\", \"do\": \"use\", \"text\": \"x\", \"device\": \"phone\"}]",
                   "part \"a\": there is no device \"phone\" (known: terminal, safe, bell)");
    expect_refused("[{\"id\": \"a\", \"do\": \"survive\", \"text\": \"x\", \"seconds\": 0}]",
                   "part \"a\": seconds: must be a whole number from 1 to 86400");
    expect_refused("[{\"id\": \"a\", \"do\": \"take\", \"text\": \"x\", \"item\": \"gold\", "
                   "\"to\": \"exit\"}]",
                   "part \"a\": to: \"take\" does not need it");
    expect_refused("[{\"id\": \"a\", \"do\": \"take\", \"item\": \"gold\", \"text\": \"x\", "
                   "\"optional\": 1}]",
                   "part \"a\": optional: must be true or false");
    expect_refused("[" TAKE ", " TAKE "]", "part 2: id: another part is called \"a\"");
    expect_refused("[" CARRY "]", "part \"b\": there is no part \"a\" (known: b)");
}

static void missions_that_cannot_be_won_are_refused(void **state)
{
    (void)state;
    expect_refused("[{\"id\": \"a\", \"do\": \"take\", \"item\": \"gold\", \"text\": \"x\", "
                   "\"after\": [\"b\"]}, " CARRY "]",
                   "part \"a\": its \"after\" leads back to part \"a\"");
    expect_refused("[{\"id\": \"a\", \"do\": \"take\", \"item\": \"gold\", \"text\": \"x\", "
                   "\"optional\": true}]",
                   "parts: all of them are optional");
    expect_refused("[{\"id\": \"p\", \"do\": \"plant\", \"item\": \"gold\", \"device\": \"safe\", "
                   "\"text\": \"x\"}, " TAKE "]",
                   "part \"a\": it may come too late: another part plants \"gold\"");
}

#define PLAIN(kind, rest) "[{\"id\": \"a\", \"do\": \"" kind "\", \"text\": \"x\", " rest "}"
#define STAR              "\"item\": \"star\""

/* The vault of the house is locked; a second lock is put on the door to its key. */
static void parts_that_cannot_be_reached_are_refused(void **state)
{
    (void)state;
    (void)dw_mission_of(map, PLAIN("take", STAR) "]"); /* The key lies in the hall. */
    dw_item_spot *key = &((dw_map *)map)->items[3];
    const uint16_t room = key->room;
    key->room = 2; /* In the vault. */
    expect_refused(PLAIN("take", STAR) "]",
                   "part \"a\": its item lies behind a lock that nothing opens, or whose key does");
    expect_refused(
        PLAIN("reach", "\"to\": \"vault\"") "]",
        "part \"a\": its place lies behind a lock that nothing opens, or whose key does");
    expect_refused(
        "[{\"id\": \"b\", \"do\": \"carry\", \"text\": \"x\", \"item\": \"gold\", "
        "\"to\": \"vault\"}]",
        "part \"b\": its place lies behind a lock that nothing opens, or whose key does");
    expect_refused(
        "[{\"id\": \"b\", \"do\": \"take\", \"text\": \"x\", \"item\": \"gold\", "
        "\"after\": [\"c\"]}, {\"id\": \"c\", \"do\": \"take\", \"text\": \"x\", \"item\": "
        "\"letter\", \"after\": [\"d\"]}, {\"id\": \"d\", \"do\": \"take\", \"text\": "
        "\"x\", " STAR "}]",
        "part \"d\": its item lies behind a lock that nothing opens, or whose key does");
    /* A trigger may open it; but not one that waits for what lies behind. */
    (void)dw_mission_of(map, PLAIN("take", STAR) "], \"triggers\": [{\"on\": [\"take\", \"gold\"], "
                                                 "\"do\": [[\"unlock\", \"vault-door\"]]}]");
    expect_refused(PLAIN("take", STAR) "], \"triggers\": [{\"on\": [\"enter\", \"vault\"], "
                                       "\"do\": [[\"open\", \"vault-door\"]]}]",
                   "part \"a\": its item lies behind a lock that nothing opens, or whose key does");
    key->room = room;
}

static void a_start_has_room_for_all_players(void **state)
{
    (void)state;
    const dw_mission mission = dw_mission_of(map, "[" TAKE "], \"start\": \"study\"");
    assert_int_equal(mission.spawn_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(dw_map_room_at(map, mission.spawns[i]), 1);
    }
    assert_false(dw_vec_equal(mission.spawns[0], mission.spawns[1]));
    expect_refused("[" TAKE "], \"start\": \"corner\"", "start: it has room for 1 of 2 players");
    expect_refused("[" TAKE "], \"start\": \"attic\"",
                   "there is no room or area \"attic\" (known: corner, hall, study, vault)");
}

static void people_are_named_by_parts(void **state)
{
    (void)state;
    expect_refused("[{\"id\": \"a\", \"do\": \"escort\", \"text\": \"x\", \"to\": \"exit\"}]",
                   "part \"a\": person: is missing, and \"escort\" needs it");
    expect_refused("[{\"id\": \"a\", \"do\": \"escort\", \"text\": \"x\", \"to\": \"exit\", "
                   "\"person\": \"ann\"}]",
                   "part \"a\": there is no person \"ann\" (known: none)");
}

static void triggers_that_are_wrong_are_refused(void **state)
{
    (void)state;
    expect_refused(ON("[\"boom\"]", "[[\"alarm\", 1]]"),
                   "trigger 1: there is no trigger (on) \"boom\" (known: enter, leave, take, drop, "
                   "use, done, failed, spotted, detected, alarm, caught, time, count)");
    expect_refused(ON("[\"alarm\", 4]", "[[\"alarm\", 1]]"),
                   "trigger 1: \"alarm\": must be from 1 to 3");
    expect_refused(ON("[\"count\", 2]", "[[\"alarm\", 1]]"),
                   "trigger 1: \"count\": must be from 1 to 1");
    expect_refused(ON("[\"take\"]", "[[\"alarm\", 1]]"), "trigger 1: \"take\" takes: an item");
    expect_refused(ON("[\"detected\", 1]", "[[\"alarm\", 1]]"),
                   "trigger 1: \"detected\" takes: nothing");
    expect_refused(ON("[\"detected\"]", "[]"), "trigger 1: do: the list is empty");
    expect_refused(ON("\"detected\"", "[[\"alarm\", 1]]"),
                   "trigger 1: trigger (on): must be a list such as [\"enter\", ...]");
    expect_refused(ON("[\"take\", 7]", "[[\"alarm\", 1]]"), "trigger 1: take: must be a name");
    expect_refused(ON("[\"spotted\"]", "[[\"alarm\", 1]]"),
                   "trigger 1: \"spotted\" takes: a person");
    expect_refused(ON("[\"spotted\", \"ann\"]", "[[\"alarm\", 1]]"),
                   "trigger 1: there is no person \"ann\" (known: none)");
    expect_refused(ON("[\"detected\"]", "[[\"talk\", \"\", \"Hello\"]]"),
                   "trigger 1: speaker: must be text of 1 to 31 bytes");
    expect_refused(ON("[\"detected\"]", "[[\"talk\", \"Ann\", 7]]"),
                   "trigger 1: text: must be text of 1 to 127 bytes");
    expect_refused(ON("[\"detected\"]", "[[\"talk\", \"Ann\"]]"),
                   "trigger 1: \"talk\" takes: a speaker, a text");
    expect_refused(ON("[\"detected\"]", "[[\"lock\", \"door\"]]"),
                   "trigger 1: \"lock\": door \"door\" has no lock");
    expect_refused(ON("[\"detected\"]", "[[\"bell\", \"safe\"]]"),
                   "trigger 1: \"bell\": device \"safe\" is no bell");
    expect_refused(
        ON("[\"detected\"]", "[[\"explode\"]]"),
        "trigger 1: there is no action (do) \"explode\" (known: say, talk, open, close, lock, "
        "unlock, bell, light, alarm, spawn, reinforce, part, complete, fail, give, end, converse)");
    expect_refused(ON("[\"detected\"]", "[[\"open\", \"gate\"]]"),
                   "trigger 1: there is no door \"gate\" (known: door, vault-door)");
    expect_refused(ON("[\"detected\"]", "[[\"spawn\", \"zed\"]]"),
                   "trigger 1: there is no guard \"zed\" (known: ann, bob)");
    expect_refused(ON("[\"detected\"]", "[[\"complete\", \"q\"]]"),
                   "trigger 1: there is no part \"q\" (known: a)");
    expect_refused(ON("[\"detected\"]", "[[\"end\", \"drawn\"]]"),
                   "trigger 1: end: must be \"won\" or \"lost\"");
    expect_refused(ON("[\"detected\"]", "[[\"light\", \"hall\", 101]]"),
                   "trigger 1: \"light\": must be from 0 to 100");
}

static void numbers_of_players_that_are_wrong_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *players;
        const char *why; /* NULL: taken. */
    } cases[] = {
        {"7", "players: must be a list of two numbers, such as [1, 4]"},
        {"[1]", "players: must be a list of two numbers, such as [1, 4]"},
        {"[1, 2, 3]", "players: must be a list of two numbers, such as [1, 4]"},
        {"[0, 2]", "players: must be a whole number from 1 to 2"},
        {"[3, 3]", "players: must be a whole number from 1 to 2"},
        {"[2, 1]", "players: must be a whole number from 2 to 2"},
        {"[1, 1.5]", "players: must be a whole number from 1 to 2"},
        {"[2, 2]", NULL},
    };
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       "{\"title\": \"a\", \"map\": \"scene\", \"time_limit_s\": 60, "
                       "\"players\": %s, \"parts\": [" TAKE "]}",
                       cases[i].players);
        dw_mission mission;
        dw_error error = {""};
        if (cases[i].why != NULL) {
            expect_refused_text(text, cases[i].why);
        } else {
            assert_int_equal(dw_mission_load(&mission, "x.json", map, (const uint8_t *)text,
                                             strlen(text), &error),
                             DW_OK);
            assert_int_equal(mission.players_min, 2);
            assert_int_equal(mission.players_max, 2);
        }
    }
}

/* Writes `count` members "a, b, c" and the rest behind them. `member` may hold one %u. */
static void many(char *out, size_t size, const char *before, const char *member, uint32_t count,
                 const char *after)
{
    size_t at = (size_t)snprintf(out, size, "%s", before);
    for (uint32_t i = 0; i < count && at < size; i++) {
        const char *number = strstr(member, "%u");
        const int head = (int)(number != NULL ? number - member : (long)strlen(member));
        at += (size_t)snprintf(out + at, size - at, "%s%.*s", i == 0 ? "" : ", ", head, member);
        if (number != NULL && at < size) {
            at += (size_t)snprintf(out + at, size - at, "%u%s", i, number + 2);
        }
    }
    assert_true(at < size);
    at += (size_t)snprintf(out + at, size - at, "%s", after);
    assert_true(at < size);
}

#define SAYS "[\"say\", \"%u\"]"

static void too_many_of_anything_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *before, *member, *after;
        uint32_t most;
        const char *why;
    } cases[] = {
        {"[", "{\"id\": \"p%u\", \"do\": \"take\", \"item\": \"gold\", \"text\": \"x\"}", "]",
         DW_PARTS_MAX, "parts: more than 16"},
        {"[" TAKE "], \"briefing\": [", "\"%u\"", "]", DW_BRIEFING_MAX, "briefing: more than 8"},
        {"[" TAKE "], \"triggers\": [", "{\"on\": [\"detected\"], \"do\": [[\"alarm\", 1]]}", "]",
         DW_TRIGGERS_MAX, "triggers: more than 32"},
        {"[" TAKE "], \"triggers\": [{\"on\": [\"detected\"], \"do\": [", SAYS, "]}]",
         DW_MISSION_TEXTS_MAX, "trigger 1: more than 48 texts"},
        {"[" TAKE "], \"triggers\": [{\"on\": [\"detected\"], \"do\": [", "[\"alarm\", 1]", "]}]",
         DW_ACTIONS_MAX, "trigger 1: do: more than 96"},
    };
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        char parts[4000];
        many(parts, sizeof parts, cases[i].before, cases[i].member, cases[i].most, cases[i].after);
        (void)dw_mission_of(map, parts);
        many(parts, sizeof parts, cases[i].before, cases[i].member, cases[i].most + 1,
             cases[i].after);
        expect_refused(parts, cases[i].why);
    }
}

/* In a house of its own with one guard more than may come later. */
static void sixteen_guards_may_come_later(void **state)
{
    (void)state;
    dw_scene *crowd = dw_scene_create();
    dw_scene_room(crowd, "hall", 0, 0, 20000, 6000);
    dw_scene_objective(crowd, 6000, 5000, 200, 200);
    memcpy(dw_scene_parts(crowd)->items[0].name, "gold", sizeof "gold");
    dw_scene_spawn(crowd, 1000, 5000);
    dw_scene_spawn(crowd, 2000, 5000);
    dw_scene_patrol(crowd, "round", "hall");
    for (int32_t i = 0; i <= DW_ARRIVALS_MAX; i++) {
        char name[8];
        (void)snprintf(name, sizeof name, "g%d", i);
        dw_scene_guard(crowd, name, 1000 + 1000 * i, 1000, 0, "round");
    }
    const dw_map *crowded = dw_scene_build(crowd);
    char parts[4000];
    char text[4400];
    dw_error error = {""};
    static const char before[] = "[" TAKE "], \"triggers\": [{\"on\": [\"detected\"], \"do\": "
                                 "[[\"spawn\", \"g3\"], ";
    many(parts, sizeof parts, before, "[\"spawn\", \"g%u\"]", DW_ARRIVALS_MAX, "]}]");
    assert_int_equal(dw_mission_of(crowded, parts).arrival_count, DW_ARRIVALS_MAX);
    many(parts, sizeof parts, before, "[\"spawn\", \"g%u\"]", DW_ARRIVALS_MAX + 1, "]}]");
    dw_mission_text(text, sizeof text, parts);
    assert_string_equal(dw_mission_refusal(crowded, text, &error),
                        "trigger 1: more than 16 guards come later");
    dw_scene_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_mission_names_what_the_map_has),
        cmocka_unit_test(heads_that_are_wrong_are_refused),
        cmocka_unit_test(parts_that_are_wrong_are_refused),
        cmocka_unit_test(missions_that_cannot_be_won_are_refused),
        cmocka_unit_test(parts_that_cannot_be_reached_are_refused),
        cmocka_unit_test(a_start_has_room_for_all_players),
        cmocka_unit_test(people_are_named_by_parts),
        cmocka_unit_test(triggers_that_are_wrong_are_refused),
        cmocka_unit_test(numbers_of_players_that_are_wrong_are_refused),
        cmocka_unit_test(too_many_of_anything_is_refused),
        cmocka_unit_test(sixteen_guards_may_come_later),
    };
    return cmocka_run_group_tests(tests, open_house, close_house);
}
