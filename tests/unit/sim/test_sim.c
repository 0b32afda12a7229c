/* sim.h: rounds, slots, brains, events. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

static dw_venue *reference;

static void a_reset_puts_everything_at_its_start(void **state)
{
    (void)state;
    dw_stage *stage = dw_stage_create(reference, "chaser", NULL);
    dw_stage_reset(stage, 5, 7);
    const uint64_t hash = dw_sim_hash(stage->sim);
    for (uint32_t tick = 0; tick < 500; tick++) {
        dw_stage_set_whims(stage, 5);
        dw_stage_step(stage);
    }
    const uint64_t later = dw_sim_hash(stage->sim);
    assert_true(later != hash);
    dw_stage_reset(stage, 5, 7);
    assert_true(dw_sim_hash(stage->sim) == hash);
    const dw_world *world = stage->world;
    assert_int_equal(world->tick, 0);
    assert_int_equal(world->outcome, DW_OUTCOME_NONE);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        assert_int_equal(dw_intruder_slot_state(world, s), s < 3 ? DW_SLOT_ALIVE : DW_SLOT_EMPTY);
        if (s < 3) {
            assert_true(dw_vec_equal(dw_intruder_actor(world, s)->body.position,
                                     reference->map->spawns[s]));
        }
    }
    for (uint32_t tick = 0; tick < 500; tick++) {
        dw_stage_set_whims(stage, 5);
        dw_stage_step(stage);
    }
    assert_true(dw_sim_hash(stage->sim) == later);
    dw_stage_destroy(stage);
}

static void another_seed_is_another_round(void **state)
{
    (void)state;
    dw_stage *stage = dw_stage_create(reference, "patrol-only", NULL);
    dw_vec ends[2];
    for (uint64_t seed = 0; seed < 2; seed++) {
        dw_stage_reset(stage, seed, 1);
        dw_stage_run(stage, 600);
        ends[seed] = dw_guard_actor(stage->world, 0)->body.position;
    }
    assert_false(dw_vec_equal(ends[0], ends[1]));
    dw_stage_destroy(stage);
}

static void guards_of_one_round_draw_from_streams_of_their_own(void **state)
{
    (void)state;
    dw_stage *alone = dw_stage_create(reference, "patrol-only", NULL);
    dw_stage *other = dw_stage_create(reference, "patrol-only", NULL);
    const dw_brain_kind *null = dw_brain_find("null");
    assert_int_equal(dw_sim_set_brain(other->sim, 0, null), DW_OK);
    for (uint32_t tick = 0; tick < 2000; tick++) {
        dw_stage_step(alone);
        dw_stage_step(other);
        if (alone->world->guards[2].touched_guard || other->world->guards[2].touched_guard) {
            break; /* From here on the missing one makes a difference in the world. */
        }
        assert_true(dw_vec_equal(dw_guard_actor(alone->world, 2)->body.position,
                                 dw_guard_actor(other->world, 2)->body.position));
    }
    assert_true(alone->world->tick > 600);
    dw_stage_destroy(alone);
    dw_stage_destroy(other);
}

/* Takes the objective with slot 0 by being put beside it. */
static void take(dw_stage *stage)
{
    const dw_rect thing = stage->venue->map->items[0].area;
    const int32_t off[] = {-700, -500, 500, 700};
    for (size_t i = 0; i < 16 && stage->world->items[0].state != DW_ITEM_CARRIED; i++) {
        const dw_vec middle = dw_rect_centre(thing);
        const dw_vec place = {middle.x + DW_MM(off[i % 4]), middle.y + DW_MM(off[i / 4])};
        if (dw_place_free(stage->venue->map, &stage->world->open, place, DW_BODY_HALF)) {
            dw_stage_put_intruder(stage, 0, place);
            dw_stage_press_use(stage, 0);
        }
    }
    assert_int_equal(stage->world->items[0].state, DW_ITEM_CARRIED);
}

static void what_a_leaver_drops_is_told_with_the_next_step(void **state)
{
    (void)state;
    dw_stage *stage = dw_stage_create(reference, "null", NULL);
    dw_stage_reset(stage, 1, 3);
    take(stage);
    const dw_vec at = dw_intruder_actor(stage->world, 0)->body.position;
    dw_sim_set_slot_state(stage->sim, 0, DW_SLOT_DROPPED);
    dw_stage_step(stage); /* The body stays, and still carries it. */
    assert_int_equal(stage->world->items[0].state, DW_ITEM_CARRIED);
    dw_sim_set_slot_state(stage->sim, 0, DW_SLOT_OUT);
    assert_int_equal(stage->world->items[0].state, DW_ITEM_DROPPED);
    assert_true(dw_vec_equal(dw_rect_centre(stage->world->items[0].area), at));
    dw_stage_step(stage);
    assert_int_equal(dw_stage_events(stage, DW_SIM_DROPPED, DW_NONE, 0), 1);
    dw_stage_step(stage);
    assert_int_equal(dw_stage_events(stage, DW_SIM_DROPPED, DW_NONE, DW_NONE), 0);
    dw_stage_destroy(stage);
}

static void a_player_that_comes_back_goes_on_and_one_that_is_out_stays_out(void **state)
{
    (void)state;
    dw_stage *stage = dw_stage_create(reference, "null", NULL);
    dw_stage_reset(stage, 1, 3);
    dw_stage_walk(stage, 0, DW_EAST, 0);
    dw_sim_set_slot_state(stage->sim, 0, DW_SLOT_DROPPED);
    const dw_vec at = dw_intruder_actor(stage->world, 0)->body.position;
    dw_stage_run(stage, 5);
    assert_true(dw_vec_equal(dw_intruder_actor(stage->world, 0)->body.position, at));
    dw_sim_set_slot_state(stage->sim, 0, DW_SLOT_ALIVE);
    dw_stage_run(stage, 5);
    assert_int_equal(dw_intruder_actor(stage->world, 0)->body.position.x, at.x + 5 * 1800);
    dw_sim_set_slot_state(stage->sim, 0, DW_SLOT_OUT);
    dw_sim_set_slot_state(stage->sim, 0, DW_SLOT_ALIVE);
    assert_int_equal(dw_intruder_slot_state(stage->world, 0), DW_SLOT_OUT);
    dw_sim_set_slot_state(stage->sim, 9, DW_SLOT_ALIVE); /* Nobody was ever there. */
    assert_int_equal(dw_intruder_slot_state(stage->world, 9), DW_SLOT_EMPTY);
    dw_stage_destroy(stage);
}

static void a_brain_can_be_replaced_any_number_of_times(void **state)
{
    (void)state;
    dw_stage *stage = dw_stage_create(reference, "null", NULL);
    const dw_vec post = dw_guard_actor(stage->world, 1)->body.position;
    dw_stage_run(stage, 300);
    assert_true(dw_vec_equal(dw_guard_actor(stage->world, 1)->body.position, post));
    assert_int_equal(dw_sim_set_brain(stage->sim, 1, dw_brain_find("patrol-only")), DW_OK);
    assert_ptr_equal(dw_sim_brain(stage->sim, 1), dw_brain_find("patrol-only"));
    assert_ptr_equal(dw_sim_brain(stage->sim, 0), dw_brain_find("null"));
    dw_stage_run(stage, 300);
    assert_false(dw_vec_equal(dw_guard_actor(stage->world, 1)->body.position, post));
    size_t used = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        const char *const *names = dw_brain_names();
        const uint16_t guard = (uint16_t)(i % 3);
        assert_int_equal(dw_sim_set_brain(stage->sim, guard, dw_brain_find(names[i / 3 % 4])),
                         DW_OK);
        dw_stage_step(stage);
        used = i == 11 ? stage->arena.used : used; /* All have had all by then. */
    }
    assert_int_equal(stage->arena.used, used);
    dw_stage_destroy(stage);
}

static void a_brain_that_has_no_room_is_refused_and_the_old_one_goes_on(void **state)
{
    (void)state;
    dw_stage *stage = dw_stage_create(reference, "chaser", NULL);
    dw_stage *twin = dw_stage_create(reference, "chaser", NULL);
    while (dw_arena_take(&stage->arena, 64) != NULL) {
    }
    dw_stage_run(stage, 200);
    dw_stage_run(twin, 200);
    assert_int_equal(dw_sim_set_brain(stage->sim, 2, dw_brain_find("reference")), DW_FULL);
    dw_stage_run(stage, 200);
    dw_stage_run(twin, 200);
    assert_true(dw_sim_hash(stage->sim) == dw_sim_hash(twin->sim));
    dw_stage_destroy(twin);
    dw_stage_destroy(stage);
}

static void too_small_an_arena_is_a_status_that_names_the_map(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_ruleset_reference();
    dw_sim_config config = {.map = reference->map, .nav = reference->nav, .rules = &rules};
    for (uint16_t g = 0; g < reference->map->guard_count; g++) {
        config.brains[g] = dw_brain_default();
    }
    dw_stage *whole = dw_stage_create(reference, "chaser", NULL);
    const size_t needed = whole->arena.used;
    dw_stage_destroy(whole);
    /* Each prefix of the memory that it takes, in steps. */
    for (size_t size = 64; size < needed; size += needed / 40) {
        dw_arena arena;
        dw_error error = {{0}};
        dw_sim *sim = NULL;
        assert_int_equal(dw_arena_create(&arena, size), DW_OK);
        assert_int_equal(dw_sim_create(&sim, &arena, &config, &error), DW_MEMORY);
        assert_null(sim);
        assert_non_null(strstr(error.text, "reference"));
        dw_arena_destroy(&arena);
    }
}

static void events_are_those_of_the_last_step(void **state)
{
    (void)state;
    dw_stage *stage = dw_stage_create(reference, "null", NULL);
    uint32_t count = 0;
    (void)dw_sim_events(stage->sim, &count);
    assert_int_equal(count, 0);
    dw_stage_walk(stage, 0, DW_STAND, DW_BUTTON_USE);
    dw_stage_step(stage);
    (void)dw_sim_events(stage->sim, &count);
    assert_int_equal(count, 1);
    dw_stage_step(stage);
    (void)dw_sim_events(stage->sim, &count);
    assert_int_equal(count, 0);
    dw_stage_destroy(stage);
}

static void events_beyond_the_room_of_a_step_are_counted_until_the_reset(void **state)
{
    (void)state;
    enum { BEYOND = 3 };
    dw_stage *stage = dw_stage_create(reference, "null", NULL);
    uint32_t count = 0;
    for (uint32_t i = 0; i < DW_SIM_EVENTS_MAX + BEYOND; i++) {
        const dw_sim_event *event = dw_sim_emit(stage->sim, DW_SIM_SEEN, 0, 0, DW_NONE);
        assert_int_equal(event != NULL, i < DW_SIM_EVENTS_MAX);
    }
    (void)dw_sim_events(stage->sim, &count);
    assert_int_equal(count, DW_SIM_EVENTS_MAX);
    assert_int_equal(dw_sim_events_dropped(stage->sim), BEYOND);
    dw_stage_step(stage);
    assert_int_equal(dw_sim_events_dropped(stage->sim), BEYOND);
    dw_stage_reset(stage, 1, 1);
    assert_int_equal(dw_sim_events_dropped(stage->sim), 0);
    dw_stage_destroy(stage);
}

static int open_reference(void **state)
{
    (void)state;
    reference = dw_venue_shipped("reference");
    return 0;
}

/* A hall and a study with a door between them, and a cell below the hall whose wall is near it. */
typedef struct near_door {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
    dw_rect doorway;
} near_door;

static near_door open_near_door(dw_scene_leaf leaf)
{
    near_door it = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(it.scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(it.scene, "study", 6000, 0, 6000, 4000);
    const uint16_t cell = dw_scene_room(it.scene, "cell", 0, 4000, 6000, 4000);
    const uint16_t door = dw_scene_door(it.scene, "hall-study", hall, study, 2800, 1000, leaf);
    (void)dw_scene_door(it.scene, "hall-cell", hall, cell, 1000, 1000, DW_SCENE_OPEN);
    dw_scene_patrol(it.scene, "round", "study, hall");
    dw_scene_guard(it.scene, "ann", 1000, 2000, 0, "round");
    dw_scene_spawn(it.scene, 1000, 1000);
    const dw_map *map = dw_scene_build(it.scene);
    it.venue = dw_venue_of(map);
    dw_ruleset rules = dw_ruleset_reference();
    rules.catch_ticks = 36000;
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, &rules);
    it.doorway = map->doors[door].doorway;
    return it;
}

/* Whether the first door is open, two steps after a guard at that position was told to open it, or
 * to close it. */
static bool is_open_after(dw_scene_leaf leaf, dw_vec position)
{
    near_door it = open_near_door(leaf);
    dw_stage_put_guard(it.stage, 0, position, 0);
    dw_guard_command *command = dw_stage_puppet(it.stage, 0);
    command->open_door = leaf == DW_SCENE_CLOSED ? 0 : DW_NONE;
    command->close_door = leaf == DW_SCENE_CLOSED ? DW_NONE : 0;
    dw_stage_run(it.stage, 3);
    const bool open = dw_door_set_has(&it.stage->world->open, 0);
    assert_true(dw_vec_equal(dw_guard_actor(it.stage->world, 0)->body.position, position));
    dw_stage_destroy(it.stage);
    dw_venue_destroy(it.venue);
    dw_scene_destroy(it.scene);
    return open;
}

static void a_guard_reaches_800_to_a_door_of_its_room_and_no_unit_more(void **state)
{
    (void)state;
    near_door it = open_near_door(DW_SCENE_CLOSED);
    const int32_t level = (it.doorway.min.y + it.doorway.max.y) / 2;
    const dw_vec corner = it.doorway.min;
    const dw_vec far_corner = {it.doorway.max.x, it.doorway.min.y};
    dw_stage_destroy(it.stage);
    dw_venue_destroy(it.venue);
    dw_scene_destroy(it.scene);
    const struct {
        dw_vec position;
        bool reaches;
    } rows[] = {
        {{corner.x - DW_MM(800), level}, true},
        {{corner.x - DW_MM(800) - 1, level}, false},
        {{far_corner.x + DW_MM(800), level}, true}, /* From the other room. */
        {{far_corner.x + DW_MM(800) + 1, level}, false},
        {{corner.x - DW_MM(480), corner.y - DW_MM(640)}, true}, /* Askew: 480 and 640 make 800. */
        {{corner.x - DW_MM(480), corner.y - DW_MM(640) - 1}, false},
        {{corner.x - DW_MM(300), DW_MM(4000 + 100) + DW_BODY_HALF}, false}, /* The cell's wall. */
        {{DW_MM(1000), DW_MM(2000)}, false},
    };
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        if (is_open_after(DW_SCENE_CLOSED, rows[i].position) != rows[i].reaches) {
            fail_msg("row %zu: opened is not %d", i, rows[i].reaches);
        }
        if (is_open_after(DW_SCENE_OPEN, rows[i].position) == rows[i].reaches) {
            fail_msg("row %zu: closed is not %d", i, rows[i].reaches);
        }
    }
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
        cmocka_unit_test(a_reset_puts_everything_at_its_start),
        cmocka_unit_test(another_seed_is_another_round),
        cmocka_unit_test(guards_of_one_round_draw_from_streams_of_their_own),
        cmocka_unit_test(what_a_leaver_drops_is_told_with_the_next_step),
        cmocka_unit_test(a_player_that_comes_back_goes_on_and_one_that_is_out_stays_out),
        cmocka_unit_test(a_brain_can_be_replaced_any_number_of_times),
        cmocka_unit_test(a_brain_that_has_no_room_is_refused_and_the_old_one_goes_on),
        cmocka_unit_test(too_small_an_arena_is_a_status_that_names_the_map),
        cmocka_unit_test(events_are_those_of_the_last_step),
        cmocka_unit_test(events_beyond_the_room_of_a_step_are_counted_until_the_reset),
        cmocka_unit_test(a_guard_reaches_800_to_a_door_of_its_room_and_no_unit_more),
    };
    return cmocka_run_group_tests(tests, open_reference, close_reference);
}
