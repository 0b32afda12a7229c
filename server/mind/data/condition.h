/* condition.h - the language of conditions in brains that are data: a list of facts that must all
 * hold. "detected", "!alert" and "ticks_in_state>600" are facts of such a list; "or" is a second
 * condition. An empty list always holds.
 * Owns: the compiled form and how it is read. No allocation; evaluation is O(terms). */
#ifndef DW_MIND_CONDITION_H
#define DW_MIND_CONDITION_H

#include "server/mind/data/brain_reader.h"
#include "server/mind/data/facts.h"

enum { DW_CONDITION_TERMS_MAX = 8, DW_CONDITION_NUMBER_MAX = 1000000 };

typedef enum dw_test {
    DW_TEST_SET, /* Of a flag; a number counts as set when it is not 0. */
    DW_TEST_UNSET,
    DW_TEST_LESS,
    DW_TEST_AT_MOST,
    DW_TEST_MORE,
    DW_TEST_AT_LEAST,
    DW_TEST_EQUAL,
    DW_TEST_DIFFERS
} dw_test;

typedef struct dw_term {
    uint8_t fact; /* dw_fact */
    uint8_t test; /* dw_test */
    int32_t number;
} dw_term;

typedef struct dw_condition {
    uint8_t count;
    dw_term terms[DW_CONDITION_TERMS_MAX];
} dw_condition;

bool dw_term_holds(const dw_term *term, const dw_facts *facts);
bool dw_condition_holds(const dw_condition *condition, const dw_facts *facts);

/* What a decision gives as its cause: that of the first term that names a fact which is set or
 * compared; DONE for an empty condition. */
dw_cause dw_condition_cause(const dw_condition *condition);

/* "detected !alert ticks_in_state>600", cut to `size`. */
void dw_condition_print(const dw_condition *condition, char *text, size_t size);

/* One term of text. */
DW_MUST_USE dw_status dw_term_read(dw_brain_reader *reader, const char *text, dw_term *out);

/* A list of texts; a single text is a list of one. `value` NULL: the empty condition. */
DW_MUST_USE dw_status dw_condition_read(dw_brain_reader *reader, const json_t *value,
                                        dw_condition *out);

#endif
