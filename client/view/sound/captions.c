#include "client/view/sound/captions.h"

#include "client/view/model/feed.h"
#include "client/view/texts/say.h"

#define SHOWS_S 2.5

void dw_captions_put(dw_captions *captions, const dw_cue *cue, double now)
{
    const uint16_t what = (uint16_t)dw_effect_row_of((dw_effect)cue->effect)->caption;
    if (what == DW_SAY_NOTHING || cue->own) {
        return;
    }
    dw_caption *at = &captions->lines[0];
    for (uint32_t i = 0; i < DW_CAPTIONS_MAX; i++) {
        dw_caption *line = &captions->lines[i];
        if (dw_caption_strength(line, now) > 0.0F && line->what == what &&
            line->side == cue->placing.side) {
            line->heard = now;
            line->loudness = cue->placing.gain;
            return;
        }
        at = line->heard < at->heard ? line : at; /* Free lines and faded ones come first. */
    }
    *at = (dw_caption){.what = what,
                       .side = cue->placing.side,
                       .born = now,
                       .heard = now,
                       .loudness = cue->placing.gain};
}

float dw_caption_strength(const dw_caption *caption, double now)
{
    return caption->what != DW_SAY_NOTHING ? dw_feed_strength(caption->heard, now, SHOWS_S) : 0.0F;
}

void dw_caption_text(const dw_caption *caption, char text[DW_CAPTION_TEXT])
{
    static const dw_say_id sides[DW_SIDE_COUNT] = {DW_SAY_SIDE_HERE, DW_SAY_SIDE_LEFT,
                                                   DW_SAY_SIDE_RIGHT, DW_SAY_SIDE_ABOVE,
                                                   DW_SAY_SIDE_BELOW};
    dw_say_into(text, DW_CAPTION_TEXT, sides[caption->side],
                DW_S(dw_say((dw_say_id)caption->what)));
}
