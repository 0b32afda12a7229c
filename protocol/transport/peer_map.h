/* peer_map.h - which of an ENet host's peers a datagram to some address belongs to. ENet's header
 * names the receiver's index of the peer, and many peers of one host can share an address, so the
 * key is address, port and that index. Owns: its rows, one a peer. Cost: O(1) a call; memory is
 * taken at creation. Pure. */
#ifndef DW_PROTOCOL_TRANSPORT_PEER_MAP_H
#define DW_PROTOCOL_TRANSPORT_PEER_MAP_H

#include <stdbool.h>
#include <stdint.h>

enum { DW_PEER_MAP_BUCKETS = 8192, DW_PEER_MAP_NONE = 0xffff };

typedef struct dw_peer_key {
    uint32_t host; /* IPv4, in network order. */
    uint16_t port;
    uint16_t remote; /* The other end's index of the connection. */
} dw_peer_key;

typedef struct dw_peer_map_row {
    dw_peer_key key;
    uint16_t next; /* In the same bucket. */
    bool used;
} dw_peer_map_row;

/* `rows` has a place for each peer and outlives the map. */
typedef struct dw_peer_map {
    uint16_t buckets[DW_PEER_MAP_BUCKETS];
    dw_peer_map_row *rows;
    uint32_t count;
} dw_peer_map;

void dw_peer_map_init(dw_peer_map *map, dw_peer_map_row *rows, uint32_t count);

/* Peer `local` is reached there. What it was reached at before is forgotten, and so is another peer
 * under the same key. */
void dw_peer_map_put(dw_peer_map *map, uint16_t local, dw_peer_key key);
void dw_peer_map_remove(dw_peer_map *map, uint16_t local);

/* DW_PEER_MAP_NONE when there is none. */
uint16_t dw_peer_map_find(const dw_peer_map *map, dw_peer_key key);

#endif
