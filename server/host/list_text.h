/* list_text.h - the text of a list that a person may edit too (bans, admins): one row a line,
 * comments (#) and empty lines between them. Reads the rows, and makes the text with rows more or
 * fewer. Owns: nothing. Does not know: what a row says, files. Pure; no allocation.
 * Cost: O(bytes). */
#ifndef DW_HOST_LIST_TEXT_H
#define DW_HOST_LIST_TEXT_H

#include "common/base/lines.h"
#include "common/base/status.h"

#include <stdint.h>

/* Where rows are kept: `read` takes a line, without blanks around it, as row `row` of `list`, and
 * returns NULL, or what is wrong with the line and how to write it. */
typedef struct dw_list_rows {
    void *list;
    const char *(*read)(void *list, uint32_t row, dw_line line);
    const char *what; /* "bans" */
    uint32_t max;
    uint32_t *count; /* Rows that have been read, */
    uint32_t *lines; /* and the line number of each, from 1. */
} dw_list_rows;

/* Reads the whole text. DW_INVALID, DW_FULL: the error names `name` and the line; the rows are then
 * not usable. */
DW_MUST_USE dw_status dw_list_text_read(const dw_list_rows *rows, const char *name,
                                        const char *text, size_t size, dw_error *error);

typedef struct dw_list_change {
    const uint32_t *lines; /* Of the rows that were read from the text. */
    uint32_t count, max;
    bool (*stays)(const void *context, uint32_t row);
    const void *context;
    const char *added; /* A line with its newline; "" = none. */
} dw_list_change;

/* The text without the rows that do not stay, and with a line more. All other lines stay byte for
 * byte. DW_FULL when there would be too many rows or bytes. */
DW_MUST_USE dw_status dw_list_text_edit(const dw_list_change *change, const char *text, size_t size,
                                        char *out, size_t capacity, size_t *out_size);

#endif
