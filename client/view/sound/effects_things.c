/* effects_things.c - leaves of doors, and things that are thrown, land or fall. */
#include "client/view/sound/effects_render.h"

#include <stddef.h>

static void noise(dw_wave *wave, float at_s, float lasts_s, float decay_s, float level,
                  float low_hz, float high_hz, uint32_t seed)
{
    dw_wave_noise(wave, &(dw_burst){.envelope = {.at_s = at_s,
                                                 .lasts_s = lasts_s,
                                                 .attack_s = 0.002F,
                                                 .decay_s = decay_s,
                                                 .level = level},
                                    .low_hz = low_hz,
                                    .high_hz = high_hz,
                                    .seed = seed});
}

static void tone(dw_wave *wave, float at_s, float lasts_s, float decay_s, float level, float hz)
{
    dw_wave_tone(wave, &(dw_tone){.envelope = {.at_s = at_s,
                                               .lasts_s = lasts_s,
                                               .attack_s = 0.001F,
                                               .decay_s = decay_s,
                                               .level = level},
                                  .from_hz = hz,
                                  .to_hz = hz * 0.97F});
}

static void latch(dw_wave *wave, float at_s)
{
    noise(wave, at_s, 0.03F, 0.005F, 0.9F, 1800, 6000, 31);
    noise(wave, at_s + 0.035F, 0.03F, 0.006F, 0.7F, 1400, 5000, 32);
    tone(wave, at_s, 0.06F, 0.015F, 0.25F, 1900);
}

void dw_effect_render_door(dw_wave *wave, bool closes)
{
    if (closes) {
        noise(wave, 0.0F, 0.20F, 0.0F, 0.12F, 300, 1200, 41); /* The leaf moves the air. */
        noise(wave, 0.20F, 0.25F, 0.035F, 1.0F, 60, 700, 42);
        tone(wave, 0.20F, 0.30F, 0.060F, 1.0F, 88);
        latch(wave, 0.27F);
        return;
    }
    latch(wave, 0.0F);
    /* Hinges: a low saw that slips from tone to tone. */
    static const float steps_hz[] = {148, 171, 160, 193, 210};
    for (size_t i = 0; i < sizeof steps_hz / sizeof steps_hz[0]; i++) {
        dw_wave_tone(wave, &(dw_tone){.envelope = {.at_s = 0.09F + 0.085F * (float)i,
                                                   .lasts_s = 0.10F,
                                                   .attack_s = 0.02F,
                                                   .decay_s = 0.06F,
                                                   .level = 0.22F},
                                      .shape = DW_SHAPE_SAW,
                                      .from_hz = steps_hz[i],
                                      .to_hz = steps_hz[i] * 1.12F,
                                      .vibrato = 0.02F});
    }
    dw_wave_filter(wave, dw_biquad_low_pass(3800.0F, 0.7F));
}

void dw_effect_render_topple(dw_wave *wave)
{
    noise(wave, 0.0F, 0.30F, 0.05F, 1.0F, 100, 2400, 51);
    static const float shards_hz[] = {2350, 3120, 1840, 2790, 3660, 2140};
    for (uint32_t i = 0; i < sizeof shards_hz / sizeof shards_hz[0]; i++) {
        const float at_s = 0.04F + 0.11F * (float)i - 0.008F * (float)(i * i);
        tone(wave, at_s, 0.25F, 0.035F, 0.55F - 0.06F * (float)i, shards_hz[i]);
        noise(wave, at_s, 0.08F, 0.012F, 0.6F - 0.06F * (float)i, 2500, 9000, 52 + i);
    }
}

/* A coin rings, jumps three times, and comes to rest. */
void dw_effect_render_bell(dw_wave *wave)
{
    for (uint32_t i = 0; i < 6; i++) { /* The clapper strikes twelve times a second. */
        const float at_s = 0.08F * (float)i;
        tone(wave, at_s, 0.50F, 0.16F, 0.45F, 1180);
        tone(wave, at_s, 0.40F, 0.10F, 0.40F, 2370);
        tone(wave, at_s, 0.30F, 0.06F, 0.30F, 3580);
        noise(wave, at_s, 0.02F, 0.004F, 0.3F, 2500, 0, 91 + i);
    }
}

void dw_effect_render_coin(dw_wave *wave)
{
    static const float at_s[] = {0.0F, 0.17F, 0.29F, 0.37F, 0.42F};
    for (uint32_t i = 0; i < sizeof at_s / sizeof at_s[0]; i++) {
        const float level = 1.0F / (1.0F + 0.8F * (float)i);
        tone(wave, at_s[i], 0.40F, 0.06F, 0.6F * level, 3380);
        tone(wave, at_s[i], 0.40F, 0.05F, 0.5F * level, 5210);
        tone(wave, at_s[i], 0.30F, 0.03F, 0.3F * level, 7740);
        noise(wave, at_s[i], 0.02F, 0.004F, 0.4F * level, 3000, 0, 61 + i);
    }
}

void dw_effect_render_bait(dw_wave *wave)
{
    noise(wave, 0.0F, 0.12F, 0.018F, 0.8F, 150, 1500, 71);
    tone(wave, 0.0F, 0.15F, 0.030F, 0.8F, 105);
}

void dw_effect_render_throw(dw_wave *wave)
{
    dw_wave_noise(
        wave,
        &(dw_burst){
            .envelope = {.lasts_s = 0.26F, .attack_s = 0.09F, .decay_s = 0.05F, .level = 1.0F},
            .low_hz = 600,
            .high_hz = 2600,
            .seed = 81});
}

void dw_effect_render_beep(dw_wave *wave)
{
    for (uint32_t i = 0; i < 2; i++) {
        dw_wave_tone(wave, &(dw_tone){.envelope = {.at_s = 0.16F * (float)i,
                                                   .lasts_s = 0.11F,
                                                   .attack_s = 0.004F,
                                                   .level = 1.0F},
                                      .shape = DW_SHAPE_TRIANGLE,
                                      .from_hz = 1960,
                                      .to_hz = 1960});
    }
}
