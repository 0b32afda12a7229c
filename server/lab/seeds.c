#include "server/lab/seeds.h"

#include "common/base/parse.h"

#include <string.h>

dw_status dw_seeds_parse(const char *text, uint64_t *first, uint64_t *last, dw_error *error)
{
    char low[32];
    const char *dash = strchr(text, '-');
    const size_t length = dash != NULL ? (size_t)(dash - text) : strlen(text);
    uint64_t from = 0;
    dw_status status = DW_RANGE;
    if (length < sizeof low) {
        memcpy(low, text, length);
        low[length] = '\0';
        status = dw_parse_u64(low, &from);
    }
    uint64_t to = from;
    if (status == DW_OK && dash != NULL) {
        status = dw_parse_u64(dash + 1, &to);
    }
    if (status != DW_OK || to < from) {
        return dw_fail(error, DW_INVALID, "--seeds %s: must be N or A-B with A <= B", text);
    }
    *first = from;
    *last = to;
    return DW_OK;
}
