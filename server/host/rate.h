/* rate.h - allows a number of things a second, and a burst after a pause: a token bucket measured
 * in time. Pure. */
#ifndef DW_HOST_RATE_H
#define DW_HOST_RATE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct dw_rate {
    uint64_t last_ns;
    uint64_t credit_ns;
} dw_rate;

/* A full bucket. */
static inline dw_rate dw_rate_make(uint32_t per_second, uint32_t burst, uint64_t now_ns)
{
    return (dw_rate){now_ns, UINT64_C(1000000000) / per_second * burst};
}

/* Whether one more is allowed now: one each `cost_ns` (1 or more), and a burst. */
static inline bool dw_rate_pass_each(dw_rate *rate, uint64_t cost_ns, uint32_t burst,
                                     uint64_t now_ns)
{
    rate->credit_ns += now_ns - rate->last_ns;
    rate->credit_ns = rate->credit_ns < cost_ns * burst ? rate->credit_ns : cost_ns * burst;
    rate->last_ns = now_ns;
    if (rate->credit_ns < cost_ns) {
        return false;
    }
    rate->credit_ns -= cost_ns;
    return true;
}

/* The same by the number of them a second. */
static inline bool dw_rate_pass(dw_rate *rate, uint32_t per_second, uint32_t burst, uint64_t now_ns)
{
    return dw_rate_pass_each(rate, UINT64_C(1000000000) / per_second, burst, now_ns);
}

#endif
