/* Cookies, periods and the way of a connect, as a server goes through them. */
#include "common/base/check.h"
#include "join.h"
#include "protocol/seal/seal_session.h"
#include "protocol/seal/server_secrets.h"
#include "tests/support/test.h"

#include <sodium.h>

enum { HOST = 0x0100007f, PORT = 4000, LIFE = DW_SECRETS_PERIOD_MS };

static dw_server_secrets secrets;
static dw_seal_pair identity;

static int begin(void **state)
{
    (void)state;
    if (dw_seal_start() != DW_OK) {
        return -1;
    }
    identity = dw_test_join_make(1).identity;
    dw_server_secrets_init(&secrets, &identity, NULL, NULL, 1000);
    return 0;
}

/* A client that has its answer. */
typedef struct joiner {
    dw_seal_pair pair;
    dw_challenge answer, connect;
} joiner;

static joiner ask(uint8_t number)
{
    joiner j;
    dw_seal_pair_make(&j.pair);
    dw_challenge ask = {.kind = DW_CHALLENGE_ASK, .number = {number, 2, 3, 4}, .sealed = true};
    memcpy(ask.client_key, j.pair.public_key, sizeof ask.client_key);
    assert_int_equal(dw_server_secrets_answer(&secrets, HOST, PORT, &ask, true, &j.answer), DW_OK);
    assert_int_equal(j.answer.kind, DW_CHALLENGE_ANSWER);
    j.connect = (dw_challenge){.kind = DW_CHALLENGE_CONNECT_SEALED};
    memcpy(j.connect.number, ask.number, sizeof ask.number);
    memcpy(j.connect.client_key, ask.client_key, sizeof ask.client_key);
    memcpy(j.connect.cookie, j.answer.cookie, sizeof j.answer.cookie);
    return j;
}

static dw_secrets_verdict check(const dw_challenge *connect)
{
    uint32_t period = 0;
    return dw_server_secrets_check(&secrets, HOST, PORT, connect, &period);
}

static void a_cookie_is_good_for_its_owner_and_nobody_else(void **state)
{
    (void)state;
    const joiner j = ask(1);
    uint32_t period = 0;
    assert_int_equal(check(&j.connect), DW_SECRETS_GOOD);
    assert_int_equal(dw_server_secrets_check(&secrets, HOST + 1, PORT, &j.connect, &period),
                     DW_SECRETS_WRONG);
    assert_int_equal(dw_server_secrets_check(&secrets, HOST, PORT + 1, &j.connect, &period),
                     DW_SECRETS_WRONG);
    assert_int_equal(period, 0);
    for (uint32_t bit = 0; bit < 8 * 52; bit++) {
        dw_challenge wrong = j.connect;
        const uint32_t byte = bit / 8;
        uint8_t *part = byte < 4    ? &wrong.number[byte]
                        : byte < 20 ? &wrong.cookie[byte - 4]
                                    : &wrong.client_key[byte - 20];
        *part ^= (uint8_t)(1U << bit % 8);
        assert_int_equal(check(&wrong), DW_SECRETS_WRONG);
    }
}

static void a_cookie_lasts_one_period_and_never_two(void **state)
{
    (void)state;
    /* Wherever in a period it was made, and across the wrap of the clock. */
    for (uint32_t start = 0; start < LIFE; start += 499) {
        const uint32_t made = UINT32_MAX - 12000 + start;
        dw_server_secrets_init(&secrets, &identity, NULL, NULL, UINT32_MAX - 12000);
        dw_server_secrets_advance(&secrets, made);
        const joiner j = ask(1);
        for (uint32_t age = 0; age <= LIFE; age += 250) {
            dw_server_secrets_advance(&secrets, made + age);
            assert_int_equal(check(&j.connect), DW_SECRETS_GOOD);
        }
        dw_server_secrets_advance(&secrets, made + 2 * LIFE);
        assert_int_equal(check(&j.connect), DW_SECRETS_WRONG);
    }
}

static void a_long_pause_ends_both_periods_and_a_step_back_none(void **state)
{
    (void)state;
    const joiner j = ask(1);
    dw_server_secrets_advance(&secrets, 500);
    assert_int_equal(check(&j.connect), DW_SECRETS_GOOD);
    for (uint32_t pause = 2; pause < 6; pause++) {
        dw_server_secrets_init(&secrets, &identity, NULL, NULL, 0);
        const joiner late = ask(1);
        dw_server_secrets_advance(&secrets, pause * LIFE);
        assert_int_equal(check(&late.connect), DW_SECRETS_WRONG);
    }
}

static bool holds(const void *secret, size_t size)
{
    return memmem(&secrets, sizeof secrets, secret, size) != NULL;
}

static void an_expired_periods_secrets_are_really_gone(void **state)
{
    (void)state;
    for (uint32_t pause = 1; pause < 5; pause++) {
        dw_server_secrets_init(&secrets, &identity, NULL, NULL, 0);
        const dw_secrets_period *newest = &secrets.periods[secrets.period % 2];
        uint8_t ephemeral[DW_SEAL_KEY_SIZE];
        uint8_t cookie_key[DW_SECRETS_COOKIE_KEY_SIZE];
        memcpy(ephemeral, newest->ephemeral.secret_key, sizeof ephemeral);
        memcpy(cookie_key, newest->cookie_key, sizeof cookie_key);
        dw_server_secrets_advance(&secrets, LIFE - 1);
        assert_true(holds(ephemeral, sizeof ephemeral));
        if (pause == 1) { /* It still checks for one period. */
            dw_server_secrets_advance(&secrets, 2 * LIFE - 1);
            assert_true(holds(ephemeral, sizeof ephemeral));
            assert_true(holds(cookie_key, sizeof cookie_key));
        }
        dw_server_secrets_advance(&secrets, (1 + pause) * LIFE);
        assert_false(holds(ephemeral, sizeof ephemeral));
        assert_false(holds(cookie_key, sizeof cookie_key));
        assert_true(holds(identity.secret_key, sizeof identity.secret_key));
    }
    dw_server_secrets_wipe(&secrets);
    assert_int_equal(sodium_is_zero((const uint8_t *)&secrets, sizeof secrets), 1);
}

/* A client's connect datagram. */
typedef struct datagram {
    uint8_t bytes[DW_CONNECT_SIZE_MAX];
    size_t size;
} datagram;

static datagram connect_of(dw_seal_session *session, const dw_challenge *connect)
{
    datagram d = {.size = 0};
    memset(d.bytes + DW_CONNECT_SEALED_HEAD_SIZE, 0x42, DW_CONNECT_PLAIN_SIZE_MAX);
    d.size = dw_seal_close_connect(session, connect, d.bytes, DW_CONNECT_PLAIN_SIZE_MAX);
    return d;
}

static dw_seal_session client_session(const joiner *j, const uint8_t *password_key)
{
    dw_seal_agreement agreement;
    dw_seal_session session;
    assert_int_equal(dw_seal_agree_client(&j->pair, &j->answer, password_key, &agreement), DW_OK);
    dw_seal_session_begin(&session, DW_SEAL_CLIENT, agreement.key);
    return session;
}

/* The server's way with a connect, all of it. */
static dw_seal_verdict receive(const datagram *d, uint32_t *period)
{
    dw_challenge connect;
    dw_seal_agreement agreement;
    dw_seal_session session;
    datagram copy = *d;
    assert_int_equal(dw_challenge_decode(&connect, copy.bytes, copy.size), DW_OK);
    assert_int_equal(dw_server_secrets_check(&secrets, HOST, PORT, &connect, period),
                     DW_SECRETS_GOOD);
    assert_int_equal(dw_server_secrets_agree(&secrets, *period, &connect, &agreement), DW_OK);
    dw_seal_session_begin(&session, DW_SEAL_SERVER, agreement.key);
    return dw_seal_open_connect(&session, copy.bytes, copy.size);
}

static void a_connect_of_either_period_opens(void **state)
{
    (void)state;
    const joiner j = ask(1);
    dw_seal_session session = client_session(&j, NULL);
    uint32_t now_period = 0;
    uint32_t later_period = 0;
    datagram d = connect_of(&session, &j.connect);
    assert_int_equal(receive(&d, &now_period), DW_SEAL_OPENED);
    dw_server_secrets_advance(&secrets, 1000 + LIFE);
    assert_int_equal(receive(&d, &later_period), DW_SEAL_OPENED);
    assert_int_equal(now_period, later_period);
    assert_int_equal(later_period, secrets.period - 1);
    dw_seal_agreement agreement;
    dw_server_secrets_advance(&secrets, 1000 + 2 * LIFE);
    assert_int_equal(dw_server_secrets_agree(&secrets, now_period, &j.connect, &agreement),
                     DW_TIMEOUT);
    assert_int_equal(dw_server_secrets_agree(&secrets, secrets.period + 1, &j.connect, &agreement),
                     DW_TIMEOUT);
    assert_int_equal(dw_server_secrets_spend(&secrets, HOST, PORT, &j.connect, now_period),
                     DW_TIMEOUT);
}

static void the_secrets_of_another_period_do_not_open_it(void **state)
{
    (void)state;
    dw_server_secrets_advance(&secrets, 1000 + LIFE); /* So that both have been in use. */
    const joiner j = ask(1);
    dw_seal_session session = client_session(&j, NULL);
    const datagram d = connect_of(&session, &j.connect);
    for (uint32_t back = 0; back < 2; back++) {
        dw_seal_agreement agreement;
        datagram copy = d;
        assert_int_equal(
            dw_server_secrets_agree(&secrets, secrets.period - back, &j.connect, &agreement),
            DW_OK);
        dw_seal_session_begin(&session, DW_SEAL_SERVER, agreement.key);
        assert_int_equal(dw_seal_open_connect(&session, copy.bytes, copy.size),
                         back == 0 ? DW_SEAL_OPENED : DW_SEAL_FORGED);
    }
}

static void the_password_decides_whether_a_connect_opens(void **state)
{
    (void)state;
    const uint8_t right[DW_SEAL_KEY_SIZE] = {5, 6};
    const uint8_t wrong[DW_SEAL_KEY_SIZE] = {5, 7};
    const uint8_t salt[DW_SEAL_SALT_SIZE] = {9};
    dw_server_secrets_init(&secrets, &identity, right, salt, 0);
    const joiner j = ask(1);
    assert_true(dw_seal_wants_password(&j.answer));
    assert_memory_equal(j.answer.salt, salt, sizeof salt);
    const uint8_t *const keys[] = {right, wrong, NULL};
    for (uint32_t i = 0; i < DW_COUNT_OF(keys); i++) {
        dw_seal_session session = client_session(&j, keys[i]);
        const datagram d = connect_of(&session, &j.connect);
        uint32_t period = 0;
        assert_int_equal(receive(&d, &period), i == 0 ? DW_SEAL_OPENED : DW_SEAL_FORGED);
    }
}

static void a_client_that_is_shown_another_identity_does_not_get_in(void **state)
{
    (void)state;
    joiner j = ask(1);
    memcpy(j.answer.identity_key, dw_test_join_make(9).identity.public_key, DW_SEAL_KEY_SIZE);
    dw_seal_session session = client_session(&j, NULL);
    const datagram d = connect_of(&session, &j.connect);
    uint32_t period = 0;
    assert_int_equal(receive(&d, &period), DW_SEAL_FORGED);
}

static void a_cookie_makes_one_connection(void **state)
{
    (void)state;
    const joiner j = ask(1);
    const joiner other = ask(2);
    const joiner again = ask(1); /* The same number with another key: the same connection. */
    const uint32_t period = secrets.period;
    assert_int_equal(dw_server_secrets_spend(&secrets, HOST, PORT, &j.connect, period), DW_OK);
    assert_int_equal(check(&j.connect), DW_SECRETS_SPENT);
    assert_int_equal(check(&again.connect), DW_SECRETS_SPENT);
    assert_int_equal(check(&other.connect), DW_SECRETS_GOOD);
    assert_int_equal(dw_server_secrets_spend(&secrets, HOST, PORT, &j.connect, period), DW_DENIED);
    dw_server_secrets_advance(&secrets, 1000 + LIFE);
    assert_int_equal(check(&j.connect), DW_SECRETS_SPENT);
    /* A new period has a new ephemeral secret, so that the number may come back. */
    const joiner fresh = ask(1);
    assert_int_equal(check(&fresh.connect), DW_SECRETS_GOOD);
    dw_server_secrets_advance(&secrets, 1000 + 2 * LIFE);
    assert_int_equal(check(&j.connect), DW_SECRETS_WRONG);
}

static void a_number_comes_back_in_each_period_and_each_has_all_its_room(void **state)
{
    (void)state;
    for (uint32_t i = 1; i <= 5; i++) {
        const joiner j = ask(1);
        assert_int_equal(check(&j.connect), DW_SECRETS_GOOD);
        for (uint32_t host = 0; host < DW_SPENT_COOKIES_MAX; host++) {
            assert_int_equal(
                dw_server_secrets_spend(&secrets, HOST + host, PORT, &j.connect, secrets.period),
                DW_OK);
        }
        assert_int_equal(check(&j.connect), DW_SECRETS_SPENT);
        dw_server_secrets_advance(&secrets, 1000 + i * LIFE);
    }
}

static void a_full_period_refuses_newcomers_and_forgets_nobody(void **state)
{
    (void)state;
    const joiner first = ask(1);
    const joiner newcomer = ask(2);
    const uint32_t period = secrets.period;
    assert_int_equal(dw_server_secrets_spend(&secrets, HOST, PORT, &first.connect, period), DW_OK);
    for (uint32_t i = 1; i < DW_SPENT_COOKIES_MAX; i++) {
        assert_int_equal(dw_server_secrets_spend(&secrets, HOST + i, PORT, &first.connect, period),
                         DW_OK);
    }
    assert_int_equal(dw_server_secrets_spend(&secrets, HOST, PORT, &newcomer.connect, period),
                     DW_FULL);
    assert_int_equal(check(&first.connect), DW_SECRETS_SPENT);
    dw_server_secrets_advance(&secrets, 1000 + LIFE); /* The next one has its own room. */
    const joiner later = ask(2);
    assert_int_equal(dw_server_secrets_spend(&secrets, HOST, PORT, &later.connect, period + 1),
                     DW_OK);
    assert_int_equal(check(&first.connect), DW_SECRETS_SPENT);
}

static void in_the_clear_only_a_server_without_a_seal_answers(void **state)
{
    (void)state;
    dw_challenge ask_clear = {.kind = DW_CHALLENGE_ASK, .number = {1, 2, 3, 4}};
    dw_challenge answer = {.kind = 77};
    assert_int_equal(dw_server_secrets_answer(&secrets, HOST, PORT, &ask_clear, true, &answer),
                     DW_DENIED);
    assert_int_equal(answer.kind, 77);
    assert_int_equal(dw_server_secrets_answer(&secrets, HOST, PORT, &ask_clear, false, &answer),
                     DW_OK);
    assert_int_equal(answer.kind, DW_CHALLENGE_ANSWER_CLEAR);
    dw_challenge connect = {.kind = DW_CHALLENGE_CONNECT_CLEAR, .number = {1, 2, 3, 4}};
    memcpy(connect.cookie, answer.cookie, sizeof connect.cookie);
    assert_int_equal(check(&connect), DW_SECRETS_GOOD);
    /* The same cookie opens nothing sealed. */
    connect.kind = DW_CHALLENGE_CONNECT_SEALED;
    dw_seal_agreement agreement;
    assert_int_equal(dw_server_secrets_agree(&secrets, secrets.period, &connect, &agreement),
                     DW_INVALID);
    /* A cookie of a sealed ask is not good in the clear. */
    const joiner sealed = ask(1);
    connect.kind = DW_CHALLENGE_CONNECT_CLEAR;
    memcpy(connect.cookie, sealed.answer.cookie, sizeof connect.cookie);
    assert_int_equal(check(&connect), DW_SECRETS_WRONG);
}

/* What a thief of the server's memory can try on a recorded connect: each pair as ephemeral and as
 * identity, and each run of 32 bytes of what is kept as an ephemeral secret. */
static uint32_t openings(const datagram *recorded, const joiner *j)
{
    uint8_t kept[512];
    size_t size = 0;
    const void *const parts[] = {&secrets.identity,
                                 &secrets.password_key,
                                 &secrets.salt,
                                 &secrets.periods[0].cookie_key,
                                 &secrets.periods[0].ephemeral,
                                 &secrets.periods[1].cookie_key,
                                 &secrets.periods[1].ephemeral};
    const size_t sizes[] = {sizeof(dw_seal_pair), 32, 16, 16, sizeof(dw_seal_pair), 16,
                            sizeof(dw_seal_pair)};
    for (size_t i = 0; i < DW_COUNT_OF(parts); i++) {
        memcpy(kept + size, parts[i], sizes[i]);
        size += sizes[i];
    }
    assert_true(size <= sizeof kept);
    uint32_t opened = 0;
    for (size_t at = 0; at + DW_SEAL_KEY_SIZE <= size; at++) {
        for (size_t as_identity = 0; as_identity < 3; as_identity++) {
            const dw_seal_pair *const known[3] = {&secrets.identity, &secrets.periods[0].ephemeral,
                                                  &secrets.periods[1].ephemeral};
            dw_seal_pair guess = {.secret_key = {0}};
            memcpy(guess.secret_key, kept + at, DW_SEAL_KEY_SIZE);
            dw_seal_agreement agreement;
            dw_seal_session session;
            datagram copy = *recorded;
            if (dw_seal_agree_server(&guess, known[as_identity], &j->answer, j->connect.client_key,
                                     NULL, &agreement) == DW_OK) {
                dw_seal_session_begin(&session, DW_SEAL_SERVER, agreement.key);
                opened += dw_seal_open_connect(&session, copy.bytes, copy.size) == DW_SEAL_OPENED;
            }
        }
    }
    return opened;
}

static void a_recorded_join_stays_closed_to_a_later_thief_of_all_secrets(void **state)
{
    (void)state;
    const joiner j = ask(1);
    dw_seal_session session = client_session(&j, NULL);
    const datagram recorded = connect_of(&session, &j.connect);
    /* While the period lasts, its secret opens the connect: the search does find keys. */
    assert_int_equal(openings(&recorded, &j), 1);
    dw_server_secrets_advance(&secrets, 1000 + LIFE);
    assert_int_equal(openings(&recorded, &j), 1);
    dw_server_secrets_advance(&secrets, 1000 + 2 * LIFE);
    assert_int_equal(openings(&recorded, &j), 0);
    dw_server_secrets_advance(&secrets, 1000 + 3 * LIFE);
    assert_int_equal(openings(&recorded, &j), 0);
}

int main(void)
{
#define FRESH(test) cmocka_unit_test_setup(test, begin)
    const struct CMUnitTest tests[] = {
        FRESH(a_cookie_is_good_for_its_owner_and_nobody_else),
        FRESH(a_cookie_lasts_one_period_and_never_two),
        FRESH(a_long_pause_ends_both_periods_and_a_step_back_none),
        FRESH(an_expired_periods_secrets_are_really_gone),
        FRESH(a_connect_of_either_period_opens),
        FRESH(the_secrets_of_another_period_do_not_open_it),
        FRESH(the_password_decides_whether_a_connect_opens),
        FRESH(a_client_that_is_shown_another_identity_does_not_get_in),
        FRESH(a_cookie_makes_one_connection),
        FRESH(a_number_comes_back_in_each_period_and_each_has_all_its_room),
        FRESH(a_full_period_refuses_newcomers_and_forgets_nobody),
        FRESH(in_the_clear_only_a_server_without_a_seal_answers),
        FRESH(a_recorded_join_stays_closed_to_a_later_thief_of_all_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
