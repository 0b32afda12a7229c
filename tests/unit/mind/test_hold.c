/* hold.h: where a guard stands that holds the exit or the objective, and what it does there. */
#include "server/mind/skills/hold.h"

#include "common/world/sight.h"
#include "server/mind/places.h"
#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

enum { SPEED_MM_S = 2400, GAP_MM = 500 };

typedef struct post {
    dw_desk desk;
    dw_hold hold;
} post;

static void open_post(post *it, uint64_t seed)
{
    dw_desk_open(&it->desk, false);
    it->desk.think.speed = SPEED_MM_S;
    dw_hold_reset(&it->hold, seed);
}

static void close_post(post *it)
{
    dw_desk_close(&it->desk);
}

static void begin(post *it, uint16_t room, dw_vec middle)
{
    dw_hold_begin(&it->hold, &it->desk.think, DW_TASK_EXIT, room, middle);
}

/* One tick, and the command is carried out. */
static void step(post *it)
{
    dw_percepts *percepts = &it->desk.percepts;
    it->desk.command = (dw_guard_command){.heading_bam = percepts->heading_bam,
                                          .open_door = DW_NONE,
                                          .close_door = DW_NONE,
                                          .hold_door = DW_NONE};
    assert_int_equal(dw_hold_step(&it->hold, &it->desk.think), DW_SKILL_RUNNING);
    percepts->position = dw_vec_add(percepts->position, it->desk.command.step);
    percepts->heading_bam = it->desk.command.heading_bam;
    percepts->room = dw_map_room_at(it->desk.venue->map, percepts->position);
    percepts->door_held = it->desk.command.hold_door;
    percepts->tick++;
}

/* Of the positions drawn in a tick the nearest that sees the middle and is off the doorways. */
static dw_vec best_draw(const post *it, uint64_t seed, uint16_t room, dw_vec middle)
{
    dw_rng rng;
    dw_rng_init(&rng, seed, DW_STREAM_HOLD);
    dw_vec best = {0, 0};
    int64_t off = INT64_MAX;
    for (uint32_t i = 0; i < DW_DRAWS_A_TICK; i++) {
        dw_vec drawn;
        if (dw_place_draw_in_room(&it->desk.setup, &rng, room, &drawn) &&
            dw_doorway_gap(it->desk.setup.map, 0, drawn, DW_BODY_HALF) >= DW_MM(GAP_MM) &&
            dw_place_sees(&it->desk.setup, drawn, middle, DW_SIGHT_OVER_MIDDLE) &&
            dw_distance_squared(drawn, middle) < off) {
            best = drawn;
            off = dw_distance_squared(drawn, middle);
        }
    }
    assert_true(off < INT64_MAX);
    return best;
}

static void it_goes_to_the_nearest_drawn_position_that_sees_what_is_held(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        post it;
        open_post(&it, seed);
        /* In the study's doorway, so that the gap tells; behind furniture in the hall. */
        const uint16_t room = seed % 2 == 0 ? DW_DESK_STUDY : DW_DESK_HALL;
        const dw_vec middle =
            room == DW_DESK_STUDY ? dw_scene_mm(8400, 2000) : dw_scene_mm(2500, 3400);
        begin(&it, room, middle);
        step(&it);
        assert_int_equal(it.hold.phase, DW_HOLD_GOING);
        assert_true(dw_vec_equal(it.desk.mover.goal, best_draw(&it, seed, room, middle)));
        close_post(&it);
    }
}

static void it_looks_where_it_goes_and_looks_round_from_its_arrival_on_again_and_again(void **state)
{
    (void)state;
    post it;
    open_post(&it, 1);
    begin(&it, DW_DESK_HALL, dw_scene_mm(6000, 1000));
    uint32_t ticks = 0;
    while (it.hold.phase != DW_HOLD_LOOKING) {
        const dw_vec before = it.desk.percepts.position;
        step(&it);
        assert_true(++ticks < 400);
        if (ticks > 1 && it.hold.phase == DW_HOLD_GOING) {
            assert_false(dw_vec_equal(before, it.desk.percepts.position));
        }
    }
    assert_true(ticks > 60); /* 3 m at least. */
    assert_int_equal(it.desk.mover.state, DW_MOVER_ARRIVED);
    assert_true(dw_vec_equal(it.desk.percepts.position, it.desk.mover.goal));
    const dw_vec place = it.desk.percepts.position;
    const uint16_t whole = it.hold.look.ticks;
    assert_int_equal(whole,
                     dw_look_ticks(&it.desk.rules, &it.desk.setup.map->rooms[DW_DESK_HALL], place));
    /* The first look has begun in this tick; each lasts its ticks, and the next follows. */
    for (uint32_t look = 0; look < 3; look++) {
        for (uint16_t left = (uint16_t)(whole - 1); left > 0; left--) {
            assert_int_equal(it.hold.phase, DW_HOLD_LOOKING);
            assert_int_equal(it.hold.look.left, left);
            const uint16_t heading_bam = it.desk.percepts.heading_bam;
            step(&it);
            assert_true(dw_vec_equal(place, it.desk.percepts.position));
            assert_true(left > whole * 3 / 4 || heading_bam != it.desk.percepts.heading_bam);
        }
        assert_int_equal(it.hold.look.left, whole);
        step(&it);
    }
    close_post(&it);
}

/* Nowhere in the study can one see the hall's corner beside the door. */
static void when_nothing_is_seen_from_the_room_it_goes_to_the_middle_itself(void **state)
{
    (void)state;
    post it;
    open_post(&it, 1);
    const dw_vec corner = dw_scene_mm(7700, 3700);
    begin(&it, DW_DESK_STUDY, corner);
    for (uint32_t tick = 1; tick < DW_DRAWS_MAX / DW_DRAWS_A_TICK; tick++) {
        step(&it);
        assert_int_equal(it.hold.phase, DW_HOLD_DRAWING);
    }
    step(&it);
    assert_int_equal(it.hold.phase, DW_HOLD_GOING);
    assert_true(dw_vec_equal(it.desk.mover.goal, corner));
    /* The next post has all of its draws. */
    begin(&it, DW_DESK_STUDY, corner);
    assert_int_equal(it.hold.draws, 0);
    step(&it);
    assert_int_equal(it.hold.phase, DW_HOLD_DRAWING);
    close_post(&it);
}

static void a_new_post_stops_the_guard_and_it_draws_anew(void **state)
{
    (void)state;
    post it;
    open_post(&it, 1);
    begin(&it, DW_DESK_HALL, dw_scene_mm(6000, 1000));
    step(&it);
    assert_int_equal(it.desk.mover.state, DW_MOVER_GOING);
    begin(&it, DW_DESK_STUDY, dw_scene_mm(10000, 2000));
    assert_int_equal(it.desk.mover.state, DW_MOVER_IDLE);
    assert_int_equal(it.hold.phase, DW_HOLD_DRAWING);
    step(&it);
    assert_int_equal(dw_map_room_at(it.desk.setup.map, it.desk.mover.goal), DW_DESK_STUDY);
    close_post(&it);
}

static void it_explains_what_it_holds_and_where(void **state)
{
    (void)state;
    post it;
    open_post(&it, 1);
    dw_mind_view view = {.room = DW_NONE};
    begin(&it, DW_DESK_STUDY, dw_scene_mm(10000, 2000));
    dw_hold_explain(&it.hold, &it.desk.setup, &view);
    assert_string_equal(view.sentence, "Holds the exit in study.");
    assert_int_equal(view.room, DW_DESK_STUDY);
    dw_hold_begin(&it.hold, &it.desk.think, DW_TASK_OBJECTIVE, DW_DESK_HALL,
                  dw_scene_mm(1000, 1000));
    dw_hold_explain(&it.hold, &it.desk.setup, &view);
    assert_string_equal(view.sentence, "Holds the place of the objective in hall.");
    close_post(&it);
}

static void a_loaded_post_names_only_what_the_map_has(void **state)
{
    (void)state;
    post it;
    open_post(&it, 1);
    const dw_map *map = it.desk.setup.map;
    assert_true(dw_hold_is_sound(&it.hold, map));
    const dw_hold sound = {.phase = DW_HOLD_LOOKING,
                           .task = DW_TASK_OBJECTIVE,
                           .room = DW_DESK_STUDY,
                           .look = {.ticks = 9, .left = 9}};
    assert_true(dw_hold_is_sound(&sound, map));
    dw_hold bad = sound;
    bad.look.left = 1;
    assert_true(dw_hold_is_sound(&bad, map));
    bad = sound;
    bad.phase = DW_HOLD_PHASE_COUNT;
    assert_false(dw_hold_is_sound(&bad, map));
    bad = sound;
    bad.task = DW_TASK_COUNT;
    assert_false(dw_hold_is_sound(&bad, map));
    bad = sound;
    bad.room = map->room_count;
    assert_false(dw_hold_is_sound(&bad, map));
    bad = sound;
    bad.look.left = 10;
    assert_false(dw_hold_is_sound(&bad, map));
    bad.look.left = 0; /* A look that is over would count down from 0. */
    assert_false(dw_hold_is_sound(&bad, map));
    bad.phase = DW_HOLD_GOING;
    assert_true(dw_hold_is_sound(&bad, map));
    close_post(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_to_the_nearest_drawn_position_that_sees_what_is_held),
        cmocka_unit_test(
            it_looks_where_it_goes_and_looks_round_from_its_arrival_on_again_and_again),
        cmocka_unit_test(when_nothing_is_seen_from_the_room_it_goes_to_the_middle_itself),
        cmocka_unit_test(a_new_post_stops_the_guard_and_it_draws_anew),
        cmocka_unit_test(it_explains_what_it_holds_and_where),
        cmocka_unit_test(a_loaded_post_names_only_what_the_map_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
