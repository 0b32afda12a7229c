/* decision.h - what a guard knows at a tick, and what he makes of it, compared between two matches:
 * who knows the same must decide the same (ARCHITECTURE.md, invariant 3). A decision is his
 * command, the words that he sends off, and all that he has in mind. */
#ifndef DW_TESTS_SUPPORT_DECISION_H
#define DW_TESTS_SUPPORT_DECISION_H

#include "tests/support/stage.h"

bool dw_decision_knows_same(const dw_stage *one, const dw_stage *two, uint16_t guard);
bool dw_decision_is_same(const dw_stage *one, const dw_stage *two, uint16_t guard);

#endif
