/* The proof of the password: right, wrong, replayed, and against an independent computation. */
#include "protocol/join_proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

static void the_right_password_over_the_same_nonce_is_valid(void **state)
{
    (void)state;
    const uint8_t nonce[DW_NONCE_SIZE] = {1, 2, 3};
    uint8_t proof[DW_PROOF_SIZE];
    dw_join_proof("night owl", nonce, proof);
    assert_true(dw_join_proof_valid("night owl", nonce, proof));
}

static void another_password_is_not_valid(void **state)
{
    (void)state;
    const uint8_t nonce[DW_NONCE_SIZE] = {1, 2, 3};
    uint8_t proof[DW_PROOF_SIZE];
    dw_join_proof("night owl", nonce, proof);
    assert_false(dw_join_proof_valid("night ow", nonce, proof));
    assert_false(dw_join_proof_valid("night owl ", nonce, proof));
    assert_false(dw_join_proof_valid("", nonce, proof));
}

static void a_proof_for_one_nonce_is_worth_nothing_for_another(void **state)
{
    (void)state;
    uint8_t nonce[DW_NONCE_SIZE] = {0};
    uint8_t proof[DW_PROOF_SIZE];
    dw_join_proof("night owl", nonce, proof);
    for (size_t i = 0; i < DW_NONCE_SIZE; i++) {
        nonce[i] ^= 0x80;
        assert_false(dw_join_proof_valid("night owl", nonce, proof));
        nonce[i] ^= 0x80;
    }
}

static void each_flipped_bit_of_a_proof_makes_it_invalid(void **state)
{
    (void)state;
    const uint8_t nonce[DW_NONCE_SIZE] = {9};
    uint8_t proof[DW_PROOF_SIZE];
    dw_join_proof("night owl", nonce, proof);
    for (uint32_t bit = 0; bit < 8 * DW_PROOF_SIZE; bit++) {
        proof[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_false(dw_join_proof_valid("night owl", nonce, proof));
        proof[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

/* PROTOCOL.md: key = BLAKE2b-256(password), proof = BLAKE2b-256(nonce) with that key; here by the
 * streaming interface, one byte at a time. */
static void the_proof_is_the_hash_that_the_standard_names(void **state)
{
    (void)state;
    const char password[] = "p\xc3\xa4ss";
    uint8_t nonce[DW_NONCE_SIZE];
    uint8_t key[32];
    uint8_t expected[DW_PROOF_SIZE];
    uint8_t proof[DW_PROOF_SIZE];
    crypto_generichash_state hash;
    assert_int_equal(crypto_generichash_init(&hash, NULL, 0, sizeof(key)), 0);
    for (size_t i = 0; i < strlen(password); i++) {
        assert_int_equal(crypto_generichash_update(&hash, (const uint8_t *)&password[i], 1), 0);
    }
    assert_int_equal(crypto_generichash_final(&hash, key, sizeof(key)), 0);
    for (uint32_t i = 0; i < DW_NONCE_SIZE; i++) {
        nonce[i] = (uint8_t)i;
    }
    assert_int_equal(crypto_generichash_init(&hash, key, sizeof(key), DW_PROOF_SIZE), 0);
    for (size_t i = 0; i < DW_NONCE_SIZE; i++) {
        assert_int_equal(crypto_generichash_update(&hash, &nonce[i], 1), 0);
    }
    assert_int_equal(crypto_generichash_final(&hash, expected, sizeof(expected)), 0);
    dw_join_proof(password, nonce, proof);
    assert_memory_equal(proof, expected, DW_PROOF_SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_right_password_over_the_same_nonce_is_valid),
        cmocka_unit_test(another_password_is_not_valid),
        cmocka_unit_test(a_proof_for_one_nonce_is_worth_nothing_for_another),
        cmocka_unit_test(each_flipped_bit_of_a_proof_makes_it_invalid),
        cmocka_unit_test(the_proof_is_the_hash_that_the_standard_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
