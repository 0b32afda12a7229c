#include "protocol/transport/peer_map.h"

#include "common/base/check.h"

static uint32_t bucket_of(dw_peer_key key)
{
    const uint64_t whole = (uint64_t)key.host << 32 | (uint32_t)key.port << 16 | key.remote;
    return (uint32_t)(whole * UINT64_C(0x9e3779b97f4a7c15) >> 51); /* The top 13 bits. */
}

_Static_assert(DW_PEER_MAP_BUCKETS == 1 << 13, "a bucket for each value of bucket_of");

static bool same(dw_peer_key a, dw_peer_key b)
{
    return a.host == b.host && a.port == b.port && a.remote == b.remote;
}

void dw_peer_map_init(dw_peer_map *map, dw_peer_map_row *rows, uint32_t count)
{
    DW_CHECK(count < DW_PEER_MAP_NONE);
    map->rows = rows;
    map->count = count;
    for (uint32_t i = 0; i < DW_PEER_MAP_BUCKETS; i++) {
        map->buckets[i] = DW_PEER_MAP_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        rows[i] = (dw_peer_map_row){.next = DW_PEER_MAP_NONE};
    }
}

void dw_peer_map_remove(dw_peer_map *map, uint16_t local)
{
    DW_CHECK(local < map->count);
    dw_peer_map_row *row = &map->rows[local];
    if (!row->used) {
        return;
    }
    uint16_t *link = &map->buckets[bucket_of(row->key)];
    while (*link != local) {
        link = &map->rows[*link].next;
    }
    *link = row->next;
    row->used = false;
}

void dw_peer_map_put(dw_peer_map *map, uint16_t local, dw_peer_key key)
{
    const uint16_t other = dw_peer_map_find(map, key);
    if (other != DW_PEER_MAP_NONE) {
        dw_peer_map_remove(map, other);
    }
    dw_peer_map_remove(map, local);
    uint16_t *bucket = &map->buckets[bucket_of(key)];
    map->rows[local] = (dw_peer_map_row){.key = key, .next = *bucket, .used = true};
    *bucket = local;
}

uint16_t dw_peer_map_find(const dw_peer_map *map, dw_peer_key key)
{
    uint16_t at = map->buckets[bucket_of(key)];
    while (at != DW_PEER_MAP_NONE && !same(map->rows[at].key, key)) {
        at = map->rows[at].next;
    }
    return at;
}
