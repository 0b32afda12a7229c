/* Any bytes as a datagram: a verdict, and what passes holds nothing that ENet would trip over. The
 * few bytes of it that seal and joiner read are those that the verdict was about. */
#include "common/base/check.h"
#include "fuzz.h"
#include "protocol/protocol.h"
#include "protocol/transport/enet_wire.h"
#include "server/host/datagram.h"

/* A CONNECT that is read as one is a CONNECT to the gate as well, and nobody else's answer. */
static void check_opening(const uint8_t *data, size_t size, dw_datagram_verdict verdict,
                          const dw_datagram_facts *facts)
{
    dw_enet_opening opening;
    const bool connects = dw_enet_read_connect(data, size, &opening);
    DW_CHECK(!connects || opening.peer < DW_ENET_PEER_NONE);
    DW_CHECK(!connects || verdict == DW_DATAGRAM_CONNECT || verdict == DW_DATAGRAM_COMMAND);
    const bool answers = dw_enet_read_verify_connect(data, size, &opening);
    DW_CHECK(!answers || (!connects && opening.peer < DW_ENET_PEER_NONE));
    DW_CHECK(!answers || (verdict != DW_DATAGRAM_FINE && verdict != DW_DATAGRAM_CONNECT));
    if (size >= 2 && size <= DW_ENET_MTU) {
        DW_CHECK(dw_enet_peer_of(data, size) == facts->peer);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dw_datagram_facts facts;
    const dw_datagram_verdict verdict = dw_datagram_judge(data, size, &facts);
    DW_CHECK(verdict < DW_DATAGRAM_VERDICT_COUNT);
    DW_CHECK(facts.peer <= 0xfff && facts.messages <= 32);
    check_opening(data, size, verdict, &facts);
    if (verdict == DW_DATAGRAM_FINE || verdict == DW_DATAGRAM_CONNECT) {
        const size_t head = (data[0] & 0x80) != 0 ? 4 : 2;
        DW_CHECK(size > head && size <= DW_ENET_MTU);
        DW_CHECK((data[0] & 0x40) == 0);
        const uint8_t kind = data[head] & 0x0f;
        DW_CHECK(kind != 0 && kind != 3 && kind != 8 && kind != 9 && kind < 12);
        DW_CHECK((kind == 2) == (verdict == DW_DATAGRAM_CONNECT));
        DW_CHECK((facts.peer == 0xfff) == (verdict == DW_DATAGRAM_CONNECT));
    }
    return 0;
}
