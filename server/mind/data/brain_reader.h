/* brain_reader.h - reading a brain file: where in the file the reader is, and its errors, which all
 * begin with that place: `states.chase.transitions[1].if: unknown fact "sees"`.
 * Owns: the place. Memory for the program comes from the caller's arena. Used at load alone. */
#ifndef DW_MIND_BRAIN_READER_H
#define DW_MIND_BRAIN_READER_H

#include "common/base/arena.h"

#include <jansson.h>

enum {
    DW_BRAIN_FILE_BYTES_MAX = 64 << 10,
    DW_BRAIN_PLACE_MAX = 160,
    DW_BRAIN_WORD_SIZE = 24 /* Name of a state, a node, an action, with the zero. */
};

typedef struct dw_brain_reader {
    dw_arena *arena;
    dw_error *error; /* Or NULL. */
    uint16_t goals;  /* dw_skill.goal_bit of all skills that were read. */
    char place[DW_BRAIN_PLACE_MAX];
} dw_brain_reader;

/* Into a member or an element; returns what dw_brain_leave takes to come back. */
size_t dw_brain_enter(dw_brain_reader *reader, const char *member);
size_t dw_brain_enter_index(dw_brain_reader *reader, size_t index);
void dw_brain_leave(dw_brain_reader *reader, size_t mark);

/* Always DW_INVALID: "PLACE: what is wrong". */
dw_status dw_brain_refuse(dw_brain_reader *reader, const char *format, ...) DW_PRINTF(2, 3);

/* Zeroed memory of the program; NULL: none left, and the error says so. */
void *dw_brain_take(dw_brain_reader *reader, size_t size);

/* A clean text of at most DW_BRAIN_WORD_SIZE - 1 bytes. */
DW_MUST_USE dw_status dw_brain_read_word(dw_brain_reader *reader, const json_t *value,
                                         char out[DW_BRAIN_WORD_SIZE]);

/* A whole number of low .. high. */
DW_MUST_USE dw_status dw_brain_read_number(dw_brain_reader *reader, const json_t *value,
                                           int32_t low, int32_t high, int32_t *out);

/* The same for an optional member of `object`, which keeps `*out` when it is not there. */
DW_MUST_USE dw_status dw_brain_member_number(dw_brain_reader *reader, const json_t *object,
                                             const char *member, int32_t low, int32_t high,
                                             int32_t *out);

/* Whether `object` is an object whose members are all among `known`, which ends with NULL. The
 * error names the unknown member, and the known ones. */
DW_MUST_USE dw_status dw_brain_members(dw_brain_reader *reader, const json_t *object,
                                       const char *const *known);

#endif
