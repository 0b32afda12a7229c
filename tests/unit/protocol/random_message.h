/* random_message.h - random messages and snapshots that keep every rule of the protocol, for
 * property tests. Extremes of each range come up often. Deterministic by the generator. */
#ifndef DW_TESTS_RANDOM_MESSAGE_H
#define DW_TESTS_RANDOM_MESSAGE_H

#include "common/base/rng.h"
#include "protocol/message.h"
#include "protocol/snapshot.h"

/* All types but the snapshot. */
enum { DW_TEST_MESSAGE_TYPES = 32 };
extern const dw_message_type dw_test_message_types[DW_TEST_MESSAGE_TYPES];

void dw_test_random_message(dw_rng *rng, dw_message_type type, dw_message *out);

/* A snapshot of `tick` on a map of `doors_count` doors with up to `bodies_max` bodies. */
void dw_test_random_snapshot(dw_rng *rng, uint32_t tick, uint16_t doors_count, uint32_t bodies_max,
                             dw_snapshot *out);

/* The next one after `base`: most things as they were, some moved, some gone, some new. */
void dw_test_random_successor(dw_rng *rng, const dw_snapshot *base, uint16_t doors_count,
                              dw_snapshot *out);

bool dw_test_same_body(const dw_snapshot_body *a, const dw_snapshot_body *b);

/* Either direction, by the type. */
dw_status dw_test_decode(dw_message *out, dw_message_type type, const uint8_t *bytes, size_t size);

/* The bytes of a message and their number; the process ends when it cannot be encoded. */
size_t dw_test_encode(const dw_message *message, uint8_t bytes[DW_MESSAGE_MAX]);

#endif
