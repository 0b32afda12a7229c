/* fake_clock.h - time in the hands of a test: the program's own definitions of the system's calls
 * take the place of libc's, also for ENet, so that hours pass at once and the wall clock steps when
 * it is told to. Owns: both clocks. Processor time stays what it is. One thread. */
#ifndef DW_TESTS_HOST_FAKE_CLOCK_H
#define DW_TESTS_HOST_FAKE_CLOCK_H

#include <stdint.h>

/* The monotonic clock goes on from here; the wall clock is years ahead of it. Not while something
 * is open that has read it before. */
void fake_clock_start(uint64_t monotonic_ns);

/* Both go on; whoever sleeps moves them instead of waiting. */
void fake_clock_advance(uint64_t ns);

/* The wall clock alone. */
void fake_clock_step_wall(int64_t seconds);

#endif
