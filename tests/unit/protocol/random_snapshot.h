/* random_snapshot.h - random snapshots that keep every rule of the protocol, for property tests.
 * Deterministic by the generator. */
#ifndef DW_TESTS_RANDOM_SNAPSHOT_H
#define DW_TESTS_RANDOM_SNAPSHOT_H

#include "common/base/rng.h"
#include "protocol/snapshot.h"

/* A snapshot of `tick` on a map of `doors_count` doors with up to `bodies_max` bodies. */
void dw_test_random_snapshot(dw_rng *rng, uint32_t tick, uint16_t doors_count, uint32_t bodies_max,
                             dw_snapshot *out);

/* The next one after `base`: most things as they were, some moved, some gone, some new. */
void dw_test_random_successor(dw_rng *rng, const dw_snapshot *base, uint16_t doors_count,
                              dw_snapshot *out);

bool dw_test_same_body(const dw_snapshot_body *a, const dw_snapshot_body *b);

#endif
