/* stimuli.c: phase 4 of the tick. Nothing gives off a stimulus today; these tests do it by the
 * function that phases 2 and 3 will call. */
#include "common/base/check.h"
#include "server/sim/sim_state.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

/* Two rooms with an open door. Ann, Bob and Dan are in the hall, Cem in the study.
 *
 *     0       4000       8000
 *     +---------+---------+
 *     |  hall   D  study  |  4000     D = a door from 1000 to 2500
 *     +---------+---------+
 */
enum { HALL, STUDY };
enum { ANN, BOB, CEM, DAN, GUARDS };
enum { SAVE_MAX = 1 << 16 };

/* What each brain was given in the last tick. */
static uint8_t thought_of[GUARDS];
static dw_vec steps[GUARDS]; /* For the next tick. */

typedef struct listener {
    uint16_t guard;
} listener;

static dw_status listener_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    listener *mind = DW_ARENA_NEW(arena, listener);
    DW_CHECK(mind != NULL);
    mind->guard = setup->guard;
    *memory = mind;
    return DW_OK;
}

static void listener_reset(void *memory, uint64_t seed)
{
    (void)seed;
    const uint16_t guard = ((const listener *)memory)->guard;
    thought_of[guard] = 0;
    steps[guard] = (dw_vec){0, 0};
}

static void listener_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    const uint16_t guard = ((const listener *)memory)->guard;
    thought_of[guard] = percepts->stimulus_count;
    command->step = steps[guard];
}

static uint64_t listener_hash(const void *memory, uint64_t hash)
{
    (void)memory;
    return hash;
}

static void listener_save(const void *memory, dw_state_writer *writer)
{
    (void)memory;
    (void)writer;
}

static const dw_brain_kind listeners = {
    .name = "listener",
    .create = listener_create,
    .reset = listener_reset,
    .think = listener_think,
    .hash = listener_hash,
    .save = listener_save,
};

typedef struct house {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} house;

static house open_house(uint64_t dormant_guards)
{
    house it = {.scene = dw_scene_create()};
    dw_scene_room(it.scene, "hall", 0, 0, 4000, 4000);
    dw_scene_room(it.scene, "study", 4000, 0, 4000, 4000);
    dw_scene_door(it.scene, "door", HALL, STUDY, 1000, 1500, DW_SCENE_OPEN);
    dw_scene_patrol(it.scene, "patrol", "hall, study");
    dw_scene_guard(it.scene, "ann", 3300, 1750, 0, "patrol");
    dw_scene_guard(it.scene, "bob", 1000, 1000, 0, "patrol");
    dw_scene_guard(it.scene, "cem", 7000, 3000, 0, "patrol");
    dw_scene_guard(it.scene, "dan", 1000, 3000, 0, "patrol");
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.stage = dw_stage_create_dormant(it.venue, &listeners, NULL, dormant_guards);
    return it;
}

static void close_house(house *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static dw_stimulus noise(uint16_t room, int32_t strength)
{
    return (dw_stimulus){.kind = DW_STIMULUS_NOISE,
                         .room = room,
                         .position = {DW_MM(room == HALL ? 2000 : 6000), DW_MM(2000)},
                         .strength = strength,
                         .error_mm = 250};
}

static void give_off(house *it, dw_stimulus stimulus)
{
    dw_sim_give_off(it->stage->sim, &stimulus);
}

static const dw_percepts *percepts_of(const house *it, uint16_t guard)
{
    return dw_sim_percepts(it->stage->sim, guard);
}

static void each_present_guard_of_the_room_thinks_with_it_in_that_tick_alone(void **state)
{
    (void)state;
    house it = open_house(1u << DAN);
    dw_stage_step(it.stage);
    dw_stimulus given = noise(HALL, 400);
    given.from_own_side = true;
    give_off(&it, given);
    dw_stage_step(it.stage);
    static const uint8_t sensed[GUARDS] = {1, 1, 0, 0};
    for (uint16_t g = 0; g < GUARDS; g++) {
        assert_int_equal(percepts_of(&it, g)->stimulus_count, sensed[g]);
        assert_int_equal(thought_of[g], sensed[g]); /* Phase 4 comes before phase 7. */
    }
    const dw_stimulus *got = &percepts_of(&it, BOB)->stimuli[0];
    assert_int_equal(got->kind, DW_STIMULUS_NOISE);
    assert_true(got->from_own_side);
    assert_int_equal(got->room, HALL);
    assert_true(dw_vec_equal(got->position, given.position));
    assert_int_equal(got->strength, 400);
    assert_int_equal(got->error_mm, 250);
    dw_stage_step(it.stage);
    for (uint16_t g = 0; g < GUARDS; g++) {
        assert_int_equal(percepts_of(&it, g)->stimulus_count, 0);
        assert_int_equal(thought_of[g], 0);
    }
    close_house(&it);
}

/* Phase 4 comes after phase 3: a guard hears in the room into which this tick takes it. */
static void it_reaches_guards_where_they_have_moved_to(void **state)
{
    (void)state;
    house it = open_house(0);
    dw_stage_put_guard(it.stage, ANN, (dw_vec){DW_MM(4000) - 100, DW_MM(1750)}, 0);
    steps[ANN] = (dw_vec){1000, 0};
    dw_stage_step(it.stage);
    assert_int_equal(dw_guard_actor(it.stage->world, ANN)->room, HALL);
    give_off(&it, noise(STUDY, 400));
    dw_stage_step(it.stage);
    assert_int_equal(dw_guard_actor(it.stage->world, ANN)->room, STUDY);
    assert_int_equal(percepts_of(&it, ANN)->stimulus_count, 1);
    assert_int_equal(percepts_of(&it, CEM)->stimulus_count, 1);
    assert_int_equal(percepts_of(&it, BOB)->stimulus_count, 0);
    close_house(&it);
}

static void a_guard_senses_the_strongest_in_their_order(void **state)
{
    (void)state;
    static const int32_t given[] = {5, 90, 30, 30, 80, 10, 70, 60, 30, 50, 40, 20};
    static const int32_t kept[DW_STIMULI_MAX] = {90, 80, 70, 60, 50, 40, 30, 30};
    house it = open_house(0);
    for (size_t i = 0; i < DW_COUNT_OF(given); i++) {
        dw_stimulus one = noise(HALL, given[i]);
        one.error_mm = (int32_t)i;
        give_off(&it, one);
    }
    give_off(&it, noise(STUDY, 1)); /* In another room it takes nobody's seat. */
    dw_stage_step(it.stage);
    const dw_percepts *percepts = percepts_of(&it, ANN);
    assert_int_equal(percepts->stimulus_count, DW_STIMULI_MAX);
    for (size_t i = 0; i < DW_STIMULI_MAX; i++) {
        assert_int_equal(percepts->stimuli[i].strength, kept[i]);
    }
    assert_int_equal(percepts->stimuli[6].error_mm, 2); /* Of equal ones those that came first. */
    assert_int_equal(percepts->stimuli[7].error_mm, 3);
    assert_int_equal(percepts_of(&it, CEM)->stimulus_count, 1);
    close_house(&it);
}

/* Whichever order they come in. */
static void a_tick_keeps_the_strongest(void **state)
{
    (void)state;
    enum { GIVEN = DW_SIM_STIMULI_MAX + 8 };
    for (int32_t falling = 0; falling < 2; falling++) {
        house it = open_house(0);
        for (int32_t i = 0; i < GIVEN; i++) {
            const int32_t strength = falling ? GIVEN - i : i + 1;
            give_off(&it, noise(strength <= 9 ? STUDY : HALL, strength));
        }
        assert_int_equal(it.stage->sim->stimulus_count, DW_SIM_STIMULI_MAX);
        dw_stage_step(it.stage);
        assert_int_equal(percepts_of(&it, CEM)->stimulus_count, 1); /* 1 to 8 are left out. */
        assert_int_equal(percepts_of(&it, CEM)->stimuli[0].strength, 9);
        assert_int_equal(percepts_of(&it, ANN)->stimuli[0].strength, GIVEN);
        close_house(&it);
    }
}

static void of_equal_ones_a_tick_keeps_those_that_came_first(void **state)
{
    (void)state;
    house it = open_house(0);
    for (int32_t i = 0; i < DW_SIM_STIMULI_MAX + 8; i++) {
        dw_stimulus one = noise(HALL, 400);
        one.error_mm = i;
        give_off(&it, one);
    }
    dw_stage_step(it.stage);
    for (int32_t i = 0; i < DW_STIMULI_MAX; i++) {
        assert_int_equal(percepts_of(&it, ANN)->stimuli[i].error_mm, i);
    }
    close_house(&it);
}

static void nothing_of_it_is_saved_or_hashed(void **state)
{
    (void)state;
    static uint8_t bytes[2][SAVE_MAX];
    size_t sizes[2] = {0};
    uint64_t hashes[2];
    for (size_t loud = 0; loud < 2; loud++) {
        house it = open_house(0);
        if (loud == 1) {
            give_off(&it, noise(HALL, 400));
        }
        dw_stage_step(it.stage);
        dw_state_writer writer;
        dw_state_writer_init(&writer, bytes[loud], SAVE_MAX);
        dw_sim_save(it.stage->sim, &writer);
        assert_int_equal(dw_state_writer_finish(&writer, &sizes[loud]), DW_OK);
        hashes[loud] = dw_sim_hash(it.stage->sim);
        close_house(&it);
    }
    assert_true(hashes[0] == hashes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(bytes[0], bytes[1], sizes[0]);
}

static void a_new_round_begins_in_silence(void **state)
{
    (void)state;
    house it = open_house(0);
    give_off(&it, noise(HALL, 400));
    dw_stage_reset(it.stage, 1, 1);
    dw_stage_step(it.stage);
    assert_int_equal(percepts_of(&it, ANN)->stimulus_count, 0);
    close_house(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_present_guard_of_the_room_thinks_with_it_in_that_tick_alone),
        cmocka_unit_test(it_reaches_guards_where_they_have_moved_to),
        cmocka_unit_test(a_guard_senses_the_strongest_in_their_order),
        cmocka_unit_test(a_tick_keeps_the_strongest),
        cmocka_unit_test(of_equal_ones_a_tick_keeps_those_that_came_first),
        cmocka_unit_test(nothing_of_it_is_saved_or_hashed),
        cmocka_unit_test(a_new_round_begins_in_silence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
