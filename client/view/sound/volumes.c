#include "client/view/sound/volumes.h"

#include "client/view/texts/say.h"

#include <stdio.h>

/* A square is close enough to how loudness is felt, and exactly 0 and 1 at the ends. */
static float factor(const dw_volumes *volumes, uint8_t part)
{
    const float felt = (float)volumes->main * (float)part / (float)(DW_VOLUME_MAX * DW_VOLUME_MAX);
    return volumes->muted ? 0.0F : felt * felt;
}

float dw_volumes_effects(const dw_volumes *volumes)
{
    return factor(volumes, volumes->effects);
}

float dw_volumes_music(const dw_volumes *volumes)
{
    return factor(volumes, volumes->music);
}

void dw_volumes_step(dw_volumes *volumes, int steps)
{
    const int wanted = (int)volumes->main + steps * DW_VOLUME_STEP;
    const int capped = wanted > DW_VOLUME_MAX ? DW_VOLUME_MAX : wanted;
    volumes->main = (uint8_t)(capped < 0 ? 0 : capped);
    volumes->muted = volumes->muted && steps <= 0;
}

void dw_volumes_text(const dw_volumes *volumes, char text[DW_VOLUMES_TEXT])
{
    if (volumes->muted || volumes->main == 0) {
        (void)snprintf(text, DW_VOLUMES_TEXT, "%s", dw_say(DW_SAY_SOUND_OFF));
    } else {
        dw_say_into(text, DW_VOLUMES_TEXT, DW_SAY_VOLUME_NOW, DW_N(volumes->main),
                    DW_N(DW_VOLUME_MAX));
    }
}
