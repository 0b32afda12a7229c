/* server_secrets.h - what a server keeps to answer challenges, and nothing of any client: one
 * identity, and for each period of 8 s a cookie key, an ephemeral pair and the spent cookies.
 *
 *     period      |-- 1 --|-- 2 --|-- 3 --|        A challenge is answered with the newest
 *     secrets 1   answers  checks   wiped          period's secrets. Its cookie is good for as
 *     secrets 2            answers  checks  ...    long as they are there: 8 to 16 s.
 *
 * A cookie is SipHash-2-4-128 (Aumasson and Bernstein, 2012) under the period's key over address,
 * port, number and client key, so that all of these come back in the connect just as they were in
 * the ask. It also says which period's ephemeral secret belongs to the connect.
 *
 * The way of a connect, cheapest first:
 *
 *     dw_server_secrets_check     cookie and spent set, before any curve operation
 *     (the caller)                rate of joins by address: the next step costs 60 us
 *     dw_server_secrets_agree     the session key
 *     dw_seal_open_connect        the tag: the client has this key
 *     dw_server_secrets_spend     not before: a forged connect must not use up a cookie
 *
 * Only then may the server send under the key. Time is passed in. Knows no socket. Not thread-safe.
 * Cost: 0.4 MiB, nothing allocated; 0.2 us a check, 60 us an agreement, 50 us a change of period.
 */
#ifndef DW_PROTOCOL_SEAL_SERVER_SECRETS_H
#define DW_PROTOCOL_SEAL_SERVER_SECRETS_H

#include "protocol/seal/seal_keys.h"
#include "protocol/seal/spent_cookies.h"

enum { DW_SECRETS_PERIOD_MS = 8000, DW_SECRETS_COOKIE_KEY_SIZE = 16 };

typedef struct dw_secrets_period {
    uint8_t cookie_key[DW_SECRETS_COOKIE_KEY_SIZE];
    dw_seal_pair ephemeral;
    dw_spent_cookies spent;
} dw_secrets_period;

typedef struct dw_server_secrets {
    dw_seal_pair identity;
    uint8_t password_key[DW_SEAL_KEY_SIZE]; /* Zeros: no password. */
    uint8_t salt[DW_SEAL_SALT_SIZE];
    uint32_t period; /* From 2. */
    uint32_t period_start_ms;
    dw_secrets_period periods[2]; /* By period mod 2. */
} dw_server_secrets;

typedef enum dw_secrets_verdict {
    DW_SECRETS_GOOD,
    DW_SECRETS_WRONG, /* Of another address, port, number, key or time, or no cookie at all. */
    DW_SECRETS_SPENT /* It has made a connection: open the connect with that session, or drop it. */
} dw_secrets_verdict;

/* `password_key` and `salt` are those of dw_seal_password_key, both NULL without a password. */
void dw_server_secrets_init(dw_server_secrets *secrets, const dw_seal_pair *identity,
                            const uint8_t *password_key, const uint8_t *salt, uint32_t now_ms);

/* Begins the period that is due and wipes what is older than the one before. Call it before the
 * others with the same clock, and at least once a second: until then old secrets stay. The clock
 * may wrap; a step back changes nothing. */
void dw_server_secrets_advance(dw_server_secrets *secrets, uint32_t now_ms);

void dw_server_secrets_wipe(dw_server_secrets *secrets);

/* The answer to an ask: kind 2 from a server that seals, kind 4 from one that does not. DW_DENIED
 * when the server seals and the client asked for a connection in the clear. */
DW_MUST_USE dw_status dw_server_secrets_answer(const dw_server_secrets *secrets, uint32_t host,
                                               uint16_t port, const dw_challenge *ask, bool seal,
                                               dw_challenge *answer);

/* Of a connect, kind 5 or 6. GOOD gives the period for the calls below. Constant time in the
 * cookie's bytes. */
dw_secrets_verdict dw_server_secrets_check(const dw_server_secrets *secrets, uint32_t host,
                                           uint16_t port, const dw_challenge *connect,
                                           uint32_t *period);

/* The session key of a connect of kind 5 that was GOOD. DW_INVALID: the client's key is of low
 * order. DW_TIMEOUT: the period is over. */
DW_MUST_USE dw_status dw_server_secrets_agree(const dw_server_secrets *secrets, uint32_t period,
                                              const dw_challenge *connect, dw_seal_agreement *out);

/* From now on the cookies of this address, port and number are spent. DW_DENIED: they were already.
 * DW_FULL: too many connections in this period. DW_TIMEOUT: the period is over. Only DW_OK permits
 * the connection. */
DW_MUST_USE dw_status dw_server_secrets_spend(dw_server_secrets *secrets, uint32_t host,
                                              uint16_t port, const dw_challenge *connect,
                                              uint32_t period);

#endif
