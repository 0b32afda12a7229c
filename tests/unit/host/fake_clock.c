#include "fake_clock.h"

#include <errno.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS UINT64_C(1000000000)
#define NAP_NS    UINT64_C(1000000)

static uint64_t monotonic_ns = SECOND_NS;
static uint64_t wall_ns = UINT64_C(1800000000) * SECOND_NS;

void fake_clock_start(uint64_t ns)
{
    monotonic_ns = ns;
}

void fake_clock_advance(uint64_t ns)
{
    monotonic_ns += ns;
    wall_ns += ns;
}

void fake_clock_step_wall(int64_t seconds)
{
    wall_ns += (uint64_t)seconds * SECOND_NS;
}

/* The names that libc gives to parameters are its own. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

int clock_gettime(clockid_t clock, struct timespec *out)
{
    if (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME) {
        return (int)syscall(SYS_clock_gettime, clock, out);
    }
    const uint64_t now = clock == CLOCK_MONOTONIC ? monotonic_ns : wall_ns;
    *out = (struct timespec){(time_t)(now / SECOND_NS), (long)(now % SECOND_NS)};
    return 0;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    (void)zone;
    out->tv_sec = (time_t)(wall_ns / SECOND_NS);
    out->tv_usec = (suseconds_t)(wall_ns % SECOND_NS / 1000);
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *left)
{
    (void)left;
    if (clock != CLOCK_MONOTONIC || flags != TIMER_ABSTIME) {
        return EINVAL;
    }
    const uint64_t deadline = (uint64_t)until->tv_sec * SECOND_NS + (uint64_t)until->tv_nsec;
    if (deadline > monotonic_ns) {
        fake_clock_advance(deadline - monotonic_ns);
    }
    return 0;
}

/* A wait for a datagram finds it there, or a millisecond later. */
int ppoll(struct pollfd *watched, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    (void)time;
    (void)mask;
    const int ready = poll(watched, count, 0);
    if (ready == 0) {
        fake_clock_advance(NAP_NS);
    }
    return ready;
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
