#include "client/view/sound/tension.h"

#include "client/view/sound/wave.h"

#include <math.h>

#define TURN        6.2831853F
#define FOLLOWS_S   1.5F /* Time in which two thirds of a change of danger are made. */
#define GAIN_S      0.04F
#define SWAY_HZ     0.07F
#define STRIKE_PART 0.04F /* Of a beat, in which it swells: a jump would click. */
#define FULL        0.22F /* Of full scale, all layers at their loudest. */

enum { DRONE, FIFTH, DRIFT, PULSE, OCTAVE, HIGH, HIGHER };

/* Two drones a little apart beat slowly against each other. The two highest are a minor second. */
static const float voices_hz[DW_TENSION_VOICES] = {55.0F,  82.4F,  55.3F, 73.4F,
                                                   110.2F, 466.2F, 493.9F};

static uint32_t step_of(float hz)
{
    return (uint32_t)(hz * (4294967296.0F / (float)DW_WAVE_RATE));
}

void dw_tension_init(dw_tension *tension)
{
    *tension = (dw_tension){.level = 0.0F};
    for (int i = 0; i <= DW_TENSION_TABLE; i++) {
        tension->table[i] = sinf(TURN * (float)i / DW_TENSION_TABLE);
    }
}

static float sine(const dw_tension *tension, uint32_t phase)
{
    const uint32_t at = phase >> 22;
    const float rest = (float)(phase & 0x3fffffU) * (1.0F / 4194304.0F);
    return tension->table[at] + (tension->table[at + 1] - tension->table[at]) * rest;
}

static float rises(float level, float from, float to)
{
    const float part = (level - from) / (to - from);
    return fminf(fmaxf(part, 0.0F), 1.0F);
}

/* The loudness of each voice in this moment. */
static void mix_of(const dw_tension *tension, float mix[DW_TENSION_VOICES])
{
    const float level = tension->level;
    const float swell = 0.7F + 0.3F * sine(tension, tension->sway);
    const float part = (float)tension->beat * (1.0F / 4294967296.0F);
    const float strike = fminf(part / STRIKE_PART, 1.0F) * (1.0F - part) * (1.0F - part);
    const float pulse = strike * (1.0F - part) * rises(level, 0.15F, 0.55F);
    const float high = rises(level, 0.45F, 0.95F) * (1.1F - swell);
    mix[DRONE] = 0.30F * swell;
    mix[FIFTH] = 0.14F * (1.3F - swell) * (1.0F - 0.6F * level);
    mix[DRIFT] = 0.15F;
    mix[PULSE] = 0.55F * pulse;
    mix[OCTAVE] = 0.20F * pulse + 0.05F;
    mix[HIGH] = 0.10F * high;
    mix[HIGHER] = 0.10F * high;
}

void dw_tension_render(dw_tension *tension, float target, float gain, int16_t *stereo,
                       uint32_t frames)
{
    enum { BLOCK = 32 }; /* Frames between two changes of loudness. */
    const float step = (float)BLOCK / (float)DW_WAVE_RATE;
    const float follow = 1.0F - expf(-step / FOLLOWS_S);
    const float follow_gain = 1.0F - expf(-step / GAIN_S);
    uint32_t steps[DW_TENSION_VOICES];
    for (int v = 0; v < DW_TENSION_VOICES; v++) {
        steps[v] = step_of(voices_hz[v]);
    }
    float *mix = tension->mix; /* It goes evenly to what each block wants: steps would buzz. */
    float wanted[DW_TENSION_VOICES];
    mix_of(tension, wanted);
    float fading = tension->gain;
    for (uint32_t i = 0; i < frames; i++) {
        if (i % BLOCK == 0) {
            tension->level += (target - tension->level) * follow;
            tension->gain += (gain - tension->gain) * follow_gain;
            mix_of(tension, wanted);
        }
        fading += (tension->gain - fading) * (1.0F / BLOCK);
        float low = 0.0F;
        for (int v = 0; v < DW_TENSION_VOICES; v++) {
            mix[v] += (wanted[v] - mix[v]) * (1.0F / BLOCK);
        }
        for (int v = DRONE; v < HIGH; v++) {
            low += mix[v] * sine(tension, tension->phases[v]);
            tension->phases[v] += steps[v];
        }
        const float left = low + mix[HIGH] * sine(tension, tension->phases[HIGH]);
        const float right = low + mix[HIGHER] * sine(tension, tension->phases[HIGHER]);
        tension->phases[HIGH] += steps[HIGH];
        tension->phases[HIGHER] += steps[HIGHER];
        const float scale = fading * FULL * (0.55F + 0.45F * tension->level) * 32767.0F;
        stereo[2 * i] = (int16_t)(left * scale);
        stereo[2 * i + 1] = (int16_t)(right * scale);
        tension->sway += step_of(SWAY_HZ);
        tension->beat += step_of(1.1F + 1.3F * tension->level);
    }
}
