/* writer.h - MessagePack into the caller's buffer, packed by msgpack-c.
 * Knows no schema. Being full is sticky: what does not fit is not written, and dw_writer_finish
 * says so once, at the end. No allocation. */
#ifndef DW_PROTOCOL_WRITER_H
#define DW_PROTOCOL_WRITER_H

#include "common/base/status.h"

#include <stdint.h>

typedef struct dw_writer {
    uint8_t *bytes;
    size_t capacity, size;
    bool full;
} dw_writer;

void dw_writer_init(dw_writer *writer, uint8_t *bytes, size_t capacity);

/* The header of an array; `count` elements must follow. */
void dw_writer_array(dw_writer *writer, uint32_t count);

/* Each takes the shortest form that holds the value. */
void dw_writer_int(dw_writer *writer, int64_t value);

/* A text by the rule of dw_reader_text: low .. high bytes of clean UTF-8, or 0 bytes when `low` is
 * 0. Any other text is a bug of the caller (DW_CHECK). */
void dw_writer_text(dw_writer *writer, const char *text, size_t low, size_t high);

void dw_writer_bin(dw_writer *writer, const uint8_t *bytes, size_t size);

/* The number of bytes written, or DW_FULL when they did not all fit (`size` is untouched then). */
DW_MUST_USE dw_status dw_writer_finish(const dw_writer *writer, size_t *size);

#endif
