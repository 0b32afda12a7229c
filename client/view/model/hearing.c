#include "client/view/model/hearing.h"

#include "common/base/check.h"

/* Directions are 128ths of a turn. */
enum { DIRECTIONS = 128, NEAR = 5 };

/* From this level over the threshold on a noise shows in full; one that is just heard shows too. */
#define FULL_DB  45.0F
#define FAINTEST 0.45F

static bool is_near(float a, float b)
{
    const int apart = (int)((a - b) * DIRECTIONS + DIRECTIONS) % DIRECTIONS;
    return apart <= NEAR || apart >= DIRECTIONS - NEAR;
}

void dw_hearing_put(dw_hearing *hearing, const dw_sound_heard *heard, double now)
{
    const float part = (float)heard->level_db / FULL_DB;
    const dw_noise_mark mark = {.kind = heard->kind,
                                .direction = (float)heard->direction / DIRECTIONS,
                                .loudness =
                                    FAINTEST + (1.0F - FAINTEST) * (part < 1.0F ? part : 1.0F),
                                .born = now};
    uint32_t at = 0;
    for (uint32_t i = 0; i < DW_HEARING_MAX; i++) {
        const dw_noise_mark *row = &hearing->rows[i];
        if (dw_noise_mark_strength(row, now) > 0.0F && row->kind == mark.kind &&
            is_near(row->direction, mark.direction)) {
            at = i;
            break;
        }
        at = row->born < hearing->rows[at].born ? i : at;
    }
    hearing->rows[at] = mark;
}

float dw_noise_mark_strength(const dw_noise_mark *mark, double now)
{
    const double lasts_s = mark->kind == DW_NOISE_STEP ? DW_HEARING_S : DW_HEARING_ONCE_S;
    const double part = (now - mark->born) / lasts_s;
    const double gone = part > 0.0 ? part * part : 0.0; /* Clear at first, then it goes fast. */
    return gone < 1.0 ? mark->loudness * (float)(1.0 - gone) : 0.0F;
}
