#include "common/base/lines.h"

#include <stdbool.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

dw_line dw_line_next(const char *text, size_t size, size_t *at)
{
    const char *start = text + *at;
    const char *end = memchr(start, '\n', size - *at);
    const dw_line found = {start, end != NULL ? (size_t)(end - start) : size - *at};
    *at += found.size + (end != NULL ? 1 : 0);
    return found;
}

static void skip_blanks(dw_line *from)
{
    while (from->size > 0 && is_blank(from->text[0])) {
        from->text++;
        from->size--;
    }
}

dw_line dw_line_trimmed(dw_line whole)
{
    skip_blanks(&whole);
    while (whole.size > 0 && is_blank(whole.text[whole.size - 1])) {
        whole.size--;
    }
    return whole;
}

dw_line dw_line_take_word(dw_line *from)
{
    dw_line word = {from->text, 0};
    while (word.size < from->size && !is_blank(word.text[word.size])) {
        word.size++;
    }
    from->text += word.size;
    from->size -= word.size;
    skip_blanks(from);
    return word;
}

void dw_line_show(dw_line line, size_t most, char *out)
{
    const size_t kept = line.size < most ? line.size : most;
    for (size_t i = 0; i < kept; i++) {
        out[i] = line.text[i] >= 0x20 && line.text[i] < 0x7f ? line.text[i] : '?';
    }
    memcpy(out + kept, line.size > kept ? "..." : "", line.size > kept ? 4 : 1);
}
