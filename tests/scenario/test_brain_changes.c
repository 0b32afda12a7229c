/* Brains are chosen guard by guard and changed while a match is on: guards with different ones play
 * side by side. A guard that gets another brain begins anew with it from the next tick. The match
 * stays the same for the same changes. */
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

/*   0                  12000   16000
 *  +-------------------+--------+
 *  | ann               |        |     The intruder (i) stands in the middle of the hall. Ann, bob
 *  |         i         D  study |     and cyd see it from the first tick. D is open, and the
 *  | bob           cyd |        |     intruder can be put into the study.
 *  +-------------------+--------+  8000
 */
enum { ANN, BOB, CYD };

static dw_venue *reference;
static dw_brain_library shipped; /* The files of maps/brains. */
static dw_scene *scene;
static dw_venue *hall;

static int open_venues(void **state)
{
    (void)state;
    reference = dw_venue_shipped("reference");
    scene = dw_scene_create();
    const uint16_t a = dw_scene_room(scene, "hall", 0, 0, 12000, 8000);
    const uint16_t b = dw_scene_room(scene, "study", 12000, 0, 4000, 8000);
    (void)dw_scene_door(scene, "hall-study", a, b, 3400, 1200, DW_SCENE_OPEN);
    (void)dw_scene_patrol(scene, "round", "hall, study");
    (void)dw_scene_guard(scene, "ann", 1500, 1500, 0, "round");
    (void)dw_scene_guard(scene, "bob", 1500, 6500, 0, "round");
    (void)dw_scene_guard(scene, "cyd", 10500, 6500, 180, "round");
    dw_scene_spawn(scene, 6000, 4000);
    hall = dw_venue_of(dw_scene_build(scene));
    const dw_stage_files files = dw_stage_list_brains();
    for (uint32_t i = 0; i < files.count; i++) {
        assert_int_equal(dw_brain_library_put(&shipped, dw_stage_shipped_brain(files.names[i])),
                         DW_OK);
    }
    return 0;
}

static int close_venues(void **state)
{
    (void)state;
    dw_venue_destroy(hall);
    dw_scene_destroy(scene);
    dw_venue_destroy(reference);
    dw_brain_library_clear(&shipped);
    return 0;
}

static void give(dw_stage *stage, uint16_t guard, const char *brain)
{
    assert_int_equal(dw_sim_set_brain(stage->sim, guard, dw_brain_library_find(&shipped, brain)),
                     DW_OK);
}

/* In the hall: nobody is caught, ann has one brain, the others another. */
static dw_stage *open_hall(const char *ann, const char *others)
{
    const dw_ruleset rules = dw_stage_endless_rules();
    dw_stage *stage = dw_stage_create(hall, others, &rules);
    give(stage, ANN, ann);
    dw_stage_reset(stage, 1, 1);
    return stage;
}

typedef struct deeds {
    uint32_t reports, chase_ticks, moved_ticks;
} deeds;

static void watch(dw_stage *stage, uint32_t ticks, deeds sums[3])
{
    memset(sums, 0, 3 * sizeof *sums);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        dw_stage_step(stage);
        for (uint16_t g = 0; g < 3; g++) {
            const dw_guard_state *guard = &stage->world->guards[g];
            sums[g].reports += dw_stage_events(stage, DW_SIM_REPORTED, g, DW_NONE);
            sums[g].chase_ticks += guard->command.mood == DW_MOOD_CHASING ? 1 : 0;
            sums[g].moved_ticks += guard->step.x != 0 || guard->step.y != 0 ? 1 : 0;
        }
    }
}

static bool wants(const dw_stage *stage, uint16_t guard, const char *goal)
{
    dw_mind_view explanation;
    dw_sim_explain(stage->sim, guard, &explanation);
    return strcmp(explanation.goal, goal) == 0;
}

static void guards_with_different_brains_play_side_by_side(void **state)
{
    (void)state;
    dw_stage *stage = open_hall("patrol-only", "reference");
    give(stage, CYD, "chaser");
    deeds sums[3];
    watch(stage, 600, sums);
    assert_int_equal(sums[ANN].chase_ticks, 0); /* Ann sees the intruder and stays on patrol. */
    assert_true(dw_stage_meter(stage, ANN, 0) > 0);
    assert_true(sums[ANN].moved_ticks > 100);
    assert_int_equal(sums[ANN].reports, 0);
    assert_true(sums[BOB].chase_ticks > 300);
    assert_int_equal(sums[BOB].reports, 1);
    assert_true(sums[CYD].chase_ticks > 300);
    assert_int_equal(sums[CYD].reports, 0); /* Cyd has no radio. */
    dw_stage_destroy(stage);
}

static void a_guard_with_null_stands_beside_guards_that_chase(void **state)
{
    (void)state;
    dw_stage *stage = open_hall("null", "reference");
    deeds sums[3];
    watch(stage, 900, sums);
    assert_int_equal(dw_stage_meter(stage, ANN, 0),
                     dw_sim_rules(stage->sim)->kinds[DW_KIND_GUARD].senses.eyes.meter_cap);
    assert_int_equal(sums[ANN].moved_ticks, 0);
    assert_int_equal(sums[ANN].chase_ticks, 0);
    assert_int_equal(sums[ANN].reports, 0);
    assert_true(wants(stage, ANN, "stand"));
    assert_true(sums[BOB].chase_ticks > 600 && sums[CYD].chase_ticks > 600);
    assert_true(sums[BOB].reports > 0);
    dw_stage_destroy(stage);
}

/* The guard that becomes a chaser reports nothing. In the control match it keeps the brain
 * `reference`, and reports the intruder's new room. */
static void null_becomes_reference_becomes_chaser_while_the_match_is_on(void **state)
{
    (void)state;
    dw_stage *stage = open_hall("null", "null");
    dw_stage *control = open_hall("null", "null");
    deeds sums[3];
    watch(stage, 400, sums);
    assert_int_equal(sums[ANN].moved_ticks + sums[ANN].reports + sums[ANN].chase_ticks, 0);
    give(stage, ANN, "reference");
    watch(stage, 1, sums);
    assert_true(wants(stage, ANN, "chase")); /* The meter was full: the guard sees the intruder. */
    watch(stage, 400, sums);
    assert_int_equal(sums[ANN].reports, 1);
    assert_int_equal(sums[ANN].chase_ticks, 400);
    assert_true(sums[ANN].moved_ticks > 60);

    dw_stage_run(control, 400);
    give(control, ANN, "reference");
    dw_stage_run(control, 401);
    assert_true(dw_sim_hash(stage->sim) == dw_sim_hash(control->sim));

    give(stage, ANN, "chaser");
    dw_stage_put_intruder(stage, 0, (dw_vec){DW_MM(13500), DW_MM(4000)});
    dw_stage_put_intruder(control, 0, (dw_vec){DW_MM(13500), DW_MM(4000)});
    watch(stage, 900, sums);
    assert_true(sums[ANN].chase_ticks > 300);
    assert_int_equal(sums[ANN].reports, 0);
    watch(control, 900, sums);
    assert_int_equal(sums[ANN].reports, 1);

    /* The last command of the old brain is carried out; then the guard stands. */
    dw_stage_put_intruder(stage, 0, (dw_vec){DW_MM(2000), DW_MM(7000)});
    watch(stage, 90, sums);
    assert_true(sums[ANN].moved_ticks > 0);
    give(stage, ANN, "null");
    watch(stage, 1, sums);
    watch(stage, 300, sums);
    assert_int_equal(sums[ANN].moved_ticks, 0);
    dw_stage_destroy(control);
    dw_stage_destroy(stage);
}

/* What is changed when, on the reference map. */
static const struct change {
    uint32_t tick;
    uint16_t guard;
    const char *brain;
} changes[] = {{200, 1, "reference"},  {350, 0, "patrol-only"}, {350, 2, "chaser"},
               {500, 1, "chaser"},     {620, 0, "reference"},   {700, 2, "null"},
               {800, 1, "null"},       {900, 2, "reference"},   {1000, 1, "reference"},
               {1001, 1, "reference"}, {1200, 0, "null"}};
enum { CHANGES = sizeof changes / sizeof changes[0], TICKS = 1600, SEED = 11 };

static dw_stage *begin_changing(void)
{
    const dw_ruleset rules = dw_stage_endless_rules();
    dw_stage *stage = dw_stage_create(reference, "null", &rules);
    dw_stage_begin_whims(stage, SEED);
    return stage;
}

static void step_changing(dw_stage *stage, uint32_t late)
{
    for (uint32_t i = 0; i < CHANGES; i++) {
        if (changes[i].tick + late == stage->world->tick) {
            give(stage, changes[i].guard, changes[i].brain);
        }
    }
    dw_stage_step_whims(stage, SEED);
}

static void the_same_changes_make_the_same_match(void **state)
{
    (void)state;
    dw_stage *one = begin_changing();
    dw_stage *two = begin_changing();
    dw_stage *late = begin_changing();
    uint32_t differs_at = 0;
    for (uint32_t tick = 1; tick <= TICKS; tick++) {
        step_changing(one, 0);
        step_changing(two, 0);
        step_changing(late, 1);
        if (dw_sim_hash(one->sim) != dw_sim_hash(two->sim)) {
            fail_msg("the same changes differ at tick %u", tick);
        }
        if (differs_at == 0 && dw_sim_hash(one->sim) != dw_sim_hash(late->sim)) {
            differs_at = tick;
        }
        assert_null(dw_stage_fault(one));
    }
    assert_int_equal(differs_at, 201); /* The first tick with another brain in it. */
    dw_stage_destroy(late);
    dw_stage_destroy(two);
    dw_stage_destroy(one);
}

/* All names of minds, those in C first. */
static uint32_t list_minds(const char *minds[], uint32_t max)
{
    uint32_t count = 0;
    for (const char *const *name = dw_brain_names(); *name != NULL; name++) {
        minds[count++] = *name;
    }
    for (uint32_t i = 0; i < shipped.count; i++) {
        minds[count++] = dw_data_brain_kind(shipped.brains[i])->name;
    }
    assert_in_range(count, 12, max);
    return count;
}

/* Points of hunger; -1 with a mind that knows no needs. */
static int32_t hunger_of(const dw_stage *stage, uint16_t guard)
{
    const dw_brain_kind *kind = dw_sim_brain(stage->sim, guard);
    dw_brain_needs needs = {{0}, {0}, {0}};
    if (kind->get_needs == NULL) {
        return -1;
    }
    kind->get_needs(stage->sim->memories[guard], &needs);
    return needs.points[0];
}

/* Each guard has each mind, and later the first ones again, half a second each. Hunger rises by a
 * point in six ticks: it goes on from mind to mind, and begins anew after one that knows none. */
static void every_mind_takes_its_turn_in_a_round_and_the_body_keeps_its_needs(void **state)
{
    (void)state;
    enum { MINDS_MAX = 32, TURN_TICKS = 30, POINT_TICKS = 6 };
    const char *minds[MINDS_MAX];
    const uint32_t count = list_minds(minds, MINDS_MAX);
    dw_ruleset rules = dw_stage_endless_rules();
    rules.kinds[DW_KIND_GUARD].needs.hunger.point_ticks = POINT_TICKS;
    dw_stage *one = dw_stage_create(reference, "null", &rules);
    dw_stage *two = dw_stage_create(reference, "null", &rules);
    dw_stage_begin_whims(one, SEED);
    dw_stage_begin_whims(two, SEED);
    uint32_t kept = 0;
    for (uint32_t tick = 0; tick < 2 * count * TURN_TICKS; tick++) {
        for (uint16_t g = 0; g < 3 && tick % TURN_TICKS == 0; g++) {
            const char *mind = minds[(tick / TURN_TICKS + g * 5) % count];
            const int32_t before = hunger_of(one, g);
            give(one, g, mind);
            give(two, g, mind);
            const int32_t after = hunger_of(one, g);
            assert_true(before < 0 || after < 0 || after == before);
            kept += before > 0 && after == before ? 1 : 0;
        }
        dw_stage_step_whims(one, SEED);
        dw_stage_step_whims(two, SEED);
        assert_null(dw_stage_fault(one));
        assert_true(dw_sim_hash(one->sim) == dw_sim_hash(two->sim));
    }
    assert_true(kept > 2 * 3 * (shipped.count - 1) / 2);
    dw_stage_destroy(two);
    dw_stage_destroy(one);
}

/* The memory of the earlier brain is used again; nothing of the earlier time is left in it. */
static void expect_to_begin_anew(const char *brain, const char *other)
{
    dw_stage *fresh = begin_changing();
    dw_stage *used = begin_changing();
    for (uint16_t g = 0; g < 3; g++) {
        give(used, g, brain);
    }
    for (uint32_t tick = 0; tick < 700; tick++) {
        dw_stage_step_whims(used, SEED);
    }
    for (uint16_t g = 0; g < 3; g++) {
        give(used, g, "null");
    }
    dw_stage_begin_whims(used, SEED);
    for (uint32_t tick = 0; tick < 1500; tick++) {
        if (tick == 300) {
            for (uint16_t g = 0; g < 3; g++) {
                give(fresh, g, brain);
                give(used, g, other);
                give(used, g, brain);
            }
        }
        dw_stage_step_whims(fresh, SEED);
        dw_stage_step_whims(used, SEED);
        if (dw_sim_hash(fresh->sim) != dw_sim_hash(used->sim)) {
            fail_msg("%s: something is left at tick %u", brain, tick + 1);
        }
    }
    dw_stage_destroy(used);
    dw_stage_destroy(fresh);
}

static void a_brain_that_a_guard_had_before_begins_anew(void **state)
{
    (void)state;
    expect_to_begin_anew("reference", "chaser");
    for (uint32_t i = 0; i < shipped.count; i++) { /* All of these share one memory. */
        expect_to_begin_anew(dw_data_brain_kind(shipped.brains[i])->name,
                             dw_data_brain_kind(shipped.brains[(i + 1) % shipped.count])->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_with_different_brains_play_side_by_side),
        cmocka_unit_test(a_guard_with_null_stands_beside_guards_that_chase),
        cmocka_unit_test(null_becomes_reference_becomes_chaser_while_the_match_is_on),
        cmocka_unit_test(every_mind_takes_its_turn_in_a_round_and_the_body_keeps_its_needs),
        cmocka_unit_test(the_same_changes_make_the_same_match),
        cmocka_unit_test(a_brain_that_a_guard_had_before_begins_anew),
    };
    return cmocka_run_group_tests(tests, open_venues, close_venues);
}
