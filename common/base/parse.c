#include "common/base/parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

dw_status dw_parse_int(const char *text, int64_t low, int64_t high, int64_t *out)
{
    const char *digits = text[0] == '-' ? text + 1 : text;
    if (digits[0] < '0' || digits[0] > '9') {
        return DW_INVALID;
    }
    char *end = NULL;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (*end != '\0') {
        return DW_INVALID;
    }
    if (errno == ERANGE || value < low || value > high) {
        return DW_RANGE;
    }
    *out = value;
    return DW_OK;
}

dw_status dw_parse_u64(const char *text, uint64_t *out)
{
    if (text[0] < '0' || text[0] > '9') {
        return DW_INVALID;
    }
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end = NULL;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, hexadecimal ? 16 : 10);
    if (*end != '\0' || (hexadecimal && text[2] == '\0')) {
        return DW_INVALID;
    }
    if (errno == ERANGE) {
        return DW_RANGE;
    }
    *out = value;
    return DW_OK;
}

dw_status dw_parse_decimal(const char *text, double low, double high, double *out)
{
    const char *at = text[0] == '-' ? text + 1 : text;
    double value = 0.0;
    double scale = 1.0;
    size_t digits = 0;
    bool after_point = false;
    for (; *at != '\0'; at++) {
        if (*at == '.' && !after_point) {
            after_point = true;
        } else if (*at >= '0' && *at <= '9' && digits < 18) {
            value = value * 10.0 + (*at - '0');
            scale *= after_point ? 10.0 : 1.0;
            digits++;
        } else {
            return DW_INVALID;
        }
    }
    if (digits == 0) {
        return DW_INVALID;
    }
    value /= scale;
    value = text[0] == '-' ? -value : value;
    if (value < low || value > high) {
        return DW_RANGE;
    }
    *out = value;
    return DW_OK;
}

dw_status dw_copy_text(char *out, size_t size, const char *text)
{
    const size_t length = strlen(text);
    if (length >= size) {
        return DW_RANGE;
    }
    memcpy(out, text, length + 1);
    return DW_OK;
}

/* Length of the well-formed UTF-8 sequence at `at`, 0 when there is none (RFC 3629: no overlong
 * forms, no surrogates, nothing above U+10FFFF). */
static size_t utf8_sequence(const unsigned char *at, size_t left)
{
    if (at[0] < 0x80) {
        return 1;
    }
    size_t size = 0;
    uint32_t value = 0;
    if (at[0] >= 0xc2 && at[0] <= 0xdf) {
        size = 2;
        value = at[0] & 0x1fu;
    } else if (at[0] >= 0xe0 && at[0] <= 0xef) {
        size = 3;
        value = at[0] & 0x0fu;
    } else if (at[0] >= 0xf0 && at[0] <= 0xf4) {
        size = 4;
        value = at[0] & 0x07u;
    }
    if (size == 0 || size > left) {
        return 0;
    }
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            return 0;
        }
        value = value << 6 | (at[i] & 0x3fu);
    }
    const bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
    const bool outside = (value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff;
    return overlong || outside || (value >= 0x80 && value < 0xa0) ? 0 : size;
}

/* Bytes of the clean character there, 0 = there is none. */
static size_t clean_character(const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const bool control = bytes[0] < 0x20 || bytes[0] == 0x7f;
    return control ? 0 : utf8_sequence(bytes, length);
}

bool dw_text_is_clean(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        const size_t size = clean_character(text + at, length - at);
        if (size == 0) {
            return false;
        }
        at += size;
    }
    return length > 0;
}

void dw_text_mend(char *text)
{
    const size_t length = strlen(text);
    size_t at = 0;
    while (at < length) {
        const size_t size = clean_character(text + at, length - at);
        text[at] = size == 0 ? '?' : text[at];
        at += size == 0 ? 1 : size;
    }
}
