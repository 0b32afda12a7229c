/* effects_voices.c - guards, their radios and dogs: tones with the tune of a sentence, no words. */
#include "client/view/sound/effects_render.h"

/* Tune and mouth of a syllable. A duration of 0 ends a sentence. */
typedef struct note {
    float from_hz, to_hz, lasts_s, first_hz, second_hz, pause_s;
} note;

enum { NOTES_MAX = 6, VOICES = 6, MESSAGES = 5 };

/* By what BARK's b says; feed.c has the words. */
static const note sentences[VOICES][NOTES_MAX] = {
    /* "Hey!": up, then down, loud and open. */
    {{190, 250, 0.13F, 600, 1900, 0}, {250, 165, 0.24F, 480, 2200, 0}},
    /* "!", into the radio: hurried. */
    {{170, 185, 0.10F, 500, 1500, 0.02F},
     {185, 175, 0.09F, 420, 1900, 0.02F},
     {190, 150, 0.16F, 620, 1200, 0}},
    /* "Hm?": shut lips, rising. */
    {{120, 175, 0.38F, 260, 1100, 0}},
    /* "Must have been nothing.": falling and long. */
    {{135, 130, 0.12F, 560, 1150, 0.01F},
     {130, 122, 0.11F, 450, 1600, 0.01F},
     {124, 118, 0.12F, 400, 1800, 0.02F},
     {122, 112, 0.13F, 600, 1100, 0.01F},
     {112, 92, 0.24F, 350, 1700, 0}},
    /* "On my way!": quick, rising. */
    {{140, 148, 0.12F, 520, 950, 0.01F},
     {150, 160, 0.12F, 620, 1700, 0.01F},
     {165, 185, 0.22F, 480, 2000, 0}},
    /* "I stay here.": level, then down. */
    {{132, 130, 0.14F, 640, 1500, 0.03F},
     {130, 126, 0.16F, 460, 2000, 0.02F},
     {124, 100, 0.24F, 360, 1900, 0}},
};

/* By what RADIO's b says: report, clear, the objective is gone, something is wrong; an intention.
 */
static const note messages[MESSAGES][NOTES_MAX] = {
    {{180, 190, 0.10F, 520, 1700, 0.02F},
     {195, 180, 0.10F, 450, 1500, 0.02F},
     {200, 160, 0.18F, 600, 1400, 0}},
    {{130, 125, 0.14F, 420, 1300, 0.03F}, {122, 98, 0.22F, 560, 1700, 0}},
    {{190, 210, 0.09F, 520, 1700, 0.01F},
     {210, 215, 0.09F, 600, 1400, 0.01F},
     {215, 200, 0.09F, 450, 1900, 0.01F},
     {220, 170, 0.20F, 640, 1300, 0}},
    {{140, 145, 0.13F, 420, 1600, 0.04F},
     {140, 150, 0.13F, 500, 1200, 0.02F},
     {150, 160, 0.18F, 400, 1900, 0}},
    {{138, 140, 0.11F, 600, 1500, 0.02F},
     {142, 125, 0.13F, 420, 1800, 0.02F},
     {128, 118, 0.18F, 520, 1200, 0}},
};

/* Returns when the last syllable ends. */
static float say(dw_wave *wave, const note *notes, float at_s, float level, uint32_t seed)
{
    for (uint32_t i = 0; i < NOTES_MAX && notes[i].lasts_s > 0.0F; i++) {
        const note *of = &notes[i];
        dw_wave_syllable(wave, &(dw_syllable){.envelope = {.at_s = at_s,
                                                           .lasts_s = of->lasts_s,
                                                           .attack_s = 0.018F,
                                                           .decay_s = of->lasts_s * 1.2F,
                                                           .level = level},
                                              .from_hz = of->from_hz,
                                              .to_hz = of->to_hz,
                                              .formants_hz = {of->first_hz, of->second_hz},
                                              .breath = 0.12F,
                                              .seed = seed + i});
        at_s += of->lasts_s + of->pause_s;
    }
    return at_s;
}

static void squelch(dw_wave *wave, float at_s, float lasts_s, uint32_t seed)
{
    dw_wave_noise(wave, &(dw_burst){.envelope = {.at_s = at_s,
                                                 .lasts_s = lasts_s,
                                                 .attack_s = 0.002F,
                                                 .decay_s = lasts_s,
                                                 .level = 0.30F},
                                    .low_hz = 900,
                                    .high_hz = 3400,
                                    .seed = seed});
}

void dw_effect_render_voice(dw_wave *wave, uint32_t kind)
{
    (void)say(wave, sentences[kind], 0.0F, 1.0F, 100 + 10 * kind);
}

/* What stands beside a guard that talks into its radio: the key, the voice, the key. */
void dw_effect_render_call(dw_wave *wave)
{
    squelch(wave, 0.0F, 0.07F, 201);
    const float end_s = say(wave, sentences[1], 0.10F, 1.0F, 210);
    squelch(wave, end_s + 0.04F, 0.12F, 202);
}

/* What comes out of a small loudspeaker: nothing low, nothing high. */
void dw_effect_render_radio(dw_wave *wave, uint32_t kind)
{
    squelch(wave, 0.0F, 0.09F, 301 + kind);
    const float end_s = say(wave, messages[kind], 0.12F, 1.0F, 310 + 10 * kind);
    squelch(wave, end_s + 0.03F, 0.14F, 305 + kind);
    dw_wave_filter(wave, dw_biquad_high_pass(520.0F, 0.8F));
    dw_wave_filter(wave, dw_biquad_low_pass(2900.0F, 0.9F));
}

void dw_effect_render_dog(dw_wave *wave)
{
    for (uint32_t i = 0; i < 2; i++) {
        const float at_s = 0.28F * (float)i;
        dw_wave_syllable(wave, &(dw_syllable){.envelope = {.at_s = at_s,
                                                           .lasts_s = 0.20F,
                                                           .attack_s = 0.008F,
                                                           .decay_s = 0.09F,
                                                           .level = 1.0F},
                                              .from_hz = 330,
                                              .to_hz = 150,
                                              .formants_hz = {720, 1450},
                                              .breath = 0.35F,
                                              .seed = 401 + i});
    }
}
