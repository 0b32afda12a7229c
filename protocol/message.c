#include "protocol/message.h"

#include "common/base/check.h"
#include "protocol/message_codec.h"

enum { ELEMENTS_MAX = 512 }; /* Of any message but the snapshot. */
_Static_assert((int)DW_MIND_ELEMENTS_MAX <= (int)ELEMENTS_MAX, "the longest of them");

static const dw_codec *find_codec(int type)
{
    const dw_codec *codec = dw_codec_from_client(type);
    return codec != NULL ? codec : dw_codec_from_server(type);
}

int dw_message_peek_type(const uint8_t *bytes, size_t size)
{
    dw_reader reader;
    dw_reader_init(&reader, bytes, size);
    (void)dw_reader_array(&reader, 1, UINT16_MAX);
    const int type = dw_reader_u8(&reader, INT8_MAX);
    const bool known = type == DW_MESSAGE_SNAPSHOT || find_codec(type) != NULL;
    return !reader.failed && known ? type : 0;
}

dw_status dw_message_encode(const dw_message *message, uint8_t *bytes, size_t capacity,
                            size_t *size)
{
    const dw_codec *codec = find_codec((int)message->type);
    DW_CHECK(codec != NULL);
    dw_writer writer;
    dw_writer_init(&writer, bytes, capacity < DW_MESSAGE_MAX ? capacity : DW_MESSAGE_MAX);
    codec->encode(&writer, message);
    return dw_writer_finish(&writer, size);
}

static dw_status decode(dw_message *out, const uint8_t *bytes, size_t size,
                        const dw_codec *(*find)(int type))
{
    if (size > DW_MESSAGE_MAX) {
        return DW_INVALID;
    }
    dw_reader reader;
    dw_reader_init(&reader, bytes, size);
    const uint32_t elements = dw_reader_array(&reader, 1, ELEMENTS_MAX);
    const int type = dw_reader_u8(&reader, INT8_MAX);
    const dw_codec *codec = reader.failed ? NULL : find(type);
    if (codec == NULL) {
        return DW_INVALID;
    }
    *out = (dw_message){.type = codec->type};
    if (codec->has_version) {
        dw_reader ahead = reader;
        const uint32_t version = dw_reader_u32(&ahead);
        if (!ahead.failed && version != DW_PROTOCOL_VERSION) {
            return DW_OTHER_VERSION;
        }
    }
    if (elements < codec->elements_min || elements > codec->elements_max) {
        return DW_INVALID;
    }
    codec->decode(&reader, out);
    return dw_reader_finish(&reader);
}

dw_status dw_message_decode_from_client(dw_message *out, const uint8_t *bytes, size_t size)
{
    return decode(out, bytes, size, dw_codec_from_client);
}

dw_status dw_message_decode_from_server(dw_message *out, const uint8_t *bytes, size_t size)
{
    return decode(out, bytes, size, dw_codec_from_server);
}

dw_channel dw_message_channel(dw_message_type type)
{
    if (type == DW_MESSAGE_SNAPSHOT) {
        return DW_CHANNEL_SNAPSHOT;
    }
    const dw_codec *codec = find_codec((int)type);
    DW_CHECK(codec != NULL);
    return codec->channel;
}

bool dw_message_reliable(dw_message_type type)
{
    const dw_channel channel = dw_message_channel(type);
    return channel != DW_CHANNEL_SNAPSHOT && channel != DW_CHANNEL_INPUT;
}
