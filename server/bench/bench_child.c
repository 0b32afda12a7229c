#include "server/bench/bench_child.h"

#include "common/platform/clock.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void *dw_bench_share(size_t size)
{
    void *shared =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return shared == MAP_FAILED ? NULL : shared;
}

static void settle_on(uint32_t processor)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count > 1) {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(processor % (uint32_t)count, &set);
        (void)sched_setaffinity(
            0, sizeof set,
            &set); /* If the pin is not allowed, the process runs on any processor. */
    }
}

int64_t dw_bench_fork(void (*body)(void *shared), void *shared, uint32_t processor)
{
    (void)fflush(stdout);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child != 0) {
        return child > 0 ? child : 0;
    }
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(1); /* The parent ended before the line above. */
    }
    settle_on(processor);
    body(shared);
    _exit(0);
}

bool dw_bench_child_runs(int64_t child)
{
    return child > 0 && waitpid((pid_t)child, NULL, WNOHANG) == 0;
}

void dw_bench_reap(int64_t child, uint32_t wait_ms)
{
    const uint64_t until = dw_clock_ns() + (uint64_t)wait_ms * 1000000;
    while (dw_bench_child_runs(child)) {
        if (dw_clock_ns() >= until) {
            (void)kill((pid_t)child, SIGKILL);
            (void)waitpid((pid_t)child, NULL, 0);
            return;
        }
        dw_clock_sleep_until(dw_clock_ns() + 5000000);
    }
}

/* The whole number behind `skipped` blanks on the first line of a system file, or 0. */
static unsigned long long read_number(const char *path, int skipped)
{
    char line[256] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return 0;
    }
    const char *at = fgets(line, sizeof line, file);
    (void)fclose(file);
    for (int i = 0; at != NULL && i < skipped; i++) {
        at = strchr(at, ' ');
        at = at != NULL ? at + strspn(at, " ") : NULL;
    }
    return at != NULL ? strtoull(at, NULL, 10) : 0;
}

double dw_bench_steal_s(void)
{
    const long per_second = sysconf(_SC_CLK_TCK);
    const unsigned long long steal = read_number("/proc/stat", 8);
    return per_second > 0 ? (double)steal / (double)per_second : 0.0;
}

double dw_bench_waited_s(void)
{
    return (double)read_number("/proc/self/schedstat", 1) / 1e9;
}
