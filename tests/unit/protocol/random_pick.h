/* random_pick.h - random values of fields, for property tests of the protocol. Ends of a range come
 * up often. Deterministic by the generator. */
#ifndef DW_TESTS_RANDOM_PICK_H
#define DW_TESTS_RANDOM_PICK_H

#include "common/base/rng.h"

#include <stddef.h>

/* low .. high; an end of the range or a value near it half of the time. */
uint64_t dw_test_pick(dw_rng *rng, uint64_t low, uint64_t high);
uint8_t dw_test_pick_u8(dw_rng *rng, uint8_t low, uint8_t high);
uint16_t dw_test_pick_u16(dw_rng *rng, uint16_t low, uint16_t high);
uint32_t dw_test_pick_u32(dw_rng *rng);

/* The slot of a player, or DW_SLOT_NONE. */
uint8_t dw_test_pick_slot(dw_rng *rng);

void dw_test_fill_bytes(dw_rng *rng, uint8_t *bytes, size_t size);

/* Clean UTF-8 of low .. high bytes, of characters of one to four bytes, and a zero. */
void dw_test_fill_text(dw_rng *rng, char *out, size_t low, size_t high);

#endif
