#include "client/view/app_sound.h"

#include "client/view/texts/say.h"

#include <stdio.h>

void dw_app_sound_open(dw_app_sound *sound)
{
    dw_error why = {""};
    if (dw_mixer_open(&sound->mixer, &why) != DW_OK) {
        (void)fprintf(stderr, "duskwatch: %s; the game goes on without sound\n", why.text);
    }
}

void dw_app_sound_close(dw_app_sound *sound)
{
    dw_mixer_close(sound->mixer);
    sound->mixer = NULL;
}

void dw_app_sound_take(dw_app_sound *sound, const dw_settings *settings)
{
    sound->volumes.main = (uint8_t)settings->master;
    sound->volumes.effects = (uint8_t)settings->effects;
    sound->volumes.music = (uint8_t)settings->music;
    sound->volumes.captions = settings->captions;
}

void dw_app_sound_keep(const dw_app_sound *sound, dw_settings *settings)
{
    settings->master = sound->volumes.main;
    settings->effects = sound->volumes.effects;
    settings->music = sound->volumes.music;
    settings->captions = sound->volumes.captions;
}

void dw_app_sound_start(dw_app_sound *sound, const dw_settings *settings,
                        const dw_sound_flags *flags)
{
    dw_volumes *volumes = &sound->volumes;
    uint8_t *const each[] = {&volumes->main, &volumes->effects, &volumes->music};
    dw_app_sound_take(sound, settings);
    for (size_t i = 0; i < sizeof each / sizeof each[0]; i++) {
        *each[i] = flags->volumes[i] >= 0 ? (uint8_t)flags->volumes[i] : *each[i];
    }
    volumes->muted = flags->muted;
    volumes->captions |= flags->captions;
}

bool dw_app_sound_action(dw_app_sound *sound, dw_play *play, dw_action action, double seconds)
{
    char text[DW_VOLUMES_TEXT];
    dw_volumes *volumes = &sound->volumes;
    switch (action) {
    case DW_ACTION_QUIETER:
        dw_volumes_step(volumes, -1);
        break;
    case DW_ACTION_LOUDER:
        dw_volumes_step(volumes, 1);
        break;
    case DW_ACTION_MUTE:
        volumes->muted = !volumes->muted;
        break;
    case DW_ACTION_CAPTIONS:
        volumes->captions = !volumes->captions;
        dw_feed_notice(&play->feed, DW_TONE_PLAIN, seconds,
                       dw_say(volumes->captions ? DW_SAY_CAPTIONS_ON : DW_SAY_CAPTIONS_OFF));
        return true;
    default:
        return false;
    }
    dw_volumes_text(volumes, text);
    dw_feed_notice(&play->feed, DW_TONE_PLAIN, seconds,
                   sound->mixer != NULL ? text : dw_say(DW_SAY_NO_SOUND_DEVICE));
    return true;
}

void dw_app_sound_frame(dw_app_sound *sound, dw_play *play)
{
    dw_cue cue;
    while (dw_play_sound_pop(&play->sound, &cue)) { /* Captions need them without a mixer too. */
        if (sound->mixer != NULL) {
            dw_mixer_play(sound->mixer, &cue);
        }
    }
    if (sound->mixer != NULL) {
        dw_mixer_set(sound->mixer, &sound->volumes, play->sound.danger);
    }
}
