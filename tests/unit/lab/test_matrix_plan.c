/* Which matches a matrix has: the lists of its request, what is refused, and what makes two plans
 * the same. */
#include "server/lab/matrix_plan.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dw_matrix_plan plan;

static dw_matrix_request request_of_all(void)
{
    return (dw_matrix_request){.maps = "training,reference",
                               .guards = "mute,chaser",
                               .intruders = "rush,careful,idle",
                               .counts = "1,8",
                               .seeds = "3-7",
                               .ruleset = NULL,
                               .ticks_max = 5000};
}

static void create(const dw_matrix_request *request)
{
    dw_error error = {""};
    if (dw_matrix_plan_create(&plan, request, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
}

static void lists_become_cells_and_matches(void **state)
{
    (void)state;
    const dw_matrix_request request = request_of_all();
    create(&request);
    assert_int_equal(plan.map_count, 2);
    assert_string_equal(dw_matrix_plan_map(&plan, 0), "training");
    assert_string_equal(dw_matrix_plan_map(&plan, 1), "reference");
    assert_int_equal(plan.count_count, 2);
    assert_int_equal(plan.counts[0], 1);
    assert_int_equal(plan.counts[1], 8);
    assert_int_equal(plan.guards_count, 2);
    assert_string_equal(plan.guards[0].name, "mute");
    assert_true(plan.guards[0].has_strategy);
    assert_string_equal(plan.guards[0].brain->name, "reference");
    assert_string_equal(plan.guards[1].name, "chaser");
    assert_false(plan.guards[1].has_strategy);
    assert_string_equal(plan.guards[1].brain->name, "chaser");
    assert_int_equal(plan.policy_count, 3);
    assert_string_equal(plan.policies[1]->name, "careful");
    assert_string_equal(plan.ruleset, "reference");
    assert_int_equal(plan.first_seed, 3);
    assert_int_equal(plan.seed_count, 5);
    assert_int_equal(plan.ticks_max, 5000);
    assert_int_equal(plan.cell_count, 24);
    assert_int_equal(plan.match_count, 120);
    assert_int_equal(dw_matrix_plan_heats(&plan), 4);
    dw_matrix_plan_destroy(&plan);
    assert_int_equal(plan.map_count, 0);
}

/* `reference` is a brain and a strategy. */
static void a_strategy_comes_before_a_brain_of_its_name(void **state)
{
    (void)state;
    dw_matrix_request request = request_of_all();
    request.maps = "training";
    request.guards = "reference,null";
    create(&request);
    assert_true(plan.guards[0].has_strategy);
    assert_false(plan.guards[1].has_strategy);
    const dw_matrix_cell_key with = {.guards = 0};
    const dw_matrix_cell_key without = {.guards = 1};
    plan.guards[0].strategy.ambush_ticks = 77;
    plan.maps[0].rules.strategy.ambush_ticks = 88;
    assert_int_equal(dw_matrix_plan_data(&plan, &with).rules.strategy.ambush_ticks, 77);
    assert_int_equal(dw_matrix_plan_data(&plan, &without).rules.strategy.ambush_ticks, 88);
    dw_matrix_plan_destroy(&plan);
}

static void heat_is_kept_for_each_map_and_way_of_guards(void **state)
{
    (void)state;
    const dw_matrix_request request = request_of_all();
    create(&request);
    for (uint32_t match = 0; match < plan.match_count; match++) {
        const dw_matrix_cell_key key = dw_matrix_plan_key(&plan, match / 5);
        assert_int_equal(dw_matrix_plan_heat(&plan, match), 2 * key.map + key.guards);
    }
    dw_matrix_plan_destroy(&plan);
}

static void refuses(const dw_matrix_request *request, const char *expected)
{
    dw_error error = {""};
    assert_int_not_equal(dw_matrix_plan_create(&plan, request, &error), DW_OK);
    if (strstr(error.text, expected) == NULL) {
        fail_msg("not \"%s\" but: %s", expected, error.text);
    }
    assert_int_equal(plan.map_count, 0); /* Nothing is held. */
}

static void refuses_guards(const char *guards, const char *expected)
{
    dw_matrix_request request = request_of_all();
    request.guards = guards;
    refuses(&request, expected);
}

static void refuses_counts(const char *counts, const char *expected)
{
    dw_matrix_request request = request_of_all();
    request.counts = counts;
    refuses(&request, expected);
}

static void refuses_seeds(const char *seeds, const char *expected)
{
    dw_matrix_request request = request_of_all();
    request.seeds = seeds;
    refuses(&request, expected);
}

static void each_mistake_in_a_list_is_named(void **state)
{
    (void)state;
    refuses_guards("", "--guards : must be names with a comma between two");
    refuses_guards("mute,", "--guards mute,: must be names with a comma between two");
    refuses_guards(",mute", "must be names with a comma between two");
    refuses_guards("mute,chaser,mute", "--guards: \"mute\" stands there twice");
    refuses_guards("genius", "--guards: unknown \"genius\" (brains: null, patrol-only");
    dw_matrix_request request = request_of_all();
    request.intruders = "rush,rush";
    refuses(&request, "--intruders: \"rush\" stands there twice");
    request.intruders = "dance";
    refuses(&request, "--intruders: unknown policy \"dance\" (--help lists all)");
    request = request_of_all();
    request.maps = "training,training";
    refuses(&request, "--maps: \"training\" stands there twice");
    request.maps = "nowhere";
    refuses(&request, "nowhere");
    request.maps = NULL;
    request.missions = "reference-heist,reference-heist";
    refuses(&request, "--missions: \"reference-heist\" stands there twice");
    request.missions = "nowhere";
    refuses(&request, "nowhere");
    request.missions = "reference-recon";
    request.counts = "1,3";
    refuses(&request, "--counts 1,3: mission reference-recon is for 1 to 2");
    refuses_counts("0", "--counts 0: must be numbers of 1 to 16");
    refuses_counts("17", "--counts 17: must be numbers of 1 to 16");
    refuses_counts("1,2,1", "--counts: \"1\" stands there twice");
    refuses_counts("9", "--counts 9: map training has room for at most 8");
    refuses_seeds("4-3", "--seeds 4-3: must be N or A-B");
}

static void missions_stand_behind_maps_and_bring_their_own(void **state)
{
    (void)state;
    uint64_t with = 0;
    uint64_t without = 0;
    dw_error error;
    dw_matrix_request request = request_of_all();
    request.counts = "1";
    request.missions = "museum-star,reference-heist";
    create(&request);
    assert_int_equal(plan.map_count, 4);
    assert_string_equal(dw_matrix_plan_map(&plan, 1), "reference");
    assert_false(plan.maps[1].has_mission);
    assert_string_equal(dw_matrix_plan_map(&plan, 2), "museum-star");
    assert_string_equal(plan.maps[2].map->name, "museum");
    assert_string_equal(dw_matrix_plan_map(&plan, 3), "reference-heist");
    assert_string_equal(plan.maps[3].map->name, "reference");
    dw_matrix_plan_destroy(&plan);
    request.maps = NULL;
    create(&request);
    assert_int_equal(plan.map_count, 2);
    assert_int_equal(dw_matrix_plan_hash(&plan, &with, &error), DW_OK);
    plan.maps[0].mission_bytes[0] ^= 1; /* Another mission of the same name. */
    assert_int_equal(dw_matrix_plan_hash(&plan, &without, &error), DW_OK);
    assert_true(with != without);
    dw_matrix_plan_destroy(&plan);
    request.missions = NULL;
    create(&request);
    assert_int_equal(plan.map_count, 1);
    assert_string_equal(dw_matrix_plan_map(&plan, 0), "reference");
    dw_matrix_plan_destroy(&plan);
}

/* Files of strategies, since there are fewer names. */
static void a_list_has_no_more_names_than_a_game_has_rows(void **state)
{
    (void)state;
    char folder[] = "/tmp/dw_plan_XXXXXX";
    char path[64];
    char guards[64 * (DW_MATRIX_NAMES_MAX + 1)] = "";
    assert_non_null(mkdtemp(folder));
    dw_matrix_request request = request_of_all();
    request.maps = "training";
    request.guards = guards;
    for (uint32_t i = 0; i <= DW_MATRIX_NAMES_MAX; i++) {
        (void)snprintf(path, sizeof path, "%s/s%u.json", folder, i);
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        (void)fputs("{}", out);
        assert_int_equal(fclose(out), 0);
        (void)strcat(strcat(guards, i == 0 ? "" : ","), path);
        if (i + 1 == DW_MATRIX_NAMES_MAX) {
            create(&request);
            assert_int_equal(plan.guards_count, DW_MATRIX_NAMES_MAX);
            assert_string_equal(plan.guards[3].name, "s3"); /* Without folder and suffix. */
            dw_matrix_plan_destroy(&plan);
        }
    }
    (void)snprintf(path, sizeof path, "--guards: at most %d names", DW_MATRIX_NAMES_MAX);
    refuses(&request, path);
    for (uint32_t i = 0; i <= DW_MATRIX_NAMES_MAX; i++) {
        (void)snprintf(path, sizeof path, "%s/s%u.json", folder, i);
        (void)unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

static void a_matrix_has_at_most_a_million_matches(void **state)
{
    (void)state;
    char text[64];
    char expected[96];
    dw_matrix_request request = request_of_all();
    request.maps = "training";
    request.guards = "chaser";
    request.intruders = "rush";
    request.counts = "1";
    (void)snprintf(text, sizeof text, "5-%d", DW_MATRIX_SEEDS_MAX + 4);
    request.seeds = text;
    create(&request);
    assert_int_equal(plan.seed_count, DW_MATRIX_SEEDS_MAX);
    dw_matrix_plan_destroy(&plan);
    (void)snprintf(text, sizeof text, "5-%d", DW_MATRIX_SEEDS_MAX + 5);
    (void)snprintf(expected, sizeof expected, "--seeds %s: at most %d seeds", text,
                   DW_MATRIX_SEEDS_MAX);
    refuses(&request, expected);
    request = request_of_all(); /* 24 cells. */
    (void)snprintf(text, sizeof text, "1-%d", DW_MATRIX_MATCHES_MAX / 24);
    request.seeds = text;
    create(&request);
    assert_int_equal(plan.match_count, 24 * (DW_MATRIX_MATCHES_MAX / 24));
    dw_matrix_plan_destroy(&plan);
    (void)snprintf(text, sizeof text, "1-%d", DW_MATRIX_MATCHES_MAX / 24 + 1);
    refuses(&request, "24 cells with 41667 seeds each are more than 1000000 matches");
}

static uint64_t hash_of(void)
{
    uint64_t hash = 0;
    dw_error error = {""};
    assert_int_equal(dw_matrix_plan_hash(&plan, &hash, &error), DW_OK);
    return hash;
}

/* Changes a part of the plan, looks at the hash, and takes the change back. */
#define ASSERT_COUNTS(part, other)                                                                 \
    do {                                                                                           \
        const __typeof__(part) kept = (part);                                                      \
        (part) = (other);                                                                          \
        assert_true(hash_of() != before);                                                          \
        (part) = kept;                                                                             \
        assert_true(hash_of() == before);                                                          \
    } while (0)

static void all_that_decides_which_matches_are_played_counts_in_the_hash(void **state)
{
    (void)state;
    const dw_matrix_request request = request_of_all();
    create(&request);
    const uint64_t before = hash_of();
    assert_true(hash_of() == before);
    const dw_map *const training = plan.maps[0].map;
    ASSERT_COUNTS(plan.maps[0].map, plan.maps[1].map);
    ASSERT_COUNTS(plan.maps[1].map, training);
    static dw_map renamed;
    renamed = *training;
    (void)snprintf(renamed.name, sizeof renamed.name, "another");
    ASSERT_COUNTS(plan.maps[0].map, &renamed);
    ASSERT_COUNTS(plan.maps[0].rules.catch_ticks, 91);
    ASSERT_COUNTS(plan.maps[1].rules.catch_ticks, 91);
    ASSERT_COUNTS(plan.counts[0], 2);
    ASSERT_COUNTS(plan.counts[1], 7);
    ASSERT_COUNTS(plan.guards[0].name[0], 'n');
    ASSERT_COUNTS(plan.guards[1].brain, plan.guards[0].brain);
    ASSERT_COUNTS(plan.guards[0].strategy.ambush_ticks, 77);
    ASSERT_COUNTS(plan.policies[2], dw_policy_find("random"));
    ASSERT_COUNTS(plan.ruleset, "standard");
    ASSERT_COUNTS(plan.first_seed, 4);
    ASSERT_COUNTS(plan.seed_count, 6);
    ASSERT_COUNTS(plan.ticks_max, 5001);
    dw_matrix_plan_destroy(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_become_cells_and_matches),
        cmocka_unit_test(a_strategy_comes_before_a_brain_of_its_name),
        cmocka_unit_test(heat_is_kept_for_each_map_and_way_of_guards),
        cmocka_unit_test(each_mistake_in_a_list_is_named),
        cmocka_unit_test(missions_stand_behind_maps_and_bring_their_own),
        cmocka_unit_test(a_list_has_no_more_names_than_a_game_has_rows),
        cmocka_unit_test(a_matrix_has_at_most_a_million_matches),
        cmocka_unit_test(all_that_decides_which_matches_are_played_counts_in_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
