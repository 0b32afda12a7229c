#include "client/core/body_kinds.h"

#include <string.h>

void dw_body_kinds_reset(dw_body_kinds *kinds)
{
    memset(kinds->rows, 0, sizeof kinds->rows);
}

/* The members of a kind are whole numbers without gaps (kind.c). */
static bool is_same(const dw_kind *a, const dw_kind *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

bool dw_body_kinds_put(dw_body_kinds *kinds, const dw_body_kind *told)
{
    bool used[DW_KINDS_MAX] = {false};
    for (uint32_t id = 0; id < DW_BODY_IDS; id++) {
        if (id != told->body && kinds->rows[id] != 0) {
            used[kinds->rows[id] - 1] = true;
        }
    }
    uint32_t row = DW_KINDS_MAX;
    for (uint32_t i = 0; i < DW_KINDS_MAX; i++) {
        if (used[i] && is_same(&kinds->kinds[i], &told->kind)) {
            row = i;
            break;
        }
        row = !used[i] && row == DW_KINDS_MAX ? i : row;
    }
    if (row == DW_KINDS_MAX) {
        return false;
    }
    kinds->kinds[row] = told->kind;
    kinds->rows[told->body] = (uint8_t)(row + 1);
    return true;
}
