/* line_input.h - lines of text from a file descriptor (a terminal, a pipe) without ever waiting for
 * one. Owns: the bytes of a line that is not whole yet. Not the descriptor. No allocation. */
#ifndef DW_PLATFORM_LINE_INPUT_H
#define DW_PLATFORM_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

enum { DW_INPUT_LINE_MAX = 255 }; /* Bytes, without the end of the line. */

typedef struct dw_line_input {
    int fd;
    bool ended;    /* Nothing more will come. */
    bool skipping; /* The rest of a line that is too long. */
    size_t length; /* Of what was read, */
    size_t taken;  /* and of that, of what was given out. */
    char bytes[DW_INPUT_LINE_MAX + 1];
} dw_line_input;

typedef enum dw_line_input_result {
    DW_LINE_NONE,     /* Not yet, or never again: see `ended`. */
    DW_LINE_WHOLE,    /* `*line` is one, zero-terminated, until the next call. */
    DW_LINE_TOO_LONG, /* One was left out. */
} dw_line_input_result;

void dw_line_input_open(dw_line_input *input, int fd);

/* The next line, if it is there. What stands before the end of the file without an end of the line
 * counts as one. */
dw_line_input_result dw_line_input_take(dw_line_input *input, const char **line);

#endif
