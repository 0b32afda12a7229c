/* text.c - UTF-8, and the characters that nobody sees or that move what is shown. */
#include "common/base/text.h"

#include <string.h>

/* Category Cf of Unicode 15, and the separators of lines and paragraphs. */
static bool is_format(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        {0x00ad, 0x00ad},   {0x0600, 0x0605},   {0x061c, 0x061c},   {0x06dd, 0x06dd},
        {0x070f, 0x070f},   {0x0890, 0x0891},   {0x08e2, 0x08e2},   {0x180e, 0x180e},
        {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x2064},   {0x2066, 0x206f},
        {0xfeff, 0xfeff},   {0xfff9, 0xfffb},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd},
        {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0001, 0xe0001},
        {0xe0020, 0xe007f}};
    bool format = false;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        format = format || (code >= ranges[i][0] && code <= ranges[i][1]);
    }
    return format;
}

size_t dw_text_sequence(const char *text, size_t length, uint32_t *code)
{
    const unsigned char *at = (const unsigned char *)text;
    if (length == 0) {
        return 0;
    }
    *code = at[0];
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
    if (size == 0 || size > length) {
        return 0;
    }
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            return 0;
        }
        value = value << 6 | (at[i] & 0x3fu);
    }
    *code = value;
    const bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
    const bool outside = (value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff;
    return overlong || outside ? 0 : size;
}

size_t dw_text_character(const char *text, size_t length, uint32_t *code)
{
    uint32_t value = 0;
    const size_t size = dw_text_sequence(text, length, &value);
    const bool control = value < 0x20 || (value >= 0x7f && value < 0xa0);
    if (size == 0 || control || (value >= 0xa0 && is_format(value))) {
        return 0;
    }
    *code = value;
    return size;
}

bool dw_text_is_clean(const char *text, size_t length)
{
    uint32_t code = 0;
    size_t at = 0;
    while (at < length) {
        const size_t size = dw_text_character(text + at, length - at, &code);
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
    uint32_t code = 0;
    size_t at = 0;
    while (at < length) {
        const size_t size = dw_text_character(text + at, length - at, &code);
        text[at] = size == 0 ? '?' : text[at];
        at += size == 0 ? 1 : size;
    }
}
