/* goap.h, utility.h, bdi.h and lessons.h: each field that a guard's state has is in the hash and in
 * the save; minds that are forgotten and loaded again play the same match. */
#include "common/base/check.h"
#include "server/mind/data/bdi.h"
#include "server/mind/data/goap.h"
#include "server/mind/data/lessons.h"
#include "server/mind/data/utility.h"
#include "server/sim/sim_state.h"
#include "tests/support/mind_trial.h"
#include "tests/support/test.h"

enum { BYTES_MAX = 32768, SEED = 5 };

/* Each field in turn is another: another digest, and the same again after save and load. */
#define POKE_ONE(kind, name)                                                                       \
    const dw_field_##kind old_##name = state.name;                                                 \
    state.name = (dw_field_##kind)(old_##name != 0 ? old_##name - 1 : 1);                          \
    expect_other(digest_of(&state), before, #name);                                                \
    state.name = old_##name;
#define POKE_USED(kind, name, max, used)                                                           \
    for (uint32_t i = 0; i < (used); i++) {                                                        \
        poke_##kind(&state.name[i]);                                                               \
        expect_other(digest_of(&state), before, #name);                                            \
        unpoke_##kind(&state.name[i]);                                                             \
    }
#define POKE_STATE(kind, LIST, fill)                                                               \
    static uint64_t digest_of_##kind(const dw_field_##kind *state)                                 \
    {                                                                                              \
        dw_digest digest = {.hash = 0};                                                            \
        dw_digest_##kind(&digest, state);                                                          \
        return dw_digest_end(&digest);                                                             \
    }                                                                                              \
    static void each_field_of_##kind##_is_hashed_and_saved(void **unused)                          \
    {                                                                                              \
        (void)unused;                                                                              \
        uint64_t (*const digest_of)(const dw_field_##kind *) = digest_of_##kind;                   \
        dw_field_##kind state;                                                                     \
        memset(&state, 0, sizeof state);                                                           \
        fill;                                                                                      \
        const dw_field_##kind *it = &state;                                                        \
        (void)it;                                                                                  \
        const uint64_t before = digest_of(&state);                                                 \
        LIST(POKE_ONE, POKE_USED, POKE_USED)                                                       \
        uint8_t bytes[1024];                                                                       \
        size_t size;                                                                               \
        dw_state_writer writer;                                                                    \
        dw_state_writer_init(&writer, bytes, sizeof bytes);                                        \
        dw_save_##kind(&writer, &state);                                                           \
        assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);                           \
        dw_field_##kind loaded;                                                                    \
        memset(&loaded, 0, sizeof loaded);                                                         \
        dw_state_reader reader;                                                                    \
        dw_state_reader_init(&reader, bytes, size);                                                \
        dw_load_##kind(&reader, &loaded);                                                          \
        assert_int_equal(dw_state_reader_finish(&reader), DW_OK);                                  \
        assert_true(digest_of(&loaded) == before);                                                 \
    }                                                                                              \
    struct needs_semicolon_##kind

static void expect_other(uint64_t now, uint64_t before, const char *name)
{
    if (now == before) {
        fail_msg("`%s` does not change the hash", name);
    }
}

static void poke_u16(uint16_t *value)
{
    (*value)++;
}

static void unpoke_u16(uint16_t *value)
{
    (*value)--;
}

static void poke_lesson(dw_lesson *value)
{
    value->age++;
}

static void unpoke_lesson(dw_lesson *value)
{
    value->age--;
}

POKE_STATE(goap_state, DW_GOAP_FIELDS, state.count = DW_PLAN_STEPS_MAX; state.goal = 1);
POKE_STATE(utility_state, DW_UTILITY_FIELDS, state.option = 3);
POKE_STATE(bdi_state, DW_BDI_FIELDS, state.step = 2);
POKE_STATE(lessons, DW_LESSONS_FIELDS, dw_lessons_reset(&state));

static size_t save(const dw_stage *stage, uint16_t guard, uint8_t bytes[BYTES_MAX])
{
    const dw_sim *sim = stage->sim;
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, BYTES_MAX);
    sim->brains[guard]->save(sim->memories[guard], &writer);
    size_t size = 0;
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    return size;
}

static dw_status load(dw_stage *stage, uint16_t guard, const uint8_t *bytes, size_t size)
{
    const dw_sim *sim = stage->sim;
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    sim->brains[guard]->reset(sim->memories[guard], 99);
    sim->brains[guard]->load(sim->memories[guard], &reader);
    return dw_state_reader_finish(&reader);
}

static void planners_that_are_loaded_again_play_the_same_match(void **state)
{
    (void)state;
    static uint8_t bytes[BYTES_MAX];
    dw_venue *venue = dw_venue_shipped("reference");
    const dw_ruleset rules = dw_stage_endless_rules();
    dw_data_brain *brain = dw_stage_shipped_brain("guard-goap");
    dw_stage *plain = dw_stage_create_with(venue, dw_data_brain_kind(brain), &rules);
    dw_stage *loaded = dw_stage_create_with(venue, dw_data_brain_kind(brain), &rules);
    dw_stage_begin_whims(plain, SEED);
    dw_stage_begin_whims(loaded, SEED);
    for (uint32_t tick = 0; tick < 1500; tick++) {
        for (uint16_t g = 0; tick % 50 == 7 && g < loaded->world->guard_count; g++) {
            const size_t size = save(loaded, g, bytes);
            assert_int_equal(load(loaded, g, bytes, size), DW_OK);
        }
        dw_stage_step_whims(plain, SEED);
        dw_stage_step_whims(loaded, SEED);
        assert_true(dw_sim_hash(plain->sim) == dw_sim_hash(loaded->sim));
    }
    const size_t size = save(loaded, 0, bytes);
    for (size_t cut = 0; cut < size; cut += 7) {
        assert_int_equal(load(loaded, 0, bytes, cut), DW_INVALID);
    }
    dw_stage_destroy(plain);
    dw_stage_destroy(loaded);
    dw_data_brain_destroy(brain);
    dw_venue_destroy(venue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_of_goap_state_is_hashed_and_saved),
        cmocka_unit_test(each_field_of_utility_state_is_hashed_and_saved),
        cmocka_unit_test(each_field_of_bdi_state_is_hashed_and_saved),
        cmocka_unit_test(each_field_of_lessons_is_hashed_and_saved),
        cmocka_unit_test(planners_that_are_loaded_again_play_the_same_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
