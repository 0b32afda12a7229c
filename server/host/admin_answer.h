/* admin_answer.h - the answer to a command as a client gets it: a bounded number of lines of clean
 * text. What does not fit is counted, and the last line says so. Owns: the lines. Does not know:
 * commands, peers. No allocation but for the stream. */
#ifndef DW_HOST_ADMIN_ANSWER_H
#define DW_HOST_ADMIN_ANSWER_H

#include "protocol/protocol.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct dw_admin_answer {
    uint32_t count;    /* Lines in `text`, each with a newline. */
    uint32_t left_out; /* Lines that did not fit. */
    size_t used;
    char text[DW_ADMIN_ANSWER_MAX];
    size_t open_size; /* Of the line that is being written. */
    char open[DW_ADMIN_LINE_MAX + 1];
} dw_admin_answer;

void dw_admin_answer_init(dw_admin_answer *answer);

/* A stream whose bytes go to dw_admin_answer_put. NULL: no memory. */
FILE *dw_admin_answer_stream(dw_admin_answer *answer);

/* Adds text of any kind; a line that is too long goes on in the next one. */
void dw_admin_answer_put(dw_admin_answer *answer, const char *bytes, size_t size);

/* Nothing more comes: at least one line stands there now. */
void dw_admin_answer_finish(dw_admin_answer *answer);

/* Copies the line that begins at *at (0 for the first), which moves on. False after the last. */
bool dw_admin_answer_next(const dw_admin_answer *answer, size_t *at,
                          char line[DW_ADMIN_LINE_MAX + 1]);

#endif
