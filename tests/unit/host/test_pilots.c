/* Who may steer a recorded round. */
#include "server/host/playback/pilots.h"
#include "tests/support/test.h"

static void without_rights_the_first_that_came_steers(void **state)
{
    (void)state;
    dw_pilot pilots[] = {{.since_ns = 30}, {.since_ns = 10}, {.since_ns = 20}};
    dw_pilots_choose(pilots, 3);
    assert_true(!pilots[0].may_steer && pilots[1].may_steer && !pilots[2].may_steer);
    dw_pilots_choose(pilots, 1); /* The others have gone. */
    assert_true(pilots[0].may_steer);
    dw_pilots_choose(pilots, 0);
}

static void all_with_a_right_steer_and_nobody_else(void **state)
{
    (void)state;
    dw_pilot pilots[] = {
        {.since_ns = 10}, {.since_ns = 40, .by_right = true}, {.since_ns = 30, .by_right = true}};
    dw_pilots_choose(pilots, 3);
    assert_true(!pilots[0].may_steer && pilots[1].may_steer && pilots[2].may_steer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_rights_the_first_that_came_steers),
        cmocka_unit_test(all_with_a_right_steer_and_nobody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
