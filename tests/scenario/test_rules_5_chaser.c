/* server/RULES.md 5.54 and 5.55, the brain `chaser`: patrol, chase, last known position,
 * looking round, back to the patrol. */
#include "tests/support/look.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <math.h>

typedef struct house {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} house;

enum { HALL, STUDY };

/* A hall of 12 m and a study with a door between them; one guard at the left wall, looking right.
 * Nobody is caught for ten minutes, so that chases go on. */
static house open_house(const char *brain, const char *rooms)
{
    house it = {.scene = dw_scene_create()};
    dw_scene_room(it.scene, "hall", 0, 0, 12000, 6000);
    dw_scene_room(it.scene, "study", 12000, 0, 5000, 6000);
    dw_scene_door(it.scene, "hall-study", HALL, STUDY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(it.scene, "round", rooms);
    dw_scene_guard(it.scene, "ann", 1000, 3000, 0, "round");
    dw_scene_spawn(it.scene, 9000, 3000);
    dw_scene_objective(it.scene, 16000, 500, 200, 200);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    dw_ruleset rules = dw_ruleset_reference();
    rules.catch_ticks = 36000;
    it.stage = dw_stage_create(it.venue, brain, &rules);
    return it;
}

static void close_house(house *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static dw_mind_view explain(const house *it)
{
    dw_mind_view explanation;
    dw_sim_explain(it->stage->sim, 0, &explanation);
    return explanation;
}

static bool wants(const house *it, const char *goal)
{
    const dw_mind_view explanation = explain(it);
    return strcmp(explanation.goal, goal) == 0;
}

static void run_until(house *it, const char *goal, uint32_t ticks_max)
{
    for (uint32_t tick = 0; !wants(it, goal); tick++) {
        assert_true(tick < ticks_max);
        dw_stage_step(it->stage);
    }
}

static const dw_actor *guard(const house *it)
{
    return dw_guard_actor(it->stage->world, 0);
}

static const dw_guard_state *guard_state(const house *it)
{
    return &it->stage->world->guards[0];
}

static double apart(const house *it)
{
    const dw_vec d =
        dw_vec_sub(dw_intruder_actor(it->stage->world, 0)->body.position, guard(it)->body.position);
    return sqrt((double)dw_dot(d, d)) / DW_UNITS_PER_MM;
}

static double step_length(dw_vec step)
{
    return sqrt((double)dw_dot(step, step));
}

static void a_guard_stays_on_patrol_until_it_has_detected_an_intruder(void **state)
{
    (void)state;
    house it = open_house("chaser", "hall, study");
    while (dw_stage_meter(it.stage, 0, 0) < 12000) {
        assert_true(wants(&it, "patrol"));
        assert_true(guard_state(&it)->command.mood != DW_MOOD_CHASING);
        dw_stage_step(it.stage);
    }
    assert_true(wants(&it, "chase"));
    assert_int_equal(guard_state(&it)->command.mood, DW_MOOD_CHASING);
    close_house(&it);
}

static void a_guard_shows_suspicion_before_it_detects(void **state)
{
    (void)state;
    house it = open_house("chaser", "hall, study");
    while (dw_stage_meter(it.stage, 0, 0) < 12000) {
        const bool up = dw_stage_meter(it.stage, 0, 0) >= 1200;
        assert_int_equal(guard_state(&it)->command.mood, up ? DW_MOOD_SUSPICIOUS : DW_MOOD_CALM);
        dw_stage_step(it.stage);
    }
    close_house(&it);
}

static void a_chase_is_fast_while_far_and_slower_when_near(void **state)
{
    (void)state;
    house it = open_house("chaser", "hall, study");
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(11000, 3000));
    run_until(&it, "chase", 300);
    uint32_t far = 0;
    uint32_t near = 0;
    while (apart(&it) > 800) {
        const bool is_far = apart(&it) > 2000;
        const double length = step_length(guard_state(&it)->command.step);
        assert_true(fabs(length - (is_far ? 2800 : 2200)) < 1);
        far += is_far ? 1 : 0;
        near += is_far ? 0 : 1;
        dw_stage_step(it.stage);
    }
    assert_true(far > 100 && near > 20);
    close_house(&it);
}

static void a_chasing_guard_stops_at_700_with_a_sight_line(void **state)
{
    (void)state;
    house it = open_house("chaser", "hall, study");
    run_until(&it, "chase", 300);
    dw_stage_run(it.stage, 400);
    const dw_vec stands = guard(&it)->body.position;
    assert_true(apart(&it) <= 700);
    assert_true(apart(&it) > 700 - 2200.0 / 60 - 1);
    dw_stage_run(it.stage, 100);
    assert_true(dw_vec_equal(stands, guard(&it)->body.position));
    assert_true(wants(&it, "chase"));
    close_house(&it);
}

static void a_chaser_stays_on_an_intruder_that_walks_away(void **state)
{
    (void)state;
    house it = open_house("chaser", "hall, study");
    run_until(&it, "chase", 300);
    for (uint32_t tick = 0; tick < 3000; tick++) {
        /* Round and round the hall. */
        static const uint8_t ways[] = {DW_WEST, DW_SOUTH, DW_EAST, DW_NORTH};
        dw_stage_walk(it.stage, 0, (dw_direction)ways[tick / 75 % 4], 0);
        dw_stage_step(it.stage);
        assert_true(wants(&it, "chase"));
        assert_null(dw_stage_fault(it.stage));
    }
    assert_true(apart(&it) < 1500);
    close_house(&it);
}

/* The guard detects the intruder, which then hides in the study, where the guard cannot sense it.
 * Returns the intruder's last known position. */
static dw_vec vanish(house *it)
{
    run_until(it, "chase", 300);
    dw_stage_run(it->stage, 30);
    const dw_vec last = dw_intruder_actor(it->stage->world, 0)->body.position;
    assert_true(dw_stage_sees(it->stage, 0, 0));
    dw_stage_put_intruder(it->stage, 0, dw_scene_mm(16000, 5000));
    return last;
}

static void a_guard_that_loses_an_intruder_goes_to_the_last_known_position(void **state)
{
    (void)state;
    house it = open_house("chaser", "hall");
    const dw_vec last = vanish(&it);
    dw_stage_step(it.stage);
    assert_true(dw_stage_meter(it.stage, 0, 0) >= 12000); /* Detected still, but out of sight. */
    assert_true(wants(&it, "last known position"));
    while (wants(&it, "last known position")) {
        const dw_mind_view explanation = explain(&it);
        assert_true(dw_vec_equal(explanation.target, last));
        assert_int_equal(explanation.room, HALL);
        /* The intruder moves on unseen; the guard does not know. */
        dw_stage_put_intruder(it.stage, 0,
                              dw_scene_mm(16000, 1000 + (int32_t)it.stage->world->tick % 4000));
        dw_stage_step(it.stage);
    }
    dw_stage_step(it.stage); /* The last step. */
    assert_true(dw_vec_equal(guard(&it)->body.position, last));
    assert_true(wants(&it, "look round"));
    close_house(&it);
}

static void there_the_guard_looks_round_and_goes_back_to_its_patrol_on_the_alert(void **state)
{
    (void)state;
    house it = open_house("chaser", "hall");
    const dw_vec last = vanish(&it);
    run_until(&it, "look round", 600);
    uint32_t ticks = 0;
    while (wants(&it, "look round")) {
        dw_stage_step(it.stage);
        assert_true(dw_vec_equal(guard(&it)->body.position, last));
        ticks++;
    }
    assert_true(fabs(ticks - real_look_ticks(&it.venue->map->rooms[HALL], last)) <= 1);
    assert_true(wants(&it, "patrol"));
    /* Faster than before, for the rest of the round. */
    uint32_t full_steps = 0;
    for (uint32_t tick = 0; tick < 5000; tick++) {
        dw_stage_step(it.stage);
        assert_int_equal(guard_state(&it)->command.mood, DW_MOOD_ALERT);
        const double length = step_length(guard_state(&it)->command.step);
        assert_true(length < 1701);
        full_steps += length > 1699 ? 1 : 0;
    }
    assert_true(full_steps > 200);
    close_house(&it);
}

static void a_new_sighting_breaks_off_the_looking_round(void **state)
{
    (void)state;
    house it = open_house("chaser", "hall");
    (void)vanish(&it);
    run_until(&it, "look round", 600);
    dw_stage_run(it.stage, 5);
    const dw_vec here = guard(&it)->body.position;
    dw_stage_put_intruder(it.stage, 0, (dw_vec){here.x - DW_MM(500), here.y}); /* Touch. */
    dw_stage_step(it.stage);
    assert_true(wants(&it, "chase"));
    close_house(&it);
}

static void a_chase_goes_through_doors(void **state)
{
    (void)state;
    house it = open_house("chaser", "hall");
    run_until(&it, "chase", 300);
    dw_stage_run(it.stage, 60);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(12700, 3000)); /* Through the door, and ... */
    dw_stage_press_use(it.stage, 0);                              /* ... it stands open. */
    assert_true(dw_stage_sees(it.stage, 0, 0));
    dw_stage_walk(it.stage, 0, DW_NORTH_EAST, 0);
    for (uint32_t tick = 0; guard(&it)->room != STUDY; tick++) {
        assert_true(tick < 600);
        dw_stage_step(it.stage);
    }
    dw_stage_run(it.stage, 60);
    assert_true(wants(&it, "chase"));
    assert_false(dw_door_set_has(&it.stage->world->open, 0));
    close_house(&it);
}

static void patrol_only_notices_nothing(void **state)
{
    (void)state;
    house it = open_house("patrol-only", "hall, study");
    uint16_t highest = 0;
    for (uint32_t tick = 0; tick < 2000; tick++) {
        dw_stage_step(it.stage);
        const uint16_t meter = dw_stage_meter(it.stage, 0, 0);
        highest = meter > highest ? meter : highest;
        assert_true(wants(&it, "patrol"));
        assert_int_equal(guard_state(&it)->command.mood, DW_MOOD_CALM);
        assert_true(step_length(guard_state(&it)->command.step) < 1201);
    }
    assert_true(highest > 0); /* There was something to notice. */
    close_house(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_stays_on_patrol_until_it_has_detected_an_intruder),
        cmocka_unit_test(a_guard_shows_suspicion_before_it_detects),
        cmocka_unit_test(a_chase_is_fast_while_far_and_slower_when_near),
        cmocka_unit_test(a_chasing_guard_stops_at_700_with_a_sight_line),
        cmocka_unit_test(a_chaser_stays_on_an_intruder_that_walks_away),
        cmocka_unit_test(a_guard_that_loses_an_intruder_goes_to_the_last_known_position),
        cmocka_unit_test(there_the_guard_looks_round_and_goes_back_to_its_patrol_on_the_alert),
        cmocka_unit_test(a_new_sighting_breaks_off_the_looking_round),
        cmocka_unit_test(a_chase_goes_through_doors),
        cmocka_unit_test(patrol_only_notices_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
