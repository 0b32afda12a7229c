/* caller.h - the brain of a guard who stands at his post and says into his radio what a test wants
 * said, when it wants it. */
#ifndef DW_TESTS_SUPPORT_CALLER_H
#define DW_TESTS_SUPPORT_CALLER_H

#include "server/sim/brain.h"

extern const dw_brain_kind dw_brain_caller;

/* What the next think of any caller says, once; forgotten when it is said. */
void dw_caller_say(const dw_radio_message *message);

#endif
