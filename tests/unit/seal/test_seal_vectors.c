/* The vectors of the seal (PROTOCOL.md) against the code, both ways where there are two. */
#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/platform/file.h"
#include "protocol/seal/discovery.h"
#include "protocol/seal/seal_keys.h"
#include "protocol/seal/seal_session.h"
#include "source_dir.h"
#include "tests/support/test.h"

#include <sodium.h>
#include <stdlib.h>

#define VECTORS DW_SOURCE_DIR "/protocol/PROTOCOL.md"

enum { BLOCK_MAX = 8192, BYTES_MAX = DW_SEALED_SIZE_MAX, MEANING_MAX = 1024 };

static char *vectors;

static int load(void **state)
{
    (void)state;
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error;
    if (dw_seal_start() != DW_OK ||
        dw_file_read(VECTORS, 1 << 20, &bytes, &size, &error) != DW_OK) {
        print_error("%s\n", error.text);
        return -1;
    }
    vectors = (char *)bytes;
    return 0;
}

static int unload(void **state)
{
    (void)state;
    free(vectors);
    return 0;
}

/* The lines of the next fenced block of that kind; moves `at` behind it. */
static bool next_block(const char **at, const char *kind, char block[BLOCK_MAX])
{
    char fence[32];
    (void)snprintf(fence, sizeof fence, "\n```%s\n", kind);
    const char *begin = strstr(*at, fence);
    if (begin == NULL) {
        return false;
    }
    begin += strlen(fence);
    const char *end = strstr(begin, "\n```");
    assert_non_null(end);
    const size_t size = (size_t)(end + 1 - begin);
    assert_true(size < BLOCK_MAX);
    memcpy(block, begin, size);
    block[size] = '\0';
    *at = end;
    return true;
}

typedef struct bytes {
    uint8_t at[BYTES_MAX];
    size_t size;
} bytes;

static uint8_t hex_digit(char digit)
{
    const char *const digits = "0123456789abcdef";
    const char *found = digit == '\0' ? NULL : strchr(digits, digit);
    assert_non_null(found);
    return (uint8_t)(found - digits);
}

/* One line of hexadecimal digits; spaces between the bytes are left out. */
static const char *add_hex(bytes *out, const char *line)
{
    while (*line != '\n' && *line != '\0') {
        if (*line == ' ') {
            line++;
            continue;
        }
        assert_true(out->size < BYTES_MAX);
        out->at[out->size++] = (uint8_t)(hex_digit(line[0]) << 4 | hex_digit(line[1]));
        line += 2;
    }
    return *line == '\n' ? line + 1 : line;
}

/* "name = hex", or "name =" and lines that begin with a space. False: the block has no such name.
 */
static bool find_field(const char *block, const char *name, bytes *out)
{
    char key[64];
    (void)snprintf(key, sizeof key, "\n%s =", name);
    const char *found = strstr(block, key);
    out->size = 0;
    if (found == NULL) {
        return false;
    }
    const char *line = add_hex(out, found + strlen(key));
    while (*line == ' ') {
        line = add_hex(out, line);
    }
    assert_true(out->size > 0);
    return true;
}

static bytes field(const char *block, const char *name)
{
    bytes out;
    if (!find_field(block, name, &out)) {
        print_error("no field \"%s\" in:\n%s\n", name, block);
        fail();
    }
    return out;
}

static bytes key_field(const char *block, const char *name)
{
    const bytes out = field(block, name);
    assert_int_equal(out.size, DW_SEAL_KEY_SIZE);
    return out;
}

static uint64_t number_field(const char *block, const char *name)
{
    const bytes b = field(block, name);
    assert_int_equal(b.size, 8);
    uint64_t value = 0;
    for (size_t i = 0; i < b.size; i++) {
        value = value << 8 | b.at[i];
    }
    return value;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static void check_password(const char *block, const dw_challenge *answer, const bytes *expected)
{
    bytes password;
    const bool has_one = find_field(block, "password", &password);
    assert_int_equal(dw_seal_wants_password(answer), has_one);
    if (!has_one) {
        assert_int_equal(sodium_is_zero(expected->at, expected->size), 1);
        return;
    }
    uint8_t key[DW_SEAL_KEY_SIZE];
    password.at[password.size] = '\0';
    assert_int_equal(dw_seal_password_key((const char *)password.at, answer->salt, key), DW_OK);
    assert_memory_equal(key, expected->at, sizeof key);
}

static void check_identity(const char *block, const uint8_t *transcript)
{
    uint8_t public_key[DW_SEAL_KEY_SIZE];
    uint8_t secret_key[DW_IDENTITY_SECRET_SIZE];
    uint8_t proof[DW_IDENTITY_PROOF_SIZE];
    dw_identity_from(key_field(block, "client identity seed").at, public_key, secret_key);
    assert_memory_equal(public_key, key_field(block, "client identity key").at, sizeof public_key);
    dw_identity_prove(secret_key, transcript, proof);
    assert_memory_equal(proof, field(block, "proof").at, sizeof proof);
    assert_true(dw_identity_holds(public_key, transcript, proof));
}

static void check_join(const char *block)
{
    dw_seal_pair client;
    dw_seal_pair ephemeral;
    dw_seal_pair identity;
    dw_seal_pair_from(&client, key_field(block, "client secret").at);
    dw_seal_pair_from(&ephemeral, key_field(block, "ephemeral secret").at);
    dw_seal_pair_from(&identity, key_field(block, "identity secret").at);

    bytes b = field(block, "ask");
    dw_challenge ask;
    memset(b.at + b.size, 0, DW_CHALLENGE_ASK_SIZE - b.size);
    assert_int_equal(dw_challenge_decode(&ask, b.at, DW_CHALLENGE_ASK_SIZE), DW_OK);
    assert_memory_equal(ask.client_key, client.public_key, DW_SEAL_KEY_SIZE);
    b = field(block, "answer");
    dw_challenge answer;
    assert_int_equal(dw_challenge_decode(&answer, b.at, b.size), DW_OK);
    assert_memory_equal(answer.server_key, ephemeral.public_key, DW_SEAL_KEY_SIZE);
    assert_memory_equal(answer.identity_key, identity.public_key, DW_SEAL_KEY_SIZE);

    uint8_t product[DW_SEAL_KEY_SIZE];
    assert_int_equal(crypto_scalarmult(product, client.secret_key, answer.server_key), 0);
    assert_memory_equal(product, key_field(block, "product with ephemeral").at, sizeof product);
    assert_int_equal(crypto_scalarmult(product, client.secret_key, answer.identity_key), 0);
    assert_memory_equal(product, key_field(block, "product with identity").at, sizeof product);

    const bytes password_key = key_field(block, "password key");
    check_password(block, &answer, &password_key);
    dw_seal_agreement ends[2];
    assert_int_equal(dw_seal_agree_client(&client, &answer, password_key.at, &ends[0]), DW_OK);
    assert_int_equal(dw_seal_agree_server(&ephemeral, &identity, &answer, ask.client_key,
                                          password_key.at, &ends[1]),
                     DW_OK);
    for (uint32_t i = 0; i < 2; i++) {
        assert_memory_equal(ends[i].transcript, key_field(block, "transcript").at, 32);
        assert_memory_equal(ends[i].key, key_field(block, "session key").at, 32);
    }
    check_identity(block, ends[0].transcript);
}

static void each_join_comes_to_the_key_that_it_says(void **state)
{
    (void)state;
    const char *at = vectors;
    char block[BLOCK_MAX];
    uint32_t count = 0;
    while (next_block(&at, "join", block)) {
        check_join(block);
        count++;
    }
    assert_true(count >= 2);
}

static void each_connect_opens_or_not_as_it_says(void **state)
{
    (void)state;
    const char *at = vectors;
    char block[BLOCK_MAX];
    uint32_t accepted = 0;
    uint32_t refused = 0;
    while (next_block(&at, "connect", block)) {
        const bool accept = begins(block, "accept\n");
        const bytes key = key_field(block, "key");
        const bytes datagram = field(block, "datagram");
        dw_seal_session server;
        bytes frame = datagram;
        dw_seal_session_begin(&server, DW_SEAL_SERVER, key.at);
        assert_int_equal(dw_seal_open_connect(&server, frame.at, frame.size),
                         accept ? DW_SEAL_OPENED : DW_SEAL_FORGED);
        if (!accept) {
            refused++;
            continue;
        }
        const bytes plain = field(block, "plain");
        assert_int_equal(plain.size + DW_CONNECT_SEALED_HEAD_SIZE + DW_SEAL_TAG_SIZE, frame.size);
        assert_memory_equal(frame.at + DW_CONNECT_SEALED_HEAD_SIZE, plain.at, plain.size);
        dw_challenge connect;
        dw_seal_session client;
        assert_int_equal(dw_challenge_decode(&connect, datagram.at, datagram.size), DW_OK);
        dw_seal_session_begin(&client, DW_SEAL_CLIENT, key.at);
        client.next = connect.counter;
        memcpy(frame.at + DW_CONNECT_SEALED_HEAD_SIZE, plain.at, plain.size);
        assert_int_equal(dw_seal_close_connect(&client, &connect, frame.at, plain.size),
                         datagram.size);
        assert_memory_equal(frame.at, datagram.at, datagram.size);
        accepted++;
    }
    assert_true(accepted >= 2 && refused >= 2);
}

static void check_sender(const char *block, dw_seal_role sender, const bytes *key,
                         const bytes *datagram, const bytes *plain)
{
    uint8_t frame[DW_SEALED_SIZE_MAX];
    dw_seal_session session;
    dw_seal_session_begin(&session, sender, key->at);
    session.next = number_field(block, "counter");
    memcpy(frame + DW_SEAL_ROOM_BEFORE, plain->at, plain->size);
    assert_int_equal(dw_seal_close(&session, frame, plain->size), datagram->size);
    assert_memory_equal(frame, datagram->at, datagram->size);
}

static bool check_datagram(const char *block)
{
    const bool accept = begins(block, "accept ");
    const bool by_client = begins(block + 7, "client\n");
    assert_true(by_client || begins(block + 7, "server\n"));
    const bytes key = key_field(block, "key");
    const bytes datagram = field(block, "datagram");
    dw_seal_session receiver;
    dw_seal_session_begin(&receiver, by_client ? DW_SEAL_SERVER : DW_SEAL_CLIENT, key.at);
    bytes any;
    if (find_field(block, "newest", &any)) {
        const uint64_t newest = number_field(block, "newest");
        receiver.end = newest + 1;
        receiver.window[newest % DW_SEAL_WINDOW / 64] |= UINT64_C(1) << newest % 64;
    }
    bytes frame = datagram;
    const dw_seal_verdict verdict = dw_seal_open(&receiver, frame.at, frame.size);
    assert_int_equal(verdict == DW_SEAL_OPENED, accept);
    if (accept) {
        const bytes plain = field(block, "plain");
        assert_int_equal(plain.size + DW_SEAL_SIZE, datagram.size);
        assert_memory_equal(frame.at + DW_SEAL_ROOM_BEFORE, plain.at, plain.size);
        check_sender(block, by_client ? DW_SEAL_CLIENT : DW_SEAL_SERVER, &key, &datagram, &plain);
    }
    return accept;
}

static void each_datagram_opens_or_not_as_it_says(void **state)
{
    (void)state;
    const char *at = vectors;
    char block[BLOCK_MAX];
    uint32_t accepted = 0;
    uint32_t refused = 0;
    while (next_block(&at, "datagram", block)) {
        if (check_datagram(block)) {
            accepted++;
        } else {
            refused++;
        }
    }
    assert_true(accepted >= 6 && refused >= 8);
}

static void add_text(char text[MEANING_MAX], const char *name, const uint8_t *value, size_t size)
{
    char hex[2 * DW_SEAL_KEY_SIZE + 1];
    (void)sodium_bin2hex(hex, sizeof hex, value, size);
    const size_t used = strlen(text);
    (void)snprintf(text + used, MEANING_MAX - used, " %s=%s", name, hex);
}

static void describe(const dw_challenge *c, char text[MEANING_MAX])
{
    static const char *const words[] = {
        "", "ask", "answer", "refused", "answer_clear", "connect_sealed", "connect_clear"};
    (void)snprintf(text, MEANING_MAX, "%s", words[c->kind]);
    add_text(text, "number", c->number, sizeof c->number);
    if (c->kind == DW_CHALLENGE_ASK) {
        (void)snprintf(text + strlen(text), 16, " sealed=%d", c->sealed ? 1 : 0);
    }
    if (c->kind == DW_CHALLENGE_ASK || c->kind == DW_CHALLENGE_CONNECT_SEALED) {
        add_text(text, "client_key", c->client_key, sizeof c->client_key);
    }
    if (c->kind == DW_CHALLENGE_REFUSED) {
        (void)snprintf(text + strlen(text), 32, " reason=%u", (unsigned)c->reason);
    } else if (c->kind != DW_CHALLENGE_ASK) {
        add_text(text, "cookie", c->cookie, sizeof c->cookie);
    }
    if (c->kind == DW_CHALLENGE_ANSWER) {
        add_text(text, "server_key", c->server_key, sizeof c->server_key);
        add_text(text, "identity_key", c->identity_key, sizeof c->identity_key);
        add_text(text, "salt", c->salt, sizeof c->salt);
    }
    if (c->kind == DW_CHALLENGE_CONNECT_SEALED) {
        (void)snprintf(text + strlen(text), 32, " counter=%llu", (unsigned long long)c->counter);
    }
}

/* "accept WORD SIZE", the bytes and then zeros up to that size. Gives what they mean. */
static const char *read_vector(const char *block, const char *word, bytes *b, bool *accept)
{
    char head[2][32];
    (void)snprintf(head[0], sizeof head[0], "refuse %s ", word);
    (void)snprintf(head[1], sizeof head[1], "accept %s ", word);
    *accept = begins(block, head[1]);
    assert_true(*accept || begins(block, head[0]));
    char *line = NULL;
    const size_t size = strtoul(block + strlen(head[0]), &line, 10);
    assert_true(size <= BYTES_MAX && *line == '\n');
    const char *meaning = "";
    b->size = 0;
    for (const char *at = line + 1; *at != '\0';) {
        if (*at == '#' || *at == '=') {
            meaning = *at == '=' ? at + 2 : meaning;
            at = strchr(at, '\n') + 1;
        } else {
            at = add_hex(b, at);
        }
    }
    assert_true(b->size <= size);
    memset(b->at + b->size, 0, size - b->size);
    b->size = size;
    return meaning;
}

static void expect_meaning(const char *text, const char *meaning)
{
    assert_int_equal(strlen(text), strcspn(meaning, "\n"));
    assert_memory_equal(text, meaning, strlen(text));
}

static bool check_challenge(const char *block)
{
    bool accept = false;
    bytes b;
    const char *meaning = read_vector(block, "challenge", &b, &accept);
    dw_challenge c;
    assert_int_equal(dw_challenge_decode(&c, b.at, b.size), accept ? DW_OK : DW_INVALID);
    if (accept) {
        char text[MEANING_MAX];
        uint8_t again[DW_CHALLENGE_ASK_SIZE];
        describe(&c, text);
        expect_meaning(text, meaning);
        assert_memory_equal(again, b.at, dw_challenge_encode(&c, again));
    }
    return accept;
}

static void describe_found(const dw_discovery_answer *a, char text[MEANING_MAX])
{
    (void)snprintf(text, MEANING_MAX, "answer");
    add_text(text, "number", a->number, sizeof a->number);
    const size_t used = strlen(text);
    (void)snprintf(
        text + used, MEANING_MAX - used,
        " version=%u flags=%d players=%u places=%u spectators=%u matches=%u", (unsigned)a->version,
        (a->sealed ? 1 : 0) + (a->password ? 2 : 0) + (a->watchable ? 4 : 0), (unsigned)a->players,
        (unsigned)a->places, (unsigned)a->spectators, (unsigned)a->matches);
    add_text(text, "identity_key", a->identity_key, sizeof a->identity_key);
    (void)snprintf(text + strlen(text), MEANING_MAX - strlen(text),
                   " name=\"%s\" map=\"%s\" release=\"%s\"", a->name, a->map, a->release);
}

static bool check_discovery(const char *block)
{
    bool accept = false;
    bytes b;
    const char *meaning = read_vector(block, "discovery", &b, &accept);
    char text[MEANING_MAX] = "ask";
    uint8_t number[DW_DISCOVERY_NUMBER_SIZE];
    uint8_t again[DW_DISCOVERY_ASK_SIZE];
    dw_discovery_answer answer;
    if (dw_discovery_ask_decode(number, b.at, b.size) == DW_OK) {
        add_text(text, "number", number, sizeof number);
        dw_discovery_ask_encode(number, again);
    } else if (dw_discovery_answer_decode(&answer, b.at, b.size) == DW_OK) {
        describe_found(&answer, text);
        assert_int_equal(dw_discovery_answer_encode(&answer, again), b.size);
    } else {
        assert_false(accept);
        return false;
    }
    assert_true(accept);
    expect_meaning(text, meaning);
    assert_memory_equal(again, b.at, b.size);
    return true;
}

/* tests/unit/protocol/test_protocol_vectors.c has the messages. */
static void check_each(const char *word, bool (*check)(const char *block), uint32_t accepted_min,
                       uint32_t refused_min)
{
    const char *at = vectors;
    char block[BLOCK_MAX];
    uint32_t counts[2] = {0, 0};
    while (next_block(&at, "vector", block)) {
        const char *kind = block + strlen("accept ");
        if (begins(kind, word) && kind[strlen(word)] == ' ') {
            counts[check(block) ? 1 : 0]++;
        }
    }
    assert_true(counts[1] >= accepted_min && counts[0] >= refused_min);
}

static void each_challenge_is_taken_or_refused_as_it_says(void **state)
{
    (void)state;
    check_each("challenge", check_challenge, 7, 10);
}

static void each_discovery_is_taken_or_refused_as_it_says(void **state)
{
    (void)state;
    check_each("discovery", check_discovery, 3, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_join_comes_to_the_key_that_it_says),
        cmocka_unit_test(each_connect_opens_or_not_as_it_says),
        cmocka_unit_test(each_datagram_opens_or_not_as_it_says),
        cmocka_unit_test(each_challenge_is_taken_or_refused_as_it_says),
        cmocka_unit_test(each_discovery_is_taken_or_refused_as_it_says),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
