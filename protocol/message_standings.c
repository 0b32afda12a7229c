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

#define STANDINGS_FIELDS(X) X(NUMBER, ->ready, 0, UINT16_MAX)

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
    return (standings->ready & ~listed) == 0;
}

DW_LIST_FUNCTIONS(void dw_codec_encode_standings, void dw_codec_decode_standings, standings,
                  DW_MESSAGE_STANDINGS, STANDINGS_FIELDS, rows, count, STANDING_FIELDS,
                  standings_valid)

/* [54, round, detected, tick, ticks, room, by, ...] */

#define DETECTIONS_FIELDS(X)                                                                       \
    X(NUMBER, ->round, 1, UINT32_MAX)                                                              \
    X(NUMBER, ->detected, 0, UINT16_MAX)

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
    return told->count <= told->detected;
}

DW_LIST_FUNCTIONS(void dw_codec_encode_detections, void dw_codec_decode_detections, detections,
                  DW_MESSAGE_DETECTIONS, DETECTIONS_FIELDS, rows, count, DETECTION_FIELDS,
                  detections_valid)
