/* tree_inspect.c: what `duskwatch-lab brain check` can say of a behaviour tree without running it.
 */
#include "server/mind/data/data_brain.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#define TREE(root) "{\"form\": \"tree\", \"root\": " root "}"
#define SEEN       "{\"condition\": [\"detected\"]}"
#define NO_END     ": never ends, and no recheck above it looks at the conditions again\n"
#define NEVER_RUNS ": can never run: the node before it never fails\n"

static void note(void *context, const char *place, const char *text)
{
    char *all = context;
    const size_t length = strlen(all);
    (void)snprintf(all + length, 1000 - length, "%s: %s\n", place, text);
}

static void expect_findings(const char *tree, const char *expected)
{
    char all[1000] = "";
    dw_error error = {""};
    dw_data_brain *brain = NULL;
    if (dw_data_brain_load(&brain, "made", (const uint8_t *)tree, strlen(tree), &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    dw_findings findings = {.say = note, .context = all};
    dw_data_brain_runtime(brain)->check(dw_data_brain_program(brain), &findings);
    assert_string_equal(all, expected);
    dw_data_brain_destroy(brain);
}

static void a_tree_without_conditions_may_go_on_for_ever(void **state)
{
    (void)state;
    expect_findings(TREE("\"patrol\""), "");
    expect_findings(TREE("{\"selector\": [\"hold\"]}"), "");
}

static void a_skill_without_end_hides_conditions_that_nothing_looks_at_again(void **state)
{
    (void)state;
    expect_findings(TREE("{\"selector\": [" SEEN ", \"patrol\"]}"), "node 2 (patrol)" NO_END);
    expect_findings(TREE("{\"selector\": [" SEEN ", {\"name\": \"late\", \"sequence\": "
                         "[\"patrol\"]}]}"),
                    "node 3 (patrol)" NO_END);
    expect_findings(TREE("{\"recheck\": {\"selector\": [" SEEN ", \"patrol\"]}, \"ticks\": 1}"),
                    "");
}

static void what_follows_a_node_that_never_fails_is_found(void **state)
{
    (void)state;
    expect_findings(TREE("{\"selector\": [\"patrol\", \"hold\"]}"), "node 2 (hold)" NEVER_RUNS);
    expect_findings(TREE("{\"selector\": [{\"condition\": []}, \"hold\"]}"),
                    "node 2 (hold)" NEVER_RUNS "node 2 (hold)" NO_END);
    expect_findings(TREE("{\"recheck\": {\"selector\": [" SEEN ", \"hold\"]}, \"ticks\": 1}"), "");
}

/* A selector never fails when its last child does not; a sequence may always fail. */
static void nodes_inside_of_others_count(void **state)
{
    (void)state;
    expect_findings(TREE("{\"recheck\": {\"selector\": [{\"selector\": [" SEEN
                         ", \"patrol\"]}, \"hold\"]}, "
                         "\"ticks\": 1}"),
                    "node 5 (hold)" NEVER_RUNS);
    expect_findings(TREE("{\"recheck\": {\"selector\": [{\"selector\": [\"patrol\", " SEEN
                         "]}, \"hold\"]}, "
                         "\"ticks\": 1}"),
                    "node 4 (condition)" NEVER_RUNS);
    expect_findings(TREE("{\"recheck\": {\"selector\": [{\"sequence\": [" SEEN
                         ", \"patrol\"]}, \"hold\"]}, "
                         "\"ticks\": 1}"),
                    "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_without_conditions_may_go_on_for_ever),
        cmocka_unit_test(a_skill_without_end_hides_conditions_that_nothing_looks_at_again),
        cmocka_unit_test(what_follows_a_node_that_never_fails_is_found),
        cmocka_unit_test(nodes_inside_of_others_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
