/* parse.h - numbers and short texts out of flags, configuration and properties, whole or not at
 * all. Pure functions. On failure the output is untouched. Which characters are clean: text.h. */
#ifndef DW_BASE_PARSE_H
#define DW_BASE_PARSE_H

#include "common/base/status.h"
#include "common/base/text.h"

#include <stdint.h>

/* A decimal integer that fills the text, within low .. high. DW_INVALID or DW_RANGE. */
DW_MUST_USE dw_status dw_parse_int(const char *text, int64_t low, int64_t high, int64_t *out);

/* The same for a full unsigned 64-bit value; `0x` selects hexadecimal. */
DW_MUST_USE dw_status dw_parse_u64(const char *text, uint64_t *out);

/* A decimal number such as 0.25 within low .. high; no exponent, no infinity, no locale. */
DW_MUST_USE dw_status dw_parse_decimal(const char *text, double low, double high, double *out);

/* Copies `text` if it fits with its zero. DW_RANGE when it does not. */
DW_MUST_USE dw_status dw_copy_text(char *out, size_t size, const char *text);

#endif
