/* server/RULES.md 5.32 on the reference map: guards can intercept on the ring of three
 * corridors and two rooms. An intruder runs round it, chased; another guard meets it from the
 * front. The file also tests what must hold in any match of guards with the brain `reference`: no
 * guard is stuck, no guard wavers, each change of goal has its cause. */
#include "tests/support/stage.h"
#include "tests/support/test.h"
#include "tests/support/watch.h"

static dw_venue *reference;

/* Corners of the ring in the order of the run, in millimetres. */
static const int32_t ring[][2] = {{3000, 3980}, {12550, 3980}, {12550, 7920}, {3700, 7920},
                                  {2300, 7500}, {2300, 5900},  {700, 5700},   {700, 3980}};
enum { CORNERS = sizeof ring / sizeof ring[0], RUNS = 200, RUN_TICKS = 1500 };

typedef struct runner {
    dw_stage *stage;
    uint32_t corner;
    bool backwards;
} runner;

static dw_vec corner_of(const runner *it)
{
    const uint32_t c = it->backwards ? CORNERS - 1 - it->corner : it->corner;
    return (dw_vec){DW_MM(ring[c][0]), DW_MM(ring[c][1])};
}

static int sign(int32_t d)
{
    const int32_t near = DW_MM(60);
    return d > near ? 1 : (d < -near ? -1 : 0);
}

/* Sprints to the next corner; who is held up presses use: a door, or nothing. */
static void run(runner *it)
{
    static const dw_direction ways[3][3] = {{DW_NORTH_WEST, DW_NORTH, DW_NORTH_EAST},
                                            {DW_WEST, DW_STAND, DW_EAST},
                                            {DW_SOUTH_WEST, DW_SOUTH, DW_SOUTH_EAST}};
    const dw_body *body = &dw_intruder_actor(it->stage->world, 0)->body;
    dw_vec way = dw_vec_sub(corner_of(it), body->position);
    if (sign(way.x) == 0 && sign(way.y) == 0) {
        it->corner = (it->corner + 1) % CORNERS;
        way = dw_vec_sub(corner_of(it), body->position);
    }
    const bool held_up = !body->moving && it->stage->world->tick % 10 == 0;
    dw_stage_walk(it->stage, 0, ways[sign(way.y) + 1][sign(way.x) + 1],
                  DW_BUTTON_SPRINT | (held_up ? DW_BUTTON_USE : 0));
    dw_stage_step(it->stage);
}

/* Guard 0 is behind the intruder in the Great hall; the others are somewhere in the house. Returns
 * whether one of them detects the intruder from ahead of it on its path. */
static bool is_met_from_the_front(dw_stage *stage, uint64_t seed)
{
    runner it = {.stage = stage, .corner = 0, .backwards = seed % 2 == 0};
    dw_rng rng;
    dw_rng_init(&rng, seed, 9);
    dw_stage_reset(stage, seed, 1);
    dw_stage_scatter_one(stage, 0, &rng);
    for (uint16_t g = 1; g < 3; g++) { /* Where an intruder could be put, a guard can stand. */
        dw_stage_put_guard(stage, g, dw_intruder_actor(stage->world, 0)->body.position,
                           (uint16_t)dw_rng_next(&rng));
        dw_stage_scatter_one(stage, 0, &rng);
    }
    const bool down = it.backwards;
    dw_stage_put_guard(stage, 0, (dw_vec){DW_MM(1500), DW_MM(4400)}, down ? DW_BAM_QUARTER : 0);
    dw_stage_put_intruder(
        stage, 0, down ? (dw_vec){DW_MM(2300), DW_MM(5900)} : (dw_vec){DW_MM(3400), DW_MM(3980)});
    it.corner = down ? 2 : 1;
    for (uint32_t tick = 0; tick < RUN_TICKS; tick++) {
        run(&it);
        const dw_vec now = dw_intruder_actor(stage->world, 0)->body.position;
        const dw_vec ahead = dw_vec_sub(corner_of(&it), now);
        for (uint16_t g = 1; g < 3; g++) {
            const dw_vec to_guard = dw_vec_sub(dw_guard_actor(stage->world, g)->body.position, now);
            if (dw_stage_events(stage, DW_SIM_DETECTED, g, 0) > 0 && dw_dot(ahead, to_guard) > 0) {
                return true;
            }
        }
    }
    return false;
}

static uint32_t meetings(const char *brain)
{
    const dw_ruleset rules = dw_stage_endless_rules();
    dw_stage *stage = dw_stage_create(reference, brain, &rules);
    uint32_t met = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        met += is_met_from_the_front(stage, seed) ? 1 : 0;
    }
    dw_stage_destroy(stage);
    return met;
}

static void an_intruder_that_runs_round_the_ring_is_met_from_the_front(void **state)
{
    (void)state;
    const uint32_t together = meetings("reference");
    const uint32_t alone = meetings("chaser");
    print_message("met from the front: %u of %u by guards that talk, %u by guards that do not\n",
                  together, (unsigned)RUNS, alone);
    assert_true(together * 10 >= RUNS * 9);
    assert_true(together > alone);
}

static void watch_matches(const dw_venue *venue, uint32_t slots, uint32_t matches,
                          dw_watch_tally *sum)
{
    dw_stage *stage = dw_stage_create(venue, "reference", NULL);
    dw_watch watch;
    for (uint64_t seed = 1; seed <= matches; seed++) {
        dw_watch_begin(&watch, sum, seed);
        dw_rng places;
        dw_rng_init(&places, seed, 1);
        dw_stage_reset(stage, seed, slots);
        dw_stage_scatter(stage, &places);
        while (stage->world->outcome == DW_OUTCOME_NONE && stage->world->tick < 3600) {
            dw_stage_set_whims(stage, seed);
            dw_stage_step(stage);
            dw_watch_tick(&watch, stage->sim);
        }
    }
    dw_stage_destroy(stage);
}

static void nobody_is_stuck_and_nobody_wavers(void **state)
{
    (void)state;
    dw_venue *museum = dw_venue_shipped("museum");
    dw_watch_tally sum = {0};
    watch_matches(reference, 1, 300, &sum);
    watch_matches(reference, 0xff, 100, &sum);
    watch_matches(museum, 0xf, 10, &sum);
    dw_venue_destroy(museum);
    print_message(
        "%u changes of goals, %u without a cause, %u there and back, %u times stuck%s%s\n",
        sum.changes, sum.without_cause, sum.wavers, sum.stuck,
        sum.first[0] != '\0' ? "; first: " : "", sum.first);
    assert_true(sum.changes > 2000);
    assert_int_equal(sum.without_cause, 0);
    assert_int_equal(sum.wavers, 0);
    assert_int_equal(sum.stuck, 0);
    assert_int_equal(sum.long_substitutes, 0);
}

static int open_house(void **state)
{
    (void)state;
    reference = dw_venue_shipped("reference");
    return 0;
}

static int close_house(void **state)
{
    (void)state;
    dw_venue_destroy(reference);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_intruder_that_runs_round_the_ring_is_met_from_the_front),
        cmocka_unit_test(nobody_is_stuck_and_nobody_wavers),
    };
    return cmocka_run_group_tests(tests, open_house, close_house);
}
