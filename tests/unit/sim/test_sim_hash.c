/* sim_hash.c: the hash of a tick covers the declared state and the intents that were carried out,
 * and nothing else. */
#include "common/base/hash.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

static dw_venue *reference;

/* Two intruders in the middle of a round, one of them carrying. */
static dw_stage *open_stage(void)
{
    dw_stage *stage = dw_stage_create(reference, "chaser", NULL);
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
    return dw_sim_hash_state(stage->sim, 1, stage->intents);
}

/* Changing the field changes the hash; changing it back brings the hash back. */
#define ASSERT_HASHED(field, change)                                                               \
    do {                                                                                           \
        const uint64_t hash_before = hash_of(stage);                                               \
        (field) ^= (change);                                                                       \
        if (hash_of(stage) == hash_before) {                                                       \
            fail_msg("the hash does not cover %s", #field);                                        \
        }                                                                                          \
        (field) ^= (change);                                                                       \
        assert_true(hash_of(stage) == hash_before);                                                \
    } while (0)

static void each_field_of_the_world_is_hashed(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    dw_world *world = &stage->sim->world;
    ASSERT_HASHED(world->tick, 1u);
    ASSERT_HASHED(world->outcome, 1);
    ASSERT_HASHED(world->winner, 1);
    ASSERT_HASHED(world->objective.state, 1);
    ASSERT_HASHED(world->objective.carrier, 1);
    ASSERT_HASHED(world->objective.area.min.x, 1);
    ASSERT_HASHED(world->objective.area.min.y, 1);
    for (uint32_t door = 0; door < reference->map->door_count; door++) {
        ASSERT_HASHED(world->open.bits[door / 64], UINT64_C(1) << (door % 64));
    }
    dw_stage_destroy(stage);
}

static void each_field_of_an_intruder_is_hashed(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    for (uint32_t s = 0; s < 2; s++) {
        dw_intruder_state *intruder = &stage->sim->world.intruders[s];
        ASSERT_HASHED(intruder->state, 1);
        ASSERT_HASHED(intruder->use_held, 1);
        ASSERT_HASHED(intruder->rest.ticks, 1);
        intruder->rest.ticks = 2; /* Which door rests matters while one does. */
        ASSERT_HASHED(intruder->rest.door, 1);
        intruder->rest.ticks = 0;
        ASSERT_HASHED(intruder->caught_ticks, 1);
        ASSERT_HASHED(intruder->body.position.x, 1);
        ASSERT_HASHED(intruder->body.position.y, 1);
        ASSERT_HASHED(intruder->body.heading_bam, 1);
        ASSERT_HASHED(intruder->body.crouching, 1);
        ASSERT_HASHED(intruder->body.sprinting, 1);
        ASSERT_HASHED(intruder->body.moving, 1);
    }
    dw_stage_destroy(stage);
}

static void each_field_of_a_guard_is_hashed(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    for (uint32_t g = 0; g < stage->world->guard_count; g++) {
        dw_guard_body *guard = &stage->sim->world.guards[g];
        ASSERT_HASHED(guard->position.x, 1);
        ASSERT_HASHED(guard->position.y, 1);
        ASSERT_HASHED(guard->heading_bam, 1);
        ASSERT_HASHED(guard->mood, 1);
        ASSERT_HASHED(guard->shortened, 1);
        ASSERT_HASHED(guard->touched_guard, 1);
        ASSERT_HASHED(guard->door_refused, 1);
        ASSERT_HASHED(guard->command.step.x, 1);
        ASSERT_HASHED(guard->command.step.y, 1);
        ASSERT_HASHED(guard->command.heading_bam, 1);
        ASSERT_HASHED(guard->command.open_door, 1);
        ASSERT_HASHED(guard->command.close_door, 1);
        ASSERT_HASHED(guard->command.hold_door, 1);
        ASSERT_HASHED(guard->command.waiting, 1);
        ASSERT_HASHED(guard->holds, 1);
        ASSERT_HASHED(guard->wait_ticks, 1);
        for (uint32_t s = 0; s < 2; s++) {
            ASSERT_HASHED(stage->sim->world.meters[g][s], 1);
            ASSERT_HASHED(stage->sim->seen[g], (uint16_t)(1u << s));
        }
    }
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
            assert_int_equal(one->world->intruders[slot].state, DW_SLOT_ALIVE);
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
    stage->intents[0] = (dw_intent){DW_EAST, DW_BUTTON_CROUCH};
    const uint64_t plain = hash_of(stage);
    stage->intents[0] = (dw_intent){DW_EAST, DW_BUTTON_CROUCH | DW_BUTTON_SPRINT};
    assert_true(hash_of(stage) != plain);
    dw_stage_destroy(stage);
}

static void intents_that_nobody_carries_out_are_not_hashed(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    const uint64_t plain = hash_of(stage);
    stage->intents[5] = (dw_intent){DW_EAST, DW_BUTTON_USE}; /* An empty slot. */
    assert_true(hash_of(stage) == plain);
    dw_sim_set_slot_state(stage->sim, 0, DW_SLOT_DROPPED);
    const uint64_t dropped = hash_of(stage);
    stage->intents[0] = (dw_intent){DW_EAST, DW_BUTTON_USE};
    assert_true(hash_of(stage) == dropped);
    dw_stage_destroy(stage);
}

/* The same stage with a world that is hashed when somebody asks, and not at each tick. */
static dw_stage *open_asked_stage(void)
{
    dw_stage *stage = dw_stage_create(reference, "chaser", NULL);
    const dw_ruleset rules = dw_ruleset_reference();
    dw_sim_config config = {
        .map = reference->map, .nav = reference->nav, .rules = &rules, .hash_on_demand = true};
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
    return dw_sim_hash_state(stage->sim, DW_HASH_START, none);
}

static void assert_same_bodies(const dw_world *one, const dw_world *two)
{
    assert_int_equal(one->tick, two->tick);
    assert_int_equal(one->outcome, two->outcome);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        assert_int_equal(one->intruders[s].body.position.x, two->intruders[s].body.position.x);
        assert_int_equal(one->intruders[s].body.position.y, two->intruders[s].body.position.y);
    }
    for (uint32_t g = 0; g < one->guard_count; g++) {
        assert_int_equal(one->guards[g].position.x, two->guards[g].position.x);
        assert_int_equal(one->guards[g].position.y, two->guards[g].position.y);
        assert_int_equal(one->guards[g].heading_bam, two->guards[g].heading_bam);
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
            assert_true(dw_sim_hash(asked->sim) == state_of(hashed));
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
    uint64_t before = dw_sim_hash(stage->sim);
    for (uint32_t tick = 0; tick < 300; tick++) {
        dw_stage_set_whims(stage, 11);
        dw_stage_step(stage);
        const uint64_t hash = dw_sim_hash(stage->sim);
        assert_true(hash == dw_sim_hash(stage->sim));
        assert_true(hash != before);
        dw_guard_body *guard = &stage->sim->world.guards[tick % stage->world->guard_count];
        guard->position.x++;
        assert_true(dw_sim_hash(stage->sim) != hash);
        guard->position.x--;
        assert_true(dw_sim_hash(stage->sim) == hash);
        before = hash;
    }
    dw_stage *late = open_asked_stage();
    dw_stage_reset(late, 11, 3);
    for (uint32_t tick = 0; tick < 300; tick++) {
        dw_stage_set_whims(late, 11);
        dw_stage_step(late);
    }
    assert_true(dw_sim_hash(late->sim) == before);
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
        cmocka_unit_test(each_field_of_the_world_is_hashed),
        cmocka_unit_test(each_field_of_an_intruder_is_hashed),
        cmocka_unit_test(each_field_of_a_guard_is_hashed),
        cmocka_unit_test(one_changed_intent_changes_the_hash_at_its_tick),
        cmocka_unit_test(an_intent_without_effect_is_hashed_too),
        cmocka_unit_test(intents_that_nobody_carries_out_are_not_hashed),
        cmocka_unit_test(a_world_that_is_hashed_when_asked_plays_the_same),
        cmocka_unit_test(the_hash_that_is_asked_for_is_that_of_the_state),
    };
    return cmocka_run_group_tests(tests, open_reference, close_reference);
}
