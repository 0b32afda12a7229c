#include "client/core/match_choice.h"

#include "common/base/parse.h"
#include "protocol/match_code.h"

#include <stdio.h>

enum { MATCH_NUMBER_MAX = 999 };

dw_status dw_match_choice_parse(const char *text, char out[DW_MATCH_TEXT_MAX + 1], dw_error *error)
{
    int64_t number = 0;
    if (dw_match_code_read(text, out)) {
        return DW_OK;
    }
    if (text[0] != '\0' && dw_parse_int(text, 0, MATCH_NUMBER_MAX, &number) != DW_OK) {
        return dw_fail(error, DW_INVALID,
                       "\"%.40s\": must be a number from 1 to 999, or a code such as K7QD", text);
    }
    (void)snprintf(out, DW_MATCH_TEXT_MAX + 1, "%.0d", (int)number);
    return DW_OK;
}
