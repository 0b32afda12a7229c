/* message_signal.c - signs and pings, as a client sends one and as its team gets it. Both have the
 * same end: a sign, then the position of a ping in steps of DW_PING_STEP_MM, which are the only
 * positions that a ping can have. */
#include "common/base/check.h"
#include "protocol/message_codec.h"

static int32_t steps_of(int32_t units)
{
    const int32_t step = DW_MM(DW_PING_STEP_MM);
    DW_CHECK(units % step == 0);
    return units / step;
}

static bool has_place(const dw_signal *signal)
{
    return signal->position.x != 0 || signal->position.y != 0;
}

static void put_signal(dw_writer *writer, const dw_signal *signal)
{
    DW_CHECK(signal->sign < DW_SIGN_COUNT && (signal->sign == DW_SIGN_NONE || !has_place(signal)));
    dw_writer_int(writer, signal->sign);
    dw_writer_int(writer, steps_of(signal->position.x));
    dw_writer_int(writer, steps_of(signal->position.y));
}

static int32_t get_coordinate(dw_reader *reader)
{
    const int64_t steps = dw_reader_int(reader, -DW_PING_STEPS_MAX, DW_PING_STEPS_MAX);
    return (int32_t)steps * DW_MM(DW_PING_STEP_MM);
}

static void get_signal(dw_reader *reader, dw_signal *signal)
{
    signal->sign = dw_reader_u8(reader, DW_SIGN_COUNT - 1);
    signal->position.x = get_coordinate(reader);
    signal->position.y = get_coordinate(reader);
    if (signal->sign != DW_SIGN_NONE && has_place(signal)) {
        dw_reader_fail(reader);
    }
}

void dw_codec_encode_signal(dw_writer *writer, const dw_message *message)
{
    dw_writer_array(writer, DW_SIGNAL_ELEMENTS);
    dw_writer_int(writer, DW_MESSAGE_SIGNAL);
    put_signal(writer, &message->as.signal);
}

void dw_codec_decode_signal(dw_reader *reader, dw_message *message)
{
    get_signal(reader, &message->as.signal);
}

void dw_codec_encode_team_signal(dw_writer *writer, const dw_message *message)
{
    const dw_signal *signal = &message->as.signal;
    DW_CHECK(signal->tick != 0 && signal->slot < DW_INTRUDERS_MAX);
    dw_writer_array(writer, DW_TEAM_SIGNAL_ELEMENTS);
    dw_writer_int(writer, DW_MESSAGE_TEAM_SIGNAL);
    dw_writer_int(writer, signal->tick);
    dw_writer_int(writer, signal->slot);
    put_signal(writer, signal);
}

void dw_codec_decode_team_signal(dw_reader *reader, dw_message *message)
{
    dw_signal *signal = &message->as.signal;
    signal->tick = (uint32_t)dw_reader_int(reader, 1, UINT32_MAX);
    signal->slot = dw_reader_u8(reader, DW_INTRUDERS_MAX - 1);
    get_signal(reader, signal);
}
