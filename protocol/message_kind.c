/* message_kind.c - [47, body, field of its kind, ...]: what kind of body a guard in sight is. */
#include "common/base/check.h"
#include "protocol/message_codec.h"

void dw_codec_encode_body_kind(dw_writer *writer, const dw_message *message)
{
    const dw_body_kind *told = &message->as.body_kind;
    DW_CHECK(told->body != 0 && dw_kind_check(&told->kind, NULL) == DW_OK);
    dw_writer_array(writer, DW_BODY_KIND_ELEMENTS);
    dw_writer_int(writer, DW_MESSAGE_BODY_KIND);
    dw_writer_int(writer, told->body);
    for (uint32_t i = 0; i < DW_KIND_TOLD_COUNT; i++) {
        dw_writer_int(writer, dw_tunable_get(dw_kind_told_field(i), &told->kind));
    }
}

void dw_codec_decode_body_kind(dw_reader *reader, dw_message *message)
{
    dw_body_kind *told = &message->as.body_kind;
    told->body = dw_reader_u8(reader, UINT8_MAX);
    told->kind = dw_kind_guard();
    for (uint32_t i = 0; i < DW_KIND_TOLD_COUNT; i++) {
        const int32_t value = (int32_t)dw_reader_int(reader, INT32_MIN, INT32_MAX);
        if (!reader->failed && dw_tunable_set(dw_kind_told_field(i), &told->kind, value) != DW_OK) {
            dw_reader_fail(reader);
        }
    }
    if (told->body == 0 || dw_kind_check(&told->kind, NULL) != DW_OK) {
        dw_reader_fail(reader);
    }
}
