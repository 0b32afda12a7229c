#include "server/lab/percentile.h"

#include <math.h>
#include <stdlib.h>

static int compare_u64(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left;
    const uint64_t b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

double dw_percentile(uint64_t *values, uint32_t count, double share)
{
    if (count == 0) {
        return 0;
    }
    qsort(values, count, sizeof *values, compare_u64);
    const double rank = ceil(share * count);
    return (double)values[rank < 1 ? 0 : (uint32_t)rank - 1];
}
