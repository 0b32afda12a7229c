/* memory.c - large blocks, in large pages where the system has them. */
#include "common/platform/memory.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define LARGE_PAGE ((size_t)2 << 20)

static size_t rounded_up(size_t bytes)
{
    return (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
}

void *dw_memory_map(size_t bytes)
{
    if (bytes == 0 || bytes > SIZE_MAX / 2) {
        return NULL;
    }
    const size_t size = rounded_up(bytes);
    /* A large page more than needed, so that an aligned block lies in it; the rest goes back. */
    uint8_t *start = mmap(NULL, size + LARGE_PAGE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if ((void *)start == MAP_FAILED) {
        return NULL;
    }
    const size_t before = (LARGE_PAGE - (uintptr_t)start % LARGE_PAGE) % LARGE_PAGE;
    uint8_t *block = start + before;
    if (before > 0) {
        (void)munmap(start, before);
    }
    if (before < LARGE_PAGE) {
        (void)munmap(block + size, LARGE_PAGE - before);
    }
    (void)madvise(block, size, MADV_HUGEPAGE); /* Without them it is slower and nothing else. */
    return block;
}

void dw_memory_unmap(void *block, size_t bytes)
{
    if (block != NULL) {
        (void)munmap(block, rounded_up(bytes));
    }
}

size_t dw_memory_resident(void)
{
    char text[128] = "";
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0;
    }
    const ssize_t length = read(file, text, sizeof text - 1);
    (void)close(file);
    if (length <= 0) {
        return 0;
    }
    char *at = text; /* In pages: the size, and then what of it is there. */
    (void)strtoul(at, &at, 10);
    return strtoul(at, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
}
