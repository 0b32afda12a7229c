/* server/RULES.md 3.90 to 3.92: from a percept to the mind. Two matches are alike but for the
 * reaction time of the guards. What a quick guard senses in a tick is kept, and a slow guard must
 * know it that much later. */
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { ANN, BOB, REACTION = 6, TICKS = 240, SAVE_MAX = 1 << 20 };

typedef struct twins {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *quick, *slow;
} twins;

static dw_ruleset rules_with(int32_t reaction_ticks)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.hearing = 1;
    rules.scent = 1;
    dw_kind *kind = &rules.kinds[DW_KIND_GUARD];
    kind->reaction_ticks = reaction_ticks;
    kind->senses.nose = (dw_kind_nose){.range_mm = 5000, .trail_ticks_max = 3600};
    kind->senses.rays = (dw_kind_rays){
        .count = 9, .range_mm = 8000, .field_of_view_bam = 16384, .mount_height = 300};
    kind->senses.motion = (dw_kind_motion){
        .range_mm = 8000, .field_of_view_bam = 16384, .trigger_speed_mm_s = 1000, .hold_ticks = 30};
    return rules;
}

/* Ann looks right, along a hall through which an intruder walks up and down; Bob stands behind. */
static twins open_twins(const dw_brain_kind *brain, dw_ruleset quick)
{
    twins it = {.scene = dw_scene_create()};
    dw_scene_room(it.scene, "hall", 0, 0, 12000, 8000);
    dw_scene_patrol(it.scene, "round", "hall");
    dw_scene_guard(it.scene, "ann", 3000, 4000, 0, "round");
    dw_scene_guard(it.scene, "bob", 1000, 7000, 0, "round");
    dw_scene_spawn(it.scene, 6000, 1500);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.quick = dw_stage_create_with(it.venue, brain, &quick);
    quick.kinds[DW_KIND_GUARD].reaction_ticks = REACTION;
    it.slow = dw_stage_create_with(it.venue, brain, &quick);
    return it;
}

static void close_twins(twins *it)
{
    dw_stage_destroy(it->quick);
    dw_stage_destroy(it->slow);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static void step_twins(twins *it)
{
    const bool down = it->quick->world->tick % 120 < 60;
    dw_stage_walk(it->quick, 0, down ? DW_SOUTH : DW_NORTH, 0);
    dw_stage_walk(it->slow, 0, down ? DW_SOUTH : DW_NORTH, 0);
    dw_stage_step(it->quick);
    dw_stage_step(it->slow);
}

static void expect_same_bodies(const dw_percepts *then, const dw_percepts *now)
{
    assert_int_equal(now->intruder_count, then->intruder_count);
    for (uint8_t i = 0; i < now->intruder_count; i++) {
        assert_true(dw_vec_equal(now->intruders[i].position, then->intruders[i].position));
        assert_int_equal(now->intruders[i].meter, then->intruders[i].meter);
        assert_int_equal(now->intruders[i].detected, then->intruders[i].detected);
        assert_int_equal(now->intruders[i].seen, then->intruders[i].seen);
    }
    assert_int_equal(now->ray_count, then->ray_count);
    assert_true(dw_vec_equal(now->rays_from, then->rays_from));
    assert_int_equal(now->rays_heading_bam, then->rays_heading_bam);
    for (uint8_t i = 0; i < now->ray_count; i++) {
        assert_int_equal(now->rays[i].distance_mm, then->rays[i].distance_mm);
        assert_int_equal(now->rays[i].what, then->rays[i].what);
    }
}

static void expect_same_traces(const dw_percepts *then, const dw_percepts *now)
{
    assert_int_equal(now->stimulus_count, then->stimulus_count);
    for (uint8_t i = 0; i < now->stimulus_count; i++) {
        assert_int_equal(now->stimuli[i].strength, then->stimuli[i].strength);
        assert_true(dw_vec_equal(now->stimuli[i].position, then->stimuli[i].position));
    }
    assert_int_equal(now->smell.found, then->smell.found);
    if (now->smell.found) {
        assert_true(dw_vec_equal(now->smell.position, then->smell.position));
        assert_int_equal(now->smell.age_ticks, then->smell.age_ticks + REACTION);
    }
    assert_int_equal(now->motion.moves, then->motion.moves);
    assert_int_equal(now->motion.age, then->motion.age + (now->motion.moves ? REACTION : 0));
}

static void what_is_sensed_reaches_the_mind_later_and_as_it_was(void **state)
{
    (void)state;
    static dw_percepts past[TICKS + 1];
    twins it = open_twins(&dw_brain_puppet, rules_with(0));
    uint32_t seen = 0;
    uint32_t heard = 0;
    uint32_t smelled = 0;
    uint32_t moved = 0;
    memset(past, 0, sizeof past);
    for (uint32_t tick = 1; tick <= TICKS; tick++) {
        step_twins(&it);
        past[tick] = *dw_sim_percepts(it.quick->sim, ANN);
        const dw_percepts *now = dw_sim_percepts(it.slow->sim, ANN);
        const dw_percepts *then = &past[tick > REACTION ? tick - REACTION : 0];
        expect_same_bodies(then, now);
        expect_same_traces(then, now);
        seen += now->intruder_count;
        heard += now->stimulus_count;
        smelled += now->smell.found ? 1 : 0;
        moved += now->motion.moves ? 1 : 0;
    }
    assert_true(seen > 100 && heard > 3 && smelled > 3 && moved > 100);
    close_twins(&it);
}

static void own_body_guards_and_messages_reach_the_mind_at_once(void **state)
{
    (void)state;
    twins it = open_twins(&dw_brain_caller, rules_with(0));
    uint32_t heard = 0;
    dw_stage_put_guard(it.quick, BOB, dw_scene_mm(2000, 6000), 0);
    dw_stage_put_guard(it.slow, BOB, dw_scene_mm(2000, 6000), 0);
    dw_caller_say(&(dw_radio_message){.kind = DW_RADIO_CLEAR, .room = 0});
    dw_stage_step(it.quick);
    dw_caller_say(&(dw_radio_message){.kind = DW_RADIO_CLEAR, .room = 0});
    dw_stage_step(it.slow);
    for (uint32_t tick = 0; tick < 60; tick++) {
        step_twins(&it);
        const dw_percepts *quick = dw_sim_percepts(it.quick->sim, BOB);
        const dw_percepts *slow = dw_sim_percepts(it.slow->sim, BOB);
        assert_int_equal(slow->tick, it.slow->world->tick);
        assert_true(
            dw_vec_equal(slow->position, dw_guard_actor(it.slow->world, BOB)->body.position));
        assert_int_equal(slow->guard_count, 1);
        assert_true(dw_vec_equal(slow->guards[0].position, quick->guards[0].position));
        assert_int_equal(slow->heard_count, quick->heard_count);
        heard += slow->heard_count;
    }
    assert_int_equal(heard, 1);
    close_twins(&it);
}

static uint32_t ticks_until_chase(dw_stage *stage)
{
    uint32_t ticks = 0;
    while (stage->world->guards[ANN].command.mood != DW_MOOD_CHASING && ticks < 600) {
        dw_stage_step(stage);
        ticks++;
    }
    return ticks;
}

static void a_mind_reacts_later_by_its_reaction_ticks(void **state)
{
    (void)state;
    twins it = open_twins(dw_brain_find("chaser"), rules_with(0));
    const uint32_t quick = ticks_until_chase(it.quick);
    assert_in_range(quick, 10, 590);
    assert_int_equal(ticks_until_chase(it.slow), quick + REACTION);
    close_twins(&it);
}

static void meters_and_catching_use_the_world_at_once(void **state)
{
    (void)state;
    dw_ruleset rules = rules_with(0);
    rules.catch_ticks = 90;
    rules.catch_distance_mm = 6000;
    twins it = open_twins(&dw_brain_puppet, rules);
    for (uint32_t tick = 0; tick < 400; tick++) {
        step_twins(&it);
        assert_int_equal(dw_stage_meter(it.slow, ANN, 0), dw_stage_meter(it.quick, ANN, 0));
    }
    assert_true(it.quick->world->intruders[0].caught_tick > 0);
    assert_int_equal(it.slow->world->intruders[0].caught_tick,
                     it.quick->world->intruders[0].caught_tick);
    close_twins(&it);
}

static void what_is_on_its_way_to_the_mind_is_saved_and_hashed(void **state)
{
    (void)state;
    const dw_brain_kind *brain = dw_brain_find("reference");
    twins it = open_twins(brain, rules_with(REACTION));
    dw_stage_run(it.quick, 100);
    dw_stage_load_from(it.slow, it.quick);
    for (uint32_t tick = 0; tick < 60; tick++) {
        dw_stage_step(it.quick);
        dw_stage_step(it.slow);
        assert_int_equal(dw_sim_hash(it.slow->sim), dw_sim_hash(it.quick->sim));
    }
    /* Alike but for what Ann has sensed in the last ticks, and does not know yet. */
    dw_stage_load_from(it.slow, it.quick);
    dw_percepts percepts = *dw_sim_percepts(it.quick->sim, ANN);
    percepts.intruders[0].position.x++;
    percepts.intruder_count = 1;
    dw_reactions_delay(it.slow->sim->reactions, ANN, &percepts);
    assert_int_not_equal(dw_sim_state_hash(it.slow->sim), dw_sim_state_hash(it.quick->sim));
    close_twins(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_sensed_reaches_the_mind_later_and_as_it_was),
        cmocka_unit_test(own_body_guards_and_messages_reach_the_mind_at_once),
        cmocka_unit_test(a_mind_reacts_later_by_its_reaction_ticks),
        cmocka_unit_test(meters_and_catching_use_the_world_at_once),
        cmocka_unit_test(what_is_on_its_way_to_the_mind_is_saved_and_hashed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
