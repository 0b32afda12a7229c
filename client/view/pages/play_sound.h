/* play_sound.h - what a match sounds like: hands what the client was told to the marks on the
 * screen and to the listener, and the cues of the listener to the captions and the mixer.
 * Owns: listener, captions, the danger of the music. */
#ifndef DW_VIEW_PLAY_SOUND_H
#define DW_VIEW_PLAY_SOUND_H

#include "client/view/model/hearing.h"
#include "client/view/sound/captions.h"
#include "client/view/sound/listener.h"

typedef struct dw_play_sound {
    dw_listener listener;
    dw_captions captions;
    float danger; /* 0 .. 1; below 0: no match is on. */
    double now;   /* Of the last step. */
} dw_play_sound;

void dw_play_sound_init(dw_play_sound *sound);

/* In each update: an event, which the flights have taken in; then noises, and the signals but for
 * those of the slots in `muted` (bit s). `drawn`: a picture was drawn, so it is known from where
 * the person hears. */
void dw_play_sound_event(dw_play_sound *sound, const dw_listener_view *view,
                         const dw_client_event *event, bool drawn);
void dw_play_sound_update(dw_play_sound *sound, const dw_listener_view *view, dw_client *client,
                          dw_hearing *marks, uint32_t muted, bool drawn);

/* In each frame, when the camera has moved. */
void dw_play_sound_step(dw_play_sound *sound, const dw_listener_view *view);

/* Takes the next sound that is to be played now, and writes its caption. False when none waits. */
bool dw_play_sound_pop(dw_play_sound *sound, dw_cue *cue);

#endif
