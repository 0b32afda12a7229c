/* Any bytes as a message, from either side: what decodes encodes to the same bytes. */
#include "common/base/check.h"
#include "fuzz.h"
#include "protocol/message.h"

#include <string.h>

static void check_same(const dw_message *message, const uint8_t *data, size_t size)
{
    uint8_t again[DW_MESSAGE_MAX];
    size_t again_size = 0;
    DW_CHECK(dw_message_encode(message, again, sizeof(again), &again_size) == DW_OK);
    DW_CHECK(again_size == size && memcmp(again, data, size) == 0);
    DW_CHECK(dw_message_peek_type(data, size) == (int)message->type);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dw_message message;
    const dw_status from_client = dw_message_decode_from_client(&message, data, size);
    if (from_client == DW_OK) {
        check_same(&message, data, size);
    }
    const dw_status from_server = dw_message_decode_from_server(&message, data, size);
    if (from_server == DW_OK) {
        check_same(&message, data, size);
    }
    DW_CHECK(from_client != DW_OK || from_server != DW_OK);
    return 0;
}
