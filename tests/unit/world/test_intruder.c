#include "common/base/check.h"
#include "common/world/intruder.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

/* Two rooms; two doors between them, and the objective on a low table of room a. */
typedef struct place {
    dw_scene *scene;
    const dw_map *map;
    dw_door_set open;
    dw_ruleset rules;
} place;

static int set_up(void **state)
{
    static place p;
    p.scene = dw_scene_create();
    const uint16_t a = dw_scene_room(p.scene, "a", 0, 0, 4000, 4000);
    const uint16_t b = dw_scene_room(p.scene, "b", 4000, 0, 4000, 4000);
    dw_scene_door(p.scene, "north", a, b, 500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(p.scene, "south", b, a, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(p.scene, 2600, 1700, 600, 600, 200);
    dw_scene_objective(p.scene, 2800, 1900, 200, 200);
    dw_scene_spawn(p.scene, 1000, 2000);
    p.map = dw_scene_build(p.scene);
    p.open = dw_map_doors_at_start(p.map);
    p.rules = dw_ruleset_reference();
    *state = &p;
    return 0;
}

static int tear_down(void **state)
{
    dw_scene_destroy(((place *)*state)->scene);
    return 0;
}

static dw_body walk(const place *p, dw_body body, dw_direction direction, uint8_t buttons)
{
    const dw_intent intent = {.direction = (uint8_t)direction, .buttons = buttons};
    (void)dw_intruder_walk(&body, intent, &p->rules, p->map, &p->open, NULL, 0);
    return body;
}

static const dw_body standing = {.position = {DW_MM(1000), DW_MM(2000)}, .heading_bam = 1234};

static void gaits_have_their_speeds(void **state)
{
    const place *p = *state;
    assert_int_equal(walk(p, standing, DW_EAST, 0).position.x, DW_MM(1000) + 1800);
    assert_int_equal(walk(p, standing, DW_EAST, DW_BUTTON_CROUCH).position.x, DW_MM(1000) + 900);
    assert_int_equal(walk(p, standing, DW_EAST, DW_BUTTON_SPRINT).position.x, DW_MM(1000) + 3300);
}

static void steps_are_as_far_apart_and_as_loud_as_gait_and_floor_say(void **state)
{
    const place *p = *state;
    static const struct {
        bool crouching, sprinting;
        int32_t stride_mm, level_db10;
    } rows[] = {{false, false, 700, 400}, {true, false, 450, 260}, {false, true, 1000, 550}};
    for (uint32_t i = 0; i < DW_COUNT_OF(rows); i++) {
        const dw_body body = {.crouching = rows[i].crouching, .sprinting = rows[i].sprinting};
        const dw_footfall wood =
            dw_intruder_footfall(dw_intruder_gait_of(&body), &p->rules, DW_FLOOR_WOOD);
        const dw_footfall gravel =
            dw_intruder_footfall(dw_intruder_gait_of(&body), &p->rules, DW_FLOOR_GRAVEL);
        const dw_footfall carpet =
            dw_intruder_footfall(dw_intruder_gait_of(&body), &p->rules, DW_FLOOR_CARPET);
        assert_int_equal(wood.stride_mm, rows[i].stride_mm);
        assert_int_equal(carpet.stride_mm, rows[i].stride_mm);
        assert_int_equal(wood.level_db10, rows[i].level_db10);
        assert_int_equal(gravel.level_db10, rows[i].level_db10 + 80);
        assert_int_equal(carpet.level_db10, rows[i].level_db10 - 100);
    }
}

static void crouch_wins_over_sprint(void **state)
{
    const place *p = *state;
    const dw_body body = walk(p, standing, DW_EAST, DW_BUTTON_CROUCH | DW_BUTTON_SPRINT);
    assert_int_equal(body.position.x, DW_MM(1000) + 900);
    assert_true(body.crouching);
    assert_false(body.sprinting);
}

static void an_intruder_that_stands_keeps_its_heading_and_may_crouch(void **state)
{
    const place *p = *state;
    const dw_body body = walk(p, standing, DW_STAND, DW_BUTTON_CROUCH);
    assert_int_equal(body.heading_bam, 1234);
    assert_true(body.crouching);
    assert_false(body.moving);
    assert_false(walk(p, body, DW_STAND, DW_BUTTON_SPRINT).sprinting);
    assert_false(walk(p, body, DW_STAND, 0).crouching);
}

static void the_heading_follows_the_keys_into_a_wall(void **state)
{
    const place *p = *state;
    dw_body body = standing;
    body.position = (dw_vec){DW_MM(350), DW_MM(2000)};
    body = walk(p, body, DW_WEST, 0);
    assert_int_equal(body.position.x, DW_MM(350));
    assert_int_equal(body.heading_bam, DW_BAM_HALF);
}

static void bodies_in_the_way_stop_an_intruder(void **state)
{
    const place *p = *state;
    dw_body body = standing;
    const dw_rect guard = dw_rect_around((dw_vec){DW_MM(1510), DW_MM(2000)}, DW_BODY_HALF);
    const dw_intent intent = {.direction = DW_EAST, .buttons = DW_BUTTON_SPRINT};
    const dw_move_result result =
        dw_intruder_walk(&body, intent, &p->rules, p->map, &p->open, &guard, 1);
    assert_int_equal(body.position.x, DW_MM(1010));
    assert_int_equal(result.touched_count, 1);
}

static dw_usables one_item(dw_rect area, uint16_t furniture)
{
    dw_usables items = {.count = 0};
    dw_usables_add_item(&items, 3, area, furniture);
    return items;
}

static dw_use use_at(const place *p, int32_t x, int32_t y, bool objective_there)
{
    const dw_usables items = one_item(p->map->items[0].area, p->map->items[0].furniture);
    return dw_intruder_choose_use(p->map, &p->open, &p->rules, (dw_vec){DW_MM(x), DW_MM(y)},
                                  objective_there ? &items : NULL);
}

static void the_objective_goes_before_a_nearer_door(void **state)
{
    const place *p = *state;
    assert_int_equal(use_at(p, 3450, 1750, true).kind, DW_USE_ITEM);
    const dw_use use = use_at(p, 3450, 1750, false);
    assert_int_equal(use.kind, DW_USE_DOOR);
    assert_int_equal(use.index, 0);
}

static void the_objective_is_out_of_reach_from_further_off(void **state)
{
    const place *p = *state;
    assert_int_equal(use_at(p, 2000, 2000, true).kind, DW_USE_ITEM);
    assert_int_equal(use_at(p, 1999, 2000, true).kind, DW_USE_NOTHING);
}

static void the_nearest_door_is_used_and_the_lower_index_on_a_tie(void **state)
{
    const place *p = *state;
    assert_int_equal(use_at(p, 3600, 2100, false).index, 1);
    assert_int_equal(use_at(p, 3600, 1900, false).index, 0);
    assert_int_equal(use_at(p, 3600, 2000, false).index, 0);
}

static void a_door_works_from_either_side_and_not_from_afar(void **state)
{
    const place *p = *state;
    assert_int_equal(use_at(p, 4800, 3000, false).index, 1);
    assert_int_equal(use_at(p, 4901, 3000, false).kind, DW_USE_NOTHING);
    assert_int_equal(use_at(p, 9000, 3000, false).kind, DW_USE_NOTHING);
}

static void a_wall_between_keeps_hands_off(void **state)
{
    const place *p = *state;
    /* 300 mm from the objective if there were no wall: moved to beside it, in room b. */
    const dw_rect thing = dw_rect_around((dw_vec){DW_MM(3800), DW_MM(2000)}, DW_MM(50));
    const dw_usables items = one_item(thing, DW_NONE);
    const dw_use use = dw_intruder_choose_use(p->map, &p->open, &p->rules,
                                              (dw_vec){DW_MM(4350), DW_MM(2000)}, &items);
    assert_int_not_equal(use.kind, DW_USE_ITEM);
}

static void furniture_that_does_not_carry_it_keeps_hands_off(void **state)
{
    const place *p = *state;
    /* On the floor behind the table. */
    const dw_rect thing = dw_rect_around((dw_vec){DW_MM(2500), DW_MM(2000)}, DW_MM(50));
    const dw_vec at = {DW_MM(3240), DW_MM(2000)};
    const dw_usables on_floor = one_item(thing, DW_NONE);
    const dw_usables on_table = one_item(thing, 0);
    assert_int_not_equal(dw_intruder_choose_use(p->map, &p->open, &p->rules, at, &on_floor).kind,
                         DW_USE_ITEM);
    assert_int_equal(dw_intruder_choose_use(p->map, &p->open, &p->rules, at, &on_table).kind,
                     DW_USE_ITEM);
}

/* The table keeps hands off the nearer item on the floor behind it: the other one is taken. */
static void of_two_items_the_nearest_in_reach_is_taken_and_the_lower_index_on_a_tie(void **state)
{
    const place *p = *state;
    const dw_vec at = {DW_MM(3240), DW_MM(2400)};
    dw_usables items = {.count = 0};
    dw_usables_add_item(&items, 2, dw_item_dropped_at((dw_vec){DW_MM(3240), DW_MM(2980)}), DW_NONE);
    dw_usables_add_item(&items, 5, dw_item_dropped_at((dw_vec){DW_MM(3240), DW_MM(2979)}), DW_NONE);
    dw_usables_add_item(&items, 6, dw_item_dropped_at((dw_vec){DW_MM(3240), DW_MM(2979)}), DW_NONE);
    dw_use use = dw_intruder_choose_use(p->map, &p->open, &p->rules, at, &items);
    assert_int_equal(use.kind, DW_USE_ITEM);
    assert_int_equal(use.index, 5);
    dw_usables_add_item(&items, 7, dw_item_dropped_at((dw_vec){DW_MM(2900), DW_MM(2000)}), DW_NONE);
    use = dw_intruder_choose_use(p->map, &p->open, &p->rules, at, &items);
    assert_int_equal(use.index, 5);
    items.rows[3].furniture = 0;
    use = dw_intruder_choose_use(p->map, &p->open, &p->rules, at, &items);
    assert_int_equal(use.index, 7);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(gaits_have_their_speeds),
        TEST(steps_are_as_far_apart_and_as_loud_as_gait_and_floor_say),
        TEST(crouch_wins_over_sprint),
        TEST(an_intruder_that_stands_keeps_its_heading_and_may_crouch),
        TEST(the_heading_follows_the_keys_into_a_wall),
        TEST(bodies_in_the_way_stop_an_intruder),
        TEST(the_objective_goes_before_a_nearer_door),
        TEST(the_objective_is_out_of_reach_from_further_off),
        TEST(the_nearest_door_is_used_and_the_lower_index_on_a_tie),
        TEST(a_door_works_from_either_side_and_not_from_afar),
        TEST(a_wall_between_keeps_hands_off),
        TEST(furniture_that_does_not_carry_it_keeps_hands_off),
        TEST(of_two_items_the_nearest_in_reach_is_taken_and_the_lower_index_on_a_tie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
