/* hearing.h - the noises that the own intruder has heard and that are still shown.
 * Owns: the newest of them, each for a while. Times are seconds of the view. Knows no pixels.
 */
#ifndef DW_VIEW_HEARING_H
#define DW_VIEW_HEARING_H

#include "client/core/client.h"

#define DW_HEARING_S      0.7 /* A mark of a step: the next one renews it. */
#define DW_HEARING_ONCE_S 1.6 /* Of any other noise. */

enum { DW_HEARING_MAX = 16 };

typedef struct dw_noise_mark {
    uint8_t kind;    /* dw_noise_kind */
    float direction; /* Turns, 0 .. 1, clockwise from +x: where it comes from. */
    float loudness;  /* Above 0, up to 1; 0: there is no mark. */
    double born;
} dw_noise_mark;

typedef struct dw_hearing {
    dw_noise_mark rows[DW_HEARING_MAX];
} dw_hearing;

/* In place of a mark of the same kind from nearly the same direction, so that steps of one body are
 * one mark; else of the oldest. */
void dw_hearing_put(dw_hearing *hearing, const dw_sound_heard *heard, double now);

/* How clearly it shows: its loudness, and less the older it is; 0: it has faded. */
float dw_noise_mark_strength(const dw_noise_mark *mark, double now);

#endif
