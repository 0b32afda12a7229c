/* What hands hold: one large item, or up to four small ones. */
#include "common/world/hands.h"
#include "tests/support/test.h"

/* Items 0 and 1 are large, the others small. */
static const dw_map *shelf(void)
{
    static dw_map map = {.item_count = DW_ITEMS_MAX};
    map.items[0].large = true;
    map.items[1].large = true;
    return &map;
}

static void empty_hands_take_anything(void **state)
{
    (void)state;
    for (uint16_t i = 0; i < DW_ITEMS_MAX; i++) {
        assert_true(dw_hands_take(shelf(), 0, i));
    }
}

static void a_large_item_leaves_no_hand_free(void **state)
{
    (void)state;
    assert_false(dw_hands_take(shelf(), 0x01, 1));
    assert_false(dw_hands_take(shelf(), 0x01, 2));
    assert_false(dw_hands_take(shelf(), 0x04, 0));
}

static void four_small_items_are_the_most(void **state)
{
    (void)state;
    assert_true(dw_hands_take(shelf(), 0x1c, 5));
    assert_false(dw_hands_take(shelf(), 0x3c, 6));
    assert_true(dw_hands_hold(shelf(), 0x3c));
    assert_false(dw_hands_hold(shelf(), 0x7c));
}

static void what_is_held_is_not_taken_again(void **state)
{
    (void)state;
    assert_false(dw_hands_take(shelf(), 0x04, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_hands_take_anything),
        cmocka_unit_test(a_large_item_leaves_no_hand_free),
        cmocka_unit_test(four_small_items_are_the_most),
        cmocka_unit_test(what_is_held_is_not_taken_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
