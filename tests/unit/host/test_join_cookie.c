/* Join cookies and the rate of joins by address. */
#include "server/host/address_rate.h"
#include "server/host/join_cookie.h"
#include "tests/support/test.h"

#include <arpa/inet.h>

static dw_cookie_jar jar;

static dw_cookie_holder holder_at(uint32_t address, uint16_t port, uint8_t number)
{
    return (dw_cookie_holder){htonl(address), port, {number, 2, 3, 4}};
}

static void the_right_cookie_is_good_and_only_for_its_holder(void **state)
{
    (void)state;
    dw_cookie_jar_init(&jar, 1000);
    const dw_cookie_holder holder = holder_at(0x7f000002, 4000, 1);
    const uint32_t cookie = dw_cookie_make(&jar, &holder);
    assert_int_equal(dw_cookie_check(&jar, &holder, cookie), DW_COOKIE_GOOD);
    assert_int_equal(dw_cookie_check(&jar, &holder, cookie ^ 1), DW_COOKIE_WRONG);
    assert_int_equal(dw_cookie_check(&jar, &holder, 0), DW_COOKIE_WRONG);
    const dw_cookie_holder others[] = {holder_at(0x7f000003, 4000, 1),
                                       holder_at(0x7f000002, 4001, 1),
                                       holder_at(0x7f000002, 4000, 2)};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(dw_cookie_check(&jar, &others[i], cookie), DW_COOKIE_WRONG);
    }
}

static void a_cookie_lasts_one_life_and_never_two(void **state)
{
    (void)state;
    const uint32_t life = DW_COOKIE_LIFE_S * 1000;
    /* Wherever in a period it was made, and across the wrap of the clock. */
    for (uint32_t start = 0; start < life; start += 499) {
        const uint32_t made = UINT32_MAX - 20000 + start;
        dw_cookie_jar_init(&jar, UINT32_MAX - 20000);
        dw_cookie_jar_advance(&jar, made);
        const dw_cookie_holder holder = holder_at(0x0a000001, 1, 9);
        const uint32_t cookie = dw_cookie_make(&jar, &holder);
        for (uint32_t age = 0; age <= life; age += 500) {
            dw_cookie_jar_advance(&jar, made + age);
            assert_int_equal(dw_cookie_check(&jar, &holder, cookie), DW_COOKIE_GOOD);
        }
        dw_cookie_jar_advance(&jar, made + 2 * life);
        assert_int_equal(dw_cookie_check(&jar, &holder, cookie), DW_COOKIE_WRONG);
    }
}

static void a_cookie_is_gone_after_a_long_pause(void **state)
{
    (void)state;
    dw_cookie_jar_init(&jar, 0);
    const dw_cookie_holder holder = holder_at(0x0a000001, 1, 9);
    const uint32_t cookie = dw_cookie_make(&jar, &holder);
    /* An odd number of periods: the key that made it was not the next one to be replaced. */
    dw_cookie_jar_advance(&jar, 3 * DW_COOKIE_LIFE_S * 1000);
    assert_int_equal(dw_cookie_check(&jar, &holder, cookie), DW_COOKIE_WRONG);
    dw_cookie_jar_init(&jar, 0);
    const uint32_t other = dw_cookie_make(&jar, &holder);
    dw_cookie_jar_advance(&jar, 4 * DW_COOKIE_LIFE_S * 1000);
    assert_int_equal(dw_cookie_check(&jar, &holder, other), DW_COOKIE_WRONG);
}

static bool is_spent(const dw_cookie_holder *holder)
{
    return dw_cookie_check(&jar, holder, dw_cookie_make(&jar, holder)) == DW_COOKIE_SPENT;
}

/* Another holder whose spent cookie has that one's forgotten: they share a row. */
static dw_cookie_holder find_neighbour(const dw_cookie_holder *holder)
{
    for (uint32_t port = 1; port < 65536; port++) {
        const dw_cookie_holder other = holder_at(0x7f000003, (uint16_t)port, 1);
        dw_cookie_jar_init(&jar, 0);
        dw_cookie_spend(&jar, holder);
        dw_cookie_spend(&jar, &other);
        if (!is_spent(holder)) {
            return other;
        }
    }
    fail_msg("no two holders share a row");
    return *holder;
}

static void two_holders_of_one_row_are_not_taken_for_each_other(void **state)
{
    (void)state;
    const dw_cookie_holder holder = holder_at(0x7f000002, 4000, 1);
    const dw_cookie_holder other = find_neighbour(&holder);
    assert_true(is_spent(&other));
    assert_false(is_spent(&holder)); /* Forgotten, and not refused for the other's. */
    dw_cookie_spend(&jar, &holder);
    assert_true(is_spent(&holder));
    assert_false(is_spent(&other));
}

static void a_spent_cookie_is_forgotten_when_it_could_not_be_good_any_more(void **state)
{
    (void)state;
    const dw_cookie_holder holder = holder_at(0x7f000002, 4000, 1);
    for (uint32_t periods = 0; periods < 8; periods++) {
        dw_cookie_jar_init(&jar, 0);
        dw_cookie_spend(&jar, &holder);
        dw_cookie_jar_advance(&jar, periods * DW_COOKIE_LIFE_S * 1000);
        assert_int_equal(is_spent(&holder), periods <= 2);
    }
}

static void a_spent_cookie_is_refused_while_it_would_be_good(void **state)
{
    (void)state;
    dw_cookie_jar_init(&jar, 0);
    const dw_cookie_holder holder = holder_at(0x7f000002, 4000, 1);
    const dw_cookie_holder other = holder_at(0x7f000002, 4000, 2);
    const uint32_t cookie = dw_cookie_make(&jar, &holder);
    dw_cookie_spend(&jar, &holder);
    assert_int_equal(dw_cookie_check(&jar, &holder, cookie), DW_COOKIE_SPENT);
    assert_int_equal(dw_cookie_check(&jar, &other, dw_cookie_make(&jar, &other)), DW_COOKIE_GOOD);
    dw_cookie_jar_advance(&jar, DW_COOKIE_LIFE_S * 1000);
    assert_int_equal(dw_cookie_check(&jar, &holder, cookie), DW_COOKIE_SPENT);
}

static void an_address_joins_five_times_in_twenty_seconds(void **state)
{
    (void)state;
    static dw_address_rate rate;
    rate = (dw_address_rate){0};
    for (uint32_t i = 0; i < DW_ADDRESS_JOINS; i++) {
        assert_true(dw_address_rate_pass(&rate, 7, 1000));
        assert_true(dw_address_rate_pass(&rate, 8, 1000)); /* And so does another. */
    }
    assert_false(dw_address_rate_pass(&rate, 7, 1000));
    assert_false(dw_address_rate_pass(&rate, 7, 4999));
    assert_true(dw_address_rate_pass(&rate, 7, 5000));
    assert_false(dw_address_rate_pass(&rate, 7, 5000));
    for (uint32_t i = 0; i < DW_ADDRESS_JOINS; i++) {
        assert_true(dw_address_rate_pass(&rate, 7, 5000 + DW_ADDRESS_JOINS_MS));
    }
    assert_false(dw_address_rate_pass(&rate, 7, 5000 + DW_ADDRESS_JOINS_MS));
}

static void ten_thousand_addresses_take_no_more_room_than_the_table(void **state)
{
    (void)state;
    static dw_address_rate rate;
    rate = (dw_address_rate){0};
    uint32_t let_in = 0;
    for (uint32_t host = 1; host <= 10000; host++) {
        let_in += dw_address_rate_pass(&rate, host, host) ? 1 : 0;
    }
    assert_int_equal(let_in, 10000); /* The quiet ones are forgotten, nobody new is refused. */
}

/* A whole network of 256, and a part of it that would fit into any few sets. */
static const dw_address_row *set_of(const dw_address_rate *rate, uint32_t host)
{
    for (uint32_t s = 0; s < DW_ADDRESS_SETS; s++) {
        for (uint32_t w = 0; w < DW_ADDRESS_WAYS; w++) {
            if (rate->rows[s][w].host == host) {
                return rate->rows[s];
            }
        }
    }
    return NULL;
}

/* Five of them: one more than a set has rows. */
static void find_one_set(uint32_t hosts[DW_ADDRESS_WAYS + 1])
{
    static dw_address_rate rate;
    const dw_address_row *set = NULL;
    uint32_t found = 0;
    for (uint32_t host = 1; found <= DW_ADDRESS_WAYS; host++) {
        rate = (dw_address_rate){0};
        assert_true(dw_address_rate_pass(&rate, host, 0));
        set = found == 0 ? set_of(&rate, host) : set;
        if (set_of(&rate, host) == set) {
            hosts[found++] = host;
        }
    }
}

/* Whichever of the four is the quietest, and also across the wrap of the clock. */
static void a_full_set_forgets_the_address_that_has_been_quiet_longest(void **state)
{
    (void)state;
    static dw_address_rate rate;
    uint32_t hosts[DW_ADDRESS_WAYS + 1];
    find_one_set(hosts);
    for (uint32_t quiet = 0; quiet < DW_ADDRESS_WAYS; quiet++) {
        uint32_t now = quiet % 2 == 0 ? 1000 : UINT32_MAX - 5;
        rate = (dw_address_rate){0};
        for (uint32_t i = 0; i < DW_ADDRESS_WAYS; i++, now++) {
            for (uint32_t join = 0; join < DW_ADDRESS_JOINS; join++) {
                assert_true(dw_address_rate_pass(&rate, hosts[i], now));
            }
        }
        for (uint32_t i = 0; i < DW_ADDRESS_WAYS; i++, now++) { /* All but one try once more. */
            assert_true(i == quiet || !dw_address_rate_pass(&rate, hosts[i], now));
        }
        assert_true(dw_address_rate_pass(&rate, hosts[DW_ADDRESS_WAYS], now));
        for (uint32_t i = 0; i < DW_ADDRESS_WAYS; i++) { /* The others are known still. */
            assert_true(i == quiet || !dw_address_rate_pass(&rate, hosts[i], now + 1));
        }
        assert_true(dw_address_rate_pass(&rate, hosts[quiet], now + 2));
    }
}

static void neighbours_do_not_give_an_address_its_joins_back(void **state)
{
    (void)state;
    static dw_address_rate rate;
    for (uint32_t count = 32; count <= 256; count *= 8) {
        rate = (dw_address_rate){0};
        uint32_t let_in = 0;
        for (uint32_t round = 0; round < 2 * DW_ADDRESS_JOINS; round++) {
            for (uint32_t i = 0; i < count; i++) {
                let_in +=
                    dw_address_rate_pass(&rate, htonl(UINT32_C(0x7f030000) + i), 1000) ? 1 : 0;
            }
        }
        assert_int_equal(let_in, count * DW_ADDRESS_JOINS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_right_cookie_is_good_and_only_for_its_holder),
        cmocka_unit_test(a_cookie_lasts_one_life_and_never_two),
        cmocka_unit_test(a_cookie_is_gone_after_a_long_pause),
        cmocka_unit_test(a_spent_cookie_is_refused_while_it_would_be_good),
        cmocka_unit_test(an_address_joins_five_times_in_twenty_seconds),
        cmocka_unit_test(two_holders_of_one_row_are_not_taken_for_each_other),
        cmocka_unit_test(a_spent_cookie_is_forgotten_when_it_could_not_be_good_any_more),
        cmocka_unit_test(a_full_set_forgets_the_address_that_has_been_quiet_longest),
        cmocka_unit_test(neighbours_do_not_give_an_address_its_joins_back),
        cmocka_unit_test(ten_thousand_addresses_take_no_more_room_than_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
