#include "client/view/sound/mixer.h"

#include "client/view/sound/tension.h"

#include <SDL.h>
#include <SDL_mixer.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define DULL_HZ      1000.0F /* Above it walls take 6 decibels of each octave. */
#define QUARTER_TURN 1.5707963F
#define FULL         65536 /* 1.0 of the atomic numbers. */

enum { DEVICE_FRAMES = 1024 /* 23 ms of delay. */ };

typedef struct voice {
    Mix_Chunk chunk; /* Points to `frames`; SDL_mixer does not own it. */
    int16_t *frames; /* DW_EFFECT_SAMPLES_MAX of two channels. */
    uint8_t priority;
    uint32_t age; /* Number of its cue. */
} voice;

struct dw_mixer {
    dw_effect_bank *bank;
    voice voices[DW_MIXER_VOICES];
    int16_t *frames; /* Of all voices. */
    dw_mixer_stats stats;
    dw_tension tension; /* Of the audio thread. */
    SDL_atomic_t danger, music_gain;
    int effects_volume;
    bool device;
};

static void make_music(void *context, Uint8 *stream, int bytes)
{
    dw_mixer *mixer = context;
    const float danger = (float)SDL_AtomicGet(&mixer->danger) / FULL;
    const float gain = (float)SDL_AtomicGet(&mixer->music_gain) / FULL;
    dw_tension_render(&mixer->tension, danger, gain, (int16_t *)(void *)stream,
                      (uint32_t)bytes / (2 * sizeof(int16_t)));
}

static dw_status take_memory(dw_mixer *mixer, dw_error *error)
{
    const size_t samples = (size_t)DW_EFFECT_SAMPLES_MAX * 2;
    mixer->frames = calloc(samples * DW_MIXER_VOICES, sizeof *mixer->frames);
    if (mixer->frames == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the sounds");
    }
    for (size_t i = 0; i < DW_MIXER_VOICES; i++) {
        voice *of = &mixer->voices[i];
        of->frames = mixer->frames + i * samples;
        of->chunk = (Mix_Chunk){.abuf = (Uint8 *)of->frames, .volume = MIX_MAX_VOLUME};
    }
    return dw_effect_bank_create(&mixer->bank, error);
}

/* On a machine without sound cards ALSA prints a page of warnings. So only sound servers are tried
 * there, unless the user names a driver. */
static void choose_driver(void)
{
    if (getenv("SDL_AUDIODRIVER") == NULL && access("/dev/snd", F_OK) != 0) {
        (void)SDL_SetHint(SDL_HINT_AUDIODRIVER, "pipewire,pulseaudio");
    }
}

static dw_status open_device(dw_mixer *mixer, dw_error *error)
{
    choose_driver();
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) {
        return dw_fail(error, DW_IO, "no sound device: %s", SDL_GetError());
    }
    if (Mix_OpenAudioDevice(DW_WAVE_RATE, AUDIO_S16SYS, 2, DEVICE_FRAMES, NULL, 0) != 0) {
        const dw_status status = dw_fail(error, DW_IO, "no sound device: %s", Mix_GetError());
        SDL_QuitSubSystem(SDL_INIT_AUDIO);
        return status;
    }
    mixer->device = true;
    if (Mix_AllocateChannels(DW_MIXER_VOICES) != DW_MIXER_VOICES) {
        return dw_fail(error, DW_MEMORY, "no memory for the sounds");
    }
    return DW_OK;
}

dw_status dw_mixer_open(dw_mixer **out, dw_error *error)
{
    const Uint64 ticks_a_second = SDL_GetPerformanceFrequency();
    const Uint64 begin = SDL_GetPerformanceCounter();
    dw_mixer *mixer = calloc(1, sizeof *mixer);
    if (mixer == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the sounds");
    }
    /* The device first: without one there is nothing to compute. */
    dw_status status = open_device(mixer, error);
    const Uint64 opened = SDL_GetPerformanceCounter();
    if (status == DW_OK) {
        status = take_memory(mixer, error);
    }
    if (status != DW_OK) {
        dw_mixer_close(mixer);
        return status;
    }
    const Uint64 end = SDL_GetPerformanceCounter();
    mixer->stats.open_ms = (double)(end - begin) * 1e3 / (double)ticks_a_second;
    mixer->stats.synthesis_ms = (double)(end - opened) * 1e3 / (double)ticks_a_second;
    dw_tension_init(&mixer->tension);
    mixer->effects_volume = MIX_MAX_VOLUME;
    Mix_HookMusic(make_music, mixer);
    *out = mixer;
    return DW_OK;
}

void dw_mixer_close(dw_mixer *mixer)
{
    if (mixer == NULL) {
        return;
    }
    if (mixer->device) {
        Mix_HookMusic(NULL, NULL);
        (void)Mix_HaltChannel(-1);
        Mix_CloseAudio(); /* From here on the audio thread reads nothing. */
        SDL_QuitSubSystem(SDL_INIT_AUDIO);
    }
    dw_effect_bank_destroy(mixer->bank);
    free(mixer->frames);
    free(mixer);
}

/* A voice for a cue of that priority; -1: all are more important. */
static int choose_voice(const dw_mixer *mixer, uint8_t priority)
{
    int best = -1;
    for (int i = 0; i < DW_MIXER_VOICES; i++) {
        const voice *of = &mixer->voices[i];
        if (Mix_Playing(i) == 0) {
            return i;
        }
        const bool weaker = best < 0 || of->priority < mixer->voices[best].priority;
        const bool older = best >= 0 && of->priority == mixer->voices[best].priority &&
                           of->age < mixer->voices[best].age;
        best = of->priority <= priority && (weaker || older) ? i : best;
    }
    return best;
}

/* Copies the sound as it is heard: panned with equal power, damped if it is dull. */
static void write_voice(voice *of, dw_effect_samples from, const dw_cue *cue)
{
    const float part = (cue->placing.pan + 1.0F) * 0.5F * QUARTER_TURN;
    const float left = cue->placing.gain * cosf(part);
    const float right = cue->placing.gain * sinf(part);
    const float passes = 1.0F - expf(-4.0F * QUARTER_TURN * DULL_HZ / (float)DW_WAVE_RATE);
    float damped = 0.0F;
    for (uint32_t i = 0; i < from.count; i++) {
        const float clear = (float)from.samples[i];
        damped += (clear - damped) * passes;
        const float sample = cue->dull ? damped : clear;
        of->frames[2 * i] = (int16_t)(sample * left);
        of->frames[2 * i + 1] = (int16_t)(sample * right);
    }
    of->chunk.alen = (Uint32)(from.count * 2 * sizeof *of->frames);
}

void dw_mixer_play(dw_mixer *mixer, const dw_cue *cue)
{
    const uint8_t priority = dw_effect_row_of((dw_effect)cue->effect)->priority;
    const int channel = choose_voice(mixer, priority);
    if (channel < 0) {
        mixer->stats.left_out++;
        return;
    }
    voice *of = &mixer->voices[channel];
    if (Mix_Playing(channel) != 0) {
        (void)Mix_HaltChannel(channel); /* The audio thread lets go of the buffer. */
        mixer->stats.cut_short++;
    }
    write_voice(of, dw_effect_bank_get(mixer->bank, (dw_effect)cue->effect, cue->variant), cue);
    of->priority = priority;
    of->age = ++mixer->stats.played;
    (void)Mix_Volume(channel, mixer->effects_volume);
    (void)Mix_PlayChannel(channel, &of->chunk, 0);
}

void dw_mixer_set(dw_mixer *mixer, const dw_volumes *volumes, float danger)
{
    const float music = danger < 0.0F ? 0.0F : dw_volumes_music(volumes);
    const int volume = (int)(dw_volumes_effects(volumes) * MIX_MAX_VOLUME + 0.5F);
    (void)SDL_AtomicSet(&mixer->music_gain, (int)(music * FULL));
    (void)SDL_AtomicSet(&mixer->danger, (int)(fmaxf(danger, 0.0F) * FULL));
    if (volume != mixer->effects_volume) {
        mixer->effects_volume = volume;
        (void)Mix_Volume(-1, volume);
    }
}

dw_mixer_stats dw_mixer_get_stats(const dw_mixer *mixer)
{
    return mixer->stats;
}
