#include "wire_tap.h"

#include "protocol/seal/challenge.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int open_socket(const char *bind_to, struct sockaddr_in *name)
{
    socklen_t size = sizeof *name;
    const int made = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    *name = (struct sockaddr_in){.sin_family = AF_INET};
    assert_true(made >= 0);
    assert_int_equal(inet_pton(AF_INET, bind_to, &name->sin_addr), 1);
    assert_int_equal(bind(made, (const struct sockaddr *)name, sizeof *name), 0);
    assert_int_equal(getsockname(made, (struct sockaddr *)name, &size), 0);
    return made;
}

void wire_tap_open(wire_tap *tap, const char *bind, uint16_t server_port)
{
    struct sockaddr_in name;
    memset(tap, 0, sizeof *tap);
    tap->client_side = open_socket("127.0.0.1", &name);
    tap->port = ntohs(name.sin_port);
    tap->server_side = open_socket(bind, &name);
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(server_port)};
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(connect(tap->server_side, (const struct sockaddr *)&server, sizeof server), 0);
}

void wire_tap_close(wire_tap *tap)
{
    (void)close(tap->client_side);
    (void)close(tap->server_side);
}

void wire_tap_to_server(const wire_tap *tap, const uint8_t *bytes, size_t size)
{
    (void)send(tap->server_side, bytes, size, 0);
}

void wire_tap_to_client(const wire_tap *tap, const uint8_t *bytes, size_t size)
{
    (void)sendto(tap->client_side, bytes, size, 0, (const struct sockaddr *)&tap->client,
                 sizeof tap->client);
}

static bool read_one(wire_tap *tap, bool up, wire_tap_datagram *out)
{
    struct sockaddr_in from = {.sin_family = AF_INET};
    socklen_t from_size = sizeof from;
    const ssize_t size = recvfrom(up ? tap->client_side : tap->server_side, out->bytes,
                                  sizeof out->bytes, 0, (struct sockaddr *)&from, &from_size);
    if (size < 0) {
        return false;
    }
    if (up) {
        tap->client = from;
    }
    out->up = up;
    out->size = (uint32_t)size;
    return true;
}

static void move(wire_tap *tap, bool up)
{
    wire_tap_datagram datagram;
    while (read_one(tap, up, &datagram)) {
        tap->kept[(tap->up + tap->down) % WIRE_TAP_KEPT] = datagram;
        *(up ? &tap->up : &tap->down) += 1;
        if (tap->filter != NULL && !tap->filter(tap->context, &datagram)) {
            continue;
        }
        if (up) {
            wire_tap_to_server(tap, datagram.bytes, datagram.size);
        } else {
            wire_tap_to_client(tap, datagram.bytes, datagram.size);
        }
    }
}

void wire_tap_run(wire_tap *tap)
{
    move(tap, true);
    move(tap, false);
}

static uint32_t kept_count(const wire_tap *tap)
{
    const uint64_t all = tap->up + tap->down;
    return all < WIRE_TAP_KEPT ? (uint32_t)all : WIRE_TAP_KEPT;
}

static const wire_tap_datagram *kept_at(const wire_tap *tap, uint32_t back)
{
    return &tap->kept[(tap->up + tap->down - 1 - back) % WIRE_TAP_KEPT];
}

const wire_tap_datagram *wire_tap_newest(const wire_tap *tap, bool up, uint32_t back)
{
    for (uint32_t i = 0; i < kept_count(tap); i++) {
        if (kept_at(tap, i)->up == up && back-- == 0) {
            return kept_at(tap, i);
        }
    }
    fail_msg("no datagram of that direction is kept");
    return NULL;
}

const wire_tap_datagram *wire_tap_challenge(const wire_tap *tap, uint8_t kind)
{
    for (uint32_t i = 0; i < kept_count(tap); i++) {
        const wire_tap_datagram *at = kept_at(tap, i);
        if (dw_challenge_is(at->bytes, at->size) && at->size > 4 && at->bytes[4] == kind) {
            return at;
        }
    }
    return NULL;
}

uint32_t wire_tap_count(const wire_tap *tap, const void *bytes, size_t size)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < kept_count(tap); i++) {
        const wire_tap_datagram *at = kept_at(tap, i);
        bool found = false;
        for (size_t b = 0; b + size <= at->size && !found; b++) {
            found = memcmp(at->bytes + b, bytes, size) == 0;
        }
        count += found ? 1 : 0;
    }
    return count;
}
