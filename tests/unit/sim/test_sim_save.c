/* sim_save.c: a loaded match goes on as the saved one does, and bytes that no match can have made
 * are refused. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "tests/support/scene.h"
#include "tests/support/sim_pokes.h"
#include "tests/support/stage.h"

enum { SAVE_MAX = 1 << 20, MINUTE_TICKS = 3600 };

static dw_venue *reference;
static dw_brain_library shipped; /* The files of maps/brains. */
static uint8_t saved[SAVE_MAX];
static uint8_t again[SAVE_MAX];

static size_t save(const dw_stage *stage, uint8_t *bytes)
{
    size_t size = 0;
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, SAVE_MAX);
    dw_sim_save(stage->sim, &writer);
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    return size;
}

static dw_status load(dw_stage *stage, const uint8_t *bytes, size_t size)
{
    dw_error error = {{0}};
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    const dw_status status =
        dw_sim_load(stage->sim, &reader, dw_brain_library_finder(&shipped), &error);
    assert_true((status == DW_OK) == (error.text[0] == '\0'));
    return status == DW_OK ? dw_state_reader_finish(&reader) : status;
}

/* As dw_stage_step_whims, and now and then somebody throws. */
static void step_and_throw(dw_stage *stage)
{
    const uint32_t tick = stage->world->tick;
    dw_stage_set_whims(stage, 5);
    if (tick % 20 == 7) {
        dw_intent *intent = &stage->intents[tick / 20 % DW_INTRUDERS_MAX];
        intent->buttons |= tick % 80 == 7 ? DW_BUTTON_BAIT : DW_BUTTON_COIN;
        intent->throw_heading = (uint8_t)(tick * 7);
        intent->throw_distance = (uint8_t)(tick % 120);
    }
    dw_stage_step(stage);
}

/* All slots, much happening, some ticks in. */
static dw_stage *open_stage_of(const char *brain, const dw_strategy *strategy, uint32_t ticks)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy = *strategy;
    rules.tools = 1;
    rules.coins = 16;
    dw_stage *stage =
        dw_stage_create_with(reference, dw_brain_library_find(&shipped, brain), &rules);
    dw_stage_begin_whims(stage, 5);
    for (uint32_t tick = 0; tick < ticks; tick++) {
        step_and_throw(stage);
    }
    return stage;
}

/* The strategy uses much of what a mind can remember, all at once. */
static dw_stage *open_busy_stage(const char *brain, uint32_t ticks)
{
    dw_strategy strategy = dw_stage_shipped_strategy("hold");
    strategy.answerers_max = 1;
    strategy.contracts = 1;
    strategy.ambush_ticks = 100;
    return open_stage_of(brain, &strategy, ticks);
}

static void expect_same_minute(dw_stage *one, dw_stage *two)
{
    for (uint32_t tick = 0; tick < MINUTE_TICKS; tick++) {
        assert_true(dw_sim_hash(one->sim) == dw_sim_hash(two->sim));
        step_and_throw(one);
        step_and_throw(two);
    }
    assert_true(dw_sim_hash(one->sim) == dw_sim_hash(two->sim));
}

/* Wherever the round stands: at its start, and in the middle of everything. The second stage has
 * played another round, with another brain, before. */
static void expect_to_go_on(const char *brain, size_t first)
{
    static const uint32_t moments[] = {0, 1, 487, 1201};
    for (size_t i = first; i < DW_COUNT_OF(moments); i++) {
        dw_stage *one = open_busy_stage(brain, moments[i]);
        dw_stage *two = open_busy_stage(i % 2 == 0 ? "null" : brain, 300);
        const size_t size = save(one, saved);
        assert_int_equal(load(two, saved, size), DW_OK);
        assert_int_equal(save(two, again), size);
        assert_memory_equal(saved, again, size);
        expect_same_minute(one, two);
        dw_stage_destroy(one);
        dw_stage_destroy(two);
    }
}

static void a_loaded_match_goes_on_as_the_saved_one(void **state)
{
    (void)state;
    for (const char *const *brain = dw_brain_names(); *brain != NULL; brain++) {
        expect_to_go_on(*brain, 0);
    }
    const dw_stage_files files = dw_stage_list_brains();
    for (uint32_t i = 0; i < files.count; i++) {
        expect_to_go_on(files.names[i], 2); /* Each form has its own state; the rest is one. */
    }
}

static void a_match_with_any_strategy_goes_on_as_the_saved_one(void **state)
{
    (void)state;
    const dw_stage_files all = dw_stage_list_strategies();
    for (uint32_t i = 0; i < all.count; i++) {
        const dw_strategy strategy = dw_stage_shipped_strategy(all.names[i]);
        dw_stage *one = open_stage_of("reference", &strategy, 1201);
        dw_stage *two = open_stage_of("reference", &strategy, 300);
        const size_t size = save(one, saved);
        assert_int_equal(load(two, saved, size), DW_OK);
        assert_int_equal(save(two, again), size);
        assert_memory_equal(saved, again, size);
        expect_same_minute(one, two);
        dw_stage_destroy(one);
        dw_stage_destroy(two);
    }
}

/* What was decided between two steps is listed with the next one, in both. */
static void events_that_wait_for_the_next_step_are_saved(void **state)
{
    (void)state;
    dw_stage *one = dw_stage_create(reference, "null", NULL);
    dw_stage *two = dw_stage_create(reference, "null", NULL);
    one->sim->world.items[0].state = DW_ITEM_CARRIED;
    dw_stage_step(one);
    dw_sim_set_slot_state(one->sim, 0, DW_SLOT_OUT);
    assert_int_equal(load(two, saved, save(one, saved)), DW_OK);
    dw_stage_step(two);
    assert_int_equal(dw_stage_events(two, DW_SIM_DROPPED, DW_NONE, 0), 1);
    dw_stage_destroy(one);
    dw_stage_destroy(two);
}

/* Without a door: the zero bytes of a door's rest name none. */
static dw_scene *two_objectives(void)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 12000, 6000);
    dw_scene_objective(scene, 1000, 1000, 200, 200);
    dw_scene_item(scene, "vase", 1000, 4000);
    dw_scene_exit(scene, 9000, 200, 1000, 5000);
    dw_scene_spawn(scene, 1600, 1100);
    dw_scene_spawn(scene, 1600, 4100);
    dw_scene_patrol(scene, "round", "hall");
    dw_scene_guard(scene, "ann", 11000, 5000, 0, "round");
    return scene;
}

/* One objective in hand, the other dropped in the middle of the hall by an intruder that left. */
static void a_round_of_two_objectives_goes_on_as_it_was(void **state)
{
    (void)state;
    dw_scene *scene = two_objectives();
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    dw_stage *one = dw_stage_create(venue, "null", NULL);
    dw_stage *two = dw_stage_create(venue, "null", NULL);
    dw_stage_reset(one, 1, 3);
    dw_stage_press_use(one, 0);
    dw_stage_press_use(one, 1);
    dw_stage_put_intruder(one, 1, (dw_vec){DW_MM(5000), DW_MM(1100)});
    dw_sim_set_slot_state(one->sim, 1, DW_SLOT_OUT);
    const size_t size = save(one, saved);
    assert_int_equal(load(two, saved, size), DW_OK);
    assert_int_equal(save(two, again), size);
    assert_memory_equal(saved, again, size);
    assert_int_equal(two->world->items[0].state, DW_ITEM_CARRIED);
    assert_int_equal(two->world->items[1].state, DW_ITEM_DROPPED);
    dw_stage *both[] = {one, two};
    for (uint32_t i = 0; i < 2; i++) {
        dw_stage_walk(both[i], 0, DW_EAST, 0);
        while (both[i]->world->outcome == DW_OUTCOME_NONE && both[i]->world->tick < 1000) {
            dw_stage_step(both[i]);
        }
        assert_int_equal(both[i]->world->outcome, DW_OUTCOME_WON);
    }
    assert_true(dw_sim_hash(one->sim) == dw_sim_hash(two->sim));
    dw_stage_destroy(one);
    dw_stage_destroy(two);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

/* The bytes are whole and their hash is right; only the items cannot be. */
static void an_intruder_with_two_items_and_an_item_too_many_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = two_objectives();
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    dw_stage *one = dw_stage_create(venue, "null", NULL);
    dw_stage *two = dw_stage_create(venue, "null", NULL);
    dw_world *world = &one->sim->world;
    dw_stage_reset(one, 1, 3);
    world->items[0].state = DW_ITEM_CARRIED;
    world->items[1].state = DW_ITEM_CARRIED;
    world->items[1].carrier = 1;
    assert_int_equal(load(two, saved, save(one, saved)), DW_OK);
    world->items[1].carrier = 0;
    assert_int_equal(load(two, saved, save(one, saved)), DW_INVALID);
    world->items[1].state = DW_ITEM_HOME;
    assert_int_equal(load(two, saved, save(one, saved)), DW_OK);
    for (uint32_t count = 0; count <= DW_ITEMS_MAX; count++) {
        world->item_count = (uint8_t)count;
        assert_int_equal(load(two, saved, save(one, saved)), count == 2 ? DW_OK : DW_INVALID);
    }
    dw_stage_destroy(one);
    dw_stage_destroy(two);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

static void each_truncation_is_refused(void **state)
{
    (void)state;
    dw_stage *stage = open_busy_stage("reference", 400);
    const size_t size = save(stage, saved);
    for (size_t length = 0; length < size; length++) {
        assert_int_equal(load(stage, saved, length), DW_INVALID);
    }
    assert_int_equal(load(stage, saved, size), DW_OK);
    dw_stage_destroy(stage);
}

/* A changed byte is refused, or it is of what a match only tells of its past. */
static void each_changed_byte_is_refused_or_harmless(void **state)
{
    (void)state;
    static const uint8_t changes[] = {0x01, 0x80, 0xff};
    dw_stage *stage = open_busy_stage("reference", 400);
    const size_t size = save(stage, saved);
    size_t refused = 0;
    for (size_t at = 0; at < size; at++) {
        for (size_t i = 0; i < DW_COUNT_OF(changes); i++) {
            saved[at] ^= changes[i];
            refused += load(stage, saved, size) != DW_OK ? 1 : 0;
            dw_stage_step_whims(stage, 5);
            dw_stage_step_whims(stage, 5);
            saved[at] ^= changes[i];
        }
    }
    assert_true(refused > size * 2); /* Of three changes each. */
    dw_stage_destroy(stage);
}

/* Presence, controller, role and kind of an actor fit each other, its place in the list and its
 * capture. */
static void actors_that_contradict_themselves_are_refused(void **state)
{
    (void)state;
    dw_stage *from = dw_stage_create(reference, "null", NULL);
    dw_stage *to = dw_stage_create(reference, "null", NULL);
    dw_world *world = &from->sim->world;
    dw_actor *guard = &world->actors[0];
    dw_actor *alive = &world->actors[dw_intruder_index(world, 0)];
    dw_actor *empty = &world->actors[dw_intruder_index(world, 1)];
    assert_int_equal(load(to, saved, save(from, saved)), DW_OK);
    const struct {
        uint8_t *field;
        uint8_t value;
    } forged[] = {
        {&guard->role, DW_ROLE_INTRUDER},
        {&guard->kind, DW_KIND_GUARD + 1},
        {&guard->controller, DW_CONTROLLER_NOBODY},
        {&guard->controller, DW_CONTROLLER_PLAYER},
        {&guard->presence, DW_PRESENCE_DORMANT}, /* Yet under its brain. */
        {&guard->presence, DW_PRESENCE_COUNT},
        {&alive->role, DW_ROLE_GUARD},
        {&alive->kind, 1},
        {&alive->controller, DW_CONTROLLER_BRAIN},
        {&alive->presence, DW_PRESENCE_GONE}, /* Yet under its player. */
        {&alive->presence, DW_PRESENCE_DORMANT},
        {&empty->controller, DW_CONTROLLER_PLAYER},
    };
    for (size_t i = 0; i < DW_COUNT_OF(forged); i++) {
        const uint8_t before = *forged[i].field;
        *forged[i].field = forged[i].value;
        if (load(to, saved, save(from, saved)) != DW_INVALID) {
            fail_msg("forgery %u is taken", (unsigned)i);
        }
        *forged[i].field = before;
    }
    world->intruders[0].caught_tick = 1; /* Yet its body is there. */
    assert_int_equal(load(to, saved, save(from, saved)), DW_INVALID);
    world->intruders[0].caught_tick = 0;
    assert_int_equal(load(to, saved, save(from, saved)), DW_OK);
    dw_stage_destroy(from);
    dw_stage_destroy(to);
}

typedef struct forgery {
    dw_stage *from, *to;
    bool extreme;
    uint32_t refused, taken;
} forgery;

/* Fields whose greatest value stands for nothing: not even for "none". */
static bool has_a_bound(const char *name)
{
    static const char *const bounded[] = {"bits", "carrier", "door_count", "kind", "meters",
                                          "mood", "outcome", "sender",     "slot", "state"};
    for (size_t i = 0; i < DW_COUNT_OF(bounded); i++) {
        if (strcmp(name, bounded[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* The bytes are whole and their hash is right: the value itself has to be looked at. */
static void load_and_play_on(void *context, const char *name)
{
    forgery *it = context;
    const size_t size = save(it->from, saved);
    if (load(it->to, saved, size) != DW_OK) {
        it->refused++;
    } else if (it->extreme && has_a_bound(name)) {
        fail_msg("%s: a value beyond its bound is taken", name);
    } else {
        it->taken++;
    }
    for (uint32_t tick = 0; tick < 20; tick++) {
        dw_stage_step_whims(it->to, 5);
    }
}

static void a_value_that_no_match_can_have_is_refused_or_harmless(void **state)
{
    (void)state;
    forgery it = {.from = open_busy_stage("reference", 400), .to = open_busy_stage("null", 1)};
    dw_sim *sim = it.from->sim;
    const dw_radio_message said = {.kind = DW_RADIO_CLEAR,
                                   .door_count = 1,
                                   .place = dw_guard_actor(&sim->world, 0)->body.position};
    dw_radio_send(&sim->radio, &said, &(dw_radio_sender){.guard = 0, .tick = sim->world.tick}, 60);
    for (uint32_t i = 0; i < 2; i++) {
        it.extreme = i == 1;
        sim_poker on = {.changed = load_and_play_on, .context = &it, .extreme = it.extreme};
        poke_sim(&on, sim, "sim");
    }
    assert_true(it.refused > 100);
    assert_true(it.taken > 100); /* Timers and headings may be anything. */
    dw_stage_destroy(it.from);
    dw_stage_destroy(it.to);
}

static void a_match_of_another_map_or_an_unknown_brain_is_refused(void **state)
{
    (void)state;
    dw_venue *other = dw_venue_shipped("training");
    dw_stage *one = dw_stage_create(reference, "null", NULL);
    dw_stage *two = dw_stage_create(other, "null", NULL);
    assert_int_equal(load(two, saved, save(one, saved)), DW_INVALID);
    dw_brain_kind stranger = *dw_brain_find("null");
    stranger.name = "stranger";
    one->sim->brains[0] = &stranger;
    const size_t size = save(one, saved);
    assert_int_equal(load(one, saved, size), DW_INVALID);
    dw_stage_destroy(one);
    dw_stage_destroy(two);
    dw_venue_destroy(other);
}

static int open_reference(void **state)
{
    (void)state;
    reference = dw_venue_shipped("reference");
    const dw_stage_files files = dw_stage_list_brains();
    for (uint32_t i = 0; i < files.count; i++) {
        assert_int_equal(dw_brain_library_put(&shipped, dw_stage_shipped_brain(files.names[i])),
                         DW_OK);
    }
    return 0;
}

static int close_reference(void **state)
{
    (void)state;
    dw_venue_destroy(reference);
    dw_brain_library_clear(&shipped);
    return 0;
}

/* The rows are a part of the state: a row more is another hash. A row that names no room of the map
 * is refused. */
static void what_is_on_the_board_is_saved_too(void **state)
{
    (void)state;
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy = dw_stage_shipped_strategy("blackboard");
    dw_stage *one = dw_stage_create(reference, "reference", &rules);
    dw_stage *two = dw_stage_create(reference, "reference", &rules);
    dw_radio_message report = {
        .kind = DW_RADIO_REPORT, .slot = 4, .room = 7, .sender = 2, .sent = 60, .agitation = 3};
    assert_true(dw_sim_state_hash(one->sim) == dw_sim_state_hash(two->sim));
    dw_board_write(&one->sim->board[0], &report);
    assert_true(dw_sim_state_hash(one->sim) != dw_sim_state_hash(two->sim));
    assert_int_equal(load(two, saved, save(one, saved)), DW_OK);
    assert_true(dw_sim_state_hash(one->sim) == dw_sim_state_hash(two->sim));
    const dw_radio_message row = dw_board_read(&two->sim->board[0], 4);
    assert_int_equal(row.room, 7);
    assert_int_equal(row.sender, 2);
    assert_int_equal(row.sent, 60);
    assert_int_equal(row.agitation, 3);
    report.slot = 5;
    report.room = DW_NONE;
    dw_board_write(&one->sim->board[0], &report);
    assert_int_equal(load(two, saved, save(one, saved)), DW_INVALID);
    assert_int_equal(two->sim->board[0].written, 0);
    dw_stage_destroy(one);
    dw_stage_destroy(two);
}

/* A row of the ring by itself: whole, but with a number that no sense gives. */
static bool takes_row(const dw_percepts *sensed)
{
    enum { BYTES_MAX = 4096 };
    static uint8_t bytes[BYTES_MAX];
    dw_arena arena;
    dw_reactions *reactions = NULL;
    dw_ruleset rules = dw_ruleset_reference();
    rules.kinds[DW_KIND_GUARD].reaction_ticks = 1;
    assert_int_equal(dw_arena_create(&arena, 1 << 20), DW_OK);
    assert_int_equal(dw_reactions_create(&reactions, &arena, reference->map, &rules), DW_OK);
    dw_percepts percepts = *sensed;
    dw_reactions_delay(reactions, 0, &percepts);
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, BYTES_MAX);
    dw_reactions_save(reactions, &writer);
    size_t size = 0;
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    dw_reactions_load(reactions, &reader, reference->map);
    dw_arena_destroy(&arena);
    return dw_state_reader_finish(&reader) == DW_OK;
}

static void what_no_guard_can_have_sensed_is_refused(void **state)
{
    (void)state;
    static dw_percepts sensed = {.intruder_count = 1, .stimulus_count = 1};
    const dw_vec place = dw_rect_centre(reference->map->rooms[0].area);
    sensed.intruders[0] = (dw_percept_intruder){.seen = true, .meter = 600, .position = place};
    sensed.stimuli[0] = (dw_stimulus){.position = place, .strength = 400};
    assert_true(takes_row(&sensed));
    sensed.intruders[0].meter = INT32_MAX;
    assert_false(takes_row(&sensed));
    sensed.intruders[0].meter = 600;
    sensed.stimuli[0].strength = INT32_MAX;
    assert_false(takes_row(&sensed));
    sensed.stimuli[0].strength = -1;
    assert_false(takes_row(&sensed));
    sensed.stimuli[0].strength = 400;
    assert_true(takes_row(&sensed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_on_the_board_is_saved_too),
        cmocka_unit_test(a_loaded_match_goes_on_as_the_saved_one),
        cmocka_unit_test(a_match_with_any_strategy_goes_on_as_the_saved_one),
        cmocka_unit_test(events_that_wait_for_the_next_step_are_saved),
        cmocka_unit_test(a_round_of_two_objectives_goes_on_as_it_was),
        cmocka_unit_test(an_intruder_with_two_items_and_an_item_too_many_are_refused),
        cmocka_unit_test(each_truncation_is_refused),
        cmocka_unit_test(each_changed_byte_is_refused_or_harmless),
        cmocka_unit_test(actors_that_contradict_themselves_are_refused),
        cmocka_unit_test(a_value_that_no_match_can_have_is_refused_or_harmless),
        cmocka_unit_test(a_match_of_another_map_or_an_unknown_brain_is_refused),
        cmocka_unit_test(what_no_guard_can_have_sensed_is_refused),
    };
    return cmocka_run_group_tests(tests, open_reference, close_reference);
}
