/* body_kinds.h - which kind of body each id is, as the server told (PROTOCOL.md, message 47).
 * Owns: the kinds told, each once. An id without a row is of kind `guard` as the welcome has it, or
 * an intruder. Knows no snapshots. No allocation. Cost: O(kinds) to look at, O(ids) to take in. */
#ifndef DW_CLIENT_CORE_BODY_KINDS_H
#define DW_CLIENT_CORE_BODY_KINDS_H

#include "protocol/message.h"

enum { DW_BODY_IDS = 256 };

typedef struct dw_body_kinds {
    uint8_t rows[DW_BODY_IDS]; /* By id: 1 + index in `kinds`, 0 = none. */
    dw_kind kinds[DW_KINDS_MAX];
} dw_body_kinds;

/* No id has a row. */
void dw_body_kinds_reset(dw_body_kinds *kinds);

/* False when that would be more kinds at once than a match has; then nothing is taken in. */
DW_MUST_USE bool dw_body_kinds_put(dw_body_kinds *kinds, const dw_body_kind *told);

/* NULL for an id without a row. */
static inline const dw_kind *dw_body_kinds_find(const dw_body_kinds *kinds, uint8_t id)
{
    return kinds->rows[id] != 0 ? &kinds->kinds[kinds->rows[id] - 1] : NULL;
}

#endif
