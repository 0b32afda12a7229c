/* wire_tap.h - an attacker between one client socket and a server: it reads every datagram, and
 * changes, holds back, repeats and makes up datagrams as the test says. The client connects to the
 * tap's port; the server sees the tap's own address. Loopback only. Owns: two sockets and the
 * datagrams that it has seen. Knows no time. */
#ifndef DW_TESTS_HOST_WIRE_TAP_H
#define DW_TESTS_HOST_WIRE_TAP_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WIRE_TAP_ROOM = 1400, WIRE_TAP_KEPT = 512 };

typedef struct wire_tap_datagram {
    bool up; /* To the server. */
    uint32_t size;
    uint8_t bytes[WIRE_TAP_ROOM];
} wire_tap_datagram;

/* Sees each datagram before it goes on, and may change it. False: it is dropped. */
typedef bool wire_tap_filter(void *context, wire_tap_datagram *datagram);

typedef struct wire_tap {
    int client_side, server_side;
    uint16_t port; /* Where the client connects. */
    struct sockaddr_in client;
    wire_tap_filter *filter; /* NULL: all goes on. */
    void *context;
    uint64_t up, down;                     /* Datagrams that came, in each direction. */
    wire_tap_datagram kept[WIRE_TAP_KEPT]; /* As they came; the newest ones. */
} wire_tap;

/* `bind` is the address that the server sees. */
void wire_tap_open(wire_tap *tap, const char *bind, uint16_t server_port);
void wire_tap_close(wire_tap *tap);

/* Sends on what has come, in both directions. */
void wire_tap_run(wire_tap *tap);

/* Past the filter. */
void wire_tap_to_server(const wire_tap *tap, const uint8_t *bytes, size_t size);
void wire_tap_to_client(const wire_tap *tap, const uint8_t *bytes, size_t size);

/* The newest kept datagram of that direction; `back` counts older ones. Fails the test when there
 * is no such datagram. */
const wire_tap_datagram *wire_tap_newest(const wire_tap *tap, bool up, uint32_t back);

/* The newest datagram of a challenge of that kind; NULL when none was seen. */
const wire_tap_datagram *wire_tap_challenge(const wire_tap *tap, uint8_t kind);

/* How many of the kept datagrams hold these bytes. */
uint32_t wire_tap_count(const wire_tap *tap, const void *bytes, size_t size);

#endif
