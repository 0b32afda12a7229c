/* Any bytes as a sealed datagram: none opens, and the session stays as it was. Then the bytes are
 * sealed, changed as a script says, and opened again. What was changed stays closed; what was not
 * opens once, to the same bytes.
 *
 *     receiver 1, its newest counter + 1 in 6, next counter of the sender 6, changes 1,
 *     changes times: position 2, mask 1; the datagram */
#include "common/base/check.h"
#include "fuzz.h"
#include "protocol/seal/seal_keys.h"
#include "protocol/seal/seal_session.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 14, CHANGE = 3, CHANGES_MAX = 8 };

typedef struct script {
    dw_seal_role receiver;
    uint64_t end, next;
    uint32_t changes;
    const uint8_t *change; /* CHANGE bytes each. */
    const uint8_t *bytes;
    size_t size;
} script;

static uint64_t number(const uint8_t *bytes, uint32_t size)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < size; i++) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static bool read_script(script *s, const uint8_t *data, size_t size)
{
    if (size < HEAD) {
        return false;
    }
    s->receiver = data[0] % 2 == 0 ? DW_SEAL_CLIENT : DW_SEAL_SERVER;
    s->end = number(data + 1, 6);
    s->next = number(data + 7, 6);
    s->changes = data[13] % (CHANGES_MAX + 1);
    s->change = data + HEAD;
    if (size < HEAD + CHANGE * (size_t)s->changes) {
        return false;
    }
    s->bytes = s->change + CHANGE * (size_t)s->changes;
    s->size = size - (size_t)(s->bytes - data);
    return true;
}

/* Nothing is ever sealed with the first key. libFuzzer watches memcmp, learns what was sealed with
 * the second one, and offers it again as hostile bytes: rightly, those would open. */
enum { HOSTILE_KEY = 7, KEY_IN_USE = 8 };

static dw_seal_session session_of(const script *s, dw_seal_role role, uint8_t which)
{
    const uint8_t key[DW_SEAL_KEY_SIZE] = {which, which};
    dw_seal_session session;
    dw_seal_session_begin(&session, role, key);
    session.next = s->next;
    session.end = s->end;
    return session;
}

static bool same(const dw_seal_session *a, const dw_seal_session *b)
{
    return memcmp(a->key, b->key, sizeof a->key) == 0 && a->next == b->next && a->end == b->end &&
           memcmp(a->window, b->window, sizeof a->window) == 0 && a->role == b->role;
}

/* `bytes` in a block of just that size, so that one byte more shows. */
static dw_seal_verdict open_copy(dw_seal_session *session, const uint8_t *bytes, size_t size,
                                 bool connect, uint8_t *out)
{
    uint8_t *copy = malloc(size + (size == 0 ? 1 : 0));
    DW_CHECK(copy != NULL);
    memcpy(copy, bytes, size);
    const dw_seal_session before = *session;
    const dw_seal_verdict verdict =
        connect ? dw_seal_open_connect(session, copy, size) : dw_seal_open(session, copy, size);
    DW_CHECK(verdict < DW_SEAL_VERDICT_COUNT);
    DW_CHECK(verdict == DW_SEAL_OPENED || same(session, &before));
    if (out != NULL) {
        memcpy(out, copy, size);
    }
    free(copy);
    return verdict;
}

static void open_hostile(const script *s)
{
    dw_seal_session session = session_of(s, s->receiver, HOSTILE_KEY);
    DW_CHECK(open_copy(&session, s->bytes, s->size, false, NULL) != DW_SEAL_OPENED);
    if (s->receiver == DW_SEAL_SERVER) {
        DW_CHECK(open_copy(&session, s->bytes, s->size, true, NULL) != DW_SEAL_OPENED);
    }
}

/* What a receiver must say to the counter alone. */
static bool counter_fits(const script *s)
{
    const int64_t ahead = (int64_t)s->next - ((int64_t)s->end - 1);
    return ahead <= INT16_MAX && ahead > -DW_SEAL_WINDOW;
}

static void close_change_open(const script *s)
{
    if (s->size < DW_SEAL_HEADER_SIZE || s->size > DW_DATAGRAM_MAX) {
        return;
    }
    const dw_seal_role sender = s->receiver == DW_SEAL_CLIENT ? DW_SEAL_SERVER : DW_SEAL_CLIENT;
    dw_seal_session from = session_of(s, sender, KEY_IN_USE);
    dw_seal_session to = session_of(s, s->receiver, KEY_IN_USE);
    uint8_t right[DW_SEALED_SIZE_MAX];
    uint8_t opened[DW_SEALED_SIZE_MAX];
    memcpy(right + DW_SEAL_ROOM_BEFORE, s->bytes, s->size);
    const size_t size = dw_seal_close(&from, right, s->size);
    DW_CHECK(size == s->size + DW_SEAL_SIZE && from.next == s->next + 1);

    uint8_t changed[DW_SEALED_SIZE_MAX];
    memcpy(changed, right, size);
    for (uint32_t i = 0; i < s->changes; i++) {
        changed[number(s->change + (size_t)CHANGE * i, 2) % size] ^= s->change[CHANGE * i + 2];
    }
    if (memcmp(changed, right, size) != 0) {
        DW_CHECK(open_copy(&to, changed, size, false, NULL) != DW_SEAL_OPENED);
    }
    const dw_seal_verdict verdict = open_copy(&to, right, size, false, opened);
    DW_CHECK((verdict == DW_SEAL_OPENED) == counter_fits(s));
    if (verdict == DW_SEAL_OPENED) {
        DW_CHECK(memcmp(opened + DW_SEAL_ROOM_BEFORE, s->bytes, s->size) == 0);
        DW_CHECK(open_copy(&to, right, size, false, NULL) == DW_SEAL_REPLAYED);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    script s;
    DW_CHECK(dw_seal_start() == DW_OK);
    if (read_script(&s, data, size)) {
        open_hostile(&s);
        if (s.next < DW_SEAL_COUNTER_END) {
            close_change_open(&s);
        }
    }
    return 0;
}
