/* Matches with everything in them: each kind of guard, reactions, light, torches, noises, evidence,
 * trails and tools. They stay sound, and go on from a save as though nothing had happened. */
#include "server/mind/data/library.h"
#include "tests/support/night.h"
#include "tests/support/test.h"

enum { SAVE_MAX = 1 << 20, SEED = 5, REACTION_TICKS = 6, TICKS = 1000 };

static uint8_t saved[SAVE_MAX];
static uint8_t again[SAVE_MAX];

static size_t save(const dw_stage *stage, uint8_t *bytes)
{
    size_t size = 0;
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, SAVE_MAX);
    dw_sim_save(stage->sim, &writer);
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    return size;
}

static dw_status load(dw_stage *stage, const uint8_t *bytes, size_t size)
{
    dw_error error;
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    const dw_status status = dw_sim_load(stage->sim, &reader, dw_stage_brain_finder(), &error);
    return status == DW_OK ? dw_state_reader_finish(&reader) : status;
}

/* The second match has played something else before. It gets each save of the first one. */
static void expect_same_from_saves(const char *map, const char *strategy)
{
    dw_venue *venue = dw_venue_shipped(map);
    const dw_ruleset rules = dw_night_rules(venue->map, strategy, REACTION_TICKS);
    dw_stage *one = dw_night_create(venue, &rules, SEED);
    dw_stage *two = dw_night_create(venue, &rules, SEED + 1);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        if (tick % 200 == 0) {
            const size_t size = save(one, saved);
            for (uint32_t i = 0; i < 100; i++) {
                dw_night_step(two, SEED + 1);
            }
            assert_int_equal(load(two, saved, size), DW_OK);
            assert_int_equal(save(two, again), size);
            assert_memory_equal(saved, again, size);
        }
        dw_night_step(one, SEED);
        dw_night_step(two, SEED);
        if (dw_sim_hash(one->sim) != dw_sim_hash(two->sim)) {
            fail_msg("%s, %s: differs at tick %u", map, strategy, tick);
        }
        assert_null(dw_stage_fault(one));
    }
    dw_stage_destroy(one);
    dw_stage_destroy(two);
    dw_venue_destroy(venue);
}

static void a_night_goes_on_from_each_save(void **state)
{
    (void)state;
    const dw_stage_files all = dw_stage_list_strategies();
    for (uint32_t i = 0; i < all.count; i++) {
        expect_same_from_saves("manor-night", all.names[i]);
        expect_same_from_saves("museum-robots", all.names[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_night_goes_on_from_each_save),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
