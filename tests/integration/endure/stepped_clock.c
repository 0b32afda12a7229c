/* stepped_clock.c - a library for LD_PRELOAD: the calendar of a program steps while it runs, and
 * its monotonic clock does not. The variable STEPPED_CLOCK names a file of sixteen bytes, the
 * seconds to add as text; a test writes it anew in place. Real clocks of the machine are not
 * touched. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { FILE_BYTES = 16 };

static const char *offset_text; /* The file, shared; NULL: nothing is added. */

__attribute__((constructor)) static void open_offset(void)
{
    const char *path = getenv("STEPPED_CLOCK");
    const int file = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0 || lseek(file, 0, SEEK_END) < FILE_BYTES) {
        fprintf(stderr, "stepped_clock: STEPPED_CLOCK must name a file of %d bytes\n", FILE_BYTES);
        _exit(2);
    }
    void *bytes = mmap(NULL, FILE_BYTES, PROT_READ, MAP_SHARED, file, 0);
    (void)close(file);
    offset_text = bytes != MAP_FAILED ? bytes : NULL;
}

static time_t offset_s(void)
{
    return offset_text != NULL ? (time_t)strtol(offset_text, NULL, 10) : 0;
}

/* The names that libc gives to parameters are its own. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */

int clock_gettime(clockid_t clock, struct timespec *out)
{
    const int result = (int)syscall(SYS_clock_gettime, clock, out);
    if (result == 0 && clock == CLOCK_REALTIME) {
        out->tv_sec += offset_s();
    }
    return result;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    const int result = clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = (suseconds_t)(now.tv_nsec / 1000);
    return result;
}

time_t time(time_t *out)
{
    struct timespec now;
    const time_t seconds = clock_gettime(CLOCK_REALTIME, &now) == 0 ? now.tv_sec : (time_t)-1;
    if (out != NULL) {
        *out = seconds;
    }
    return seconds;
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
