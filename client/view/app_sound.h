/* app_sound.h - the sound of the program: the mixer, if the machine has one, and what the person
 * has chosen. Owns both. */
#ifndef DW_VIEW_APP_SOUND_H
#define DW_VIEW_APP_SOUND_H

#include "client/view/model/settings.h"
#include "client/view/pages/play.h"
#include "client/view/sound/mixer.h"

typedef struct dw_app_sound {
    dw_mixer *mixer; /* NULL: no sound. */
    dw_volumes volumes;
} dw_app_sound;

/* Without a sound device it says so in one line on standard error, and the program goes on without
 * sound. */
void dw_app_sound_open(dw_app_sound *sound);
void dw_app_sound_close(dw_app_sound *sound);

/* Volumes and captions at the start: of the settings, and over them what flags say (`volumes` below
 * 0: nothing). Flags count for one start: they are saved only when a key changes the volume. */
typedef struct dw_sound_flags {
    int64_t volumes[3]; /* Main, effects, music. */
    bool muted, captions;
} dw_sound_flags;
void dw_app_sound_start(dw_app_sound *sound, const dw_settings *settings,
                        const dw_sound_flags *flags);

/* What the settings say counts from now on; what keys have changed goes into the settings. */
void dw_app_sound_take(dw_app_sound *sound, const dw_settings *settings);
void dw_app_sound_keep(const dw_app_sound *sound, dw_settings *settings);

/* Volume, sound off and on, captions. Says so in the match. False for any other action. */
bool dw_app_sound_action(dw_app_sound *sound, dw_play *play, dw_action action, double seconds);

/* In each frame: plays what the match has to be heard. */
void dw_app_sound_frame(dw_app_sound *sound, dw_play *play);

#endif
