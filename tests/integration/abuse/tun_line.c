/* tun_line SPACE_A SPACE_B DELAY_MS JITTER_MS LOSS SECONDS: a bad line between two network
 * namespaces, for kernels without netem. A device "line0" in each; every packet that goes into one
 * comes out of the other after DELAY_MS plus or minus up to JITTER_MS, evenly drawn, or is lost
 * with probability LOSS. Says "ready" once both devices are there. Ends by itself. */
#include "common/base/rng.h"
#include "common/platform/clock.h"

#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PACKET_MAX = 2048, PACKETS_MAX = 4096 };

typedef struct packet {
    uint64_t due_ns; /* 0 = the place is free. */
    int to;
    size_t size;
    uint8_t bytes[PACKET_MAX];
} packet;

typedef struct line {
    int ends[2];
    uint64_t delay_ns, jitter_ns;
    double loss;
    dw_rng rng;
    uint64_t carried, lost;
    packet packets[PACKETS_MAX];
} line;

static void give_up(const char *what)
{
    perror(what);
    exit(1);
}

/* The device belongs to the namespace in which its file was opened. */
static int open_end(const char *space)
{
    char path[256];
    (void)snprintf(path, sizeof path, "/run/netns/%s", space);
    const int namespace = open(path, O_RDONLY | O_CLOEXEC);
    if (namespace < 0 || setns(namespace, CLONE_NEWNET) != 0) {
        give_up(path);
    }
    (void)close(namespace);
    const int end = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
    memcpy(request.ifr_name, "line0", sizeof "line0");
    if (end < 0 || ioctl(end, TUNSETIFF, &request) != 0) {
        give_up("/dev/net/tun");
    }
    return end;
}

static packet *free_place(line *of)
{
    for (uint32_t i = 0; i < PACKETS_MAX; i++) {
        if (of->packets[i].due_ns == 0) {
            return &of->packets[i];
        }
    }
    return NULL;
}

static double draw(line *of)
{
    return (double)dw_rng_below(&of->rng, 1u << 24) / (double)(1u << 24);
}

static void take_in(line *of, uint32_t from, uint64_t now_ns)
{
    uint8_t bytes[PACKET_MAX];
    for (ssize_t size = read(of->ends[from], bytes, sizeof bytes); size > 0;
         size = read(of->ends[from], bytes, sizeof bytes)) {
        packet *place = draw(of) < of->loss ? NULL : free_place(of);
        if (place == NULL) {
            of->lost++;
            continue;
        }
        const double spread = (2.0 * draw(of) - 1.0) * (double)of->jitter_ns;
        place->due_ns = now_ns + (uint64_t)((double)of->delay_ns + spread);
        place->to = of->ends[1 - from];
        place->size = (size_t)size;
        memcpy(place->bytes, bytes, place->size);
    }
}

/* Earliest first, so that packets overtake each other by their jitter alone. */
static void give_out(line *of, uint64_t now_ns)
{
    for (;;) {
        packet *next = NULL;
        for (uint32_t i = 0; i < PACKETS_MAX; i++) {
            packet *at = &of->packets[i];
            if (at->due_ns != 0 && at->due_ns <= now_ns &&
                (next == NULL || at->due_ns < next->due_ns)) {
                next = at;
            }
        }
        if (next == NULL) {
            return;
        }
        of->carried += write(next->to, next->bytes, next->size) > 0 ? 1 : 0;
        next->due_ns = 0;
    }
}

int main(int argc, char **argv)
{
    static line the_line;
    line *of = &the_line;
    if (argc != 7) {
        return 2;
    }
    of->ends[0] = open_end(argv[1]);
    of->ends[1] = open_end(argv[2]);
    of->delay_ns = (uint64_t)(strtod(argv[3], NULL) * 1e6);
    of->jitter_ns = (uint64_t)(strtod(argv[4], NULL) * 1e6);
    of->loss = strtod(argv[5], NULL);
    dw_rng_init(&of->rng, 11, 11);
    printf("ready\n");
    (void)fflush(stdout);
    const uint64_t end_ns = dw_clock_ns() + (uint64_t)(strtod(argv[6], NULL) * 1e9);
    for (uint64_t now = dw_clock_ns(); now < end_ns; now = dw_clock_ns()) {
        take_in(of, 0, now);
        take_in(of, 1, now);
        give_out(of, now);
        struct pollfd ends[2] = {{.fd = of->ends[0], .events = POLLIN},
                                 {.fd = of->ends[1], .events = POLLIN}};
        (void)poll(ends, 2, 1);
    }
    printf("carried=%llu lost=%llu\n", (unsigned long long)of->carried,
           (unsigned long long)of->lost);
    return 0;
}
