/* wave.h - the tools of the synthesis: oscillators, noise, filters and envelopes that add layers to
 * a buffer of samples.
 * Owns: nothing; the caller owns the buffer. Knows no effect and no sound device. Pure: equal calls
 * give equal samples, noise comes from a seed.
 * Cost: 5 to 20 ns a sample and layer. No allocation.
 * The filters are the usual two-pole ones (Robert Bristow-Johnson, "Cookbook formulae for audio EQ
 * biquad filter coefficients", 1998). */
#ifndef DW_VIEW_WAVE_H
#define DW_VIEW_WAVE_H

#include <stdbool.h>
#include <stdint.h>

enum { DW_WAVE_RATE = 44100 }; /* Samples a second. */

typedef struct dw_wave {
    float *samples; /* One channel. Full scale is -1 .. 1; layers may add up to more. */
    uint32_t count, capacity;
} dw_wave;

/* How many samples last for that time, which is 0 or more. */
uint32_t dw_wave_samples(float seconds);

/* A silent wave of that length, at most as long as its capacity. */
void dw_wave_begin(dw_wave *wave, float seconds);

/* Two-pole filter. It has the state of one signal. */
typedef struct dw_biquad {
    float b0, b1, b2, a1, a2;
    float z1, z2;
} dw_biquad;

/* Frequencies are in Hz and are kept below half of the rate. `q`: 0.7 is flat, more rings. */
dw_biquad dw_biquad_low_pass(float hz, float q);
dw_biquad dw_biquad_high_pass(float hz, float q);
dw_biquad dw_biquad_band_pass(float hz, float q); /* 0 dB at its centre. */
float dw_biquad_run(dw_biquad *filter, float sample);

/* When a layer sounds and how it swells and fades. `decay_s` is the time to fall to a third; 0: it
 * keeps its level. The last 4 ms of each layer fade, so that it ends without a click. */
typedef struct dw_envelope {
    float at_s, lasts_s;
    float attack_s, decay_s;
    float level;
} dw_envelope;

typedef enum dw_shape { DW_SHAPE_SINE, DW_SHAPE_TRIANGLE, DW_SHAPE_SAW } dw_shape;

/* An oscillator whose frequency goes evenly from one to the other. */
typedef struct dw_tone {
    dw_envelope envelope;
    dw_shape shape;
    float from_hz, to_hz;
    float vibrato; /* Part of the frequency by which it sways, five times a second. */
} dw_tone;
void dw_wave_tone(dw_wave *wave, const dw_tone *tone);

/* White noise between two frequencies; 0 leaves that side open. */
typedef struct dw_burst {
    dw_envelope envelope;
    float low_hz, high_hz;
    uint32_t seed;
} dw_burst;
void dw_wave_noise(dw_wave *wave, const dw_burst *burst);

/* A syllable: a throat (a saw with some breath) through the resonances of a mouth. */
typedef struct dw_syllable {
    dw_envelope envelope;
    float from_hz, to_hz; /* Of the throat. */
    float formants_hz[2]; /* Of the mouth. */
    float breath;         /* 0 .. 1 */
    uint32_t seed;
} dw_syllable;
void dw_wave_syllable(dw_wave *wave, const dw_syllable *syllable);

/* Filters the whole wave, forwards. */
void dw_wave_filter(dw_wave *wave, dw_biquad filter);

/* Scales the largest sample to `peak`, and lets both ends begin and end in silence. */
void dw_wave_finish(dw_wave *wave, float peak);

#endif
