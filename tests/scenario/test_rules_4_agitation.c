/* Rules 4.80 and 4.81 of server/RULES.md: what guards do more thoroughly once they are agitated. */
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* A long gallery between two rooms that form a ring with it, and a closet with an open door. Cal
 * stands in the closet and only talks. The straight path of Ann's patrol passes the closet's door.
 *
 *     +------+---------closet-+-------+
 *     | west 0      +--3--+   |       |
 *     |      |     gallery    1 east  |
 *     +------+----------------+-------+
 *     |            back  (doors 2, 4) |
 *     +-------------------------------+
 */
enum { WEST, GALLERY, EAST, CLOSET, BACK };
enum { WEST_GALLERY, GALLERY_EAST, WEST_BACK, GALLERY_CLOSET, EAST_BACK };
enum { CAL, ANN };
enum { DELAY_TICKS = 30, THOROUGH_MM = 2500 };

static dw_house open_house(const dw_strategy *strategy, int32_t search_room_ticks_max)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 4000, 4000, 2000);
    dw_scene_room(scene, "gallery", 4000, 4000, 16000, 2000);
    dw_scene_room(scene, "east", 20000, 4000, 4000, 2000);
    dw_scene_room(scene, "closet", 10000, 0, 4000, 4000);
    dw_scene_room(scene, "back", 0, 6000, 24000, 3000);
    dw_scene_door(scene, "west-gallery", WEST, GALLERY, 4300, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-east", GALLERY, EAST, 4300, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "west-back", WEST, BACK, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-closet", GALLERY, CLOSET, 11500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "east-back", EAST, BACK, 22000, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "round", "west, east");
    dw_scene_patrol(scene, "post", "closet");
    dw_scene_guard(scene, "cal", 13500, 500, 90, "post");
    dw_scene_guard(scene, "ann", 4600, 5000, 0, "round");
    dw_scene_spawn(scene, 500, 8500);
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy = *strategy;
    rules.search_room_ticks_max = search_room_ticks_max;
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = 300;
    dw_house house = dw_house_open_with(scene, &rules);
    dw_house_set_brain(&house, CAL, &dw_brain_caller);
    return house;
}

static void tell(dw_house *house, uint16_t room, uint8_t agitation)
{
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = agitation, .room = room};
    dw_house_say(house, &report);
}

typedef struct outing {
    bool entered[BACK + 1];
    int32_t furthest_mm;    /* In the gallery, from its west wall. */
    uint32_t gallery_ticks; /* In which the gallery was searched. */
} outing;

/* Ann hears of somebody in the gallery, in which it stands, and searches until it is done. */
static outing search_gallery(const dw_strategy *strategy, int32_t search_room_ticks_max)
{
    dw_house house = open_house(strategy, search_room_ticks_max);
    outing it = {.furthest_mm = 0};
    tell(&house, GALLERY, 1);
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(4600, 5000), 0);
    assert_true(dw_house_run_until(&house, ANN, "search", DELAY_TICKS + 1));
    for (uint32_t tick = 0; dw_house_wants(&house, ANN, "search"); tick++) {
        assert_true(tick < 60 * 180);
        const dw_actor *ann = dw_house_guard(&house, ANN);
        if (dw_house_explain(&house, ANN).room == GALLERY) {
            const int32_t x_mm = ann->body.position.x / DW_UNITS_PER_MM;
            it.furthest_mm = x_mm > it.furthest_mm ? x_mm : it.furthest_mm;
            it.gallery_ticks++;
        }
        dw_stage_step(house.stage);
        it.entered[ann->room] = true;
    }
    dw_house_close(&house);
    return it;
}

static void a_thorough_search_goes_on_in_all_adjoining_rooms(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    strategy.thorough_agitation = 2; /* The report says 1. */
    const outing hasty = search_gallery(&strategy, 1800);
    assert_true(hasty.entered[GALLERY] && hasty.entered[CLOSET]);
    assert_false(hasty.entered[WEST] || hasty.entered[EAST]);
    strategy.thorough_agitation = 1;
    const outing thorough = search_gallery(&strategy, 1800);
    assert_true(thorough.entered[GALLERY] && thorough.entered[CLOSET]);
    assert_true(thorough.entered[WEST] && thorough.entered[EAST]);
    assert_false(thorough.entered[BACK]);
}

/* From the west end all corners of the gallery are in view. */
static void a_thorough_guard_looks_at_each_spot_from_near(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    assert_true(search_gallery(&strategy, 1800).furthest_mm < 20000 - 2 * THOROUGH_MM);
    strategy.thorough_agitation = 1;
    const outing thorough = search_gallery(&strategy, 1800);
    assert_true(thorough.furthest_mm > 20000 - THOROUGH_MM - 500);
}

static void a_thorough_guard_gives_a_room_twice_the_time(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    strategy.thorough_agitation = 1;
    const outing thorough = search_gallery(&strategy, 100);
    assert_in_range(thorough.gallery_ticks, 199, 201);
}

/* Ann has heard of somebody, walks through the gallery, and is past the closet's door. */
static bool closet_is_open_after_ann_has_passed(const dw_strategy *strategy)
{
    dw_house house = open_house(strategy, 1800);
    tell(&house, WEST, 1);
    dw_stage_run(house.stage, DELAY_TICKS + 2);
    const int32_t from_mm = 10000;
    const int32_t to_mm = 14000;
    bool before = false;
    for (uint32_t tick = 0; tick < 60 * 120; tick++) {
        const dw_actor *ann = dw_house_guard(&house, ANN);
        const int32_t x_mm = ann->body.position.x / DW_UNITS_PER_MM;
        before |= ann->room == GALLERY && x_mm < from_mm;
        if (before && ann->room == GALLERY && x_mm > to_mm) {
            const bool open = dw_door_set_has(&house.stage->world->open, GALLERY_CLOSET);
            dw_house_close(&house);
            return open;
        }
        dw_stage_step(house.stage);
    }
    fail_msg("Ann never walks through the gallery");
    return false;
}

static void a_guard_shuts_the_open_doors_that_it_passes_from_that_agitation_on(void **state)
{
    (void)state;
    dw_strategy strategy = dw_strategy_reference();
    assert_true(closet_is_open_after_ann_has_passed(&strategy));
    strategy.shut_doors_agitation = 2;
    assert_true(closet_is_open_after_ann_has_passed(&strategy));
    strategy.shut_doors_agitation = 1;
    assert_false(closet_is_open_after_ann_has_passed(&strategy));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thorough_search_goes_on_in_all_adjoining_rooms),
        cmocka_unit_test(a_thorough_guard_looks_at_each_spot_from_near),
        cmocka_unit_test(a_thorough_guard_gives_a_room_twice_the_time),
        cmocka_unit_test(a_guard_shuts_the_open_doors_that_it_passes_from_that_agitation_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
