/* snapshot_items.h: what a snapshot's items are on a map with three objectives. */
#include "protocol/snapshot_items.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

typedef struct house {
    dw_scene *scene;
    const dw_map *map;
    dw_snapshot_item items[DW_ITEMS_MAX];
} house;

enum { OWN = 2, MATE = 5 };

/* The first objective lies on a table. */
static house open_house(void)
{
    house h = {.scene = dw_scene_create()};
    dw_scene_room(h.scene, "hall", 2000, 1000, 8000, 6000);
    dw_scene_furniture(h.scene, 4000, 3000, 800, 800, 500);
    dw_scene_objective(h.scene, 4300, 3300, 200, 200);
    dw_scene_item(h.scene, "vase", 7000, 3000);
    dw_scene_item(h.scene, "clock", 8000, 5000);
    dw_scene_spawn(h.scene, 3000, 2000);
    h.map = dw_scene_build(h.scene);
    return h;
}

static void items_lie_in_their_places_or_where_they_were_dropped(void **state)
{
    (void)state;
    house h = open_house();
    h.items[1] = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = MATE};
    h.items[2] = (dw_snapshot_item){.state = DW_ITEM_DROPPED, .x = 100, .y = 50};
    const dw_usables lying = dw_snapshot_usables(h.map, h.items, OWN);
    assert_int_equal(lying.count, 2);
    assert_int_equal(lying.rows[0].index, 0);
    assert_int_equal(lying.rows[0].furniture, 0);
    assert_memory_equal(&lying.rows[0].area, &h.map->items[0].area, sizeof(dw_rect));
    /* The middle of step 100, 50 from the corner of the hall, and 300 mm wide. */
    assert_int_equal(lying.rows[1].index, 2);
    assert_int_equal(lying.rows[1].furniture, DW_NONE);
    assert_int_equal(lying.rows[1].area.min.x, DW_MM(2000 + 1608 - 150));
    assert_int_equal(lying.rows[1].area.max.y, DW_MM(1000 + 808 + 150));
    h.items[0].state = DW_ITEM_DROPPED;
    assert_int_equal(dw_snapshot_item_furniture(h.map, h.items, 0), DW_NONE);
    dw_scene_destroy(h.scene);
}

static void nothing_lies_for_full_hands(void **state)
{
    (void)state;
    house h = open_house();
    assert_int_equal(dw_snapshot_item_of(h.items, 0), DW_NONE); /* HOME has carrier 0, too. */
    assert_int_equal(dw_snapshot_usables(h.map, h.items, 0).count, 3);
    h.items[1] = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = OWN};
    assert_int_equal(dw_snapshot_item_of(h.items, OWN), 1);
    assert_int_equal(dw_snapshot_usables(h.map, h.items, OWN).count, 0);
    assert_int_equal(dw_snapshot_usables(h.map, h.items, MATE).count, 2);
    dw_scene_destroy(h.scene);
}

static void the_round_is_about_the_objective_that_is_furthest_on(void **state)
{
    (void)state;
    house h = open_house();
    assert_int_equal(dw_snapshot_objective(h.map, h.items, OWN), 0);
    h.items[1] = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = MATE};
    assert_int_equal(dw_snapshot_objective(h.map, h.items, OWN), 1);
    h.items[2] = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = OWN};
    assert_int_equal(dw_snapshot_objective(h.map, h.items, OWN), 2);
    assert_int_equal(dw_snapshot_objective(h.map, h.items, MATE), 1);
    assert_int_equal(dw_snapshot_objective(h.map, h.items, DW_SLOT_NONE), 1);
    h.items[0] = (dw_snapshot_item){.state = DW_ITEM_DELIVERED};
    assert_int_equal(dw_snapshot_objective(h.map, h.items, OWN), 0);
    dw_scene_destroy(h.scene);
}

static void items_beyond_the_last_one_of_the_map_do_not_fit_unless_they_lie_as_baits(void **state)
{
    (void)state;
    house h = open_house();
    h.items[2].state = DW_ITEM_DELIVERED;
    assert_true(dw_snapshot_items_fit(h.map, h.items));
    for (uint32_t i = 3; i < DW_ITEMS_MAX; i++) {
        h.items[i] = (dw_snapshot_item){.state = DW_ITEM_CARRIED};
        assert_false(dw_snapshot_items_fit(h.map, h.items));
        h.items[i] = (dw_snapshot_item){.state = DW_ITEM_DROPPED, .x = 100, .y = 50};
        assert_true(dw_snapshot_items_fit(h.map, h.items));
        dw_vec baits[DW_ITEMS_MAX];
        assert_int_equal(dw_snapshot_baits(h.map, h.items, baits), 1);
        assert_int_equal(baits[0].x, DW_MM(2000 + 1608));
        assert_int_equal(dw_snapshot_usables(h.map, h.items, OWN).count, 2);
        h.items[i] = (dw_snapshot_item){0};
    }
    dw_scene_destroy(h.scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_lie_in_their_places_or_where_they_were_dropped),
        cmocka_unit_test(nothing_lies_for_full_hands),
        cmocka_unit_test(the_round_is_about_the_objective_that_is_furthest_on),
        cmocka_unit_test(items_beyond_the_last_one_of_the_map_do_not_fit_unless_they_lie_as_baits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
