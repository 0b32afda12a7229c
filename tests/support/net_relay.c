#include "tests/support/net_relay.h"

#include "common/base/check.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { AT_ONCE = 8192, SOCKET_BUFFER = 8 << 20 };

struct dw_net_relay {
    int bots;   /* Bound to 127.0.0.1. */
    int server; /* Connected to the server. */
    uint16_t port;
    bool bots_known;
    struct sockaddr_in bots_address; /* Who spoke first. */
    dw_fault_line *up, *down;
};

static int open_socket(void)
{
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0) {
        const int buffer = SOCKET_BUFFER; /* Cut by the kernel to what it allows. */
        (void)setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
        (void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    }
    return fd;
}

static dw_status resolve(const char *host, uint16_t port, struct sockaddr_in *out, dw_error *error)
{
    const struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM};
    struct addrinfo *found = NULL;
    if (getaddrinfo(host, NULL, &hints, &found) != 0 || found == NULL) {
        return dw_fail(error, DW_NOT_FOUND, "%s: no such host (IPv4 only)", host);
    }
    memcpy(out, found->ai_addr, sizeof *out);
    freeaddrinfo(found);
    out->sin_port = htons(port);
    return DW_OK;
}

static bool bind_to_loopback(dw_net_relay *relay)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    if (bind(relay->bots, (const struct sockaddr *)&address, sizeof address) != 0 ||
        getsockname(relay->bots, (struct sockaddr *)&address, &size) != 0) {
        return false;
    }
    relay->port = ntohs(address.sin_port);
    return true;
}

dw_status dw_net_relay_create(dw_net_relay **out, const dw_net_faults *faults, const char *host,
                              uint16_t port, uint64_t seed, dw_error *error)
{
    struct sockaddr_in server;
    dw_status status = resolve(host, port, &server, error);
    if (status != DW_OK) {
        return status;
    }
    dw_net_relay *relay = calloc(1, sizeof *relay);
    if (relay == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the network faults");
    }
    relay->bots = open_socket();
    relay->server = open_socket();
    if (relay->bots < 0 || relay->server < 0 || !bind_to_loopback(relay) ||
        connect(relay->server, (const struct sockaddr *)&server, sizeof server) != 0) {
        status = dw_fail(error, DW_IO, "no socket for the network faults: %s", strerror(errno));
    } else if (dw_fault_line_create(&relay->up, faults, seed, 1) != DW_OK ||
               dw_fault_line_create(&relay->down, faults, seed, 2) != DW_OK) {
        status = dw_fail(error, DW_MEMORY, "no memory for the network faults");
    }
    if (status != DW_OK) {
        dw_net_relay_destroy(relay);
        return status;
    }
    *out = relay;
    return DW_OK;
}

void dw_net_relay_destroy(dw_net_relay *relay)
{
    if (relay == NULL) {
        return;
    }
    if (relay->bots >= 0) {
        (void)close(relay->bots);
    }
    if (relay->server >= 0) {
        (void)close(relay->server);
    }
    dw_fault_line_destroy(relay->up);
    dw_fault_line_destroy(relay->down);
    free(relay);
}

uint16_t dw_net_relay_port(const dw_net_relay *relay)
{
    return relay->port;
}

static void take_from_bots(dw_net_relay *relay, uint64_t now_ns)
{
    uint8_t bytes[DW_FAULT_LINE_DATAGRAM_MAX];
    for (uint32_t i = 0; i < AT_ONCE; i++) {
        struct sockaddr_in from = {.sin_family = AF_INET};
        socklen_t from_size = sizeof from;
        const ssize_t size =
            recvfrom(relay->bots, bytes, sizeof bytes, 0, (struct sockaddr *)&from, &from_size);
        if (size < 0) {
            return;
        }
        if (!relay->bots_known) {
            relay->bots_known = true;
            relay->bots_address = from;
        }
        const bool ours = from.sin_port == relay->bots_address.sin_port &&
                          from.sin_addr.s_addr == relay->bots_address.sin_addr.s_addr;
        if (ours && size > 0) {
            dw_fault_line_put(relay->up, bytes, (size_t)size, now_ns);
        }
    }
}

static void take_from_server(dw_net_relay *relay, uint64_t now_ns)
{
    uint8_t bytes[DW_FAULT_LINE_DATAGRAM_MAX];
    for (uint32_t i = 0; i < AT_ONCE; i++) {
        const ssize_t size = recv(relay->server, bytes, sizeof bytes, 0);
        if (size < 0) {
            /* A server that is gone answers with an error; the next read may bring more. */
            if (errno == ECONNREFUSED) {
                continue;
            }
            return;
        }
        if (size > 0) {
            dw_fault_line_put(relay->down, bytes, (size_t)size, now_ns);
        }
    }
}

void dw_net_relay_service(dw_net_relay *relay, uint64_t now_ns)
{
    take_from_bots(relay, now_ns);
    take_from_server(relay, now_ns);
    uint8_t bytes[DW_FAULT_LINE_DATAGRAM_MAX];
    size_t size = 0;
    /* What the kernel does not take is lost, as on any network. */
    for (uint32_t i = 0; i < AT_ONCE && dw_fault_line_take(relay->up, now_ns, bytes, &size); i++) {
        (void)send(relay->server, bytes, size, 0);
    }
    for (uint32_t i = 0; i < AT_ONCE && dw_fault_line_take(relay->down, now_ns, bytes, &size);
         i++) {
        (void)sendto(relay->bots, bytes, size, 0, (const struct sockaddr *)&relay->bots_address,
                     sizeof relay->bots_address);
    }
}

const dw_fault_counts *dw_net_relay_up(const dw_net_relay *relay)
{
    return dw_fault_line_counts(relay->up);
}

const dw_fault_counts *dw_net_relay_down(const dw_net_relay *relay)
{
    return dw_fault_line_counts(relay->down);
}
