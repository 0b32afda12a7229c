/* server/RULES.md 1.70 to 1.77: locks of doors, their keys, and picking. */
#include "common/world/lock.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

/* Two rooms and a locked door between them; the key and a large thing lie in the hall. Ann stands
 * in the corner of the hall, and walks to and fro when it has a brain. */
typedef struct locked_house {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
    uint16_t door, key, chest;
} locked_house;

static locked_house open_house(const char *brain, const char *rooms, bool sealed,
                               dw_scene_leaf leaf)
{
    locked_house it = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(it.scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(it.scene, "study", 6000, 0, 6000, 4000);
    it.door = dw_scene_door(it.scene, "hall-study", hall, study, 1500, 1000, leaf);
    dw_scene_lock(it.scene, it.door, 1);
    dw_scene_door_parts(it.scene, it.door)->sealed = sealed;
    dw_scene_patrol(it.scene, "round", rooms);
    dw_scene_guard(it.scene, "ann", 1000, 2000, 180, "round");
    dw_scene_spawn(it.scene, 5300, 2000);
    dw_scene_spawn(it.scene, 6700, 2000);
    dw_scene_objective(it.scene, 1000, 3600, 200, 200);
    dw_scene_exit(it.scene, 200, 200, 800, 800);
    it.key = dw_scene_key(it.scene, "key", 3000, 3000, 1);
    it.chest = dw_scene_item(it.scene, "chest", 3500, 3000);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    dw_ruleset rules = dw_stage_shipped_rules("standard");
    rules.catch_ticks = 36000;
    rules.time_limit_ticks = 0;
    it.stage = brain != NULL ? dw_stage_create(it.venue, brain, &rules)
                             : dw_stage_create_with(it.venue, &dw_brain_puppet, &rules);
    dw_stage_reset(it.stage, 1, 1);
    return it;
}

static void close_house(locked_house *it)
{
    assert_null(dw_stage_fault(it->stage));
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static bool is_open(const locked_house *it)
{
    return dw_door_set_has(&it->stage->world->open, it->door);
}

static bool is_locked(const locked_house *it)
{
    return dw_door_is_locked(it->venue->map, dw_sim_locks_turned(it->stage->sim), it->door);
}

static void take_key(locked_house *it, uint8_t slot)
{
    dw_stage_put_intruder(it->stage, slot, dw_scene_mm(3050, 2700));
    dw_stage_press_use(it->stage, slot);
    assert_true(dw_item_is_carried_by(&it->stage->world->items[it->key], slot));
}

static void press_at_door(locked_house *it, uint8_t slot)
{
    dw_stage_put_intruder(it->stage, slot, dw_scene_mm(5300, 2000));
    dw_stage_press_use(it->stage, slot);
}

/* Holds the use key, pressed anew, for that number of ticks. */
static void hold(locked_house *it, uint8_t slot, uint32_t ticks)
{
    it->stage->intents[slot].buttons = 0;
    dw_stage_step(it->stage);
    it->stage->intents[slot].buttons = DW_BUTTON_USE;
    dw_stage_run(it->stage, ticks);
}

static void a_locked_door_opens_for_its_key_and_stays_unlocked(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall", false, DW_SCENE_CLOSED);
    assert_true(is_locked(&it));
    press_at_door(&it, 0);
    assert_false(is_open(&it));
    assert_true(is_locked(&it));
    take_key(&it, 0);
    press_at_door(&it, 0);
    assert_true(is_open(&it));
    assert_false(is_locked(&it));
    close_house(&it);
}

static void an_unlocked_door_opens_for_everybody(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall", false, DW_SCENE_CLOSED);
    dw_stage_reset(it.stage, 1, 3);
    dw_sim_turn_lock(it.stage->sim, it.door, false);
    dw_stage_press_use(it.stage, 1);
    assert_true(is_open(&it));
    close_house(&it);
}

static void a_door_that_starts_open_starts_unlocked(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall", false, DW_SCENE_OPEN);
    assert_false(is_locked(&it));
    dw_sim_turn_lock(it.stage->sim, it.door, true);
    assert_true(is_open(&it)); /* The lock does not move the leaf, nor keeps it from closing. */
    press_at_door(&it, 0);
    assert_false(is_open(&it));
    dw_stage_run(it.stage, 30); /* The door rests. */
    press_at_door(&it, 0);
    assert_false(is_open(&it));
    close_house(&it);
}

static void a_key_goes_with_a_large_thing(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall", false, DW_SCENE_CLOSED);
    take_key(&it, 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(3600, 2700));
    dw_stage_press_use(it.stage, 0);
    assert_true(dw_item_is_carried_by(&it.stage->world->items[it.chest], 0));
    assert_true(dw_item_is_carried_by(&it.stage->world->items[it.key], 0));
    close_house(&it);
}

static void a_lock_is_picked_with_the_key_held_for_pick_ticks(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall", false, DW_SCENE_CLOSED);
    const uint32_t ticks = (uint32_t)dw_sim_rules(it.stage->sim)->pick_ticks;
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(5300, 2000));
    hold(&it, 0, ticks - 1);
    assert_true(is_locked(&it));
    hold(&it, 0, ticks - 1); /* Let go for a tick: it begins anew. */
    assert_true(is_locked(&it));
    dw_stage_step(it.stage);
    assert_false(is_locked(&it));
    assert_false(is_open(&it));
    dw_stage_press_use(it.stage, 0);
    assert_true(is_open(&it));
    close_house(&it);
}

static void picking_ends_out_of_reach(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall", false, DW_SCENE_CLOSED);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(5300, 2000));
    hold(&it, 0, 10);
    assert_int_equal(dw_sim_pick(it.stage->sim, 0).ticks, 10);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(4000, 2000));
    dw_stage_step(it.stage);
    assert_int_equal(dw_sim_pick(it.stage->sim, 0).ticks, 0);
    close_house(&it);
}

static void without_pick_ticks_no_lock_is_picked(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall", false, DW_SCENE_CLOSED);
    dw_ruleset rules = *dw_sim_rules(it.stage->sim);
    rules.pick_ticks = 0;
    dw_stage_destroy(it.stage);
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, &rules);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(5300, 2000));
    hold(&it, 0, 2000);
    assert_true(is_locked(&it));
    close_house(&it);
}

/* How many noises ann has heard in that number of ticks. */
static uint32_t noises_heard(locked_house *it, uint32_t ticks)
{
    uint32_t heard = 0;
    for (uint32_t i = 0; i < ticks; i++) {
        dw_stage_step(it->stage);
        heard += dw_sim_percepts(it->stage->sim, 0)->stimulus_count;
    }
    return heard;
}

static void picking_is_heard_twice_a_second_and_from_near(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall", false, DW_SCENE_CLOSED);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(5300, 2700), 32768);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(5300, 2000));
    hold(&it, 0, 1);
    assert_int_equal(noises_heard(&it, 60), 2);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(500, 3500), 32768);
    assert_int_equal(noises_heard(&it, 60), 0);
    close_house(&it);
}

static void a_guard_that_sees_a_pick_is_sure_in_half_the_time(void **state)
{
    (void)state;
    int32_t gains[2];
    for (int picks = 0; picks < 2; picks++) {
        locked_house it = open_house(NULL, "hall", false, DW_SCENE_CLOSED);
        dw_stage_put_guard(it.stage, 0, dw_scene_mm(2000, 2000), 0);
        dw_stage_puppet(it.stage, 0)->heading_bam = 0;
        dw_stage_run(it.stage, 2);
        it.stage->sim->world.meters[0][0] = 0;
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(5300, 2000));
        it.stage->intents[0].buttons = picks != 0 ? DW_BUTTON_USE : 0;
        dw_stage_step(it.stage);
        gains[picks] = dw_stage_meter(it.stage, 0, 0);
        close_house(&it);
    }
    assert_true(gains[0] > 0);
    assert_int_equal(gains[1], 2 * gains[0]);
}

/* Whether ann comes to the study within that time. */
static bool comes_to_study(locked_house *it, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        dw_stage_step(it->stage);
        if (dw_guard_actor(it->stage->world, 0)->room == 1) {
            return true;
        }
    }
    return false;
}

static void a_guard_has_the_key_and_locks_behind_itself(void **state)
{
    (void)state;
    locked_house it = open_house("patrol-only", "study, hall", false, DW_SCENE_CLOSED);
    dw_stage_reset(it.stage, 1, 2);
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(11500, 3500));
    assert_true(comes_to_study(&it, 1200));
    dw_stage_run(it.stage, 120);
    assert_false(is_open(&it));
    assert_true(is_locked(&it));
    close_house(&it);
}

/* Ann wants to open the door: whether it opens. */
static bool opens_for_ann(locked_house *it)
{
    dw_stage_put_intruder(it->stage, 0, dw_scene_mm(1000, 3000));
    dw_stage_put_guard(it->stage, 0, dw_scene_mm(5400, 2000), 0);
    dw_guard_command *command = dw_stage_puppet(it->stage, 0);
    command->open_door = it->door;
    dw_stage_run(it->stage, 2);
    return is_open(it);
}

static void guards_have_no_key_of_a_sealed_door(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall", false, DW_SCENE_CLOSED);
    assert_true(opens_for_ann(&it));
    close_house(&it);
    it = open_house(NULL, "hall", true, DW_SCENE_CLOSED);
    assert_false(opens_for_ann(&it));
    dw_sim_turn_lock(it.stage->sim, it.door, false);
    assert_true(opens_for_ann(&it)); /* Unlocked, it opens for Ann too. */
    close_house(&it);
}

static void a_kind_without_keys_opens_no_lock(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall", false, DW_SCENE_CLOSED);
    dw_ruleset rules = *dw_sim_rules(it.stage->sim);
    rules.kinds[0].can.unlock = 0;
    dw_stage_destroy(it.stage);
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, &rules);
    assert_false(opens_for_ann(&it));
    close_house(&it);
}

/* A ring of three rooms: the short way from hall to study is sealed. */
static void paths_lead_round_a_door_without_its_key(void **state)
{
    (void)state;
    for (int sealed = 0; sealed < 2; sealed++) {
        dw_scene *scene = dw_scene_create();
        const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
        const uint16_t study = dw_scene_room(scene, "study", 6000, 0, 6000, 4000);
        const uint16_t back = dw_scene_room(scene, "back", 0, 4000, 12000, 3000);
        const uint16_t door =
            dw_scene_door(scene, "hall-study", hall, study, 1500, 1000, DW_SCENE_CLOSED);
        (void)dw_scene_door(scene, "hall-back", hall, back, 500, 1000, DW_SCENE_CLOSED);
        (void)dw_scene_door(scene, "study-back", study, back, 10500, 1000, DW_SCENE_CLOSED);
        dw_scene_lock(scene, door, 1);
        dw_scene_door_parts(scene, door)->sealed = sealed != 0;
        dw_scene_patrol(scene, "round", "study, hall");
        dw_scene_guard(scene, "ann", 5000, 2000, 180, "round");
        dw_scene_spawn(scene, 11500, 500);
        dw_venue *venue = dw_venue_of(dw_scene_build(scene));
        dw_stage *stage = dw_stage_create(venue, "patrol-only", NULL);
        bool back_seen = false;
        uint32_t ticks = 0;
        while (dw_guard_actor(stage->world, 0)->room != study && ticks++ < 3000) {
            dw_stage_step(stage);
            back_seen = back_seen || dw_guard_actor(stage->world, 0)->room == back;
        }
        assert_true(ticks < 3000);
        assert_int_equal(back_seen, sealed != 0);
        dw_stage_destroy(stage);
        dw_venue_destroy(venue);
        dw_scene_destroy(scene);
    }
}

static void a_patrol_without_the_key_is_refused_by_name(void **state)
{
    (void)state;
    locked_house it = open_house(NULL, "hall, study", false, DW_SCENE_CLOSED);
    dw_ruleset rules = *dw_sim_rules(it.stage->sim);
    rules.kinds[0].can.unlock = 0;
    dw_arena arena;
    assert_int_equal(dw_arena_create(&arena, 8 << 20), DW_OK);
    dw_sim_config config = {.map = it.venue->map, .nav = it.venue->nav, .rules = &rules};
    config.brains[0] = &dw_brain_puppet;
    dw_sim *sim = NULL;
    dw_error error = {""};
    assert_int_equal(dw_sim_create(&sim, &arena, &config, &error), DW_INVALID);
    assert_string_equal(error.text, "scene: guard \"ann\": its patrol leads to room \"study\", and "
                                    "it has no key of a door on the way");
    dw_arena_destroy(&arena);
    close_house(&it);
}

/* Saved in the middle of a pick: both go on alike. */
static void a_pick_goes_on_after_a_load(void **state)
{
    (void)state;
    locked_house one = open_house("null", "hall", false, DW_SCENE_CLOSED);
    locked_house two = open_house("null", "hall", false, DW_SCENE_CLOSED);
    dw_stage_put_intruder(one.stage, 0, dw_scene_mm(5300, 2000));
    hold(&one, 0, 100);
    const uint64_t before = dw_sim_state_hash(one.stage->sim);
    one.stage->sim->locks[0].picks[0].ticks++;
    assert_true(dw_sim_state_hash(one.stage->sim) != before); /* It is state. */
    one.stage->sim->locks[0].picks[0].ticks--;
    dw_stage_load_from(two.stage, one.stage);
    assert_true(dw_stage_run_alike(one.stage, two.stage, 400));
    assert_false(is_locked(&two));
    close_house(&one);
    close_house(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_locked_door_opens_for_its_key_and_stays_unlocked),
        cmocka_unit_test(an_unlocked_door_opens_for_everybody),
        cmocka_unit_test(a_door_that_starts_open_starts_unlocked),
        cmocka_unit_test(a_key_goes_with_a_large_thing),
        cmocka_unit_test(a_lock_is_picked_with_the_key_held_for_pick_ticks),
        cmocka_unit_test(picking_ends_out_of_reach),
        cmocka_unit_test(without_pick_ticks_no_lock_is_picked),
        cmocka_unit_test(picking_is_heard_twice_a_second_and_from_near),
        cmocka_unit_test(a_guard_that_sees_a_pick_is_sure_in_half_the_time),
        cmocka_unit_test(a_guard_has_the_key_and_locks_behind_itself),
        cmocka_unit_test(guards_have_no_key_of_a_sealed_door),
        cmocka_unit_test(a_kind_without_keys_opens_no_lock),
        cmocka_unit_test(paths_lead_round_a_door_without_its_key),
        cmocka_unit_test(a_patrol_without_the_key_is_refused_by_name),
        cmocka_unit_test(a_pick_goes_on_after_a_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
