/* ARCHITECTURE.md, invariant 1: same map, seed and intents give the same hash at every tick, in any
 * number of matches per process. Across compilers: tests/integration/determinism. */
#include "common/base/hash.h"
#include "server/sim/trace.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { MATCHES = 16, TICKS = 900 };

/* Hash and trace after 1000 ticks of dw_stage_begin_whims. The trace changes only with a commit
 * that changes what guards or the world do, or what a map holds, and that says why in its message.
 * The hash changes with fields of the state, too. */
static const struct golden {
    const char *map, *brain;
    uint64_t seed;
    const char *hash, *trace;
} goldens[] = {
    {"reference", "chaser", 1, "69e149f89411f85a", "17e2fb275d1a3e7c"},
    {"reference", "chaser", 2, "dfcc0462746e8c7a", "32ea15be563a9aee"},
    {"reference", "patrol-only", 1, "e77f5c5e44693af0", "556c67cd4cee6436"},
    {"museum", "chaser", 1, "cf31f344b31c960f", "b5115aec56d57342"},
    {"museum", "chaser", 2, "ea92e8e50ea112b7", "d75b0c865b99ba50"},
    {"reference", "reference", 1, "a7a0c60ae99eb730", "df1f5e2da03de0d6"},
    {"museum", "reference", 2, "173c08a5b7cbaeec", "6360ee80603b2618"},
    {"training", "null", 1, "791bb134573923cc", "231a3bd3b3d6e77d"},
};

static void rounds_end_in_the_hashes_and_traces_that_they_always_had(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_stage_endless_rules();
    bool same = true;
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        const struct golden *golden = &goldens[i];
        dw_venue *venue = dw_venue_shipped(golden->map);
        dw_stage *stage = dw_stage_create(venue, golden->brain, &rules);
        dw_stage_begin_whims(stage, golden->seed);
        uint64_t trace = DW_HASH_START;
        for (uint32_t tick = 0; tick < 1000; tick++) {
            dw_stage_step_whims(stage, golden->seed);
            trace = dw_trace_tick(trace, stage->world, venue->map);
        }
        char hash[DW_HASH_TEXT_SIZE];
        char trace_text[DW_HASH_TEXT_SIZE];
        dw_hash_text(dw_sim_hash(stage->sim), hash);
        dw_hash_text(trace, trace_text);
        if (strcmp(hash, golden->hash) != 0 || strcmp(trace_text, golden->trace) != 0) {
            print_message("%s, %s, seed %u: hash %s, was %s; trace %s, was %s\n", golden->map,
                          golden->brain, (unsigned)golden->seed, hash, golden->hash, trace_text,
                          golden->trace);
            same = false;
        }
        dw_stage_destroy(stage);
        dw_venue_destroy(venue);
    }
    assert_true(same);
}

/* Sixteen matches tick by tick in turn, against each of them alone on a stage that has played
 * something else before. */
static void sixteen_matches_at_once_play_as_each_alone(const char *map)
{
    dw_venue *venue = dw_venue_shipped(map);
    const dw_ruleset rules = dw_stage_endless_rules();
    static uint64_t hashes[TICKS][MATCHES];
    dw_stage *stages[MATCHES];
    for (uint32_t m = 0; m < MATCHES; m++) {
        stages[m] = dw_stage_create(venue, "reference", &rules);
        dw_stage_begin_whims(stages[m], m);
    }
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        for (uint32_t m = 0; m < MATCHES; m++) {
            dw_stage_step_whims(stages[m], m);
            hashes[tick][m] = dw_sim_hash(stages[m]->sim);
        }
    }
    for (uint32_t m = 1; m < MATCHES; m++) {
        dw_stage_destroy(stages[m]);
    }
    for (uint32_t m = MATCHES; m-- > 0;) {
        dw_stage_begin_whims(stages[0], m);
        for (uint32_t tick = 0; tick < TICKS; tick++) {
            dw_stage_step_whims(stages[0], m);
            if (dw_sim_hash(stages[0]->sim) != hashes[tick][m]) {
                fail_msg("%s: match %u differs at tick %u", map, m, tick + 1);
            }
        }
    }
    dw_stage_destroy(stages[0]);
    dw_venue_destroy(venue);
}

static void sixteen_matches_on_the_reference_map_play_as_each_alone(void **state)
{
    (void)state;
    sixteen_matches_at_once_play_as_each_alone("reference");
}

static void sixteen_matches_in_the_museum_play_as_each_alone(void **state)
{
    (void)state;
    sixteen_matches_at_once_play_as_each_alone("museum");
}

/* A map loaded twice, meshes built twice, at other addresses: nothing is hashed by address. */
static void a_second_copy_of_everything_plays_the_same(void **state)
{
    (void)state;
    dw_venue *venues[2] = {dw_venue_shipped("museum"), NULL};
    void *spacer[64];
    for (size_t i = 0; i < 64; i++) { /* Moves what comes next. */
        spacer[i] = test_malloc(1000 + 777 * i);
    }
    venues[1] = dw_venue_shipped("museum");
    const dw_ruleset rules = dw_stage_endless_rules();
    dw_stage *stages[2];
    for (uint32_t i = 0; i < 2; i++) {
        stages[i] = dw_stage_create(venues[i], "reference", &rules);
        dw_stage_begin_whims(stages[i], 77);
    }
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        dw_stage_step_whims(stages[0], 77);
        dw_stage_step_whims(stages[1], 77);
        assert_true(dw_sim_hash(stages[0]->sim) == dw_sim_hash(stages[1]->sim));
    }
    for (size_t i = 0; i < 64; i++) {
        test_free(spacer[i]);
    }
    for (uint32_t i = 0; i < 2; i++) {
        dw_stage_destroy(stages[i]);
        dw_venue_destroy(venues[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_end_in_the_hashes_and_traces_that_they_always_had),
        cmocka_unit_test(sixteen_matches_on_the_reference_map_play_as_each_alone),
        cmocka_unit_test(sixteen_matches_in_the_museum_play_as_each_alone),
        cmocka_unit_test(a_second_copy_of_everything_plays_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
