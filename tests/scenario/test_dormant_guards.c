/* Guards that lie dormant from the start of a round: until they wake, the round is that of a map
 * without them; from then on, they take part in it. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "server/sim/trace.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { TICKS = 3000, WAKE_TICK = 300, SAVE_MAX = 1 << 20 };

static dw_venue *reference;

static dw_stage *open_with(const dw_venue *venue, const char *brain, uint64_t dormant)
{
    const dw_ruleset rules = dw_stage_endless_rules();
    return dw_stage_create_dormant(venue, dw_brain_find(brain), &rules, dormant);
}

static uint16_t last_guard(void)
{
    return (uint16_t)(reference->map->guard_count - 1);
}

/* All but the last guard of the map. */
static dw_venue *open_venue_without_last(dw_map *map)
{
    *map = *reference->map;
    map->guard_count = last_guard();
    return dw_venue_of(map);
}

static uint64_t mind_hash(const dw_stage *stage, uint16_t g)
{
    return stage->sim->brains[g]->hash(stage->sim->memories[g], DW_HASH_START);
}

/* Also what is told of the tick: a dormant guard sees nobody, and says nothing. */
static void expect_same_events(const dw_stage *one, const dw_stage *two)
{
    uint32_t count = 0;
    uint32_t other_count = 0;
    const dw_sim_event *events = dw_sim_events(one->sim, &count);
    const dw_sim_event *others = dw_sim_events(two->sim, &other_count);
    assert_int_equal(count, other_count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(events[i].kind, others[i].kind);
        assert_int_equal(events[i].guard, others[i].guard);
        assert_int_equal(events[i].slot, others[i].slot);
    }
}

/* Streams of random numbers and ties go by index. So the guard that lies dormant is the last one:
 * the indices of the others are those of the map without it. */
static void a_round_with_a_dormant_guard_is_that_of_the_map_without_it(void **state)
{
    (void)state;
    static const char *const brains[] = {"reference", "chaser"};
    dw_map map;
    dw_venue *without = open_venue_without_last(&map);
    for (size_t b = 0; b < DW_COUNT_OF(brains); b++) {
        dw_stage *one = open_with(reference, brains[b], UINT64_C(1) << last_guard());
        dw_stage *two = open_with(without, brains[b], 0);
        for (uint64_t seed = 1; seed <= 2; seed++) {
            uint32_t touches = 0;
            dw_stage_begin_whims(one, seed);
            dw_stage_begin_whims(two, seed);
            const uint64_t asleep = mind_hash(one, last_guard());
            for (uint32_t tick = 0; tick < TICKS; tick++) {
                dw_stage_step_whims(one, seed);
                dw_stage_step_whims(two, seed);
                touches += dw_stage_events(one, DW_SIM_TOUCHED, DW_NONE, DW_NONE);
                assert_true(dw_trace_tick(DW_HASH_START, one->world, reference->map) ==
                            dw_trace_tick(DW_HASH_START, two->world, &map));
                for (uint16_t g = 0; g < map.guard_count; g++) {
                    assert_true(mind_hash(one, g) == mind_hash(two, g));
                }
                expect_same_events(one, two);
            }
            assert_true(mind_hash(one, last_guard()) == asleep); /* It has not thought. */
            assert_true(touches > 0);                            /* Who moves first has mattered. */
        }
        dw_stage_destroy(one);
        dw_stage_destroy(two);
    }
    dw_venue_destroy(without);
}

static void a_body_goes_through_the_post_of_a_dormant_guard(void **state)
{
    (void)state;
    for (uint64_t dormant = 0; dormant < 2; dormant++) {
        dw_stage *stage = open_with(reference, "null", dormant);
        const dw_vec post = reference->map->guards[0].spawn;
        dw_stage_put_intruder(stage, 0, (dw_vec){post.x - DW_BODY_SIZE, post.y});
        dw_stage_walk(stage, 0, DW_EAST, DW_BUTTON_CROUCH);
        dw_stage_run(stage, 10);
        const bool moved =
            dw_intruder_actor(stage->world, 0)->body.position.x > post.x - DW_BODY_SIZE;
        assert_int_equal(moved, dormant == 1);
        assert_int_equal(stage->sim->touched[0] != 0, dormant == 0);
        assert_int_equal(dw_stage_meter(stage, 0, 0) > 0, dormant == 0);
        dw_stage_destroy(stage);
    }
}

static void a_leaf_closes_on_the_post_of_a_dormant_guard(void **state)
{
    (void)state;
    for (uint64_t dormant = 0; dormant < 2; dormant++) {
        dw_scene *scene = dw_scene_create();
        dw_scene_room(scene, "hall", 0, 0, 4000, 4000);
        dw_scene_room(scene, "study", 4000, 0, 4000, 4000);
        dw_scene_door(scene, "door", 0, 1, 1000, 1500, DW_SCENE_OPEN);
        dw_scene_patrol(scene, "patrol", "hall, study");
        dw_scene_guard(scene, "ann", 1000, 3000, 0, "patrol");
        dw_scene_spawn(scene, 3500, 1750);
        dw_scene_objective(scene, 300, 300, 200, 200);
        dw_venue *venue = dw_venue_of(dw_scene_build(scene));
        dw_stage *stage = open_with(venue, "null", dormant);
        const dw_door *door = &venue->map->doors[0];
        dw_stage_put_guard(stage, 0, dw_rect_centre(door->half[door->leaf].area), 0);
        dw_stage_press_use(stage, 0);
        assert_int_equal(dw_stage_events(stage, DW_SIM_USE_BLOCKED, DW_NONE, 0), 1 - dormant);
        assert_int_equal(dw_stage_events(stage, DW_SIM_DOOR_CLOSED, DW_NONE, 0), dormant);
        dw_stage_destroy(stage);
        dw_venue_destroy(venue);
        dw_scene_destroy(scene);
    }
}

/* Two guards that differ in nothing but their index. */
static void the_hash_says_which_guard_is_dormant(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 4000, 4000);
    dw_scene_patrol(scene, "patrol", "hall");
    dw_scene_guard(scene, "ann", 1000, 3000, 0, "patrol");
    dw_scene_guard(scene, "bob", 3000, 3000, 0, "patrol");
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    uint64_t hashes[2];
    for (uint16_t g = 0; g < 2; g++) {
        dw_stage *stage = open_with(venue, "null", 3);
        assert_int_equal(dw_sim_wake(stage->sim, g, (dw_vec){DW_MM(1000), DW_MM(1000)}, 0), DW_OK);
        hashes[g] = dw_sim_state_hash(stage->sim);
        dw_stage_destroy(stage);
    }
    assert_true(hashes[0] != hashes[1]);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

static void no_radio_reaches_a_dormant_guard_and_what_is_due_later_does(void **state)
{
    (void)state;
    dw_stage *stage = open_with(reference, "null", 1);
    const dw_radio_message said = {.kind = DW_RADIO_CLEAR};
    dw_radio_send(&stage->sim->radio, &said,
                  &(dw_radio_sender){.guard = 1, .tick = stage->world->tick}, 1);
    dw_radio_send(&stage->sim->radio, &said,
                  &(dw_radio_sender){.guard = 1, .tick = stage->world->tick}, 3);
    dw_stage_step(stage);
    assert_int_equal(dw_sim_percepts(stage->sim, 0)->heard_count, 0);
    assert_int_equal(dw_sim_percepts(stage->sim, 2)->heard_count, 1);
    const dw_guard_post *post = &reference->map->guards[0];
    assert_int_equal(dw_sim_wake(stage->sim, 0, post->spawn, post->heading_bam), DW_OK);
    dw_stage_step(stage);
    assert_int_equal(dw_sim_percepts(stage->sim, 0)->heard_count, 0);
    dw_stage_step(stage);
    assert_int_equal(dw_sim_percepts(stage->sim, 0)->heard_count, 1);
    assert_int_equal(dw_sim_percepts(stage->sim, 0)->heard[0].id, 2);
    dw_stage_destroy(stage);
}

static void a_guard_that_wakes_senses_thinks_moves_and_is_in_the_way(void **state)
{
    (void)state;
    dw_stage *stage = open_with(reference, "patrol-only", 1);
    dw_stage_run(stage, WAKE_TICK);
    const dw_map *map = reference->map;
    const dw_vec there = dw_rect_centre(map->rooms[dw_map_room_at(map, map->spawns[0])].area);
    dw_stage_put_intruder(stage, 0, (dw_vec){there.x - 2 * DW_BODY_SIZE, there.y});
    assert_int_equal(dw_sim_wake(stage->sim, 0, there, DW_BAM_TURN / 2), DW_OK);
    const dw_actor *guard = dw_guard_actor(stage->world, 0);
    assert_int_equal(guard->controller, DW_CONTROLLER_BRAIN);
    assert_int_equal(guard->room, dw_map_room_at(map, there));
    dw_stage_walk(stage, 0, DW_EAST, DW_BUTTON_SPRINT);
    dw_stage_step(stage);
    assert_true(dw_vec_equal(guard->body.position, there)); /* It has thought of a step by now. */
    assert_true(dw_stage_sees(stage, 0, 0));
    bool touched = false;
    for (uint32_t tick = 0; tick < 600; tick++) {
        dw_stage_step(stage);
        touched = touched || dw_stage_events(stage, DW_SIM_TOUCHED, 0, 0) > 0;
        assert_null(dw_stage_fault(stage));
    }
    assert_true(touched);
    assert_false(dw_vec_equal(guard->body.position, there));
    dw_stage_destroy(stage);
}

static void a_guard_wakes_once_and_only_where_a_body_has_room(void **state)
{
    (void)state;
    dw_stage *stage = open_with(reference, "null", 1);
    const dw_map *map = reference->map;
    const dw_vec spawn = map->spawns[0];
    const dw_vec other = map->guards[1].spawn;
    const dw_vec taken[] = {
        map->bounds.min,                       /* In the outer wall. */
        {map->bounds.max.x + DW_BODY_SIZE, 0}, /* Outside. */
        spawn,                                 /* On an intruder. */
        {spawn.x + DW_BODY_SIZE - 1, spawn.y}, /* Just in it. */
        {other.x - DW_BODY_SIZE + 1, other.y}, /* Just in a guard. */
        dw_rect_centre(map->furniture[0].area),
    };
    const uint64_t hash = dw_sim_state_hash(stage->sim);
    for (size_t i = 0; i < DW_COUNT_OF(taken); i++) {
        assert_int_equal(dw_sim_wake(stage->sim, 0, taken[i], 0), DW_DENIED);
        assert_true(dw_sim_state_hash(stage->sim) == hash);
    }
    const dw_vec free = {spawn.x + DW_BODY_SIZE, spawn.y}; /* Contact is free. */
    assert_int_equal(dw_sim_wake(stage->sim, 1, free, 0), DW_DENIED);
    assert_int_equal(dw_sim_wake(stage->sim, 0, free, 0), DW_OK);
    assert_true(dw_sim_state_hash(stage->sim) != hash);
    assert_int_equal(dw_sim_wake(stage->sim, 0, map->guards[0].spawn, 0), DW_DENIED);
    dw_stage_reset(stage, 1, 1); /* Another round: it is dormant again. */
    assert_int_equal(dw_guard_actor(stage->world, 0)->presence, DW_PRESENCE_DORMANT);
    dw_stage_destroy(stage);
}

/* Also into a simulation whose rounds begin with every guard awake. */
static void a_saved_match_with_a_dormant_guard_goes_on_and_wakes_it_alike(void **state)
{
    (void)state;
    static uint8_t bytes[SAVE_MAX];
    for (uint64_t dormant = 0; dormant < 2; dormant++) {
        dw_stage *one = open_with(reference, "reference", 1);
        dw_stage *two = open_with(reference, "reference", dormant);
        dw_stage_begin_whims(one, 7);
        for (uint32_t tick = 0; tick < WAKE_TICK; tick++) {
            dw_stage_step_whims(one, 7);
        }
        dw_state_writer writer;
        size_t size = 0;
        dw_state_writer_init(&writer, bytes, sizeof bytes);
        dw_sim_save(one->sim, &writer);
        assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
        dw_state_reader reader;
        dw_state_reader_init(&reader, bytes, size);
        dw_error error;
        assert_int_equal(dw_sim_load(two->sim, &reader, dw_brain_library_finder(NULL), &error),
                         DW_OK);
        assert_int_equal(dw_guard_actor(two->world, 0)->presence, DW_PRESENCE_DORMANT);
        for (uint32_t tick = 0; tick < 2 * WAKE_TICK; tick++) {
            if (tick == WAKE_TICK) {
                const dw_guard_post *post = &reference->map->guards[0];
                const dw_status woken = dw_sim_wake(one->sim, 0, post->spawn, post->heading_bam);
                assert_int_equal(woken, DW_OK);
                assert_int_equal(dw_sim_wake(two->sim, 0, post->spawn, post->heading_bam), woken);
            }
            assert_true(dw_sim_hash(one->sim) == dw_sim_hash(two->sim));
            dw_stage_step_whims(one, 7);
            dw_stage_step_whims(two, 7);
        }
        assert_true(dw_sim_hash(one->sim) == dw_sim_hash(two->sim));
        dw_stage_destroy(one);
        dw_stage_destroy(two);
    }
}

int main(void)
{
    reference = dw_venue_shipped("reference");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_with_a_dormant_guard_is_that_of_the_map_without_it),
        cmocka_unit_test(a_body_goes_through_the_post_of_a_dormant_guard),
        cmocka_unit_test(a_leaf_closes_on_the_post_of_a_dormant_guard),
        cmocka_unit_test(the_hash_says_which_guard_is_dormant),
        cmocka_unit_test(no_radio_reaches_a_dormant_guard_and_what_is_due_later_does),
        cmocka_unit_test(a_guard_that_wakes_senses_thinks_moves_and_is_in_the_way),
        cmocka_unit_test(a_guard_wakes_once_and_only_where_a_body_has_room),
        cmocka_unit_test(a_saved_match_with_a_dormant_guard_goes_on_and_wakes_it_alike),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    dw_venue_destroy(reference);
    return failed;
}
