/* The set of spent cookies against a plain list that is looked through from end to end. */
#include "common/base/rng.h"
#include "protocol/seal/spent_cookies.h"
#include "tests/support/test.h"

enum { TRIES = 24000 };

static dw_spent_cookies set;
static dw_cookie_owner list[DW_SPENT_COOKIES_MAX];
static uint32_t count;

static bool listed(const dw_cookie_owner *owner)
{
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].host == owner->host && list[i].port == owner->port &&
            memcmp(list[i].number, owner->number, 4) == 0) {
            return true;
        }
    }
    return false;
}

/* Few values of each part, so that many differ in one part only and many are the same. */
static dw_cookie_owner any_owner(dw_rng *rng)
{
    dw_cookie_owner owner = {.host = dw_rng_below(rng, 12),
                             .port = (uint16_t)dw_rng_below(rng, 16)};
    owner.number[dw_rng_below(rng, 4)] = (uint8_t)dw_rng_below(rng, 64);
    return owner;
}

static void try_one(const dw_cookie_owner *owner)
{
    const bool known = listed(owner);
    assert_int_equal(dw_spent_cookies_has(&set, owner), known);
    const dw_status expected = known ? DW_DENIED : count == DW_SPENT_COOKIES_MAX ? DW_FULL : DW_OK;
    assert_int_equal(dw_spent_cookies_add(&set, owner), expected);
    if (expected == DW_OK) {
        list[count++] = *owner;
    }
    assert_int_equal(set.count, count);
    assert_int_equal(dw_spent_cookies_has(&set, owner), expected != DW_FULL);
}

static void the_set_is_the_list_until_it_is_full_and_from_then_on(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, 1);
        dw_spent_cookies_reset(&set);
        count = 0;
        uint32_t known = 0;
        for (uint32_t i = 0; i < TRIES; i++) {
            const dw_cookie_owner owner = any_owner(&rng);
            known += listed(&owner) ? 1 : 0;
            try_one(&owner);
        }
        assert_int_equal(count, DW_SPENT_COOKIES_MAX);
        assert_true(known > 2000);
        for (uint32_t i = 0; i < count; i++) { /* No live row was forgotten. */
            assert_true(dw_spent_cookies_has(&set, &list[i]));
        }
    }
}

static void an_emptied_set_holds_nothing_and_has_another_order(void **state)
{
    (void)state;
    dw_spent_cookies_reset(&set);
    const dw_cookie_owner owner = {.host = 1, .port = 2, .number = {3}};
    uint8_t key[DW_SPENT_COOKIES_KEY_SIZE];
    memcpy(key, set.key, sizeof key);
    assert_int_equal(dw_spent_cookies_add(&set, &owner), DW_OK);
    dw_spent_cookies_reset(&set);
    assert_false(dw_spent_cookies_has(&set, &owner));
    assert_int_equal(set.count, 0);
    assert_memory_not_equal(set.key, key, sizeof key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_set_is_the_list_until_it_is_full_and_from_then_on),
        cmocka_unit_test(an_emptied_set_holds_nothing_and_has_another_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
