/* The prediction of the own body among others, on snapshots made by hand: how others move on, who
 * keeps a leaf open, and what is not smoothed. */
#include "tests/support/test.h"

#include "client/core/prediction.h"
#include "tests/support/scene.h"

#include <math.h>

enum { BASE_TICK = 300, SNAPSHOT_TICKS = 3, STEP = DW_SNAPSHOT_STEP_UNITS };

typedef struct box {
    dw_scene *scene;
    const dw_map *map;
    dw_ruleset rules;
    dw_snapshot_store store;
    dw_input_queue inputs;
    dw_prediction prediction;
    dw_body_kinds kinds;
} box;

/* Two rooms of 6 m side by side; the leaf of their closed door at y 2 m to 3 m is in the hall. */
static void open_box(box *b)
{
    *b = (box){.scene = dw_scene_create(), .rules = dw_ruleset_reference()};
    const uint16_t hall = dw_scene_room(b->scene, "hall", 0, 0, 6000, 6000);
    const uint16_t study = dw_scene_room(b->scene, "study", 6000, 0, 6000, 6000);
    dw_scene_door(b->scene, "door", hall, study, 2000, 1000, DW_SCENE_CLOSED);
    b->map = dw_scene_build(b->scene);
    dw_snapshot_store_reset(&b->store, 20);
    dw_input_queue_reset(&b->inputs);
    dw_prediction_reset(&b->prediction);
    b->prediction.scene.moves_from = 1;
    b->prediction.scene.moves_until = UINT32_MAX;
}

static void close_box(box *b)
{
    dw_scene_destroy(b->scene);
}

/* A position that the wire transmits exactly. */
static dw_vec wire_position(const box *b, uint16_t x, uint16_t y)
{
    const dw_vec origin = b->map->bounds.min;
    return (dw_vec){dw_snapshot_restore(x, origin.x), dw_snapshot_restore(y, origin.y)};
}

/* A snapshot of the own body and of another one. */
static dw_snapshot make_snapshot(const box *b, uint32_t tick, dw_vec own, uint8_t role,
                                 dw_vec other)
{
    const dw_vec origin = b->map->bounds.min;
    return (dw_snapshot){.tick = tick,
                         .own = {.slot = 0, .state = DW_SLOT_ALIVE, .x = own.x, .y = own.y},
                         .items = {{.state = DW_ITEM_DELIVERED}},
                         .body_count = 1,
                         .bodies = {{.id = 7,
                                     .role = role,
                                     .slot = 1,
                                     .x = dw_snapshot_quantise(other.x, origin.x),
                                     .y = dw_snapshot_quantise(other.y, origin.y)}}};
}

static void take(box *b, const dw_snapshot *snapshot, uint64_t now_ns)
{
    assert_true(dw_snapshot_store_put(&b->store, snapshot));
    dw_prediction_read(&b->prediction, &b->store, b->map, &b->rules, &b->kinds);
    dw_prediction_rebase(&b->prediction, snapshot, &b->inputs, 0.0, now_ns);
}

/* Four snapshots in which a guard walks by `step` a tick up to `at`; the own body stands. */
static void take_walk(box *b, dw_vec own, dw_vec at, dw_vec step)
{
    for (int32_t i = 3; i >= 0; i--) {
        const uint32_t tick = (uint32_t)(BASE_TICK - i * SNAPSHOT_TICKS);
        const dw_vec where = {at.x - i * SNAPSHOT_TICKS * step.x,
                              at.y - i * SNAPSHOT_TICKS * step.y};
        const dw_snapshot snapshot = make_snapshot(b, tick, own, DW_ROLE_GUARD, where);
        take(b, &snapshot, 0);
    }
}

static void run_ticks(box *b, uint32_t from, uint32_t until, dw_intent intent)
{
    for (uint32_t tick = from; tick <= until; tick++) {
        (void)dw_input_queue_push(&b->inputs, tick, intent);
        dw_prediction_step(&b->prediction, tick, intent);
    }
}

static const dw_intent stand = {.direction = DW_STAND};

/* Multiples of the wire's step a tick, so that the estimate is exact. */
static void others_move_on_along_y_as_along_x(void **state)
{
    (void)state;
    static const dw_vec steps[] = {
        {2 * STEP, 0}, {-2 * STEP, 0}, {0, 2 * STEP}, {0, -2 * STEP}, {STEP, -2 * STEP}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        box b;
        open_box(&b);
        /* Further away than walls and the own body matter, and nearer. */
        const dw_vec own[] = {{DW_MM(500), DW_MM(500)}, {DW_MM(3000), DW_MM(3900)}};
        const dw_vec at = wire_position(&b, 200, 200);
        for (size_t k = 0; k < 2; k++) {
            dw_snapshot_store_reset(&b.store, 20);
            take_walk(&b, own[k], at, steps[i]);
            run_ticks(&b, BASE_TICK + 1, BASE_TICK + 4, stand);
            assert_int_equal(b.prediction.bodies[0].x, at.x + 4 * steps[i].x);
            assert_int_equal(b.prediction.bodies[0].y, at.y + 4 * steps[i].y);
        }
        close_box(&b);
    }
}

static void others_move_in_tick_18_after_a_snapshot_and_stand_from_tick_19_on(void **state)
{
    (void)state;
    box b;
    open_box(&b);
    const dw_vec at = wire_position(&b, 60, 200);
    take_walk(&b, (dw_vec){DW_MM(5500), DW_MM(5500)}, at, (dw_vec){STEP, 0});
    for (int32_t ahead = 1; ahead <= 25; ahead++) {
        run_ticks(&b, BASE_TICK + (uint32_t)ahead, BASE_TICK + (uint32_t)ahead, stand);
        assert_int_equal(b.prediction.bodies[0].x, at.x + STEP * (ahead < 18 ? ahead : 18));
    }
    close_box(&b);
}

/* The own body walks west, to where a guard of that kind stands: how far it comes. */
static int32_t walks_towards(const dw_kind *kind)
{
    box b;
    open_box(&b);
    const dw_body_kind told = {.body = 7, .kind = *kind};
    assert_true(dw_body_kinds_put(&b.kinds, &told));
    const dw_vec guard = wire_position(&b, 100, 250);
    const dw_vec own = {guard.x + DW_MM(1000), guard.y};
    const dw_snapshot snapshot = make_snapshot(&b, BASE_TICK, own, DW_ROLE_GUARD, guard);
    take(&b, &snapshot, 0);
    run_ticks(&b, BASE_TICK + 1, BASE_TICK + 60, (dw_intent){.direction = DW_WEST});
    const int32_t apart = b.prediction.body.position.x - guard.x;
    close_box(&b);
    return apart;
}

static void a_guard_is_in_the_way_by_its_kind(void **state)
{
    (void)state;
    dw_kind kind = dw_kind_guard();
    assert_int_equal(walks_towards(&kind), DW_MM(500));
    kind.body.size_mm = 300;
    assert_int_equal(walks_towards(&kind), DW_MM(400));
    kind.body.solid = 0;
    assert_true(walks_towards(&kind) < 0);
    kind.body.solid = 1;
    kind.body.size_mm = 0; /* A device. */
    assert_true(walks_towards(&kind) < 0);
}

/* The door is open, the own body in the study beside it, and the use key is pressed. */
static bool shuts_leaf_with_other_at(uint8_t role, dw_vec other)
{
    box b;
    open_box(&b);
    const dw_vec own = {DW_MM(6700), DW_MM(2500)};
    dw_snapshot snapshot = make_snapshot(&b, BASE_TICK, own, role, other);
    dw_door_set_put(&snapshot.doors, 0, true);
    take(&b, &snapshot, 0);
    run_ticks(&b, BASE_TICK + 1, BASE_TICK + 1,
              (dw_intent){.direction = DW_STAND, .buttons = DW_BUTTON_USE});
    const bool is_open = dw_door_set_has(&b.prediction.doors, 0);
    close_box(&b);
    return !is_open;
}

static void leaf_stays_open_while_another_body_stands_in_it(void **state)
{
    (void)state;
    static const uint8_t roles[] = {DW_ROLE_GUARD, DW_ROLE_INTRUDER};
    for (size_t i = 0; i < 2; i++) {
        assert_true(shuts_leaf_with_other_at(roles[i], (dw_vec){DW_MM(4000), DW_MM(2500)}));
        assert_false(shuts_leaf_with_other_at(roles[i], (dw_vec){DW_MM(5800), DW_MM(2500)}));
    }
}

/* The own body beside the closed door and the objective, nearer to the objective. */
static void press_use_twice(box *b, uint8_t objective, bool *first_opens, bool *second_opens)
{
    const dw_vec own = {DW_MM(5500), DW_MM(2500)};
    const dw_vec far_off = {DW_MM(500), DW_MM(5500)};
    dw_snapshot snapshot = make_snapshot(b, BASE_TICK, own, DW_ROLE_GUARD, far_off);
    snapshot.items[0].state = objective;
    if (objective == DW_ITEM_DROPPED) {
        const dw_vec origin = b->map->bounds.min;
        snapshot.items[0].x = dw_snapshot_quantise(DW_MM(5400), origin.x);
        snapshot.items[0].y = dw_snapshot_quantise(DW_MM(2500), origin.y);
    }
    take(b, &snapshot, 0);
    run_ticks(b, BASE_TICK + 1, BASE_TICK + 2,
              (dw_intent){.direction = DW_STAND, .buttons = DW_BUTTON_USE});
    *first_opens = dw_door_set_has(&b->prediction.doors, 0);
    run_ticks(b, BASE_TICK + 3, BASE_TICK + 3, stand);
    run_ticks(b, BASE_TICK + 4, BASE_TICK + 5,
              (dw_intent){.direction = DW_STAND, .buttons = DW_BUTTON_USE});
    *second_opens = dw_door_set_has(&b->prediction.doors, 0);
}

static void a_press_takes_what_lies_there_and_the_next_one_works_the_door(void **state)
{
    (void)state;
    static const struct {
        uint8_t objective;
        bool first_opens, second_opens;
    } rows[] = {{DW_ITEM_DROPPED, false, true},
                {DW_ITEM_CARRIED, true, false},
                {DW_ITEM_DELIVERED, true, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        box b;
        open_box(&b);
        bool first_opens = false;
        bool second_opens = false;
        press_use_twice(&b, rows[i].objective, &first_opens, &second_opens);
        assert_int_equal(first_opens, rows[i].first_opens);
        assert_int_equal(second_opens, rows[i].second_opens);
        close_box(&b);
    }
}

/* The objective lies on a table: the table hides it from nobody that stands beside it. */
static void an_objective_on_its_table_is_taken_from_beside_the_table(void **state)
{
    (void)state;
    box b = {.scene = dw_scene_create(), .rules = dw_ruleset_reference()};
    (void)dw_scene_room(b.scene, "hall", 0, 0, 6000, 6000);
    dw_scene_furniture(b.scene, 3000, 2000, 1000, 1000, 900);
    dw_scene_objective(b.scene, 3200, 2400, 200, 200);
    dw_scene_spawn(b.scene, 1000, 1000);
    b.map = dw_scene_build(b.scene);
    assert_int_not_equal(b.map->items[0].furniture, DW_NONE);
    dw_snapshot_store_reset(&b.store, 20);
    dw_input_queue_reset(&b.inputs);
    dw_prediction_reset(&b.prediction);
    b.prediction.scene.moves_from = 1;
    b.prediction.scene.moves_until = UINT32_MAX;
    dw_snapshot snapshot = make_snapshot(&b, BASE_TICK, (dw_vec){DW_MM(2700), DW_MM(2500)},
                                         DW_ROLE_GUARD, (dw_vec){DW_MM(500), DW_MM(500)});
    snapshot.items[0].state = DW_ITEM_HOME;
    take(&b, &snapshot, 0);
    run_ticks(&b, BASE_TICK + 1, BASE_TICK + 1,
              (dw_intent){.direction = DW_STAND, .buttons = DW_BUTTON_USE});
    assert_true(dw_prediction_carries(&b.prediction));
    close_box(&b);
}

/* The own body stands at the closed door, 400 mm from the documents and 350 mm from the vase. */
static dw_snapshot stand_at_two_items(box *b)
{
    open_box(b);
    dw_scene_objective(b->scene, 4900, 2400, 200, 200);
    dw_scene_item(b->scene, "vase", 5400, 2850);
    b->map = dw_scene_build(b->scene);
    const dw_vec own = {DW_MM(5500), DW_MM(2500)};
    dw_snapshot snapshot =
        make_snapshot(b, BASE_TICK, own, DW_ROLE_GUARD, (dw_vec){DW_MM(1000), DW_MM(5000)});
    snapshot.items[0].state = DW_ITEM_HOME;
    return snapshot;
}

static void press_after(box *b, uint32_t tick)
{
    run_ticks(b, tick, tick, stand);
    run_ticks(b, tick + 1, tick + 1, (dw_intent){.direction = DW_STAND, .buttons = DW_BUTTON_USE});
}

/* The first press takes an item, so that the hands are full and the second one opens the door. */
static void a_predicted_item_fills_the_hands(void **state)
{
    (void)state;
    box b;
    const dw_snapshot snapshot = stand_at_two_items(&b);
    take(&b, &snapshot, 0);
    assert_int_equal(b.prediction.scene.items.count, 2);
    press_after(&b, BASE_TICK + 1);
    assert_true(dw_prediction_carries(&b.prediction));
    assert_false(dw_door_set_has(&b.prediction.doors, 0));
    press_after(&b, BASE_TICK + 3);
    assert_true(dw_door_set_has(&b.prediction.doors, 0));
    close_box(&b);
}

static void full_hands_open_the_door_and_empty_ones_take_what_a_mate_left(void **state)
{
    (void)state;
    for (uint8_t carrier = 0; carrier < 2; carrier++) {
        box b;
        dw_snapshot snapshot = stand_at_two_items(&b);
        snapshot.items[1] = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = carrier};
        take(&b, &snapshot, 0);
        press_after(&b, BASE_TICK + 1);
        assert_true(dw_prediction_carries(&b.prediction));
        assert_int_equal(dw_door_set_has(&b.prediction.doors, 0), carrier == snapshot.own.slot);
        close_box(&b);
    }
}

/* How far from its new position the body is drawn right after a correction of half a metre. */
static double offset_after_correction(uint32_t moves_from, uint32_t moves_until, bool had_body)
{
    box b;
    open_box(&b);
    const dw_vec far_off = {DW_MM(5000), DW_MM(5000)};
    const dw_vec first = {DW_MM(1000), DW_MM(1000)};
    const dw_vec then = {DW_MM(1500), DW_MM(1000)};
    dw_snapshot snapshot = make_snapshot(&b, BASE_TICK, first, DW_ROLE_GUARD, far_off);
    if (had_body) {
        take(&b, &snapshot, 1000);
        run_ticks(&b, BASE_TICK + 1, BASE_TICK + SNAPSHOT_TICKS, stand);
    }
    b.prediction.scene.moves_from = moves_from;
    b.prediction.scene.moves_until = moves_until;
    snapshot = make_snapshot(&b, BASE_TICK + SNAPSHOT_TICKS, then, DW_ROLE_GUARD, far_off);
    take(&b, &snapshot, 2000);
    double x = 0.0;
    double y = 0.0;
    dw_prediction_drawn(&b.prediction, 0.0, 2000, &x, &y);
    assert_true(y == then.y);
    close_box(&b);
    return then.x - x;
}

static void corrections_are_smoothed_in_play_and_nowhere_else(void **state)
{
    (void)state;
    const uint32_t tick = BASE_TICK + SNAPSHOT_TICKS;
    assert_true(offset_after_correction(1, UINT32_MAX, true) == DW_MM(500));
    assert_true(offset_after_correction(tick, tick, true) == DW_MM(500));
    /* After the tick that decides the round, and before the first tick of the next one. */
    assert_true(offset_after_correction(1, tick - 1, true) == 0.0);
    assert_true(offset_after_correction(tick + 1, UINT32_MAX, true) == 0.0);
    assert_true(offset_after_correction(UINT32_MAX, UINT32_MAX, true) == 0.0);
    /* Nothing was drawn before the first snapshot. */
    assert_true(offset_after_correction(1, UINT32_MAX, false) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_is_in_the_way_by_its_kind),
        cmocka_unit_test(others_move_on_along_y_as_along_x),
        cmocka_unit_test(others_move_in_tick_18_after_a_snapshot_and_stand_from_tick_19_on),
        cmocka_unit_test(leaf_stays_open_while_another_body_stands_in_it),
        cmocka_unit_test(a_predicted_item_fills_the_hands),
        cmocka_unit_test(full_hands_open_the_door_and_empty_ones_take_what_a_mate_left),
        cmocka_unit_test(a_press_takes_what_lies_there_and_the_next_one_works_the_door),
        cmocka_unit_test(an_objective_on_its_table_is_taken_from_beside_the_table),
        cmocka_unit_test(corrections_are_smoothed_in_play_and_nowhere_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
