/* cue.h - one sound that is to be played now: what the listener gives to the mixer and to the
 * captions. A plain value. */
#ifndef DW_VIEW_CUE_H
#define DW_VIEW_CUE_H

#include "client/view/sound/effects.h"
#include "client/view/sound/placing.h"

typedef struct dw_cue {
    uint8_t effect; /* dw_effect */
    uint16_t variant;
    dw_placing placing;
    bool dull; /* It comes from out of sight: its high tones are damped. */
    bool own;  /* The person made it: it gets no caption. */
} dw_cue;

#endif
