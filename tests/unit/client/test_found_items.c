/* What a client makes of message 63 (client/core/found_items.h, common/world/plan.h). */
#include "client/core/found_items.h"
#include "client/core/mission.h"
#include "common/world/lock.h"
#include "protocol/snapshot_items.h"
#include "tests/support/mission_house.h"
#include "tests/support/test.h"

#include <string.h>

enum { GOLD, LETTER, MAP_ITEM, KEY, STAR };

static dw_scene *scene;
static const dw_map *house; /* With a hidden key. */
static dw_found_items found;

static int begin(void **state)
{
    (void)state;
    scene = dw_scene_create();
    (void)dw_mission_house(scene);
    dw_scene_parts(scene)->items[KEY].hidden = true;
    house = dw_scene_build(scene);
    memset(&found, 0, sizeof found);
    return 0;
}

static int end(void **state)
{
    (void)state;
    dw_found_items_destroy(&found);
    dw_scene_destroy(scene);
    return 0;
}

static const dw_map *start(void)
{
    const dw_map *map = NULL;
    assert_int_equal(dw_found_items_begin(&found, house, &map), DW_OK);
    return map;
}

static void an_item_is_a_blank_until_it_is_found(void **state)
{
    (void)state;
    const dw_map *map = start();
    const dw_snapshot_item items[DW_ITEMS_MAX] = {{0}};
    assert_true(dw_item_is_blank(&map->items[KEY]));
    assert_int_equal(dw_snapshot_usables(map, items, DW_SLOT_NONE).count, 4);
    assert_int_equal(dw_door_keys(map, 1), 0); /* Of the vault. */
    const dw_found_item told = dw_plan_found(house, KEY);
    assert_true(dw_found_items_take(&found, map, &told));
    assert_memory_equal(&map->items[KEY], &house->items[KEY], sizeof house->items[KEY]);
    assert_int_equal(dw_snapshot_usables(map, items, DW_SLOT_NONE).count, 5);
}

static void what_is_told_before_the_map_is_there_counts(void **state)
{
    (void)state;
    const dw_found_item told = dw_plan_found(house, KEY);
    assert_true(dw_found_items_take(&found, NULL, &told));
    assert_string_equal(start()->items[KEY].name, "vault key");
    dw_found_items_reset(&found);
    assert_true(dw_item_is_blank(&start()->items[KEY]));
}

static void a_map_that_hides_nothing_is_not_copied(void **state)
{
    (void)state;
    dw_scene_parts(scene)->items[KEY].hidden = false;
    house = dw_scene_build(scene);
    assert_ptr_equal(start(), house);
}

static void what_cannot_be_of_the_map_is_refused(void **state)
{
    (void)state;
    const dw_map *map = start();
    const dw_found_item good = dw_plan_found(house, KEY);
    dw_found_item bad[8];
    for (uint32_t i = 0; i < 8; i++) {
        bad[i] = good;
    }
    bad[0].index = 5;                               /* No such item, */
    bad[1].index = LETTER;                          /* one that is not hidden, */
    bad[2].opens = 2;                               /* no such lock, */
    bad[3].opens = 0;                               /* a key without one, */
    bad[4].kind = DW_ITEM_OBJECTIVE;                /* never hidden, */
    bad[5].area.max.x += DW_MM(100000);             /* in no room, */
    bad[6].area.max.x = bad[6].area.min.x;          /* without an inside, */
    memcpy(bad[7].name, "letter", sizeof "letter"); /* the name of another one. */
    for (uint32_t i = 0; i < 8; i++) {
        assert_false(dw_found_items_take(&found, map, &bad[i]));
        assert_true(dw_item_is_blank(&map->items[KEY]));
    }
    assert_true(dw_found_items_take(&found, NULL, &bad[1]));
    assert_int_equal(dw_found_items_begin(&found, house, &map), DW_INVALID);
}

static void a_part_about_a_hidden_item_points_nowhere_until_it_is_found(void **state)
{
    (void)state;
    const dw_map *map = start();
    const dw_snapshot_item items[DW_ITEMS_MAX] = {{0}};
    dw_client_mission mission = {.on = true, .part_count = 1};
    mission.parts[0] = (dw_mission_part){.kind = DW_PART_TAKE, .item = KEY + 1};
    mission.rows[0].state = DW_PART_OPEN;
    assert_int_equal(dw_mission_aim_of(&mission, 0, 0, map, items).kind, DW_AIM_SEARCH);
    const dw_found_item told = dw_plan_found(house, KEY);
    assert_true(dw_found_items_take(&found, map, &told));
    const dw_mission_aim aim = dw_mission_aim_of(&mission, 0, 0, map, items);
    assert_int_equal(aim.kind, DW_AIM_ITEM);
    assert_memory_equal(&aim.area, &house->items[KEY].area, sizeof aim.area);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_item_is_a_blank_until_it_is_found, begin, end),
        cmocka_unit_test_setup_teardown(what_is_told_before_the_map_is_there_counts, begin, end),
        cmocka_unit_test_setup_teardown(a_map_that_hides_nothing_is_not_copied, begin, end),
        cmocka_unit_test_setup_teardown(what_cannot_be_of_the_map_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(a_part_about_a_hidden_item_points_nowhere_until_it_is_found,
                                        begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
