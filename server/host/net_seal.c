#include "server/host/net_seal.h"

#include "common/base/check.h"
#include "protocol/transport/enet_wire.h"

#include <string.h>

dw_status dw_net_seals_create(dw_net_seals **out, dw_arena *arena, uint32_t peers)
{
    dw_net_seals *seals = DW_ARENA_NEW(arena, dw_net_seals);
    dw_net_sealed *rows = DW_ARENA_ARRAY(arena, dw_net_sealed, peers);
    dw_peer_map_row *map_rows = DW_ARENA_ARRAY(arena, dw_peer_map_row, peers);
    if (seals == NULL || rows == NULL || map_rows == NULL) {
        return DW_MEMORY;
    }
    seals->peers = peers;
    seals->rows = rows;
    dw_peer_map_init(&seals->map, map_rows, peers);
    *out = seals;
    return DW_OK;
}

void dw_net_seals_wipe(dw_net_seals *seals)
{
    if (seals != NULL) {
        dw_seal_wipe(seals->rows, seals->peers * sizeof seals->rows[0]);
        dw_seal_wipe(seals->expected, sizeof seals->expected);
    }
}

void dw_net_seals_expect(dw_net_seals *seals, const dw_net_sealed *connection)
{
    dw_net_sealed *row = &seals->expected[seals->expected_next];
    seals->expected_next = (seals->expected_next + 1) % DW_NET_EXPECTED_MAX;
    *row = *connection;
    row->used = true;
}

static bool same_key(dw_peer_key a, dw_peer_key b)
{
    return a.host == b.host && a.port == b.port && a.remote == b.remote;
}

/* ENet's answer to CONNECT says which peer it has made. NULL: the datagram is not such an answer.
 */
static dw_net_sealed *settle(dw_net_seals *seals, dw_peer_key key, const dw_datagram *datagram)
{
    dw_enet_opening opening;
    if (!dw_enet_read_verify_connect(datagram->bytes, datagram->size, &opening) ||
        opening.peer >= seals->peers) {
        return NULL;
    }
    for (uint32_t i = 0; i < DW_NET_EXPECTED_MAX; i++) {
        dw_net_sealed *expected = &seals->expected[i];
        if (expected->used && same_key(expected->key, key)) {
            dw_net_sealed *row = &seals->rows[opening.peer];
            *row = *expected;
            dw_seal_wipe(expected, sizeof *expected);
            dw_peer_map_put(&seals->map, opening.peer, key);
            return row;
        }
    }
    return NULL;
}

bool dw_net_seals_close(dw_net_seals *seals, dw_datagram *datagram)
{
    const dw_peer_key key = {datagram->host, datagram->port,
                             dw_enet_peer_of(datagram->bytes, datagram->size)};
    /* An expected connection comes first: its place may have been another one's. */
    dw_net_sealed *row = settle(seals, key, datagram);
    if (row == NULL) {
        const uint16_t local = dw_peer_map_find(&seals->map, key);
        row = local != DW_PEER_MAP_NONE ? &seals->rows[local] : NULL;
    }
    if (row == NULL) {
        return false;
    }
    datagram->bytes -= DW_SEAL_ROOM_BEFORE;
    datagram->size = (uint32_t)dw_seal_close(&row->session, datagram->bytes, datagram->size);
    return datagram->size > 0;
}

dw_seal_verdict dw_net_seals_open(dw_net_seals *seals, dw_datagram *datagram)
{
    const uint16_t local = dw_enet_peer_of(datagram->bytes, datagram->size);
    dw_net_sealed *row = local < seals->peers ? &seals->rows[local] : NULL;
    if (row == NULL || !row->used || row->key.host != datagram->host ||
        row->key.port != datagram->port) {
        return DW_SEAL_FORGED;
    }
    const dw_seal_verdict verdict = dw_seal_open(&row->session, datagram->bytes, datagram->size);
    if (verdict == DW_SEAL_OPENED) {
        datagram->bytes += DW_SEAL_ROOM_BEFORE;
        datagram->size -= DW_SEAL_SIZE;
    }
    return verdict;
}

void dw_net_seals_forget(dw_net_seals *seals, uint32_t index)
{
    DW_CHECK(index < seals->peers);
    dw_peer_map_remove(&seals->map, (uint16_t)index);
    dw_seal_wipe(&seals->rows[index], sizeof seals->rows[0]);
}

const uint8_t *dw_net_seals_transcript(const dw_net_seals *seals, uint32_t index)
{
    DW_CHECK(index < seals->peers);
    return seals->rows[index].used ? seals->rows[index].transcript : NULL;
}
