/* attack.h - what the parts of the attacker share. */
#ifndef DW_TESTS_ABUSE_ATTACK_H
#define DW_TESTS_ABUSE_ATTACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ATTACK_DATAGRAM_MAX = 1400, ATTACK_CONNECT_BYTES = 52 };

typedef struct attack {
    uint16_t port;
    uint64_t duration_ns;
    uint64_t rate; /* A second, of each source together. */
    bool sealed;   /* The server seals its connections. */
} attack;

/* ENet's connect, big-endian: MTU 1200, window 32 KiB, 4 channels, and the number of the connection
 * as it stands there. */
void attack_make_connect(uint8_t bytes[ATTACK_CONNECT_BYTES], const uint8_t number[4]);

/* joining, pings, inputs, maps, hellos, chats, messages, queues, bursts: floods by peers that are
 * connected; replay: connects again and again; joins: more of them than one address may do. Gives
 * an exit status, 2 for a kind that there is not. */
int attack_by_peers(const attack *plan, const char *kind);

/* 32 addresses take places of each kind and send `rate` bits a second besides. */
int attack_places(const attack *plan);

/* Not an attack: newcomers, each from an address of its own, five a second, and how long each waits
 * for a yes or no. */
int attack_newcomers(const attack *plan);

/* `count` datagrams in turn with UDP source port 0. Exit status 77, with a line that says why,
 * where raw sockets are not permitted. */
int attack_from_port_0(const attack *plan, const uint8_t *const datagrams[], const size_t sizes[],
                       uint32_t count);

#endif
