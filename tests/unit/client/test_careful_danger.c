/* How dangerous `careful` finds a position, in numbers: what it believes of guards, what they see,
 * what a step costs and how restless a hiding position is. */
#include "tests/support/test.h"

#include "client/bot/careful_danger.h"
#include "client/bot/ground.h"
#include "common/world/sight.h"
#include "tests/support/scene.h"

enum { TICK = 5000, GUARD = 7, WEST = DW_BAM_HALF, EAST = 0 };

typedef struct box {
    dw_scene *scene;
    const dw_map *map;
    dw_bot_ground *ground;
    dw_ruleset rules;
    dw_snapshot snapshot;
    dw_body_kinds kinds;
    dw_bot_view view;
    dw_danger danger;
    uint16_t node, closet_node; /* In the hall's west; in the closet. */
} box;

static box b; /* Too large for a stack, and so is a plan. */
static dw_danger_plan plan;

/* Four rooms in a ring, and a closet with one door behind the second.
 *
 *     +-----------------+----+----+
 *     | hall            | b     closet
 *     +------   --------+-   +----+
 *     | c                 d  |
 *     +-----------------+----+
 */
static void open_box(void)
{
    b = (box){.scene = dw_scene_create(), .rules = dw_ruleset_reference()};
    const uint16_t hall = dw_scene_room(b.scene, "hall", 0, 0, 14000, 6000);
    const uint16_t east = dw_scene_room(b.scene, "b", 14000, 0, 4000, 6000);
    const uint16_t south = dw_scene_room(b.scene, "c", 0, 6000, 14000, 4000);
    const uint16_t corner = dw_scene_room(b.scene, "d", 14000, 6000, 4000, 4000);
    const uint16_t closet = dw_scene_room(b.scene, "closet", 18000, 0, 4000, 6000);
    dw_scene_door(b.scene, "hall-b", hall, east, 4000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(b.scene, "hall-c", hall, south, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(b.scene, "b-d", east, corner, 15000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(b.scene, "c-d", south, corner, 7500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(b.scene, "b-closet", east, closet, 4000, 1000, DW_SCENE_CLOSED);
    dw_scene_set_light(b.scene, hall, 20); /* For rulesets with light. */
    dw_scene_spawn(b.scene, 1000, 1000);
    b.map = dw_scene_build(b.scene);
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&b.ground, b.map, &error), DW_OK);
    b.view = (dw_bot_view){.tick = TICK,
                           .rules = &b.rules,
                           .body = {.position = {DW_MM(1000), DW_MM(1000)}},
                           .snapshot = &b.snapshot,
                           .kinds = &b.kinds};
    b.node = dw_roadmap_nearest(b.ground->roadmap, (dw_vec){DW_MM(2000), DW_MM(3000)});
    b.closet_node = dw_roadmap_nearest(b.ground->roadmap, (dw_vec){DW_MM(20000), DW_MM(3000)});
}

static void close_box(void)
{
    dw_bot_ground_destroy(b.ground);
    dw_scene_destroy(b.scene);
}

/* One guard `mm` to the east of the node. */
static dw_danger_guard *put_guard(int32_t mm, uint16_t heading_bam)
{
    const dw_vec at = b.ground->roadmap->nodes[b.node].position;
    b.danger.count = 1;
    b.danger.guards[0] = (dw_danger_guard){.id = GUARD,
                                           .visible = true,
                                           .seen_tick = TICK,
                                           .heading_bam = heading_bam,
                                           .position = {at.x + DW_MM(mm), at.y}};
    return &b.danger.guards[0];
}

static void begin(bool fleeing)
{
    dw_danger_plan_begin(&plan, &b.danger, b.ground->roadmap, &b.view, fleeing);
    plan.guards_mm[b.node] = UINT16_MAX;
    plan.guards_mm[b.closet_node] = UINT16_MAX;
    b.ground->roadmap->length_mm[b.node] = 0;
}

static void belief_in_a_guard_fades_in_ten_seconds_or_in_four_when_it_has_gone(void **state)
{
    (void)state;
    dw_danger_guard guard = {.seen_tick = TICK, .visible = true};
    assert_int_equal(dw_danger_belief(&guard, TICK + 9999), DW_DANGER_SURE);
    guard.visible = false;
    static const uint32_t rows[][2] = {{0, 256}, {300, 128}, {597, 1},
                                       {598, 0}, {600, 0},   {900, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(dw_danger_belief(&guard, TICK + rows[i][0]), rows[i][1]);
    }
    assert_int_equal(dw_danger_belief(&guard, TICK - 5), DW_DANGER_SURE);
    guard.gone = true;
    static const uint32_t gone[][2] = {{0, 128}, {120, 64}, {238, 1}, {239, 0}, {240, 0}, {500, 0}};
    for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++) {
        assert_int_equal(dw_danger_belief(&guard, TICK + gone[i][0]), gone[i][1]);
    }
}

static bool is_noticed(uint8_t mood, uint8_t meter, bool visible, uint32_t ticks)
{
    const dw_danger danger = {
        .count = 1,
        .guards = {{.id = 1, .mood = mood, .meter = meter, .visible = visible, .seen_tick = TICK}}};
    return dw_danger_noticed(&danger, TICK + ticks);
}

static void a_guard_that_chased_is_feared_for_a_second_and_a_half(void **state)
{
    (void)state;
    assert_true(is_noticed(DW_MOOD_CHASING, 0, true, 500));
    assert_true(is_noticed(DW_MOOD_CHASING, 0, false, 89));
    assert_false(is_noticed(DW_MOOD_CHASING, 0, false, 90));
    assert_true(is_noticed(DW_MOOD_SUSPICIOUS, 100, true, 0));
    assert_false(is_noticed(DW_MOOD_SUSPICIOUS, 99, true, 0));
    const dw_danger none = {.count = 0};
    assert_false(dw_danger_noticed(&none, TICK));
}

static bool sees(int32_t mm, uint16_t heading_bam)
{
    const dw_danger_guard *guard = put_guard(mm, heading_bam);
    const dw_vec at = b.ground->roadmap->nodes[b.node].position;
    return dw_danger_guard_sees(guard, b.map, &b.view, &b.view.doors, at, false);
}

static void a_guard_sees_ahead_as_far_as_its_eyes_reach(void **state)
{
    (void)state;
    open_box();
    assert_true(sees(9000, WEST));
    assert_false(sees(9000, EAST));
    b.rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = 5000;
    assert_true(sees(5000, WEST));
    assert_false(sees(5001, WEST));
    /* Only guards in view count as seeing. */
    const dw_vec at = b.ground->roadmap->nodes[b.node].position;
    dw_danger_guard *guard = put_guard(4000, WEST);
    assert_true(dw_danger_sees(&b.danger, b.map, &b.view, &b.view.doors, at, false));
    guard->visible = false;
    assert_false(dw_danger_sees(&b.danger, b.map, &b.view, &b.view.doors, at, false));
    close_box();
}

static dw_snapshot_body row_of(uint8_t id, int32_t x_mm, int32_t y_mm)
{
    const dw_vec origin = b.map->bounds.min;
    return (dw_snapshot_body){.id = id,
                              .role = DW_ROLE_GUARD,
                              .mood = DW_MOOD_ALERT,
                              .meter = 40,
                              .heading = 32,
                              .x = dw_snapshot_quantise(DW_MM(x_mm), origin.x),
                              .y = dw_snapshot_quantise(DW_MM(y_mm), origin.y)};
}

/* A guard that walked 960 mm, told of `ticks` later. */
static dw_vec pace_after(uint32_t ticks)
{
    b.danger = (dw_danger){0};
    b.snapshot.tick = TICK;
    b.snapshot.body_count = 1;
    b.snapshot.bodies[0] = row_of(GUARD, 4000, 3200);
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_false(dw_danger_update(&b.danger, b.map, &b.view));
    b.snapshot.tick = TICK + ticks;
    b.snapshot.bodies[0] = row_of(GUARD, 4000 + 960, 3200 - 960);
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_int_equal(b.danger.count, 1);
    return b.danger.guards[0].pace;
}

static void guards_are_known_by_their_snapshots(void **state)
{
    (void)state;
    open_box();
    const dw_vec pace = pace_after(3);
    assert_int_equal(pace.x, DW_MM(320));
    assert_int_equal(pace.y, -DW_MM(320));
    const dw_danger_guard *guard = &b.danger.guards[0];
    assert_int_equal(guard->heading_bam, DW_BAM_TURN / 4);
    assert_int_equal(guard->mood, DW_MOOD_ALERT);
    assert_int_equal(guard->meter, 40);
    assert_int_equal(guard->seen_tick, TICK + 3);
    assert_true(guard->visible && !guard->gone);
    assert_int_equal(pace_after(30).x, DW_MM(32));
    assert_int_equal(pace_after(31).x, 0); /* Too long ago to tell. */
    /* Out of view behind the closed door, it may still be there. */
    b.snapshot.tick++;
    b.snapshot.bodies[0] = row_of(GUARD, 16000, 3200);
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    b.snapshot.tick++;
    b.snapshot.body_count = 0;
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_true(!guard->visible && !guard->gone);
    /* Its last position is in view, and it is not there. */
    b.snapshot.tick++;
    b.view.body.position = (dw_vec){DW_MM(16000), DW_MM(1000)};
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_true(!guard->visible && guard->gone);
    b.snapshot.tick++;
    b.snapshot.body_count = 1;
    b.snapshot.bodies[0] = row_of(GUARD, 16000, 3200);
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_true(guard->visible && !guard->gone);
    close_box();
}

static void a_guard_too_many_takes_the_place_of_the_one_seen_longest_ago(void **state)
{
    (void)state;
    open_box();
    b.snapshot.body_count = 1;
    for (uint32_t id = 1; id <= DW_DANGER_GUARDS_MAX + 1; id++) {
        b.snapshot.tick = TICK + id;
        b.snapshot.bodies[0] = row_of((uint8_t)(id == 2 ? 1 : id), 4000, 3200); /* 1 twice. */
        assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    }
    assert_int_equal(b.danger.count, DW_DANGER_GUARDS_MAX);
    b.snapshot.tick++;
    b.snapshot.bodies[0] = row_of(99, 4000, 3200);
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_int_equal(b.danger.count, DW_DANGER_GUARDS_MAX);
    bool has[100] = {false};
    for (uint32_t i = 0; i < b.danger.count; i++) {
        has[b.danger.guards[i].id] = true;
    }
    assert_true(has[99] && has[3] && !has[1]);
    close_box();
}

static uint32_t price(int32_t mm, uint16_t heading_bam, bool fleeing)
{
    (void)put_guard(mm, heading_bam);
    begin(fleeing);
    return dw_danger_price(&plan, b.node);
}

/* In sixteenths: 1 for the step, 5 to 25 for being seen within 10 m, 0 to 40 for being near. */
static void a_step_costs_what_guards_see_and_how_near_they_are(void **state)
{
    (void)state;
    open_box();
    assert_int_equal(price(5000, EAST, false), 16);
    assert_true(plan.hidden[b.node]);
    assert_int_equal(price(5000, WEST, false), 16 + 80 + 160);
    assert_false(plan.hidden[b.node]);
    assert_int_equal(price(5094, WEST, false), 16 + 80 + 156);
    assert_int_equal(price(11000, WEST, false), 16 + 80);
    assert_int_equal(price(2200, EAST, false), 16);
    assert_int_equal(price(2183, EAST, false), 16 + 4);
    assert_int_equal(price(1100, EAST, false), 16 + 320);
    /* No path leads through a body. */
    assert_int_equal(price(100, EAST, false), 16 + 96000 + 610);
    /* Who flees minds eyes an eighth and nearness a quarter as much. */
    assert_int_equal(price(5000, WEST, true), 16 + 30);
    assert_int_equal(price(1100, EAST, true), 16 + 80);
    /* A guard that is half believed in counts half. */
    dw_danger_guard *guard = put_guard(5000, WEST);
    guard->visible = false;
    guard->seen_tick = TICK - 300;
    begin(false);
    assert_int_equal(dw_danger_price(&plan, b.node), 16 + 120);
    guard->seen_tick = TICK - 600;
    begin(false);
    assert_int_equal(dw_danger_price(&plan, b.node), 16);
    close_box();
}

/* In a light of 20 a guard's meter rises at 35 %. The light itself costs a fifth of 4, rounded, and
 * nothing while the bot flees. That is comfort, no risk. */
static void being_seen_in_the_dark_costs_less(void **state)
{
    (void)state;
    open_box();
    b.rules.light = 1;
    assert_int_equal(price(5000, EAST, false), 16 + 1);
    assert_int_equal(dw_danger_comfort(&plan, b.node), 1);
    assert_int_equal(price(5000, WEST, false), 16 + 1 + 240 * 35 / 100);
    assert_int_equal(price(1100, EAST, false), 16 + 1 + 320); /* A touch needs no light. */
    assert_int_equal(price(5000, WEST, true), 16 + 240 * 35 / 100 / 8);
    assert_int_equal(dw_danger_comfort(&plan, b.node), 0);
    b.rules.hearing = 1; /* Wood is half as loud as the loudest floor. */
    assert_int_equal(price(5000, EAST, false), 16 + 1 + 2);
    close_box();
}

static void a_guard_behind_closed_doors_costs_nothing(void **state)
{
    (void)state;
    open_box();
    /* The node is beside the east wall; the guard right behind that wall looks along it. */
    b.node = dw_roadmap_nearest(b.ground->roadmap, (dw_vec){DW_MM(13600), DW_MM(2000)});
    assert_int_equal(price(800, 16384, false), 16);
    dw_door_set_put(&b.view.doors, 4, true); /* To the closet: still no way here. */
    assert_int_equal(price(800, 16384, false), 16);
    dw_door_set_put(&b.view.doors, 1, true); /* Around, through c and d. */
    dw_door_set_put(&b.view.doors, 2, true);
    assert_int_equal(price(800, 16384, false), 16);
    dw_door_set_put(&b.view.doors, 3, true);
    assert_int_equal(price(800, 16384, false), 16 + 407); /* 640 * 1400 / 2200 */
    close_box();
}

/* Who flees goes where it arrives first: 85 % of the path and 0.7 m. */
static void a_chaser_that_arrives_first_cuts_the_path_off(void **state)
{
    (void)state;
    open_box();
    static const struct {
        uint16_t guards_mm;
        bool fleeing;
        uint32_t price;
    } rows[] = {{1550, true, 16}, {1549, true, 16 + 480}, {1549, false, 16}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        (void)put_guard(9000, EAST);
        begin(rows[i].fleeing);
        b.ground->roadmap->length_mm[b.node] = 1000;
        plan.guards_mm[b.node] = rows[i].guards_mm;
        assert_int_equal(dw_danger_price(&plan, b.node), rows[i].price);
    }
    close_box();
}

static uint32_t unrest(uint16_t node, uint16_t guards_mm, bool fleeing)
{
    begin(fleeing);
    plan.guards_mm[node] = guards_mm;
    return dw_danger_unrest(&plan, node);
}

static void a_hiding_position_is_restless_near_guards_and_in_dead_ends(void **state)
{
    (void)state;
    open_box();
    (void)put_guard(9000, EAST);
    assert_int_equal(unrest(b.node, 6000, false), 0);
    assert_int_equal(unrest(b.node, 5999, false), 2);
    assert_int_equal(unrest(b.node, 1000, false), 10000);
    assert_int_equal(unrest(b.node, 12000, true), 0);
    assert_int_equal(unrest(b.node, 11999, true), 2);
    assert_int_equal(unrest(b.node, 2000, true), 20000);
    assert_int_equal(unrest(b.node, 1999, true), 20002 + 300000);
    assert_int_equal(unrest(b.closet_node, UINT16_MAX, false), 1000);
    assert_int_equal(unrest(b.closet_node, UINT16_MAX, true), 40000);
    close_box();
}

static void a_hiding_position_that_a_walking_guard_will_see_is_restless(void **state)
{
    (void)state;
    open_box();
    dw_danger_guard *guard = put_guard(6000, WEST);
    assert_int_equal(unrest(b.node, UINT16_MAX, false), 0); /* It stands. */
    guard->pace = (dw_vec){-20, 0};
    assert_int_equal(unrest(b.node, UINT16_MAX, false), 5000);
    guard->pace = (dw_vec){0, 20};
    assert_int_equal(unrest(b.node, UINT16_MAX, false), 5000);
    assert_int_equal(unrest(b.node, UINT16_MAX, true), 0);
    guard->visible = false;
    guard->seen_tick = TICK - 300;
    assert_int_equal(unrest(b.node, UINT16_MAX, false), 2500);
    guard = put_guard(6000, EAST);
    guard->pace = (dw_vec){20, 0};
    assert_int_equal(unrest(b.node, UINT16_MAX, false), 0);
    /* From 3 m on it would see; eyes of 2 m reach the node after the fourth metre only. */
    guard = put_guard(5000, WEST);
    guard->pace = (dw_vec){-20, 0};
    b.rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = 2000;
    assert_int_equal(unrest(b.node, UINT16_MAX, false), 5000);
    b.rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = 1990;
    assert_int_equal(unrest(b.node, UINT16_MAX, false), 0);
    close_box();
}

static bool sees_at(uint32_t guard, int32_t x_mm)
{
    return dw_danger_guard_sees(&b.danger.guards[guard], b.map, &b.view, &b.view.doors,
                                (dw_vec){DW_MM(x_mm), DW_MM(3000)}, false);
}

/* It is taken to look everywhere, until it was told of twice: then it looks where it went. */
static void a_guard_that_a_teammate_tells_of_is_believed_in(void **state)
{
    (void)state;
    open_box();
    dw_danger_hear(&b.danger, (dw_vec){DW_MM(6000), DW_MM(3000)}, TICK);
    assert_int_equal(b.danger.count, 1);
    assert_int_equal(dw_danger_belief(&b.danger.guards[0], TICK), DW_DANGER_SURE);
    assert_true(sees_at(0, 2000) && sees_at(0, 12000));
    dw_danger_hear(&b.danger, (dw_vec){DW_MM(7000), DW_MM(3000)}, TICK + 60);
    assert_int_equal(b.danger.count, 1);
    assert_true(!sees_at(0, 2000) && sees_at(0, 12000));
    dw_danger_hear(&b.danger, (dw_vec){DW_MM(12000), DW_MM(3000)}, TICK + 120);
    assert_int_equal(b.danger.count, 2); /* That far away it is another guard. */
    close_box();
}

static void own_eyes_count_more_than_what_teammates_tell(void **state)
{
    (void)state;
    open_box();
    dw_danger_hear(&b.danger, (dw_vec){DW_MM(6000), DW_MM(3000)}, TICK - 60);
    const dw_vec at = {DW_MM(6500), DW_MM(3000)};
    b.snapshot = (dw_snapshot){.tick = TICK, .body_count = 1};
    b.snapshot.bodies[0] = (dw_snapshot_body){.id = GUARD,
                                              .role = DW_ROLE_GUARD,
                                              .x = dw_snapshot_quantise(at.x, b.map->bounds.min.x),
                                              .y = dw_snapshot_quantise(at.y, b.map->bounds.min.y)};
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_int_equal(b.danger.count, 1);
    assert_int_equal(b.danger.guards[0].id, GUARD);
    dw_danger_hear(&b.danger, (dw_vec){DW_MM(8000), DW_MM(3000)}, TICK);
    assert_int_equal(b.danger.count, 1);
    assert_true(dw_distance(b.danger.guards[0].position, at) < DW_MM(16));
    close_box();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(belief_in_a_guard_fades_in_ten_seconds_or_in_four_when_it_has_gone),
        cmocka_unit_test(a_guard_that_chased_is_feared_for_a_second_and_a_half),
        cmocka_unit_test(a_guard_sees_ahead_as_far_as_its_eyes_reach),
        cmocka_unit_test(guards_are_known_by_their_snapshots),
        cmocka_unit_test(a_guard_too_many_takes_the_place_of_the_one_seen_longest_ago),
        cmocka_unit_test(a_step_costs_what_guards_see_and_how_near_they_are),
        cmocka_unit_test(being_seen_in_the_dark_costs_less),
        cmocka_unit_test(a_guard_behind_closed_doors_costs_nothing),
        cmocka_unit_test(a_chaser_that_arrives_first_cuts_the_path_off),
        cmocka_unit_test(a_hiding_position_is_restless_near_guards_and_in_dead_ends),
        cmocka_unit_test(a_hiding_position_that_a_walking_guard_will_see_is_restless),
        cmocka_unit_test(a_guard_that_a_teammate_tells_of_is_believed_in),
        cmocka_unit_test(own_eyes_count_more_than_what_teammates_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
