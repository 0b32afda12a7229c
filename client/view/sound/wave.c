#include "client/view/sound/wave.h"

#include "common/base/check.h"
#include "common/base/rng.h"

#include <math.h>
#include <string.h>

#define TURN        6.2831853F
#define LAYER_END_S 0.004F /* Fade of a layer that is cut off. */
#define WAVE_IN_S   0.001F /* Fades of a whole wave. */
#define WAVE_OUT_S  0.008F
#define VIBRATO_HZ  5.0F
#define INAUDIBLE   2e-5F /* Below one step of 16 bits: the rest of a layer is left out. */

uint32_t dw_wave_samples(float seconds)
{
    return (uint32_t)(fmaxf(seconds, 0.0F) * (float)DW_WAVE_RATE + 0.5F);
}

void dw_wave_begin(dw_wave *wave, float seconds)
{
    const uint32_t wanted = dw_wave_samples(seconds);
    DW_CHECK(wanted <= wave->capacity);
    wave->count = wanted;
    memset(wave->samples, 0, sizeof *wave->samples * wanted);
}

typedef struct angle {
    float cosine, alpha;
} angle;

static angle angle_of(float hz, float q)
{
    const float kept = fminf(fmaxf(hz, 1.0F), (float)DW_WAVE_RATE * 0.49F);
    const float omega = TURN * kept / (float)DW_WAVE_RATE;
    return (angle){cosf(omega), sinf(omega) / (2.0F * q)};
}

static dw_biquad scaled(float b0, float b1, float b2, angle at)
{
    const float by = 1.0F / (1.0F + at.alpha);
    return (dw_biquad){.b0 = b0 * by,
                       .b1 = b1 * by,
                       .b2 = b2 * by,
                       .a1 = -2.0F * at.cosine * by,
                       .a2 = (1.0F - at.alpha) * by};
}

dw_biquad dw_biquad_low_pass(float hz, float q)
{
    const angle at = angle_of(hz, q);
    const float b = (1.0F - at.cosine) * 0.5F;
    return scaled(b, 2.0F * b, b, at);
}

dw_biquad dw_biquad_high_pass(float hz, float q)
{
    const angle at = angle_of(hz, q);
    const float b = (1.0F + at.cosine) * 0.5F;
    return scaled(b, -2.0F * b, b, at);
}

dw_biquad dw_biquad_band_pass(float hz, float q)
{
    const angle at = angle_of(hz, q);
    return scaled(at.alpha, 0.0F, -at.alpha, at);
}

/* Transposed direct form II. The tiny constant keeps the state out of the range of denormal
 * numbers, in which processors are slow. */
float dw_biquad_run(dw_biquad *filter, float sample)
{
    const float out = filter->b0 * sample + filter->z1;
    filter->z1 = filter->b1 * sample - filter->a1 * out + filter->z2 + 1e-15F;
    filter->z2 = filter->b2 * sample - filter->a2 * out;
    return out;
}

/* A layer as it is written: which samples, and the level of each in turn. */
typedef struct layer {
    uint32_t first, count, attack, release;
    float level, fall;
} layer;

static layer layer_of(const dw_wave *wave, const dw_envelope *envelope)
{
    layer out = {.first = dw_wave_samples(envelope->at_s),
                 .count = dw_wave_samples(envelope->lasts_s),
                 .attack = dw_wave_samples(envelope->attack_s),
                 .release = dw_wave_samples(LAYER_END_S),
                 .level = envelope->level,
                 .fall = 1.0F};
    if (envelope->decay_s > 0.0F) {
        out.fall = expf(-1.0986F / (envelope->decay_s * (float)DW_WAVE_RATE));
    }
    const uint32_t room = out.first < wave->count ? wave->count - out.first : 0;
    out.count = out.count < room ? out.count : room;
    return out;
}

static float layer_level(layer *of, uint32_t i)
{
    const uint32_t left = of->count - i;
    float level = of->level;
    if (i < of->attack) {
        level *= (float)i / (float)of->attack;
    } else {
        of->level *= of->fall;
    }
    return left < of->release ? level * (float)left / (float)of->release : level;
}

/* sin of a turn, `phase` 0 .. 1, by its series on a quarter: right to 4e-6, the same with every
 * library of mathematics, and three times as fast. */
static float sine(float phase)
{
    const float half = phase < 0.5F ? phase : phase - 0.5F;
    const float t = half < 0.25F ? half : 0.5F - half;
    const float z = t * t;
    const float y = t * (6.2831853F +
                         z * (-41.341702F + z * (81.605249F + z * (-76.705860F + z * 42.058694F))));
    return phase < 0.5F ? y : -y;
}

/* `phase` in turns, 0 .. 1. */
static float shape_at(dw_shape shape, float phase)
{
    switch (shape) {
    case DW_SHAPE_TRIANGLE:
        return 4.0F * fabsf(phase - 0.5F) - 1.0F;
    case DW_SHAPE_SAW:
        return 2.0F * phase - 1.0F;
    default:
        return sine(phase);
    }
}

static float advance(float phase, float hz)
{
    const float next = phase + hz / (float)DW_WAVE_RATE;
    return next < 1.0F ? next : next - 1.0F;
}

void dw_wave_tone(dw_wave *wave, const dw_tone *tone)
{
    layer of = layer_of(wave, &tone->envelope);
    float phase = tone->shape == DW_SHAPE_SINE ? 0.0F : 0.25F;
    float sway = 0.0F;
    for (uint32_t i = 0; i < of.count && of.level > INAUDIBLE; i++) {
        const float part = (float)i / (float)of.count;
        float hz = tone->from_hz + (tone->to_hz - tone->from_hz) * part;
        if (tone->vibrato > 0.0F) {
            sway = advance(sway, VIBRATO_HZ);
            hz *= 1.0F + tone->vibrato * shape_at(DW_SHAPE_TRIANGLE, sway);
        }
        wave->samples[of.first + i] += layer_level(&of, i) * shape_at(tone->shape, phase);
        phase = advance(phase, hz);
    }
}

static float white(dw_rng *rng)
{
    return (float)(int32_t)dw_rng_next(rng) * (1.0F / 2147483648.0F);
}

void dw_wave_noise(dw_wave *wave, const dw_burst *burst)
{
    layer of = layer_of(wave, &burst->envelope);
    dw_biquad high = dw_biquad_high_pass(burst->low_hz, 0.7F);
    dw_biquad low = dw_biquad_low_pass(burst->high_hz, 0.7F);
    dw_rng rng;
    dw_rng_init(&rng, burst->seed, 1);
    for (uint32_t i = 0; i < of.count && of.level > INAUDIBLE; i++) {
        float sample = white(&rng);
        sample = burst->low_hz > 0.0F ? dw_biquad_run(&high, sample) : sample;
        sample = burst->high_hz > 0.0F ? dw_biquad_run(&low, sample) : sample;
        wave->samples[of.first + i] += layer_level(&of, i) * sample;
    }
}

void dw_wave_syllable(dw_wave *wave, const dw_syllable *syllable)
{
    layer of = layer_of(wave, &syllable->envelope);
    dw_biquad mouth[2] = {dw_biquad_band_pass(syllable->formants_hz[0], 5.0F),
                          dw_biquad_band_pass(syllable->formants_hz[1], 8.0F)};
    dw_rng rng;
    dw_rng_init(&rng, syllable->seed, 2);
    float phase = 0.25F;
    for (uint32_t i = 0; i < of.count && of.level > INAUDIBLE; i++) {
        const float part = (float)i / (float)of.count;
        const float hz = syllable->from_hz + (syllable->to_hz - syllable->from_hz) * part;
        const float throat = shape_at(DW_SHAPE_SAW, phase) * (1.0F - syllable->breath) +
                             white(&rng) * syllable->breath;
        const float voiced = dw_biquad_run(&mouth[0], throat) * 1.0F +
                             dw_biquad_run(&mouth[1], throat) * 0.7F + throat * 0.04F;
        wave->samples[of.first + i] += layer_level(&of, i) * voiced;
        phase = advance(phase, hz);
    }
}

void dw_wave_filter(dw_wave *wave, dw_biquad filter)
{
    for (uint32_t i = 0; i < wave->count; i++) {
        wave->samples[i] = dw_biquad_run(&filter, wave->samples[i]);
    }
}

void dw_wave_finish(dw_wave *wave, float peak)
{
    const uint32_t in = dw_wave_samples(WAVE_IN_S);
    const uint32_t out = dw_wave_samples(WAVE_OUT_S);
    float largest = 0.0F;
    for (uint32_t i = 0; i < wave->count; i++) {
        const uint32_t left = wave->count - 1 - i;
        wave->samples[i] *= i < in ? (float)i / (float)in : 1.0F;
        wave->samples[i] *= left < out ? (float)left / (float)out : 1.0F;
        largest = fmaxf(largest, fabsf(wave->samples[i]));
    }
    const float by = largest > 0.0F ? peak / largest : 0.0F;
    for (uint32_t i = 0; i < wave->count; i++) {
        wave->samples[i] *= by;
    }
}
