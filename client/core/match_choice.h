/* match_choice.h - parses which match a person asks for into the hello's text. Owns nothing. Pure.
 */
#ifndef DW_CLIENT_CORE_MATCH_CHOICE_H
#define DW_CLIENT_CORE_MATCH_CHOICE_H

#include "common/base/status.h"
#include "protocol/protocol.h"

/* `text` as after `--match`: a number from 1 on, a code in either case, or "" or 0 for any match.
 * Writes `out`, the hello's text, only on success. DW_INVALID with one line for a person. */
DW_MUST_USE dw_status dw_match_choice_parse(const char *text, char out[DW_MATCH_TEXT_MAX + 1],
                                            dw_error *error);

#endif
