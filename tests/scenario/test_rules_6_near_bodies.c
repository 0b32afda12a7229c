/* server/RULES.md 6.5 and 6.8 to 6.10: round which bodies a guard plans, how long a way it takes
 * round them, and whom it follows. */
#include "server/mind/brains/brains.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* A hall and a room at its end, joined by one door or two. Ann goes to the end.
 *
 *     0            14000  16000
 *     +--------------+-----+
 *     |     hall     D end |  9000
 *     +--------------+-----+
 */
enum { HALL, END };
enum { ANN, BOB };

static dw_house open_scene(dw_scene *scene)
{
    dw_scene_patrol(scene, "round", "end");
    dw_scene_guard(scene, "ann", 1000, 700, 0, "round");
    dw_scene_guard(scene, "bob", 3000, 700, 0, "round");
    dw_scene_spawn(scene, 500, 500);
    dw_house house = dw_house_open(scene);
    dw_house_set_brain(&house, BOB, &dw_brain_puppet);
    dw_house_set_brain(&house, ANN, dw_brain_find("patrol-only"));
    return house;
}

static dw_house open_house(int32_t door_mm, int32_t other_door_mm)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 14000, 9000);
    dw_scene_room(scene, "end", 14000, 0, 2000, 9000);
    dw_scene_door(scene, "door", HALL, END, door_mm, 800, DW_SCENE_OPEN);
    if (other_door_mm > 0) {
        dw_scene_door(scene, "other", HALL, END, other_door_mm, 800, DW_SCENE_OPEN);
    }
    return open_scene(scene);
}

static dw_vec position(const dw_house *house, uint16_t guard)
{
    return dw_house_guard(house, guard)->body.position;
}

/* Ann's path leads through Bob. */
static bool ignores_bob(const dw_house *house)
{
    const dw_mind_view mind = dw_house_explain(house, ANN);
    const dw_rect bob = dw_rect_around(position(house, BOB), DW_BODY_SIZE);
    return mind.path_count > 0 && dw_segment_enters(position(house, ANN), mind.path[0], bob);
}

static void another_guard_is_solid_from_2500_mm_on_and_passed_on_the_right(void **state)
{
    (void)state;
    dw_house house = open_house(2600, 0);
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(1000, 3000), 0);
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(8000, 3000), DW_BAM_HALF);
    dw_stage_puppet(house.stage, BOB)->heading_bam = DW_BAM_HALF;
    for (uint32_t tick = 0; dw_house_explain(&house, ANN).path_count == 0; tick++) {
        assert_true(tick < 60);
        dw_stage_step(house.stage);
    }
    assert_true(ignores_bob(&house));
    while (ignores_bob(&house)) {
        dw_stage_step(house.stage);
    }
    const int32_t off = dw_distance(position(&house, ANN), position(&house, BOB));
    assert_in_range(off, DW_MM(2500) - 8 * 1200, DW_MM(2500));
    while (position(&house, ANN).x < position(&house, BOB).x) {
        assert_true(house.stage->world->tick < 900);
        dw_stage_step(house.stage);
        assert_false(dw_house_guard_state(&house, ANN)->shortened);
    }
    assert_true(position(&house, ANN).y > position(&house, BOB).y); /* East: right is south. */
    dw_house_close(&house);
}

static void a_guard_that_goes_the_same_way_is_followed_at_250_mm(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_corridor(scene, "hall", 0, 0, 14000, 1367);
    dw_scene_room(scene, "end", 14000, 0, 2000, 1367);
    dw_scene_door(scene, "door", HALL, END, 200, 960, DW_SCENE_OPEN);
    dw_house house = open_scene(scene);
    dw_stage_puppet(house.stage, BOB)->heading_bam = 0;
    dw_stage_puppet(house.stage, BOB)->step = (dw_vec){300, 0};
    dw_stage_run(house.stage, 300);
    int32_t least = INT32_MAX;
    int32_t most = 0;
    for (uint32_t tick = 0; tick < 600; tick++) {
        dw_stage_step(house.stage);
        const int32_t gap = position(&house, BOB).x - position(&house, ANN).x - DW_BODY_SIZE;
        least = gap < least ? gap : least;
        most = gap > most ? gap : most;
    }
    print_message("gaps of %d to %d mm\n", least / DW_UNITS_PER_MM, most / DW_UNITS_PER_MM);
    assert_true(least >= DW_MM(250) - 1200 && most <= DW_MM(250) + 1200);
    dw_house_close(&house);
}

/* Ann's path leads through that doorway. */
static bool goes_through(const dw_house *house, uint16_t door)
{
    const dw_mind_view mind = dw_house_explain(house, ANN);
    const dw_rect doorway = house->venue->map->doors[door].doorway;
    dw_vec from = position(house, ANN);
    for (uint8_t i = 0; i < mind.path_count; i++) {
        if (dw_segment_enters(from, mind.path[i], doorway)) {
            return true;
        }
        from = mind.path[i];
    }
    return false;
}

/* Whether Ann takes the other door when Bob stands in the nearest one. */
static bool goes_round(int32_t other_door_mm)
{
    dw_house house = open_house(500, other_door_mm);
    for (uint64_t seed = 1;; seed++) { /* Until Ann's goal is close behind the nearest door. */
        assert_true(seed < 200);
        dw_stage_reset(house.stage, seed, 1);
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(12500, 900), 0);
        dw_stage_put_guard(house.stage, BOB, dw_scene_mm(14000, 900), DW_BAM_HALF);
        dw_stage_step(house.stage);
        if (dw_house_explain(&house, ANN).target.y < DW_MM(1200)) {
            break;
        }
    }
    bool round = false;
    for (uint32_t tick = 0; tick < 60; tick++) {
        dw_stage_step(house.stage);
        round = round || goes_through(&house, 1);
    }
    dw_house_close(&house);
    return round;
}

/* The doors are 1000 mm, 1800 mm and 3500 mm apart; the way round is about twice as much longer. */
static void a_way_round_is_at_most_2500_mm_longer(void **state)
{
    (void)state;
    assert_true(goes_round(1500));
    assert_true(goes_round(2300));
    assert_false(goes_round(4000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_guard_is_solid_from_2500_mm_on_and_passed_on_the_right),
        cmocka_unit_test(a_guard_that_goes_the_same_way_is_followed_at_250_mm),
        cmocka_unit_test(a_way_round_is_at_most_2500_mm_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
