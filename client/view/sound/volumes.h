/* volumes.h - how loud the person wants it: plain values that flags, keys and settings fill.
 * Owns: the meaning of the numbers. Knows no sound device. Pure. */
#ifndef DW_VIEW_VOLUMES_H
#define DW_VIEW_VOLUMES_H

#include <stdbool.h>
#include <stdint.h>

enum { DW_VOLUME_MAX = 100, DW_VOLUME_STEP = 10, DW_VOLUMES_TEXT = 32 };

typedef struct dw_volumes {
    uint8_t main, effects, music; /* 0 .. DW_VOLUME_MAX; main counts for both others. */
    bool muted;                   /* Nothing is played; the numbers stay. */
    bool captions;                /* Sounds are also written on the screen. */
} dw_volumes;

/* The factors for samples, 0 .. 1. They follow the ear: 50 sounds about half as loud as 100. */
float dw_volumes_effects(const dw_volumes *volumes);
float dw_volumes_music(const dw_volumes *volumes);

/* Main volume up (`steps` above 0) or down, within its range. Louder also ends muting. */
void dw_volumes_step(dw_volumes *volumes, int steps);

/* "Volume 70 of 100", "Sound off". */
void dw_volumes_text(const dw_volumes *volumes, char text[DW_VOLUMES_TEXT]);

#endif
