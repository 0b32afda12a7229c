/* parse.c - strict numbers: the whole text counts, and no locale changes what it means. */
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
