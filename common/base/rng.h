/* rng.h - random numbers for the simulation: one stream a guard and purpose.
 * PCG-XSH-RR 64/32 (O'Neill, "PCG: A family of simple fast space-efficient statistically good
 * algorithms for random number generation", 2014). Streams of one seed never meet, so that what
 * one guard draws tells another nothing (server/RULES.md 3.19). Integer only; the same everywhere.
 */
#ifndef DW_BASE_RNG_H
#define DW_BASE_RNG_H

#include <stdint.h>

typedef struct dw_rng {
    uint64_t state;
    uint64_t increment; /* Odd; selects the stream. */
} dw_rng;

void dw_rng_init(dw_rng *rng, uint64_t seed, uint64_t stream);
uint32_t dw_rng_next(dw_rng *rng);

/* Uniform in 0 .. bound-1, without modulo bias (Lemire's multiply with rejection, 2019).
 * `bound` at least 1. */
uint32_t dw_rng_below(dw_rng *rng, uint32_t bound);

/* Uniform in low .. high, both included. */
int32_t dw_rng_between(dw_rng *rng, int32_t low, int32_t high);

#endif
