/* tension.h - the music: a quiet bed that grows with the danger. A deep fifth is always there, a
 * pulse comes with alarm and becomes faster, a high dissonance comes near detection.
 * Owns: the phases of its oscillators. It composes endlessly and repeats nothing exactly.
 * Knows no sound device. Deterministic: state and calls give the samples. No allocation.
 * Cost: 11 ns a frame of two channels. */
#ifndef DW_VIEW_TENSION_H
#define DW_VIEW_TENSION_H

#include <stdint.h>

enum { DW_TENSION_VOICES = 7, DW_TENSION_TABLE = 1024 };

typedef struct dw_tension {
    float table[DW_TENSION_TABLE + 1];  /* One turn of a sine. */
    uint32_t phases[DW_TENSION_VOICES]; /* 2^32 is a turn. */
    uint32_t sway, beat;                /* Slow swell, pulse. */
    float mix[DW_TENSION_VOICES];       /* Their loudness now. */
    float level;                        /* What is heard now, 0 .. 1; it follows the target. */
    float gain;
} dw_tension;

void dw_tension_init(dw_tension *tension);

/* The next `frames` of two channels. `target`: the danger, 0 .. 1, reached within a few seconds;
 * `gain`: the volume, 0 .. 1, reached within a tenth of a second. */
void dw_tension_render(dw_tension *tension, float target, float gain, int16_t *stereo,
                       uint32_t frames);

#endif
