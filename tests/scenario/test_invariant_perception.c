/* DESIGN.md, invariant 3: a guard decides from percepts and his own memory, never from the world.
 * Two matches differ in where the intruders are and in all that they do. As long as a guard's
 * percepts are the same in both, his commands are, too. */
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { TRIALS = 60, TICKS = 1200 };

static bool same_intruder(const dw_percept_intruder *a, const dw_percept_intruder *b)
{
    return a->slot == b->slot && a->seen == b->seen && a->touched == b->touched &&
           a->detected == b->detected && a->meter == b->meter &&
           dw_vec_equal(a->position, b->position) && a->room == b->room;
}

static bool same_percepts(const dw_percepts *a, const dw_percepts *b)
{
    bool same = a->tick == b->tick && dw_vec_equal(a->position, b->position) &&
                a->heading_bam == b->heading_bam && a->room == b->room &&
                a->shortened == b->shortened && a->touched_guard == b->touched_guard &&
                a->door_refused == b->door_refused && a->intruder_count == b->intruder_count &&
                a->guard_count == b->guard_count;
    for (uint8_t i = 0; same && i < a->intruder_count; i++) {
        same = same_intruder(&a->intruders[i], &b->intruders[i]);
    }
    for (uint8_t i = 0; same && i < a->guard_count; i++) {
        same = a->guards[i].guard == b->guards[i].guard &&
               a->guards[i].heading_bam == b->guards[i].heading_bam &&
               dw_vec_equal(a->guards[i].position, b->guards[i].position);
    }
    return same;
}

static bool same_command(const dw_guard_command *a, const dw_guard_command *b)
{
    return dw_vec_equal(a->step, b->step) && a->heading_bam == b->heading_bam &&
           a->open_door == b->open_door && a->close_door == b->close_door && a->mood == b->mood;
}

typedef struct tally {
    uint64_t compared;  /* Decisions of guards who knew the same. */
    uint32_t different; /* Guards whose percepts came to differ. */
} tally;

/* One pair of matches until all guards know different things. */
static void play_pair(dw_stage *one, dw_stage *two, uint64_t seed, tally *sum)
{
    const uint32_t slots = (UINT32_C(1) << one->venue->map->intruders_max) - 1;
    dw_rng places;
    dw_rng_init(&places, seed, 1);
    dw_stage_reset(one, seed, slots);
    dw_stage_reset(two, seed, slots);
    dw_stage_scatter(one, &places);
    dw_stage_scatter(two, &places);
    if (seed % 2 == 0) { /* All but one are the same in both. */
        for (uint8_t s = 1; s < one->venue->map->intruders_max; s++) {
            dw_stage_put_intruder(two, s, one->world->intruders[s].body.position);
        }
    }
    bool differs[DW_GUARDS_MAX] = {false};
    uint32_t left = one->world->guard_count;
    for (uint32_t tick = 0; tick < TICKS && left > 0; tick++) {
        dw_stage_set_whims(one, seed);
        dw_stage_set_whims(two, seed % 2 == 0 ? seed : seed + 1000);
        two->intents[0] = dw_stage_whim(seed + 2000, tick, 0);
        dw_stage_step(one);
        dw_stage_step(two);
        if (one->world->outcome != DW_OUTCOME_NONE || two->world->outcome != DW_OUTCOME_NONE) {
            return;
        }
        for (uint16_t g = 0; g < one->world->guard_count; g++) {
            if (differs[g]) {
                continue;
            }
            if (!same_percepts(dw_sim_percepts(one->sim, g), dw_sim_percepts(two->sim, g))) {
                differs[g] = true;
                left--;
                sum->different++;
                continue;
            }
            sum->compared++;
            if (!same_command(&one->world->guards[g].command, &two->world->guards[g].command)) {
                fail_msg("seed %u, tick %u: guard %u knows the same and does another thing",
                         (unsigned)seed, tick, g);
            }
        }
    }
}

static void no_command_differs_before_a_percept(const char *map, const char *brain)
{
    dw_venue *venue = dw_venue_shipped(map);
    dw_stage *one = dw_stage_create(venue, brain, NULL);
    dw_stage *two = dw_stage_create(venue, brain, NULL);
    tally sum = {0};
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        play_pair(one, two, seed, &sum);
    }
    print_message("%s, %s: %u decisions compared, %u guards came to know different things\n", map,
                  brain, (unsigned)sum.compared, sum.different);
    assert_true(sum.compared > 5000);
    assert_true(sum.different > TRIALS);
    dw_stage_destroy(one);
    dw_stage_destroy(two);
    dw_venue_destroy(venue);
}

static void who_senses_nobody_decides_the_same_wherever_they_are(void **state)
{
    no_command_differs_before_a_percept("reference", *state);
}

static void who_senses_nobody_decides_the_same_in_the_museum(void **state)
{
    no_command_differs_before_a_percept("museum", *state);
}

int main(void)
{
    static char chaser[] = "chaser";
    static char patrol[] = "patrol-only";
    const struct CMUnitTest tests[] = {
        {"a_chaser_decides_the_same_whatever_he_does_not_sense",
         who_senses_nobody_decides_the_same_wherever_they_are, NULL, NULL, chaser},
        {"a_chaser_in_the_museum_decides_the_same_whatever_he_does_not_sense",
         who_senses_nobody_decides_the_same_in_the_museum, NULL, NULL, chaser},
        {"a_patrol_decides_the_same_whatever_it_does_not_sense",
         who_senses_nobody_decides_the_same_wherever_they_are, NULL, NULL, patrol},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
