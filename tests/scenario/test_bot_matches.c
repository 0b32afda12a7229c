/* Whole matches of guards with the brain `reference` against bots, who are shown what clients are
 * shown: nobody is ever stuck, nobody wavers, each change of goal has its cause (sections 5 and 6
 * of server/RULES.md). Arguments: matches a policy on the reference map, and in the museum. */
#include "server/lab/lab_match.h"
#include "server/mind/brains/brains.h"
#include "tests/support/test.h"
#include "tests/support/watch.h"

#include <stdlib.h>

enum { TICKS_MAX = 7200 };

static uint32_t reference_matches = 20;
static uint32_t museum_matches = 2;

/* A series of matches with the same number of intruders; the watch observes all of them. */
typedef struct series {
    dw_lab_match *match;
    dw_watch watch;
    dw_watch_tally tally;
    uint32_t won, lost, timeout, detections;
    uint64_t ticks;
} series;

static void watch_tick(void *context, const dw_intent *intents, const dw_world *world)
{
    (void)intents;
    (void)world;
    series *it = context;
    dw_watch_tick(&it->watch, dw_lab_match_sim(it->match));
}

static void play(series *it, const dw_lab_data *data, const char *policy, uint8_t intruders,
                 uint32_t first_seed, uint32_t matches)
{
    const dw_lab_watcher watcher = {.context = it, .tick = watch_tick};
    const dw_lab_match_config config = {
        .data = data,
        .brain = dw_brain_find("reference"),
        .policy = dw_policy_find(policy),
        .intruders = intruders,
        .ticks_max = TICKS_MAX,
        .watcher = &watcher,
    };
    dw_error error = {{0}};
    assert_int_equal(dw_lab_match_create(&it->match, &config, &error), DW_OK);
    for (uint32_t seed = first_seed; seed < first_seed + matches; seed++) {
        dw_lab_result result;
        dw_watch_begin(&it->watch, &it->tally, seed);
        dw_lab_match_run(it->match, seed, &result);
        it->won += result.outcome == DW_OUTCOME_WON ? 1 : 0;
        it->lost += result.outcome == DW_OUTCOME_LOST ? 1 : 0;
        it->timeout += result.outcome == DW_OUTCOME_TIMEOUT ? 1 : 0;
        it->detections += result.detections;
        it->ticks += result.ticks;
    }
    dw_lab_match_destroy(it->match);
}

/* Half of them with one intruder, a quarter with three, the rest with as many as the map is for. */
static void hold(const char *map, const char *policy, uint32_t matches)
{
    dw_lab_data data;
    dw_error error = {{0}};
    assert_int_equal(dw_lab_data_read(&data, map, NULL, true, &error), DW_OK);
    series *it = calloc(1, sizeof *it);
    assert_non_null(it);
    const uint32_t alone = matches / 2;
    const uint32_t three = matches / 4;
    play(it, &data, policy, 1, 1, alone);
    play(it, &data, policy, 3, 1 + alone, three);
    play(it, &data, policy, (uint8_t)data.map->intruders_max, 1 + alone + three,
         matches - alone - three);
    const dw_watch_tally *sum = &it->tally;
    print_message("%s, %s: %u matches, %u won, %u lost, %u cut off, %u s of play, %u detections\n"
                  "  %u changes of goal, %u without a cause, %u there and back, %u times stuck; "
                  "%u substitutes, %u of them over a second; longest still %.1f s, in a queue "
                  "%.1f s\n",
                  map, policy, matches, it->won, it->lost, it->timeout, (unsigned)(it->ticks / 60),
                  it->detections, sum->changes, sum->without_cause, sum->wavers, sum->stuck,
                  sum->substitutes, sum->long_substitutes, sum->still_max / 60.0,
                  sum->wait_max / 60.0);
    if (sum->first[0] != '\0') {
        print_message("  first: %s\n", sum->first);
    }
    assert_true(it->detections >= matches / 2);
    assert_true(sum->changes >= matches);
    assert_int_equal(sum->without_cause, 0);
    assert_int_equal(sum->wavers, 0);
    assert_int_equal(sum->stuck, 0);
    assert_int_equal(sum->long_substitutes, 0);
    free(it);
    dw_lab_data_destroy(&data);
}

static void nobody_is_stuck_or_wavers_against_rush_on_the_reference_map(void **state)
{
    (void)state;
    hold("reference", "rush", reference_matches);
}

static void nobody_is_stuck_or_wavers_against_random_on_the_reference_map(void **state)
{
    (void)state;
    hold("reference", "random", reference_matches);
}

static void nobody_is_stuck_or_wavers_against_rush_in_the_museum(void **state)
{
    (void)state;
    hold("museum", "rush", museum_matches);
}

static void nobody_is_stuck_or_wavers_against_random_in_the_museum(void **state)
{
    (void)state;
    hold("museum", "random", museum_matches);
}

int main(int argc, char **argv)
{
    reference_matches = argc == 3 ? (uint32_t)strtoul(argv[1], NULL, 10) : reference_matches;
    museum_matches = argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : museum_matches;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_stuck_or_wavers_against_rush_on_the_reference_map),
        cmocka_unit_test(nobody_is_stuck_or_wavers_against_random_on_the_reference_map),
        cmocka_unit_test(nobody_is_stuck_or_wavers_against_rush_in_the_museum),
        cmocka_unit_test(nobody_is_stuck_or_wavers_against_random_in_the_museum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
