/* lines.h - a text by its lines, for readers of small files: the next line, its words, and how an
 * error shows it. Owns nothing, copies nothing: a line points into the text. Cost: O(bytes). */
#ifndef DW_BASE_LINES_H
#define DW_BASE_LINES_H

#include <stddef.h>

/* Bytes of a text, without the newline. */
typedef struct dw_line {
    const char *text;
    size_t size;
} dw_line;

/* The line that begins at *at, which moves on to the next one. `*at` is below `size`. */
dw_line dw_line_next(const char *text, size_t size, size_t *at);

/* Without the blanks (spaces, tabs, carriage returns) at both ends. */
dw_line dw_line_trimmed(dw_line whole);

/* Takes the first word off the line, with the blanks behind it. */
dw_line dw_line_take_word(dw_line *from);

/* The line for an error: at most `most` bytes, "..." when it has more, "?" for each byte that is
 * not ASCII text. `out` has room for most + 4. */
void dw_line_show(dw_line line, size_t most, char *out);

#endif
