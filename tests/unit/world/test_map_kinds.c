/* Kinds of a map: what guard objects say of them, how rulesets hold them, what is refused. */
#include "common/base/check.h"
#include "common/world/map_load.h"
#include "common/world/ruleset_kinds.h"
#include "tests/support/test.h"

/* A map of one room; `guards` is a list of objects. */
#define POINT(x, y) "\"x\":" #x ",\"y\":" #y ",\"width\":0,\"height\":0,\"point\":true"
#define MAP(guards)                                                                                \
    "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"layers\":[{\"type\":\"objectgroup\","      \
    "\"name\":\"objects\",\"objects\":["                                                           \
    "{\"id\":1,\"type\":\"room\",\"name\":\"hall\",\"x\":0,\"y\":0,\"width\":900,\"height\":400}," \
    "{\"id\":2,\"type\":\"spawn\",\"name\":\"\"," POINT(                                           \
        100, 200) "},"                                                                             \
                  "{\"id\":3,\"type\":\"objective\",\"name\":\"papers\",\"x\":850,\"y\":70,"       \
                  "\"width\":20,"                                                                  \
                  "\"height\":20}," guards "]}]}"
#define GUARD(id, name, x, properties)                                                             \
    "{\"id\":" #id ",\"type\":\"guard\",\"name\":\"" name                                          \
    "\"," POINT(x, 200) ",\"properties\":[" properties "]}"
#define TEXT(name, value)   "{\"name\":\"" name "\",\"type\":\"string\",\"value\":\"" value "\"}"
#define NUMBER(name, value) "{\"name\":\"" name "\",\"type\":\"int\",\"value\":" #value "}"

typedef struct loaded {
    dw_arena arena;
    const dw_map *map;
    dw_status status;
    dw_error error;
} loaded;

static loaded load(const char *json)
{
    loaded l = {.map = NULL};
    assert_int_equal(dw_arena_create(&l.arena, DW_MAP_ARENA_BYTES), DW_OK);
    l.status = dw_map_load(&l.map, &l.arena, "maps/zoo.tmj", (const uint8_t *)json, strlen(json),
                           &l.error);
    return l;
}

static loaded load_sound(const char *json)
{
    loaded l = load(json);
    assert_string_equal(l.error.text, "");
    assert_int_equal(l.status, DW_OK);
    return l;
}

static void a_guard_is_of_kind_guard_unless_the_map_says_another(void **state)
{
    (void)state;
    loaded l = load_sound(MAP(GUARD(4, "ann", 300, "") "," GUARD(
        5, "rex", 400, TEXT("kind", "dog")) "," GUARD(6, "bob", 500, TEXT("kind", "guard"))));
    assert_int_equal(l.map->kind_count, 2);
    assert_string_equal(l.map->kinds[0].name, "guard");
    assert_string_equal(l.map->kinds[1].name, "dog");
    assert_string_equal(l.map->kinds[1].guard, "");
    assert_int_equal(l.map->guards[0].kind, 0);
    assert_int_equal(l.map->guards[1].kind, 1);
    assert_int_equal(l.map->guards[2].kind, 0);
    dw_arena_destroy(&l.arena);
}

static void a_map_without_guards_has_kind_guard(void **state)
{
    (void)state;
    loaded l = load_sound(MAP("{\"id\":9,\"type\":\"exit\",\"name\":\"\",\"x\":50,\"y\":150,"
                              "\"width\":100,\"height\":100}"));
    assert_int_equal(l.map->kind_count, 1);
    assert_string_equal(l.map->kinds[0].name, "guard");
    dw_arena_destroy(&l.arena);
}

#define SLOW_DOG TEXT("kind", "dog") "," NUMBER("gaits.calm.speed_mm_s", 700)

static void guards_with_the_same_fields_of_their_own_share_a_kind(void **state)
{
    (void)state;
    loaded l = load_sound(MAP(GUARD(4, "rex", 300, SLOW_DOG "," TEXT("look", "cat")) "," GUARD(
        5, "bello", 400, TEXT("look", "cat") "," SLOW_DOG) "," GUARD(6, "tom", 500, SLOW_DOG)));
    assert_int_equal(l.map->kind_count, 3);
    assert_int_equal(l.map->guards[0].kind, 1);
    assert_int_equal(l.map->guards[1].kind, 1);
    assert_int_equal(l.map->guards[2].kind, 2);
    assert_string_equal(l.map->kinds[1].guard, "rex");
    assert_string_equal(l.map->kinds[2].guard, "tom");
    dw_ruleset rules = dw_ruleset_reference();
    dw_ruleset_take_kinds(&rules, l.map);
    assert_string_equal(rules.kind_names[0], "guard");
    assert_string_equal(rules.kind_names[1], "dog/rex");
    assert_string_equal(rules.kind_names[2], "dog/tom");
    assert_true(dw_ruleset_kind_is(&rules, 1, "dog"));
    assert_false(dw_ruleset_kind_is(&rules, 1, "do"));
    assert_false(dw_ruleset_kind_is(&rules, 0, "dog"));
    dw_arena_destroy(&l.arena);
}

/* The file, then the ruleset by the name of the kind, then the guard. */
static void a_field_of_a_guard_goes_before_the_ruleset(void **state)
{
    (void)state;
    loaded l = load_sound(
        MAP(GUARD(4, "rex", 300, SLOW_DOG) "," GUARD(5, "tom", 400, TEXT("kind", "dog"))));
    dw_ruleset rules = dw_ruleset_reference();
    dw_ruleset_take_kinds(&rules, l.map);
    dw_ruleset_brains brains;
    const char *json = "{\"kinds\": {\"dog\": {\"gaits\": {\"calm\": {\"speed_mm_s\": 800}, "
                       "\"far\": {\"speed_mm_s\": 4000}}}, \"cat\": {\"reaction_ticks\": 0}}}";
    assert_int_equal(
        dw_ruleset_load(&rules, &brains, "r", (const uint8_t *)json, strlen(json), NULL), DW_OK);
    assert_int_equal(brains.unused_count, 1);
    assert_string_equal(brains.unused[0], "cat");
    assert_int_equal(dw_ruleset_override(&rules, l.map, NULL), DW_OK);
    const uint8_t rex = l.map->guards[0].kind;
    const uint8_t tom = l.map->guards[1].kind;
    assert_int_equal(rules.kinds[rex].gaits.calm.speed_mm_s, 700);
    assert_int_equal(rules.kinds[tom].gaits.calm.speed_mm_s, 800);
    assert_int_equal(rules.kinds[rex].gaits.far.speed_mm_s, 4000);
    assert_int_equal(rules.kinds[DW_KIND_GUARD].gaits.calm.speed_mm_s, 1200);
    dw_arena_destroy(&l.arena);
}

static void fields_of_a_guard_that_contradict_its_kind_are_refused(void **state)
{
    (void)state;
    loaded l = load_sound(MAP(GUARD(4, "a.b", 300, NUMBER("senses.eyes.meter_full", 20000))));
    dw_ruleset rules = dw_ruleset_reference();
    dw_ruleset_take_kinds(&rules, l.map);
    dw_error error = {{0}};
    assert_int_equal(dw_ruleset_override(&rules, l.map, &error), DW_RANGE);
    assert_string_equal(error.text, "kinds: guard/a.b: senses.eyes.meter_cap: 13200 is below "
                                    "meter_full, which is 20000");
    dw_arena_destroy(&l.arena);
}

static void each_field_of_each_kind_has_a_name_by_which_it_is_set(void **state)
{
    (void)state;
    loaded l = load_sound(MAP(GUARD(4, "a.b", 300, NUMBER("turn_rates.look_bam", 200)) "," GUARD(
        5, "rex", 400, TEXT("kind", "dog"))));
    dw_ruleset rules = dw_ruleset_reference();
    dw_ruleset_take_kinds(&rules, l.map);
    assert_int_equal(rules.kind_count, 3);
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t f = 0; f < DW_KIND_FIELD_COUNT; f++) {
            const dw_kind_field_name name = dw_ruleset_kind_field_name(&rules, k, f);
            const dw_tunable *row = &dw_kind_fields[f];
            assert_int_equal(dw_ruleset_set_kind_field(&rules, name.text, row->high), DW_OK);
            assert_int_equal(dw_ruleset_set_kind_field(&rules, name.text, row->high + 1), DW_RANGE);
            assert_int_equal(dw_tunable_get(row, &rules.kinds[k]), row->high);
        }
    }
    assert_int_equal(dw_ruleset_set_kind_field(&rules, "kinds.cat.body.solid", 1), DW_NOT_FOUND);
    assert_int_equal(dw_ruleset_set_kind_field(&rules, "kinds.dog.body.wings", 1), DW_NOT_FOUND);
    assert_int_equal(dw_ruleset_set_kind_field(&rules, "dog.body.solid", 1), DW_NOT_FOUND);
    dw_arena_destroy(&l.arena);
}

static void a_guard_without_a_patrol_stays_in_its_room(void **state)
{
    (void)state;
    loaded l = load_sound(MAP(GUARD(4, "ann", 300, "")));
    assert_int_equal(l.map->patrol_count, 1);
    assert_string_equal(l.map->patrols[0].name, "ann");
    assert_int_equal(l.map->patrols[0].stop_count, 1);
    assert_int_equal(l.map->patrols[0].stops[0], 0);
    dw_arena_destroy(&l.arena);
}

static void what_is_wrong_is_refused_by_name(void **state)
{
    (void)state;
    const struct {
        const char *json, *error;
    } cases[] = {
        {MAP(GUARD(4, "rex", 300, TEXT("kind", "../dog"))),
         "maps/zoo.tmj: guard \"rex\": property \"kind\" must be of letters, digits, - and _"},
        {MAP(GUARD(4, "rex", 300, TEXT("kind", ""))),
         "maps/zoo.tmj: guard \"rex\": property \"kind\" must have 1 to 31 bytes of text"},
        {MAP(GUARD(4, "rex", 300, NUMBER("gaits.calm.speed_mm_s", 59))),
         "maps/zoo.tmj: guard \"rex\": property \"gaits.calm.speed_mm_s\" is 59, not in 60 .. "
         "10000"},
        {MAP(GUARD(4, "rex", 300, TEXT("look", "horse"))),
         "maps/zoo.tmj: guard \"rex\": property \"look\" is \"horse\", which is not one of its "
         "words"},
        {MAP(GUARD(4, "rex", 300, NUMBER("gaits.calm.speed", 70))),
         "maps/zoo.tmj: guard \"rex\": there is no property \"gaits.calm.speed\"; known: patrol "
         "heading brain handler kind note, and the fields of maps/KINDS.md"},
        {MAP(GUARD(4, "rex", 1300, "")), "maps/zoo.tmj: guard \"rex\": it stands in no room"},
    };
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        loaded l = load(cases[i].json);
        assert_int_not_equal(l.status, DW_OK);
        assert_string_equal(l.error.text, cases[i].error);
        dw_arena_destroy(&l.arena);
    }
}

static void more_kinds_than_there_is_room_for_are_refused(void **state)
{
    (void)state;
    char guards[8192] = "";
    for (int i = 0; i < DW_KINDS_MAX; i++) {
        const size_t used = strlen(guards);
        (void)snprintf(guards + used, sizeof guards - used,
                       "%s{\"id\":%d,\"type\":\"guard\",\"name\":\"g%d\",\"x\":%d,\"y\":200,"
                       "\"width\":0,\"height\":0,\"properties\":[{\"name\":\"torch.level\","
                       "\"type\":\"int\",\"value\":%d}]}",
                       i > 0 ? "," : "", 10 + i, i, 200 + 40 * i, 1 + i);
    }
    char json[16384];
    (void)snprintf(json, sizeof json, "%s%s%s", MAP("|"), "", "");
    char *gap = strchr(json, '|');
    char whole[16384];
    (void)snprintf(whole, sizeof whole, "%.*s%s%s", (int)(gap - json), json, guards, gap + 1);
    loaded l = load(whole);
    assert_int_equal(l.status, DW_FULL);
    assert_string_equal(l.error.text,
                        "maps/zoo.tmj: guard \"g15\": there are more than 16 kinds; guards with "
                        "fields of their own count as one each");
    dw_arena_destroy(&l.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_is_of_kind_guard_unless_the_map_says_another),
        cmocka_unit_test(a_map_without_guards_has_kind_guard),
        cmocka_unit_test(guards_with_the_same_fields_of_their_own_share_a_kind),
        cmocka_unit_test(a_field_of_a_guard_goes_before_the_ruleset),
        cmocka_unit_test(fields_of_a_guard_that_contradict_its_kind_are_refused),
        cmocka_unit_test(each_field_of_each_kind_has_a_name_by_which_it_is_set),
        cmocka_unit_test(a_guard_without_a_patrol_stays_in_its_room),
        cmocka_unit_test(what_is_wrong_is_refused_by_name),
        cmocka_unit_test(more_kinds_than_there_is_room_for_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
