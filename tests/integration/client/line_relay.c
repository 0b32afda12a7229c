/* line_relay PORT FAULTS: a bad line to a server on 127.0.0.1, for a program that has none of its
 * own and one socket. FAULTS as of the bots' --net. Prints `ready port=N`; ends when it is told to.
 */
#include "common/base/parse.h"
#include "common/platform/clock.h"
#include "common/platform/signal.h"
#include "protocol/transport/fault_line.h"

#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>

#define STEP_NS UINT64_C(1000000)

/* The client's side is bound, the server's is connected; each has the line of what it receives. */
typedef struct side {
    int socket;
    struct sockaddr_in other; /* Who spoke last, or the server. */
    dw_fault_line *line;
} side;

static bool open_side(side *out, uint16_t server_port, const dw_net_faults *faults)
{
    socklen_t size = sizeof out->other;
    out->other = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(server_port)};
    out->other.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct sockaddr *name = (struct sockaddr *)&out->other;
    out->socket = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    return out->socket >= 0 &&
           (server_port != 0 ? connect(out->socket, name, size) == 0
                             : bind(out->socket, name, size) == 0 &&
                                   getsockname(out->socket, name, &size) == 0) &&
           dw_fault_line_create(&out->line, faults, 1, server_port != 0 ? 2 : 1) == DW_OK;
}

/* A server that is gone answers with an error; the next read may bring more. */
static void take_in(side *from, uint64_t now_ns)
{
    uint8_t bytes[DW_FAULT_LINE_DATAGRAM_MAX];
    for (uint32_t i = 0; i < 1000; i++) {
        socklen_t size = sizeof from->other;
        const ssize_t got =
            recvfrom(from->socket, bytes, sizeof bytes, 0, (struct sockaddr *)&from->other, &size);
        if (got > 0) {
            dw_fault_line_put(from->line, &(dw_datagram){bytes, (uint32_t)got, 0, 0, NULL}, now_ns);
        }
    }
}

static void send_on(const side *from, const side *to, uint64_t now_ns)
{
    uint8_t bytes[DW_FAULT_LINE_DATAGRAM_MAX];
    dw_datagram due = {.bytes = bytes};
    while (dw_fault_line_take(from->line, now_ns, &due)) {
        (void)sendto(to->socket, due.bytes, due.size, 0, (const struct sockaddr *)&to->other,
                     sizeof to->other);
    }
}

int main(int argc, char **argv)
{
    dw_net_faults faults;
    side client;
    side server;
    dw_error error = {"no socket or memory"};
    int64_t port = 0;
    if (argc != 3 || dw_parse_int(argv[1], 1, 65535, &port) != DW_OK ||
        dw_net_faults_parse(&faults, argv[2], &error) != DW_OK || !open_side(&client, 0, &faults) ||
        !open_side(&server, (uint16_t)port, &faults)) {
        (void)fprintf(stderr, "line_relay PORT FAULTS: %s\n", error.text);
        return 2;
    }
    dw_signal_open();
    printf("ready port=%u\n", ntohs(client.other.sin_port));
    (void)fflush(stdout);
    for (uint64_t next_ns = dw_clock_ns(); !dw_signal_stop_asked(); next_ns += STEP_NS) {
        dw_clock_sleep_until(next_ns);
        const uint64_t now_ns = dw_clock_ns();
        take_in(&client, now_ns);
        take_in(&server, now_ns);
        send_on(&client, &server, now_ns);
        send_on(&server, &client, now_ns);
    }
    return 0;
}
