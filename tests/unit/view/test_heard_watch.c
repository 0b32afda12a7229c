/* When the player is told that a guard in view heard the own intruder (server/RULES.md 8.34): two
 * rooms with a door between them, the guard in the left one, and noises of the own intruder. */
#include "client/view/hud/hud_senses.h"
#include "client/view/model/heard_watch.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

#include <string.h>

enum { GUARD = 7 };

typedef struct watch_box {
    dw_scene *scene;
    const dw_map *map;
    dw_ruleset rules;
    dw_drawn_world world;
    dw_heard_watch watch;
    dw_own_noises noises;
    double now;
} watch_box;

/* The guard stands in the middle of the left room and looks east, to the door. */
static void open_box(watch_box *it)
{
    *it = (watch_box){.scene = dw_scene_create(), .now = 100.0};
    const uint16_t left = dw_scene_room(it->scene, "left", 0, 0, 6000, 6000);
    const uint16_t right = dw_scene_room(it->scene, "right", 6000, 0, 6000, 6000);
    dw_scene_door(it->scene, "door", left, right, 2500, 1000, DW_SCENE_OPEN);
    dw_scene_spawn(it->scene, 11000, 5500);
    it->map = dw_scene_build(it->scene);
    it->rules = dw_ruleset_reference();
    it->rules.hearing = 1;
    it->world = (dw_drawn_world){.has_own = true,
                                 .own_x = DW_MM(5000),
                                 .own_y = DW_MM(3000),
                                 .doors = dw_map_doors_at_start(it->map),
                                 .body_count = 1};
    it->world.bodies[0] = (dw_drawn_body){
        .id = GUARD, .role = DW_ROLE_GUARD, .x = DW_MM(3000), .y = DW_MM(3000), .age = 3.0F};
    assert_int_equal(dw_heard_watch_open(&it->watch, it->map), DW_OK);
}

static void close_box(watch_box *it)
{
    dw_heard_watch_close(&it->watch);
    dw_scene_destroy(it->scene);
}

static void make(watch_box *it, dw_own_noise_kind kind, int32_t x, int32_t y, int32_t level_db10)
{
    const dw_vec at = dw_scene_mm(x, y);
    dw_own_noises_put(&it->noises, (dw_own_noise){.kind = (uint8_t)kind,
                                                  .position = at,
                                                  .room = dw_map_room_at(it->map, at),
                                                  .level_db10 = level_db10,
                                                  .at = it->now});
}

/* Frames for that long; whether it says so by then. */
static bool says(watch_box *it, double seconds, bool listens)
{
    it->world.bodies[0].flags = listens ? DW_BODY_LISTENS : 0;
    for (double until = it->now + seconds; it->now < until; it->now += 1.0 / 60.0) {
        dw_heard_watch_step(&it->watch, &it->noises, it->map, &it->rules, &it->world, it->now);
    }
    char text[DW_HEARD_TEXT];
    return dw_heard_watch_text(&it->watch, it->now, text) > 0.0F;
}

static void expect_text(const watch_box *it, const char *expected)
{
    char text[DW_HEARD_TEXT];
    assert_true(dw_heard_watch_text(&it->watch, it->now, text) > 0.0F);
    assert_string_equal(text, expected);
}

static void a_guard_that_begins_to_listen_there_has_heard_the_step(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    assert_false(says(&it, 1.0, false));
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 400);
    assert_false(says(&it, 0.5, false));
    assert_true(says(&it, 0.1, true));
    expect_text(&it, "The guard heard your steps");
    assert_false(says(&it, 4.0, true)); /* It is said once. */
    close_box(&it);
}

static void a_guard_that_turns_first_is_waited_for(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    it.world.bodies[0].heading = 0.5F; /* West. */
    (void)says(&it, 0.1, false);
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 400);
    assert_false(says(&it, 0.3, true));
    it.world.bodies[0].heading = 0.9F; /* Within an eighth of a turn. */
    assert_true(says(&it, 0.1, true));
    close_box(&it);
}

static void a_guard_that_looks_elsewhere_heeds_something_else(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    it.world.bodies[0].heading = 0.25F;
    (void)says(&it, 0.1, false);
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 400);
    assert_false(says(&it, 2.0, true));
    it.world.bodies[0].heading = 0.0F; /* Too late: it looks about. */
    assert_false(says(&it, 1.0, true));
    close_box(&it);
}

static void what_is_too_faint_there_was_not_heard(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    (void)says(&it, 0.1, false);
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 255); /* 2 m take 6 dB: 19.5 arrive. */
    assert_false(says(&it, 1.0, true));
    (void)says(&it, 0.1, false);
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 265);
    assert_true(says(&it, 0.5, true));
    close_box(&it);
}

static void noises_of_more_than_two_seconds_ago_do_not_count(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 400);
    (void)says(&it, 2.1, false);
    assert_false(says(&it, 1.0, true));
    close_box(&it);
}

static void a_noise_elsewhere_comes_from_the_doorway(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    it.world.bodies[0].x = DW_MM(5000);
    (void)says(&it, 0.1, false);
    make(&it, DW_OWN_NOISE_STEP, 6400, 5500, 550); /* South of the door: not where it looks. */
    assert_true(says(&it, 0.2, true));
    close_box(&it);
}

/* Nobody saw it begin: what it heeds may be older than the player's noise. */
static void a_guard_that_comes_into_view_listening_says_nothing(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 400);
    assert_false(says(&it, 1.0, true));
    (void)says(&it, 0.1, false);
    it.world.body_count = 0; /* Out of view, and back. */
    (void)says(&it, 0.1, false);
    it.world.body_count = 1;
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 400);
    assert_false(says(&it, 1.0, true));
    close_box(&it);
}

static void nobody_in_view_says_nothing(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    (void)says(&it, 0.1, false);
    it.world.body_count = 0;
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 550);
    assert_false(says(&it, 2.0, true));
    close_box(&it);
}

static void the_loudest_of_the_own_noises_is_named(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    it.world.bodies[0].kind = 1;
    it.world.kinds[0] = dw_kind_guard();
    it.world.kinds[0].look = DW_KIND_LOOK_DOG;
    (void)says(&it, 0.1, false);
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 400);
    make(&it, DW_OWN_NOISE_COIN, 5000, 3000, 580);
    make(&it, DW_OWN_NOISE_DOOR, 5000, 3000, 450);
    assert_true(says(&it, 0.2, true));
    expect_text(&it, "The dog heard your coin");
    close_box(&it);
}

static uint32_t count(const watch_box *it, dw_own_noise_kind kind)
{
    uint32_t made = 0;
    for (uint32_t i = 0; i < DW_OWN_NOISES_OF_KIND; i++) {
        made += it->noises.rows[kind][i].level_db10 > 0 ? 1 : 0;
    }
    return made;
}

static void steps_are_noted_while_the_body_walks(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    const dw_own_senses walks = {.hears = true, .steps = true, .step_db10 = 400};
    const dw_own_senses stands = {.hears = true};
    for (int frame = 0; frame < 60; frame++) {
        dw_own_noises_walk(&it.noises, frame < 30 ? &walks : &stands, it.map, &it.world, it.now);
        it.now += 1.0 / 60.0;
    }
    assert_in_range(count(&it, DW_OWN_NOISE_STEP), 4, 6); /* In half a second. */
    close_box(&it);
}

static void event(watch_box *it, uint16_t kind, int32_t a, const dw_flights *flights)
{
    const dw_client_event told = {.kind = (uint8_t)kind, .a = (uint16_t)a, .b = 1};
    dw_own_noises_event(&it->noises, &told, it->map, &it->rules, &it->world, flights, it->now);
}

static void a_door_is_an_own_noise_if_the_own_key_moved_it(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    const dw_flights flights = {0};
    event(&it, DW_CLIENT_EVENT_DOOR, 0, &flights); /* A guard's. */
    assert_int_equal(count(&it, DW_OWN_NOISE_DOOR), 0);
    dw_own_noises_use(&it.noises, (dw_use){.kind = DW_USE_DOOR, .index = 0}, true, it.now);
    it.now += 0.2;
    event(&it, DW_CLIENT_EVENT_DOOR, 0, &flights);
    assert_int_equal(count(&it, DW_OWN_NOISE_DOOR), 1);
    assert_int_equal(it.noises.rows[DW_OWN_NOISE_DOOR][0].level_db10, it.rules.leaf_db10);
    it.now += 2.0;
    event(&it, DW_CLIENT_EVENT_DOOR, 0, &flights); /* Long after the press. */
    assert_int_equal(count(&it, DW_OWN_NOISE_DOOR), 1);
    close_box(&it);
}

static void a_coin_is_heard_where_and_when_it_lands(void **state)
{
    (void)state;
    watch_box it;
    open_box(&it);
    dw_flights flights = {0};
    flights.rows[0] = (dw_flight){
        .tool = DW_TOOL_COIN, .to_x = DW_MM(1000), .to_y = DW_MM(2000), .born = 100, .lasts_s = 2};
    event(&it, DW_CLIENT_EVENT_THROWN, 16 * DW_TOOL_COIN, &flights);
    event(&it, DW_CLIENT_EVENT_THROWN, 16 * DW_TOOL_COIN + 1, &flights); /* A teammate's. */
    event(&it, DW_CLIENT_EVENT_THROWN, 16 * DW_TOOL_BAIT, &flights);     /* It makes no noise. */
    assert_int_equal(count(&it, DW_OWN_NOISE_COIN), 1);
    const dw_own_noise *coin = &it.noises.rows[DW_OWN_NOISE_COIN][0];
    assert_true(dw_vec_equal(coin->position, dw_scene_mm(1000, 2000)));
    assert_true(coin->at > 101.9 && coin->at < 102.1);
    it.world.bodies[0].heading = 0.5F;
    (void)says(&it, 0.5, false);
    assert_false(says(&it, 0.5, true)); /* Still in the air. */
    (void)says(&it, 1.2, false);
    assert_true(says(&it, 0.2, true));
    close_box(&it);
}

/* What differs between a HUD with the watch and one without. */
static uint32_t drawn(const watch_box *it, dw_text_kit *text)
{
    enum { WIDE = 640, HIGH = 360 };
    static uint32_t before[WIDE * HIGH];
    dw_canvas canvas = {0};
    assert_int_equal(dw_canvas_resize(&canvas, WIDE, HIGH), DW_OK);
    const dw_pen pen = {&canvas, text, 1.0F};
    dw_hud_view view = {.own_senses = {.hears = true}, .seconds = it->now};
    dw_hud_draw_senses(&pen, &view);
    memcpy(before, canvas.pixels, sizeof before);
    dw_canvas_clear(&canvas, 0xff000000U);
    view.heard = &it->watch;
    dw_hud_draw_senses(&pen, &view);
    uint32_t apart = 0;
    for (int i = 0; i < WIDE * HIGH; i++) {
        apart += before[i] != canvas.pixels[i] ? 1 : 0;
    }
    dw_canvas_destroy(&canvas);
    return apart;
}

static void the_line_stands_above_the_gauge_for_three_seconds(void **state)
{
    (void)state;
    watch_box it;
    dw_text_kit *text = NULL;
    dw_error error = {""};
    assert_int_equal(dw_text_create(&text, &error), DW_OK);
    open_box(&it);
    assert_int_equal(drawn(&it, text), 0);
    (void)says(&it, 0.1, false);
    make(&it, DW_OWN_NOISE_STEP, 5000, 3000, 400);
    assert_true(says(&it, 0.2, true));
    assert_true(drawn(&it, text) > 1000);
    it.now += 3.0;
    assert_int_equal(drawn(&it, text), 0);
    close_box(&it);
    dw_text_destroy(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_that_begins_to_listen_there_has_heard_the_step),
        cmocka_unit_test(a_guard_that_turns_first_is_waited_for),
        cmocka_unit_test(a_guard_that_looks_elsewhere_heeds_something_else),
        cmocka_unit_test(what_is_too_faint_there_was_not_heard),
        cmocka_unit_test(noises_of_more_than_two_seconds_ago_do_not_count),
        cmocka_unit_test(a_noise_elsewhere_comes_from_the_doorway),
        cmocka_unit_test(a_guard_that_comes_into_view_listening_says_nothing),
        cmocka_unit_test(nobody_in_view_says_nothing),
        cmocka_unit_test(the_loudest_of_the_own_noises_is_named),
        cmocka_unit_test(steps_are_noted_while_the_body_walks),
        cmocka_unit_test(a_door_is_an_own_noise_if_the_own_key_moved_it),
        cmocka_unit_test(a_coin_is_heard_where_and_when_it_lands),
        cmocka_unit_test(the_line_stands_above_the_gauge_for_three_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
