/* trace.h: the trace covers what is seen of a match from outside, and nothing that only the state
 * hash covers. */
#include "common/base/hash.h"
#include "server/sim/sim_state.h"
#include "server/sim/trace.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

static dw_venue *reference;

static dw_stage *open_stage(void)
{
    dw_stage *stage = dw_stage_create(reference, "chaser", NULL);
    dw_stage_reset(stage, 5, 3);
    for (uint32_t tick = 0; tick < 100; tick++) {
        dw_stage_set_whims(stage, 5);
        dw_stage_step(stage);
    }
    return stage;
}

static uint64_t trace_of(const dw_stage *stage)
{
    return dw_trace_tick(DW_HASH_START, stage->world, reference->map);
}

#define ASSERT_TRACED(field, change, covered)                                                      \
    do {                                                                                           \
        const uint64_t trace_before = trace_of(stage);                                             \
        (field) ^= (change);                                                                       \
        if ((trace_of(stage) != trace_before) != (covered)) {                                      \
            fail_msg("the trace %s %s", (covered) ? "does not cover" : "covers", #field);          \
        }                                                                                          \
        (field) ^= (change);                                                                       \
    } while (0)

static void positions_headings_doors_meters_and_objective_are_traced(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    dw_world *world = &stage->sim->world;
    ASSERT_TRACED(world->tick, 1u, true);
    ASSERT_TRACED(world->items[0].state, 1, true);
    ASSERT_TRACED(world->items[0].carrier, 1, true);
    ASSERT_TRACED(world->items[0].area.min.x, 1, true);
    ASSERT_TRACED(world->items[0].area.min.y, 1, true);
    for (uint32_t door = 0; door < reference->map->door_count; door++) {
        ASSERT_TRACED(world->open.bits[door / 64], UINT64_C(1) << (door % 64), true);
    }
    for (uint32_t g = 0; g < world->guard_count; g++) {
        dw_body *body = &world->actors[g].body;
        ASSERT_TRACED(body->position.x, 1, true);
        ASSERT_TRACED(body->position.y, 1, true);
        ASSERT_TRACED(body->heading_bam, 1, true);
        ASSERT_TRACED(world->meters[g][0], 1, true);
        ASSERT_TRACED(world->meters[g][1], 1, true);
    }
    for (uint32_t s = 0; s < 2; s++) {
        dw_actor *actor = &world->actors[dw_intruder_index(world, s)];
        ASSERT_TRACED(actor->presence, 1, true);
        ASSERT_TRACED(actor->controller, DW_CONTROLLER_PLAYER, true);
        ASSERT_TRACED(actor->body.position.x, 1, true);
        ASSERT_TRACED(actor->body.position.y, 1, true);
        ASSERT_TRACED(actor->body.heading_bam, 1, true);
    }
    dw_stage_destroy(stage);
}

static void inner_state_and_empty_slots_are_not_traced(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    dw_world *world = &stage->sim->world;
    ASSERT_TRACED(world->guards[0].wait_ticks, 1, false);
    ASSERT_TRACED(world->guards[0].command.open_door, 1, false);
    ASSERT_TRACED(world->intruders[0].caught_ticks, 1, false);
    ASSERT_TRACED(world->actors[dw_intruder_index(world, 7)].body.position.x, 1, false);
    ASSERT_TRACED(world->meters[0][7], 1, false);
    dw_stage_destroy(stage);
}

static void ticks_are_chained(void **state)
{
    (void)state;
    dw_stage *stage = open_stage();
    const uint64_t one = trace_of(stage);
    assert_true(dw_trace_tick(one, stage->world, reference->map) != one);
    dw_stage_destroy(stage);
}

int main(void)
{
    reference = dw_venue_shipped("reference");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_headings_doors_meters_and_objective_are_traced),
        cmocka_unit_test(inner_state_and_empty_slots_are_not_traced),
        cmocka_unit_test(ticks_are_chained),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    dw_venue_destroy(reference);
    return failed;
}
