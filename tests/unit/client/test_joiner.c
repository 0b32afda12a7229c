/* How a client's joiner asks, waits and gives up. ENet's datagrams are made by the test, the server
 * is a socket of its own that answers with a real server's secrets, and time is a number. */
#include "client/core/joiner.h"
#include "protocol/seal/seal_session.h"
#include "protocol/seal/server_secrets.h"
#include "protocol/transport/enet_wire.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PEERS = 4,
    CONNECT_BYTES = 52,
    VERIFY_BYTES = 48,
    NUMBER_AT = 44,
    ROOM = 1400,
    SERVER_INDEX = 7,
    STEP_MS = 10,
    ASKS_BEFORE_SLOWER = 8,
    BAD_ANSWERS = 6
};

#define MS_NS UINT64_C(1000000)

typedef struct desk {
    int client, server;
    struct sockaddr_in client_name, server_name;
    dw_joiner *joiner;
    dw_datagram_layer *layer;
    dw_datagram_filter filter;
    uint64_t now_ns;
    dw_seal_pair identity;
    dw_server_secrets secrets;
    dw_challenge ask, answer; /* The last ones. */
    dw_seal_session session;  /* The server's. */
} desk;

static desk at;

static uint32_t password_keys; /* That were made, of all joiners. */

dw_status __real_dw_seal_password_key(const char *password, const uint8_t *salt, uint8_t *key);
dw_status __wrap_dw_seal_password_key(const char *password, const uint8_t *salt, uint8_t *key);

dw_status __wrap_dw_seal_password_key(const char *password, const uint8_t *salt, uint8_t *key)
{
    password_keys++;
    return __real_dw_seal_password_key(password, salt, key);
}

static int open_socket(struct sockaddr_in *name)
{
    const int made = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    socklen_t size = sizeof *name;
    *name = (struct sockaddr_in){.sin_family = AF_INET};
    name->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_true(made >= 0);
    assert_int_equal(bind(made, (const struct sockaddr *)name, sizeof *name), 0);
    assert_int_equal(getsockname(made, (struct sockaddr *)name, &size), 0);
    return made;
}

static void open_desk(const dw_joiner_config *config)
{
    dw_joiner_config joining = *config;
    memset(&at, 0, sizeof at);
    joining.peers = PEERS;
    at.client = open_socket(&at.client_name);
    at.server = open_socket(&at.server_name);
    assert_int_equal(dw_joiner_create(&at.joiner, &joining), DW_OK);
    at.filter = dw_joiner_filter(at.joiner);
    at.layer = dw_datagram_layer_open(at.client, &at.filter);
    assert_non_null(at.layer);
    dw_joiner_use_layer(at.joiner, at.layer, NULL); /* No ENet sends through it here. */
    dw_seal_pair_make(&at.identity);
    dw_server_secrets_init(&at.secrets, &at.identity, NULL, NULL, 0);
    at.now_ns = 1000 * MS_NS;
    dw_joiner_service(at.joiner, at.now_ns);
}

static void close_desk(void)
{
    dw_datagram_layer_close(at.layer);
    dw_joiner_destroy(at.joiner);
    (void)close(at.client);
    (void)close(at.server);
}

/* What the server gets next; 0 when nothing has come. */
static size_t heard(uint8_t bytes[ROOM])
{
    dw_datagram_layer_flush(at.layer);
    const ssize_t size = recv(at.server, bytes, ROOM, 0);
    return size > 0 ? (size_t)size : 0;
}

static void expect_silence(void)
{
    uint8_t bytes[ROOM];
    assert_int_equal(heard(bytes), 0);
}

/* ENet sends it; gives back whether it went on. */
static bool enet_sends(uint8_t *bytes, size_t size)
{
    dw_datagram datagram = {bytes, (uint32_t)size, at.server_name.sin_addr.s_addr,
                            ntohs(at.server_name.sin_port), NULL};
    return at.filter.out(at.filter.context, &datagram);
}

static void enet_connects(uint8_t peer, uint8_t number)
{
    uint8_t room[DW_DATAGRAM_ROOM_BEFORE + CONNECT_BYTES] = {0};
    uint8_t *connect = room + DW_DATAGRAM_ROOM_BEFORE;
    const uint8_t begin[] = {0x8f, 0xff, 0, 0, 0x82, 0xff, 0, 1, 0, peer};
    memcpy(connect, begin, sizeof begin);
    memset(connect + NUMBER_AT, number, DW_ENET_NUMBER_SIZE);
    assert_false(enet_sends(connect, CONNECT_BYTES)); /* It is held back. */
}

/* It comes from the server; gives back whether ENet sees it. */
static bool comes_from(const uint8_t *bytes, size_t size, uint32_t host, uint16_t port)
{
    uint8_t room[DW_DATAGRAM_ROOM];
    memcpy(room, bytes, size);
    dw_datagram datagram = {room, (uint32_t)size, host, port, NULL};
    return at.filter.in(at.filter.context, &datagram);
}

static bool comes(const uint8_t *bytes, size_t size)
{
    return comes_from(bytes, size, at.server_name.sin_addr.s_addr, ntohs(at.server_name.sin_port));
}

static void say(const dw_challenge *challenge)
{
    uint8_t bytes[DW_CHALLENGE_ASK_SIZE];
    assert_false(comes(bytes, dw_challenge_encode(challenge, bytes)));
}

static void expect_ask(void)
{
    uint8_t bytes[ROOM];
    const size_t size = heard(bytes);
    assert_int_equal(dw_challenge_decode(&at.ask, bytes, size), DW_OK);
    assert_int_equal(at.ask.kind, DW_CHALLENGE_ASK);
}

static void make_answer(bool sealed)
{
    assert_int_equal(dw_server_secrets_answer(&at.secrets, at.client_name.sin_addr.s_addr,
                                              ntohs(at.client_name.sin_port), &at.ask, sealed,
                                              &at.answer),
                     DW_OK);
}

/* The server opens the next connect; gives the counter. */
static uint64_t expect_sealed_connect(void)
{
    uint8_t bytes[ROOM];
    dw_challenge connect;
    dw_seal_agreement agreement;
    uint32_t period = 0;
    const size_t size = heard(bytes);
    assert_int_equal(dw_challenge_decode(&connect, bytes, size), DW_OK);
    assert_int_equal(connect.kind, DW_CHALLENGE_CONNECT_SEALED);
    assert_int_equal(dw_server_secrets_check(&at.secrets, at.client_name.sin_addr.s_addr,
                                             ntohs(at.client_name.sin_port), &connect, &period),
                     DW_SECRETS_GOOD);
    assert_int_equal(dw_server_secrets_agree(&at.secrets, period, &connect, &agreement), DW_OK);
    if (connect.counter == 0) {
        dw_seal_session_begin(&at.session, DW_SEAL_SERVER, agreement.key);
    }
    assert_int_equal(dw_seal_open_connect(&at.session, bytes, size), DW_SEAL_OPENED);
    return connect.counter;
}

static size_t make_verify(uint8_t *bytes, uint8_t peer, uint8_t number)
{
    const uint8_t begin[] = {0x80, peer, 0, 0, 0x83, 0xff, 0, 1, 0, SERVER_INDEX};
    memset(bytes, 0, VERIFY_BYTES);
    memcpy(bytes, begin, sizeof begin);
    memset(bytes + NUMBER_AT, number, DW_ENET_NUMBER_SIZE);
    return VERIFY_BYTES;
}

static bool seal_and_send(const uint8_t *plain, size_t size)
{
    uint8_t frame[ROOM];
    memcpy(frame + DW_SEAL_ROOM_BEFORE, plain, size);
    return comes(frame, dw_seal_close(&at.session, frame, size));
}

static void pass(uint32_t milliseconds)
{
    at.now_ns += milliseconds * MS_NS;
    dw_joiner_service(at.joiner, at.now_ns);
}

static dw_joiner_result expect_result(void)
{
    dw_joiner_result result;
    dw_joiner_result more;
    assert_true(dw_joiner_next_result(at.joiner, &result));
    assert_false(dw_joiner_next_result(at.joiner, &more));
    return result;
}

static void expect_no_result(void)
{
    dw_joiner_result result;
    assert_false(dw_joiner_next_result(at.joiner, &result));
}

static void it_asks_again_every_250_ms_and_slower_after_eight(void **state)
{
    (void)state;
    uint8_t first[ROOM];
    uint8_t next[ROOM];
    open_desk(&(dw_joiner_config){.sealed = true});
    enet_connects(0, 1);
    assert_int_equal(heard(first), DW_CHALLENGE_ASK_SIZE);
    uint32_t since_ms = 0;
    uint32_t asks = 1;
    for (uint32_t ms = STEP_MS; ms <= 10000; ms += STEP_MS) {
        pass(STEP_MS);
        since_ms += STEP_MS;
        if (heard(next) > 0) {
            assert_memory_equal(next, first, DW_CHALLENGE_ASK_SIZE); /* The same key, too. */
            assert_int_equal(since_ms, asks < ASKS_BEFORE_SLOWER ? 250 : 1000);
            since_ms = 0;
            asks++;
        }
    }
    assert_int_equal(asks, 1 + 7 + 8); /* 7 * 250 ms, then 8 whole seconds. */
    expect_no_result();
    close_desk();
}

static void an_attempt_that_is_forgotten_asks_no_more(void **state)
{
    (void)state;
    open_desk(&(dw_joiner_config){.sealed = true});
    enet_connects(0, 1);
    enet_connects(2, 2);
    expect_ask();
    make_answer(true);
    expect_ask();
    dw_joiner_forget(at.joiner, 0);
    say(&at.answer); /* Too late. */
    expect_no_result();
    pass(250);
    expect_ask();
    assert_int_equal(at.ask.number[0], 2); /* The other one goes on. */
    dw_joiner_forget(at.joiner, 2);
    for (uint32_t i = 0; i < 20; i++) {
        pass(1000);
    }
    expect_silence();
    close_desk();
}

static void it_connects_again_under_new_counters_until_the_server_is_heard(void **state)
{
    (void)state;
    uint8_t verify[VERIFY_BYTES];
    open_desk(&(dw_joiner_config){.sealed = true});
    enet_connects(1, 5);
    expect_ask();
    make_answer(true);
    say(&at.answer);
    const dw_joiner_result result = expect_result();
    assert_true(result.answered && result.peer == 1);
    for (uint64_t counter = 0; counter < 4; counter++) {
        assert_int_equal(expect_sealed_connect(), counter);
        expect_silence();
        enet_connects(1, 5); /* ENet's own attempts change nothing. */
        expect_silence();
        pass(240);
        expect_silence();
        pass(10);
    }
    assert_int_equal(expect_sealed_connect(), 4);
    assert_null(dw_joiner_transcript(at.joiner, 1));
    assert_true(seal_and_send(verify, make_verify(verify, 1, 5)));
    assert_non_null(dw_joiner_transcript(at.joiner, 1));
    pass(5000);
    expect_silence();
    close_desk();
}

static void only_the_first_answer_counts(void **state)
{
    (void)state;
    open_desk(&(dw_joiner_config){.sealed = true});
    enet_connects(0, 1);
    expect_ask();
    make_answer(true);
    const dw_challenge good = at.answer;
    say(&good);
    (void)expect_result();
    assert_int_equal(expect_sealed_connect(), 0);
    dw_challenge other = good;
    other.cookie[0] ^= 1;
    say(&other);
    say(&good);
    expect_no_result();
    expect_silence();
    pass(250);
    assert_int_equal(expect_sealed_connect(), 1); /* With the first cookie. */
    close_desk();
}

static void answers_that_nobody_asked_for_change_nothing(void **state)
{
    (void)state;
    uint8_t bytes[DW_CHALLENGE_ASK_SIZE];
    open_desk(&(dw_joiner_config){.sealed = true});
    enet_connects(0, 1);
    expect_ask();
    make_answer(true);
    dw_challenge wrong = at.answer;
    wrong.number[3] ^= 1;
    say(&wrong);
    const size_t size = dw_challenge_encode(&at.answer, bytes);
    const uint16_t port = ntohs(at.server_name.sin_port);
    assert_false(comes_from(bytes, size, at.server_name.sin_addr.s_addr, port ^ 1));
    assert_false(comes_from(bytes, size, htonl(UINT32_C(0x7f000002)), port));
    assert_false(comes(bytes, size - 1));
    uint8_t unknown[DW_CHALLENGE_REFUSED_SIZE] = {0xff, 0xff, 0x44, 0x57, DW_CHALLENGE_REFUSED};
    memcpy(unknown + 5, at.ask.number, sizeof at.ask.number);
    unknown[sizeof unknown - 1] = DW_REASON_COUNT; /* A reason that this program does not know. */
    assert_false(comes(unknown, sizeof unknown));
    say(&at.ask);
    expect_no_result();
    expect_silence();
    say(&at.answer); /* The right one still counts. */
    assert_true(expect_result().answered);
    close_desk();
}

/* A key of small order gives everybody the same product. */
static void a_server_key_of_small_order_is_passed_over(void **state)
{
    (void)state;
    open_desk(&(dw_joiner_config){.sealed = true});
    enet_connects(0, 1);
    expect_ask();
    make_answer(true);
    dw_challenge bad = at.answer;
    memset(bad.server_key, 0, sizeof bad.server_key);
    bad.server_key[0] = 1;
    say(&bad);
    expect_no_result();
    expect_silence();
    say(&at.answer);
    assert_true(expect_result().answered);
    assert_int_equal(expect_sealed_connect(), 0);
    close_desk();
}

/* 64 MiB and 50 ms each, in the thread that draws the picture: anybody on the way could hold it up
 * with one answer after another. */
static void answers_that_cannot_be_right_cost_no_password_key(void **state)
{
    (void)state;
    open_desk(&(dw_joiner_config){.sealed = true, .password = "night owl"});
    password_keys = 0;
    enet_connects(0, 1);
    expect_ask();
    make_answer(true);
    for (uint8_t i = 0; i < BAD_ANSWERS; i++) {
        dw_challenge bad = at.answer;
        uint8_t *key = i % 2 == 0 ? bad.server_key : bad.identity_key;
        memset(key, 0, DW_SEAL_KEY_SIZE);
        key[0] = 1;
        bad.salt[0] = i + 1; /* Another key of the password each time. */
        say(&bad);
    }
    expect_no_result();
    assert_int_equal(password_keys, 0);
    at.answer.salt[0] = 1;
    say(&at.answer);
    assert_true(expect_result().answered);
    assert_int_equal(password_keys, 1);
    close_desk();
}

static void a_refusal_ends_the_attempt_with_its_reason(void **state)
{
    (void)state;
    open_desk(&(dw_joiner_config){.sealed = true});
    enet_connects(3, 1);
    expect_ask();
    dw_challenge refusal = {.kind = DW_CHALLENGE_REFUSED, .reason = DW_REASON_FULL};
    memcpy(refusal.number, at.ask.number, sizeof refusal.number);
    say(&refusal);
    const dw_joiner_result result = expect_result();
    assert_int_equal(result.peer, 3);
    assert_false(result.answered);
    assert_int_equal(result.reason, DW_REASON_FULL);
    enet_connects(3, 1); /* ENet does not know yet. */
    pass(5000);
    expect_silence();
    enet_connects(3, 2); /* A new connection is a new attempt. */
    expect_ask();
    close_desk();
}

static void a_new_connection_has_a_new_key(void **state)
{
    (void)state;
    open_desk(&(dw_joiner_config){.sealed = true});
    enet_connects(0, 1);
    expect_ask();
    const dw_challenge first = at.ask;
    enet_connects(0, 1);
    expect_silence();
    enet_connects(0, 2);
    expect_ask();
    assert_int_not_equal(memcmp(first.client_key, at.ask.client_key, sizeof first.client_key), 0);
    close_desk();
}

static void an_answer_that_wants_a_password_ends_the_attempt_without_one(void **state)
{
    (void)state;
    open_desk(&(dw_joiner_config){.sealed = true, .password = ""});
    enet_connects(0, 1);
    expect_ask();
    make_answer(true);
    at.answer.salt[0] = 1;
    say(&at.answer);
    const dw_joiner_result result = expect_result();
    assert_false(result.answered);
    assert_int_equal(result.reason, DW_REASON_PASSWORD);
    expect_silence();
    close_desk();
}

static void a_sealed_client_gives_up_at_an_answer_in_the_clear(void **state)
{
    (void)state;
    open_desk(&(dw_joiner_config){.sealed = true});
    enet_connects(0, 1);
    expect_ask();
    dw_challenge clear = {.kind = DW_CHALLENGE_ANSWER_CLEAR};
    memcpy(clear.number, at.ask.number, sizeof clear.number);
    say(&clear);
    const dw_joiner_result result = expect_result();
    assert_false(result.answered);
    assert_int_equal(result.reason, DW_REASON_NONE);
    assert_non_null(strstr(result.error.text, "--seal off"));
    pass(5000);
    expect_silence();
    close_desk();
}

/* In the clear anybody's datagram opens, also one for an earlier connection in the same place: ENet
 * would take it for its answer and end the new one. */
static void an_answer_to_an_earlier_connect_does_not_reach_enet(void **state)
{
    (void)state;
    uint8_t bytes[ROOM];
    open_desk(&(dw_joiner_config){.sealed = false});
    enet_connects(0, 1);
    dw_joiner_forget(at.joiner, 0);
    expect_ask();
    enet_connects(0, 2);
    expect_ask();
    make_answer(false);
    say(&at.answer);
    assert_true(expect_result().answered);
    assert_int_equal(heard(bytes), DW_CONNECT_CLEAR_HEAD_SIZE + CONNECT_BYTES);
    assert_false(comes(bytes, make_verify(bytes, 0, 1)));
    assert_int_equal(dw_joiner_get_stats(at.joiner).unopened, 1);
    pass(250);
    assert_int_equal(heard(bytes), DW_CONNECT_CLEAR_HEAD_SIZE + CONNECT_BYTES); /* On its way. */
    assert_true(comes(bytes, make_verify(bytes, 0, 2)));
    pass(5000);
    expect_silence();
    close_desk();
}

/* No seal tells the server's datagrams from others here: the address and the port have to. */
static void in_the_clear_nothing_from_another_address_or_port_reaches_enet(void **state)
{
    (void)state;
    uint8_t bytes[ROOM];
    const uint32_t other_host = htonl(UINT32_C(0x7f000002));
    open_desk(&(dw_joiner_config){.sealed = false});
    enet_connects(0, 1);
    expect_ask();
    make_answer(false);
    say(&at.answer);
    assert_true(expect_result().answered);
    const size_t size = make_verify(bytes, 0, 1);
    const uint32_t host = at.server_name.sin_addr.s_addr;
    const uint16_t port = ntohs(at.server_name.sin_port);
    for (uint32_t up = 0; up < 2; up++) { /* Before the server is heard and after that. */
        assert_false(comes_from(bytes, size, other_host, port));
        assert_false(comes_from(bytes, size, host, port ^ 1));
        assert_int_equal(dw_joiner_get_stats(at.joiner).unopened, 2 * (up + 1));
        assert_true(comes(bytes, size));
    }
    close_desk();
}

/* ENet says goodbye to peer 0xfff while it does not know the server's index. */
static void nothing_goes_to_a_server_that_never_answered(void **state)
{
    (void)state;
    uint8_t room[DW_DATAGRAM_ROOM_BEFORE + DW_DATAGRAM_ROOM] = {0};
    uint8_t *goodbye = room + DW_DATAGRAM_ROOM_BEFORE;
    const uint8_t bytes[] = {0x8f, 0xff, 0, 0, 0x84, 0xff, 0, 1, 0, 0, 0, 0};
    for (uint32_t sealed = 0; sealed < 2; sealed++) {
        open_desk(&(dw_joiner_config){.sealed = sealed == 1});
        memcpy(goodbye, bytes, sizeof bytes);
        assert_false(enet_sends(goodbye, sizeof bytes));
        expect_silence();
        close_desk();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_asks_again_every_250_ms_and_slower_after_eight),
        cmocka_unit_test(an_attempt_that_is_forgotten_asks_no_more),
        cmocka_unit_test(it_connects_again_under_new_counters_until_the_server_is_heard),
        cmocka_unit_test(only_the_first_answer_counts),
        cmocka_unit_test(answers_that_nobody_asked_for_change_nothing),
        cmocka_unit_test(a_server_key_of_small_order_is_passed_over),
        cmocka_unit_test(answers_that_cannot_be_right_cost_no_password_key),
        cmocka_unit_test(a_refusal_ends_the_attempt_with_its_reason),
        cmocka_unit_test(a_new_connection_has_a_new_key),
        cmocka_unit_test(an_answer_that_wants_a_password_ends_the_attempt_without_one),
        cmocka_unit_test(a_sealed_client_gives_up_at_an_answer_in_the_clear),
        cmocka_unit_test(an_answer_to_an_earlier_connect_does_not_reach_enet),
        cmocka_unit_test(in_the_clear_nothing_from_another_address_or_port_reaches_enet),
        cmocka_unit_test(nothing_goes_to_a_server_that_never_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
