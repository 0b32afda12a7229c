/* brains.h: brains by name, and what each of them does at the least. */
#include "common/base/check.h"
#include "server/guard/brains.h"
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
            dw_explanation explanation;
            const uint16_t guard = (uint16_t)(tick % stage->world->guard_count);
            dw_sim_explain(stage->sim, guard, &explanation);
            assert_true(explanation.goal[0] != 0);
            assert_non_null(memchr(explanation.goal, 0, sizeof explanation.goal));
            assert_true(explanation.reason[0] != 0);
            assert_non_null(memchr(explanation.reason, 0, sizeof explanation.reason));
            assert_true(explanation.room < venue->map->room_count || explanation.room == DW_NONE);
            assert_true(explanation.path_count <= DW_COUNT_OF(explanation.path));
        }
        dw_stage_destroy(stage);
    }
    dw_venue_destroy(venue);
}

static void null_stands_at_his_post(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("reference");
    dw_stage *stage = dw_stage_create(venue, "null", NULL);
    dw_stage_run(stage, 500);
    for (uint32_t g = 0; g < stage->world->guard_count; g++) {
        assert_true(dw_vec_equal(stage->world->guards[g].position, venue->map->guards[g].spawn));
        assert_int_equal(stage->world->guards[g].heading_bam, venue->map->guards[g].heading_bam);
    }
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_listed_brain_is_found_by_its_name),
        cmocka_unit_test(an_unknown_name_is_no_brain),
        cmocka_unit_test(the_default_is_one_of_the_list),
        cmocka_unit_test(each_brain_explains_itself_and_plays_sound_rounds),
        cmocka_unit_test(null_stands_at_his_post),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
