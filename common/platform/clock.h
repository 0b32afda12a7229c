/* clock.h - time outside of the simulation. Only main functions and the network's edge sample it;
 * everything below takes time as a parameter. Monotonic: steps of the wall clock do not show. */
#ifndef DW_PLATFORM_CLOCK_H
#define DW_PLATFORM_CLOCK_H

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds since some fixed moment. */
uint64_t dw_clock_ns(void);

/* Processor time of this process and of the calling thread, in nanoseconds. */
uint64_t dw_clock_process_ns(void);
uint64_t dw_clock_thread_ns(void);

/* Sleeps until dw_clock_ns() reaches `deadline_ns`; returns early on a signal. */
void dw_clock_sleep_until(uint64_t deadline_ns);

/* Wall-clock time in UTC: "2026-11-21T14:05:09.123Z" and, for file names, "20261121T140509Z". */
void dw_clock_time_text(char *text, size_t size);
void dw_clock_file_text(char *text, size_t size);

/* The same in seconds since 1970. */
uint64_t dw_clock_wall_s(void);

#endif
