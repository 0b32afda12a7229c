/* Any bytes as what is said before a sealed connection: what decodes encodes to the same bytes, no
 * cookie but the right one is good, and no connect that nobody sealed opens. The first six bytes
 * are the sender's address. */
#include "common/base/check.h"
#include "fuzz.h"
#include "protocol/seal/seal_session.h"
#include "protocol/seal/server_secrets.h"

#include <stdlib.h>
#include <string.h>

enum { ADDRESS_BYTES = 6 };

static dw_server_secrets secrets;

/* The same keys in each run. */
static void begin(void)
{
    if (secrets.period != 0) {
        return;
    }
    dw_seal_pair pair;
    uint8_t secret[DW_SEAL_KEY_SIZE] = {1};
    DW_CHECK(dw_seal_start() == DW_OK);
    dw_seal_pair_from(&pair, secret);
    dw_server_secrets_init(&secrets, &pair, NULL, NULL, 0);
    for (uint32_t i = 0; i < 2; i++) {
        secret[1] = (uint8_t)(2 + i);
        dw_seal_pair_from(&secrets.periods[i].ephemeral, secret);
        memset(secrets.periods[i].cookie_key, (int)i, DW_SECRETS_COOKIE_KEY_SIZE);
    }
}

static void try_ask(uint32_t host, uint16_t port, const dw_challenge *ask)
{
    dw_challenge answer;
    dw_challenge connect = {.kind = ask->sealed ? DW_CHALLENGE_CONNECT_SEALED
                                                : DW_CHALLENGE_CONNECT_CLEAR};
    const dw_status status =
        dw_server_secrets_answer(&secrets, host, port, ask, ask->sealed, &answer);
    DW_CHECK(status == DW_OK);
    memcpy(connect.number, ask->number, sizeof connect.number);
    memcpy(connect.client_key, ask->client_key, sizeof connect.client_key);
    memcpy(connect.cookie, answer.cookie, sizeof connect.cookie);
    uint32_t period = 0;
    DW_CHECK(dw_server_secrets_check(&secrets, host, port, &connect, &period) == DW_SECRETS_GOOD);
    DW_CHECK(dw_server_secrets_check(&secrets, host, port ^ 1, &connect, &period) ==
             DW_SECRETS_WRONG);
    DW_CHECK(dw_server_secrets_spend(&secrets, host, port, &connect, period) == DW_OK);
    DW_CHECK(dw_server_secrets_check(&secrets, host, port, &connect, &period) == DW_SECRETS_SPENT);
    dw_spent_cookies_reset(&secrets.periods[period % 2].spent);
}

/* A guessed cookie is wrong. The bytes go on to the tag all the same, which is wrong as well. */
static void try_connect(uint32_t host, uint16_t port, dw_challenge *connect, const uint8_t *bytes,
                        size_t size)
{
    uint32_t period = 0;
    DW_CHECK(dw_server_secrets_check(&secrets, host, port, connect, &period) == DW_SECRETS_WRONG);
    dw_seal_agreement agreement;
    if (connect->kind != DW_CHALLENGE_CONNECT_SEALED ||
        dw_server_secrets_agree(&secrets, secrets.period, connect, &agreement) != DW_OK) {
        return;
    }
    uint8_t *copy = malloc(size); /* As large as that, so that one byte more shows. */
    DW_CHECK(copy != NULL);
    memcpy(copy, bytes, size);
    dw_seal_session session;
    dw_seal_session_begin(&session, DW_SEAL_SERVER, agreement.key);
    const dw_seal_session before = session;
    const dw_seal_verdict verdict = dw_seal_open_connect(&session, copy, size);
    DW_CHECK(verdict == DW_SEAL_FORGED || verdict == DW_SEAL_USED_UP);
    DW_CHECK(memcmp(session.key, before.key, sizeof before.key) == 0 && session.end == 0);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < ADDRESS_BYTES) {
        return 0;
    }
    begin();
    uint32_t host;
    uint16_t port;
    memcpy(&host, data, sizeof host);
    memcpy(&port, data + 4, sizeof port);
    const uint8_t *bytes = data + ADDRESS_BYTES;
    const size_t rest = size - ADDRESS_BYTES;
    dw_challenge challenge;
    if (dw_challenge_decode(&challenge, bytes, rest) != DW_OK) {
        return 0;
    }
    DW_CHECK(dw_challenge_is(bytes, rest));
    uint8_t again[DW_CHALLENGE_ASK_SIZE];
    const size_t head = dw_challenge_encode(&challenge, again);
    DW_CHECK(head <= rest && memcmp(again, bytes, head) == 0);
    if (challenge.kind == DW_CHALLENGE_ASK) {
        try_ask(host, port, &challenge);
    } else if (challenge.kind >= DW_CHALLENGE_CONNECT_SEALED) {
        DW_CHECK(rest - head <= DW_CONNECT_PLAIN_SIZE_MAX + DW_SEAL_TAG_SIZE);
        try_connect(host, port, &challenge, bytes, rest);
    } else {
        DW_CHECK(head == rest);
    }
    return 0;
}
