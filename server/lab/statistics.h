/* statistics.h - what a count of matches says of the strategies behind it: intervals of 95 % for a
 * share and for a paired difference, and the test of McNemar.
 * Knows no match. Pure functions in IEEE doubles, each O(1) or O(discordant pairs). */
#ifndef DW_LAB_STATISTICS_H
#define DW_LAB_STATISTICS_H

#include <stdint.h>

enum { DW_MCNEMAR_EXACT_MAX = 50 }; /* Discordant pairs that the exact test still takes. */

typedef struct dw_interval {
    double low, high;
} dw_interval;

/* The score interval of a share of `count` in `total`: all shares p with
 * |count / total - p| <= 1.96 sqrt(p (1 - p) / total) (E. B. Wilson, "Probable inference, the law
 * of succession, and statistical inference", 1927). It stays within 0 .. 1 and has a width even
 * where nothing or everything was counted. 0 .. 1 when `total` is 0. */
dw_interval dw_wilson(uint32_t count, uint32_t total);

/* What `total` pairs say of two kinds: how many were won by the first kind alone, and by the second
 * alone. The other pairs agree. */
typedef struct dw_pairs {
    uint32_t total;
    uint32_t first_only;
    uint32_t second_only;
} dw_pairs;

/* Share of the first kind less that of the second, -1 .. 1; 0 when there are no pairs. */
double dw_pairs_difference(const dw_pairs *pairs);

/* The interval of that difference: half a pair is added to each of the four cells (A. Agresti and
 * Y. Min, "Simple improved confidence intervals for comparing matched proportions", 2005), so that
 * it has a width even where all pairs agree. -1 .. 1 when there are no pairs. */
dw_interval dw_pairs_interval(const dw_pairs *pairs);

/* How likely a split of the discordant pairs is that is at least as uneven as this one, when both
 * kinds are equal (Q. McNemar, "Note on the sampling error of the difference between correlated
 * proportions or percentages", 1947). Two-sided. Up to DW_MCNEMAR_EXACT_MAX discordant pairs by the
 * binomial distribution, beyond by chi-square with a correction for continuity. */
double dw_mcnemar(const dw_pairs *pairs);

#endif
