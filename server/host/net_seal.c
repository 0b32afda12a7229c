#include "server/host/net_seal.h"

#include "common/base/check.h"

#include <string.h>

dw_status dw_net_seals_create(dw_net_seals **out, dw_arena *arena, uint32_t peers)
{
    dw_net_seals *seals = DW_ARENA_NEW(arena, dw_net_seals);
    dw_net_sealed *rows = DW_ARENA_ARRAY(arena, dw_net_sealed, peers);
    if (seals == NULL || rows == NULL) {
        return DW_MEMORY;
    }
    seals->peers = peers;
    seals->rows = rows;
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

/* ENet's answer to CONNECT says which peer it made. Any other datagram, and that answer sent again,
 * changes nothing. */
static void settle(dw_net_seals *seals, uint32_t index, const dw_datagram *datagram)
{
    dw_enet_opening opening;
    if (!dw_enet_read_verify_connect(datagram->bytes, datagram->size, &opening) ||
        opening.peer != index) {
        return;
    }
    for (uint32_t i = 0; i < DW_NET_EXPECTED_MAX; i++) {
        dw_net_sealed *expected = &seals->expected[i];
        if (expected->used && expected->host == datagram->host &&
            expected->port == datagram->port &&
            memcmp(expected->number, opening.number, sizeof opening.number) == 0) {
            seals->rows[index] = *expected;
            dw_seal_wipe(expected, sizeof *expected);
            return;
        }
    }
}

bool dw_net_seals_close(dw_net_seals *seals, uint32_t index, dw_datagram *datagram)
{
    if (index >= seals->peers) {
        return false;
    }
    settle(seals, index, datagram);
    dw_net_sealed *row = &seals->rows[index];
    if (!row->used || row->host != datagram->host || row->port != datagram->port) {
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
    if (row == NULL || !row->used || row->host != datagram->host || row->port != datagram->port) {
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
    dw_seal_wipe(&seals->rows[index], sizeof seals->rows[0]);
}

const uint8_t *dw_net_seals_transcript(const dw_net_seals *seals, uint32_t index)
{
    DW_CHECK(index < seals->peers);
    return seals->rows[index].used ? seals->rows[index].transcript : NULL;
}
