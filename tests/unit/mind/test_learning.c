/* learning.h: a brain of data that has learned answers the same stimulus differently. */
#include "common/base/check.h"
#include "server/mind/data/learning.h"
#include "tests/support/mind_trial.h"
#include "tests/support/test.h"

/* It looks round when it is suspicious enough: 160 points, of the 200 that a noise has at first. */
static const char wary[] =
    "{\"form\": \"utility\", \"retry_ticks\": 1, \"hysteresis\": 0,"
    " \"learns\": {\"noise\": {\"habituation\": 400, \"sensitisation\": 300, \"cue\": 500}},"
    " \"options\": {\"look\": {\"skill\": \"look_round\", \"when\": \"suspicion>160\", "
    "\"priority\": 9},"
    "               \"stand\": {\"skill\": \"wait\"}}}";

static dw_data_brain *load(const char *text)
{
    dw_data_brain *brain = NULL;
    dw_error error = {""};
    if (dw_data_brain_load(&brain, "wary", (const uint8_t *)text, strlen(text), &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    return brain;
}

static bool looks_at_a_noise(dw_trial *it)
{
    dw_trial_noise(it, 5000, 1000, 250);
    dw_trial_run(it, 2);
    const bool looks = strcmp(dw_trial_explain(it).goal, "look") == 0;
    dw_trial_run(it, 598);
    return looks;
}

static void noises_that_mean_nothing_are_soon_not_looked_at_until_somebody_comes(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_ruleset_reference();
    dw_data_brain *brain = load(wary);
    dw_trial it;
    dw_trial_open(&it, dw_data_brain_kind(brain), &rules, DW_KIND_GUARD);
    dw_trial_run(&it, 30);
    assert_true(looks_at_a_noise(&it));
    assert_false(looks_at_a_noise(&it)); /* It counts 760 of 1000 by now. */
    assert_false(looks_at_a_noise(&it));
    dw_trial_noise(&it, 5000, 1000, 250);
    dw_trial_run(&it, 60);
    dw_trial_show(&it, DW_TRIAL_SIGHT, 5000, 1000); /* The noise was a cue. */
    dw_trial_run(&it, 60);
    dw_trial_hide(&it);
    dw_trial_run(&it, 7200);
    assert_true(looks_at_a_noise(&it));
    assert_true(looks_at_a_noise(&it)); /* Even when it has come once in vain. */
    dw_trial_close(&it);
    dw_data_brain_destroy(brain);
}

static void a_file_that_learns_something_unknown_is_refused(void **state)
{
    (void)state;
    static const char text[] = "{\"form\": \"utility\", \"learns\": {\"shouts\": {}},"
                               " \"options\": {\"stand\": {\"skill\": \"wait\"}}}";
    dw_data_brain *brain = NULL;
    dw_error error = {""};
    assert_int_equal(
        dw_data_brain_load(&brain, "wary", (const uint8_t *)text, sizeof text - 1, &error),
        DW_INVALID);
    assert_non_null(
        strstr(error.text, "learns: unknown stimulus \"shouts\" (known: " DW_LESSON_LIST ")"));
}

static void the_list_in_the_error_is_the_list_of_stimuli(void **state)
{
    (void)state;
    char list[100] = "";
#define ADD(name, points, meaning)                                                                 \
    (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",                        \
                   list[0] != '\0' ? ", " : "", #name);
    DW_LESSON_KINDS(ADD)
    assert_string_equal(list, DW_LESSON_LIST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noises_that_mean_nothing_are_soon_not_looked_at_until_somebody_comes),
        cmocka_unit_test(a_file_that_learns_something_unknown_is_refused),
        cmocka_unit_test(the_list_in_the_error_is_the_list_of_stimuli),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
