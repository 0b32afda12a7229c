/* mixer.h - plays cues and music through SDL_mixer: the only file that knows a sound device.
 * Owns: the bank of effects, a fixed number of voices with a buffer each, the music's generator.
 * Threads: call it from the main thread. SDL's audio thread reads the buffers of voices that play,
 * and makes the music from two atomic numbers.
 * Cost: dw_mixer_play copies a sound into the buffer of its voice, 24 us at a mean; the audio
 * thread makes 44100 frames of music in half a millisecond. No allocation after dw_mixer_open. */
#ifndef DW_VIEW_MIXER_H
#define DW_VIEW_MIXER_H

#include "client/view/sound/cue.h"
#include "client/view/sound/volumes.h"

enum { DW_MIXER_VOICES = 20 };

typedef struct dw_mixer dw_mixer;

/* DW_IO: this machine has no sound device that can be opened; DW_MEMORY. */
DW_MUST_USE dw_status dw_mixer_open(dw_mixer **out, dw_error *error);
void dw_mixer_close(dw_mixer *mixer); /* NULL is nothing. Before SDL_Quit. */

/* Plays the cue now. When all voices are in use, it takes the oldest one of the lowest priority, or
 * is left out if all are more important. */
void dw_mixer_play(dw_mixer *mixer, const dw_cue *cue);

/* In each frame: the volumes, and the danger of the music, 0 .. 1; below 0: no music. */
void dw_mixer_set(dw_mixer *mixer, const dw_volumes *volumes, float danger);

typedef struct dw_mixer_stats {
    uint32_t played, left_out;
    uint32_t cut_short; /* Sounds that lost their voice to a more important one. */
    double open_ms;     /* What dw_mixer_open took; the synthesis of it: */
    double synthesis_ms;
} dw_mixer_stats;
dw_mixer_stats dw_mixer_get_stats(const dw_mixer *mixer);

#endif
