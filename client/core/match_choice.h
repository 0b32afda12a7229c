/* match_choice.h - which match a person asks for, as the hello says it. Owns nothing. Pure. */
#ifndef DW_CLIENT_CORE_MATCH_CHOICE_H
#define DW_CLIENT_CORE_MATCH_CHOICE_H

#include "common/base/status.h"
#include "protocol/protocol.h"

/* What `--match` takes: a number from 1 on, a code in capitals or not, or nothing or 0 for any
 * match. `out` is the hello's text and is written on success alone; DW_INVALID with one line for a
 * person.
 */
DW_MUST_USE dw_status dw_match_choice_parse(const char *text, char out[DW_MATCH_TEXT_MAX + 1],
                                            dw_error *error);

#endif
