/* Brains out of files: what a file may say, which mistakes are named with their place, and how a
 * state machine moves. A guard on the reference map runs them on percepts made by hand. */
#include "server/mind/data/library.h"

#include "common/base/check.h"
#include "server/mind/data/data_mind.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <stdio.h>

typedef struct bench {
    dw_venue *venue;
    dw_arena arena;
    dw_ruleset rules;
    dw_data_brain *brain;
    const dw_brain_kind *kind;
    void *memory;
    dw_percepts percepts;
} bench;

static void open_bench(bench *it, const char *text)
{
    dw_error error = {{0}};
    memset(it, 0, sizeof *it);
    it->venue = dw_venue_shipped("reference");
    it->rules = dw_ruleset_reference();
    it->rules.kinds[DW_KIND_GUARD].needs.hunger.point_ticks = 1;
    assert_int_equal(dw_arena_create(&it->arena, 4 << 20), DW_OK);
    if (dw_data_brain_load(&it->brain, "tried", (const uint8_t *)text, strlen(text), &error) !=
        DW_OK) {
        fail_msg("%s", error.text);
    }
    it->kind = dw_data_brain_kind(it->brain);
    const dw_brain_setup setup = {.map = it->venue->map,
                                  .nav = it->venue->nav,
                                  .rules = &it->rules,
                                  .kind = &it->rules.kinds[DW_KIND_GUARD],
                                  .guard = 0};
    assert_int_equal(it->kind->create(&it->memory, &it->arena, &setup), DW_OK);
    it->kind->assign(it->memory, it->kind);
    it->kind->reset(it->memory, 7);
    it->percepts.position = it->venue->map->guards[0].spawn;
    it->percepts.room = dw_map_room_at(it->venue->map, it->percepts.position);
    it->percepts.door_held = DW_NONE;
}

static void close_bench(bench *it)
{
    dw_data_brain_destroy(it->brain);
    dw_arena_destroy(&it->arena);
    dw_venue_destroy(it->venue);
}

/* One tick; the name of the state that this comes to. */
static const char *tick(bench *it, dw_mind_view *view)
{
    dw_guard_command command = {.open_door = DW_NONE, .hold_door = DW_NONE, .close_door = DW_NONE};
    it->percepts.tick++;
    it->kind->think(it->memory, &it->percepts, &command);
    it->kind->explain(it->memory, view);
    return view->goal;
}

static void see_intruder(bench *it, bool there)
{
    it->percepts.intruder_count = there ? 1 : 0;
    it->percepts.intruders[0] = (dw_percept_intruder){.slot = 2,
                                                      .seen = true,
                                                      .detected = true,
                                                      .position = it->percepts.position,
                                                      .room = it->percepts.room};
}

#define TWO_STATES(transitions)                                                                    \
    "{\"form\": \"fsm\", \"start\": \"a\", \"states\": {"                                          \
    "\"a\": {\"skill\": \"wait\", \"ticks\": 3, \"transitions\": [" transitions "]},"              \
    "\"b\": {\"skill\": \"patrol\"}}}"

static void a_skill_that_is_done_is_told_in_the_next_tick(void **state)
{
    (void)state;
    bench it;
    dw_mind_view view;
    open_bench(&it, TWO_STATES("{\"if\": [\"done\"], \"to\": \"b\"}"));
    assert_string_equal(tick(&it, &view), "a");
    assert_string_equal(tick(&it, &view), "a");
    assert_string_equal(tick(&it, &view), "a"); /* Three ticks: done. */
    assert_string_equal(tick(&it, &view), "b");
    assert_int_equal(view.cause, DW_CAUSE_DONE);
    assert_int_equal(view.since, 4);
    close_bench(&it);
}

static void the_first_transition_that_holds_is_taken(void **state)
{
    (void)state;
    static const char *const orders[] = {
        "{\"if\": [\"ticks_in_state>=2\"], \"to\": \"b\"}, {\"if\": [], \"to\": \"a\"}",
        "{\"if\": [], \"to\": \"a\"}, {\"if\": [\"ticks_in_state>=2\"], \"to\": \"b\"}"};
    for (uint32_t i = 0; i < 2; i++) {
        char text[600];
        (void)snprintf(text, sizeof text, TWO_STATES("%s"), orders[i]);
        bench it;
        dw_mind_view view;
        open_bench(&it, text);
        const char *now = "";
        for (uint32_t t = 0; t < 5; t++) {
            now = tick(&it, &view);
        }
        /* A state that goes on to itself for ever begins anew each time: no time passes in it. */
        assert_string_equal(now, "a");
        close_bench(&it);
    }
}

static void an_interrupt_counts_in_all_states_and_names_its_cause(void **state)
{
    (void)state;
    bench it;
    dw_mind_view view;
    open_bench(&it, "{\"form\": \"fsm\", \"start\": \"a\", "
                    "\"interrupts\": [{\"if\": [\"detected\"], \"to\": \"chase\"}], \"states\": {"
                    "\"a\": {\"skill\": \"wait\", \"transitions\": [{\"if\": [\"hunger>3\"], "
                    "\"to\": \"b\"}]}, \"b\": {\"skill\": \"patrol\"},"
                    "\"chase\": {\"skill\": \"chase\", \"transitions\": [{\"if\": [\"!detected\"], "
                    "\"to\": \"a\"}]}}}");
    assert_string_equal(tick(&it, &view), "a");
    see_intruder(&it, true);
    assert_string_equal(tick(&it, &view), "chase");
    assert_int_equal(view.cause, DW_CAUSE_SIGHTING);
    see_intruder(&it, false);
    assert_string_equal(tick(&it, &view), "a");
    while (it.percepts.tick < 6) {
        (void)tick(&it, &view);
    }
    assert_string_equal(view.goal, "b");
    assert_int_equal(view.cause, DW_CAUSE_NEED);
    see_intruder(&it, true);
    assert_string_equal(tick(&it, &view), "chase");
    close_bench(&it);
}

/* The states between are passed: the guard neither stands in them nor plans anything there. */
static void transitions_settle_within_a_tick_and_at_most_four_of_them(void **state)
{
    (void)state;
    bench it;
    dw_mind_view view;
    open_bench(&it, "{\"form\": \"fsm\", \"start\": \"s0\", \"states\": {"
                    "\"s0\": {\"skill\": \"wait\", \"transitions\": [{\"to\": \"s1\"}]},"
                    "\"s1\": {\"skill\": \"wait\", \"transitions\": [{\"to\": \"s2\"}]},"
                    "\"s2\": {\"skill\": \"wait\", \"transitions\": [{\"to\": \"s3\"}]},"
                    "\"s3\": {\"skill\": \"wait\", \"transitions\": [{\"to\": \"s4\"}]},"
                    "\"s4\": {\"skill\": \"patrol\", \"transitions\": [{\"to\": \"s5\"}]},"
                    "\"s5\": {\"skill\": \"wait\"}}}");
    assert_string_equal(tick(&it, &view), "s4");
    assert_string_equal(tick(&it, &view), "s5");
    close_bench(&it);
}

static void a_super_state_is_left_from_each_of_its_states(void **state)
{
    (void)state;
    bench it;
    dw_mind_view view;
    open_bench(&it, "{\"form\": \"fsm\", \"start\": \"calm\", \"states\": {"
                    "\"calm\": {\"start\": \"x\", \"states\": {"
                    "\"x\": {\"skill\": \"wait\", \"ticks\": 2, \"transitions\": "
                    "[{\"if\": [\"done\"], \"to\": \"y\"}]},"
                    "\"y\": {\"skill\": \"wait\", \"ticks\": 900}},"
                    "\"transitions\": [{\"if\": [\"detected\"], \"to\": \"busy\"}]},"
                    "\"busy\": {\"skill\": \"watch\", \"transitions\": "
                    "[{\"if\": [\"!detected\"], \"to\": \"calm\"}]}}}");
    for (uint32_t i = 0; i < 3; i++) {
        (void)tick(&it, &view);
    }
    assert_string_equal(view.goal, "y");
    assert_string_equal(view.sentence, "calm > y: Stands and waits.");
    see_intruder(&it, true);
    assert_string_equal(tick(&it, &view), "busy");
    see_intruder(&it, false);
    assert_string_equal(tick(&it, &view), "x");
    see_intruder(&it, true);
    assert_string_equal(tick(&it, &view), "busy");
    close_bench(&it);
}

static void each_mistake_is_named_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } mistakes[] = {
        {"{", "line 1, column 1: string or '}' expected near end of file"},
        {"[]", "must be an object"},
        {"{\"form\": \"fms\"}", "\"form\" must be one of \"fsm\", \"tree\""},
        {"{\"form\": \"fsm\", \"about\": \"a\\nb\"}", "\"about\" must be a line of 1 to 199 bytes"},
        {"{\"form\": \"fsm\", \"begin\": \"a\"}", "unknown member \"begin\" (known: form, about"},
        {"{\"form\": \"fsm\", \"states\": {}}", "states: must be an object of states by name"},
        {"{\"form\": \"fsm\", \"start\": \"b\", \"states\": {\"a\": \"wait\"}}",
         "states.a: must be an object with \"skill\" or \"states\""},
        {"{\"form\": \"fsm\", \"start\": \"b\", \"states\": {\"a\": {\"skill\": \"wiat\"}}}",
         "states.a.skill: unknown skill \"wiat\""},
        {"{\"form\": \"fsm\", \"start\": \"b\", \"states\": {\"a\": {\"skill\": \"wait\", "
         "\"ticks\": 0}}}",
         "states.a.ticks: must be a whole number of 1 to 36000"},
        {"{\"form\": \"fsm\", \"start\": \"b\", \"states\": {\"a\": {\"skill\": \"wait\", "
         "\"pace\": \"far\"}}}",
         "states.a: unknown member \"pace\" (known: skill, ticks, also, transitions)"},
        {"{\"form\": \"fsm\", \"start\": \"b\", \"states\": {\"a\": {\"skill\": \"bark\"}}}",
         "states.a: \"bark\" is done at once"},
        {"{\"form\": \"fsm\", \"start\": \"b\", \"states\": {\"a\": {\"skill\": \"wait\"}}}",
         "start: unknown state \"b\""},
        {TWO_STATES("{\"if\": [\"detected\", \"sees\"], \"to\": \"b\"}"),
         "states.a.transitions[0].if[1]: unknown fact \"sees\""},
        {TWO_STATES("{\"if\": [\"detected>3\"], \"to\": \"b\"}"),
         "states.a.transitions[0].if[0]: \"detected>3\" compares a flag"},
        {TWO_STATES("{\"if\": [\"hunger>x\"], \"to\": \"b\"}"),
         "states.a.transitions[0].if[0]: \"hunger>x\": after \">\" must stand a whole number"},
        {TWO_STATES("{\"if\": [\"!hunger>3\"], \"to\": \"b\"}"),
         "states.a.transitions[0].if[0]: \"!hunger>3\": \"!\" goes with a flag alone"},
        {TWO_STATES("{\"if\": [\"detected\"], \"to\": \"c\"}"),
         "states.a.transitions[0].to: unknown state \"c\""},
    };
    for (uint32_t i = 0; i < DW_COUNT_OF(mistakes); i++) {
        dw_data_brain *brain = NULL;
        dw_error error = {{0}};
        assert_int_equal(dw_data_brain_load(&brain, "x", (const uint8_t *)mistakes[i].text,
                                            strlen(mistakes[i].text), &error),
                         DW_INVALID);
        if (strstr(error.text, mistakes[i].error) == NULL) {
            fail_msg("\"%s\" is not \"%s\"", error.text, mistakes[i].error);
        }
        assert_null(brain);
    }
}

static void conditions_compare_numbers_and_negate_flags(void **state)
{
    (void)state;
    static const struct {
        const char *term;
        int32_t fear;
        bool holds;
    } cases[] = {
        {"fear>5", 6, true},   {"fear>5", 5, false},   {"fear>=5", 5, true},   {"fear<5", 5, false},
        {"fear<=5", 5, true},  {"fear=5", 5, true},    {"fear=5", 4, false},   {"fear!=5", 4, true},
        {"fear!=5", 5, false}, {"!fear", 0, true},     {"!fear", 1, false},    {"fear", 3, true},
        {"fear>-1", 0, true},  {"!detected", 0, true}, {"detected", 0, false},
    };
    for (uint32_t i = 0; i < DW_COUNT_OF(cases); i++) {
        dw_brain_reader reader = {.error = NULL};
        dw_condition condition = {.count = 1};
        char text[64];
        const dw_facts facts = {.of = {[DW_FACT_fear] = cases[i].fear}};
        assert_int_equal(dw_term_read(&reader, cases[i].term, &condition.terms[0]), DW_OK);
        assert_int_equal(dw_condition_holds(&condition, &facts), cases[i].holds);
        dw_condition_print(&condition, text, sizeof text);
        assert_string_equal(text, cases[i].term);
    }
    assert_true(dw_condition_holds(&(dw_condition){.count = 0}, &(dw_facts){{0}}));
}

static void a_brain_loaded_again_is_the_next_version(void **state)
{
    (void)state;
    static const char text[] = TWO_STATES("");
    dw_brain_library library = {.count = 0};
    for (uint32_t i = 0; i < 2; i++) {
        dw_data_brain *brain = NULL;
        assert_int_equal(
            dw_data_brain_load(&brain, "mine", (const uint8_t *)text, sizeof text - 1, NULL),
            DW_OK);
        assert_int_equal(dw_brain_library_put(&library, brain), DW_OK);
    }
    assert_string_equal(dw_brain_library_find(&library, "mine")->name, "mine@2");
    assert_string_equal(dw_brain_library_exact(&library, "mine")->name, "mine");
    assert_string_equal(dw_brain_library_find(&library, "reference")->name, "reference");
    assert_null(dw_brain_library_find(&library, "min"));
    dw_brain_library_clear(&library);
}

typedef struct said {
    char text[2000];
} said;

static void note(void *context, const char *place, const char *text)
{
    said *all = context;
    const size_t length = strlen(all->text);
    (void)snprintf(all->text + length, sizeof all->text - length, "%s: %s\n", place, text);
}

/* The table of the thesis: flee and food before sleep, and three gaps. */
static void the_check_finds_the_three_gaps(void **state)
{
    (void)state;
    bench it;
    open_bench(&it,
               "{\"form\": \"fsm\", \"start\": \"idle\", \"states\": {"
               "\"idle\": {\"skill\": \"wander\", \"transitions\": [{\"if\": [\"afraid\"], \"to\": "
               "\"flee\"},"
               "{\"if\": [\"hungry\"], \"to\": \"eat\"}, {\"if\": [\"tired\"], \"to\": \"sleep\"},"
               "{\"if\": [\"done\"], \"to\": \"idle\"}]},"
               "\"eat\": {\"skill\": \"eat\", \"transitions\": [{\"if\": [\"!hungry\"], \"to\": "
               "\"idle\"}]},"
               "\"sleep\": {\"skill\": \"sleep\", \"transitions\": [{\"if\": [\"done\"], \"to\": "
               "\"idle\"}]},"
               "\"flee\": {\"skill\": \"flee\", \"transitions\": [{\"if\": [\"!afraid\"], \"to\": "
               "\"idle\"}]},"
               "\"hunt\": {\"skill\": \"chase\"}}}");
    said all = {""};
    dw_findings findings = {.say = note, .context = &all};
    dw_data_brain_runtime(it.brain)->check(dw_data_brain_program(it.brain), &findings);
    assert_non_null(strstr(all.text, "states.sleep: asleep and in danger"));
    assert_non_null(strstr(all.text, "states.eat: attacked while it eats"));
    assert_non_null(strstr(all.text, "states.sleep: does not react to \"afraid\""));
    assert_non_null(strstr(all.text, "states.hunt: can never be reached"));
    assert_non_null(strstr(all.text, "states.hunt: has no way out"));
    assert_null(strstr(all.text, "states.idle:"));
    close_bench(&it);
}

#define TREE(root)        "{\"form\": \"tree\", \"root\": " root "}"
#define WAIT(name, ticks) "{\"skill\": \"wait\", \"ticks\": " ticks ", \"name\": \"" name "\"}"

/* The names of the leaves that run, a letter a tick. */
static void expect_leaves(const char *text, uint32_t hunger_from, const char *leaves)
{
    bench it;
    char ran[32] = "";
    dw_mind_view view;
    open_bench(&it, text);
    ((dw_data_mind *)it.memory)->self.needs.hunger.points = (uint16_t)(hunger_from);
    for (uint32_t t = 0; leaves[t] != '\0'; t++) {
        ran[t] = tick(&it, &view)[0];
    }
    if (strcmp(ran, leaves) != 0) {
        fail_msg("%s: runs %s, not %s", text, ran, leaves);
    }
    close_bench(&it);
}

/* Hunger rises by a point a tick: hunger>3 holds from the fourth tick on. A wait of n ticks ends in
 * its last tick, and what follows begins in the next one. A tick in which nothing runs is "s". */
static void each_node_of_a_tree_does_what_it_says(void **state)
{
    (void)state;
    expect_leaves(TREE("{\"sequence\": [" WAIT("a", "2") ", " WAIT("b", "2") "]}"), 0, "aabbaab");
    expect_leaves(TREE("{\"selector\": [{\"condition\": [\"hunger>3\"]}, " WAIT("a", "9") "]}"), 0,
                  "aaaaaa");
    expect_leaves(TREE("{\"selector\": [\"track\", " WAIT("a", "2") "]}"), 0, "aaaa");
    expect_leaves(TREE("{\"recheck\": {\"selector\": [{\"sequence\": [{\"condition\": "
                       "[\"hunger>3\"]}, " WAIT("b", "9") "]}, " WAIT("a", "900") "]}}"),
                  0, "aaabbbb");
    expect_leaves(TREE("{\"recheck\": {\"selector\": [{\"sequence\": [{\"condition\": "
                       "[\"hunger>3\"]}, " WAIT("b", "9") "]}, " WAIT("a", "900") "]}, "
                                                                                  "\"ticks\": 5}"),
                  0, "aaaaabbb");
    expect_leaves(TREE("{\"recheck\": {\"sequence\": [{\"condition\": [\"hunger<4\"]}, " WAIT(
                      "a", "900") "]}}"),
                  0, "aaasss");
    expect_leaves(TREE("{\"recheck\": " WAIT("a", "900") ", \"if\": [\"hunger<4\"]}"), 0, "aaass");
    expect_leaves(
        TREE("{\"sequence\": [{\"invert\": {\"condition\": [\"hunger>3\"]}}, " WAIT("a", "2") "]}"),
        0, "aaaas");
    expect_leaves(TREE("{\"sequence\": [{\"repeat\": " WAIT("a", "1") ", \"times\": 3}, " WAIT(
                      "b", "9") "]}"),
                  0, "aaabb");
    expect_leaves(TREE("{\"selector\": [{\"cooldown\": " WAIT("a", "1") ", \"ticks\": 3}, " WAIT(
                      "b", "1") "]}"),
                  0, "abbabba");
    /* Two skills that walk: the second fails, and one success of two is enough. */
    expect_leaves(TREE("{\"sequence\": [{\"parallel\": [" WAIT("a", "3") ", " WAIT(
                      "b", "3") "], \"success\": 1, \"failure\": 2}, " WAIT("c", "9") "]}"),
                  0, "aaacc");
    expect_leaves(TREE("{\"selector\": [{\"parallel\": [" WAIT(
                      "a", "3") ", {\"condition\": "
                                "[\"alert\"]}], \"success\": 2}, " WAIT("c", "9") "]}"),
                  0, "ccc");
}

static void mistakes_in_trees_are_named_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } mistakes[] = {
        {TREE("{\"choose\": []}"), "root: must be a skill's name, or an object with selector"},
        {TREE("{\"sequence\": []}"), "root.sequence: must be a list of 1 to 16 nodes"},
        {TREE("{\"sequence\": [\"wait\", \"fly\"]}"), "unknown skill \"fly\""},
        {TREE("{\"repeat\": \"wait\", \"time\": 3}"), "root: unknown member \"time\""},
        {TREE("{\"condition\": [\"x\"]}"), "root.condition[0]: unknown fact \"x\""},
    };
    for (uint32_t i = 0; i < DW_COUNT_OF(mistakes); i++) {
        dw_data_brain *brain = NULL;
        dw_error error = {{0}};
        assert_int_equal(dw_data_brain_load(&brain, "x", (const uint8_t *)mistakes[i].text,
                                            strlen(mistakes[i].text), &error),
                         DW_INVALID);
        if (strstr(error.text, mistakes[i].error) == NULL) {
            fail_msg("\"%s\" is not \"%s\"", error.text, mistakes[i].error);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_skill_that_is_done_is_told_in_the_next_tick),
        cmocka_unit_test(the_first_transition_that_holds_is_taken),
        cmocka_unit_test(an_interrupt_counts_in_all_states_and_names_its_cause),
        cmocka_unit_test(transitions_settle_within_a_tick_and_at_most_four_of_them),
        cmocka_unit_test(a_super_state_is_left_from_each_of_its_states),
        cmocka_unit_test(each_mistake_is_named_with_its_place),
        cmocka_unit_test(conditions_compare_numbers_and_negate_flags),
        cmocka_unit_test(a_brain_loaded_again_is_the_next_version),
        cmocka_unit_test(the_check_finds_the_three_gaps),
        cmocka_unit_test(each_node_of_a_tree_does_what_it_says),
        cmocka_unit_test(mistakes_in_trees_are_named_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
