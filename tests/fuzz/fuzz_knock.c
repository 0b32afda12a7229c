/* Any bytes as what is said before a connection: what decodes encodes to the same bytes, and no
 * cookie but the right one is good. The first ten bytes are who asks, the next four his cookie. */
#include "common/base/check.h"
#include "fuzz.h"
#include "server/host/datagram.h"
#include "server/host/join_cookie.h"

#include <arpa/inet.h>
#include <string.h>

enum { HOLDER_BYTES = 10, COOKIE_BYTES = 4 };

static void try_cookie(const uint8_t *data)
{
    static dw_cookie_jar jar;
    if (jar.period == 0) {
        dw_cookie_jar_init(&jar, 0);
        memset(jar.keys, 7, sizeof jar.keys); /* One key, and the same in each run. */
    }
    dw_cookie_holder holder;
    memset(&holder, 0, sizeof holder);
    memcpy(&holder.host, data, 4);
    memcpy(&holder.port, data + 4, 2);
    memcpy(holder.number, data + 6, DW_KNOCK_NUMBER_SIZE);
    uint32_t guess;
    memcpy(&guess, data + HOLDER_BYTES, sizeof guess);
    const uint32_t cookie = dw_cookie_make(&jar, &holder);
    const dw_cookie_verdict right = dw_cookie_check(&jar, &holder, cookie);
    DW_CHECK(right == DW_COOKIE_GOOD || right == DW_COOKIE_SPENT);
    DW_CHECK(guess == cookie || dw_cookie_check(&jar, &holder, guess) == DW_COOKIE_WRONG);
    dw_cookie_spend(&jar, &holder);
    DW_CHECK(dw_cookie_check(&jar, &holder, cookie) == DW_COOKIE_SPENT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dw_knock knock;
    dw_datagram_facts facts;
    const dw_datagram_verdict verdict =
        dw_datagram_judge(data, size, htonl(UINT32_C(0x7f000001)), 1, &facts);
    const bool decodes = dw_knock_decode(&knock, data, size) == DW_OK;
    DW_CHECK((verdict == DW_DATAGRAM_KNOCK) == (decodes && knock.kind == DW_KNOCK_ASK));
    if (decodes) {
        uint8_t again[DW_KNOCK_ASK_SIZE];
        DW_CHECK(dw_knock_encode(&knock, again) == size && memcmp(again, data, size) == 0);
    }
    if (verdict == DW_DATAGRAM_CONNECT) {
        const dw_datagram_connect connect = dw_datagram_read_connect(data);
        const size_t head = (data[0] & 0x80) != 0 ? 4 : 2;
        DW_CHECK(size == head + 48 && memcmp(connect.number, data + head + 40, 4) == 0);
    }
    if (size >= HOLDER_BYTES + COOKIE_BYTES) {
        try_cookie(data);
    }
    return 0;
}
