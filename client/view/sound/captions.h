/* captions.h - sounds as lines of text, for people who do not hear them: "steps, left".
 * Owns: the newest lines, each for a few seconds. Equal lines are one line, which begins anew.
 * Pure; times are seconds of the view. No allocation. */
#ifndef DW_VIEW_CAPTIONS_H
#define DW_VIEW_CAPTIONS_H

#include "client/view/sound/cue.h"
#include "client/view/texts/say.h"

enum { DW_CAPTIONS_MAX = 4, DW_CAPTION_TEXT = 64 };

typedef struct dw_caption {
    uint16_t what;      /* dw_say_id; NOTHING: the line is free. */
    uint8_t side;       /* dw_side */
    double born, heard; /* When the line came, and when it was heard last. */
    float loudness;     /* 0 .. 1, of the last time. */
} dw_caption;

typedef struct dw_captions {
    dw_caption lines[DW_CAPTIONS_MAX];
} dw_captions;

/* Takes a cue in, unless the person made it or it has no caption. When all lines are in use, the
 * one that was heard longest ago goes. */
void dw_captions_put(dw_captions *captions, const dw_cue *cue, double now);

/* How clearly a line shows: 1, and less shortly before it goes; 0: there is no line. */
float dw_caption_strength(const dw_caption *caption, double now);

/* "steps, left" */
void dw_caption_text(const dw_caption *caption, char text[DW_CAPTION_TEXT]);

#endif
