/* public_map.h - the part of a map that every client receives: rooms, walls by rule, furniture,
 * doors, spawns, exit, items that are not hidden; never patrols, guard posts or seeds
 * (ARCHITECTURE.md, invariant 4). The same map gives the same bytes everywhere; their hash names
 * the map, and nobody can make another map of the same hash. */
#ifndef DW_PROTOCOL_PUBLIC_MAP_H
#define DW_PROTOCOL_PUBLIC_MAP_H

#include "common/world/map.h"
#include "protocol/protocol.h"

/* Writes at most `capacity` bytes (DW_MAP_BYTES_MAX is always enough, or DW_FULL). */
DW_MUST_USE dw_status dw_public_map_encode(const dw_map *map, uint8_t *bytes, size_t capacity,
                                           size_t *size);

/* Checks everything as dw_map_build does; walls and index are made anew by the receiver. */
DW_MUST_USE dw_status dw_public_map_decode(const dw_map **out, dw_arena *arena,
                                           const uint8_t *bytes, size_t size, dw_error *error);

/* BLAKE2b-128 (RFC 7693) of the bytes of a public map. */
typedef struct dw_map_hash {
    uint8_t bytes[DW_MAP_HASH_SIZE];
} dw_map_hash;

enum { DW_MAP_HASH_TEXT_SIZE = 2 * DW_MAP_HASH_SIZE + 1 };

dw_map_hash dw_public_map_hash(const uint8_t *bytes, size_t size);
bool dw_map_hash_equal(const dw_map_hash *a, const dw_map_hash *b);

/* 32 hexadecimal digits and a zero. */
void dw_map_hash_text(const dw_map_hash *hash, char text[DW_MAP_HASH_TEXT_SIZE]);

#endif
