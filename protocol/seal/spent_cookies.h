/* spent_cookies.h - the cookies of one period that have made a connection, an exact set.
 *
 * A connect that is replayed while its cookie is good must not make a second session: it would get
 * the key of the first one and repeat its counters. So no row is ever forgotten or overwritten. A
 * full set refuses newcomers, until the period ends and the whole set is emptied.
 *
 * Owns: its rows. Knows neither cookies' bytes nor clocks. Cost: 192 KiB; O(1) a call (open
 * addressing, linear probing, at most three quarters full), no allocation. Rows are found by a
 * keyed hash (SipHash-2-4: Aumasson and Bernstein, 2012), so that nobody can choose numbers that
 * crowd one place. */
#ifndef DW_PROTOCOL_SEAL_SPENT_COOKIES_H
#define DW_PROTOCOL_SEAL_SPENT_COOKIES_H

#include "protocol/seal/challenge.h"

enum {
    DW_SPENT_COOKIES_ROWS = 16384,
    DW_SPENT_COOKIES_MAX = DW_SPENT_COOKIES_ROWS / 4 * 3,
    DW_SPENT_COOKIES_KEY_SIZE = 16
};

/* Which connection of which address. */
typedef struct dw_cookie_owner {
    uint32_t host; /* Network order. */
    uint16_t port;
    uint8_t number[DW_CHALLENGE_NUMBER_SIZE];
} dw_cookie_owner;

typedef struct dw_spent_cookie {
    dw_cookie_owner owner;
    bool taken;
} dw_spent_cookie;

typedef struct dw_spent_cookies {
    uint8_t key[DW_SPENT_COOKIES_KEY_SIZE]; /* Random, new at each reset. */
    uint32_t count;
    dw_spent_cookie rows[DW_SPENT_COOKIES_ROWS];
} dw_spent_cookies;

/* Empties the set. */
void dw_spent_cookies_reset(dw_spent_cookies *set);

bool dw_spent_cookies_has(const dw_spent_cookies *set, const dw_cookie_owner *owner);

/* DW_DENIED: it is in the set already. DW_FULL: it is not, and there is no room for it. */
DW_MUST_USE dw_status dw_spent_cookies_add(dw_spent_cookies *set, const dw_cookie_owner *owner);

#endif
