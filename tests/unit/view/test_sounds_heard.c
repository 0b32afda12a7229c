/* Each effect and the music sound as when they were listened to: how long they are, how loud in
 * each twelfth, how often they swing through zero. The table is sounds.txt; `print` prints it as it
 * would be now. */
#include "client/view/sound/effects.h"
#include "client/view/sound/tension.h"
#include "tests/support/recorded_text.h"

#include <math.h>

enum { PARTS = 12, FRAMES = DW_WAVE_RATE / 2, SECONDS = 6 };

/* The loudness of a part in thousandths of full scale, and its swings. */
static void say_part(const float *samples, uint32_t count, uint32_t stride)
{
    double sum = 0.0;
    uint32_t swings = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double value = (double)samples[(size_t)i * stride];
        sum += value * value;
        swings += i > 0 && (value < 0.0) != (samples[(size_t)(i - 1) * stride] < 0.0F) ? 1 : 0;
    }
    dw_recorded_say(" %.0f:%u", count > 0 ? 1000.0 * sqrt(sum / count) : 0.0, swings);
}

static void say_effects(void)
{
    static float samples[DW_EFFECT_SAMPLES_MAX];
    for (int e = 0; e < DW_EFFECT_COUNT; e++) {
        const dw_effect_row *row = dw_effect_row_of((dw_effect)e);
        for (uint32_t variant = 0; variant < row->variants; variant++) {
            dw_wave wave = {samples, 0, DW_EFFECT_SAMPLES_MAX};
            dw_effect_render((dw_effect)e, variant, &wave);
            dw_recorded_say("%s %u, priority %u: %u", row->name, variant, row->priority,
                            wave.count);
            for (uint32_t p = 0; p < PARTS; p++) {
                const uint32_t from = wave.count * p / PARTS;
                say_part(samples + from, wave.count * (p + 1) / PARTS - from, 1);
            }
            dw_recorded_say("\n");
        }
    }
}

/* Music in steps of half a second: the danger comes and goes, then the volume goes. */
static void say_music(void)
{
    static const float targets[SECONDS * 2] = {0.0F, 0.0F, 0.3F, 0.3F, 0.6F, 0.6F,
                                               1.0F, 1.0F, 1.0F, 0.2F, 0.2F, 0.0F};
    static dw_tension music;
    static int16_t stereo[2 * FRAMES];
    static float samples[2 * FRAMES];
    dw_tension_init(&music);
    for (uint32_t half = 0; half < SECONDS * 2; half++) {
        const float gain = half < 10 ? 0.8F : 0.1F;
        dw_tension_render(&music, targets[half], gain, stereo, FRAMES);
        for (uint32_t i = 0; i < 2 * FRAMES; i++) {
            samples[i] = (float)stereo[i] / 32768.0F;
        }
        dw_recorded_say("music %u:", half);
        say_part(samples, FRAMES, 2);
        say_part(samples + 1, FRAMES, 2);
        dw_recorded_say("\n");
    }
}

static void say_all(void)
{
    say_effects();
    say_music();
}

int main(int argc, char **argv)
{
    return dw_recorded_main(argc, argv, "effects_and_music_sound_as_they_were_listened_to",
                            "view/sounds.txt", say_all);
}
