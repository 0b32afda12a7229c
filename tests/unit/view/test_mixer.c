/* mixer.h before a sound device that the test plays: which voice takes a cue, and what is in its
 * buffer; how the volumes and the music reach the device. */
#include "client/view/sound/mixer.h"
#include "tests/support/test.h"

#include <SDL.h>
#include <SDL_mixer.h>
#include <math.h>
#include <stdlib.h>

/* The device: the chunks of its channels, NULL where nothing plays. */
static Mix_Chunk *playing[DW_MIXER_VOICES];
static int volumes[DW_MIXER_VOICES];
static int opened, halted, set_all;
static bool refuses;
static void (*music)(void *context, Uint8 *stream, int bytes);
static void *music_context;

#define WRAP(type, name, ...)                                                                      \
    type __wrap_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__)

WRAP(int, Mix_OpenAudioDevice, int hz, Uint16 format, int channels, int frames, const char *device,
     int changes)
{
    (void)device;
    assert_int_equal(hz, DW_WAVE_RATE);
    assert_int_equal(format, AUDIO_S16SYS);
    assert_int_equal(channels, 2);
    assert_int_equal(frames, 1024);
    assert_int_equal(changes, 0);
    opened += refuses ? 0 : 1;
    return refuses ? -1 : 0;
}

WRAP(void, Mix_CloseAudio, void)
{
    opened--;
}

WRAP(int, Mix_AllocateChannels, int count)
{
    return count;
}

WRAP(int, Mix_Playing, int channel)
{
    return playing[channel] != NULL;
}

WRAP(int, Mix_HaltChannel, int channel)
{
    halted++;
    if (channel >= 0) {
        playing[channel] = NULL;
    }
    return 0;
}

WRAP(int, Mix_PlayChannel, int channel, Mix_Chunk *chunk, int loops)
{
    assert_int_equal(loops, 0);
    assert_null(playing[channel]); /* Its buffer is not read any more. */
    playing[channel] = chunk;
    return channel;
}

WRAP(int, Mix_Volume, int channel, int volume)
{
    if (channel >= 0) {
        volumes[channel] = volume;
    } else {
        set_all = volume;
    }
    return 0;
}

WRAP(void, Mix_HookMusic, void (*hook)(void *context, Uint8 *stream, int bytes), void *context)
{
    music = hook;
    music_context = context;
}

static dw_mixer *mixer;

static int open_mixer(void **state)
{
    dw_error error = {""};
    (void)state;
    (void)setenv("SDL_AUDIODRIVER", "dummy", 1);
    memset(playing, 0, sizeof playing);
    halted = 0;
    set_all = -1;
    return dw_mixer_open(&mixer, &error) == DW_OK ? 0 : -1;
}

static int close_mixer(void **state)
{
    (void)state;
    dw_mixer_close(mixer);
    mixer = NULL;
    assert_int_equal(opened, 0);
    assert_null(music);
    return 0;
}

static dw_cue cue_of(dw_effect effect, float pan, float gain)
{
    return (dw_cue){.effect = (uint8_t)effect, .placing = {.gain = gain, .pan = pan}};
}

static const int16_t *frames_of(int channel)
{
    return (const int16_t *)(const void *)playing[channel]->abuf;
}

/* Loudness of both sides. */
static void measure(int channel, double *left, double *right)
{
    const int16_t *frames = frames_of(channel);
    const uint32_t count = playing[channel]->alen / 4;
    *left = 0.0;
    *right = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        *left += (double)frames[2 * i] * frames[2 * i];
        *right += (double)frames[2 * i + 1] * frames[2 * i + 1];
    }
    *left = sqrt(*left / count);
    *right = sqrt(*right / count);
}

static void a_cue_is_copied_into_a_free_voice_with_equal_power_on_both_sides(void **state)
{
    (void)state;
    dw_effect_bank *bank = NULL;
    dw_error error = {""};
    assert_int_equal(dw_effect_bank_create(&bank, &error), DW_OK);
    const dw_effect_samples from = dw_effect_bank_get(bank, DW_EFFECT_DOG, 0);
    static const float pans[] = {-1.0F, 0.0F, 1.0F, 0.5F};
    double left = 0.0;
    double right = 0.0;
    double whole = 0.0;
    for (int i = 0; i < 4; i++) {
        const dw_cue cue = cue_of(DW_EFFECT_DOG, pans[i], 0.5F);
        dw_mixer_play(mixer, &cue);
        assert_non_null(playing[i]);
        assert_int_equal(playing[i]->alen, from.count * 4);
        assert_int_equal(volumes[i], MIX_MAX_VOLUME);
        measure(i, &left, &right);
        const double power = sqrt(left * left + right * right);
        whole = i == 0 ? power : whole;
        assert_true(fabs(power - whole) < 0.01 * whole);
        assert_true(pans[i] > -1.0F || (right < 1.0 && left > 100.0));
        assert_true(fabsf(pans[i]) > 0.0F || fabs(left - right) < 1.0);
        assert_true(pans[i] < 1.0F || (left < 1.0 && right > 100.0));
    }
    assert_true(left > 100.0 && right > 1.5 * left); /* At a half. */
    for (uint32_t i = 0; i < from.count; i++) {
        assert_true(abs(frames_of(0)[2 * i] - from.samples[i] / 2) <= 1);
    }
    assert_int_equal(dw_mixer_get_stats(mixer).played, 4);
    dw_effect_bank_destroy(bank);
}

static void a_dull_sound_has_lost_its_high_tones(void **state)
{
    (void)state;
    dw_cue cue = cue_of(DW_EFFECT_BELL, 0.0F, 1.0F);
    dw_mixer_play(mixer, &cue);
    cue.dull = true;
    dw_mixer_play(mixer, &cue);
    double clear_left = 0.0;
    double dull_left = 0.0;
    double right = 0.0;
    measure(0, &clear_left, &right);
    measure(1, &dull_left, &right);
    assert_true(dull_left < 0.8 * clear_left && dull_left > 0.1 * clear_left);
}

static void play_all(dw_effect effect)
{
    const dw_cue cue = cue_of(effect, 0.0F, 1.0F);
    for (int i = 0; i < DW_MIXER_VOICES; i++) {
        dw_mixer_play(mixer, &cue);
    }
}

static void a_full_mixer_gives_the_oldest_voice_of_the_least_priority(void **state)
{
    (void)state;
    play_all(DW_EFFECT_COIN); /* 5 */
    const Mix_Chunk *before = playing[4];
    playing[4] = NULL;                                      /* Over. */
    const dw_cue step = cue_of(DW_EFFECT_STEP, 0.0F, 1.0F); /* 1 */
    dw_mixer_play(mixer, &step);
    assert_ptr_equal(playing[4], before);
    const dw_cue loud = cue_of(DW_EFFECT_HEART, 0.0F, 1.0F); /* 8 */
    assert_int_equal(dw_mixer_get_stats(mixer).cut_short, 0);
    const uint32_t length = playing[0]->alen;
    dw_mixer_play(mixer, &loud); /* In place of the step. */
    assert_int_equal(dw_mixer_get_stats(mixer).cut_short, 1);
    assert_int_not_equal(playing[4]->alen, length);
    assert_int_equal(playing[0]->alen, length);
    dw_mixer_play(mixer, &loud); /* Of equal ones the oldest: the first coin. */
    assert_int_not_equal(playing[0]->alen, length);
    dw_mixer_play(mixer, &loud);
    assert_int_not_equal(playing[1]->alen, length);
    assert_int_equal(playing[2]->alen, length);
    dw_mixer_play(mixer, &step); /* All are more important. */
    assert_int_equal(dw_mixer_get_stats(mixer).left_out, 1);
    assert_int_equal(dw_mixer_get_stats(mixer).cut_short, 3);
    const dw_cue coin = cue_of(DW_EFFECT_COIN, 0.0F, 1.0F);
    dw_mixer_play(mixer, &coin); /* An equal one makes way. */
    assert_int_equal(dw_mixer_get_stats(mixer).cut_short, 4);
    assert_int_equal(dw_mixer_get_stats(mixer).left_out, 1);
    assert_int_equal(dw_mixer_get_stats(mixer).played, DW_MIXER_VOICES + 5);
    assert_int_equal(halted, 4);
}

static void age_counts_and_not_the_place_of_a_voice(void **state)
{
    (void)state;
    play_all(DW_EFFECT_COIN);
    const uint32_t length = playing[0]->alen;
    const dw_cue coin = cue_of(DW_EFFECT_COIN, 0.0F, 1.0F);
    playing[0] = NULL;
    dw_mixer_play(mixer, &coin); /* The newest lies in the first voice now. */
    const dw_cue heart = cue_of(DW_EFFECT_HEART, 0.0F, 1.0F);
    dw_mixer_play(mixer, &heart);
    assert_int_equal(playing[0]->alen, length);
    assert_int_not_equal(playing[1]->alen, length);
}

/* What the music sounds like now, after a second. */
static double music_level(void)
{
    static int16_t stereo[2 * DW_WAVE_RATE];
    music(music_context, (Uint8 *)stereo, (int)sizeof stereo);
    double sum = 0.0;
    for (uint32_t i = DW_WAVE_RATE; i < 2 * DW_WAVE_RATE; i++) {
        sum += (double)stereo[i] * stereo[i];
    }
    return sqrt(sum / DW_WAVE_RATE);
}

static void volumes_reach_the_voices_and_the_music(void **state)
{
    (void)state;
    const dw_volumes half = {.main = 100, .effects = 50, .music = 100};
    assert_non_null(music);
    dw_mixer_set(mixer, &half, 0.5F);
    assert_int_equal(set_all, (int)(dw_volumes_effects(&half) * MIX_MAX_VOLUME + 0.5F));
    const dw_cue cue = cue_of(DW_EFFECT_COIN, 0.0F, 1.0F);
    dw_mixer_play(mixer, &cue);
    assert_int_equal(volumes[0], set_all);
    set_all = -1;
    dw_mixer_set(mixer, &half, 0.5F); /* No news. */
    assert_int_equal(set_all, -1);
    (void)music_level();
    const double loud = music_level();
    assert_true(loud > 50.0);
    const dw_volumes muted = {.main = 100, .effects = 50, .music = 100, .muted = true};
    dw_mixer_set(mixer, &muted, 0.5F);
    assert_int_equal(set_all, 0);
    (void)music_level();
    assert_true(music_level() < 1.0);
    dw_mixer_set(mixer, &half, 1.0F);
    (void)music_level();
    (void)music_level();
    (void)music_level();
    assert_true(music_level() > loud); /* The danger is greater. */
    dw_mixer_set(mixer, &half, -1.0F); /* A menu: no music. */
    (void)music_level();
    assert_true(music_level() < 1.0);
}

static void without_a_device_there_is_no_mixer_and_nothing_is_left_open(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_mixer *none = NULL;
    (void)setenv("SDL_AUDIODRIVER", "dummy", 1);
    refuses = true;
    assert_int_equal(dw_mixer_open(&none, &error), DW_IO);
    refuses = false;
    assert_null(none);
    assert_int_equal(opened, 0);
    assert_memory_equal(error.text, "no sound device: ", 17);
    (void)setenv("SDL_AUDIODRIVER", "nosuchdriver", 1);
    assert_int_equal(dw_mixer_open(&none, &error), DW_IO);
    assert_null(none);
    dw_mixer_close(NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_mixer, close_mixer)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_cue_is_copied_into_a_free_voice_with_equal_power_on_both_sides),
        TEST(a_dull_sound_has_lost_its_high_tones),
        TEST(a_full_mixer_gives_the_oldest_voice_of_the_least_priority),
        TEST(age_counts_and_not_the_place_of_a_voice),
        TEST(volumes_reach_the_voices_and_the_music),
        cmocka_unit_test(without_a_device_there_is_no_mixer_and_nothing_is_left_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
