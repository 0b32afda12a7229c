/* The rest of a datagram lies at the same address plain and sealed, so that nothing is moved but
 * the header: before sealing it stands where the counter will, and after opening it stands there
 * again.
 *
 *     frame     0 1     2 3       4 ...        size - 16
 *     plain     free    header    rest         free
 *     sealed    header  counter   sealed rest  tag
 *
 * The window is looked at before the tag, because that is cheap, and marked after it, because only
 * the tag says that the counter is the sender's. */
#include "protocol/seal/seal_session.h"

#include "common/base/words.h"

#include <sodium.h>
#include <string.h>

enum {
    COUNTER_AT = DW_SEAL_HEADER_SIZE,
    REST_AT = DW_SEAL_HEADER_SIZE + 2, /* Associated data ends here. */
    NONCE_SIZE = crypto_aead_chacha20poly1305_ietf_NPUBBYTES
};

_Static_assert(DW_SEAL_KEY_SIZE == crypto_aead_chacha20poly1305_ietf_KEYBYTES, "one key");
_Static_assert(DW_SEAL_TAG_SIZE == crypto_aead_chacha20poly1305_ietf_ABYTES, "one tag");
_Static_assert(REST_AT == DW_SEAL_ROOM_BEFORE + DW_SEAL_HEADER_SIZE, "the rest is not moved");

DW_ENUM_WORDS(dw_seal_word, dw_seal_verdict, DW_SEAL_VERDICT_COUNT, DW_SEAL_VERDICTS, DW_WORD_OF_2)

void dw_seal_session_begin(dw_seal_session *session, dw_seal_role role,
                           const uint8_t key[DW_SEAL_KEY_SIZE])
{
    memset(session, 0, sizeof *session);
    memcpy(session->key, key, DW_SEAL_KEY_SIZE);
    session->role = role;
}

void dw_seal_session_wipe(dw_seal_session *session)
{
    sodium_memzero(session, sizeof *session);
}

static void make_nonce(dw_seal_role sender, uint64_t counter, uint8_t nonce[NONCE_SIZE])
{
    memset(nonce, 0, 4);
    nonce[3] = sender == DW_SEAL_SERVER ? 1 : 0;
    for (uint32_t i = 0; i < 8; i++) {
        nonce[4 + i] = (uint8_t)(counter >> (56 - 8 * i));
    }
}

static void seal(const dw_seal_session *session, uint64_t counter, uint8_t *frame, size_t head_size,
                 size_t rest_size)
{
    uint8_t nonce[NONCE_SIZE];
    make_nonce(session->role, counter, nonce);
    uint8_t *rest = frame + head_size;
    (void)crypto_aead_chacha20poly1305_ietf_encrypt_detached(
        rest, rest + rest_size, NULL, rest, rest_size, frame, head_size, NULL, nonce, session->key);
}

size_t dw_seal_close(dw_seal_session *session, uint8_t *frame, size_t plain_size)
{
    DW_CHECK(plain_size >= DW_SEAL_HEADER_SIZE && plain_size <= DW_DATAGRAM_MAX);
    if (session->next >= DW_SEAL_COUNTER_END) {
        return 0;
    }
    const uint64_t counter = session->next++;
    memcpy(frame, frame + DW_SEAL_ROOM_BEFORE, DW_SEAL_HEADER_SIZE);
    frame[COUNTER_AT] = (uint8_t)(counter >> 8);
    frame[COUNTER_AT + 1] = (uint8_t)counter;
    seal(session, counter, frame, REST_AT, plain_size - DW_SEAL_HEADER_SIZE);
    return plain_size + DW_SEAL_SIZE;
}

size_t dw_seal_close_connect(dw_seal_session *session, const dw_challenge *connect, uint8_t *frame,
                             size_t plain_size)
{
    DW_CHECK(session->role == DW_SEAL_CLIENT);
    DW_CHECK(plain_size >= DW_CONNECT_PLAIN_SIZE_MIN && plain_size <= DW_CONNECT_PLAIN_SIZE_MAX);
    if (session->next >= DW_SEAL_COUNTER_END) {
        return 0;
    }
    dw_challenge head = *connect;
    head.kind = DW_CHALLENGE_CONNECT_SEALED;
    head.counter = session->next++;
    const size_t head_size = dw_challenge_encode(&head, frame);
    seal(session, head.counter, frame, head_size, plain_size);
    return head_size + plain_size + DW_SEAL_TAG_SIZE;
}

/* The value with these low 16 bits that is nearest to the newest accepted counter: from 32768
 * behind it to 32767 ahead. Before the first one, the newest counts as -1. What lies below 0 wraps.
 */
static uint64_t nearest(uint64_t end, uint16_t low)
{
    const uint64_t newest = end - 1;
    const int16_t step = (int16_t)(uint16_t)(low - (uint16_t)newest);
    return newest + (uint64_t)(int64_t)step;
}

static dw_seal_verdict judge_counter(const dw_seal_session *session, uint64_t counter)
{
    if (counter >= DW_SEAL_COUNTER_END) {
        return DW_SEAL_USED_UP;
    }
    if (counter >= session->end) {
        return DW_SEAL_OPENED;
    }
    if (session->end - counter > DW_SEAL_WINDOW) {
        return DW_SEAL_OLD;
    }
    const uint64_t word = session->window[counter % DW_SEAL_WINDOW / 64];
    return (word >> counter % 64 & 1) != 0 ? DW_SEAL_REPLAYED : DW_SEAL_OPENED;
}

static void mark_counter(dw_seal_session *session, uint64_t counter)
{
    if (counter >= session->end) {
        if (counter - session->end >= DW_SEAL_WINDOW) {
            memset(session->window, 0, sizeof session->window);
        } else {
            for (uint64_t c = session->end; c < counter; c++) {
                session->window[c % DW_SEAL_WINDOW / 64] &= ~(UINT64_C(1) << c % 64);
            }
        }
        session->end = counter + 1;
    }
    session->window[counter % DW_SEAL_WINDOW / 64] |= UINT64_C(1) << counter % 64;
}

static dw_seal_verdict open_rest(dw_seal_session *session, uint64_t counter, uint8_t *frame,
                                 size_t head_size, size_t size)
{
    const dw_seal_verdict verdict = judge_counter(session, counter);
    if (verdict != DW_SEAL_OPENED) {
        return verdict;
    }
    uint8_t nonce[NONCE_SIZE];
    make_nonce(session->role == DW_SEAL_CLIENT ? DW_SEAL_SERVER : DW_SEAL_CLIENT, counter, nonce);
    uint8_t *rest = frame + head_size;
    const size_t rest_size = size - head_size - DW_SEAL_TAG_SIZE;
    if (crypto_aead_chacha20poly1305_ietf_decrypt_detached(rest, NULL, rest, rest_size,
                                                           rest + rest_size, frame, head_size,
                                                           nonce, session->key) != 0) {
        return DW_SEAL_FORGED;
    }
    mark_counter(session, counter);
    return DW_SEAL_OPENED;
}

dw_seal_verdict dw_seal_open(dw_seal_session *session, uint8_t *frame, size_t size)
{
    if (size < DW_SEAL_HEADER_SIZE + DW_SEAL_SIZE || size > DW_SEALED_SIZE_MAX) {
        return DW_SEAL_BAD_SIZE;
    }
    const uint16_t low = (uint16_t)(frame[COUNTER_AT] << 8 | frame[COUNTER_AT + 1]);
    const uint64_t counter = nearest(session->end, low);
    if (counter > INT64_MAX) {
        return DW_SEAL_OLD; /* Below 0. */
    }
    const dw_seal_verdict verdict = open_rest(session, counter, frame, REST_AT, size);
    if (verdict == DW_SEAL_OPENED) {
        memcpy(frame + DW_SEAL_ROOM_BEFORE, frame, DW_SEAL_HEADER_SIZE);
    }
    return verdict;
}

dw_seal_verdict dw_seal_open_connect(dw_seal_session *session, uint8_t *frame, size_t size)
{
    DW_CHECK(session->role == DW_SEAL_SERVER);
    dw_challenge connect;
    if (dw_challenge_decode(&connect, frame, size) != DW_OK ||
        connect.kind != DW_CHALLENGE_CONNECT_SEALED) {
        return DW_SEAL_BAD_SIZE;
    }
    return open_rest(session, connect.counter, frame, DW_CONNECT_SEALED_HEAD_SIZE, size);
}
