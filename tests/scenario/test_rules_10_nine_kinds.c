/* server/RULES.md 10.45: each kind of maps/kinds is put at the same spot, and an intruder walks up
 * and down before it. No two kinds sense and do the same. A new file is tested as soon as it is
 * there. */
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { TICKS = 600 };

/* A hall and a store; the only guard looks right in the hall, at an intruder 4 m off. */
static dw_scene *draw_hall(void)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 10000, 8000);
    dw_scene_room(scene, "store", 10000, 0, 4000, 8000);
    dw_scene_door(scene, "door", 0, 1, 3500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(scene, 100, 5000, 600, 1500, 500);
    dw_scene_patrol(scene, "round", "hall, store");
    dw_scene_guard(scene, "ann", 3000, 4000, 0, "round");
    dw_scene_spawn(scene, 7000, 2500);
    return scene;
}

static uint64_t add(uint64_t hash, int64_t value)
{
    return dw_hash_u64(hash, (uint64_t)value);
}

static uint64_t add_vec(uint64_t hash, dw_vec value)
{
    return add(add(hash, value.x), value.y);
}

static uint64_t add_percepts(uint64_t hash, const dw_percepts *percepts)
{
    hash = add(hash, percepts->intruder_count);
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_percept_intruder *one = &percepts->intruders[i];
        hash = add_vec(add(add(add(hash, one->meter), one->seen), one->touched), one->position);
    }
    hash = add(hash, percepts->stimulus_count);
    for (uint8_t i = 0; i < percepts->stimulus_count; i++) {
        hash = add_vec(add(hash, percepts->stimuli[i].strength), percepts->stimuli[i].position);
    }
    hash = add(hash, percepts->ray_count);
    for (uint8_t i = 0; i < percepts->ray_count; i++) {
        hash = add(add(hash, percepts->rays[i].what), percepts->rays[i].distance_mm);
    }
    hash = add(add(hash, percepts->motion.moves), percepts->motion.age);
    return add_vec(add(hash, percepts->smell.found), percepts->smell.position);
}

static uint64_t add_command(uint64_t hash, const dw_sim *sim)
{
    const dw_guard_action *command = &sim->world.guards[0].command;
    hash = add(add_vec(hash, command->step), command->heading_bam);
    hash = add(add(add(hash, command->open_door), command->close_door), command->hold_door);
    hash = add(add(add(hash, command->mood), command->deed), command->asleep);
    return add(hash, dw_sim_radio_counts(sim).sent);
}

/* What the kind senses and does in 600 ticks, as one number. */
static uint64_t trace_of(const dw_venue *venue, const char *name)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.hearing = 1;
    rules.scent = 1;
    char brain[DW_NAME_SIZE];
    rules.kinds[DW_KIND_GUARD] = dw_stage_shipped_kind_with(name, brain);
    dw_stage *stage = dw_stage_create(venue, brain, &rules);
    uint64_t hash = DW_HASH_START;
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        dw_stage_walk(stage, 0, tick % 120 < 60 ? DW_SOUTH : DW_NORTH, 0);
        dw_stage_step(stage);
        hash = add_percepts(hash, dw_sim_percepts(stage->sim, 0));
        hash = add_command(hash, stage->sim);
    }
    assert_null(dw_stage_fault(stage));
    dw_stage_destroy(stage);
    return hash;
}

static void no_two_kinds_sense_and_do_the_same(void **state)
{
    (void)state;
    const dw_stage_files kinds = dw_stage_list_kinds();
    assert_true(kinds.count >= 9);
    dw_scene *scene = draw_hall();
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    uint64_t traces[DW_STAGE_FILES_MAX];
    for (uint32_t i = 0; i < kinds.count; i++) {
        traces[i] = trace_of(venue, kinds.names[i]);
        assert_true(trace_of(venue, kinds.names[i]) == traces[i]);
        for (uint32_t other = 0; other < i; other++) {
            if (traces[other] == traces[i]) {
                fail_msg("%s senses and does what %s does", kinds.names[i], kinds.names[other]);
            }
        }
    }
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_kinds_sense_and_do_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
