/* Whole numbers of 512 bits, against those of 128 bits and against their own laws. */
#include "common/base/rng.h"
#include "server/lab/wide.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 wide_oracle;

static dw_wide of_oracle(wide_oracle value)
{
    const dw_wide high = dw_wide_of((int64_t)(value >> 64));
    dw_wide out = high;
    memmove(&out.words[1], &high.words[0], sizeof out - sizeof out.words[0]);
    out.words[0] = (uint64_t)value;
    return out;
}

static int64_t draw(dw_rng *rng)
{
    const int64_t bits = (int64_t)((uint64_t)dw_rng_next(rng) << 32 | dw_rng_next(rng));
    return bits >> dw_rng_below(rng, 63);
}

/* About `words` words long, of either sign. */
static dw_wide draw_wide(dw_rng *rng, int words)
{
    dw_wide out = dw_wide_of(draw(rng) | 1);
    for (int i = 1; i < words; i++) {
        out = dw_wide_multiply(out, dw_wide_of(INT64_MAX));
        out = dw_wide_add(out, dw_wide_of(draw(rng)));
    }
    return out;
}

static void assert_same(dw_wide a, dw_wide b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void small_numbers_behave_as_those_of_128_bits(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    for (int i = 0; i < 20000; i++) {
        const int64_t a = draw(&rng);
        const int64_t b = draw(&rng);
        const dw_wide wide_a = dw_wide_of(a);
        const dw_wide wide_b = dw_wide_of(b);
        assert_same(dw_wide_add(wide_a, wide_b), of_oracle((wide_oracle)a + b));
        assert_same(dw_wide_subtract(wide_a, wide_b), of_oracle((wide_oracle)a - b));
        assert_same(dw_wide_multiply(wide_a, wide_b), of_oracle((wide_oracle)a * b));
        assert_int_equal(dw_wide_compare(wide_a, wide_b), (a > b) - (a < b));
        assert_int_equal(dw_wide_sign(wide_a), (a > 0) - (a < 0));
        assert_true(dw_wide_double(wide_a) == (double)a);
        char text[DW_WIDE_TEXT_SIZE];
        dw_wide_text(wide_a, text);
        assert_true(strtoll(text, NULL, 10) == a);
    }
}

static void a_product_divided_by_one_factor_is_the_other(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 2, 1);
    for (int i = 0; i < 5000; i++) {
        const dw_wide a = draw_wide(&rng, 1 + (int)dw_rng_below(&rng, 3));
        dw_wide b = draw_wide(&rng, 1 + (int)dw_rng_below(&rng, 3));
        for (uint32_t twos = dw_rng_below(&rng, 70); twos > 0; twos--) {
            b = dw_wide_add(b, b);
        }
        assert_same(dw_wide_divide_exactly(dw_wide_multiply(a, b), b), a);
        assert_same(dw_wide_multiply(a, b), dw_wide_multiply(b, a));
        const dw_wide c = draw_wide(&rng, 2);
        assert_same(dw_wide_multiply(a, dw_wide_add(b, c)),
                    dw_wide_add(dw_wide_multiply(a, b), dw_wide_multiply(a, c)));
    }
}

static uint64_t euclid(uint64_t a, uint64_t b)
{
    return b == 0 ? a : euclid(b, a % b);
}

static void the_common_divisor_is_that_of_euclid(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 3, 1);
    for (int i = 0; i < 5000; i++) {
        const uint64_t a = dw_rng_next(&rng) >> dw_rng_below(&rng, 32);
        const uint64_t b = dw_rng_next(&rng) >> dw_rng_below(&rng, 32);
        assert_same(dw_wide_gcd(dw_wide_of((int64_t)a), dw_wide_of((int64_t)b)),
                    dw_wide_of((int64_t)euclid(a, b)));
    }
    assert_same(dw_wide_gcd(dw_wide_of(0), dw_wide_of(0)), dw_wide_of(0));
}

static void large_numbers_are_written_in_full(void **state)
{
    (void)state;
    dw_wide power = dw_wide_of(1);
    for (int i = 0; i < 200; i++) {
        power = dw_wide_add(power, power);
    }
    char text[DW_WIDE_TEXT_SIZE];
    dw_wide_text(power, text);
    assert_string_equal(text, "1606938044258990275541962092341162602522202993782792835301376");
    dw_wide_text(dw_wide_subtract(dw_wide_of(0), power), text);
    assert_string_equal(text, "-1606938044258990275541962092341162602522202993782792835301376");
    assert_true(dw_wide_double(power) == 0x1p200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_numbers_behave_as_those_of_128_bits),
        cmocka_unit_test(a_product_divided_by_one_factor_is_the_other),
        cmocka_unit_test(the_common_divisor_is_that_of_euclid),
        cmocka_unit_test(large_numbers_are_written_in_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
