/* reader.h - a bounded cursor over MessagePack bytes from outside.
 * A message is one flat array of integers, texts and binaries; the cursor knows how many elements
 * are left and where the bytes end. Errors are sticky: after the first one every call gives the
 * lowest allowed value and changes nothing more, so that a decoder reads straight on and asks once,
 * at the end. Only the shortest form of a number or length is taken, so that what decodes encodes
 * to the same bytes. No allocation, no recursion; O(1) a call plus the bytes copied. */
#ifndef DW_PROTOCOL_READER_H
#define DW_PROTOCOL_READER_H

#include "common/base/status.h"

#include <stdint.h>

typedef struct dw_reader {
    const uint8_t *at, *end;
    uint32_t left; /* Elements of the array that are still to be read. */
    bool failed;
} dw_reader;

void dw_reader_init(dw_reader *reader, const uint8_t *bytes, size_t size);

/* The header of the one array, low .. high elements. Gives their number, 0 on failure. */
uint32_t dw_reader_array(dw_reader *reader, uint32_t low, uint32_t high);

/* A whole number within low .. high. */
int64_t dw_reader_int(dw_reader *reader, int64_t low, int64_t high);
uint32_t dw_reader_u32(dw_reader *reader);
uint16_t dw_reader_u16(dw_reader *reader, uint16_t high);
uint8_t dw_reader_u8(dw_reader *reader, uint8_t high);
bool dw_reader_bool(dw_reader *reader); /* 0 or 1. */

/* A text of low .. high bytes of clean UTF-8 (dw_text_is_clean; with `low` 0 also none at all) and
 * a zero behind it: `out` has room for high + 1. Empty on failure. */
void dw_reader_text(dw_reader *reader, char *out, size_t low, size_t high);

/* A binary of low .. high bytes into `out`; gives its size, 0 on failure. */
size_t dw_reader_bin(dw_reader *reader, uint8_t *out, size_t low, size_t high);

/* The decoder itself found something that must not be. */
void dw_reader_fail(dw_reader *reader);

/* DW_OK when nothing failed, no element is left and no byte follows; else DW_INVALID. */
DW_MUST_USE dw_status dw_reader_finish(dw_reader *reader);

#endif
