/* raw.c - datagrams that no ordinary socket sends: with UDP source port 0, on the wire. */
#include "attack.h"

#include "common/platform/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { UDP_HEADER = 8, SKIPPED = 77 };

/* Source port, destination port, length, checksum (0: none). */
static size_t put_udp(uint8_t *out, uint16_t port, const uint8_t *data, size_t size)
{
    const size_t length = UDP_HEADER + size;
    memset(out, 0, UDP_HEADER);
    out[2] = (uint8_t)(port >> 8);
    out[3] = (uint8_t)port;
    out[4] = (uint8_t)(length >> 8);
    out[5] = (uint8_t)length;
    memcpy(out + UDP_HEADER, data, size);
    return length;
}

int attack_from_port_0(const attack *plan, const uint8_t *const datagrams[], const size_t sizes[],
                       uint32_t count)
{
    const int id = socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_UDP);
    if (id < 0) {
        printf("skipped: no raw sockets here: %s\n", strerror(errno));
        return SKIPPED;
    }
    struct sockaddr_in server = {.sin_family = AF_INET};
    server.sin_addr.s_addr = htonl(UINT32_C(0x7f000001));
    uint64_t sent = 0;
    const uint64_t began = dw_clock_ns();
    for (uint64_t passed = 0; passed < plan->duration_ns; passed = dw_clock_ns() - began) {
        for (const uint64_t due = passed * plan->rate / 1000000000; sent < due; sent++) {
            uint8_t bytes[ATTACK_DATAGRAM_MAX + UDP_HEADER];
            const size_t size =
                put_udp(bytes, plan->port, datagrams[sent % count], sizes[sent % count]);
            if (sendto(id, bytes, size, 0, (const struct sockaddr *)&server, sizeof server) < 0) {
                perror("sendto");
                (void)close(id);
                return 2;
            }
        }
        dw_clock_sleep_until(dw_clock_ns() + 1000000);
    }
    printf("sent=%llu\n", (unsigned long long)sent);
    (void)close(id);
    return 0;
}
