/* decision.h - compares between two matches what a guard knows at a tick, and what it decides.
 * Guards that know the same must decide the same (ARCHITECTURE.md, invariant 3). A decision is the
 * guard's command, the messages that it sends, and its whole mind. */
#ifndef DW_TESTS_SUPPORT_DECISION_H
#define DW_TESTS_SUPPORT_DECISION_H

#include "tests/support/stage.h"

bool dw_decision_knows_same(const dw_stage *one, const dw_stage *two, uint16_t guard);
bool dw_decision_is_same(const dw_stage *one, const dw_stage *two, uint16_t guard);

#endif
