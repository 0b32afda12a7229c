/* bench_child.h - the processes of one benchmark: forked, each on a processor of its own where
 * there are enough, talking through a piece of shared memory. A child ends with its parent. Owns:
 * the children's ids. */
#ifndef DW_BENCH_CHILD_H
#define DW_BENCH_CHILD_H

#include "common/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed memory that children share with whoever forked them; NULL without memory. It lives as long
 * as the program. */
void *dw_bench_share(size_t size);

/* Runs `body` in a new process on processor `processor` (modulo how many there are) and ends it
 * there. 0 = no process could be made. */
int64_t dw_bench_fork(void (*body)(void *shared), void *shared, uint32_t processor);

/* Whether it runs still. */
bool dw_bench_child_runs(int64_t child);

/* Waits up to `wait_ms` for its end, then ends it. */
void dw_bench_reap(int64_t child, uint32_t wait_ms);

/* Processor time that the machine's other guests took from all processors so far, in seconds. */
double dw_bench_steal_s(void);

/* Time that the calling process was ready to run but had to wait for a processor so far, in
 * seconds. */
double dw_bench_waited_s(void);

#endif
