#include "common/world/floor.h"
#include "tests/support/test.h"

static void floors_have_the_speed_and_loudness_of_the_rules(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int32_t loudness_db10, speed_percent;
    } rows[] = {{"wood", 0, 100},    {"tile", 30, 100},  {"carpet", -100, 100}, {"stone", 20, 100},
                {"grass", -60, 100}, {"gravel", 80, 90}, {"water", 100, 60},    {"metal", 80, 100}};
    assert_int_equal(DW_FLOOR_COUNT, sizeof rows / sizeof rows[0]);
    for (uint32_t i = 0; i < DW_FLOOR_COUNT; i++) {
        assert_string_equal(dw_floor_name((dw_floor)i), rows[i].name);
        assert_int_equal(dw_floor_loudness_db10((dw_floor)i), rows[i].loudness_db10);
        assert_int_equal(dw_floor_speed_percent((dw_floor)i), rows[i].speed_percent);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_have_the_speed_and_loudness_of_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
