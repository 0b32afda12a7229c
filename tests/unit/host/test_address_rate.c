/* How often an address may join: its bucket, and which address a full set of the table forgets. */
#include "server/host/address_rate.h"
#include "tests/support/test.h"

enum {
    CROWD = DW_ADDRESS_WAYS + 1,
    COST_MS = DW_ADDRESS_JOINS_MS / DW_ADDRESS_JOINS, /* Until there is credit for one more. */
    STEP_MS = 100
};

_Static_assert(2 * CROWD * STEP_MS < COST_MS, "nobody earns a join meanwhile");

static dw_address_rate table;
static uint32_t crowd[CROWD]; /* Addresses of one set. */

/* The set that an address falls into, read from the table itself. */
static uint32_t set_of(uint32_t host)
{
    static dw_address_rate trial;
    memset(&trial, 0, sizeof trial);
    (void)dw_address_rate_pass(&trial, host, 0);
    uint32_t set = 0;
    while (set < DW_ADDRESS_SETS && trial.rows[set][0].host != host) {
        set++;
    }
    assert_true(set < DW_ADDRESS_SETS);
    return set;
}

static int find_crowd(void **state)
{
    (void)state;
    uint32_t count = 0;
    const uint32_t set = set_of(1);
    for (uint32_t host = 1; count < CROWD; host++) {
        if (set_of(host) == set) {
            crowd[count++] = host;
        }
    }
    return 0;
}

static void spend_all(uint32_t host, uint32_t now_ms)
{
    for (uint32_t i = 0; i < DW_ADDRESS_JOINS; i++) {
        assert_true(dw_address_rate_has(&table, host, now_ms));
        assert_true(dw_address_rate_pass(&table, host, now_ms));
    }
    assert_false(dw_address_rate_has(&table, host, now_ms));
    assert_false(dw_address_rate_pass(&table, host, now_ms));
}

static void an_address_earns_a_join_every_four_seconds_and_five_at_most(void **state)
{
    (void)state;
    memset(&table, 0, sizeof table);
    spend_all(7, 1000);
    assert_false(dw_address_rate_pass(&table, 7, 1000 + COST_MS - 1));
    assert_true(dw_address_rate_pass(&table, 7, 1000 + COST_MS));
    assert_false(dw_address_rate_pass(&table, 7, 1000 + COST_MS));
    spend_all(7, 1000 + 100 * COST_MS);
}

static void addresses_of_one_set_do_not_share_their_credit(void **state)
{
    (void)state;
    memset(&table, 0, sizeof table);
    for (uint32_t i = 0; i < DW_ADDRESS_WAYS; i++) {
        spend_all(crowd[i], 1000);
    }
    for (uint32_t i = 0; i < DW_ADDRESS_WAYS; i++) {
        assert_false(dw_address_rate_has(&table, crowd[i], 1000));
    }
}

/* The address at `quiet` is heard before all others, which follow in the table's order. */
static void fill_set(uint32_t quiet, uint32_t start_ms)
{
    memset(&table, 0, sizeof table);
    for (uint32_t i = 0; i < DW_ADDRESS_WAYS; i++) {
        spend_all(crowd[i], start_ms);
    }
    for (uint32_t i = 0; i < DW_ADDRESS_WAYS; i++) {
        if (i != quiet) { /* A refused join is heard too. */
            assert_false(dw_address_rate_pass(&table, crowd[i], start_ms + (1 + i) * STEP_MS));
        }
    }
}

static void a_full_set_forgets_the_address_that_has_been_quiet_longest(void **state)
{
    (void)state;
    const uint32_t starts[] = {1000, UINT32_MAX - 2 * STEP_MS}; /* The clock may wrap. */
    for (uint32_t k = 0; k < 2 * DW_ADDRESS_WAYS; k++) {
        const uint32_t quiet = k / 2;
        const uint32_t start_ms = starts[k % 2];
        const uint32_t now_ms = start_ms + CROWD * STEP_MS;
        fill_set(quiet, start_ms);
        spend_all(crowd[DW_ADDRESS_WAYS], now_ms);
        for (uint32_t i = 0; i < CROWD; i++) {
            if (i != quiet) {
                assert_false(dw_address_rate_has(&table, crowd[i], now_ms));
            }
        }
        spend_all(crowd[quiet], now_ms); /* Forgotten, and with it that its credit was spent. */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_earns_a_join_every_four_seconds_and_five_at_most),
        cmocka_unit_test(addresses_of_one_set_do_not_share_their_credit),
        cmocka_unit_test(a_full_set_forgets_the_address_that_has_been_quiet_longest),
    };
    return cmocka_run_group_tests(tests, find_crowd, NULL);
}
