#include "server/host/address_rate.h"

enum { JOIN_COST_MS = DW_ADDRESS_JOINS_MS / DW_ADDRESS_JOINS, SET_BITS = 10 };

_Static_assert(1 << SET_BITS == DW_ADDRESS_SETS, "a set for each number of that many bits");

static dw_address_row *row_of(dw_address_rate *rate, uint32_t host, uint32_t now_ms)
{
    /* The top bits depend on all bytes of the address, and on the last one most: neighbours in a
     * network must not share a few sets. */
    dw_address_row *set = rate->rows[host * UINT32_C(0x9e3779b1) >> (32 - SET_BITS)];
    dw_address_row *oldest = &set[0];
    for (uint32_t i = 0; i < DW_ADDRESS_WAYS; i++) {
        if (set[i].host == host) {
            return &set[i];
        }
        const bool older = now_ms - set[i].last_ms > now_ms - oldest->last_ms;
        if (oldest->host != 0 && (set[i].host == 0 || older)) {
            oldest = &set[i];
        }
    }
    *oldest = (dw_address_row){host, now_ms, DW_ADDRESS_JOINS_MS};
    return oldest;
}

/* The row with the credit that it has by now. */
static dw_address_row *fill(dw_address_rate *rate, uint32_t host, uint32_t now_ms)
{
    dw_address_row *row = row_of(rate, host, now_ms);
    const uint32_t passed = now_ms - row->last_ms;
    const uint32_t room = DW_ADDRESS_JOINS_MS - row->credit_ms;
    row->credit_ms += passed < room ? passed : room;
    row->last_ms = now_ms;
    return row;
}

bool dw_address_rate_has(dw_address_rate *rate, uint32_t host, uint32_t now_ms)
{
    return fill(rate, host, now_ms)->credit_ms >= JOIN_COST_MS;
}

bool dw_address_rate_pass(dw_address_rate *rate, uint32_t host, uint32_t now_ms)
{
    dw_address_row *row = fill(rate, host, now_ms);
    if (row->credit_ms < JOIN_COST_MS) {
        return false;
    }
    row->credit_ms -= JOIN_COST_MS;
    return true;
}
