/* server/RULES.md 5.39 to 5.51, last known position and search, under the brain reference: which
 * rooms a guard searches and in which order, what it looks at in each, what it skips, and where it
 * goes on afterwards. */
#include "common/base/check.h"
#include "common/world/sight.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

#include <math.h>

/* The hall has a closet with one door, an arm of two rooms, and two rooms that form a ring with it,
 * in one of which stands the guard that talks.
 *
 *     +--------+-------------+--------+
 *     | first 1     hall     0 closet |
 *     +-2------+--3------4---+--------+
 *     | second |  west 5 east|
 *     +--------+-------------+
 */
enum { HALL, CLOSET, FIRST, SECOND, WEST, EAST, ROOMS };
enum { HALL_CLOSET, HALL_FIRST, FIRST_SECOND, HALL_WEST, HALL_EAST, WEST_EAST };
enum { TELLER, ANN, BEA };
enum { DELAY_TICKS = 30, CLEARED_TICKS = 1800, CHASE_SPEED = 2200 };

static dw_house open_house(uint32_t guards)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 4000, 0, 10000, 7000);
    dw_scene_room(scene, "closet", 14000, 0, 4000, 4000);
    dw_scene_room(scene, "first", 0, 0, 4000, 4000);
    dw_scene_room(scene, "second", 0, 4000, 4000, 3000);
    dw_scene_room(scene, "west", 4000, 7000, 5000, 3000);
    dw_scene_room(scene, "east", 9000, 7000, 5000, 3000);
    dw_scene_door(scene, "closet", HALL, CLOSET, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "first", HALL, FIRST, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "second", FIRST, SECOND, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "west", HALL, WEST, 5000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "east", HALL, EAST, 11000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "west-east", WEST, EAST, 8000, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(scene, 7000, 2500, 1800, 900, 500);
    dw_scene_furniture(scene, 10500, 4200, 700, 1800, 1000);
    dw_scene_furniture(scene, 4200, 5600, 1500, 600, 700);
    dw_scene_furniture(scene, 12500, 150, 1200, 500, 350);
    dw_scene_furniture(scene, 9000, 6200, 800, 600, 200); /* Hides nobody. */
    dw_scene_furniture(scene, 15500, 1500, 900, 900, 600);
    dw_scene_furniture(scene, 1500, 1800, 900, 900, 900);
    dw_scene_furniture(scene, 1500, 5300, 900, 500, 400);
    dw_scene_patrol(scene, "round", "closet, hall, first");
    dw_scene_guard(scene, "teller", 13500, 9500, 90, "round");
    if (guards >= 1) {
        dw_scene_guard(scene, "ann", 6000, 4500, 0, "round");
    }
    if (guards >= 2) {
        dw_scene_guard(scene, "bea", 9500, 1500, 0, "round");
    }
    dw_scene_spawn(scene, 4500, 9500);
    dw_scene_objective(scene, 4500, 8000, 100, 100);
    dw_house house = dw_house_open(scene);
    dw_house_set_brain(&house, TELLER, &dw_brain_caller);
    return house;
}

static void say(dw_house *house, dw_radio_kind kind, uint16_t room)
{
    const dw_radio_message message = {.kind = (uint8_t)kind, .agitation = 1, .room = room};
    dw_house_say(house, &message);
}

/* Ann is in the hall, and hears of somebody there. */
static void start_search(dw_house *house)
{
    say(house, DW_RADIO_REPORT, HALL);
    dw_stage_put_guard(house->stage, ANN, dw_scene_mm(6000, 4500), 0);
    dw_stage_run(house->stage, DELAY_TICKS - 1);
    assert_int_equal(dw_house_guard(house, ANN)->room, HALL);
    dw_stage_step(house->stage);
    assert_true(dw_house_wants(house, ANN, "search"));
}

/* The room that a guard has called clear in the last step, or DW_NONE. */
static uint16_t cleared(const dw_house *house, uint16_t guard)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(house->stage->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == DW_SIM_CLEARED && events[i].guard == guard) {
            return events[i].room;
        }
    }
    return DW_NONE;
}

typedef struct outing {
    uint16_t rooms[ROOMS];
    uint32_t count;
    uint32_t ticks[ROOMS]; /* When it was called clear. */
    bool entered[ROOMS];
} outing;

/* Steps until Ann is back on patrol and has sent its last message about the search. */
static outing follow_search(dw_house *house)
{
    outing it = {.count = 0};
    uint32_t done = 0;
    for (uint32_t tick = 0; done < 3; tick++) {
        done = dw_house_wants(house, ANN, "search") ? 0 : done + 1;
        assert_true(tick < 60 * 180);
        dw_stage_step(house->stage);
        it.entered[dw_house_guard(house, ANN)->room] = true;
        const uint16_t room = cleared(house, ANN);
        if (room != DW_NONE) {
            assert_true(it.count < ROOMS);
            it.ticks[it.count] = house->stage->world->tick;
            it.rooms[it.count++] = room;
        }
    }
    return it;
}

/* Ticks until a guard calls the hall clear, with that number of guards in the search. */
static uint32_t ticks_to_clear_the_hall(uint32_t guards)
{
    dw_house house = open_house(guards);
    start_search(&house);
    uint32_t ticks = 0;
    while (cleared(&house, ANN) != HALL && (guards < 2 || cleared(&house, BEA) != HALL)) {
        assert_true(ticks < 60 * 60);
        dw_stage_step(house.stage);
        ticks++;
    }
    dw_house_close(&house);
    return ticks;
}

static void two_in_a_room_share_its_search(void **state)
{
    (void)state;
    const uint32_t alone = ticks_to_clear_the_hall(1);
    const uint32_t together = ticks_to_clear_the_hall(2);
    print_message("alone %u ticks, together %u\n", alone, together);
    assert_true(together * 4 <= alone * 3);
}

static void the_list_is_this_room_then_rooms_with_one_door_then_whole_arms(void **state)
{
    (void)state;
    dw_house house = open_house(1);
    start_search(&house);
    const dw_mind_view mind = dw_house_explain(&house, ANN);
    assert_int_equal(mind.room_count, 4);
    assert_int_equal(mind.rooms[0], HALL);
    assert_int_equal(mind.rooms[1], CLOSET);
    assert_int_equal(mind.rooms[2], FIRST);
    assert_int_equal(mind.rooms[3], SECOND);
    dw_house_close(&house);
}

static void a_guard_searches_rooms_in_that_order_and_calls_each_clear(void **state)
{
    (void)state;
    dw_house house = open_house(1);
    start_search(&house);
    const outing it = follow_search(&house);
    static const uint16_t wanted[] = {HALL, CLOSET, FIRST, SECOND};
    assert_int_equal(it.count, DW_COUNT_OF(wanted));
    for (size_t i = 0; i < DW_COUNT_OF(wanted); i++) {
        assert_int_equal(it.rooms[i], wanted[i]);
    }
    assert_false(it.entered[WEST] || it.entered[EAST]);
    dw_house_close(&house);
}

static void after_the_last_room_a_guard_resumes_its_patrol_where_it_broke_off(void **state)
{
    (void)state;
    dw_house house = open_house(1);
    uint32_t stops_seen = 0;
    for (uint32_t wanted = 0; wanted < 3; wanted++) {
        dw_stage_reset(house.stage, 1 + wanted, 1);
        while (dw_house_mind(&house, ANN)->patrol.stop != wanted) {
            dw_stage_step(house.stage);
            assert_true(house.stage->world->tick < 20000);
        }
        say(&house, DW_RADIO_REPORT, HALL);
        for (uint32_t tick = 0; tick < DELAY_TICKS; tick++) {
            dw_stage_put_guard(house.stage, ANN, dw_scene_mm(6000, 4500), 0);
            dw_stage_step(house.stage);
        }
        assert_true(dw_house_wants(&house, ANN, "search"));
        const uint16_t before = dw_house_mind(&house, ANN)->patrol.stop;
        (void)follow_search(&house);
        assert_true(dw_house_wants(&house, ANN, "patrol"));
        assert_int_equal(dw_house_mind(&house, ANN)->patrol.stop, before);
        assert_int_equal(dw_house_explain(&house, ANN).cause, DW_CAUSE_DONE);
        stops_seen |= 1u << before;
    }
    assert_true(stops_seen == 7);
    dw_house_close(&house);
}

/* Corners and middles of the sides. */
static bool sees_any_of(const dw_house *house, dw_rect piece)
{
    const dw_actor *ann = dw_house_guard(house, ANN);
    const dw_vec middle = dw_rect_centre(piece);
    const int32_t xs[] = {piece.min.x, middle.x, piece.max.x};
    const int32_t ys[] = {piece.min.y, middle.y, piece.max.y};
    for (uint32_t i = 0; i < 9; i++) {
        const dw_vec point = {xs[i % 3], ys[i / 3]};
        if (i != 4 &&
            dw_in_field_of_view(ann->body.position, ann->body.heading_bam, DW_BAM_HALF, point) &&
            dw_sight_clear(house->venue->map, &house->stage->world->open, ann->body.position, point,
                           DW_SIGHT_CROUCHED)) {
            return true;
        }
    }
    return false;
}

/* Each piece of furniture, and more than the rule asks for: each side at which somebody could
 * crouch is seen before the room is called clear. */
static void before_a_room_is_clear_the_guard_had_a_sight_line_to_each_piece(void **state)
{
    (void)state;
    dw_house house = open_house(1);
    const dw_map *map = house.venue->map;
    bool seen[16] = {false};
    start_search(&house);
    uint32_t rooms = 0;
    for (uint32_t tick = 0; rooms < 4; tick++) {
        assert_true(tick < 60 * 180);
        dw_stage_step(house.stage);
        for (uint16_t f = 0; f < map->furniture_count; f++) {
            const bool there = map->furniture[f].room == dw_house_guard(&house, ANN)->room;
            seen[f] = seen[f] || (there && sees_any_of(&house, map->furniture[f].area));
        }
        const uint16_t room = cleared(&house, ANN);
        for (uint16_t f = 0; room != DW_NONE && f < map->furniture_count; f++) {
            if (map->furniture[f].room == room && map->furniture[f].height >= 300) {
                assert_true(seen[f]);
            }
        }
        rooms += room != DW_NONE ? 1 : 0;
    }
    dw_house_close(&house);
}

/* An intruder crouches behind each piece in turn, out of sight from Ann's position. */
static void an_intruder_that_crouches_behind_a_piece_is_found(void **state)
{
    (void)state;
    dw_house house = open_house(1);
    const dw_map *map = house.venue->map;
    uint32_t hidden = 0;
    for (uint16_t f = 0; f < map->furniture_count; f++) {
        const dw_rect around = dw_rect_grown(map->furniture[f].area, DW_BODY_HALF);
        const dw_vec middle = dw_rect_centre(around);
        const dw_vec behind[] = {{around.max.x, middle.y},
                                 {middle.x, around.max.y},
                                 {around.min.x, middle.y},
                                 {middle.x, around.min.y}};
        for (size_t side = 0; side < DW_COUNT_OF(behind); side++) {
            dw_stage_reset(house.stage, 1 + side, 1);
            if (map->furniture[f].room != HALL ||
                !dw_place_free(map, &house.stage->world->open, behind[side], DW_BODY_HALF)) {
                continue;
            }
            dw_stage_put_intruder(house.stage, 0, behind[side]);
            dw_stage_walk(house.stage, 0, DW_STAND, DW_BUTTON_CROUCH);
            dw_stage_put_guard(house.stage, ANN, dw_scene_mm(6000, 4500), 0);
            say(&house, DW_RADIO_REPORT, HALL);
            for (uint32_t tick = 0; !dw_house_wants(&house, ANN, "chase"); tick++) {
                assert_true(tick < 60 * 40);
                assert_int_equal(cleared(&house, ANN), DW_NONE);
                dw_stage_step(house.stage);
            }
            hidden++;
        }
    }
    assert_true(hidden >= 12);
    dw_house_close(&house);
}

static void a_room_heard_cleared_within_30_s_is_skipped_and_later_not(void **state)
{
    (void)state;
    uint32_t skipped = 0;
    uint32_t searched = 0;
    for (uint32_t pause = 1200; pause < CLEARED_TICKS; pause += 15) {
        dw_house house = open_house(1);
        say(&house, DW_RADIO_CLEAR, CLOSET);
        const uint32_t sent = house.stage->world->tick;
        dw_stage_run(house.stage, pause);
        start_search(&house);
        const outing it = follow_search(&house);
        assert_int_equal(it.rooms[0], HALL);
        const bool within = it.ticks[0] - sent <= CLEARED_TICKS;
        assert_int_equal(it.rooms[1], within ? FIRST : CLOSET);
        skipped += within ? 1 : 0;
        searched += within ? 0 : 1;
        dw_house_close(&house);
    }
    assert_true(skipped > 5 && searched > 5);
}

static void a_room_that_the_guard_itself_searched_within_30_s_is_skipped(void **state)
{
    (void)state;
    dw_house house = open_house(1);
    start_search(&house);
    const outing first = follow_search(&house);
    assert_int_equal(first.count, 4);
    /* The same report again: the room of the report is searched anew, and of the others those whose
     * thirty seconds are over. */
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(6000, 4500), 0);
    start_search(&house);
    const outing second = follow_search(&house);
    assert_int_equal(second.rooms[0], HALL);
    uint32_t wanted = 1;
    for (uint32_t i = 1; i < first.count; i++) {
        wanted += second.ticks[0] - first.ticks[i] > CLEARED_TICKS ? 1 : 0;
    }
    assert_int_equal(second.count, wanted);
    assert_true(wanted < 4);
    dw_house_close(&house);
}

static void a_search_goes_at_chase_speed(void **state)
{
    (void)state;
    dw_house house = open_house(1);
    start_search(&house);
    uint32_t full = 0;
    while (dw_house_wants(&house, ANN, "search")) {
        dw_stage_step(house.stage);
        const dw_vec step = dw_house_guard_state(&house, ANN)->command.step;
        const double length = sqrt((double)dw_dot(step, step));
        assert_true(length < CHASE_SPEED + 1);
        full += length > CHASE_SPEED - 1 ? 1 : 0;
    }
    assert_true(full > 300);
    dw_house_close(&house);
}

static void two_guards_that_search_share_the_rooms(void **state)
{
    (void)state;
    dw_house house = open_house(2);
    say(&house, DW_RADIO_REPORT, HALL);
    uint32_t times[ROOMS] = {0};
    bool back[2] = {false};
    uint32_t searchers = 0;
    for (uint32_t tick = 0; tick < 60 * 60; tick++) {
        if (tick < DELAY_TICKS) {
            dw_stage_put_guard(house.stage, ANN, dw_scene_mm(6000, 4500), 0);
            dw_stage_put_guard(house.stage, BEA, dw_scene_mm(9500, 1500), 0);
        }
        dw_stage_step(house.stage);
        for (uint16_t g = ANN; g <= BEA; g++) {
            const uint16_t room = cleared(&house, g);
            if (room != DW_NONE) {
                times[room]++;
                searchers |= room != HALL ? 1u << g : 0;
            }
            back[g - ANN] = tick > 2 * DELAY_TICKS && dw_house_wants(&house, g, "patrol");
        }
    }
    assert_true(back[0] && back[1]);
    for (uint16_t room = CLOSET; room <= SECOND; room++) {
        assert_int_equal(times[room], 1); /* Each once, */
    }
    assert_int_equal(searchers, 1u << ANN | 1u << BEA); /* and both had a part in it. */
    dw_house_close(&house);
}

static void a_guard_goes_to_the_last_known_position_and_searches_from_there(void **state)
{
    (void)state;
    dw_house house = open_house(1);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(12000, 3000));
    for (uint32_t tick = 0; !dw_house_wants(&house, ANN, "chase"); tick++) {
        assert_true(tick < 300);
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(8000, 1500), 0);
        dw_stage_step(house.stage);
    }
    dw_stage_run(house.stage, 10);
    assert_true(dw_stage_sees(house.stage, ANN, 0));
    const dw_vec last = dw_house_intruder(&house, 0);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(4500, 9500));
    dw_stage_step(house.stage);
    assert_true(dw_house_wants(&house, ANN, "last known position"));
    assert_int_equal(dw_house_explain(&house, ANN).cause, DW_CAUSE_LOST);
    while (dw_house_wants(&house, ANN, "last known position")) {
        assert_true(dw_vec_equal(dw_house_explain(&house, ANN).target, last));
        dw_stage_step(house.stage);
    }
    assert_true(dw_house_wants(&house, ANN, "search"));
    assert_true(dw_distance(dw_house_guard(&house, ANN)->body.position, last) <= CHASE_SPEED);
    assert_int_equal(dw_house_explain(&house, ANN).rooms[0], HALL);
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_in_a_room_share_its_search),
        cmocka_unit_test(the_list_is_this_room_then_rooms_with_one_door_then_whole_arms),
        cmocka_unit_test(a_guard_searches_rooms_in_that_order_and_calls_each_clear),
        cmocka_unit_test(after_the_last_room_a_guard_resumes_its_patrol_where_it_broke_off),
        cmocka_unit_test(before_a_room_is_clear_the_guard_had_a_sight_line_to_each_piece),
        cmocka_unit_test(an_intruder_that_crouches_behind_a_piece_is_found),
        cmocka_unit_test(a_room_heard_cleared_within_30_s_is_skipped_and_later_not),
        cmocka_unit_test(a_room_that_the_guard_itself_searched_within_30_s_is_skipped),
        cmocka_unit_test(a_search_goes_at_chase_speed),
        cmocka_unit_test(two_guards_that_search_share_the_rooms),
        cmocka_unit_test(a_guard_goes_to_the_last_known_position_and_searches_from_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
