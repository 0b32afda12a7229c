/* The effects and the music as samples: what holds for each of them, and what tells them apart. */
#include "client/view/sound/effects.h"
#include "client/view/sound/tension.h"
#include "client/view/sound/volumes.h"
#include "common/base/check.h"
#include "tests/support/test.h"

#include <math.h>
#include <stdlib.h>

enum { WINDOW = 2048, BINS = 256, SECOND = DW_WAVE_RATE };

static float samples[DW_EFFECT_SAMPLES_MAX];
static float again[DW_EFFECT_SAMPLES_MAX];

static dw_wave render(dw_effect effect, uint32_t variant)
{
    dw_wave wave = {samples, 0, DW_EFFECT_SAMPLES_MAX};
    dw_effect_render(effect, variant, &wave);
    return wave;
}

/* The mean frequency, weighted by power: each 43 Hz up to 11 kHz, by a plain sum. */
static double centre_hz(const float *from, uint32_t count)
{
    double power = 0.0;
    double weighted = 0.0;
    for (int bin = 1; bin <= BINS; bin++) {
        const double hz = 11000.0 * bin / BINS;
        const double angle = 6.283185307179586 * hz / DW_WAVE_RATE;
        const double turn_re = cos(angle);
        const double turn_im = sin(angle);
        double re = 0.0;
        double im = 0.0;
        double c = 1.0;
        double s = 0.0;
        for (uint32_t i = 0; i < count && i < WINDOW; i++) {
            re += (double)from[i] * c;
            im += (double)from[i] * s;
            const double next = c * turn_re - s * turn_im;
            s = c * turn_im + s * turn_re;
            c = next;
        }
        power += re * re + im * im;
        weighted += hz * (re * re + im * im);
    }
    return weighted / power;
}

static double loudness(const int16_t *from, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += (double)from[i] * from[i];
    }
    return sqrt(sum / count);
}

static void a_time_is_rounded_to_the_nearest_sample(void **state)
{
    (void)state;
    assert_int_equal(dw_wave_samples(1.0F), DW_WAVE_RATE);
    assert_int_equal(dw_wave_samples(0.0F), 0);
    assert_int_equal(dw_wave_samples(-1.0F), 0);
    assert_int_equal(dw_wave_samples(10.4F / DW_WAVE_RATE), 10);
    assert_int_equal(dw_wave_samples(10.6F / DW_WAVE_RATE), 11);
}

static void every_effect_fits_is_heard_and_never_clips(void **state)
{
    (void)state;
    for (uint32_t effect = 0; effect < DW_EFFECT_COUNT; effect++) {
        for (uint32_t v = 0; v < dw_effect_row_of((dw_effect)effect)->variants; v++) {
            const dw_wave wave = render((dw_effect)effect, v);
            float largest = 0.0F;
            double sum = 0.0;
            assert_in_range(wave.count, SECOND / 20, DW_EFFECT_SAMPLES_MAX);
            for (uint32_t i = 0; i < wave.count; i++) {
                largest = fmaxf(largest, fabsf(wave.samples[i]));
                sum += (double)(wave.samples[i] * wave.samples[i]);
            }
            assert_true(largest > 0.79F && largest < 0.81F);
            assert_true(sqrt(sum / wave.count) > 0.008);
        }
    }
}

static void every_effect_begins_and_ends_in_silence(void **state)
{
    (void)state;
    for (uint32_t effect = 0; effect < DW_EFFECT_COUNT; effect++) {
        for (uint32_t v = 0; v < dw_effect_row_of((dw_effect)effect)->variants; v++) {
            const dw_wave wave = render((dw_effect)effect, v);
            for (uint32_t i = 0; i < 3; i++) {
                assert_true(fabsf(wave.samples[i]) < 0.05F);
                assert_true(fabsf(wave.samples[wave.count - 1 - i]) < 0.01F);
            }
        }
    }
}

static void the_same_effect_is_made_of_the_same_samples(void **state)
{
    (void)state;
    for (uint32_t effect = 0; effect < DW_EFFECT_COUNT; effect++) {
        const dw_wave first = render((dw_effect)effect, 0);
        memcpy(again, first.samples, sizeof *again * first.count);
        const dw_wave second = render((dw_effect)effect, 0);
        assert_int_equal(first.count, second.count);
        assert_memory_equal(again, second.samples, sizeof *again * second.count);
    }
}

static double step_centre(dw_floor floor, dw_intruder_gait gait, uint32_t take)
{
    const dw_wave wave = render(DW_EFFECT_STEP, dw_effect_step(floor, gait, take));
    return centre_hz(wave.samples, wave.count);
}

static void gravel_is_brighter_than_wood_and_wood_brighter_than_carpet(void **state)
{
    (void)state;
    for (uint32_t gait = 0; gait < DW_INTRUDER_GAIT_COUNT; gait++) {
        for (uint32_t take = 0; take < DW_EFFECT_TAKES; take++) {
            const double gravel = step_centre(DW_FLOOR_GRAVEL, (dw_intruder_gait)gait, take);
            const double wood = step_centre(DW_FLOOR_WOOD, (dw_intruder_gait)gait, take);
            const double carpet = step_centre(DW_FLOOR_CARPET, (dw_intruder_gait)gait, take);
            assert_true(gravel > 2.0 * wood);
            assert_true(wood > 1.1 * carpet);
        }
    }
}

static void boots_are_lower_than_soft_shoes(void **state)
{
    (void)state;
    for (uint32_t floor = 0; floor < DW_FLOOR_COUNT; floor++) {
        const double soft = step_centre((dw_floor)floor, DW_GAIT_WALKING, 0);
        const dw_wave boots =
            render(DW_EFFECT_GUARD_STEP, dw_effect_guard_step((dw_floor)floor, false, 0));
        assert_true(centre_hz(boots.samples, boots.count) < soft);
    }
}

static void no_two_steps_of_the_bank_are_alike(void **state)
{
    (void)state;
    dw_effect_bank *bank = NULL;
    dw_error error = {""};
    assert_int_equal(dw_effect_bank_create(&bank, &error), DW_OK);
    const uint32_t steps = dw_effect_row_of(DW_EFFECT_STEP)->variants;
    for (uint32_t a = 0; a < steps; a++) {
        const dw_effect_samples first = dw_effect_bank_get(bank, DW_EFFECT_STEP, a);
        for (uint32_t b = a + 1; b < steps; b++) {
            const dw_effect_samples second = dw_effect_bank_get(bank, DW_EFFECT_STEP, b);
            assert_int_equal(first.count, second.count);
            assert_memory_not_equal(first.samples, second.samples,
                                    sizeof *first.samples * first.count);
        }
    }
    const dw_wave heart = render(DW_EFFECT_HEART, 0);
    const dw_effect_samples kept = dw_effect_bank_get(bank, DW_EFFECT_HEART, 0);
    assert_int_equal(kept.count, heart.count);
    for (uint32_t i = 0; i < kept.count; i++) {
        assert_int_equal(kept.samples[i], (int16_t)(heart.samples[i] * 32767.0F));
    }
    dw_effect_bank_destroy(bank);
}

static int16_t music[2 * SECOND];

/* The second that begins after `seconds` of that danger. */
static double music_at(float danger, float gain, int seconds)
{
    static dw_tension tension;
    dw_tension_init(&tension);
    for (int i = 0; i <= seconds; i++) {
        dw_tension_render(&tension, danger, gain, music, SECOND);
        for (int k = 0; k < 2 * SECOND; k++) {
            assert_in_range(music[k] + 16000, 0, 32000);
        }
    }
    return loudness(music, 2 * SECOND);
}

static void music_grows_with_the_danger_and_is_silent_without_gain(void **state)
{
    (void)state;
    const double calm = music_at(0.1F, 1.0F, 3);
    const double tense = music_at(0.6F, 1.0F, 3);
    const double chase = music_at(1.0F, 1.0F, 3);
    assert_true(calm > 100.0 && calm < 2000.0);
    assert_true(tense > 1.2 * calm && chase > 1.1 * tense);
    assert_true(music_at(1.0F, 0.0F, 1) == 0.0);
}

static void music_fades_without_a_jump(void **state)
{
    (void)state;
    static dw_tension tension;
    dw_tension_init(&tension);
    int before[2] = {0, 0};
    for (int part = 0; part < 40; part++) { /* The volume jumps each 25 ms. */
        const float jump = part % 2 == 0 ? 1.0F : 0.0F;
        dw_tension_render(&tension, jump, jump, music, SECOND / 40);
        for (int i = 0; i < 2 * (SECOND / 40); i++) {
            assert_true(abs(music[i] - before[i % 2]) < 400);
            before[i % 2] = music[i];
        }
    }
}

static void volumes_go_from_nothing_to_all_and_muting_keeps_them(void **state)
{
    (void)state;
    char text[DW_VOLUMES_TEXT];
    dw_volumes volumes = {.main = 100, .effects = 100, .music = 50};
    assert_true(dw_volumes_effects(&volumes) == 1.0F);
    assert_true(dw_volumes_music(&volumes) == 0.25F);
    dw_volumes_step(&volumes, 1);
    assert_int_equal(volumes.main, 100);
    dw_volumes_step(&volumes, -3);
    assert_int_equal(volumes.main, 70);
    dw_volumes_text(&volumes, text);
    assert_string_equal(text, "Volume 70 of 100");
    volumes.muted = true;
    assert_true(dw_volumes_effects(&volumes) == 0.0F && dw_volumes_music(&volumes) == 0.0F);
    dw_volumes_text(&volumes, text);
    assert_string_equal(text, "Sound off");
    dw_volumes_step(&volumes, -1);
    assert_true(volumes.muted);
    dw_volumes_step(&volumes, 1);
    assert_true(!volumes.muted && volumes.main == 70);
    dw_volumes_step(&volumes, -20);
    assert_true(volumes.main == 0 && dw_volumes_effects(&volumes) == 0.0F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_time_is_rounded_to_the_nearest_sample),
        cmocka_unit_test(every_effect_fits_is_heard_and_never_clips),
        cmocka_unit_test(every_effect_begins_and_ends_in_silence),
        cmocka_unit_test(the_same_effect_is_made_of_the_same_samples),
        cmocka_unit_test(gravel_is_brighter_than_wood_and_wood_brighter_than_carpet),
        cmocka_unit_test(boots_are_lower_than_soft_shoes),
        cmocka_unit_test(no_two_steps_of_the_bank_are_alike),
        cmocka_unit_test(music_grows_with_the_danger_and_is_silent_without_gain),
        cmocka_unit_test(music_fades_without_a_jump),
        cmocka_unit_test(volumes_go_from_nothing_to_all_and_muting_keeps_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
