#include "server/host/net_seal.h"

#include "common/base/check.h"

#include <string.h>

dw_status dw_net_seals_create(dw_net_seals **out, dw_arena *arena, uint32_t peers, bool sealed)
{
    dw_net_seals *seals = DW_ARENA_NEW(arena, dw_net_seals);
    dw_net_sealed *rows = DW_ARENA_ARRAY(arena, dw_net_sealed, peers);
    if (seals == NULL || rows == NULL) {
        return DW_MEMORY;
    }
    seals->sealed = sealed;
    seals->peers = peers;
    seals->rows = rows;
    *out = seals;
    return DW_OK;
}

void dw_net_seals_wipe(dw_net_seals *seals)
{
    dw_seal_wipe(seals->rows, seals->peers * sizeof seals->rows[0]);
    dw_seal_wipe(seals->expected, sizeof seals->expected);
}

void dw_net_seals_expect(dw_net_seals *seals, const dw_net_sealed *connection)
{
    dw_net_sealed *row = &seals->expected[seals->expected_next];
    seals->expected_next = (seals->expected_next + 1) % DW_NET_EXPECTED_MAX;
    *row = *connection;
    row->used = true;
}

static bool is_of(const dw_net_sealed *row, const dw_datagram *datagram)
{
    return row->used && row->host == datagram->host && row->port == datagram->port;
}

dw_net_sealed *dw_net_seals_at(dw_net_seals *seals, uint32_t index, const dw_datagram *datagram)
{
    return index < seals->peers && is_of(&seals->rows[index], datagram) ? &seals->rows[index]
                                                                        : NULL;
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
        if (is_of(expected, datagram) &&
            memcmp(expected->number, opening.number, sizeof opening.number) == 0) {
            seals->rows[index] = *expected;
            dw_seal_wipe(expected, sizeof *expected);
            return;
        }
    }
}

bool dw_net_seals_close(dw_net_seals *seals, uint32_t index, dw_datagram *datagram)
{
    if (index < seals->peers) {
        settle(seals, index, datagram);
    }
    dw_net_sealed *row = dw_net_seals_at(seals, index, datagram);
    if (row == NULL || !seals->sealed) {
        return row != NULL;
    }
    datagram->bytes -= DW_SEAL_ROOM_BEFORE;
    datagram->size = (uint32_t)dw_seal_close(&row->session, datagram->bytes, datagram->size);
    return datagram->size > 0;
}

dw_seal_verdict dw_net_seals_open(dw_net_seals *seals, dw_datagram *datagram)
{
    dw_net_sealed *row =
        dw_net_seals_at(seals, dw_enet_peer_of(datagram->bytes, datagram->size), datagram);
    const dw_seal_verdict verdict =
        row != NULL ? dw_seal_open(&row->session, datagram->bytes, datagram->size) : DW_SEAL_FORGED;
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
