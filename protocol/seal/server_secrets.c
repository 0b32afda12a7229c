#include "protocol/seal/server_secrets.h"

#include "common/base/check.h"

#include <sodium.h>
#include <string.h>

enum {
    OWNER_SIZE = 4 + 2 + DW_CHALLENGE_NUMBER_SIZE,
    COOKIE_TEXT_SIZE = OWNER_SIZE + DW_SEAL_KEY_SIZE,
    FIRST_PERIOD = 2 /* The one before it has a number, too. */
};

_Static_assert(DW_SECRETS_COOKIE_KEY_SIZE == crypto_shorthash_siphashx24_KEYBYTES, "SipHash's key");
_Static_assert(DW_CHALLENGE_COOKIE_SIZE == crypto_shorthash_siphashx24_BYTES, "one cookie");

static void renew(dw_secrets_period *period)
{
    sodium_memzero(&period->ephemeral, sizeof period->ephemeral);
    randombytes_buf(period->cookie_key, sizeof period->cookie_key);
    dw_seal_pair_make(&period->ephemeral);
    dw_spent_cookies_reset(&period->spent);
}

void dw_server_secrets_init(dw_server_secrets *secrets, const dw_seal_pair *identity,
                            const uint8_t *password_key, const uint8_t *salt, uint32_t now_ms)
{
    DW_CHECK((password_key == NULL) == (salt == NULL));
    memset(secrets, 0, sizeof *secrets);
    secrets->identity = *identity;
    if (password_key != NULL) {
        memcpy(secrets->password_key, password_key, sizeof secrets->password_key);
        memcpy(secrets->salt, salt, sizeof secrets->salt);
    }
    secrets->period = FIRST_PERIOD;
    secrets->period_start_ms = now_ms;
    renew(&secrets->periods[0]);
    renew(&secrets->periods[1]);
}

void dw_server_secrets_advance(dw_server_secrets *secrets, uint32_t now_ms)
{
    const uint32_t passed = now_ms - secrets->period_start_ms;
    const uint32_t steps = passed > INT32_MAX ? 0 : passed / DW_SECRETS_PERIOD_MS;
    if (steps == 0) {
        return;
    }
    secrets->period += steps;
    secrets->period_start_ms += steps * DW_SECRETS_PERIOD_MS;
    renew(&secrets->periods[secrets->period % 2]);
    if (steps > 1) { /* After a long pause the other one is too old as well. */
        renew(&secrets->periods[(secrets->period - 1) % 2]);
    }
}

void dw_server_secrets_wipe(dw_server_secrets *secrets)
{
    sodium_memzero(secrets, sizeof *secrets);
}

static dw_cookie_owner owner_of(uint32_t host, uint16_t port, const dw_challenge *challenge)
{
    dw_cookie_owner owner = {.host = host, .port = port};
    memcpy(owner.number, challenge->number, sizeof owner.number);
    return owner;
}

/* `client_key` is zeros for a connection in the clear. No sealed one gets past its agreement with
 * such a key, so that the two kinds of cookie cannot be exchanged. */
static void make_cookie(const dw_secrets_period *period, const dw_cookie_owner *owner,
                        const uint8_t client_key[DW_SEAL_KEY_SIZE],
                        uint8_t cookie[DW_CHALLENGE_COOKIE_SIZE])
{
    uint8_t text[COOKIE_TEXT_SIZE];
    memcpy(text, &owner->host, 4);
    memcpy(text + 4, &owner->port, 2);
    memcpy(text + 6, owner->number, DW_CHALLENGE_NUMBER_SIZE);
    memcpy(text + OWNER_SIZE, client_key, DW_SEAL_KEY_SIZE);
    (void)crypto_shorthash_siphashx24(cookie, text, sizeof text, period->cookie_key);
}

static void describe(const dw_server_secrets *secrets, const dw_secrets_period *period,
                     dw_challenge *answer)
{
    answer->kind = DW_CHALLENGE_ANSWER;
    memcpy(answer->server_key, period->ephemeral.public_key, DW_SEAL_KEY_SIZE);
    memcpy(answer->identity_key, secrets->identity.public_key, DW_SEAL_KEY_SIZE);
    memcpy(answer->salt, secrets->salt, DW_SEAL_SALT_SIZE);
}

dw_status dw_server_secrets_answer(const dw_server_secrets *secrets, uint32_t host, uint16_t port,
                                   const dw_challenge *ask, bool seal, dw_challenge *answer)
{
    static const uint8_t no_key[DW_SEAL_KEY_SIZE];
    DW_CHECK(ask->kind == DW_CHALLENGE_ASK);
    if (seal && !ask->sealed) {
        return DW_DENIED;
    }
    const dw_secrets_period *period = &secrets->periods[secrets->period % 2];
    const dw_cookie_owner owner = owner_of(host, port, ask);
    *answer = (dw_challenge){.kind = DW_CHALLENGE_ANSWER_CLEAR};
    memcpy(answer->number, ask->number, sizeof answer->number);
    make_cookie(period, &owner, seal ? ask->client_key : no_key, answer->cookie);
    if (seal) {
        describe(secrets, period, answer);
    }
    return DW_OK;
}

dw_secrets_verdict dw_server_secrets_check(const dw_server_secrets *secrets, uint32_t host,
                                           uint16_t port, const dw_challenge *connect,
                                           uint32_t *period)
{
    DW_CHECK(connect->kind == DW_CHALLENGE_CONNECT_SEALED ||
             connect->kind == DW_CHALLENGE_CONNECT_CLEAR);
    const dw_cookie_owner owner = owner_of(host, port, connect);
    for (uint32_t back = 0; back < 2; back++) {
        const dw_secrets_period *tried = &secrets->periods[(secrets->period - back) % 2];
        uint8_t cookie[DW_CHALLENGE_COOKIE_SIZE];
        make_cookie(tried, &owner, connect->client_key, cookie);
        if (sodium_memcmp(cookie, connect->cookie, sizeof cookie) == 0) {
            *period = secrets->period - back;
            return dw_spent_cookies_has(&tried->spent, &owner) ? DW_SECRETS_SPENT : DW_SECRETS_GOOD;
        }
    }
    return DW_SECRETS_WRONG;
}

/* Whether its secrets are still there. */
static bool lasts(const dw_server_secrets *secrets, uint32_t period)
{
    return secrets->period - period < 2;
}

dw_status dw_server_secrets_agree(const dw_server_secrets *secrets, uint32_t period,
                                  const dw_challenge *connect, dw_seal_agreement *out)
{
    DW_CHECK(connect->kind == DW_CHALLENGE_CONNECT_SEALED);
    if (!lasts(secrets, period)) {
        return DW_TIMEOUT;
    }
    const dw_secrets_period *then = &secrets->periods[period % 2];
    dw_challenge answer = {.kind = DW_CHALLENGE_ANSWER};
    memcpy(answer.number, connect->number, sizeof answer.number);
    memcpy(answer.cookie, connect->cookie, sizeof answer.cookie);
    describe(secrets, then, &answer);
    return dw_seal_agree_server(&then->ephemeral, &secrets->identity, &answer, connect->client_key,
                                secrets->password_key, out);
}

dw_status dw_server_secrets_spend(dw_server_secrets *secrets, uint32_t host, uint16_t port,
                                  const dw_challenge *connect, uint32_t period)
{
    if (!lasts(secrets, period)) {
        return DW_TIMEOUT;
    }
    const dw_cookie_owner owner = owner_of(host, port, connect);
    return dw_spent_cookies_add(&secrets->periods[period % 2].spent, &owner);
}
