/* message_standings.c - what players know of each other beside the game: who is ready, how each one
 * stands in this match, and after a round what detected the receiver in it. */
#include "protocol/message_fields.h"

/* [11, ready] */

#define READY_FIELDS(X) X(NUMBER, ->ready, 0, 1)
DW_MESSAGE_FUNCTIONS(ready, DW_MESSAGE_READY, READY_FIELDS, DW_ALWAYS_VALID)

void dw_codec_encode_ready(dw_writer *writer, const dw_message *message)
{
    encode_ready(writer, message);
}

void dw_codec_decode_ready(dw_reader *reader, dw_message *message)
{
    decode_ready(reader, message);
}

/* [53, ready, slot, ping, detected, taken, caught, escaped, ...] */

#define STANDING_FIELDS(X)                                                                         \
    X(NUMBER, ->slot, 0, DW_INTRUDERS_MAX - 1)                                                     \
    X(NUMBER, ->ping_ms, 0, DW_PING_MS_MAX)                                                        \
    X(NUMBER, ->detected, 0, UINT16_MAX)                                                           \
    X(NUMBER, ->taken, 0, UINT16_MAX)                                                              \
    X(NUMBER, ->caught, 0, UINT16_MAX)                                                             \
    X(NUMBER, ->escaped, 0, UINT16_MAX)

/* Slots ascend, and only players that are listed are ready. */
static bool standings_valid(const dw_standings *standings)
{
    uint32_t listed = 0;
    for (uint32_t i = 0; i < standings->count; i++) {
        const uint32_t bit = UINT32_C(1) << standings->rows[i].slot;
        if (bit <= listed) {
            return false;
        }
        listed |= bit;
    }
    return standings->count <= DW_INTRUDERS_MAX && (standings->ready & ~listed) == 0;
}

void dw_codec_encode_standings(dw_writer *writer, const dw_message *message)
{
    const dw_standings *standings = &message->as.standings;
    DW_CHECK(standings_valid(standings));
    dw_writer_array(writer, 2 + DW_STANDING_ELEMENTS * (uint32_t)standings->count);
    dw_writer_int(writer, DW_MESSAGE_STANDINGS);
    dw_writer_int(writer, standings->ready);
    for (uint32_t i = 0; i < standings->count; i++) {
        const dw_standing *row = &standings->rows[i];
        STANDING_FIELDS(DW_FIELD_PUT)
    }
}

void dw_codec_decode_standings(dw_reader *reader, dw_message *message)
{
    dw_standings *standings = &message->as.standings;
    standings->ready = dw_reader_u16(reader, UINT16_MAX);
    while (reader->left > 0 && standings->count < DW_INTRUDERS_MAX) {
        dw_standing *row = &standings->rows[standings->count++];
        STANDING_FIELDS(DW_FIELD_GET)
        if (reader->failed) {
            return;
        }
    }
    if (!standings_valid(standings)) {
        dw_reader_fail(reader);
    }
}

/* [54, round, detected, tick, ticks, room, by, ...] */

#define DETECTION_FIELDS(X)                                                                        \
    X(NUMBER, ->tick, 1, DW_TICK_MAX)                                                              \
    X(NUMBER, ->ticks, 0, UINT16_MAX)                                                              \
    X(NUMBER, ->room, 0, DW_ROOMS_MAX)                                                             \
    X(NUMBER, ->by, 0, DW_DETECTED_BY_DETECTOR)

/* Ticks ascend, and no row stands for a detection that is not counted. */
static bool detections_valid(const dw_detections *told)
{
    for (uint32_t i = 1; i < told->count; i++) {
        if (told->rows[i].tick < told->rows[i - 1].tick) {
            return false;
        }
    }
    return told->round != 0 && told->count <= DW_DETECTIONS_MAX && told->count <= told->detected;
}

void dw_codec_encode_detections(dw_writer *writer, const dw_message *message)
{
    const dw_detections *told = &message->as.detections;
    DW_CHECK(detections_valid(told));
    dw_writer_array(writer, 3 + DW_DETECTION_ELEMENTS * (uint32_t)told->count);
    dw_writer_int(writer, DW_MESSAGE_DETECTIONS);
    dw_writer_int(writer, told->round);
    dw_writer_int(writer, told->detected);
    for (uint32_t i = 0; i < told->count; i++) {
        const dw_detection *row = &told->rows[i];
        DETECTION_FIELDS(DW_FIELD_PUT)
    }
}

void dw_codec_decode_detections(dw_reader *reader, dw_message *message)
{
    dw_detections *told = &message->as.detections;
    told->round = dw_reader_u32(reader);
    told->detected = dw_reader_u16(reader, UINT16_MAX);
    while (reader->left > 0 && told->count < DW_DETECTIONS_MAX) {
        dw_detection *row = &told->rows[told->count++];
        DETECTION_FIELDS(DW_FIELD_GET)
    }
    if (!detections_valid(told)) {
        dw_reader_fail(reader);
    }
}
