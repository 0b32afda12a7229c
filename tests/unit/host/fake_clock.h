/* fake_clock.h - time in the hands of a test. The program's own definitions of the system's calls
 * replace those of libc, also for ENet, so that hours pass at once and the wall clock steps when
 * told to. Owns: both clocks. Processor time is real. One thread. */
#ifndef DW_TESTS_HOST_FAKE_CLOCK_H
#define DW_TESTS_HOST_FAKE_CLOCK_H

#include <stdint.h>

/* Starts the monotonic clock here; the wall clock is years ahead of it. Not while anything is open
 * that has read the clock before. */
void fake_clock_start(uint64_t monotonic_ns);

/* Moves both clocks. A sleep moves them instead of waiting. */
void fake_clock_advance(uint64_t ns);

/* Moves the wall clock alone. */
void fake_clock_step_wall(int64_t seconds);

#endif
