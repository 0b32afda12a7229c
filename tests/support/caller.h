/* caller.h - the brain of a guard that stands at its post and sends the radio messages that a test
 * asks for, when the test asks. */
#ifndef DW_TESTS_SUPPORT_CALLER_H
#define DW_TESTS_SUPPORT_CALLER_H

#include "server/sim/brain.h"

extern const dw_brain_kind dw_brain_caller;

/* What the next think of any caller says, once; forgotten when it is said. */
void dw_caller_say(const dw_radio_message *message);

#endif
