/* How many asks of clients that look for servers are answered, in all and by address. */
#include "server/host/discovery_limit.h"
#include "tests/support/test.h"

#define SECOND UINT64_C(1000000000)

static dw_discovery_limit limit;

static uint32_t passed(uint32_t host, uint32_t asks, uint64_t now_ns)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < asks; i++) {
        count += dw_discovery_limit_pass(&limit, host, now_ns) ? 1 : 0;
    }
    return count;
}

static void an_address_has_a_burst_and_then_its_rate(void **state)
{
    (void)state;
    dw_discovery_limit_init(&limit, SECOND);
    assert_int_equal(passed(1, 1000, SECOND), DW_DISCOVERY_BURST);
    assert_int_equal(passed(1, 1000, 2 * SECOND), DW_DISCOVERY_PER_ADDRESS);
    assert_int_equal(passed(1, 1000, 100 * SECOND), DW_DISCOVERY_BURST);
}

static void an_address_over_its_rate_takes_nothing_from_others(void **state)
{
    (void)state;
    dw_discovery_limit_init(&limit, SECOND);
    assert_int_equal(passed(1, 100000, SECOND), DW_DISCOVERY_BURST);
    assert_int_equal(passed(2, 1, SECOND), 1);
}

static void all_addresses_together_have_a_limit(void **state)
{
    (void)state;
    dw_discovery_limit_init(&limit, SECOND);
    uint32_t count = 0;
    for (uint32_t host = 1; host <= 50000; host++) {
        count += passed(host, 1, SECOND);
    }
    assert_int_equal(count, DW_DISCOVERY_PER_SECOND);
    for (uint32_t host = 1; host <= 50000; host++) {
        count += passed(host, 1, 2 * SECOND);
    }
    assert_int_equal(count, 2 * DW_DISCOVERY_PER_SECOND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_has_a_burst_and_then_its_rate),
        cmocka_unit_test(an_address_over_its_rate_takes_nothing_from_others),
        cmocka_unit_test(all_addresses_together_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
