/* Which files make the rules of a match, and in which order they count. */
#include "common/base/check.h"
#include "server/host/rules_file.h"
#include "server/host/strategy_name.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct scene {
    dw_ruleset rules;
    dw_ruleset_brains brains;
    char path[DW_PATH_MAX];
    char file[DW_PATH_MAX]; /* A ruleset of the test. */
    dw_error error;
} scene;

static int set_up(void **state)
{
    scene *it = calloc(1, sizeof *it);
    assert_non_null(it);
    (void)snprintf(it->file, sizeof it->file, "/tmp/dw_rules_XXXXXX.json");
    const int handle = mkstemps(it->file, 5);
    assert_true(handle >= 0);
    (void)close(handle);
    *state = it;
    return 0;
}

static int tear_down(void **state)
{
    scene *it = *state;
    (void)unlink(it->file);
    free(it);
    return 0;
}

static dw_status read_rules(scene *it, const char *ruleset, const char *strategy)
{
    const dw_rules_choice choice = {.ruleset = ruleset, .strategy = strategy};
    it->error.text[0] = '\0';
    return dw_rules_file_read(&it->rules, &it->brains, &choice, NULL, it->path, &it->error);
}

/* Reads a ruleset of that text. */
static dw_status read_text(scene *it, const char *text, const char *strategy)
{
    FILE *out = fopen(it->file, "w");
    assert_non_null(out);
    (void)fputs(text, out);
    assert_int_equal(fclose(out), 0);
    return read_rules(it, it->file, strategy);
}

static void without_a_choice_the_kinds_alone_count(void **state)
{
    scene *it = *state;
    assert_int_equal(dw_rules_file_read(&it->rules, &it->brains, NULL, NULL, it->path, &it->error),
                     DW_OK);
    assert_string_equal(it->path, "");
    assert_string_equal(it->brains.kinds[0], "reference"); /* As the file of the kind says. */
    assert_int_equal(it->brains.count, 0);
    const dw_ruleset reference = dw_ruleset_reference();
    assert_int_equal(it->rules.time_limit_ticks, reference.time_limit_ticks);
    assert_memory_equal(&it->rules.strategy, &reference.strategy, sizeof reference.strategy);
}

static void a_ruleset_brings_the_strategy_that_it_names(void **state)
{
    scene *it = *state;
    assert_int_equal(read_text(it, "{\"strategy\": \"cutoff\", \"catch_ticks\": 77}", NULL), DW_OK);
    assert_string_equal(it->path, it->file);
    assert_int_equal(it->rules.catch_ticks, 77);
    const dw_strategy cutoff = it->rules.strategy;
    assert_int_equal(cutoff.report_ticks, 60);
    assert_int_equal(cutoff.ambush_ticks, 240);
    assert_int_equal(read_rules(it, NULL, "cutoff"), DW_OK);
    assert_memory_equal(&it->rules.strategy, &cutoff, sizeof cutoff);
}

static void a_strategy_that_was_chosen_counts_more_than_the_rulesets(void **state)
{
    scene *it = *state;
    assert_int_equal(read_rules(it, NULL, "mute"), DW_OK);
    const dw_strategy mute = it->rules.strategy;
    assert_int_equal(read_rules(it, NULL, "cutoff"), DW_OK);
    assert_true(memcmp(&mute, &it->rules.strategy, sizeof mute) != 0);
    assert_int_equal(read_text(it, "{\"strategy\": \"cutoff\"}", "mute"), DW_OK);
    assert_memory_equal(&it->rules.strategy, &mute, sizeof mute);
}

static void assert_refused(const scene *it, dw_status status, const char *part)
{
    assert_int_not_equal(status, DW_OK);
    if (strstr(it->error.text, part) == NULL) {
        fail_msg("not \"%s\" but: %s", part, it->error.text);
    }
}

static void a_strategy_is_found_by_its_values(void **state)
{
    (void)state;
    static const char *const names[] = {"mute", "team", "hold", "reference", "blackboard", "zones"};
    char found[DW_NAME_SIZE];
    dw_strategy strategy;
    for (uint32_t i = 0; i < DW_COUNT_OF(names); i++) {
        assert_int_equal(dw_rules_file_read_strategy(&strategy, names[i], NULL), DW_OK);
        dw_strategy_name_find(&strategy, found);
        assert_string_equal(found, names[i]);
    }
    strategy.call_ticks++;
    dw_strategy_name_find(&strategy, found);
    assert_string_equal(found, "");
}

static void each_file_that_is_missing_or_wrong_is_named(void **state)
{
    scene *it = *state;
    assert_refused(it, read_rules(it, "nowhere", NULL), "nowhere");
    assert_refused(it, read_rules(it, NULL, "nowhere"), "nowhere");
    assert_refused(it, read_text(it, "{\"strategy\": \"nowhere\"}", NULL), "nowhere");
    assert_refused(it, read_text(it, "{\"walk_sped\": 3}", NULL), "walk_sped");
    assert_true(strncmp(it->error.text, it->file, strlen(it->file)) == 0);
    /* A kind without guards on this map needs a file all the same. */
    assert_int_equal(read_text(it, "{\"kinds\": {\"dog\": {}}}", NULL), DW_OK);
    assert_refused(it, read_text(it, "{\"kinds\": {\"dragon\": {}}}", NULL), ": kinds: dragon");
    assert_true(strncmp(it->error.text, it->file, strlen(it->file)) == 0);
}

static void a_ruleset_has_at_most_64_kib(void **state)
{
    scene *it = *state;
    static char text[64 * 1024 + 2];
    memset(text, ' ', sizeof text - 1);
    text[0] = '{';
    text[1] = '}';
    assert_int_not_equal(read_text(it, text, NULL), DW_OK);
    text[64 * 1024] = '\0';
    assert_int_equal(read_text(it, text, NULL), DW_OK);
}

/* A map whose guards are of two kinds. */
static void wrong_kinds_are_named_with_the_first_guard_of_each(void **state)
{
    scene *it = *state;
    static const dw_guard_post guards[] = {
        {.name = "Anton", .kind = 0}, {.name = "Berta", .kind = 1}, {.name = "Cyril", .kind = 1}};
    static dw_map map = {.name = "manor", .guards = guards, .guard_count = 3, .kind_count = 2};
    (void)snprintf(map.kinds[0].name, sizeof map.kinds[0].name, "guard");
    (void)snprintf(map.kinds[1].name, sizeof map.kinds[1].name, "dragon");
    const dw_status status =
        dw_rules_file_read(&it->rules, &it->brains, NULL, &map, it->path, &it->error);
    assert_refused(it, status, "manor: guard \"Berta\": dragon");
    (void)snprintf(map.kinds[1].name, sizeof map.kinds[1].name, "dog");
    assert_int_equal(dw_rules_file_read(&it->rules, &it->brains, NULL, &map, it->path, &it->error),
                     DW_OK);
    assert_int_equal(it->rules.kind_count, 2);
    assert_string_equal(it->brains.kinds[1], "dog");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_SCENE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
        WITH_SCENE(without_a_choice_the_kinds_alone_count),
        WITH_SCENE(a_ruleset_brings_the_strategy_that_it_names),
        WITH_SCENE(a_strategy_that_was_chosen_counts_more_than_the_rulesets),
        cmocka_unit_test(a_strategy_is_found_by_its_values),
        WITH_SCENE(each_file_that_is_missing_or_wrong_is_named),
        WITH_SCENE(a_ruleset_has_at_most_64_kib),
        WITH_SCENE(wrong_kinds_are_named_with_the_first_guard_of_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
