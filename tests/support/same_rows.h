/* same_rows.h - whether two snapshots show the same bodies, doors and switches, field by field:
 * between the fields of a row lie bytes that mean nothing. */
#ifndef DW_TESTS_SUPPORT_SAME_ROWS_H
#define DW_TESTS_SUPPORT_SAME_ROWS_H

#include "protocol/snapshot.h"

#include <string.h>

static inline bool dw_same_row(const dw_snapshot_body *a, const dw_snapshot_body *b)
{
    return a->id == b->id && a->role == b->role && a->slot == b->slot && a->flags == b->flags &&
           a->mood == b->mood && a->meter == b->meter && a->heading == b->heading && a->x == b->x &&
           a->y == b->y;
}

static inline bool dw_same_rows(const dw_snapshot *a, const dw_snapshot *b)
{
    bool same = a->body_count == b->body_count && a->worked == b->worked &&
                memcmp(&a->doors, &b->doors, sizeof a->doors) == 0;
    for (uint32_t i = 0; same && i < a->body_count; i++) {
        same = dw_same_row(&a->bodies[i], &b->bodies[i]);
    }
    return same;
}

#endif
