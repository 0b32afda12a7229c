/* wide.h - whole numbers of 512 bits, for exact pivoting.
 * Two's complement: sum, difference, product and exact quotient are right whenever the true result
 * fits, whatever overflowed on the path there. Callers bound their numbers (equilibrium.h) instead
 * of asking after each step. Pure functions on values; a product costs 36 multiplications. */
#ifndef DW_LAB_WIDE_H
#define DW_LAB_WIDE_H

#include <stdint.h>

enum { DW_WIDE_WORDS = 8, DW_WIDE_TEXT_SIZE = 160 };

typedef struct dw_wide {
    uint64_t words[DW_WIDE_WORDS]; /* Lowest first. */
} dw_wide;

dw_wide dw_wide_of(int64_t value);
dw_wide dw_wide_add(dw_wide a, dw_wide b);
dw_wide dw_wide_subtract(dw_wide a, dw_wide b);
dw_wide dw_wide_multiply(dw_wide a, dw_wide b);

/* `a` / `divisor`, which must leave no remainder. `divisor` is not 0. */
dw_wide dw_wide_divide_exactly(dw_wide a, dw_wide divisor);

/* -1, 0 or 1: the sign of `a`, and that of `a` - `b`. */
int dw_wide_sign(dw_wide a);
int dw_wide_compare(dw_wide a, dw_wide b);

/* The greatest common divisor of two numbers that are not negative; gcd(a, 0) is a. */
dw_wide dw_wide_gcd(dw_wide a, dw_wide b);

/* The nearest double, within a few units of its last digit. */
double dw_wide_double(dw_wide a);

/* Decimal digits, with a minus sign where needed. */
void dw_wide_text(dw_wide a, char text[DW_WIDE_TEXT_SIZE]);

#endif
