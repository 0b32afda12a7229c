/* message_sounds.c - the noises that a player hears, and their one order: it depends on nothing but
 * what is heard, so that it tells nothing else. */
#include "protocol/message_fields.h"

/* [48, tick, kind, direction, level, ...] */

enum { DIRECTIONS = 128 };

#define SOUNDS_FIELDS(X) X(NUMBER, ->tick, 1, UINT32_MAX)

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
    for (uint32_t i = 1; i < sounds->count; i++) {
        if (goes_before(&sounds->rows[i], &sounds->rows[i - 1])) {
            return false;
        }
    }
    return sounds->count > 0;
}

DW_LIST_FUNCTIONS(void dw_codec_encode_sounds, void dw_codec_decode_sounds, sounds,
                  DW_MESSAGE_SOUNDS, SOUNDS_FIELDS, rows, count, SOUND_FIELDS, sounds_valid)
