/* ARCHITECTURE.md, invariant 3: a guard decides from percepts and its own memory, never from the
 * world. Two matches differ in where the intruders are and in all that they do. As long as a
 * guard's percepts are the same in both, its commands and its messages are the same, too. A message
 * is a percept from the tick on in which it is heard. While a message is under way in only one
 * match, the guard that will hear it decides the same in both. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/decision.h"
#include "tests/support/night.h"
#include "tests/support/test.h"

enum { TRIALS = 20, TRIALS_A_STRATEGY = 6, TRIALS_A_FILE = 4, TICKS = 1200 };

typedef struct tally {
    uint64_t compared;  /* Decisions of guards that knew the same. */
    uint32_t different; /* Guards whose percepts came to differ. */
    uint64_t under_way; /* ... while a message was under way in one of the matches alone. */
    uint32_t lost;      /* Intruders moved in the tick in which the last guard lost them. */
    uint32_t missed;    /* Guards that came to see in one match alone that the objective is gone. */
} tally;

/* A pair of matches, and which of their guards have known different things. */
typedef struct pair {
    dw_stage *one, *two;
    uint64_t seed;
    uint32_t left;
    bool differs[DW_GUARDS_MAX];
    tally *sum;
} pair;

static void start(pair *it, uint64_t seed)
{
    const uint32_t slots = (UINT32_C(1) << it->one->venue->map->intruders_max) - 1;
    it->seed = seed;
    it->left = it->one->world->guard_count;
    memset(it->differs, 0, sizeof it->differs);
    dw_stage_reset(it->one, seed, slots);
    dw_stage_reset(it->two, seed, slots);
}

static uint64_t radio_hash(const dw_stage *stage)
{
    dw_digest digest = {.hash = 0};
    dw_digest_radio(&digest, &stage->sim->radio);
    return dw_digest_end(&digest);
}

/* False when there is nothing left to compare. */
static bool compare(pair *it)
{
    if (it->one->world->outcome != DW_OUTCOME_NONE || it->two->world->outcome != DW_OUTCOME_NONE) {
        return false;
    }
    for (uint16_t g = 0; g < it->one->world->guard_count; g++) {
        if (it->differs[g]) {
            continue;
        }
        if (!dw_decision_knows_same(it->one, it->two, g)) {
            it->differs[g] = true;
            it->sum->missed += dw_sim_percepts(it->one->sim, g)->missing !=
                                       dw_sim_percepts(it->two->sim, g)->missing
                                   ? 1
                                   : 0;
            it->left--;
            it->sum->different++;
            continue;
        }
        it->sum->compared++;
        it->sum->under_way += radio_hash(it->one) != radio_hash(it->two) ? 1 : 0;
        if (!dw_decision_is_same(it->one, it->two, g)) {
            fail_msg("seed %u, tick %u: guard %u knows the same and does another thing",
                     (unsigned)it->seed, it->one->world->tick, g);
        }
    }
    return it->left > 0;
}

/* The intruders are elsewhere from the start, all of them or one, and do other things. */
static void play_elsewhere(pair *it, uint64_t seed)
{
    dw_rng places;
    dw_rng_init(&places, seed, 1);
    start(it, seed);
    dw_stage_scatter(it->one, &places);
    dw_stage_scatter(it->two, &places);
    if (seed % 2 == 0) { /* All but one are the same in both. */
        for (uint8_t s = 1; s < it->one->venue->map->intruders_max; s++) {
            dw_stage_put_intruder(it->two, s, dw_intruder_actor(it->one->world, s)->body.position);
        }
    }
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        dw_stage_set_whims(it->one, seed);
        dw_stage_set_whims(it->two, seed % 2 == 0 ? seed : seed + 1000);
        it->two->intents[0] = dw_stage_whim(seed + 2000, tick, 0);
        dw_stage_step(it->one);
        dw_stage_step(it->two);
        if (!compare(it)) {
            return;
        }
    }
}

/* The intruders that any guard sees or touches, one bit each. */
static uint32_t sensed_by_any(const dw_stage *stage)
{
    uint32_t sensed = 0;
    for (uint16_t g = 0; g < stage->world->guard_count; g++) {
        const dw_percepts *percepts = dw_sim_percepts(stage->sim, g);
        for (uint8_t i = 0; i < percepts->intruder_count; i++) {
            sensed |= UINT32_C(1) << percepts->intruders[i].slot;
        }
    }
    return sensed;
}

/* Both matches are the same until no guard senses a certain intruder any more. In the second match
 * that intruder is then moved elsewhere. The guards must remember only what they saw of it. */
static void play_lost(pair *it, uint64_t seed)
{
    dw_rng places;
    dw_rng_init(&places, seed, 1);
    start(it, seed);
    dw_stage_scatter(it->one, &places);
    for (uint8_t s = 0; s < it->one->venue->map->intruders_max; s++) {
        dw_stage_put_intruder(it->two, s, dw_intruder_actor(it->one->world, s)->body.position);
    }
    uint32_t before = 0;
    uint32_t moved = 0;
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        dw_stage_set_whims(it->one, seed);
        dw_stage_set_whims(it->two, seed);
        dw_stage_step(it->one);
        const uint32_t sensed = sensed_by_any(it->one);
        for (uint32_t s = 0; s < DW_INTRUDERS_MAX && tick > seed * 10; s++) {
            if (((before & ~sensed & ~moved) >> s & 1) != 0 &&
                dw_is_present(dw_intruder_actor(it->two->world, s))) {
                dw_stage_scatter_one(it->two, (uint8_t)s, &places);
                moved |= UINT32_C(1) << s;
                it->sum->lost++;
            }
        }
        before = sensed;
        dw_stage_step(it->two);
        if (!compare(it)) {
            return;
        }
    }
}

/* The first guard to somewhere in the room of the objective, in both matches. */
static void post_guard(pair *it, dw_rng *places)
{
    const dw_map *map = it->one->venue->map;
    const dw_vec spawn = dw_intruder_actor(it->one->world, 0)->body.position;
    const dw_actor *scout = dw_intruder_actor(it->one->world, 0);
    do {
        dw_stage_scatter_one(it->one, 0, places);
    } while (scout->room != map->items[0].room);
    const dw_vec post = scout->body.position;
    const uint16_t heading_bam = (uint16_t)dw_rng_below(places, 65536);
    dw_stage_put_intruder(it->one, 0, spawn);
    dw_stage_put_guard(it->one, 0, post, heading_bam);
    dw_stage_put_guard(it->two, 0, post, heading_bam);
}

/* One intruder stands where it began. In the second match the objective is gone from its place from
 * a certain tick on. Only a guard that looks there may know. */
static void play_taken(pair *it, uint64_t seed)
{
    dw_rng places;
    dw_rng_init(&places, seed, 1);
    start(it, seed);
    dw_stage_reset(it->one, seed, 1);
    dw_stage_reset(it->two, seed, 1);
    memset(it->one->intents, 0, sizeof it->one->intents);
    memset(it->two->intents, 0, sizeof it->two->intents);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        if (tick == seed * 10) {
            it->two->sim->world.items[0].state = DW_ITEM_DROPPED;
            post_guard(it, &places);
        }
        dw_stage_step(it->one);
        dw_stage_step(it->two);
        if (!compare(it)) {
            return;
        }
    }
}

static void play_all(pair *it, uint64_t trials)
{
    for (uint64_t seed = 1; seed <= trials; seed++) {
        play_elsewhere(it, seed);
        play_lost(it, seed);
        play_taken(it, seed);
    }
}

/* The guards of a pair: their brain, and the strategy that they follow. */
typedef struct guards {
    const dw_brain_kind *brain;
    const char *strategy;
    uint64_t trials;
} guards;

static void no_command_differs_before_a_percept(const char *map, const guards *team)
{
    dw_venue *venue = dw_venue_shipped(map);
    tally sum = {0};
    pair it = {.sum = &sum};
    dw_ruleset rules = dw_ruleset_reference();
    rules.strategy = dw_stage_shipped_strategy(team->strategy);
    it.one = dw_stage_create_with(venue, team->brain, &rules);
    it.two = dw_stage_create_with(venue, team->brain, &rules);
    play_all(&it, team->trials);
    print_message(
        "%s, %s, %s: %u decisions compared, %u intruders moved when lost, %u guards came "
        "to know different things, %u of them of the objective, %u decisions before a message "
        "came\n",
        map, team->brain->name, team->strategy, (unsigned)sum.compared, sum.lost, sum.different,
        sum.missed, (unsigned)sum.under_way);
    /* Guards with a board say too little on the radio for that count. */
    const bool talks = strcmp(team->brain->name, "reference") == 0 && rules.strategy.talk != 0 &&
                       rules.strategy.board == 0;
    assert_true(!talks || sum.under_way > 5 * team->trials);
    assert_true(sum.compared > 100 * team->trials);
    assert_true(sum.different > team->trials);
    assert_true(sum.lost > team->trials);
    assert_true((sum.missed > team->trials / 4) == (rules.strategy.hold_exit_when_missing != 0));
    dw_stage_destroy(it.one);
    dw_stage_destroy(it.two);
    dw_venue_destroy(venue);
}

static void a_guard_that_senses_nobody_decides_the_same_wherever_intruders_are(void **state)
{
    no_command_differs_before_a_percept("reference", *state);
}

static void a_guard_that_senses_nobody_decides_the_same_in_the_museum(void **state)
{
    no_command_differs_before_a_percept("museum", *state);
}

static void with_every_strategy_guards_decide_by_what_they_sense_and_hear(void **state)
{
    (void)state;
    const dw_stage_files all = dw_stage_list_strategies();
    for (uint32_t i = 0; i < all.count; i++) {
        const guards team = {dw_brain_find("reference"), all.names[i], TRIALS_A_STRATEGY};
        no_command_differs_before_a_percept("reference", &team);
        no_command_differs_before_a_percept("museum", &team);
    }
}

static void guards_with_any_brain_out_of_a_file_decide_by_what_they_sense_and_hear(void **state)
{
    (void)state;
    const dw_stage_files all = dw_stage_list_brains();
    for (uint32_t i = 0; i < all.count; i++) {
        dw_data_brain *brain = dw_stage_shipped_brain(all.names[i]);
        const guards team = {dw_data_brain_kind(brain), "reference", TRIALS_A_FILE};
        no_command_differs_before_a_percept("reference", &team);
        dw_data_brain_destroy(brain);
    }
}

/* With all senses, reactions, light and evidence, for each kind of guard of both maps. */
static void at_night_each_kind_decides_by_what_it_senses_and_hears(void **state)
{
    (void)state;
    static const char *const maps[] = {"manor-night", "museum-robots"};
    for (size_t i = 0; i < DW_COUNT_OF(maps); i++) {
        dw_venue *venue = dw_venue_shipped(maps[i]);
        const dw_ruleset rules = dw_night_rules(venue->map, "team", 6);
        tally sum = {0};
        pair it = {.sum = &sum};
        it.one = dw_night_create(venue, &rules, 1);
        it.two = dw_night_create(venue, &rules, 1);
        play_all(&it, TRIALS_A_STRATEGY);
        print_message("%s at night: %u decisions compared, %u intruders moved when lost, %u guards "
                      "came to know different things, %u of them of the objective\n",
                      maps[i], (unsigned)sum.compared, sum.lost, sum.different, sum.missed);
        assert_true(sum.compared > 1000 && sum.different > 100 && sum.missed > 0);
        dw_stage_destroy(it.one);
        dw_stage_destroy(it.two);
        dw_venue_destroy(venue);
    }
}

int main(void)
{
    guards chaser = {dw_brain_find("chaser"), "reference", TRIALS};
    guards reference = {dw_brain_find("reference"), "reference", TRIALS};
    guards patrol = {dw_brain_find("patrol-only"), "reference", TRIALS};
    const struct CMUnitTest tests[] = {
        {"a_chaser_decides_the_same_whatever_it_does_not_sense",
         a_guard_that_senses_nobody_decides_the_same_wherever_intruders_are, NULL, NULL, &chaser},
        {"a_chaser_in_the_museum_decides_the_same_whatever_it_does_not_sense",
         a_guard_that_senses_nobody_decides_the_same_in_the_museum, NULL, NULL, &chaser},
        {"a_guard_with_radio_decides_the_same_whatever_it_does_not_sense_and_has_not_heard",
         a_guard_that_senses_nobody_decides_the_same_wherever_intruders_are, NULL, NULL,
         &reference},
        {"a_guard_with_radio_in_the_museum_decides_the_same_until_it_knows_better",
         a_guard_that_senses_nobody_decides_the_same_in_the_museum, NULL, NULL, &reference},
        {"a_patrol_decides_the_same_whatever_it_does_not_sense",
         a_guard_that_senses_nobody_decides_the_same_wherever_intruders_are, NULL, NULL, &patrol},
        cmocka_unit_test(with_every_strategy_guards_decide_by_what_they_sense_and_hear),
        cmocka_unit_test(guards_with_any_brain_out_of_a_file_decide_by_what_they_sense_and_hear),
        cmocka_unit_test(at_night_each_kind_decides_by_what_it_senses_and_hears),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
