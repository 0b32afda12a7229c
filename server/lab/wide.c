/* wide.c - arithmetic modulo 2^512. An exact quotient is a product there: an odd divisor has an
 * inverse, and a power of two is shifted out of both first (T. Jebelean, "An algorithm for exact
 * division", 1993). */
#include "server/lab/wide.h"

#include "common/base/check.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { WORD_BITS = 64, BITS = DW_WIDE_WORDS * WORD_BITS };

__extension__ typedef unsigned __int128 double_word;

dw_wide dw_wide_of(int64_t value)
{
    dw_wide out;
    memset(&out, value < 0 ? 0xff : 0, sizeof out);
    out.words[0] = (uint64_t)value;
    return out;
}

dw_wide dw_wide_add(dw_wide a, dw_wide b)
{
    dw_wide sum;
    uint64_t carry = 0;
    for (int i = 0; i < DW_WIDE_WORDS; i++) {
        const double_word word = (double_word)a.words[i] + b.words[i] + carry;
        sum.words[i] = (uint64_t)word;
        carry = (uint64_t)(word >> WORD_BITS);
    }
    return sum;
}

static dw_wide negated(dw_wide a)
{
    for (int i = 0; i < DW_WIDE_WORDS; i++) {
        a.words[i] = ~a.words[i];
    }
    return dw_wide_add(a, dw_wide_of(1));
}

dw_wide dw_wide_subtract(dw_wide a, dw_wide b)
{
    return dw_wide_add(a, negated(b));
}

dw_wide dw_wide_multiply(dw_wide a, dw_wide b)
{
    dw_wide product = {{0}};
    for (int i = 0; i < DW_WIDE_WORDS; i++) {
        uint64_t carry = 0;
        for (int j = 0; a.words[i] != 0 && i + j < DW_WIDE_WORDS; j++) {
            const double_word word =
                (double_word)a.words[i] * b.words[j] + product.words[i + j] + carry;
            product.words[i + j] = (uint64_t)word;
            carry = (uint64_t)(word >> WORD_BITS);
        }
    }
    return product;
}

int dw_wide_sign(dw_wide a)
{
    if (a.words[DW_WIDE_WORDS - 1] >> (WORD_BITS - 1) != 0) {
        return -1;
    }
    for (int i = 0; i < DW_WIDE_WORDS; i++) {
        if (a.words[i] != 0) {
            return 1;
        }
    }
    return 0;
}

int dw_wide_compare(dw_wide a, dw_wide b)
{
    return dw_wide_sign(dw_wide_subtract(a, b));
}

/* How often 2 divides `a`, which is not 0. */
static int twos_of(dw_wide a)
{
    int word = 0;
    while (a.words[word] == 0) {
        word++;
    }
    return word * WORD_BITS + __builtin_ctzll(a.words[word]);
}

/* `a` / 2^count, rounded down; copies of the sign come in from above. */
static dw_wide shifted_right(dw_wide a, int count)
{
    const uint64_t sign = dw_wide_sign(a) < 0 ? UINT64_MAX : 0;
    const int words = count / WORD_BITS;
    const int bits = count % WORD_BITS;
    dw_wide out;
    for (int i = 0; i < DW_WIDE_WORDS; i++) {
        const uint64_t low = i + words < DW_WIDE_WORDS ? a.words[i + words] : sign;
        const uint64_t high = i + words + 1 < DW_WIDE_WORDS ? a.words[i + words + 1] : sign;
        out.words[i] = bits == 0 ? low : low >> bits | high << (WORD_BITS - bits);
    }
    return out;
}

/* Of an odd number, modulo 2^512. Each step of Newton doubles the bits that are right. */
static dw_wide inverse(dw_wide odd)
{
    uint64_t low = odd.words[0]; /* Right in 3 bits, since squares of odd numbers are 1 modulo 8. */
    for (int right = 3; right < WORD_BITS; right *= 2) {
        low *= 2 - odd.words[0] * low;
    }
    dw_wide out = {{low}};
    for (int right = WORD_BITS; right < BITS; right *= 2) {
        const dw_wide rest = dw_wide_subtract(dw_wide_of(2), dw_wide_multiply(odd, out));
        out = dw_wide_multiply(out, rest);
    }
    return out;
}

dw_wide dw_wide_divide_exactly(dw_wide a, dw_wide divisor)
{
    DW_CHECK(dw_wide_sign(divisor) != 0);
    const int twos = twos_of(divisor);
    return dw_wide_multiply(shifted_right(a, twos), inverse(shifted_right(divisor, twos)));
}

dw_wide dw_wide_gcd(dw_wide a, dw_wide b)
{
    DW_CHECK(dw_wide_sign(a) >= 0 && dw_wide_sign(b) >= 0);
    if (dw_wide_sign(a) == 0 || dw_wide_sign(b) == 0) {
        return dw_wide_sign(a) == 0 ? b : a;
    }
    const int twos_a = twos_of(a);
    const int twos_b = twos_of(b);
    const int twos = twos_a < twos_b ? twos_a : twos_b;
    a = shifted_right(a, twos_a);
    b = shifted_right(b, twos_b);
    for (;;) { /* Both are odd. */
        const dw_wide apart = dw_wide_subtract(a, b);
        const int sign = dw_wide_sign(apart);
        if (sign == 0) {
            break;
        }
        const dw_wide distance = sign > 0 ? apart : negated(apart);
        b = sign > 0 ? b : a;
        a = shifted_right(distance, twos_of(distance));
    }
    for (int i = 0; i < twos; i++) {
        a = dw_wide_add(a, a);
    }
    return a;
}

double dw_wide_double(dw_wide a)
{
    const bool negative = dw_wide_sign(a) < 0;
    const dw_wide size = negative ? negated(a) : a;
    double out = 0;
    for (int i = DW_WIDE_WORDS - 1; i >= 0; i--) {
        out += ldexp((double)size.words[i], i * WORD_BITS);
    }
    return negative ? -out : out;
}

/* Divides in place and gives back the remainder. */
static uint32_t divide_by_ten(dw_wide *a)
{
    uint64_t rest = 0;
    for (int i = DW_WIDE_WORDS - 1; i >= 0; i--) {
        const double_word word = (double_word)rest << WORD_BITS | a->words[i];
        a->words[i] = (uint64_t)(word / 10);
        rest = (uint64_t)(word % 10);
    }
    return (uint32_t)rest;
}

void dw_wide_text(dw_wide a, char text[DW_WIDE_TEXT_SIZE])
{
    const bool negative = dw_wide_sign(a) < 0;
    dw_wide size = negative ? negated(a) : a;
    char digits[DW_WIDE_TEXT_SIZE];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + divide_by_ten(&size));
    } while (dw_wide_sign(size) != 0 && count < sizeof digits - 2);
    size_t at = 0;
    if (negative) {
        text[at++] = '-';
    }
    while (count > 0) {
        text[at++] = digits[--count];
    }
    text[at] = '\0';
}
