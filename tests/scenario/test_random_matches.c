/* Matches of people who do not know what they want: whatever they do, the world stays one. */
#include "common/base/hash.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { MATCHES = 100, TICKS = 2400 };

typedef struct tally {
    uint32_t ticks, chasing, caught, taken, doors, ended;
} tally;

static void count(tally *sum, const dw_stage *stage)
{
    sum->ticks++;
    sum->caught += dw_stage_events(stage, DW_SIM_CAUGHT, DW_NONE, DW_NONE);
    sum->taken += dw_stage_events(stage, DW_SIM_TAKEN, DW_NONE, DW_NONE);
    sum->doors += dw_stage_events(stage, DW_SIM_DOOR_OPENED, DW_NONE, DW_NONE);
    sum->ended += dw_stage_events(stage, DW_SIM_ENDED, DW_NONE, DW_NONE);
    for (uint32_t g = 0; g < stage->world->guard_count; g++) {
        sum->chasing += stage->world->guards[g].command.mood == DW_MOOD_CHASING ? 1 : 0;
    }
}

/* One match; every third one starts with the intruders all over the house. */
static void play(dw_stage *stage, uint64_t seed, tally *sum)
{
    const uint32_t intruders = 1 + (uint32_t)(seed % stage->venue->map->intruders_max);
    dw_stage_reset(stage, seed, (UINT32_C(1) << intruders) - 1);
    if (seed % 3 != 0) {
        dw_rng places;
        dw_rng_init(&places, seed, 1);
        dw_stage_scatter(stage, &places);
    }
    const uint32_t ended_before = sum->ended;
    uint8_t outcome = DW_OUTCOME_NONE;
    for (uint32_t tick = 1; tick <= TICKS; tick++) {
        dw_stage_set_whims(stage, seed);
        dw_stage_step(stage);
        const char *fault = dw_stage_fault(stage);
        if (fault != NULL) {
            print_message("seed %u, tick %u: %s\n", (unsigned)seed, tick, fault);
            fail();
        }
        assert_int_equal(stage->world->tick, tick);
        if (outcome != DW_OUTCOME_NONE) {
            assert_int_equal(stage->world->outcome, outcome);
        }
        outcome = stage->world->outcome;
        count(sum, stage);
    }
    assert_int_equal(sum->ended - ended_before, outcome != DW_OUTCOME_NONE ? 1 : 0);
    assert_int_equal(dw_sim_events_dropped(stage->sim), 0);
}

static tally play_all(const char *map, const char *brain, const dw_ruleset *rules, uint64_t seeds)
{
    dw_venue *venue = dw_venue_shipped(map);
    dw_stage *stage = dw_stage_create(venue, brain, rules);
    tally sum = {0};
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        play(stage, seed, &sum);
    }
    print_message(
        "%s, %s: %u ticks, %u guard ticks of chase, %u caught, %u taken, %u doors opened, "
        "%u rounds ended\n",
        map, brain, sum.ticks, sum.chasing, sum.caught, sum.taken, sum.doors, sum.ended);
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
    return sum;
}

/* The properties say nothing about matches in which nothing happens. */
static void assert_eventful(const tally *sum)
{
    assert_true(sum->chasing > sum->ticks / 20);
    assert_true(sum->caught >= MATCHES / 2);
    assert_true(sum->doors >= MATCHES * 2);
    assert_true(sum->ended >= MATCHES / 20);
}

static void the_reference_map_stays_sound_whatever_intruders_do(void **state)
{
    (void)state;
    const tally chasers = play_all("reference", "chaser", NULL, MATCHES);
    assert_eventful(&chasers);
    const tally team = play_all("reference", "reference", NULL, MATCHES);
    assert_eventful(&team);
}

static void the_museum_stays_sound_whatever_eight_intruders_do(void **state)
{
    (void)state;
    const tally chasers = play_all("museum", "chaser", NULL, MATCHES);
    assert_eventful(&chasers);
    const tally team = play_all("museum", "reference", NULL, MATCHES);
    assert_eventful(&team);
}

static void nobody_overlaps_anybody_where_intruders_collide(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    rules.intruders_collide = 1;
    const tally sum = play_all("reference", "reference", &rules, MATCHES / 4);
    assert_true(sum.chasing > sum.ticks / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_map_stays_sound_whatever_intruders_do),
        cmocka_unit_test(the_museum_stays_sound_whatever_eight_intruders_do),
        cmocka_unit_test(nobody_overlaps_anybody_where_intruders_collide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
