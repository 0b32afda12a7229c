/* same_snapshot.h - whether two snapshots say the same, field by field. What stands behind the last
 * body counts for nothing. Pure. */
#ifndef DW_TESTS_FUZZ_SAME_SNAPSHOT_H
#define DW_TESTS_FUZZ_SAME_SNAPSHOT_H

#include "protocol/snapshot.h"

bool dw_same_body(const dw_snapshot_body *a, const dw_snapshot_body *b);

/* All but the bodies: a snapshot that was cut has fewer of them. */
bool dw_same_but_bodies(const dw_snapshot *a, const dw_snapshot *b);
bool dw_same_snapshot(const dw_snapshot *a, const dw_snapshot *b);

#endif
