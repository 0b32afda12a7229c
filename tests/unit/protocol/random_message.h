/* random_message.h - random messages that keep every rule of the protocol, for property
 * tests. Extremes of each range come up often. Deterministic by the generator. */
#ifndef DW_TESTS_RANDOM_MESSAGE_H
#define DW_TESTS_RANDOM_MESSAGE_H

#include "common/base/rng.h"
#include "protocol/message.h"

/* All types but the snapshot. */
enum { DW_TEST_MESSAGE_TYPES = 42 };
extern const dw_message_type dw_test_message_types[DW_TEST_MESSAGE_TYPES];

void dw_test_random_message(dw_rng *rng, dw_message_type type, dw_message *out);

/* Either direction, by the type. */
dw_status dw_test_decode(dw_message *out, dw_message_type type, const uint8_t *bytes, size_t size);

/* The bytes of a message and their number; the process ends when it cannot be encoded. */
size_t dw_test_encode(const dw_message *message, uint8_t bytes[DW_MESSAGE_MAX]);

#endif
