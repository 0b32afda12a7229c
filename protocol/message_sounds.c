/* message_sounds.c - the noises that a player hears, and their one order: it depends on nothing but
 * what is heard, so that it tells nothing else. */
#include "protocol/message_fields.h"

/* [48, tick, kind, direction, level, ...] */

enum { DIRECTIONS = 128 };

#define SOUND_FIELDS(X)                                                                            \
    X(NUMBER, ->kind, 0, DW_NOISE_KIND_COUNT - 1)                                                  \
    X(NUMBER, ->direction, 0, DIRECTIONS - 1)                                                      \
    X(NUMBER, ->level_db, 0, UINT8_MAX)

static bool goes_before(const dw_sound_heard *a, const dw_sound_heard *b)
{
    if (a->level_db != b->level_db) {
        return a->level_db > b->level_db;
    }
    return a->direction != b->direction ? a->direction < b->direction : a->kind < b->kind;
}

void dw_sounds_keep(dw_sounds *sounds, dw_sound_heard heard)
{
    uint8_t at = sounds->count;
    while (at > 0 && goes_before(&heard, &sounds->rows[at - 1])) {
        at--;
    }
    if (at == DW_SOUNDS_MAX) {
        return;
    }
    sounds->count = sounds->count < DW_SOUNDS_MAX ? (uint8_t)(sounds->count + 1) : DW_SOUNDS_MAX;
    for (uint8_t i = (uint8_t)(sounds->count - 1); i > at; i--) {
        sounds->rows[i] = sounds->rows[i - 1];
    }
    sounds->rows[at] = heard;
}

static bool sounds_valid(const dw_sounds *sounds)
{
    if (sounds->tick == 0 || sounds->count < 1 || sounds->count > DW_SOUNDS_MAX) {
        return false;
    }
    for (uint32_t i = 1; i < sounds->count; i++) {
        if (goes_before(&sounds->rows[i], &sounds->rows[i - 1])) {
            return false;
        }
    }
    return true;
}

void dw_codec_encode_sounds(dw_writer *writer, const dw_message *message)
{
    const dw_sounds *sounds = &message->as.sounds;
    DW_CHECK(sounds_valid(sounds));
    dw_writer_array(writer, 2 + DW_SOUND_ELEMENTS * (uint32_t)sounds->count);
    dw_writer_int(writer, DW_MESSAGE_SOUNDS);
    dw_writer_int(writer, sounds->tick);
    for (uint32_t i = 0; i < sounds->count; i++) {
        const dw_sound_heard *row = &sounds->rows[i];
        SOUND_FIELDS(DW_FIELD_PUT)
    }
}

void dw_codec_decode_sounds(dw_reader *reader, dw_message *message)
{
    dw_sounds *sounds = &message->as.sounds;
    sounds->tick = (uint32_t)dw_reader_int(reader, 1, UINT32_MAX);
    while (reader->left > 0 && sounds->count < DW_SOUNDS_MAX) {
        dw_sound_heard *row = &sounds->rows[sounds->count++];
        SOUND_FIELDS(DW_FIELD_GET)
    }
    if (!sounds_valid(sounds)) {
        dw_reader_fail(reader);
    }
}
