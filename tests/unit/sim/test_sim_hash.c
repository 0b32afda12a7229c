/* sim_hash.c: the hash of a tick covers the declared state and the intents that were carried out,
 * and nothing else. */
#include "common/base/hash.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/sim_pokes.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

static dw_venue *reference;

/* Two intruders in the middle of a round, one of them carrying. */
static dw_stage *open_stage(void)
{
    dw_ruleset rules = dw_ruleset_reference();
    rules.tools = 1;
    dw_stage *stage = dw_stage_create(reference, "chaser", &rules);
    dw_stage_reset(stage, 11, 3);
    for (uint32_t tick = 0; tick < 200; tick++) {
        dw_stage_set_whims(stage, 11);
        dw_stage_step(stage);
    }
    memset(stage->intents, 0, sizeof stage->intents);
    return stage;
}

static uint64_t hash_of(const dw_stage *stage)
{
    return dw_sim_hash_tick(stage->sim, 1, stage->intents);
}

typedef struct probe {
    const dw_stage *stage;
    uint64_t hash; /* Before anything is changed. */
} probe;

static void expect_another_hash(void *context, const char *name)
{
    const probe *it = context;
    if (hash_of(it->stage) == it->hash) {
        fail_msg("the hash does not cover %s", name);
    }
}

static void each_field_of_the_simulation_is_hashed(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    dw_sim *sim = stage->sim;
    assert_int_equal(dw_sim_tools(sim)->slots, 3);
    sim->tools[0].lying = 3;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) { /* What an empty slot holds is not read. */
        if (dw_intruder_slot_state(&sim->world, s) == DW_SLOT_EMPTY) {
            dw_intruder_set_slot_state(&sim->world, s, DW_SLOT_OUT);
        }
    }
    const dw_radio_message said = {.kind = DW_RADIO_CLEAR};
    dw_radio_send(&sim->radio, &said, &(dw_radio_sender){.guard = 0, .tick = sim->world.tick}, 60);
    dw_radio_send(&sim->radio, &said, &(dw_radio_sender){.guard = 1, .tick = sim->world.tick}, 60);
    probe it = {.stage = stage, .hash = hash_of(stage)};
    sim_poker on = {.changed = expect_another_hash, .context = &it};
    poke_sim(&on, sim, "sim");
    assert_true(it.hash == hash_of(stage));
    assert_true(on.fields > 16 * 12 + (uint32_t)stage->world->guard_count * (20 + 16));
    dw_stage_destroy(stage);
}

/* Two matches that differ in one intent of one slot at one tick: the hash differs from that tick
 * on, whatever the intent does in the world. */
static void one_changed_intent_changes_the_hash_at_its_tick(void **state)
{
    (void)state;
    dw_stage *one = dw_stage_create(reference, "chaser", NULL);
    dw_stage *two = dw_stage_create(reference, "chaser", NULL);
    for (uint32_t trial = 0; trial < 60; trial++) {
        dw_stage_reset(one, trial, 7);
        dw_stage_reset(two, trial, 7);
        const uint32_t at = 1 + trial * 3;
        const uint8_t slot = (uint8_t)(trial % 3);
        for (uint32_t tick = 1; tick <= at + 20; tick++) {
            dw_stage_set_whims(one, trial);
            dw_stage_set_whims(two, trial);
            if (tick == at) {
                dw_intent *intent = &two->intents[slot];
                if (trial % 4 == 3) {
                    intent->direction = (uint8_t)((intent->direction + 1) % DW_DIRECTION_COUNT);
                } else {
                    intent->buttons ^= (uint8_t)(1u << trial % 4);
                }
            }
            dw_stage_step(one);
            dw_stage_step(two);
            assert_int_equal(dw_intruder_slot_state(one->world, slot), DW_SLOT_ALIVE);
            assert_int_equal(dw_sim_hash(one->sim) == dw_sim_hash(two->sim), tick < at);
        }
    }
    dw_stage_destroy(one);
    dw_stage_destroy(two);
}

/* Crouching wins over sprinting, so nothing in the world tells the two apart. */
static void an_intent_without_effect_is_hashed_too(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    stage->intents[0] = (dw_intent){.direction = DW_EAST, .buttons = DW_BUTTON_CROUCH};
    const uint64_t plain = hash_of(stage);
    stage->intents[0] =
        (dw_intent){.direction = DW_EAST, .buttons = DW_BUTTON_CROUCH | DW_BUTTON_SPRINT};
    assert_true(hash_of(stage) != plain);
    dw_stage_destroy(stage);
}

static void the_aim_of_a_throw_is_hashed(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    dw_intent *intent = &stage->intents[0];
    *intent = (dw_intent){.buttons = DW_BUTTON_COIN, .throw_heading = 5, .throw_distance = 6};
    const uint64_t thrown = hash_of(stage);
    intent->throw_heading = 6;
    assert_true(hash_of(stage) != thrown);
    intent->throw_heading = 5;
    intent->throw_distance = 5;
    assert_true(hash_of(stage) != thrown);
    *intent = (dw_intent){.buttons = DW_BUTTON_BAIT, .throw_heading = 5, .throw_distance = 6};
    assert_true(hash_of(stage) != thrown);
    dw_stage_destroy(stage);
}

static void intents_that_nobody_carries_out_are_not_hashed(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    const uint64_t plain = hash_of(stage);
    stage->intents[5] =
        (dw_intent){.direction = DW_EAST, .buttons = DW_BUTTON_USE}; /* An empty slot. */
    assert_true(hash_of(stage) == plain);
    dw_sim_set_slot_state(stage->sim, 0, DW_SLOT_DROPPED);
    const uint64_t dropped = hash_of(stage);
    stage->intents[0] = (dw_intent){.direction = DW_EAST, .buttons = DW_BUTTON_USE};
    assert_true(hash_of(stage) == dropped);
    dw_stage_destroy(stage);
}

/* The same stage with a world that is hashed when somebody asks, and not at each tick. */
static dw_stage *open_asked_stage(void)
{
    dw_stage *stage = dw_stage_create(reference, "chaser", NULL);
    const dw_ruleset rules = dw_ruleset_reference();
    dw_sim_config config = {
        .map = reference->map, .nav = reference->nav, .rules = &rules, .without_hash = true};
    for (uint16_t g = 0; g < reference->map->guard_count; g++) {
        config.brains[g] = dw_brain_find("chaser");
    }
    assert_int_equal(dw_sim_create(&stage->sim, &stage->arena, &config, NULL), DW_OK);
    stage->world = dw_sim_world(stage->sim);
    return stage;
}

static uint64_t state_of(const dw_stage *stage)
{
    const dw_intent none[DW_INTRUDERS_MAX] = {{0}};
    return dw_sim_hash_tick(stage->sim, DW_HASH_START, none);
}

static void assert_same_bodies(const dw_world *one, const dw_world *two)
{
    assert_int_equal(one->tick, two->tick);
    assert_int_equal(one->outcome, two->outcome);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        assert_int_equal(dw_intruder_actor(one, s)->body.position.x,
                         dw_intruder_actor(two, s)->body.position.x);
        assert_int_equal(dw_intruder_actor(one, s)->body.position.y,
                         dw_intruder_actor(two, s)->body.position.y);
    }
    for (uint32_t g = 0; g < one->guard_count; g++) {
        assert_int_equal(dw_guard_actor(one, g)->body.position.x,
                         dw_guard_actor(two, g)->body.position.x);
        assert_int_equal(dw_guard_actor(one, g)->body.position.y,
                         dw_guard_actor(two, g)->body.position.y);
        assert_int_equal(dw_guard_actor(one, g)->body.heading_bam,
                         dw_guard_actor(two, g)->body.heading_bam);
    }
}

/* Beyond the end of a round, and into the next one. */
static void a_world_that_is_hashed_when_asked_plays_the_same(void **state)
{
    (void)state;
    dw_stage *hashed = dw_stage_create(reference, "chaser", NULL);
    dw_stage *asked = open_asked_stage();
    uint32_t ended = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        dw_stage_reset(hashed, seed, 3);
        dw_stage_reset(asked, seed, 3);
        for (uint32_t tick = 0; tick < 2000; tick++) {
            dw_stage_set_whims(hashed, seed);
            dw_stage_set_whims(asked, seed);
            dw_stage_step(hashed);
            dw_stage_step(asked);
            assert_same_bodies(hashed->world, asked->world);
            assert_true(dw_sim_state_hash(asked->sim) == state_of(hashed));
        }
        ended += hashed->world->outcome != DW_OUTCOME_NONE ? 1 : 0;
    }
    assert_true(ended > 0);
    dw_stage_destroy(hashed);
    dw_stage_destroy(asked);
}

/* What it says is the state alone: not how often it was asked for, nor what led there. */
static void the_hash_that_is_asked_for_is_that_of_the_state(void **state)
{
    (void)state;
    dw_stage *stage = open_asked_stage();
    dw_stage_reset(stage, 11, 3);
    uint64_t before = dw_sim_state_hash(stage->sim);
    for (uint32_t tick = 0; tick < 300; tick++) {
        dw_stage_set_whims(stage, 11);
        dw_stage_step(stage);
        const uint64_t hash = dw_sim_state_hash(stage->sim);
        assert_true(hash == dw_sim_state_hash(stage->sim));
        assert_true(hash != before);
        dw_body *body = &stage->sim->world.actors[tick % stage->world->guard_count].body;
        body->position.x++;
        assert_true(dw_sim_state_hash(stage->sim) != hash);
        body->position.x--;
        assert_true(dw_sim_state_hash(stage->sim) == hash);
        before = hash;
    }
    dw_stage *late = open_asked_stage();
    dw_stage_reset(late, 11, 3);
    for (uint32_t tick = 0; tick < 300; tick++) {
        dw_stage_set_whims(late, 11);
        dw_stage_step(late);
    }
    assert_true(dw_sim_state_hash(late->sim) == before);
    dw_stage_destroy(stage);
    dw_stage_destroy(late);
}

static int open_reference(void **state)
{
    (void)state;
    reference = dw_venue_shipped("reference");
    return 0;
}

static int close_reference(void **state)
{
    (void)state;
    dw_venue_destroy(reference);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_of_the_simulation_is_hashed),
        cmocka_unit_test(one_changed_intent_changes_the_hash_at_its_tick),
        cmocka_unit_test(an_intent_without_effect_is_hashed_too),
        cmocka_unit_test(the_aim_of_a_throw_is_hashed),
        cmocka_unit_test(intents_that_nobody_carries_out_are_not_hashed),
        cmocka_unit_test(a_world_that_is_hashed_when_asked_plays_the_same),
        cmocka_unit_test(the_hash_that_is_asked_for_is_that_of_the_state),
    };
    return cmocka_run_group_tests(tests, open_reference, close_reference);
}
