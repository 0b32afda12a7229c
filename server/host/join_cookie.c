#include "server/host/join_cookie.h"

#include <sodium.h>
#include <string.h>

enum { HOLDER_SIZE = 10, PERIOD_MS = DW_COOKIE_LIFE_S * 1000 };

_Static_assert(DW_COOKIE_KEY_SIZE == crypto_shorthash_KEYBYTES, "one key of SipHash");

static uint32_t hash(const uint8_t key[DW_COOKIE_KEY_SIZE], const dw_cookie_holder *holder)
{
    uint8_t bytes[HOLDER_SIZE];
    memcpy(bytes, &holder->host, 4);
    memcpy(bytes + 4, &holder->port, 2);
    memcpy(bytes + 6, holder->number, DW_KNOCK_NUMBER_SIZE);
    uint8_t out[crypto_shorthash_BYTES];
    (void)crypto_shorthash(out, bytes, sizeof bytes, key);
    uint32_t cookie;
    memcpy(&cookie, out, sizeof cookie);
    return cookie;
}

static bool same_holder(const dw_cookie_holder *a, const dw_cookie_holder *b)
{
    return a->host == b->host && a->port == b->port &&
           memcmp(a->number, b->number, DW_KNOCK_NUMBER_SIZE) == 0;
}

void dw_cookie_jar_init(dw_cookie_jar *jar, uint32_t now_ms)
{
    memset(jar, 0, sizeof *jar);
    randombytes_buf(jar->keys, sizeof jar->keys);
    jar->period = 1;
    jar->period_start_ms = now_ms;
}

void dw_cookie_jar_advance(dw_cookie_jar *jar, uint32_t now_ms)
{
    const uint32_t passed = now_ms - jar->period_start_ms;
    const uint32_t steps = passed / PERIOD_MS;
    if (steps == 0) {
        return;
    }
    jar->period += steps;
    jar->period_start_ms += steps * PERIOD_MS;
    randombytes_buf(jar->keys[jar->period % 2], DW_COOKIE_KEY_SIZE);
    if (steps > 1) { /* Nobody looked for so long that the other one is too old as well. */
        randombytes_buf(jar->keys[(jar->period - 1) % 2], DW_COOKIE_KEY_SIZE);
    }
}

/* Only who reads at his address gets this far, so collisions that somebody makes on purpose are of
 * his own cookies. */
static uint32_t row_of(const dw_cookie_holder *holder)
{
    uint32_t number;
    memcpy(&number, holder->number, sizeof number);
    const uint32_t mixed =
        (holder->host ^ number) * UINT32_C(0x9e3779b1) + holder->port * UINT32_C(0x85ebca6b);
    return (mixed >> 16 ^ mixed) % DW_COOKIES_USED;
}

uint32_t dw_cookie_make(const dw_cookie_jar *jar, const dw_cookie_holder *holder)
{
    return hash(jar->keys[jar->period % 2], holder);
}

dw_cookie_verdict dw_cookie_check(const dw_cookie_jar *jar, const dw_cookie_holder *holder,
                                  uint32_t cookie)
{
    if (cookie != hash(jar->keys[jar->period % 2], holder) &&
        cookie != hash(jar->keys[(jar->period - 1) % 2], holder)) {
        return DW_COOKIE_WRONG;
    }
    const dw_used_cookie *row = &jar->used[row_of(holder)];
    const bool spent =
        row->period != 0 && jar->period - row->period <= 2 && same_holder(&row->holder, holder);
    return spent ? DW_COOKIE_SPENT : DW_COOKIE_GOOD;
}

void dw_cookie_spend(dw_cookie_jar *jar, const dw_cookie_holder *holder)
{
    jar->used[row_of(holder)] = (dw_used_cookie){*holder, jar->period};
}
