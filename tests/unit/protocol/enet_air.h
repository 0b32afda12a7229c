/* enet_air.h - a network in memory for the ENet hosts of a test: the program's own definitions of
 * ENet's socket calls, its clock and its source of chance take the place of the library's, so that
 * a seed decides what is lost, what comes twice, late or out of order, and nothing else does. Time
 * passes when the test says so. Owns: what is in the air. One network in a process, one thread. */
#ifndef DW_TESTS_PROTOCOL_ENET_AIR_H
#define DW_TESTS_PROTOCOL_ENET_AIR_H

#include <enet/enet.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AIR_BYTES_MAX = 2048 };

typedef struct air_weather {
    uint32_t lost_percent, twice_percent;
    uint32_t delay_min_ms, delay_max_ms; /* What differs by these changes places. */
} air_weather;

typedef struct air_datagram {
    ENetAddress from;
    uint32_t size;
    uint8_t bytes[AIR_BYTES_MAX];
} air_datagram;

/* Empty, at a time of 1000 ms, without hosts. */
void air_start(uint64_t seed, const air_weather *weather);
void air_set_weather(const air_weather *weather);
void air_wait(uint32_t ms);

/* A host that is known by `port` and takes what is meant for it. Closed with enet_host_destroy. */
ENetHost *air_host(uint16_t port, uint32_t peers, uint32_t channels);

/* One that the test feeds, by putting things into `inbox`. What a mute one sends is noted and gets
 * nowhere. */
ENetHost *air_relay_host(uint16_t port, uint16_t inbox, bool mute, uint32_t peers,
                         uint32_t channels);
ENetAddress air_address(uint16_t port);

/* Everything that this host sent, and when: a chained hash. */
uint64_t air_sent_hash(const ENetHost *host);
uint32_t air_sent_count(const ENetHost *host);

/* What is due at a port that no host reads; puts something into a port, due at once. */
bool air_take(uint16_t port, air_datagram *out);
void air_put(uint16_t port, const air_datagram *datagram);
bool air_is_due(uint16_t port);

#endif
