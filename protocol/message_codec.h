/* message_codec.h - how message.c finds the encoder and decoder of a type; private to the layer.
 * message.c calls these files; they never call back. */
#ifndef DW_PROTOCOL_MESSAGE_CODEC_H
#define DW_PROTOCOL_MESSAGE_CODEC_H

#include "protocol/message.h"
#include "protocol/reader.h"
#include "protocol/writer.h"

/* `encode` writes the whole array; a struct that breaks the message's rules is a bug (DW_CHECK).
 * `decode` starts after the array's head and the type; it reads and checks the rest, and fails the
 * reader for anything that must not be. */
typedef struct dw_codec {
    dw_message_type type;
    dw_channel channel;
    bool has_version; /* The second element is the protocol version (PROTOCOL.md, "Versions"). */
    uint16_t elements_min, elements_max; /* Of the array, the type counted. */
    void (*encode)(dw_writer *writer, const dw_message *message);
    void (*decode)(dw_reader *reader, dw_message *message);
} dw_codec;

/* NULL for a type that does not go in that direction. */
const dw_codec *dw_codec_from_client(int type);
const dw_codec *dw_codec_from_server(int type);

/* The bytes of a guard's mind have a file of their own (message_mind.c). */
enum {
    DW_MIND_ELEMENTS_MIN = 22, /* All lists empty. */
    DW_MIND_ELEMENTS_MAX = 351 /* All lists full; message_mind.c counts them. */
};
void dw_codec_encode_mind(dw_writer *writer, const dw_message *message);
void dw_codec_decode_mind(dw_reader *reader, dw_message *message);

/* So have signs and pings, both ways (message_signal.c). */
enum { DW_SIGNAL_ELEMENTS = 4, DW_TEAM_SIGNAL_ELEMENTS = 6 };
void dw_codec_encode_signal(dw_writer *writer, const dw_message *message);
void dw_codec_decode_signal(dw_reader *reader, dw_message *message);
void dw_codec_encode_team_signal(dw_writer *writer, const dw_message *message);
void dw_codec_decode_team_signal(dw_reader *reader, dw_message *message);

/* And the kind of a body (message_kind.c). */
enum { DW_BODY_KIND_ELEMENTS = 2 + DW_KIND_TOLD_COUNT };
void dw_codec_encode_body_kind(dw_writer *writer, const dw_message *message);
void dw_codec_decode_body_kind(dw_reader *reader, dw_message *message);

/* And what a player hears (message_sounds.c). */
enum {
    DW_SOUND_ELEMENTS = 3, /* Of one noise. */
    DW_SOUNDS_ELEMENTS_MIN = 2 + DW_SOUND_ELEMENTS,
    DW_SOUNDS_ELEMENTS_MAX = 2 + DW_SOUND_ELEMENTS * DW_SOUNDS_MAX
};
void dw_codec_encode_sounds(dw_writer *writer, const dw_message *message);
void dw_codec_decode_sounds(dw_reader *reader, dw_message *message);

/* And a recorded round that is played (message_playback.c). */
enum {
    DW_STEER_ELEMENTS = 3,
    DW_PLAYBACK_ELEMENTS = 12,
    DW_PLAYBACK_ROW_ELEMENTS = 5, /* Of one event. */
    DW_PLAYBACK_EVENTS_ELEMENTS_MIN = 2 + DW_PLAYBACK_ROW_ELEMENTS,
    DW_PLAYBACK_EVENTS_ELEMENTS_MAX = 2 + DW_PLAYBACK_ROW_ELEMENTS * DW_PLAYBACK_ROWS_MAX,
    DW_SIGHTING_ELEMENTS = 16, /* Before the samples. */
    DW_GHOST_ELEMENTS = 6,     /* Of one ghost. */
    DW_GHOSTS_ELEMENTS_MIN = 4,
    DW_GHOSTS_ELEMENTS_MAX = DW_GHOSTS_ELEMENTS_MIN + DW_GHOST_ELEMENTS * DW_GHOSTS_MAX
};
void dw_codec_encode_steer(dw_writer *writer, const dw_message *message);
void dw_codec_decode_steer(dw_reader *reader, dw_message *message);
void dw_codec_encode_playback(dw_writer *writer, const dw_message *message);
void dw_codec_decode_playback(dw_reader *reader, dw_message *message);
void dw_codec_encode_playback_events(dw_writer *writer, const dw_message *message);
void dw_codec_decode_playback_events(dw_reader *reader, dw_message *message);
void dw_codec_encode_sighting(dw_writer *writer, const dw_message *message);
void dw_codec_decode_sighting(dw_reader *reader, dw_message *message);
void dw_codec_encode_ghosts(dw_writer *writer, const dw_message *message);
void dw_codec_decode_ghosts(dw_reader *reader, dw_message *message);

/* And what players know of each other (message_standings.c). */
enum {
    DW_READY_ELEMENTS = 2,
    DW_STANDING_ELEMENTS = 6, /* Of one player. */
    DW_STANDINGS_ELEMENTS_MAX = 2 + DW_STANDING_ELEMENTS * DW_INTRUDERS_MAX,
    DW_DETECTION_ELEMENTS = 4, /* Of one detection. */
    DW_DETECTIONS_ELEMENTS_MAX = 3 + DW_DETECTION_ELEMENTS * DW_DETECTIONS_MAX
};
void dw_codec_encode_ready(dw_writer *writer, const dw_message *message);
void dw_codec_decode_ready(dw_reader *reader, dw_message *message);
void dw_codec_encode_standings(dw_writer *writer, const dw_message *message);
void dw_codec_decode_standings(dw_reader *reader, dw_message *message);
void dw_codec_encode_detections(dw_writer *writer, const dw_message *message);
void dw_codec_decode_detections(dw_reader *reader, dw_message *message);

/* And a hidden item that was found (message_item.c). */
enum { DW_FOUND_ITEM_ELEMENTS = 10 };
void dw_codec_encode_found_item(dw_writer *writer, const dw_message *message);
void dw_codec_decode_found_item(dw_reader *reader, dw_message *message);

/* And missions (message_mission.c). */
enum {
    DW_MISSION_ELEMENTS = 6, /* Before the briefing. */
    DW_MISSION_PART_ELEMENTS = 14,
    DW_PARTS_TOLD_ROW_ELEMENTS = 4,
    DW_MISSION_NOTICE_ELEMENTS = 4,
    DW_MISSION_RESULT_ELEMENTS = 10,
    DW_MISSION_RESULT_ROW_ELEMENTS = 5,
    DW_MISSION_QUESTION_ELEMENTS = 6,
    DW_QUESTION_ROW_ELEMENTS = 2,
    DW_MISSION_PERSON_ELEMENTS = 3
};
const dw_codec *dw_codec_of_mission(int type);

#endif
