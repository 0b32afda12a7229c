/* The keys of a connection: both ends agree, nobody else does, and the bytes are the standard's. */
#include "common/base/check.h"
#include "join.h"
#include "tests/support/test.h"

#include <sodium.h>

static const uint8_t some_password[DW_SEAL_KEY_SIZE] = {1, 2, 3};

static dw_seal_agreement client_side(const dw_test_join *join, const uint8_t *password_key)
{
    dw_seal_agreement out;
    assert_int_equal(dw_seal_agree_client(&join->client, &join->answer, password_key, &out), DW_OK);
    return out;
}

static dw_seal_agreement server_side(const dw_test_join *join, const uint8_t *password_key)
{
    dw_seal_agreement out;
    assert_int_equal(dw_seal_agree_server(&join->ephemeral, &join->identity, &join->answer,
                                          join->ask.client_key, password_key, &out),
                     DW_OK);
    return out;
}

static bool same_key(const dw_seal_agreement *a, const dw_seal_agreement *b)
{
    return memcmp(a->key, b->key, sizeof a->key) == 0;
}

static void both_ends_come_to_one_key_and_one_transcript(void **state)
{
    (void)state;
    for (uint8_t seed = 0; seed < 50; seed++) {
        const dw_test_join join = dw_test_join_make(seed);
        const uint8_t *password_key = seed % 2 == 0 ? NULL : some_password;
        const dw_seal_agreement client = client_side(&join, password_key);
        const dw_seal_agreement server = server_side(&join, password_key);
        assert_memory_equal(&client, &server, sizeof client);
    }
}

/* The standard's formulas once more: bytes laid out by hand, one byte hashed at each call, the
 * products from the server's secrets. test_seal_vectors.c has figures of another library. */
static void feed(crypto_generichash_state *hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(crypto_generichash_update(hash, (const uint8_t *)bytes + i, 1), 0);
    }
}

static void transcript_by_hand(const dw_test_join *join, uint8_t out[32])
{
    uint8_t datagrams[512 + 105] = {0xff, 0xff, 0x44, 0x57, 1};
    memcpy(datagrams + 5, join->ask.number, 4);
    datagrams[9] = 1;
    memcpy(datagrams + 10, join->client.public_key, 32);
    uint8_t *answer = datagrams + 512;
    memcpy(answer, "\xff\xff\x44\x57\x02", 5);
    memcpy(answer + 5, join->ask.number, 4);
    memcpy(answer + 9, join->answer.cookie, 16);
    memcpy(answer + 25, join->ephemeral.public_key, 32);
    memcpy(answer + 57, join->identity.public_key, 32);
    memcpy(answer + 89, join->answer.salt, 16);
    crypto_generichash_state hash;
    assert_int_equal(crypto_generichash_init(&hash, NULL, 0, 32), 0);
    feed(&hash, "Duskwatch transcript 2", 22);
    feed(&hash, datagrams, sizeof datagrams);
    assert_int_equal(crypto_generichash_final(&hash, out, 32), 0);
}

static void the_key_is_the_hash_that_the_standard_names(void **state)
{
    (void)state;
    dw_test_join join = dw_test_join_make(7);
    dw_test_join_bytes(join.answer.salt, sizeof join.answer.salt, 9);
    const dw_seal_agreement agreement = client_side(&join, some_password);

    uint8_t transcript[32];
    uint8_t product[32];
    uint8_t key[32];
    transcript_by_hand(&join, transcript);
    assert_memory_equal(agreement.transcript, transcript, 32);
    crypto_generichash_state hash;
    assert_int_equal(crypto_generichash_init(&hash, some_password, 32, 32), 0);
    feed(&hash, "Duskwatch seal 2", 16);
    assert_int_equal(crypto_scalarmult(product, join.ephemeral.secret_key, join.client.public_key),
                     0);
    feed(&hash, product, 32);
    assert_int_equal(crypto_scalarmult(product, join.identity.secret_key, join.client.public_key),
                     0);
    feed(&hash, product, 32);
    feed(&hash, transcript, 32);
    assert_int_equal(crypto_generichash_final(&hash, key, 32), 0);
    assert_memory_equal(agreement.key, key, 32);
}

static void without_a_password_the_hash_is_keyed_with_zeros(void **state)
{
    (void)state;
    const dw_test_join join = dw_test_join_make(7);
    const uint8_t zeros[DW_SEAL_KEY_SIZE] = {0};
    const dw_seal_agreement none = client_side(&join, NULL);
    const dw_seal_agreement zero = client_side(&join, zeros);
    assert_true(same_key(&none, &zero));
    const dw_seal_agreement other = client_side(&join, some_password);
    assert_false(same_key(&none, &other));
}

/* Each bit of each field of ask and answer is part of the key. */
static void whatever_is_changed_on_the_way_the_ends_disagree(void **state)
{
    (void)state;
    const dw_test_join join = dw_test_join_make(3);
    const dw_seal_agreement right = server_side(&join, NULL);
    uint8_t bytes[DW_CHALLENGE_ASK_SIZE];
    const size_t size = dw_challenge_encode(&join.answer, bytes);
    for (size_t bit = 5 * 8; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        dw_test_join changed = join;
        assert_int_equal(dw_challenge_decode(&changed.answer, bytes, size), DW_OK);
        const dw_seal_agreement wrong = client_side(&changed, NULL);
        assert_false(same_key(&wrong, &right));
        bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    for (size_t bit = 0; bit < 8 * DW_SEAL_KEY_SIZE; bit++) {
        dw_test_join changed = join;
        changed.ask.client_key[bit / 8] ^= (uint8_t)(1U << bit % 8);
        const dw_seal_agreement wrong = server_side(&changed, NULL);
        assert_false(same_key(&wrong, &right));
    }
}

static void another_identity_or_password_of_the_server_gives_another_key(void **state)
{
    (void)state;
    const dw_test_join join = dw_test_join_make(3);
    const dw_seal_agreement right = client_side(&join, some_password);
    /* It sends the identity key that the client expects, and has another secret. */
    dw_test_join impostor = join;
    impostor.identity = dw_test_join_make(4).identity;
    const dw_seal_agreement forged = server_side(&impostor, some_password);
    assert_false(same_key(&forged, &right));
    const uint8_t guess[DW_SEAL_KEY_SIZE] = {1, 2, 2};
    const dw_seal_agreement guessed = server_side(&join, guess);
    assert_false(same_key(&guessed, &right));
}

/* The points of small order, and their encodings from 2^255 - 19 on; each with and without the top
 * bit, which X25519 ignores. */
static const char *const low_order[] = {
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
};

static void keys_of_low_order_are_refused_on_both_sides(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * DW_COUNT_OF(low_order); i++) {
        uint8_t point[DW_SEAL_KEY_SIZE];
        assert_int_equal(
            sodium_hex2bin(point, sizeof point, low_order[i / 2], 64, NULL, NULL, NULL), 0);
        point[31] |= i % 2 == 0 ? 0 : 0x80;
        dw_test_join join = dw_test_join_make(3);
        dw_seal_agreement out;
        memset(&out, 0x5a, sizeof out);
        const dw_seal_agreement before = out;
        assert_int_equal(
            dw_seal_agree_server(&join.ephemeral, &join.identity, &join.answer, point, NULL, &out),
            DW_INVALID);
        memcpy(join.answer.server_key, point, sizeof point);
        assert_int_equal(dw_seal_agree_client(&join.client, &join.answer, NULL, &out), DW_INVALID);
        join = dw_test_join_make(3);
        memcpy(join.answer.identity_key, point, sizeof point);
        assert_int_equal(dw_seal_agree_client(&join.client, &join.answer, NULL, &out), DW_INVALID);
        assert_memory_equal(&out, &before, sizeof out);
    }
}

static void the_password_key_is_argon2id_of_password_and_salt(void **state)
{
    (void)state;
    uint8_t salt[DW_SEAL_SALT_SIZE];
    dw_test_join_bytes(salt, sizeof salt, 0xb0);
    uint8_t key[DW_SEAL_KEY_SIZE];
    uint8_t again[DW_SEAL_KEY_SIZE];
    assert_int_equal(dw_seal_password_key("night owl", salt, key), DW_OK);
    /* The general interface, with the limits as numbers: 2 passes over 64 MiB. */
    assert_int_equal(crypto_pwhash(again, sizeof again, "night owl", 9, salt, 2, 67108864,
                                   crypto_pwhash_ALG_ARGON2ID13),
                     0);
    assert_memory_equal(key, again, sizeof key);
    assert_int_equal(dw_seal_password_key("night ow", salt, again), DW_OK);
    assert_memory_not_equal(key, again, sizeof key);
    salt[15] ^= 1;
    assert_int_equal(dw_seal_password_key("night owl", salt, again), DW_OK);
    assert_memory_not_equal(key, again, sizeof key);
}

static void a_salt_asks_for_a_password_and_zeros_do_not(void **state)
{
    (void)state;
    dw_challenge answer = dw_test_join_make(1).answer;
    assert_false(dw_seal_wants_password(&answer));
    for (size_t i = 0; i < DW_SEAL_SALT_SIZE; i++) {
        answer.salt[i] = 1;
        assert_true(dw_seal_wants_password(&answer));
        answer.salt[i] = 0;
    }
}

static void a_proof_of_identity_is_of_one_client_and_one_connection(void **state)
{
    (void)state;
    const dw_test_join join = dw_test_join_make(3);
    const dw_seal_agreement here = client_side(&join, NULL);
    uint8_t seed[DW_SEAL_KEY_SIZE] = {9};
    uint8_t public_key[DW_SEAL_KEY_SIZE];
    uint8_t secret_key[DW_IDENTITY_SECRET_SIZE];
    uint8_t proof[DW_IDENTITY_PROOF_SIZE];
    dw_identity_from(seed, public_key, secret_key);
    dw_identity_prove(secret_key, here.transcript, proof);
    assert_true(dw_identity_holds(public_key, here.transcript, proof));
    for (size_t bit = 0; bit < 8 * sizeof proof; bit++) {
        proof[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_false(dw_identity_holds(public_key, here.transcript, proof));
        proof[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    uint8_t elsewhere[DW_SEAL_TRANSCRIPT_SIZE];
    for (size_t bit = 0; bit < 8 * sizeof elsewhere; bit++) {
        memcpy(elsewhere, here.transcript, sizeof elsewhere);
        elsewhere[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_false(dw_identity_holds(public_key, elsewhere, proof));
    }
    seed[0] = 10;
    dw_identity_from(seed, public_key, secret_key);
    assert_false(dw_identity_holds(public_key, here.transcript, proof));
}

/* A hostile server passes on what a client tells it. The proof is over the transcript of the
 * connection to the hostile server, and the other server has another transcript. */
static void a_proof_cannot_be_passed_on_to_another_server(void **state)
{
    (void)state;
    const dw_test_join there = dw_test_join_make(3);
    dw_test_join relayed = there;
    relayed.identity = dw_test_join_make(5).identity;
    memcpy(relayed.answer.identity_key, relayed.identity.public_key, DW_SEAL_KEY_SIZE);
    const dw_seal_agreement mine = client_side(&relayed, NULL);
    const dw_seal_agreement other = server_side(&there, NULL);
    const uint8_t seed[DW_SEAL_KEY_SIZE] = {9};
    uint8_t public_key[DW_SEAL_KEY_SIZE];
    uint8_t secret_key[DW_IDENTITY_SECRET_SIZE];
    uint8_t proof[DW_IDENTITY_PROOF_SIZE];
    dw_identity_from(seed, public_key, secret_key);
    dw_identity_prove(secret_key, mine.transcript, proof);
    assert_true(dw_identity_holds(public_key, mine.transcript, proof));
    assert_false(dw_identity_holds(public_key, other.transcript, proof));
}

/* Small-order and badly encoded Ed25519 keys would verify much that nobody signed. */
static void identities_of_low_order_hold_nothing(void **state)
{
    (void)state;
    const uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE] = {5};
    uint8_t public_key[DW_SEAL_KEY_SIZE] = {1}; /* The neutral point. */
    uint8_t proof[DW_IDENTITY_PROOF_SIZE] = {1};
    assert_false(dw_identity_holds(public_key, transcript, proof));
    memset(public_key, 0, sizeof public_key); /* Order 4. */
    assert_false(dw_identity_holds(public_key, transcript, proof));
}

static void pairs_are_random_and_fit_together(void **state)
{
    (void)state;
    dw_seal_pair a;
    dw_seal_pair b;
    dw_seal_pair_make(&a);
    dw_seal_pair_make(&b);
    assert_memory_not_equal(a.secret_key, b.secret_key, sizeof a.secret_key);
    uint8_t ab[DW_SEAL_KEY_SIZE];
    uint8_t ba[DW_SEAL_KEY_SIZE];
    assert_int_equal(crypto_scalarmult(ab, a.secret_key, b.public_key), 0);
    assert_int_equal(crypto_scalarmult(ba, b.secret_key, a.public_key), 0);
    assert_memory_equal(ab, ba, sizeof ab);
    dw_seal_wipe(&a, sizeof a);
    assert_true(sodium_is_zero((const uint8_t *)&a, sizeof a) == 1);
}

static int start(void **state)
{
    (void)state;
    return dw_seal_start() == DW_OK ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ends_come_to_one_key_and_one_transcript),
        cmocka_unit_test(the_key_is_the_hash_that_the_standard_names),
        cmocka_unit_test(without_a_password_the_hash_is_keyed_with_zeros),
        cmocka_unit_test(whatever_is_changed_on_the_way_the_ends_disagree),
        cmocka_unit_test(another_identity_or_password_of_the_server_gives_another_key),
        cmocka_unit_test(keys_of_low_order_are_refused_on_both_sides),
        cmocka_unit_test(the_password_key_is_argon2id_of_password_and_salt),
        cmocka_unit_test(a_salt_asks_for_a_password_and_zeros_do_not),
        cmocka_unit_test(a_proof_of_identity_is_of_one_client_and_one_connection),
        cmocka_unit_test(a_proof_cannot_be_passed_on_to_another_server),
        cmocka_unit_test(identities_of_low_order_hold_nothing),
        cmocka_unit_test(pairs_are_random_and_fit_together),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
