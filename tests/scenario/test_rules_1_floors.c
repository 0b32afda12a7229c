/* server/RULES.md 1.39 to 1.41: floors slow bodies, alike in the world and in the prediction. */
#include "client/core/prediction.h"
#include "tests/support/house.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <stdlib.h>

enum { YARD, POOL, PATH, START_X = 2000, MIDDLE_Y = 2000 };

/* Three rooms of 6 m in a row: a yard of grass, a pool of water, a path of gravel. The doors
 * between them are open and as wide as the rooms allow. */
static dw_scene *garden(void)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "yard", 0, 0, 6000, 4000);
    dw_scene_room(scene, "pool", 6000, 0, 6000, 4000);
    dw_scene_room(scene, "path", 12000, 0, 6000, 4000);
    dw_scene_set_floor(scene, YARD, DW_FLOOR_GRASS);
    dw_scene_set_floor(scene, POOL, DW_FLOOR_WATER);
    dw_scene_set_floor(scene, PATH, DW_FLOOR_GRAVEL);
    dw_scene_door(scene, "in", YARD, POOL, 500, 3000, DW_SCENE_OPEN);
    dw_scene_door(scene, "out", POOL, PATH, 500, 3000, DW_SCENE_OPEN);
    dw_scene_objective(scene, 17000, 3500, 200, 200);
    dw_scene_exit(scene, 300, 300, 500, 500);
    dw_scene_spawn(scene, START_X, MIDDLE_Y);
    return scene;
}

typedef struct place {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} place;

static place open_place(void)
{
    place it = {.scene = garden()};
    dw_scene_patrol(it.scene, "round", "yard");
    dw_scene_guard(it.scene, "ann", 500, 3500, 0, "round");
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, NULL);
    return it;
}

static void close_place(place *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static int32_t intruder_x(const place *it)
{
    return dw_intruder_actor(it->stage->world, 0)->body.position.x;
}

/* How far one tick takes the intruder from there. */
static int32_t tick_from(place *it, int32_t x_mm, uint8_t buttons)
{
    dw_stage_put_intruder(it->stage, 0, dw_scene_mm(x_mm, MIDDLE_Y));
    dw_stage_walk(it->stage, 0, DW_EAST, buttons);
    dw_stage_step(it->stage);
    return intruder_x(it) - DW_MM(x_mm);
}

static void water_leaves_an_intruder_60_percent_and_gravel_90(void **state)
{
    (void)state;
    place it = open_place();
    static const int32_t middles[] = {2000, 8000, 14000};
    static const int32_t speeds[3][3] = {{900, 1800, 3300}, {540, 1080, 1980}, {810, 1620, 2970}};
    static const uint8_t buttons[] = {DW_BUTTON_CROUCH, 0, DW_BUTTON_SPRINT};
    for (uint32_t room = 0; room < 3; room++) {
        for (uint32_t gait = 0; gait < 3; gait++) {
            assert_int_equal(tick_from(&it, middles[room], buttons[gait]), speeds[room][gait]);
        }
    }
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(8000, 1000));
    dw_stage_walk(it.stage, 0, DW_SOUTH_EAST, 0);
    dw_stage_step(it.stage);
    assert_int_equal(intruder_x(&it) - DW_MM(8000), (int32_t)(INT64_C(1080) * 46341 >> 16));
    close_place(&it);
}

/* The edge of two rooms belongs to the second one. */
static void the_floor_is_that_of_the_room_of_the_centre(void **state)
{
    (void)state;
    place it = open_place();
    dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(6000) - 1, DW_MM(MIDDLE_Y)});
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_step(it.stage);
    assert_int_equal(intruder_x(&it), DW_MM(6000) - 1 + 1800);
    dw_stage_step(it.stage);
    assert_int_equal(intruder_x(&it), DW_MM(6000) - 1 + 1800 + 1080);
    close_place(&it);
}

static void a_step_that_is_too_long_for_water_is_cut(void **state)
{
    (void)state;
    place it = open_place();
    const dw_ruleset rules = dw_ruleset_reference();
    const int32_t fastest = rules.kinds[DW_KIND_GUARD].gaits.intercept.speed_mm_s;
    dw_stage_puppet(it.stage, 0)->step = (dw_vec){fastest, 0};
    dw_stage_run(it.stage, 2);
    assert_int_equal(dw_scene_mm(500, 0).x + fastest,
                     dw_guard_actor(it.stage->world, 0)->body.position.x);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(8000, 3000), 0);
    dw_stage_run(it.stage, 2);
    const int32_t made = it.stage->world->guards[0].step.x;
    assert_in_range(made, fastest * 60 / 100, fastest * 60 / 100 + 2);
    assert_false(it.stage->world->guards[0].shortened); /* The floor is no obstacle. */
    const int32_t longest = (fastest + 2) * 60 / 100;   /* Rounded steps are up to 2 longer. */
    dw_stage_puppet(it.stage, 0)->step = (dw_vec){longest, 0};
    dw_stage_run(it.stage, 2);
    assert_int_equal(it.stage->world->guards[0].step.x, longest);
    dw_stage_puppet(it.stage, 0)->step = (dw_vec){longest + 1, 0};
    dw_stage_run(it.stage, 2);
    assert_in_range(it.stage->world->guards[0].step.x, longest - 1, longest);
    close_place(&it);
}

static void a_guard_crosses_water_at_60_percent(void **state)
{
    (void)state;
    dw_scene *scene = garden();
    dw_scene_patrol(scene, "round", "yard, path");
    dw_scene_guard(scene, "ann", 500, 3500, 0, "round");
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    dw_stage *stage = dw_stage_create(venue, "patrol-only", NULL);
    dw_stage_put_intruder(stage, 0, dw_scene_mm(400, 400)); /* Out of the way. */
    uint32_t in_water = 0;
    uint32_t on_gravel = 0;
    for (uint32_t tick = 0; tick < 3000; tick++) {
        const uint16_t room = dw_guard_actor(stage->world, 0)->room;
        dw_stage_step(stage);
        const dw_vec step = stage->world->guards[0].step;
        const uint64_t length = dw_isqrt((uint64_t)dw_dot(step, step));
        assert_true(length <= 1201);
        assert_true(room != POOL || length <= 721);
        assert_true(room != PATH || length <= 1081);
        in_water += room == POOL && length >= 719;
        on_gravel += room == PATH && length >= 1079;
    }
    print_message("%u ticks in water, %u on gravel\n", in_water, on_gravel);
    assert_true(in_water > 400);
    assert_true(on_gravel > 60);
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

/* Both sides call dw_intruder_walk; the map of the client is the one that the server has. */
static void a_client_predicts_its_speed_on_every_floor(void **state)
{
    static const dw_body_kinds kinds; /* None but `guard`. */
    (void)state;
    place it = open_place();
    const dw_ruleset rules = dw_ruleset_reference();
    dw_prediction prediction;
    dw_input_queue inputs;
    dw_snapshot_store store;
    dw_prediction_reset(&prediction);
    dw_input_queue_reset(&inputs);
    dw_snapshot_store_reset(&store, 20);
    prediction.scene.moves_from = 1;
    prediction.scene.moves_until = UINT32_MAX;
    const dw_vec start = dw_intruder_actor(it.stage->world, 0)->body.position;
    const dw_snapshot snapshot = {
        .tick = 1,
        .doors = it.stage->world->open,
        .own = {.slot = 0, .state = DW_SLOT_ALIVE, .x = start.x, .y = start.y}};
    assert_true(dw_snapshot_store_put(&store, &snapshot));
    dw_prediction_read(&prediction, &store, it.venue->map, &rules, &kinds);
    dw_prediction_rebase(&prediction, &snapshot, &inputs, 0.0, 0);
    dw_intent wanted = {.direction = DW_EAST};
    bool rooms_seen[3] = {false};
    for (uint32_t tick = 1; tick <= DW_PREDICTION_PENDING_MAX; tick++) {
        wanted.buttons = tick % 40 < 30 ? DW_BUTTON_SPRINT : 0;
        wanted.direction = tick % 50 < 45 ? DW_EAST : DW_NORTH_EAST;
        if (tick % 60 == 0) { /* Into the next room, on both sides. */
            const dw_vec to = dw_scene_mm(2000 + (int32_t)(tick / 60 % 3) * 6000, MIDDLE_Y);
            dw_stage_put_intruder(it.stage, 0, to);
            prediction.body.position = to;
        }
        const dw_intent intent = dw_input_queue_push(&inputs, tick + 1, wanted);
        dw_prediction_step(&prediction, tick + 1, intent);
        it.stage->intents[0] = intent;
        rooms_seen[dw_intruder_actor(it.stage->world, 0)->room] = true;
        dw_stage_step(it.stage);
        assert_true(dw_vec_equal(prediction.body.position,
                                 dw_intruder_actor(it.stage->world, 0)->body.position));
    }
    assert_true(rooms_seen[YARD] && rooms_seen[POOL]);
    close_place(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(water_leaves_an_intruder_60_percent_and_gravel_90),
        cmocka_unit_test(the_floor_is_that_of_the_room_of_the_centre),
        cmocka_unit_test(a_step_that_is_too_long_for_water_is_cut),
        cmocka_unit_test(a_guard_crosses_water_at_60_percent),
        cmocka_unit_test(a_client_predicts_its_speed_on_every_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
