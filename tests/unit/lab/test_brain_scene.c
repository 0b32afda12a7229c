/* Scenes of `duskwatch-lab brain trace`: each shows a brain what it says, and shipped brains do in
 * it what their forms are for. */
#include "server/lab/brain_scene.h"

#include "common/base/check.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <string.h>

/* The first tick in which that skill runs; 0: never. `end`: where the brain is at the end. */
static uint32_t first_tick(const char *name, const char *kind, const char *scene_name,
                           const char *skill, dw_mind_view *end)
{
    dw_error error = {{0}};
    dw_data_brain *brain = dw_stage_shipped_brain(name);
    dw_brain_scene *scene = NULL;
    if (dw_brain_scene_create(&scene, brain, kind, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    const dw_brain_scene_script *script = dw_brain_scene_script_find(scene_name);
    assert_non_null(script);
    uint32_t found = 0;
    for (uint32_t tick = 1; tick <= script->ticks; tick++) {
        dw_brain_scene_view view;
        dw_brain_scene_step(scene, script, &view);
        assert_int_equal(view.tick, tick);
        if (found == 0 && view.skill != NULL && strcmp(view.skill, skill) == 0) {
            found = tick;
        }
        *end = view.mind;
    }
    dw_brain_scene_destroy(scene);
    dw_data_brain_destroy(brain);
    return found;
}

typedef struct expectation {
    const char *form; /* Of guard- or dog-. */
    const char *kind, *scene, *skill;
    uint32_t from, to; /* Ticks in which the skill begins. */
} expectation;

static void guards_and_dogs_do_what_a_scene_is_about(void **state)
{
    (void)state;
    static const expectation expected[] = {
        {"guard", "guard", "noise", "investigate", 120, 122},
        {"guard", "guard", "shot", "investigate", 120, 122},
        {"guard", "guard", "sight", "chase", 120, 122},
        {"guard", "guard", "sight", "go_last_known", 421, 423},
        {"guard", "guard", "touch", "chase", 120, 122},
        {"guard", "guard", "alarm", "intercept", 120, 170},
        {"guard", "guard", "calm", "chase", 0, 0},
        {"dog", "dog", "noise", "go_to_noise", 120, 122},
        {"dog", "dog", "shot", "flee", 120, 122},
        {"dog", "dog", "hungry", "eat", 300, 302},
        {"dog", "dog", "tired", "sleep", 120, 600},
        {"dog", "dog", "trail", "track", 120, 122},
        {"dog", "dog", "handler", "follow", 1, 3},
        {"dog", "dog", "day", "chase", 1500, 1502},
    };
    static const char *const forms[] = {"fsm", "tree", "goap"};
    for (size_t i = 0; i < DW_COUNT_OF(expected); i++) {
        for (size_t f = 0; f < DW_COUNT_OF(forms); f++) {
            char name[32];
            dw_mind_view end;
            (void)snprintf(name, sizeof name, "%s-%s", expected[i].form, forms[f]);
            const uint32_t tick =
                first_tick(name, expected[i].kind, expected[i].scene, expected[i].skill, &end);
            if (tick < expected[i].from || tick > expected[i].to) {
                fail_msg("%s, scene %s: %s at tick %u", name, expected[i].scene, expected[i].skill,
                         tick);
            }
        }
    }
}

static void a_scene_is_the_same_each_time(void **state)
{
    (void)state;
    dw_mind_view one;
    dw_mind_view two;
    assert_int_equal(first_tick("guard-goap", "guard", "day", "search", &one),
                     first_tick("guard-goap", "guard", "day", "search", &two));
    assert_string_equal(one.goal, two.goal);
    assert_int_equal(one.since, two.since);
    assert_int_equal(one.path_count, two.path_count);
}

/* A body that sees nothing of an event would trace as calm. */
static void each_event_is_in_a_scene_and_each_scene_has_a_name_of_its_own(void **state)
{
    (void)state;
    uint32_t kinds = 0;
    for (uint32_t i = 0; dw_brain_scene_script_at(i) != NULL; i++) {
        const dw_brain_scene_script *script = dw_brain_scene_script_at(i);
        assert_ptr_equal(dw_brain_scene_script_find(script->name), script);
        for (uint32_t e = 0; e < script->count; e++) {
            assert_true(script->events[e].first <= script->events[e].last);
            assert_true(script->events[e].last <= script->ticks);
            kinds |= 1u << script->events[e].kind;
        }
    }
    assert_int_equal(kinds, (1u << DW_BRAIN_SCENE_EVENT_KIND_COUNT) - 1);
    assert_null(dw_brain_scene_script_find("nowhere"));
}

static void a_kind_without_a_file_or_a_body_is_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *says;
    } cases[] = {{"unicorn", "unicorn"}, {"camera", "no body"}};
    dw_data_brain *brain = dw_stage_shipped_brain("guard-fsm");
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        dw_error error = {{0}};
        dw_brain_scene *scene = NULL;
        assert_int_not_equal(dw_brain_scene_create(&scene, brain, cases[i].kind, &error), DW_OK);
        assert_null(scene);
        assert_non_null(strstr(error.text, cases[i].says));
    }
    dw_data_brain_destroy(brain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_and_dogs_do_what_a_scene_is_about),
        cmocka_unit_test(a_scene_is_the_same_each_time),
        cmocka_unit_test(each_event_is_in_a_scene_and_each_scene_has_a_name_of_its_own),
        cmocka_unit_test(a_kind_without_a_file_or_a_body_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
