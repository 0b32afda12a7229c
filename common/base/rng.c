/* rng.c - integers alone, so that a seed gives the same stream on every machine. */
#include "common/base/rng.h"

#include "common/base/check.h"
#include "common/base/hash.h"

void dw_rng_init(dw_rng *rng, uint64_t seed, uint64_t stream)
{
    rng->increment = dw_mix64(stream) << 1 | 1;
    rng->state = dw_mix64(seed) + rng->increment;
    (void)dw_rng_next(rng);
}

uint32_t dw_rng_next(dw_rng *rng)
{
    const uint64_t old = rng->state;
    rng->state = old * UINT64_C(6364136223846793005) + rng->increment;
    const uint32_t shifted = (uint32_t)((old >> 18 ^ old) >> 27);
    const uint32_t rotation = (uint32_t)(old >> 59);
    return shifted >> rotation | shifted << ((32 - rotation) & 31);
}

uint32_t dw_rng_below(dw_rng *rng, uint32_t bound)
{
    DW_CHECK(bound > 0);
    uint64_t product = (uint64_t)dw_rng_next(rng) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t threshold = (uint32_t)-bound % bound;
        while ((uint32_t)product < threshold) {
            product = (uint64_t)dw_rng_next(rng) * bound;
        }
    }
    return (uint32_t)(product >> 32);
}

int32_t dw_rng_between(dw_rng *rng, int32_t low, int32_t high)
{
    DW_CHECK(low <= high);
    const uint32_t span = (uint32_t)high - (uint32_t)low;
    if (span == UINT32_MAX) {
        return (int32_t)dw_rng_next(rng);
    }
    return (int32_t)((uint32_t)low + dw_rng_below(rng, span + 1));
}
