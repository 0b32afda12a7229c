/* fact_bits.h - the facts of a planning brain as bits: each different term of its file, "hungry" or
 * "energy>300", is one bit, and "!hungry" is the same bit unset. Comparisons that say the same are
 * the same bit: "energy<=300" is "energy>300" unset.
 * Owns: the list of terms, and what one of them says about others: when "energy>300" becomes true,
 * "energy>100" does too. Cost: O(bits). No allocation. */
#ifndef DW_MIND_FACT_BITS_H
#define DW_MIND_FACT_BITS_H

#include "server/mind/data/condition.h"
#include "server/mind/data/planner.h"

typedef struct dw_fact_bits {
    uint8_t count;
    dw_term terms[DW_PLAN_FACTS_MAX]; /* SET of a flag; MORE or EQUAL of a number. */
} dw_fact_bits;

/* Which of the terms hold now. */
uint64_t dw_fact_bits_sense(const dw_fact_bits *bits, const dw_facts *facts);

/* A list of terms, or one; new terms are added to `bits`. A list that says a fact is both true and
 * false is refused. */
DW_MUST_USE dw_status dw_fact_bits_read(dw_brain_reader *reader, dw_fact_bits *bits,
                                        const json_t *value, dw_plan_facts *out);

/* When all terms are known: adds to what an action gives what follows from it. */
void dw_fact_bits_follow(const dw_fact_bits *bits, dw_plan_facts *gives);

/* "hungry !food_near", cut to `size`: the facts of `mask`, as they stand in `values`. */
void dw_fact_bits_print(const dw_fact_bits *bits, uint64_t mask, uint64_t values, char *text,
                        size_t size);

#endif
