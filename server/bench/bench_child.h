/* bench_child.h - the processes of one benchmark: forked, each on a processor of its own if there
 * are enough, sharing a piece of memory. A child ends with its parent. Owns: the children's ids. */
#ifndef DW_BENCH_CHILD_H
#define DW_BENCH_CHILD_H

#include "common/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed memory shared with all processes that are forked later; NULL without memory. It lives
 * until the program ends. */
void *dw_bench_share(size_t size);

/* Runs `body` in a new process on processor `processor` (modulo their number) and ends the process
 * after it. 0 = no process could be made. */
int64_t dw_bench_fork(void (*body)(void *shared), void *shared, uint32_t processor);

/* Whether it still runs. */
bool dw_bench_child_runs(int64_t child);

/* Waits up to `wait_ms` for its end, then kills it. */
void dw_bench_reap(int64_t child, uint32_t wait_ms);

/* Processor time that other guests of the host machine have taken from all processors, in
 * seconds. */
double dw_bench_steal_s(void);

/* Time that the calling process has been ready to run but waited for a processor, in seconds. */
double dw_bench_waited_s(void);

#endif
