#include "server/lab/statistics.h"

#include <math.h>

/* The normal quantile of 0.975: intervals of 95 %. */
static const double z = 1.9599639845400545;

static dw_interval clamped(double middle, double reach, double least, double most)
{
    return (dw_interval){fmax(middle - reach, least), fmin(middle + reach, most)};
}

dw_interval dw_wilson(uint32_t count, uint32_t total)
{
    if (total == 0) {
        return (dw_interval){0, 1};
    }
    const double n = total;
    const double share = count / n;
    const double scale = 1 + z * z / n;
    const double middle = (share + z * z / (2 * n)) / scale;
    const double reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / scale;
    dw_interval interval = clamped(middle, reach, 0, 1);
    /* Rounding must not move the two ends that are exact. */
    interval.low = count == 0 ? 0 : interval.low;
    interval.high = count == total ? 1 : interval.high;
    return interval;
}

double dw_pairs_difference(const dw_pairs *pairs)
{
    return pairs->total == 0
               ? 0
               : ((double)pairs->first_only - (double)pairs->second_only) / (double)pairs->total;
}

dw_interval dw_pairs_interval(const dw_pairs *pairs)
{
    if (pairs->total == 0) {
        return (dw_interval){-1, 1};
    }
    const double n = pairs->total + 2.0;
    const double gain = (double)pairs->first_only - (double)pairs->second_only;
    const double discordant = (double)pairs->first_only + (double)pairs->second_only + 1;
    return clamped(gain / n, z * sqrt(discordant - gain * gain / n) / n, -1, 1);
}

/* Twice the probability of at most `fewer` heads in `tosses` of a fair coin. */
static double two_sided_binomial(uint32_t fewer, uint32_t tosses)
{
    double term = pow(0.5, tosses); /* No underflow: at most DW_MCNEMAR_EXACT_MAX tosses. */
    double sum = term;
    for (uint32_t heads = 1; heads <= fewer; heads++) {
        term = term * (tosses - heads + 1) / heads;
        sum += term;
    }
    return fmin(2 * sum, 1); /* An even split counts its middle twice. */
}

double dw_mcnemar(const dw_pairs *pairs)
{
    const uint32_t first = pairs->first_only;
    const uint32_t second = pairs->second_only;
    const uint32_t discordant = first + second;
    if (discordant <= DW_MCNEMAR_EXACT_MAX) {
        return two_sided_binomial(first < second ? first : second, discordant);
    }
    const double apart = fmax(fabs((double)first - (double)second) - 1, 0);
    /* Upper tail of chi-square with one degree of freedom. */
    return erfc(sqrt(apart * apart / discordant / 2));
}
