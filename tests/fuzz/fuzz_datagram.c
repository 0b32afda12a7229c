/* Any bytes as a datagram: a verdict, and what passes holds nothing that ENet would trip over. What
 * would go past ENet is one that would have passed, and all of its message lies within it. */
#include "common/base/check.h"
#include "fuzz.h"
#include "protocol/protocol.h"
#include "protocol/transport/enet_straight.h"
#include "server/host/datagram.h"

#include <arpa/inet.h>

static void check_message(const uint8_t *data, size_t size, dw_datagram_verdict verdict,
                          uint16_t peer)
{
    dw_enet_message message;
    if (!dw_enet_read_message(data, size, &message)) {
        return;
    }
    const bool stranger = message.peer == 0xfff;
    const bool fits = size <= DW_DATAGRAM_MAX;
    DW_CHECK(verdict == (!fits      ? DW_DATAGRAM_SIZE
                         : stranger ? DW_DATAGRAM_STRANGER
                                    : DW_DATAGRAM_FINE));
    DW_CHECK(!fits || message.peer == peer);
    DW_CHECK(message.session < 4 && message.bytes > data &&
             message.bytes + message.size == data + size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dw_datagram_facts facts;
    const dw_datagram_verdict verdict =
        dw_datagram_judge(data, size, htonl(UINT32_C(0x7f000001)), 1, &facts);
    DW_CHECK(verdict < DW_DATAGRAM_VERDICT_COUNT);
    DW_CHECK(facts.peer <= 0xfff && facts.messages <= 32);
    check_message(data, size, verdict, facts.peer);
    if (verdict == DW_DATAGRAM_FINE || verdict == DW_DATAGRAM_CONNECT) {
        const size_t head = (data[0] & 0x80) != 0 ? 4 : 2;
        DW_CHECK(size > head && size <= DW_DATAGRAM_MAX);
        DW_CHECK((data[0] & 0x40) == 0);
        const uint8_t kind = data[head] & 0x0f;
        DW_CHECK(kind != 0 && kind != 3 && kind != 8 && kind != 9 && kind < 12);
        DW_CHECK((kind == 2) == (verdict == DW_DATAGRAM_CONNECT));
        DW_CHECK((facts.peer == 0xfff) == (verdict == DW_DATAGRAM_CONNECT));
    }
    return 0;
}
