/* join_cookie.h - proof that whoever connects can read what is sent to his address, without a byte
 * of memory before he has shown it. A cookie is a keyed hash (SipHash-2-4: Aumasson and Bernstein,
 * 2012, by libsodium) of address, port and the connection's number; the key is random and changes
 * every DW_COOKIE_LIFE_S, the one before stays good. Owns: the two keys, and which cookies were
 * used up lately. Does not know sockets or clocks. Cost: one or two hashes a call, nothing
 * allocated. */
#ifndef DW_HOST_JOIN_COOKIE_H
#define DW_HOST_JOIN_COOKIE_H

#include "protocol/knock.h"

enum { DW_COOKIE_KEY_SIZE = 16, DW_COOKIES_USED = 8192 };

/* Who wants to connect: where from, and the number of the connection. */
typedef struct dw_cookie_holder {
    uint32_t host; /* Network order. */
    uint16_t port;
    uint8_t number[DW_KNOCK_NUMBER_SIZE];
} dw_cookie_holder;

/* A cookie that has made a connection. */
typedef struct dw_used_cookie {
    dw_cookie_holder holder;
    uint32_t period; /* 0 = none. */
} dw_used_cookie;

typedef struct dw_cookie_jar {
    uint8_t keys[2][DW_COOKIE_KEY_SIZE]; /* By period mod 2. */
    uint32_t period;                     /* From 1. */
    uint32_t period_start_ms;
    dw_used_cookie used[DW_COOKIES_USED]; /* By hash; a collision forgets the older one. */
} dw_cookie_jar;

typedef enum dw_cookie_verdict {
    DW_COOKIE_GOOD,
    DW_COOKIE_WRONG, /* Of another address, port, number or time, or no cookie at all. */
    DW_COOKIE_SPENT  /* It has made a connection already. */
} dw_cookie_verdict;

void dw_cookie_jar_init(dw_cookie_jar *jar, uint32_t now_ms);

/* Changes the key when it is time. Call before the others with the same clock. */
void dw_cookie_jar_advance(dw_cookie_jar *jar, uint32_t now_ms);

uint32_t dw_cookie_make(const dw_cookie_jar *jar, const dw_cookie_holder *holder);
dw_cookie_verdict dw_cookie_check(const dw_cookie_jar *jar, const dw_cookie_holder *holder,
                                  uint32_t cookie);

/* From now on this holder's cookies are spent. */
void dw_cookie_spend(dw_cookie_jar *jar, const dw_cookie_holder *holder);

#endif
