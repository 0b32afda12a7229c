/* brains.h: brains by name, and what each of them does at the least. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

static void each_listed_brain_is_found_by_its_name(void **state)
{
    (void)state;
    const char *const *names = dw_brain_names();
    uint32_t count = 0;
    for (; names[count] != NULL; count++) {
        const dw_brain_kind *kind = dw_brain_find(names[count]);
        assert_non_null(kind);
        assert_string_equal(kind->name, names[count]);
        for (uint32_t before = 0; before < count; before++) {
            assert_string_not_equal(names[before], names[count]);
        }
    }
    assert_true(count >= 3);
}

static void an_unknown_name_is_no_brain(void **state)
{
    (void)state;
    assert_null(dw_brain_find(""));
    assert_null(dw_brain_find("Chaser"));
    assert_null(dw_brain_find("chaser "));
}

static void the_default_is_one_of_the_list(void **state)
{
    (void)state;
    assert_ptr_equal(dw_brain_find(dw_brain_default()->name), dw_brain_default());
}

/* Three guards, whose map says what it is told. */
typedef struct posts {
    dw_guard_post guards[3];
    dw_map map;
} posts;

static void post(posts *it, const char *ann, const char *bob, const char *cyd)
{
    const char *const said[] = {ann, bob, cyd};
    static const char *const names[] = {"ann", "bob", "cyd"};
    memset(it, 0, sizeof *it);
    it->map = (dw_map){.name = "house", .guard_count = 3, .guards = it->guards};
    for (uint32_t g = 0; g < 3; g++) {
        (void)snprintf(it->guards[g].name, DW_NAME_SIZE, "%s", names[g]);
        (void)snprintf(it->guards[g].brain, DW_NAME_SIZE, "%s", said[g]);
    }
}

static void expect_brains(const char *all, const posts *it, const dw_ruleset_brains *said,
                          const char *expected)
{
    const dw_brain_kind *brains[DW_GUARDS_MAX];
    assert_int_equal(dw_brains_check_map(NULL, &it->map, NULL), DW_OK);
    assert_int_equal(dw_brains_check_rules(NULL, said, &it->map, NULL), DW_OK);
    dw_brains_choose(NULL, brains, all != NULL ? dw_brain_find(all) : NULL, &it->map, said);
    char text[128];
    (void)snprintf(text, sizeof text, "%s %s %s", brains[0]->name, brains[1]->name,
                   brains[2]->name);
    assert_string_equal(text, expected);
}

static void the_command_goes_before_the_map_the_map_before_the_ruleset(void **state)
{
    (void)state;
    posts it;
    dw_ruleset_brains said = {.count = 0};
    post(&it, "", "", "");
    expect_brains(NULL, &it, &said, "reference reference reference");
    said = (dw_ruleset_brains){.all = "chaser"};
    expect_brains(NULL, &it, &said, "chaser chaser chaser");
    said.of[said.count++] = (struct dw_ruleset_brain){"cyd", "null"};
    said.of[said.count++] = (struct dw_ruleset_brain){"ann", "patrol-only"};
    expect_brains(NULL, &it, &said, "patrol-only chaser null");
    post(&it, "", "reference", "chaser");
    expect_brains(NULL, &it, &said, "patrol-only reference chaser");
    expect_brains("null", &it, &said, "null null null");
}

static void brains_that_nobody_knows_are_refused_with_the_guard_and_the_names(void **state)
{
    (void)state;
    posts it;
    dw_error error;
    post(&it, "chaser", "genius", "");
    assert_int_equal(dw_brains_check_map(NULL, &it.map, &error), DW_INVALID);
    assert_string_equal(error.text, "guard \"bob\": unknown brain \"genius\" (known: null, "
                                    "patrol-only, chaser, reference, dog, device, "
                                    "files of maps/brains)");
    post(&it, "", "", "");
    dw_ruleset_brains said = {.all = "Chaser"};
    assert_int_equal(dw_brains_check_rules(NULL, &said, &it.map, &error), DW_INVALID);
    assert_string_equal(error.text, "brain: unknown brain \"Chaser\" (known: null, patrol-only, "
                                    "chaser, reference, dog, device, "
                                    "files of maps/brains)");
    said = (dw_ruleset_brains){.count = 1, .of = {{"cyd", "genius"}}};
    assert_int_equal(dw_brains_check_rules(NULL, &said, &it.map, &error), DW_INVALID);
    assert_string_equal(error.text, "brains: guard \"cyd\": unknown brain \"genius\" (known: null, "
                                    "patrol-only, chaser, reference, dog, device, "
                                    "files of maps/brains)");
    said = (dw_ruleset_brains){.count = 2, .of = {{"cyd", "null"}, {"dan", "null"}}};
    assert_int_equal(dw_brains_check_rules(NULL, &said, &it.map, &error), DW_INVALID);
    assert_string_equal(error.text, "brains: unknown guard \"dan\" in map \"house\"");
}

/* As many guards as a map may have, and a fence behind their brains. */
static void a_full_map_gets_a_brain_for_each_guard_and_none_more(void **state)
{
    (void)state;
    static dw_guard_post guards[DW_GUARDS_MAX];
    static struct {
        const dw_brain_kind *brains[DW_GUARDS_MAX];
        const dw_brain_kind *fence;
    } chosen;
    for (uint32_t g = 0; g < DW_GUARDS_MAX; g++) {
        (void)snprintf(guards[g].name, DW_NAME_SIZE, "guard %u", g);
    }
    const dw_map map = {.name = "full", .guard_count = DW_GUARDS_MAX, .guards = guards};
    dw_ruleset_brains said = {.all = "chaser", .count = 1, .of = {{"guard 63", "null"}}};
    dw_brains_choose(NULL, chosen.brains, NULL, &map, &said);
    for (uint32_t g = 0; g < DW_GUARDS_MAX; g++) {
        assert_string_equal(chosen.brains[g]->name, g == 63 ? "null" : "chaser");
    }
    assert_null(chosen.fence);
    dw_brains_choose(NULL, chosen.brains, dw_brain_find("patrol-only"), &map, &said);
    assert_string_equal(chosen.brains[DW_GUARDS_MAX - 1]->name, "patrol-only");
    assert_null(chosen.fence);
}

static void the_list_for_people_is_the_list(void **state)
{
    (void)state;
    char text[256] = "";
    for (const char *const *name = dw_brain_names(); *name != NULL; name++) {
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s",
                       text[0] == 0 ? "" : ", ", *name);
    }
    assert_string_equal(dw_brain_list(), text);
}

/* Every brain, on the museum, says what it does and why, within its arrays, at each tick. */
static void each_brain_explains_itself_and_plays_sound_rounds(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("museum");
    for (const char *const *name = dw_brain_names(); *name != NULL; name++) {
        dw_stage *stage = dw_stage_create(venue, *name, NULL);
        dw_rng places;
        dw_rng_init(&places, 4, 1);
        dw_stage_reset(stage, 4, 15);
        dw_stage_scatter(stage, &places);
        for (uint32_t tick = 0; tick < 1500; tick++) {
            dw_stage_set_whims(stage, 4);
            dw_stage_step(stage);
            const char *fault = dw_stage_fault(stage);
            if (fault != NULL) {
                fail_msg("%s, tick %u: %s", *name, tick, fault);
            }
            dw_mind_view explanation;
            const uint16_t guard = (uint16_t)(tick % stage->world->guard_count);
            dw_sim_explain(stage->sim, guard, &explanation);
            assert_true(explanation.goal[0] != 0);
            assert_non_null(memchr(explanation.goal, 0, sizeof explanation.goal));
            assert_true(explanation.sentence[0] != 0);
            assert_non_null(memchr(explanation.sentence, 0, sizeof explanation.sentence));
            assert_true(explanation.room < venue->map->room_count || explanation.room == DW_NONE);
            assert_true(explanation.path_count <= DW_COUNT_OF(explanation.path));
        }
        dw_stage_destroy(stage);
    }
    dw_venue_destroy(venue);
}

static void null_stands_at_its_post(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("reference");
    dw_stage *stage = dw_stage_create(venue, "null", NULL);
    dw_stage_run(stage, 500);
    for (uint32_t g = 0; g < stage->world->guard_count; g++) {
        assert_true(dw_vec_equal(dw_guard_actor(stage->world, g)->body.position,
                                 venue->map->guards[g].spawn));
        assert_int_equal(dw_guard_actor(stage->world, g)->body.heading_bam,
                         venue->map->guards[g].heading_bam);
    }
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_listed_brain_is_found_by_its_name),
        cmocka_unit_test(an_unknown_name_is_no_brain),
        cmocka_unit_test(a_full_map_gets_a_brain_for_each_guard_and_none_more),
        cmocka_unit_test(the_list_for_people_is_the_list),
        cmocka_unit_test(the_command_goes_before_the_map_the_map_before_the_ruleset),
        cmocka_unit_test(brains_that_nobody_knows_are_refused_with_the_guard_and_the_names),
        cmocka_unit_test(the_default_is_one_of_the_list),
        cmocka_unit_test(each_brain_explains_itself_and_plays_sound_rounds),
        cmocka_unit_test(null_stands_at_its_post),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
