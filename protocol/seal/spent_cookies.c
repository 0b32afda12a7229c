/* Rows are only added until all of them go at once, so that a probe may end at the first free row:
 * there are no gravestones. */
#include "protocol/seal/spent_cookies.h"

#include <sodium.h>
#include <string.h>

enum { OWNER_SIZE = 4 + 2 + DW_CHALLENGE_NUMBER_SIZE };

_Static_assert(DW_SPENT_COOKIES_KEY_SIZE == crypto_shorthash_siphash24_KEYBYTES, "SipHash's key");
_Static_assert((DW_SPENT_COOKIES_ROWS & (DW_SPENT_COOKIES_ROWS - 1)) == 0, "a power of two");
_Static_assert(DW_SPENT_COOKIES_MAX < DW_SPENT_COOKIES_ROWS, "a probe finds a free row");

static bool same_owner(const dw_cookie_owner *a, const dw_cookie_owner *b)
{
    return a->host == b->host && a->port == b->port &&
           memcmp(a->number, b->number, DW_CHALLENGE_NUMBER_SIZE) == 0;
}

/* The owner's row, or the free one where it belongs. */
static uint32_t find(const dw_spent_cookies *set, const dw_cookie_owner *owner)
{
    uint8_t bytes[OWNER_SIZE];
    memcpy(bytes, &owner->host, 4);
    memcpy(bytes + 4, &owner->port, 2);
    memcpy(bytes + 6, owner->number, DW_CHALLENGE_NUMBER_SIZE);
    uint8_t hash[crypto_shorthash_siphash24_BYTES];
    (void)crypto_shorthash_siphash24(hash, bytes, sizeof bytes, set->key);
    uint32_t row;
    memcpy(&row, hash, sizeof row);
    row %= DW_SPENT_COOKIES_ROWS;
    while (set->rows[row].taken && !same_owner(&set->rows[row].owner, owner)) {
        row = (row + 1) % DW_SPENT_COOKIES_ROWS;
    }
    return row;
}

void dw_spent_cookies_reset(dw_spent_cookies *set)
{
    memset(set, 0, sizeof *set);
    randombytes_buf(set->key, sizeof set->key);
}

bool dw_spent_cookies_has(const dw_spent_cookies *set, const dw_cookie_owner *owner)
{
    return set->rows[find(set, owner)].taken;
}

dw_status dw_spent_cookies_add(dw_spent_cookies *set, const dw_cookie_owner *owner)
{
    const uint32_t row = find(set, owner);
    if (set->rows[row].taken) {
        return DW_DENIED;
    }
    if (set->count == DW_SPENT_COOKIES_MAX) {
        return DW_FULL;
    }
    set->rows[row] = (dw_spent_cookie){.owner = *owner, .taken = true};
    set->count++;
    return DW_OK;
}
